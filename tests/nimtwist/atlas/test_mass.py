"""Runs over all games of a modulus, and samples: what they count, and that they can go on."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest

from nimtwist.atlas import bulk, mass
from nimtwist.atlas.alike import decisive
from nimtwist.atlas.checker import flaw
from nimtwist.atlas.families import antichains, code_of, read_family, rules_of, show_family
from nimtwist.atlas.kinds import CERTIFIED, kind
from nimtwist.atlas.mass import Log, Run, certify, sampled, wilson
from nimtwist.atlas.search import find
from tests.mutations import Mutation
from tests.nimtwist.atlas.certificates import certified

FOLDER = TemporaryDirectory()
PATH = str(Path(FOLDER.name) / "log")


def named(call: Callable[..., object]) -> Callable[..., object]:
    """Let a log be given by name."""
    return lambda log, *given: call(Log(PATH, 1) if log == "a log" else log, *given)


TAKES_LONG = {"Log", "Log.search", "certify", "sampled"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "log"


@pytest.fixture(scope="module")
def four(tmp_path_factory: pytest.TempPathFactory) -> tuple[Run, bytes]:
    """A whole run modulo 4, and its log."""
    log = tmp_path_factory.mktemp("mass") / "log"
    return certify(Log(log, 4), math.inf), log.read_bytes()


@pytest.mark.parametrize(("modulus", "size"), [(1, 64), (2, 64), (3, 64), (2, 1), (3, 2), (3, 5)])
def test_a_run_settles_what_searches_of_each_game_would(
    modulus: int, size: int, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mass, "_SIZE", size)  # games of a group part later
    check(modulus, certify(Log(path, modulus), math.inf))


def check(modulus: int, run: Run, in_vain: int = 0) -> None:
    pairs = certified(modulus)
    by_class = Counter(kind(rules, proof).name for rules, proof in pairs)
    assert run.settled == {name: by_class[name] for name in CERTIFIED}
    patterns = len(bulk.distinct(modulus, bulk.codes(modulus), 32).representatives)
    assert {*run.patterns.values()} == {patterns} and run.searched == run.certificates + in_vain
    assert run.period[0] == max(proof.period for _, proof in pairs)
    assert run.row[0] == max(proof.row for _, proof in pairs)
    for most, family in (run.period, run.row):
        proof = dict(pairs)[read_family(modulus, family)]
        assert most in (proof.period, proof.row)


def test_where_a_search_is_in_vain_more_rows_are_searched_later(four: tuple[Run, bytes]) -> None:
    check_four(*four)


def check_four(run: Run, text: bytes) -> None:
    check(4, run, 1)
    *lines, last = map(json.loads, text.splitlines())
    [missed] = [line for line in lines if len(line) == 4]
    assert last[1:3] == [missed[1], 4 * missed[2]] and len(last) > 4 and missed[2] == 208


def test_where_all_searches_are_in_vain_games_are_left(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mass, "_TURNS", (1,))
    run = certify(Log(path, 4), math.inf)
    assert run.searched == 44 and run.certificates == 43 and sum(run.settled.values()) == 166
    assert run.patterns == {"all": 45, "tried": 45, "met": 44, "settled": 44}


def test_what_the_log_says_is_so(four: tuple[Run, bytes]) -> None:
    codes, settled = bulk.codes(4), Counter[int]()
    for line in four[1].splitlines():
        modulus, code, limit, seconds, *found = json.loads(line)
        proof = find(rules_of(4, code), limit)
        assert modulus == 4 and seconds >= 0 and bool(found) == bool(proof)
        if proof:
            name, row, period, mask, bits = found
            assert (row, period) == (proof.row, proof.period)
            assert name == kind(rules_of(4, code), proof).name
            for other in codes[codes & np.uint64(mask) == np.uint64(bits)].tolist():
                settled[other] += 1
                assert flaw(rules_of(4, other), proof) is None
    assert set(settled.values()) == {1} and len(settled) == sum(four[0].settled.values())


# --- A run that is interrupted -------------------------------------------------------------------


def test_a_run_goes_on_where_it_was_interrupted(
    four: tuple[Run, bytes], path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, text = four
    lines = text.splitlines(keepends=True)
    searched = list[int]()
    search = mass._search

    def counted(modulus: int, code: int, limit: int) -> mass.Found | None:
        searched.append(code)
        return search(modulus, code, limit)

    monkeypatch.setattr(mass, "_search", counted)
    for kept in (0, 1, 17, len(lines)):
        searched.clear()
        # The last line was being written when the run was killed.
        torn = lines[kept][:9] if kept < len(lines) else b""
        path.write_bytes(b"".join(lines[:kept]) + torn)
        run = certify(Log(path, 4), math.inf)
        assert replace(run, seconds=0) == replace(whole, seconds=0)
        assert len(searched) == len(lines) - kept
        assert len(path.read_bytes().splitlines()) == len(lines)
        assert [json.loads(line)[1] for line in path.read_bytes().splitlines()] == [
            json.loads(line)[1] for line in lines
        ]
    assert run == whole == certify(Log(path, 4))  # with its seconds, and with no time to search


def test_a_run_without_time_says_how_far_it_came(four: tuple[Run, bytes], path: Path) -> None:
    path.write_bytes(b"".join(four[1].splitlines(keepends=True)[:9]))
    told = list[tuple[int, int]]()
    run = certify(Log(path, 4), 0, lambda *now: told.append(now))
    assert run.searched == run.certificates == 9 and told[-1][0] == sum(run.settled.values())
    assert run.patterns["all"] == 45 > run.patterns["settled"] == 9 == run.patterns["tried"]
    assert path.read_bytes() == b"".join(four[1].splitlines(keepends=True)[:9])


def test_games_of_a_group_that_part_later_are_not_settled_together(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_first(path, monkeypatch)


def check_first(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Search one game of the only group there is."""
    monkeypatch.setattr(mass, "_SIZE", 1)
    certify(Log(path, 3), math.inf)
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[0])
    run = certify(Log(path, 3))
    proof, codes = find(rules_of(3, 1)), bulk.codes(3).tolist()
    assert proof is not None and json.loads(path.read_bytes())[1] == 1
    mask, bits = decisive(rules_of(3, 1), proof)
    assert sum(run.settled.values()) == sum(code & mask == bits for code in codes) < len(codes)


