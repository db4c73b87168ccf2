"""Chapters that run live: what Python does in the page, and what the page does without it.

A chapter that joins the table of contents, and has live cells, joins these tests. Those of a file
share one page: each finds it live, and leaves no error that nobody expected.
"""

from __future__ import annotations

import inspect
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import cycle
from pathlib import Path
from time import monotonic
from urllib.parse import urlsplit

import nbformat
import pytest
from nbformat import NotebookNode
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect

from benchmarks.live import OFFLINE_READY
from conftest import WEIGHT
from tests.book import test_pages
from tests.book.conftest import PATIENCE, ROOT
from tests.book.test_live_cells import cells, lab_names
from tests.book.test_pages import (
    HEIGHT,
    LIGHT,
    PAGES,
    PHONE,
    READY,
    WIDE,
    Visit,
    blank,
    faults,
    visit,
    window,
)
from tools.serve import served

MOST_BYTES = 7_000_000
MOST_BYTES_OF_OURS = 500_000
OF_PYTHON = {"pyodide.mjs", "pyodide.asm.mjs", "engine.packed", "library.packed"}
START = 90_000  # milliseconds; what has not started by then never will


@cache
def notebook(name: str) -> NotebookNode:
    """Return the notebook that a page is made of; an empty one if it is made of something else."""
    path = ROOT / f"{name}.ipynb"
    return nbformat.read(path, as_version=4) if path.exists() else NotebookNode(cells=[])


@cache
def labs(name: str) -> dict[str, str]:
    """Return the labs of a page by name, and for each the cell that shows it."""
    live = cells(notebook(name), "live")
    return {str(lab): cell.id for cell in live for lab in lab_names(notebook(name), cell)}


CHAPTERS = [name for name in PAGES if labs(name)]
CHAPTER_OF = {lab: name for name in CHAPTERS for lab in labs(name)}


# Of each kind of labs: heaps, and boards.
OF_EACH_KIND = [CHAPTER_OF[lab] for lab in ("nim", "hackenbush")]


def live_in(*names: str) -> pytest.MarkDecorator:
    """Have a test take its live chapter from these; from most of them in full only."""
    chapters = []
    for name in names:
        # What the first one has loaded, the next one need not load.
        few = name in OF_EACH_KIND
        marks = [pytest.mark.xdist_group("live" if few else f"{name} live")]
        marks += [pytest.mark.full] * (not few)
        chapters.append(pytest.param(name, marks=marks))
    return pytest.mark.parametrize("woken", chapters, indirect=True)


# For what the labs of a chapter must do.
every_chapter = live_in(*CHAPTERS)
# For what is the same in every chapter.
once = live_in(CHAPTERS[0])


# --- What a reader does --------------------------------------------------------------------------


def bar(page: Page) -> Locator:
    return page.locator(f"{LIGHT}.live-bar")


def wait_until(state: str, page: Page) -> None:
    """Wait until a page is starting or live, or Python has ended in it."""
    expect(bar(page)).to_have_attribute("data-state", state, timeout=START)


def wait_until_true(page: Page, condition: Callable[[], bool]) -> None:
    """Wait for what the browser tells by itself, and not when it is asked."""
    late = monotonic() + PATIENCE / 1000
    while not condition():
        assert monotonic() < late, inspect.getsource(condition)
        page.wait_for_timeout(20)


def press(page: Page, button: str) -> None:
    """Press a button of the bar below the title."""
    bar(page).get_by_role("button", name=button).click()


def use_labs(page: Page) -> None:
    """Do something in every lab of a page, see that something comes of it, and that it is kept."""
    labs = page.locator(f"{LIGHT}.widget-subarea > .nt-lab").all()
    assert labs
    before, values = page.evaluate(GAMES), []
    for lab in labs:
        control = controls(lab)[0]
        change(control)
        value = control.get_attribute("aria-valuetext") or control.input_value()
        values.append(re.sub("[() ]", "", value))
    # Meanwhile something that was changed before may still be kept, without this. What is as the
    # chapter has it is not kept.
    page.wait_for_function(
        f"""([before, values]) => ({GAMES})().every((game, i) =>
          game !== before[i] && (game?.replaceAll("+", "") ?? values[i]).includes(values[i]))""",
        arg=[before, values],
    )


