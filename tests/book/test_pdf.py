"""Test that compares the PDF from `make pdf` with the pages of the built book."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unicodedata import normalize

import pytest
from bs4 import BeautifulSoup, Tag
from ext.offline import kept
from ext.trees import read_pages
from pypdf import PdfReader

from conftest import PAGES
from nimbook import CHAPTERS
from nimbook.exercises import exercises_of
from tools import pdf, stills
from tools.serve import HOST


def bookmarks(entries: list[Any], depth: int = 0) -> list[tuple[int, str]]:
    """Return the bookmarks of a PDF, each with its depth, in order."""
    result: list[tuple[int, str]] = []
    for entry in entries:
        if isinstance(entry, list):
            result += bookmarks(entry, depth + 1)
        else:
            result.append((depth, entry.title))
    return result


def headings(page: Tag) -> list[tuple[int, str]]:
    """Return the headings of a built page, each with its depth."""
    for link in page.select(".headerlink"):
        link.decompose()
    return [(int(each.name[1]) - 1, each.get_text()) for each in page.select("h1, h2, h3, h4")]


def expected_headings(book: Path) -> list[tuple[int, str]]:
    """Return the headings of all printed pages, in order."""
    result = [(0, "Contents")]
    for name in stills.page_names():
        page = BeautifulSoup((book / f"{name}.html").read_text("utf8"), "html.parser")
        article = page.select_one(".bd-article")
        assert article
        for section in article.select("section:has(> .tag_try-it)"):
            section.decompose()
        if name == stills.ANSWERS:
            result += [(0, "Answers to the exercises"), *headings(article)[1:]]
        else:
            result += headings(article)
    return result


def on_screen(book: Path) -> list[str]:
    """Return the sentences that say what to do on the screen."""
    pages = (book / f"{name}.html" for name in stills.page_names())
    soups = (BeautifulSoup(page.read_text("utf8"), "html.parser") for page in pages)
    return [each.get_text() for soup in soups for each in soup.select("p > .on-screen")]


def plain(text: str) -> str:
    """Normalize text: remove white space, and resolve ligatures."""
    return re.sub(r"\s+", "", normalize("NFKC", text))


@pytest.mark.full
@pytest.mark.xdist_group("pdf")
def test_pdf_contains_the_whole_book(
    book: Path, record_property: Callable[[str, object], None]
) -> None:
    path = book / pdf.PDF.name
    assert path.exists(), "there is no PDF: run `make pdf`"
    reader = PdfReader(path)
    assert bookmarks(reader.outline) == expected_headings(book)
    links = [link.get_object() for page in reader.pages for link in page.get("/Annots") or []]
    internal = {str(link["/Dest"]).removeprefix("/") for link in links if "/Dest" in link}
    assert internal <= {name.removeprefix("/") for name in reader.named_destinations}
    external = {str(link["/A"].get("/URI")) for link in links if "/A" in link}
    assert external and not [url for url in external if HOST in url or not url.startswith("http")]
    texts = [plain(page.extract_text()) for page in reader.pages]
    assert min(map(len, texts)) >= 50, "a page is empty"
    text = "".join(texts)
    instructions = on_screen(book)
    assert len(instructions) > 30
    assert not [words for words in instructions if plain(words) in text]
    for chapter in CHAPTERS:
        for exercise in exercises_of(chapter):
            # Compare piece by piece, because superscripts are displaced in the text of the PDF.
            for part in BeautifulSoup(exercise.solution_html, "html.parser").strings:
                assert plain(part) in text, (chapter, exercise.id)
    assert text.count(plain("Answer on page")) == sum(len(exercises_of(name)) for name in CHAPTERS)
    # The links to the PDF have changed pages that are kept for reading offline.
    worker = (book / "service_worker.js").read_text("utf8")
    assert json.loads(worker.partition("const KEPT = ")[2].partition(";")[0]) == kept(
        book, read_pages(book)
    )
    record_property(PAGES, len(texts))
