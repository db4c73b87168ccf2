"""Tests of all pages of the book in a browser, without Python.

They cover every page in the table of contents.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, Literal
from urllib.parse import parse_qs, unquote, urljoin, urlsplit

import pytest
from bs4 import BeautifulSoup
from ext.citation import read_citation
from ext.head import citation_tags, json_ld
from ext.offline import FALLBACK, NOT_FOUND
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Request,
    Response,
    ViewportSize,
    expect,
)
from sphinx_external_toc.parsing import parse_toc_yaml

from conftest import WEIGHT
from tests.book.conftest import ROOT, transfer_size
from tools.stills import READY as READY

PAGES = list(parse_toc_yaml(ROOT / "_toc.yml"))
AXE = ROOT / "node_modules/axe-core/axe.min.js"
MAX_BYTES = 500_000
MAX_FONT_BYTES = 90_000
MIN_LETTERS = 9
"""Minimum font size in figures, in pixels."""

Scheme = Literal["light", "dark"]
WIDE, PHONE, HEIGHT = 1280, 390, 844
MIN_TARGET = 44
"""Minimum width and height of touch targets, in pixels."""
# Selector prefix that keeps Playwright from searching the whole page for shadow roots each time.
LIGHT_DOM = "css:light="

# Waits until the page has been painted, and returns its cumulative layout shift.
SHIFT = """() => new Promise((done) => {
  let shift = 0;
  new PerformanceObserver((list) => {
    for (const {value, hadRecentInput} of list.getEntries()) if (!hadRecentInput) shift += value;
  }).observe({type: "layout-shift", buffered: true});
  requestAnimationFrame(() => setTimeout(() => done(shift), 50));
})"""


@dataclass
class Visit:
    """A page, with the requests, responses and errors recorded while it is open."""

    page: Page
    requests: list[str] = field(default_factory=list)
    responses: list[Response] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    recording: bool = True
    """Whether requests, responses and errors are recorded."""

    def __post_init__(self) -> None:
        # Only the browser context reports requests made by a service worker.
        context, page = self.page.context, self.page
        context.on("request", self._on_request)
        context.on("requestfailed", self._on_failure)
        context.on("response", self._on_response)
        page.on("console", self._on_message)
        page.on("pageerror", lambda error: self._record(str(error)))

    def _on_request(self, request: Request) -> None:
        if self._is_own(request):
            self.requests.append(request.url)

    def _on_failure(self, request: Request) -> None:
        # Ignore the service worker's requests: while the page is open, their failures are also
        # reported as failures of the page's own requests.
        if self._is_own(request) and not request.service_worker:
            self._record(f"failed: {request.url}")

    def _on_response(self, response: Response) -> None:
        if self._is_own(response.request):
            self.responses.append(response)

    def _on_message(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._record(message.text)

    def _record(self, error: str) -> None:
        if self.recording:
            self.errors.append(error)

    def _is_own(self, request: Request) -> bool:
        """Return whether a request comes from the page, its workers, or its service worker."""
        if not self.recording:
            return False
        if request.service_worker:
            return urlsplit(request.service_worker.url)[:2] == urlsplit(self.page.url)[:2]
        try:
            return request.frame.page == self.page
        except Error:  # the request belongs to a page that is still being created
            return False

    def go(self, address: str) -> None:
        """Open a page and wait until it is ready."""
        self.page.goto(address)
        self.page.wait_for_function(READY)


def new_window(
    browser: Browser, scheme: Scheme = "light", width: int = WIDE, **options: Any
) -> BrowserContext:
    """Return a fresh browser context, without the service worker that keeps the book."""
    size: ViewportSize = {"width": width, "height": HEIGHT}
    options = {"service_workers": "block"} | options
    return browser.new_context(color_scheme=scheme, viewport=size, **options)


@contextmanager
def blank_page(browser: Browser, scheme: Scheme = "light", width: int = WIDE) -> Iterator[Page]:
    """Yield an empty page in a fresh browser context."""
    with new_window(browser, scheme, width) as context:
        yield context.new_page()


@contextmanager
def visit(
    browser: Browser, address: str, scheme: Scheme = "light", width: int = WIDE
) -> Iterator[Visit]:
    """Open a page in a fresh browser context, and check for errors at the end."""
    with blank_page(browser, scheme, width) as page:
        visit = Visit(page)
        visit.go(address)
        yield visit
        assert not visit.errors


@contextmanager
def phone(browser: Browser, scheme: Scheme = "light", **options: Any) -> Iterator[Visit]:
    """Yield an empty page in a fresh context that imitates a phone. Check for errors at the end."""
    with new_window(browser, scheme, PHONE, has_touch=True, is_mobile=True, **options) as context:
        visit = Visit(context.new_page())
        yield visit
        assert not visit.errors


REPRESENTATIVE = {"book/intro", "book/ledger", "notebooks/01_impartial_games"}

# Each page is opened in both views: from a server on a desktop, and from a file on a phone.
VIEWS: dict[str, tuple[Scheme, int]] = {"http": ("light", WIDE), "file": ("dark", PHONE)}


def page_views(few: bool = False, views: Iterable[str] = VIEWS) -> list[Any]:
    """Return parameters for a test that opens each page once in each of the given views.

    If `few` is true, only a few representative pages belong to the quick tests.
    """
    params = []
    for page, view in product(PAGES, views):
        # Tests of a view of a page share the open page.
        marks = [pytest.mark.xdist_group(f"{page}-{view}")]
        marks += [pytest.mark.full] * (few and page not in REPRESENTATIVE)
        params.append(pytest.param((page, view), marks=marks, id=f"{page}-{view}"))
    return params


@pytest.fixture(scope="module")
def windows(browser: Browser) -> Iterator[dict[str, Visit]]:
    """A window for each view, in which the pages are opened one after another.

    The pages share compiled code, so most of them open in half the time.
    """
    with ExitStack() as stack:
        desktop = stack.enter_context(blank_page(browser, *VIEWS["http"]))
        windows = {"http": Visit(desktop), "file": stack.enter_context(phone(browser, "dark"))}
        for window in windows.values():
            # A page must not find what an earlier one has saved. A blank page has no storage.
            window.page.add_init_script(
                "try { localStorage.clear(); sessionStorage.clear(); } catch {}"
            )
        yield windows


@pytest.fixture(scope="module", params=page_views())
def view(
    request: pytest.FixtureRequest, windows: dict[str, Visit], site: str, book: Path
) -> Iterator[Visit]:
    """A page that the tests share, so explorers keep their state from test to test."""
    name, origin = request.param
    view = windows[origin]
    view.recording = False
    view.page.goto("about:blank")  # this ends all requests of the page before
    view.page.set_viewport_size({"width": VIEWS[origin][1], "height": HEIGHT})
    for record in (view.requests, view.responses, view.errors):
        record.clear()
    view.recording = True
    view.go(f"{site if origin == 'http' else book.as_uri()}/{name}.html")
    yield view
    assert not view.errors


view_of_few = pytest.mark.parametrize("view", page_views(few=True), indirect=True)
view_on_desktop = pytest.mark.parametrize("view", page_views(views=["http"]), indirect=True)
view_on_phone = pytest.mark.parametrize("view", page_views(views=["file"]), indirect=True)


@pytest.mark.parametrize(
    ("name", "script"),
    [
        ("notebooks/01_impartial_games", "page"),
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


def accessibility_violations(page: Page, *parts: str) -> list[str]:
    """Return the accessibility violations on a page, or in parts of it."""
    # Inject the source code of axe, because a page opened from a file may not load scripts from
    # other folders.
    page.evaluate(AXE.read_text("utf8"))
    # Disable preloading: it would fetch stylesheets, which browsers do not allow on a page opened
    # from a file.
    results = page.evaluate(
        "include => axe.run({include}, {resultTypes: ['violations'], preload: false})",
        parts or ["html"],
    )
    assert results["passes"]
    return [
        f"{violation['id']}: {node['html'][:200]} {node['failureSummary']}"
        for violation in results["violations"]
        for node in violation["nodes"]
    ]


def test_page_requests_no_other_host(view: Visit) -> None:
    here = urlsplit(view.page.url)
    own = {(here.scheme, here.netloc), ("data", ""), ("blob", "")}
    assert not [url for url in view.requests if urlsplit(url)[:2] not in own]


def test_page_loads_without_layout_shift(view: Visit) -> None:
    """Check that the layout shift, rounded to three decimals as in Lighthouse, is 0."""
    # If a font arrived late, load the page again, now that the font is cached.
    if round(1000 * view.page.evaluate(SHIFT)):
        view.go(view.page.url)
        assert round(1000 * view.page.evaluate(SHIFT)) == 0


@view_of_few
def test_page_is_accessible(view: Visit) -> None:
    violations = accessibility_violations(view.page)
    assert not violations, "\n".join(violations)


def test_page_opens_without_errors(view: Visit) -> None:
    assert not view.errors
    assert not [response.url for response in view.responses if response.status >= 400]


def test_no_content_overflows_the_page(view: Visit) -> None:
    """Check that nothing extends beyond its window, explorer or lab, except in scrollable boxes."""
    overflowing = view.page.evaluate(
        """() => {
          const scrolls = (element) => element !== document.body && element !== null
            && (["auto", "scroll"].includes(getComputedStyle(element).overflowX)
              || scrolls(element.parentElement));
          const hidden = "mjx-assistive-mml, .visually-hidden, [aria-hidden=true] *, svg *";
          const window = { left: -Infinity, right: innerWidth };
          return [...document.querySelectorAll(".bd-article-container *")].filter((element) => {
            const box = element.closest(".nt-explorer, .nt-lab")?.getBoundingClientRect() ?? window;
            const { left, right, width } = element.getBoundingClientRect();
            return width && (right > box.right + 1 || left < box.left - 1)
              && element.checkVisibility() && !element.closest(hidden)
              && !scrolls(element.parentElement);
          }).map((element) => element.outerHTML.slice(0, 200));
        }"""
    )
    assert not overflowing
    assert view.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@view_of_few
def test_large_letters_fit_the_page(view: Visit) -> None:
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


def test_nothing_overlaps(view: Visit) -> None:
    """Check that no two lines of text or controls overlap."""
    assert not view.page.evaluate(OVERLAPS)


def test_overlapping_lines_are_detected(browser: Browser) -> None:
    with blank_page(browser) as page:
        for margin, count in ((0, 0), (-1, 1)):
            lines = f"<p style='margin: 0'>one<p style='margin: {margin}em 0'>two"
            page.set_content(f"<div class='bd-article'>{lines}</div>")
            assert len(page.evaluate(OVERLAPS)) == count


@view_of_few
def test_no_button_floats_on_the_page(view: Visit) -> None:
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


def test_letters_in_figures_are_readable(view: Visit) -> None:
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


def test_code_fits_a_wide_page(view: Visit) -> None:
    wide = view.page.evaluate(
        """(width) => [...document.querySelectorAll(".bd-article pre")]
          .filter((code) => innerWidth >= width && code.checkVisibility())
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
          .map((code) => code.innerText)""",
        WIDE,
    )
    assert not wide


def test_fonts_are_ours_and_small(view: Visit, book: Path) -> None:
    view.page.wait_for_function("document.fonts.status === 'loaded'")
    loaded = view.page.evaluate(
        "[...document.fonts].filter((font) => font.status === 'loaded').map((font) => font.family)"
    )
    assert {"Source Serif 4", "Fraunces"} <= {name.strip('"') for name in loaded}
    fonts = [*(book / "_static/vendor/fonts").iterdir()]
    assert 0 < sum(map(transfer_size, fonts)) <= MAX_FONT_BYTES


def test_colour_mode_button_has_its_own_name(view: Visit) -> None:
    button = view.page.get_by_role("button", name="Color mode", exact=True)
    expect(button.locator("visible=true").first).to_be_attached()
    names = view.page.locator(".theme-switch-button").evaluate_all(
        "all => all.map((button) => button.ariaLabel)"
    )
    assert {*names} == {"Color mode"}


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


@view_on_phone
def test_touch_targets(view: Visit) -> None:
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


def test_overflowing_boxes_scroll_and_fade_out(view: Visit) -> None:
    """Check that tables, drawings and formulas either fit or fade out where content is hidden."""
    boxes = view.page.evaluate(
        """async () => {
          const boxes = [...document.querySelectorAll(
            ".nt-scroll, mjx-container[display]")]
            .filter((box) => box.checkVisibility());
          const painted = () => new Promise((done) => requestAnimationFrame(
            () => requestAnimationFrame(done)));
          const wrong = [];
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
          return wrong;
        }"""
    )
    assert not boxes


def test_figures_follow_the_theme_and_share_a_stylesheet(view: Visit) -> None:
    """Check that figures use the page's text colour, and that their files can be downloaded."""
    page = view.page
    sheets = page.locator(".bd-article style").all_text_contents()
    assert not [text for text in sheets if "--nt-text:" in text or ".nt-exercise" in text]
    text = page.evaluate("getComputedStyle(document.body).getPropertyValue('--nt-text')")
    colour = f"rgb({', '.join(str(int(text[i : i + 2], 16)) for i in (1, 3, 5))})"
    for figure in page.locator(".nt-figure").all():
        labels = figure.locator("svg text")
        assert labels.count(), "a figure without text"
        themed = labels.and_(page.locator("[style*='--nt-text']"))
        assert {*themed.evaluate_all("all => all.map((one) => getComputedStyle(one).fill)")} <= {
            colour
        }
        file = figure.locator("a[download]").get_attribute("href")
        path = unquote(urlsplit(urljoin(page.url, file)).path).rpartition("/_images/")[2]
        download = (ROOT / "_build/html/_images" / path).read_text("utf8")
        assert download.startswith("<?xml") and "var(" not in download
    # If the alt text of an image is missing, Sphinx uses the file name.
    expect(page.locator("img:is([alt$='.svg'], [alt$='.png'])")).to_have_count(0)


