"""Test the landing page without Python: the game, the puzzle of the day, and marks of progress."""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from nimbook import CHAPTERS
from nimbook.exercises import exercises_of
from tests.book.test_pages import (
    HEIGHT,
    MIN_TARGET,
    PAGES,
    PHONE,
    SHIFT,
    WIDE,
    Visit,
    accessibility_violations,
    parse_page,
    phone,
)

pytestmark = pytest.mark.xdist_group("door")

MAX_BYTES = 12_000
MAX_FIRST_LOAD = 400_000
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


def count_moves(heaps: tuple[int, ...], forbidden: int, names: int) -> int:
    return sum(len(group) for group in moves(heaps, forbidden, names))


def test_puzzles_are_distinct_with_a_unique_solution(data: dict[str, Any]) -> None:
    week = data["puzzles"]
    assert len(week) == 7 and min(map(len, week)) >= 20
    puzzles = [text for day in week for text in day]
    assert len(set(puzzles)) == len(puzzles)
    assert {wins(*parse_puzzle(text, data)) for text in puzzles} == {1}


# --- The game ------------------------------------------------------------------------------------


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

    @property
    def opponent(self) -> Locator:
        """The button of the present opponent."""
        return self.root.locator("[data-pills] [aria-pressed=true]")

    def wait_for_reply(self) -> None:
        """Wait until the book has moved."""
        expect(self.root).not_to_have_attribute("data-busy", "")

    def follow_hint(self) -> None:
        """Ask for a hint, and make the move that it highlights."""
        self.tool("Show me").click()
        self.root.locator(".nt-hint").first.click()
        if self.is_in("naming"):
            self.tool("Show me").click()
            chip = self.root.locator(".door-chips .nt-hint")
            expect(self.message).to_have_text(f"Forbid {chip.inner_text()}.")
            chip.click()
        self.wait_for_reply()


# Without random numbers, all opponents move perfectly or, at 0, are as careless as they can be.
PERFECT, CARELESS = 0.99, 0


def set_random(page: Page, number: float) -> None:
    page.add_init_script(f"Math.random = () => {number}")
    page.evaluate(f"Math.random = () => {number}")


@pytest.fixture(params=[PHONE, WIDE])
def page(request: pytest.FixtureRequest, browser: Browser, site: str) -> Iterator[Page]:
    """The landing page as a newcomer sees it, on a phone or a desktop without live mode files."""
    size: ViewportSize = {"width": request.param, "height": HEIGHT}
    with browser.new_context(viewport=size, reduced_motion="reduce") as context:
        visit = Visit(context.new_page())
        visit.page.route("**/_static/live/**", lambda route: route.abort())
        visit.page.goto(f"{site}/{PAGES[0]}.html")
        set_random(visit.page, PERFECT)
        yield visit.page
        assert not visit.errors


def ways_to_win(data: dict[str, Any], position: Position) -> int:
    """Return the number of winning moves in a position of either game.

    If the position has a forbidden number, the game is the one with the twist.
    """
    heaps, forbidden = position
    return wins(tuple(sorted(heaps)), forbidden, data["twist"]["names"] if forbidden else 0)


def test_newcomer_plays_within_ten_seconds(
    browser: Browser, site: str, book: Path, bytes_sent: Counter[str], data: dict[str, Any]
) -> None:
    start = monotonic()
    bytes_sent.clear()
    with phone(browser) as visit:
        page, board = visit.page, Board(visit.page)
        page.add_init_script(f"Math.random = () => {PERFECT}")
        page.goto(f"{site}/{PAGES[0]}.html")
        assert board.position == (tuple(data["first"]["nim"]["heaps"]), 0)
        board.stick("take 3 from the heap of 5").tap()
        expect(board.message).to_have_text(
            re.compile(r"^You take 3\. The book takes 1 from the heap of \d\. Your move\.$")
        )
        assert monotonic() - start < MAX_SECONDS
        board.wait_for_reply()
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
    while not board.is_in("over"):
        assert ways_to_win(data, board.position)
        board.follow_hint()
    assert board.is_in("won")


