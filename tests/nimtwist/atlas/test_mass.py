"""Tests for searches of all games with the same modulus and of random samples of them."""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nimtwist.atlas import bulk, mass
from nimtwist.atlas.families import read_family, show_family
from nimtwist.atlas.kinds import CERTIFIED, kind
from nimtwist.atlas.mass import Searches, Summary, certify, search_sample, wilson_interval
from tests.lib.proofs import certified


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "log"


@pytest.fixture(scope="module")
def four(tmp_path_factory: pytest.TempPathFactory) -> tuple[Summary, bytes]:
    """Return a complete run modulo 4 and its log."""
    path = tmp_path_factory.mktemp("mass") / "log"
    return certify(Searches(path, 4), math.inf), path.read_bytes()


def results_in(log: bytes) -> list[Any]:
    return [json.loads(line)[0] for line in log.splitlines()[1:]]


def check(modulus: int, run: Summary, failures: int = 0) -> None:
    """Compare the totals of a run with the results of searching each game separately."""
    pairs = certified(modulus)
    by_class = Counter(kind(rules, proof).name for rules, proof in pairs)
    assert run.settled == {name: by_class[name] for name in CERTIFIED}
    patterns = len(bulk.distinct(modulus, bulk.codes(modulus), 32).representatives)
    assert run.patterns == dict.fromkeys(("all", "tried", "met", "settled"), patterns)
    assert run.searched == run.certificates + failures
    for name in ("period", "row"):
        record, family = getattr(run, name)
        own = dict(pairs)[read_family(modulus, family)]
        assert record == getattr(own, name) == max(getattr(proof, name) for _, proof in pairs)


@pytest.mark.parametrize(("modulus", "size"), [(1, 64), (2, 64), (3, 64), (2, 1), (3, 2), (3, 5)])
def test_a_run_agrees_with_separate_searches(
    modulus: int, size: int, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # If the size is small, games that differ only on larger heaps fall into the same group.
    monkeypatch.setattr(mass, "_GROUP_SIZE", size)
    calls = list[tuple[int, int]]()
    searches = Searches(path, modulus)
    check(modulus, certify(searches, math.inf, lambda *numbers: calls.append(numbers)))
    assert calls == sorted(calls) and calls[-1] == (len(certified(modulus)),) * 2


def test_failed_searches_are_repeated_with_more_rows(four: tuple[Summary, bytes]) -> None:
    check(4, four[0], 1)
    *results, last = results_in(four[1])
    [failed] = [result for result in results if len(result) == 3]
    assert last[:2] == [failed[0], 4 * failed[1]] and len(last) > 3 and failed[1] == 208


def test_an_interrupted_run_is_resumed(
    four: tuple[Summary, bytes], path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    complete, text = four
    header, *lines = text.splitlines(keepends=True)
    searched = list[int]()
    search = mass._search

    def counted(modulus: int, code: int, limit: int) -> mass.Result | None:
        searched.append(code)
        return search(modulus, code, limit)

    monkeypatch.setattr(mass, "_search", counted)
    for saved in (0, 17, len(lines)):
        searched.clear()
        # Simulate a run that was killed while writing the next line.
        partial = lines[saved][:9] if saved < len(lines) else b""
        path.write_bytes(b"".join([header, *lines[:saved], partial]))
        run = certify(Searches(path, 4), math.inf)
        assert replace(run, seconds=0) == replace(complete, seconds=0)
        assert len(searched) == len(lines) - saved
        assert [result[0] for result in results_in(path.read_bytes())] == [
            result[0] for result in results_in(text)
        ]
    # The last two runs find nothing left to do, so even the times agree.
    assert run == complete == certify(Searches(path, 4))


def test_no_search_starts_after_the_time_limit(four: tuple[Summary, bytes], path: Path) -> None:
    # The clock is read at the start and before each search, and gains a second each time.
    assert certify(Searches(path, 4), 7, clock=count().__next__).searched == 6
    assert certify(Searches(path, 4), 0).searched == 6 == len(results_in(path.read_bytes()))
    assert certify(Searches(path, 4), math.inf, clock=count().__next__).searched == four[0].searched


# --- Samples -------------------------------------------------------------------------------------


def test_a_sample_of_all_games(path: Path) -> None:
    sample = search_sample(Searches(path, 4), 167, limit=400)
    by_class = Counter(kind(rules, proof).name for rules, proof in certified(4))
    assert sample.settled == {name: by_class[name] for name in CERTIFIED}
    assert sample.searched == 167
    assert sample.share == wilson_interval(167, 167)
    assert sample.row == max((proof.row, show_family(rules)) for rules, proof in certified(4))


def test_a_larger_sample_extends_a_smaller_one(path: Path) -> None:
    searches, sizes = Searches(path, 4), list[int]()
    for games, seed in ((20, 3), (50, 3), (150, 3), (20, 3), (20, 4)):
        search_sample(searches, games, seed, limit=60)
        sizes.append(len(results_in(path.read_bytes())))
    assert sizes[:4] == [20, 50, 150, 150] and sizes[4] > 150  # another seed, other games


@pytest.mark.parametrize("share", [0.02, 0.5, 0.97])
def test_wilson_intervals_cover_95_percent_of_samples(share: float) -> None:
    trials, successes = 200, np.random.default_rng(1).binomial(200, share, 2000).tolist()
    covered = sum(
        low <= share <= high for low, high in (wilson_interval(k, trials) for k in successes)
    )
    assert 0.92 < covered / 2000 < 0.98
    assert wilson_interval(0, 10) == (0.0, 0.2775) and wilson_interval(10, 10) == (0.7225, 1.0)
