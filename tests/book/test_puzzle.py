"""Test the puzzle of the day on the landing page."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from playwright.sync_api import Page, expect

from tests.lib import boards
from tests.lib.boards import DAY, SUNDAY, Board, Move, moves, solutions, ways_to_win
from tests.lib.pages import accessibility_violations

data, page = boards.data, boards.page


def parse_puzzle(text: str, data: dict[str, Any]) -> tuple[tuple[int, ...], int, int]:
    heaps, _, forbidden = text.partition(":")
    return tuple(map(int, heaps)), int(forbidden or 0), data["twist"]["names"] * bool(forbidden)


def test_puzzles_are_distinct_with_a_unique_solution(data: dict[str, Any]) -> None:
    week = data["puzzles"]
    assert len(week) == 7 and min(map(len, week)) >= 20
    puzzles = [text for day in week for text in day]
    assert len(set(puzzles)) == len(puzzles)
    assert {len(solutions(*parse_puzzle(text, data))) for text in puzzles} == {1}


# Returns the puzzle shown after the date has changed.
TODAYS_PUZZLE = """() => {
  const root = document.querySelector("#door-puzzle");
  document.dispatchEvent(new Event("visibilitychange"));
  const heaps = [...root.querySelectorAll(".door-heap")].map((row) => row.children.length);
  const named = root.querySelector(".door-chips .nt-chosen")?.textContent;
  return heaps.join("") + (named ? `:${named}` : "");
}"""

# Returns the puzzles of the given days, in seconds since 1970.
PUZZLES = f"""(days) => days.map((day) => {{
  Date = class extends Date {{
    constructor(...time) {{ super(...(time.length ? time : [1000 * day])); }}
  }};
  return ({TODAYS_PUZZLE})();
}})"""


def turn_to(page: Page, day: int) -> str:
    page.clock.set_fixed_time(day * DAY)
    return str(page.evaluate(TODAYS_PUZZLE))


def test_puzzles_get_harder_through_each_week(page: Page, data: dict[str, Any]) -> None:
    days = [day * DAY for day in range(SUNDAY + 1, SUNDAY + 1 + 53 * 7)]
    puzzles = [parse_puzzle(text, data) for text in page.evaluate(PUZZLES, days)]
    for start in range(0, len(puzzles), 7):
        week = puzzles[start : start + 7]
        difficulty = [len([*moves(*puzzle)]) for puzzle in week]
        assert difficulty == sorted(difficulty) and difficulty[0] < difficulty[-1]
        assert [bool(forbidden) for _, forbidden, _ in week] == [False] * 3 + [True] * 4
    assert len(set(puzzles)) == sum(map(len, data["puzzles"]))


def attempt(board: Board, move: Move) -> None:
    heap, taken, name = move
    board.root.locator(".door-heap").nth(heap).locator(f"[data-n='{taken}']").click(force=True)
    if name:
        board.button(f"forbid {name}").click()


# Record what the page shares or copies.
SHARE = "() => { navigator.share = async ({text}) => { window.shared = text; }; }"
COPY = """() => {
  navigator.share = undefined;
  navigator.clipboard.writeText = async (text) => { window.shared = text; };
}"""


def test_puzzles_are_solved_day_after_day(page: Page, data: dict[str, Any]) -> None:
    board = Board(page, "puzzle")
    rule = board.root.locator(".door-rule")
    expect(board.button("Share")).to_be_disabled()
    text = turn_to(page, SUNDAY)
    sunday = parse_puzzle(text, data)
    number = SUNDAY - 20_453  # puzzle 1 was that of 1 January 2026
    expect(rule).to_contain_text(f"Puzzle {number} (Sunday). You may not take {sunday[1]}.")
    board.root.locator(".nt-forbidden").first.click(force=True)
    expect(board.message).to_contain_text(f"The book forbade {sunday[1]}: take 1")
    attempt(board, solutions(*sunday)[0])
    expect(board.message).to_contain_text(re.compile(r"^Solved! You take \d from the heap of \d"))
    expect(board.message).to_contain_text("Your first puzzle; the next one comes tomorrow.")
    page.reload()
    assert board.is_in("won")
    page.evaluate(SHARE)
    board.button("Share").click()
    title = "Nim with a Twist, puzzle"
    assert page.evaluate("window.shared") == (
        f"{title} {number} (Sunday): solved at the first try.\n{page.url}"
    )

    monday = parse_puzzle(turn_to(page, SUNDAY + 1), data)
    expect(rule).to_contain_text(f"Puzzle {number + 1} (Monday). Plain Nim")
    expect(board.button("Share")).to_be_disabled()
    board.button("Yesterday’s").click()
    expect(board.button("Show me")).to_be_disabled()
    expect(rule).to_contain_text(f"Yesterday, puzzle {number} (Sunday).")
    heap, taken, name = solutions(*sunday)[0]
    answer = f"take {taken} from the heap of {sunday[0][heap]} and forbid {name}."
    expect(board.message).to_have_text(f"The solution: {answer}")
    assert board.position == sunday[:2]
    board.button("Back to today’s").click()
    assert board.position == monday[:2]

    right = solutions(*monday)[0]
    wrong = next((i, 1, 0) for i in range(3) if (i, 1, 0) != right)
    attempt(board, wrong)
    expect(board.message).to_have_text(
        re.compile(r"^You take 1\. Then the book takes \d from .* you can no longer win\.")
    )
    assert not ways_to_win(data, board.position)
    text = board.message.inner_text()
    turn_to(page, SUNDAY + 1)  # returning to the tab on the same day changes nothing
    expect(board.message).to_have_text(text)
    page.reload()
    attempt(board, right)
    expect(board.message).to_contain_text("2 puzzles solved")
    expect(rule).to_contain_text("(Monday), 2 days in a row.")
    assert not accessibility_violations(page, "#door-puzzle")
    page.evaluate(COPY)
    board.button("Share").click()
    expect(board.message).to_contain_text("Copied")
    assert page.evaluate("window.shared") == (
        f"{title} {number + 1} (Monday): solved in 2 tries, 2 days in a row.\n{page.url}"
    )

    # The streak still stands until a day is missed.
    turn_to(page, SUNDAY + 2)
    expect(rule).to_contain_text("(Tuesday), 2 days in a row.")
    wednesday = parse_puzzle(turn_to(page, SUNDAY + 3), data)
    expect(rule).to_contain_text("(Wednesday). Plain Nim")
    board.button("Show me").click()
    attempt(board, solutions(*wednesday)[0])
    board.button("Share").click()
    expect(board.message).to_contain_text("Copied")
    assert "(Wednesday): solved with a hint.\n" in page.evaluate("window.shared")
    # The hint and the tries of one day do not count on the next.
    thursday = parse_puzzle(turn_to(page, SUNDAY + 4), data)
    attempt(board, solutions(*thursday)[0])
    board.button("Share").click()
    expect(board.message).to_contain_text("Copied")
    assert "(Thursday): solved at the first try, 2 days in a row.\n" in page.evaluate(
        "window.shared"
    )


def test_puzzle_counts_once_even_if_solved_in_two_tabs(page: Page, data: dict[str, Any]) -> None:
    puzzle = parse_puzzle(turn_to(page, SUNDAY), data)
    with page.context.new_page() as other:
        other.clock.set_fixed_time(SUNDAY * DAY)
        other.goto(page.url)
        for tab in (page, other):
            board = Board(tab, "puzzle")
            attempt(board, solutions(*puzzle)[0])
            expect(board.message).to_contain_text("Your first puzzle")


def test_next_puzzle_comes_at_local_midnight(page: Page) -> None:
    """Check the last second of a day and the first of the next, when summer time ends in Sweden."""
    rule = page.locator("#door-puzzle .door-rule")
    session = page.context.new_cdp_session(page)
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Stockholm"):
        session.send("Emulation.setTimezoneOverride", {"timezoneId": zone})
        midnight = datetime(2026, 10, 26, tzinfo=ZoneInfo(zone))
        for time, puzzle in (
            (midnight - timedelta(seconds=1), "Puzzle 298 (Sunday)"),
            (midnight, "Puzzle 299 (Monday)"),
        ):
            page.clock.set_fixed_time(time)
            page.evaluate(TODAYS_PUZZLE)
            expect(rule).to_contain_text(puzzle)
    session.send("Emulation.setTimezoneOverride", {"timezoneId": ""})