def test_levels_lead_to_the_twist(page: Page, data: dict[str, Any]) -> None:
    board = Board(page)
    set_random(page, CARELESS)
    expect(board.tool("After a game: the twist")).to_be_disabled()
    serious = []
    for kind in ("nim", "twist"):
        for level, onward in (
            ("beginner", "Next: good"),
            ("good", "Next: perfect"),
            ("perfect", "Now the twist" if kind == "nim" else "Try today’s puzzle"),
        ):
            expect(board.opponent).to_have_text(level.capitalize())
            play_and_win(board, data)
            expect(board.message).to_contain_text(f"You beat the {level}")
            assert json.loads(saved(page, "won"))[f"door-{kind}"] == level
            if level == "beginner":
                serious += accessibility_violations(page, "#door-game")
            expect(board.root.locator("[data-main], [data-tool=go]:visible")).to_have_text(onward)
            board.tool(onward).click()
        expect(board.root.locator(".door-beaten")).to_have_count(3 if kind == "twist" else 0)
    assert not serious, "\n".join(serious)
    expect(page.locator("#door-puzzle .door-tools")).to_be_in_viewport()

    # What was won stays won, and the twist can be left and entered again.
    page.reload()
    board.tool("Back to plain Nim").click()
    expect(board.root.locator(".door-beaten")).to_have_count(3)
    board.tool("Skip to the twist").click()
    expect(board.opponent).to_have_text("Perfect")


def test_move_with_the_twist_is_saved_step_by_step(page: Page, data: dict[str, Any]) -> None:
    board = Board(page)
    lose(board)
    board.tool("Skip to the twist").click()
    heaps, forbidden = board.position
    assert forbidden and ways_to_win(data, (heaps, forbidden))
    expect(board.root.get_by_text("Now the twist: after taking")).to_be_visible()
    illegal = board.root.locator(".nt-forbidden").first
    assert illegal.get_attribute("aria-disabled") == "true"
    assert illegal.get_attribute("data-n") == str(forbidden)
    illegal.click(force=True)
    expect(board.message).to_contain_text(f"The book forbade {forbidden}: take 1")
    assert board.position == (heaps, forbidden)

    board.stick("take 1 from the heap of 4").click()
    page.reload()
    expect(board.message).to_contain_text("Now forbid a number")
    board.root.get_by_role("button", name="forbid 5").click()
    after = board.position
    assert after != (heaps, forbidden)
    page.reload()
    assert board.position == after
    board.tool("Undo").click()
    assert board.position == (heaps, forbidden)


def lose(board: Board) -> list[tuple[Position, Position]]:
    """Take 1 from the largest heap until the game is over.

    Return, for each move, the positions before and after it.
    """
    line = []
    while not board.is_in("over"):
        heaps, _ = board.position
        largest = max(heaps)
        board.stick(f"take 1 from the heap of {largest}").click()
        i = heaps.index(largest)
        line.append(((heaps, 0), ((*heaps[:i], largest - 1, *heaps[i + 1 :]), 0)))
    assert not board.is_in("won")
    return line


def test_mistake_is_found_and_corrected(page: Page, data: dict[str, Any]) -> None:
    board = Board(page)
    mistakes = [
        before
        for before, after in lose(board)
        if ways_to_win(data, before) and ways_to_win(data, after)
    ]
    board.tool("Where did I go wrong?").click()
    assert board.position == mistakes[-1]
    largest = max(mistakes[-1][0])
    expect(board.message).to_contain_text(f"Here you took 1 from the heap of {largest}")
    expect(board.root.locator(".door-mistake")).to_have_count(1)
    # The keyboard focus was on a button that is no longer there.
    assert page.evaluate("document.activeElement.matches('#door-game .door-stick')")
    assert not accessibility_violations(page, "#door-game")
    play_and_win(board, data)
    expect(board.message).to_contain_text("You beat the beginner!")

    # From a start that was lost anyway, the reader made no mistake.
    start = '"start": {"heaps": [1, 1], "forbidden": 0}'
    rest = '"moves": [], "pending": null, "opponent": "good", "ended": 0'
    put(page, "door", f'{{"kind": "nim", {start}, {rest}}}')
    lose(board)
    board.tool("Where did I go wrong?").click()
    expect(board.message).to_contain_text("You made no mistake")


