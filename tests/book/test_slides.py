"""Tests of the slides of chapter 2."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from ext.slides import SLIDES
from ext.trees import parse
from playwright.sync_api import Browser, Page, expect

from tests.lib.boards import DENIED
from tests.lib.pages import (
    MIN_LETTERS,
    NAMES,
    ROOT,
    Visit,
    accessibility_violations,
    new_window,
    parse_page,
    parsed_pages_group,
)

READY = ".reveal[data-ready]"
DECK = "02_muller_twist"

# Returns the parts of the current slide that are outside the slide or smaller than `least`.
FLAWS = """(least) => {
  const slide = document.querySelector(".slides > .present");
  const { top, left, width } = slide.getBoundingClientRect();
  const [scale, height] = [width / 1280, (width / 1280) * 680];
  const parts = slide.querySelectorAll(":not(aside, aside *, mjx-assistive-mml, svg *)");
  return [...parts].filter((part) => part.checkVisibility()).filter((part) => {
    const box = part.getBoundingClientRect();
    const hasText = [...part.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const zoom = part.closest(".room > div")?.style.zoom || 1;
    const letters = parseFloat(getComputedStyle(part).fontSize) * zoom;
    return box.left < left - 1 || box.right > left + width + 1 || box.bottom > top + height + 1
      || (hasText && !part.closest("svg, sup, sub, mjx-container") && letters < least);
  }).map((part) => part.outerHTML.slice(0, 200));
}"""


@parsed_pages_group
def test_slides_show_the_tagged_cells_in_order(book: Path) -> None:
    assert [path.stem for path in (book / SLIDES).iterdir()] == [DECK]
    for name in NAMES:
        page = parse_page(book / f"notebooks/{name}.html")
        assert len(page.cssselect(f"a[href='../{SLIDES}{name}.html']")) == (name == DECK)

    chapter = parse_page(book / f"notebooks/{DECK}.html")
    deck = parse((book / SLIDES / f"{DECK}.html").read_text("utf8"))  # this test changes the tree
    slides = deck.cssselect(".slides > section")[1:-1]
    notebook = nbformat.read(ROOT / f"notebooks/{DECK}.ipynb", as_version=4)
    cells = [cell for cell in notebook.cells if "slide" in cell.metadata.get("tags", ())]
    assert len(cells) > 10
    outputs = iter(chapter.cssselect(".tag_slide .cell_output"))
    assert [slide.get("id") for slide in slides] == [cell.id for cell in cells]
    addresses = {link.get("href") for link in deck.cssselect("a[href]")}
    files = [book / SLIDES / re.split("[?#]", each)[0] for each in addresses if "://" not in each]
    assert len(files) > 10 and all(file.exists() for file in files)
    proof = chapter.cssselect(".nt-fold-proof p")[0].text_content()
    assert any(proof in notes.text_content() for notes in deck.iter("aside"))
    for cell, slide in zip(cells, slides, strict=True):
        slide.find(".//aside").drop_tree()
        labels = re.findall(r"^:label: (\S+)", cell.source, re.MULTILINE)
        assert [each.get("id") for each in slide.cssselect(".proof")] == labels
        headings = re.findall(r"^##+ (.*)", cell.source, re.MULTILINE)
        shown = [each.text_content() for each in slide.findall("h2")]
        assert all(map(str.endswith, shown, headings)) and len(shown) == len(headings)
        output = next(outputs) if cell.cell_type == "code" else None
        if output is not None and slide.find(".//iframe") is None:
            captions = [each.text_content() for each in output.iter("caption", "figcaption")]
            shown = [each.text_content() for each in slide.iter("caption", "figcaption")]
            assert shown == captions and (shown or slide.cssselect(".nt-predict"))
            assert len(slide.text_content()) > 20


@pytest.fixture
def window(browser: Browser) -> Iterator[Visit]:
    with new_window(browser) as context:
        page = context.new_page()
        page.set_viewport_size({"width": 1280, "height": 720})
        visit = Visit(page)
        yield visit
        assert not visit.errors


def open_deck(page: Page, site: str, query: str = "") -> int:
    """Open the slides, and return their number."""
    page.goto(f"{site}/{SLIDES}{DECK}.html{query}")
    page.locator(READY).wait_for()
    return page.locator(".slides section").count()


def test_slides_fit_and_answers_come_last(window: Visit, site: str) -> None:
    """Go through all slides with the keyboard, answer the questions, and print too early."""
    page = window.page
    count = open_deck(page, site)
    present = page.locator(".slides > .present")
    flaws, kinds = [], []
    while True:
        kinds.append(str(present.get_attribute("class")).split()[0])
        flaws += [(len(kinds), flaw) for flaw in page.evaluate(FLAWS, MIN_LETTERS)]
        if question := [*present.locator(".nt-predict").all()]:
            kinds[-1] = "prediction"
            answer = question[0].locator(".nt-why")
            expect(answer).to_be_hidden()
            question[0].locator("label").first.click()
            expect(answer).to_be_visible()
            flaws += [(len(kinds), flaw) for flaw in page.evaluate(FLAWS, MIN_LETTERS)]
        if len(kinds) == count:
            break
        page.keyboard.press("PageDown")
        expect(page.locator(".slide-number-a")).to_have_text(str(len(kinds) + 1))
    assert not flaws
    assert kinds[0] == "cover" and kinds[-1] == "end" and "prediction" in kinds
    assert not accessibility_violations(page, iframes=False)
    # The requests of a frame that is still loading when its slide is left fail.
    window.errors[:] = [error for error in window.errors if not error.startswith("failed: ")]
    page.emulate_media(media="print")
    expect(page.locator(".hint")).to_be_visible()
    expect(page.locator(".reveal")).to_be_hidden()


@pytest.mark.full
def test_games_and_notes_in_dark_colours(window: Visit, site: str) -> None:
    page = window.page
    page.emulate_media(color_scheme="dark")
    open_deck(page, site, "#/cell-opening")
    game = page.frame_locator(".present iframe")
    # While the frame is loading, it also contains other boards.
    hint = game.locator(".nt-written").get_by_role("button", name="Hint")
    hint.wait_for()
    colour = "getComputedStyle(document.body).backgroundColor"
    assert len({frame.evaluate(colour) for frame in page.frames[:2]}) == 1
    window.recording = False  # leaving a slide stops the requests of its frame
    present = page.locator(".slides > .present")
    for key, back in (("PageDown", "PageUp"), ("Space", "ArrowLeft")):
        hint.focus()
        page.keyboard.press(key)
        expect(present).to_have_id("cell-004")
        assert page.evaluate("document.activeElement === document.body")
        page.keyboard.press(back)
        expect(present).to_have_id("cell-opening")
    with page.context.expect_page() as opened:
        page.keyboard.press("s")
    notes = opened.value
    notes.locator(READY).wait_for()
    hint.focus()
    page.keyboard.press("ArrowRight")
    expect(notes.locator(".slides > .present")).to_have_attribute("id", "cell-004")
    text = notes.locator(".speaker-notes")
    expect(text).to_contain_text("Why should a nim-sum of 1 be as good as")
    title = notes.locator(".slides > .present + section :is(h2, figcaption, caption)").first
    expect(text.locator(".next")).to_have_text(f"Next: {title.text_content()}")
    notes.keyboard.press("ArrowDown")
    assert text.evaluate("notes => notes.scrollTop") > 0
    text.focus()
    notes.keyboard.press("ArrowLeft")
    expect(present).to_have_id("cell-opening")
    for view in (page, notes):
        view.keyboard.press("End")
    # What does not depend on the colours has been checked on the slides, but not on the notes.
    assert not accessibility_violations(page, iframes=False, runOnly=["color-contrast"])
    assert not accessibility_violations(notes, iframes=False)


def test_slides_can_be_printed_without_storage(window: Visit, site: str) -> None:
    page = window.page
    page.add_init_script(DENIED)
    count = open_deck(page, site, "?print-pdf")
    sheets = page.locator(".pdf-page")
    expect(sheets).to_have_count(count)
    page.emulate_media(media="print")
    high = sheets.locator(".room").evaluate_all(
        """rooms => rooms.filter((room) => room.firstElementChild.getBoundingClientRect().bottom
          > room.getBoundingClientRect().bottom + 1).map((room) => room.innerText)"""
    )
    assert not high
    address = f"{site}/notebooks/{DECK}.html#board-muller_twist"
    expect(sheets.locator(".address", has_text=address)).to_be_visible()
