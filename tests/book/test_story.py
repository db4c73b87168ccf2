"""Tests of the switch between the story of a chapter and its proofs, code and notes."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urljoin

import pytest
from ext.slides import SLIDES
from playwright.sync_api import Browser, Locator, Page, expect

from nimbook import CHAPTERS
from tests.lib.pages import (
    LIGHT_DOM,
    PAGES,
    PHONE,
    SHIFT,
    accessibility_violations,
    parse_page,
    parsed_pages_group,
    visit,
)

FIRST, SECOND = "notebooks/02_muller_twist.html", "notebooks/07_composite_moduli.html"
FOLDS = "details.nt-fold"
WITH_ANIMATION = "notebooks/06_multiplying_heaps.html"
KINDS = ("nt-fold-proof", "nt-fold-code", "nt-fold-source")


def fold(page: Page, kind: str) -> Locator:
    return page.locator(f"{LIGHT_DOM}details.{kind}").first


def content(fold: Locator) -> Locator:
    return fold.locator(f"{LIGHT_DOM}> :not(summary)").first


def choose(page: Page, name: str) -> None:
    button = page.get_by_role("group", name="How to read").get_by_role("button", name=name)
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")


def open_folds(page: Page) -> int:
    return page.locator(f"{LIGHT_DOM}{FOLDS}[open]").count()


def all_folds(page: Page) -> int:
    return page.locator(f"{LIGHT_DOM}{FOLDS}").count()


def assert_accessible(page: Page) -> None:
    assert not accessibility_violations(page, ".bd-header-article", f"{FOLDS}-source")


def assert_shown_without_the_script(page: Page) -> None:
    """Check that a page with open folds is as high before its script has opened them."""
    height = "document.querySelector('.bd-article').scrollHeight"
    expected = page.evaluate(height)
    page.route("**/reader.js*", lambda route: route.fulfill(body=""))
    page.reload()
    assert open_folds(page) == 0
    expect(content(fold(page, "nt-fold-proof"))).to_be_visible()
    assert abs(page.evaluate(height) - expected) <= 2
    page.unroute("**/reader.js*")


def test_switch_opens_all_folds_on_all_pages(browser: Browser, site: str) -> None:
    with visit(browser, f"{site}/{SECOND}") as view:
        page = view.page
        assert open_folds(page) == 0
        for kind in KINDS:
            expect(content(fold(page, kind))).to_be_hidden()
            fold(page, kind).locator("summary").click()
            expect(content(fold(page, kind))).to_be_visible()
        assert open_folds(page) == 3
        choose(page, "With proofs")
        assert open_folds(page) == all_folds(page)
        assert_accessible(page)
        view.go(f"{site}/{FIRST}")
        assert open_folds(page) == all_folds(page) > 3
        assert round(1000 * page.evaluate(SHIFT)) == 0
        fold(page, "nt-fold-proof").locator("summary").click()
        expect(content(fold(page, "nt-fold-proof"))).to_be_hidden()
        choose(page, "Story")
        view.go(f"{site}/{SECOND}")
        assert open_folds(page) == 0

        # A link into a fold opens it, and so does printing.
        inside = content(fold(page, "nt-fold-proof")).locator("p").last
        inside.evaluate("part => { part.id = 'inside'; location.hash = 'inside'; }")
        expect(inside).to_be_in_viewport()
        assert open_folds(page) == 1
        page.emulate_media(media="print")
        for each in page.locator(f"{LIGHT_DOM}{FOLDS}").all():
            expect(content(each)).to_be_visible()
        expect(page.get_by_role("group", name="How to read")).to_be_hidden()


def test_choice_shows_before_the_script_runs_and_keeps_the_place(
    browser: Browser, site: str
) -> None:
    """Check the place without scroll anchoring, which not all browsers have."""
    with visit(browser, f"{site}/{SECOND}", "dark", PHONE) as view:
        page = view.page
        page.add_style_tag(
            content="html { overflow-anchor: none; } .bd-article { padding-bottom: 2000px; }"
        )
        end = page.locator(f"{LIGHT_DOM}.bd-article section > :not(.nt-fold)").last
        end.evaluate("part => part.scrollIntoView({behavior: 'instant'})")
        top = "part => part.getBoundingClientRect().top"
        before = end.evaluate(top)
        for name in ("With proofs", "Story", "With proofs"):
            # A click by Playwright would scroll the page first.
            page.get_by_role("button", name=name).dispatch_event("click")
            assert open_folds(page) == (all_folds(page) if name == "With proofs" else 0)
            assert abs(end.evaluate(top) - before) < 2
        page.reload()
        assert_accessible(page)
        assert_shown_without_the_script(page)


def test_folds_predictions_and_animations_need_no_script(browser: Browser, site: str) -> None:
    """Check also that nothing but folds and pieces looks as if it could be used."""
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{site}/{SLIDES}{Path(FIRST).name}")
        link = page.get_by_role("link", name="Read the chapter").get_attribute("href")
        assert link and urljoin(page.url, link) == f"{site}/{FIRST}"
        page.goto(f"{site}/{WITH_ANIMATION}")
        controls = page.locator("button, input, select, [role=status]").filter(visible=True)
        pieces = page.locator(".nt-desk button, .nt-predict input, .nt-pointer")
        assert controls.count() == pieces.filter(visible=True).count() > 10
        notes = page.locator(".nt-written, .widget-still, .nt-exercises").evaluate_all(
            "all => all.map((part) => getComputedStyle(part, '::before').content)"
        )
        assert len(notes) > 3 and all("needs JavaScript" in note for note in notes)
        expect(content(fold(page, "nt-fold-proof"))).to_be_hidden()
        fold(page, "nt-fold-proof").locator("summary").click()
        expect(content(fold(page, "nt-fold-proof"))).to_be_visible()
        prediction = page.locator(".nt-predict").first
        expect(prediction.locator("p:visible")).to_have_count(1)  # the question
        prediction.locator(".nt-right").click()
        expect(prediction.locator("[role=status] > p:visible")).to_contain_text("right.")
        frames = page.locator(".nt-motion li")
        expect(frames.filter(visible=True)).to_have_count(frames.count())


@parsed_pages_group
@pytest.mark.parametrize("name", PAGES)
def test_all_proofs_code_and_notes_of_chapters_are_folded(name: str, book: Path) -> None:
    page = parse_page(book / f"{name}.html")
    folds = page.cssselect(FOLDS)
    if name.partition("_")[2] not in CHAPTERS:
        assert not folds
        return
    parts = ":is(div[class='proof admonition'], .nt-source, .cell_input)"
    folded = page.cssselect(f":is(details, .tag_try-it) {parts}")
    assert len(folded) == len(page.cssselect(parts))
    assert {each.get("class").split()[1] for each in folds} >= {"nt-fold-proof", "nt-fold-code"}
    for each in folds:
        line, _ = each
        assert line.tag == "summary" and "open" not in each.attrib


@parsed_pages_group
def test_search_index_contains_the_words_of_proofs(book: Path) -> None:
    index = (book / "_static/places.js").read_text("utf8")
    for name in PAGES[2:14]:
        for proof in parse_page(book / f"{name}.html").cssselect(f"{FOLDS}-proof p"):
            if text := proof.text:
                assert " ".join(text.split())[:30] in index, (name, text)
