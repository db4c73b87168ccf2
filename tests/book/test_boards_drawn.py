"""Boards that are drawn, on a phone that is touched: Cram, Northcott's game, Hackenbush, Stones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.book.test_live import CHAPTER_OF, lab_of, message, run_live
from tests.book.test_pages import HEIGHT, PHONE, Visit

pytestmark = pytest.mark.xdist_group("boards drawn")

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


@pytest.fixture(
    scope="module",
    params=[
        CHAPTER_OF["hackenbush"],
        pytest.param(CHAPTER_OF["stones"], marks=pytest.mark.full),
    ],
)
def phone(request: pytest.FixtureRequest, browser: Browser, site: str) -> Iterator[Visit]:
    """A chapter that runs live on a phone."""
    size: Any = {"width": PHONE, "height": HEIGHT}
    with browser.new_context(
        viewport=size, has_touch=True, is_mobile=True, reduced_motion="no-preference"
    ) as context:
        visit = Visit(context.new_page())
        visit.go(f"{site}/{request.param}.html")
        run_live(visit.page)
        yield visit
        visit.leave()
        assert not visit.errors


def shown(phone: Visit) -> Iterator[tuple[str, Locator]]:
    """Yield the games of a chapter that is shown, each as the chapter begins it."""
    for game in (game for game in GAMES if f"/{CHAPTER_OF[game]}.html" in phone.page.url):
        lab = lab_of(phone.page, game)
        lab.get_by_role("button", name="Start again").tap()
        expect(message(lab)).to_have_text("Your move.")
        yield game, lab


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
    """Return the width and the height of each button, as a finger finds it."""
    sizes = [
        (int(wide), int(high)) for wide, high in buttons.evaluate_all(f"all => all.map({TOUCHED})")
    ]
    assert sizes
    return sizes


def test_what_is_touched_is_as_large_as_a_finger(phone: Visit) -> None:
    for game, lab in shown(phone):
        begin, end = GAMES[game]
        # Letters of a picture may lie closer, each with a disc for itself, and a stone of a large
        # board on its edge.
        least = {"hackenbush": 26, "stones": 33}.get(game, FINGER - 1)
        assert min(map(min, touched(lab.locator(begin)))) >= least, game
        if end:
            lab.locator(begin).last.tap()
            expect(lab.locator(end)).not_to_have_count(0)
            assert min(map(min, touched(lab.locator(end)))) >= FINGER - 1, game
        assert phone.page.evaluate("document.documentElement.scrollWidth") == PHONE


NOTE = """lab => {
  globalThis.seen = new Set();
  for (const kind of ["animationstart", "transitionrun"])
    lab.addEventListener(kind, ({target}) => { if (target.closest(".nt-wide")) seen.add(kind); });
}"""


def play(game: str, lab: Locator) -> None:
    """Make the first move that can be made, by touching the board, and wait for the answer."""
    begin, end = GAMES[game]
    lab.locator(begin).first.tap()
    if end:
        lab.locator(end).first.tap()
    expect(message(lab)).to_contain_text("The engine ")


def test_a_move_is_made_by_touch_and_the_answer_is_seen_to_happen(phone: Visit) -> None:
    for _, lab in (games := list(shown(phone))):
        lab.evaluate(NOTE)
    for game, lab in games:
        lab.evaluate("() => seen.clear()")
        play(game, lab)
        expect(lab.locator(MARKED)).not_to_have_count(0)
        phone.page.wait_for_function("() => seen.size > 0")
        lab.get_by_role("button", name="Undo").tap()
        expect(lab.locator(MARKED)).to_have_count(0)


def test_nothing_is_in_motion_for_a_reader_who_wants_it_still(phone: Visit) -> None:
    phone.page.emulate_media(reduced_motion="reduce")
    for game, lab in shown(phone):
        play(game, lab)
        expect(lab.locator(MARKED)).not_to_have_count(0)
        running = lab.locator(".nt-wide").evaluate(
            "board => board.getAnimations({subtree: true}).length"
        )
        assert running == 0, game
    phone.page.emulate_media(reduced_motion="no-preference")


def test_a_hint_is_on_the_board_and_plays_to_a_win(phone: Visit) -> None:
    for game, lab in shown(phone):
        lab.get_by_role("button", name="Hint").tap()
        expect(message(lab)).not_to_have_text("Your move.")
        if "No move wins" in message(lab).inner_text():
            assert lab.locator(".nt-hint").count() == 0
            continue
        begin, end = GAMES[game]
        lab.locator(f"{begin}.nt-hint").last.tap()
        if end:
            lab.locator(f"{end}.nt-hint").last.tap()
        expect(message(lab)).to_contain_text("The engine ")
        lab.get_by_role("button", name="Who is winning?").tap()
        expect(message(lab)).to_contain_text("ou can win")
