"""Cells that the reader changes in place, and what is kept of that and of labs, and how long.

Most of it is seen in the page that other tests share.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from benchmarks.live import OFFLINE_READY
from tests.book import test_live
from tests.book.test_live import (
    CHAPTERS,
    START,
    Woken,
    bar,
    beside,
    go_to,
    notebook,
    once,
    result,
    run,
    status,
    text,
    unharmed,
    use_labs,
    wait_until,
    write,
)
from tests.book.test_live_cells import cells, is_shown
from tests.book.test_pages import LIGHT, READY, Visit, blank

live_window, woken, live = test_live.live_window, test_live.woken, test_live.live

# Cells of the first chapter: one that prints a value, and one that defines a class.
VALUE, CLASS = "cell-008", "cell-010"
YOURS = "Changed by you, and not run yet."
LINKED = "This code came with a link. It has not been run."
STOPPED = "Stopped. Python has started again, and the labs are as they were before."


def cell(page: Page, name: str) -> Locator:
    return page.locator(f"{LIGHT}#live-{name}")


def source(name: str, chapter: str = CHAPTERS[0]) -> str:
    """Return what a cell of a chapter is in its notebook."""
    [text] = [cell.source for cell in notebook(chapter).cells if cell.id == name]
    return str(text)


def opened(page: Page, name: str) -> Locator:
    """Return a cell, opened to be changed."""
    found = cell(page, name)
    folded = found.locator("summary")
    if folded.count() and not found.locator(".cell_input").is_visible():
        folded.click()
    if not found.locator(".cm-editor").count():
        found.get_by_role("button", name="Change and run").click()
    expect(found.locator(".cm-content")).to_be_visible()
    return found


def reset(cell: Locator) -> None:
    cell.locator(".live-own").get_by_role("button", name="Reset").click()
    expect(cell.locator(".live-own").get_by_role("button", name="Reset")).to_be_hidden()


def code(page: Page, name: str) -> str | None:
    """Return what is kept of the code of a cell."""
    kept = page.evaluate(
        """name => {
          const {page} = JSON.parse(document.getElementById("live-page").textContent);
          return localStorage.getItem(`nim-with-a-twist:code/${page}/${name}`);
        }""",
        name,
    )
    return None if kept is None else str(kept)


# --- Cells ---------------------------------------------------------------------------------------


@once
def test_a_cell_that_is_shown_is_changed_and_run_in_its_place(live: Woken) -> None:
    page = live.page
    shown = [each for each in cells(notebook(live.name)) if is_shown(each)]
    expect(page.locator(f"{LIGHT}.live-own")).to_have_count(len(shown))
    value = opened(page, VALUE)
    expect(value.locator(".cm-content")).to_be_focused()
    assert text(value) == source(VALUE)
    chapters = value.locator(".cell_output")
    own = result(value, source(VALUE))
    assert own.text_content() == chapters.locator("pre").text_content()
    expect(chapters).to_be_hidden()
    expect(value.locator(".live-yours")).to_have_text("From your code:")
    # A name of a hidden cell is there, and one that is imported far above.
    expect(result(value, "print(nim.outcome((1, 1)), mex([0]))")).to_have_text("P 1")
    expect(result(value, "nothing = 0")).to_have_text("")
    expect(value.locator(".live-yours")).to_have_text("Your code has run, and shows nothing.")
    error = result(value, "rhythm((1, 2))").get_by_role("alert")
    expect(error).to_contain_text("NameError: name 'rhythm' is not defined")  # it comes later
    write(value, f"# {'é' * 2000}")
    value.get_by_role("button", name="Copy link to code").click()
    expect(status(value)).to_contain_text("too long for a link")
    reset(value)
    assert text(value) == source(VALUE) and code(page, VALUE) is None
    expect(chapters).to_be_visible()
    expect(value.locator(".live-yours")).to_be_hidden()
    expect(value.locator(".live-output")).to_be_empty()


# --- What is kept --------------------------------------------------------------------------------


def wait_for_reload(page: Page) -> None:
    page.reload()
    page.wait_for_function(READY)


@pytest.mark.full
@once
def test_a_reload_finds_code_and_labs_as_they_were(live: Woken) -> None:
    page = live.page
    value = opened(page, VALUE)
    mine = "print('<b>mine</b>')\nnim.outcome((2, 2))"
    write(value, mine)
    use_labs(page)
    before = live.drawn()
    page.evaluate("history.replaceState(null, '', '#lab-nim?start=9,8')")  # an older link
    wait_for_reload(page)
    assert text(value) == mine  # as text
    expect(value.locator("b")).to_have_count(0)
    expect(status(value)).to_have_text(YOURS)
    expect(value.locator(".cell_output")).to_be_visible()
    wait_until("live", page)  # by itself
    live.wait_for(before)
    expect(status(value)).to_have_text(YOURS)  # and this is not run
    expect(value.locator(".live-output")).to_be_empty()
    opened(page, VALUE)
    assert text(value) == mine
    page.evaluate("history.replaceState(null, '', location.pathname)")
    value.get_by_role("button", name="Reset").click()
    assert text(value) == source(VALUE) and code(page, VALUE) is None


@pytest.mark.full
@once
def test_all_is_forgotten_when_the_reader_confirms(
    live: Woken, browser: Browser, site: str
) -> None:
    with blank(browser) as page:  # of its own: the others go on with what they keep
        view = Visit(page)
        view.go(f"{site}/{live.name}.html")
        foot = page.locator(".live-forget")
        expect(foot).to_have_text("This book keeps on this device: nothing. ", use_inner_text=True)
        value = opened(page, VALUE)
        write(value, "6 * 7")
        expect(foot).to_contain_text("1 thing of yours (0.1 kB)")
        wait_until("live", page)
        page.wait_for_function(OFFLINE_READY, timeout=START)
        page.evaluate("localStorage.setItem('of-another', 'stays')")
        foot.get_by_role("button", name="Forget what this book keeps on this device").click()
        expect(foot.get_by_role("button", name="Keep")).to_be_focused()
        page.keyboard.press("Enter")
        assert code(page, VALUE) == "6 * 7"
        foot.get_by_role("button", name="Forget what").click()
        with page.expect_navigation():
            foot.get_by_role("button", name="Forget", exact=True).click()
        page.wait_for_function(READY)
        expect(foot).to_contain_text("This book keeps on this device: nothing.")
        assert code(page, VALUE) is None and text(value) == source(VALUE)
        expect(bar(page)).to_have_attribute("data-state", "asleep")
        expect(foot).to_contain_text("All of it has been forgotten.")
        assert page.evaluate("localStorage.getItem('of-another')") == "stays"
        page.evaluate("localStorage.removeItem('of-another')")
        with blank(browser) as other:
            new = Visit(other)
            new.go(page.url)
            assert other.evaluate(LEFT) == page.evaluate(LEFT)
        assert not view.errors


# All that is there of a site on a device. Of the place of the sidebar the theme takes note.
LEFT = """async () => {
  const all = (storage) => Object.entries(storage).filter(([name]) => !name.startsWith("sidebar"));
  const registrations = await navigator.serviceWorker.getRegistrations();
  return {
    local: all(localStorage).sort(),
    session: all(sessionStorage),
    caches: await caches.keys(),
    databases: await indexedDB.databases(),
    workers: registrations.map(({scope}) => scope),
    cookies: document.cookie,
  };
}"""


# --- Links to code -------------------------------------------------------------------------------

HARM = "print('<b id=hacked>', 6 * 7)  # é\n'</pre><img src=x onerror=\"hacked = 1\">'"


@pytest.mark.full
@once
def test_linked_code_is_text_until_the_reader_runs_it(live: Woken) -> None:
    page = live.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    value = opened(page, VALUE)
    write(value, HARM)
    value.get_by_role("button", name="Copy link to code").click()
    expect(status(value)).to_have_text("The link to this code has been copied.")
    address = page.evaluate("navigator.clipboard.readText()")
    assert "#cell-cell-008?code=" in address
    reset(value)
    assert "#" not in page.url
    with beside(live, address) as view:
        there, linked = view.page, cell(view.page, VALUE)
        assert text(linked) == HARM
        expect(status(linked)).to_have_text(LINKED)
        expect(linked).to_be_in_viewport()
        unharmed(there)
        expect(bar(there)).to_have_attribute("data-state", "asleep")
        assert not there.workers and code(there, VALUE) is None
        linked.get_by_role("button", name="Run").click()
        wait_until("live", there)
        expect(linked.locator(".live-output")).to_contain_text("<b id=hacked> 42")
        unharmed(there)
        assert code(there, VALUE) == HARM  # it is the reader's from now on
        go_to(there, f"cell-{CLASS}?code=1%20/%200")
        expect(status(cell(there, CLASS))).to_have_text(LINKED)
        expect(cell(there, CLASS).locator(".live-output")).to_be_empty()
        reset(cell(there, CLASS))
        assert text(cell(there, CLASS)) == source(CLASS)
        reset(linked)
        assert not view.errors


# --- How long it takes ---------------------------------------------------------------------------

# A lab that never ends drawing what lies behind 1.
ENDLESS = """
from ipywidgets import IntSlider
from nimbook.widgets import lab
def draw(number):
    return f"drawn {number}" if number < 2 else "".join(iter(str, 1))
