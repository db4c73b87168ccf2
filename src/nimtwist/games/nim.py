"""Nim: from one heap, take as much as you like. The game that all impartial games turn out to be.

C. L. Bouton, "Nim, a game with a complete mathematical theory", Annals of Mathematics 3 (1901).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import xor

from nimtwist._checks import quoted, whole
from nimtwist.games._heaps import HeapGame, check_count, each_heap, read_heaps, why_no_move

__all__ = ["Nim", "nim_sum", "read_heaps"]


@dataclass(frozen=True)
class Nim(HeapGame):
    """Nim. A position is a tuple of heaps, whole numbers of any size.

    In any order, and with empty heaps or without, it is the same position.

    >>> Nim().options((2, 1))
    [(2,), (1,), (1, 1)]
    """

    def options(self, position: tuple[int, ...], /) -> list[tuple[int, ...]]:
        """Return every position with one heap made smaller, each once.

        Raises:
            ValueError: if `position` is not a tuple of whole numbers, or has more than 1,000,000
                options.
        """
        heaps = self.canonical(position)
        check_count(sum(set(heaps)), heaps)
        options: list[tuple[int, ...]] = []
        for heap, others in each_heap(heaps):
            options.append(others)
            options += [tuple(sorted((*others, smaller))) for smaller in range(1, heap)]
        return options

    def components(self, position: tuple[int, ...], /) -> list[tuple[int, ...]]:
        """Return the single heaps.

        Raises:
            ValueError: if `position` is not a tuple of whole numbers.

        >>> Nim().components((2, 1))
        [(1,), (2,)]
        """
        return [(heap,) for heap in self.canonical(position)]

    def why_illegal(self, position: tuple[int, ...], option: tuple[int, ...], /) -> str | None:
        """Return why `option` is no option of `position`, in a sentence; `None` if it is one.

        >>> Nim().why_illegal((4, 2), (3, 1))
        'a move takes from one heap only, and (4, 2) to (3, 1) does not'
        """
        return why_no_move(position, option)


def nim_sum(numbers: Iterable[int]) -> int:
    """Return the nim-sum of whole numbers: binary addition without carry.

    Raises:
        ValueError: if `numbers` holds anything but whole numbers.

    >>> nim_sum([9, 3])
    10
    """
    try:
        items = list(numbers)
    except TypeError:
        raise ValueError(f"nim_sum takes whole numbers, not {quoted(numbers)}") from None
    return reduce(xor, (whole(number, "a term of a nim-sum") for number in items), 0)
