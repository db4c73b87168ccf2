"""The boards that checkers run over, smallest first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain, combinations_with_replacement, groupby, permutations, product
from math import gcd

from nimtwist.game import Solver
from nimtwist.games.blocking import BlockingNim, BlockingPosition, Restriction
from nimtwist.games.hackenbush import Edge, Picture

__all__ = ["boards", "coprime_boards", "families", "pictures", "solver"]


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


def coprime_boards(modulus: int, count: int, largest: int) -> list[tuple[int, ...]]:
    """Return sorted heaps coprime to the modulus: 1 to `count` of them, up to `largest`.

    >>> coprime_boards(2, 2, 4)
    [(1,), (3,), (1, 1), (1, 3), (3, 3)]
    """
    heaps = [heap for heap in range(1, largest + 1) if gcd(heap, modulus) == 1]
    sizes = range(1, count + 1)
    return [heaped for size in sizes for heaped in combinations_with_replacement(heaps, size)]


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


def pictures(most: int) -> Iterator[Picture]:
    """Yield every picture of Hackenbush with up to `most` edges once, smaller ones first.

    Pictures that differ only in the names of their nodes are one. Every picture but the empty
    one has an edge that holds up nothing, so all of them grow, edge by edge, from the empty one.

    >>> [sum(len(p.edges) == n for p in pictures(4)) for n in range(5)]
    [1, 2, 6, 20, 74]
    """
    level: list[tuple[Edge, ...]] = [()]
    for size in range(most + 1):
        yield from map(Picture, level)
        if size < most:
            level = sorted({_renamed(grown) for edges in level for grown in _one_more(edges)})


def _one_more(edges: tuple[Edge, ...]) -> Iterator[tuple[Edge, ...]]:
    """Yield the picture with one more edge, wherever it fits; nodes are numbered from 0 up."""
    top = max(chain((0,), *edges))
    for a, b in combinations_with_replacement(range(top + 2), 2):
        if a <= top:
            yield (*edges, (a, b))


def _renamed(edges: tuple[Edge, ...]) -> tuple[Edge, ...]:
    """Return the same picture for all that differ only in the names of their nodes."""
    # Nodes that differ in what is beside them, near or far, cannot take each other's place. The
    # names that are left to choose are tried.
    kinds = {node: min(node, 1) for node in chain((0,), *edges)}
    for _ in range(len(set(kinds)) - 2):
        seen = {
            node: (
                kind,
                sorted(kinds[b if a == node else a] for a, b in edges if node in (a, b)),
                edges.count((node, node)),
            )
            for node, kind in kinds.items()
        }
        order = sorted(seen.values())
        kinds = {node: order.index(sight) for node, sight in seen.items()}
    nodes = sorted(kinds, key=lambda node: (node > 0, kinds[node]))[1:]
    alike = [list(group) for _, group in groupby(nodes, key=kinds.__getitem__)]
    names = (
        dict(zip(chain((0,), *chosen), range(len(kinds)), strict=True))
        for chosen in product(*map(permutations, alike))
    )
    return min(
        tuple(sorted((min(new), max(new)) for new in ((name[a], name[b]) for a, b in edges)))
        for name in names
    )
