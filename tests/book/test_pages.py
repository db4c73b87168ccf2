"""Tests of all pages of the book in a browser, without Python.

They cover every page in the table of contents.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import lxml.etree
import pytest
from ext.citation import read_citation
from ext.head import LICENCE
from ext.offline import FALLBACK, NOT_FOUND
from ext.postprocess import MOVED
from playwright.sync_api import (
    Browser,
    Locator,
    expect,
)

from conftest import WEIGHT
from tests.lib.pages import (
    CHAPTER,
    HEIGHT,
    LIGHT_DOM,
    MIN_LETTERS,
    MIN_TARGET,
    PAGES,
    PHONE,
    REPRESENTATIVE,
    ROOT,
    SHIFT,
    Visit,
    accessibility_violations,
    assert_labs_asleep,
    assert_no_errors,
    assert_no_other_host,
    assert_no_overflow,
    attributes,
    become,
    blank_page,
    constant,
    drawing,
    has_anchor,
    page_views,
    parse_page,
    parsed_pages_group,
    phone,
    transfer_size,
)
from tools.serve import BOOK

MAX_BYTES = 500_000
MAX_FONT_BYTES = 90_000


@pytest.mark.parametrize(
    ("name", "script"),
    [
        (CHAPTER, "page"),
        pytest.param("book/intro", "door", marks=pytest.mark.full),
        pytest.param("search", "search", marks=pytest.mark.full),
    ],
)
def test_page_reports_a_script_that_did_not_load(
    browser: Browser, site: str, name: str, script: str
) -> None:
    with blank_page(browser) as page:
        page.route(f"**/{script}.js*", lambda route: route.abort())
        page.goto(f"{site}/{name}.html")
        expect(page.get_by_role("alert")).to_contain_text("Reload the page to try again.")


def test_overlapping_lines_are_detected(browser: Browser) -> None:
    with blank_page(browser) as page:
        for margin, count in ((0, 0), (-1, 1)):
            lines = f"<p style='margin: 0'>one<p style='margin: {margin}em 0'>two"
            page.set_content(f"<div class='bd-article'>{lines}</div>")
            assert len(page.evaluate(OVERLAPS)) == count


def test_overflow_is_detected(browser: Browser) -> None:
    with phone(browser) as view:
        for margin in (0, 400, -20):
            view.page.set_content(
                "<meta name=viewport content='width=device-width'><body style='margin: 0'>"
                "<div class='bd-article-container'><div class='nt-explorer'>"
                f"<p style='margin-left: {margin}px; width: 100px'>Nim"
            )
            with pytest.raises(AssertionError) if margin else nullcontext():
                assert_no_overflow(view)


# Returns pairs of texts or controls that overlap. Glyphs may be taller than their line, and the
# parts of a formula, the letters of a drawing and the pieces of a board may touch.
OVERLAPS = """() => {
  const options = { opacityProperty: true, visibilityProperty: true };
  const shown = (element) => element.checkVisibility(options)
    && !element.closest(".visually-hidden, mjx-container, svg, [aria-hidden=true], [inert]");
  const visible = (element, box) => {
    let { left, top, right, bottom } = box;
    for (let one = element; one && one !== document.body; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (["fixed", "sticky"].includes(style.position)) return null;
      if (style.overflowX === "visible") continue;
      const clip = one.getBoundingClientRect();
      [left, right] = [Math.max(left, clip.left), Math.min(right, clip.right)];
      [top, bottom] = [Math.max(top, clip.top), Math.min(bottom, clip.bottom)];
    }
    return right - left > 2 && bottom - top > 2 ? { element, left, top, right, bottom } : null;
  };
  const boxes = [];
  const texts = document.createTreeWalker(
    document.querySelector(".bd-article"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode, element = text.parentElement;
    if (!text.data.trim() || !shown(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const { left, right, top, bottom } of range.getClientRects()) {
      const inset = (bottom - top) / 4;
      boxes.push(visible(element, { left, right, top: top + inset, bottom: bottom - inset }));
    }
  }
  const controls = "button:not(.nt-cut), select, input, summary, mjx-container";
  for (const control of document.querySelectorAll(`.bd-article :is(${controls})`))
    if (shown(control.parentElement) && control.checkVisibility(options))
      boxes.push(visible(control, control.getBoundingClientRect()));
  const sorted = boxes.filter((box) => box).sort((a, b) => a.top - b.top);
  const overlaps = [];
  sorted.forEach((a, i) => {
    for (let j = i + 1; j < sorted.length && sorted[j].top < a.bottom - 2; j++) {
      const b = sorted[j];
      if (a.left < b.right - 2 && b.left < a.right - 2 && !a.element.contains(b.element)
        && !b.element.contains(a.element))
        overlaps.push([a, b].map(({ element }) => element.outerHTML.slice(0, 200)));
    }
  });
  return overlaps;
}"""


# Controls that are tapped often. Links in the text, and what shows or copies code, are not. The
# squares of a board share the width of the page; a stone's destinations grow when it is tapped.
TAPPED = """.bd-article :is(button, select, summary, .noUi-touch-area,
  input:not([type=checkbox], [type=radio])):not(.nt-pointer, .nt-spot, .nt-square, .hide *,
  .live-source *, .copybtn)"""


CONTROLS = "[role=slider], select, .widget-toggle-buttons button:not(.mod-active)"


def press(control: Locator) -> Iterator[None]:
    """Focus a control with Tab, change its value by pressing keys, and yield after each press."""
    page = control.page
    explorer = control.locator("xpath=ancestor::*[contains(@class, 'nt-explorer')]")
    explorer.evaluate("explorer => { explorer.tabIndex = -1; explorer.focus(); }")
    while not control.evaluate("control => control === document.activeElement"):
        page.keyboard.press("Tab")
        assert explorer.locator(":focus").count(), "the Tab key does not reach the control"
    keys = ["Space"] if control.get_attribute("type") == "button" else ["ArrowRight", "ArrowLeft"]
    for key in keys:
        for _ in range(choices(control) - 1):
            page.keyboard.press(key)
            yield


def choices(control: Locator) -> int:
    """Return the number of values that a control can take."""
    return control.evaluate(  # type: ignore[no-any-return]
        """control => control.options?.length ?? (control.role !== "slider" ? 2
          : Number(control.ariaValueMax) - Number(control.ariaValueMin) + 1)"""
    )


# --- The checks of an open page ------------------------------------------------------------------


def loads_without_layout_shift(view: Visit) -> None:
    """Check that the layout shift, rounded to three decimals as in Lighthouse, is 0."""
    # If a font arrived late, load the page again, now that the font is cached.
    if round(1000 * view.page.evaluate(SHIFT)):
        view.go(view.page.url)
        assert round(1000 * view.page.evaluate(SHIFT)) == 0


def has_no_overlaps(view: Visit) -> None:
    """Check that no two lines of text or controls overlap."""
    assert not view.page.evaluate(OVERLAPS)


def has_readable_letters_in_figures(view: Visit) -> None:
    small = view.page.evaluate(
        """(least) => [...document.querySelectorAll(".bd-article svg text")]
          .filter((text) => text.checkVisibility() && text.textContent.trim()).map((text) => {
            const { a, b, c, d } = text.getScreenCTM();
            const size = parseFloat(getComputedStyle(text).fontSize);
            return [size * Math.sqrt(Math.abs(a * d - b * c)), text.textContent];
          }).filter(([size]) => size < least - 0.01)""",
        MIN_LETTERS,
    )
    assert not small


def has_our_fonts(view: Visit) -> None:
    view.page.wait_for_function("document.fonts.status === 'loaded'")
    loaded = view.page.evaluate(
        "[...document.fonts].filter((font) => font.status === 'loaded').map((font) => font.family)"
    )
    assert {"Source Serif 4", "Fraunces"} <= {name.strip('"') for name in loaded}


def names_the_colour_mode_button(view: Visit) -> None:
    buttons = view.page.evaluate(
        """() => [...document.querySelectorAll(".theme-switch-button")]
          .map((button) => [button.tagName, button.ariaLabel, button.checkVisibility()])"""
    )
    assert {(tag, name) for tag, name, _ in buttons} == {("BUTTON", "Color mode")}
    assert any(visible for *_, visible in buttons)


def scrolls_and_fades_overflowing_boxes(view: Visit) -> None:
    """Check that tables, drawings and formulas either fit or fade out where content is hidden."""
    boxes = view.page.evaluate(
        """async () => {
          const boxes = [...document.querySelectorAll(
            ".nt-scroll, mjx-container[display]")]
            .filter((box) => box.checkVisibility());
          const painted = () => new Promise((done) => requestAnimationFrame(
            () => requestAnimationFrame(done)));
          const wrong = [];
          // Scrolling all boxes repaints the page, which takes long unless it is invisible.
          document.documentElement.style.visibility = "hidden";
          for (const position of [0, 1e6]) {
            for (const box of boxes) box.scrollLeft = position;
            await painted();
            for (const box of boxes) {
              const fits = box.scrollWidth <= box.clientWidth + 1;
              const more = fits ? undefined : position ? "before" : "after";
              const fades = getComputedStyle(box).maskImage !== "none";
              if (box.dataset.more !== more || fades === fits)
                wrong.push([position, box.dataset.more, fades, box.outerHTML.slice(0, 200)]);
            }
          }
          for (const box of boxes) box.scrollLeft = 0;
          await painted();
          document.documentElement.style.visibility = "";
          return wrong;
        }"""
    )
    assert not boxes


def has_figures_that_follow_the_theme(view: Visit) -> None:
    """Check that figures use the page's text colour, and that their files can be downloaded.

    Figures share a stylesheet, and have an alt text. If an alt text is missing, Sphinx uses the
    name of the file.
    """
    found = view.page.evaluate(
        """() => {
          const all = (selector, within = document) => [...within.querySelectorAll(selector)];
          return {
            text: getComputedStyle(document.body).getPropertyValue("--nt-text"),
            sheets: all(".bd-article style").map((sheet) => sheet.textContent),
            nameless: all("img:is([alt$='.svg'], [alt$='.png'])").length,
            figures: all(".nt-figure").map((figure) => [
              all("svg text", figure).length,
              all("svg text[style*='--nt-text']", figure).map((one) => getComputedStyle(one).fill),
              all("a[download]", figure).map(({ href }) => href),
            ]),
          };
        }"""
    )
    assert not found["nameless"]
    assert not [text for text in found["sheets"] if "--nt-text:" in text or ".nt-exercise" in text]
    colour = f"rgb({', '.join(str(int(found['text'][i : i + 2], 16)) for i in (1, 3, 5))})"
    for labels, fills, [file] in found["figures"]:
        assert labels, "a figure without text"
        assert {*fills} <= {colour}
        path = unquote(urlsplit(file).path).rpartition("/_images/")[2]
        download = (ROOT / BOOK / "_images" / path).read_text("utf8")
        assert download.startswith("<?xml") and "var(" not in download


def fits_code_on_a_wide_page(view: Visit) -> None:
    wide = view.page.evaluate(
        """() => [...document.querySelectorAll(".bd-article pre")]
          .filter((code) => code.checkVisibility())
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
          .map((code) => code.innerText)"""
    )
    assert not wide


def loaded_files(view: Visit) -> dict[str, int]:
    """Return the sizes of the files that a page has loaded, by path.

    Fonts do not count: which of the small ones for formulas a page loads depends on the browser.
    """
    book = ROOT / BOOK
    names = {url.split("://")[1].removeprefix(str(book)) for url in view.requests if "://" in url}
    names = {unquote(name.partition("/")[2]) for name in names}
    assert names <= constant(book, "KEPT").keys()
    files = {book / name.partition("?")[0] for name in names if ".woff" not in name}
    return {str(file): transfer_size(file) for file in files}


def is_light(view: Visit) -> None:
    """Check the total size of the files that a page loads when nothing is cached or clicked.

    The service worker keeps all of these files.
    """
    files = loaded_files(view)
    assert sum(files.values()) <= MAX_BYTES, files
    # Neither the theme's 1,400 icons nor MathJax may be loaded.
    assert not [file for file in files if "fontawesome" in file or file.endswith("chtml.js")]


def has_large_touch_targets(view: Visit) -> None:
    """Check the sizes of controls, and that cells of grids are as large as the width allows."""
    small = view.page.evaluate(
        """([selector, least]) => [...document.querySelectorAll(selector)]
          .filter((one) => one.checkVisibility() && !one.closest("[inert]")).map((one) => {
            const { width, height } = one.getBoundingClientRect();
            return [width, height, one.outerHTML.slice(0, 100)];
          }).filter(([width, height]) => width && Math.min(width, height) < least - 0.5)""",
        [TAPPED, MIN_TARGET],
    )
    assert not small
    cells = view.page.evaluate(
        """(least) => [...document.querySelectorAll("table[data-answers]")]
          .filter((table) => table.checkVisibility() && !table.closest("[inert]"))
          .map((table) => {
            const { width } = table.querySelector("tbody td").getBoundingClientRect();
            const room = table.closest(".nt-scroll").clientWidth;
            return [width, Math.min(least, (room - 8) / table.rows[0].cells.length)];
          }).filter(([width, possible]) => width < possible - 1)""",
        MIN_TARGET,
    )
    assert not cells


# The theme makes boxes that scroll reachable by keyboard some time after the width has changed.
REACHABLE = """() => [...document.querySelectorAll(".bd-article pre")].every((code) =>
  !code.checkVisibility() || code.scrollWidth <= code.clientWidth || code.tabIndex === 0)"""


def is_accessible(view: Visit) -> None:
    view.page.wait_for_function(REACHABLE)
    violations = accessibility_violations(view.page)
    assert not violations, "\n".join(violations)


def reaches_code_in_folds(view: Visit) -> None:
    """Open all folds, and check that the keyboard reaches the code that scrolls."""
    view.page.evaluate("document.querySelectorAll('details').forEach((fold) => fold.open = true)")
    view.page.wait_for_function(REACHABLE)


def fits_large_letters(view: Visit) -> None:
    """Check that letters of twice the size neither widen the page of a phone nor overlap."""
    page, size = view.page, view.page.viewport_size
    assert size
    page.set_viewport_size({"width": PHONE, "height": HEIGHT})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    overlapping = page.evaluate(
        """() => {
          const overlap = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
            && a.top < b.bottom - 1 && b.top < a.bottom - 1;
          return [...document.querySelectorAll(
            ".bd-article :is(select, input:not([type=checkbox], [type=radio]))")]
            .filter((control) => control.checkVisibility())
            .filter((control) => {
              const box = control.getBoundingClientRect();
              const label = control.parentElement.querySelector(":scope > .widget-label");
              return box.height < parseFloat(getComputedStyle(control).fontSize) * 1.2
                || (label && overlap(box, label.getBoundingClientRect()));
            }).map((control) => control.parentElement.outerHTML.slice(0, 200));
        }"""
    )
    widths = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    page.evaluate("document.documentElement.style.fontSize = ''")
    page.set_viewport_size(size)
    assert not overlapping
    assert widths == [PHONE, PHONE]


def hides_the_button_to_the_top(view: Visit) -> None:
    """Check that a page does not show the theme's button when the reader scrolls up."""
    page = view.page
    page.evaluate(
        """async () => {
          for (const top of [1000, 500]) {
            scrollTo({ top, behavior: "instant" });
            await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
          }
        }"""
    )
    expect(page.locator("#pst-back-to-top")).to_be_hidden()
    page.evaluate("scrollTo(0, 0)")


def has_explorers_that_react_to_keys(view: Visit) -> None:
    """Check that at least one value of every control changes what its explorer shows."""
    for explorer in view.page.locator(f"{LIGHT_DOM}.nt-explorer").all():
        controls = explorer.locator(CONTROLS)
        index = 0
        while index < controls.count():  # using a control may add further controls
            control = controls.nth(index)
            index += 1
            before = drawing(explorer)
            changes = (drawing(explorer) != before for _ in press(control))
            assert choices(control) == 1 or any(changes), control.evaluate("c => c.outerHTML")
        assert index, f"an explorer without controls: {drawing(explorer)[:200]}"


# The checks run in this order. The last ones change the page.
LAYOUT_CHECKS: list[Callable[[Visit], None]] = [
    assert_no_overflow,
    has_no_overlaps,
    has_readable_letters_in_figures,
    has_figures_that_follow_the_theme,
    scrolls_and_fades_overflowing_boxes,
]
CHECKS: list[Callable[[Visit], None]] = [
    assert_no_other_host,
    loads_without_layout_shift,
    assert_no_errors,
    assert_labs_asleep,
    has_our_fonts,
    names_the_colour_mode_button,
    *LAYOUT_CHECKS,
]
ONLY_IN = {"http": [fits_code_on_a_wide_page], "file": [has_large_touch_targets]}
SLOW_CHECKS = [
    fits_large_letters,
    hides_the_button_to_the_top,
    has_explorers_that_react_to_keys,
    reaches_code_in_folds,
]


@pytest.mark.parametrize("view", page_views(), indirect=True)
def test_page(
    view: Visit,
    request: pytest.FixtureRequest,
    subtests: pytest.Subtests,
    record_property: Callable[[str, object], None],
) -> None:
    """Run all checks on each page, even if some of them fail.

    The quick tests show every page on a phone, and only some of them on a desktop afterwards. They
    run the slow checks on one chapter.
    """
    name, origin = request.node.callspec.params["view"]
    full = request.config.getoption("full")
    in_depth = full or (name in REPRESENTATIVE and origin == "http")
    shown = origin if full else "file"
    checks = [*CHECKS, *ONLY_IN[shown], *[is_light] * (origin == "http")]
    for check in [*checks, *[is_accessible] * in_depth]:
        with subtests.test(check.__name__):
            check(view)
    if origin == "http":
        record_property(WEIGHT, sum(loaded_files(view).values()))
    if in_depth and not full:
        become(view.page, "http")
        for check in [*LAYOUT_CHECKS, *ONLY_IN["http"], *[is_accessible] * (name == PAGES[0])]:
            with subtests.test(f"{check.__name__} on a desktop"):
                check(view)
    for check in SLOW_CHECKS * (in_depth and (full or name == CHAPTER)):
        with subtests.test(check.__name__):
            check(view)


def test_fonts_are_small(book: Path) -> None:
    fonts = [*(book / "_static/vendor/fonts").iterdir()]
    assert 0 < sum(map(transfer_size, fonts)) <= MAX_FONT_BYTES


# --- The files of all pages ----------------------------------------------------------------------


@parsed_pages_group
@pytest.mark.parametrize("name", ["index", *PAGES, "search", FALLBACK])
def test_internal_links_and_images_resolve(name: str, book: Path) -> None:
    page = book / f"{name}.html"
    dead = []
    for address in attributes(page, "href", "src"):
        url = urlsplit(address)
        if url.scheme:
            continue
        target = (page.parent / unquote(url.path)).resolve() if url.path else page
        if not target.is_file() or (url.fragment and not has_anchor(target, unquote(url.fragment))):
            dead.append(address)
    assert not dead


ANCHORS = "details.nt-claim[id], .proof[id]"
"""The elements of claims and theorems."""


def references(file: Path) -> Iterator[str]:
    """Yield everything in a file of the book that may be the address of another file."""
    if file.suffix == ".html":
        for element in parse_page(file).iter("*"):
            yield from (value for value in element.attrib.values() if "." in value)
    elif file.suffix in (".css", ".js", ".webmanifest"):
        yield from re.findall(r"[\w./-]+", file.read_text("utf8"))


@parsed_pages_group
def test_every_file_is_reachable(book: Path) -> None:
    """Follow all references from the first page, and from the files that no page refers to."""
    alone = ["index.html", "404.html", "offline.html", "robots.txt", "service_worker.js"]
    alone += ["objects.inv", "SHA256SUMS", "sitemap.xml", "nim-with-a-twist.pdf"]
    files = {path for path in book.rglob("*") if path.is_file() and path.name[0] != "."}
    assembled = {"live", "mathjax"}  # the scripts of these folders assemble the names of files
    named = {str(path) for path in files if not assembled & {*path.relative_to(book).parts}}
    waiting = [str(book / name) for name in alone]
    unreached = named - {*waiting}
    waiting.remove(str(book / "service_worker.js"))  # it names all files
    base = read_citation(ROOT).get("url", "")
    while waiting:
        file = Path(waiting.pop())
        # Scripts name files by their address from the root, or from their own folder.
        folders = {file.parent, book, book / "_static"}
        for address in {*references(file)} if file.is_file() else ():
            path = unquote(re.split("[?#]", address.removeprefix(base))[0]).lstrip("/")
            found = {os.path.normpath(f"{folder}/{path}") for folder in folders} & unreached
            unreached -= found
            waiting += found
    assert not unreached


@parsed_pages_group
def test_every_page_has_a_complete_head(book: Path) -> None:
    """Check that a page has one address, or none if that of the site is not known."""
    base = read_citation(ROOT).get("url")
    for name in ["index", *PAGES, "search", FALLBACK, NOT_FOUND]:
        page = parse_page(book / f"{name}.html")
        for tag in ("meta[name=viewport]", "head > title", "link[rel=license]"):
            assert len(page.cssselect(tag)) == 1, (name, tag)
        address = f"{base}{PAGES[0] if name == 'index' else name}.html"
        expected = [address] if base and name in ("index", *PAGES) else []
        assert [each.get("href") for each in page.cssselect("link[rel=canonical]")] == expected
        assert [each.get("content") for each in page.cssselect('[property="og:url"]')] == expected
        cited = name == PAGES[0] or re.match(r"notebooks/(0|1[0-2])", name)
        tags = {tag.get("name") for tag in page.cssselect("meta[name^=citation]")}
        data = [json.loads(each.text) for each in page.cssselect("script[type$='ld+json']")]
        assert len(data) == len(tags & {"citation_title"}) == bool(cited), name
        if cited:
            assert {"citation_author", "citation_publication_date"} <= tags
            [kind, _] = data[0]["@type"]
            assert kind == ("Book" if name == PAGES[0] else "Chapter")
            assert data[0]["license"] == page.cssselect("link[rel=license]")[0].get("href")


def test_missing_page_leads_back_to_the_book(browser: Browser, site: str) -> None:
    with blank_page(browser, width=PHONE) as page:
        visit = Visit(page)
        # The page needs the path of the book's address, below which this server has nothing.
        root = urlsplit(read_citation(ROOT).get("url", "")).path or "/"
        if root != "/":
            below = f"{site}{root}"
            page.route(
                f"{below}**",
                lambda route: route.continue_(url=route.request.url.replace(below, f"{site}/")),
            )
        response = page.goto(f"{site}/no/such/page.html")
        assert response and response.status == 404
        assert not accessibility_violations(page)
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE
        assert [response.url for response in visit.responses if response.status >= 400] == [
            page.url
        ]
        field = page.get_by_role("main").get_by_role("searchbox")
        field.fill("Kayles")
        field.press("Enter")
        expect(page.locator("#search-results li").first).to_be_attached()
        page.go_back()
        page.get_by_role("main").get_by_role("link", name="The ledger").click()
        page.wait_for_url(f"{site}{root}book/ledger.html")


@parsed_pages_group
def test_published_anchors_are_permanent(book: Path) -> None:
    """Compare the anchors of claims, theorems, labs and exercises with the published ones.

    Readers cite them and link to them, so do not remove any line of the list `anchors.txt`. A
    release adds those that are new.
    """
    anchors = []
    for name in PAGES:
        text = (book / f"{name}.html").read_text("utf8")
        ids = {one.get("id") for one in parse_page(book / f"{name}.html").cssselect(ANCHORS)}
        ids |= {*re.findall('"(lab-[^"]+)"', text)}
        ids |= {f"board-{board}" for board in re.findall('nt-written .*?data-name="(.+?)"', text)}
        ids |= {f"tasks={task}" for task in re.findall('"id":"([^"]+)","label"', text)}
        anchors += [f"{name}.html#{id_}" for id_ in ids]
    published = (ROOT / "tests/book/anchors.txt").read_text("utf8").split()
    assert {*published} - {*anchors} == set()
    if "date-released" in read_citation(ROOT):
        assert sorted(anchors) == published, "add the new anchors, which this release publishes"


@parsed_pages_group
def test_figures_name_their_source_and_licence(book: Path) -> None:
    count = 0
    for name in PAGES:
        page = parse_page(book / f"{name}.html")
        for caption in page.cssselect("figcaption:has(> a[download])"):
            [number], [link] = (caption.cssselect(css) for css in (".nt-number", "a[download]"))
            figure = lxml.etree.parse(book / urljoin(f"{name}.html", link.get("href")))
            [licence], [source] = figure.iter("{*}license"), figure.iter("{*}source")
            assert licence.values() == [LICENCE]
            assert source.text.endswith(f", {number.text_content()}")
            count += 1
    assert count > 30


@parsed_pages_group
def test_old_ids_lead_to_elements_that_have_moved(book: Path) -> None:
    ids = {id_ for name in PAGES for id_ in attributes(book / f"{name}.html", "id")}
    assert [old for old in MOVED if not any(f"{id_}.".startswith(f"{old}.") for id_ in ids)] == []


@parsed_pages_group
@pytest.mark.parametrize("name", PAGES)
def test_ids_are_unique(name: str, book: Path) -> None:
    """Check that ids are unique, and that the ids to which figures refer exist."""
    page = book / f"{name}.html"
    ids = attributes(page, "id")
    assert sorted(set(ids)) == sorted(ids)
    assert {*re.findall(r"url\(#([^)]+)\)", page.read_text("utf8"))} <= {*ids}


@parsed_pages_group
@pytest.mark.parametrize("name", PAGES)
def test_figures_and_tables_are_numbered(name: str, book: Path) -> None:
    """Check the numbers, anchors and captions of all figures and tables, and all links to them.

    Explorers, labs and questions have captions, but no numbers. Grids name their axes everywhere.
    """
    [article] = parse_page(book / f"{name}.html").iter("article")
    for grid in article.cssselect(".nt-grid"):
        axes = (grid.cssselect(".nt-axes") or [grid])[0].text_content()
        assert re.fullmatch(r".*\w.* [↓↑] .*\w.* →", axes), axes
    unnumbered = article.cssselect(":is(.widget-still, .nt-predict, .nt-exercises, .nt-sheet) *")
    numbers = {"Figure": 0, "Table": 0}
    labels = {}
    chapter = re.match(r"\d+\.", article.cssselect("h1")[0].text_content())
    for element in article.cssselect("figure, .nt table"):
        [caption, *_] = element.iter("caption", "figcaption")
        label = "".join(each.text_content() for each in caption.cssselect(".nt-number"))
        if element in unnumbered:
            assert not label
            continue
        kind = "Table" if element.tag == "table" else "Figure"
        numbers[kind] += 1
        assert label == f"{kind} {chapter[0] if chapter else ''}{numbers[kind]}"
        assert re.search(r"\w", caption.text_content().replace(label, ""))
        # A link to a figure leads to its top.
        labels[(element if kind == "Figure" else caption).get("id")] = label
    for link in article.cssselect("a:has(> .std-numref)"):
        assert labels[link.get("href").removeprefix("#")] == link.text_content()


def test_root_page_redirects_to_the_first_page(browser: Browser, site: str) -> None:
    with blank_page(browser) as page:
        page.goto(f"{site}/")
        page.wait_for_url(f"{site}/{PAGES[0]}.html")
