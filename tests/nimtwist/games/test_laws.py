"""Laws of every game: canonical forms, notation, moves, components, closed forms, counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain, combinations, product
from math import gcd
from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st

from nimtwist import (
    BlockingNim,
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
    Notation,
    Octal,
    PolyMuM,
    PowerMuM,
    Rank,
    Ruleset,
    Solver,
    Stones,
    Sum,
    SumSolver,
    TurningCorners,
    canonical,
)
from nimtwist.games.hackenbush import Picture
from nimtwist.games.mumber import Mumber
from nimtwist.podium import Standings
from tests.strategies import Index, some_of

Drawn = st.SearchStrategy[Any]


def heaps(*sizes: int, most: int = 3) -> Drawn:
    """Heaps of these sizes in any order."""
    return st.lists(st.sampled_from(sizes), max_size=most).map(tuple)


def coprime(modulus: int) -> Drawn:
    """Heaps coprime to a modulus."""
    return heaps(*(heap for heap in range(1, modulus + 5) if gcd(heap, modulus) == 1))


def cells(low: int, high: int, most: int) -> Drawn:
    """Sets of places in a square."""
    place = st.integers(low, high)
    return st.frozensets(st.tuples(place, place), max_size=most)


def blocking(rules: BlockingNim) -> tuple[BlockingNim, Drawn]:
    """Blocking Nim and its positions."""
    return rules, st.tuples(heaps(0, 1, 2, 3, 5), st.sampled_from(rules.family))


def northcott(width: int, retreats: bool) -> tuple[Northcott, Drawn]:
    """Northcott's game and its positions."""
    row = st.sampled_from([*combinations(range(width), 2)])
    return Northcott(width, retreats), st.lists(row, max_size=2).map(tuple)


NIM = heaps(0, 1, 2, 3, 4)
ANY = heaps(1, 2, 3, 4, 5, 6, 8)
PICTURES = [
    Picture(edges)
    for count in range(5)
    for edges in product([(0, 1), (0, 2), (1, 2), (3, 1), (0, 4)], repeat=count)
    if all(0 in e or 3 not in e or (0, 1) in edges or (1, 2) in edges for e in edges)
    and ((1, 2) not in edges or {(0, 1), (0, 2)} & set(edges))
    and ((3, 1) not in edges or (0, 1) in edges or {(0, 2), (1, 2)} <= set(edges))
]
"""Pictures of at most four edges, among them cycles, double edges, and several pieces."""
TURNS: list[Any] = ["same-turn", "own-turn", "never"]
AMOUNTS: list[Any] = ["elements", "polynomial", "any"]

GAMES: list[tuple[Any, Drawn]] = [
    (Nim(), NIM),
    *((Moore(k), heaps(0, 1, 2, 3, 5)) for k in (1, 2, 3)),
    *((Octal(code), heaps(0, 1, 4, 7)) for code in ("0.07", "0.137", "0.6", "4.4", "4.137")),
    (Kayles(), heaps(0, 1, 4, 7)),
    *(blocking(BlockingNim.exactly(n, k)) for n, k in ((1, 1), (2, 1), (3, 1), (3, 3), (4, 2))),
    *(blocking(BlockingNim.up_to(n, k)) for n, k in ((2, 2), (3, 2))),
    *(blocking(BlockingNim(3, f)) for f in ([{1}, {1, 3}], [{2, 3}, {1, 3}], [()], [{3}])),
    *(
        (MuM(modulus, turn, compulsory=compulsory), coprime(modulus))
        for modulus, turn, compulsory in product((2, 5, 9), TURNS, (True, False))
    ),
    *((MuM(modulus, turn, "any"), ANY) for modulus, turn in product((4, 5), TURNS)),
    (MuM(4, "never", "not divisible"), heaps(1, 2, 3, 5, 6, 9)),
    *((MuM(5, when=when), coprime(5)) for when in ("small", "always")),
    (MuM(5, "own-turn", compulsory=False, when="always"), coprime(5)),
    *((PolyMuM(0b1011, compulsory=how), heaps(*range(1, 8))) for how in (True, False)),
    *((PolyMuM(0b111, turn), heaps(1, 2, 3)) for turn in TURNS),
    *((PolyMuM(0b111, turn, "any", amounts), ANY) for turn, amounts in product(TURNS, AMOUNTS)),
    (PolyMuM(0b111, when="always"), heaps(1, 2, 3)),
    (PowerMuM(3), NIM),
    *(northcott(width, retreats) for width in (2, 4, 5) for retreats in (True, False)),
    (Stones(), cells(1, 3, 2)),
    (Stones("rectangles"), cells(1, 3, 2)),
    (TurningCorners(), cells(0, 2, 2)),
    (Cram(), cells(0, 2, 8)),
    (Hackenbush(), st.sampled_from(PICTURES)),
    (Sum((Nim(), Kayles())), st.tuples(NIM, heaps(0, 1, 4))),
    (MultiMove(Nim(), 2), NIM),
    (MultiMove(Sum((Nim(), Sum((Kayles(),)))), 2), st.tuples(NIM, st.tuples(NIM))),
]


