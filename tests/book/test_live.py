"""Tests of live mode, in which Python runs in a page.

The labs of every chapter in the table of contents are tested. The tests of live mode share one page
per chapter. The page is live whenever a test starts, and no test may cause unexpected errors on it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from benchmarks.live import OFFLINE_READY
from conftest import WEIGHT
from tests.lib.boards import TOUCHED
from tests.lib.live import (
    CHAPTER_OF,
    CHAPTERS,
    DRAWN,
    SENT_FIRST,
    Woken,
    alert,
    assert_games_are_played,
    assert_labs_redraw,
    assert_labs_wake,
    assert_unharmed,
    bar,
    cells,
    change,
    controls,
    drawn,
    games,
    go_to,
    is_shown,
    lab_of,
    labs,
    legal_buttons,
    live_files,
    live_in,
    message,
    move,
    notebook,
    once,
    only,
    result,
    run,
    run_live,
    second_page,
    status,
    text,
    try_it,
    unfold,
    use_labs,
    violations_in,
    wait_for,
    wait_for_message,
    wait_until,
    wait_until_true,
    write,
)
from tests.lib.pages import (
    LIGHT_DOM,
    MIN_TARGET,
    PHONE,
    READY,
    Visit,
    assert_no_overflow,
    become,
    blank_page,
    new_window,
    saved,
)
from tools.serve import served

MAX_BYTES = 7_000_000
MAX_OWN_BYTES = 500_000
PYTHON_FILES = {"pyodide.mjs", "pyodide.asm.mjs", "engine.packed", "library.packed"}


def inputs(lab: Locator) -> list[str]:
    """Return the values of a lab's inputs."""
    values: list[str] = lab.locator("input, .widget-readout").evaluate_all(
        "all => all.map((input) => input.value ?? input.textContent)"
    )
    return values


# --- Try it yourself -----------------------------------------------------------------------------


@once
def test_outputs_are_shown_as_text_html_or_widgets(live: Woken) -> None:
    output = run(live.page, "print('<img src=x onerror=\"hacked = 1\">')")
    assert output.text_content() == '<img src=x onerror="hacked = 1">\n'
    expect(output.locator("pre *")).to_have_count(0)
    grid = "from nimbook.show import cell_table\ncell_table([['P', 'N'], ['N', 'N']], 'a title')"
    expect(run(live.page, grid).get_by_role("table", name="a title")).to_be_visible()
    squares = "lambda n: f'{n} times {n} is {n * n}', n=range(9)"
    output = run(live.page, f"from nimbook.widgets import explorer\nexplorer({squares})")
    expect(output.get_by_text("0 times 0 is 0")).to_be_visible()
    output.get_by_role("slider").press("ArrowRight")
    expect(output.get_by_text("1 times 1 is 1")).to_be_visible()
    output = run(live.page, r"import ipywidgets; ipywidgets.HTMLMath(r'\(a^2\)')")
    expect(output.locator("mjx-container")).to_be_visible()
    live.page.wait_for_function(READY)  # later tests expect the page to be ready


@once
def test_check_fails_when_its_formula_is_changed(live: Woken) -> None:
    card = live.page.locator("#card-twist-lemma-1")
    cell = live.page.locator(".cell").filter(has=card)
    card.locator("> summary").click()
    card.get_by_text("How this was checked").click()
    source = cell.locator(".nt-check pre").text_content() or ""
    cell.get_by_role("button", name="Change and run").click()
    assert source.count("ones % 2") == 1
    failed = result(cell, source.replace("ones % 2", "ones % 3"))
    expect(failed).to_contain_text("the nim-sum of (1, 1): 0, not 2")


