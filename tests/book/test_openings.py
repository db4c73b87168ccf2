"""Tests of the games that open the chapters, on a phone and without Python."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from conftest import WIDGET_VIEW
from tests.lib.boards import opened
from tests.lib.pages import HEIGHT, NAMES, PHONE, ROOT, phone, show
from tools.serve import BOOK

CHAPTERS = NAMES[:12]
ONE_OF_EACH_KIND = [NAMES[i] for i in (1, 3, 4, 7, 10)]
"""Sticks with numbers to forbid, stones, a bush, tiles, and a game of three players."""

# Wins a game by tapping what hints mark. A hint may mark both a stone and its destination; the
# stone must be tapped first. No game needs more than 60 taps. Reports what covers a button.
WIN = """(board) => {
  for (let taps = 0; taps < 60 && !board.querySelector(".nt-won"); taps++) {
    const button = board.querySelector(":not(.nt-choosing) > button.nt-hint.nt-stone")
      ?? board.querySelector("button.nt-hint:not(.nt-chosen)")
      ?? board.querySelector("[data-tool=hint]");
    button.scrollIntoView({block: "center", behavior: "instant"});
    const {left, top, width, height} = button.getBoundingClientRect();
    const touched = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!button.contains(touched)) throw new Error(`${button.outerHTML} is below ${touched}`);
    button.click();
  }
}"""


# Presses buttons of a board, in a pseudorandom order but the same each time. Returns those after
# which the focus is not on something in the board that can have it.
LOSES_FOCUS = """(board) => {
  const lost = [];
  const visible = (element) => element.checkVisibility({visibilityProperty: true});
  let random = 1;
  for (let i = 0; i < 40; i++) {
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
def test_chapter_opens_with_a_game_that_can_be_played(
    chapter: str, browser: Browser, site: str
) -> None:
    """The opponents make no mistakes."""
    with opened(browser, site, chapter, random=0.99) as visit:
        board = visit.page.locator(".nt-written")
        # The first screen shows everything from the title to the button for hints.
        for part in ("h1", ".nt-game", ".nt-game [role=status]", "[data-tool=hint]"):
            box = visit.page.locator(f"article {part}").bounding_box()
            assert box and box["height"] > 0 and box["y"] + box["height"] <= HEIGHT, part
        visit.page.set_viewport_size({"width": HEIGHT, "height": PHONE})
        box = board.bounding_box()
        assert box and box["height"] <= PHONE
        board.evaluate(WIN)
        expect(board.locator(".nt-game [role=status]")).to_contain_text("you win!")
        # Beating a level leads to the next; beating a rival, who has no levels, to the next page.
        levels = board.locator("[data-level]").count()
        expect(board.get_by_role("button", name="Next: good")).to_have_count(int(levels > 0))
        expect(board.locator(".nt-then a:visible")).to_have_count(int(levels == 0))
        if chapter in ONE_OF_EACH_KIND:
            assert board.evaluate(LOSES_FOCUS) == []


def test_a_page_works_without_a_widget_that_cannot_be_drawn(browser: Browser, site: str) -> None:
    """Draw all other widgets at once, keep the static copy of this one, and offer live mode."""
    name = f"notebooks/{CHAPTERS[0]}.html"
    html = Path(ROOT, BOOK, name).read_text("utf8")
    view = f'{WIDGET_VIEW}">{{"model_id": "'
    broken = html.replace(view, f"{view}absent-", 1)
    with phone(browser) as visit:
        page = visit.page
        show(page, f"{site}/{name}", broken)
        expect(page.locator(".widget-subarea:visible")).to_have_count(broken.count(WIDGET_VIEW) - 1)
        expect(page.locator(".live-bar").get_by_role("button", name="Run live")).to_be_visible()
        [error] = visit.errors
        assert "there is no widget absent-" in error
        visit.errors.clear()
