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


class Run(NamedTuple):
    """The places at which a call of a checker yields cases, and those where a case fails, in order.

    A place is a file and a line.
    """

    places: set[Place]
    failing: dict[Place, None]


class Checked(NamedTuple):
    """The verdict of the ledger on a claim, and the runs of its checker."""

    verdict: Verdict
    runs: list[Run]


@cache
def checked(id_: str) -> Checked:
    """Check a claim at the quick scope, and watch the runs of its checker."""
    claim = LEDGER[id_]
    runs: list[Run] = []

    def watched(**arguments: Any) -> Iterator[Case]:
        run = Run(set(), {})
        runs.append(run)
        cases = claim.checker(**arguments)
        for case in cases:
            place = _place(cases)
            run.places.add(place)
            if case.fails:
                run.failing[place] = None
            yield case

    found = Ledger([replace(claim, checker=watched)]).check(id_)
    return Checked(replace(found, claim=claim), runs)


def _place(cases: Any) -> Place:
    """Return the place at which a checker, or a generator that it calls, has yielded."""
    while isinstance(cases.gi_yieldfrom, GeneratorType):
        cases = cases.gi_yieldfrom
    return cases.gi_frame.f_code.co_filename, cases.gi_frame.f_lineno
