"""Smoke tests of the book in Firefox; the thorough tests use Chromium."""

from __future__ import annotations

from collections import Counter

import pytest
from playwright.sync_api import Browser

from tests.lib.live import (
    CHAPTERS,
    assert_games_are_played,
    assert_labs_redraw,
    assert_labs_wake,
    wake,
    window_of,
)
from tests.lib.pages import PAGES, ROOT, assert_no_errors, assert_no_other_host, drawing, visit

pytestmark = [
    pytest.mark.xdist_group("firefox"),
    pytest.mark.full,
]  # a single group, so that Firefox starts only once

NOTEBOOKS = [name for name in PAGES if (ROOT / f"{name}.ipynb").exists()]


# Skip the other pages: they contain only text and the elements common to all pages.
@pytest.mark.parametrize("name", NOTEBOOKS)
def test_page_opens_in_firefox(name: str, firefox: Browser, site: str) -> None:
    with visit(firefox, f"{site}/{name}.html") as view:
        assert all(drawing(explorer) for explorer in view.page.locator(".nt-explorer").all())
        assert_no_other_host(view)
        assert_no_errors(view)


def test_chapter_runs_live_in_firefox(
    firefox: Browser, site: str, bytes_sent: Counter[str]
) -> None:
    with wake(window_of(firefox), CHAPTERS[0], site, bytes_sent) as live:
        assert_labs_wake(live)
        assert_labs_redraw(live)
        assert_games_are_played(live)
        assert not live.errors
