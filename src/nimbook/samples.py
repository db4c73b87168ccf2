"""Boards and games on which checkers test claims, the smallest first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import (
    chain,
    combinations,
    combinations_with_replacement,
    groupby,
    permutations,
    product,
)
from math import gcd
from random import Random
from typing import Any

from nimtwist import BlockingNim, Cram, Hackenbush, Nim, Ruleset, Stones
from nimtwist.games.hackenbush import Edge, Picture
from nimtwist.games.mumber import MumberSolver
from nimtwist.games.restrictions import Restriction

__all__ = [
    "Graph",
    "Listed",
    "Sizes",
    "all_heaps",
    "coprime_heaps",
    "every_game",
    "every_graph",
    "families",
    "pictures",
    "random_graphs",
    "samples",
    "solver",
    "units",
]


class Listed(tuple[Any, ...]):
    """A tuple for use in prose. Its format specification is the separator between the items.

    >>> print(f"{Listed((2, 3, 5)):, }")
    2, 3, 5
    """

    def __format__(self, separator: str) -> str:
        return separator.join(map(str, self))


class Sizes(dict[int, int]):
    """A dictionary {number of heaps: largest heap} for use in prose.

    Without a format specification, the numbers of heaps are spelled out. If the specification is a
    noun such as "heap" or "row", each number is written in digits and followed by the noun.

    >>> sizes = Sizes({1: 7, 2: 5})
    >>> print(f"{sizes}; {sizes:heap}; {sizes:row}")
    one heap up to 7, two up to 5; 1 heap up to 7, 2 heaps up to 5; 1 row up to 7, 2 rows up to 5
    """

    def __str__(self) -> str:
        words = ("", "one heap", "two", "three", "four", "five", "six", "seven")
        return ", ".join(f"{words[count]} up to {largest}" for count, largest in self.items())

    def __format__(self, noun: str) -> str:
        if not noun:
            return str(self)
        return ", ".join(f"{n} {noun}{'s' * (n > 1)} up to {size}" for n, size in self.items())


def all_heaps(sizes: Mapping[int, int]) -> list[tuple[int, ...]]:
    """Return all positions of nonempty heaps within the limits `sizes`, in ascending order of sums.

    `sizes` maps each number of heaps to the largest heap allowed. Each position is a sorted tuple.

    >>> all_heaps({1: 2, 2: 1})
    [(), (1,), (2,), (1, 1)]
    """
    heaps = {
        tuple(filter(None, heaps))
        for count, largest in sizes.items()
        for heaps in combinations_with_replacement(range(largest + 1), count)
    }
    return sorted(heaps, key=lambda p: (sum(p), len(p), p))


def units(modulus: int, largest: int) -> list[int]:
    """Return the integers from 1 to `largest` that are coprime to `modulus`.

    >>> units(6, 12)
    [1, 5, 7, 11]
    """
    return [number for number in range(1, largest + 1) if gcd(number, modulus) == 1]


def coprime_heaps(modulus: int, count: int, largest: int) -> list[tuple[int, ...]]:
    """Return the positions of 1 to `count` heaps, each at most `largest` and coprime to `modulus`.

    The heaps of each position are in ascending order.

    >>> coprime_heaps(2, 2, 4)
    [(1,), (3,), (1, 1), (1, 3), (3, 3)]
    """
    heaps, sizes = units(modulus, largest), range(1, count + 1)
    return [chosen for size in sizes for chosen in combinations_with_replacement(heaps, size)]


def families(restrictions: Sequence[Restriction]) -> list[tuple[Restriction, ...]]:
    """Return all nonempty families of the given restrictions, the smallest families first.

    >>> [len(family) for family in families([frozenset(), frozenset({1})])]
    [1, 1, 2]
    """
    masks = range(1, 1 << len(restrictions))
    return [
        tuple(r for i, r in enumerate(restrictions) if mask >> i & 1)
        for mask in sorted(masks, key=lambda mask: (mask.bit_count(), mask))
    ]


def every_game(moduli: int) -> Iterator[BlockingNim]:
    """Yield every version of blocking Nim with a modulus from 1 to `moduli`.

    >>> len(list(every_game(2)))
    18
    """
    for modulus in range(1, moduli + 1):
        for family in families(list(BlockingNim.up_to(modulus, modulus).family)):
            yield BlockingNim(modulus, family)


@cache
def solver(rules: Any, modulus: int = 1) -> MumberSolver[Any]:
    """Return a cached `MumberSolver` for a game; it uses only mumbers coprime to `modulus`."""
    return MumberSolver(rules, modulus)


def pictures(max_edges: int) -> Iterator[Picture]:
    """Yield the Hackenbush pictures with at most `max_edges` edges, one for each isomorphism class.

    They are in ascending order of the number of edges. Every nonempty picture has an edge that
    supports no other edge, so all pictures can be built from the empty one by adding edges.

    >>> [sum(len(p.edges) == n for p in pictures(4)) for n in range(5)]
    [1, 2, 6, 20, 74]
    """
    level: list[tuple[Edge, ...]] = [()]
    for size in range(max_edges + 1):
        yield from map(Picture, level)
        if size < max_edges:
            level = sorted({_canonical(grown) for edges in level for grown in _extended(edges)})


def _extended(edges: tuple[Edge, ...]) -> Iterator[tuple[Edge, ...]]:
    """Yield every picture that results from adding one edge, including an edge to a new node."""
    top = max(chain((0,), *edges))
    for a, b in combinations_with_replacement(range(top + 2), 2):
        if a <= top:
            yield (*edges, (a, b))


def _canonical(edges: tuple[Edge, ...]) -> tuple[Edge, ...]:
    """Return a canonical form of the edges, which is the same for all isomorphic pictures."""
    # Divide the nodes into classes according to their neighbourhoods, which isomorphisms preserve.
    # Then try all permutations within the classes.
    kinds = {node: min(node, 1) for node in chain((0,), *edges)}
    for _ in range(len(set(kinds)) - 2):
        views = {
            node: (
                kind,
                sorted(kinds[b if a == node else a] for a, b in edges if node in (a, b)),
                edges.count((node, node)),
            )
            for node, kind in kinds.items()
        }
        order = sorted(views.values())
        kinds = {node: order.index(view) for node, view in views.items()}
    nodes = sorted(kinds, key=lambda node: (node > 0, kinds[node]))[1:]
    classes = [list(group) for _, group in groupby(nodes, key=kinds.__getitem__)]
    names = (
        dict(zip(chain((0,), *chosen), range(len(kinds)), strict=True))
        for chosen in product(*map(permutations, classes))
    )
    return min(
        tuple(sorted((min(new), max(new)) for new in ((name[a], name[b]) for a, b in edges)))
        for name in names
    )


def samples(largest: int) -> list[tuple[Ruleset[Any], list[Any]]]:
    """Return some of the book's games, each with a list of small positions.

    `largest` limits the size of the positions; for Nim with two heaps, it is the largest heap.

    >>> [len(positions) for _, positions in samples(3)]
    [14, 42, 28, 10, 5, 29]
    """
    heaps = all_heaps({2: largest, 3: 2})
    families = (BlockingNim.exactly(3, 1), BlockingNim(3, [{2, 3}, {1, 3}]))
    spots = list(product((1, 2), range(1, largest)))
    sides = [(m, n) for n in range(1, 5) for m in range(1, n + 1) if m * n <= largest + 1]
    return [
        (Nim(), heaps),
        *((rules, list(product(heaps, rules.family))) for rules in families),
        (Stones(), [frozenset(stones) for n in (1, 2) for stones in combinations(spots, n)]),
        (Cram(), [Cram.rectangle(*side) for side in sides]),
        (Hackenbush(), list(pictures(largest))),
    ]


@dataclass(frozen=True)
class Graph:
    """A finite game, given by a graph: `edges[p]` lists the options of position p.

    >>> Graph(((), (0,), (0, 1))).options(2)
    (0, 1)
    """

    edges: tuple[tuple[int, ...], ...]

    def options(self, position: int, /) -> tuple[int, ...]:
        """Return the options of a position."""
        return self.edges[position]

    @property
    def positions(self) -> range:
        """The positions, which are numbered from 0."""
        return range(len(self.edges))


def every_graph(size: int) -> Iterator[Graph]:
    """Yield all games with `size` positions in which every move leads to a lower-numbered position.

    >>> [sum(1 for _ in every_graph(size)) for size in range(5)]
    [1, 1, 2, 8, 64]
    """
    choices = (
        [options for count in range(n + 1) for options in combinations(range(n), count)]
        for n in range(size)
    )
    yield from map(Graph, product(*choices))


def random_graphs(count: int, size: int) -> Iterator[Graph]:
    """Yield `count` random games with `size` positions.

    For any two positions, the lower-numbered one is an option of the other with probability 1/2.

    >>> next(random_graphs(1, 4)).edges
    ((), (0,), (), (0, 1, 2))
    """
    random = Random(1)
    for _ in range(count):
        yield Graph(tuple(tuple(m for m in range(n) if random.random() < 0.5) for n in range(size)))
