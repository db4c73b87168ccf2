"""Tests for laws that all games obey, such as those of canonical forms, notation and sums."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, reduce
from itertools import combinations, product
from math import gcd, inf
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import strategies as st

from nimtwist import (
    ArcKayles,
    BlockingNim,
    ClosedValue,
    CoinTurning,
    Cram,
    DigraphGame,
    EndlessPlayError,
    Geography,
    Hackenbush,
    Kayles,
    LoopySolver,
    Moore,
    MultiMove,
    MuM,
    Nim,
    NodeKayles,
    Northcott,
    Notation,
    Octal,
    PolyMuM,
    PowerMuM,
    Rank,
    Solver,
    Stones,
    Subtraction,
    Sum,
    SumSolver,
    TakeAndBreak,
    TurningCorners,
    Vectors,
    canonical,
    check_rules,
)
from nimtwist.games.hackenbush import Picture
from nimtwist.games.moore import MooreTheory
from nimtwist.games.mumber import Mumber
from nimtwist.games.ordinal_stones import OrdinalStones
from nimtwist.misere import misere_quotient
from nimtwist.podium import Standings
from nimtwist.protocol import turned
from nimtwist.solve import BestSolver, Method, Play
from nimtwist.sums import MoveMixin
from tests.lib import own_brute
from tests.lib.positions import AMOUNTS, CONSOLIDATIONS, dealt, is_heap, pictures
from tests.lib.strategies import IntegerLike, sample_of

Drawn = st.SearchStrategy[Any]
Heaps = tuple[int, ...]


def heaps(*sizes: int, max_heaps: int = 3) -> Drawn:
    """Generate unsorted tuples of heaps whose sizes are chosen from `sizes`."""
    return st.lists(st.sampled_from(sizes), max_size=max_heaps).map(tuple)


def coprime(modulus: int) -> Drawn:
    """Generate tuples of heaps that are coprime to a modulus."""
    return heaps(*(heap for heap in range(1, modulus + 5) if gcd(heap, modulus) == 1))


def cells(low: int, high: int, max_cells: int) -> Drawn:
    """Generate sets of cells in a square."""
    coordinate = st.integers(low, high)
    return st.frozensets(st.tuples(coordinate, coordinate), max_size=max_cells)


def coins(last: int) -> Drawn:
    """Generate sets of places of coins."""
    return st.frozensets(st.integers(1, last), max_size=4)


def blocking(rules: BlockingNim) -> tuple[BlockingNim, Drawn]:
    """Return a game of blocking Nim and a strategy that generates its positions."""
    return rules, st.tuples(heaps(0, 1, 2, 3, 5), st.sampled_from(rules.family))


def northcott(width: int, retreats: bool) -> tuple[Northcott, Drawn]:
    """Return Northcott's game and a strategy that generates its positions."""
    row = st.sampled_from([*combinations(range(width), 2)])
    return Northcott(width, retreats), st.lists(row, max_size=2).map(tuple)


NIM = heaps(0, 1, 2, 3, 4)
ANY = heaps(1, 2, 3, 4, 5, 6, 8)
ORDINAL_SPOTS = st.frozensets(st.sampled_from([*product(range(1, 5), repeat=2)][:-1]), max_size=3)

GRAPH = "0-1 1-2 0-2 2-3 3-x x-y 5-3; 5 y; alone"
"""The edges of a graph with a cycle and an isolated vertex, but without directed cycles."""
VERTICES: Drawn = st.sampled_from([0, 1, 2, 3, 5, "x", "y", "alone"])

# For long codes: the numbers of heaps that may be left for each number of sticks that may be taken,
# and the condition on the sizes of two or more heaps.
LONG_CODES: dict[str, tuple[dict[int, tuple[int, ...]], str]] = {
    "4!.0": ({0: (2,)}, "different"),
    "0.3F": ({1: (0, 1), 2: (0, 1, 2, 3)}, "any"),
    "0.3F!": ({1: (0, 1), 2: (0, 1, 2, 3)}, "different"),
    "0.3F?": ({1: (0, 1), 2: (0, 1, 2, 3)}, "not all equal"),
    "C=.3F=": ({0: (2, 3), 1: (0, 1), 2: (0, 1, 2, 3)}, "equal"),
    "8.0": ({0: (3,)}, "any"),
    "G.0&34;": ({0: (4,), 2: (1, 5)}, "any"),
    "{2,4}?.1": ({0: (2, 4), 1: (0,)}, "not all equal"),
    "80.0": ({-1: (3,)}, "any"),
    "G84.2": ({-2: (4,), -1: (3,), 0: (2,), 1: (1,)}, "any"),
    "0.[3]": ({taken: (0, 1) for taken in range(1, 20)}, "any"),
    "0.7[03]": ({1: (0, 1, 2), **{taken: (0, 1) for taken in range(3, 20, 2)}}, "any"),
    "0.[4=0]": ({taken: (2,) for taken in range(1, 20, 2)}, "equal"),
}

