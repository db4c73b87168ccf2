"""What every game promises the solvers: its canonical form, and its components."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nimtwist import (
    BlockingNim,
    Cram,
    Hackenbush,
    Kayles,
    LoopySolver,
    Moore,
    MultiMove,
    MuM,
    Nim,
    Northcott,
    Octal,
    PolyMuM,
    PowerMuM,
    Ruleset,
    Solver,
    Stones,
    Sum,
    SumSolver,
    Tree,
    TurningCorners,
    canonical,
)
from nimtwist.games.hackenbush import Picture
from nimtwist.podium import PodiumSolver


def heaps(*sizes: int, most: int = 3) -> st.SearchStrategy[tuple[int, ...]]:
    """Heaps of these sizes in any order."""
    return st.lists(st.sampled_from(sizes), max_size=most).map(tuple)


def cells(low: int, high: int, most: int) -> st.SearchStrategy[frozenset[tuple[int, int]]]:
    """Sets of places in a square."""
    place = st.integers(low, high)
    return st.frozensets(st.tuples(place, place), max_size=most)


NIM = heaps(0, 1, 2, 3, 4)
BLOCKING = BlockingNim.exactly(3, 1)
ROW = st.sampled_from([(i, j) for i in range(4) for j in range(i + 1, 4)])
PICTURES = [
    Picture(edges)
    for count in range(5)
    for edges in product([(0, 1), (0, 2), (1, 2), (3, 1), (0, 4)], repeat=count)
    if all(0 in e or 3 not in e or (0, 1) in edges or (1, 2) in edges for e in edges)
    and ((1, 2) not in edges or {(0, 1), (0, 2)} & set(edges))
    and ((3, 1) not in edges or (0, 1) in edges or {(0, 2), (1, 2)} <= set(edges))
]
"""Pictures of at most four edges, among them cycles, double edges, and several pieces."""

GAMES: dict[str, tuple[Ruleset[Any], st.SearchStrategy[Any]]] = {
    "Nim": (Nim(), NIM),
    "Moore": (Moore(2), NIM),
    "Kayles": (Kayles(), heaps(0, 1, 2, 5)),
    "octal": (Octal("4.137"), heaps(0, 1, 3, 4)),
    "blocking": (BLOCKING, st.tuples(heaps(0, 1, 2, 3), st.sampled_from(BLOCKING.family))),
    "MuM": (MuM(5), heaps(1, 2, 3, 6, 7)),
    "MuM of other heaps": (MuM(4, "own-turn", "any"), heaps(1, 2, 3, 4, 5)),
    "PolyMuM": (PolyMuM(0b111), heaps(1, 2, 3)),
    "PowerMuM": (PowerMuM(3), heaps(0, 1, 2, 4)),
    "Northcott": (Northcott(4, retreats=False), st.lists(ROW, max_size=3).map(tuple)),
    "stones": (Stones(), cells(1, 3, 2)),
    "rectangles": (Stones("rectangles"), cells(1, 3, 2)),
    "corners": (TurningCorners(), cells(0, 2, 2)),
    "Cram": (Cram(), cells(0, 2, 8)),
    "Hackenbush": (Hackenbush(), st.sampled_from(PICTURES)),
    "a sum": (Sum((Nim(), Sum((Kayles(),)))), st.tuples(NIM, st.tuples(heaps(0, 1, 4)))),
    "multi-moves": (MultiMove(Nim(), 2), NIM),
    "multi-moves of a sum": (MultiMove(Sum((Nim(),)), 2), st.tuples(NIM)),
}
each_game = pytest.mark.parametrize("name", GAMES)
OF_HEAPS = {"Nim", "Moore", "Kayles", "octal", "MuM", "MuM of other heaps", "PolyMuM", "PowerMuM"}


# --- Canonical positions -------------------------------------------------------------------------


def check_canonical(rules: Ruleset[Any], position: Any) -> None:
    """Fail unless the laws of canonical forms hold at a position."""
    form = canonical(rules, position)
    assert canonical(rules, form) == form
    options = list(rules.options(position))
    assert options == list(rules.options(form))
    assert [canonical(rules, option) for option in options] == options


@each_game
@settings(max_examples=50)
@given(st.data())
def test_options_of_any_spelling_are_canonical(name: str, data: st.DataObject) -> None:
    rules, positions = GAMES[name]
    position = data.draw(positions)
    check_canonical(rules, position)
    if name in OF_HEAPS or name == "blocking":
        assert len(rules.options(position)) == len(set(rules.options(position)))


def respelled(data: st.DataObject, name: str, position: tuple[int, ...]) -> tuple[int, ...]:
    empty = [0] * data.draw(st.integers(0, 2)) if name in OF_HEAPS and "MuM" not in name else []
    return tuple(data.draw(st.permutations([*position, *empty])))


@pytest.mark.parametrize("name", sorted(OF_HEAPS))
@settings(max_examples=20)
@given(st.data())
def test_every_question_takes_any_spelling(name: str, data: st.DataObject) -> None:
    rules, positions = GAMES[name]
    position = data.draw(positions)
    other = respelled(data, name, position)
    assert canonical(rules, other) == canonical(rules, position)
    assert Tree.of(rules, other, 2) == Tree.of(rules, position, 2)
    for solver in (PodiumSolver(rules), SumSolver(rules), LoopySolver(rules)):
        one, two = (
            [
                getattr(type(solver)(rules), question)(p)
                for question in ("outcome", "grundy", "winning_options", "remoteness")
                if hasattr(solver, question)
            ]
            for p in (position, other)
        )
        assert one == two
    for question in ("show", "product", "is_stranded", "consolidates", "moves_to_one"):
        if ask := getattr(rules, question, None):
            assert ask(other) == ask(position)
    assert PodiumSolver(rules).standings(other, 3) == PodiumSolver(rules).standings(position, 3)


class Counting(Nim):
    """Nim that counts how often it is asked for options."""

    def options(self, position: tuple[int, ...], /) -> list[tuple[int, ...]]:
        """Count, and return the options."""
        asked.append(position)
        return super().options(position)


asked: list[tuple[int, ...]] = []


@pytest.mark.parametrize("position", [(6, 7, 8), (8, 0, 6, 7)])
def test_equal_positions_are_searched_once(position: tuple[int, ...]) -> None:
    asked.clear()
    Solver(Counting()).grundy(position)
    below = {Nim().canonical(p) for p in product(range(7), range(8), range(9))}
    assert len(asked) == len(set(asked)) == len(below) == 154
    asked.clear()
    LoopySolver(Counting()).outcome(position)
    assert len(asked) == 154


def test_options_that_are_not_canonical_are_caught() -> None:
    class InPlace(Nim):
        def options(self, position: tuple[int, ...], /) -> list[tuple[int, ...]]:
            return [
                (*position[:i], left, *position[i + 1 :])
                for i, heap in enumerate(position)
                for left in range(heap)
            ]

    with pytest.raises(AssertionError):
        check_canonical(InPlace(), (2, 1))


# --- Components ----------------------------------------------------------------------------------


def subsets(places: Iterable[Any], most: int) -> Iterator[frozenset[Any]]:
    listed = list(places)
    chosen = chain.from_iterable(combinations(listed, count) for count in range(most + 1))
    return map(frozenset, chosen)


ROWS = list(product(range(4), repeat=3))
SUMS: list[tuple[Ruleset[Any], list[Any]]] = [
    (Nim(), ROWS),
    (Kayles(), [*ROWS, *product(range(7), repeat=2)]),
    *((Octal(code), ROWS) for code in ("0.137", "0.07", "4.4", "0.6", "0.356", "4.007")),
    (Cram(), list(subsets(product(range(2), range(4)), 8))),
    (Cram(), list(subsets(product(range(3), repeat=2), 9))),
    (Stones(), list(subsets(product(range(1, 4), repeat=2), 3))),
    (Stones("rectangles"), list(subsets(product(range(1, 4), range(1, 3)), 3))),
    (TurningCorners(), list(subsets(product(range(3), repeat=2), 3))),
    (Hackenbush(), PICTURES),
    (Sum((Nim(), Sum((Kayles(), Cram())))), [
        ((a, b), ((c,), frozenset(product(range(2), range(d)))))
        for a, b, c, d in product(range(3), range(3), range(5), range(4))
    ]),
    (MuM(5), list(product((1, 2, 3, 6), repeat=2))),
]  # fmt: skip


def disagreements(rules: Ruleset[Any], positions: Sequence[Any]) -> Iterator[Any]:
    """Yield the positions of which a sum solver says what is not so."""
    solver, sums = Solver(rules), SumSolver(rules)
    for position in positions:
        if (
            sums.grundy(position) != solver.grundy(position)
            or sums.outcome(position) != solver.outcome(position)
            or sums.winning_options(position) != solver.winning_options(position)
        ):
            yield position


@pytest.mark.parametrize(("rules", "positions"), SUMS, ids=[repr(rules) for rules, _ in SUMS])
def test_the_sum_solver_answers_as_the_search_does(
    rules: Ruleset[Any], positions: list[Any]
) -> None:
    assert next(disagreements(rules, positions), None) is None


@pytest.mark.parametrize(
    ("rules", "position", "count"),
    [
        (Nim(), (3, 1, 2), 3),
        (Kayles(), (5, 0, 2), 2),
        (Stones(), frozenset({(1, 3), (4, 7)}), 2),
        (TurningCorners(), frozenset({(0, 3), (4, 7), (1, 1)}), 3),
        (Cram(), frozenset({(0, 0), (0, 1), (2, 0), (2, 1), (2, 2)}), 2),
        (Hackenbush(), Picture.stalks([2, 1]), 2),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_a_sum_is_taken_apart(rules: Any, position: Any, count: int) -> None:
    """Answers are the same without components, but a sum would be searched as a whole."""
    assert len(rules.components(position)) == count


@pytest.mark.parametrize(("rules", "positions"), SUMS, ids=[repr(rules) for rules, _ in SUMS])
def test_components_are_canonical_and_have_no_others(
    rules: Ruleset[Any], positions: list[Any]
) -> None:
    components = getattr(rules, "components", lambda position: [canonical(rules, position)])
    for position in positions:
        assert list(components(position)) == list(components(canonical(rules, position)))
        for component in components(position):
            assert canonical(rules, component) == component
            assert list(components(component)) == [component]


class OneByOne(MuM):
    """MuM with its heaps for components: but whether it is stranded depends on them all."""

    def components(self, position: tuple[int, ...], /) -> list[tuple[int, ...]]:
        """Return the single heaps."""
        return [(heap,) for heap in self.canonical(position)]


class Rows(Cram):
    """Cram with its rows for components, as if no domino stood upright."""

    def components(self, position: frozenset[tuple[int, int]], /) -> list[Any]:
        """Return the rows."""
        rows = {row for row, _ in position}
        return [frozenset(cell for cell in position if cell[0] == row) for row in rows]


@pytest.mark.parametrize(
    ("rules", "positions"),
    [
        (OneByOne(5), list(product((1, 2, 3, 6), repeat=2))),
        (Rows(), list(subsets(product(range(2), repeat=2), 4))),
    ],
)
def test_components_that_interact_are_caught(rules: Ruleset[Any], positions: list[Any]) -> None:
    assert any(disagreements(rules, positions))


@settings(max_examples=25)
@given(st.sampled_from(["0.77", "0.137", "4.07", "0.252"]), heaps(0, 1, 2, 4, 6))
def test_any_octal_game_is_played_by_its_digits(code: str, position: tuple[int, ...]) -> None:
    digits = [int(digit) for digit in code.replace(".", "")]
    left = set()
    for i, heap in enumerate(position):
        for parts in product(range(heap + 1), repeat=2):
            taken, count = heap - sum(parts), sum(map(bool, parts))
            if 0 <= taken < len(digits) and heap and digits[taken] >> count & 1:
                left.add(canonical(Nim(), (*position[:i], *parts, *position[i + 1 :])))
    left.discard(canonical(Nim(), position))  # nothing taken, one heap left: no digit says so
    assert set(Octal(code).options(position)) == left
