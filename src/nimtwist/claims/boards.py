"""The boards that checkers run over, smallest first."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import combinations_with_replacement

from nimtwist.game import Solver
from nimtwist.games.blocking import BlockingNim, BlockingPosition, Restriction

__all__ = ["boards", "families", "solver"]


def boards(sizes: Mapping[int, int]) -> list[tuple[int, ...]]:
    """Return sorted piles, without empty ones, by their sum; `sizes` is {piles: largest pile}.

    >>> boards({1: 2, 2: 1})
    [(), (1,), (2,), (1, 1)]
    """
    piles = {
        tuple(filter(None, piles))
        for count, largest in sizes.items()
        for piles in combinations_with_replacement(range(largest + 1), count)
    }
    return sorted(piles, key=lambda p: (sum(p), len(p), p))


def families(restrictions: list[Restriction]) -> list[tuple[Restriction, ...]]:
    """Return every family, not empty, of the given restrictions, smaller families first.

    >>> [len(family) for family in families([frozenset(), frozenset({1})])]
    [1, 1, 2]
    """
    chosen = range(1, 1 << len(restrictions))
    return [
        tuple(r for i, r in enumerate(restrictions) if choice >> i & 1)
        for choice in sorted(chosen, key=lambda choice: (choice.bit_count(), choice))
    ]


@cache
def _blocking_solver(rules: BlockingNim) -> Solver[BlockingPosition]:
    return Solver(rules)


def solver(rules: BlockingNim) -> Solver[BlockingPosition]:
    """Return a solver of this game; the same game gets the same solver, with what it knows."""
    return _blocking_solver(rules)
