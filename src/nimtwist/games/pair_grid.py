"""Outcomes of all pairs of heaps in blocking Nim, computed a diagonal at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nimtwist._checks import check_callable, quoted, whole
from nimtwist.game import Outcome
from nimtwist.games.blocking import _LARGEST_GRID, BlockingNim
from nimtwist.games.restrictions import Restriction

__all__ = ["PairGrid"]


class PairGrid:
    """The outcomes of all pairs of heaps below `size`, under every restriction, in one sweep.

    A pair is *good* to move to if some restriction makes it P. Whether a position is P depends only
    on the residues of the moves that reach a good pair: it is P if all of them are forbidden.
    Those residues are kept in two bit masks, for the row and for the column; a step along the row
    rotates its mask by one place. So a cell costs a few operations, whatever the size and family.

    Pairs of the same sum do not depend on each other. If a mask fits into a byte, all those of a
    diagonal are one whole number, and each operation is done on all of them at once.

    Args:
        rules: a `BlockingNim`.
        size: the number of heap sizes, which start from 0; a whole number from 1 to 10,000.
        progress: called after each row with the number of finished rows.

    Raises:
        ValueError: if an argument is anything else.

    >>> for row in PairGrid(BlockingNim.exactly(3, 1), 4).rows(frozenset({1})):
    ...     print(row)
    PPNN
    PPNN
    NNPP
    NNPP
    """

    def __init__(
        self, rules: BlockingNim, size: int, progress: Callable[[int], object] | None = None
    ) -> None:
        if not isinstance(rules, BlockingNim):
            raise ValueError(f"a grid of pairs takes a BlockingNim, not {quoted(rules)}")
        if progress is not None:
            check_callable(progress, "progress", "one number")
        self.rules, self.size = rules, whole(size, "the size of a grid", 1, _LARGEST_GRID)
        # No move in the grid takes as many sticks as its size.
        self._width = min(rules.modulus, self.size)
        masks = {self._mask(restriction) for restriction in rules.family}
        sweep = _by_diagonals if self._width <= 8 else _by_cells
        self._reach = sweep(masks, self._width, self.size, progress or (lambda done: None))

    def _mask(self, restriction: Restriction) -> int:
        return sum(1 << residue - 1 for residue in restriction if residue <= self._width)

    def outcome(self, first: int, second: int, forbidden: Restriction) -> Outcome:
        """Return "P" or "N" for the pair of heaps under a restriction of the family.

        Raises:
            ValueError: if a heap is not in the grid, or the restriction not in the family.
        """
        first, second = (whole(p, "a heap of the grid", 0, self.size - 1) for p in (first, second))
        self.rules.canonical(((first, second), forbidden))
        return "N" if self._reach[first][second] & ~self._mask(forbidden) else "P"

    def rows(self, forbidden: Restriction) -> list[str]:
        """Return the grid under a restriction of the family, a string of P and N for each row.

        Raises:
            ValueError: if the restriction is not in the family.
        """
        self.rules.canonical(((), forbidden))
        allowed = ~self._mask(forbidden)
        if self._width > 8:
            return ["".join("N" if r & allowed else "P" for r in masks) for masks in self._reach]
        table = bytes([b"PN"[bool(r & allowed)] for r in range(1 << self._width)]).ljust(256)
        return [bytes(masks).translate(table).decode() for masks in self._reach]


class _GoodMasks(dict[int, int]):
    """For a mask of residues that reach good pairs: 1 if some restriction forbids them all."""

    def __init__(self, restrictions: set[int]) -> None:
        self._restrictions = restrictions

    def __missing__(self, reach: int) -> int:
        self[reach] = int(any(not reach & ~mask for mask in self._restrictions))
        return self[reach]


def _contained(restrictions: set[int], width: int) -> bytes:
    """Return what `_GoodMasks` says of every byte, 0 if it has more than `width` bits."""
    found = sum(1 << mask for mask in restrictions)
    for residue in range(width):
        place = 1 << residue
        without = ((1 << (1 << width)) - 1) // ((1 << place) + 1)
        found |= found >> place & without
    return bytes(map(int, f"{found:0256b}"[::-1]))


def _by_cells(
    restrictions: set[int], width: int, size: int, progress: Callable[[int], object]
) -> list[Sequence[int]]:
    """Return the rows of the grid, a mask of residues that reach good pairs for each cell."""
    full, top, good = (1 << width) - 1, width - 1, _GoodMasks(restrictions)
    columns, rows = [0] * size, list[Sequence[int]]()
    for done in range(size):
        row, masks = 0, []
        for j, column in enumerate(columns):
            reach = row | column
            masks.append(reach)
            leave = good[reach]
            # Bit r - 1 stands for residue r. One step further on, every good pair is one
            # stick further away, and this one, if good, is one away.
            row = (row << 1 | row >> top) & full | leave
            columns[j] = (column << 1 | column >> top) & full | leave
        rows.append(masks)
        progress(done + 1)
    return rows


def _by_diagonals(
    restrictions: set[int], width: int, size: int, progress: Callable[[int], object]
) -> list[Sequence[int]]:
    """Return the same as `_by_cells`, for masks of at most 8 bits, from one diagonal to the next.

    Byte k of `rows` and of `columns` belongs to the k-th cell of a diagonal from the top: it is the
    mask of its row, or of its column. The k-th cell of the next one has the same row and the column
    of the one above, until the first row has come to its end.
    """
    top, is_good = width - 1, _contained(restrictions, width)
    one = int.from_bytes(b"\1" * size, "little")
    rest = one * ((1 << width) - 2)
    rows = columns = 0
    found = bytearray((2 * size - 1) * size)  # all rows of each diagonal
    for diagonal in range(2 * size - 1):
        first = max(diagonal - size + 1, 0)
        length = min(diagonal, size - 1) - first + 1
        reach = (rows | columns).to_bytes(length, "little")
        found[diagonal * size + first : diagonal * size + first + length] = reach
        leave = int.from_bytes(reach.translate(is_good), "little")
        rows = rows << 1 & rest | rows >> top & one | leave
        columns = columns << 1 & rest | columns >> top & one | leave
        if diagonal < size - 1:
            columns <<= 8
        else:
            rows >>= 8
            columns &= (1 << 8 * (length - 1)) - 1
            progress(first + 1)
    starts = range(0, size * (size + 1), size + 1)
    return [bytes(found[start : start + size * size : size]) for start in starts]
