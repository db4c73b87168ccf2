"""Every page of the book as a reader meets it, in a browser, with no Python behind it.

A page that joins the table of contents joins these tests.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from bs4 import BeautifulSoup
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
from tests.book.conftest import ROOT, as_sent
from tools.stills import READY as READY

PAGES = list(parse_toc_yaml(ROOT / "_toc.yml"))
AXE = ROOT / "node_modules/axe-core/axe.min.js"
MOST_BYTES = 1_000_000

Scheme = Literal["light", "dark"]
WIDE, PHONE, HEIGHT = 1280, 390, 844
FINGER = 44
"""The least width and height of what is tapped, in pixels."""
# Without it, each look for an element goes through all of a page in search of shadow trees.
LIGHT = "css:light="

# By how much what is there has shifted while the page loaded, once it is painted.
SHIFT = """() => new Promise((done) => {
  let shift = 0;
  new PerformanceObserver((list) => {
    for (const {value, hadRecentInput} of list.getEntries()) if (!hadRecentInput) shift += value;
  }).observe({type: "layout-shift", buffered: true});
  requestAnimationFrame(() => setTimeout(() => done(shift), 50));
})"""


@dataclass
class Visit:
    """A page, and what happened while it was open."""

    page: Page
    requests: list[str] = field(default_factory=list)
    responses: list[Response] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    listening: bool = True
    """Whether notice is taken of what happens in the page."""

    def __post_init__(self) -> None:
        # Only of the context is heard what a service worker asks for.
        context, page = self.page.context, self.page
        context.on("request", self._asked)
        context.on("requestfailed", self._failed)
        context.on("response", self._answered)
        page.on("console", self._said)
        page.on("pageerror", lambda error: self._wrong(str(error)))

    def _asked(self, request: Request) -> None:
        if self._is_own(request):
            self.requests.append(request.url)

    def _failed(self, request: Request) -> None:
        # What a service worker does not get, the page that asked it does not get either; unless
        # that page is gone, which is no error.
        if self._is_own(request) and not request.service_worker:
            self._wrong(f"failed: {request.url}")

    def _answered(self, response: Response) -> None:
        if self._is_own(response.request):
            self.responses.append(response)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._wrong(message.text)

    def _wrong(self, error: str) -> None:
        if self.listening:
            self.errors.append(error)

    def _is_own(self, request: Request) -> bool:
        """Return whether the page asks, a worker of it, or the service worker of its site."""
        if not self.listening:
            return False
        if request.service_worker:
            return urlsplit(request.service_worker.url)[:2] == urlsplit(self.page.url)[:2]
        try:
            return request.frame.page == self.page
        except Error:  # another page, which is only being made
            return False

    def go(self, address: str) -> None:
        """Open a page, and wait until it is ready."""
        self.page.goto(address)
        self.page.wait_for_function(READY)


def window(browser: Browser, scheme: Scheme = "light", width: int = WIDE) -> BrowserContext:
    """Return a window of a browser that has seen nothing before."""
    size: ViewportSize = {"width": width, "height": HEIGHT}
    return browser.new_context(color_scheme=scheme, viewport=size)


@contextmanager
def blank(browser: Browser, scheme: Scheme = "light", width: int = WIDE) -> Iterator[Page]:
    """Yield an empty page of a browser that has seen nothing before."""
    with window(browser, scheme, width) as context:
        yield context.new_page()


@contextmanager
def visit(
    browser: Browser, address: str, scheme: Scheme = "light", width: int = WIDE
) -> Iterator[Visit]:
    """Open a page in a browser that has seen nothing before; nothing goes wrong there."""
    with blank(browser, scheme, width) as page:
        visit = Visit(page)
        visit.go(address)
        yield visit
        assert not visit.errors


@contextmanager
def phone(browser: Browser, **options: Any) -> Iterator[Visit]:
    """Yield an empty page on a phone that has seen nothing before; nothing goes wrong there."""
    size: ViewportSize = {"width": PHONE, "height": HEIGHT}
    with browser.new_context(viewport=size, has_touch=True, is_mobile=True, **options) as context:
        visit = Visit(context.new_page())
        yield visit
        assert not visit.errors


OF_EACH_KIND = {"book/intro", "book/ledger", "notebooks/01_impartial_games"}


def of_pages(few: bool = False) -> list[Any]:
    """Return each page with one view: by turns, at a desk from a server, on a phone from its file.

    For what takes long, `few` leaves to the full scope all but those that differ most.
    """
    ways: list[tuple[str, Scheme, int]] = [("http", "light", WIDE), ("file", "dark", PHONE)]
    found = []
    for number, page in enumerate(PAGES):
        way = ways[number % 2]
        marks = [pytest.mark.xdist_group(page)]  # its tests share a process
        marks += [pytest.mark.full] * (few and page not in OF_EACH_KIND)
        found.append(pytest.param((page, *way), marks=marks, id="-".join(map(str, (page, *way)))))
    return found


@pytest.fixture(scope="module", params=of_pages())
def view(
    request: pytest.FixtureRequest, browser: Browser, site: str, book: Path
) -> Iterator[Visit]:
    """A page in one of its views; its explorers stay where a test left them."""
    name, origin, scheme, width = request.param
    root = site if origin == "http" else book.as_uri()
    with visit(browser, f"{root}/{name}.html", scheme, width) as view:
        yield view


view_of_few = pytest.mark.parametrize("view", of_pages(few=True), indirect=True)


@pytest.mark.parametrize(
    ("name", "script"),
    [
        ("notebooks/01_impartial_games", "page"),
        pytest.param("book/intro", "door", marks=pytest.mark.full),
        pytest.param("search", "search", marks=pytest.mark.full),
    ],
)
def test_a_page_says_that_a_script_did_not_load(
    browser: Browser, site: str, name: str, script: str
) -> None:
    with blank(browser) as page:
        page.route(f"**/{script}.js*", lambda route: route.abort())
        page.goto(f"{site}/{name}.html")
        expect(page.get_by_role("alert")).to_contain_text("Reload the page to try again.")


def faults(page: Page, *parts: str) -> list[str]:
    """Return what is wrong with a page, or parts of it, for some of its readers."""
    # From a file, a script of another folder may not be read by the page; its text may be run.
    page.evaluate(AXE.read_text("utf8"))
    # It would load style sheets once more, which a page from a file may not.
    found = page.evaluate(
        "include => axe.run({include}, {resultTypes: ['violations'], preload: false})",
        parts or ["html"],
    )
    assert found["passes"]
    return [
        f"{violation['id']}: {node['html'][:200]} {node['failureSummary']}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


def test_a_page_asks_no_other_host_for_anything(view: Visit) -> None:
    here = urlsplit(view.page.url)
    own = {(here.scheme, here.netloc), ("data", ""), ("blob", "")}
    assert not [url for url in view.requests if urlsplit(url)[:2] not in own]


def test_nothing_shifts_while_a_page_loads(view: Visit) -> None:
    """Not by a thousandth, which is what Lighthouse shows."""
    if round(1000 * view.page.evaluate(SHIFT)):  # a font came late; it is there the second time
        view.go(view.page.url)
        assert round(1000 * view.page.evaluate(SHIFT)) == 0


@view_of_few
def test_a_page_is_accessible(view: Visit) -> None:
    serious = faults(view.page)
    assert not serious, "\n".join(serious)


def test_a_page_opens_without_an_error(view: Visit) -> None:
    assert not view.errors
    assert not [response.url for response in view.responses if response.status >= 400]


def test_nothing_sticks_out_of_a_page(view: Visit) -> None:
    """Only what is in a box that scrolls may be wider than the window, or than its experiment."""
    sticking_out = view.page.evaluate(
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
    assert not sticking_out
    assert view.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_what_is_cut_off_scrolls_and_says_so(view: Visit) -> None:
    """A table, a drawing, or a formula fits, or fades out on the sides where it goes on."""
    boxes = view.page.evaluate(
        """async () => {
          const boxes = [...document.querySelectorAll(
            ".nt-scroll, mjx-container[display]")]
            .filter((box) => box.checkVisibility());
          const shown = () => new Promise((done) => requestAnimationFrame(
            () => requestAnimationFrame(done)));
          const found = [];
          for (const place of [0, 1e6]) {
            for (const box of boxes) box.scrollLeft = place;
            await shown();
            for (const box of boxes) {
              const fits = box.scrollWidth <= box.clientWidth + 1;
              const more = fits ? undefined : place ? "before" : "after";
              const fades = getComputedStyle(box).maskImage !== "none";
              if (box.dataset.more !== more || fades === fits)
                found.push([place, box.dataset.more, fades, box.outerHTML.slice(0, 200)]);
            }
          }
          for (const box of boxes) box.scrollLeft = 0;
          await shown();
          return found;
        }"""
    )
    assert not boxes


def test_figures_follow_the_theme_and_a_page_has_one_stylesheet(view: Visit) -> None:
    """Words of a figure have the colour of the text around them; its file can be taken."""
    page = view.page
    sheets = page.locator(".bd-article style").all_text_contents()
    assert not [text for text in sheets if "--nt-text:" in text or ".nt-exercise" in text]
    text = page.evaluate("getComputedStyle(document.body).getPropertyValue('--nt-text')")
    colour = f"rgb({', '.join(str(int(text[i : i + 2], 16)) for i in (1, 3, 5))})"
    for figure in page.locator(".nt-figure").all():
        words = figure.locator("svg text")
        assert words.count(), "a figure has words"
        own = words.and_(page.locator("[style*='--nt-text']"))
        assert {*own.evaluate_all("all => all.map((one) => getComputedStyle(one).fill)")} <= {
            colour
        }
        file = figure.locator("a[download]").get_attribute("href")
        path = unquote(urlsplit(urljoin(page.url, file)).path).rpartition("/_images/")[2]
        taken = (ROOT / "_build/html/_images" / path).read_text("utf8")
        assert taken.startswith("<?xml") and "var(" not in taken
    # Without a text of its own, a figure is given the name of its file.
    expect(page.locator("img:is([alt$='.svg'], [alt$='.png'])")).to_have_count(0)


def test_labs_sleep_and_explorers_do_not(view: Visit) -> None:
    page = view.page
    labs = page.locator(".nt-lab")
    expect(page.locator("[inert] > .nt-lab")).to_have_count(labs.count())
    asleep = re.compile(r"^(This lab is asleep|Your game is kept here)\.")
    expect(page.get_by_text(asleep)).to_have_count(labs.count())
    expect(page.locator("[inert] .nt-explorer, .nt-explorer[inert]")).to_have_count(0)


def test_a_page_is_light(
    view: Visit, book: Path, record_property: Callable[[str, object], None]
) -> None:
    """All that is loaded before a click, as if nothing were kept from the page before."""
    paths = {unquote(urlsplit(url).path) for url in view.requests if "://" in url}
    files = {book / path.removeprefix(str(book)).lstrip("/") for path in paths}
    weights = {str(file): as_sent(file) for file in files}
    record_property(WEIGHT, sum(weights.values()))
    assert sum(weights.values()) <= MOST_BYTES, weights
    # Neither the theme's 1,400 icons, nor what sets formulas.
    assert not [file for file in weights if "fontawesome" in file or file.endswith("chtml.js")]


CONTROLS = "[role=slider], select, .widget-toggle-buttons button:not(.mod-active)"


def drawing(explorer: Locator) -> str:
    """Return what an explorer shows when it is ready, apart from its controls."""
    explorer.page.wait_for_function(READY)
    shown = explorer.locator(".widget-html-content").evaluate_all(
        "all => all.filter((one) => one.checkVisibility()).map((one) => one.innerHTML)"
    )
    return "\n".join(shown)


def press(control: Locator) -> Iterator[None]:
    """Go to a control with the Tab key, and then change it by keys."""
    page = control.page
    explorer = control.locator("xpath=ancestor::*[contains(@class, 'nt-explorer')]")
    explorer.evaluate("explorer => { explorer.tabIndex = -1; explorer.focus(); }")
    while not control.evaluate("control => control === document.activeElement"):
        page.keyboard.press("Tab")
        assert explorer.locator(":focus").count(), "the Tab key does not reach it"
    keys = ["Space"] if control.get_attribute("type") == "button" else ["ArrowRight", "ArrowLeft"]
    for key in keys:
        for _ in range(choices(control) - 1):
            page.keyboard.press(key)
            yield


def choices(control: Locator) -> int:
    """Return among how many values a control chooses."""
    return control.evaluate(  # type: ignore[no-any-return]
        """control => control.options?.length ?? (control.role !== "slider" ? 2
          : Number(control.ariaValueMax) - Number(control.ariaValueMin) + 1)"""
    )


@view_of_few
def test_explorers_react_to_keys(view: Visit) -> None:
    """Every control of every explorer changes what it shows, at one value at least."""
    for explorer in view.page.locator(f"{LIGHT}.nt-explorer").all():
        controls = explorer.locator(CONTROLS)
        index = 0
        while index < controls.count():  # one control may bring others
            control = controls.nth(index)
            index += 1
            before = drawing(explorer)
            changes = (drawing(explorer) != before for _ in press(control))
            assert choices(control) == 1 or any(changes), control.evaluate("c => c.outerHTML")
        assert index, f"an explorer without a control: {drawing(explorer)[:200]}"


of_parsed_pages = pytest.mark.xdist_group("parsed")  # which takes long


@cache
def parsed(path: Path) -> BeautifulSoup:
    return BeautifulSoup(path.read_text("utf8"), "html.parser")


@of_parsed_pages
@pytest.mark.parametrize("name", ["index", *PAGES])
def test_links_lead_somewhere(name: str, book: Path) -> None:
    """Every link to a page of the book, or to a place in one, and every picture."""
    page = book / f"{name}.html"
    dead = []
    for element in parsed(page).select("[href], [src]"):
        address = str(element.get("href") or element.get("src"))
        url = urlsplit(address)
        if url.scheme:
            continue
        target = (page.parent / unquote(url.path)).resolve() if url.path else page
        if not target.is_file() or (url.fragment and not has_place(target, unquote(url.fragment))):
            dead.append(address)
    assert not dead


def has_place(page: Path, fragment: str) -> bool:
    if lab := re.match("lab-[^?]+", fragment):  # which has its name among the classes of a widget
        return f'"{lab[0]}"' in page.read_text("utf8")
    if cell := re.match(r"cell-([^?]+)\?code=", fragment):  # code for it, as text
        fragment = f"live-{cell[1]}"
    return fragment in _ids(page)


@cache
def _ids(page: Path) -> frozenset[str]:
    return frozenset(str(element["id"]) for element in parsed(page).select("[id]"))


@of_parsed_pages
@pytest.mark.parametrize("name", PAGES)
def test_no_two_elements_have_the_same_id(name: str, book: Path) -> None:
    ids = [element["id"] for element in parsed(book / f"{name}.html").select("[id]")]
    assert sorted(set(ids)) == sorted(ids)


def test_the_front_door_opens_the_first_page(browser: Browser, site: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{site}/")
    page.wait_for_url(f"{site}/{PAGES[0]}.html")
    context.close()