GAMES: list[tuple[Any, Drawn]] = [
    (Nim(), NIM),
    *((Moore(k), heaps(0, 1, 2, 3, 5)) for k in (1, 2, 3)),
    *((Octal(code), heaps(0, 1, 4, 7)) for code in ("0.07", "0.137", "0.252", "0.6")),
    *((Octal(code), heaps(0, 1, 4, 7)) for code in ("4.4", "4.137")),
    *((Octal(code), heaps(0, 1, 4, 7, max_heaps=2)) for code in LONG_CODES if "8" not in code),
    *((Octal(code), heaps(0, 1, 4, 5, max_heaps=2)) for code in LONG_CODES if "8" in code),
    (Kayles(), heaps(0, 1, 4, 7)),
    (Subtraction({1, 3, 4}), heaps(0, 1, 4, 7)),
    (TakeAndBreak({0: [2], 2: [0, 1]}, different=True), heaps(0, 1, 4, 7)),
    (TakeAndBreak({1: [1, 3], 2: [0, 4]}), heaps(0, 1, 5, 8)),
    (Vectors([(2, 1)], [(1, 0), (0, 1), (1, 1)]), st.tuples(*[st.integers(0, 6)] * 2)),
    (Vectors([(1, 2), (2, 0)]), st.tuples(*[st.integers(0, 6)] * 2)),
    (Vectors(repeated=[(2, 1), (0, 2)]), st.tuples(*[st.integers(0, 6)] * 2)),
    *(blocking(BlockingNim.exactly(n, k)) for n, k in ((1, 1), (2, 1), (3, 1), (3, 3), (4, 2))),
    *(blocking(BlockingNim.up_to(n, k)) for n, k in ((2, 2), (3, 2))),
    *(blocking(BlockingNim(3, f)) for f in ([{1}, {1, 3}], [{2, 3}, {1, 3}], [()], [{3}])),
    *(
        (MuM(modulus, turn, compulsory=compulsory), coprime(modulus))
        for modulus, turn, compulsory in product((2, 5, 9), CONSOLIDATIONS, (True, False))
    ),
    *((MuM(modulus, turn, "any"), ANY) for modulus, turn in product((4, 5), CONSOLIDATIONS)),
    (MuM(4, "never", "not divisible"), heaps(1, 2, 3, 5, 6, 9)),
    *((MuM(5, when=when), coprime(5)) for when in ("small", "always")),
    (MuM(5, "own-turn", compulsory=False, when="always"), coprime(5)),
    *((PolyMuM(0b1011, compulsory=how), heaps(*range(1, 8))) for how in (True, False)),
    *((PolyMuM(0b111, turn), heaps(1, 2, 3)) for turn in CONSOLIDATIONS),
    *(
        (PolyMuM(0b111, turn, "any", amounts), ANY)
        for turn, amounts in product(CONSOLIDATIONS, AMOUNTS)
    ),
    (PolyMuM(0b111, when="always"), heaps(1, 2, 3)),
    (PowerMuM(3), NIM),
    *(northcott(width, retreats) for width in (2, 4, 5) for retreats in (True, False)),
    (Stones(), cells(1, 3, 2)),
    (Stones("rectangles"), cells(1, 3, 2)),
    (OrdinalStones(), ORDINAL_SPOTS),
    (TurningCorners(), cells(0, 2, 2)),
    (Cram(), cells(0, 2, 8)),
    (Hackenbush(), pictures(4)),
    *((CoinTurning(code), coins(6)) for code in ("1-3", "3", "1+C", "3E,1", "1+S", "2-4F,3C(4)")),
    *((kind(GRAPH), st.frozensets(VERTICES)) for kind in (NodeKayles, ArcKayles)),
    *(
        (Geography(GRAPH, directed), st.tuples(VERTICES, st.frozensets(VERTICES)))
        for directed in (True, False)
    ),
    (DigraphGame(GRAPH), VERTICES),
    (Sum(Nim(), Kayles()), st.tuples(NIM, heaps(0, 1, 4))),
    (
        Kayles() + Nim() + Vectors(repeated=[(1, 0), (0, 1), (1, 1)]),
        st.tuples(heaps(0, 1, 4), heaps(1, 2, max_heaps=2), st.tuples(*[st.integers(0, 3)] * 2)),
    ),
    (MultiMove(Nim(), 2), NIM),
    (MultiMove(Sum(Nim(), Sum(Kayles())), 2), st.tuples(NIM, st.tuples(NIM))),
]
GAMES += dealt(rules for rules, _ in GAMES)


