"""What a reader sees of a page: nothing is told too early, or told twice."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Browser

from tests.book.conftest import ROOT
from tests.book.test_pages import PAGES, PHONE, READY, of_parsed_pages, parsed, window
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


@pytest.mark.full
@pytest.mark.parametrize("name", [page for page in PAGES if page.startswith("notebooks/")])
def test_a_chapter_stays_in_its_place_while_it_loads(
    browser: Browser, site: str, name: str
) -> None:
    """On a phone: what is read first is not pushed down by what comes later."""
    with window(browser, "light", PHONE) as context:
        page = context.new_page()
        page.add_init_script(
            """window.shift = 0; new PerformanceObserver((list) => {
              for (const {value} of list.getEntries()) window.shift += value;
            }).observe({type: "layout-shift", buffered: true});"""
        )
        page.goto(f"{site}/{name}.html")
        page.wait_for_function(READY)
        assert page.locator(".live-bar").count()
        assert page.evaluate("shift") < 0.1
