"""Test the pages in a browser with few colours that lets sites save nothing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from io import BytesIO
from statistics import fmean
from typing import Any, NamedTuple, get_args

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.lib.pages import PAGES, Scheme, phone

PRESSED, RELEASED = "[aria-pressed=true]", "[aria-pressed=false]"


class Boards(NamedTuple):
    """The boards of a page, as selectors."""

    pieces: Sequence[str] = ()
    """Pieces that must stand out from the paper."""

    pairs: Sequence[tuple[str, str]] = ()
    """Buttons that are pressed or on, with buttons that must look unlike them."""

    stick: str = ""
    """A stick to take."""


BOARDS = {
    f"{PAGES[0]}.html": Boards(
        [".door-stick"],
        [(f"#door-game {PRESSED}", f"#door-game {RELEASED}")],
        "#door-game .door-stick",
    ),
    "notebooks/01_impartial_games.html": Boards(stick=".lab-nim .nt-stick"),
    "notebooks/02_muller_twist.html": Boards(
        [".nt-stick"],
        [(f".nt-reading {PRESSED}", f".nt-reading {RELEASED}")],
        ".nt-written .nt-stick:not(.nt-forbidden)",
    ),
    "notebooks/02_muller_twist.html?embed#lab-blocking": Boards(
        [".nt-stick:not(.nt-forbidden)", ".nt-stick.nt-forbidden"],
        stick=".nt-stick:not(.nt-forbidden)",
    ),
    "notebooks/03_nimber_arithmetic.html": Boards(
        [".nt-stone"], [(f".nt-written {PRESSED}", f".nt-written {RELEASED}")]
    ),
    "notebooks/05_gallery.html": Boards(
        [".nt-pin", ".nt-bush .nt-cut"], [(".nt-mine", ".nt-others")]
    ),
    "notebooks/08_finite_fields.html": Boards(pairs=[(".nt-tile.nt-on", ".nt-tile:not(.nt-on)")]),
}
# Pages whose menus are used: one of each kind.
MENUS = [
    *(f"{name}.html" for name in PAGES[:2]),
    "notebooks/12_open_problem.html",
    "book/assignment.html",
]

# Denies storage, as browsers do if the reader has blocked the data of sites.
DENIED = """for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
  const get = () => { throw new DOMException("Access is denied.", "SecurityError"); };
  Object.defineProperty(window, name, { configurable: true, get });
}"""


@pytest.mark.parametrize("address", sorted({*BOARDS, *MENUS}))
def test_page_works_with_few_colours_and_without_storage(
    browser: Browser, site: str, address: str
) -> None:
    boards = BOARDS.get(address, Boards())
    workers = "allow" if boards.stick else "block"
    modes: dict[str, Any] = {"forced_colors": "active", "reduced_motion": "reduce"}
    with phone(browser, service_workers=workers, **modes) as view:
        view.page.add_init_script(DENIED)
        view.go(f"{site}/{address}")
        check_colours(view.page, boards)
        if boards.stick:
            check_reply(view.page, boards.stick)
        if address in MENUS:
            check_menus(view.page)


def check_colours(page: Page, boards: Boards) -> None:
    """Check that pieces stand out, and that what is pressed or on looks unlike the rest."""
    menus = "[...document.querySelectorAll('.nt-more:not([open])')]"
    opened = page.evaluate_handle(f"{menus}.map((menu) => {{ menu.open = true; return menu; }})")
    for scheme in get_args(Scheme):
        page.emulate_media(color_scheme=scheme)
        for piece in boards.pieces:
            levels = grey_levels(page, piece)
            [(paper, _)] = Counter(levels).most_common(1)
            ink = sum(abs(level - paper) > 64 for level in levels)
            assert ink > 0.12 * len(levels), (scheme, piece)
        for pair in boards.pairs:
            one, other = (fmean(grey_levels(page, selector)) for selector in pair)
            assert abs(one - other) > 40, (scheme, pair)
    opened.evaluate("menus => menus.forEach((menu) => { menu.open = false; })")


def grey_levels(page: Page, selector: str) -> list[int]:
    """Return the levels of grey of all pixels of the first visible element."""
    part = page.locator(f"{selector}:visible").first
    part.evaluate("part => part.scrollIntoView({block: 'center', behavior: 'instant'})")
    return [*Image.open(BytesIO(part.screenshot())).convert("L").tobytes()]


def check_reply(page: Page, stick: str) -> None:
    """Take a stick, and wait for the reply."""
    page.locator(f"{stick}:visible").first.click()
    reply = page.get_by_role("status").filter(has_text=re.compile("You take|Now forbid"))
    expect(reply.first).to_be_visible()


def check_menus(page: Page) -> None:
    """Use the sidebars, the search dialog and the button for the colour mode."""
    for menu in ("primary", "secondary"):
        for button in page.locator(f".{menu}-toggle:visible").all():
            button.click()
            expect(page.locator(f"#pst-{menu}-sidebar-modal")).to_be_visible()
            page.keyboard.press("Escape")
    page.keyboard.press("Control+k")
    expect(page.locator("#pst-search-dialog")).to_be_visible()
    page.keyboard.press("Escape")
    # A tooltip may cover the button.
    page.locator(".theme-switch-button:visible").press("Enter")
    expect(page.locator("html")).not_to_have_attribute("data-mode", "auto")
    expect(page.locator(".live-storage")).to_contain_text("lets the book save nothing")


def test_slides_open_without_storage(browser: Browser, site: str) -> None:
    with phone(browser) as view:
        view.page.add_init_script(DENIED)
        view.go(f"{site}/slides/02_muller_twist.html")
        view.page.locator(".reveal[data-ready]").wait_for()
