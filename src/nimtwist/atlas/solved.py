"""Solutions of games with a certificate: outcomes and winning moves for two heaps of any size."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from nimtwist.atlas._steps import _INFINITE, _STAGES, PairSteps, Pieces, _read_row
from nimtwist.atlas.certificate import Certificate
from nimtwist.atlas.checker import _pieces, flaw
from nimtwist.atlas.families import code_of
from nimtwist.checks import check_integer, short_repr
from nimtwist.game import ClosedForm, Outcome
from nimtwist.games.blocking import BlockingNim, BlockingPosition

__all__ = ["Solved"]

Line = tuple[tuple[bytes, float], ...]
"""Blocks of letters with their numbers of copies; the last block repeats without end."""


@dataclass(frozen=True)
class Solved(ClosedForm[BlockingPosition]):
    """The solution of a game with a certificate, for up to two heaps of any size.

    Raises:
        ValueError: if the certificate is not a proof for the game; the message states its flaw.

    >>> proof = Certificate.read('{"row":1,"period":1,"word":[["1",1,1]],"tail":"0"}')
    >>> nim = Solved(BlockingNim(1, [[]]), proof)
    >>> nim.outcome(((10**30, 10**30), frozenset()))
    'P'
    """

    rules: BlockingNim
    certificate: Certificate

    def __post_init__(self) -> None:
        if problem := flaw(self.rules, self.certificate):
            raise ValueError(
                f"the certificate is not a proof for {short_repr(self.rules)}: {problem}"
            )

    def reach(self, first: int, second: int) -> int:
        """Return the residues of the moves to good pairs as an integer: bit r - 1 for residue r.

        Raises:
            ValueError: if a heap is not an integer ≥ 0.
        """
        first, second = (check_integer(heap, "a heap") for heap in (first, second))
        small, large = sorted((first, second))
        return _letter_at(_line(self.rules, self.certificate, small), large)

    def outcome(self, position: BlockingPosition, /) -> Outcome:
        """Return "P" if the restriction forbids all moves to good pairs, otherwise "N"."""
        (first, second), forbidden = self._two_heaps(position)
        return "N" if self.reach(first, second) & ~_mask(forbidden) else "P"

    def winning_options(self, position: BlockingPosition, /) -> list[BlockingPosition]:
        """Return, for each heap, the winning moves that take the fewest sticks from it."""
        heaps, forbidden = self._two_heaps(position)
        options = dict[BlockingPosition, None]()
        for heap, other in (heaps[::-1], heaps):
            line = _line(self.rules, self.certificate, other)
            size = self._largest_good(line, heap, forbidden)
            if size is not None:
                reached = _letter_at(line, size)
                after = tuple(sorted(filter(None, (size, other))))
                options |= {(after, r): None for r in self.rules.family if not reached & ~_mask(r)}
        return list(options)

    def _two_heaps(self, position: BlockingPosition) -> tuple[tuple[int, int], frozenset[int]]:
        heaps, forbidden = self.rules.canonical(position)
        if len(heaps) > 2:
            raise ValueError(f"a certificate covers at most two heaps, not {short_repr(heaps)}")
        first, second = (0, 0, *heaps)[-2:]
        return (first, second), forbidden

    def _largest_good(self, line: Line, heap: int, forbidden: frozenset[int]) -> int | None:
        """Return the largest size that `heap` can have after a legal move that makes the pair good.

        Return `None` if no legal move in this heap makes the pair good.
        """
        modulus, code = self.rules.modulus, code_of(self.rules)
        for block, times, start in reversed([*_blocks_before(line, heap)]):
            sizes = [
                size
                for place, reached in enumerate(block)
                if code >> reached & 1
                for last in [min(times - 1, (heap - 1 - start - place) // len(block))]
                for copy in range(int(last), max(-1, int(last) - modulus), -1)
                for size in [start + place + copy * len(block)]
                if (heap - size - 1) % modulus + 1 not in forbidden
            ]
            if sizes:
                return max(sizes)
        return None


def _mask(restriction: frozenset[int]) -> int:
    return sum(1 << residue - 1 for residue in restriction)


def _blocks_before(line: Line, end: int) -> Iterator[tuple[bytes, float, int]]:
    """Yield the blocks that start before `end`, each with its number of copies and its start."""
    start = 0
    for block, times in line:
        if start >= end:
            return
        yield block, times, start
        if times < math.inf:
            start += len(block) * int(times)


def _letter_at(line: Line, place: int) -> int:
    *_, (block, _, start) = _blocks_before(line, place + 1)
    return block[(place - start) % len(block)]


class _Unions(PairSteps):
    """A reader like `PairSteps` that writes V(x, y) ∪ V(y, x) for each letter V(x, y)."""

    def __missing__(self, read: tuple[int, int]) -> tuple[int, int]:
        state, letter = read
        after, _ = PairSteps.__missing__(self, read)
        self[read] = after, state | letter
        return self[read]


@lru_cache(maxsize=256)
def _line(rules: BlockingNim, certificate: Certificate, heap: int) -> Line:
    """Return the unions of V(heap, y) and V(y, heap) for y = 0, 1, …, as a sequence of blocks."""
    row: Pieces
    if heap < certificate.row:
        row, later = [(bytes(rules.modulus), _INFINITE)], heap
    else:
        t, later = divmod(heap - certificate.row, certificate.period)
        row = [(block, (a + b * t, 0, 0)) for block, (a, b, _) in _pieces(certificate)]
    steps = PairSteps(rules)
    for _ in range(later):
        row, _ = _read_row(steps, 0, row, _STAGES)
    unions, _ = _read_row(_Unions(rules), 0, row, _STAGES)
    return tuple((block, times) for block, (times, _, _) in unions)
