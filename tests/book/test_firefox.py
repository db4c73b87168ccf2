"""The book in Firefox: what is checked in Chromium in depth, once more in short."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.book import test_pages
from tests.book.conftest import ROOT
from tests.book.test_live import IN_FIREFOX
from tests.book.test_pages import PAGES, drawing, visit

pytestmark = [IN_FIREFOX, pytest.mark.full]

NOTEBOOKS = [name for name in PAGES if (ROOT / f"{name}.ipynb").exists()]


# The other pages are text, and what is in all of them; some chapters even run live in Firefox.
@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_page_opens_in_firefox(name: str, firefox: Browser, site: str) -> None:
    with visit(firefox, f"{site}/{name}.html") as view:
        assert all(drawing(explorer) for explorer in view.page.locator(".nt-explorer").all())
        test_pages.test_a_page_asks_no_other_host_for_anything(view)
        test_pages.test_a_page_opens_without_an_error(view)
