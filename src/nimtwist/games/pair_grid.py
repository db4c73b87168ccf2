"""Outcomes of all pairs of heaps in blocking Nim, computed in one sweep."""

from __future__ import annotations

from nimtwist.checks import check_integer, short_repr
from nimtwist.game import Outcome
from nimtwist.games.blocking import MAX_GRID_SIZE, BlockingNim
from nimtwist.games.restrictions import Restriction

__all__ = ["PairGrid"]


class PairGrid:
    """The outcomes of all pairs of heaps below `size`, under every restriction.

    A pair of heaps is *good* if some restriction makes it a P-position. The outcome of a position
    depends only on the residues of the moves that reach a good pair: it is P if and only if all of
    these residues are forbidden. Two bit masks store them, one for the row and one for the column,
    and a step along the row rotates the row's mask by one place. So each cell takes only a few
    operations, regardless of the sizes of the grid and the family.

    Args:
        rules: a `BlockingNim`.
        size: the number of heap sizes, starting from 0; an integer from 1 to 10,000.

    >>> for row in PairGrid(BlockingNim.exactly(3, 1), 4).rows(frozenset({1})):
    ...     print(row)
    PPNN
    PPNN
    NNPP
    NNPP
    """

    def __init__(self, rules: BlockingNim, size: int) -> None:
        if not isinstance(rules, BlockingNim):
            raise ValueError(f"a grid of pairs takes a BlockingNim, not {short_repr(rules)}")
        self.rules, self.size = rules, check_integer(size, "the size of a grid", 1, MAX_GRID_SIZE)
        # Moves in the grid take fewer than `size` sticks, so larger residues do not occur.
        self._width = min(rules.modulus, self.size)
        self._reach = self._sweep()

    def _mask(self, restriction: Restriction) -> int:
        return sum(1 << residue - 1 for residue in restriction if residue <= self._width)

    def _sweep(self) -> list[list[int]]:
        """Return the rows of the grid, with a bit mask for each pair of heaps.

        The mask holds the residues of the moves from that pair to good pairs.
        """
        full, top = (1 << self._width) - 1, self._width - 1
        restrictions = {self._mask(restriction) for restriction in self.rules.family}
        good: dict[int, bool] = {}
        columns, rows = [0] * self.size, []
        for _ in range(self.size):
            row, masks = 0, []
            for j, column in enumerate(columns):
                reach = row | column
                masks.append(reach)
                if reach not in good:
                    good[reach] = any(not reach & ~mask for mask in restrictions)
                # Bit r - 1 represents residue r. From the next cell, every good pair is one stick
                # further away, and this pair, if good, is one stick away.
                row = (row << 1 | row >> top) & full | good[reach]
                columns[j] = (column << 1 | column >> top) & full | good[reach]
            rows.append(masks)
        return rows

    def outcome(self, first: int, second: int, forbidden: Restriction) -> Outcome:
        """Return the outcome of a pair of heaps under one of the game's restrictions.

        Raises:
            ValueError: if a heap is not in the grid, or the restriction is not in the family.
        """
        first, second = (
            check_integer(p, "a heap of the grid", 0, self.size - 1) for p in (first, second)
        )
        self.rules.canonical(((first, second), forbidden))
        return "N" if self._reach[first][second] & ~self._mask(forbidden) else "P"

    def rows(self, forbidden: Restriction) -> list[str]:
        """Return the grid for one of the game's restrictions, each row as a string of P and N.

        Raises:
            ValueError: if the restriction is not in the family.
        """
        self.rules.canonical(((), forbidden))
        allowed = ~self._mask(forbidden)
        return ["".join("N" if reach & allowed else "P" for reach in row) for row in self._reach]
