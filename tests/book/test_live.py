"""Tests of live mode, in which Python runs in a page, and of pages where Python cannot run.

Every chapter in the table of contents is tested if it has labs. The tests in a file share one page
per chapter. The page is live whenever a test starts, and no test may cause unexpected errors on it.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import cycle
from pathlib import Path
from urllib.parse import urlsplit

import nbformat
import pytest
from nbformat import NotebookNode
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect

from benchmarks.live import OFFLINE_READY
from conftest import WEIGHT
from tests.book import test_pages
from tests.book.conftest import ROOT
from tests.book.test_live_cells import cells, lab_names
from tests.book.test_pages import (
    HEIGHT,
    LIGHT_DOM,
    PAGES,
    PHONE,
    READY,
    WIDE,
    Visit,
    accessibility_violations,
    blank_page,
    new_window,
    visit,
)
from tools.serve import served

MAX_BYTES = 7_000_000
MAX_OWN_BYTES = 500_000
PYTHON_FILES = {"pyodide.mjs", "pyodide.asm.mjs", "engine.packed", "library.packed"}


@cache
def notebook(name: str) -> NotebookNode:
    """Return the notebook that a page is built from, or an empty one for a Markdown page."""
    path = ROOT / f"{name}.ipynb"
    return nbformat.read(path, as_version=4) if path.exists() else NotebookNode(cells=[])


@cache
def labs(name: str) -> dict[str, str]:
    """Map the name of each lab on a page to the id of the cell that shows it."""
    live = cells(notebook(name), "live")
    return {str(lab): cell.id for cell in live for lab in lab_names(notebook(name), cell)}


CHAPTERS = [name for name in PAGES if labs(name)]
CHAPTER_OF = {lab: name for name in CHAPTERS for lab in labs(name)}


# One chapter for each kind of lab: the first chapter has a lab with heaps, and the second has a lab
# with a board.
ONE_OF_EACH_KIND = [CHAPTER_OF[lab] for lab in ("nim", "hackenbush")]


def live_in(*names: str) -> pytest.MarkDecorator:
    """Return a mark that runs a test once for each of the given chapters.

    The quick tests include only the chapters in `ONE_OF_EACH_KIND`.
    """
    chapters = []
    for name in names:
        # The tests in a group share a browser window and thus its cached files.
        quick = name in ONE_OF_EACH_KIND
        marks = [pytest.mark.xdist_group("live" if quick else f"{name} live")]
        marks += [pytest.mark.full] * (not quick)
        chapters.append(pytest.param(name, marks=marks))
    return pytest.mark.parametrize("woken", chapters, indirect=True)


# Marks tests that use a chapter's labs, and therefore run on every chapter.
every_chapter = live_in(*CHAPTERS)
# Marks tests of behaviour that is the same in all chapters. They run only on the first chapter.
once = live_in(CHAPTERS[0])


# --- Actions of a reader -------------------------------------------------------------------------


def bar(page: Page) -> Locator:
    return page.locator(f"{LIGHT_DOM}.live-bar")


def wait_until(state: str, page: Page) -> None:
    """Wait until the live mode toolbar shows the given state."""
    expect(bar(page)).to_have_attribute("data-state", state)


def wait_until_true(page: Page, condition: Callable[[], bool]) -> None:
    """Poll a Python condition until it is true, letting Playwright process browser events.

    If it stays false, the timeout of pytest ends the test.
    """
    while not condition():
        page.wait_for_timeout(20)


def press(page: Page, button: str) -> None:
    """Press a button on the toolbar below the title."""
    bar(page).get_by_role("button", name=button).click()


def use_labs(page: Page) -> None:
    """Change one input of each lab on a page. Each lab must respond and save its state."""
    labs = page.locator(f"{LIGHT_DOM}.widget-subarea > .nt-lab").all()
    assert labs
    before, values = page.evaluate(SAVED_GAMES), []
    for lab in labs:
        control = controls(lab)[0]
        change(control)
        value = control.get_attribute("aria-valuetext") or control.input_value()
        values.append(re.sub("[() ]", "", value))
    # Saving takes time, so wait until the saved states contain the new values. A lab that is back
    # in its initial state has no saved state.
    page.wait_for_function(
        f"""([before, values]) => ({SAVED_GAMES})().every((game, i) =>
          game !== before[i] && (game?.replaceAll("+", "") ?? values[i]).includes(values[i]))""",
        arg=[before, values],
    )


# Returns the saved state of each lab on a page, in order.
SAVED_GAMES = """() => {
  const {page} = JSON.parse(document.getElementById("live-page").textContent);
  const places = [...document.querySelectorAll(".widget-subarea > .nt-lab")];
  const names = places.map((lab) => /(?:^| )lab-([^ ]+)/.exec(lab.className)[1]);
  return names.map((name) => localStorage.getItem(`nim-with-a-twist:lab/${page}/${name}`));
}"""


def run_live(page: Page) -> None:
    press(page, "Run live")
    wait_until("live", page)


def stay_live(page: Page) -> None:
    """Make sure that a page is live, starting live mode if necessary."""
    button = bar(page).get_by_role("button", name="Run live")
    if button.is_visible():
        button.click()
    wait_until("live", page)


def alert(page: Page) -> Locator:
    """Return the error message in the toolbar."""
    return bar(page).get_by_role("alert")


def lab_of(page: Page, name: str) -> Locator:
    return page.locator(f"{LIGHT_DOM}#live-{labs(CHAPTER_OF[name])[name]} .nt-lab.lab-{name}")


def games(live: Woken) -> Iterator[Locator]:
    """In each lab that offers a game against the engine, start a new game and yield the lab."""
    for name in labs(live.name):
        lab = lab_of(live.page, name)
        unfold(lab)
        new = lab.get_by_role("button", name="Start again")
        if new.count():
            moves(lab).evaluate_all("all => all.forEach((move) => { move.dataset.old = ''; })")
            new.click()
            expect(lab.locator("[data-old]")).to_have_count(0)
            expect(message(lab)).to_have_text("Your move.")
            yield lab


def unfold(lab: Locator) -> None:
    """Show the settings of a game and its less usual actions."""
    opener = lab.locator(".nt-opener")
    if opener.count() and "mod-active" not in (opener.get_attribute("class") or ""):
        opener.click()
        expect(opener).to_have_class(re.compile("mod-active"))


def moves(lab: Locator) -> Locator:
    """Return a locator of the move buttons of a board, which stays valid when it is redrawn."""
    return lab.locator(".widget-hbox:has(> .nt-heap-label) > button:not(.nt-chip)")


def legal_buttons(lab: Locator) -> Locator:
    """Return the buttons that start a legal move."""
    selectors = (
        ".nt-goban .nt-stone",
        ".nt-cram .nt-cell:not(.nt-blocked, .nt-yours, .nt-engines, .nt-dead)",
        ".nt-northcott .nt-reach",
        ".nt-bush .nt-cut:not(.nt-gone, .nt-fallen)",
        ".nt-stick:not(.nt-taken, .nt-gone, .nt-forbidden)",
        ".nt-pin:not(.nt-down)",
    )
    return (
        moves(lab).and_(lab.locator(":not(.nt-forbidden)")).or_(lab.locator(", ".join(selectors)))
    )


# `IN_TWO_TAPS` selects boards on which the first tap selects something and the second tap makes the
# move. `PERSISTENT` selects all boards that are not redrawn after each move.
IN_TWO_TAPS = ".nt-goban, .nt-cram, .nt-kayles"
PERSISTENT = f"{IN_TWO_TAPS}, .nt-tiles, .nt-heaps, .nt-northcott, .nt-bush"


def persistent_board(lab: Locator) -> Locator:
    """Return a locator for the board of a lab.

    The locator matches nothing if the lab's board is redrawn after each move.
    """
    return lab.locator(PERSISTENT)


def move(
    lab: Locator, activate: Callable[[Locator], None] = Locator.click, last: bool = False
) -> None:
    """Make the first legal move on the board of a lab, or the last legal move if `last` is true."""
    if lab.locator(".nt-tiles").count():
        move_tiles(lab, activate, last)
        return
    buttons = legal_buttons(lab).all()
    for button in reversed(buttons) if last else buttons:
        classes = button.get_attribute("class") or ""
        activate(button)
        if lab.locator(".nt-chip:visible").count():
            # Say what to forbid, unless the move has taken the last stick.
            if "Now forbid" in wait_for_message(lab, re.compile(r"Now forbid|^You \w")):
                activate(lab.locator(".nt-chip").first)
            return
        if not lab.locator(IN_TWO_TAPS).count() or "nt-stick" in classes:
            return
        # The button is now selected. If it is a pin, tap it a second time to make the move.
        # Otherwise tap a destination; if there is none, try the next button.
        expect(button).to_have_class(re.compile("nt-chosen"))
        if "nt-pin" in classes:
            activate(button)
            return
        destinations = lab.locator(".nt-reach, .nt-neighbour")
        if destinations.count():
            activate(destinations.first)
            expect(lab.locator(".nt-chosen")).to_have_count(0)
            return


def move_tiles(lab: Locator, activate: Callable[[Locator], None], last: bool) -> None:
    """Make a move in a polynomial other than 1: remove a term, or replace the only term with 1."""
    heaps = lab.locator(".nt-heap").all()
    for heap in reversed(heaps) if last else heaps:
        terms, one = heap.locator(".nt-on"), heap.locator(".nt-tile").last
        if terms.count() > 1:
            activate(terms.last if last else terms.first)
        elif "nt-on" in (one.get_attribute("class") or ""):
            continue
        else:
            activate(terms.first)
            activate(one)
        activate(heap.locator(".nt-do"))
        return


def message(lab: Locator) -> Locator:
    """Return a locator for the message in which a lab reports on its game."""
    return lab.get_by_role("status")


def wait_for_message(lab: Locator, text: str | re.Pattern[str]) -> str:
    """Wait until the message of a lab contains the given text, and return the whole message."""
    expect(message(lab)).to_contain_text(text)
    return message(lab).inner_text()


def is_over(lab: Locator) -> bool:
    """Wait until a lab reports a winner or shows a legal move. Return whether the game is over."""
    won = message(lab).filter(has_text="win")
    expect(won.or_(legal_buttons(lab)).or_(lab.locator(".nt-on")).first).to_be_visible()
    return won.count() > 0


DRAWN = """lab => [...lab.querySelectorAll(".widget-html-content, .nt-position, button")]
  .filter((element) => element.checkVisibility())
  .map((element) => `${element.className} ${element.innerHTML}`).join("\\n")"""


def drawn(lab: Locator) -> str:
    """Return the HTML of everything that a lab shows except its inputs."""
    return str(lab.evaluate(DRAWN))


def inputs(lab: Locator) -> list[str]:
    """Return the values of a lab's inputs."""
    values: list[str] = lab.locator("input, .widget-readout").evaluate_all(
        "all => all.map((input) => input.value ?? input.textContent)"
    )
    return values


