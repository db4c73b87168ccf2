"""Proofs for several heaps of any size, each obtained from a finite cube of states.

The *state* V(x; y) of a heap x with other heaps y is the set of residues of those moves in x that
lead to good heaps. Heaps are *good* if some restriction makes them a P-position; this depends only
on the union of their states. Adding one stick to a heap rotates its state by one place, and adds
residue 1 to it if the heaps were good.

Theorem. Let m >= 1, q >= 0 and p >= 1 be such that V(q + p; y) = V(q; y) for every choice of m - 1
other heaps y, all smaller than q + p. Then for m heaps of any sizes, taking p sticks from a heap of
size q + p or more changes no state and no outcome.

Proof, by induction on the total number of sticks. Let x be heaps with x_i >= q + p, and let x' be
the same heaps with x_i replaced by x_i - p. First consider the state of another heap x_j. It is
determined by the positions in which this heap is smaller and the other heaps are as in x or as in
x'. These positions have fewer sticks, so by induction the same ones are good, and the states are
equal. Now consider the state of x_i itself. If x_i > q + p, then after removing one stick from this
heap the states in x and x' are equal by induction, so both are good or neither is, and after
putting the stick back the states are still equal. If x_i = q + p and every other heap is below this
size, the states are equal by assumption. Otherwise some other x_k >= q + p. Taking p sticks from
this heap does not change the state of x_i: in x this was shown above, and in x' it holds by
induction. After p sticks have been taken from x_k in both, x_i has the same state in both by
induction. ∎ (atlas.cubes)

A game with such numbers q and p is *bounded*. As one heap grows and the others stay the same, its
state only gains residues, up to rotation, and so eventually has period n. Hence the smallest p
divides n, and `find_cube` tries only the divisors of n. The smallest q + p that satisfies the
condition also gives the smallest q and the smallest p, so the search stops at the first cube that
gives a proof.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement

from nimtwist.atlas.certificate import MAX_NUMBER
from nimtwist.atlas.families import code_of
from nimtwist.checks import check_integer, set_integer, short_repr
from nimtwist.game import ClosedForm, Outcome
from nimtwist.games.blocking import BlockingNim, BlockingPosition
from nimtwist.games.heaps import canonical_heaps, each_heap

__all__ = ["CubeProof", "Cubes", "cube_flaw", "find_cube"]

Heaps = tuple[int, ...]

_DEFAULT_SIZE = 60
_MAX_HEAPS = 16
_MAX_CHECKED = 1 << 20  # maximum number of tuples of heaps that `cube_flaw` checks


class _Cube:
    """The states of all tuples of heaps smaller than `size`; `grow` increases this size by 1."""

    def __init__(self, rules: BlockingNim, heaps: int) -> None:
        self._code = code_of(rules)
        self.rules, self.heaps = rules, check_integer(heaps, "the number of heaps", 1, _MAX_HEAPS)
        self.size = 0
        # Maps each sorted tuple y to the states V(0; y), V(1; y), ... along its line.
        self._lines: dict[Heaps, list[int]] = {} if self.heaps > 1 else {(): [0]}

    def grow(self) -> None:
        """Add all tuples whose largest heap is `size`, each after its options; increment `size`."""
        n, code, lines = self.rules.modulus, self._code, self._lines
        top, full, last = n - 1, (1 << n) - 1, (self.size,)
        if self.heaps > 1:
            for others in combinations_with_replacement(range(self.size + 1), self.heaps - 2):
                lines[others + last] = [0]
        for others in combinations_with_replacement(range(self.size + 1), self.heaps - 1):
            crossing, union = self._through(others + last), 0
            for line in crossing:
                union |= line[-1]
            good = code >> union & 1
            for line in crossing:
                line.append((line[-1] << 1 | line[-1] >> top) & full | good)
        self.size += 1

    def _through(self, heaps: Heaps) -> list[list[int]]:
        """For each distinct size in `heaps`, return the states obtained by varying one such heap.

        `heaps` must be a sorted tuple. The other heaps stay the same.
        """
        return [
            self._lines[heaps[:i] + heaps[i + 1 :]]
            for i, heap in enumerate(heaps)
            if not i or heap != heaps[i - 1]
        ]

    def reach(self, heaps: Heaps) -> int:
        """Return the residues of all moves from `heaps`, a sorted tuple, to good heaps."""
        sizes, union = sorted(set(heaps)), 0
        for heap, line in zip(sizes, self._through(heaps)):
            union |= line[heap]
        return union

    def repeats(self, period: int) -> bool:
        """Return whether V(size; y) = V(size - period; y) for all heaps y below `size`."""
        start = self.size - period
        return start >= 0 and all(line[-1] == line[start] for line in self._lines.values())


@dataclass(frozen=True)
class CubeProof:
    """A proof that the states of several heaps are periodic, for heaps of any size.

    Let V(x; y) be the state of a heap x with `heaps` - 1 other heaps y. The proof states that
    V(`start` + `period`; y) = V(`start`; y) if all heaps in y are smaller than `start` + `period`.
    By the theorem at the top of this module, the states then have period `period` from `start` on,
    for heaps of any size. `cube_flaw` checks the proof for a game. (atlas.cubes)

    Raises:
        ValueError: if `heaps` is not an integer from 1 to 16, `start` is not an integer from 0 to
            10^18, or `period` is not an integer from 1 to 10^18.
    """

    heaps: int
    start: int
    period: int

    def __post_init__(self) -> None:
        set_integer(self, "heaps", 1, _MAX_HEAPS)
        set_integer(self, "start", 0, MAX_NUMBER)
        set_integer(self, "period", 1, MAX_NUMBER)

    @property
    def size(self) -> int:
        """The size of the cube: every heap can be reduced to a heap smaller than this size."""
        return self.start + self.period

    def reduced(self, heaps: Heaps) -> Heaps:
        """Return heaps in the cube with the same states as `heaps`: sorted, and padded with 0s.

        Raises:
            ValueError: if `heaps` is not a tuple of heaps, or has more heaps than the proof covers.

        >>> CubeProof(3, 6, 3).reduced((10**30, 8))
        (0, 7, 8)
        """
        heaps = canonical_heaps(heaps)
        if len(heaps) > self.heaps:
            raise ValueError(
                f"the proof covers at most {self.heaps} heaps, not {short_repr(heaps)}"
            )
        small = [h if h < self.size else self.start + (h - self.start) % self.period for h in heaps]
        return tuple(sorted(small + [0] * (self.heaps - len(heaps))))


def find_cube(rules: BlockingNim, heaps: int, size: int = _DEFAULT_SIZE) -> CubeProof | None:
    """Return the proof with the smallest cube, or `None` if no cube up to `size` gives one.

    Raises:
        ValueError: if `rules` is not a `BlockingNim` with a modulus up to 6, `heaps` is not an
            integer from 1 to 16, or `size` is not an integer ≥ 1.

    >>> find_cube(BlockingNim(3, [{2, 3}, {1, 3}]), 5), find_cube(BlockingNim(2, [{1}]), 2)
    (CubeProof(heaps=5, start=6, period=3), None)
    """
    cube, max_size = _Cube(rules, heaps), check_integer(size, "the size of a cube", minimum=1)
    for _ in range(max_size):
        cube.grow()
        for period in range(1, rules.modulus + 1):
            if rules.modulus % period == 0 and cube.repeats(period):
                return CubeProof(cube.heaps, cube.size - period, period)
    return None


def cube_flaw(rules: BlockingNim, proof: CubeProof) -> str | None:
    """Describe a flaw in a proof about a game, or return `None` if the proof is valid.

    The check tries every move, as in the definition, and shares no code with `find_cube`.

    >>> rules = BlockingNim(3, [{2, 3}, {1, 3}])
    >>> cube_flaw(rules, CubeProof(3, 6, 3))
    >>> cube_flaw(rules, CubeProof(3, 5, 3))
    'with other heaps (2, 5), the states of 8 and 5 differ: residues [2, 3] and [2]'
    """
    if not isinstance(rules, BlockingNim) or not isinstance(proof, CubeProof):
        raise ValueError(
            f"expected a BlockingNim and a CubeProof, not {short_repr(rules)} and "
            f"{short_repr(proof)}"
        )
    if math.comb(proof.size + proof.heaps - 1, proof.heaps) > _MAX_CHECKED:
        return f"{proof} has more than {_MAX_CHECKED:,} tuples of heaps to check"
    good = set[Heaps]()

    def state(heap: int, others: Heaps) -> set[int]:
        return {
            (heap - size - 1) % rules.modulus + 1
            for size in range(heap)
            if tuple(sorted((*others, size))) in good
        }

    for heaps in combinations_with_replacement(range(proof.size), proof.heaps):
        moves = {r for i, heap in enumerate(heaps) for r in state(heap, heaps[:i] + heaps[i + 1 :])}
        if any(moves <= restriction for restriction in rules.restrictions):
            good.add(heaps)
    for others in combinations_with_replacement(range(proof.size), proof.heaps - 1):
        last, first = state(proof.size, others), state(proof.start, others)
        if last != first:
            return (
                f"with other heaps {others}, the states of {proof.size} and {proof.start} differ: "
                f"residues {sorted(last)} and {sorted(first)}"
            )
    return None


@dataclass(frozen=True)
class Cubes(ClosedForm[BlockingPosition]):
    """The solution of a bounded game for up to `proof.heaps` heaps of any size.

    Heaps are first reduced to heaps in the cube, whose states have been computed. (atlas.cubes)

    >>> rules = BlockingNim(3, [{2, 3}, {1, 3}])
    >>> theory = Cubes(rules, CubeProof(3, 6, 3))
    >>> theory.outcome(((7, 10**30), frozenset({1, 3})))
    'P'
    >>> len(theory.winning_options(((8, 10**30), frozenset({1, 3}))))
    7
    """

    rules: BlockingNim
    proof: CubeProof

    @cached_property
    def _cube(self) -> _Cube:
        cube = _Cube(self.rules, self.proof.heaps)
        while cube.size < self.proof.size:
            cube.grow()
        return cube

    @cached_property
    def start(self) -> int:
        """The heap size from which outcomes are periodic; the states may become periodic later.

        >>> Cubes(BlockingNim(3, [{2, 3}, {1, 3}]), CubeProof(3, 6, 3)).start
        3
        """
        tuples = list(combinations_with_replacement(range(self.proof.size), self.proof.heaps - 1))
        start, period, family = self.proof.start, self.proof.period, self.rules.family
        while start and all(
            self._wins((*y, start - 1), r) == self._wins((*y, start - 1 + period), r)
            for y in tuples
            for r in family
        ):
            start -= 1
        return start

    def _wins(self, heaps: Heaps, forbidden: frozenset[int]) -> bool:
        """Return whether the player who leaves these heaps and names this restriction wins."""
        blocked = sum(1 << r - 1 for r in forbidden)
        return not self._cube.reach(self.proof.reduced(heaps)) & ~blocked

    def outcome(self, position: BlockingPosition, /) -> Outcome:
        """Return "P" if the restriction forbids all moves to good heaps, otherwise "N"."""
        return "P" if self._wins(*self.rules.canonical(position)) else "N"

    def winning_options(self, position: BlockingPosition, /) -> list[BlockingPosition]:
        """Return the winning moves, up to equivalence.

        Two sizes of a heap are equivalent if both are at least `proof.start` and their difference
        is a multiple of the modulus: the moves to them have the same residue, and their states are
        equal. Of equivalent moves, only the one that takes the fewest sticks is returned.
        """
        heaps, forbidden = self.rules.canonical(position)
        modulus, start, options = self.rules.modulus, self.proof.start, list[BlockingPosition]()
        for heap, others in reversed(list(each_heap(heaps))):
            late = range(max(start, heap - modulus), heap)
            for size in (*reversed(late), *reversed(range(min(heap, start)))):
                if (heap - size - 1) % modulus + 1 not in forbidden:
                    after = canonical_heaps((*others, size))
                    options += [(after, r) for r in self.rules.family if self._wins(after, r)]
        return options
