"""The outcomes of small games of Nim, for pages that deal random positions without Python."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

from nimtwist.games import BlockingNim, Nim
from nimtwist.solver import Solver

__all__ = ["heaps_table"]

_DIGITS = "0123456789abcdefghijklmnopqrstuv"


def heaps_table(heaps: int, largest: int, twist: bool = False) -> dict[str, object]:
    """Return the outcomes of all positions of Nim with a few small heaps.

    The page's script (`book/site/runtime/table.ts`) plays from this table with the levels and the
    rules for mistakes of `nimbook.play.opponent`. Without the twist, `lost` has the digit 1 for
    each P-position and 0 for each N-position, in the order of `combinations_with_replacement`. With
    the twist, a player also forbids a number from 1 to `largest`, and bit i of a base-32 digit is
    set if the heaps are a P-position when the number i + 1 is forbidden.

    Args:
        heaps: the maximum number of heaps.
        largest: the maximum number of sticks in a heap; at most 5 with the twist.
        twist: whether players forbid numbers.

    >>> heaps_table(2, 2)
    {'heaps': 2, 'largest': 2, 'names': 0, 'lost': '100101'}
    """
    names = range(1, largest + 1) if twist else range(0)
    # No heap is larger than the modulus, so forbidding a residue forbids just one number.
    solver: Solver[Any] = Solver(BlockingNim.exactly(largest, 1) if twist else Nim())

    def digit(sizes: tuple[int, ...]) -> str:
        present = tuple(filter(None, sizes))
        positions: list[Any] = [(present, frozenset({name})) for name in names] or [present]
        lost = (solver.outcome(position) == "P" for position in positions)
        return _DIGITS[sum(bit << i for i, bit in enumerate(lost))]

    lost = "".join(map(digit, combinations_with_replacement(range(largest + 1), heaps)))
    return {"heaps": heaps, "largest": largest, "names": len(names), "lost": lost}
