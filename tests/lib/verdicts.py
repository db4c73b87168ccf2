"""Verdicts on claims, checked once for all tests that need them."""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import GeneratorType
from typing import Any, NamedTuple

import pytest

from nimbook.claims import LEDGER
from nimbook.ledger import Case, Verdict
from tests.lib.forked import VERDICTS

with_the_ledger = pytest.mark.xdist_group("ledger")
"""Mark tests to run in one process, so that they share cached verdicts."""

Place = tuple[str, int]


class Run(NamedTuple):
    """One run of a checker: the places (file and line) of all cases and of the failing cases."""

    places: set[Place]
    failing: dict[Place, None]


class Checked(NamedTuple):
    """A verdict, with the recorded runs of the checker."""

    verdict: Verdict
    runs: list[Run]


@cache
def checked(id_: str) -> Checked:
    """Check a claim in the quick scope, record the runs of its checker, and save the findings."""
    claim = LEDGER[id_]
    runs: list[Run] = []

    def recorded(**arguments: Any) -> Iterator[Case]:
        run = Run(set(), {})
        runs.append(run)
        cases = claim.checker(**arguments)
        for case in cases:
            place = _place(cases)
            run.places.add(place)
            if case.fails:
                run.failing[place] = None
            yield case

    findings = [run.find() for run in replace(claim, checker=recorded).runs("quick")]
    file = Path(os.environ[VERDICTS], f"{id_}.findings")
    new = file.with_suffix(".new")
    new.write_bytes(pickle.dumps(findings))
    new.replace(file)
    return Checked(claim.verdict("quick", findings), runs)


def _place(cases: Any) -> Place:
    """Return the place where a checker, or the generator it delegates to, is suspended."""
    while isinstance(cases.gi_yieldfrom, GeneratorType):
        cases = cases.gi_yieldfrom
    return cases.gi_frame.f_code.co_filename, cases.gi_frame.f_lineno
