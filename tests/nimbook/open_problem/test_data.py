"""The data that the book ships are what the command makes, byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest

from nimbook.open_problem import ATLAS
from nimtwist.atlas.command import main
from nimtwist.atlas.driver import run
from nimtwist.atlas.table import read


def test_the_lines_up_to_modulus_4_are_those_of_a_new_run(tmp_path: Path) -> None:
    shipped = read(ATLAS)
    again = run([1, 2, 3, 4], shipped.size, tmp_path / "again.parquet", certify=True, jobs=1)
    assert (shipped.moduli, shipped.limit, shipped.most) == ((1, 2, 3, 4, 5), again.limit, None)
    assert [line for line in shipped.lines if line["modulus"] < 5] == [*again.lines]


def test_the_data_are_small_and_nothing_in_them_stands_by_its_hash() -> None:
    assert ATLAS.stat().st_size < 2_000_000
    lines = read(ATLAS).lines
    assert len(lines) == 2 + 5 + 19 + 167 + 7580
    assert all(line["certificate"] for line in lines if line["modulus"] < 5)
    assert not any(line["sha256"] for line in lines)


@pytest.mark.full
@pytest.mark.timeout(7200)
def test_one_command_makes_the_same_bytes(tmp_path: Path) -> None:
    made = tmp_path / "atlas.parquet"
    assert main(["--modulus", "1-5", "--size", "64", "--certify", "--out", str(made)]) == 0
    assert made.read_bytes() == ATLAS.read_bytes()


@pytest.mark.full
@pytest.mark.timeout(3600)
def test_every_certificate_that_ships_is_a_proof() -> None:
    assert main(["--check", str(ATLAS)]) == 0
