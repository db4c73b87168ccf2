"""Whether a certificate of seams is a proof: decided here from the rules, by code without a search.

A certificate says what the mumber of each position of k heaps is: narrow every gap as far as the
certificate allows, and look up the rest. This is right if the mumber found in this way is, at each
position, the mex of those found for its options. If all gaps are below start + turns·n + n − 1,
this is checked, position by position. All other positions are like these:

Let a gap be at least as wide as that, and narrow it once, by turns·n. A move lowers one heap by
less than n. So after each move the gap is still at least start + turns·n, and the certificate gives
the option the same mumber, narrowed or not. And the same moves are legal: in the narrower position,
too, all heaps above the gap have n − 1 sticks or more. Neither position is stranded, since such a
heap can take on any other remainder. So if the narrower position is right, the wider one is, too;
and by induction all are right.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from functools import cache
from itertools import accumulate, product
from math import gcd, prod

from nimbook.seams import Seams
from nimtwist._checks import short_repr

__all__ = ["flaw"]

Heaps = tuple[int, ...]


def flaw(seams: Seams) -> str | None:
    """Return what is wrong with a certificate, as a sentence; `None` if it is a proof.

    Raises:
        ValueError: if `seams` is not a `Seams`.

    >>> from nimbook.seams import find
    >>> flaw(find(11, 2)) is None
    True
    >>> from dataclasses import replace
    >>> flaw(replace(find(11, 2), starts=(36, 12)))
    '(47, 53) has the mumber 14, not 13'
    """
    if not isinstance(seams, Seams):
        raise ValueError(f"a certificate of seams is a Seams, not {short_repr(seams)}")
    n, step = seams.modulus, seams.turns * seams.modulus
    if min(seams.starts) < 0 or seams.starts[0] < 1 or seams.turns < 1 or n < 2:
        return "the smallest heap starts at 1, the other gaps start at 0 or more"

    @cache
    def claimed(heaps: Heaps) -> int | None:
        below, found = 0, []
        for heap, start in zip(heaps, seams.starts, strict=True):
            gap, below = heap - below, heap
            while gap >= start + step:
                gap -= step
            found.append(gap)
        return seams.mumbers.get(tuple(accumulate(found)))

    single = _single(n, (n - 1) ** len(seams.starts))
    reach = [range(start + step + n - 1) for start in seams.starts]
    every = range(sum(map(len, reach)))
    legal, lowered = [_legal(n, heap) for heap in every], [[*_lowered(n, heap)] for heap in every]
    for heaps in map(tuple, map(accumulate, product(*reach))):
        if all(map(legal.__getitem__, heaps)):
            left: set[int | None]
            if _stranded(n, heaps):
                left = {single[heap] for heap in _lowered(n, prod(heaps))}
            else:
                left = {
                    claimed(tuple(sorted((*heaps[:i], lower, *heaps[i + 1 :]))))
                    for i, heap in enumerate(heaps)
                    for lower in lowered[heap]
                }
            found, said = _mex(n, left), claimed(heaps)
            if said != found:
                return f"{heaps} has the mumber {found}, not {said}"
    return None


def _legal(n: int, heap: int) -> bool:
    return heap > 0 and gcd(heap, n) == 1


def _lowered(n: int, heap: int) -> Iterator[int]:
    """Yield what a move may leave of a heap: it takes 1 to n − 1."""
    return (lower for lower in range(heap - n + 1, heap) if _legal(n, lower))


def _stranded(n: int, heaps: Heaps) -> bool:
    """Return whether the product is not 1 and no move makes it 1."""
    return prod(heaps) % n != 1 and not any(
        prod(heaps[:i]) * lower * prod(heaps[i + 1 :]) % n == 1
        for i, heap in enumerate(heaps)
        for lower in _lowered(n, heap)
    )


def _mex(n: int, left: AbstractSet[int | None]) -> int:
    mumber = 1
    while mumber in left or gcd(mumber, n) != 1:
        mumber += 1
    return mumber


def _single(n: int, largest: int) -> dict[int, int]:
    """Return the mumbers of single heaps, which are never stranded."""
    found: dict[int, int] = {}
    for heap in filter(lambda heap: _legal(n, heap), range(1, largest + 1)):
        found[heap] = _mex(n, {found[lower] for lower in _lowered(n, heap)})
    return found