# What is kept of the labs of a page, in order.
GAMES = """() => {
  const {page} = JSON.parse(document.getElementById("live-page").textContent);
  const places = [...document.querySelectorAll(".widget-subarea > .nt-lab")];
  const names = places.map((lab) => /(?:^| )lab-([^ ]+)/.exec(lab.className)[1]);
  return names.map((name) => localStorage.getItem(`nim-with-a-twist:lab/${page}/${name}`));
}"""


def run_live(page: Page) -> None:
    press(page, "Run live")
    wait_until("live", page)


def stay_live(page: Page) -> None:
    """Run a page live unless it does."""
    button = bar(page).get_by_role("button", name="Run live")
    if button.is_visible():
        button.click()
    wait_until("live", page)


def alert(page: Page) -> Locator:
    """Return the sentence about what is wrong with the page."""
    return bar(page).get_by_role("alert")


def lab_of(page: Page, name: str) -> Locator:
    return page.locator(f"{LIGHT}#live-{labs(CHAPTER_OF[name])[name]} .nt-lab.lab-{name}")


def games(live: Woken) -> Iterator[Locator]:
    """Yield the labs in which one plays against the engine, each at the beginning of a game."""
    for name in labs(live.name):
        lab = lab_of(live.page, name)
        new = lab.get_by_role("button", name="Start again")
        if new.count():
            moves(lab).evaluate_all("all => all.forEach((move) => { move.dataset.old = ''; })")
            new.click()
            expect(lab.locator("[data-old]")).to_have_count(0)
            expect(message(lab)).to_have_text("Your move.")
            yield lab


def moves(lab: Locator) -> Locator:
    """Return the buttons that are moves, on boards that are made anew after each."""
    return lab.locator(".widget-hbox:has(> .nt-heap-label) > button:not(.nt-chip)")


def allowed(lab: Locator) -> Locator:
    """Return the buttons with which a move begins."""
    begins = (
        ".nt-goban .nt-stone",
        ".nt-cram .nt-cell:not(.nt-blocked, .nt-yours, .nt-engines, .nt-dead)",
        ".nt-northcott .nt-reach",
        ".nt-bush .nt-cut:not(.nt-gone, .nt-fallen)",
        ".nt-stick:not(.nt-taken, .nt-gone, .nt-forbidden)",
        ".nt-pin:not(.nt-down)",
    )
    return moves(lab).and_(lab.locator(":not(.nt-forbidden)")).or_(lab.locator(", ".join(begins)))


# With these, the first button chooses, and the next one makes the move.
IN_TWO_TAPS = ".nt-goban, .nt-cram, .nt-kayles"
LASTING = f"{IN_TWO_TAPS}, .nt-tiles, .nt-heaps, .nt-northcott, .nt-bush"


def lasting(lab: Locator) -> Locator:
    """Return the board of a lab if it stays on the page from move to move."""
    return lab.locator(LASTING)


def move(lab: Locator, how: Callable[[Locator], None] = Locator.click, end: bool = False) -> None:
    """Make a move on the board of a lab: the first that is allowed, or the last."""
    if lab.locator(".nt-tiles").count():
        move_tiles(lab, how, end)
        return
    buttons = allowed(lab).all()
    for button in reversed(buttons) if end else buttons:
        classes = button.get_attribute("class") or ""
        how(button)
        if not lab.locator(IN_TWO_TAPS).count() or "nt-stick" in classes:
            return
        # One button chooses, another one says where to go; from some, there is nowhere to go.
        expect(button).to_have_class(re.compile("nt-chosen"))
        if "nt-pin" in classes:
            how(button)
            return
        where = lab.locator(".nt-reach, .nt-beside")
        if where.count():
            how(where.first)
            expect(lab.locator(".nt-chosen")).to_have_count(0)
            return


