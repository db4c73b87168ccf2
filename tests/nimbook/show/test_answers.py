"""What the cells of a grid answer, read as the page reads it, against the search."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from html import unescape
from math import gcd
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimbook.claims.twist import FIGURE_4
from nimbook.finite_fields.exhibits import field_products, stranded_grid
from nimbook.impartial_games.exhibits import mex_table
from nimbook.more_than_two_players.exhibits import boxed_ranks, rank_grid
from nimbook.muller_twist import exhibits
from nimbook.muller_twist.exhibits import family_grids, grid_beside, pair_answers, pair_grid
from nimbook.multiplying_heaps.exhibits import LAYERS, mum_grid
from nimbook.mumbers.exhibits import mumber_moves, sum_grids
from nimbook.nimber_arithmetic.exhibits import nim_table
from nimbook.show import cell_table as grid
from nimbook.show.answers import Answers, Cell, Formula, How, answers, square
from nimtwist import BlockingNim, MuM, Nim, Solver
from nimtwist.games.blocking import Boxes, PairGrid, show_restriction
from nimtwist.games.mum import Heaps, MumberSolver
from nimtwist.games.nim import nim_sum
from nimtwist.games.polymum import PolyMuM

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
    text: str = ""

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
            text=told.get("formula", ""),
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


@dataclass(frozen=True)
class Listed:
    """A game of numbers, whose options are listed; all are smaller."""

    lists: tuple[frozenset[int], ...]

    def options(self, position: int, /) -> list[int]:
        """Return the options that are listed, in order."""
        return sorted(self.lists[position])


SIZE = 4


@st.composite
def games(draw: st.DrawFn) -> tuple[Listed, dict[Cell, int]]:
    """A game, and a grid in which some of its positions are, some of them twice."""
    count = SIZE * SIZE + 4
    lists = [
        draw(st.frozensets(st.integers(0, n - 1), max_size=4)) if n else frozenset[int]()
        for n in range(count)
    ]
    places = draw(st.lists(st.integers(0, count - 1), min_size=SIZE**2, max_size=SIZE**2))
    return Listed(tuple(lists)), dict(zip(square(SIZE), places, strict=True))


def worth_of(how: How, rules: Listed) -> Callable[[int], object]:
    solver = Solver(rules)
    if how == "outcome":
        return solver.outcome
    return solver.grundy if how == "mex" else lambda position: solver.rank(position, 3) or "P"


@given(games(), st.sampled_from(["outcome", "mex", "rank"]))
def test_what_a_grid_says_is_what_the_search_finds(
    game: tuple[Listed, dict[Cell, int]], how: How
) -> None:
    rules, positions = game
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


@given(games(), st.data())
def test_a_wrong_move_is_found(game: tuple[Listed, dict[Cell, int]], data: st.DataObject) -> None:
    """The reading above sees a cell whose moves are those of another game."""
    rules, positions = game
    solver = Solver(rules)
    right = answers("mex", rules, positions, solver.grundy)
    cell = data.draw(st.sampled_from(square(SIZE)))
    wrong = data.draw(st.sampled_from(square(SIZE)).filter(lambda to: to not in right.moves[cell]))
    broken = replace(right, moves={**right.moves, cell: {*right.moves[cell], wrong}})
    rows = [[solver.grundy(positions[i, j]) for j in range(SIZE)] for i in range(SIZE)]
    [told] = tables(grid(rows, "a game", answers=broken))
    assert told.moves[cell] == {*right.moves[cell], wrong}
    same = solver.grundy(positions[cell]) == solver.grundy(positions[wrong])
    assert bool(contradictions(told)) == same


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
    cells, solver = PairGrid(rules, size), Solver(rules)
    for forbidden in rules.family:
        [told] = tables(pair_grid(cells, forbidden))
        for cell, text in told.written.items():
            position = rules.canonical((cell, forbidden))
            assert text == solver.outcome(position)
            i, j = cell
            takes = [n for n in range(1, size) if (n - 1) % rules.modulus + 1 not in forbidden]
            beside = {
                *((i - n, j) for n in takes if n <= i),
                *((i, j - n) for n in takes if n <= j),
            }
            assert told.moves[cell] == beside
            canonical = {to: rules.canonical((to, forbidden))[0] for to in told.moves[cell]}
            assert set(canonical.values()) == {heaps for heaps, _ in rules.options(position)}
            wins = set(solver.winning_options(position))
            named = {
                (canonical[to], said) for to in told.moves[cell] if (said := told.worth[to]) != "N"
            }
            assert {heaps for heaps, _ in named} == {heaps for heaps, _ in wins}
            assert named <= {(h, f"P {show_restriction(c)}".rstrip()) for h, c in wins}
        assert not contradictions(told)


@pytest.mark.parametrize(
    "rules",
    [
        FIGURE_4,
        BlockingNim.exactly(4, 2),
        BlockingNim.up_to(3, 3),
        BlockingNim(2, [{1, 2}, {1}]),
        BlockingNim(9, [{1, 9}, {2, 3, 4}]),
    ],
)
@pytest.mark.parametrize("size", [1, 5, 11])
def test_pairs_answer_as_the_rules_do_cell_by_cell(rules: BlockingNim, size: int) -> None:
    cells = PairGrid(rules, size)

    def outcome(heaps: Heaps, restriction: frozenset[int]) -> str:
        first, second = (0, 0, *heaps)[-2:]
        return cells.outcome(first, second, restriction)

    for forbidden in rules.family:
        told = pair_answers(cells, forbidden, "cells")
        pairs = {pair: pair for pair in square(size)}
        plain = exhibits._answers(rules, forbidden, pairs, outcome, told.called, "cells")
        rows = cells.rows(forbidden)
        assert told.attributes(rows) == plain.attributes(rows)


def test_a_grid_without_a_formula_tells_what_boxes_would_say() -> None:
    """Figure 4; and a family in which all may be forbidden, where there are no boxes."""
    solver = Solver(FIGURE_4)
    for forbidden in FIGURE_4.family:
        [told] = tables(pair_grid(PairGrid(FIGURE_4, 7), forbidden))
        assert told.text == "it fails in this family; boxes of 2 would say {}"
        boxes = Boxes(FIGURE_4, 2)
        for cell, said in told.gives.items():
            assert said == boxes.outcome((cell, forbidden))
            assert told.written[cell] == solver.outcome(FIGURE_4.canonical((cell, forbidden)))
        assert told.gives != told.written
    [told] = tables(pair_grid(PairGrid(BlockingNim(2, [{1, 2}, {1}]), 5), frozenset({1})))
    assert "some restriction forbids every number" in told.text
    no_move = {cell for cell, moves in told.moves.items() if not moves}
    assert no_move == {cell for cell, text in told.written.items() if text == "P"}


@pytest.mark.parametrize(
    ("rules", "under"),
    [
        (BlockingNim(4, [{1, 3}, {2, 4}]), {1, 3}),
        (BlockingNim(4, [{1, 3}, {2, 4}, {1, 2}]), {1, 3}),
        (FIGURE_4, {2, 3}),
    ],
)
@pytest.mark.parametrize("heap", [0, 3, 4])
def test_heaps_beside_a_third_one(rules: BlockingNim, under: set[int], heap: int) -> None:
    solver = Solver(rules)
    [told] = tables(grid_beside(rules, frozenset(under), heap, 6))
    assert not contradictions(told)
    for (i, j), text in told.written.items():
        position = rules.canonical(((i, j, heap), frozenset(under)))
        assert text == solver.outcome(position)
        wins = {rules.show(option) for option in solver.winning_options(position)}
        for line in told.beyond[i, j]:
            worth, _, name = line.partition(" ")
            said = re.fullmatch("(.*?)(?:, with “(.*)”)?", name)
            assert said and (worth == "P") == bool(said[2])
            left = rules.read(f"{said[1]} {said[2]}") if said[2] else None
            assert left is None or rules.show(left) in wins
        if rules.is_box_game:
            box = rules.smallest_unavoidable
            assert isinstance(box, int)
            assert told.gives[i, j] == str(nim_sum(n // box for n in (i, j, heap)))


@pytest.mark.parametrize("modulus", [5, 8, 13])
@pytest.mark.parametrize("consolidation", ["same-turn", "own-turn", "never"])
def test_heaps_of_mum(modulus: int, consolidation: str) -> None:
    rules = MuM(modulus, consolidation)  # type: ignore[arg-type]
    solver = MumberSolver(rules, modulus)
    for layer in LAYERS:
        [told] = tables(mum_grid(rules, 12, layer))
        how = "mex" if layer in ("mumber", "difference") else "outcome"
        assert told.how == how
        number = modulus if how == "mex" else 0
        # What a cell is worth stands in it, or beside what stands in it.
        seen = replace(told, written=told.worth)
        assert not contradictions(seen, number)
        heaps = [heap for heap in range(1, 13) if gcd(heap, modulus) == 1]
        for (i, j), worth in told.worth.items():
            position: Heaps = tuple(sorted((heaps[i], heaps[j])))
            found = solver.mumber(position) if number else solver.outcome(position)
            assert worth == str(found)
            assert told.gives[i, j] == str(heaps[i] * heaps[j] % modulus)
            inside = {tuple(sorted((heaps[a], heaps[b]))) for a, b in told.moves[i, j]}
            assert inside == {o for o in rules.options(position) if len(o) == 2}


def test_elements_of_a_field() -> None:
    rules = PolyMuM(0b1011)
    solver = Solver(rules)
    for draw in (field_products, stranded_grid):
        [told] = tables(draw(rules.polynomial))
        assert len(told.written) == 49
        for (i, j), worth in told.worth.items():
            assert worth == solver.outcome((min(i, j) + 1, max(i, j) + 1))
            assert told.gives[i, j] == str(rules.mul(i + 1, j + 1))
        assert not contradictions(replace(told, written=told.worth))


def test_ranks_and_values() -> None:
    [told] = tables(rank_grid(3, (5,), 6))
    assert not contradictions(told, 3)
    assert any(told.beyond.values())
    for told in tables(boxed_ranks(3, 2, [2], 3, 5)):
        assert not contradictions(told, 3)
    for told in [*tables(mumber_moves(5, 4, 3, 9)), *tables(sum_grids(9))]:
        assert not contradictions(told, 9 if told.text.endswith("9") else 5)
    for step in (1, 22, 64):
        [told] = tables(mex_table(8, step))
        assert len([text for text in told.written.values() if text]) == step
        assert not contradictions(told)
    for operation in ("sum", "product"):
        [told] = tables(nim_table(operation, 8))
        assert told.gives == told.written
        assert operation == "product" or not contradictions(told)
    for told in tables(family_grids(4, "1, 3; 2, 4", 6)):
        assert not contradictions(told)


def test_layers_of_many_kinds() -> None:
    """A layer of more values than there are digits is a list."""
    cells = square(9)
    gives = {(i, j): 10 * i + j for i, j in cells}
    told = Answers("product", formula=Formula("{}", gives, "a law", "thm"))
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


def test_a_grid_without_moves_says_so() -> None:
    """Nothing is made up: the moves are those of the rules, and none for an end of play."""
    told = pair_answers(PairGrid(BlockingNim(1, [[1]]), 3), frozenset({1}))
    assert not told.steps and not told.moves
    assert answers("mex", Nim(), {(0, 0): ()}, Solver(Nim()).grundy).moves == {(0, 0): set()}
