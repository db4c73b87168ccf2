"""Fixtures that provide the built book, a server for it, and browsers to open it in."""

from __future__ import annotations

import gzip
import os
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Playwright, expect, sync_playwright

from tools import system
from tools.serve import BOOK, HOST, Handler, served

ROOT = Path(__file__).parents[2]

# Timeout in milliseconds. It only ends tests that would wait forever, so it is far longer than any
# wait on a busy machine.
TIMEOUT = 240_000
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


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A Chromium browser with one process per site, so that pages share compiled code."""
    browser = playwright.chromium.launch(
        executable_path=installed(system.chromium), args=["--process-per-site"], timeout=TIMEOUT
    )
    yield browser
    browser.close()


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


@cache
def transfer_size(file: Path) -> int:
    """Return the size of a file as sent by a server that gzips everything except fonts."""
    body = file.read_bytes()
    return len(body if file.suffix in (".woff", ".woff2", ".ttf") else gzip.compress(body))


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