def test_two_people_play_in_turn(page: Page) -> None:
    board = Board(page)
    board.tool("Two people").click()
    board.stick("take 1 from the heap of 5").click()
    expect(board.message).to_contain_text("The second player is to move.")
    assert board.position == ((1, 3, 4), 0)
    page.reload()
    for heap in (4, 3, 1):
        board.stick(f"take {heap} from the heap of {heap}").click()
    expect(board.message).to_contain_text("The second player wins.")
    assert saved(page, "won") is None


def test_game_is_playable_by_keyboard(page: Page) -> None:
    board = Board(page)
    board.stick("take 1 from the heap of 5").focus()
    while not board.is_in("over"):
        assert page.evaluate("document.activeElement.matches('.door-stick:enabled')")
        before = board.position
        page.keyboard.press("Enter")
        assert board.position != before
    expect(board.tool("Where did I go wrong?")).to_be_focused()


@pytest.mark.parametrize(
    "junk",
    [
        '{"kind": "nim", "start": 3}',
        '{"kind": "nim", "start": {"heaps": [1, 1], "forbidden": 0}, "moves": [], "pending": null,'
        ' "opponent": "good", "ended": "never"}',
    ],
)
def test_invalid_saved_data_is_discarded(page: Page, junk: str) -> None:
    board = Board(page)
    start = board.position
    for name in ("puzzles", "won", "place", "door"):
        put(page, name, junk)
    assert board.position == start
    expect(page.locator(".door-continue")).to_be_hidden()
    expect(page.locator(".door-marks:not(:empty)")).to_have_count(0)


# Scrolls to a board, and returns the number of its visible buttons, the parts that are not on the
# screen below the bar at its top, and the width or height of the smallest button.
ON_SCREEN = """(root) => {
  const bar = document.querySelector(".bd-header-article").getBoundingClientRect().bottom;
  const table = root.querySelector(".door-table");
  table.scrollIntoView({behavior: "instant"});
  const box = (part) => part.getBoundingClientRect();
  const buttons = [...root.querySelectorAll("button")].filter((button) => button.checkVisibility());
  const hidden = [table, table.querySelector("p"), ...buttons].filter((part) => {
    const {top, bottom, left, right} = box(part);
    return top < bar || left < 0 || bottom > innerHeight || right > innerWidth;
  });
  const sizes = buttons.map((button) => Math.min(box(button).width, box(button).height));
  return [buttons.length, hidden.map((part) => part.outerHTML), Math.min(...sizes)];
}"""


@pytest.mark.parametrize("size", [(PHONE, HEIGHT), (HEIGHT, PHONE)])
def test_board_and_buttons_fit_one_screen(
    browser: Browser, site: str, data: dict[str, Any], size: tuple[int, int]
) -> None:
    with phone(browser, reduced_motion="reduce") as visit:
        page, board = visit.page, Board(visit.page)
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.clock.set_fixed_time(SUNDAY * DAY)
        page.goto(f"{site}/{PAGES[0]}.html")
        set_random(page, PERFECT)

        def check(board: Board) -> None:
            count, hidden, smallest = board.root.evaluate(ON_SCREEN)
            assert count > 10 and not hidden and smallest >= MIN_TARGET

        check(board)
        lose(board)
        check(board)
        board.tool("Skip to the twist").tap()
        check(board)
        check(Board(page, "puzzle"))
        # With large letters, everything still fits the width.
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        widths = page.locator(".bd-article *:visible").evaluate_all(
            "parts => parts.map((part) => part.getBoundingClientRect().right)"
        )
        assert len(widths) > 200 and max(widths) <= size[0]


# --- Progress ------------------------------------------------------------------------------------


