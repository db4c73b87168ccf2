"""The pages of the built book, and how a reader opens them."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, Literal
from urllib.parse import parse_qs, urlsplit

import pytest
from ext.trees import parse
from lxml.html import HtmlElement
from playwright.sync_api import (
    Browser,
    BrowserContext,
    CDPSession,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Request,
    Response,
    ViewportSize,
)
from sphinx_external_toc.parsing import parse_toc_yaml

from nimbook import CHAPTERS
from tools.stills import READY as READY

ROOT = Path(__file__).parents[2]

# Timeout in milliseconds. It only ends tests that would wait forever, so it is far longer than any
# wait on a busy machine.
TIMEOUT = 240_000


@cache
def transfer_size(file: Path) -> int:
    """Return the size of a file as sent by a server that gzips everything except fonts."""
    body = file.read_bytes()
    return len(body if file.suffix in (".woff", ".woff2", ".ttf") else gzip.compress(body))


PAGES = list(parse_toc_yaml(ROOT / "_toc.yml"))

AXE = ROOT / "node_modules/axe-core/axe.min.js"

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
        page.on("close", self._on_close)

    def _on_close(self, _page: Page) -> None:
        context = self.page.context
        context.remove_listener("request", self._on_request)
        context.remove_listener("requestfailed", self._on_failure)
        context.remove_listener("response", self._on_response)

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
def blank_page(
    browser: Browser, scheme: Scheme = "light", width: int = WIDE, **options: Any
) -> Iterator[Page]:
    """Yield an empty page in a fresh window."""
    with new_window(browser, scheme, width, **options) as context:
        yield context.new_page()


@contextmanager
def visit(
    browser: Browser, address: str, scheme: Scheme = "light", width: int = WIDE
) -> Iterator[Visit]:
    """Open a page in a fresh window, and check for errors at the end."""
    with blank_page(browser, scheme, width) as page:
        visit = Visit(page)
        visit.go(address)
        yield visit
        assert not visit.errors


@contextmanager
def phone(browser: Browser, scheme: Scheme = "light", **options: Any) -> Iterator[Visit]:
    """Yield an empty page in a fresh window that imitates a phone. Check for errors at the end."""
    size: dict[str, Any] = {"width": PHONE, "has_touch": True, "is_mobile": True}
    with blank_page(browser, scheme, **size, **options) as page:
        visit = Visit(page)
        yield visit
        assert not visit.errors


# A page is opened from a server on a desktop, and from a file on a phone.
VIEWS: dict[str, tuple[Scheme, int]] = {"http": ("light", WIDE), "file": ("dark", PHONE)}

CHAPTER = "notebooks/01_impartial_games"
"""The chapter on which the quick tests run checks that take long."""
REPRESENTATIVE = {PAGES[0], "book/ledger", CHAPTER}
"""The pages that even the quick tests show on a desktop, and whose accessibility they check."""


def page_views() -> list[Any]:
    """Return parameters for a test that opens each page once in each view.

    The quick tests open pages from the server and show them on a phone, and open one chapter from
    a file. Of the pages that are made of source code, they open one of each kind.
    """
    alike = {page for page in PAGES if re.match("book/(api|formal)_", page)} - {"book/formal_mum"}
    quick = {*product({*PAGES} - alike, ["http"]), (CHAPTER, "file")}
    return [
        pytest.param(
            (page, view),
            marks=[pytest.mark.xdist_group(f"{page}-{view}")]
            + [pytest.mark.full] * ((page, view) not in quick),
            id=f"{page}-{view}",
        )
        for page, view in product(PAGES, VIEWS)
    ]


@cache
def _session(page: Page) -> CDPSession:
    """Return the session in which a page is emulated. Its end would end the emulation."""
    return page.context.new_cdp_session(page)


def become(page: Page, origin: str) -> None:
    """Show a page in the colours, the width and with the pointer of one of the `VIEWS`."""
    scheme, width = VIEWS[origin]
    _session(page).send("Emulation.setTouchEmulationEnabled", {"enabled": origin == "file"})
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": HEIGHT})
    features = "(pointer: coarse) and (prefers-color-scheme: dark)"
    assert page.evaluate(f"matchMedia('{features}').matches") == (origin == "file")


def accessibility_violations(page: Page, *parts: str, **options: object) -> list[str]:
    """Return the accessibility violations on a page, or in parts of it.

    `options` are further options of axe.
    """
    # Inject the source code of axe, because a page opened from a file may not load scripts from
    # other folders.
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(AXE.read_text("utf8"))
    # Disable preloading: it would fetch stylesheets, which browsers do not allow on a page opened
    # from a file.
    results = page.evaluate(
        "([include, options]) => axe.run({include}, options)",
        [parts or ["html"], {"resultTypes": ["violations"], "preload": False, **options}],
    )
    assert results["passes"]
    return [
        f"{violation['id']}: {node['html'][:200]} {node['failureSummary']}"
        for violation in results["violations"]
        for node in violation["nodes"]
    ]


@cache
def constant(book: Path, name: str) -> Any:
    """Return the value of a constant in the service worker of a built book."""
    text = (book / "service_worker.js").read_text("utf8")
    [value] = re.findall(rf"^const {name} = (.*);$", text, re.MULTILINE)
    return json.loads(value)


def drawing(explorer: Locator) -> str:
    """Wait until an explorer is ready, and return the HTML that it shows, without controls."""
    explorer.page.wait_for_function(READY)
    parts = explorer.locator(".widget-html-content").evaluate_all(
        "all => all.filter((one) => one.checkVisibility()).map((one) => one.innerHTML)"
    )
    return "\n".join(parts)


parsed_pages_group = pytest.mark.xdist_group("parsed")  # so that pages are parsed once


@cache
def parse_page(path: Path) -> HtmlElement:
    """Return the root element of a page. Its methods `cssselect` and `xpath` find others."""
    return parse(path.read_text("utf8"))


@cache
def attributes(page: Path, *names: str) -> list[str]:
    """Return the values of all attributes with the given names on a page, in order."""
    elements = parse_page(page).iter("*")
    return [element.get(name) for element in elements for name in names if name in element.attrib]


def has_anchor(page: Path, fragment: str) -> bool:
    if lab := re.match("lab-[^?]+", fragment):  # a link to a lab: its widget has this class
        return f'"{lab[0]}"' in page.read_text("utf8")
    if "tasks=" in fragment:  # a link to an assignment
        tasks = parse_qs(fragment)["tasks"][0].split()
        return all(f'"id":"{task}"' in page.read_text("utf8") for task in tasks)
    if cell := re.match(r"cell-([^?]+)\?code=", fragment):  # a link with code for a cell
        fragment = f"live-{cell[1]}"
    return fragment in attributes(page, "id")


def show(page: Page, address: str, body: str) -> None:
    """Open an address, at which other HTML is shown than in the book."""
    page.route(address, lambda route: route.fulfill(body=body, content_type="text/html"))
    page.goto(address)


NAMES = [f"{number:02}_{name}" for number, name in enumerate(CHAPTERS, 1)]


def saved(page: Page, name: str) -> str | None:
    """Return the text that the book has saved under a name, or `None` if there is none."""
    text: str | None = page.evaluate(
        "name => localStorage.getItem(`nim-with-a-twist:${name}`)", name
    )
    return text


def kept(page: Page) -> list[str]:
    """Return the addresses of all files that are kept for reading offline."""
    addresses: list[str] = page.evaluate(
        """async () => {
          const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
          const keys = await Promise.all(caches_.map((cache) => cache.keys()));
          return keys.flat().map(({url}) => url);
        }"""
    )
    return addresses


def assert_no_other_host(view: Visit) -> None:
    """Check that a page requests nothing from another host."""
    here = urlsplit(view.page.url)
    own = {(here.scheme, here.netloc), ("data", ""), ("blob", "")}
    assert not [url for url in view.requests if urlsplit(url)[:2] not in own]


def assert_no_errors(view: Visit) -> None:
    """Check that a page has reported no errors and loaded all that it has requested."""
    assert not view.errors
    assert not [response.url for response in view.responses if response.status >= 400]


# On a phone, `innerWidth` grows with the page, so nothing would ever extend beyond it.
FITS = "(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.documentElement)"


def assert_no_overflow(view: Visit) -> None:
    """Check that nothing extends beyond its window, explorer or lab, except in scrollable boxes."""
    overflowing = view.page.evaluate(
        """() => {
          const scrolls = (element) => element !== document.body && element !== null
            && (["auto", "scroll"].includes(getComputedStyle(element).overflowX)
              || scrolls(element.parentElement));
          const hidden = "mjx-assistive-mml, .visually-hidden, [aria-hidden=true] *, svg *";
          const boxes = [...document.querySelectorAll(".bd-article-container")].map((all) =>
            [all, { left: -Infinity, right: document.documentElement.clientWidth }]);
          for (const box of document.querySelectorAll(".nt-explorer, .nt-lab"))
            boxes.push([box, box.getBoundingClientRect()]);
          const overflowing = ([part, box]) => [...part.querySelectorAll("*")].filter((one) => {
            const { left, right, width } = one.getBoundingClientRect();
            return width && (right > box.right + 1 || left < box.left - 1)
              && one.checkVisibility() && !one.closest(hidden) && !scrolls(one.parentElement);
          });
          return boxes.flatMap(overflowing).map((one) => one.outerHTML.slice(0, 200));
        }"""
    )
    assert not overflowing
    assert view.page.evaluate(FITS)


def assert_labs_asleep(view: Visit) -> None:
    """Wait until all labs of a page are asleep, and none of its explorers."""
    view.page.wait_for_function(
        """() => {
          const count = (selector) => document.querySelectorAll(selector).length;
          const labs = count(".widget-subarea > .nt-lab");
          const invitations = [...document.querySelectorAll(".live-toolbar")]
            .filter((toolbar) => toolbar.textContent.includes("Tap to use:"));
          return count(".live-asleep > .nt-lab") === labs && invitations.length === labs
            && count(".live-asleep .nt-explorer") === 0;
        }"""
    )
