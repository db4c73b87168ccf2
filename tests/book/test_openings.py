"""Tests of the games that open the chapters, on a phone and without Python."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from conftest import WIDGET_VIEW
from tests.lib.boards import opened
from tests.lib.pages import HEIGHT, PHONE, ROOT, phone
from tools.serve import BOOK

CHAPTERS = sorted(path.stem for path in Path(ROOT, "notebooks").glob("*.ipynb"))[:12]
MAX_TAPS = 60
"""More taps than any of the games needs if hints are followed."""


# Presses buttons of a board, in a pseudorandom order but the same each time. Returns those after
# which the focus is not on something in the board that can have it.
LOSES_FOCUS = """(board) => {
  const lost = [];
  const visible = (element) => element.checkVisibility({visibilityProperty: true});
  let random = 1;
  for (let i = 0; i < 100; i++) {
    const buttons = [...board.querySelectorAll(".nt-game button:enabled, [data-tool]")];
    const shown = buttons.filter(visible);
    random = (random * 16807) % 2147483647;
    const button = shown[random % shown.length], {outerHTML} = button;
    button.focus();
    button.click();
    const focus = document.activeElement;
    if (!board.contains(focus) || focus.disabled || !visible(focus)) lost.push(outerHTML);
  }
  return lost;
}"""


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_chapter_opens_with_a_game_that_can_be_played(
    browser: Browser, site: str, chapter: str
) -> None:
    with opened(browser, site, chapter, random=0.99) as visit:  # the opponents make no mistakes
        page = visit.page
        board = page.locator(".nt-written")
        message, hint = board.get_by_role("status"), board.get_by_role("button", name="Hint")
        for part in (page.locator(".bd-article h1"), board.locator(".nt-game"), message, hint):
            box = part.bounding_box()
            assert box and box["height"] > 0 and box["y"] + box["height"] <= HEIGHT, part
        page.set_viewport_size({"width": HEIGHT, "height": PHONE})
        box = board.bounding_box()
        assert box and box["height"] <= PHONE
        page.set_viewport_size({"width": PHONE, "height": HEIGHT})
        # A hint may mark both a stone and its destination; the stone must be tapped first.
        stone = board.locator(":not(.nt-choosing) > button.nt-hint.nt-stone")
        hinted = board.locator("button.nt-hint:not(.nt-chosen)")
        for _ in range(MAX_TAPS):
            if board.locator(".nt-won").count():
                break
            tap(next((part.first for part in (stone, hinted) if part.count()), hint))
        expect(message).to_contain_text("you win!")
        # Beating a level leads to the next; beating a rival, who has no levels, to the next page.
        levels = board.locator("[data-level]").count()
        expect(board.get_by_role("button", name="Next: good")).to_have_count(int(levels > 0))
        expect(board.locator(".nt-then a:visible")).to_have_count(int(levels == 0))
        assert board.evaluate(LOSES_FOCUS) == []


def test_a_page_works_without_a_widget_that_cannot_be_drawn(browser: Browser, site: str) -> None:
    """Draw all other widgets at once, keep the static copy of this one, and offer live mode."""
    name = f"notebooks/{CHAPTERS[0]}.html"
    html = Path(ROOT, BOOK, name).read_text("utf8")
    view = f'{WIDGET_VIEW}">{{"model_id": "'
    broken = html.replace(view, f"{view}absent-", 1)
    with phone(browser) as visit:
        page = visit.page
        page.route(f"{site}/{name}", lambda route: route.fulfill(body=broken))
        page.goto(f"{site}/{name}")
        expect(page.locator(".widget-subarea:visible")).to_have_count(broken.count(WIDGET_VIEW) - 1)
        expect(page.locator(".live-bar").get_by_role("button", name="Run live")).to_be_visible()
        [error] = visit.errors
        assert "there is no widget absent-" in error
        visit.errors.clear()


def tap(button: Locator) -> None:
    button.evaluate("button => button.scrollIntoView({block: 'center', behavior: 'instant'})")
    button.tap()