def test_labs_are_asleep_and_explorers_awake(view: Visit) -> None:
    page = view.page
    labs = page.locator(".widget-subarea > .nt-lab")
    expect(page.locator(".live-asleep > .nt-lab")).to_have_count(labs.count())
    expect(page.get_by_text("Tap to use:")).to_have_count(labs.count())
    expect(page.locator(".live-asleep .nt-explorer")).to_have_count(0)


@cache
def constant(book: Path, name: str) -> Any:
    """Return the value of a constant in the service worker of a built book."""
    text = (book / "service_worker.js").read_text("utf8")
    [value] = re.findall(rf"^const {name} = (.*);$", text, re.MULTILINE)
    return json.loads(value)


@view_on_desktop
def test_page_weight_is_limited(
    view: Visit, book: Path, record_property: Callable[[str, object], None]
) -> None:
    """Check the total size of the files that a page loads when nothing is cached or clicked.

    The service worker keeps all of these files. Fonts do not count: which of the small ones for
    formulas a page loads depends on the browser.
    """
    names = {url.split("://")[1].removeprefix(str(book)) for url in view.requests if "://" in url}
    names = {unquote(name.partition("/")[2]) for name in names}
    assert names <= constant(book, "KEPT").keys()
    files = {book / name.partition("?")[0] for name in names if ".woff" not in name}
    weights = {str(file): transfer_size(file) for file in files}
    record_property(WEIGHT, sum(weights.values()))
    assert sum(weights.values()) <= MAX_BYTES, weights
    # Neither the theme's 1,400 icons nor MathJax may be loaded.
    assert not [file for file in weights if "fontawesome" in file or file.endswith("chtml.js")]


