"""Test how chapters are prepared for printing."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.lib.pages import READY, WIDE, visit

# Elements that must not be printed.
HIDDEN = """.bd-header, .bd-header-article, .bd-sidebar-primary, .bd-sidebar-secondary,
  .prev-next-footer, .bd-footer, #jb-print-docs-body, .headerlink, .live-bar, .live-toolbar,
  .copybtn, details.hide, .nt-actions, .slider-container, .nt-field label, .nt-download,
  .tag_try-it, .on-screen, .nt-lab .nt-stick"""


def visible(page: Page, selector: str) -> int:
    """Return the number of visible elements that match a selector."""
    count: int = page.locator(f"css:light={selector}").evaluate_all(
        "all => all.filter((each) => each.checkVisibility()).length"
    )
    return count


@pytest.mark.full
def test_chapter_is_prepared_for_printing_and_restored(browser: Browser, site: str) -> None:
    address = f"{site}/notebooks/02_muller_twist.html"
    with visit(browser, address, scheme="dark", width=WIDE) as view:
        page = view.page
        before = page.locator(".bd-article").inner_text()
        theme = "document.documentElement.dataset.theme"
        assert page.evaluate(theme) == "dark"
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        page.emulate_media(media="print")
        page.wait_for_function(READY)
        assert visible(page, HIDDEN) == 0
        assert page.locator("h1:visible").all_inner_texts() == ["2. Nim with a Muller twist"]
        assert page.evaluate(theme) == "light"
        predictions = page.locator(".nt-predict").all()
        assert len(predictions) > 2
        for prediction in predictions:
            expect(prediction).to_contain_text("The answer is")
            expect(prediction.locator(".nt-why")).to_be_visible()
        solutions = page.locator(".nt-exercise .nt-help > details:last-child > :not(summary)")
        assert (
            visible(page, ".nt-exercise .nt-help > details:last-child > :not(summary)")
            == solutions.count()
            > 7
        )
        for element in page.locator(".nt-lab, .nt-explorer").all():
            [link] = element.locator(".on-paper:visible a").all()
            fragment = urlsplit(link.get_attribute("href") or "").fragment
            assert link.inner_text() == f"{address}#{fragment}"
            assert fragment.startswith("lab-") or page.locator(f"[id='{fragment}']").count() == 1
        page.emulate_media(media="screen")
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        page.wait_for_function(READY)
        assert page.evaluate(theme) == "dark"
        assert page.locator(".bd-article").inner_text() == before
