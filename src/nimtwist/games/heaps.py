"""Tools for heaps: validation, canonical form, notation, and descriptions of moves."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from nimtwist.checks import check_integer, check_text, decimal, join_and, short_repr, shorten

# Upper bound on the number of digits of heaps read from text; programs may use larger heaps.
_MAX_TYPED_DIGITS = 30

MAX_OPTIONS = 10**6
"""Maximum number of options in a list; a longer list could exhaust the memory."""

# Maximum total number of parts, such as heaps, in a list of options; listing that many takes a few
# seconds and 250 MB.
_MAX_NUMBERS = 10**7


def check_heaps(heaps: object, minimum: int = 0) -> tuple[int, ...]:
    """Return `heaps` as a tuple of `int`.

    Raises:
        ValueError: if `heaps` is not a tuple of integers, each at least `minimum`.
    """
    if not isinstance(heaps, tuple):
        raise ValueError(f"heaps must be a tuple of integers, not {short_repr(heaps)}")
    for heap in heaps:
        if type(heap) is not int or heap < minimum:  # avoid function calls for valid heaps
            return tuple(check_integer(heap, "a heap", minimum) for heap in heaps)
    return heaps


def canonical_heaps(heaps: object, minimum: int = 0) -> tuple[int, ...]:
    """Return heaps in ascending order, omitting empty ones.

    >>> canonical_heaps((4, 0, 2, 2))
    (2, 2, 4)
    """
    ordered = sorted(check_heaps(heaps, minimum))
    return tuple(ordered[ordered.count(0) :])


def each_heap(heaps: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield each distinct heap of a canonical position, together with the other heaps.

    >>> list(each_heap((2, 2, 4)))
    [(2, (2, 4)), (4, (2, 2))]
    """
    last = 0
    for i, heap in enumerate(heaps):
        if heap != last:
            yield heap, heaps[:i] + heaps[i + 1 :]
            last = heap


def check_option_count(count: int, position: object, size: int) -> None:
    """Raise a `ValueError` if a position may have too many options to list.

    `count` is an upper bound on the number of options, and `size` is an upper bound on the number
    of parts, such as heaps, in each option.

    >>> check_option_count(10**9, (10**9,), 1)
    Traceback (most recent call last):
    ...
    ValueError: (1000000000,) has up to 1000000000 options, too many to list: at most 1,000,000
    """
    if count > MAX_OPTIONS:
        raise ValueError(
            f"{short_repr(position)} has up to {short_repr(count)} options, too many to list: at "
            f"most {MAX_OPTIONS:,}"
        )
    if count * size > _MAX_NUMBERS:
        raise ValueError(
            f"{short_repr(position)} has up to {count} options of {size} parts, too many to "
            f"list: at most {_MAX_NUMBERS:,} parts in total"
        )


def show_heaps(heaps: Sequence[int]) -> str:
    """Return heaps in the notation of the sources: largest first, omitting empty ones.

    >>> show_heaps((1, 0, 2, 4))
    '(4, 2, 1)'
    """
    return f"({', '.join(decimal(int(heap)) for heap in sorted(heaps, reverse=True) if heap)})"


def read_heaps(text: str, kind: str = "heap") -> tuple[int, ...]:
    """Parse heaps: integers separated by commas or spaces, with or without parentheses.

    `kind` is the word for such an integer in the error message.

    Raises:
        ValueError: if `text` has any other form; the message quotes the first invalid word.

    >>> read_heaps("(4, 2, 1)")
    (4, 2, 1)
    """
    inner = check_text(text).strip().removeprefix("(").removesuffix(")")
    words = [word for word in re.split(r"[\s,]+", inner) if word]
    for word in words:
        if not re.fullmatch(f"[0-9]{{1,{_MAX_TYPED_DIGITS}}}", word):
            raise ValueError(
                f"{short_repr(word)} is not a {kind}: {kind}s are integers of at most "
                f"{_MAX_TYPED_DIGITS} digits, separated by commas, as in 4, 2, 1"
            )
    return tuple(map(int, words))


def replace_heap(heaps: tuple[int, ...], old: int, new: int) -> tuple[int, ...]:
    """Return the sorted heaps with one heap of size `old` replaced by one of size `new`.

    >>> replace_heap((2, 3, 3), 3, 1)
    (1, 2, 3)
    """
    i = heaps.index(old)
    return tuple(sorted((*heaps[:i], new, *heaps[i + 1 :])))


def changed_heaps(before: Sequence[int], after: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return the heaps that a move removes and the heaps that it adds, each list largest first.

    >>> changed_heaps((4, 2, 1), (3, 2))
    ([4, 1], [3])
    """
    old, new = Counter(filter(None, before)), Counter(filter(None, after))
    removed, added = (sorted(part.elements(), reverse=True) for part in (old - new, new - old))
    return removed, added


def sticks_taken(before: Sequence[int], after: Sequence[int], max_heaps: int = 1) -> int:
    """Return the number of sticks that a move from `before` to `after` takes.

    A move takes sticks from at least one heap and at most `max_heaps` heaps; the default of 1 gives
    the moves of Nim. The order of the heaps does not matter.

    Raises:
        ValueError: if no move leads from `before` to `after`; the message says why.

    >>> sticks_taken((4, 2, 1), (2, 2, 1)), sticks_taken((4, 2, 1), (3, 2), max_heaps=2)
    (2, 2)
    >>> sticks_taken((2, 1), (3, 1))
    Traceback (most recent call last):
    ...
    ValueError: a move makes a heap smaller, but (2, 1) to (3, 1) makes one larger
    """
    removed, added = changed_heaps(before, after)
    move = f"{shorten(show_heaps(before))} to {shorten(show_heaps(after))}"
    if not removed and not added:
        raise ValueError(f"a move takes at least one stick, but {move} takes none")
    if len(removed) > max_heaps or len(added) > len(removed):
        heaps = "one heap only" if max_heaps == 1 else f"at most {short_repr(max_heaps)} heaps"
        raise ValueError(f"a move takes from {heaps}, but {move} does not")
    # Match the heaps in descending order: if any matching works, this one does.
    if any(new > old for old, new in zip(removed, added)):
        raise ValueError(f"a move makes a heap smaller, but {move} makes one larger")
    return sum(removed) - sum(added)


def describe_taking(before: Sequence[int], after: Sequence[int]) -> str:
    """Describe the legal move from `before` to `after`, which may reduce several heaps.

    >>> describe_taking((4, 2, 1), (3, 2))
    'take 1 from the heap of 4 and 1 from the heap of 1'
    """
    heaps = zip_longest(*changed_heaps(before, after), fillvalue=0)
    amounts = (f"{decimal(old - new)} from the heap of {decimal(old)}" for old, new in heaps)
    return f"take {join_and(amounts)}"


class HeapGame:
    """Mixin for games whose positions are tuples of heaps."""

    def canonical(self, position: tuple[int, ...], /) -> tuple[int, ...]:
        """Return the heaps in ascending order, omitting empty ones."""
        return canonical_heaps(position)

    def show(self, position: tuple[int, ...], /) -> str:
        """Return the position as text, largest heap first."""
        return show_heaps(self.canonical(position))

    def read(self, text: str, /) -> tuple[int, ...]:
        """Parse a position: heaps separated by commas or spaces."""
        return self.canonical(read_heaps(text))