def move_tiles(lab: Locator, how: Callable[[Locator], None], end: bool) -> None:
    """Take a term from a polynomial that is not 1, or make it 1 if it has no other."""
    heaps = lab.locator(".nt-heap").all()
    for heap in reversed(heaps) if end else heaps:
        terms, one = heap.locator(".nt-on"), heap.locator(".nt-tile").last
        if terms.count() > 1:
            how(terms.last if end else terms.first)
        elif "nt-on" in (one.get_attribute("class") or ""):
            continue
        else:
            how(terms.first)
            how(one)
        how(heap.locator(".nt-do"))
        return


def message(lab: Locator) -> Locator:
    """Return what a lab says of the game."""
    return lab.get_by_role("status")


def said(lab: Locator, what: str | re.Pattern[str]) -> str:
    """Wait until a lab says something of the game, and return the whole of it."""
    expect(message(lab)).to_contain_text(what)
    return message(lab).inner_text()


def is_over(lab: Locator) -> bool:
    """Return whether a game is over, as soon as its lab says so or a move can be made."""
    won = message(lab).filter(has_text="win")
    expect(won.or_(allowed(lab)).or_(lab.locator(".nt-on")).first).to_be_visible()
    return won.count() > 0


DRAWN = """lab => [...lab.querySelectorAll(".widget-html-content, .nt-position, button")]
  .filter((element) => element.checkVisibility())
  .map((element) => `${element.className} ${element.innerHTML}`).join("\\n")"""


def drawn(lab: Locator) -> str:
    """Return what a lab shows, apart from its inputs."""
    return str(lab.evaluate(DRAWN))


def inputs(lab: Locator) -> list[str]:
    """Return what stands in the inputs of a lab."""
    values: list[str] = lab.locator("input, .widget-readout").evaluate_all(
        "all => all.map((input) => input.value ?? input.textContent)"
    )
    return values


def wait_for(lab: Locator, condition: str, given: object) -> None:
    """Wait until a condition holds for a lab and what is given."""
    lab.page.wait_for_function(f"([lab, given]) => {condition}", arg=[lab.element_handle(), given])


def enter(control: Locator, text: str) -> None:
    """Type something into a field, in the place of what is there."""
    control.press("ControlOrMeta+A")
    control.press_sequentially(text)
    control.press("Enter")


def change(control: Locator) -> None:
    """Change an input by keys, so that doing so again changes it back; wait for what it does."""
    lab = control.locator("xpath=ancestor::*[contains(@class, 'nt-lab')]")
    before = drawn(lab)
    if control.get_attribute("role") == "slider":
        odd = int(str(control.get_attribute("aria-valuetext"))) % 2
        control.press("ArrowLeft" if odd else "ArrowRight")
    else:
        enter(control, changed(control.input_value()))
    wait_for(lab, f"({DRAWN})(lab) !== given", before)


def changed(text: str) -> str:
    """Return another text of the same kind; of that, the first one again."""
    if "." in text or "#" in text:
        return re.sub("[.#]", lambda cell: ".#"[cell[0] == "."], text, count=1)
    digits = "[2-9]" if re.search("[2-9]", text) else "[01]"
    return re.sub(digits, lambda digit: f"{int(digit[0]) ^ 1}", text, count=1)


def controls(lab: Locator) -> list[Locator]:
    """Return the first text among the inputs of a lab, and the last slider, those that it has."""
    texts = lab.locator("input[type=text]:not([aria-label='or type'])")
    sliders = lab.get_by_role("slider")
    return [*([texts.first] if texts.count() else []), *([sliders.last] if sliders.count() else [])]


def try_it(page: Page) -> Locator:
    """Return the cell to change."""
    return page.locator(f"{LIGHT}#live-try-it")


def status(cell: Locator) -> Locator:
    """Return what is said of the source of a cell."""
    return cell.locator(".live-own").get_by_role("status")


