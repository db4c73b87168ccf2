"""Boards of live pages on a phone: large enough for a finger, and played by touch."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.book import test_live
from tests.book.test_live import (
    Woken,
    allowed,
    every_chapter,
    games,
    message,
    move,
    once,
    said,
    wait_until_true,
)
from tests.book.test_pages import FINGER, HEIGHT, PHONE, WIDE

live_window, woken, live = test_live.live_window, test_live.woken, test_live.live


Tap = Callable[[Locator], None]


@pytest.fixture
def tap(live: Woken) -> Iterator[Tap]:
    """What a finger does, while a phone shows the live page."""
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


# The width and height of the part of a button where a finger touches it and nothing else.
TOUCHED = """button => {
  button.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
  const {left, top, width, height} = button.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const hit = (dx, dy) => button.contains(document.elementFromPoint(x + dx, y + dy));
  const reach = (dx, dy) => {
    let far = 0;
    while (far < 60 && hit(dx * (far + 1), dy * (far + 1))) far += 1;
    return far;
  };
  if (!hit(0, 0)) return [0, 0];
  return [reach(-1, 0) + reach(1, 0) + 1, reach(0, -1) + reach(0, 1) + 1];
}"""


def are_for_fingers(buttons: Locator) -> None:
    """See that each button is large enough for a finger, once nothing moves any more."""

    def are_large() -> bool:
        sizes = buttons.evaluate_all(f"all => all.map({TOUCHED})")
        return bool(sizes) and min(map(min, sizes)) >= FINGER - 1

    wait_until_true(buttons.page, are_large)


@every_chapter
def test_boards_are_played_by_touch(tap: Tap, live: Woken) -> None:
    for lab in games(live):
        tiles = lab.locator(".nt-tile")
        are_for_fingers(tiles if tiles.count() else allowed(lab))
        move(lab, tap)
        said(lab, re.compile(r"^You \w"))
        assert live.page.evaluate("document.documentElement.scrollWidth") == PHONE
        tap(lab.get_by_role("button", name="Undo"))
        expect(message(lab)).to_have_text("Your move.")


MOVING = """lab => lab.getAnimations({subtree: true})
  .filter(({playState}) => playState === "running").length"""


@once
def test_sticks_that_are_taken_fade_unless_motion_is_unwelcome(tap: Tap, live: Woken) -> None:
    for motion in ("no-preference", "reduce"):
        live.page.emulate_media(reduced_motion=motion)
        lab = next(games(live))
        move(lab, tap)
        gone = lab.locator(".nt-stick.nt-gone")
        expect(gone).not_to_have_count(0)
        assert lab.evaluate(MOVING) == (gone.count() if motion == "no-preference" else 0)
