"""The boards and the games that checkers run over, smallest first."""

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
    "boards",
    "coprime_boards",
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
    """A tuple, written in words; a format is what stands between its items.

    >>> print(f"{Listed((2, 3, 5)):, }")
    2, 3, 5
    """

    def __format__(self, between: str) -> str:
        return between.join(map(str, self))


class Sizes(dict[int, int]):
    """{number of heaps: largest heap}, written in words; a format names what they are.

    >>> sizes = Sizes({1: 7, 2: 5})
    >>> print(f"{sizes}; {sizes:heap}; {sizes:row}")
    one heap to 7, two to 5; 1 heap up to 7, 2 heaps up to 5; 1 row up to 7, 2 rows up to 5
    """

    def __str__(self) -> str:
        words = ("", "one heap", "two", "three", "four", "five", "six", "seven")
        return ", ".join(f"{words[count]} to {largest}" for count, largest in self.items())

    def __format__(self, what: str) -> str:
        if not what:
            return str(self)
        return ", ".join(f"{n} {what}{'s' * (n > 1)} up to {most}" for n, most in self.items())


def boards(sizes: Mapping[int, int]) -> list[tuple[int, ...]]:
    """Return boards of sorted nonempty heaps, by their sum; `sizes` is {heaps: largest heap}.

    >>> boards({1: 2, 2: 1})
    [(), (1,), (2,), (1, 1)]
    """
    heaps = {
        tuple(filter(None, heaps))
        for count, largest in sizes.items()
        for heaps in combinations_with_replacement(range(largest + 1), count)
    }
    return sorted(heaps, key=lambda p: (sum(p), len(p), p))


def units(modulus: int, largest: int) -> list[int]:
    """Return the numbers from 1 to `largest` that are coprime to the modulus.

    >>> units(6, 12)
    [1, 5, 7, 11]
    """
    return [number for number in range(1, largest + 1) if gcd(number, modulus) == 1]


def coprime_boards(modulus: int, count: int, largest: int) -> list[tuple[int, ...]]:
    """Return sorted heaps coprime to the modulus: 1 to `count` of them, up to `largest`.

    >>> coprime_boards(2, 2, 4)
    [(1,), (3,), (1, 1), (1, 3), (3, 3)]
    """
    heaps, sizes = units(modulus, largest), range(1, count + 1)
    return [heaped for size in sizes for heaped in combinations_with_replacement(heaps, size)]


def families(restrictions: Sequence[Restriction]) -> list[tuple[Restriction, ...]]:
    """Return every nonempty family of the given restrictions, smaller families first.

    >>> [len(family) for family in families([frozenset(), frozenset({1})])]
    [1, 1, 2]
    """
    chosen = range(1, 1 << len(restrictions))
    return [
        tuple(r for i, r in enumerate(restrictions) if choice >> i & 1)
        for choice in sorted(chosen, key=lambda choice: (choice.bit_count(), choice))
    ]


def every_game(moduli: int) -> Iterator[BlockingNim]:
    """Yield blocking Nim with every family of restrictions, for the moduli from 1 to `moduli`.

    >>> len(list(every_game(2)))
    18
    """
    for modulus in range(1, moduli + 1):
        for family in families(list(BlockingNim.up_to(modulus, modulus).family)):
            yield BlockingNim(modulus, family)


@cache
def solver(rules: Any, modulus: int = 1) -> MumberSolver[Any]:
    """Return the cached solver of a game; its mumbers are those coprime to the modulus."""
    return MumberSolver(rules, modulus)


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
    """Return one and the same picture for all that differ only in the names of their nodes."""
    # Nodes that have different neighbours, near or far, cannot take each other's place. All
    # remaining ways to name the nodes are tried.
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


def samples(largest: int) -> list[tuple[Ruleset[Any], list[Any]]]:
    """Return games of the book, each with some of its positions.

    >>> [len(positions) for _, positions in samples(3)]
    [14, 42, 28, 10, 5, 29]
    """
    heaps = boards({2: largest, 3: 2})
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
    """Any finite game: a position is a number, and `edges` has the options of each.

    >>> Graph(((), (0,), (0, 1))).options(2)
    (0, 1)
    """

    edges: tuple[tuple[int, ...], ...]

    def options(self, position: int, /) -> tuple[int, ...]:
        """Return where the edges lead."""
        return self.edges[position]

    @property
    def positions(self) -> range:
        """All positions, from 0 up."""
        return range(len(self.edges))


def every_graph(size: int) -> Iterator[Graph]:
    """Yield every game of `size` positions whose moves lead to smaller numbers.

    >>> [sum(1 for _ in every_graph(size)) for size in range(5)]
    [1, 1, 2, 8, 64]
    """
    choices = (
        [chosen for count in range(n + 1) for chosen in combinations(range(n), count)]
        for n in range(size)
    )
    yield from map(Graph, product(*choices))


def random_graphs(count: int, size: int) -> Iterator[Graph]:
    """Yield games of `size` positions, any two of them joined by a move or not, at random.

    >>> next(random_graphs(1, 4)).edges
    ((), (0,), (), (0, 1, 2))
    """
    random = Random(1)
    for _ in range(count):
        yield Graph(tuple(tuple(m for m in range(n) if random.random() < 0.5) for n in range(size)))
