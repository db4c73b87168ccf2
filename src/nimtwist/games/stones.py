"""Stones on a board, also called Nimbers, and Turning Corners: games whose values are nim-products.

L. le Bruyn, "How to play Nimbers?", neverendingbooks (2011), after H. W. Lenstra, "Nim
multiplication" (1977/78).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Literal

from nimtwist._checks import check_text, quoted, whole
from nimtwist.game import mex
from nimtwist.games.nim import nim_sum
from nimtwist.nimber import add, inv, mul

__all__ = [
    "Stones",
    "TurningCorners",
    "off_axes",
    "stone_values",
    "stones_value",
    "sum_as_printed",
    "sum_by_product",
    "winning_moves",
]

Stone = tuple[int, int]
StonesPosition = frozenset[Stone]
Move = tuple[Stone, Stone]
"""A stone, and the corner of a rectangle that is opposite to it."""

_EMPTY = "no stones"
# A stone that a person types; larger coordinates are for programs, which do not pass through text.
_LARGEST_TYPED = 10**6


@dataclass(frozen=True)
class Stones:
    """Stones on the intersections (x, y) of a board, x and y at least 1; a position is their set.

    `moves` says in which words the moves are given; the options are the same (stones.axes).

    - "as worded": remove a stone; or slide one to the left or down, and two stones on one spot
      vanish; or change all four corners of a rectangle whose top right is a stone: fill the empty
      ones and clear the others.
    - "rectangles": only the last kind, on a board with axes x = 0 and y = 0, whose stones are
      dead.

    Raises:
        ValueError: if `moves` is neither.

    >>> [Stones().show(option) for option in Stones().options(frozenset({(2, 2)}))]
    ['no stones', '(1, 2)', '(2, 1)', '(1, 1), (1, 2), (2, 1)']
    """

    moves: Literal["as worded", "rectangles"] = "as worded"

    def __post_init__(self) -> None:
        if self.moves not in ("as worded", "rectangles"):
            raise ValueError(f"the moves are 'as worded' or 'rectangles', not {quoted(self.moves)}")

    def canonical(self, position: StonesPosition, /) -> StonesPosition:
        """Return the position.

        Raises:
            ValueError: if `position` is not a frozenset of pairs of whole numbers, at least 1.
        """
        return _check(position)

    def options(self, position: StonesPosition, /) -> list[StonesPosition]:
        """Return every position that a move from the stone (x, y) leaves: x times y of them.

        Raises:
            ValueError: if `position` is not a frozenset of pairs of whole numbers, at least 1.
        """
        stones = _check(position)
        if self.moves == "rectangles":
            return [off_axes(option) for option in TurningCorners().options(stones)]
        return [option for stone in sorted(stones) for option in _as_worded(stones, stone)]

    def components(self, position: StonesPosition, /) -> list[StonesPosition]:
        """Return the single stones: where two meet they cancel, as equal components do.

        Raises:
            ValueError: if `position` is not a frozenset of pairs of whole numbers, at least 1.
        """
        return [frozenset({spot}) for spot in self.canonical(position)]

    def after(self, position: StonesPosition, stone: Stone, corner: Stone) -> StonesPosition:
        """Return the option that the rectangle of a stone and its far corner leaves.

        A corner on one axis slides the stone, the corner (0, 0) removes it.

        Raises:
            ValueError: if `position` is no position with such a stone, or `corner` is not to its
                left and below, or on an axis.

        >>> sorted(Stones().after(frozenset({(2, 2), (1, 2)}), (2, 2), (1, 1)))
        [(1, 1), (2, 1)]
        """
        if _check_spot(stone, 1) not in _check(position):
            raise ValueError(
                f"there is no stone at {quoted(stone)}, only at {quoted(sorted(position))}"
            )
        if any(far >= near for far, near in zip(_check_spot(corner, 0), stone, strict=True)):
            raise ValueError(
                f"the far corner for the stone {stone} is left of it and below, at least (0, 0) "
                f"and at most {stone[0] - 1, stone[1] - 1}, not {quoted(corner)}"
            )
        return off_axes(_turn(position, stone, corner))

    def show(self, position: StonesPosition, /) -> str:
        """Return the stones as text, from left to right.

        >>> Stones().show(frozenset({(4, 7), (1, 3)}))
        '(1, 3), (4, 7)'
        """
        return ", ".join(f"({x}, {y})" for x, y in sorted(_check(position))) or _EMPTY

    def read(self, text: str, /) -> StonesPosition:
        """Return the position that `text` means: pairs of numbers, in brackets or not.

        Raises:
            ValueError: if it means none; the message quotes what is wrong.

        >>> sorted(Stones().read("(1, 3), (4, 7)")), Stones().read("no stones")
        ([(1, 3), (4, 7)], frozenset())
        """
        words = re.split(r"[\s,;()]+", check_text(text).strip(" \t\n,;()"))
        if words == [""] or " ".join(words) == _EMPTY:
            return frozenset()
        for word in words:
            if not re.fullmatch("[0-9]{1,7}", word) or not 1 <= int(word) <= _LARGEST_TYPED:
                raise ValueError(
                    f"{quoted(word)} is no coordinate of a stone: these are whole numbers from 1 "
                    f"to {_LARGEST_TYPED}, two for each stone, as in (1, 3), (4, 7)"
                )
        if len(words) % 2:
            raise ValueError(
                f"{quoted(text)} has {len(words)} numbers, and each stone has two, as in (1, 3), "
                "(4, 7)"
            )
        numbers = map(int, words)
        position: set[Stone] = set()
        for stone in zip(numbers, numbers, strict=True):
            if stone in position:
                raise ValueError(
                    f"{quoted(text)} has two stones at {stone}: a spot holds one at most"
                )
            position.add(stone)
        return frozenset(position)

    def why_illegal(self, position: StonesPosition, option: StonesPosition, /) -> str | None:
        """Return why `option` is no option of `position`, in a sentence; `None` if it is one.

        >>> Stones().why_illegal(frozenset({(2, 2)}), frozenset({(2, 3)}))
        'the top right of what changes, (2, 3), is not a stone of (2, 2)'
        """
        try:
            changed = _check(position) ^ _check(option)
        except ValueError as error:
            return str(error)
        if not changed:
            return "a move changes the board, and this one changes nothing"
        columns, rows = (sorted(set(places)) for places in zip(*changed, strict=True))
        x, y = columns[-1], rows[-1]
        if (x, y) not in position:
            return f"the top right of what changes, {x, y}, is not a stone of {self.show(position)}"
        # Off the board, a rectangle has corners on an axis, where nothing is seen to change.
        if max(len(columns), len(rows)) > 2 or len(changed) < len(columns) * len(rows):
            return f"what changes, {self.show(changed)}, is not all corners of a rectangle"
        return None


@dataclass(frozen=True)
class TurningCorners:
    """Turning Corners: coins on the squares (x, y), x and y at least 0; a position is its heads.

    A move turns the four corners of a rectangle, of which the farthest from (0, 0) goes from head
    to tail. Lenstra's game, as in *Winning Ways*, chapter 14. (stones.lenstra)

    >>> [sorted(option) for option in TurningCorners().options(frozenset({(1, 1)}))]
    [[(0, 0), (0, 1), (1, 0)]]
    """

    def canonical(self, position: StonesPosition, /) -> StonesPosition:
        """Return the position.

        Raises:
            ValueError: if `position` is not a frozenset of pairs of whole numbers.
        """
        return _check(position, least=0)

    def options(self, position: StonesPosition, /) -> list[StonesPosition]:
        """Return the heads that each move leaves.

        Raises:
            ValueError: if `position` is not a frozenset of pairs of whole numbers.
        """
        heads = _check(position, least=0)
        return [
            _turn(heads, (x, y), corner)
            for x, y in sorted(heads)
            for corner in product(range(x), range(y))
        ]

    def components(self, position: StonesPosition, /) -> list[StonesPosition]:
        """Return the single heads: where two meet they cancel, as equal components do.

        Raises:
            ValueError: if `position` is not a frozenset of pairs of whole numbers.
        """
        return [frozenset({spot}) for spot in self.canonical(position)]


def off_axes(position: StonesPosition) -> StonesPosition:
    """Return the stones that are not on an axis, for those on it are dead.

    Raises:
        ValueError: if `position` is not a frozenset of pairs of whole numbers.

    >>> off_axes(frozenset({(0, 2), (2, 2)}))
    frozenset({(2, 2)})
    """
    return frozenset(stone for stone in _check(position, least=0) if 0 not in stone)


def _turn(position: StonesPosition, stone: Stone, corner: Stone) -> StonesPosition:
    """Return a position with the four corners of a rectangle changed, given two opposite ones."""
    (x, y), (left, low) = stone, corner
    return position ^ {(x, y), (left, y), (x, low), (left, low)}


def _as_worded(stones: StonesPosition, stone: Stone) -> Iterator[StonesPosition]:
    """Yield what the source's three kinds of moves leave, each in its own words."""
    (x, y), others = stone, stones - {stone}
    yield others  # the stone is removed
    slides = [*((left, y) for left in range(1, x)), *((x, low) for low in range(1, y))]
    for spot in slides:
        yield others - {spot} if spot in others else others | {spot}
    for left, low in product(range(1, x), range(1, y)):
        corners = {(left, y), (x, low), (left, low)}
        yield (others - corners) | (corners - others)