CONTROLS = "[role=slider], select, .widget-toggle-buttons button:not(.mod-active)"


def drawing(explorer: Locator) -> str:
    """Wait until an explorer is ready, and return the HTML that it shows, without controls."""
    explorer.page.wait_for_function(READY)
    parts = explorer.locator(".widget-html-content").evaluate_all(
        "all => all.filter((one) => one.checkVisibility()).map((one) => one.innerHTML)"
    )
    return "\n".join(parts)


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


@view_of_few
def test_explorers_react_to_keys(view: Visit) -> None:
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


parsed_pages_group = pytest.mark.xdist_group("parsed")  # parsing is slow, so parse pages once


@cache
def parse_page(path: Path) -> BeautifulSoup:
    return BeautifulSoup(path.read_text("utf8"), "html.parser")


@parsed_pages_group
@pytest.mark.parametrize("name", ["index", *PAGES, "search", FALLBACK])
def test_internal_links_and_images_resolve(name: str, book: Path) -> None:
    page = book / f"{name}.html"
    dead = []
    for element in parse_page(page).select("[href], [src]"):
        address = str(element.get("href") or element.get("src"))
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
        for element in parse_page(file).find_all(True):
            yield from (value for value in element.attrs.values() if isinstance(value, str))
    elif file.suffix in (".css", ".js", ".webmanifest"):
        yield from re.findall(r"[\w./-]+", file.read_text("utf8"))


