"""Tests that the shipped atlas can be rebuilt byte for byte and that altered lines are detected."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from nimbook.atlas import ATLAS
from nimtwist.atlas.command import main
from nimtwist.atlas.driver import run
from nimtwist.atlas.families import antichains, show_family
from nimtwist.atlas.table import read
from nimtwist.atlas.verify import _faults
from tests.lib.processes import InlineExecutor
from tools.certificates import MAX_LETTERS, SOURCE, cost, games, source

DIGEST = Path(__file__).with_name("atlas.sha256")
"""The SHA-256 of the file whose certificates have all been checked; update it after `make full`:

`sha256sum src/nimbook/data/atlas.parquet > tests/nimbook/atlas.sha256`
"""


def test_shipped_file_matches_the_checked_digest() -> None:
    digest, name = DIGEST.read_text("utf8").split()
    assert Path(name).name == ATLAS.name
    assert hashlib.sha256(ATLAS.read_bytes()).hexdigest() == digest


shipped = cache(partial(read, ATLAS))


def test_each_game_has_one_line_and_pattern_counts_agree() -> None:
    lines = shipped().lines
    names = [[show_family(rules) for rules in antichains(modulus)] for modulus in range(1, 6)]
    listed = [[line["antichain"] for line in lines if line["modulus"] == n] for n in range(1, 6)]
    assert [*map(sorted, listed)] == [*map(sorted, names)]
    games = Counter((line["modulus"], line["pattern"]) for line in lines)
    assert all(line["games"] == games[line["modulus"], line["pattern"]] for line in lines)


ALTERED: dict[str, Callable[[Any], Any]] = {
    "pattern": lambda pattern: pattern[::-1],
    "good": lambda good: good + 1,
    "density": lambda density: density / 2,
    "class": lambda name: "counting" if name != "counting" else "linear",
    "long": lambda long: not long,
    "period": lambda period: period + 1,
    "row": lambda row: row + 1,
    "exponents": lambda exponents: [*exponents, 1],
    "slopes": lambda slopes: f"{slopes} 7",
    "certificate": lambda text: text.replace('"row":', '"row":1'),
}


@pytest.mark.parametrize("column", ALTERED)
def test_altering_any_column_of_a_line_is_detected(column: str) -> None:
    line = next(line for line in shipped().lines if line["modulus"] == 3 and line["certificate"])
    assert _faults([line], shipped().size) == []
    altered = line | {column: ALTERED[column](line[column])}
    assert len(_faults([altered], shipped().size)) == 1


def test_a_new_run_reproduces_the_lines_up_to_modulus_3(tmp_path: Path) -> None:
    again = run([1, 2, 3], shipped().size, tmp_path / "again", InlineExecutor(), certify=True)
    assert (shipped().moduli, shipped().limit, shipped().most) == (
        (1, 2, 3, 4, 5),
        again.limit,
        None,
    )
    assert [line for line in shipped().lines if line["modulus"] < 4] == [*again.lines]


def test_exported_certificates_are_those_of_the_atlas() -> None:
    assert SOURCE.read_text("utf8") == source(games(range(1, 5)))


def test_rocq_can_check_all_certificates_modulo_5_but_one() -> None:
    """Chapter 12 says so."""
    [left_out] = [game for game in games([5]) if cost(game[2]) > MAX_LETTERS]
    assert left_out[2].period == 345_530


@pytest.mark.full
@pytest.mark.timeout(7200)
def test_commands_rebuild_the_file_byte_for_byte(tmp_path: Path) -> None:
    rebuilt = tmp_path / "atlas.parquet"
    assert main(["--modulus", "1-5", "--size", "64", "--certify", "--out", str(rebuilt)]) == 0
    assert main(["--again", str(rebuilt), "--limit", "32000"]) == 0
    assert rebuilt.read_bytes() == ATLAS.read_bytes()


@pytest.mark.full
@pytest.mark.timeout(3600)
def test_all_shipped_certificates_are_proofs() -> None:
    assert main(["--check", str(ATLAS)]) == 0
