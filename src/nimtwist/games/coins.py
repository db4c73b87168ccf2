"""Coin-turning games such as Mock Turtles and Ruler.

E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways for your Mathematical Plays" (1982),
chapter 14. The codes of the games are those of A. N. Siegel's program CGSuite,
<https://www.cgsuite.org>.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import combinations
from math import comb, inf
from operator import xor
from typing import NamedTuple

from nimtwist.checks import check_callable, check_integer, check_text, join_and, short_repr
from nimtwist.game import least_absent
from nimtwist.games.heaps import MAX_OPTIONS, check_option_count, read_heaps
from nimtwist.games.octal import MAX_VALUES
from nimtwist.sums import MoveMixin

__all__ = ["CoinTurning"]

Coins = frozenset[int]

_NO_HEADS = "no heads"
_ELEMENT = re.compile(
    r"([0-9]{1,4})(?:(\+)|-([0-9]{1,4}))?"  # numbers of coins
    r"(?:((?:C\([0-9]{1,4}\)|[CEFS])+)|\(([CEFS]+|[0-9]{1,4})\))?"  # and conditions
)


class _Turn(NamedTuple):
    """The turns that an element of a code allows."""

    least: int
    most: float
    width: float = inf
    """All coins lie within this many adjacent places."""
    spacing: str = ""
    """C for consecutive, E for equally spaced, S for symmetrical, or nothing."""
    first: bool = False
    """Whether coin 1 must be turned."""

    def numbers(self, coin: int) -> range:
        """Return how many coins may be turned if `coin` is the last of them."""
        return range(self.least, int(min(self.most, coin, self.width)) + 1)

    def bound(self, coin: int) -> int:
        """Return an upper bound on the number of turns, or a number above `MAX_OPTIONS`."""
        gaps, total = int(min(coin, self.width)) - 1, 0
        for number in self.numbers(coin):
            if number == 1 or self.spacing == "C":
                total += 1
            elif self.spacing == "E":
                total += gaps // (number - 1)
            elif self.spacing == "S":
                pairs = (gaps - 1) // 2  # between the first and the last coin
                total += (
                    comb(pairs, number // 2 - 1) if self.first else 2 * comb(pairs + 1, number // 2)
                )
            else:
                total += comb(gaps - self.first, number - 1 - self.first)
            if total > MAX_OPTIONS:
                break
        return total

    def others(self, coin: int) -> Iterator[tuple[int, ...]]:
        """Yield the coins, in ascending order, that are turned together with the last one."""
        low = coin + 1 - int(min(coin, self.width))
        for number in self.numbers(coin):
            for others in self._arrangements(coin, number, low):
                if not self.first or (*others, coin)[0] == 1:
                    yield others

    def _arrangements(self, coin: int, number: int, low: int) -> Iterator[tuple[int, ...]]:
        if number == 1:
            yield ()
        elif self.spacing == "C":
            yield tuple(range(coin + 1 - number, coin))
        elif self.spacing == "E":
            for step in range(1, (coin - low) // (number - 1) + 1):
                yield tuple(range(coin - step * (number - 1), coin, step))
        elif self.spacing == "S":
            for first in range(low, min(coin + 2 - number, 2 if self.first else coin)):
                if number % 2 and (first + coin) % 2:
                    continue  # no coin is in the middle
                middle = [(first + coin) // 2] * (number % 2)
                left = range(first + 1, (first + coin + 1) // 2)
                for chosen in combinations(left, number // 2 - 1):
                    mirrored = [first + coin - place for place in reversed(chosen)]
                    yield (first, *chosen, *middle, *mirrored)
        elif not self.first:
            yield from combinations(range(low, coin), number - 1)
        elif low == 1:
            yield from ((1, *rest) for rest in combinations(range(2, coin), number - 2))


@dataclass(frozen=True)
class CoinTurning(MoveMixin):
    """A coin-turning game with a code such as "1-3". A position is the set of places of heads.

    The coins of a row have the places 1, 2, ... A move turns over some of them; the last one, in
    the largest place, must turn from heads to tails. The code lists, separated by commas, how many
    coins may be turned: a number, a range such as 1-3, or 1+ for any number from 1 on. A number may
    be followed by conditions on all coins that are turned:

    - C: they are adjacent.
    - E: they are equally spaced.
    - S: they are symmetrical: the distances between neighbours are the same in reverse order.
    - F: the coin in place 1 is one of them.
    - C(5): they are within five adjacent places.

    Conditions in parentheses, as in "1,2,3(C)" and "1,2,3(5)", also apply to the numbers before
    that have no conditions.

    Games of *Winning Ways*: Turning Turtles 1-2, Mock Turtles 1-3, Moebius 1-5, Mogul 1-7, Moidores
    1-9, Twins 2, Triplets 3, Ruler 1+C, Mock Turtle Fives 1-3C(5), Triplet Fives 3C(5), Ruler Fives
    1-5C, Turnips 3E, Grunt 4FS, Sym 1+S.

    In normal play, equal coins cancel, so a position is the sum of its heads. The head in place n
    is a heap that a move replaces by smaller heaps, the other coins that are turned with it.

    Raises:
        ValueError: if `code` is not such a code, or if a number in it is not from 1 to 1,000.

    >>> mock_turtles = CoinTurning("1-3")
    >>> [sorted(option) for option in mock_turtles.options(frozenset({2, 3}))]
    [[3], [1, 3], [2], [1, 2], [], [1]]
    >>> CoinTurning("1+C").grundy_values(9)
    [0, 1, 2, 1, 4, 1, 2, 1, 8]
    """

    code: str

    def __post_init__(self) -> None:
        code = "".join(self.code.split()).upper() if isinstance(self.code, str) else ""
        if not str(self.code).isascii() or not all(map(_ELEMENT.fullmatch, code.split(","))):
            raise ValueError(
                "the code of a coin-turning game must be numbers of coins with conditions, as in "
                f"'1-3', '1+C' or '3E, 4(FS)', not {short_repr(self.code)}"
            )
        object.__setattr__(self, "code", code)
        for number in re.findall("[0-9]+", code):
            check_integer(int(number), f"a number in {short_repr(self.code)}", 1, 1_000)
        for turn in self._turns:
            if turn.least > turn.most:
                raise ValueError(f"a range of {short_repr(self.code)} ends before it begins")

    @cached_property
    def _turns(self) -> list[_Turn]:
        turns: list[_Turn] = []
        plain = 0  # the number of elements at the end that have no conditions
        for least, more, most, bare, grouped in _ELEMENT.findall(self.code):
            numbers = [int(number) for number in (least, most or least)]
            turns.append(_Turn(numbers[0], inf if more else numbers[1]))
            plain += 1
            if conditions := bare or grouped:
                # CGSuite used to write "1,2,3(5)" and "1,2,3,4,5(C)" for "1-3C(5)" and "1-5C". Its
                # tests list the same values for both, so parentheses apply to the whole list.
                if bare:
                    plain = 1
                turns[-plain:] = [_with(turn, conditions, self.code) for turn in turns[-plain:]]
                plain = 0
        return turns

    def canonical(self, position: Coins, /) -> Coins:
        """Validate the position and return it as a frozenset."""
        if not isinstance(position, frozenset | set):
            raise ValueError(f"coins must be a set of places, not {short_repr(position)}")
        return frozenset(check_integer(coin, "the place of a coin", 1) for coin in position)

    def options(self, position: Coins, /) -> list[Coins]:
        """Return the options, moves whose last coin is in the smallest place first."""
        heads = self.canonical(position)
        bound = sum(self._bound(coin) for coin in heads)
        check_option_count(bound, position, len(heads) + self._largest(max(heads, default=0)))
        return [heads ^ {coin, *others} for coin in sorted(heads) for others in self._others(coin)]

    def components(self, position: Coins, /) -> list[Coins]:
        """Return a separate position for each head.

        Turning a coin over twice changes nothing, just as two equal components cancel.

        >>> CoinTurning("1-3").components(frozenset({5, 2}))
        [frozenset({2}), frozenset({5})]
        """
        return [frozenset({coin}) for coin in sorted(self.canonical(position))]

    def grundy_values(
        self, count: int, progress: Callable[[int], object] | None = None
    ) -> list[int]:
        """Return 0 and the Grundy values of single heads in places 1 to `count` - 1.

        `progress`, if given, is called after each place with the number of values found so far.

        Raises:
            ValueError: if the last head has too many options to list.

        >>> CoinTurning("3").grundy_values(9)
        [0, 0, 0, 1, 2, 4, 7, 8, 11]
        """
        count = check_integer(count, "the number of values", 0, MAX_VALUES)
        check_callable(progress or len, "progress", "one number")
        last = count - 1
        check_option_count(self._bound(last), frozenset({last}), self._largest(last))
        values: list[int] = []
        for coin in range(count):
            turns = self._others(coin) if coin else []
            below = {reduce(xor, map(values.__getitem__, others), 0) for others in turns}
            values.append(least_absent(below))
            if progress:
                progress(coin + 1)
        return values

    def show(self, position: Coins, /) -> str:
        """Return the places of the heads.

        >>> CoinTurning("1-3").show(frozenset({4, 1}))
        '1, 4'
        """
        return ", ".join(map(str, sorted(self.canonical(position)))) or _NO_HEADS

    def read(self, text: str, /) -> Coins:
        """Parse a position: the places of the heads, or H or T for each coin, from place 1 on.

        >>> sorted(CoinTurning("1-3").read("1, 4")), sorted(CoinTurning("1-3").read("HTTH"))
        ([1, 4], [1, 4])
        """
        row = "".join(check_text(text).split())
        if re.fullmatch("[HTht]+", row):
            return frozenset(i for i, coin in enumerate(row.upper(), 1) if coin == "H")
        if re.search("[HTht]", row) and not re.search("[0-9]", row) and row != "noheads":
            raise ValueError(
                f"{short_repr(text)} is not a row of coins: write H or T for each coin, as in "
                "HTTH, or the places of the heads, as in 1, 4"
            )
        places = () if " ".join(text.split()) == _NO_HEADS else read_heaps(text, "place")
        if len(set(places)) < len(places):
            raise ValueError(f"{short_repr(text)} names a place twice: it holds only one coin")
        return self.canonical(frozenset(places))

    def _others(self, coin: int) -> dict[tuple[int, ...], None]:
        """Return the sets of coins that can be turned together with the last one."""
        return dict.fromkeys(others for turn in self._turns for others in turn.others(coin))

    def _bound(self, coin: int) -> int:
        return sum(turn.bound(coin) for turn in self._turns) if coin > 0 else 0

    def _largest(self, coin: int) -> int:
        """Return an upper bound on the number of coins turned by a move, given the last coin."""
        return max([turn.numbers(coin).stop for turn in self._turns])

    def _describe_move(self, before: Coins, after: Coins) -> str:
        changed = sorted(before ^ after)
        return f"turn coin{'s'[: len(changed) - 1]} {join_and(changed)}"


def _with(turn: _Turn, conditions: str, code: str) -> _Turn:
    """Return turns with further conditions, as in "FS", "C(5)" or "5"."""
    width = re.search("[0-9]+", conditions)
    letters = re.sub(r"C\([0-9]+\)|[0-9]+", "", conditions)
    spacings = set(letters) & set("CES")
    if len(spacings) > 1:
        raise ValueError(f"a number of {short_repr(code)} may have at most one of C, E and S")
    return turn._replace(
        width=int(width[0]) if width else inf, spacing="".join(spacings), first="F" in letters
    )
