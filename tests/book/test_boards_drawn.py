"""Boards that are drawn, on a phone that is touched: Cram, Northcott's game, Hackenbush, Stones."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.book import test_boards, test_live
from tests.book.test_boards import PHONE, Phone, open_game
from tests.book.test_live import CHAPTER_OF, chapters_of, message, wait_until_true

woken, live, phone = test_live.woken, test_live.live, test_boards.phone

with_boards = chapters_of(CHAPTER_OF["hackenbush"], full=[CHAPTER_OF["stones"]])

FINGER = 44  # pixels

# For each game: where a move begins, and what says where it goes, if that is touched, too.
GAMES = {
    "northcott": (".nt-square.nt-reach", ""),
    "play-cram": (".nt-cell:not(.nt-dead, .nt-yours, .nt-engines, .nt-blocked)", ".nt-beside"),
    "hackenbush": (".nt-cut:not(.nt-gone, .nt-fallen)", ""),
    "first-stones": (".nt-spot.nt-stone", ".nt-reach:not(.nt-axis)"),
    "stones": (".nt-spot.nt-stone", ".nt-reach:not(.nt-axis)"),
}
# What has come where, what has gone from where.
MARKED = ".nt-last, .nt-gone"


# For each game: how the chapter begins it, as a link says it and as the lab does.
STARTS = {
    "northcott": ("start=0-4,2-5,1-6", "0-4, 2-5, 1-6"),
    "play-cram": ("rows=4&columns=5", "...../...../...../....."),
    "hackenbush": (
        "start=0-1,0-6,0-9,1-2,1-3,3-4,3-5,6-7,6-8,7-8",
        "(0-1, 0-6, 0-9, 1-2, 1-3, 3-4, 3-5, 6-7, 6-8, 7-8)",
    ),
    "first-stones": ("start=2,3,3,1,3,2", "(2, 3), (3, 1), (3, 2)"),
    "stones": (
        "start=1,3,4,7,6,4,10,3,14,8",
        "(1, 3), (4, 7), (6, 4), (10, 3), (14, 8)",
    ),
}


def shown(phone: Phone) -> Iterator[tuple[str, Locator]]:
    """Yield the games of a chapter that is shown, each as the chapter begins it."""
    for game, (inputs, start) in STARTS.items():
        if f"/{CHAPTER_OF[game]}.html" in phone.page.url:
            yield game, open_game(phone.page, game, start, inputs)


# How wide and high is the part of a button where a finger touches it and nothing else.
TOUCHED = """button => {
  button.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
  const {left, top, width, height} = button.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const hit = (dx, dy) => {
    const found = document.elementFromPoint(x + dx, y + dy);
    return found !== null && button.contains(found);
  };
  const reach = (dx, dy) => {
    let far = 0;
    while (far < 60 && hit(dx * (far + 1), dy * (far + 1))) far += 1;
    return far;
  };
  if (!hit(0, 0)) return [0, 0];
  return [reach(-1, 0) + reach(1, 0) + 1, reach(0, -1) + reach(0, 1) + 1];
}"""


def touched(buttons: Locator) -> list[tuple[int, int]]:
    """Return the width and the height of each button, as a finger finds it, once it is there."""
    sizes: list[tuple[int, int]] = []

    def are_there() -> bool:
        sizes[:] = map(tuple, buttons.evaluate_all(f"all => all.map({TOUCHED})"))
        return bool(sizes) and all(map(all, sizes))

    wait_until_true(buttons.page, are_there)
    return sizes


@pytest.mark.full
@with_boards
def test_what_is_touched_is_as_large_as_a_finger(phone: Phone) -> None:
    for game, lab in shown(phone):
        begin, end = GAMES[game]
        assert min(map(min, touched(lab.locator(begin)))) >= FINGER - 1, game
        if end:
            begin_move(phone, lab, lab.locator(begin).last)
            expect(lab.locator(end)).not_to_have_count(0)
            assert min(map(min, touched(lab.locator(end)))) >= FINGER - 1, game
        # With other starts, unless sliders say how large the board is.
        for _ in range(2 if game != "play-cram" else 0):
            position = lab.locator(".nt-position").inner_text()
            phone.tap(lab.get_by_role("button", name="New game"))
            expect(lab.locator(".nt-position")).not_to_have_text(position)
            assert min(map(min, touched(lab.locator(begin)))) >= FINGER - 1, game
        assert phone.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


NOTE = """lab => {
  globalThis.seen = new Set();
  for (const kind of ["animationstart", "transitionrun"])
    lab.addEventListener(kind, ({target}) => { if (target.closest(".nt-wide")) seen.add(kind); });
}"""


def begin_move(phone: Phone, lab: Locator, what: Locator) -> None:
    """Touch what is moved; a board of stones is then laid out anew, and says so when it is."""
    phone.tap(what)
    if lab.locator(".nt-guide").count():
        expect(lab.locator(".nt-guide")).to_contain_text("Tap the far corner")


def play(phone: Phone, game: str, lab: Locator) -> None:
    """Make the first move that can be made, by touching the board, and wait for the answer."""
    begin, end = GAMES[game]
    begin_move(phone, lab, lab.locator(begin).first)
    if end:
        phone.tap(lab.locator(end).first)
    expect(message(lab)).to_contain_text("The engine ")


@with_boards
def test_a_move_is_made_by_touch_and_the_answer_is_seen_to_happen(phone: Phone) -> None:
    for _, lab in (games := list(shown(phone))):
        lab.evaluate(NOTE)
    for game, lab in games:
        lab.evaluate("() => seen.clear()")
        play(phone, game, lab)
        expect(lab.locator(MARKED)).not_to_have_count(0)
        phone.page.wait_for_function("() => seen.size > 0")
        phone.tap(lab.get_by_role("button", name="Undo"))
        expect(lab.locator(MARKED)).to_have_count(0)
