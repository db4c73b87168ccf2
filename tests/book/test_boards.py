"""Test that the boards on live pages can be played by touch on a phone-sized screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.lib.boards import TOUCHED
from tests.lib.live import (
    Woken,
    every_chapter,
    games,
    legal_buttons,
    message,
    move,
    once,
    wait_for_message,
    wait_until_true,
)
from tests.lib.pages import HEIGHT, MIN_TARGET, PHONE, WIDE

Tap = Callable[[Locator], None]


@pytest.fixture
def tap(live: Woken) -> Iterator[Tap]:
    """Resize the live page to the size of a phone, and yield a function that taps an element."""
    page = live.page
    session = page.context.new_cdp_session(page)
    touch = "Emulation.setTouchEmulationEnabled"
    page.set_viewport_size({"width": PHONE, "height": HEIGHT})
    session.send(touch, {"enabled": True, "maxTouchPoints": 1})

    def tap(target: Locator) -> None:
        target.evaluate("element => element.scrollIntoView({block: 'center', behavior: 'instant'})")
        box = target.bounding_box()
        assert box
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        for kind, points in (("touchStart", [point]), ("touchEnd", [])):
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    yield tap
    session.send(touch, {"enabled": False})
    session.detach()
    page.emulate_media(reduced_motion="no-preference")
    page.set_viewport_size({"width": WIDE, "height": HEIGHT})


def assert_touchable(buttons: Locator) -> None:
    """Wait until all buttons are large enough to touch. Animations may delay this."""

    def all_large() -> bool:
        sizes = buttons.evaluate_all(f"all => all.map({TOUCHED})")
        return bool(sizes) and min(map(min, sizes)) >= MIN_TARGET - 1

    wait_until_true(buttons.page, all_large)


@every_chapter
def test_boards_are_played_by_touch(tap: Tap, live: Woken) -> None:
    for lab in games(live):
        tiles = lab.locator(".nt-tile")
        assert_touchable(tiles if tiles.count() else legal_buttons(lab))
        move(lab, tap)
        wait_for_message(lab, re.compile(r"^You \w"))
        assert live.page.evaluate("document.documentElement.scrollWidth") == PHONE
        tap(lab.get_by_role("button", name="Undo"))
        expect(message(lab)).to_have_text("Your move.")


# Returns how many sticks are animated. The animation itself may already have finished.
ANIMATED = """sticks => sticks.map((stick) => getComputedStyle(stick, "::before").animationName)
  .filter((name) => name !== "none").length"""


@once
def test_taken_sticks_fade_unless_motion_is_reduced(tap: Tap, live: Woken) -> None:
    for motion in ("no-preference", "reduce"):
        live.page.emulate_media(reduced_motion=motion)
        lab = next(games(live))
        move(lab, tap)
        gone = lab.locator(".nt-stick.nt-gone")
        expect(gone).not_to_have_count(0)
        animated = gone.evaluate_all(ANIMATED)
        assert animated == (gone.count() if motion == "no-preference" else 0)
