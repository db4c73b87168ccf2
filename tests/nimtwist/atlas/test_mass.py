"""Tests for searches of all games with the same modulus and of random samples of them."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from dataclasses import replace
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from nimtwist.atlas import bulk, mass
from nimtwist.atlas.families import read_family, show_family
from nimtwist.atlas.kinds import CERTIFIED, kind
from nimtwist.atlas.mass import Log, Summary, certify, search_sample, wilson_interval
from nimtwist.checks import short_repr
from tests.lib.proofs import certified


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "log"


@pytest.fixture(scope="module")
def four(tmp_path_factory: pytest.TempPathFactory) -> tuple[Summary, bytes]:
    """Return a complete run modulo 4 and its log."""
    log = tmp_path_factory.mktemp("mass") / "log"
    return certify(Log(log, 4), math.inf), log.read_bytes()


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
    check(modulus, certify(Log(path, modulus), math.inf, lambda *numbers: calls.append(numbers)))
    assert calls == sorted(calls) and calls[-1] == (len(certified(modulus)),) * 2


def test_failed_searches_are_repeated_with_more_rows(four: tuple[Summary, bytes]) -> None:
    check(4, four[0], 1)
    *lines, last = map(json.loads, four[1].splitlines())
    [failed] = [line for line in lines if len(line) == 4]
    assert last[1:3] == [failed[1], 4 * failed[2]] and len(last) > 4 and failed[2] == 208


def test_an_interrupted_run_is_resumed(
    four: tuple[Summary, bytes], path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    complete, text = four
    lines = text.splitlines(keepends=True)
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
        path.write_bytes(b"".join(lines[:saved]) + partial)
        run = certify(Log(path, 4), math.inf)
        assert replace(run, seconds=0) == replace(complete, seconds=0)
        assert len(searched) == len(lines) - saved
        assert [json.loads(line)[1] for line in path.read_bytes().splitlines()] == [
            json.loads(line)[1] for line in lines
        ]
    # The last two runs find nothing left to do, so even the times agree.
    assert run == complete == certify(Log(path, 4))


def test_no_search_starts_after_the_time_limit(four: tuple[Summary, bytes], path: Path) -> None:
    # The clock is read at the start and before each search, and gains a second each time.
    assert certify(Log(path, 4), 7, clock=count().__next__).searched == 6
    assert certify(Log(path, 4), 0).searched == 6 == len(path.read_bytes().splitlines())
    assert certify(Log(path, 4), math.inf, clock=count().__next__).searched == four[0].searched


@pytest.mark.parametrize(
    "text",
    [
        b"[3, 1, 20, 0.1]\n[4",
        b"\xff\xfe\n[4",
        b'[4, 1, 20, 0.1, "boxes"]\n[4',
        b"[3, 1, 20",
    ],
)
def test_other_files_are_rejected_and_left_unchanged(text: bytes, path: Path) -> None:
    path.write_bytes(text)
    line = short_repr(text.splitlines()[0].decode("utf8", "replace"))
    message = f"is not a log of searches modulo 4: it has the line {re.escape(line)}$"
    with pytest.raises(ValueError, match=message):
        Log(path, 4)
    assert path.read_bytes() == text


# --- Samples -------------------------------------------------------------------------------------


def test_a_sample_of_all_games(path: Path) -> None:
    sample = search_sample(Log(path, 4), 167, limit=400)
    by_class = Counter(kind(rules, proof).name for rules, proof in certified(4))
    assert sample.settled == {name: by_class[name] for name in CERTIFIED}
    assert sample.searched == 167 and Counter(sample.each.split()) == by_class
    assert sample.share == wilson_interval(167, 167)
    assert sample.row == max((proof.row, show_family(rules)) for rules, proof in certified(4))


def test_a_larger_sample_extends_a_smaller_one(path: Path) -> None:
    log = Log(path, 4)
    samples = [search_sample(log, count, seed=3, limit=60).each for count in (20, 50, 150)]
    assert samples[1].startswith(samples[0]) and samples[2].startswith(samples[1])
    assert len({search_sample(log, 20, seed, limit=60).each for seed in range(5)}) == 5


@pytest.mark.parametrize("share", [0.02, 0.5, 0.97])
def test_wilson_intervals_cover_95_percent_of_samples(share: float) -> None:
    trials, successes = 200, np.random.default_rng(1).binomial(200, share, 2000).tolist()
    covered = sum(
        low <= share <= high for low, high in (wilson_interval(k, trials) for k in successes)
    )
    assert 0.92 < covered / 2000 < 0.98
    assert wilson_interval(0, 10) == (0.0, 0.2775) and wilson_interval(10, 10) == (0.7225, 1.0)
