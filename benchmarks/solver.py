"""Time the solvers for games of any kind against plain recursions and another package.

The games are blocking Nim, Dawson's Kayles, and Kayles. The package, cgt-py, is written in Rust and
computes canonical forms, which is more than the Sprague–Grundy theorem requires.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from itertools import count as count_up
from types import ModuleType

from benchmarks.measure import Growth, Row, compare, growth, package
from nimtwist import BlockingNim, Kayles, Octal, Solver, SumSolver, sequence
from nimtwist.games.blocking import BlockingPosition

DAWSONS_KAYLES = Octal("0.07")
BLOCKING = BlockingNim.exactly(4, 2)


def measure() -> Iterator[Row | Growth]:
    """Yield the times for each game, and how they grow."""
    label, largest = "Solver, blocking Nim mod 4, k = 2", 40
    starts: list[BlockingPosition] = [((largest, largest), each) for each in BLOCKING.family]
    ours, plain = partial(by_solver, starts), partial(by_recursion, starts)
    peer = "recursion with functools.cache"
    yield compare(label, f"2 heaps up to {largest}", ours, peer, plain, repeat=5)
    yield growth(
        label,
        "size of two equal heaps",
        (10, 20, 40, 80),
        lambda heap: Solver(BLOCKING).outcome(((heap, heap), BLOCKING.family[0])),
    )

    label, heaps = "Dawson's Kayles", 10_000
    values, plain_values = partial(sequence, DAWSONS_KAYLES), partial(recurrence, heaps)
    n = f"{heaps:,} heaps"
    yield compare(label, n, partial(values, heaps), "plain Python", plain_values)
    yield growth(label, "heaps", (1250, 2500, 5000, 10_000), values)

    label, pins = "SumSolver, Kayles", 60
    cgt = package("cgt_py")
    forms = partial(by_canonical_forms, cgt, pins) if cgt else None
    stars = ("0", "*", *(f"*{value}" for value in range(2, 10)))
    yield compare(
        label,
        f"rows up to {pins} pins",
        partial(kayles, pins),
        "cgt-py, canonical forms",
        forms,
        same=lambda values, forms: [stars[value] for value in values] == forms,
    )
    yield growth(
        label,
        "number of pins",
        (50, 100, 200, 400),
        lambda pins: SumSolver(Kayles()).grundy((pins,)),
    )


def by_solver(starts: list[BlockingPosition]) -> list[bool]:
    """Return whether each position is an N-position."""
    solver = Solver(BLOCKING)
    return [solver.outcome(start) == "N" for start in starts]


def by_recursion(starts: list[BlockingPosition]) -> list[bool]:
    """Return the same as `by_solver`; the solver, too, visits every option."""

    @cache
    def wins(position: BlockingPosition) -> bool:
        return False in [wins(option) for option in BLOCKING.options(position)]

    return [wins(start) for start in starts]


def recurrence(count: int) -> list[int]:
    """Return the values of the first heaps of Dawson's Kayles."""
    values: list[int] = []
    for heap in range(count):
        below = {values[i] ^ values[heap - 2 - i] for i in range(heap // 2)}
        values.append(next(value for value in count_up() if value not in below))
    return values


def kayles(pins: int) -> list[int]:
    """Return the values of Kayles rows of up to `pins` pins."""
    solver = SumSolver(Kayles())
    return [solver.grundy((row,)) for row in range(pins + 1)]


def by_canonical_forms(cgt: ModuleType, pins: int) -> list[str]:
    """Return the canonical forms of Kayles rows of up to `pins` pins, computed from the options."""
    values = [cgt.CanonicalForm("0")]

    def text(value: object) -> str:
        return repr(value).split("'")[1]

    for row in range(1, pins + 1):
        options = {
            text(values[left] + values[row - hit - left])
            for hit in (1, 2)
            for left in range((row - hit) // 2 + 1)
            if hit <= row
        }
        both = ",".join(sorted(options))
        values.append(cgt.CanonicalForm(f"{{{both}|{both}}}"))
    return [text(value) for value in values]
