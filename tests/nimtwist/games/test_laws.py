"""What every game promises: canonical forms, components, closed forms, and counted options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, combinations, product
from math import gcd
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nimtwist import (
    BlockingNim,
    ClosedForm,
    ClosedValue,
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
from nimtwist.games.blocking import Boxes
from nimtwist.games.hackenbush import Picture
from nimtwist.games.moore import MooreTheory
from nimtwist.games.mum import ProductIsOne, Remainders
from nimtwist.games.northcott import NimInGaps
from nimtwist.games.stones import Products
from nimtwist.podium import PodiumSolver
from tests.mutations import Mutation
from tests.strategies import Index, some_of


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


# --- Parameters ----------------------------------------------------------------------------------

OF_A_NUMBER: list[Callable[[Any], Ruleset[Any]]] = [
    *(Moore, MuM, Northcott, PolyMuM, PowerMuM),
    lambda number: BlockingNim(number, [{1}]),
    lambda number: BlockingNim(3, [{number}]),
    lambda number: BlockingNim.exactly(number, 1),
]


@pytest.mark.parametrize("made", OF_A_NUMBER)
def test_numbers_of_another_type_are_kept_as_plain_ones(made: Callable[[Any], object]) -> None:
    assert made(Index(3)) == made(3)


# --- Canonical positions -------------------------------------------------------------------------


def check_canonical(rules: Ruleset[Any], position: Any) -> None:
    """Fail unless the laws of canonical forms hold at a position."""
    form = canonical(rules, position)
    assert canonical(rules, form) == form
    options = list(rules.options(position))
    assert options == list(rules.options(form))
    assert [canonical(rules, option) for option in options] == options


@each_game
def test_options_of_any_spelling_are_canonical(name: str) -> None:
    rules, drawn = GAMES[name]
    for position in some_of(drawn, 50):
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


# --- Closed forms, and counted options -----------------------------------------------------------


def restricted(rules: BlockingNim) -> st.SearchStrategy[tuple[Any, frozenset[int]]]:
    """Positions of blocking Nim."""
    return st.tuples(heaps(0, 1, 2, 3, 5), st.sampled_from(rules.family))


def rows(width: int) -> st.SearchStrategy[Any]:
    """Positions of Northcott's game."""
    return st.lists(st.sampled_from([*combinations(range(width), 2)]), max_size=2).map(tuple)


def coprime(modulus: int) -> st.SearchStrategy[tuple[int, ...]]:
    """Heaps coprime to a modulus."""
    return heaps(*(heap for heap in range(1, modulus + 5) if gcd(heap, modulus) == 1))


ANY = heaps(1, 2, 3, 4, 5, 6, 8)
FAMILIES = [
    *(BlockingNim.exactly(n, k) for n, k in ((1, 1), (2, 1), (3, 1), (3, 3), (4, 2))),
    *(BlockingNim.up_to(n, k) for n, k in ((2, 2), (3, 2))),
    *(BlockingNim(3, family) for family in ([{1}, {1, 3}], [{2, 3}, {1, 3}], [()], [{3}])),
]
SOLVED: list[tuple[Any, st.SearchStrategy[Any]]] = [
    *GAMES.values(),
    *((Moore(k), heaps(0, 1, 2, 3, 5)) for k in (1, 2, 3)),
    *((rules, restricted(rules)) for rules in FAMILIES),
    *(
        (MuM(modulus, consolidation, compulsory=compulsory), coprime(modulus))
        for modulus in (2, 5, 9)
        for consolidation in ("same-turn", "own-turn", "never")
        for compulsory in (True, False)
    ),
    *((MuM(modulus, "never", "any"), ANY) for modulus in (4, 5)),
    (MuM(4, "never", "not divisible"), heaps(1, 2, 3, 5, 6, 9)),
    (MuM(5, heaps="any"), ANY),
    *((MuM(5, when=when), coprime(5)) for when in ("small", "always")),
    *(
        (PolyMuM(0b1011, compulsory=compulsory), heaps(*range(1, 8)))
        for compulsory in (True, False)
    ),
    *((PolyMuM(0b111, consolidation), heaps(1, 2, 3)) for consolidation in ("own-turn", "never")),
    (PolyMuM(0b111, heaps="any"), heaps(1, 2, 3, 4, 5, 6)),
    (PolyMuM(0b111, when="always"), heaps(1, 2, 3)),
    *((Northcott(n, retreats), rows(n)) for n in (2, 4, 5) for retreats in (True, False)),
    *((Octal(code), heaps(0, 1, 4, 7, 11)) for code in ("0.07", "0.137", "0.6", "4.4")),
]
WITH_A_FORM = [(rules, drawn) for rules, drawn in SOLVED if getattr(rules, "closed_form", None)]