def text(cell: Locator) -> str:
    """Return the source of a cell as it is shown."""
    lines = cell.locator(".cm-line")
    if lines.count():
        return "\n".join(lines.all_text_contents())
    return (cell.locator(".cell_input pre").text_content() or "").rstrip("\n")


def write(cell: Locator, source: str) -> None:
    """Paste a text into the editor of a cell, in the place of what is there."""
    editor = cell.get_by_role("textbox")
    editor.press("ControlOrMeta+A")
    editor.evaluate(
        """(editor, text) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text/plain", text);
          // Firefox reads the clipboard from fields of its own.
          const fields = {clipboardData, dataType: "text/plain", data: text};
          editor.dispatchEvent(new ClipboardEvent("paste", {...fields, bubbles: true}));
        }""",
        source,
    )
    expect(cell.locator(".cm-gap")).to_have_count(0)  # drawn to its end
    assert text(cell) == source


def result(cell: Locator, source: str) -> Locator:
    """Run a text in a cell, and return what comes out."""
    write(cell, source)
    cell.page.keyboard.press("Shift+Enter")
    expect(status(cell)).to_have_text("or Shift + Enter")
    return cell.locator(".live-output")


def run(page: Page, source: str) -> Locator:
    """Run a text in the cell to change, and return what comes out."""
    return result(try_it(page), source)


# --- The page that most tests share --------------------------------------------------------------


def live_files(book: Path) -> list[Path]:
    """Return the files that live mode loads; a page that has the editor asks for it no more."""
    files = sorted(book.glob("_static/live/*/*"))
    assert len(files) == 6 and files[0].name == "editor.js"
    return files


@dataclass
class Woken(Visit):
    """A chapter that was run live."""

    name: str = ""
    anew: bool = True
    """Whether the browser had nothing of the book."""
    sent: Counter[str] = field(default_factory=Counter)
    """How many bytes of each file were sent; what a new browser opens the page with is left out."""

    def drawn(self) -> list[str]:
        """Return what its labs show."""
        return [drawn(lab_of(self.page, name)) for name in labs(self.name)]

    def wait_for(self, before: list[str]) -> None:
        """Wait until its labs show what they showed."""
        wait_until_true(self.page, lambda: self.drawn() == before)


@pytest.fixture(scope="module")
def live_window(browser: Browser) -> Iterator[BrowserContext]:
    """A window in which one chapter runs live after the other."""
    with window(browser) as context:
        yield context


@pytest.fixture(scope="module")
def woken(
    request: pytest.FixtureRequest, live_window: BrowserContext, site: str, sent: Counter[str]
) -> Iterator[Woken]:
    """A chapter that was opened in a browser and run live, without an error."""
    with live_window.new_page() as page:
        sent.clear()
        woken = Woken(page, name=request.param)
        woken.go(f"{site}/{woken.name}.html")
        woken.anew = not page.evaluate("caches.keys().then((all) => all.length)")
        if woken.anew:
            sent.clear()
        run_live(page)
        page.wait_for_function(OFFLINE_READY)
        woken.sent = sent.copy()
        assert not woken.errors
        yield woken


@contextmanager
def beside(live: Woken, address: str = "about:blank") -> Iterator[Visit]:
    """Open a page beside one that runs live, to which nobody listens until it is closed again."""
    live.listening = False
    try:
        with live.page.context.new_page() as page:
            view = Visit(page)
            view.go(address)
            yield view
    finally:
        live.listening = True


@pytest.fixture
def live(woken: Woken) -> Iterator[Woken]:
    """A chapter that runs live, where other tests have been."""
    stay_live(woken.page)
    woken.errors.clear()
    yield woken
    assert not woken.errors


# --- Labs ----------------------------------------------------------------------------------------


