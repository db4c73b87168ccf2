"""The book in Firefox: what is checked in Chromium in depth, once more in short."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.book import test_live, test_pages
from tests.book.conftest import ROOT
from tests.book.test_live import CHAPTERS, Woken
from tests.book.test_pages import PAGES, drawing, visit

live_window, woken, live = test_live.live_window, test_live.woken, test_live.live

pytestmark = [pytest.mark.xdist_group("firefox"), pytest.mark.full]  # which starts once

NOTEBOOKS = [name for name in PAGES if (ROOT / f"{name}.ipynb").exists()]


@pytest.fixture(scope="module")
def browser(firefox: Browser) -> Browser:
    return firefox


# The other pages are text, and what is in all of them.
@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_page_opens_in_firefox(name: str, browser: Browser, site: str) -> None:
    with visit(browser, f"{site}/{name}.html") as view:
        assert all(drawing(explorer) for explorer in view.page.locator(".nt-explorer").all())
        test_pages.test_a_page_asks_no_other_host_for_anything(view)
        test_pages.test_a_page_opens_without_an_error(view)


@pytest.mark.parametrize("woken", [CHAPTERS[0]], indirect=True)
def test_a_chapter_runs_live_in_firefox(live: Woken) -> None:
    test_live.test_every_lab_wakes_in_its_place(live)
    test_live.test_the_engine_replies_to_clicks_and_to_what_is_typed(live)
    test_live.test_a_lab_is_drawn_anew_when_its_inputs_change(live)
    test_live.test_the_keyboard_goes_on_where_a_move_was_made(live)
