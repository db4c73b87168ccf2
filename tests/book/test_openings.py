"""Tests of the games that open the chapters, on a phone and without Python."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.book.conftest import ROOT
from tests.book.test_pages import HEIGHT, PHONE, Visit

CHAPTERS = sorted(path.stem for path in Path(ROOT, "notebooks").glob("*.ipynb"))[:12]
MAX_TAPS = 60
"""More taps than any of the games needs if hints are followed."""

pytestmark = pytest.mark.xdist_group("openings")


@pytest.fixture(params=CHAPTERS)
def visit(request: pytest.FixtureRequest, browser: Browser, site: str) -> Iterator[Visit]:
    """The top of a chapter on a phone."""
    with browser.new_context(
        viewport={"width": PHONE, "height": HEIGHT}, has_touch=True, reduced_motion="reduce"
    ) as context:
        context.add_init_script("Math.random = () => 0.99")  # the opponents make no mistakes
        visit = Visit(context.new_page())
        visit.page.goto(f"{site}/notebooks/{request.param}.html")
        yield visit
        assert not visit.errors
        assert not [url for url in visit.requests if "/_static/live/" in url]


def test_every_chapter_opens_with_a_game_that_can_be_played(visit: Visit) -> None:
    page = visit.page
    board = page.locator(".nt-written").first
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
    # Beating a level leads to the next one; beating a rival, who has no levels, to the next page.
    levels = board.locator("[data-level]").count()
    expect(board.get_by_role("button", name="Try good")).to_have_count(int(levels > 0))
    expect(board.locator(".nt-then a:visible")).to_have_count(int(levels == 0))


def tap(button: Locator) -> None:
    button.evaluate("button => button.scrollIntoView({block: 'center', behavior: 'instant'})")
    button.tap()
