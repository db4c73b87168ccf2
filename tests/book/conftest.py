"""The built book in a browser."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tools.serve import BOOK, server
from tools.system import chromium

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium())
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
    with server(book, port=0) as http:
        thread = threading.Thread(target=http.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{http.server_port}"
        http.shutdown()
        thread.join()
