"""Smoke tests of the book in Firefox; the thorough tests use Chromium."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.book import test_live, test_pages
from tests.book.conftest import ROOT
from tests.book.test_live import CHAPTERS, Woken
from tests.book.test_pages import PAGES, drawing, visit

live_window, woken, live = test_live.live_window, test_live.woken, test_live.live

pytestmark = [
    pytest.mark.xdist_group("firefox"),
    pytest.mark.full,
]  # a single group, so that Firefox starts only once

NOTEBOOKS = [name for name in PAGES if (ROOT / f"{name}.ipynb").exists()]


@pytest.fixture(scope="module")
def browser(firefox: Browser) -> Browser:
    return firefox


# Skip the other pages: they contain only text and the elements common to all pages.
@pytest.mark.parametrize("name", NOTEBOOKS)
def test_page_opens_in_firefox(name: str, browser: Browser, site: str) -> None:
    with visit(browser, f"{site}/{name}.html") as view:
        assert all(drawing(explorer) for explorer in view.page.locator(".nt-explorer").all())
        test_pages.test_page_requests_no_other_host(view)
        test_pages.test_page_opens_without_errors(view)


@pytest.mark.parametrize("woken", [CHAPTERS[0]], indirect=True)
def test_chapter_runs_live_in_firefox(live: Woken) -> None:
    test_live.test_labs_wake_in_place(live)
    test_live.test_engine_replies_to_clicked_and_typed_moves(live)
    test_live.test_labs_redraw_when_inputs_change(live)
    test_live.test_keyboard_focus_stays_on_the_board(live)
