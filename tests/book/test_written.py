"""Tests of the precomputed boards, on a phone in both orientations and without Python."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.book.test_boards import TOUCHED
from tests.book.test_pages import HEIGHT, MIN_TARGET, PHONE, Visit, accessibility_violations
from tests.nimbook.play.tables import read_table

CHAPTER = "notebooks/02_muller_twist"
SIZES = {"portrait": (PHONE, HEIGHT), "landscape": (HEIGHT, PHONE)}
NAME = "test-game"
SAVED = "() => JSON.parse(localStorage.getItem('nim-with-a-twist:won') ?? 'null')"
pytestmark = pytest.mark.xdist_group(CHAPTER)


@pytest.fixture(params=SIZES)
def opened(request: pytest.FixtureRequest, browser: Browser, site: str) -> Iterator[Visit]:
    """The chapter on a phone, where the board has a known name and its opponent plays worst."""
    width, height = SIZES[request.param]

    def name_board(route: Route) -> None:
        page = route.fetch()
        body = page.text().replace('class="nt-written', f'data-name="{NAME}" class="nt-written')
        route.fulfill(response=page, body=body)

    with browser.new_context(
        viewport={"width": width, "height": height},
        has_touch=True,
        reduced_motion="reduce",
        service_workers="block",
    ) as context:
        context.add_init_script("Math.random = () => 0")
        visit = Visit(context.new_page())
        visit.page.route(f"**/{CHAPTER}.html", name_board)
        visit.page.goto(f"{site}/{CHAPTER}.html")
        yield visit
        assert not visit.errors
        assert not [url for url in visit.requests if "/_static/live/" in url]


@pytest.fixture
def board(opened: Visit) -> Locator:
    board = opened.page.locator(".nt-written")
    expect(board).not_to_have_attribute("inert", "")
    return board


def press(board: Locator, name: str) -> None:
    board.get_by_role("button", name=name, exact=True).tap()


def message(board: Locator) -> Locator:
    return board.get_by_role("status")


def choose_level(board: Locator, level: str) -> None:
    board.get_by_text("More", exact=True).tap()
    press(board, level)
    board.get_by_text("More", exact=True).tap()


def move(board: Locator, kind: str) -> None:
    """Take the last sticks of the given kind, and forbid something if anything is left."""
    board.locator(f".nt-stick{kind}").last.tap()
    chips = board.locator(".nt-chip:not(.nt-idle):visible")
    if chips.count():
        if kind == ".nt-hint":
            press(board, "Hint")
        board.locator(f".nt-chip{kind}").last.tap()


def is_over(board: Locator) -> bool:
    return board.locator(".nt-won, .nt-lost").count() > 0


def win(board: Locator) -> None:
    while not is_over(board):
        press(board, "Hint")
        move(board, ".nt-hint")
    expect(board.locator(".nt-won")).to_be_visible()


def lose(board: Locator) -> None:
    """Play badly: move first in a way that is not hinted, and then anyhow."""
    press(board, "Hint")
    while not is_over(board):
        move(board, ":not(.nt-hint, .nt-forbidden, .nt-gone, .nt-taken)")
    expect(board.locator(".nt-lost")).to_be_visible()


def test_beating_one_level_leads_to_the_next(board: Locator, opened: Visit) -> None:
    levels = board.locator("[data-level]")
    for level, following in (("beginner", "good"), ("good", "perfect"), ("perfect", None)):
        expect(board.locator("[data-level][aria-pressed=true]")).to_have_text(level)
        win(board)
        expect(message(board)).to_contain_text(f"you win! You beat the {level}")
        assert opened.page.evaluate(SAVED) == {NAME: level}
        expect(board.locator(".nt-then a:visible")).to_have_count(int(following is None))
        expect(board.get_by_role("button", name="Try")).to_have_count(int(following is not None))
        if following:
            press(board, f"Try {following}")
            expect(message(board)).to_have_text("Your move.")
    # Beating a lower level again changes nothing, and nothing is locked.
    choose_level(board, "beginner")
    win(board)
    assert opened.page.evaluate(SAVED) == {NAME: "perfect"}
    opened.page.reload()
    expect(levels.and_(board.locator("[aria-pressed=true]"))).to_have_text("perfect")


def test_saved_nonsense_is_ignored(board: Locator, opened: Visit) -> None:
    for text in ("{", "[1]", "null", '{"test-game": "expert"}'):
        opened.page.evaluate("text => localStorage.setItem('nim-with-a-twist:won', text)", text)
        opened.page.reload()
        expect(board.locator("[data-level][aria-pressed=true]")).to_have_text("beginner")
        win(board)
        assert opened.page.evaluate(SAVED) == {**as_dict(text), NAME: "beginner"}
        opened.page.evaluate("localStorage.clear()")


def as_dict(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def test_a_lost_game_goes_on_before_the_mistake(board: Locator) -> None:
    choose_level(board, "perfect")
    title = board.locator(".nt-position")
    start = title.inner_text()
    lose(board)
    expect(board.get_by_role("button", name="Hint")).to_have_count(0)
    press(board, "Where did I go wrong?")
    expect(message(board)).to_contain_text("Here you could still win. It was a mistake to take ")
    expect(title).to_have_text(start)
    expect(board.get_by_role("button", name="Where did I go wrong?")).to_have_count(0)
    win(board)
    expect(message(board)).to_contain_text("You beat the perfect opponent.")


@pytest.mark.parametrize(("level", "reply"), [("beginner", 1), ("perfect", 0)])
def test_the_level_decides_between_the_replies(board: Locator, level: str, reply: int) -> None:
    choose_level(board, level)
    table = read_table(str(board.evaluate("board => board.nextElementSibling.outerHTML")))
    choices = [answer for answer in table["states"][0]["answers"] if isinstance(answer, int)]
    for choice in choices:
        for number, answer in enumerate(table["states"][choice]["answers"]):
            if isinstance(answer, dict) and len(answer["to"]) == 2:
                first = table["states"][0]["answers"].index(choice)
                for button in (first, number):
                    board.locator(".nt-game button").nth(button).tap()
                look = table["states"][answer["to"][reply][0]]["look"]
                expected = table["strings"][look[1]].split(">")[1].split("<")[0]
                expect(board.locator(".nt-position")).to_have_text(expected)
                press(board, "New game")
                return
    pytest.fail("no move has two replies")


def test_a_move_takes_first_and_forbids_then(board: Locator) -> None:
    title, alert = board.locator(".nt-position"), board.get_by_role("alert")
    before = board.locator(".nt-heaps").inner_html()
    press(board, "take 4 of 4: forbidden")
    expect(alert).to_have_text("taking 4 is forbidden: the number taken must not be 1 modulo 3")
    press(board, "1")
    expect(alert).to_contain_text("first tap a stick")
    assert board.locator(".nt-heaps").inner_html() == before
    for cancel in ("Undo", "take 2 of 4"):
        press(board, "take 2 of 4")
        expect(message(board)).to_contain_text("Now forbid a number for the engine.")
        expect(alert).to_have_count(0)
        expect(board.locator(".nt-lifted")).to_have_count(2)
        press(board, cancel)
        expect(board.locator(".nt-lifted")).to_have_count(0)
        expect(message(board)).to_have_text("Your move.")
    # The same by keyboard; the focus stays on the board.
    stick = board.get_by_role("button", name="take 3 of 4")
    stick.focus()
    stick.press("Enter")
    chip = board.get_by_role("button", name="2", exact=True)
    chip.focus()
    chip.press("Enter")
    expect(message(board)).to_contain_text("You take 3 from the heap of 4 and forbid 2.")
    expect(board.locator(":focus")).to_have_count(1)
    press(board, "Undo")
    expect(title).to_have_text("(4, 2, 1) not 1")


def test_hints_and_judgements_are_given(board: Locator) -> None:
    press(board, "Hint")
    expect(message(board)).to_have_text("To win, take 2 from the heap of 4 and forbid 1.")
    board.get_by_text("More", exact=True).tap()
    press(board, "Who is winning?")
    expect(message(board)).to_have_text("This is N: you can win.")


@pytest.mark.parametrize("end", [win, lose])
def test_board_message_and_buttons_fit_the_screen(
    board: Locator, opened: Visit, end: Callable[[Locator], None]
) -> None:
    assert fits(board, opened.page)
    board.locator(".nt-stick:not(.nt-forbidden)").first.tap()
    assert fits(board, opened.page)
    board.locator(".nt-chip").first.tap()
    assert fits(board, opened.page)
    press(board, "New game")
    end(board)
    assert fits(board, opened.page)
    assert opened.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def fits(board: Locator, page: Page) -> bool:
    """Return whether a board can be seen whole, together with its message and its buttons."""
    box = board.bounding_box()
    assert box and page.viewport_size
    return box["height"] <= page.viewport_size["height"]


def test_board_is_accessible_and_usable_by_touch(board: Locator, opened: Visit) -> None:
    board.get_by_text("More", exact=True).tap()
    for target in board.locator(".nt-stick:visible, .nt-chip, .nt-actions button:visible").all():
        assert min(target.evaluate(TOUCHED)) >= MIN_TARGET, target.inner_text()
    assert not accessibility_violations(opened.page, ".nt-written")
    lose(board)
    assert not accessibility_violations(opened.page, ".nt-written")
    press(board, "New game")
    win(board)
    assert not accessibility_violations(opened.page, ".nt-written")
