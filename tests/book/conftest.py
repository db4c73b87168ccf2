"""The built book, and browsers to open it in."""

from __future__ import annotations

import gzip
import os
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tools import system
from tools.serve import BOOK, HOST, Handler, served

ROOT = Path(__file__).parents[2]

# Milliseconds. On a machine that does other work as well, what comes may come late; nothing is lost
# by waiting for it, as only what fails waits so long.
PATIENCE = 30_000
expect.set_options(timeout=PATIENCE)


def installed(browser: Callable[[], str]) -> str:
    """Return the path of a browser; where there is none, its tests are skipped, and say so.

    Without Chromium, `conftest.py` then has pytest end with an error, as too little was tested.
    """
    try:
        return browser()
    except SystemExit as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium, in which pages of one context share a process, and what is compiled in it."""
    browser = playwright.chromium.launch(
        executable_path=installed(system.chromium), args=["--process-per-site"]
    )
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def firefox(playwright: Playwright) -> Iterator[Browser]:
    """Firefox as it is installed; it takes no notice of a colour scheme."""
    path = installed(system.firefox)
    # Firefox keeps to this machine: it asks nothing by itself, and what a page asks of another host
    # is seen, and fails where nobody listens.
    browser = playwright.firefox.launch(
        channel="moz-firefox",
        executable_path=path,
        env={**os.environ, "MOZ_DISABLE_NONLOCAL_CONNECTIONS": "1"},
        proxy={"server": f"socks5://{HOST}:9"},
        # It would ask for the next chapter meanwhile, and break off when the page is left.
        firefox_user_prefs={"network.prefetch-next": False},
    )
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def book() -> Path:
    """The folder of the built book."""
    folder = ROOT / BOOK
    assert (folder / "index.html").exists(), "there is no built book: run `make book`"
    return folder


@pytest.fixture(scope="session")
def site(book: Path) -> Iterator[str]:
    """The address at which the book is served."""
    with served(book) as address:
        yield address


@cache
def as_sent(file: Path) -> int:
    """Return how many bytes a file is when it is sent: text is compressed, fonts are already."""
    body = file.read_bytes()
    return len(body if file.suffix in (".woff", ".woff2", ".ttf") else gzip.compress(body))


@pytest.fixture(scope="session")
def sent() -> Iterator[Counter[str]]:
    """How many bytes of each file servers have sent, were they compressed as by a static host."""
    sent: Counter[str] = Counter()
    send_header = Handler.send_header

    def count(handler: Handler, name: str, value: str) -> None:
        if name == "Content-Length":
            path = Path(handler.translate_path(handler.path))
            sent[path.name] += as_sent(path) if path.is_file() else int(value)
        send_header(handler, name, value)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Handler, "send_header", count)
        yield sent
