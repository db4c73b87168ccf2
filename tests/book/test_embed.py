"""Tests of labs and boards that other sites show in frames."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, quote_plus

import pytest
from lxml.html import fragment_fromstring
from playwright.sync_api import Browser, Frame, Page, expect

from tests.lib.boards import DENIED, assert_stands_out
from tests.lib.live import CHAPTER_OF
from tests.lib.pages import PAGES, PHONE, Visit, blank_page
from tools.serve import served

# A page of another site, which shows the page in its query in a frame.
COURSE = """<!doctype html><title>A course</title><link rel="icon" href="data:,">
<iframe width="100%" height="200"></iframe>
<script>
  const frame = document.querySelector("iframe");
  onmessage = ({ data }) => { frame.height = data.height; window.told = data };
  frame.src = decodeURIComponent(location.search.slice(1));
</script>"""

LABS = [f"{chapter}.html?embed#lab-{lab}" for lab, chapter in CHAPTER_OF.items()]
BLOCKING = "notebooks/02_muller_twist.html?embed#lab-blocking"
COPIED = [
    pytest.param(LABS[-1], marks=pytest.mark.full),
    "notebooks/06_multiplying_heaps.html?embed=dark#board-multiplying_heaps",
]


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of another site, without the query."""
    folder = tmp_path_factory.mktemp("course")
    Path(folder, "index.html").write_text(COURSE, "utf8")
    with served(folder) as address:
        yield f"{address}/index.html?"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with blank_page(browser, width=PHONE) as page:
        yield page


def framed(page: Page, course: str, address: str) -> Frame:
    """Show a page of the book in a frame of another site, and return the frame."""
    page.goto(course + quote(address, safe=""))
    [_, frame] = page.frames
    frame.wait_for_load_state()
    return frame


def check_alone(page: Page, frame: Frame, lab: str) -> None:
    """Check that a frame shows nothing but a lab or game, and is as high as it."""
    expect(frame.locator(".nt-lab").first).to_be_visible()
    rest = frame.locator(
        ".bd-header, .bd-sidebar-primary, .live-bar, .cell_input, .nt-fold, .hide, h1"
    )
    expect(rest.filter(visible=True)).to_have_count(0)
    page.wait_for_function("() => window.told")
    assert page.evaluate("told.lab") == lab
    assert page.evaluate("told.type") == "nim-with-a-twist:height"
    # The page of the course has made the frame as high as the lab.
    page.wait_for_function("() => frame.clientHeight === told.height")
    sizes = "[d => d.scrollWidth - d.clientWidth, d => d.scrollHeight - d.clientHeight]"
    assert frame.evaluate(f"{sizes}.map(size => size(document.documentElement))") == [0, 0]


@pytest.mark.full
@pytest.mark.parametrize("address", LABS)
def test_lab_is_alone_and_fits_its_frame(page: Page, course: str, site: str, address: str) -> None:
    errors = Visit(page).errors
    frame = framed(page, course, f"{site}/{address}")
    check_alone(page, frame, address.split("-", 1)[1])
    assert not errors


@pytest.mark.parametrize("address", COPIED)
def test_copied_html_shows_only_the_lab_or_the_game(
    browser: Browser, course: str, site: str, address: str
) -> None:
    chapter, _, fragment = address.partition("?")
    dark = "dark" in fragment
    with blank_page(browser, "dark" if dark else "light", PHONE) as page:
        errors = Visit(page).errors
        page.goto(f"{site}/{chapter}")
        if "board" in fragment:
            page.locator(".nt-written .nt-more > summary").click()
        toolbar = page.locator(
            ".live-toolbar", has=page.get_by_role("button", name="Embed")
        ).locator("visible=true")
        toolbar.first.get_by_role("button", name="Embed").click()
        line = fragment_fromstring(toolbar.first.get_by_role("textbox").input_value())
        # The HTML names the colours, so the frame does not follow those of the other site.
        page.emulate_media(color_scheme="light" if dark else "dark")
        frame = framed(page, course, str(line.get("src")))
        check_alone(page, frame, fragment.split("-")[-1])
        page.wait_for_function(f"() => Math.abs(told.height - {line.get('height')}) < 150")
        assert dark == (frame.evaluate("document.documentElement.dataset.theme") == "dark")
        assert not errors


def test_framed_lab_wakes_alone_without_storage(browser: Browser, course: str, site: str) -> None:
    with blank_page(browser, width=PHONE, forced_colors="active") as page:
        page.add_init_script(DENIED)
        frame = framed(page, course, f"{site}/{BLOCKING}?piles=2,1&forbid=1")
        expect(frame.locator(".live-asleep")).to_have_count(0)
        expect(frame.locator(".nt-lab .nt-size")).to_have_text(["2", "1"])
        expect(frame.locator(".nt-lab")).to_have_count(1)
        # What is forbidden stands out, too.
        for piece in (".nt-stick:not(.nt-forbidden)", ".nt-stick.nt-forbidden"):
            assert_stands_out(frame.locator(f"{piece}:visible").first)
        frame.locator(".nt-stick:not(.nt-forbidden):visible").first.click()
        expect(frame.get_by_role("status").filter(has_text="Now forbid").first).to_be_visible()


# Links that store code as the text of another form, then select the form that runs it.
CODE = "options = lambda p: []  # from a link"
CODE_LINKS = [f"form=Octal+game&game={quote(CODE)}", "form=Python+code", "see=picture"]


def test_a_framing_page_cannot_run_code(page: Page, course: str, site: str) -> None:
    address = f"{site}/notebooks/13_your_own_game.html?embed#lab-workbench?"
    for links in (CODE_LINKS, CODE_LINKS[2:]):  # the second visit restores the saved state
        frame = framed(page, course, address + links[0])
        lab = frame.locator(".live-asleep + *, .lab-workbench").last
        expect(frame.locator(".live-asleep")).to_have_count(0)
        for link in links:
            page.evaluate("address => { frame.src = address }", address + link)
            frame.wait_for_function(
                "text => Object.values(localStorage).some((value) => value.includes(text))",
                arg=quote_plus(CODE) if link == CODE_LINKS[0] else link,
            )
        expect(lab.locator("textarea")).to_have_value(CODE)
        expect(lab.get_by_text("This code has not been run yet: press Compute.")).to_be_visible()


@pytest.mark.parametrize(
    ("name", "queries"),
    [(PAGES[0], ["", "?embed"]), ("notebooks/13_your_own_game", ["", "?embed", "?embed#lab-x"])],
)
def test_other_pages_cannot_be_framed(
    page: Page, course: str, site: str, name: str, queries: list[str]
) -> None:
    for query in queries:
        frame = framed(page, course, f"{site}/{name}.html{query}")
        frame.wait_for_function("() => document.readyState === 'complete'")
        controls = frame.locator("button:visible, input:visible, select:visible, h1:visible")
        expect(controls).to_have_count(0)
        links = frame.locator("a:visible").evaluate_all("links => links.map(link => link.target)")
        assert links == ([] if query and name == PAGES[0] else links[:1])
        if not query:
            assert links == ["_blank"]
