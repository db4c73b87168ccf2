"""Test the game on the landing page without Python, and the marks of progress."""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from playwright.sync_api import Browser, Page, expect

from nimbook import CHAPTERS
from nimbook.exercises import exercises_of
from tests.lib import boards
from tests.lib.boards import (
    CARELESS,
    DAY,
    PERFECT,
    SUNDAY,
    Board,
    set_random,
    ways_to_win,
)
from tests.lib.pages import (
    HEIGHT,
    MIN_TARGET,
    PAGES,
    PHONE,
    SHIFT,
    accessibility_violations,
    phone,
    saved,
)

data, page = boards.data, boards.page

MAX_BYTES = 12_000
MAX_FIRST_LOAD = 400_000
MAX_SHIFT = 0.02


# --- The game ------------------------------------------------------------------------------------


def test_newcomer_plays_at_once(
    browser: Browser, site: str, book: Path, bytes_sent: Counter[str], data: dict[str, Any]
) -> None:
    bytes_sent.clear()
    with phone(browser) as visit:
        page, board = visit.page, Board(visit.page)
        page.add_init_script(f"Math.random = () => {PERFECT}")
        page.goto(f"{site}/{PAGES[0]}.html")
        assert board.position == (tuple(data["first"]["nim"]["heaps"]), 0)
        board.button("take 3 from the heap of 5").tap()
        expect(board.message).to_have_text(
            re.compile(r"^You take 3\. The book takes 1 from the heap of \d\. Your move\.$")
        )
        # Wait until the book has moved.
        expect(board.root).not_to_have_attribute("data-busy", "")
        expect(board.root.locator(".nt-gone")).to_have_count(1)
        # The first screen shows everything from the title to the last button.
        for part in ["h1", ".door-rule", ".door-table"]:
            box = page.locator(f"{part}:visible").first.bounding_box()
            assert box and box["y"] >= 0 and box["y"] + box["height"] <= HEIGHT
        assert page.evaluate(SHIFT) < MAX_SHIFT
        assert not [url for url in visit.requests if not url.startswith(site) or "/live/" in url]
    assert 0 < bytes_sent.total() < MAX_FIRST_LOAD
    script = (book / "_static/door.js").read_bytes()
    assert len(gzip.compress(script)) + len(gzip.compress(json.dumps(data).encode())) < MAX_BYTES


def play_and_win(board: Board, data: dict[str, Any]) -> None:
    assert all(ways_to_win(data, position) for position in board.play(".nt-hint"))
    assert board.is_in("won")


def test_levels_lead_to_the_twist(page: Page, data: dict[str, Any]) -> None:
    board = Board(page)
    set_random(page, CARELESS)
    expect(board.button("After a game: the twist")).to_be_disabled()
    for kind in ("nim", "twist"):
        for level, onward in (
            ("beginner", "Next: good"),
            ("good", "Next: perfect"),
            ("perfect", "Now the twist" if kind == "nim" else "Try today’s puzzle"),
        ):
            expect(board.opponent).to_have_text(level.capitalize())
            play_and_win(board, data)
            expect(board.message).to_contain_text(f"You beat the {level}")
            assert json.loads(saved(page, "won") or "")[f"door-{kind}"] == level
            expect(board.root.locator("[data-main], [data-tool=go]:visible")).to_have_text(onward)
            board.button(onward).click()
        expect(board.root.locator(".door-beaten")).to_have_count(3 if kind == "twist" else 0)
    assert not accessibility_violations(page, "#door-game")
    expect(page.locator("#door-puzzle .door-tools")).to_be_in_viewport()

    # What was won stays won, and the twist can be left and entered again.
    page.reload()
    board.button("Back to plain Nim").click()
    expect(board.root.locator(".door-beaten")).to_have_count(3)
    board.button("Skip to the twist").click()
    expect(board.opponent).to_have_text("Perfect")


