"""Tests for the atlas driver: proofs, resumed runs and files that must not be touched."""

from __future__ import annotations

import re
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

import pytest

from nimtwist.atlas import driver, search, table, verify
from nimtwist.atlas.counting_search import find_staircase
from nimtwist.atlas.driver import LIMIT, pattern, run
from nimtwist.atlas.families import antichains, read_family, show_family
from nimtwist.atlas.table import Atlas, digest
from nimtwist.games import BlockingNim
from nimtwist.games.pair_grid import PairGrid
from tests.lib.processes import InlineExecutor
from tests.lib.proofs import certified


@pytest.mark.parametrize(
    ("modulus", "count", "size"), [(1, 2, 24), (2, 5, 24), (3, 19, 24), (4, 60, 20), (5, 20, 24)]
)
def test_patterns_match_the_grids_of_outcomes(modulus: int, count: int, size: int) -> None:
    for rules in Random(modulus).sample([*antichains(modulus)], count):
        grids = [PairGrid(rules, size).rows(forbidden) for forbidden in rules.family]
        pairs = [(x, y) for y in range(size) for x in range(y + 1)]
        good = [(x, y) for x, y in pairs if any(rows[x][y] == "P" for rows in grids)]
        bits = sum(1 << y * (y + 1) // 2 + x for x, y in good)
        packed = bits.to_bytes(-(-len(pairs) // 64) * 8, "little")
        digest = blake2b(packed, digest_size=16).hexdigest()
        assert pattern(rules, size) == (digest, sum(1 + (x < y) for x, y in good))


def make(tmp_path: Path, modulus: int, size: int, **options: Any) -> Atlas:
    return run(modulus, size, tmp_path / f"atlas-{size}", executor=InlineExecutor(), **options)


def test_games_in_a_group_can_have_different_certificates(
    tmp_path: Path,
) -> None:
    """There are few 2 × 2 patterns, so some games with the same pattern need different proofs."""
    coarse = make(tmp_path, 3, 2, certify=True)
    assert len({line["pattern"] for line in coarse.lines}) < 10
    assert coarse.limit == LIMIT
    assert {
        line["antichain"]: (line["certificate"], line["exponents"]) for line in coarse.lines
    } == {
        show_family(rules): (proof.text(), [power.growth for power in proof.powers])
        for rules, proof in certified(3)
    }


def test_only_the_most_common_patterns_are_included(tmp_path: Path) -> None:
    every, some = make(tmp_path, 4, 16), make(tmp_path, 4, 16, most=7)
    counts = sorted({(line["games"], line["pattern"]) for line in every.lines}, reverse=True)
    assert sorted((line["games"] for line in some.lines), reverse=True) == [
        games for games, _ in counts[:7]
    ]
    first = {line["pattern"]: line for line in reversed(every.lines)}
    assert all(first[line["pattern"]] == line for line in some.lines)


def test_rejected_certificates_do_not_enter_the_atlas(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, wrong = certified(2)[0]
    monkeypatch.setattr(search, "find", lambda rules, limit: wrong)
    assert {line["certificate"] for line in make(tmp_path, 3, 16, certify=True).lines} == {None}


# --- Interruptions -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def complete(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    out = tmp_path_factory.mktemp("complete") / "atlas"
    run(3, 16, out, certify=True, executor=InlineExecutor())
    return out.read_bytes()


def interrupt(out: Path, after: int) -> None:
    """Start a run of the atlas, and interrupt it when `after` new parts are complete."""
    calls = 0

    def progress(done: int, total: int) -> None:
        nonlocal calls
        calls += 1
        assert total == 10
        if calls > after:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(3, 16, out, certify=True, executor=InlineExecutor(), progress=progress)


def test_an_interrupted_run_is_resumed(
    complete: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, log = tmp_path / "atlas", tmp_path / "atlas.log"
    interrupt(out, 3)
    assert not out.exists() and log.read_bytes().count(b"\n") == 1 + 3
    interrupt(out, 4)  # resumes with the 3 saved results
    assert not out.exists() and log.read_bytes().count(b"\n") == 1 + 7
    calls = list[int]()
    original = driver._proofs_of

    def counted(*arguments: Any) -> Any:
        calls.append(1)
        return original(*arguments)

    monkeypatch.setattr(driver, "_proofs_of", counted)
    run(3, 16, out, certify=True, executor=InlineExecutor())
    assert out.read_bytes() == complete
    assert len(calls) == 10 - 7
    assert not log.exists()


@pytest.mark.parametrize(
    ("old", "new"), [("[^\n]{9}\n$", ""), ('"row..:', r"\g<0>1"), ("[^\n]{9}\n", "\n")]
)
def test_a_damaged_result_is_searched_again(
    complete: bytes, tmp_path: Path, old: str, new: str
) -> None:
    out, log = tmp_path / "atlas", tmp_path / "atlas.log"
    interrupt(out, 3)
    header, results = log.read_text().split("\n", 1)
    damaged = re.sub(old, new, results, count=1)
    assert damaged != results
    log.write_text(f"{header}\n{damaged}")
    run(3, 16, out, certify=True, executor=InlineExecutor())
    assert out.read_bytes() == complete


def test_logs_of_another_run_or_version_and_other_files_are_not_touched(
    complete: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, log = tmp_path / "atlas", tmp_path / "atlas.log"
    interrupt(out, 2)
    before = log.read_bytes()
    refused = pytest.raises(ValueError, match=f"^{re.escape(repr(str(log)))} is not the log of")
    for other in [{"size": 17}, {"limit": 399}, {"modulus": 4}, {"most": 9}]:
        arguments: dict[str, Any] = {"modulus": 3, "size": 16, "limit": LIMIT, "most": None}
        with refused:
            run(out=out, certify=True, executor=InlineExecutor(), **arguments | other)
    with monkeypatch.context() as patch, refused:
        patch.setattr(driver, "_code", lambda: digest("another search"))
        run(3, 16, out, certify=True, executor=InlineExecutor())
    run(2, 16, out, InlineExecutor())  # without certificates, no log is read or written
    assert log.read_bytes() == before
    run(3, 16, out, certify=True, executor=InlineExecutor())
    assert out.read_bytes() == complete
    for text in (b"mine", b"[1]\n"):
        log.write_bytes(text)
        with refused:
            run(3, 16, out, certify=True, executor=InlineExecutor())
        assert log.read_bytes() == text


LONG_TRANSIENT = "1,4; 1,5; 2,4; 2,5; 3,4; 3,5; 4,5"
"""A game with more than a thousand irregular rows, followed by rows that have period 10."""


def test_unexplained_games_are_searched_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, size = tmp_path / "five.parquet", 16
    families = ["1,3; 2,3; 2,4; 1,2,5", "1,3; 2,3; 2,4; 3,4; 1,2,5", LONG_TRANSIENT, "1,2; 1,3"]
    games = [read_family(5, family) for family in families]
    lines = [
        table.line(rules, name, 1, good, size, driver.certificate_of(rules, 60))
        for rules in games
        for name, good in [pattern(rules, size)]
    ]
    table.write(path, Atlas((5,), size, 60, None, lines))
    assert driver.search_again(path, 5).lines == lines  # five rows are too few for a proof
    with monkeypatch.context() as patch:
        patch.setattr(driver, "find_recurrence", lambda rules, letters: certified(2)[0][1])
        assert driver.search_again(path, 5).lines == lines  # the proof is for another game
    calls = list[tuple[int, int]]()
    atlas = driver.search_again(path, 2000, lambda *numbers: calls.append(numbers))
    assert calls == [(1, 3), (2, 3), (3, 3)]
    assert [each["class"] for each in atlas.lines[:3]] == ["counting", "counting", "diagonal"]
    assert (atlas.lines[2]["row"], atlas.lines[2]["period"]) == (1175, 10)
    assert table.read(path) == atlas
    monkeypatch.setattr(verify, "_CHUNK", 3)
    calls = list[tuple[int, int]]()
    assert not verify.check(path, InlineExecutor(), lambda *numbers: calls.append(numbers)).faults
    assert {*calls} in ({(3, 4), (4, 4)}, {(1, 4), (4, 4)})
    wrong = atlas.lines[0]["staircase"].replace('"then":', '"then":5')
    table.write(path, Atlas((5,), size, 60, None, [{**atlas.lines[0], "staircase": wrong}]))
    assert len(verify.check(path, InlineExecutor()).faults) == 1


def test_a_staircase_that_does_not_count_is_reported(tmp_path: Path) -> None:
    nim, path = BlockingNim(1, [[]]), tmp_path / "nim"
    name, good = pattern(nim, 16)
    nim_line = table.line(nim, name, 1, good, 16, find_staircase(nim))
    table.write(path, Atlas((1,), 16, 60, None, [nim_line]))
    assert verify.check(path, InlineExecutor()).faults == (
        "modulo 1, nothing: the staircase does not count",
    )
