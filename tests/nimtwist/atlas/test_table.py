"""Tests for atlas files: round trips, damaged files, and tables that are not a valid atlas."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from nimtwist._files import locked
from nimtwist.atlas.certificate import Certificate, Power
from nimtwist.atlas.driver import pattern, run, search_again
from nimtwist.atlas.table import COLUMNS, Atlas, line, read, write
from nimtwist.games import BlockingNim
from tests.lib.processes import InlineExecutor
from tests.lib.proofs import certified


@pytest.fixture(scope="module")
def atlas() -> Atlas:
    patterns = [(rules, proof, *pattern(rules, 16)) for rules, proof in certified(3)]
    lines = [line(rules, name, 1, good, 16, proof) for rules, proof, name, good in patterns]
    return Atlas((3,), 16, 400, 5, lines)


def test_files_are_reproducible_and_describe_their_columns(atlas: Atlas, tmp_path: Path) -> None:
    for name in "ab":
        write(tmp_path / name, atlas)
    assert read(tmp_path / "a") == atlas
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a", "b"]
    schema = pq.read_schema(tmp_path / "a")
    assert {field.name: field.metadata[b"says"].decode() for field in schema} == {
        name: text for name, (_, text) in COLUMNS.items()
    }


def test_density_and_slopes_of_a_line() -> None:
    rules, word = BlockingNim(4, [{2, 3}, {1, 2, 4}]), (Power(b"\1\0", 2, 1), Power(b"\1", 0, 4))
    result = line(rules, "", 1, 64, 16, Certificate(4, 2, word, b"\0"))
    assert (result["density"], result["slopes"]) == (0.25, "1 3")
    assert line(rules, "", 1, 64, 16, None)["slopes"] is None


def test_damaged_files_are_rejected_unless_read_correctly(
    atlas: Atlas, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    path = tmp_path / "a"
    write(path, atlas)
    good = path.read_bytes()
    step = 1 if pytestconfig.getoption("full") else 97
    rejected = 0
    for i in range(0, len(good), step):
        path.write_bytes(good[:i])
        with pytest.raises(ValueError, match="not an atlas, or was cut short or altered"):
            read(path)
        path.write_bytes(good[:i] + bytes([good[i] ^ 0x11]) + good[i + 1 :])
        try:
            assert read(path) == atlas
        except ValueError:
            rejected += 1
    assert rejected > len(good) / step / 2


def change_header(change: Callable[[dict[str, Any]], object]) -> Callable[[pa.Table], pa.Table]:
    def changed(table: pa.Table) -> pa.Table:
        header = json.loads(table.schema.metadata[b"nimtwist.atlas"])
        change(header)
        return table.replace_schema_metadata({b"nimtwist.atlas": json.dumps(header)})

    return changed


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda table: table.replace_schema_metadata(), "is a Parquet file, but not an atlas"),
        (change_header(lambda header: header.update(format=3)), "has format 3, but this version"),
        (
            change_header(lambda header: header.update(limit=500)),
            "was altered: its digest does",
        ),
        (lambda table: table.slice(1), "was altered: its digest does"),
        (lambda table: table.drop_columns(["good"]), "does not have the columns of an atlas"),
    ],
)
def test_other_tables_are_rejected(
    atlas: Atlas, tmp_path: Path, change: Callable[[pa.Table], pa.Table], reason: str
) -> None:
    path = tmp_path / "a"
    write(path, atlas)
    pq.write_table(change(pq.read_table(path)), path)
    with pytest.raises(ValueError, match=reason):
        read(path)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("antichain", "1; 1,2"),
        ("antichain", "2; 1"),
        ("modulus", 7),
        ("certificate", "{}"),
        ("class", "box"),
    ],
)
def test_errors_name_the_bad_line(atlas: Atlas, tmp_path: Path, column: str, value: object) -> None:
    lines = [*atlas.lines[:4], {**atlas.lines[4], column: value}, *atlas.lines[5:]]
    write(tmp_path / "a", replace(atlas, lines=lines))
    with pytest.raises(ValueError, match=r"game 5: [^A-Z]"):
        read(tmp_path / "a")


def test_a_failed_write_keeps_the_old_file(
    atlas: Atlas, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def disk_full(old: Path, new: Path) -> None:
        assert old.exists()
        raise OSError(28, "No space left on device", str(new))

    write(tmp_path / "a", atlas)
    before = (tmp_path / "a").read_bytes()
    monkeypatch.setattr("os.replace", disk_full)
    with pytest.raises(OSError, match="No space left"):
        write(tmp_path / "a", replace(atlas, lines=[]))
    assert [file.name for file in tmp_path.iterdir()] == ["a"]
    assert (tmp_path / "a").read_bytes() == before


def test_an_atlas_that_another_process_is_writing_is_not_written(
    atlas: Atlas, tmp_path: Path
) -> None:
    path = tmp_path / "a"
    write(path, atlas)
    refused = pytest.raises(ValueError, match=r"another process is writing .*a': wait until")
    with locked(str(path)):
        with refused:
            run(2, 8, path, InlineExecutor())
        with refused:
            search_again(path, 8)
    assert search_again(path, 8) == atlas