lab(draw, "slow", number=IntSlider(0, 0, 5))
"""


@once
def test_what_takes_long_says_so_and_can_be_stopped_and_labs_are_as_before(live: Woken) -> None:
    page = live.page
    use_labs(page)
    before, tried = live.drawn(), test_live.try_it(page)
    slow = run(page, ENDLESS).locator(".nt-lab")
    expect(slow).to_contain_text("drawn 0")
    slider = slow.get_by_role("slider")
    slider.press("ArrowRight")
    expect(slow).to_contain_text("drawn 1")
    working = page.locator(".live-working")
    expect(working).to_have_count(0)
    slider.press("ArrowRight")
    expect(working.get_by_role("status")).to_have_text("Working…")
    expect(tried.locator(".live-working > div")).to_be_visible()  # at the lab that works
    expect(tried).to_have_attribute("aria-busy", "true")
    expect(bar(page).get_by_role("status")).to_have_text("Python is working.")
    working.get_by_role("button", name="Stop").press("Enter")
    wait_until("live", page)
    expect(bar(page).get_by_role("status")).to_have_text(STOPPED)
    expect(working).to_have_count(0)
    expect(page.locator("[aria-busy]")).to_have_count(0)
    expect(tried.get_by_role("button", name="Run", exact=True)).to_be_focused()
    live.wait_for(before)
    expect(run(page, "6 * 7")).to_have_text("42")
