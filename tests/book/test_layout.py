"""What a reader sees of a page: nothing is told too early, or told twice."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from conftest import SHIFT
from tests.book.test_pages import OBSERVE, PAGES, PHONE, READY, window


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.full) for name in PAGES],
)
def test_a_page_stays_in_its_place_while_it_loads(
    browser: Browser, site: str, name: str, record_property: Callable[[str, object], None]
) -> None:
    """On a phone: what is read first is not pushed down by what comes later."""
    with window(browser, "light", PHONE) as context:
        page = context.new_page()
        page.add_init_script(OBSERVE)
        page.goto(f"{site}/{name}.html")
        page.wait_for_function(READY)
        loading = page.evaluate("loading()")
        record_property(SHIFT, round(1000 * loading["shift"]))
        assert loading["largest"] > 0
        assert loading["shift"] < 0.005


def test_an_experiment_stands_in_its_page_before_any_script_has_come(
    browser: Browser, site: str
) -> None:
    """As high as it will be: what is below stays where it is."""
    heights = []
    for scripts, part in ((False, ".widget-still > *"), (True, ".widget-subarea > .lm-Widget")):
        with browser.new_context(java_script_enabled=scripts) as context:
            page = context.new_page()
            page.goto(f"{site}/notebooks/01_impartial_games.html")
            if scripts:
                page.wait_for_function(READY)
            boxes = [each.bounding_box() for each in page.locator(part).all()]
            heights.append([box["height"] for box in boxes if box])
    before, after = heights
    assert len(before) > 5
    assert before == pytest.approx(after, abs=1)