@every_chapter
def test_every_lab_wakes_in_its_place(live: Woken) -> None:
    for name in labs(live.name):
        expect(lab_of(live.page, name)).to_be_visible()
    expect(live.page.locator(".widget-subarea > .nt-lab")).to_have_count(len(labs(live.name)))
    expect(live.page.locator("[inert]")).to_have_count(0)
    expect(live.page.get_by_text("asleep")).to_have_count(0)
    assert any(url.endswith("/engine.packed") for url in live.requests)
    test_pages.test_a_page_asks_no_other_host_for_anything(live)


@every_chapter
def test_the_engine_replies_to_clicks_and_to_what_is_typed(live: Woken) -> None:
    for lab in games(live):
        move(lab)
        reply = said(lab, re.compile(r"^You \w"))
        position = lab.locator(".nt-position")
        # Back to what was left to the others, of whom there are two in chapter 11.
        others = 2 if "Charlie" in reply else 1
        for _ in range(others):
            now = position.inner_text()
            lab.get_by_role("button", name="◀").click()
            expect(position).not_to_have_text(now)
        left = position.inner_text()
        for _ in range(others):
            lab.get_by_role("button", name="▶").click()
        lab.get_by_role("button", name="Undo").click()
        expect(message(lab)).to_have_text("Your move.")
        typed = lab.get_by_label("or type")
        if typed.count():
            enter(typed, left)
            expect(message(lab)).to_have_text(reply)


@every_chapter
def test_a_lab_is_drawn_anew_when_its_inputs_change(live: Woken) -> None:
    for name in labs(live.name):
        for control in controls(lab_of(live.page, name)):
            change(control)


@every_chapter
def test_the_keyboard_goes_on_where_a_move_was_made(live: Woken) -> None:
    """By turns, moves are made by the mouse and by a key."""
    hands: Iterator[Callable[[Locator], None]] = cycle(
        [Locator.click, partial(Locator.press, key="Enter")]
    )
    for lab in games(live):
        so_far = lab.locator(".nt-replay button").last  # told when all else is drawn
        while not is_over(lab):
            before = so_far.text_content() or ""
            move(lab, next(hands), end=True)
            expect(so_far).not_to_have_text(before)
            where = f":is({LASTING}, .nt-position)"
            expect(lab.locator(f"{where}:focus, {where} :focus")).to_have_count(1)
            live.page.keyboard.press("Tab")
            expect(lab.locator(":focus")).to_be_visible()
            if not lasting(lab).count() and moves(lab).count():
                expect(moves(lab).first).to_be_focused()
        said(lab, "win")


# --- The cell to change --------------------------------------------------------------------------


@once
def test_text_html_and_widgets_are_shown_as_what_they_are(live: Woken) -> None:
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
    live.page.wait_for_function(READY)  # as for those who come after


@once
def test_a_check_is_refuted_when_its_formula_is_changed(live: Woken) -> None:
    card = live.page.locator("#card-twist-lemma-1")
    cell = live.page.locator(".cell").filter(has=card)
    card.locator("> summary").click()
    card.get_by_text("How this was checked").click()
    source = cell.locator(".nt-check pre").text_content() or ""
    cell.get_by_role("button", name="Change and run").click()
    expect(result(cell, source)).to_contain_text("cases, none fails")
    assert source.count("ones % 2") == 1
    wrong = result(cell, source.replace("ones % 2", "ones % 3"))
    expect(wrong).to_contain_text("the nim-sum of (1, 1): 0, not 2")


@once
def test_the_editor_takes_every_key_but_tab(live: Woken) -> None:
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
    """Press the button of a lab that copies a link to it, and return what is said of that."""
    cell = page.locator(f"{LIGHT}#live-{labs(CHAPTER_OF[name])[name]}")
    said = cell.locator(".live-line:not(.live-own)").get_by_role("status")
    said.evaluate("said => { said.textContent = ''; }")
    cell.get_by_role("button", name="Copy link").click()
    return said


def go_to(page: Page, fragment: str) -> None:
    page.evaluate("fragment => { location.hash = fragment; }", fragment)


