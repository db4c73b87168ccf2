"""The games Stones (also called Nimbers) and Turning Corners, which are based on nim-products.

L. le Bruyn, "How to play Nimbers?", neverendingbooks (2011), after H. W. Lenstra, "Nim
multiplication" (1977/78).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Literal

from nimtwist.checks import check_choice, check_integer, check_text, short_repr
from nimtwist.game import ClosedValue
from nimtwist.games.heaps import check_option_count
from nimtwist.games.nim import nim_sum
from nimtwist.nimber import inv, mul
from nimtwist.sums import Addable, MoveMixin

__all__ = [
    "Products",
    "Stones",
    "TurningCorners",
    "off_axes",
]

Stone = tuple[int, int]
StonesPosition = frozenset[Stone]
Move = tuple[Stone, Stone]
"""A stone and the opposite corner of a rectangle."""

_EMPTY = "no stones"
# Maximum coordinate in a position read from text; programs may use larger ones.
_MAX_TYPED_COORDINATE = 10**6


@dataclass(frozen=True)
class Stones(MoveMixin):
    """Stones on the intersections (x, y) of a board, x, y ≥ 1. A position is the set of stones.

    `moves` selects one of two equivalent descriptions of the moves (stones.axes):

    - "as worded": remove a stone; or slide one to the left or down (two stones on the same spot
      vanish); or toggle all four corners of a rectangle whose top right corner is a stone: fill the
      empty ones and clear the others.
    - "rectangles": only moves of the last kind, on a board with axes x = 0 and y = 0; stones on an
      axis are dead.

    >>> [Stones().show(option) for option in Stones().options(frozenset({(2, 2)}))]
    ['no stones', '(1, 2)', '(2, 1)', '(1, 1), (1, 2), (2, 1)']
    """

    moves: Literal["as worded", "rectangles"] = "as worded"

    def __post_init__(self) -> None:
        check_choice(self.moves, "the moves", ("as worded", "rectangles"))

    def canonical(self, position: StonesPosition, /) -> StonesPosition:
        """Validate the position and return it as a frozenset."""
        return _check_position(position)

    def options(self, position: StonesPosition, /) -> list[StonesPosition]:
        """Return the options. Each stone (x, y) contributes xy options."""
        stones = _check_position(position)
        check_option_count(sum([x * y for x, y in stones]), stones, len(stones))
        if self.moves == "rectangles":
            return [off_axes(option) for option in TurningCorners().options(stones)]
        return [option for stone in sorted(stones) for option in _as_worded(stones, stone)]

    def count_options(self, position: StonesPosition, /) -> int:
        """Return the number of options: xy for each stone (x, y).

        >>> Stones().count_options(frozenset({(2, 3), (4, 1)}))
        10
        """
        return sum(x * y for x, y in self.canonical(position))

    def random_option(self, position: StonesPosition, random: Random, /) -> StonesPosition:
        """Return a random option."""
        x, y = stone = random.choice(sorted(self.canonical(position)))
        return self.after(position, stone, (random.randrange(x), random.randrange(y)))

    def seconds(self, position: StonesPosition, /) -> float:
        """Estimate how many seconds the closed form takes, from the number of nim-divisions.

        >>> Stones().seconds(frozenset({(1000, 4000)}))
        0.05
        """
        return sum(map(min, self.canonical(position))) / 20_000

    @property
    def closed_form(self) -> Products:
        """The closed form, which computes Grundy values from nim-products."""
        return Products(self)

    def components(self, position: StonesPosition, /) -> list[StonesPosition]:
        """Return a separate position for each stone.

        Two stones that meet on a spot vanish, just as two equal components cancel.

        >>> Stones().components(frozenset({(2, 3)}))
        [frozenset({(2, 3)})]
        """
        return [frozenset({spot}) for spot in self.canonical(position)]

    def after(self, position: StonesPosition, stone: Stone, corner: Stone) -> StonesPosition:
        """Return the position after toggling the corners of a rectangle.

        `stone` and `corner` are opposite corners of the rectangle. If `corner` is on exactly one
        axis, the stone slides to the left or down. If `corner` is (0, 0), the stone is removed.

        Raises:
            ValueError: if `stone` is not in `position`, or if a coordinate of `corner` is negative
                or not smaller than the same coordinate of `stone`.

        >>> sorted(Stones().after(frozenset({(2, 2), (1, 2)}), (2, 2), (1, 1)))
        [(1, 1), (2, 1)]
        """
        if _check_spot(stone, 1) not in _check_position(position):
            raise ValueError(
                f"there is no stone at {short_repr(stone)}, only at {short_repr(sorted(position))}"
            )
        if any(far >= near for far, near in zip(_check_spot(corner, 0), stone)):
            raise ValueError(
                f"the corner opposite the stone {stone} must be to its left and below it, from "
                f"(0, 0) to {stone[0] - 1, stone[1] - 1}, not {short_repr(corner)}"
            )
        return off_axes(_toggle(position, stone, corner))

    def show(self, position: StonesPosition, /) -> str:
        """Return the stones as text, from left to right.

        >>> Stones().show(frozenset({(4, 7), (1, 3)}))
        '(1, 3), (4, 7)'
        """
        return ", ".join(f"({x}, {y})" for x, y in sorted(_check_position(position))) or _EMPTY

    def read(self, text: str, /) -> StonesPosition:
        """Parse a position: pairs of coordinates, with or without parentheses.

        >>> sorted(Stones().read("(1, 3), (4, 7)")), Stones().read("no stones")
        ([(1, 3), (4, 7)], frozenset())
        """
        words = [word for word in re.split(r"[\s,;()]+", check_text(text)) if word]
        if not words or " ".join(words) == _EMPTY:
            return frozenset()
        for word in words:
            if not re.fullmatch("[0-9]{1,7}", word) or not 1 <= int(word) <= _MAX_TYPED_COORDINATE:
                raise ValueError(
                    f"{short_repr(word)} is not a coordinate of a stone: write two integers from "
                    f"1 to {_MAX_TYPED_COORDINATE} for each stone, as in (1, 3), (4, 7)"
                )
        if re.fullmatch(r"[^()]*(\([^()]*\)[^()]*)*", text) is None:
            raise ValueError(
                f"{short_repr(text)} has a parenthesis without its partner: write stones as in "
                "(1, 3), (4, 7)"
            )
        if len(words) % 2:
            raise ValueError(
                f"{short_repr(text)} has {len(words)} numbers, but each stone needs two, as in "
                "(1, 3), (4, 7)"
            )
        numbers = map(int, words)
        position: set[Stone] = set()
        for stone in zip(numbers, numbers):
            if stone in position:
                raise ValueError(
                    f"{short_repr(text)} has two stones at {stone}: a spot holds at most one"
                )
            position.add(stone)
        return frozenset(position)

    def _why_illegal(self, before: StonesPosition, after: StonesPosition) -> str | None:
        if not (changed := before ^ after):
            return "a move changes the board, but this one changes nothing"
        columns, rows = (sorted(set(values)) for values in zip(*changed))
        x, y = columns[-1], rows[-1]
        if (x, y) not in before:
            return f"the top right changed spot, {x, y}, is not a stone of {self.show(before)}"
        # Corners on an axis are off the board, where changes are invisible.
        if max(len(columns), len(rows)) > 2 or len(changed) < len(columns) * len(rows):
            return f"the changes at {self.show(changed)} are not all the corners of a rectangle"
        return None

    def _describe_move(self, before: StonesPosition, after: StonesPosition) -> str:
        changed = sorted(before ^ after)
        if len(changed) == 1:
            return f"remove the stone {changed[0]}"
        if len(changed) == 4:
            return f"change the corners of the rectangle from {changed[0]} to {changed[3]}"
        vanish = ", where both vanish" if changed[0] in before else ""
        return f"slide the stone {changed[1]} to {changed[0]}{vanish}"


@dataclass(frozen=True)
class TurningCorners(Addable):
    """Turning Corners: coins on squares (x, y), x, y ≥ 0. A position is the set of heads.

    A move turns over the coins at the corners of a rectangle; the one farthest from (0, 0) must
    turn from heads to tails. This is Lenstra's game, described in *Winning Ways*, chapter 14.
    (stones.lenstra)

    >>> [sorted(option) for option in TurningCorners().options(frozenset({(1, 1)}))]
    [[(0, 0), (0, 1), (1, 0)]]
    """

    def canonical(self, position: StonesPosition, /) -> StonesPosition:
        """Validate the position and return it as a frozenset."""
        return _check_position(position, minimum=0)

    def options(self, position: StonesPosition, /) -> list[StonesPosition]:
        """Return the options, each as the set of heads after a move."""
        heads = _check_position(position, minimum=0)
        check_option_count(sum([x * y for x, y in heads]), heads, len(heads))
        return [
            _toggle(heads, (x, y), corner)
            for x, y in sorted(heads)
            for corner in product(range(x), range(y))
        ]

    def components(self, position: StonesPosition, /) -> list[StonesPosition]:
        """Return a separate position for each head.

        Turning a coin over twice changes nothing, just as two equal components cancel.
        """
        return [frozenset({spot}) for spot in self.canonical(position)]


def off_axes(position: StonesPosition) -> StonesPosition:
    """Return the stones that are not on an axis; those on an axis are dead.

    >>> off_axes(frozenset({(0, 2), (2, 2)}))
    frozenset({(2, 2)})
    """
    return frozenset(stone for stone in position if 0 not in stone)


def _toggle(position: StonesPosition, stone: Stone, corner: Stone) -> StonesPosition:
    """Return a position after toggling the corners of a rectangle, given two opposite corners."""
    (x, y), (left, low) = stone, corner
    return position ^ {(x, y), (left, y), (x, low), (left, low)}


def _as_worded(stones: StonesPosition, stone: Stone) -> Iterator[StonesPosition]:
    """Yield the options reached by the three kinds of moves, as the source words them."""
    (x, y), others = stone, stones - {stone}
    yield others  # remove the stone
    slides = [*((left, y) for left in range(1, x)), *((x, low) for low in range(1, y))]
    for spot in slides:
        yield others - {spot} if spot in others else others | {spot}
    for left, low in product(range(1, x), range(1, y)):
        corners = {(left, y), (x, low), (left, low)}
        yield (others - corners) | (corners - others)


# --- The theory: nim-products --------------------------------------------------------------------


class Products(ClosedValue[StonesPosition]):
    """The theory of `Stones`: the value of a stone (x, y) is the nim-product x ⊗ y.

    The Grundy value of a position is the nim-sum of these products. (stones.grundy)

    >>> theory = Products(Stones())
    >>> theory.grundy(frozenset({(14, 8)})), list(theory.winning_moves(frozenset({(2, 3), (4, 1)})))
    (10, [((4, 1), (1, 0))])
    """

    theorem = (
        "the value of a stone at (x, y) is the nim-product of x and y, and values add by nim-sum"
    )

    rules: Stones

    def grundy(self, position: StonesPosition, /) -> int:
        """Return the nim-sum, over all stones, of the nim-products of their coordinates."""
        return nim_sum(mul(x, y) for x, y in _check_position(position))

    def winning_moves(self, position: StonesPosition, /) -> Iterator[Move]:
        """Yield the moves to positions of value 0, as pairs of a stone and the opposite corner.

        Toggling the rectangle from (x, y) to (x', y') changes the value by (x ⊕ x') ⊗ (y ⊕ y'). So
        x' determines y', and vice versa. For each stone, the search therefore needs one division
        for each number below the smaller coordinate.
        """
        value = self.grundy(position)
        for stone in sorted(position):
            short, long = sorted(stone)
            for a in range(short):
                b = long ^ mul(value, inv(short ^ a))
                if b < long:
                    yield stone, (a, b) if stone == (short, long) else (b, a)

    def winning_options(self, position: StonesPosition, /) -> list[StonesPosition]:
        """Return the positions that the winning moves lead to."""
        return [self.rules.after(position, *move) for move in self.winning_moves(position)]


def _check_position(position: object, minimum: int = 1) -> StonesPosition:
    if not isinstance(position, frozenset):
        if not isinstance(position, set):
            raise ValueError(f"stones must be a set of pairs (x, y), not {short_repr(position)}")
        position = frozenset(position)
    for spot in position:
        _check_spot(spot, minimum)
    return position


def _check_spot(spot: object, minimum: int) -> Stone:
    if not isinstance(spot, tuple) or len(spot) != 2:
        raise ValueError(f"a spot must be a pair (x, y), not {short_repr(spot)}")
    for coordinate in spot:
        # Building the message takes time, so avoid it for valid coordinates.
        if type(coordinate) is not int or coordinate < minimum:
            check_integer(coordinate, f"a coordinate of {short_repr(spot)}", minimum)
    return spot
