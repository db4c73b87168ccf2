"""The atlas as a file: what is written is read, and what was altered is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from nimtwist.atlas.driver import pattern
from nimtwist.atlas.kinds import LONG
from nimtwist.atlas.table import COLUMNS, Atlas, line, read, write
from tests.nimtwist.atlas.certificates import certified

SIZE = 16
LINES = [
    line(rules, name, 1, good, SIZE, proof)
    for rules, proof in certified(3)
    for name, good in [pattern(rules, SIZE)]
]
ATLAS = Atlas((3,), SIZE, 400, None, LINES)
NONE = Atlas((3,), SIZE, None, None, [])


def written(atlas: Atlas) -> Atlas:
    with TemporaryDirectory() as folder:
        write(Path(folder) / "atlas", atlas)
        return read(Path(folder) / "atlas")


def test_what_is_written_is_read_and_has_the_same_bytes_each_time(tmp_path: Path) -> None:
    for name in "ab":
        write(tmp_path / name, ATLAS)
    assert read(tmp_path / "a") == ATLAS
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a", "b"]


def test_the_file_documents_itself(tmp_path: Path) -> None:
    write(tmp_path / "a", ATLAS)
    schema = pq.read_schema(tmp_path / "a")
    assert schema.names == list(COLUMNS)
    for name, (kind, says) in COLUMNS.items():
        assert schema.field(name).type == kind
        assert schema.field(name).metadata == {b"says": says.encode()}
    assert str(LONG) in COLUMNS["long"][1]
    about = json.loads(schema.metadata[b"nimtwist.atlas"])
    assert about == {
        "format": 2,
        **{"moduli": [3], "size": SIZE, "limit": 400, "most": None},
        "digest": about["digest"],
    }


def test_a_file_that_was_cut_or_altered_in_any_place_says_the_same_or_is_refused(
    tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    path = tmp_path / "a"
    write(path, ATLAS)
    good = path.read_bytes()
    step = 1 if pytestconfig.getoption("full") else 97
    refused = 0
    for place in range(0, len(good), step):
        path.write_bytes(good[:place])
        with pytest.raises(ValueError, match="not an atlas, or was cut short or altered"):
            read(path)
        path.write_bytes(good[:place] + bytes([good[place] ^ 0x11]) + good[place + 1 :])
        try:
            assert read(path) == ATLAS
        except ValueError as error:
            assert str(path) in str(error)
            refused += 1
    assert refused > len(good) / step / 2


def relabelled(change: Callable[[dict[str, Any]], object]) -> Callable[[pa.Table], pa.Table]:
    def changed(found: pa.Table) -> pa.Table:
        about = json.loads(found.schema.metadata[b"nimtwist.atlas"])
        change(about)
        return found.replace_schema_metadata({b"nimtwist.atlas": json.dumps(about)})

    return changed


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda found: found.replace_schema_metadata(), "is Parquet, but not an atlas"),
        (relabelled(lambda about: about.pop("size")), "is Parquet, but not an atlas"),
        (relabelled(lambda about: about.update(format=3)), "has the format 3; this version reads"),
        (relabelled(lambda about: about.update(limit=500)), "was altered: its digest is not that"),
        (lambda found: found.slice(1), "was altered: its digest is not that"),
        (lambda found: found.drop_columns(["good"]), "does not have the columns of an atlas"),
    ],
)
def test_other_tables_are_refused(
    tmp_path: Path, change: Callable[[pa.Table], pa.Table], reason: str
) -> None:
    path = tmp_path / "a"
    write(path, ATLAS)
    pq.write_table(change(pq.read_table(path)), path)
    with pytest.raises(ValueError, match=reason):
        read(path)


@pytest.mark.parametrize(
    ("column", "value", "reason"),
    [
        ("antichain", "1; 1,2", r"'1; 1,2' is not an antichain: \[1, 2\] contains \[1\]"),
        ("antichain", "4", "a forbidden residue must be a whole number, from 1 to 3, not 4"),
        ("antichain", "2; 1", "'2; 1' is not how the atlas writes '1; 2'"),
        ("antichain", None, "not from None"),
        ("modulus", 7, "the modulus must be a whole number, from 1 to 6, not 7"),
        ("certificate", "{}", "a certificate is a JSON object"),
        (
            "class",
            "box",
            "a class is boxes, bounded, diagonal, wedge, counting, unexplained, not 'box'",
        ),
    ],
)
def test_a_line_that_is_none_is_named(
    tmp_path: Path, column: str, value: object, reason: str
) -> None:
    lines = [*LINES[:4], {**LINES[4], column: value}, *LINES[5:]]
    write(tmp_path / "a", replace(ATLAS, lines=lines))
    with pytest.raises(ValueError, match=f"game 5: .*{reason}"):
        read(tmp_path / "a")


def test_if_it_cannot_be_written_what_was_there_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(old: Path, new: Path) -> None:
        assert old.exists()
        raise OSError(28, "No space left on device", str(new))

    write(tmp_path / "a", ATLAS)
    before = (tmp_path / "a").read_bytes()
    monkeypatch.setattr("os.replace", full)
    with pytest.raises(OSError, match="No space left"):
        write(tmp_path / "a", NONE)
    assert [file.name for file in tmp_path.iterdir()] == ["a"]
    assert (tmp_path / "a").read_bytes() == before
