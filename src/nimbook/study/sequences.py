"""Sequences of known games, to recognise the values or P-positions of a reader's game.

The numbers are those of the On-Line Encyclopedia of Integer Sequences (OEIS). Nothing is copied
from it: the terms are computed from the rules, and a test compares them with the published terms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate, count, islice, takewhile
from math import gcd, isqrt
from operator import mul
from typing import Any

from nimtwist import Nim, Nimber, Octal, Rules, Subtraction, TakeAndBreak, Vectors, mex, sequence
from nimtwist.checks import check_integer
from nimtwist.games import CoinTurning

__all__ = ["SEQUENCES", "GameSequence", "Recognition", "recognise"]

Terms = Callable[[int], list[int]]
"""A function that returns the first n terms of a sequence, or fewer if it cannot find n terms."""

# At least `_FEWEST` terms must agree. Compare `_FEW` of them first, and never more than `_MOST`.
_FEWEST, _FEW, _MOST = 8, 12, 40
# How many zeros may precede the first term, and how many of the first terms may be missing.
_MAX_ZEROS, _MAX_MISSING = 5, 3
_MAX_HEAP = 1250  # do not search for P-positions far beyond this heap


@dataclass(frozen=True)
class GameSequence:
    """A sequence of Grundy values or P-positions, with its number in the OEIS.

    `offset` is the index of the first term in the OEIS.
    """

    number: str
    name: str
    terms: Terms = field(repr=False)
    offset: int = 0


@dataclass(frozen=True)
class Recognition:
    """A sequence that begins like the given values: value n is the term with index n + `shift`.

    If the sequence begins later, the values before its first term are zeros. `terms` is the number
    of terms compared.
    """

    sequence: GameSequence
    shift: int
    terms: int


def recognise(values: Sequence[int]) -> list[Recognition]:
    """Return the sequences that begin like the given values, smallest shift first.

    The values may begin with up to five additional zeros, or else up to three of the first terms
    may be missing. Up to 40 terms are compared; there must be at least eight, not all equal. With
    fewer than twenty, the agreement is often a coincidence.

    Args:
        values: the Grundy values of heaps of 0, 1, 2, … sticks, or the heap sizes, in ascending
            order, that are P-positions.

    Raises:
        ValueError: if a value is not an integer ≥ 0.

    >>> [match] = recognise([0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3])
    >>> match.sequence.number, match.sequence.name, match.shift
    ('A002187', "Dawson's Chess", -1)
    """
    values = [check_integer(value, "a value") for value in values]
    matches = [match for entry in SEQUENCES if (match := _match(values, entry))]
    return sorted(matches, key=lambda match: abs(match.shift))


def _match(values: list[int], entry: GameSequence) -> Recognition | None:
    for shift in sorted(range(-_MAX_ZEROS, _MAX_MISSING + 1), key=abs):
        zeros, missing = max(-shift, 0), max(shift, 0)
        rest = values[zeros : zeros + _MOST]
        if any(values[:zeros]) or len(rest) < _FEWEST or len(set(rest)) == 1:
            continue
        parts = {_FEW: rest[:_FEW], _MOST: rest}
        if all(
            _terms(entry, most + _MAX_MISSING)[missing : missing + len(part)] == part
            for most, part in parts.items()
        ):
            return Recognition(entry, entry.offset + shift, len(rest))
    return None


@cache
def _terms(entry: GameSequence, size: int) -> list[int]:
    return entry.terms(size)


def _each(term: Callable[[int], int]) -> Terms:
    """Return a function for the terms with indices from 0 on."""
    return lambda size: [term(n) for n in range(size)]


def _those(condition: Callable[[int], bool]) -> Terms:
    """Return a function for the integers ≥ 1 that satisfy a condition."""
    return lambda size: list(islice(filter(condition, count(1)), size))


def _heaps(rules: Any, first: int = 0) -> Terms:
    """Return a function for the Grundy values of heaps of `first` sticks and more."""
    return lambda size: sequence(rules, first + size)[first:]


def _row(rules: Any, other: int) -> Terms:
    """Return a function for the Grundy values of a heap together with a heap of `other` sticks."""
    return lambda size: sequence(rules, size, lambda heap: (heap, other))


def _cold(rules: Any, first: int = 0) -> Terms:
    """Return a function for the heaps of `first` sticks and more that are P-positions."""

    def terms(size: int) -> list[int]:
        bound, cold = 2 * size, list[int]()
        while len(cold) < size and bound < _MAX_HEAP:
            bound *= 2
            values = sequence(rules, bound)
            cold = [heap for heap in range(first, bound) if not values[heap]]
        return cold[:size]

    return terms


def _take(amounts: Callable[[int], Iterable[int]]) -> Rules:
    """Return the game in which a move takes one of the numbers `amounts(heap)` from a heap."""
    return Rules(lambda heap: [heap - amount for amount in amounts(heap)])


def _take_any_of(numbers: Callable[[], Iterator[int]]) -> Rules:
    """Return the game in which a move takes one of infinitely many numbers, in ascending order."""
    return _take(lambda heap: takewhile(lambda number: number <= heap, numbers()))


def _fibonacci_numbers() -> Iterator[int]:
    older, newer = 1, 2
    while True:
        yield older
        older, newer = newer, older + newer


@cache
def _is_prime(number: int) -> bool:
    return number > 1 and all(number % factor for factor in range(2, isqrt(number) + 1))


def _wythoff_pairs(gap: int, side: int, first: int = 0) -> Terms:
    """Return a function for the smaller (`side` 0) or larger (1) heaps of P-positions.

    If a move takes from both heaps, the numbers differ by less than `gap`, 1 in Wythoff's game.
    (A. S. Fraenkel, "How to beat your Wythoff games' opponent on three fronts", 1982)
    """

    def terms(size: int) -> list[int]:
        pairs: list[tuple[int, int]] = []
        for n in range(first + size):
            small = mex(heap for pair in pairs for heap in pair)
            pairs.append((small, small + gap * n))
        return [pair[side] for pair in pairs[first:]]

    return terms


def _dynamic(factor: int) -> Terms:
    """Return a function for P-positions if a move takes at most `factor` times the move before.

    The first move may take any number of sticks, but not all. (A. J. Schwenk, "Take-away games",
    Fibonacci Quarterly 8, 1970)
    """

    def terms(size: int) -> list[int]:
        cold = [1]
        while len(cold) < size:
            cold.append(cold[-1] + next(heap for heap in cold if factor * heap >= cold[-1]))
        return cold

    return terms


def _coins(most: int) -> Terms:
    """Return a function for turning at most `most` coins, the rightmost of them from heads."""

    def terms(size: int) -> list[int]:
        values: list[int] = []
        sums = [{0}, *(set[int]() for _ in range(most - 1))]  # of 0, 1, … values
        for _ in range(size):
            values.append(mex(set().union(*sums)))
            for number in range(most - 1, 0, -1):
                sums[number] |= {total ^ values[-1] for total in sums[number - 1]}
        return values

    return terms


def _corners(x: int, y: int) -> int:
    """Return the Grundy value of a coin at (x, y) in Turning Corners."""
    return int(Nimber(x) * Nimber(y))


@cache
def _chomp(second: int, third: int) -> int:
    """Return p such that the rows p, `second` and `third` are a P-position of Chomp, or 0."""
    # A move that leaves less than `second` of the first row wins for every p, or for none.
    if any(_chomp(row, min(row, third)) == row for row in range(1, second)):
        return 0
    cold = {_chomp(second, row) for row in range(third)}
    cold |= {_chomp(row, min(row, third)) for row in range(second)}
    return next(row for row in count(max(second, 1)) if row not in cold)


_FACTORIALS = _take_any_of(lambda: accumulate(count(1), mul))
_FIBONACCI = _take_any_of(_fibonacci_numbers)
_PRIMES = _take_any_of(lambda: filter(_is_prime, count(2)))
_SQUARES = _take_any_of(lambda: (root * root for root in count(1)))
_TRIANGLES = _take_any_of(lambda: accumulate(count(1)))
_COPRIME = _take(lambda heap: [n for n in range(1, heap) if gcd(heap, n) == 1])
_DIVISORS = _take(lambda heap: [n for n in range(1, heap + 1) if heap % n == 0])
_PROPER_DIVISORS = _take(lambda heap: [n for n in range(1, heap) if heap % n == 0])
_HALF = _take(lambda heap: range(1, heap // 2 + 1))
_MARK = Rules(lambda heap: {heap - 1, heap // 2} if heap else ())
_GRUNDY = TakeAndBreak({0: [2]}, different=True)
_WYTHOFF = Vectors(repeated=[(1, 0), (0, 1), (1, 1)])

_NAMED = (
    GameSequence("A002186", "Kayles", _heaps(Octal("0.77"))),
    GameSequence("A002187", "Dawson's Chess", _heaps(Octal("0.137"))),
    GameSequence("A215721", "Dawson's Kayles: P-positions", _cold(Octal("0.07")), 1),
    GameSequence("A071074", "Double Kayles", _heaps(Octal("0.7777"))),
    GameSequence("A071426", "Treblecross", _heaps(Octal("0.007"), 3), 1),
    GameSequence("A046695", "Officers", _heaps(Octal("0.6"))),
    GameSequence("A125916", "Guiles", _heaps(Octal("0.15"))),
    GameSequence("A125924", "Flanigan's game", _heaps(Octal("0.34"), 1), 1),
    GameSequence("A002188", "Grundy's game", _heaps(_GRUNDY)),
    GameSequence("A036685", "Grundy's game: P-positions", _cold(_GRUNDY), 1),
    GameSequence("A010872", "take 1 or 2", _heaps(Subtraction({1, 2}))),
    GameSequence("A010873", "take 1, 2 or 3", _heaps(Subtraction({1, 2, 3}))),
    GameSequence("A010874", "take 1, 2, 3 or 4", _heaps(Subtraction({1, 2, 3, 4}))),
    GameSequence("A014586", "take a square", _heaps(_SQUARES)),
    GameSequence("A030193", "take a square: P-positions", _cold(_SQUARES)),
    GameSequence("A014587", "take a factorial", _heaps(_FACTORIALS)),
    GameSequence("A014588", "take a Fibonacci number", _heaps(_FIBONACCI)),
    GameSequence("A001581", "take a Fibonacci number: P-positions", _cold(_FIBONACCI, 1), 1),
    GameSequence("A014589", "take a prime", _heaps(_PRIMES)),
    GameSequence("A025043", "take a prime: P-positions", _cold(_PRIMES), 1),
    GameSequence("A019509", "take a triangular number", _heaps(_TRIANGLES)),
    GameSequence("A001511", "take a divisor", _heaps(_DIVISORS, 1), 1),
    GameSequence("A007814", "take a proper divisor", _heaps(_PROPER_DIVISORS, 1), 1),
    GameSequence("A055396", "take a smaller number coprime to the heap", _heaps(_COPRIME, 1), 1),
    GameSequence("A025480", "take at most half", _heaps(_HALF)),
    GameSequence("A036554", "Mark (take 1 or halve): P-positions", _cold(_MARK, 1), 1),
    GameSequence("A000079", "take at most as many as the move before: P-positions", _dynamic(1)),
    GameSequence("A000045", "Fibonacci Nim: P-positions", _dynamic(2), 2),
    GameSequence("A003411", "take at most 3 times the move before: P-positions", _dynamic(3)),
    GameSequence("A004442", "Nim, heaps n and 1", _row(Nim(), 1)),
    GameSequence("A004443", "Nim, heaps n and 2", _row(Nim(), 2)),
    GameSequence("A004444", "Nim, heaps n and 3", _row(Nim(), 3)),
    GameSequence("A004482", "Wythoff's game, heaps n and 1", _row(_WYTHOFF, 1)),
    GameSequence("A004483", "Wythoff's game, heaps n and 2", _row(_WYTHOFF, 2)),
    GameSequence("A004484", "Wythoff's game, heaps n and 3", _row(_WYTHOFF, 3)),
    GameSequence(
        "A047708",
        "Wythoff's game, heaps n and n",
        lambda size: sequence(_WYTHOFF, size, lambda heap: (heap, heap)),
    ),
    GameSequence("A000201", "Wythoff's game: smaller P-heaps", _wythoff_pairs(1, 0, 1), 1),
    GameSequence("A001950", "Wythoff's game: larger P-heaps", _wythoff_pairs(1, 1, 1), 1),
    GameSequence("A001951", "2-Wythoff: smaller P-heaps", _wythoff_pairs(2, 0)),
    GameSequence("A001952", "2-Wythoff: larger P-heaps", _wythoff_pairs(2, 1, 1), 1),
    GameSequence("A029900", "Chomp: P-positions (p, n, n)", _each(lambda n: _chomp(n, n))),
    GameSequence(
        "A029901",
        "Chomp: P-positions (p, p, n)",
        _those(lambda p: any(_chomp(p, n) == p for n in range(p))),
    ),
    GameSequence("A000069", "Mock Turtles", _coins(3), 1),
    GameSequence("A033623", "turn at most 4 coins", _coins(4), 1),
    GameSequence("A054016", "turn at most 5 coins", _coins(5), 1),
    GameSequence("A006519", "Ruler Game", _heaps(CoinTurning("1+C"), 1), 1),
    GameSequence("A006015", "Turning Corners, coin (n, 2)", _each(lambda n: _corners(n, 2))),
    GameSequence("A004468", "Turning Corners, coin (n, 3)", _each(lambda n: _corners(n, 3))),
    GameSequence("A006042", "Turning Corners, coin (n, n)", _each(lambda n: _corners(n, n))),
)

# More octal games. Their sequences begin with the smallest heap that has a move.
_OCTAL_GAMES = """
0.004 A071441, 0.005 A071442, 0.006 A071443, 0.014 A071444, 0.015 A071445, 0.016 A071446,
0.017 A071447, 0.024 A071448, 0.026 A071449, 0.034 A071450, 0.045 A071452, 0.051 A071453,
0.054 A071454, 0.055 A071455, 0.06 A071427, 0.064 A071456, 0.104 A071457, 0.106 A071458,
0.114 A071459, 0.115 A125829, 0.116 A071460, 0.124 A071461, 0.125 A071462, 0.126 A071463,
0.127 A071464, 0.134 A071465, 0.135 A071466, 0.14 A071429, 0.16 A071430, 0.17 A071431,
0.226 A125923, 0.314 A125921, 0.36 A071432, 0.373 A125926, 0.44 A071434, 0.45 A071435, 0.53 A125927,
0.56 A071436, 0.64 A071437, 0.74 A071438, 0.76 A071439
"""


def _octal_games() -> Iterator[GameSequence]:
    for pair in _OCTAL_GAMES.split(","):
        code, number = pair.split()
        first = next(heap for heap in count() if Octal(code).options((heap,)))
        yield GameSequence(number, f"octal game {code}", _heaps(Octal(code), first), 1)


SEQUENCES: tuple[GameSequence, ...] = (*_NAMED, *_octal_games())
"""The sequences that `recognise` knows."""
