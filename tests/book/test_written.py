"""Tests of the precomputed boards, on a phone and without Python."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.lib.boards import TOUCHED, opened
from tests.lib.live import violations_in
from tests.lib.pages import HEIGHT, MIN_TARGET, PHONE, Visit
from tests.lib.tables import read_table

CHAPTER, NAME = "02_muller_twist", "muller_twist"
SAVED = "() => JSON.parse(localStorage.getItem('nim-with-a-twist:won') ?? 'null')"


@pytest.fixture(scope="module")
def visit(browser: Browser, site: str) -> Iterator[Visit]:
    with opened(browser, site, CHAPTER, random=0) as visit:  # the opponent plays worst
        yield visit


@pytest.fixture
def board(visit: Visit) -> Iterator[Locator]:
    """The board that opens the chapter, as a newcomer sees it. The tests share the page."""
    visit.page.set_viewport_size({"width": PHONE, "height": HEIGHT})
    visit.page.evaluate("localStorage.clear()")
    visit.page.reload()
    board = visit.page.locator(".nt-written")
    expect(board).not_to_have_attribute("inert", "")
    yield board
    assert not visit.errors


def press(board: Locator, name: str) -> None:
    board.get_by_role("button", name=name, exact=True).tap()


def message(board: Locator) -> Locator:
    return board.locator(".nt-game").get_by_role("status")


def choose_level(board: Locator, level: str) -> None:
    board.get_by_text("More", exact=True).tap()
    press(board, level)
    board.get_by_text("More", exact=True).tap()


# Plays a game by clicking only sticks and numbers to forbid that match a selector, always the last.
# Where hints are wanted, it asks for one before each click.
PLAY = """(board, [kind, hints]) => {
  const over = () => board.querySelector(".nt-won, .nt-lost");
  const click = (button) => {
    if (hints) board.querySelector("[data-tool=hint]").click();
    [...board.querySelectorAll(`${button}${kind}`)].at(-1).click();
  };
  for (let moves = 0; moves < 20 && !over(); moves++) {
    click(".nt-stick");
    if (board.querySelector(".nt-chip:not(.nt-idle)")) click(".nt-chip");
  }
}"""


def win(board: Locator) -> None:
    board.evaluate(PLAY, [".nt-hint", True])
    expect(board.locator(".nt-won")).to_be_visible()


def lose(board: Locator) -> None:
    """Play badly: move first in a way that is not hinted, and then anyhow."""
    press(board, "Hint")
    board.evaluate(PLAY, [":not(.nt-hint, .nt-forbidden, .nt-gone, .nt-taken)", False])
    expect(board.locator(".nt-lost")).to_be_visible()


def test_beating_one_level_leads_to_the_next(board: Locator) -> None:
    """Check also that saved nonsense is ignored."""
    chosen = board.locator("[data-level][aria-pressed=true]")
    for text in ("{", f'{{"{NAME}": "expert"}}'):
        board.page.evaluate("text => localStorage.setItem('nim-with-a-twist:won', text)", text)
        board.page.reload()
        expect(chosen).to_have_text("beginner")
    for level, following in (("beginner", "good"), ("good", "perfect"), ("perfect", None)):
        expect(chosen).to_have_text(level)
        win(board)
        expect(message(board)).to_contain_text(f"you win! You beat the {level}")
        assert board.page.evaluate(SAVED) == {NAME: level}
        expect(board.locator(".nt-then a:visible")).to_have_count(int(following is None))
        expect(board.get_by_role("button", name="Next:")).to_have_count(int(following is not None))
        if following:
            press(board, f"Next: {following}")
            expect(message(board)).to_have_text("Your move.")
    # Beating a lower level again changes nothing, and nothing is locked.
    choose_level(board, "beginner")
    win(board)
    assert board.page.evaluate(SAVED) == {NAME: "perfect"}
    board.page.reload()
    expect(chosen).to_have_text("perfect")


# Makes it impossible to save anything that belongs to the book.
FULL = """() => {
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function (name, value) {
    if (name.startsWith("nim-with-a-twist")) throw new DOMException("full");
    setItem.call(this, name, value);
  };
}"""


def test_a_lost_game_goes_on_before_the_mistake_even_if_storage_is_full(board: Locator) -> None:
    board.page.evaluate(FULL)
    choose_level(board, "perfect")
    title = board.locator(".nt-position")
    start = title.inner_text()
    lose(board)
    assert not violations_in(board.page, ".nt-written")
    expect(board.get_by_role("button", name="Hint")).to_have_count(0)
    press(board, "Where did I go wrong?")
    expect(message(board)).to_contain_text("Here you could still win. It was a mistake to take ")
    expect(title).to_have_text(start)
    expect(board.get_by_role("button", name="Where did I go wrong?")).to_have_count(0)
    win(board)
    expect(message(board)).to_contain_text("You beat the perfect opponent.")
    assert not violations_in(board.page, ".nt-written")
    assert board.page.evaluate(SAVED) is None


def test_mistakes_of_others_are_not_blamed_on_the_reader(browser: Browser, site: str) -> None:
    with opened(browser, site, "11_more_than_two_players", random=0) as visit:
        board = visit.page.locator(".nt-written")
        board.evaluate(PLAY, [".nt-hint", True])
        expect(board.locator(".nt-lost")).to_be_visible()
        press(board, "Where did I go wrong?")
        expect(message(board)).to_contain_text("The mistake of another player has cost you")


def test_the_level_decides_between_the_replies(board: Locator) -> None:
    table = read_table(str(board.evaluate("board => board.nextElementSibling.outerHTML")))
    states = table["states"]
    # The first move with two replies, as the numbers of its two buttons.
    first, second, replies = next(
        (first, second, move["to"])
        for first, choice in enumerate(states[0]["answers"])
        if isinstance(choice, int)
        for second, move in enumerate(states[choice]["answers"])
        if isinstance(move, dict) and len(move["to"]) == 2
    )
    for level, (state, *_) in zip(("perfect", "beginner"), replies, strict=True):
        choose_level(board, level)
        for button in (first, second):
            board.locator(".nt-game button").nth(button).tap()
        expected = table["strings"][states[state]["look"][1]].split(">")[1].split("<")[0]
        expect(board.locator(".nt-position")).to_have_text(expected)


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
    press(board, "Hint")
    expect(message(board)).to_have_text("To win, take 2 from the heap of 4 and forbid 1.")
    board.get_by_text("More", exact=True).tap()
    press(board, "Who is winning?")
    expect(message(board)).to_have_text("This is N: you can win.")
    assert not violations_in(board.page, ".nt-written")


def test_board_message_and_buttons_fit_the_screen(board: Locator) -> None:
    """Check this on a phone and on one turned aside, and that a wide heap scrolls and fades out."""
    for width, height in ((HEIGHT, PHONE), (PHONE, HEIGHT)):
        board.page.set_viewport_size({"width": width, "height": height})
        assert fits(board, height)
        board.locator(".nt-stick:not(.nt-forbidden)").first.tap()
        assert fits(board, height)
        board.locator(".nt-chip").first.tap()
        assert fits(board, height)
        for end in (win, lose):
            press(board, "New game")
            end(board)
            assert fits(board, height)
            assert board.page.evaluate("document.documentElement.scrollWidth") <= width
        press(board, "New game")
    board.get_by_text("More", exact=True).tap()
    targets = board.locator(".nt-stick:visible, .nt-chip, .nt-actions button:visible")
    sizes = targets.evaluate_all(f"all => all.map({TOUCHED})")
    assert len(sizes) > 10 and min(map(min, sizes)) >= MIN_TARGET
    heap = board.locator(".nt-sticks").first
    assert heap.evaluate(LENGTHEN) == 1
    expect(heap).to_have_attribute("data-more", "after")
    assert board.page.evaluate("document.documentElement.scrollWidth") == PHONE
    assert min(heap.locator(".nt-stick").last.evaluate(TOUCHED)) >= MIN_TARGET - 1
    # The keyboard reaches a heap by its sticks or, once the game is over, by itself.
    assert heap.get_attribute("tabindex") is None
    press(board, "New game")
    lose(board)
    heap.evaluate(LENGTHEN)
    expect(heap).to_have_attribute("tabindex", "0")


# Adds sticks to the first heap until there are 12, and returns how many lines they take.
LENGTHEN = """(heap) => {
  while (heap.children.length < 12) heap.append(heap.lastElementChild.cloneNode(true));
  return new Set([...heap.children].map((stick) => stick.offsetTop)).size;
}"""


def fits(board: Locator, height: int) -> bool:
    """Return whether a board can be seen whole, together with its message and its buttons."""
    box = board.bounding_box()
    return box is not None and box["height"] <= height
