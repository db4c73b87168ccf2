"""What a reader sees of a page: nothing is told too early, or told twice."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest

from tests.book.conftest import ROOT
from tests.book.test_pages import PAGES, of_parsed_pages, parsed
from tools import execute


@pytest.mark.parametrize("path", execute.notebooks(), ids=lambda path: path.stem)
def test_no_answer_stands_above_its_question(path: Path) -> None:
    """The source of a `reveal` has its answer in it."""
    told = [
        cell.source
        for cell in nbformat.read(ROOT / path, as_version=4).cells
        if "reveal(" in cell.source and "remove-input" not in cell.metadata.get("tags", [])
    ]
    assert not told


@of_parsed_pages
@pytest.mark.parametrize("name", PAGES)
def test_a_title_says_nothing_twice(name: str, book: Path) -> None:
    title = parsed(book / f"{name}.html").title
    assert title
    parts = title.text.split(" — ")
    assert len(parts) == len(set(parts))