def wait_for(lab: Locator, condition: str, value: object) -> None:
    """Wait until a JavaScript condition that uses `lab` and `value` is true."""
    lab.page.wait_for_function(f"([lab, value]) => {condition}", arg=[lab.element_handle(), value])


def enter(control: Locator, text: str) -> None:
    """Replace the text in a field by typing new text."""
    control.press("ControlOrMeta+A")
    control.press_sequentially(text)
    control.press("Enter")


def change(control: Locator) -> None:
    """Change an input by keyboard, and wait for the lab to redraw.

    A second call restores the original value of the input.
    """
    lab = control.locator("xpath=ancestor::*[contains(@class, 'nt-lab')]")
    before = drawn(lab)
    if control.get_attribute("role") == "slider":
        odd = int(str(control.get_attribute("aria-valuetext"))) % 2
        control.press("ArrowLeft" if odd else "ArrowRight")
    else:
        enter(control, altered(control.input_value()))
    wait_for(lab, f"({DRAWN})(lab) !== value", before)


def altered(text: str) -> str:
    """Return a valid input with one character changed, or x and y exchanged, that stays valid.

    Applying the function to the result restores the original input.
    """
    if "x, y" in text or "y, x" in text:
        return text.translate(str.maketrans("xy", "yx"))
    if "." in text or "#" in text:
        return re.sub("[.#]", lambda cell: ".#"[cell[0] == "."], text, count=1)
    digits = "[2-9]" if re.search("[2-9]", text) else "[01]"
    return re.sub(digits, lambda digit: f"{int(digit[0]) ^ 1}", text, count=1)