@once
def test_editor_handles_every_key_except_tab(live: Woken) -> None:
    page = live.page
    try_it(page).get_by_role("textbox").press("ControlOrMeta+A")
    page.keyboard.type("for n in 8, 4:\nprint(n / 2)")
    page.keyboard.press("ControlOrMeta+Enter")
    expect(try_it(page).locator(".live-output")).to_have_text("4.0 2.0")
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.type("84 / 2")
    assert text(try_it(page)) == "84 / 2"
    page.keyboard.press("Shift+Enter")
    expect(try_it(page).locator(".live-output")).to_have_text("42.0")
    page.keyboard.press("Tab")
    expect(try_it(page).get_by_role("button", name="Run", exact=True)).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(try_it(page).get_by_role("textbox")).to_be_focused()
    assert text(try_it(page)) == "84 / 2"


# --- Links ---------------------------------------------------------------------------------------


def copy_link(page: Page, name: str) -> Locator:
    """Press *Copy link* below a lab, and return a locator for its status message."""
    cell = page.locator(f"{LIGHT_DOM}#live-{labs(CHAPTER_OF[name])[name]}")
    status = cell.locator(".live-toolbar:not(.live-source)").get_by_role("status")
    status.evaluate("status => { status.textContent = ''; }")
    cell.get_by_role("button", name="Copy link").click()
    return status


@pytest.mark.full
@live_in(CHAPTERS[0], CHAPTER_OF["family"])
def test_copied_link_restores_the_lab(live: Woken) -> None:
    page = live.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    states = {}
    for name in labs(live.name):
        lab = lab_of(page, name)
        for control in controls(lab):
            change(control)
        expect(copy_link(page, name)).to_contain_text("has been copied")
        states[page.evaluate("navigator.clipboard.readText()")] = name, inputs(lab), drawn(lab)
    assert len(states) == len(labs(live.name))
    page.evaluate("localStorage.clear()")  # otherwise the saved states would be restored
    with second_page(live, next(iter(states))) as view:
        for address, (name, values, picture) in states.items():
            go_to(view.page, urlsplit(address).fragment)
            wait_until("live", view.page)
            lab = lab_of(view.page, name)
            unfold(lab)
            wait_for(lab, f"({DRAWN})(lab) === value", picture)
            assert inputs(lab) == values
            expect(lab.locator(".nt-position, .widget-html-content").first).to_be_in_viewport()
        assert not view.errors


CLIPBOARDS = {"none": "undefined", "closed": "{writeText: () => Promise.reject()}"}


@once
def test_link_is_in_the_address_bar_without_a_clipboard(live: Woken) -> None:
    page = live.page
    for name, clipboard in zip(labs(live.name), CLIPBOARDS.values(), strict=True):
        value = f"{{value: {clipboard}, configurable: true}}"
        page.evaluate(f"Object.defineProperty(navigator, 'clipboard', {value})")
        expect(copy_link(page, name)).to_contain_text("is in the address bar")
        assert urlsplit(page.url).fragment.startswith(f"lab-{name}?")
    page.evaluate("delete navigator.clipboard")


# Invalid links, each with a part of the expected error message. HTML in a link must be treated as
# plain text. The exact messages are tested in tests/nimbook/play/test_links.py.
INVALID = {
    "lab-unknown?heap=3": "No lab “unknown”",
    "lab-<b id=hacked>": "hacked",
    "lab-subtraction<script>hacked = 1</script>": "hacked",
    "lab-subtraction?<b id=hacked>=4": "'<b id'",
    "lab-subtraction?allowed=%zz": "%zz",
    f"lab-subtraction?allowed={'1,' * 5000}": "too long",
    "lab-subtraction?heap=<img src=x onerror='hacked = 1'>": "hacked",
    # The lab itself rejects this link.
    "lab-subtraction?allowed=<script>hacked = 1</script>": "hacked",
    "cell-unknown?code=1": "No cell “unknown”",
    "cell-<b id=hacked>?code=1": "hacked",
    "cell-?code=1": "No cell “”",
    "cell-cell-008?code=%zz": "Cannot read the code",
    f"cell-cell-008?code={'1+' * 4000}1": "too long: at most 8000",
}
HARMLESS = ["cell-", "cell-unknown", "cell-cell-008", "cell-cell-008?coda=1"]


