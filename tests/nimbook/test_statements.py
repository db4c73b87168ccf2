"""Tests that theorem boxes in the chapters contain only true statements."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest

from tests.lib.verdicts import checked, with_the_ledger

# The workbench, the last notebook, states no theorems.
CHAPTERS = sorted(Path("notebooks").glob("*.ipynb"))[:-1]
BOX = re.compile(r":::\{prf:(?!proof)\w+\}.*?\n:::", re.DOTALL)
CLAIM = re.compile(r"\{claim\}`([^`]+)`")


def boxes(text: str) -> list[tuple[str, str]]:
    """Return each box (theorem, lemma, definition, …) and the text between it and the next box."""
    starts = [*BOX.finditer(text)]
    ends = [*(box.start() for box in starts[1:]), len(text)]
    return [(box[0], text[box.end() : end]) for box, end in zip(starts, ends, strict=True)]


@with_the_ledger
@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_false_printed_statements_are_outside_theorem_boxes(path: Path) -> None:
    cells = nbformat.read(path, as_version=4).cells
    text = "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    theorems = boxes(text)
    assert theorems
    before = text[: text.index(theorems[0][0])]
    for box, after in theorems:
        false = [
            id_
            for id_ in CLAIM.findall(box)
            if checked(id_).verdict.verdict in ("refuted", "conditional")
        ]
        assert not re.search("as printed", box, re.IGNORECASE), box
        # The statement as printed may also come before the box that contains its repair.
        assert not false or "s printed*" in after or "s printed*" in before[-1500:], (false, box)
        before += box + after
