"""Tests of the precomputed board at the top of chapter 2, on a phone and without Python."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.book.test_boards import TOUCHED
from tests.book.test_pages import HEIGHT, MIN_TARGET, PHONE, Visit, accessibility_violations

CHAPTER = "notebooks/02_muller_twist"
pytestmark = pytest.mark.xdist_group(CHAPTER)


@pytest.fixture(scope="module")
def opened(browser: Browser, site: str) -> Iterator[Visit]:
    with browser.new_context(
        viewport={"width": PHONE, "height": HEIGHT}, has_touch=True, reduced_motion="reduce"
    ) as context:
        visit = Visit(context.new_page())
        visit.page.goto(f"{site}/{CHAPTER}.html")
        yield visit


@pytest.fixture
def board(opened: Visit) -> Iterator[Locator]:
    """The board at the start of a game."""
    board = opened.page.locator(".nt-written")
    press(board, "Start again")
    yield board
    assert not opened.errors
    assert not [url for url in opened.requests if "/_static/live/" in url]


def press(board: Locator, name: str) -> None:
    board.get_by_role("button", name=name, exact=True).click()


def test_game_can_be_won_without_python(board: Locator) -> None:
    title, message = board.locator(".nt-position"), board.get_by_role("status")
    expect(title).to_have_text("(4, 2, 1) not 1")
    press(board, "Who is winning?")
    expect(message).to_have_text("This is N: you can win.")
    press(board, "Hint")
    expect(message).to_have_text("To win, take 2 from the heap of 4 and forbid 1.")
    expect(board.locator(".nt-chip.nt-hint")).to_have_text("1")
    hinted = board.locator(".nt-stick.nt-hint")
    hinted.focus()
    hinted.press("Enter")
    expect(message).to_contain_text("You take 2 from the heap of 4 and forbid 1. The engine takes")
    # The keyboard focus stays on the board.
    expect(board.locator(":focus")).to_have_count(1)
    expect(board.get_by_role("button", name="just taken").first).to_be_visible()
    press(board, "Undo")
    expect(title).to_have_text("(4, 2, 1) not 1")
    while "win!" not in message.inner_text():
        press(board, "Hint")
        board.locator(".nt-chip.nt-hint").click()
        press(board, "Hint")
        board.locator(".nt-stick.nt-hint").click()
    expect(message).to_contain_text("No moves left: you win!")
    expect(board.locator(".nt-won")).to_be_visible()


def test_illegal_moves_are_rejected_with_a_reason(board: Locator) -> None:
    before = board.locator(".nt-heaps").inner_html()
    press(board, "take 4 of 4: forbidden")
    expect(board.get_by_role("alert")).to_have_text(
        "taking 4 is forbidden: the number taken must not be 1 modulo 3"
    )
    assert board.locator(".nt-heaps").inner_html() == before
    press(board, "Undo")
    expect(board.get_by_role("alert")).to_have_text("there is no move to take back")
    press(board, "take 2 of 4")
    expect(board.get_by_role("alert")).to_have_count(0)


def test_board_is_accessible_and_usable_by_touch(board: Locator, opened: Visit) -> None:
    for button in board.locator(".nt-stick:visible, .nt-chip").all():
        assert min(button.evaluate(TOUCHED)) >= MIN_TARGET
    assert not accessibility_violations(opened.page, ".nt-written")