@cache
def judge(rules: Any) -> Any:
    """Return who searches a game, and remembers what was found."""
    return LoopySolver(rules) if isinstance(rules, Northcott) else Solver(rules)


search = cache(Solver[Any])


def check_closed_form(theory: ClosedForm[Any], position: Any) -> None:
    """Fail unless a theory says what the search does, and wins wherever one can."""
    solver = judge(theory.rules)
    assert theory.outcome(position) == solver.outcome(position)
    if isinstance(theory, ClosedValue):
        assert theory.grundy(position) == search(theory.rules).grundy(position)
    advised, won = theory.winning_options(position), solver.winning_options(position)
    assert set(advised) <= set(won)
    assert bool(advised) == bool(won)


@pytest.mark.parametrize(("rules", "drawn"), WITH_A_FORM, ids=[repr(r) for r, _ in WITH_A_FORM])
def test_a_closed_form_says_what_the_search_does(rules: Any, drawn: st.SearchStrategy[Any]) -> None:
    for position in some_of(drawn, 50):
        check_closed_form(rules.closed_form, position)


def test_these_games_have_a_closed_form_under_these_readings() -> None:
    found = Counter(type(rules.closed_form).__name__ for rules, _ in WITH_A_FORM)
    assert found == {
        "Bouton": 1,
        "MooreTheory": 4,
        "Boxes": 9,
        "ProductIsOne": 10,
        "Remainders": 9,
        "Periodic": 3,
        "Products": 2,
        "Principles": 1,
        "NimInGaps": 7,
    }


BROKEN: list[tuple[Any, Any, Mutation]] = [
    (Moore(2), (1, 2), Mutation(MooreTheory.outcome, "heap >> column", "heap >> 0")),
    (MuM(5), (2, 2), Mutation(ProductIsOne.winning_options, ".is_stranded(heaps)", " is None")),
    (MuM(5, "never"), (6,), Mutation(Remainders.grundy, "% remainders", "")),
    (Northcott(4), ((0, 2), (0, 2)), Mutation(NimInGaps.outcome, "nim_sum(gaps(", "sum(gaps(")),
    (Stones(), frozenset({(2, 2)}), Mutation(Products.grundy, "mul(x, y)", "x * y")),
    (FAMILIES[1], ((2,), frozenset({1})), Mutation(Boxes.outcome, '"P" if balanced and', '"P" if')),
]


@pytest.mark.parametrize(
    ("rules", "position", "mutation"), BROKEN, ids=[str(m) for *_, m in BROKEN]
)
def test_a_wrong_theory_is_found_out(
    rules: Any, position: Any, mutation: Mutation, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_closed_form(rules.closed_form, position)
    mutation.apply(monkeypatch)
    with pytest.raises(AssertionError):
        check_closed_form(rules.closed_form, position)


COUNTING = [(rules, drawn) for rules, drawn in SOLVED if hasattr(rules, "count_options")]


@pytest.mark.parametrize(("rules", "drawn"), COUNTING, ids=[repr(r) for r, _ in COUNTING])
def test_as_many_options_are_counted_as_there_are_or_a_few_more(
    rules: Any, drawn: st.SearchStrategy[Any]
) -> None:
    for position in some_of(drawn, 50):
        count, options = rules.count_options(position), rules.options(position)
        assert count >= len(options)
        if not isinstance(rules, Moore | Octal):  # equal heaps count, and so does every digit
            assert count == len(options)