def test_move_with_the_twist_is_saved_step_by_step(page: Page, data: dict[str, Any]) -> None:
    board = Board(page)
    lose(board)
    board.button("Skip to the twist").click()
    heaps, forbidden = board.position
    assert forbidden and ways_to_win(data, (heaps, forbidden))
    expect(board.root.get_by_text("Now the twist: after taking")).to_be_visible()
    illegal = board.root.locator(".nt-forbidden").first
    assert illegal.get_attribute("aria-disabled") == "true"
    assert illegal.get_attribute("data-n") == str(forbidden)
    illegal.click(force=True)
    expect(board.message).to_contain_text(f"The book forbade {forbidden}: take 1")
    assert board.position == (heaps, forbidden)

    board.button("take 3 from the heap of 4").click()
    page.reload()
    expect(board.message).to_contain_text("Now forbid a number")
    board.button("Show me").click()
    expect(board.message).to_have_text("Forbid 1.")
    board.button("forbid 5").click()
    after = board.position
    assert after != (heaps, forbidden)
    page.reload()
    assert board.position == after
    # Undo a move whose number has not been named yet, and then the move before it.
    board.root.locator(".door-stick:enabled:not(.nt-forbidden)").first.click()
    expect(board.message).to_contain_text("Now forbid a number")
    board.button("Undo").click()
    assert board.position == after
    board.button("Undo").click()
    assert board.position == (heaps, forbidden)


def lose(board: Board) -> None:
    """Take 1 from the first heap until the game is over."""
    board.play(".door-stick[data-n='1']")
    assert not board.is_in("won")


# A saved game that starts in a lost position.
LOST: dict[str, Any] = {
    "kind": "nim",
    "start": {"heaps": [1, 1], "forbidden": 0},
    "moves": [],
    "pending": None,
    "opponent": "good",
    "ended": 0,
}


def test_mistake_made_by_keyboard_is_found_and_corrected(page: Page, data: dict[str, Any]) -> None:
    board = Board(page)
    set_random(page, CARELESS)  # so that the reader can make several mistakes
    mistakes = []
    while not board.is_in("over"):
        heaps, _ = before = board.position
        i = next(i for i, heap in enumerate(heaps) if heap)
        after = (*heaps[:i], heaps[i] - 1, *heaps[i + 1 :])
        if ways_to_win(data, before) and ways_to_win(data, (after, 0)):
            mistakes.append((before, f"take 1 from the heap of {heaps[i]}."))
        board.root.locator(".door-stick[data-n='1']").first.focus()
        page.keyboard.press("Enter")
        assert board.position != before
        # The focus has moved to a stick, or to a button if the game is over.
        focused = page.evaluate("document.activeElement.matches('.door-stick:enabled')")
        assert focused != board.is_in("over")
    assert len({*mistakes}) > 1
    expect(board.button("Where did I go wrong?")).to_be_focused()
    page.keyboard.press("Enter")
    position, move = mistakes[-1]
    assert board.position == position
    expect(board.message).to_contain_text(f"It was a mistake to {move}")
    expect(board.root.locator(".door-mistake")).to_have_count(1)
    # The keyboard focus was on a button that is no longer there.
    assert page.evaluate("document.activeElement.matches('#door-game .door-stick')")
    assert not accessibility_violations(page, "#door-game")
    play_and_win(board, data)
    expect(board.message).to_contain_text("You beat the beginner.")

    # From a start that was lost anyway, the reader made no mistake.
    put(page, door=LOST)
    lose(board)
    board.button("Where did I go wrong?").click()
    expect(board.message).to_contain_text("You made no mistake")


def test_two_people_play_in_turn(page: Page) -> None:
    board = Board(page)
    board.button("Two people").click()
    board.button("take 1 from the heap of 5").click()
    expect(board.message).to_contain_text("The second player is to move.")
    assert board.position == ((1, 3, 4), 0)
    page.reload()
    for heap in (4, 3, 1):
        board.button(f"take {heap} from the heap of {heap}").click()
    expect(board.message).to_contain_text("The second player wins.")
    assert saved(page, "won") is None


def test_invalid_saved_data_is_set_aside(page: Page) -> None:
    board = Board(page)
    start = board.position
    for junk, game in (([], LOST | {"start": 3}), ("moves", LOST | {"ended": "never"})):
        data: dict[str, Any] = {"puzzles": junk, "won": [junk], "place": junk, "door": game}
        put(page, **data)
        assert board.position == start
        expect(page.locator(".door-continue")).to_be_hidden()
        expect(page.locator(".door-marks:not(:empty)")).to_have_count(0)
        for name, value in data.items():
            expect(page.get_by_role("alert").filter(has_text=f"“{name}”")).to_have_count(1)
            assert saved(page, f"damaged:{name}") == json.dumps(value)
    page.reload()
    expect(page.get_by_role("alert")).to_have_count(0)


