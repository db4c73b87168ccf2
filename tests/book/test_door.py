"""The landing page: a stranger plays at once, on a phone, with nothing of Python loaded."""

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

from tests.book.test_pages import FINGER, HEIGHT, PAGES, SHIFT, Visit, faults, parsed, phone

pytestmark = pytest.mark.xdist_group("door")

MOST_BYTES = 12_000
MOST_SHIFT = 0.02
SECONDS = 10

Position = tuple[tuple[int, ...], int]
"""The heaps as they lie, and the number that is forbidden, or 0."""


# --- Brute force, apart from the engine -----------------------------------------------------------


def moves(heaps: tuple[int, ...], forbidden: int, names: int) -> Iterator[tuple[Position, ...]]:
    """Yield what each way to take sticks can leave: one position for each name."""
    for i, heap in enumerate(heaps):
        for left in range(heap):
            if heap - left != forbidden:
                after = tuple(sorted((*heaps[:i], left, *heaps[i + 1 :])))
                # Whoever leaves nothing need not name anything.
                named = range(1, names + 1) if names and any(after) else [0]
                yield tuple((after, name) for name in named)


@cache
def wins(heaps: tuple[int, ...], forbidden: int, names: int) -> int:
    """Return in how many ways the player to move wins."""
    left = [end for ends in moves(heaps, forbidden, names) for end in ends]
    return sum(not wins(*end, names) for end in left)


@pytest.fixture(scope="module")
def data(book: Path) -> dict[str, Any]:
    [script] = parsed(book / f"{PAGES[0]}.html").select("#door-data")
    data: dict[str, Any] = json.loads(script.text)
    return data


@pytest.mark.parametrize("game", ["nim", "twist"])
def test_the_table_is_what_brute_force_finds(game: str, data: dict[str, Any]) -> None:
    table = data[game]
    every = list(combinations_with_replacement(range(table["largest"] + 1), table["heaps"]))
    assert len(table["lost"]) == len(every) > 100
    names = table["names"]
    assert names == {"nim": 0, "twist": table["largest"]}[game]
    for heaps, digit in zip(every, table["lost"], strict=True):
        lost = [not wins(heaps, name, names) for name in range(1, names + 1) or [0]]
        assert int(digit, 32) == sum(bit << i for i, bit in enumerate(lost)), heaps


def puzzle_of(text: str, data: dict[str, Any]) -> tuple[tuple[int, ...], int, int]:
    heaps, _, forbidden = text.partition(":")
    return tuple(map(int, heaps)), int(forbidden or 0), data["twist"]["names"] * bool(forbidden)


def test_each_puzzle_has_one_solution_and_comes_once(data: dict[str, Any]) -> None:
    puzzles = data["puzzles"]
    assert len(set(puzzles)) == len(puzzles) > 150
    assert {wins(*puzzle_of(text, data)) for text in puzzles} == {1}
    assert 50 < sum(":" in text for text in puzzles) < len(puzzles) - 50


# --- On a phone -----------------------------------------------------------------------------------


class Board:
    """A board on the page, and what one does there."""

    def __init__(self, page: Page, name: str = "game") -> None:
        self.page, self.root = page, page.locator(f"#door-{name}")
        self.said = self.root.get_by_role("status")

    def tool(self, name: str) -> Locator:
        """Return a button below the board."""
        return self.root.get_by_role("button", name=name, exact=True)

    def stick(self, name: str) -> Locator:
        """Return the first stick of this name."""
        return self.root.get_by_role("button", name=name, exact=True).first

    @property
    def position(self) -> Position:
        """What lies there, as it is said to those who do not see it."""
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

    def has(self, state: str) -> bool:
        """Return whether the game is won, or over, or a number is to be named."""
        return bool(self.root.evaluate("(root, c) => root.classList.contains(c)", f"door-{state}"))

    def settled(self) -> None:
        """Wait until the book has moved."""
        expect(self.root).not_to_have_attribute("data-busy", "")

    def follow(self) -> None:
        """Do what a hint says; it glows."""
        self.tool("Show me").tap()
        self.root.locator(".nt-hint").first.tap()
        if self.has("naming"):
            self.tool("Show me").tap()
            chip = self.root.locator(".door-chips .nt-hint")
            expect(self.said).to_have_text(f"Forbid {chip.inner_text()}.")
            chip.tap()
        self.settled()


