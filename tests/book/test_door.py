"""Test the game and the puzzle on the landing page, played on a phone without Python."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.book.test_pages import (
    HEIGHT,
    MIN_TARGET,
    PAGES,
    SHIFT,
    Visit,
    accessibility_violations,
    parse_page,
    phone,
)

pytestmark = pytest.mark.xdist_group("door")

MAX_BYTES = 12_000
MAX_SHIFT = 0.02
MAX_SECONDS = 10

Position = tuple[tuple[int, ...], int]
"""The heaps in the order shown on the board, and the forbidden number (0 if there is none)."""


# --- Brute force, independent of the engine ------------------------------------------------------


def moves(heaps: tuple[int, ...], forbidden: int, names: int) -> Iterator[tuple[Position, ...]]:
    """Yield the options of a position in groups, one group for each way to take sticks.

    The options in a group differ only in the number that is forbidden next.
    """
    for i, heap in enumerate(heaps):
        for left in range(heap):
            if heap - left != forbidden:
                after = tuple(sorted((*heaps[:i], left, *heaps[i + 1 :])))
                # After the last stick is taken, no number is forbidden.
                numbers = range(1, names + 1) if names and any(after) else [0]
                yield tuple((after, name) for name in numbers)


@cache
def wins(heaps: tuple[int, ...], forbidden: int, names: int) -> int:
    """Return the number of winning moves in a position."""
    options = [option for group in moves(heaps, forbidden, names) for option in group]
    return sum(not wins(*option, names) for option in options)


@pytest.fixture(scope="module")
def data(book: Path) -> dict[str, Any]:
    [script] = parse_page(book / f"{PAGES[0]}.html").select("#door-data")
    data: dict[str, Any] = json.loads(script.text)
    return data


@pytest.mark.parametrize("game", ["nim", "twist"])
def test_table_agrees_with_brute_force(game: str, data: dict[str, Any]) -> None:
    table = data[game]
    positions = list(combinations_with_replacement(range(table["largest"] + 1), table["heaps"]))
    assert len(table["lost"]) == len(positions) > 100
    names = table["names"]
    assert names == {"nim": 0, "twist": table["largest"]}[game]
    for heaps, digit in zip(positions, table["lost"], strict=True):
        lost = [not wins(heaps, name, names) for name in range(1, names + 1) or [0]]
        assert int(digit, 32) == sum(bit << i for i, bit in enumerate(lost)), heaps


def parse_puzzle(text: str, data: dict[str, Any]) -> tuple[tuple[int, ...], int, int]:
    heaps, _, forbidden = text.partition(":")
    return tuple(map(int, heaps)), int(forbidden or 0), data["twist"]["names"] * bool(forbidden)


def test_puzzles_are_distinct_with_a_unique_solution(data: dict[str, Any]) -> None:
    puzzles = data["puzzles"]
    assert len(set(puzzles)) == len(puzzles) > 150
    assert {wins(*parse_puzzle(text, data)) for text in puzzles} == {1}
    assert 50 < sum(":" in text for text in puzzles) < len(puzzles) - 50


# --- On a phone ----------------------------------------------------------------------------------


class Board:
    """A board on the page, with methods for a player's actions."""

    def __init__(self, page: Page, name: str = "game") -> None:
        self.page, self.root = page, page.locator(f"#door-{name}")
        self.message = self.root.get_by_role("status")

    def tool(self, name: str) -> Locator:
        """Return the button with this name below the board."""
        return self.root.get_by_role("button", name=name, exact=True)

    def stick(self, name: str) -> Locator:
        """Return the first stick with this accessible name."""
        return self.root.get_by_role("button", name=name, exact=True).first

    @property
    def position(self) -> Position:
        """The heap sizes as labelled for screen readers, and the forbidden number (0 if none)."""
        heaps, forbidden = self.root.evaluate(
            """root => [
              [...root.querySelectorAll(".door-heap")].map((heap) => {
                const size = Number(/heap of (\\d)/.exec(heap.ariaLabel)[1]);
                if (heap.querySelectorAll("button:enabled").length !== size) throw heap.outerHTML;
                return size;
              }),
              Number(root.querySelector(".door-chips .nt-chosen")?.textContent ?? 0),
            ]"""
        )
        return tuple(heaps), forbidden

    def is_in(self, state: str) -> bool:
        """Return whether the board is in the given state: `won`, `over` or `naming`.

        In the state `naming`, the player must forbid a number.
        """
        return bool(self.root.evaluate("(root, c) => root.classList.contains(c)", f"door-{state}"))

    def wait_for_reply(self) -> None:
        """Wait until the book has moved."""
        expect(self.root).not_to_have_attribute("data-busy", "")

    def follow_hint(self) -> None:
        """Ask for a hint, and make the move that it highlights."""
        self.tool("Show me").tap()
        self.root.locator(".nt-hint").first.tap()
        if self.is_in("naming"):
            self.tool("Show me").tap()
            chip = self.root.locator(".door-chips .nt-hint")
            expect(self.message).to_have_text(f"Forbid {chip.inner_text()}.")
            chip.tap()
        self.wait_for_reply()