@parsed_pages_group
def test_every_file_is_reachable(book: Path) -> None:
    """Follow all references from the first page, and from the files that no page refers to."""
    alone = ["index.html", "404.html", "offline.html", "robots.txt", "service_worker.js"]
    alone += ["objects.inv", "SHA256SUMS", "sitemap.xml", "nim-with-a-twist.pdf"]
    files = {path for path in book.rglob("*") if path.is_file() and path.name[0] != "."}
    assembled = {"live", "mathjax"}  # the scripts of these folders assemble the names of files
    unreached = {path for path in files if not assembled & {*path.relative_to(book).parts}}
    waiting = [book / name for name in alone]
    unreached -= {*waiting}
    waiting.remove(book / "service_worker.js")  # it names all files
    base = read_citation(ROOT).get("url", "")
    while waiting:
        file = waiting.pop()
        for address in references(file) if file.is_file() else ():
            path = unquote(re.split("[?#]", address.removeprefix(base))[0])
            # Scripts name files by their address from the root, or from their own folder.
            found = {
                Path(os.path.normpath(folder / path.lstrip("/")))
                for folder in (file.parent, book, book / "_static")
            } & unreached
            unreached -= found
            waiting += found
    assert not unreached


def has_anchor(page: Path, fragment: str) -> bool:
    if lab := re.match("lab-[^?]+", fragment):  # a link to a lab: its widget has this class
        return f'"{lab[0]}"' in page.read_text("utf8")
    if "tasks=" in fragment:  # a link to an assignment
        tasks = parse_qs(fragment)["tasks"][0].split()
        return all(f'"id":"{task}"' in page.read_text("utf8") for task in tasks)
    if cell := re.match(r"cell-([^?]+)\?code=", fragment):  # a link with code for a cell
        fragment = f"live-{cell[1]}"
    return fragment in _ids(page)