def stone_values(width: int, height: int, rules: Stones | None = None) -> dict[Stone, int]:
    """Return the Grundy values of single stones (x, y), by mex from the rules and without theory.

    A move turns one stone into stones nearer to (0, 0), whose values are known and add up, since
    the Grundy value of a set of stones is the nim-sum of theirs. (stones.grundy)

    Raises:
        ValueError: if `width` or `height`, the largest x and y, is not a whole number, or `rules`
            are no `Stones`.

    >>> stone_values(2, 2)
    {(1, 1): 1, (1, 2): 2, (2, 1): 2, (2, 2): 3}
    """
    rules = Stones() if rules is None else rules
    if not isinstance(rules, Stones):
        raise ValueError(f"the values are those of Stones, not of {quoted(rules)}")
    columns = range(1, whole(width, "the width of a board") + 1)
    rows = range(1, whole(height, "the height of a board") + 1)
    values: dict[Stone, int] = {}
    for spot in product(columns, rows):
        values[spot] = mex(
            nim_sum(values[stone] for stone in option)
            for option in rules.options(frozenset({spot}))
        )
    return values


# --- What the source claims ----------------------------------------------------------------------


def stones_value(position: StonesPosition) -> int:
    """Return the Grundy value by arithmetic: the nim-sum of the products x ⊗ y.

    This is what the source claims (stones.grundy).

    Raises:
        ValueError: if `position` is not a position of `Stones`.

    >>> stones_value(frozenset({(14, 8)}))
    10
    """
    return nim_sum(mul(x, y) for x, y in _check(position))