def each(*attributes: str) -> pytest.MarkDecorator:
    """Parametrize a test with all games that have the given attributes."""
    games = [game for game in GAMES if all(getattr(game[0], name, None) for name in attributes)]
    ids = [repr(rules) for rules, _ in games]
    return pytest.mark.parametrize(("rules", "drawn"), games, ids=ids)


def positions_and_options(rules: Any, drawn: Drawn) -> Iterator[tuple[Any, list[Any]]]:
    """Yield sample positions, each with its options."""
    for position in sample_of(drawn, 50)[:30]:
        yield position, list(rules.options(position))


# --- Parameters ----------------------------------------------------------------------------------

CONSTRUCTORS: list[Callable[[Any], object]] = [
    *(Moore, MuM, Mumber, Northcott, PolyMuM, PowerMuM, Rank, Standings),
    lambda number: MultiMove(Nim(), number),
    lambda number: BlockingNim(number, [{1}]),
    lambda number: BlockingNim(3, [{number}]),
    lambda number: BlockingNim.exactly(number, 1),
]


@pytest.mark.parametrize("construct", CONSTRUCTORS)
def test_integer_like_arguments_are_accepted(construct: Callable[[Any], object]) -> None:
    assert construct(IntegerLike(3)) == construct(3)


# --- Positions and moves -------------------------------------------------------------------------


@each()
def test_methods_agree_on_a_position_and_its_canonical_form(rules: Any, drawn: Drawn) -> None:
    for position, options in positions_and_options(rules, drawn):
        form = canonical(rules, position)
        assert canonical(rules, form) == form
        assert options == list(rules.options(form))
        assert [canonical(rules, option) for option in options] == options
        assert len(set(options)) == len(options) or isinstance(rules, Hackenbush)
        for name in ("show", "product", "is_stranded", "consolidates", "moves_to_one"):
            if method := getattr(rules, name, None):
                assert method(position) == method(form)


def definition(rules: Any) -> own_brute.Options | None:
    """Return the options of a game by a definition that shares no code with the engine."""
    match rules:
        case BlockingNim():
            return own_brute.blocking(rules.modulus, *rules.restrictions)
        case Octal() if rules.code in LONG_CODES:
            return own_brute.take_and_break(*LONG_CODES[rules.code])
        case Octal():
            return own_brute.octal(rules.code.replace(".", ""))
        case Subtraction():
            return own_brute.subtraction(*rules.amounts)
        case TakeAndBreak():
            parts = "different" if rules.different else "any"
            return own_brute.take_and_break(dict(rules.moves), parts)
        case Vectors():
            return own_brute.vectors(rules.once, rules.repeated)
        case Nim() | Moore():
            return own_brute.nim(getattr(rules, "k", 1))
        case MuM(n, "never"):
            return own_brute.reduction(n - 1, is_heap(rules))
        case PolyMuM(polynomial, "never", amounts=amounts):
            most = {"elements": (1 << rules.degree) - 1, "polynomial": polynomial - 1, "any": inf}
            return own_brute.reduction(most[amounts], is_heap(rules))
    return None


DEFINED = [game for game in GAMES if definition(game[0])]


@pytest.mark.parametrize(("rules", "drawn"), DEFINED, ids=[repr(rules) for rules, _ in DEFINED])
def test_options_match_the_definition(rules: Any, drawn: Drawn) -> None:
    expected = definition(rules)
    assert expected
    for position, options in positions_and_options(rules, drawn):
        assert {*options} == {canonical(rules, option) for option in expected(position)}


@each()
def test_rulesets_pass_their_check(rules: Any, drawn: Drawn) -> None:
    if not getattr(rules, "retreats", False):  # play must end
        check_rules(rules, sample_of(drawn, 50)[:5])


@each("why_illegal")
def test_shown_positions_can_be_read(rules: Any, drawn: Drawn) -> None:
    for position in sample_of(drawn, 50):
        assert rules.read(rules.show(position)) == canonical(rules, position)
    assert isinstance(rules, Notation)