@pytest.fixture(scope="module")
def opened(browser: Browser, site: str) -> Iterator[Visit]:
    """The landing page on a phone where nothing of what runs live can be had."""
    with phone(browser, reduced_motion="reduce") as visit:
        visit.page.route("**/_static/live/**", lambda route: route.abort())
        visit.page.goto(f"{site}/{PAGES[0]}.html")
        yield visit


@pytest.fixture
def page(opened: Visit) -> Page:
    """The landing page as it is for a newcomer, who wants no motion."""
    opened.page.evaluate("localStorage.clear()")
    opened.page.reload()
    return opened.page


def ways_to_win(data: dict[str, Any], position: Position) -> int:
    """Return in how many ways whoever is to move can win."""
    heaps, forbidden = position
    return wins(tuple(sorted(heaps)), forbidden, data["twist"]["names"] if forbidden else 0)


def test_a_stranger_plays_within_ten_seconds(
    browser: Browser, site: str, book: Path, data: dict[str, Any]
) -> None:
    start = monotonic()
    with phone(browser) as visit:
        page, board = visit.page, Board(visit.page)
        page.goto(f"{site}/{PAGES[0]}.html")
        assert board.position == (tuple(data["first"]["nim"]["heaps"]), 0)
        board.stick("take 3 from the heap of 5").tap()
        expect(board.said).to_have_text(
            re.compile(r"^You take 3\. The book takes 1 from the heap of \d\. Your move\.$")
        )
        assert monotonic() - start < SECONDS
        board.settled()
        expect(board.root.locator(".nt-gone")).to_have_count(1)

        # Title, sentence and sticks are on the first screen, and sticks are for fingers.
        for part in ["h1", ".door-rule", ".door-board", ".door-said"]:
            box = page.locator(f"{part}:visible").first.bounding_box()
            assert box and box["y"] >= 0 and box["y"] + box["height"] <= HEIGHT
        sizes = board.root.locator("button:visible").evaluate_all(
            """buttons => buttons.map((button) => button.getBoundingClientRect())
              .map(({width, height}) => Math.min(width, height))"""
        )
        assert len(sizes) > 10 and min(sizes) >= FINGER

        assert page.evaluate(SHIFT) < MOST_SHIFT
        assert not [url for url in visit.requests if not url.startswith(site) or "/live/" in url]
    script = (book / "_static/door.js").read_bytes()
    assert len(gzip.compress(script)) + len(gzip.compress(json.dumps(data).encode())) < MOST_BYTES


@pytest.mark.full
def test_hints_win_and_then_comes_the_twist(page: Page, data: dict[str, Any]) -> None:
    board = Board(page)
    expect(board.tool("After a game: the twist")).to_be_disabled()
    while not board.has("over"):
        assert ways_to_win(data, board.position)
        board.follow()
    assert board.has("won")
    expect(board.said).to_contain_text("You win!")
    assert board.root.locator(".door-lit").count() > 3
    serious = faults(page, "#door-game")

    board.tool("Now the twist").tap()
    heaps, forbidden = board.position
    assert forbidden and ways_to_win(data, (heaps, forbidden))
    expect(board.root.get_by_text("Now the twist: when")).to_be_visible()
    stop = board.root.locator(".nt-forbidden").first
    assert stop.get_attribute("aria-disabled") == "true"
    assert stop.get_attribute("data-n") == str(forbidden)
    stop.tap(force=True)
    expect(board.said).to_contain_text(f"The book forbade {forbidden}: take 1")
    assert board.position == (heaps, forbidden)

    # A reload finds the game, even in the midst of a move.
    board.stick("take 1 from the heap of 4").tap()
    page.reload()
    expect(board.said).to_contain_text("Now name a number")
    serious += faults(page, "#door-game")
    board.root.get_by_role("button", name="forbid 5").tap()
    after = board.position
    assert after != (heaps, forbidden)
    page.reload()
    assert board.position == after
    board.tool("Undo").tap()
    assert board.position == (heaps, forbidden)
    while not board.has("over"):
        board.follow()
    assert board.has("won")
    assert not serious, "\n".join(serious)


