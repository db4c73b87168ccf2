"""Each claim checked once for all tests that ask how it came out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from types import GeneratorType
from typing import Any, NamedTuple

import pytest

from nimbook.claims import LEDGER
from nimbook.ledger import Case, Ledger, Verdict

with_the_ledger = pytest.mark.xdist_group("ledger")
"""For tests that ask about the same claims: they are run in one process."""

Place = tuple[str, int]
"""Where a checker yields a case: a file, and a line of it."""


class Checked(NamedTuple):
    """What the ledger says of a claim, and each case that it saw, by calls of the checker."""

    verdict: Verdict
    runs: list[list[tuple[Place, Case]]]


@cache
def checked(id_: str) -> Checked:
    """Return what the ledger says of a claim at the quick scope, and what it saw."""
    claim = LEDGER[id_]
    runs: list[list[tuple[Place, Case]]] = []

    def watched(**arguments: Any) -> Iterator[Case]:
        run: list[tuple[Place, Case]] = []
        runs.append(run)
        for place, case in _places(claim.checker(**arguments)):
            run.append((place, case))
            yield case

    found = Ledger([replace(claim, checker=watched)]).check(id_)
    return Checked(replace(found, claim=claim), runs)


def _places(cases: Iterator[Case]) -> Iterator[tuple[Place, Case]]:
    """Yield each case of a checker with the place at which it, or what it calls, yields it."""
    for case in cases:
        inner: Any = cases
        while isinstance(inner.gi_yieldfrom, GeneratorType):
            inner = inner.gi_yieldfrom
        yield (inner.gi_frame.f_code.co_filename, inner.gi_frame.f_lineno), case