@once
def test_invalid_links_show_an_error_message(live: Woken) -> None:
    for fragment, sentence in INVALID.items():
        go_to(live.page, fragment)
        expect(alert(live.page), fragment[:40]).to_contain_text(sentence)
        assert_unharmed(live.page)
    lab = lab_of(live.page, "subtraction")
    go_to(live.page, "lab-subtraction?allowed=1, 3, 4&heap=20")
    expect(lab.locator(".nt-position")).to_have_text("20")
    expect(controls(lab)[0]).to_have_value("1, 3, 4")
    for fragment in HARMLESS:
        expect(alert(live.page)).to_be_hidden()
        go_to(live.page, fragment)
    expect(alert(live.page)).to_be_hidden()


# --- Errors --------------------------------------------------------------------------------------


@pytest.mark.full
@once
def test_failing_cell_does_not_affect_others(live: Woken, book: Path) -> None:
    name = live.name
    broken, *others = labs(name)
    assert others

    def tamper(route: Route) -> None:
        response = route.fetch()
        head, data, tail = re.split('(?<=id="live-page">)(.*?)(?=</script>)', response.text())
        contents = json.loads(data)
        for cell in contents["cells"]:
            if cell["id"] == labs(name)[broken]:
                cell["source"] = "1 / 0"
        data = json.dumps(contents).replace("<", "\\u003c")
        route.fulfill(response=response, body=f"{head}{data}{tail}")

    with served(book) as address, second_page(live) as view:
        page = view.page
        page.route(f"**/{name}.html", tamper)
        view.go(f"{address}/{name}.html")
        run_live(page)
        error = page.locator(f"#live-{labs(name)[broken]} .live-error")
        expect(error).to_contain_text("ZeroDivisionError")
        expect(page.locator(".live-error")).to_have_count(1)
        for other in others:
            change(controls(lab_of(page, other))[0])
        expect(run(page, "6 * 7")).to_have_text("42")
        assert not view.errors


# --- The network ---------------------------------------------------------------------------------


@live_in(*CHAPTERS)
def test_live_mode_is_small_and_cached_between_chapters(
    live: Woken, book: Path, record_property: Callable[[str, object], None]
) -> None:
    files = {path.name for path in live_files(book)}
    assert not live.sent.keys() & files
    own_bytes = sum(SENT_FIRST[file] for file in files - PYTHON_FILES)
    python_bytes = sum(SENT_FIRST[file] for file in PYTHON_FILES)
    assert files >= PYTHON_FILES and SENT_FIRST.keys() >= PYTHON_FILES
    assert own_bytes <= MAX_OWN_BYTES
    assert own_bytes + python_bytes <= MAX_BYTES
    if live.name == CHAPTERS[0]:
        record_property(WEIGHT, own_bytes + python_bytes)
        record_property(WEIGHT, own_bytes)


# tests/book/test_policy.py checks that all pages start with the same policy.
def test_injected_scripts_are_blocked(browser: Browser, site: str) -> None:
    script = "<script>hacked = 1</script><img src='data:,' onerror='hacked = 1'>"
    with blank_page(browser) as page:
        view = Visit(page)
        page.route(
            "**/search.html",
            lambda route: route.fulfill(
                response=(response := route.fetch()),
                body=response.text().replace("</body>", f"{script}</body>"),
            ),
        )
        view.go(f"{site}/search.html")
        assert page.evaluate("document.scripts[document.scripts.length - 1].text") == "hacked = 1"
        assert page.evaluate("typeof hacked") == "undefined"
        assert len(view.errors) == 2
        assert all("Content Security Policy" in error for error in view.errors)


# --- Labs ----------------------------------------------------------------------------------------


Tap = Callable[[Locator], None]