def test_keys_play_a_game(page: Page) -> None:
    board = Board(page)
    board.stick("take 1 from the heap of 5").focus()
    while not board.has("over"):
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
def test_a_game_that_cannot_be_read_is_forgotten(page: Page, junk: str) -> None:
    begin = Board(page).position
    page.evaluate("junk => localStorage.setItem('nim-with-a-twist:door', junk)", junk)
    page.reload()
    assert Board(page).position == begin


# --- The puzzle of the day ------------------------------------------------------------------------

DAY = 86_400  # seconds

SHOWN = """async (day) => {
  const root = document.querySelector("#door-puzzle");
  document.dispatchEvent(new Event("visibilitychange"));
  const heaps = [...root.querySelectorAll(".door-heap")].map((row) => row.children.length);
  const named = root.querySelector(".door-chips .nt-chosen")?.textContent;
  return heaps.join("") + (named ? `:${named}` : "");
}"""


# Each of these: a stick to tap, and a number to name; until one solves the puzzle.
TRY = """(ways) => {
  const root = document.querySelector("#door-puzzle");
  const found = [];
  for (const [stick, name] of ways) {
    root.querySelectorAll(".door-stick")[stick].click();
    const chip = root.querySelectorAll(".door-chips button")[name - 1];
    if (chip && !chip.disabled) chip.click();
    const won = root.classList.contains("door-won");
    const said = root.querySelector(".door-said").textContent;
    found.push({ won, said, gone: root.querySelectorAll(".nt-gone").length });
    if (won) break;
    root.querySelector("[data-tool=again]").click();
  }
  return found;
}"""


def test_each_day_has_its_puzzle(page: Page, data: dict[str, Any]) -> None:
    """One after the other; then the list begins again."""
    puzzles = data["puzzles"]
    days = range(20_000, 20_000 + len(puzzles) + 1)
    seen = []
    for day in days:
        page.clock.set_fixed_time(day * DAY)
        seen.append(page.evaluate(SHOWN))
    assert seen == [puzzles[day % len(puzzles)] for day in days]


@pytest.mark.parametrize("twist", [pytest.param(False, marks=pytest.mark.full), True])
def test_a_wrong_move_is_refuted_and_a_right_one_kept(
    page: Page, data: dict[str, Any], twist: bool
) -> None:
    board = Board(page, "puzzle")
    day = next(
        day
        for day in range(20_000, 21_000)
        if (":" in data["puzzles"][day % len(data["puzzles"])]) == twist
    )
    page.clock.set_fixed_time(day * DAY)
    heaps, forbidden, names = puzzle_of(page.evaluate(SHOWN), data)
    ways = [[i, name] for i in range(sum(heaps)) for name in range(1, names + 1) or [0]]
    found: list[Any] = []
    while len(found) < len(ways):
        found += page.evaluate(TRY, ways[len(found) :])
        if found[-1]["won"]:
            page.reload()
            assert board.has("won")
            expect(board.said).to_contain_text("Your first puzzle; the next one comes tomorrow.")
            page.evaluate("localStorage.clear()")
            page.reload()
            assert board.position == (heaps, forbidden)
    right = [found.pop(i) for i, way in reversed([*enumerate(found)]) if way["won"]]
    assert len(right) == 1
    assert right[0]["said"].startswith("Solved: you take")
    refuted = [way for way in found if way["said"].startswith("You take")]
    assert len(refuted) > 5 and all(way["gone"] for way in refuted)
    for way in refuted:
        assert re.search(r"Then the book takes \d from the heap of \d", way["said"])
    refused = {way["said"] for way in found if way not in refuted}
    assert all(said.startswith(f"The book forbade {forbidden}: ") for said in refused)
    assert bool(refused) == twist