def controls(lab: Locator) -> list[Locator]:
    """Return a lab's first text field and last slider, omitting whichever the lab does not have."""
    unfold(lab)
    texts = lab.locator("input[type=text]:not([aria-label='or type'])")
    sliders = lab.get_by_role("slider")
    return [*([texts.first] if texts.count() else []), *([sliders.last] if sliders.count() else [])]


def try_it(page: Page) -> Locator:
    """Return the *Try it yourself* cell."""
    return page.locator(f"{LIGHT_DOM}#live-try-it")


def status(cell: Locator) -> Locator:
    """Return the status message in the toolbar of a cell's editor."""
    return cell.locator(".live-source").get_by_role("status")


def text(cell: Locator) -> str:
    """Return the source of a cell as the page shows it."""
    lines = cell.locator(".cm-line")
    if lines.count():
        return "\n".join(lines.all_text_contents())
    return (cell.locator(".cell_input pre").text_content() or "").rstrip("\n")


def write(cell: Locator, source: str) -> None:
    """Replace the text in a cell's editor by pasting new text."""
    editor = cell.get_by_role("textbox")
    editor.press("ControlOrMeta+A")
    editor.evaluate(
        """(editor, text) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text/plain", text);
          // Firefox reads nonstandard fields of the event.
          const fields = {clipboardData, dataType: "text/plain", data: text};
          editor.dispatchEvent(new ClipboardEvent("paste", {...fields, bubbles: true}));
        }""",
        source,
    )
    expect(cell.locator(".cm-gap")).to_have_count(0)  # all lines are drawn
    assert text(cell) == source