@contextmanager
def phone(page: Page) -> Iterator[Tap]:
    """Show a page as on a phone, in dark colours. Yield a function that taps an element."""
    session = page.context.new_cdp_session(page)

    def tap(target: Locator) -> None:
        target.evaluate("element => element.scrollIntoView({block: 'center', behavior: 'instant'})")
        box = target.bounding_box()
        assert box
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        for kind, points in (("touchStart", [point]), ("touchEnd", [])):
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    become(page, "file")
    yield tap
    become(page, "http")
    session.detach()


def assert_boards_are_played_by_touch(live: Woken, tap: Tap) -> None:
    """Make a move in each game. All buttons for moves must be large enough to touch."""
    for lab in games(live):
        tiles = lab.locator(".nt-tile")
        buttons = tiles if tiles.count() else legal_buttons(lab)
        sizes = buttons.evaluate_all(f"all => all.map({TOUCHED})")
        assert sizes and min(map(min, sizes)) >= MIN_TARGET - 1
        move(lab, tap)
        wait_for_message(lab, re.compile(r"^You \w"))
        assert live.page.evaluate("document.documentElement.scrollWidth") == PHONE
        tap(lab.get_by_role("button", name="Undo"))
        expect(message(lab)).to_have_text("Your move.")


def assert_phone_page_is_accessible(live: Woken) -> None:
    """Check a page with error messages in the dark colours and the width of a phone."""
    page = live.page
    error = run(page, "print(6 * 7)\n1 / 0").get_by_role("alert")
    expect(error).to_contain_text("ZeroDivisionError")
    go_to(page, "lab-unknown")
    expect(alert(page)).to_contain_text("No lab")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    serious = violations_in(page, ".live-bar", ".live-toolbar", ".nt-lab", "#live-try-it")
    assert not serious, "\n".join(serious)
    assert_no_overflow(Visit(page))


@live_in(*CHAPTERS)
def test_labs_of_a_chapter(live: Woken, subtests: pytest.Subtests) -> None:
    """Use all labs of a chapter on a phone and on a desktop, even if some of the checks fail."""
    assert_labs_wake(live)
    with phone(live.page) as tap, only(live.page, ".cell:has(.nt-lab)"), subtests.test("touch"):
        assert_boards_are_played_by_touch(live, tap)
    with only(live.page, ".cell:has(.nt-lab)", "#live-try-it"):
        for check in (assert_labs_redraw, assert_games_are_played):
            with subtests.test(check.__name__):
                check(live)
    with phone(live.page), subtests.test("accessibility"):
        assert_phone_page_is_accessible(live)


# Returns how many sticks are animated. The animation itself may already have finished.
ANIMATED = """sticks => sticks.map((stick) => getComputedStyle(stick, "::before").animationName)
  .filter((name) => name !== "none").length"""


@once
def test_taken_sticks_fade_unless_motion_is_reduced(live: Woken) -> None:
    page = live.page
    lab = next(games(live))
    move(lab)
    gone = lab.locator(".nt-stick.nt-gone")
    expect(gone).not_to_have_count(0)
    assert gone.evaluate_all(ANIMATED) == 0
    page.emulate_media(reduced_motion="no-preference")
    assert gone.evaluate_all(ANIMATED) == gone.count()
    page.emulate_media(reduced_motion="reduce")


# --- Cells, and what is saved ---------------------------------------------------------------------

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
    if box.locator(".cm-editor").count():  # another test has opened it
        box.locator(".cm-content").focus()
    else:
        box.get_by_role("button", name="Change and run").click()
    expect(box.locator(".cm-content")).to_be_visible()
    return box


def reset(cell: Locator) -> None:
    cell.locator(".live-source").get_by_role("button", name="Reset").click()
    expect(cell.locator(".live-source").get_by_role("button", name="Reset")).to_be_hidden()


def saved_code(page: Page, name: str) -> str | None:
    """Return the saved code of a cell of the first chapter, or `None` if there is none."""
    return saved(page, f"code/{CHAPTERS[0]}/{name}")


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
        wait_until_true(page, lambda: text(value) == source(VALUE))
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
