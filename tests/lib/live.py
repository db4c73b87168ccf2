"""Live mode, as a reader uses it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import cycle
from pathlib import Path

import nbformat
import pytest
from ext.live import CARD
from nbformat import NotebookNode
from playwright.sync_api import Browser, BrowserContext, Locator, Page, TimeoutError, expect

from benchmarks.live import OFFLINE_READY
from conftest import WIDGET_STATE, WIDGET_VIEW
from tests.lib.pages import (
    LIGHT_DOM,
    PAGES,
    ROOT,
    Visit,
    accessibility_violations,
    assert_no_other_host,
    new_window,
)


def cells(notebook: NotebookNode, tag: str = "") -> list[NotebookNode]:
    """Return the code cells of a notebook, or only those with a given tag."""
    return [
        cell
        for cell in notebook.cells
        if cell.cell_type == "code" and (not tag or tag in cell.metadata.get("tags", []))
    ]


def lab_names(notebook: NotebookNode, cell: NotebookNode) -> Iterator[str | None]:
    """Yield the name of each lab in the output of a cell, or `None` for a lab without a name.

    Skip precomputed boards, which the page contains as HTML.
    """
    saved = notebook.metadata.get("widgets", {}).get(WIDGET_STATE, {}).get("state", {})
    for output in cell.outputs:
        if WIDGET_VIEW in output.get("data", {}):
            state = saved[output.data[WIDGET_VIEW]["model_id"]]["state"]
            classes = state.get("_dom_classes", [])
            if "nt-lab" in classes:
                names = [kind.removeprefix("lab-") for kind in classes if kind.startswith("lab-")]
                yield names[0] if names else None


def is_shown(cell: NotebookNode) -> bool:
    """Return whether the page shows code for a cell: its source, or the check on a verdict card."""
    hidden = "remove-input" in cell.metadata.get("tags", [])
    return not hidden or CARD.fullmatch(cell.source) is not None


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

# The chapter that the quick tests run live.
QUICK = CHAPTERS[0]


def live_in(*names: str) -> pytest.MarkDecorator:
    """Return a mark that runs a test once for each of the given chapters.

    The quick tests include only the first chapter.
    """
    chapters = []
    for name in names:
        marks = [pytest.mark.xdist_group("live" if name == QUICK else f"{name} live")]
        marks += [pytest.mark.full] * (name != QUICK)
        chapters.append(pytest.param(name, marks=marks))
    return pytest.mark.parametrize("woken", chapters, indirect=True)


# Marks tests of behaviour that is the same in all chapters. They run only on the first chapter.
once = live_in(CHAPTERS[0])


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
        page.wait_for_timeout(50)


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
    try:
        page.wait_for_function(
            f"""([before, values]) => ({SAVED_GAMES})().every((game, i) => game !== before[i]
              && (game?.replaceAll("+", "") ?? values[i]).includes(values[i]))""",
            arg=[before, values],
            polling=50,
        )
    except TimeoutError:
        shown = [lab.inner_text() for lab in labs]
        pytest.fail(f"saved: {page.evaluate(SAVED_GAMES)}, used: {values}, shown: {shown}")


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
    """Show the settings of a game, its less usual actions, and other ways to define it."""
    for opener in lab.locator(".nt-opener").all():
        if "mod-active" not in (opener.get_attribute("class") or ""):
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
        ".nt-piece .nt-target",
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


def move(
    lab: Locator, activate: Callable[[Locator], None] = Locator.click, last: bool = False
) -> None:
    """Make the first legal move on the board of a lab, or the last legal move if `last` is true."""
    if lab.locator(".nt-tiles").count():
        move_tiles(lab, activate, last)
        return
    buttons = legal_buttons(lab).all()
    for button in reversed(buttons) if last else buttons:
        classes, before = button.get_attribute("class") or "", message(lab).inner_text()
        activate(button)
        if lab.locator(".nt-chip:visible").count():
            # Say what to forbid, unless the move has taken the last stick. Until Python answers,
            # the message is about the previous move.
            expect(message(lab)).not_to_have_text(before)
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


DRAWN = """lab => [...lab.querySelectorAll(".widget-html-content, .nt-position, button")]
  .filter((element) => element.checkVisibility())
  .map((element) => `${element.className} ${element.innerHTML}`).join("\\n")"""


def drawn(lab: Locator) -> str:
    """Return the HTML of everything that a lab shows except its inputs."""
    return str(lab.evaluate(DRAWN))


def wait_for(lab: Locator, condition: str, value: object) -> None:
    """Wait until a JavaScript condition that uses `lab` and `value` is true.

    By default, Playwright would test the condition whenever the page is painted.
    """
    arguments = [lab.element_handle(), value]
    lab.page.wait_for_function(f"([lab, value]) => {condition}", arg=arguments, polling=50)


def enter(control: Locator, text: str) -> None:
    """Replace the text in a field by typing new text."""
    # Python shows a field under "More" when it is asked to; until then, others would get the keys.
    expect(control).to_be_visible()
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
        expect(control).to_be_visible()
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

    Only the first chapter has to load Python. The window is closed with the browser. Animations
    would take much time.
    """
    return new_window(browser, service_workers="allow", reduced_motion="reduce")


