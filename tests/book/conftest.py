"""The built book in a browser."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tools.serve import BOOK, HOST, Server, server
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


@contextmanager
def served(folder: Path, prefix: str = "") -> Iterator[Server]:
    """Serve a folder."""
    with server(folder, port=0, prefix=prefix) as http:
        often = 0.05  # seconds between two looks at whether to stop
        thread = threading.Thread(target=http.serve_forever, args=[often])
        thread.start()
        try:
            yield http
        finally:
            http.shutdown()
            thread.join()


@pytest.fixture(scope="session")
def site(book: Path) -> Iterator[str]:
    """The address at which the book is served."""
    with served(book) as http:
        yield f"http://{HOST}:{http.server_port}"
