"""Test of the workbench in a page: define games, read their values, share them, take them away."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from nimbook.study.forms import EXAMPLES, Example
from nimbook.study.study import GRUNDY, OUTCOMES, Study
from tests.lib.live import (
    SAVED_GAMES,
    Woken,
    bar,
    go_to,
    run,
    try_it,
    violations_in,
    wait_until,
    wait_until_true,
    window_of,
)
from tests.lib.pages import HEIGHT, PHONE
from tests.lib.questions import QUESTIONS

PAGE = "notebooks/13_your_own_game"
STOPPED = "Stopped. Python has restarted, and the labs are as they were before."
GAMES = {example.name: example for example in EXAMPLES}

pytestmark = pytest.mark.xdist_group("live")


@pytest.fixture(scope="module")
def woken(browser: Browser, site: str) -> Iterator[Woken]:
    """The page of the workbench on a phone. A choice wakes it, and choices are kept."""
    window = window_of(browser)
    window.grant_permissions(["clipboard-read", "clipboard-write"])
    with window.new_page() as page:
        page.set_viewport_size({"width": PHONE, "height": HEIGHT})
        live = Woken(page, name=PAGE)
        live.go(f"{site}/{PAGE}.html")
        bench = bench_of(page)
        field(bench, "values").select_option("Grundy values")
        field(bench, "On your turn,").click()
        field(bench, "On your turn,").select_option("take sticks")
        wait_until("live", page)
        expect(field(bench, "values")).to_have_value("Grundy values")
        field(bench, "values").select_option("outcomes")
        # The board shows the game at once. Two sticks must not be taken.
        expect(bench.get_by_role("button", name="take 2 of 12: forbidden")).to_be_visible()
        # A game that a sentence defines hides the other ways to define it.
        bench.get_by_role("button", name="More ways").click()
        yield live
        assert not live.errors


@pytest.fixture
def bench(woken: Woken) -> Locator:
    return bench_of(woken.page)


def bench_of(page: Page) -> Locator:
    return page.locator(".widget-subarea > .nt-workbench")


def field(bench: Locator, name: str) -> Locator:
    return bench.get_by_label(name, exact=True)


def fill(bench: Locator, name: str, text: str) -> None:
    field(bench, name).fill(text)
    field(bench, name).blur()


def choose(bench: Locator, name: str) -> None:
    """Choose an example, and wait until Python has filled in the form."""
    game = GAMES[name]
    field(bench, "example").select_option(name)
    expect(field(bench, "game")).to_have_value(game.text)
    expect(field(bench, "positions")).to_have_value(game.positions)


def see(bench: Locator, view: str) -> None:
    bench.get_by_role("button", name=view, exact=True).click()


def error(bench: Locator) -> Locator:
    return bench.get_by_role("alert")


def values(bench: Locator, title: str) -> list[list[str]]:
    """Return the cells of the table with the given title, row by row."""
    table = bench.locator("table.nt-grid", has=bench.page.get_by_text(title, exact=False))
    expect(table).to_be_visible()
    # While a computation goes on, the page shows how far it is, and the part that is known.
    expect(bench.locator(".nt-key", has_text=re.compile("…$"))).to_have_count(0)
    rows: list[list[str]] = table.locator("tbody tr").evaluate_all(
        "rows => rows.map((row) => [...row.cells].slice(1).map((cell) => cell.textContent))"
    )
    return rows


def check_values(bench: Locator, game: Example, size: int, kind: str = OUTCOMES) -> None:
    """Wait until the table shows the values that Python finds outside the page."""
    study = Study(game.form, game.text, game.positions, size, kind)
    study.compute()
    pairs = len(study.axes) == 2
    expected = [str(n) for row in (study.values if pairs else [study.values]) for n in row]
    title = f"{kind.capitalize()} of {game.positions}" + f", x below {size}" * (not pairs)

    def is_shown() -> bool:
        # The values of another game may be replaced only now. The last row may have empty cells.
        return [cell for row in values(bench, title) for cell in row if cell] == expected

    wait_until_true(bench.page, is_shown)


def copied_link(bench: Locator) -> str:
    page = bench.page
    page.evaluate("navigator.clipboard.writeText('')")
    page.get_by_role("button", name="Copy link", exact=True).click()
    wait_until_true(page, lambda: bool(page.evaluate("navigator.clipboard.readText()")))
    return str(page.evaluate("navigator.clipboard.readText()"))


# --- A sentence ----------------------------------------------------------------------------------


def test_a_sentence_becomes_a_game_a_proof_and_a_link(bench: Locator) -> None:
    board = bench.locator(".nt-heaps")
    field(bench, "On your turn,").select_option("take sticks")
    board.get_by_role("button", name="take 3 of 12", exact=True).click()
    expect(bench.get_by_role("status").filter(has_text="You take 3")).to_contain_text("engine")
    fill(bench, "numbers of sticks", "1, 2, 3")
    expect(board.get_by_role("button", name="take 2 of 12", exact=True)).to_be_visible()
    bench.get_by_role("button", name="Compute", exact=True).click()
    rows = values(bench, "Outcomes of (x,), x below 100")
    assert [*"".join(map("".join, rows))] == ["NP"[n % 4 == 0] for n in range(100)]
    see(bench, "patterns")
    expect(bench.locator(".nt-patterns")).to_contain_text("Period 4 from x = 0 on, proved")
    see(bench, "position")
    fill(bench, "position", "(1000000000, 7)")
    expect(bench.get_by_text("period: the first")).to_contain_text("add by nim-sum")
    link = copied_link(bench)
    assert "1,+2,+3" in link or "1,2,3" in link


# --- Examples ------------------------------------------------------------------------------------


# Code must be run explicitly, and a pair of coordinates makes a table of another shape. The values
# of all examples are compared in tests/nimbook/study/test_games.py.
@pytest.mark.parametrize("game", [GAMES["Euclid"], GAMES["Grundy's game"]], ids=lambda g: g.name)
def test_examples_are_computed_and_shared(bench: Locator, game: Example) -> None:
    choose(bench, game.name)
    see(bench, "table")
    fill(bench, "size", "8")  # larger tables take longer
    check_values(bench, game, 8)
    field(bench, "values").select_option("Grundy values")
    check_values(bench, game, 8, GRUNDY)
    field(bench, "values").select_option("outcomes")
    # A slight change makes the game the reader's own, so code has to be run explicitly.
    text = game.text + ("\n# mine\n" if game.form == "code" else "\n")
    fill(bench, "game", text)
    fill(bench, "size", "11")
    link = copied_link(bench)
    choose(bench, "Subtraction game")
    go_to(bench.page, "")  # the address bar contains the link
    go_to(bench.page, urlsplit(link).fragment)
    expect(field(bench, "game")).to_have_value(text)
    if game.form == "code":
        expect(bench.get_by_text("has not been run yet")).to_be_visible()
        bench.get_by_role("button", name="Compute").click()
    expect(error(bench)).to_have_count(0)
    check_values(bench, game, 11)
    fill(bench, "game", "?")
    if game.form == "code":
        bench.get_by_role("button", name="Compute").click()
    expect(error(bench)).to_contain_text("'?'")
    check_values(bench, game, 11)  # the last result remains


def test_every_view_shows_the_game_and_is_accessible(bench: Locator, tmp_path: Path) -> None:
    page = bench.page
    choose(bench, "Wythoff's game")

    def look(view: str) -> None:
        see(bench, view)
        expect(error(bench)).to_have_count(0)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE
        # The page makes boxes that scroll reachable by keyboard once they have been drawn.
        wait_until_true(page, lambda: not violations_in(page, ".nt-workbench"))

    look("table")
    look("picture")
    picture = bench.locator("img.nt-map")
    expect(picture).to_have_attribute("alt", re.compile("Outcomes of .x, y. for numbers below 24"))
    assert picture.evaluate("image => image.naturalWidth") == 24
    look("patterns")
    expect(bench.get_by_text("golden ratio")).to_contain_text("more confirm it")
    expect(bench.get_by_role("link", name="A000201")).to_have_attribute(
        "href", "https://oeis.org/A000201"
    )
    look("position")
    fill(bench, "position", "(1, 3)")
    expect(bench.get_by_role("row", name="winning moves")).to_contain_text("leave (1, 2)")
    expect(bench.locator("svg")).to_contain_text("(1, 2) P")
    look("play")
    bench.get_by_role("button", name="(1, 2): move here").click()
    expect(bench.get_by_role("status").filter(has_text="The engine")).to_contain_text("Your move.")
    look("take away")
    with page.expect_download() as download:
        bench.get_by_role("link", name="own_game.py").click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert path.name == "own_game.py" and "Vectors(" in path.read_text("utf8")
    address = bench.get_by_role("link", name="values.csv").get_attribute("href") or ""
    csv = base64.b64decode(address.partition(",")[2]).decode()
    assert csv.splitlines()[2].split(",")[:4] == ["1", "N", "N", "P"]
    expect(bench.get_by_text("CGSuite", exact=True)).to_be_visible()


def test_python_in_the_page_answers_the_questions_of_researchers(bench: Locator) -> None:
    source = [
        "from nimtwist import canonical, solve",
        "from nimtwist.game import read_position",
        "from nimtwist.notation import read_game",
        f"for game, position, play in {[question[:3] for question in QUESTIONS]!r}:",
        "    rules = read_game(game)",
        "    answer = solve(rules, canonical(rules, read_position(rules, position)), play)",
        '    print(answer.outcome, answer.value, answer.method, sep="; ")',
    ]
    shown = run(bench.page, "\n".join(source))
    expect(shown).to_contain_text("period", timeout=60_000)
    lines = [line.split("; ") for line in shown.inner_text().strip().splitlines()]
    assert len(lines) == len(QUESTIONS)
    for (outcome, value, method), question in zip(lines, QUESTIONS, strict=True):
        names = ("Grundy value", "genus", f"rank, {question[2]} players")
        answer = {"outcome": outcome, "method": method} | dict.fromkeys(names, value)
        expected = {name: text for name, text in question[3].items() if name in answer}
        assert expected.items() <= answer.items(), question


# --- Quick readers -------------------------------------------------------------------------------

# Holds back all requests to Python, which so seems to be busy, until the page calls `answer()`.
BUSY = """() => {
  const { postMessage } = Worker.prototype;
  const held = [];
  Worker.prototype.postMessage = function (...message) {
    held.push(() => postMessage.apply(this, message));
  };
  window.answer = () => {
    Worker.prototype.postMessage = postMessage;
    for (const send of held) send();
  };
}"""


def test_text_is_kept_that_is_typed_while_python_works(bench: Locator) -> None:
    see(bench, "table")
    for leave in (True, False):  # the field, so that Python learns the text
        choose(bench, "Grundy's game")
        check_values(bench, GAMES["Grundy's game"], 100)  # Python has nothing else to do
        bench.page.evaluate(BUSY)
        for name in ("Treblecross", "Nimble"):
            field(bench, "example").select_option(name)
        text = f"# mine {leave}\ndef options(n): return []"
        field(bench, "game").fill(text)
        if leave:
            field(bench, "game").blur()
        bench.page.evaluate("answer()")
        expect(field(bench, "positions")).to_have_value("(x, y)")
        # In the end, Python and the page agree on the text.
        if not leave:
            expect(field(bench, "example")).to_have_value("Nimble")
            bench.page.keyboard.type("#")
            text += "#"
            field(bench, "game").blur()
        expect(bench.get_by_text("has not been run yet")).to_be_visible()
        expect(field(bench, "game")).to_have_value(text)
        assert text.partition("\n")[0].replace(" ", "+") in copied_link(bench).replace("%23", "#")


# A lab that hangs while drawing if its number is greater than 1.
ENDLESS = """
from ipywidgets import IntSlider
from nimbook.widgets import lab
def draw(number):
    return f"drawn {number}" if number < 2 else "".join(iter(str, 1))
