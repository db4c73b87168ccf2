"""Tests of editing cells, and of saving and restoring code and labs.

Most of these tests share one live page.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from benchmarks.live import OFFLINE_READY
from tests.lib.live import (
    CHAPTERS,
    Woken,
    assert_unharmed,
    bar,
    cells,
    go_to,
    is_shown,
    lab_of,
    labs,
    notebook,
    once,
    result,
    second_page,
    status,
    text,
    unfold,
    use_labs,
    wait_until,
    write,
)
from tests.lib.pages import LIGHT_DOM, READY, Visit, blank_page, new_window

# Two cells of the first chapter: the first prints a value, the second defines a class.
VALUE, CLASS = "cell-008", "cell-010"
CHANGED = "You changed this code. It has not been run."
ELSEWHERE = "You also used this lab in another tab."
LINKED = "This code came with a link. It has not been run."


def cell(page: Page, name: str) -> Locator:
    return page.locator(f"{LIGHT_DOM}#live-{name}")


def source(name: str, chapter: str = CHAPTERS[0]) -> str:
    """Return the source of a cell in the notebook of a chapter."""
    [text] = [cell.source for cell in notebook(chapter).cells if cell.id == name]
    return str(text)


def open_editor(page: Page, name: str) -> Locator:
    """Open the editor of a cell, and return a locator for the cell."""
    box = cell(page, name)
    folded = box.locator("summary")
    if folded.count() and not box.locator(".cell_input").is_visible():
        folded.click()
    if not box.locator(".cm-editor").count():
        box.get_by_role("button", name="Change and run").click()
    expect(box.locator(".cm-content")).to_be_visible()
    return box


def reset(cell: Locator) -> None:
    cell.locator(".live-source").get_by_role("button", name="Reset").click()
    expect(cell.locator(".live-source").get_by_role("button", name="Reset")).to_be_hidden()


def saved_code(page: Page, name: str) -> str | None:
    """Return the saved code of a cell, or `None` if there is none."""
    saved = page.evaluate(
        """name => {
          const {page} = JSON.parse(document.getElementById("live-page").textContent);
          return localStorage.getItem(`nim-with-a-twist:code/${page}/${name}`);
        }""",
        name,
    )
    return None if saved is None else str(saved)


# --- Cells ---------------------------------------------------------------------------------------


@once
def test_shown_cells_are_edited_and_run_in_place(live: Woken) -> None:
    page = live.page
    shown = [shown for shown in cells(notebook(live.name)) if is_shown(shown)]
    expect(page.locator(f"{LIGHT_DOM}.live-source")).to_have_count(len(shown))
    value = open_editor(page, VALUE)
    expect(value.locator(".cm-content")).to_be_focused()
    assert text(value) == source(VALUE)
    original = value.locator(".cell_output")
    own = result(value, source(VALUE))
    assert own.text_content() == original.locator("pre").text_content()
    expect(original).to_be_hidden()
    expect(value.locator(".live-output-label")).to_have_text("Output of your code:")
    # The code can use `nim`, defined in a hidden cell, and `mex`, imported in a cell far above.
    expect(result(value, "print(nim.outcome((1, 1)), mex([0]))")).to_have_text("P 1")
    expect(result(value, "nothing = 0")).to_have_text("")
    expect(value.locator(".live-output-label")).to_have_text("Your code ran without output.")
    error = result(value, "rhythm((1, 2))").get_by_role("alert")
    # This name is not defined until a later cell.
    expect(error).to_contain_text("NameError: name 'rhythm' is not defined")
    write(value, f"# {'é' * 2000}")
    value.get_by_role("button", name="Copy link to code").click()
    expect(status(value)).to_contain_text("too long for a link")
    reset(value)
    assert text(value) == source(VALUE) and saved_code(page, VALUE) is None
    expect(original).to_be_visible()
    expect(value.locator(".live-output-label")).to_be_hidden()
    expect(value.locator(".live-output")).to_be_empty()


# --- Saving and restoring ------------------------------------------------------------------------


def reload(page: Page) -> None:
    page.reload()
    page.wait_for_function(READY)


@pytest.mark.full
@once
def test_reload_restores_code_and_labs(live: Woken) -> None:
    page = live.page
    value = open_editor(page, VALUE)
    mine = "print('<b>mine</b>')\nnim.outcome((2, 2))"
    write(value, mine)
    use_labs(page)
    before = live.drawn()
    page.evaluate("history.replaceState(null, '', '#lab-nim?start=9,8')")  # left by an old link
    reload(page)
    assert text(value) == mine  # the code is not treated as HTML
    expect(value.locator("b")).to_have_count(0)
    expect(status(value)).to_have_text(CHANGED)
    expect(value.locator(".cell_output")).to_be_visible()
    wait_until("live", page)  # live mode restarts by itself
    for name in labs(live.name):
        unfold(lab_of(page, name))
    live.wait_for(before)
    expect(status(value)).to_have_text(CHANGED)  # the code has not been run
    expect(value.locator(".live-output")).to_be_empty()
    open_editor(page, VALUE)
    assert text(value) == mine
    page.evaluate("history.replaceState(null, '', location.pathname)")
    value.get_by_role("button", name="Reset").click()
    assert text(value) == source(VALUE) and saved_code(page, VALUE) is None


@pytest.mark.full
@once
def test_all_data_is_deleted_on_confirmation(live: Woken, browser: Browser, site: str) -> None:
    # A new context, so other tests keep their data.
    with new_window(browser, service_workers="allow") as context:
        page = context.new_page()
        view = Visit(page)
        view.go(f"{site}/{live.name}.html")
        foot = page.locator(".live-storage")
        expect(foot).to_have_text("Saved on this device: nothing. ", use_inner_text=True)
        value = open_editor(page, VALUE)
        write(value, "6 * 7")
        # The second item is the place in the chapter.
        expect(foot).to_contain_text("2 items of yours (0.2 kB)")
        wait_until("live", page)
        page.wait_for_function(OFFLINE_READY)
        page.evaluate("localStorage.setItem('other-site', 'stays')")
        foot.get_by_role("button", name="Delete saved data").click()
        expect(foot.get_by_role("button", name="Cancel")).to_be_focused()
        page.keyboard.press("Enter")
        assert saved_code(page, VALUE) == "6 * 7"
        foot.get_by_role("button", name="Delete saved data").click()
        with page.expect_navigation():
            foot.get_by_role("button", name="Delete", exact=True).click()
        page.wait_for_function(READY)
        expect(foot).to_contain_text("Saved on this device: nothing.")
        assert saved_code(page, VALUE) is None and text(value) == source(VALUE)
        expect(bar(page)).to_have_attribute("data-state", "asleep")
        expect(foot).to_contain_text("Everything has been deleted.")
        assert page.evaluate("localStorage.getItem('other-site')") == "stays"
        page.evaluate("localStorage.removeItem('other-site')")
        with blank_page(browser) as other:
            fresh = Visit(other)
            fresh.go(page.url)
            # Only a note is left: nothing of the book is kept until the tab is closed.
            note = {"session": [["nim-with-a-twist:forgotten", "yes"]]}
            assert other.evaluate(SITE_DATA) | note == page.evaluate(SITE_DATA)
        assert not view.errors


# Returns all data that the site has stored in the browser, except the sidebar position, which the
# theme saves.
SITE_DATA = """async () => {
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


@once
def test_changes_in_another_tab_are_not_overwritten(live: Woken) -> None:
    page = live.page
    statuses = page.locator(f"{LIGHT_DOM}.live-toolbar").get_by_role("status")
    # The reader goes to another page and back.
    for event in ("pagehide", "pageshow"):
        page.evaluate(f"dispatchEvent(new PageTransitionEvent('{event}', {{persisted: true}}))")
    expect(statuses.filter(has_text=ELSEWHERE)).to_have_count(0)
    value = open_editor(page, VALUE)
    with second_page(live, page.url) as view:
        other = cell(view.page, VALUE)
        write(value, "first = 1")
        expect(status(other)).to_have_text("You changed this code in another tab.")
        assert text(other) == "first = 1"
        reset(other)
        assert text(value) == source(VALUE)
        # A lab that is used in the other tab saves its state there.
        for name in labs(live.name):
            key = f"nim-with-a-twist:lab/{live.name}/{name}"
            view.page.evaluate(f"localStorage.setItem('{key}', 'lab-{name}')")
        expect(statuses.filter(has_text=ELSEWHERE)).to_have_count(len(labs(live.name)))
        assert not view.errors
    page.evaluate("localStorage.clear()")


# --- Links to code -------------------------------------------------------------------------------

HARMFUL = "print('<b id=hacked>', 6 * 7)  # é\n'</pre><img src=x onerror=\"hacked = 1\">'"


@pytest.mark.full
@once
def test_linked_code_is_not_run_until_the_reader_says_so(live: Woken) -> None:
    page = live.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    value = open_editor(page, VALUE)
    write(value, HARMFUL)
    value.get_by_role("button", name="Copy link to code").click()
    expect(status(value)).to_have_text("The link to this code has been copied.")
    address = page.evaluate("navigator.clipboard.readText()")
    assert "#cell-cell-008?code=" in address
    reset(value)
    assert "#" not in page.url
    with second_page(live, address) as view:
        second, linked = view.page, cell(view.page, VALUE)
        assert text(linked) == HARMFUL
        expect(status(linked)).to_have_text(LINKED)
        expect(linked).to_be_in_viewport()
        assert_unharmed(second)
        expect(bar(second)).to_have_attribute("data-state", "asleep")
        assert not second.workers and saved_code(second, VALUE) is None
        linked.get_by_role("button", name="Run").click()
        wait_until("live", second)
        expect(linked.locator(".live-output")).to_contain_text("<b id=hacked> 42")
        assert_unharmed(second)
        assert saved_code(second, VALUE) == HARMFUL  # saved, now that the reader has run it
        go_to(second, f"cell-{CLASS}?code=1%20/%200")
        expect(status(cell(second, CLASS))).to_have_text(LINKED)
        expect(cell(second, CLASS).locator(".live-output")).to_be_empty()
        reset(cell(second, CLASS))
        assert text(cell(second, CLASS)) == source(CLASS)
        reset(linked)
        assert not view.errors
