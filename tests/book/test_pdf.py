"""The book as a PDF: what `make pdf` has printed, against what the pages of the built book have."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup, Tag
from pypdf import PdfReader

from conftest import PAGES
from nimbook import CHAPTERS
from nimbook.exercises import exercises_of
from tools import portable, stills

STATE = "application/vnd.jupyter.widget-state+json"
REVEAL = "ToggleButtonsModel"


@dataclass(frozen=True)
class Printed:
    """What is to be known of a PDF."""

    bookmarks: list[tuple[int, str]]
    places: set[str]
    inside: list[str]
    outside: list[str]
    pages: list[str]


def bookmarks(entries: list[Any], depth: int = 0) -> list[tuple[int, str]]:
    """Return the bookmarks of a PDF with their depths, in its order."""
    found: list[tuple[int, str]] = []
    for entry in entries:
        if isinstance(entry, list):
            found += bookmarks(entry, depth + 1)
        else:
            found.append((depth, entry.title))
    return found


def read(path: Path) -> Printed:
    """Read a PDF."""
    reader = PdfReader(path)
    notes = [note.get_object() for page in reader.pages for note in page.get("/Annots") or []]
    outside = [note["/A"]["/URI"] for note in notes if "/URI" in note.get("/A", {})]
    inside = [str(note["/Dest"]).removeprefix("/") for note in notes if "/Dest" in note]
    assert len(inside) + len(outside) == len(notes)
    return Printed(
        bookmarks(reader.outline),
        {name.removeprefix("/") for name in reader.named_destinations},
        inside,
        outside,
        [page.extract_text() for page in reader.pages],
    )


@dataclass(frozen=True)
class Due:
    """What a PDF of the book must have: its headings, and how many experiments of each page."""

    headings: list[tuple[int, str]]
    experiments: Counter[str]


def headings(page: Tag) -> list[tuple[int, str]]:
    """Return the headings of a built page, with their depths."""
    for link in page.select(".headerlink"):
        link.decompose()
    return [
        (int(heading.name[1]) - 1, heading.get_text())
        for heading in page.select("h1, h2, h3, h4, h5, h6")
    ]


def experiments(page: BeautifulSoup) -> int:
    """Return how many experiments a built page has; a question is none."""
    many = len(page.select(".door, .atlas, .tag_try-it"))
    for script in page.select(f'script[type="{STATE}"]'):
        models = json.loads(script.get_text())["state"]
        for model in models.values():
            classes = model["state"].get("_dom_classes", [])
            parts = [models[name[10:]] for name in model["state"].get("children", [])]
            question = REVEAL in [part["model_name"] for part in parts]
            many += "nt-lab" in classes or ("nt-explorer" in classes and not question)
    return many


def due(book: Path) -> Due:
    """Return what the PDF of a built book must have."""
    found, many = [(0, "Contents")], Counter[str]()
    for name in stills.names():
        page = BeautifulSoup((book / f"{name}.html").read_text("utf8"), "html.parser")
        article = page.select_one(".bd-article")
        assert article
        many[name] = experiments(page)
        if name == stills.ANSWERS:
            found.append((0, "Answers to the exercises"))
            found += headings(article)[1:]
        else:
            found += headings(article)
    return Due(found, many)


def plain(text: str) -> str:
    """Return text without blanks, and without the ligatures of a font."""
    for one, two in (("ﬁ", "fi"), ("ﬂ", "fl"), ("ﬀ", "ff"), ("ﬃ", "ffi"), ("ﬄ", "ffl")):
        text = text.replace(one, two)
    return re.sub(r"\s+", "", text)


def flaws(printed: Printed, due: Due) -> list[str]:
    """Return what is wrong with the PDF of a book, a sentence each."""
    wrong = []
    if printed.bookmarks != due.headings:
        lost = [title for title in due.headings if title not in printed.bookmarks]
        wrong.append(f"the bookmarks are not the headings: {lost[:3]}")
    dead = {link for link in printed.inside if link not in printed.places}
    if dead or len(printed.inside) < len(due.headings):
        wrong.append(f"links lead nowhere: {sorted(dead)[:3]}")
    # A link of two lines is two, and what is near each other has one address.
    tried = Counter(
        re.sub(r".*/((?:book|notebooks)/\w+)[.]html#.*", r"\1", link)
        for link in printed.outside
        if re.search(r"[.]html#(?!lab-.*[?])", link)
    )
    for name, many in due.experiments.items():
        if tried[name] < many:
            wrong.append(f"{name} has {many} experiments, and {tried[name]} links to them")
    for number, text in enumerate(printed.pages, 1):
        if len(plain(text)) < 100:
            wrong.append(f"page {number} is empty")
    everything = plain("".join(printed.pages))
    for number, chapter in enumerate(CHAPTERS, 1):
        for step, exercise in enumerate(exercises_of(chapter), 1):
            # What is raised stands elsewhere in the text of a PDF.
            parts = BeautifulSoup(exercise.solved, "html.parser").strings
            if not all(plain(part) in everything for part in parts):
                wrong.append(f"the answer to exercise {number}.{step} is missing")
    return wrong


@pytest.fixture(scope="module")
def printed(book: Path) -> Printed:
    path = book / portable.PDF.name
    assert path.exists(), "the book is not printed: run `make pdf`"
    return read(path)


@pytest.fixture(scope="module")
def needed(book: Path) -> Due:
    return due(book)


@pytest.mark.full
@pytest.mark.xdist_group("pdf")
def test_the_whole_book_is_printed(
    printed: Printed, needed: Due, record_property: Callable[[str, object], None]
) -> None:
    assert not flaws(printed, needed)
    assert sum(needed.experiments.values()) > 80
    record_property(PAGES, len(printed.pages))