# Scrolls to a board, and returns the number of its visible buttons, the parts that are not on the
# screen below the bar at its top, and the width or height of the smallest button.
ON_SCREEN = """(root) => {
  const bar = document.querySelector(".bd-header-article").getBoundingClientRect().bottom;
  const table = root.querySelector(".door-table");
  table.scrollIntoView({behavior: "instant"});
  const box = (part) => part.getBoundingClientRect();
  const width = document.documentElement.clientWidth;
  const buttons = [...root.querySelectorAll("button")].filter((button) => button.checkVisibility());
  const hidden = [table, table.querySelector("p"), ...buttons].filter((part) => {
    const {top, bottom, left, right} = box(part);
    return top < bar || left < 0 || bottom > innerHeight || right > width;
  });
  const sizes = buttons.map((button) => Math.min(box(button).width, box(button).height));
  return [buttons.length, hidden.map((part) => part.outerHTML), Math.min(...sizes)];
}"""


def test_board_and_buttons_fit_one_screen(browser: Browser, site: str) -> None:
    with phone(browser, reduced_motion="reduce") as visit:
        page, board = visit.page, Board(visit.page)
        page.clock.set_fixed_time(SUNDAY * DAY)
        page.goto(f"{site}/{PAGES[0]}.html")
        set_random(page, PERFECT)

        def check(*boards: Board) -> None:
            for width, height in ((PHONE, HEIGHT), (HEIGHT, PHONE)):
                page.set_viewport_size({"width": width, "height": height})
                for board in boards:
                    count, hidden, smallest = board.root.evaluate(ON_SCREEN)
                    assert count > 10 and not hidden and smallest >= MIN_TARGET

        check(board)
        lose(board)
        check(board)
        board.button("Skip to the twist").tap()
        check(board, Board(page, "puzzle"))
        # With large letters, everything still fits the width.
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        for width, height in ((HEIGHT, PHONE), (PHONE, HEIGHT)):
            page.set_viewport_size({"width": width, "height": height})
            rights = page.locator(".bd-article *:visible").evaluate_all(
                "parts => parts.map((part) => part.getBoundingClientRect().right)"
            )
            assert len(rights) > 200 and max(rights) <= width


# --- Progress ------------------------------------------------------------------------------------


def put(page: Page, **saved: object) -> None:
    """Save objects under the given names in place of the book, and load the page again."""
    for name, value in saved.items():
        save = f"text => localStorage.setItem('nim-with-a-twist:{name}', text)"
        page.evaluate(save, json.dumps(value))
    page.reload()


def test_chapters_show_progress_until_it_is_deleted(page: Page) -> None:
    home = page.url
    marks = page.locator(".door-marks")
    expect(marks).to_have_count(len(CHAPTERS))
    place = page.locator(".door-continue")
    expect(place).to_be_hidden()

    chapter = "impartial_games"
    exercises = exercises_of(chapter)
    name = f"notebooks/01_{chapter}.html"
    page.goto(urljoin(home, f"../{name}"))
    section = page.locator("section:has(> h2)").filter(has=page.locator(".nt-exercises"))
    box = section.locator(".nt-exercise").first
    answer = exercises[0].answer
    if answer.choices:
        box.get_by_role("button", name=answer.display, exact=True).click()
    else:
        box.get_by_label("Answer").fill(answer.display)
        box.get_by_role("button", name="Check").click()
    expect(box.locator(".nt-reply")).to_have_attribute("data-is", "right")
    title = section.locator("h2").inner_text().split(maxsplit=1)[1].removesuffix("#")
    expect(page.locator(".live-storage")).to_contain_text("2 items of yours")

    page.goto(home)
    expect(marks.first).to_have_text(f"1 of {len(exercises)}")
    expect(place).to_have_text(f"Continue: chapter 1, {title}")
    put(page, won={chapter: "good"})
    expect(marks.first).to_have_text(f"★★☆1 of {len(exercises)}")
    expect(marks.first.get_by_role("img", name="2 of 3 levels won")).to_be_visible()
    assert not accessibility_violations(page, ".door-way", ".door-continue")

    page.get_by_role("button", name="Delete saved data").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_text("Everything has been deleted.")).to_be_visible()
    expect(place).to_be_hidden()
    expect(page.locator(".door-marks:not(:empty)")).to_have_count(0)
