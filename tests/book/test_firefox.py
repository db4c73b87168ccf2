"""The book in Firefox: what is checked in Chromium in depth, once more in short."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.book import test_pages
from tests.book.conftest import ROOT, served
from tests.book.test_live import IN_FIREFOX
from tests.book.test_pages import PAGES, blank, drawing, press, turned_to, use_explorers, visit
from tools.serve import HOST

pytestmark = pytest.mark.xdist_group("firefox")  # which starts once


NOTEBOOKS = [name for name in PAGES if (ROOT / f"{name}.ipynb").exists()]


@pytest.fixture(scope="module")
def tab(firefox: Browser) -> Iterator[Page]:
    """A page in which many are opened, one after another."""
    with blank(firefox) as page:
        yield page


# The other pages are text, and what is in all of them; some chapters even run live in Firefox.
@pytest.mark.parametrize("name", [name for name in NOTEBOOKS if name not in IN_FIREFOX])
def test_a_page_opens_in_firefox(name: str, tab: Page, site: str) -> None:
    with turned_to(tab, f"{site}/{name}.html") as view:
        assert all(drawing(explorer) for explorer in view.page.locator(".nt-explorer").all())
        test_pages.test_a_page_asks_no_other_host_for_anything(view)
        test_pages.test_a_page_opens_without_an_error(view)


# With sliders, and with menus.
@pytest.mark.parametrize("name", ["book/intro", "notebooks/07_composite_moduli"])
def test_explorers_react_in_firefox(name: str, tab: Page, site: str) -> None:
    with turned_to(tab, f"{site}/{name}.html") as view:
        use_explorers(view.page, press, None)
        test_pages.test_a_page_opens_without_an_error(view)


def test_firefox_tells_of_errors_and_of_other_hosts(firefox: Browser, tmp_path: Path) -> None:
    elsewhere = "https://elsewhere.invalid/script.js"
    (tmp_path / "index.html").write_text(
        f"""<!doctype html>
        <script src="{elsewhere}"></script>
        <script src="absent.js"></script>
        <script>console.error("a complaint"); throw new Error("a mistake");</script>""",
        "utf8",
    )
    with served(tmp_path) as http:
        here = f"http://{HOST}:{http.server_port}/"
        with visit(firefox, here) as view:
            assert {here, elsewhere, f"{here}absent.js"} <= set(view.requests)
            assert {f"failed: {elsewhere}", "a complaint", "a mistake"} <= set(view.errors)
            assert {response.status for response in view.responses} == {200, 404}
