"""Grids answer: a cell that is tapped, or gone to, shows its moves and those that decide it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from nimtwist import BlockingNim, Solver
from tests.book import test_pages
from tests.book.test_pages import Visit

view = test_pages.view

TWIST = "notebooks/02_muller_twist"
RULES = BlockingNim.exactly(3, 1)
GRIDS = "table[data-answers]"

# What is wrong with what the cells of grids in sight say, as one goes from one to the next.
EVERY_CELL = """() => {
  const found = [];
  for (const table of document.querySelectorAll("table[data-answers]")) {
    if (!table.checkVisibility() || table.closest("[inert]")) continue;
    const {formula, law} = JSON.parse(table.dataset.answers);
    const height = document.documentElement.scrollHeight;
    for (const cell of table.querySelectorAll("tbody td")) {
      cell.tabIndex = 0;
      cell.focus();
      const [said, ...others] = document.querySelectorAll(".nt-answer:not(:empty)");
      const text = said?.textContent ?? "";
      const marked = [...document.querySelectorAll("[data-mark=here]")];
      const wrong = [
        (!text || others.length) && "not one answer",
        /undefined|NaN|null|[{}]/.test(text) && "not a sentence",
        cell.textContent && formula && !text.includes(law[0]) && "no formula",
        (marked.length !== 1 || marked[0] !== cell) && "not marked",
        document.documentElement.scrollHeight !== height && "the page moves",
        said?.scrollHeight > said?.clientHeight && "cut off",
      ].filter(Boolean);
      if (wrong.length) found.push([table.caption.textContent, cell.textContent, text, wrong]);
    }
    document.activeElement.blur();
  }
  return found.slice(0, 5);
}"""


# What is marked, and said, for each cell of one grid.
ALL_SAID = """(name) => {
  const table = document.querySelector(`table[data-grid="${name}"]`);
  const rows = [...table.querySelectorAll("tbody tr")];
  const place = (cell) => [rows.indexOf(cell.parentElement), cell.cellIndex - 1];
  return [...table.querySelectorAll("tbody td")].map((cell) => {
    cell.tabIndex = 0;
    cell.focus();
    const marks = [...table.querySelectorAll("[data-mark]")];
    const said = document.querySelector(".nt-answer:not(:empty)").textContent;
    return [place(cell), marks.map((one) => [place(one), one.dataset.mark]), said];
  });
}"""


@pytest.fixture(scope="module")
def phone(browser: Browser, site: str) -> Iterator[Visit]:
    """Chapter 2 on a phone."""
    with test_pages.phone(browser, reduced_motion="reduce") as visit:
        visit.go(f"{site}/{TWIST}.html")
        yield visit


def cell(page: Page, grid: str, row: int, column: int) -> Locator:
    body = page.locator(f'table[data-grid="{grid}"] tbody tr').nth(row)
    return body.locator("td").nth(column)


def marked(page: Page, mark: str) -> set[tuple[int, int]]:
    """Return the cells that are marked, in a grid whose rows and columns are numbered from 0."""
    found = page.locator(f"[data-mark={mark}]").evaluate_all(
        """cells => cells.map((cell) => [
          [...cell.closest("table").querySelectorAll("tbody tr")].indexOf(cell.parentElement),
          cell.cellIndex - 1])"""
    )
    return {(i, j) for i, j in found}


def said(page: Page) -> str:
    """Return what the grid says, of which a cell is chosen."""
    expect(page.locator(".nt-answer:not(:empty)")).to_have_count(1)
    return page.locator(".nt-answer:not(:empty)").inner_text()


@pytest.mark.xdist_group(TWIST)
def test_a_tap_shows_the_moves_and_those_that_decide(phone: Visit) -> None:
    """Each cell of figure 2 (b), against the search."""
    solver, forbidden = Solver(RULES), frozenset({2})
    shown = phone.page.evaluate(ALL_SAID, "fig-2b")
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
        leave = re.search(r"to win, leave (.*), with “(.*?)”", text)
        assert bool(leave) == bool(wins)
        if leave:
            named = re.findall(r"\(.*?\)", leave[1])
            left = {RULES.read(f"{heaps} {leave[2]}") for heaps in named}
            assert left <= set(wins)
            assert {heaps for heaps, _ in left} == decide
        quotients = f"⌊{i}/2⌋ ⊕ ⌊{j}/2⌋ = {i // 2} ⊕ {j // 2} = {i // 2 ^ j // 2};"
        assert f"Theorem 1: {quotients}" in text
    cell(phone.page, "fig-2b", 6, 5).tap()
    assert said(phone.page) == shown[-2][2]


def check_pointers(page: Page) -> int:
    """See that each place in the text that points at a cell leads there; return how many do."""
    pointers = page.locator("button.nt-pointer").all()
    for pointer in pointers:
        pointer.click()
        name = pointer.get_attribute("data-grid")
        chosen = page.locator("[data-mark=here]")
        expect(chosen).to_have_count(1)
        expect(chosen).to_be_in_viewport()
        row, column, grid = chosen.evaluate(
            """cell => [cell.parentElement.cells[0].textContent,
              cell.closest("table").tHead.rows[0].cells[cell.cellIndex].textContent,
              cell.closest("table").dataset.grid]"""
        )
        assert (grid, f"{row},{column}") == (name, pointer.get_attribute("data-cell"))
        assert said(page)
    return len(pointers)


@pytest.mark.xdist_group(TWIST)
def test_text_points_at_a_figure_and_a_figure_at_the_theorem(phone: Visit) -> None:
    page = phone.page
    assert check_pointers(page) == 5
    page.locator("button.nt-pointer").first.tap()
    law = page.locator(".nt-answer a")
    expect(law).to_have_text("Theorem 1")
    law.tap()
    expect(page.locator("#thm-1r")).to_be_in_viewport()


@pytest.mark.xdist_group(TWIST)
def test_keys_go_from_cell_to_cell(phone: Visit) -> None:
    """Each grid is one stop of the Tab key."""
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
        assert said(page).startswith(f"({place[0]}, {place[1]}) not 1 is ")
    page.keyboard.press("End")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('table')?.dataset.grid") == "fig-2b"
    page.keyboard.press("Shift+Tab")
    assert marked(page, "here") == {(0, 6)}
    page.keyboard.press("Escape")
    expect(page.locator("[data-mark], .nt-answer:not(:empty)")).to_have_count(0)
    expect(page.locator(f"{GRIDS} :focus")).to_have_count(0)


@pytest.mark.full
def test_every_grid_of_every_page(view: Visit) -> None:
    view.page.emulate_media(reduced_motion="reduce")
    check_pointers(view.page)
    view.page.keyboard.press("Escape")
    assert not view.page.evaluate(EVERY_CELL)
