"""Fixtures that provide the built book, a server for it, and browsers to open it in."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Playwright, expect, sync_playwright

from tests.lib.live import Woken, stay_live, wake, window_of
from tests.lib.pages import (
    ROOT,
    TIMEOUT,
    VIEWS,
    Visit,
    become,
    blank_page,
    page_views,
    phone,
    transfer_size,
)
from tools import system
from tools.serve import BOOK, HOST, Handler, served

expect.set_options(timeout=TIMEOUT)


def installed(browser: Callable[[], str]) -> str:
    """Return the path of a browser, or skip the test if it is not installed.

    The top-level `conftest.py` makes the test session fail if a test is skipped unexpectedly.
    """
    try:
        return browser()
    except SystemExit as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Playwright, with the timeout of this module for everything that a page waits for."""
    new_context = Browser.new_context

    def new_patient_context(browser: Browser, **options: Any) -> BrowserContext:
        context = new_context(browser, **options)
        context.set_default_timeout(TIMEOUT)
        return context

    with sync_playwright() as playwright, pytest.MonkeyPatch.context() as patch:
        patch.setattr(Browser, "new_context", new_patient_context)
        yield playwright


@contextmanager
def _chromium(playwright: Playwright, path: str) -> Iterator[Browser]:
    """Start a Chromium with one process per site, so that pages share compiled code.

    Python starts in half the time if its WebAssembly is compiled without optimizations.
    """
    arguments = ["--process-per-site", "--js-flags=--liftoff-only"]
    browser = playwright.chromium.launch(executable_path=path, args=arguments, timeout=TIMEOUT)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """The installed Chromium that takes the least time."""
    with _chromium(playwright, installed(system.headless)) as browser:
        yield browser


@pytest.fixture
def complete_browser(playwright: Playwright) -> Iterator[Browser]:
    """The Chromium that can install sites."""
    with _chromium(playwright, installed(system.chromium)) as browser:
        yield browser


@pytest.fixture(scope="session")
def firefox(playwright: Playwright) -> Iterator[Browser]:
    """The installed Firefox, limited to local connections. It ignores emulated colour schemes."""
    path = installed(system.firefox)
    # Block all external connections. The environment variable keeps Firefox itself from making any.
    # Requests by pages are still recorded, but fail because the proxy does not exist.
    browser = playwright.firefox.launch(
        channel="moz-firefox",
        timeout=TIMEOUT,
        executable_path=path,
        env={**os.environ, "MOZ_DISABLE_NONLOCAL_CONNECTIONS": "1"},
        proxy={"server": f"socks5://{HOST}:9"},
        # Do not prefetch the next chapter: the download would fail when the page is closed.
        firefox_user_prefs={"network.prefetch-next": False},
    )
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def book() -> Path:
    """The folder of the built book."""
    folder = ROOT / BOOK
    assert (folder / "index.html").exists(), "the book is not built: run `make book`"
    return folder


@pytest.fixture(scope="session")
def site(book: Path) -> Iterator[str]:
    """The address of a server that serves the book."""
    with served(book) as address:
        yield address


@pytest.fixture(scope="session")
def bytes_sent() -> Iterator[Counter[str]]:
    """The number of bytes sent so far, by file name, counted as if the servers used gzip."""
    sent: Counter[str] = Counter()
    send_header = Handler.send_header

    def count(handler: Handler, name: str, value: str) -> None:
        if name == "Content-Length":
            path = Path(handler.translate_path(handler.path))
            sent[path.name] += transfer_size(path) if path.is_file() else int(value)
        send_header(handler, name, value)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Handler, "send_header", count)
        yield sent


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
    become(view.page, origin if request.config.getoption("full") else "file")
    for record in (view.requests, view.responses, view.errors):
        record.clear()
    view.recording = True
    view.go(f"{site if origin == 'http' else book.as_uri()}/{name}.html")
    yield view
    assert not view.errors


@pytest.fixture(scope="session")
def woken(
    request: pytest.FixtureRequest, browser: Browser, site: str, bytes_sent: Counter[str]
) -> Iterator[Woken]:
    """A chapter that has been opened in a browser and started live without errors."""
    with wake(window_of(browser), request.param, site, bytes_sent) as woken:
        yield woken


@pytest.fixture
def live(woken: Woken) -> Iterator[Woken]:
    """A live chapter that the tests share. After each test, check that it has no errors."""
    stay_live(woken.page)
    woken.errors.clear()
    yield woken
    assert not woken.errors
