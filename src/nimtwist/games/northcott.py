"""Northcott's game: each row holds one token of each player, and tokens may also retreat.

J. H. Conway, "On Numbers and Games" (1976), chapter 11; E. R. Berlekamp, J. H. Conway and
R. K. Guy, "Winning Ways for your Mathematical Plays" (1982), chapter 3. The rules come first, then
the theory, which is that of Nim.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from nimtwist.checks import check_choice, check_integer, check_text, set_integer, short_repr
from nimtwist.game import ClosedForm, Outcome
from nimtwist.games.heaps import check_option_count
from nimtwist.games.nim import nim_sum
from nimtwist.sums import MoveMixin

__all__ = ["NimInGaps", "Northcott", "gaps"]

Rows = tuple[tuple[int, int], ...]

# Maximum number of rows on a board read from text; programs may use more.
_MAX_TYPED_ROWS = 12


@dataclass(frozen=True)
class Northcott(MoveMixin):
    """Northcott's game on rows of `width` squares.

    Each row holds one token of each player. A move takes one of the player's own tokens any
    distance along its row, forwards or backwards, but not onto or past the other token. A player
    who cannot move loses. Players may keep retreating, so play need not end, and the game requires
    a `LoopySolver`. If `retreats` is false, tokens can only advance, and play always ends.

    The two players have different moves. A position is therefore written from the point of view of
    the player to move, with their own tokens on the left, and each move turns the board around. A
    position is a tuple of rows `(left, right)`, the squares of the tokens, counted from 0, with
    left < right.

    Raises:
        ValueError: if `width` is not an integer ≥ 2, or `retreats` is not a bool.

    >>> Northcott(5).options(((1, 3),))
    [((1, 4),), ((1, 2),)]
    """

    width: int
    retreats: bool = True

    def __post_init__(self) -> None:
        set_integer(self, "width", 2)
        check_choice(self.retreats, "retreats", (True, False))

    def canonical(self, position: Rows, /) -> Rows:
        """Validate the position and return it unchanged: the order of its rows matters."""
        if not isinstance(position, tuple):
            raise ValueError(
                f"a position must be a tuple of rows (left, right), not {short_repr(position)}"
            )
        for row in position:
            if not isinstance(row, tuple) or len(row) != 2:
                raise ValueError(f"a row must be a pair (left, right), not {short_repr(row)}")
            right = check_integer(row[1], "the square of a right token", 1, self.width - 1)
            left = check_integer(row[0], "the square of a left token", 0, self.width - 2)
            if left >= right:
                raise ValueError(
                    f"the left token of a row must be to the left of the right token, not as in "
                    f"{short_repr(row)}"
                )
        return position

    def options(self, position: Rows, /) -> list[Rows]:
        """Return the options, each turned around so that it is as the opponent sees it.

        They are ordered by the row of the token that moves and then by its new square, from left to
        right as the mover sees it.
        """
        rows = self.canonical(position)
        check_option_count(sum([right for _, right in rows]), rows, len(rows))
        return [
            self.turned((*rows[:i], (square, right), *rows[i + 1 :]))
            for i, (left, right) in enumerate(rows)
            for square in range(0 if self.retreats else left + 1, right)
            if square != left
        ]

    def turned(self, position: Rows, /) -> Rows:
        """Return the position as the opponent sees it.

        >>> Northcott(5).turned(((0, 3), (1, 2)))
        ((1, 4), (2, 3))
        """
        last = self.width - 1
        return tuple((last - right, last - left) for left, right in self.canonical(position))

    @property
    def closed_form(self) -> NimInGaps:
        """The closed form, which treats the gaps as heaps of Nim."""
        return NimInGaps(self)

    def show(self, position: Rows, /) -> str:
        """Return the position as text, writing each row as its two squares.

        >>> Northcott(5).show(((0, 3), (1, 2)))
        '0-3, 1-2'
        """
        return ", ".join(f"{left}-{right}" for left, right in self.canonical(position))

    def read(self, text: str, /) -> Rows:
        """Parse a position: rows such as 0-3, separated by commas or spaces.

        >>> Northcott(5).read("0-3 1-2")
        ((0, 3), (1, 2))
        """
        words = [word for word in re.split(r"[\s,]+", check_text(text)) if word]
        if len(words) > _MAX_TYPED_ROWS:
            raise ValueError(
                f"{short_repr(text)} has {len(words)} rows: at most {_MAX_TYPED_ROWS} are allowed"
            )
        for word in words:
            if not re.fullmatch(r"[0-9]{1,7}-[0-9]{1,7}", word):
                raise ValueError(
                    f"{short_repr(word)} is not a row: write a row as the squares of its two "
                    "tokens, as in 0-3"
                )
        pairs = (word.split("-") for word in words)
        return self.canonical(tuple((int(left), int(right)) for left, right in pairs))

    def _describe_move(self, before: Rows, after: Rows) -> str:
        rows = zip(before, self.turned(after))
        [(row, by)] = [(i, new[0] - old[0]) for i, (old, new) in enumerate(rows, 1) if old != new]
        squares = "1 square" if abs(by) == 1 else f"{abs(by)} squares"
        return f"{'advance' if by > 0 else 'retreat'} {squares} in row {row}"


# --- The theory: Nim -----------------------------------------------------------------------------


def gaps(position: Rows) -> tuple[int, ...]:
    """Return the number of free squares between the tokens in each row.

    These gaps, which are the same for both players, serve as the heaps of Nim. (nimber.northcott)

    >>> gaps(((0, 3), (1, 2)))
    (2, 0)
    """
    return tuple(right - left - 1 for left, right in position)


class NimInGaps(ClosedForm[Rows]):
    """The theory of Northcott's game: Nim with the gaps as heaps.

    (nimber.northcott)

    >>> NimInGaps(Northcott(5)).winning_options(((0, 3), (1, 3)))
    [((1, 3), (1, 3))]
    """

    theorem = "Northcott's game is Nim with the gaps as heaps, because retreats do not help"

    rules: Northcott

    def outcome(self, position: Rows, /) -> Outcome:
        """Return "P" if the gaps have nim-sum 0, else "N"."""
        return "N" if nim_sum(gaps(self.rules.canonical(position))) else "P"

    def winning_options(self, position: Rows, /) -> list[Rows]:
        """Return the advances that leave gaps with nim-sum 0.

        They correspond to the winning moves of Nim. A player who always makes one of them wins even
        if the opponent retreats. The number of moves needed is at most the number of squares in
        front of the player's own tokens, because each advance uses up at least one of these squares
        and the winner never retreats.
        """
        forward = replace(self.rules, retreats=False).options(position)
        return [option for option in forward if self.outcome(option) == "P"]
