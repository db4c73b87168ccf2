"""The data that the book ships are what the command makes, byte for byte."""

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
from tests.nimtwist.test_processes import Here

DIGEST = Path(__file__).with_name("atlas.sha256")
"""The SHA-256 of the file whose every certificate has been checked. After `make full`:

`sha256sum src/nimbook/data/atlas.parquet > tests/nimbook/atlas.sha256`
"""


def test_the_file_is_the_one_that_was_checked() -> None:
    digest, name = DIGEST.read_text("utf8").split()
    assert Path(name).name == ATLAS.name
    assert hashlib.sha256(ATLAS.read_bytes()).hexdigest() == digest


shipped = cache(partial(read, ATLAS))


def test_every_game_has_one_line_and_games_with_a_pattern_are_counted() -> None:
    lines = shipped().lines
    names = [[show_family(rules) for rules in antichains(modulus)] for modulus in range(1, 6)]
    found = [[line["antichain"] for line in lines if line["modulus"] == n] for n in range(1, 6)]
    assert [*map(sorted, found)] == [*map(sorted, names)]
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
def test_a_line_altered_in_one_column_is_noticed(column: str) -> None:
    line = next(line for line in shipped().lines if line["modulus"] == 3 and line["certificate"])
    assert _faults([line], shipped().size) == []
    altered = line | {column: ALTERED[column](line[column])}
    assert len(_faults([altered], shipped().size)) == 1


def test_the_lines_up_to_modulus_4_are_those_of_a_new_run(tmp_path: Path) -> None:
    again = run([1, 2, 3, 4], shipped().size, tmp_path / "again", Here(), certify=True)
    assert (shipped().moduli, shipped().limit, shipped().most) == (
        (1, 2, 3, 4, 5),
        again.limit,
        None,
    )
    assert [line for line in shipped().lines if line["modulus"] < 5] == [*again.lines]


@pytest.mark.full
@pytest.mark.timeout(7200)
def test_one_command_makes_the_same_bytes(tmp_path: Path) -> None:
    made = tmp_path / "atlas.parquet"
    assert main(["--modulus", "1-5", "--size", "64", "--certify", "--out", str(made)]) == 0
    assert main(["--again", str(made), "--limit", "4000"]) == 0
    assert made.read_bytes() == ATLAS.read_bytes()


@pytest.mark.full
@pytest.mark.timeout(3600)
def test_every_certificate_that_ships_is_a_proof() -> None:
    assert main(["--check", str(ATLAS)]) == 0
