"""Tests of live mode, in which Python runs in a page, and of pages where Python cannot run.

Every chapter in the table of contents is tested if it has labs. The tests in a file share one page
per chapter. The page is live whenever a test starts, and no test may cause unexpected errors on it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from conftest import WEIGHT
from tests.lib.live import (
    CHAPTER_OF,
    CHAPTERS,
    DRAWN,
    SENT_FIRST,
    Woken,
    alert,
    assert_engine_replies,
    assert_focus_stays,
    assert_labs_redraw,
    assert_labs_wake,
    assert_unharmed,
    change,
    controls,
    drawn,
    every_chapter,
    go_to,
    lab_of,
    labs,
    live_files,
    live_in,
    once,
    press,
    result,
    run,
    run_live,
    second_page,
    text,
    try_it,
    unfold,
    wait_for,
    wait_until,
)
from tests.lib.pages import (
    HEIGHT,
    LIGHT_DOM,
    PAGES,
    PHONE,
    READY,
    WIDE,
    Visit,
    accessibility_violations,
    assert_labs_asleep,
    assert_no_overflow,
    blank_page,
    drawing,
    visit,
)
from tools.serve import served

MAX_BYTES = 7_000_000
MAX_OWN_BYTES = 500_000
PYTHON_FILES = {"pyodide.mjs", "pyodide.asm.mjs", "engine.packed", "library.packed"}


# --- Actions of a reader -------------------------------------------------------------------------


def inputs(lab: Locator) -> list[str]:
    """Return the values of a lab's inputs."""
    values: list[str] = lab.locator("input, .widget-readout").evaluate_all(
        "all => all.map((input) => input.value ?? input.textContent)"
    )
    return values


# --- The page shared by most tests ---------------------------------------------------------------


# --- Labs ----------------------------------------------------------------------------------------


@every_chapter
def test_labs_wake_in_place(live: Woken) -> None:
    assert_labs_wake(live)


@every_chapter
def test_engine_replies_to_clicked_and_typed_moves(live: Woken) -> None:
    assert_engine_replies(live)


@every_chapter
def test_labs_redraw_when_inputs_change(live: Woken) -> None:
    assert_labs_redraw(live)


@every_chapter
def test_keyboard_focus_stays_on_the_board(live: Woken) -> None:
    assert_focus_stays(live)


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
    expect(result(cell, source)).to_contain_text("cases, none fails")
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


@once
@pytest.mark.parametrize(
    "clipboard", ["undefined", "{writeText: () => Promise.reject()}"], ids=["none", "closed"]
)
def test_link_is_in_the_address_bar_without_a_clipboard(live: Woken, clipboard: str) -> None:
    page = live.page
    page.evaluate(
        f"Object.defineProperty(navigator, 'clipboard', {{value: {clipboard}, configurable: true}})"
    )
    for name in labs(live.name):
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


OLD_BROWSERS = {
    "delete globalThis.WebAssembly": "no WebAssembly",
    """globalThis.Worker = class extends Worker {
      constructor(script) { super(script); }
    }""": "does not support module workers",
}


@once
@pytest.mark.parametrize("script", OLD_BROWSERS, ids=["WebAssembly", "module workers"])
def test_old_browsers_get_a_message_and_explorers(live: Woken, script: str, site: str) -> None:
    with second_page(live) as view:
        page = view.page
        page.add_init_script(script)
        view.go(f"{site}/{CHAPTERS[0]}.html")
        press(page, "Run live")
        expect(alert(page)).to_contain_text(OLD_BROWSERS[script])
        wait_until("ended", page)
        assert_labs_asleep(view)
        explorer = page.locator(".nt-explorer:has([role=slider])").first
        before = drawing(explorer)
        explorer.get_by_role("slider").first.press("ArrowRight")
        page.wait_for_function(READY)
        assert drawing(explorer) != before
        assert not view.errors


def test_page_opened_as_a_file_explains_how_to_serve_it(browser: Browser, book: Path) -> None:
    with visit(browser, f"{book.as_uri()}/{CHAPTERS[0]}.html") as view:
        press(view.page, "Run live")
        expect(alert(view.page)).to_contain_text("make serve")
        wait_until("ended", view.page)


# --- The network ---------------------------------------------------------------------------------


@every_chapter
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


# --- Scripts -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [PAGES[0], CHAPTERS[0], "search"])
def test_injected_scripts_are_blocked(name: str, browser: Browser, site: str) -> None:
    script = "<script>hacked = 1</script><img src='data:,' onerror='hacked = 1'>"
    with blank_page(browser) as page:
        view = Visit(page)
        page.route(
            f"**/{name}.html",
            lambda route: route.fulfill(
                response=(response := route.fetch()),
                body=response.text().replace("</body>", f"{script}</body>"),
            ),
        )
        view.go(f"{site}/{name}.html")
        assert page.evaluate("document.scripts[document.scripts.length - 1].text") == "hacked = 1"
        assert page.evaluate("typeof hacked") == "undefined"
        assert len(view.errors) == 2
        assert all("Content Security Policy" in error for error in view.errors)


# --- Accessibility -------------------------------------------------------------------------------


@every_chapter
def test_live_page_is_accessible(live: Woken) -> None:
    page = live.page
    error = run(page, "print(6 * 7)\n1 / 0").get_by_role("alert")
    expect(error).to_contain_text("ZeroDivisionError")
    go_to(page, "lab-unknown")
    expect(alert(page)).to_contain_text("No lab")
    page.set_viewport_size({"width": PHONE, "height": HEIGHT})
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    serious = accessibility_violations(
        page, ".live-bar", ".live-toolbar", ".nt-lab", "#live-try-it"
    )
    assert not serious, "\n".join(serious)
    assert_no_overflow(Visit(page))
    page.set_viewport_size({"width": WIDE, "height": HEIGHT})
    page.emulate_media(color_scheme="light")
