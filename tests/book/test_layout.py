"""What a reader sees of a page: nothing is told too early, or told twice."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Browser, Locator

from tests.book.conftest import ROOT
from tests.book.test_pages import PAGES, parsed, visit
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


@pytest.mark.parametrize("name", PAGES)
def test_a_title_says_nothing_twice(name: str, book: Path) -> None:
    title = parsed(book / f"{name}.html").title
    assert title
    parts = title.text.split(" — ")
    assert len(parts) == len(set(parts))


def test_a_cut_is_of_the_picture_above(browser: Browser, site: str) -> None:
    """Every edge has the letter, and the place, that it has where a reader first sees it."""
    with visit(browser, f"{site}/notebooks/05_gallery.html") as gallery:
        explorer = gallery.page.locator(".nt-explorer").filter(
            has=gallery.page.get_by_label("cut", exact=True)
        )
        above = _letters(explorer.locator("xpath=preceding::*[name()='svg'][@role='img'][1]"))
        menu = explorer.locator("select")
        cuts = menu.locator("option").all_inner_texts()
        assert len(cuts) > 1
        assert {letter for letter, *_ in above} == set(cuts)
        for cut in cuts:
            menu.select_option(label=cut)
            left = _letters(explorer.locator("svg[role=img]").filter(visible=True))
            assert left < above
            assert cut not in {letter for letter, *_ in left}


def _letters(picture: Locator) -> set[tuple[str, ...]]:
    """Return the letters of a picture of Hackenbush, and where they stand."""
    found = picture.locator("text").evaluate_all(
        """texts => texts.map((text) => [text.textContent, text.getAttribute("x"),
          text.getAttribute("y")]).filter(([letter]) => /[a-z]/.test(letter))"""
    )
    return {tuple(letter) for letter in found}
