"""Tests of the sequences of known games: published terms, brute force, and recognition."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations, product
from math import gcd, isqrt
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from nimbook.study.sequences import SEQUENCES, GameSequence, recognise
from nimtwist import Octal

OEIS = json.loads(Path(__file__).with_name("oeis.json").read_text("utf8"))["sequences"]
BY_NUMBER = {entry.number: entry for entry in SEQUENCES}
Options = Callable[[Any], Iterable[Any]]


def terms(number: str, size: int) -> list[int]:
    return BY_NUMBER[number].terms(size)


# --- The terms -----------------------------------------------------------------------------------


def test_terms_are_those_of_the_oeis() -> None:
    assert len(BY_NUMBER) == len(SEQUENCES) and BY_NUMBER.keys() == OEIS.keys()
    for number, (offset, published) in OEIS.items():
        # Our terms may begin later, as in the case of the Fibonacci numbers 0, 1, 1, 2, 3, …
        expected = published[BY_NUMBER[number].offset - offset :]
        assert len(expected) >= 34 and terms(number, len(expected)) == expected, number


def grundy(options: Options) -> Callable[[Any], int]:
    """Return the Grundy function of a game, by brute force from the definition."""

    @cache
    def value(position: Any) -> int:
        below = {value(option) for option in options(position)}
        return min(set(range(len(below) + 1)) - below)

    return value


def knocked_down(shapes: Iterable[int], gaps: bool = False) -> Options:
    """Return the options of a set of pins when a ball removes adjacent pins.

    `shapes` lists how many it removes. With `gaps`, one pin is removed with its neighbours.
    """

    def options(pins: frozenset[int]) -> Iterable[frozenset[int]]:
        if gaps:
            return [pins - {pin - 1, pin, pin + 1} for pin in pins]
        balls = [set(range(pin, pin + shape)) for pin in pins for shape in shapes]
        return [pins - ball for ball in balls if ball <= pins]

    return options


def split(heaps: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    for i, heap in enumerate(heaps):
        for part in range(1, heap):
            if 2 * part != heap:
                yield tuple(sorted((*heaps[:i], *heaps[i + 1 :], part, heap - part)))


def turned(legal: Callable[[tuple[int, ...]], bool]) -> Options:
    """Return the options of a set of coins that show heads, when a move turns a legal set.

    The rightmost coin of a move shows heads before it.
    """

    def options(heads: frozenset[int]) -> Iterable[frozenset[int]]:
        for last in heads:
            for count in range(last + 1):
                for others in combinations(range(last), count):
                    if legal((*others, last)):
                        yield heads ^ {*others, last}

    return options


def corners(coins: frozenset[tuple[int, int]]) -> Iterable[frozenset[tuple[int, int]]]:
    for x, y in coins:
        for a, b in product(range(x), range(y)):
            yield coins ^ {(x, y), (a, y), (x, b), (a, b)}


def adjacent(coins: tuple[int, ...]) -> bool:
    return len(coins) == coins[-1] - coins[0] + 1


def is_square(number: int) -> bool:
    return isqrt(number) ** 2 == number


def taking(allowed: Callable[[int, int], bool]) -> Options:
    """Return the options of a heap when `allowed(heap, taken)` moves are legal."""
    return lambda heap: [heap - n for n in range(1, heap + 1) if allowed(heap, n)]


TAKING = {
    "A010872": lambda heap, n: n < 3,
    "A010873": lambda heap, n: n < 4,
    "A010874": lambda heap, n: n < 5,
    "A014586": lambda heap, n: is_square(n),
    "A014587": lambda heap, n: n in (1, 2, 6, 24),
    "A014588": lambda heap, n: is_square(5 * n * n + 4) or is_square(5 * n * n - 4),
    "A014589": lambda heap, n: sum(n % d == 0 for d in range(1, n + 1)) == 2,
    "A019509": lambda heap, n: is_square(8 * n + 1),
    "A001511": lambda heap, n: heap % n == 0,
    "A007814": lambda heap, n: heap % n == 0 and n < heap,
    "A055396": lambda heap, n: gcd(heap, n) == 1 and n < heap,
    "A025480": lambda heap, n: 2 * n <= heap,
}


@pytest.mark.parametrize("number", TAKING)
def test_values_of_taking_games_by_brute_force(number: str) -> None:
    value, first = grundy(taking(TAKING[number])), BY_NUMBER[number].offset
    assert terms(number, 40) == [value(heap) for heap in range(first, first + 40)]


def test_values_by_brute_force() -> None:
    def check(number: str, options: Options, positions: list[Any]) -> None:
        value = grundy(options)
        assert terms(number, len(positions)) == list(map(value, positions)), number

    rows = [frozenset(range(n)) for n in range(13)]
    check("A002186", knocked_down([1, 2]), rows)
    check("A002187", knocked_down([], gaps=True), rows)
    check("A071431", lambda pins: {*knocked_down([2])(pins), *alone(pins)}, rows[1:])
    check("A002188", split, [(n,) for n in range(13)])
    coins = [frozenset({n}) for n in range(6)]
    check("A000069", turned(lambda coins: len(coins) <= 3), coins)
    check("A033623", turned(lambda coins: len(coins) <= 4), coins)
    check("A054016", turned(lambda coins: len(coins) <= 5), coins)
    check("A006519", turned(adjacent), coins)
    check("A006042", corners, [frozenset({(n, n)}) for n in range(4)])
    check("A006015", corners, [frozenset({(n, 2)}) for n in range(5)])
    check("A004468", corners, [frozenset({(n, 3)}) for n in range(4)])


def alone(pins: frozenset[int]) -> Iterable[frozenset[int]]:
    """Remove a pin that has no neighbours."""
    return [pins - {pin} for pin in pins if not {pin - 1, pin + 1} & pins]


def two_heaps(gap: int) -> Options:
    def options(heaps: tuple[int, int]) -> Iterable[tuple[int, int]]:
        for a, b in product(*(range(heap + 1) for heap in heaps)):
            if (a or b) and (not a or not b or abs(a - b) < gap):
                yield heaps[0] - a, heaps[1] - b

    return options


def test_values_and_p_positions_of_two_heaps_by_brute_force() -> None:
    nim, wythoff, second = grundy(two_heaps(0)), grundy(two_heaps(1)), grundy(two_heaps(2))
    for other in (1, 2, 3):
        assert terms(f"A00444{other + 1}", 15) == [nim((n, other)) for n in range(15)]
        assert terms(f"A00448{other + 1}", 15) == [wythoff((n, other)) for n in range(15)]
    assert terms("A047708", 15) == [wythoff((n, n)) for n in range(15)]
    for value, smaller, larger in (
        (wythoff, [0, *terms("A000201", 7)], [0, *terms("A001950", 7)]),
        (second, terms("A001951", 6), [0, *terms("A001952", 5)]),
    ):
        bound = larger[-1] + 1
        pairs = [(a, b) for a in range(bound) for b in range(a, bound) if not value((a, b))]
        assert pairs == list(zip(smaller, larger))


@pytest.mark.parametrize(("number", "factor"), [("A000079", 1), ("A000045", 2), ("A003411", 3)])
def test_p_positions_of_dynamic_nim_by_brute_force(number: str, factor: int) -> None:
    def options(position: tuple[int, int]) -> Iterable[tuple[int, int]]:
        heap, most = position
        return [(heap - n, factor * n) for n in range(1, min(heap, most) + 1)]

    value = grundy(options)
    cold = [heap for heap in range(1, 60) if not value((heap, heap - 1))]
    assert terms(number, len(cold)) == cold


def test_p_positions_of_heaps_by_brute_force() -> None:
    def check(number: str, options: Options, first: int = 0) -> None:
        value = grundy(options)
        cold = [n for n in range(first, 60) if not value(n)]
        assert terms(number, len(cold)) == cold, number

    check("A030193", taking(TAKING["A014586"]))
    check("A001581", taking(TAKING["A014588"]), 1)
    check("A025043", taking(TAKING["A014589"]))
    check("A036554", lambda heap: {heap - 1, heap // 2} if heap else (), 1)
    dominoes, halves = grundy(knocked_down([2])), grundy(split)
    rows = [n for n in range(16) if not dominoes(frozenset(range(n)))]
    assert terms("A215721", len(rows)) == rows
    heaps = [n for n in range(15) if not halves((n,))]
    assert terms("A036685", len(heaps)) == heaps


def chomp(rows: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    for i, row in enumerate(rows):
        for left in range(int(i == 0), row):  # the first square is poisoned
            yield (*rows[:i], *(min(left, other) for other in rows[i:]))


def test_p_positions_of_chomp_by_brute_force() -> None:
    value = grundy(chomp)
    assert not any(value((p, n, n)) for n, p in enumerate(terms("A029900", 8)))
    cold = [p for p in range(1, 15) if any(not value((p, p, n)) for n in range(p + 1))]
    assert terms("A029901", len(cold)) == cold


# --- Recognition ---------------------------------------------------------------------------------

entries = st.sampled_from(SEQUENCES)


@settings(max_examples=60)
@given(entries, st.integers(-5, 3), st.integers(8, 60))
def test_shifted_sequences_are_recognised(entry: GameSequence, shift: int, size: int) -> None:
    known = entry.terms(43)
    values = [0] * -shift + known[max(shift, 0) :][:size]
    assume(len(set(values[max(-shift, 0) :])) > 1)
    matches = {match.sequence: match for match in recognise(values)}
    match = matches[entry]
    # The shift can be smaller if the sequence has a period, or begins with zeros.
    assert abs(match.shift - entry.offset) <= abs(shift)
    assert match.terms == min(len(values) - max(entry.offset - match.shift, 0), 40)
    for n, value in enumerate(values[:40]):
        index = n + match.shift - entry.offset
        assert value == (known[index] if index >= 0 else 0)


@settings(max_examples=60)
@given(entries, st.integers(-5, 3), st.integers(7, 30), st.integers(1, 3))
def test_altered_sequences_are_not_recognised(
    entry: GameSequence, shift: int, place: int, change: int
) -> None:
    values = [0] * -shift + entry.terms(34)[max(shift, 0) :]
    assert entry in [match.sequence for match in recognise(values)]
    values[place] += change
    assert entry not in [match.sequence for match in recognise(values)]


def test_matches_are_sorted_by_their_shift() -> None:
    found = recognise([0, 1, 2, 3] * 2)
    assert [match.sequence.number for match in found] == ["A010873", "A014588"]
    shifts = [abs(match.shift) for match in recognise([0, 0, 0, 1, 1, 2, 2, 0, 3, 1, 1, 2, 2])]
    assert shifts == sorted(shifts)


def test_other_sequences_are_not_recognised() -> None:
    assert recognise([n * n + 5 for n in range(50)]) == []
    for values in ([0] * 50, [1] * 50, [0, 1, 2, 3, 1, 4, 3], [0] * 6 + [1] * 30, []):
        assert recognise(values) == []


def test_recognition_rejects_other_values() -> None:
    with pytest.raises(ValueError, match="a value must be an integer ≥ 0, not 'P'"):
        recognise("PNNP")  # type: ignore[arg-type]


def test_only_zeros_may_precede_the_first_term() -> None:
    kayles = Octal("0.77").grundy_values(30)
    assert "A002186" in [match.sequence.number for match in recognise([0, *kayles])]
    assert not recognise([5, *kayles])
