"""Verdicts on claims, cached for all tests that need them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import GeneratorType
from typing import Any, NamedTuple

import pytest

from nimbook import cached
from nimbook.claims import LEDGER
from nimbook.ledger import Case, Ledger, Verdict
from tests.lib.forked import VERDICTS

with_the_ledger = pytest.mark.xdist_group("ledger")
"""Mark tests to run in one process, so that they share cached verdicts."""

Place = tuple[str, int]

# `make check` checks only the claims that depend on a change since it ran last.
_CACHE = None
if "CLAIMS_CACHE" in os.environ:
    _CACHE = cached.Cache(os.environ["CLAIMS_CACHE"], f"{__file__}{Path(__file__).read_text()}")


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
    """Check a claim in the quick scope, record the runs of its checker, and save the verdict."""
    result = _check(id_)
    file = Path(os.environ[VERDICTS], f"{id_}.json")
    new = file.with_suffix(".new")
    new.write_text(json.dumps(cached.pack(result.verdict)), "utf8")
    new.replace(file)
    return result


def _check(id_: str) -> Checked:
    claim = LEDGER[id_]
    runs: list[Run] = []
    saved = _CACHE and _CACHE.load(id_, "quick")
    if saved:
        for places, failing in saved["runs"]:
            runs.append(Run({(f, n) for f, n in places}, {(f, n): None for f, n in failing}))
        return Checked(cached.unpack(id_, "quick", saved["verdict"]), runs)

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

    verdict = Ledger([replace(claim, checker=recorded)]).check(id_)
    if _CACHE:
        found = [(sorted(run.places), list(run.failing)) for run in runs]
        _CACHE.save(id_, "quick", {"verdict": cached.pack(verdict), "runs": found})
    return Checked(replace(verdict, claim=claim), runs)


def _place(cases: Any) -> Place:
    """Return the place where a checker, or the generator it delegates to, is suspended."""
    while isinstance(cases.gi_yieldfrom, GeneratorType):
        cases = cases.gi_yieldfrom
    return cases.gi_frame.f_code.co_filename, cases.gi_frame.f_lineno
