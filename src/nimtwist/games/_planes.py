"""Grundy values of all positions of a few heaps, those of equal sum at once, in bits of integers.

A position of k heaps is a *cell* of a box with k dimensions, counted from 0; a move takes 1 to
`reach` from one number. Cells of equal sum form a *plane*: no move leads from one of them to
another, so that a whole plane is worked out together. A set of cells of a plane is one integer.
It has a bit for the first k - 1 numbers of each cell, as the plane tells the last one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, count

__all__ = ["Box"]

Cell = tuple[int, ...]

_PROGRESS_EVERY = 1 << 12


class Box:
    """The Grundy values of all cells of a box. `fill` finds them, plane by plane.

    For each value, and for each number that a move can make smaller, a *window* is the set of cells
    from which such a move leads to a cell of this value. From plane to plane it is shifted by one
    step of that number; the cells that have the value join it, and those from which it is out of
    reach now leave it.

    Args:
        sizes: how many numbers there are in each place, at least 1.
        reach: the most that a move takes, at least 1.
        also: for some cells, more values that the player to move can reach, as the bits of an
            integer.
        only: whether the moves of these cells lead to these values only.
    """

    def __init__(
        self, sizes: tuple[int, ...], reach: int, also: Mapping[Cell, int], only: bool
    ) -> None:
        self.sizes = sizes
        # Within the box, no move takes more than the largest number.
        self._reach = max(1, min(reach, max(sizes) - 1))
        self._only = only
        self._strides, stride = [], 1
        for size in sizes[:-1]:
            self._strides.append(stride)
            stride *= size + self._reach  # a cell leaves its window before it meets the next row
        self._length = stride + 7 >> 3
        self._upto = list(_upto(sizes[:-1], self._strides))
        self._also: dict[int, list[tuple[int, int]]] = {}
        for cell, values in also.items():
            self._also.setdefault(sum(cell), []).append((1 << self._bit(cell), values))
        # For each finished plane: the binary digits of its values, each a set of cells.
        self._digits: dict[int, list[bytes]] = {}
        # For a window, and a plane to come: cells that leave the window later than it seems.
        self._stay: dict[tuple[int, int, int], int] = {}
        # The plane to be worked out, and how many cells are done; for each value the windows and,
        # for each plane within reach, the cells. One assignment replaces all of this, so that an
        # interruption does no harm.
        cells: list[list[int]] = [[]] * self._reach
        self._next: tuple[int, int, list[list[int]], list[list[int]]] = 0, 0, [], cells

    def __getitem__(self, cell: Cell) -> int:
        """Return the value of a cell in a finished plane."""
        byte, bit = divmod(self._bit(cell), 8)
        value = 0
        for digit in reversed(self._digits[sum(cell)]):
            value = value << 1 | digit[byte] >> bit & 1
        return value

    def row(self, numbers: Cell) -> Sequence[int]:
        """Return the values of all cells that begin with these numbers, once all are known."""
        step = 8 * self._length
        start = sum(numbers) * step + self._bit(numbers)
        return self._values[start : start + step * self.sizes[-1] : step]

    @cached_property
    def _values(self) -> Sequence[int]:
        """All values, plane by plane."""
        planes = [_spread(digits, 8 * self._length) for digits in self._digits.values()]
        if all(isinstance(plane, bytes) for plane in planes):
            return b"".join(map(bytes, planes))
        return list(chain.from_iterable(planes))

    def __contains__(self, cell: Cell) -> bool:
        return all(map(int.__lt__, cell, self.sizes))

    def fill(self, progress: Callable[[int], object] | None = None) -> None:
        """Work out the planes that are not finished; tell `progress` how many cells are."""
        planes, told = sum(self.sizes) - len(self.sizes) + 1, self._next[1]
        while self._next[0] < planes:
            self._work()
            if progress is not None and self._next[1] - told >= _PROGRESS_EVERY:
                told = self._next[1]
                progress(told)

    def _bit(self, cell: Cell) -> int:
        return sum(map(int.__mul__, self._strides, cell))

    def _work(self) -> None:
        """Work out the next plane."""
        plane, done, windows, before = self._next
        free = self._cells(plane)
        done += free.bit_count()
        barred, settled = self._beside(plane)
        for cells in settled.values():
            free ^= cells
        gone, channels = before[0], len(windows)
        digits: list[int] = []
        after: list[list[int]] = []
        found: list[int] = []
        for value in count():
            if value < channels:
                here, leaving = windows[value], gone[value] if value < len(gone) else 0
            elif free or value <= max(settled, default=-1):
                here, leaving = [0] * len(self.sizes), 0
            else:
                break
            cells = 0
            if free:
                seen = barred.get(value, 0)
                for window in here:
                    seen |= window
                cells = free & ~seen
                free ^= cells
            if value in settled:
                cells |= settled[value]
                self._meet(plane, value, here, settled[value])
            if cells:
                for place in range(value.bit_length()):
                    if place == len(digits):
                        digits.append(0)
                    if value >> place & 1:
                        digits[place] |= cells
            found.append(cells)
            after.append(self._moved(plane, value, here, leaving, cells))
        self._digits[plane] = [digit.to_bytes(self._length, "little") for digit in digits]
        self._next = plane + 1, done, after, [*before[1:], found]

    def _moved(
        self, plane: int, value: int, windows: list[int], leaving: int, cells: int
    ) -> list[int]:
        """Return the windows of a value in the next plane; `cells` join them."""
        moved = []
        for i, stride in enumerate(self._strides):
            leave = leaving << stride * self._reach
            if self._stay:
                leave &= ~self._stay.get((plane, value, i), 0)
            moved.append((windows[i] ^ leave | cells) << stride)
        if self._stay:
            leaving &= ~self._stay.get((plane, value, len(moved)), 0)
        moved.append(windows[-1] ^ leaving | cells)
        return moved

    def _cells(self, plane: int) -> int:
        """Return all cells of a plane."""
        last, upto = self.sizes[-1], self._upto
        within = upto[min(plane, len(upto) - 1)]
        return within ^ upto[plane - last] if plane >= last else within

    def _beside(self, plane: int) -> tuple[dict[int, int], dict[int, int]]:
        """Return, by value: cells from which it is reached besides, and cells that have it."""
        barred: dict[int, int] = {}
        settled: dict[int, int] = {}
        for cell, values in self._also.get(plane, ()):
            if self._only:
                value = (~values & values + 1).bit_length() - 1
                settled[value] = settled.get(value, 0) | cell
            else:
                for value in range(values.bit_length()):
                    if values >> value & 1:
                        barred[value] = barred.get(value, 0) | cell
        return barred, settled

    def _meet(self, plane: int, value: int, windows: list[int], cells: int) -> None:
        """See to it that cells which meet their own value in a window keep it there in time."""
        for i, stride in enumerate((*self._strides, 0)):
            if again := windows[i] & cells:
                for later in range(1, self._reach):
                    key = plane + later, value, i
                    self._stay[key] = self._stay.get(key, 0) | again << stride * later


def _upto(sizes: tuple[int, ...], strides: list[int]) -> Iterator[int]:
    """Yield for 0, 1, ... the cells whose numbers, the last one left out, add up to no more."""
    if not sizes:
        yield 1
        return
    *fewer, size = sizes
    cells, whole = 0, (1 << strides[-1] * size) - 1
    sums = sum(sizes) - len(sizes) + 1
    lower = list(_upto(tuple(fewer), strides[:-1]))
    for most in range(sums):
        cells = (cells << strides[-1] | lower[min(most, len(lower) - 1)]) & whole
        yield cells


def _spread(digits: list[bytes], length: int) -> Sequence[int]:
    """Return numbers from their binary digits, each the bits of all; as bytes if they fit."""
    numbers, lowest = 0, int.from_bytes(b"\1" * length)
    for place, digit in enumerate(digits[:8]):
        letters = f"{int.from_bytes(digit, 'little'):0{length}b}".encode()
        numbers |= (int.from_bytes(letters) & lowest) << place
    low = numbers.to_bytes(length, "little")
    if len(digits) <= 8:
        return low
    return [more << 8 | less for less, more in zip(low, _spread(digits[8:], length), strict=True)]
