"""The book as a PDF: what `make pdf` has printed, against the pages of the built book."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unicodedata import normalize

import pytest
from bs4 import BeautifulSoup, Tag
from pypdf import PdfReader

from conftest import PAGES
from nimbook import CHAPTERS
from nimbook.exercises import exercises_of
from tools import pdf, stills


def bookmarks(entries: list[Any], depth: int = 0) -> list[tuple[int, str]]:
    """Return the bookmarks of a PDF with their depths, in its order."""
    found: list[tuple[int, str]] = []
    for entry in entries:
        if isinstance(entry, list):
            found += bookmarks(entry, depth + 1)
        else:
            found.append((depth, entry.title))
    return found


def headings(page: Tag) -> list[tuple[int, str]]:
    """Return the headings of a built page, with their depths."""
    for link in page.select(".headerlink"):
        link.decompose()
    return [(int(each.name[1]) - 1, each.get_text()) for each in page.select("h1, h2, h3, h4")]


def expected_headings(book: Path) -> list[tuple[int, str]]:
    """Return the headings of all pages that are printed, in order."""
    found = [(0, "Contents")]
    for name in stills.names():
        page = BeautifulSoup((book / f"{name}.html").read_text("utf8"), "html.parser")
        article = page.select_one(".bd-article")
        assert article
        if name == stills.ANSWERS:
            found += [(0, "Answers to the exercises"), *headings(article)[1:]]
        else:
            found += headings(article)
    return found


def plain(text: str) -> str:
    """Return text without blanks and ligatures."""
    return re.sub(r"\s+", "", normalize("NFKC", text))


@pytest.mark.full
@pytest.mark.xdist_group("pdf")
def test_the_whole_book_is_printed(
    book: Path, record_property: Callable[[str, object], None]
) -> None:
    path = book / pdf.PDF.name
    assert path.exists(), "the book is not printed: run `make pdf`"
    reader = PdfReader(path)
    assert bookmarks(reader.outline) == expected_headings(book)
    notes = [note.get_object() for page in reader.pages for note in page.get("/Annots") or []]
    inside = {str(note["/Dest"]).removeprefix("/") for note in notes if "/Dest" in note}
    assert inside <= {name.removeprefix("/") for name in reader.named_destinations}
    texts = [plain(page.extract_text()) for page in reader.pages]
    assert min(map(len, texts)) >= 50, "a page is empty"
    everything = "".join(texts)
    for chapter in CHAPTERS:
        for exercise in exercises_of(chapter):
            # What is raised is elsewhere in the text of a PDF.
            for part in BeautifulSoup(exercise.solved, "html.parser").strings:
                assert plain(part) in everything, (chapter, exercise.id)
    record_property(PAGES, len(texts))