@cache
def _ids(page: Path) -> frozenset[str]:
    return frozenset(str(element["id"]) for element in parse_page(page).select("[id]"))


@parsed_pages_group
def test_every_page_has_a_complete_head(book: Path) -> None:
    """Check that a page has one address, or none if that of the site is not known."""
    base = read_citation(ROOT).get("url")
    for name in ["index", *PAGES, "search", FALLBACK, NOT_FOUND]:
        page = parse_page(book / f"{name}.html")
        for tag in ("meta[name=viewport]", "head > title", "link[rel=license]"):
            assert len(page.select(tag)) == 1, (name, tag)
        address = f"{base}{PAGES[0] if name == 'index' else name}.html"
        expected = [address] if base and name in ("index", *PAGES) else []
        assert [each["href"] for each in page.select("link[rel=canonical]")] == expected
        assert [each["content"] for each in page.select('[property="og:url"]')] == expected
        cited = name == PAGES[0] or re.match(r"notebooks/(0|1[0-2])", name)
        tags = {str(tag["name"]) for tag in page.select("meta[name^=citation]")}
        data = [json.loads(each.text) for each in page.select("script[type$='ld+json']")]
        assert len(data) == len(tags & {"citation_title"}) == bool(cited), name
        if cited:
            assert {"citation_author", "citation_publication_date"} <= tags
            [kind, _] = data[0]["@type"]
            assert kind == ("Book" if name == PAGES[0] else "Chapter")
            assert data[0]["license"] == page.select("link[rel=license]")[0]["href"]