@pytest.fixture(scope="module")
def opened(browser: Browser, site: str) -> Iterator[Visit]:
    """The landing page, opened on a phone that cannot download the live mode files."""
    with phone(browser, reduced_motion="reduce") as visit:
        visit.page.route("**/_static/live/**", lambda route: route.abort())
        visit.page.goto(f"{site}/{PAGES[0]}.html")
        yield visit


@pytest.fixture
def page(opened: Visit) -> Page:
    """The landing page, reloaded with nothing saved, as a newcomer would see it."""
    opened.page.evaluate("localStorage.clear()")
    opened.page.reload()
    return opened.page


def ways_to_win(data: dict[str, Any], position: Position) -> int:
    """Return the number of winning moves in a position of either game.

    If the position has a forbidden number, the game is the one with the twist.
    """
    heaps, forbidden = position
    return wins(tuple(sorted(heaps)), forbidden, data["twist"]["names"] if forbidden else 0)


def test_newcomer_plays_within_ten_seconds(
    browser: Browser, site: str, book: Path, data: dict[str, Any]
) -> None:
    start = monotonic()
    with phone(browser) as visit:
        page, board = visit.page, Board(visit.page)
        page.goto(f"{site}/{PAGES[0]}.html")
        assert board.position == (tuple(data["first"]["nim"]["heaps"]), 0)
        board.stick("take 3 from the heap of 5").tap()
        expect(board.message).to_have_text(
            re.compile(r"^You take 3\. The book takes 1 from the heap of \d\. Your move\.$")
        )
        assert monotonic() - start < MAX_SECONDS
        board.wait_for_reply()
        expect(board.root.locator(".nt-gone")).to_have_count(1)

        # The title, the rule and the board fit on the first screen, and touch targets are large.
        for part in ["h1", ".door-rule", ".door-board", ".door-message"]:
            box = page.locator(f"{part}:visible").first.bounding_box()
            assert box and box["y"] >= 0 and box["y"] + box["height"] <= HEIGHT
        sizes = board.root.locator("button:visible").evaluate_all(
            """buttons => buttons.map((button) => button.getBoundingClientRect())
              .map(({width, height}) => Math.min(width, height))"""
        )
        assert len(sizes) > 10 and min(sizes) >= MIN_TARGET

        assert page.evaluate(SHIFT) < MAX_SHIFT
        assert not [url for url in visit.requests if not url.startswith(site) or "/live/" in url]
    script = (book / "_static/door.js").read_bytes()
    assert len(gzip.compress(script)) + len(gzip.compress(json.dumps(data).encode())) < MAX_BYTES


@pytest.mark.full
def test_hints_win_both_games(page: Page, data: dict[str, Any]) -> None:
    board = Board(page)
    expect(board.tool("After a game: the twist")).to_be_disabled()
    while not board.is_in("over"):
        assert ways_to_win(data, board.position)
        board.follow_hint()
    assert board.is_in("won")
    expect(board.message).to_contain_text("You win!")
    assert board.root.locator(".door-lit").count() > 3
    serious = accessibility_violations(page, "#door-game")

    board.tool("Now the twist").tap()
    heaps, forbidden = board.position
    assert forbidden and ways_to_win(data, (heaps, forbidden))
    expect(board.root.get_by_text("Now the twist: after taking")).to_be_visible()
    illegal = board.root.locator(".nt-forbidden").first
    assert illegal.get_attribute("aria-disabled") == "true"
    assert illegal.get_attribute("data-n") == str(forbidden)
    illegal.tap(force=True)
    expect(board.message).to_contain_text(f"The book forbade {forbidden}: take 1")
    assert board.position == (heaps, forbidden)

    # Reloading the page restores the game, even in the middle of a move.
    board.stick("take 1 from the heap of 4").tap()
    page.reload()
    expect(board.message).to_contain_text("Now forbid a number")
    serious += accessibility_violations(page, "#door-game")
    board.root.get_by_role("button", name="forbid 5").tap()
    after = board.position
    assert after != (heaps, forbidden)
    page.reload()
    assert board.position == after
    board.tool("Undo").tap()
    assert board.position == (heaps, forbidden)
    while not board.is_in("over"):
        board.follow_hint()
    assert board.is_in("won")
    assert not serious, "\n".join(serious)


