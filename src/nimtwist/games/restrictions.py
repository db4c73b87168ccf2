"""Restrictions in blocking Nim: the residues that the number of sticks taken must not have."""

from __future__ import annotations

import math
from collections.abc import Iterable

from nimtwist.checks import check_integer

__all__ = ["longest_run", "show_restriction", "smallest_allowed", "strictest"]


Restriction = frozenset[int]

MAX_RESIDUES = 1 << 20


def show_restriction(forbidden: Iterable[int]) -> str:
    """Return a restriction in the source's notation; an empty string if it forbids nothing.

    >>> show_restriction({3, 1})
    'not 1, not 3'
    """
    return ", ".join(f"not {residue}" for residue in sorted(_residues(forbidden)))


def strictest(k: int) -> Restriction:
    """Return the strictest restriction with `k` residues: not 1, not 2, ..., not `k`.

    Raises:
        ValueError: if `k` is not an integer from 0 to 2^20.

    >>> sorted(strictest(2))
    [1, 2]
    """
    return frozenset(range(1, check_integer(k, "k", 0, MAX_RESIDUES) + 1))


def smallest_allowed(modulus: int, forbidden: Iterable[int]) -> int | float:
    """Return the smallest number of sticks that may be taken; `math.inf` if there is none.

    Raises:
        ValueError: if `modulus` is not an integer ≥ 1, or if `forbidden` contains anything other
            than residues from 1 to `modulus`.

    >>> smallest_allowed(4, {1, 3}), smallest_allowed(2, {1, 2})
    (2, inf)
    """
    modulus = check_integer(modulus, "the modulus", minimum=1)
    blocked, taken = _residues(forbidden, modulus), 1
    while taken in blocked:
        taken += 1
    return taken if taken <= modulus else math.inf


def longest_run(modulus: int, forbidden: Iterable[int]) -> int | float:
    """Return the length of the longest run of consecutive forbidden numbers.

    It is `math.inf` if all numbers are forbidden.

    >>> longest_run(4, {1, 4}), longest_run(4, {1, 3})
    (2, 1)
    """
    modulus = check_integer(modulus, "the modulus", minimum=1)
    blocked = _residues(forbidden, modulus)
    if len(blocked) == modulus:
        return math.inf
    longest = run = last = 0
    for number in sorted(blocked | {r + modulus for r in blocked}):  # runs may wrap around
        run = run + 1 if number == last + 1 else 1
        longest, last = max(longest, run), number
    return longest


def _residues(forbidden: Iterable[int], maximum: int | None = None) -> Restriction:
    return frozenset(
        check_integer(residue, "a forbidden residue", 1, maximum) for residue in forbidden
    )