def result(cell: Locator, source: str) -> Locator:
    """Run source code in a cell, and return a locator for the output."""
    write(cell, source)
    cell.page.keyboard.press("Shift+Enter")
    expect(status(cell)).to_have_text("or Shift + Enter")
    return cell.locator(".live-output")


def run(page: Page, source: str) -> Locator:
    """Run source code in the *Try it yourself* cell, and return a locator for the output."""
    return result(try_it(page), source)


# --- The page shared by most tests ---------------------------------------------------------------


def live_files(book: Path) -> list[Path]:
    """Return the live mode files. The first is the editor, which each page requests only once."""
    files = sorted(book.glob("_static/live/*/*"))
    assert len(files) == 6 and files[0].name == "editor.js"
    return files


# The bytes sent to run the first chapter live, by file name, without those sent to open its page.
SENT_FIRST = Counter[str]()


@dataclass
class Woken(Visit):
    """A chapter that is running live."""

    name: str = ""
    sent: Counter[str] = field(default_factory=Counter)
    """The bytes sent, by file name, if an earlier chapter has filled the cache of the browser."""

    def drawn(self) -> list[str]:
        """Return everything that the labs of the chapter show."""
        return [drawn(lab_of(self.page, name)) for name in labs(self.name)]

    def wait_for(self, before: list[str]) -> None:
        """Wait until the labs show `before`, an earlier result of `drawn`."""
        wait_until_true(self.page, lambda: self.drawn() == before)


@cache
def window_of(browser: Browser) -> BrowserContext:
    """Return the window of a browser in which all chapters run live, one after another.

    Only the first chapter has to load Python. The window is closed with the browser.
    """
    return new_window(browser, service_workers="allow")


@pytest.fixture(scope="module")
def live_window(browser: Browser) -> BrowserContext:
    return window_of(browser)


@pytest.fixture(scope="module")
def woken(
    request: pytest.FixtureRequest, live_window: BrowserContext, site: str, bytes_sent: Counter[str]
) -> Iterator[Woken]:
    """A chapter that has been opened in a browser and started live without errors."""
    with live_window.new_page() as page:
        bytes_sent.clear()
        woken = Woken(page, name=request.param)
        woken.go(f"{site}/{woken.name}.html")
        cold = not page.evaluate("caches.keys().then((all) => all.length)")
        if cold:
            bytes_sent.clear()
        run_live(page)
        page.wait_for_function(OFFLINE_READY)
        sent = SENT_FIRST if cold else woken.sent
        sent.clear()
        sent.update(bytes_sent)
        assert not woken.errors
        yield woken


