"""Heaps: checked, shown and read in the same way for all games."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from nimtwist._checks import check_integer, check_text, decimal, join_and, short_repr, shorten

# The largest heap that can be typed; larger ones are for programs, which do not go through text.
_LARGEST_TYPED = 10**6

MOST_OPTIONS = 10**6
"""The most options that are ever listed; a list of more would fill the memory."""

# The most numbers in all of them: so many take some seconds, and a quarter of a gigabyte.
_MOST_NUMBERS = 10**7


def check_heaps(heaps: object, least: int = 0) -> tuple[int, ...]:
    """Return `heaps` as a tuple of `int`; a `ValueError` says what is wrong with them."""
    if not isinstance(heaps, tuple):
        raise ValueError(f"heaps must be a tuple of integers, not {short_repr(heaps)}")
    for heap in heaps:
        if type(heap) is not int or heap < least:  # the common case costs no call
            return tuple(check_integer(heap, "a heap", least) for heap in heaps)
    return heaps


def canonical_heaps(heaps: object, least: int = 0) -> tuple[int, ...]:
    """Return heaps in ascending order, without the empty ones.

    >>> canonical_heaps((4, 0, 2, 2))
    (2, 2, 4)
    """
    ordered = sorted(check_heaps(heaps, least))
    return tuple(ordered[ordered.count(0) :])


def each_heap(heaps: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield each heap of a canonical position, equal ones once, together with the other heaps.

    >>> list(each_heap((2, 2, 4)))
    [(2, (2, 4)), (4, (2, 2))]
    """
    last = 0
    for i, heap in enumerate(heaps):
        if heap != last:
            yield heap, heaps[:i] + heaps[i + 1 :]
            last = heap


def check_count(count: int, position: object, size: int) -> None:
    """Raise a `ValueError` if a position may have too many options to list, each of some numbers.

    >>> check_count(10**9, (10**9,), 1)
    Traceback (most recent call last):
    ...
    ValueError: (1000000000,) has up to 1000000000 options, too many to list: at most 1000000
    """
    if count > MOST_OPTIONS:
        raise ValueError(
            f"{short_repr(position)} has up to {short_repr(count)} options, too many to list: at "
            f"most {MOST_OPTIONS}"
        )
    if count * size > _MOST_NUMBERS:
        raise ValueError(
            f"{short_repr(position)} has up to {count} options of {size} parts, too many to "
            f"list: at most {_MOST_NUMBERS} parts in all"
        )


def show_heaps(heaps: Sequence[int]) -> str:
    """Return heaps as the sources write them, largest first, without the empty ones.

    >>> show_heaps((1, 0, 2, 4))
    '(4, 2, 1)'
    """
    return f"({', '.join(decimal(int(heap)) for heap in sorted(heaps, reverse=True) if heap)})"


def read_heaps(text: str, kind: str = "heap") -> tuple[int, ...]:
    """Return the heaps in `text`: numbers separated by commas or spaces, in brackets or not.

    `kind` says in the message what the numbers are.

    Raises:
        ValueError: if `text` is anything else; the message quotes the word that is not a number.

    >>> read_heaps("(4, 2, 1)")
    (4, 2, 1)
    """
    inner = check_text(text).strip().removeprefix("(").removesuffix(")")
    words = [word for word in re.split(r"[\s,]+", inner) if word]
    for word in words:
        if not re.fullmatch(r"[0-9]{1,7}", word) or int(word) > _LARGEST_TYPED:
            raise ValueError(
                f"{short_repr(word)} is not a {kind}: {kind}s are integers from 0 to "
                f"{_LARGEST_TYPED}, separated by commas, as in 4, 2, 1"
            )
    return tuple(map(int, words))


def replaced(heaps: tuple[int, ...], old: int, new: int) -> tuple[int, ...]:
    """Return the heaps, sorted, with one heap of size `old` replaced by one of size `new`.

    >>> replaced((2, 3, 3), 3, 1)
    (1, 2, 3)
    """
    i = heaps.index(old)
    return tuple(sorted((*heaps[:i], new, *heaps[i + 1 :])))


def changed(before: Sequence[int], after: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return the heaps that are gone after a move, and those that have come, largest first.

    >>> changed((4, 2, 1), (3, 2))
    ([4, 1], [3])
    """
    old, new = Counter(filter(None, before)), Counter(filter(None, after))
    gone, come = (sorted(part.elements(), reverse=True) for part in (old - new, new - old))
    return gone, come


def sticks_taken(before: Sequence[int], after: Sequence[int], most: int = 1) -> int:
    """Return how many sticks a move from `before` to `after` takes, whatever the order of heaps.

    A move takes sticks from 1 to `most` heaps; if `most` is 1, it is a move of Nim.

    Raises:
        ValueError: if no single move leads there; the message says why.

    >>> sticks_taken((4, 2, 1), (2, 2, 1)), sticks_taken((4, 2, 1), (3, 2), most=2)
    (2, 2)
    """
    gone, come = changed(before, after)
    leads = f"{shorten(show_heaps(before))} to {shorten(show_heaps(after))}"
    if not gone and not come:
        raise ValueError(f"a move takes at least one stick, but {leads} takes none")
    if len(gone) > most or len(come) > len(gone):
        heaps = "one heap only" if most == 1 else f"at most {short_repr(most)} heaps"
        raise ValueError(f"a move takes from {heaps}, but {leads} does not")
    # Compared by rank: if the old heaps can become the new ones at all, they can in this order.
    if any(new > old for old, new in zip(gone, come)):
        raise ValueError(f"a move makes a heap smaller, but {leads} makes one larger")
    return sum(gone) - sum(come)


def describe_taking(before: Sequence[int], after: Sequence[int]) -> str:
    """Return in words a legal move from `before` to `after`, in one heap or several.

    >>> describe_taking((4, 2, 1), (3, 2))
    'take 1 from the heap of 4 and 1 from the heap of 1'
    """
    taken = zip_longest(*changed(before, after), fillvalue=0)
    each = (f"{decimal(heap - left)} from the heap of {decimal(heap)}" for heap, left in taken)
    return f"take {join_and(each)}"


class HeapGame:
    """What games whose positions are heaps have in common."""

    def canonical(self, position: tuple[int, ...], /) -> tuple[int, ...]:
        """Return the heaps in ascending order, without the empty ones."""
        return canonical_heaps(position)

    def show(self, position: tuple[int, ...], /) -> str:
        """Return the position as text, largest heap first."""
        return show_heaps(self.canonical(position))

    def read(self, text: str, /) -> tuple[int, ...]:
        """Return the position that `text` describes: heaps separated by commas or spaces."""
        return self.canonical(read_heaps(text))
