"""What CONTRIBUTING.md says of where things are is so."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import reduce
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf8")


def rows() -> Iterator[tuple[str, list[str], str]]:
    """Yield what to change, the places to open, and an example's dotted name or nothing."""
    for change, places, example in re.findall(r"^\| ([^|`]+) \| (.+) \|(.*)\|$", TEXT, re.M):
        if change != "to change":
            yield change, re.findall("`([^`]+)`", places), example.strip(" `")


ROWS = list(rows())


def found(place: str) -> list[Path]:
    """Return the files or folders that a place means, for any game or chapter in its brackets."""
    return list(ROOT.glob(re.sub("<[^>]+>", "*", place).rstrip("/")))


# Other names of what is in `algebra`, and what gathers or serves what the rooms have.
BESIDE = {"nimber.py", "ordinal.py"}
BESIDE |= {"claims.py", "samples.py", "sources.py"}


def test_every_room_is_in_the_table() -> None:
    opened = [hit for _, places, _ in ROWS for place in places for hit in found(place)]
    for path in (ROOT / "src").glob("nim*/[a-z]*"):
        if path.is_dir() or path.suffix == ".py":
            inside = any(path == hit or path in hit.parents for hit in opened)
            assert inside or path.name in BESIDE, f"{path.name} is in no line of the table"


@pytest.mark.parametrize(("change", "places", "example"), ROWS, ids=[row[0] for row in ROWS])
def test_a_line_of_the_table_is_true(change: str, places: list[str], example: str) -> None:
    assert all(map(found, places))
    if example:
        parts = example.split(".")
        for split in range(len(parts) - 1, 0, -1):
            try:
                module = import_module(".".join(parts[:split]))
            except ModuleNotFoundError:
                continue
            break
        home = Path(inspect.getsourcefile(reduce(getattr, parts[split:], module)) or "")
        assert any(hit == home or hit in home.parents for place in places for hit in found(place))


def test_the_files_of_the_example_are_five_and_have_it() -> None:
    [sentence] = re.findall(
        r"With its claim and its labs it is in five files: ([^.]+(?:\.\w[^.]*)+)", TEXT
    )
    names = re.findall("`([^`]+)`", sentence.replace("\n", " "))
    folder = next(name for name in names if name.endswith("/"))
    files = [name if "/" in name else folder + name for name in names if name != folder]
    assert len(files) == 5
    assert all("Kayles" in (ROOT / file).read_text("utf8") for file in files)
