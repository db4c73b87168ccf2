"""The chapters: their numbers, pages and titles, and their cards on the landing page."""

from __future__ import annotations

from pathlib import Path

import nbformat

from ext.trees import Site, element
from nimbook import CHAPTERS
from nimbook.exercises import exercises_of

FOLDER = "notebooks/"
"""The folder of the chapters' pages."""


def page_of(number: int, chapter: str) -> str:
    """Return the name of a chapter's page.

    >>> page_of(1, "impartial_games")
    'notebooks/01_impartial_games'
    """
    return f"{FOLDER}{number:02}_{chapter}"


def chapter_numbers() -> dict[str, int]:
    """Return the number of each chapter, by the name of its page.

    >>> chapter_numbers()["notebooks/02_muller_twist"]
    2
    """
    return {page_of(number, name): number for number, name in enumerate(CHAPTERS, 1)}


def title_of(path: Path) -> str:
    """Return the title of a notebook, which is the first line of its first cell."""
    first: str = nbformat.read(path, as_version=4).cells[0].source
    return first.partition("\n")[0].removeprefix("# ")


def add_progress(site: Site) -> None:
    """Add a place for the reader's progress to each chapter's card; a script fills it in."""
    numbers = chapter_numbers()
    for link in site.pages[site.app.config.root_doc].article.iter("a"):
        page = link.get("href", "").removeprefix("../").removesuffix(".html")
        if "sd-stretched-link" in link.get("class", "") and page in numbers:
            chapter = CHAPTERS[numbers[page] - 1]
            card = next(each for each in link.iterancestors() if "sd-card" in each.classes)
            marks = element("span", class_="door-marks", data_chapter=chapter)
            marks.set("data-exercises", str(len(exercises_of(chapter))))
            card.find_class("sd-card-body")[0].append(marks)
