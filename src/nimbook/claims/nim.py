"""Claims that the sources make about Nim, and about the Nim heaps that games are equivalent to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement, product

from nimbook.ledger import Case, Claims, read_fields
from nimbook.samples import Sizes, all_heaps, samples
from nimbook.sources import NIMBER, TWIST
from nimtwist import Nim, Solver, Sum, nim_sum
from nimtwist.games.nim import Bouton

CLAIMS = Claims(TWIST, "impartial_games", read_fields("nim"))

THEORY = Bouton(Nim())

Heaps = tuple[int, ...]


def sum_by_columns(numbers: Heaps, digit: Callable[[int], int] = lambda ones: ones % 2) -> int:
    """Return the nim-sum as the sources define it: add binary digits modulo 2, without carrying.

    >>> sum_by_columns((7, 14))
    9
    """
    width = max(numbers, default=0).bit_length()
    return sum(2**place * digit(sum(n >> place & 1 for n in numbers)) for place in range(width))


def _odd(numbers: Heaps) -> int:
    return sum(numbers) % 2


@CLAIMS.of(
    "lemma-1",
    quick={"count": 3, "largest": 9},
    full={"count": 4, "largest": 16},
    controls={
        "the same for the ordinary sum": {"total": sum, "definition": sum},
        "the same for the ordinary sum modulo 2": {"total": _odd, "definition": _odd},
        "the nim-sum is the ordinary sum": {"definition": sum},
    },
)
def lemma_1(
    count: int,
    largest: int,
    total: Callable[[Heaps], int] = nim_sum,
    definition: Callable[[Heaps], int] = sum_by_columns,
) -> Iterator[Case]:
    for numbers in all_heaps(dict.fromkeys(range(1, count + 1), largest)):
        yield Case(f"the nim-sum of {numbers}", definition(numbers), total(numbers))
        changes = [
            (other - number, (*numbers[:i], other, *numbers[i + 1 :]))
            for i, number in enumerate(numbers)
            for other in range(largest + 1)
        ]
        if total(numbers):
            works = any(change < 0 and total(changed) == 0 for change, changed in changes)
            yield Case(f"decreasing some number of {numbers} makes the nim-sum 0", True, works)
        else:
            for change, changed in changes:
                unchanged = change != 0 and total(changed) == 0
                yield Case(f"{numbers} and {changed} both have nim-sum 0", False, unchanged)


@CLAIMS.of(
    "ex-nimsum",
    controls={
        "9 ⊕ 3 = 12, their ordinary sum": {"result": "1100"},
        "1001 and 0011 are the binary digits of 9 and 4": {"numbers": (9, 4)},
    },
)
def ex_nimsum(result: str = "1010", numbers: Heaps = (9, 3)) -> Iterator[Case]:
    by_digits = "".join("01"[a != b] for a, b in zip("1001", "0011", strict=True))
    yield Case("1001 + 0011 without carry", result, by_digits)
    for total in (nim_sum(numbers), sum_by_columns(numbers)):
        yield Case(f"{numbers[0]} ⊕ {numbers[1]}", int(result, 2), total)


@CLAIMS.of(
    "sprague-grundy",
    range_=lambda a: (
        f"two heaps up to {a['largest']} in Nim and in blocking Nim, one or two stones in columns "
        f"1 and 2 below row {a['largest']}, boards of Cram with up to {a['largest'] + 1} squares, "
        f"Hackenbush pictures with up to {a['largest']} edges; plus heaps, and plus each other"
    ),
    quick={"largest": 3},
    full={"largest": 5},
    controls={
        "the heap is one larger than the Grundy value": {"extra": 1},
        "the values of a sum add up as ordinary numbers": {"total": sum},
    },
    source=NIMBER,
)
def sprague_grundy(
    largest: int, extra: int = 0, total: Callable[[list[int]], int] = nim_sum
) -> Iterator[Case]:
    games = samples(largest)
    solvers = {rules: Solver(rules) for rules, _ in games}
    for rules, positions in games:
        with_heap = Solver(Sum(rules, Nim()))
        for position in positions:
            size = solvers[rules].grundy(position) + extra
            for heap in range(size + 3):
                outcome = with_heap.outcome((position, (heap,)))
                instance = f"{position} of {rules} with a heap of {heap} is P"
                yield Case(instance, heap == size, outcome == "P")
    for (one, positions), (other, others) in combinations_with_replacement(games, 2):
        both = Solver(Sum(one, other))
        for p, q in product(positions[:12], others[:12]):
            claimed = total([solvers[one].grundy(p), solvers[other].grundy(q)])
            instance = f"the value of the sum of {p} of {one} and {q} of {other}"
            yield Case(instance, claimed, both.grundy((p, q)))


@CLAIMS.of(
    "nim",
    quick={"sizes": Sizes({1: 30, 2: 12, 3: 7})},
    full={"sizes": Sizes({1: 100, 2: 30, 3: 15})},
    controls={
        "the value is the ordinary sum": {"total": sum},
        "the winning moves are those that make it 1": {"target": 1},
    },
    source=NIMBER,
)
def nim(
    sizes: Sizes, total: Callable[[Heaps], int] = THEORY.grundy, target: int = 0
) -> Iterator[Case]:
    solver = Solver(Nim())
    for heaps in all_heaps(sizes):
        value, claimed = solver.grundy(heaps), total(heaps)
        yield Case(f"the value of {heaps}", claimed, value)
        winning = solver.winning_options(heaps)
        zero = [option for option in Nim().options(heaps) if total(option) == target]
        yield Case(
            f"the winning moves from {heaps}, to {winning}, are those to nim-sum 0, {zero}",
            True,
            (solver.outcome(heaps) == "N") == bool(winning)
            and winning == (zero if claimed else [])
            and set(winning) == set(THEORY.winning_options(heaps)),
        )