def winning_moves(position: StonesPosition) -> Iterator[Move]:
    """Return the moves that make the value 0, by arithmetic, as the stone and its far corner.

    The corner (x', y') changes the value by (x ⊕ x') ⊗ (y ⊕ y'), so that each x' leaves one y' to
    try, and each y' one x': it takes a division for each number below the smaller coordinate.

    Raises:
        ValueError: if `position` is not a position of `Stones`.

    >>> list(winning_moves(frozenset({(2, 3), (4, 1)})))
    [((4, 1), (1, 0))]
    """
    value = stones_value(position)
    return (
        (stone, corner)
        for stone in (sorted(position) if value else ())
        for corner in _corners_for(value, stone)
    )


def _corners_for(change: int, stone: Stone) -> Iterator[Stone]:
    """Yield the far corners by which a move from a stone changes the value by so much."""
    short, long = sorted(stone)
    for one in range(short):
        other = long ^ mul(change, inv(short ^ one))
        if other < long:
            yield (one, other) if stone == (short, long) else (other, one)


def sum_as_printed(n: int, m: int) -> int:
    """Return what the source gives for n ⊕ m: (n ⊗ 1/m) ⊗ (m ⊕ 1).

    It is the sum only if n = m ⊗ m. (stones.sum-by-product)

    Raises:
        ValueError: if `n` or `m` is not a whole number, or `m` is 0.

    >>> sum_as_printed(3, 2), sum_as_printed(1, 2)
    (1, 2)
    """
    return mul(mul(n, inv(m)), add(m, 1))


def sum_by_product(n: int, m: int) -> int:
    """Return n ⊕ m as m ⊗ ((n ⊗ 1/m) ⊕ 1): with the factor m in its place.

    Raises:
        ValueError: if `n` or `m` is not a whole number, or `m` is 0.

    >>> sum_by_product(4, 2), sum_by_product(1, 2)
    (6, 3)
    """
    return mul(m, add(mul(n, inv(m)), 1))


def _check(position: object, least: int = 1) -> StonesPosition:
    if not isinstance(position, frozenset):
        raise ValueError(f"stones are a frozenset of pairs (x, y), not {quoted(position)}")
    for stone in position:
        _check_spot(stone, least)
    return position


def _check_spot(spot: object, least: int) -> Stone:
    if not isinstance(spot, tuple) or len(spot) != 2:
        raise ValueError(f"a spot is a pair (x, y), not {quoted(spot)}")
    for place in spot:
        if type(place) is not int or place < least:  # the common case costs no call
            whole(place, f"a coordinate of {quoted(spot)}", least)
    return spot
