"""Proof checker for seam certificates. It uses only the rules and none of the search code.

A certificate assigns a mumber to each position with a fixed number of heaps: narrow every gap as
far as the certificate allows, and look up the result. These mumbers are correct if the mumber
assigned to each position is the mex of the mumbers assigned to its options. Let n be the modulus,
and let the start of a gap be the bound that the certificate states for this gap. The checker
verifies the condition for each of the positions in which every gap is below
start + turns·n + n − 1. All other positions reduce to these:

Let a gap be at least start + turns·n + n − 1, and narrow it once, by turns·n. A move lowers one
heap by less than n. So after each move the gap is still at least start + turns·n, and the
certificate assigns the same mumber to the option, narrowed or not. The same moves are legal,
because in the narrower position, too, all heaps above the gap have at least n − 1 sticks. Neither
position is stranded, since a move can give a heap above the gap any other remainder. So if the
mumber of the narrower position is correct, so is that of the wider one, and by induction all
mumbers are correct.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from functools import cache
from itertools import accumulate, product
from math import gcd, prod

from nimbook.seams import Seams
from nimtwist.checks import short_repr

__all__ = ["flaw"]

Heaps = tuple[int, ...]


def flaw(seams: Seams) -> str | None:
    """Return a sentence that describes a flaw in the certificate, or `None` if it is a proof.

    Raises:
        ValueError: if `seams` is not a `Seams` object.

    >>> from nimbook.seams import find_seams
    >>> flaw(find_seams(11, 2)) is None
    True
    >>> from dataclasses import replace
    >>> flaw(replace(find_seams(11, 2), starts=(36, 12)))
    '(47, 53) has the mumber 14, not 13'
    """
    if not isinstance(seams, Seams):
        raise ValueError(f"a certificate of seams must be a Seams, not {short_repr(seams)}")
    n, step = seams.modulus, seams.turns * seams.modulus
    if min(seams.starts) < 0 or seams.starts[0] < 1 or seams.turns < 1 or n < 2:
        return "the first start must be at least 1, and the other starts at least 0"

    @cache
    def claimed(heaps: Heaps) -> int | None:
        below, narrowed = 0, []
        for heap, start in zip(heaps, seams.starts, strict=True):
            gap, below = heap - below, heap
            while gap >= start + step:
                gap -= step
            narrowed.append(gap)
        return seams.mumbers.get(tuple(accumulate(narrowed)))

    single = _single(n, (n - 1) ** len(seams.starts))
    reach = [range(start + step + n - 1) for start in seams.starts]
    sizes = range(sum(map(len, reach)))
    legal, lowered = [_legal(n, heap) for heap in sizes], [[*_lowered(n, heap)] for heap in sizes]
    for heaps in map(tuple, map(accumulate, product(*reach))):
        if all(map(legal.__getitem__, heaps)):
            options: set[int | None]
            if _stranded(n, heaps):
                options = {single[heap] for heap in _lowered(n, prod(heaps))}
            else:
                options = {
                    claimed(tuple(sorted((*heaps[:i], lower, *heaps[i + 1 :]))))
                    for i, heap in enumerate(heaps)
                    for lower in lowered[heap]
                }
            computed, listed = _mex(n, options), claimed(heaps)
            if listed != computed:
                return f"{heaps} has the mumber {computed}, not {listed}"
    return None


def _legal(n: int, heap: int) -> bool:
    return heap > 0 and gcd(heap, n) == 1


def _lowered(n: int, heap: int) -> Iterator[int]:
    """Yield the legal sizes to which a move can reduce a heap by taking 1 to n − 1 sticks."""
    return (lower for lower in range(heap - n + 1, heap) if _legal(n, lower))


def _stranded(n: int, heaps: Heaps) -> bool:
    """Return whether the product of the heaps is not 1 modulo n and no move makes it 1."""
    return prod(heaps) % n != 1 and not any(
        prod(heaps[:i]) * lower * prod(heaps[i + 1 :]) % n == 1
        for i, heap in enumerate(heaps)
        for lower in _lowered(n, heap)
    )


def _mex(n: int, options: AbstractSet[int | None]) -> int:
    mumber = 1
    while mumber in options or gcd(mumber, n) != 1:
        mumber += 1
    return mumber


def _single(n: int, largest: int) -> dict[int, int]:
    """Return the mumbers of all single heaps up to `largest`. Single heaps are never stranded."""
    mumbers: dict[int, int] = {}
    for heap in filter(lambda heap: _legal(n, heap), range(1, largest + 1)):
        mumbers[heap] = _mex(n, {mumbers[lower] for lower in _lowered(n, heap)})
    return mumbers