@contextmanager
def second_page(live: Woken, address: str = "about:blank") -> Iterator[Visit]:
    """Open a second page. Until it is closed, errors on the live page are not recorded."""
    live.recording = False
    try:
        with live.page.context.new_page() as page:
            view = Visit(page)
            view.go(address)
            yield view
    finally:
        live.recording = True


@pytest.fixture
def live(woken: Woken) -> Iterator[Woken]:
    """A live chapter that the tests share. After each test, check that it has no errors."""
    stay_live(woken.page)
    woken.errors.clear()
    yield woken
    assert not woken.errors


# --- Labs ----------------------------------------------------------------------------------------


@every_chapter
def test_labs_wake_in_place(live: Woken) -> None:
    for name in labs(live.name):
        expect(lab_of(live.page, name)).to_be_visible()
    expect(live.page.locator(".widget-subarea > .nt-lab")).to_have_count(len(labs(live.name)))
    expect(live.page.locator(".live-asleep")).to_have_count(0)
    expect(live.page.get_by_text("Tap to use:")).to_have_count(0)
    assert any(url.endswith("/engine.packed") for url in live.requests)
    test_pages.test_page_requests_no_other_host(live)


@every_chapter
def test_engine_replies_to_clicked_and_typed_moves(live: Woken) -> None:
    for lab in games(live):
        move(lab)
        reply = wait_for_message(lab, re.compile(r"^You \w"))
        position = lab.locator(".nt-position")
        # Step back to the position before the reply or, against two opponents, before both replies.
        opponents = 2 if "Charlie" in reply else 1
        for _ in range(opponents):
            shown = position.inner_text()
            lab.get_by_role("button", name="◀").click()
            expect(position).not_to_have_text(shown)
        target = position.inner_text()
        for _ in range(opponents):
            lab.get_by_role("button", name="▶").click()
        lab.get_by_role("button", name="Undo").click()
        expect(message(lab)).to_have_text("Your move.")
        typed = lab.get_by_label("or type")
        if typed.count():
            enter(typed, target)
            expect(message(lab)).to_have_text(reply)


@every_chapter
def test_labs_redraw_when_inputs_change(live: Woken) -> None:
    for name in labs(live.name):
        for control in controls(lab_of(live.page, name)):
            change(control)


@every_chapter
def test_keyboard_focus_stays_on_the_board(live: Woken) -> None:
    """Make moves alternately with the mouse and the keyboard."""
    devices: Iterator[Callable[[Locator], None]] = cycle(
        [Locator.click, partial(Locator.press, key="Enter")]
    )
    for lab in games(live):
        move_count = lab.locator(".nt-replay button").last  # the last part to be updated
        while not is_over(lab):
            before = move_count.text_content() or ""
            move(lab, next(devices), last=True)
            expect(move_count).not_to_have_text(before)
            board = f":is({PERSISTENT}, .nt-position)"
            expect(lab.locator(f"{board}:focus, {board} :focus")).to_have_count(1)
            live.page.keyboard.press("Tab")
            expect(lab.locator(":focus")).to_be_visible()
            if not persistent_board(lab).count() and moves(lab).count():
                expect(moves(lab).first).to_be_focused()
        wait_for_message(lab, "win")


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


def go_to(page: Page, fragment: str) -> None:
    page.evaluate("fragment => { location.hash = fragment; }", fragment)


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


def assert_unharmed(page: Page) -> None:
    """Check that nothing in a link was run as a script or inserted as HTML."""
    assert page.evaluate("typeof hacked") == "undefined"
    expect(page.locator("#hacked, img[src=x]")).to_have_count(0)


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
        test_pages.test_labs_are_asleep_and_explorers_awake(view)
        explorer = page.locator(".nt-explorer:has([role=slider])").first
        before = test_pages.drawing(explorer)
        explorer.get_by_role("slider").first.press("ArrowRight")
        page.wait_for_function(READY)
        assert test_pages.drawing(explorer) != before
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
    test_pages.test_no_content_overflows_the_page(Visit(page))
    page.set_viewport_size({"width": WIDE, "height": HEIGHT})
    page.emulate_media(color_scheme="light")
