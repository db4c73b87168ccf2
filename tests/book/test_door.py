"""The landing page: a stranger plays at once, on a phone, with nothing of Python loaded."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import Browser, Locator, Page, expect

from tests.book.test_pages import HEIGHT, PAGES, PHONE, Visit, faults

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


def test_brute_force_knows_what_bouton_knew() -> None:
    for heaps in combinations_with_replacement(range(6), 3):
        a, b, c = heaps
        assert bool(wins(heaps, 0, 0)) == bool(a ^ b ^ c)


@pytest.fixture(scope="module")
def data(book: Path) -> dict[str, Any]:
    page = BeautifulSoup((book / f"{PAGES[0]}.html").read_text("utf8"), "html.parser")
    script = page.find(id="door-data")
    assert script
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


@contextmanager
def phone(browser: Browser, site: str, **options: Any) -> Iterator[Visit]:
    """Open the landing page on a phone where nothing of what runs live can be had."""
    size = {"width": PHONE, "height": HEIGHT}
    with browser.new_context(viewport=size, has_touch=True, is_mobile=True, **options) as context:
        page = context.new_page()
        page.route("**/_static/live/**", lambda route: route.abort())
        page.add_init_script(
            """window.shift = 0; new PerformanceObserver((list) => {
              for (const {value, hadRecentInput} of list.getEntries())
                if (!hadRecentInput) window.shift += value;
            }).observe({type: "layout-shift", buffered: true});"""
        )
        visit = Visit(page)
        page.goto(f"{site}/{PAGES[0]}.html")
        yield visit


def ways_to_win(data: dict[str, Any], board: Board) -> int:
    """Return in how many ways whoever is to move can win."""
    heaps, forbidden = board.position
    names = data["twist"]["names"] if forbidden else 0
    return wins(tuple(sorted(heaps)), forbidden, names)


def test_a_stranger_plays_and_wins_and_meets_the_twist(
    browser: Browser,
    site: str,
    book: Path,
    data: dict[str, Any],
    record_property: Callable[[str, object], None],
) -> None:
    start = monotonic()
    with phone(browser, site) as visit:
        page, board = visit.page, Board(visit.page)
        first = board.position
        assert first == (tuple(data["first"]["nim"]["heaps"]), 0)
        board.stick("take 3 from the heap of 5").tap()
        expect(board.said).to_have_text(
            re.compile(r"^You take 3\. The book takes \d from the heap of \d\. Your move\.$")
        )
        took = monotonic() - start
        record_property("seconds to the book's answer", took)
        assert took < SECONDS

        # Title, sentence and sticks are on the first screen, and sticks are for fingers.
        for part in ["h1", ".door-rule", ".door-board", ".door-said"]:
            box = page.locator(f"{part}:visible").first.bounding_box()
            assert box and box["y"] >= 0 and box["y"] + box["height"] <= HEIGHT
        for button in board.root.locator("button:visible").all():
            box = button.bounding_box()
            assert box and box["width"] >= 44 and box["height"] >= 44, button.inner_text()

        board.settled()
        board.tool("Undo").tap()
        assert board.position == first
        expect(board.tool("After a game: the twist")).to_be_disabled()
        while not board.has("over"):
            board.follow()
            assert board.has("over") or ways_to_win(data, board)
        assert board.has("won")
        expect(board.said).to_contain_text("You win!")
        assert board.root.locator(".door-lit").count() > 3
        serious = faults(page, "#door-game")

        board.tool("Now the twist").tap()
        heaps, forbidden = board.position
        assert forbidden and ways_to_win(data, board)
        expect(board.root.get_by_text("Now the twist: when")).to_be_visible()
        stop = board.root.locator(".nt-forbidden").first
        assert stop.get_attribute("aria-disabled") == "true"
        assert stop.get_attribute("data-n") == str(forbidden)
        stop.tap(force=True)
        expect(board.said).to_contain_text(f"The book forbade {forbidden}: take 1")
        assert board.position == (heaps, forbidden)

        # A reload finds the game, even in the midst of a move.
        board.stick("take 1 from the heap of 4").tap()
        expect(board.said).to_contain_text("Now name a number")
        serious += faults(page, "#door-game")
        page.reload()
        expect(board.said).to_contain_text("Now name a number")
        board.root.get_by_role("button", name="forbid 5").tap()
        board.settled()
        board.tool("Undo").tap()
        while not board.has("over"):
            board.follow()
        assert board.has("won")
        serious += faults(page, "#door-game")
        assert not serious, "\n".join(serious)

        assert page.evaluate("shift") < MOST_SHIFT
        assert not [url for url in visit.requests if not url.startswith(site) or "/live/" in url]
        assert not visit.errors
    script = (book / "_static/door.js").read_bytes()
    assert len(gzip.compress(script)) + len(gzip.compress(json.dumps(data).encode())) < MOST_BYTES


def test_the_book_wins_what_it_can(browser: Browser, site: str, data: dict[str, Any]) -> None:
    """From every kind of start that is dealt; each can be won, and one error loses it."""
    with phone(browser, site, reduced_motion="reduce") as visit:
        board = Board(visit.page)
        for kind in ("nim", "twist"):
            for _ in range(4):
                board.tool("New game").tap()
                assert ways_to_win(data, board)
                erred = False
                while not board.has("over"):
                    _blunder(data, board)
                    erred = erred or (not board.has("over") and not ways_to_win(data, board))
                assert erred != board.has("won")
            if kind == "nim":
                board.tool("Now the twist").tap()
        assert not visit.errors


def _blunder(data: dict[str, Any], board: Board) -> None:
    """Take the first stick that may be taken, and name the largest number."""
    board.root.locator(".door-stick:enabled:not(.nt-forbidden)").last.tap()
    if board.has("naming"):
        board.root.locator(".door-chips button").last.tap()


def test_without_motion_the_book_has_answered_already(browser: Browser, site: str) -> None:
    with phone(browser, site, reduced_motion="reduce") as visit:
        said, gone = visit.page.evaluate(
            """() => {
              document.querySelector(".door-heap:last-child button").click();
              return [document.querySelector(".door-said").textContent,
                document.querySelectorAll(".nt-gone").length];
            }"""
        )
        assert "The book takes" in said and gone
        assert not visit.page.evaluate("document.getAnimations().length")


def test_with_motion_one_sees_which_sticks_the_book_takes(browser: Browser, site: str) -> None:
    with phone(browser, site) as visit:
        board = Board(visit.page)
        board.stick("take 3 from the heap of 5").tap()
        expect(board.root.locator(".door-taking")).not_to_have_count(0)
        board.settled()
        assert board.root.locator(".nt-gone").count()


def test_keys_do_all_of_it(browser: Browser, site: str) -> None:
    with phone(browser, site) as visit:
        page, board = visit.page, Board(visit.page)
        board.stick("take 1 from the heap of 5").focus()
        page.keyboard.press("Enter")
        board.settled()
        assert page.evaluate("document.activeElement.matches('.door-stick:enabled')")
        while not board.has("over"):
            page.keyboard.press("Space")
            board.settled()
        assert page.evaluate("document.activeElement.matches('.door-tools button')")


def test_two_people_play_on_one_screen(browser: Browser, site: str) -> None:
    with phone(browser, site) as visit:
        board = Board(visit.page)
        board.tool("Two people").tap()
        expect(board.tool("Two people")).to_have_attribute("aria-pressed", "true")
        board.root.locator(".door-stick").last.tap()
        expect(board.said).to_have_text(
            re.compile(r"^The first player takes 1 .* The second player is to move\.$")
        )
        before = board.position
        board.root.locator(".door-stick:enabled").last.tap()
        expect(board.said).to_contain_text("The second player takes 1")
        board.tool("Undo").tap()
        assert board.position == before


@pytest.mark.parametrize("junk", ["{", "null", '{"kind": "chess"}', '{"kind": "nim", "start": 3}'])
def test_a_game_that_cannot_be_read_is_forgotten(browser: Browser, site: str, junk: str) -> None:
    with phone(browser, site) as visit:
        page, board = visit.page, Board(visit.page)
        begin = board.position
        page.evaluate("junk => localStorage.setItem('nim-with-a-twist:door', junk)", junk)
        page.reload()
        assert board.position == begin
        assert not visit.errors


# --- The puzzle of the day ------------------------------------------------------------------------

DAY = 86_400  # seconds

SHOWN = """async (day) => {
  const root = document.querySelector("#door-puzzle");
  document.dispatchEvent(new Event("visibilitychange"));
  const heaps = [...root.querySelectorAll(".door-heap")].map((row) => row.children.length);
  const named = root.querySelector(".door-chips .nt-chosen")?.textContent;
  return heaps.join("") + (named ? `:${named}` : "");
}"""


def test_each_day_has_its_puzzle(browser: Browser, site: str, data: dict[str, Any]) -> None:
    days = len(data["puzzles"])
    with phone(browser, site) as visit:
        page = visit.page
        seen = []
        for day in range(days + 1):
            page.clock.set_fixed_time(1_800_000_000 + day * DAY)
            seen.append(page.evaluate(SHOWN))
        assert sorted(seen[:-1]) == sorted(data["puzzles"])
        assert seen[-1] == seen[0]


def test_a_wrong_move_is_refuted_and_a_right_one_kept(
    browser: Browser, site: str, data: dict[str, Any]
) -> None:
    with phone(browser, site) as visit:
        page, board = visit.page, Board(visit.page, "puzzle")
        kinds = set()
        day = 1_800_000_000
        while len(kinds) < 2:
            day += DAY
            page.clock.set_fixed_time(day)
            heaps, forbidden, names = puzzle_of(page.evaluate(SHOWN), data)
            if names in kinds:
                continue
            kinds.add(names)
            # The last stick of the first heap alone is a wrong move, unless it is the solution.
            board.root.locator(".door-stick:not(.nt-forbidden)").last.tap()
            if names:
                board.root.locator(".door-chips button").last.tap()
            if not board.has("over"):
                expect(board.said).to_have_text(
                    re.compile(r"^You take .* Then the book takes \d from the heap of \d")
                )
                assert board.root.locator(".nt-gone").count()
                board.tool("Try again").tap()
                assert board.position == (heaps, forbidden)
                board.tool("Show me").tap()
                board.root.locator(".nt-hint").first.tap()
                for chip in board.root.locator(".door-chips button").all() if names else ():
                    chip.tap()
                    if board.has("over"):
                        break
                    board.tool("Try again").tap()
                    board.tool("Show me").tap()
                    board.root.locator(".nt-hint").first.tap()
            expect(board.said).to_contain_text("Solved: you take")
        expect(board.said).to_contain_text("2 puzzles solved")
        page.reload()
        expect(board.said).to_contain_text("2 puzzles solved")
        assert not visit.errors


# --- The page -------------------------------------------------------------------------------------


def test_the_page_looks_the_same_before_its_script_runs(browser: Browser, site: str) -> None:
    places = """() => ["#door-game .door-stick", "#door-game button:not(.door-stick)", "h1", "h2"]
      .flatMap((part) => [...document.querySelectorAll(part)])
      .map((element) => element.getBoundingClientRect()).map(({x, y}) => [x, y].map(Math.round))"""
    with phone(browser, site) as visit:
        after = visit.page.evaluate(places)[:14]
    with phone(browser, site) as visit:
        visit.page.route("**/door.js*", lambda route: route.abort())
        visit.page.reload()
        assert visit.page.evaluate(places)[:14] == after


def test_without_scripts_the_page_says_so(browser: Browser, site: str) -> None:
    with phone(browser, site, java_script_enabled=False) as visit:
        notes = visit.page.locator("#door-game noscript")
        assert notes.is_visible() and "does not run" in notes.inner_text()
        assert visit.page.locator("#door-game .door-stick").first.is_visible()


@pytest.mark.parametrize("name", ["index", PAGES[0]])
def test_a_link_to_the_book_says_what_it_is(name: str, book: Path) -> None:
    page = BeautifulSoup((book / f"{name}.html").read_text("utf8"), "html.parser")
    about = {
        str(tag.get("name") or tag.get("property")): tag["content"]
        for tag in page("meta")
        if tag.get("content")
    }
    assert 50 < len(about["description"]) < 200
    assert about["og:description"] == about["description"]
    assert about["og:title"] == "Nim with a Twist"
    picture = book / Path(f"{name}.html").parent / str(about["og:image"])
    assert picture.read_bytes()[:4] == b"\x89PNG"
    [icon] = page.select("link[rel~=icon]")
    assert (book / Path(f"{name}.html").parent / str(icon["href"]).split("?")[0]).is_file()


def test_what_was_found_is_what_the_ledger_has(book: Path) -> None:
    claims = json.loads((book.parent / "ledger.json").read_text("utf8"))
    page = BeautifulSoup((book / f"{PAGES[0]}.html").read_text("utf8"), "html.parser")
    told = {
        str(details.select_one("a[href*='#claim-']")["href"]).partition("#claim-")[2]: details  # type: ignore[index]
        for details in page.select(".door-found > details")
    }
    found = [claim for claim in claims if claim["verdict"] not in ("holds", "cited")]
    assert set(told) == {re.sub(r"[^a-z0-9]+", "-", claim["id"]) for claim in found}
    for claim in found:
        details = told[re.sub(r"[^a-z0-9]+", "-", claim["id"])]
        assert claim["sign"] in details.text and details.select_one("a[href*='notebooks/']")
        if claim["verdict"] == "refuted":
            assert "True instead" in details.text and "Smallest case" in details.text
