"""What the cells of a grid answer, read as the page reads it, against the search."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from html import unescape
from math import gcd
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from nimbook.show import cell_table as grid
from nimbook.show.answers import Answers, Cell, Formula, How, answers
from nimtwist import BlockingNim, Solver
from nimtwist.games.restrictions import show_restriction
from tests.chapters import from_chapter
from tests.strategies import Graph, dags

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass
class Told:
    """What is written in the attribute of a table, for each cell."""

    how: str
    written: dict[Cell, str]
    moves: dict[Cell, set[Cell]]
    worth: dict[Cell, str]
    beyond: dict[Cell, list[str]]
    gives: dict[Cell, str] = field(default_factory=dict)
    number: int = 0

    def options(self, cell: Cell) -> list[str]:
        """Return what the options of a cell are worth, without words that are said with it."""
        inside = [self.worth[move] for move in self.moves[cell]]
        return [worth.split()[0] for worth in inside + self.beyond[cell]]


def tables(drawing: str) -> Iterator[Told]:
    """Read the grids of a drawing."""
    for table in re.findall("<table.*?</table>", drawing, re.S):
        found = re.search("data-answers='(.*?)'", table)
        if not found:
            continue
        told = json.loads(unescape(found[1]))
        rows = [re.findall("<td.*?>(.*?)</td>", row) for row in re.findall("<tr>(.*?)</tr>", table)]
        rows = rows[1:]
        width = len(rows[0])
        written = {(i, j): cell for i, row in enumerate(rows) for j, cell in enumerate(row)}

        def layer(
            name: str, told: dict[str, object] = told, written: dict[Cell, str] = written
        ) -> dict[Cell, str] | None:
            match told.get(name):
                case None:
                    return None
                case [[*kinds], str(which)]:
                    texts: list[Any] = [kinds[DIGITS.index(digit)] for digit in which]
                case [*each]:
                    texts = each
            return dict(zip(written, texts, strict=True))

        def moves(i: int, j: int, told: dict[str, object] = told, width: int = width) -> set[Cell]:
            others, steps = told.get("moves", {}), told.get("steps", [])
            assert isinstance(others, dict) and isinstance(steps, list)
            if str(i * width + j) in others:
                return {divmod(to, width) for to in others[str(i * width + j)]}
            ways = [*((i - step, j) for step in steps), *((i, j - step) for step in steps)]
            return {(a, b) for a, b in ways if a >= 0 and b >= 0}

        beyond = layer("beyond") or {}
        yield Told(
            how=told["how"],
            written=written,
            moves={cell: moves(*cell) for cell in written},
            worth=layer("worth") or written,
            beyond={cell: beyond.get(cell, "").splitlines() for cell in written},
            gives=layer("gives") or written,
            number=told.get("number", 0),
        )


def contradictions(told: Told, number: int = 0) -> list[Cell]:
    """Return the cells whose value does not follow from what their options are said to be worth."""
    return [
        cell
        for cell, text in told.written.items()
        if text and text.split()[0] != value(told.how, told.options(cell), number)
    ]


def value(how: str, options: list[str], number: int = 0) -> str:
    if how == "outcome":
        return "N" if "P" in options else "P"
    numbers = {int(option.replace("P", "0")) for option in options}
    if how == "rank":
        rank = (min(numbers, default=number - 1) + 1) % number
        return str(rank or "P")
    unit = (n for n in range(1 if number else 0, 1000) if n not in numbers)
    return str(next(n for n in unit if gcd(n, number or 1) == 1))


# --- Any game ------------------------------------------------------------------------------------


SIZE = 4


def worth_of(how: How, rules: Graph) -> Callable[[int], object]:
    solver = Solver(rules)
    if how == "outcome":
        return solver.outcome
    return solver.grundy if how == "mex" else lambda position: solver.rank(position, 3) or "P"


@given(
    dags(SIZE**2 + 4),
    st.lists(st.integers(0, 99), min_size=SIZE**2, max_size=SIZE**2),
    st.sampled_from(["outcome", "mex", "rank"]),
)
def test_what_a_grid_says_is_what_the_search_finds(
    rules: Graph, places: list[int], how: How
) -> None:
    """Some positions of a game are in the grid, some of them twice."""
    count = len(rules.positions)
    positions = {divmod(n, SIZE): place % count for n, place in enumerate(places)}
    worth = worth_of(how, rules)
    rows = [[worth(positions[i, j]) for j in range(SIZE)] for i in range(SIZE)]
    [told] = tables(grid(rows, "a game", answers=answers(how, rules, positions, worth)))
    for cell, position in positions.items():
        options = rules.options(position)
        reached = {positions[move] for move in told.moves[cell]}
        assert reached == set(options) & set(positions.values())
        outside = {line.split()[1]: line.split()[0] for line in told.beyond[cell]}
        assert outside.items() <= {str(option): str(worth(option)) for option in options}.items()
        assert reached.isdisjoint(map(int, outside))
        assert told.worth[cell] == str(worth(position))
    assert not contradictions(told, 3 * (how == "rank"))


# --- The grids of the book -----------------------------------------------------------------------

FAMILIES = st.integers(1, 5).flatmap(
    lambda modulus: st.tuples(
        st.just(modulus),
        st.lists(
            st.frozensets(st.integers(1, modulus)), min_size=1, max_size=3, unique_by=frozenset
        ),
    )
)


@given(FAMILIES, st.integers(1, 6))
def test_pairs_say_what_to_leave_and_what_to_forbid(
    chosen: tuple[int, list[frozenset[int]]], size: int
) -> None:
    rules = BlockingNim(*chosen)
    solver, blocking_grid = Solver(rules), from_chapter("02", "blocking_grid")
    for forbidden in rules.family:
        [told] = tables(blocking_grid(rules, forbidden, size))
        for cell, text in told.written.items():
            position = rules.canonical((cell, forbidden))
            assert text == solver.outcome(position)
            canonical = {to: rules.canonical((to, forbidden))[0] for to in told.moves[cell]}
            assert set(canonical.values()) == {heaps for heaps, _ in rules.options(position)}
            wins = set(solver.winning_options(position))
            named = {
                (canonical[to], said) for to in told.moves[cell] if (said := told.worth[to]) != "N"
            }
            assert {heaps for heaps, _ in named} == {heaps for heaps, _ in wins}
            assert named <= {(h, f"P {show_restriction(c)}".rstrip()) for h, c in wins}
        assert not contradictions(told)


NOTEBOOKS = sorted(Path(__file__).parents[3].glob("notebooks/*.ipynb"))


def drawings(notebook: Path) -> Iterator[str]:
    """Yield all HTML of a notebook, and of each state of its widgets."""
    content = json.loads(notebook.read_text("utf8"))
    for cell in content["cells"]:
        for output in cell.get("outputs", []):
            yield "".join(output.get("data", {}).get("text/html", ""))
    for state in content["metadata"].get("widgets", {}).values():
        for widget in state["state"].values():
            if isinstance(value := widget["state"].get("value"), str):
                yield value


def test_grids_of_the_chapters_follow_from_their_moves() -> None:
    count = 0
    for notebook in NOTEBOOKS:
        for told in (told for html in drawings(notebook) for told in tables(html)):
            if told.how in ("outcome", "mex", "rank"):
                count += 1
                # Beside products or differences stands what the cell is as an option.
                own = {
                    cell: text if text in ("", "P", "N") else told.worth[cell]
                    for cell, text in told.written.items()
                }
                assert not contradictions(replace(told, written=own), told.number), notebook
    assert count > 300


def test_layers_of_many_kinds() -> None:
    """A layer of more values than there are digits is a list."""
    gives = {(i, j): 10 * i + j for i in range(9) for j in range(9)}
    told = Answers("product", formula=Formula("{}", int.__add__, "a law", "thm"), gives=gives)
    [read] = tables(grid([[0] * 9] * 9, "many", answers=told))
    assert read.gives == {cell: str(given) for cell, given in gives.items()}


def test_texts_are_escaped() -> None:
    [told] = tables(
        grid(
            ["PN"],
            "odd",
            answers=Answers("outcome", beyond={(0, 1): [("P", "<b>'\"&")]}, moves={(0, 1): []}),
        )
    )
    assert told.beyond[0, 1] == ["P <b>'\"&"]