def test_addresses_and_authors_are_in_the_head_once_they_are_known() -> None:
    citation = read_citation(ROOT) | {
        "url": "https://a.org/b/",
        "doi": "10.1/2",
        "date-released": "2027-01-02",
        "authors": [{"family-names": "Bouton", "given-names": "C. L.", "orcid": "https://o.org/1"}],
    }
    address = "https://a.org/b/c.html"
    tags = citation_tags(citation, "2026", "Nim", "Book", address)
    for name, text in {
        "author": "Bouton, C. L.",
        "publication_date": "2027/01/02",
        "inbook_title": "Book",
        "doi": "10.1/2",
        "public_url": address,
    }.items():
        assert f'<meta name="citation_{name}" content="{text}">' in tags
    script = json_ld(citation, "2026", "a </script>", "", address, 3)
    data = json.loads(
        script.removeprefix('<script type="application/ld+json">')[: -len("</script>")]
    )
    assert script.count("</script>") == 1 and data["name"] == "a </script>"
    assert data["url"] == address and data["isPartOf"]["url"] == citation["url"]
    assert data["author"] == [{"@type": "Person", "name": "C. L. Bouton", "@id": "https://o.org/1"}]


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

    Readers cite them and link to them, so do not remove any line of the list `anchors.txt`.
    """
    anchors = []
    for name in PAGES:
        text = (book / f"{name}.html").read_text("utf8")
        ids = {str(element["id"]) for element in parse_page(book / f"{name}.html").select(ANCHORS)}
        ids |= {*re.findall('"(lab-[^"]+)"', text)}
        ids |= {f"board-{board}" for board in re.findall('nt-written .*?data-name="(.+?)"', text)}
        ids |= {f"tasks={task}" for task in re.findall('"id":"([^"]+)","label"', text)}
        anchors += [f"{name}.html#{id_}" for id_ in ids]
    published = (ROOT / "tests/book/anchors.txt").read_text("utf8")
    assert "\n".join(sorted(anchors)) == published.strip()


@parsed_pages_group
@pytest.mark.parametrize("name", PAGES)
def test_ids_are_unique(name: str, book: Path) -> None:
    """Check that ids are unique, and that the ids to which figures refer exist."""
    page = book / f"{name}.html"
    ids = [element["id"] for element in parse_page(page).select("[id]")]
    assert sorted(set(ids)) == sorted(ids)
    assert {*re.findall(r"url\(#([^)]+)\)", page.read_text("utf8"))} <= {*ids}


@parsed_pages_group
@pytest.mark.parametrize("name", PAGES)
def test_figures_and_tables_are_numbered(name: str, book: Path) -> None:
    """Check the numbers, anchors and captions of all figures and tables, and all links to them.

    Explorers, labs and questions have captions, but no numbers. Grids name their axes everywhere.
    """
    [article] = parse_page(book / f"{name}.html").select("article")
    assert all(
        re.fullmatch(r".*\w.* [↓↑] .*\w.* →", (grid.select_one(".nt-axes") or grid).get_text())
        for grid in article.select(".nt-grid")
    )
    unnumbered = ".widget-still, .nt-predict, .nt-exercises, .nt-sheet"
    numbers = {"Figure": 0, "Table": 0}
    labels = {}
    chapter = re.match(r"\d+\.", article.select("h1")[0].get_text())
    for element in article.select("figure, .nt table"):
        caption = element.select_one("caption, figcaption")
        assert caption is not None, element
        label = caption.select_one(".nt-number")
        if element.find_parent(class_=unnumbered.replace(".", "").split(", ")):
            assert label is None, element
            continue
        kind = "Table" if element.name == "table" else "Figure"
        numbers[kind] += 1
        assert label is not None, element
        assert label.get_text() == f"{kind} {chapter[0] if chapter else ''}{numbers[kind]}"
        assert re.search(r"\w", caption.get_text().replace(label.get_text(), ""))
        # A link to a figure leads to its top.
        labels[(element if kind == "Figure" else caption)["id"]] = label.get_text()
    for link in article.select("a:has(> .std-numref)"):
        assert labels[str(link["href"]).removeprefix("#")] == link.get_text()


def test_root_page_redirects_to_the_first_page(browser: Browser, site: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{site}/")
    page.wait_for_url(f"{site}/{PAGES[0]}.html")
    context.close()