@pytest.mark.full
@live_in(CHAPTERS[0], CHAPTER_OF["family"])
def test_a_copied_link_leads_to_what_it_was_copied_from(live: Woken) -> None:
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
    page.evaluate("localStorage.clear()")  # what is kept would come back by itself
    with beside(live, next(iter(states))) as view:
        for address, (name, values, picture) in states.items():
            go_to(view.page, urlsplit(address).fragment)
            wait_until("live", view.page)
            lab = lab_of(view.page, name)
            wait_for(lab, f"({DRAWN})(lab) === given", picture)
            assert inputs(lab) == values
            expect(lab.locator(".nt-position, .widget-html-content").first).to_be_in_viewport()
        assert not view.errors


@once
@pytest.mark.parametrize(
    "clipboard", ["undefined", "{writeText: () => Promise.reject()}"], ids=["none", "closed"]
)
def test_without_a_clipboard_the_link_is_in_the_address_bar(live: Woken, clipboard: str) -> None:
    page = live.page
    page.evaluate(
        f"Object.defineProperty(navigator, 'clipboard', {{value: {clipboard}, configurable: true}})"
    )
    for name in labs(live.name):
        expect(copy_link(page, name)).to_contain_text("is in the address bar")
        assert urlsplit(page.url).fragment.startswith(f"lab-{name}?")
    page.evaluate("delete navigator.clipboard")


# What they are answered is tested in tests/nimbook/test_links.py; here, that a link is only text.
WRONG = {
    "lab-unknown?heap=3": "no lab “unknown”",
    "lab-<b id=hacked>": "hacked",
    "lab-subtraction<script>hacked = 1</script>": "hacked",
    "lab-subtraction?<b id=hacked>=4": "'<b id'",
    "lab-subtraction?allowed=%zz": "%zz",
    f"lab-subtraction?allowed={'1,' * 5000}": "too long",
    "lab-subtraction?heap=<img src=x onerror='hacked = 1'>": "hacked",
    # What a lab finds wrong itself.
    "lab-subtraction?allowed=<script>hacked = 1</script>": "hacked",
    "cell-unknown?code=1": "no cell “unknown”",
    "cell-<b id=hacked>?code=1": "hacked",
    "cell-?code=1": "no cell “”",
    "cell-cell-008?code=%zz": "cannot be read",
    f"cell-cell-008?code={'1+' * 4000}1": "too long: at most 8000",
}
HARMLESS = ["cell-", "cell-unknown", "cell-cell-008", "cell-cell-008?coda=1"]


def unharmed(page: Page) -> None:
    """See that nothing of a link has become part of the page."""
    assert page.evaluate("typeof hacked") == "undefined"
    expect(page.locator("#hacked, img[src=x]")).to_have_count(0)


@once
def test_a_link_that_is_wrong_is_answered_with_a_sentence(live: Woken) -> None:
    for fragment, sentence in WRONG.items():
        go_to(live.page, fragment)
        expect(alert(live.page), fragment[:40]).to_contain_text(sentence)
        unharmed(live.page)
    lab = lab_of(live.page, "subtraction")
    go_to(live.page, "lab-subtraction?allowed=1, 3, 4&heap=20")
    expect(lab.locator(".nt-position")).to_have_text("20")
    expect(controls(lab)[0]).to_have_value("1, 3, 4")
    for fragment in HARMLESS:
        expect(alert(live.page)).to_be_hidden()
        go_to(live.page, fragment)
    expect(alert(live.page)).to_be_hidden()


# --- When something is wrong ---------------------------------------------------------------------


@pytest.mark.full
@once
def test_a_cell_that_fails_says_so_in_its_place_and_harms_no_other(live: Woken, book: Path) -> None:
    name = live.name
    broken, *others = labs(name)
    assert others

    def tamper(route: Route) -> None:
        answer = route.fetch()
        head, data, tail = re.split('(?<=id="live-page">)(.*?)(?=</script>)', answer.text())
        contents = json.loads(data)
        for cell in contents["cells"]:
            if cell["id"] == labs(name)[broken]:
                cell["source"] = "1 / 0"
        data = json.dumps(contents).replace("<", "\\u003c")
        route.fulfill(response=answer, body=f"{head}{data}{tail}")

    with served(book) as address, beside(live) as view:
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


