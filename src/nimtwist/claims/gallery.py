"""The claims of the encyclopedia note "nimber" about games: heaps, and what equals them.

The note follows the article "Nimber" of the English Wikipedia. Its arithmetic is in
`nimtwist.claims.nimber`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any

from nimtwist.claims.boards import boards
from nimtwist.claims.ledger import Case, Control, Source, unless
from nimtwist.game import Ruleset, Solver, Sum
from nimtwist.games.blocking import BlockingNim
from nimtwist.games.nim import Nim, nim_sum

__all__ = ["NIMBER"]

NIMBER = Source("nimber", "nimber, an encyclopedia note")


def _samples(largest: int) -> list[tuple[Ruleset[Any], list[Any]]]:
    """Return each game of the book with some of its positions."""
    piles = boards({2: largest, 3: 2})
    families = (BlockingNim.exactly(3, 1), BlockingNim(3, [{2, 3}, {1, 3}]))
    return [
        (Nim(), piles),
        *((rules, list(product(piles, rules.family))) for rules in families),
    ]


def _grundy(solver: Solver[Any], position: Any) -> int:
    return solver.grundy(position)


def _one_more(solver: Solver[Any], position: Any) -> int:
    return solver.grundy(position) + 1


@NIMBER.claim(
    "sprague-grundy",
    "theorem",
    "Every impartial game equals a Nim heap, of the size of its Grundy value.",
    range_="the games of the book, two piles to {largest}; plus heaps, plus each other".format_map,
    quick={"largest": 3},
    full={"largest": 5},
    control=Control("the heap is one larger", {"value": _one_more}),
)
def sprague_grundy(
    largest: int, value: Callable[[Solver[Any], Any], int] = _grundy
) -> Iterator[Case]:
    samples = _samples(largest)
    solvers = {rules: Solver(rules) for rules, _ in samples}
    for rules, positions in samples:
        with_heap = Solver(Sum((rules, Nim())))
        for position in positions:
            size = value(solvers[rules], position)
            for heap in range(size + 3):
                outcome = with_heap.outcome((position, (heap,)))
                yield unless(
                    (outcome == "P") == (heap == size),
                    f"{rules} {position} with a heap of {heap} is {outcome}, its value {size}",
                )
    for (one, mine), (other, yours) in product(samples, repeat=2):
        both = Solver(Sum((one, other)))
        for left, right in product(mine[:12], yours[:12]):
            total = nim_sum([value(solvers[one], left), value(solvers[other], right)])
            yield unless(
                both.grundy((left, right)) == total,
                f"{left} of {one} and {right} of {other} have a sum of another value than {total}",
            )


@NIMBER.claim(
    "nim",
    "claim",
    "A heap of n has the value n, a position of Nim the nim-sum of its heaps, and the winning "
    "moves are those that make it 0.",
    range_="one heap to {sizes[1]}, two to {sizes[2]}, three to {sizes[3]}".format_map,
    quick={"sizes": {1: 30, 2: 12, 3: 7}},
    full={"sizes": {1: 100, 2: 30, 3: 15}},
    control=Control("the value is the ordinary sum", {"total": sum}),
)
def nim(
    sizes: Mapping[int, int], total: Callable[[tuple[int, ...]], int] = nim_sum
) -> Iterator[Case]:
    solver = Solver(Nim())
    for heaps in boards(sizes):
        value, claimed = solver.grundy(heaps), total(heaps)
        yield unless(value == claimed, f"{heaps} has the value {value}, not {claimed}")
        won = solver.winning_options(heaps)
        zero = [option for option in Nim().options(heaps) if total(option) == 0]
        yield unless(
            (solver.outcome(heaps) == "N") == bool(won) and won == (zero if claimed else []),
            f"the winning moves from {heaps} lead to {won}, those to 0 to {zero}",
        )
