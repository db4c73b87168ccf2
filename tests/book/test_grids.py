"""Grids answer: a cell that is tapped, or gone to, shows its moves and those that decide it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from nimtwist import BlockingNim, Solver
from tests.book.test_pages import HEIGHT, PHONE, Scheme, Visit, of_pages, visit

TWIST = "notebooks/02_muller_twist"
RULES = BlockingNim.exactly(3, 1)
GRIDS = "table[data-answers]"

# What is wrong with what the cells of the grids that are in sight say, cell by cell. A cell is gone
# to, as by keys; nothing may move on the page, or be cut off, where the most is said.
EVERY_CELL = """() => {
  const frame = (table) => {
    let box = table.closest(".nt-scroll");
    for (let up = box; (up = up.parentElement?.closest(".nt-panels")); ) box = up;
    return box.nextElementSibling;
  };
  const found = [];
  let count = 0;
  for (const table of document.querySelectorAll("table[data-answers]")) {
    if (!table.checkVisibility() || table.closest("[inert]")) continue;
    const height = document.documentElement.scrollHeight;
    const place = table.offsetTop;
    const cells = [...table.querySelectorAll("tbody td")];
    let [longest, most] = [cells[0], 0];
    for (const cell of cells) {
      count += 1;
      cell.tabIndex = 0;
      cell.focus();
      const text = frame(table).textContent;
      if (text.length > most) [longest, most] = [cell, text.length];
      const marks = [...table.querySelectorAll("[data-mark]")];
      const kind = (mark) => marks.filter((one) => one.dataset.mark === mark);
      const told = JSON.parse(table.dataset.answers);
      const wrong = [
        !text && "nothing said",
        /undefined|NaN|null|[{}]/.test(text) && "not a sentence",
        (kind("here").length !== 1 || kind("here")[0] !== cell) && "not marked",
        document.querySelectorAll("[data-mark=here]").length !== 1 && "others marked",
        cell.textContent && told.how !== "product" && marks.length === 1
          && !/no move|leave \\(|options are worth|options have|best option|every move/.test(text)
          && "no reason",
        cell.textContent && told.formula && !text.includes(told.law[0]) && "no formula",
        told.how === "outcome" && kind("decides").some((one) =>
          /^[PN]$/.test(one.textContent) && !told.worth
            && one.textContent === cell.textContent) && "decided by its like",
      ].filter(Boolean);
      if (wrong.length) found.push([table.caption.textContent, cell.textContent, text, wrong]);
    }
    longest.focus();
    const said = frame(table);
    const after = document.documentElement.scrollHeight;
    const wrong = [
      (after !== height || table.offsetTop !== place) && "moved",
      said.scrollHeight > said.clientHeight && "cut off",
    ].filter(Boolean);
    if (wrong.length) found.push([table.caption.textContent, said.textContent, wrong]);
    document.activeElement.blur();
  }
  return [count, found.slice(0, 5)];
}"""


# What is marked, and said, for each cell of one grid; or for every seventh, say.
ALL_SAID = """([name, step]) => {
  const table = document.querySelector(`table[data-grid="${name}"]`);
  const rows = [...table.querySelectorAll("tbody tr")];
  const place = (cell) => [rows.indexOf(cell.parentElement), cell.cellIndex - 1];
  return [...table.querySelectorAll("tbody td")].filter((_, k) => k % step === 0).map((cell) => {
    cell.tabIndex = 0;
    cell.focus();
    const marks = [...table.querySelectorAll("[data-mark]")];
    const said = document.querySelector(".nt-answer:not(:empty)").textContent;
    return [place(cell), marks.map((one) => [place(one), one.dataset.mark]), said];
  });
}"""


@contextmanager
def telephone(browser: Browser, site: str, name: str) -> Iterator[Visit]:
    """A chapter on a telephone, where one taps."""
    context = browser.new_context(
        viewport={"width": PHONE, "height": HEIGHT},
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
    )
    visit = Visit(context.new_page())
    visit.go(f"{site}/{name}.html")
    yield visit
    context.close()


@pytest.fixture(scope="module")
def phone(browser: Browser, site: str) -> Iterator[Visit]:
    """Chapter 2 on a telephone."""
    with telephone(browser, site, TWIST) as visit:
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
    shown = phone.page.evaluate(ALL_SAID, ["fig-2b", 1])
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
    assert not phone.errors


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
@pytest.mark.parametrize("opened", of_pages())
def test_every_grid_of_every_page(
    opened: tuple[str, str, Scheme, int], browser: Browser, site: str, book: Path
) -> None:
    """In each state of a menu or a slider, one after the other."""
    name, origin, scheme, width = opened
    root = site if origin == "http" else book.as_uri()
    with visit(browser, f"{root}/{name}.html", scheme, width) as view:
        page = view.page
        page.emulate_media(reduced_motion="reduce")
        check_pointers(page)
        page.keyboard.press("Escape")
        wrong = page.evaluate(EVERY_CELL)[1]
        explorers = page.locator(f".nt-explorer:has({GRIDS})") if origin == "http" else None
        for explorer in explorers.all() if explorers else []:
            for menu in explorer.locator("select").all():
                for index in range(menu.locator("option").count()):
                    menu.select_option(index=index)
                    wrong += page.evaluate(EVERY_CELL)[1]
        assert not wrong
        assert not view.errors