def each(*needed: str) -> pytest.MarkDecorator:
    """Run a test for all games that have these attributes."""
    games = [game for game in GAMES if all(getattr(game[0], name, None) for name in needed)]
    names = [repr(rules) for rules, _ in games]
    return pytest.mark.parametrize(("rules", "drawn"), games, ids=names)


def position_and_options(rules: Any, drawn: Drawn) -> Iterator[tuple[Any, list[Any]]]:
    """Yield some positions, each with its options."""
    for position in some_of(drawn, 50):
        yield position, list(rules.options(position))


# --- Parameters ----------------------------------------------------------------------------------

OF_A_NUMBER: list[Callable[[Any], object]] = [
    *(Moore, MuM, Mumber, Northcott, PolyMuM, PowerMuM, Rank, Standings),
    lambda number: MultiMove(Nim(), number),
    lambda number: BlockingNim(number, [{1}]),
    lambda number: BlockingNim(3, [{number}]),
    lambda number: BlockingNim.exactly(number, 1),
]


@pytest.mark.parametrize("made", OF_A_NUMBER)
def test_numbers_of_another_type_are_kept_as_plain_ones(made: Callable[[Any], object]) -> None:
    assert made(Index(3)) == made(3)


# --- Positions and moves -------------------------------------------------------------------------


@each()
def test_positions_of_any_spelling_have_a_canonical_form(rules: Any, drawn: Drawn) -> None:
    for position, options in position_and_options(rules, drawn):
        form = canonical(rules, position)
        assert canonical(rules, form) == form
        assert options == list(rules.options(form))
        assert [canonical(rules, option) for option in options] == options
        assert len(set(options)) == len(options) or isinstance(rules, Hackenbush)
        for name in ("show", "product", "is_stranded", "consolidates", "moves_to_one"):
            if question := getattr(rules, name, None):
                assert question(position) == question(form)


@each("why_illegal")
def test_what_is_shown_is_read_again(rules: Any, drawn: Drawn) -> None:
    for position in some_of(drawn, 50):
        assert rules.read(rules.show(position)) == canonical(rules, position)
    assert isinstance(rules, Notation)


def broken(value: Any) -> Iterator[Any]:
    """Yield a position with one part changed: into another type, length or number."""
    if isinstance(value, tuple):
        yield from (list(value), (*value, *value[-1:]), value[:-1])
        for place, part in enumerate(value):
            yield from ((*value[:place], other, *value[place + 1 :]) for other in broken(part))
    elif isinstance(value, frozenset):
        yield [*value]
        for part in value:
            yield from (value - {part} | {new} for new in broken(part) if type(new) is not list)
    elif isinstance(value, int):
        yield from (str(value), value + 0.5, -1, None)


@each("read")
def test_a_broken_position_is_refused_or_is_another_one(rules: Any, drawn: Drawn) -> None:
    for position in some_of(drawn, 20):
        for other in broken(position):
            try:
                form = canonical(rules, other)
            except (ValueError, TypeError):
                continue
            assert rules.read(rules.show(form)) == form


SPELT: list[tuple[Any, Any, list[str]]] = [
    (Nim(), (2, 4), ["4, 0, 2", " 4 0 2 ", "(4,0,2)", "(4, 0, 2)", "4,,0\t2,"]),
    (BlockingNim.exactly(4, 2), ((1, 2, 4), frozenset({1, 3})), [
        *("4 2 1 not 1 not 3", "(4, 2, 1) not 1, 3", "1,2,4 not 3 and not 1", "1 4 2 not (1 3)")
    ]),
    (Stones(), frozenset({(1, 3), (4, 7)}), [
        *("(1, 3), (4, 7)", "4,7;1,3", " 1 3 4 7 ", "(1,3)(4,7)", "(1 3);\t(4 7),")
    ]),
    (Stones(), frozenset(), [" no  stones ", "()"]),
    (Cram(), Cram.rectangle(2, 3) - {(0, 2)}, [
        *("..#/...", " ..# /... ", "..\t/\n...", "../...#/##")
    ]),
    (Hackenbush(), Picture([(0, 1), (1, 2)]), ["0-1, 2-1", " (1-0 1-2) ", "0-1,1-2,", "0-1\t1-2"]),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "position", "texts"), SPELT, ids=repr)