def saved(page: Page, name: str) -> Any:
    """Return the text that the book has saved under a name."""
    return page.evaluate("name => localStorage.getItem(`nim-with-a-twist:${name}`)", name)


def put(page: Page, name: str, text: str) -> None:
    """Save a text in place of the book, and load the page again."""
    save = "([name, text]) => localStorage.setItem(`nim-with-a-twist:${name}`, text)"
    page.evaluate(save, [name, text])
    page.reload()


def test_chapters_show_progress_until_it_is_deleted(page: Page) -> None:
    home = page.url
    marks = page.locator(".door-marks")
    expect(marks).to_have_count(len(CHAPTERS))
    place = page.locator(".door-continue")
    expect(place).to_be_hidden()

    chapter = "impartial_games"
    exercises = exercises_of(chapter)
    page.goto(urljoin(home, f"../notebooks/01_{chapter}.html"))
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
    put(page, "won", json.dumps({chapter: "good"}))
    expect(marks.first).to_have_text(f"★★☆1 of {len(exercises)}")
    expect(marks.first.get_by_role("img", name="2 of 3 levels won")).to_be_visible()
    assert not accessibility_violations(page, ".door-way", ".door-continue")

    page.get_by_role("button", name="Delete saved data").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_text("Everything has been deleted.")).to_be_visible()
    expect(place).to_be_hidden()
    expect(page.locator(".door-marks:not(:empty)")).to_have_count(0)


def test_each_chapter_has_its_picture(book: Path) -> None:
    cards = parse_page(book / f"{PAGES[0]}.html").select(".door-way .sd-card:has(.nt-emblem)")
    pages = [card.select_one("a[href]")["href"] for card in cards]  # type: ignore[index]
    assert len(pages) == len(CHAPTERS)
    pictures = set()
    for card, page in zip(cards, pages, strict=True):
        [image] = card.select(".nt-emblem")
        assert image["alt"] == "" and int(str(image["width"])) == int(str(image["height"])) <= 72
        chapter = book / "book" / str(page)
        assert f'<h1><img class="nt-emblem dark-light" src="{image["src"]}"' in chapter.read_text()
        pictures.add((chapter.parent / str(image["src"])).read_bytes())
    assert len(pictures) == len(CHAPTERS)


# --- The puzzle of the day -----------------------------------------------------------------------

DAY = 86_400  # in seconds
SUNDAY = 20_786  # 29 November 2026, in days since 1970

# Returns the puzzle shown after the date has changed.
TODAYS_PUZZLE = """() => {
  const root = document.querySelector("#door-puzzle");
  document.dispatchEvent(new Event("visibilitychange"));
  const heaps = [...root.querySelectorAll(".door-heap")].map((row) => row.children.length);
  const named = root.querySelector(".door-chips .nt-chosen")?.textContent;
  return heaps.join("") + (named ? `:${named}` : "");
}"""


def turn_to(page: Page, day: int) -> str:
    page.clock.set_fixed_time(day * DAY)
    return str(page.evaluate(TODAYS_PUZZLE))


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_puzzles_get_harder_through_each_week(page: Page, data: dict[str, Any]) -> None:
    puzzles = [
        parse_puzzle(turn_to(page, day), data) for day in range(SUNDAY + 1, SUNDAY + 1 + 53 * 7)
    ]
    for start in range(0, len(puzzles), 7):
        week = puzzles[start : start + 7]
        difficulty = [count_moves(*puzzle) for puzzle in week]
        assert difficulty == sorted(difficulty) and difficulty[0] < difficulty[-1]
        assert [bool(forbidden) for _, forbidden, _ in week] == [False] * 3 + [True] * 4
    assert len(set(puzzles)) == sum(map(len, data["puzzles"]))


def attempt(board: Board, move: tuple[int, int, int]) -> None:
    """Make a move, given as the index of the heap, the number taken, and the number forbidden."""
    heap, taken, name = move
    board.root.locator(".door-heap").nth(heap).locator(f"[data-n='{taken}']").click(force=True)
    if board.is_in("naming"):
        board.root.get_by_role("button", name=f"forbid {name}").click()


