"""The driver: the same bytes whoever does the work, and whatever happens meanwhile."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from nimtwist._processes import workers
from nimtwist.atlas import driver, search, table, verify
from nimtwist.atlas.bulk import codes, patterns
from nimtwist.atlas.certificate import Certificate
from nimtwist.atlas.checker import flaw
from nimtwist.atlas.driver import LIMIT, pattern, run
from nimtwist.atlas.families import antichains, read_family, show_family
from nimtwist.atlas.table import Atlas, digest, read
from nimtwist.games.pair_grid import PairGrid
from tests.nimtwist.atlas.certificates import certified
from tests.nimtwist.test_processes import Here


def made(modulus: Any, size: Any, *others: Any) -> Atlas:
    with TemporaryDirectory() as folder:
        return run(modulus, size, Path(folder) / "atlas", *others)


def searched_again(*arguments: Any) -> Atlas:
    with TemporaryDirectory() as folder:
        run(1, 4, path := Path(folder) / "atlas")
        return driver.search_again(path, *arguments)


TAKES_LONG = {"certificate_of", "run", "pattern"}


# --- What it says --------------------------------------------------------------------------------


@pytest.mark.parametrize(("modulus", "patterns"), [(1, 2), (2, 4), (3, 10), (4, 45)])
def test_every_game_has_a_line_and_patterns_are_as_many_as_they_are(
    modulus: int, patterns: int
) -> None:
    atlas = made(modulus, 32)
    assert [line["antichain"] for line in atlas.lines] == [*map(show_family, antichains(modulus))]
    names = [line["pattern"] for line in atlas.lines]
    assert len(set(names)) == patterns
    assert [line["games"] for line in atlas.lines] == [names.count(name) for name in names]
    assert {line["certificate"] for line in atlas.lines} == {None}


@pytest.mark.parametrize("modulus", [1, 2, 3])
def test_a_pattern_is_that_of_the_board_and_of_all_games_at_once(modulus: int) -> None:
    size = 9
    games = [*antichains(modulus)]
    found = [pattern(rules, size) for rules in games]
    for rules, (_, good) in zip(games, found, strict=True):
        board = PairGrid(rules, size)
        grids = ["".join(board.rows(forbidden)) for forbidden in rules.family]
        assert good == sum("P" in under for under in zip(*grids, strict=True))
    all_games = patterns(modulus, codes(modulus), size)
    assert found == [*zip(all_games.texts(), all_games.good.tolist(), strict=True)]


@pytest.mark.parametrize("most", [None, 20])
def test_in_bulk_the_groups_are_the_same(monkeypatch: pytest.MonkeyPatch, most: int | None) -> None:
    slow = driver._groups(4, 16, most)
    monkeypatch.setattr(driver, "_BULK", 1)
    assert driver._groups(4, 16, most) == slow


def test_every_game_to_modulus_4_is_certified_and_every_certificate_is_a_proof(
    tmp_path: Path,
) -> None:
    atlas = run(range(1, 5), 64, tmp_path / "atlas", certify=True, executor=Here())
    assert atlas == read(tmp_path / "atlas")
    assert (atlas.moduli, atlas.size, atlas.limit, len(atlas.lines)) == (
        (1, 2, 3, 4),
        64,
        LIMIT,
        193,
    )
    for line in atlas.lines:
        rules = read_family(line["modulus"], line["antichain"])
        certificate = Certificate.read(line["certificate"])
        assert flaw(rules, certificate) is None
        assert (line["row"], line["period"]) == (certificate.row, certificate.period)
        assert line["exponents"] == [power.growth for power in certificate.powers]


def test_games_that_only_seem_to_have_the_same_pattern_are_searched_by_themselves() -> None:
    """On 2 × 2 there are few patterns: what is found for one game is false for others."""
    coarse, fine = made(3, 2, True, Here()), made(3, 32, True, Here())
    assert len({line["pattern"] for line in coarse.lines}) < 10
    assert [line["row"] for line in coarse.lines if line["certificate"] is None] == []
    assert {line["antichain"]: line["certificate"] for line in coarse.lines} == {
        show_family(rules): proof.text() for rules, proof in certified(3)
    }
    assert len({line["pattern"] for line in fine.lines}) == 10


def test_of_the_patterns_of_the_most_games_it_takes_the_first_game() -> None:
    every, some = made(4, 16), made(4, 16, False, None, LIMIT, 7)
    counts = sorted({(line["games"], line["pattern"]) for line in every.lines}, reverse=True)
    assert len(some.lines) == 7
    assert sorted((line["games"] for line in some.lines), reverse=True) == [
        games for games, _ in counts[:7]
    ]
    first = {line["pattern"]: line for line in reversed(every.lines)}
    assert all(first[line["pattern"]] == line for line in some.lines)


# --- Whoever does the work, and whatever happens -------------------------------------------------


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    out = tmp_path_factory.mktemp("whole") / "atlas"
    run(3, 16, out, certify=True, executor=Here())
    assert [file.name for file in out.parent.iterdir()] == ["atlas"]
    return out.read_bytes()


@pytest.mark.full
def test_a_pool_of_processes_and_threads_make_the_same_bytes(whole: bytes, tmp_path: Path) -> None:
    told = list[tuple[int, int]]()
    run(3, 16, tmp_path / "a", certify=True, jobs=2, progress=lambda *now: told.append(now))
    assert (tmp_path / "a").read_bytes() == whole
    assert told == sorted(set(told)) and told[0][0] == 0 and told[-1][0] == told[-1][1]
    with ThreadPoolExecutor(3) as threads:
        run(3, 16, tmp_path / "b", certify=True, executor=threads)
    assert (tmp_path / "b").read_bytes() == whole


def interrupted(out: Path, after: int) -> None:
    """Make the atlas up to its part of this number, and then interrupt."""
    told = 0

    def interrupt(done: int, total: int) -> None:
        nonlocal told
        told += 1
        if told > after:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(3, 16, out, certify=True, executor=Here(), progress=interrupt)


def test_what_was_interrupted_is_taken_up_again(
    whole: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, folder = tmp_path / "atlas", tmp_path / "atlas.parts"
    interrupted(out, 3)
    assert not out.exists() and len([*folder.glob("part-*.json")]) == 3
    interrupted(out, 4)  # it begins with 3 parts
    assert not out.exists() and len([*folder.glob("part-*.json")]) == 7
    begun = list[int]()
    work = driver._proofs_of

    def counting(*arguments: Any) -> Any:
        begun.append(1)
        return work(*arguments)

    monkeypatch.setattr(driver, "_proofs_of", counting)
    run(3, 16, out, certify=True, executor=Here())
    assert out.read_bytes() == whole
    assert len(begun) == 10 - 7
    assert not folder.exists()


@pytest.mark.parametrize("damage", ["cut", "altered", "empty"])
def test_a_part_that_was_damaged_is_found_again(whole: bytes, tmp_path: Path, damage: str) -> None:
    out = tmp_path / "atlas"
    interrupted(out, 3)
    part = sorted((tmp_path / "atlas.parts").glob("part-*.json"))[1]
    text = part.read_text()
    altered = re.sub(r'"row..:', r"\g<0>1", text, count=1)
    assert altered != text
    part.write_text({"cut": text[:-9], "altered": altered, "empty": ""}[damage])
    run(3, 16, out, certify=True, executor=Here())
    assert out.read_bytes() == whole


def test_parts_of_another_run_are_refused_and_stay(whole: bytes, tmp_path: Path) -> None:
    out, folder = tmp_path / "atlas", tmp_path / "atlas.parts"
    interrupted(out, 2)
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    for other in [{"size": 17}, {"limit": 399}, {"modulus": 4}, {"most": 9}]:
        arguments = {"modulus": 3, "size": 16, "limit": LIMIT, "most": None, **other}
        with pytest.raises(ValueError, match="holds parts of another atlas"):
            run(out=out, certify=True, executor=Here(), **arguments)  # type: ignore[arg-type]
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before
    run(2, 16, out)  # without certificates it has no parts, and touches none
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before
    run(3, 16, out, certify=True, executor=Here())
    assert out.read_bytes() == whole


def test_parts_found_by_other_code_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupted(tmp_path / "atlas", 2)
    monkeypatch.setattr(driver, "_code", lambda: digest("another search"))
    with pytest.raises(ValueError, match="or of another version"):
        run(3, 16, tmp_path / "atlas", certify=True, executor=Here())


def test_a_folder_that_is_not_ours_is_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "atlas.parts"
    folder.mkdir()
    (folder / "mine").write_text("precious")
    with pytest.raises(ValueError, match="is in the way: it holds no parts of an atlas"):
        run(1, 4, tmp_path / "atlas", certify=True, executor=Here())
    assert (folder / "mine").read_text() == "precious"
    (folder / "job.json").write_text(json.dumps({"mine": True}))
    with pytest.raises(ValueError, match="holds parts of another atlas"):
        run(1, 4, tmp_path / "atlas", certify=True, executor=Here())
    assert {file.name for file in folder.iterdir()} == {"mine", "job.json"}


def test_a_file_that_is_no_atlas_is_left_alone(tmp_path: Path) -> None:
    out = tmp_path / "atlas"
    out.write_text("precious")
    with pytest.raises(ValueError, match=r"is not an atlas, .*; it is left as it is"):
        run(1, 4, out, certify=True, executor=Here())
    assert [file.name for file in tmp_path.iterdir()] == ["atlas"]
    assert out.read_text() == "precious"


def test_only_what_the_checker_takes_for_a_proof_enters_the_atlas(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, wrong = certified(2)[0]
    monkeypatch.setattr(search, "find", lambda rules, limit: wrong)
    atlas = made(3, 16, True, Here())
    assert {line["certificate"] for line in atlas.lines} == {None}


RIVER = "1,4; 1,5; 2,4; 2,5; 3,4; 3,5; 4,5"
"""A game that is wild for more than a thousand rows, and then of period 10."""


def test_unexplained_games_are_searched_again_for_other_proofs(tmp_path: Path) -> None:
    path, size = tmp_path / "five.parquet", 16
    families = ["1,3; 2,3; 2,4; 1,2,5", "1,3; 2,3; 2,4; 3,4; 1,2,5", RIVER, "1,2; 1,3"]
    games = [read_family(5, family) for family in families]
    shown = [driver.pattern(rules, size) for rules in games]
    lines = [
        table.line(rules, of, 1, good, size, driver.certificate_of(rules, 60))
        for rules, (of, good) in zip(games, shown, strict=True)
    ]
    table.write(path, table.Atlas((5,), size, 60, None, lines))
    done: list[tuple[int, int]] = []
    assert driver.search_again(path, 5).lines == lines  # too few rows for any of them
    atlas = driver.search_again(path, 2000, lambda *numbers: done.append(numbers))
    assert [each["class"] for each in atlas.lines[:3]] == ["counting", "counting", "diagonal"]
    assert (atlas.lines[2]["row"], atlas.lines[2]["period"]) == (1175, 10)
    assert table.read(path).lines == atlas.lines and done[-1] == (3, 3)
    with workers(1) as executor:
        assert not verify.check(path, executor).faults
        wrong = atlas.lines[0]["staircase"].replace('"then":', '"then":5')
        bad = [{**atlas.lines[0], "staircase": wrong}, *atlas.lines[1:]]
        table.write(path, table.Atlas((5,), size, 60, None, bad))
        assert len(verify.check(path, executor).faults) == 1