def test_positions_are_read_in_any_common_form(rules: Any, position: Any, texts: list[str]) -> None:
    assert {rules.read(text) for text in texts} == {position}


@each("why_illegal")
def test_a_move_is_refused_exactly_if_it_is_no_option(rules: Any, drawn: Drawn) -> None:
    """Legal moves, two moves at once, and moves to any other position."""
    for position, options in position_and_options(rules, drawn):
        later = [two for option in options[:5] for two in rules.options(option)]
        for option in [*options, *later[:20], *some_of(drawn, 50)[:20]]:
            refused = rules.why_illegal(position, option)
            assert (refused is None) == (canonical(rules, option) in options), (option, refused)
            assert refused is None or not refused[0].isupper()
        assert all(rules.describe_move(position, option)[0].islower() for option in options)


@each("count_options")
def test_options_are_counted_and_chosen_without_a_list(rules: Any, drawn: Drawn) -> None:
    chance = Random(1)
    for position, options in position_and_options(rules, drawn):
        count = rules.count_options(position)
        assert count >= len(options)
        if not isinstance(rules, Moore | Octal):  # equal heaps count, and so does every digit
            assert count == len(options)
        if options and hasattr(rules, "random_option"):
            chosen = {rules.random_option(position, chance) for _ in range(20)}
            assert chosen <= set(options)
            assert len(chosen) > 1 or len(options) < 3


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
    (Cram(), list(subsets(product(range(3), repeat=2), 9))),
    (Stones(), list(subsets(product(range(1, 4), repeat=2), 3))),
    (Stones("rectangles"), list(subsets(product(range(1, 4), range(1, 3)), 3))),
    (TurningCorners(), list(subsets(product(range(3), repeat=2), 2))),
    (Hackenbush(), PICTURES[::3]),
    (Sum((Nim(), Sum((Octal("0.07"), Cram())))), [
        ((a, b), ((c,), frozenset(product(range(2), range(d)))))
        for a, b, c, d in product(range(3), range(3), range(4), range(3))
    ]),
    (MuM(5), list(product((1, 2, 3, 6), repeat=2))),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "positions"), SUMS, ids=[repr(rules) for rules, _ in SUMS])
def test_the_sum_solver_answers_as_the_search_does(
    rules: Ruleset[Any], positions: list[Any]
) -> None:
    solver, sums = Solver(rules), SumSolver(rules)
    components = getattr(rules, "components", lambda position: [canonical(rules, position)])
    for position in positions:
        assert sums.grundy(position) == solver.grundy(position)
        assert sums.outcome(position) == solver.outcome(position)
        assert sums.winning_options(position) == solver.winning_options(position)
        assert list(components(position)) == list(components(canonical(rules, position)))
        for component in components(position):
            assert canonical(rules, component) == component
            assert list(components(component)) == [component]


# --- Closed forms --------------------------------------------------------------------------------


@cache
def judge(rules: Any) -> Any:
    """Return a search of the game that remembers what it found."""
    return LoopySolver(rules) if isinstance(rules, Northcott) else Solver(rules)


@each("closed_form")
def test_a_closed_form_says_what_the_search_does(rules: Any, drawn: Drawn) -> None:
    theory, solver = rules.closed_form, judge(rules)
    for position in some_of(drawn, 50):
        assert theory.outcome(position) == solver.outcome(position)
        if isinstance(theory, ClosedValue):
            assert theory.grundy(position) == solver.grundy(position)
        advised, won = theory.winning_options(position), solver.winning_options(position)
        assert set(advised) <= set(won)
        assert bool(advised) == bool(won)


def test_every_theory_is_compared() -> None:
    theories = {type(rules.closed_form) for rules, _ in GAMES if hasattr(rules, "closed_form")}
    assert {theory.__name__ for theory in theories} == {
        *("Bouton", "MooreTheory", "Boxes", "ProductIsOne", "Remainders", "Periodic", "Products"),
        *("Principles", "NimInGaps", "NoneType"),
    }