def solution(heaps: tuple[int, ...], forbidden: int, names: int) -> tuple[int, int, int]:
    [move] = [
        (i, heap - left, name)
        for i, heap in enumerate(heaps)
        for left in range(heap)
        for name in range(1, names + 1) or [0]
        if heap - left != forbidden
        and not wins(tuple(sorted((*heaps[:i], left, *heaps[i + 1 :]))), name, names)
    ]
    return move


# Record what the page shares or copies.
SHARE = "() => { navigator.share = async ({text}) => { window.shared = text; }; }"
COPY = """() => {
  navigator.share = undefined;
  navigator.clipboard.writeText = async (text) => { window.shared = text; };
}"""


def test_puzzles_are_solved_day_after_day(page: Page, data: dict[str, Any]) -> None:
    board = Board(page, "puzzle")
    rule = board.root.locator(".door-rule")
    expect(board.tool("Share")).to_be_disabled()
    text = turn_to(page, SUNDAY)
    sunday = parse_puzzle(text, data)
    number = SUNDAY - 20_453  # puzzle 1 was that of 1 January 2026
    expect(rule).to_contain_text(f"Puzzle {number} (Sunday). You may not take {sunday[1]}.")
    board.root.locator(".nt-forbidden").first.click(force=True)
    expect(board.message).to_contain_text(f"The book forbade {sunday[1]}: take 1")
    attempt(board, solution(*sunday))
    expect(board.message).to_contain_text(re.compile(r"^Solved! You take \d from the heap of \d"))
    expect(board.message).to_contain_text("Your first puzzle; the next one comes tomorrow.")
    page.reload()
    assert board.is_in("won")
    page.evaluate(SHARE)
    board.tool("Share").click()
    title = "Nim with a Twist, puzzle"
    assert page.evaluate("window.shared") == (
        f"{title} {number} (Sunday): solved at the first try.\n{page.url}"
    )

    monday = parse_puzzle(turn_to(page, SUNDAY + 1), data)
    expect(rule).to_contain_text(f"Puzzle {number + 1} (Monday). Plain Nim")
    expect(board.tool("Share")).to_be_disabled()
    board.tool("Yesterday’s").click()
    expect(rule).to_contain_text(f"Yesterday, puzzle {number} (Sunday).")
    heap, taken, name = solution(*sunday)
    answer = f"take {taken} from the heap of {sunday[0][heap]} and forbid {name}."
    expect(board.message).to_have_text(f"The solution: {answer}")
    assert board.position == sunday[:2]
    board.tool("Back to today’s").click()
    assert board.position == monday[:2]

    right = solution(*monday)
    wrong = next((i, 1, 0) for i in range(3) if (i, 1, 0) != right)
    attempt(board, wrong)
    expect(board.message).to_have_text(
        re.compile(r"^You take 1\. Then the book takes \d from .* you can no longer win\.")
    )
    assert not ways_to_win(data, board.position)
    page.reload()
    attempt(board, right)
    expect(board.message).to_contain_text("2 puzzles solved")
    expect(rule).to_contain_text("(Monday), 2 days in a row.")
    assert not accessibility_violations(page, "#door-puzzle")
    page.evaluate(COPY)
    board.tool("Share").click()
    expect(board.message).to_contain_text("Copied")
    assert page.evaluate("window.shared") == (
        f"{title} {number + 1} (Monday): solved in 2 tries, 2 days in a row.\n{page.url}"
    )

    # The streak still stands until a day is missed.
    turn_to(page, SUNDAY + 2)
    expect(rule).to_contain_text("(Tuesday), 2 days in a row.")
    wednesday = parse_puzzle(turn_to(page, SUNDAY + 3), data)
    expect(rule).to_contain_text("(Wednesday). Plain Nim")
    board.tool("Show me").click()
    attempt(board, solution(*wednesday))
    board.tool("Share").click()
    expect(board.message).to_contain_text("Copied")
    assert "(Wednesday): solved with a hint.\n" in page.evaluate("window.shared")
