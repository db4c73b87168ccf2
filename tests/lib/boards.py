"""The boards in the pages, as a reader plays on them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser, Locator, Page

from tests.lib.pages import PAGES, Visit, parse_page, phone

# Returns the width and height of the unobstructed part of a button.
TOUCHED = """button => {
  button.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
  const {left, top, width, height} = button.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const hit = (dx, dy) => button.contains(document.elementFromPoint(x + dx, y + dy));
  const reach = (dx, dy) => {
    let far = 0;
    while (far < 60 && hit(dx * (far + 1), dy * (far + 1))) far += 1;
    return far;
  };
  if (!hit(0, 0)) return [0, 0];
  return [reach(-1, 0) + reach(1, 0) + 1, reach(0, -1) + reach(0, 1) + 1];
}"""


# Denies storage, as browsers do if the reader has blocked the data of sites.
DENIED = """for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
  const get = () => { throw new DOMException("Access is denied.", "SecurityError"); };
  Object.defineProperty(window, name, { configurable: true, get });
}"""


def grey_levels(part: Locator) -> list[int]:
    """Return the levels of grey of all pixels of an element."""
    part.evaluate("part => part.scrollIntoView({block: 'center', behavior: 'instant'})")
    return [*Image.open(BytesIO(part.screenshot())).convert("L").tobytes()]


def assert_stands_out(piece: Locator) -> None:
    """Check that a piece stands out from the paper."""
    levels = grey_levels(piece)
    [(paper, _)] = Counter(levels).most_common(1)
    assert sum(abs(level - paper) > 64 for level in levels) > 0.12 * len(levels), piece


@contextmanager
def opened(browser: Browser, site: str, chapter: str, random: float) -> Iterator[Visit]:
    """Yield a chapter on a phone, where random numbers have the given value.

    Check at the end that the game did not load Python and caused no errors.
    """
    with phone(browser, reduced_motion="reduce") as visit:
        visit.page.add_init_script(f"Math.random = () => {random}")
        visit.page.goto(f"{site}/notebooks/{chapter}.html")
        yield visit
        assert not [url for url in visit.requests if "/_static/live/" in url]


DAY = 86_400  # in seconds

SUNDAY = 20_786  # 29 November 2026, in days since 1970

Position = tuple[tuple[int, ...], int]
"""The heaps in the order shown on the board, and the forbidden number (0 if there is none)."""

Move = tuple[int, int, int]
"""The index of a heap, the number of sticks taken from it, and the number forbidden next."""


def moves(heaps: tuple[int, ...], forbidden: int, names: int) -> Iterator[tuple[Move, Position]]:
    """Yield the moves in a position, each with the position that it leads to, sorted."""
    for i, heap in enumerate(heaps):
        for left in range(heap):
            if heap - left != forbidden:
                after = tuple(sorted((*heaps[:i], left, *heaps[i + 1 :])))
                # After the last stick is taken, no number is forbidden.
                for name in range(1, names + 1) if names and any(after) else [0]:
                    yield (i, heap - left, name), (after, name)


@cache
def solutions(heaps: tuple[int, ...], forbidden: int, names: int) -> list[Move]:
    """Return the winning moves in a position."""
    return [
        move for move, option in moves(heaps, forbidden, names) if not solutions(*option, names)
    ]


@pytest.fixture(scope="module")
def data(book: Path) -> dict[str, Any]:
    [script] = parse_page(book / f"{PAGES[0]}.html").cssselect("#door-data")
    data: dict[str, Any] = json.loads(script.text)
    return data


# Returns the heap sizes as labelled for screen readers, and the forbidden number (0 if none).
POSITION = """(root) => [
  [...root.querySelectorAll(".door-heap")].map((heap) => {
    const size = Number(/heap of (\\d)/.exec(heap.ariaLabel)[1]);
    if (heap.querySelectorAll("button:enabled").length !== size) throw heap.outerHTML;
    return size;
  }),
  Number(root.querySelector(".door-chips .nt-chosen")?.textContent ?? 0),
]"""

# Plays a game to its end, always with the first stick that matches a selector, and with the number
# to forbid that a hint shows. Returns the positions before the reader's moves.
PLAY = f"""(root, stick) => {{
  const click = (selector) => root.querySelector(selector).click();
  const line = [];
  while (!root.matches(".door-over") && line.length < 30) {{
    line.push(({POSITION})(root));
    click("[data-tool=hint]");
    click(stick);
    if (!root.matches(".door-naming")) continue;
    click("[data-tool=hint]");
    click(".door-chips .nt-hint");
  }}
  return line;
}}"""


class Board:
    """A board on the page."""

    def __init__(self, page: Page, name: str = "game") -> None:
        self.root = page.locator(f"#door-{name}")
        self.message = self.root.get_by_role("status")
        self.opponent = self.root.locator("[data-pills] [aria-pressed=true]")

    def button(self, name: str) -> Locator:
        """Return the first stick, number or button below the board with this accessible name."""
        return self.root.get_by_role("button", name=name, exact=True).first

    @property
    def position(self) -> Position:
        """The position that the board shows."""
        heaps, forbidden = self.root.evaluate(POSITION)
        return tuple(heaps), forbidden

    def is_in(self, state: str) -> bool:
        """Return whether the game is `won`, or whether it is `over`."""
        return bool(self.root.evaluate("(root, c) => root.classList.contains(c)", f"door-{state}"))

    def play(self, stick: str) -> list[Position]:
        """Play until the game is over, and return the positions before the reader's moves."""
        line = self.root.evaluate(PLAY, stick)
        assert self.is_in("over")
        return [(tuple(heaps), forbidden) for heaps, forbidden in line]


# Without random numbers, all opponents move perfectly or, at 0, are as careless as they can be.
PERFECT, CARELESS = 0.99, 0


def set_random(page: Page, number: float) -> None:
    page.add_init_script(f"Math.random = () => {number}")
    page.evaluate(f"Math.random = () => {number}")


@pytest.fixture
def page(browser: Browser, site: str) -> Iterator[Page]:
    """The landing page as a newcomer sees it on a phone."""
    with phone(browser, reduced_motion="reduce") as visit:
        visit.page.goto(f"{site}/{PAGES[0]}.html")
        set_random(visit.page, PERFECT)
        yield visit.page


def ways_to_win(data: dict[str, Any], position: Position) -> int:
    """Return the number of winning moves in a position of either game.

    If the position has a forbidden number, the game is the one with the twist.
    """
    heaps, forbidden = position
    return len(solutions(heaps, forbidden, data["twist"]["names"] if forbidden else 0))