@contextmanager
def wake(window: BrowserContext, name: str, site: str, bytes_sent: Counter[str]) -> Iterator[Woken]:
    """Open a chapter, start live mode without errors, and wait until everything is cached."""
    with window.new_page() as page:
        bytes_sent.clear()
        woken = Woken(page, name=name)
        woken.go(f"{site}/{name}.html")
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


def go_to(page: Page, fragment: str) -> None:
    page.evaluate("fragment => { location.hash = fragment; }", fragment)


def assert_unharmed(page: Page) -> None:
    """Check that nothing in a link was run as a script or inserted as HTML."""
    assert page.evaluate("typeof hacked") == "undefined"
    expect(page.locator("#hacked, img[src=x]")).to_have_count(0)


# Takes everything out of a page except some elements, and `restore()` puts it back.
KEEP_ONLY = """parts => {
  const kept = [...document.querySelectorAll(parts)];
  const removed = [];
  const prune = (element) => {
    for (const child of [...element.children].filter((child) => !kept.includes(child))) {
      if (kept.some((part) => child.contains(part))) prune(child);
      else {
        removed.push([document.createComment(""), child]);
        child.replaceWith(removed.at(-1)[0]);
      }
    }
  };
  prune(document.body);
  window.restore = () => removed.forEach(([mark, child]) => mark.replaceWith(child));
}"""


@contextmanager
def only(page: Page, *parts: str) -> Iterator[None]:
    """Take everything except some elements out of a page, which so takes less time to draw."""
    page.evaluate(KEEP_ONLY, ", ".join(parts))
    try:
        yield
    finally:
        page.evaluate("restore()")


def violations_in(page: Page, *parts: str) -> list[str]:
    """Return the accessibility violations in parts of a page.

    Axe would otherwise spend most of its time on the rest of the page.
    """
    with only(page, *parts):
        return accessibility_violations(page, *parts)


def assert_labs_wake(live: Woken) -> None:
    """Check that all labs of a live page have replaced their static copies."""
    for name in labs(live.name):
        expect(lab_of(live.page, name)).to_be_visible()
    expect(live.page.locator(".widget-subarea > .nt-lab")).to_have_count(len(labs(live.name)))
    expect(live.page.locator(".live-asleep")).to_have_count(0)
    expect(live.page.get_by_text("Tap to use:")).to_have_count(0)
    assert any(url.endswith("/engine.packed") for url in live.requests)
    assert_no_other_host(live)


def assert_labs_redraw(live: Woken) -> None:
    """Change the inputs of all labs of a page."""
    for name in labs(live.name):
        for control in controls(lab_of(live.page, name)):
            change(control)
    # Python answers after it has processed the last key, which may replace a board once more.
    expect(run(live.page, "6 * 7")).to_have_text("42")


def assert_games_are_played(live: Woken) -> None:
    """Play each game of a page with the mouse and typed moves.

    Play one game on each of two kinds of boards to its end: those redrawn by each move, and others.
    """
    kinds = {True, False}
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
        kind = lab.locator(PERSISTENT).count() > 0
        if kind in kinds:
            kinds.remove(kind)
            finish(lab)


def finish(lab: Locator) -> None:
    """Finish a game, alternately with the mouse and the keyboard. The focus stays on the board."""
    devices: Iterator[Callable[[Locator], None]] = cycle(
        [Locator.click, partial(Locator.press, key="Enter")]
    )
    move_count = lab.locator(".nt-replay button").last  # the last part to be updated
    board = f":is({PERSISTENT}, .nt-position)"
    large = not lab.locator(".nt-northcott").count()  # the last moves in Northcott are retreats
    while not is_over(lab):
        before = move_count.text_content() or ""
        move(lab, next(devices), last=large)
        expect(move_count).not_to_have_text(before)
        expect(lab.locator(f"{board}:focus, {board} :focus")).to_have_count(1)
        lab.page.keyboard.press("Tab")
        expect(lab.locator(":focus")).to_be_visible()
        if not lab.locator(PERSISTENT).count() and moves(lab).count():
            expect(moves(lab).first).to_be_focused()
    wait_for_message(lab, "win")


PERSISTENT = f"{IN_TWO_TAPS}, .nt-tiles, .nt-heaps, .nt-northcott, .nt-bush, .nt-piece"


def is_over(lab: Locator) -> bool:
    """Wait until a lab reports a winner or shows a legal move. Return whether the game is over."""
    won = message(lab).filter(has_text="win")
    expect(won.or_(legal_buttons(lab)).or_(lab.locator(".nt-on")).first).to_be_visible()
    return won.count() > 0