def variants(value: Any) -> Iterator[Any]:
    """Yield variants of a position, each with a different type, length or value in one place."""
    if isinstance(value, tuple):
        yield from (list(value), (*value, *value[-1:]), value[:-1])
        for i, part in enumerate(value):
            yield from ((*value[:i], other, *value[i + 1 :]) for other in variants(part))
    elif isinstance(value, frozenset):
        yield [*value]
        for part in value:
            yield from (value - {part} | {new} for new in variants(part) if type(new) is not list)
    elif isinstance(value, int):
        yield from (str(value), value + 0.5, -1, None)


@each("read")
def test_altered_positions_are_rejected_or_valid(rules: Any, drawn: Drawn) -> None:
    for position in sample_of(drawn, 20):
        for other in variants(position):
            try:
                form = canonical(rules, other)
            except (ValueError, TypeError):
                continue
            assert rules.read(rules.show(form)) == form


NOTATIONS: list[tuple[Any, Any, list[str]]] = [
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


@pytest.mark.parametrize(("rules", "position", "texts"), NOTATIONS, ids=repr)
def test_positions_are_read_in_all_common_forms(
    rules: Any, position: Any, texts: list[str]
) -> None:
    assert {rules.read(text) for text in texts} == {position}


@each("why_illegal")
def test_illegal_moves_are_exactly_the_non_options(rules: Any, drawn: Drawn) -> None:
    """Try moves to the options, to positions two moves away, and to arbitrary positions."""
    for position, options in positions_and_options(rules, drawn):
        two_moves = [later for option in options[:5] for later in rules.options(option)]
        for option in [*options, *two_moves[:20], *sample_of(drawn, 50)[:20]]:
            reason = rules.why_illegal(position, option)
            assert (reason is None) == (canonical(rules, option) in options), (option, reason)
            assert reason is None or not reason[0].isupper()
            explain = getattr(type(rules), "_why_illegal", None)
            if reason and explain is MoveMixin._why_illegal:
                assert rules.show(canonical(rules, position)) in reason
                assert rules.show(turned(rules, canonical(rules, option))) in reason
        assert all(rules.describe_move(position, option)[0].islower() for option in options)


@each("count_options")
def test_counts_and_random_options_match_the_options(rules: Any, drawn: Drawn) -> None:
    random = Random(1)
    for position, options in positions_and_options(rules, drawn):
        count = rules.count_options(position)
        assert count >= len(options)
        # In Moore's Nim, `count_options` counts moves instead of distinct options, because several
        # moves can lead to the same option; in games on heaps to break, it is an upper bound.
        if isinstance(rules, Moore):
            assert count == sum(1 for _ in own_brute.nim(rules.k)(position))
        elif not isinstance(rules, Octal | Subtraction | TakeAndBreak):
            assert count == len(options)
        if options and hasattr(rules, "random_option"):
            chosen = {rules.random_option(position, random) for _ in range(20)}
            assert chosen <= set(options)
            assert len(chosen) > 1 or len(options) < 3


@cache
def cached_solver(rules: Any) -> Any:
    """Return a cached solver for a game."""
    return LoopySolver(rules) if isinstance(rules, Northcott) else Solver(rules)


# --- Components ----------------------------------------------------------------------------------


SUMS = [game for game in GAMES if hasattr(game[0], "components") or type(game[0]) is Sum]
sums = pytest.mark.parametrize(("rules", "drawn"), SUMS, ids=[repr(rules) for rules, _ in SUMS])


@sums
def test_sum_solver_agrees_with_the_search(rules: Any, drawn: Drawn) -> None:
    solver, sum_solver = cached_solver(rules), SumSolver(rules)
    components = getattr(rules, "components", lambda position: [canonical(rules, position)])
    for position in sample_of(drawn, 50)[:20]:
        assert sum_solver.grundy(position) == solver.grundy(position)
        assert sum_solver.outcome(position) == solver.outcome(position)
        assert sum_solver.winning_options(position) == solver.winning_options(position)
        assert list(components(position)) == list(components(canonical(rules, position)))
        for component in components(position):
            assert canonical(rules, component) == component
            assert list(components(component)) == [component]


@sums
def test_misere_quotients_are_minimal_and_agree_with_the_search_or_are_refused(
    rules: Any, drawn: Drawn
) -> None:
    sample = sample_of(drawn, 50)[:30]
    heaps, solver = range(len(sample)), Solver(rules, misere=True)
    cancelling: Any = (CoinTurning, Stones, TurningCorners)
    if isinstance(rules, cancelling):
        with pytest.raises(
            ValueError, match="equal components do not cancel; a Solver with misere"
        ):
            misere_quotient(rules, heaps, position=sample.__getitem__)
    else:
        quotient = misere_quotient(rules, heaps, position=sample.__getitem__)
        for position in sample:
            assert quotient.outcome(position) == solver.outcome(position)
            assert quotient.winning_options(position) == solver.winning_options(position)
        table, elements = quotient.table, range(quotient.order)
        assert table[0] == tuple(elements)
        for x, y, z in product(elements, repeat=3):
            assert table[x][y] == table[y][x]
            assert table[table[x][y]][z] == table[x][table[y][z]]
        # No two elements can be merged.
        outcomes = {tuple(xy in quotient.p_elements for xy in row) for row in table}
        assert len(outcomes) == quotient.order
        for x, parts in enumerate(quotient.representatives):
            assert set(parts) <= set(quotient.generators)
            assert reduce(lambda z, part: table[z][quotient.element(part)], parts, 0) == x


# --- Closed forms --------------------------------------------------------------------------------


@each("closed_form")
def test_closed_forms_agree_with_the_search(rules: Any, drawn: Drawn) -> None:
    theory, solver = rules.closed_form, cached_solver(rules)
    for position in sample_of(drawn, 50):
        assert theory.outcome(position) == solver.outcome(position)
        if isinstance(theory, ClosedValue):
            assert theory.grundy(position) == solver.grundy(position)
        advised, winning = theory.winning_options(position), solver.winning_options(position)
        assert set(advised) <= set(winning)
        assert bool(advised) == bool(winning)


METHODS = [None, *get_args(Method)]


def disagreement(rules: Any, play: Play, positions: list[Any]) -> str | None:
    """Return how some method of `solve` contradicts a search from the rules, or `None`."""
    search = BestSolver(rules, play, method="search")
    solvers = [BestSolver(rules, play, method=method) for method in METHODS]
    for position in positions:
        expected = search.solve(position)
        for solver in solvers:
            try:
                answer = solver.solve(position)
            except EndlessPlayError:
                continue  # this method is for games in which play must end
            except ValueError as error:
                assert "does not solve" in str(error), error
                continue
            if answer.outcome != expected.outcome:
                return f"{answer.method}: outcome {answer.outcome} of {position}"
            if None not in (answer.value, expected.value) and answer.value != expected.value:
                return f"{answer.method}: value {answer.value} of {position}"
            if {*answer.winning} != {*expected.winning}:
                return f"{answer.method}: winning options of {position}"
    return None


@pytest.mark.parametrize("play", ["normal", "misère", 3])
@each()
def test_all_methods_agree_with_the_search(rules: Any, drawn: Drawn, play: Play) -> None:
    if isinstance(play, int) and isinstance(rules, Northcott) and rules.retreats:
        return  # podium ranks are not defined if play need not end
    assert disagreement(rules, play, sample_of(drawn, 50)[:12]) is None


class WrongTheory(Nim):
    """Nim with a closed form that is wrong for some positions."""

    @property
    def closed_form(self) -> Any:
        """The theory of Moore's game, which is another one."""
        return MooreTheory(Moore(2))


class WrongComponents(Kayles):
    """Kayles whose rows lose their last pin when they are separated."""

    def components(self, position: tuple[int, ...], /) -> list[tuple[int, ...]]:
        """Return wrong components."""
        return [(heap - 1 or heap,) for heap in position]


@pytest.mark.parametrize("play", ["normal", "misère"])
@pytest.mark.parametrize("rules", [WrongTheory(), WrongComponents()])
def test_a_wrong_theory_contradicts_the_search(rules: Any, play: Play) -> None:
    positions = sample_of(heaps(1, 2, 3, 4), 50)
    wrong = disagreement(rules, play, positions)
    assert (wrong is None) == (isinstance(rules, WrongTheory) and play == "misère")


def test_all_theories_are_tested() -> None:
    theories = {type(rules.closed_form) for rules, _ in GAMES if hasattr(rules, "closed_form")}
    assert {theory.__name__ for theory in theories} == {
        *("Bouton", "MooreTheory", "Boxes", "ProductIsOne", "Remainders", "Products"),
        *("Principles", "NimInGaps", "OrdinalProducts", "NoneType"),
    }
