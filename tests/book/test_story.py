"""Tests of the switch between the story of a chapter and its proofs, code and notes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urljoin

import pytest
from ext.slides import SLIDES
from playwright.sync_api import Browser, Locator, Page, Route, expect

from nimbook import CHAPTERS
from tests.lib.pages import (
    LIGHT_DOM,
    PAGES,
    PHONE,
    SHIFT,
    WIDE,
    Scheme,
    Visit,
    accessibility_violations,
    blank_page,
    excerpt,
    parse_page,
    parsed_pages_group,
    visit,
)

FIRST, SECOND = "notebooks/02_muller_twist.html", "notebooks/07_composite_moduli.html"
FOLDS = "details.nt-fold"
KINDS = ("nt-fold-proof", "nt-fold-code", "nt-fold-source")


@contextmanager
def reader(
    browser: Browser, site: str, scheme: Scheme = "light", width: int = WIDE
) -> Iterator[Visit]:
    """Yield a page with an excerpt of the second chapter. It has one of the first, too."""
    with blank_page(browser, scheme, width) as page:

        def show(route: Route) -> None:
            address = route.request.url.removeprefix(f"{site}/")
            route.fulfill(body=excerpt(address, *KINDS), content_type="text/html")

        for address in (FIRST, SECOND):
            page.route(f"{site}/{address}", show)
        view = Visit(page)
        page.goto(f"{site}/{SECOND}")
        yield view
        assert not view.errors


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


def test_switch_opens_all_folds_on_all_pages(browser: Browser, site: str) -> None:
    with reader(browser, site) as view:
        page = view.page
        assert open_folds(page) == 0
        for kind in KINDS:
            expect(content(fold(page, kind))).to_be_hidden()
            fold(page, kind).locator("summary").click()
            expect(content(fold(page, kind))).to_be_visible()
        assert open_folds(page) == 3
        choose(page, "With proofs")
        assert open_folds(page) == all_folds(page)
        for address in (SECOND, FIRST):
            view.go(f"{site}/{address}")
            assert open_folds(page) == all_folds(page) > 3
            assert round(1000 * page.evaluate(SHIFT)) == 0
        fold(page, "nt-fold-proof").locator("summary").click()
        expect(content(fold(page, "nt-fold-proof"))).to_be_hidden()
        choose(page, "Story")
        view.go(f"{site}/{SECOND}")
        assert open_folds(page) == 0


@pytest.mark.parametrize("width", [WIDE, PHONE])
def test_choice_shows_before_the_script_runs(browser: Browser, site: str, width: int) -> None:
    with reader(browser, site, width=width) as view:
        choose(view.page, "With proofs")
        height = "document.querySelector('.bd-article').scrollHeight"
        expected = view.page.evaluate(height)
        view.page.route("**/reader.js*", lambda route: route.fulfill(body=""))
        view.page.reload()
        assert open_folds(view.page) == 0
        expect(content(fold(view.page, "nt-fold-proof"))).to_be_visible()
        assert abs(view.page.evaluate(height) - expected) <= 2


def test_switch_keeps_the_place(browser: Browser, site: str) -> None:
    """Check this without scroll anchoring, which not all browsers have."""
    with visit(browser, f"{site}/{SECOND}") as view:
        page = view.page
        page.add_style_tag(content="html { overflow-anchor: none; }")
        heading = page.locator(f"{LIGHT_DOM}#exercises h2")
        heading.evaluate("heading => heading.scrollIntoView({behavior: 'instant'})")
        top = "heading => heading.getBoundingClientRect().top"
        before = heading.evaluate(top)
        for name in ("With proofs", "Story"):
            # A click by Playwright would scroll the page first.
            page.get_by_role("button", name=name).dispatch_event("click")
            assert open_folds(page) == (all_folds(page) if name == "With proofs" else 0)
            assert abs(heading.evaluate(top) - before) < 2


def test_link_into_a_fold_opens_it(browser: Browser, site: str) -> None:
    with reader(browser, site) as view:
        inside = content(fold(view.page, "nt-fold-proof")).locator("p").last
        inside.evaluate("part => { part.id = 'inside'; location.hash = 'inside'; }")
        expect(inside).to_be_in_viewport()
        assert open_folds(view.page) == 1


def test_folds_open_without_scripts(browser: Browser, site: str) -> None:
    """Check also that nothing but folds and pieces looks as if it could be used."""
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{site}/{SLIDES}{Path(FIRST).name}")
        link = page.get_by_role("link", name="Read the chapter").get_attribute("href")
        assert link and urljoin(page.url, link) == f"{site}/{FIRST}"
        page.goto(f"{site}/{SECOND}")
        controls = page.locator("button, input, select, [role=status]").filter(visible=True)
        pieces = page.locator(".nt-desk button, .nt-predict input, .nt-pointer").filter(
            visible=True
        )
        assert controls.count() == pieces.filter(visible=True).count() > 10
        notes = page.locator(".nt-written, .widget-still, .nt-exercises").evaluate_all(
            "all => all.map((part) => getComputedStyle(part, '::before').content)"
        )
        assert len(notes) > 3 and all("needs JavaScript" in note for note in notes)
        expect(content(fold(page, "nt-fold-proof"))).to_be_hidden()
        fold(page, "nt-fold-proof").locator("summary").click()
        expect(content(fold(page, "nt-fold-proof"))).to_be_visible()


def test_print_shows_all_folds(browser: Browser, site: str) -> None:
    with reader(browser, site) as view:
        view.page.emulate_media(media="print")
        for each in view.page.locator(f"{LIGHT_DOM}{FOLDS}").all():
            expect(content(each)).to_be_visible()
        expect(view.page.get_by_role("group", name="How to read")).to_be_hidden()


@pytest.mark.parametrize(("scheme", "width"), [("light", WIDE), ("dark", PHONE)])
def test_both_ways_to_read_are_accessible(
    browser: Browser, site: str, scheme: Scheme, width: int
) -> None:
    with reader(browser, site, scheme, width) as view:
        for name in ("With proofs", "Story"):
            choose(view.page, name)
            assert not accessibility_violations(view.page, ".bd-header-article", f"{FOLDS}-source")


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