def test_the_largest_groups_come_first_and_every_game_is_in_one() -> None:
    codes = bulk.codes(5)
    groups = [*mass._groups(5, codes)]
    sizes = [*map(len, groups)]
    assert sizes == sorted(sizes, reverse=True)
    assert sorted(np.concatenate(groups).tolist()) == [*range(len(codes))]
    assert len(groups) == len(bulk.distinct(5, codes, mass._SIZE, states=True).representatives)


@pytest.mark.parametrize(
    "line",
    [b"[3, 1, 20, 0.1]", b"[4, 1]", b"{}", b"4", b"\xff\xfe", b'[4, 1, 20, 0.1, "boxes"]', b"[]"],
)
def test_a_file_that_is_no_such_log_is_refused_and_left_as_it_is(line: bytes, path: Path) -> None:
    path.write_bytes(line + b"\n[4")
    with pytest.raises(ValueError, match="is no log of searches modulo 4: it has the line"):
        Log(path, 4)
    assert path.read_bytes() == line + b"\n[4"


@pytest.mark.parametrize("text", [b'{"row": 1}', b"[3, 1, 20", b"PAR1\xff", b"[4,5,6,7]"])
def test_one_line_that_no_log_begins_with_is_refused_and_left_as_it_is(
    text: bytes, path: Path
) -> None:
    path.write_bytes(text)
    with pytest.raises(ValueError, match="is no log of searches modulo 4: it has the line"):
        Log(path, 4)
    assert path.read_bytes() == text


# --- Samples -------------------------------------------------------------------------------------


def test_a_sample_of_all_games_says_what_each_is(path: Path) -> None:
    sample = sampled(Log(path, 4), 167, limit=400)
    by_class = Counter(kind(rules, proof).name for rules, proof in certified(4))
    assert sample.settled == {name: by_class[name] for name in CERTIFIED}
    assert sample.searched == len(sample.each.split()) == 167
    assert Counter(sample.each.split()) == by_class
    assert sample.share == wilson(167, 167)
    assert sample.row == max((proof.row, show_family(rules)) for rules, proof in certified(4))


def test_a_sample_is_random_and_that_of_a_smaller_one_comes_first(path: Path) -> None:
    log = Log(path, 4)
    samples = [sampled(log, count, seed=3, limit=60).each for count in (20, 50, 150)]
    assert samples[1].startswith(samples[0]) and samples[2].startswith(samples[1])
    others = {sampled(log, 20, seed, limit=60).each for seed in range(5)}
    assert len(others) == 5
    games = [json.loads(line)[1] for line in path.read_text("utf8").splitlines()]
    assert len(games) == len({*games}) and {*games} <= {code_of(r) for r in antichains(4)}


def test_each_game_is_as_likely_as_any_other(path: Path) -> None:
    met = Counter[int]()
    for seed in range(400):
        path.unlink(missing_ok=True)
        sampled(Log(path, 2), 1, seed, limit=1)
        met[json.loads(path.read_text("utf8"))[1]] += 1
    assert all(50 < met[code] < 115 for code in bulk.codes(2).tolist())


@pytest.mark.parametrize("share", [0.02, 0.5, 0.97])
def test_an_interval_of_wilson_holds_the_share_19_times_in_20(share: float) -> None:
    trials, found = 200, np.random.default_rng(1).binomial(200, share, 2000).tolist()
    held = sum(low <= share <= high for low, high in (wilson(k, trials) for k in found))
    assert 0.92 < held / 2000 < 0.98
    assert wilson(0, 10) == (0.0, 0.2775) and wilson(10, 10) == (0.7225, 1.0)


VARIANTS = [
    Mutation(certify, "kinds[left[serves]]", "kinds[left]"),
    Mutation(certify, "left, done = left[~serves]", "left, done = left[:0]"),
    Mutation(certify, "in_vain.append(left)", "pass"),
    Mutation(certify, "turn * min", "min"),
    Mutation(certify, "pattern[~settled]", "pattern[settled]"),
    Mutation(mass._groups, "states=True", "states=False"),
    Mutation(
        mass._groups,
        "members[ends[i] - found.sizes[i] : ends[i]]",
        "members[:1]",
    ),
    Mutation(mass._records, "max(", "min("),
    Mutation(mass._records, "getattr(proof, name)", "proof.row"),
]


@pytest.mark.full
@pytest.mark.parametrize("mutation", VARIANTS, ids=str)
def test_a_wrong_variant_is_refuted(
    mutation: Mutation, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mutation.apply(monkeypatch)
    with pytest.raises(AssertionError):
        with monkeypatch.context() as coarse:
            check_first(path.with_name("first"), coarse)
            check(3, certify(Log(path.with_name("parts"), 3), math.inf))
        test_the_largest_groups_come_first_and_every_game_is_in_one()
        check_four(certify(Log(path, 4), math.inf), path.read_bytes())