def test_game_is_playable_by_keyboard(page: Page) -> None:
    board = Board(page)
    board.stick("take 1 from the heap of 5").focus()
    while not board.is_in("over"):
        assert page.evaluate("document.activeElement.matches('.door-stick:enabled')")
        before = board.position
        page.keyboard.press("Enter")
        assert board.position != before
    assert page.evaluate("document.activeElement.matches('#door-game .door-tools button')")


@pytest.mark.parametrize(
    "junk",
    [
        '{"kind": "nim", "start": 3}',
        '{"kind": "nim", "start": {"heaps": [1, 1], "forbidden": 0}, "moves": [], "pending": null,'
        ' "two": false, "ended": "never"}',
    ],
)
def test_invalid_saved_games_are_discarded(page: Page, junk: str) -> None:
    start = Board(page).position
    page.evaluate("junk => localStorage.setItem('nim-with-a-twist:door', junk)", junk)
    page.reload()
    assert Board(page).position == start


# --- The puzzle of the day -----------------------------------------------------------------------

DAY = 86_400  # in seconds

TODAYS_PUZZLE = """async (day) => {
  const root = document.querySelector("#door-puzzle");
  document.dispatchEvent(new Event("visibilitychange"));
  const heaps = [...root.querySelectorAll(".door-heap")].map((row) => row.children.length);
  const named = root.querySelector(".door-chips .nt-chosen")?.textContent;
  return heaps.join("") + (named ? `:${named}` : "");
}"""


# Tries moves until one solves the puzzle, and returns the result of each. A move is given as the
# stick to tap and the number to forbid.
TRY = """(attempts) => {
  const root = document.querySelector("#door-puzzle");
  const results = [];
  for (const [stick, name] of attempts) {
    root.querySelectorAll(".door-stick")[stick].click();
    const chip = root.querySelectorAll(".door-chips button")[name - 1];
    if (chip && !chip.disabled) chip.click();
    const won = root.classList.contains("door-won");
    const message = root.querySelector(".door-message").textContent;
    results.push({ won, message, gone: root.querySelectorAll(".nt-gone").length });
    if (won) break;
    root.querySelector("[data-tool=again]").click();
  }
  return results;
}"""


def test_puzzles_cycle_through_the_list(page: Page, data: dict[str, Any]) -> None:
    puzzles = data["puzzles"]
    days = range(20_000, 20_000 + len(puzzles) + 1)
    seen = []
    for day in days:
        page.clock.set_fixed_time(day * DAY)
        seen.append(page.evaluate(TODAYS_PUZZLE))
    assert seen == [puzzles[day % len(puzzles)] for day in days]


@pytest.mark.parametrize("twist", [pytest.param(False, marks=pytest.mark.full), True])
def test_wrong_moves_are_refuted_and_the_solution_is_saved(
    page: Page, data: dict[str, Any], twist: bool
) -> None:
    board = Board(page, "puzzle")
    day = next(
        day
        for day in range(20_000, 21_000)
        if (":" in data["puzzles"][day % len(data["puzzles"])]) == twist
    )
    page.clock.set_fixed_time(day * DAY)
    heaps, forbidden, names = parse_puzzle(page.evaluate(TODAYS_PUZZLE), data)
    attempts = [[i, name] for i in range(sum(heaps)) for name in range(1, names + 1) or [0]]
    results: list[Any] = []
    while len(results) < len(attempts):
        results += page.evaluate(TRY, attempts[len(results) :])
        if results[-1]["won"]:
            page.reload()
            assert board.is_in("won")
            expect(board.message).to_contain_text("Your first puzzle; the next one comes tomorrow.")
            page.evaluate("localStorage.clear()")
            page.reload()
            assert board.position == (heaps, forbidden)
    right = [results.pop(i) for i, result in reversed([*enumerate(results)]) if result["won"]]
    assert len(right) == 1
    assert right[0]["message"].startswith("Solved! You take ")
    refuted = [result for result in results if result["message"].startswith("You take")]
    assert len(refuted) > 5 and all(result["gone"] for result in refuted)
    for result in refuted:
        assert re.search(r"Then the book takes \d from the heap of \d", result["message"])
    rejected = {result["message"] for result in results if result not in refuted}
    assert all(text.startswith(f"The book forbade {forbidden}: ") for text in rejected)
    assert bool(rejected) == twist
