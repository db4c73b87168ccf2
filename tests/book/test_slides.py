"""Tests of the slides of the chapters."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from bs4 import BeautifulSoup, Tag
from ext.slides import SLIDES
from playwright.sync_api import Browser, Page, expect

from tests.lib.pages import (
    AXE,
    MIN_LETTERS,
    NAMES,
    Scheme,
    Visit,
    new_window,
    parse_page,
    parsed_pages_group,
)

READY = ".reveal[data-ready]"
QUICK = "02_muller_twist"

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


def captions(part: Tag, selector: str) -> list[str]:
    """Return the text of all captions inside the selected elements, without download links."""
    return [
        " ".join(caption.get_text().removesuffix("SVG").split())
        for output in part.select(selector)
        for caption in output.select("caption, figcaption")
        if not caption.find_parent(class_=("nt-lab", "nt-predict", "nt-exercises", "nt-card"))
    ]


@parsed_pages_group
@pytest.mark.parametrize("name", NAMES)
def test_slides_show_all_statements_pictures_and_questions(name: str, book: Path) -> None:
    chapter = parse_page(book / f"notebooks/{name}.html")
    deck = BeautifulSoup((book / SLIDES / f"{name}.html").read_text("utf8"), "html.parser")
    [*slides] = deck.select(".slides > section")
    for notes in deck.select("aside"):
        notes.extract()

    numbers = [number.get_text().strip() for number in chapter.select(".proof .caption-number")]
    titles = [title.get_text() for title in deck.select(".statement h2")]
    assert len(numbers) == len(titles) > 0
    assert all(
        title.startswith(f"{number} ") for title, number in zip(titles, numbers, strict=True)
    )
    figures = "figure.nt-figure svg > title"
    assert [*map(str, deck.select(figures))] == [*map(str, chapter.select(figures))]
    assert all(len(slide.select("figure")) <= 1 for slide in slides)
    assert captions(deck, ".show") == captions(chapter, ".bd-article .cell_output")
    questions = [part.get_text() for part in chapter.select(".nt-predict > div:first-child")]
    rooms = [room.get_text() for room in deck.select(".prediction .room > div")]
    assert len(rooms) == len(questions)
    assert all(room.startswith(part) for room, part in zip(rooms, questions, strict=True))
    labs = [
        f"board-{lab['data-name']}" if "data-name" in lab.attrs else name_of(lab)
        for lab in chapter.select(".cell_output .nt-lab")
    ]
    frames = [str(frame["data-src"]).partition("#")[2] for frame in deck.select("iframe")]
    assert labs and frames == labs

    texts = [part.get_text() for part in chapter.select("[data-exercise] > .nt-head + p")]
    items = [item.get_text() for item in deck.select(".exercises li > p")]
    assert len(items) == len(texts) > 0
    assert all(item.endswith(text) for item, text in zip(items, texts, strict=True))
    steps = [step.get_text() for step in chapter.select(".nt-fold-proof .proof > *")]
    assert [step.get_text() for step in deck.select(".proof .fragment > *")] == steps
    headings = [*chapter.select(".bd-article :is(h2, h3)")]
    assert [slide["id"] for slide in deck.select(".divider")] == [
        heading.parent["id"] for heading in headings if heading.parent
    ]


def name_of(lab: Tag) -> str:
    [name] = [each for each in lab.get_attribute_list("class") if each.startswith("lab-")]
    return str(name)


@pytest.fixture
def window(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Visit]:
    scheme: Scheme = getattr(request, "param", "light")
    with new_window(browser, scheme) as context:
        page = context.new_page()
        page.set_viewport_size({"width": 1280, "height": 720})
        visit = Visit(page)
        yield visit
        assert not visit.errors


def open_deck(page: Page, site: str, name: str, query: str = "") -> int:
    """Open the slides of a chapter, and return their number."""
    page.goto(f"{site}/{SLIDES}{name}.html{query}")
    page.locator(READY).wait_for()
    return page.locator(".slides section").count()


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.full] * (name != QUICK)) for name in NAMES]
)
def test_slides_fit_and_answers_come_last(window: Visit, site: str, name: str) -> None:
    """Go through all slides with the keyboard."""
    page = window.page
    count = open_deck(page, site, name)
    present = page.locator(".slides > .present")
    flaws, kinds = [], []
    while True:
        kinds.append(str(present.get_attribute("class")).split()[0])
        flaws += [(len(kinds), flaw) for flaw in page.evaluate(FLAWS, MIN_LETTERS)]
        if kinds[-1] == "prediction":
            answer = present.locator(".answer")
            expect(present.locator("li").first).to_be_visible()
            expect(answer).to_be_hidden()
            page.keyboard.press("ArrowRight")
            expect(answer).to_be_visible()
        if len(kinds) == count:
            break
        page.keyboard.press("PageDown")
        while page.evaluate("Number(document.querySelector('.slide-number-a').textContent)") == len(
            kinds
        ):
            page.keyboard.press("PageDown")
    assert not flaws
    assert kinds[0] == "cover" and kinds[-1] == "end"
    # The requests of a frame that is still loading when its slide is left fail.
    window.errors[:] = [error for error in window.errors if not error.startswith("failed: ")]


@pytest.mark.parametrize("window", ["light", "dark"], indirect=True)
def test_games_notes_and_accessibility(window: Visit, site: str) -> None:
    page = window.page
    open_deck(page, site, QUICK, "#/board-muller_twist")
    game = page.frame_locator(".present iframe")
    # While the frame is loading, it also contains other boards.
    hint = game.locator(".nt-written").get_by_role("button", name="Hint")
    hint.wait_for()
    colour = "getComputedStyle(document.body).backgroundColor"
    assert len({frame.evaluate(colour) for frame in page.frames[:2]}) == 1
    window.recording = False  # leaving a slide stops the requests of its frame
    present = page.locator(".slides > .present")
    for key, back in (("ArrowRight", "ArrowLeft"), ("PageDown", "PageUp"), ("Space", "ArrowLeft")):
        hint.focus()
        page.keyboard.press(key)
        expect(present).to_have_id("a-position-is-heaps-and-a-restriction")
        assert page.evaluate("document.activeElement === document.body")
        page.keyboard.press(back)
        expect(present).to_have_id("board-muller_twist")
    with page.context.expect_page() as opened:
        page.keyboard.press("s")
    notes = opened.value
    notes.locator(READY).wait_for()
    page.keyboard.press("ArrowRight")
    expect(notes.locator(".slides > .present")).to_have_attribute(
        "id", "a-position-is-heaps-and-a-restriction"
    )
    text = notes.locator(".speaker-notes")
    expect(text).to_contain_text("Suppose that the heaps are 4, 2 and 1")
    title = notes.locator(".slides > .present + section :is(h2, figcaption, caption)").first
    expect(text.locator(".next")).to_have_text(f"Next: {title.text_content()}")
    notes.keyboard.press("ArrowDown")
    assert text.evaluate("notes => notes.scrollTop") > 0
    text.focus()
    notes.keyboard.press("ArrowLeft")
    expect(present).to_have_id("board-muller_twist")
    for view in (page, notes):
        view.keyboard.press("End")
        view.evaluate(AXE.read_text("utf8"))
        result = view.evaluate("axe.run({iframes: false, resultTypes: ['violations']})")
        assert not [(each["id"], each["nodes"][0]["html"]) for each in result["violations"]]


def test_slides_can_be_printed(window: Visit, site: str) -> None:
    page = window.page
    count = open_deck(page, site, QUICK, "?print-pdf")
    sheets = page.locator(".pdf-page")
    expect(sheets).to_have_count(count)
    page.emulate_media(media="print")
    high = sheets.locator(".room").evaluate_all(
        """rooms => rooms.filter((room) => room.firstElementChild.getBoundingClientRect().bottom
          > room.getBoundingClientRect().bottom + 1).map((room) => room.innerText)"""
    )
    assert not high
    address = f"{site}/notebooks/{QUICK}.html#board-muller_twist"
    expect(sheets.locator(".address", has_text=address)).to_be_visible()
    page.emulate_media(media="screen")
    open_deck(page, site, QUICK)
    page.emulate_media(media="print")
    expect(page.locator(".hint")).to_be_visible()
    expect(page.locator(".reveal")).to_be_hidden()


def test_steps_are_printed_side_by_side(window: Visit, site: str) -> None:
    open_deck(window.page, site, "01_impartial_games", "?print-pdf")
    steps = window.page.locator(".steps > *")
    boxes = steps.evaluate_all("steps => steps.map((step) => step.getBoundingClientRect())")
    corners = {(box["left"], box["top"]) for box in boxes}
    assert len(corners) == len(boxes) > 1
    for step in steps.all():
        expect(step).to_be_visible()
        expect(step).to_have_css("opacity", "1")
