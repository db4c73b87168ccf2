"""The atlas as a file: what is written is read, and what was altered is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from nimtwist.atlas.certificate import Certificate, Power
from nimtwist.atlas.driver import pattern
from nimtwist.atlas.table import COLUMNS, Atlas, line, read, write
from nimtwist.games import BlockingNim
from tests.nimtwist.atlas.proofs import certified


@pytest.fixture(scope="module")
def atlas() -> Atlas:
    patterns = [(rules, proof, *pattern(rules, 16)) for rules, proof in certified(3)]
    lines = [line(rules, name, 1, good, 16, proof) for rules, proof, name, good in patterns]
    return Atlas((3,), 16, 400, 5, lines)


def test_the_same_atlas_has_the_same_bytes_and_documents_itself(
    atlas: Atlas, tmp_path: Path
) -> None:
    for name in "ab":
        write(tmp_path / name, atlas)
    assert read(tmp_path / "a") == atlas
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a", "b"]
    schema = pq.read_schema(tmp_path / "a")
    assert {field.name: field.metadata[b"says"].decode() for field in schema} == {
        name: says for name, (_, says) in COLUMNS.items()
    }


def test_a_line_has_the_density_and_the_slopes() -> None:
    rules, word = BlockingNim(4, [{2, 3}, {1, 2, 4}]), (Power(b"\1\0", 2, 1), Power(b"\1", 0, 4))
    found = line(rules, "", 1, 64, 16, Certificate(4, 2, word, b"\0"))
    assert (found["density"], found["slopes"]) == (0.25, "1 3")
    assert line(rules, "", 1, 64, 16, None)["slopes"] is None


def test_a_file_cut_or_altered_in_any_place_says_the_same_or_is_refused(
    atlas: Atlas, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    path = tmp_path / "a"
    write(path, atlas)
    good = path.read_bytes()
    step = 1 if pytestconfig.getoption("full") else 97
    refused = 0
    for place in range(0, len(good), step):
        path.write_bytes(good[:place])
        with pytest.raises(ValueError, match="not an atlas, or was cut short or altered"):
            read(path)
        path.write_bytes(good[:place] + bytes([good[place] ^ 0x11]) + good[place + 1 :])
        try:
            assert read(path) == atlas
        except ValueError:
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
        (relabelled(lambda about: about.update(format=3)), "has the format 3; this version reads"),
        (relabelled(lambda about: about.update(limit=500)), "was altered: its digest is not that"),
        (lambda found: found.slice(1), "was altered: its digest is not that"),
        (lambda found: found.drop_columns(["good"]), "does not have the columns of an atlas"),
    ],
)
def test_other_tables_are_refused(
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
def test_a_bad_line_is_named(atlas: Atlas, tmp_path: Path, column: str, value: object) -> None:
    lines = [*atlas.lines[:4], {**atlas.lines[4], column: value}, *atlas.lines[5:]]
    write(tmp_path / "a", replace(atlas, lines=lines))
    with pytest.raises(ValueError, match=r"game 5: [^A-Z]"):
        read(tmp_path / "a")


def test_if_it_cannot_be_written_the_old_file_stays(
    atlas: Atlas, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(old: Path, new: Path) -> None:
        assert old.exists()
        raise OSError(28, "No space left on device", str(new))

    write(tmp_path / "a", atlas)
    before = (tmp_path / "a").read_bytes()
    monkeypatch.setattr("os.replace", full)
    with pytest.raises(OSError, match="No space left"):
        write(tmp_path / "a", replace(atlas, lines=[]))
    assert [file.name for file in tmp_path.iterdir()] == ["a"]
    assert (tmp_path / "a").read_bytes() == before
