"""Stones on a board with a line beyond all integers, the line ω.

L. le Bruyn, "How to win transfinite Nimbers?" (2011), has a line for each ordinal.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from nimtwist.algebra.ordinal import Ordinal
from nimtwist.checks import check_text, short_repr
from nimtwist.game import ClosedForm, Outcome
from nimtwist.games.stones import Stones, StonesPosition

__all__ = ["OMEGA", "OrdinalProducts", "OrdinalStones"]

OMEGA = 4
"""The coordinate that stands for ω."""


@dataclass(frozen=True)
class OrdinalStones(Stones):
    """Stones on the lines 1, 2, 3 and ω of a board with a line for each ordinal.

    In a position, the coordinate 4 stands for ω. There is no spot (ω, ω).

    A move may use only the lines 1, 2, 3 and ω, but who wins is the same as with all lines. Let
    ω·b + c be the nim-sum of the values. If b ≠ 0, there is a stone (ω, y) or (y, ω) with
    y ⊕ b < y, and the rectangle to the lines c/b and y ⊕ b wins. If b = 0, only the stones without
    ω matter, and the numbers below 4 are a field. At (ω, ω), other lines would be needed.

    >>> OrdinalStones().options(frozenset({(4, 1)})) == Stones().options(frozenset({(4, 1)}))
    True
    >>> OrdinalStones().show(frozenset({(4, 1)})), OrdinalStones().read("ω, 1")
    ('(ω, 1)', frozenset({(4, 1)}))
    """

    def canonical(self, position: StonesPosition, /) -> StonesPosition:
        """Validate the position and return it as a frozenset."""
        stones = super().canonical(position)
        for stone in stones:
            if max(stone) > OMEGA or stone == (OMEGA, OMEGA):
                raise ValueError(
                    f"{short_repr(stone)} is not a spot: its coordinates must be "
                    f"from 1 to {OMEGA}, where {OMEGA} stands for ω, and not both ω"
                )
        return stones

    def options(self, position: StonesPosition, /) -> list[StonesPosition]:
        """Return the options."""
        return super().options(self.canonical(position))

    @property
    def closed_form(self) -> OrdinalProducts:  # type: ignore[override]
        """The closed form, which adds nim-products of ordinals."""
        return OrdinalProducts(self)

    def show(self, position: StonesPosition, /) -> str:
        """Return the stones as text, from left to right."""
        return self.name_lines(super().show(self.canonical(position)))

    def read(self, text: str, /) -> StonesPosition:
        """Parse a position: pairs of coordinates 1, 2, 3 and ω (or w)."""
        if re.search("[04-9]", check_text(text)):
            raise ValueError(
                f"{short_repr(text)} has a line that is not on this board: write 1, 2, 3 or ω"
            )
        return self.canonical(super().read(re.sub("[ωw]", str(OMEGA), text)))

    @staticmethod
    def name_lines(text: str) -> str:
        """Return a text about spots with ω in place of the coordinate that stands for it.

        >>> OrdinalStones.name_lines("slide the stone (4, 2) to (2, 2)")
        'slide the stone (ω, 2) to (2, 2)'
        """
        return check_text(text).replace(str(OMEGA), "ω")

    def _why_illegal(self, before: StonesPosition, after: StonesPosition) -> str | None:
        reason = super()._why_illegal(before, after)
        return reason and self.name_lines(reason)

    def _describe_move(self, before: StonesPosition, after: StonesPosition) -> str:
        return self.name_lines(super()._describe_move(before, after))


class OrdinalProducts(ClosedForm[StonesPosition]):
    """The theory of `OrdinalStones`: a position is P if the nim-products x ⊗ y have nim-sum 0.

    >>> theory = OrdinalProducts(OrdinalStones())
    >>> theory.winning_options(frozenset({(1, 3), (4, 2)}))
    [frozenset({(1, 3), (2, 2)})]
    """

    theorem = (
        "the value of a stone at (x, y) is the nim-product of x and y, and values add by nim-sum"
    )

    def outcome(self, position: StonesPosition, /) -> Outcome:
        """Return "P" if the nim-sum of the values of the stones is 0, otherwise "N"."""
        values = (_value(*stone) for stone in self.rules.canonical(position))
        return "N" if sum(values, Ordinal(0)) else "P"


@cache
def _value(x: int, y: int) -> Ordinal:
    first, second = (Ordinal.parse("w") if line == OMEGA else Ordinal(line) for line in (x, y))
    return first * second