OLD = {
    "delete globalThis.WebAssembly": "no WebAssembly",
    """globalThis.Worker = class extends Worker {
      constructor(script) { super(script); }
    }""": "does not support module workers",
}


@once
@pytest.mark.parametrize("lack", OLD, ids=["WebAssembly", "module workers"])
def test_an_old_browser_gets_a_sentence_and_explorers(live: Woken, lack: str, site: str) -> None:
    with beside(live) as view:
        page = view.page
        page.add_init_script(lack)
        view.go(f"{site}/{CHAPTERS[0]}.html")
        press(page, "Run live")
        expect(alert(page)).to_contain_text(OLD[lack])
        wait_until("ended", page)
        test_pages.test_labs_sleep_and_explorers_do_not(view)
        explorer = page.locator(".nt-explorer:has([role=slider])").first
        before = test_pages.drawing(explorer)
        explorer.get_by_role("slider").first.press("ArrowRight")
        page.wait_for_function(READY)
        assert test_pages.drawing(explorer) != before
        assert not view.errors


def test_a_page_opened_as_a_file_says_how_to_serve_it(browser: Browser, book: Path) -> None:
    with visit(browser, f"{book.as_uri()}/{CHAPTERS[0]}.html") as view:
        press(view.page, "Run live")
        expect(alert(view.page)).to_contain_text("make serve")
        wait_until("ended", view.page)


# --- The network ---------------------------------------------------------------------------------


@every_chapter
def test_a_chapter_is_live_for_few_bytes_and_the_next_one_for_none(
    live: Woken, book: Path, record_property: Callable[[str, object], None]
) -> None:
    files = {path.name for path in live_files(book)}
    if not live.anew:
        assert not live.sent.keys() & files
        return
    of_ours = sum(size for file, size in live.sent.items() if file not in OF_PYTHON)
    assert files >= OF_PYTHON and live.sent.keys() >= OF_PYTHON
    assert of_ours <= MOST_BYTES_OF_OURS
    assert live.sent.total() <= MOST_BYTES
    record_property(WEIGHT, live.sent.total())
    record_property(WEIGHT, of_ours)


# --- What a page may run -------------------------------------------------------------------------


@pytest.mark.parametrize("name", [PAGES[0], CHAPTERS[0], "search"])
def test_only_a_page_s_own_scripts_run(name: str, browser: Browser, site: str) -> None:
    script = "<script>hacked = 1</script><img src='data:,' onerror='hacked = 1'>"
    with blank(browser) as page:
        view = Visit(page)
        page.route(
            f"**/{name}.html",
            lambda route: route.fulfill(
                response=(answer := route.fetch()),
                body=answer.text().replace("</body>", f"{script}</body>"),
            ),
        )
        view.go(f"{site}/{name}.html")
        assert page.evaluate("document.scripts[document.scripts.length - 1].text") == "hacked = 1"
        assert page.evaluate("typeof hacked") == "undefined"
        assert len(view.errors) == 2
        assert all("Content Security Policy" in error for error in view.errors)


# --- For those who do not see, or do not point ---------------------------------------------------


@every_chapter
def test_a_page_is_accessible_while_it_lives(live: Woken) -> None:
    page = live.page
    error = run(page, "print(6 * 7)\n1 / 0").get_by_role("alert")
    expect(error).to_contain_text("ZeroDivisionError")
    go_to(page, "lab-unknown")
    expect(alert(page)).to_contain_text("no lab")
    page.set_viewport_size({"width": PHONE, "height": HEIGHT})
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    serious = faults(page, ".live-bar", ".live-line", ".nt-lab", "#live-try-it")
    assert not serious, "\n".join(serious)
    test_pages.test_nothing_sticks_out_of_a_page(Visit(page))
    page.set_viewport_size({"width": WIDE, "height": HEIGHT})
    page.emulate_media(color_scheme="light")
