"""Test the interactive grids: selecting a cell marks its moves and shows an explanation."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from nimtwist import BlockingNim, Solver
from tests.lib import pages
from tests.lib.pages import Visit

TWIST = "notebooks/02_muller_twist"
RULES = BlockingNim.exactly(3, 1)
GRIDS = "table[data-answers]"

# Selects the cells of all visible grids one after another, and reports the first five cells with
# problems.
EVERY_CELL = """() => {
  const found = [];
  for (const table of document.querySelectorAll("table[data-answers]")) {
    if (!table.checkVisibility() || table.closest("[inert]")) continue;
    const {formula, law} = JSON.parse(table.dataset.answers);
    const height = document.documentElement.scrollHeight;
    for (const cell of table.querySelectorAll("tbody td")) {
      cell.tabIndex = 0;
      cell.focus();
      const [output, ...others] = document.querySelectorAll(".nt-answer:not(:empty)");
      const text = output?.textContent ?? "";
      const marked = [...document.querySelectorAll("[data-mark=here]")];
      const problems = [
        (!text || others.length) && "not one explanation",
        /undefined|NaN|null|[{}]/.test(text) && "not a sentence",
        cell.textContent && formula && !text.includes(law[0]) && "no formula",
        (marked.length !== 1 || marked[0] !== cell) && "not marked",
        document.documentElement.scrollHeight !== height && "the page moves",
        output?.scrollHeight > output?.clientHeight && "cut off",
      ].filter(Boolean);
      if (problems.length) {
        found.push([table.caption.textContent, cell.textContent, text, problems]);
      }
    }
    document.activeElement.blur();
  }
  return found.slice(0, 5);
}"""


# Selects each cell of a grid, and returns the marks and the explanation that then appear.
ALL_EXPLANATIONS = """(name) => {
  const table = document.querySelector(`table[data-grid="${name}"]`);
  const rows = [...table.querySelectorAll("tbody tr")];
  const place = (cell) => [rows.indexOf(cell.parentElement), cell.cellIndex - 1];
  return [...table.querySelectorAll("tbody td")].map((cell) => {
    cell.tabIndex = 0;
    cell.focus();
    const marks = [...table.querySelectorAll("[data-mark]")];
    const text = document.querySelector(".nt-answer:not(:empty)").textContent;
    return [place(cell), marks.map((one) => [place(one), one.dataset.mark]), text];
  });
}"""


@pytest.fixture(scope="module")
def phone(browser: Browser, site: str) -> Iterator[Visit]:
    """Chapter 2, opened on a phone."""
    with pages.phone(browser, reduced_motion="reduce") as visit:
        visit.go(f"{site}/{TWIST}.html")
        yield visit


def cell(page: Page, grid: str, row: int, column: int) -> Locator:
    body = page.locator(f'table[data-grid="{grid}"] tbody tr').nth(row)
    return body.locator("td").nth(column)


def marked(page: Page, mark: str) -> set[tuple[int, int]]:
    """Return the zero-based (row, column) indices of the cells with a given mark."""
    found = page.locator(f"[data-mark={mark}]").evaluate_all(
        """cells => cells.map((cell) => [
          [...cell.closest("table").querySelectorAll("tbody tr")].indexOf(cell.parentElement),
          cell.cellIndex - 1])"""
    )
    return {(i, j) for i, j in found}


def explanation(page: Page) -> str:
    """Return the explanation of the selected cell."""
    expect(page.locator(".nt-answer:not(:empty)")).to_have_count(1)
    return page.locator(".nt-answer:not(:empty)").inner_text()


@pytest.mark.xdist_group(TWIST)
def test_tap_marks_moves_and_decisive_moves(phone: Visit) -> None:
    """Compare the marks and the explanation of every cell in figure 2 (b) with the solver."""
    solver, forbidden = Solver(RULES), frozenset({2})
    shown = phone.page.evaluate(ALL_EXPLANATIONS, "fig-2b")
    assert len(shown) == 49
    for (i, j), marks, text in shown:
        position = RULES.canonical(((i, j), forbidden))
        reached = {heaps for heaps, _ in RULES.options(position)}
        wins = solver.winning_options(position)
        decide = {heaps for heaps, _ in wins} or reached
        found = {
            kind: {tuple(sorted(filter(None, place))) for place, mark in marks if mark == kind}
            for kind in ("here", "move", "decides")
        }
        assert found == {"here": {position[0]}, "move": reached - decide, "decides": decide}
        assert text.startswith(f"({i}, {j}) not 2 is {solver.outcome(position)}: ")
        match = re.search(r"to win, move to (.*), with “(.*?)”", text)
        assert bool(match) == bool(wins)
        if match:
            named = re.findall(r"\(.*?\)", match[1])
            options = {RULES.read(f"{heaps} {match[2]}") for heaps in named}
            assert options <= set(wins)
            assert {heaps for heaps, _ in options} == decide
        quotients = f"⌊{i}/2⌋ ⊕ ⌊{j}/2⌋ = {i // 2} ⊕ {j // 2} = {i // 2 ^ j // 2};"
        assert f"Theorem 1 of Gavel and Strimling: {quotients}" in text
    cell(phone.page, "fig-2b", 6, 5).tap()
    assert explanation(phone.page) == shown[-2][2]


def check_pointers(page: Page) -> int:
    """Check that each pointer selects the cell that it names, and return the number of pointers."""
    pointers = page.locator("button.nt-pointer").all()
    for pointer in pointers:
        pointer.click()
        name = pointer.get_attribute("data-grid")
        selected = page.locator("[data-mark=here]")
        expect(selected).to_have_count(1)
        expect(selected).to_be_in_viewport()
        row, column, grid = selected.evaluate(
            """cell => [cell.parentElement.cells[0].textContent,
              cell.closest("table").tHead.rows[0].cells[cell.cellIndex].textContent,
              cell.closest("table").dataset.grid]"""
        )
        assert (grid, f"{row},{column}") == (name, pointer.get_attribute("data-cell"))
        assert explanation(page)
    return len(pointers)


@pytest.mark.xdist_group(TWIST)
def test_text_points_to_cells_and_cells_to_the_theorem(phone: Visit) -> None:
    page = phone.page
    assert check_pointers(page) == 5
    page.locator("button.nt-pointer").first.tap()
    law = page.locator(".nt-answer a")
    expect(law).to_have_text("Theorem 1 of Gavel and Strimling")
    law.tap()
    expect(page.locator("#thm-1r")).to_be_in_viewport()


@pytest.mark.xdist_group(TWIST)
def test_arrow_keys_move_between_cells(phone: Visit) -> None:
    """Check the selected cell after each key press, and that each grid has a single tab stop."""
    page = phone.page
    cell(page, "fig-2a", 0, 0).tap()
    for key, place in [
        ("ArrowDown", (1, 0)),
        ("ArrowRight", (1, 1)),
        ("End", (1, 6)),
        ("ArrowRight", (1, 6)),
        ("ArrowUp", (0, 6)),
        ("ArrowLeft", (0, 5)),
        ("Home", (0, 0)),
        ("ArrowUp", (0, 0)),
    ]:
        page.keyboard.press(key)
        assert marked(page, "here") == {place}
        assert explanation(page).startswith(f"({place[0]}, {place[1]}) not 1 is ")
    page.keyboard.press("End")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('table')?.dataset.grid") == "fig-2b"
    page.keyboard.press("Shift+Tab")
    assert marked(page, "here") == {(0, 6)}
    page.keyboard.press("Escape")
    expect(page.locator("[data-mark], .nt-answer:not(:empty)")).to_have_count(0)
    expect(page.locator(f"{GRIDS} :focus")).to_have_count(0)


@pytest.mark.xdist_group(TWIST)
def test_only_a_moving_mouse_marks_cells(phone: Visit) -> None:
    """Scroll a grid under the mouse, as a browser does when an arrow key leads out of view."""
    page = phone.page
    first = cell(page, "fig-2a", 0, 0)
    first.scroll_into_view_if_needed()
    box = first.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    assert marked(page, "here") == {(0, 0)}
    page.evaluate("height => scrollBy({top: height, behavior: 'instant'})", box["height"])
    page.mouse.move(x, y)  # browsers repeat the last event when a page has scrolled
    assert marked(page, "here") == {(0, 0)}
    page.mouse.move(x + 1, y)
    assert marked(page, "here") == {(1, 0)}


@pytest.mark.xdist_group(TWIST)
def test_sliding_finger_selects_cells(phone: Visit) -> None:
    page = phone.page
    first = cell(page, "fig-2b", 3, 0)
    first.scroll_into_view_if_needed()
    session = page.context.new_cdp_session(page)
    for number, column in enumerate((0, 2, 5)):
        box = cell(page, "fig-2b", 3, column).bounding_box()
        assert box
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        kind = "touchMove" if number else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
    expect(cell(page, "fig-2b", 3, 5)).to_have_attribute("data-mark", "here")
    assert explanation(page).startswith("(3, 5) not 2 is ")
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()
    assert marked(page, "here") == {(3, 5)}


@pytest.mark.full
def test_every_cell_of_every_grid_is_explained(view: Visit) -> None:
    view.page.emulate_media(reduced_motion="reduce")
    check_pointers(view.page)
    view.page.keyboard.press("Escape")
    assert not view.page.evaluate(EVERY_CELL)