lab(draw, "slow", number=IntSlider(0, 0, 5))
"""


def test_long_computations_can_be_stopped_and_the_workbench_is_kept(bench: Locator) -> None:
    page, tried = bench.page, try_it(bench.page)
    choose(bench, "Nimble")
    code = "def options(position):\n    while True:\n        pass"
    fill(bench, "game", code)
    wait_until_true(page, lambda: "while" in str(page.evaluate(SAVED_GAMES)))
    slow = run(page, ENDLESS).locator(".nt-lab")
    expect(slow).to_contain_text("drawn 0")
    slider = slow.get_by_role("slider")
    slider.press("ArrowRight")
    expect(slow).to_contain_text("drawn 1")
    indicator = page.locator(".live-busy")
    expect(indicator).to_have_count(0)
    slider.press("ArrowRight")
    expect(indicator.get_by_role("status")).to_have_text("Working…")
    # The message that Python is working appears at the cell that contains the lab.
    expect(tried.locator(".live-busy > div")).to_be_visible()
    expect(tried).to_have_attribute("aria-busy", "true")
    expect(bar(page).get_by_role("status")).to_have_text("Python is working.")
    indicator.get_by_role("button", name="Stop").press("Enter")
    wait_until("live", page)
    expect(bar(page).get_by_role("status")).to_have_text(STOPPED)
    expect(indicator).to_have_count(0)
    expect(page.locator("[aria-busy]")).to_have_count(0)
    expect(tried.get_by_role("button", name="Run", exact=True)).to_be_focused()
    expect(field(bench, "game")).to_have_value(code)
    expect(bench.get_by_text("has not been run yet")).to_be_visible()
    expect(run(page, "6 * 7")).to_have_text("42")
