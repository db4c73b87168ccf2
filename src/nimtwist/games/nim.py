"""Nim: from one heap, take as much as you like. The game that all impartial games turn out to be.

C. L. Bouton, "Nim, a game with a complete mathematical theory", Annals of Mathematics 3 (1901).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import xor

from nimtwist._checks import quoted, whole
from nimtwist.games._heaps import check_count, check_heaps, move_refusal, read_heaps, show_heaps

__all__ = ["Nim", "nim_sum", "read_heaps"]


@dataclass(frozen=True)
class Nim:
    """Nim. A position is a tuple of heaps, whole numbers of any size; heaps keep their places.

    >>> Nim().options((2, 1))
    [(0, 1), (1, 1), (2, 0)]
    """

    def options(self, position: tuple[int, ...], /) -> list[tuple[int, ...]]:
        """Return every position with one heap made smaller.

        Raises:
            ValueError: if `position` is not a tuple of whole numbers, or has more than 1,000,000
                options.
        """
        heaps = check_heaps(position)
        check_count(sum(heaps), heaps)
        return [
            (*heaps[:i], smaller, *heaps[i + 1 :])
            for i, heap in enumerate(heaps)
            for smaller in range(heap)
        ]

    def show(self, position: tuple[int, ...], /) -> str:
        """Return the position as text, largest heap first.

        >>> Nim().show((1, 2, 4))
        '(4, 2, 1)'
        """
        return show_heaps(check_heaps(position))

    def read(self, text: str, /) -> tuple[int, ...]:
        """Return the position that `text` means.

        Raises:
            ValueError: if it means none; the message quotes what is wrong.

        >>> Nim().read("4 2 1")
        (4, 2, 1)
        """
        return read_heaps(text)

    def refusal(self, position: tuple[int, ...], option: tuple[int, ...], /) -> str | None:
        """Return why `option` is no option of `position`, in a sentence; `None` if it is one.

        >>> Nim().refusal((4, 2), (3, 1))
        'a move takes from one heap only, and (4, 2) to (3, 1) does not'
        """
        return move_refusal(position, option)


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
