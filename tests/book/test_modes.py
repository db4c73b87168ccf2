"""Test the pages in a browser with few colours that lets sites save nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from copy import deepcopy
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple, get_args

import pytest
from ext.trees import parse, to_html
from playwright.sync_api import Browser, Page, expect

from tests.lib.boards import DENIED, assert_stands_out, grey_levels
from tests.lib.pages import NAMES, PAGES, ROOT, Scheme, parse_page, phone, show
from tools.serve import BOOK

PRESSED, RELEASED = "[aria-pressed=true]", "[aria-pressed=false]"


class Boards(NamedTuple):
    """The boards of a page, as selectors."""

    pieces: Sequence[str] = ()
    """Pieces that must stand out from the paper."""

    pairs: Sequence[tuple[str, str]] = ()
    """Buttons that are pressed or on, with buttons that must look unlike them."""


BOARDS = {
    f"{PAGES[0]}.html": Boards(
        [".door-stick"], [(f"#door-game {PRESSED}", f"#door-game {RELEASED}")]
    ),
    # The test replaces its sections by boards.
    "notebooks/05_gallery.html": Boards(
        [".nt-pin", ".nt-bush .nt-cut", ".nt-stone", ".nt-stick"],
        [
            (".nt-mine", ".nt-others"),
            (".nt-tile.nt-on", ".nt-tile:not(.nt-on)"),
            (f".nt-reading {PRESSED}", f".nt-reading {RELEASED}"),
            (f".nt-written {PRESSED}", f".nt-written {RELEASED}"),
        ],
    ),
}
STICKS = {
    f"{PAGES[0]}.html": "#door-game .door-stick",
    "notebooks/05_gallery.html": ".nt-written .nt-stick:not(.nt-forbidden)",
}
# Pages whose menus are used: one of each kind.
MENUS = [f"{PAGES[0]}.html", "notebooks/05_gallery.html", "book/assignment.html"]


@pytest.mark.parametrize("address", sorted({*BOARDS, *STICKS, *MENUS}))
def test_page_works_with_few_colours_and_without_storage(
    browser: Browser, site: str, address: str
) -> None:
    modes: dict[str, Any] = {"forced_colors": "active", "reduced_motion": "reduce"}
    with phone(browser, service_workers="allow", **modes) as view:
        view.page.add_init_script(DENIED)
        if "gallery" in address:
            show(view.page, f"{site}/{address}", page_of_boards())
        else:
            view.page.goto(f"{site}/{address}")
        check_colours(view.page, BOARDS.get(address, Boards()))
        if address in STICKS:
            check_reply(view.page, STICKS[address])
        if address in MENUS:
            check_menus(view.page)


def chapter_file(name: str) -> Path:
    return ROOT / BOOK / f"notebooks/{name}.html"


def page_of_boards() -> str:
    """Return the chapter with games, with boards of all kinds instead of its sections."""
    chapter = parse(chapter_file(NAMES[4]).read_text("utf8"))
    [live] = chapter.xpath("//script[@id='live-page']")
    live.text = json.dumps({**json.loads(live.text), "cells": []})
    for section in chapter.xpath("//article/section/section"):
        section.drop_tree()
    boards = [(".nt-written", NAMES[i]) for i in (1, 2, 7)]
    boards += [(piece, NAMES[4]) for piece in (".nt-pin", ".nt-mine")]
    [title] = chapter.xpath("//article//h1")
    for piece, name in reversed(boards):
        cell = parse_page(chapter_file(name)).cssselect(f".cell:has({piece})")[0]
        title.addnext(deepcopy(cell))
    for script in chapter.xpath("//script[contains(@type, 'widget-')]"):
        script.drop_tree()
    return to_html(chapter)


def check_colours(page: Page, boards: Boards) -> None:
    """Check that pieces stand out, and that what is pressed or on looks unlike the rest."""
    menus = "[...document.querySelectorAll('.nt-more:not([open])')]"
    opened = page.evaluate_handle(f"{menus}.map((menu) => {{ menu.open = true; return menu; }})")
    for scheme in get_args(Scheme):
        page.emulate_media(color_scheme=scheme)
        for piece in boards.pieces:
            assert_stands_out(page.locator(f"{piece}:visible").first)
        for pair in boards.pairs:
            one, other = (
                fmean(grey_levels(page.locator(f"{selector}:visible").first)) for selector in pair
            )
            assert abs(one - other) > 40, (scheme, pair)
    opened.evaluate("menus => menus.forEach((menu) => { menu.open = false; })")


def check_reply(page: Page, stick: str) -> None:
    """Take a stick with the keyboard, and wait for the reply."""
    page.locator(f"{stick}:visible").first.press("Enter")
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
