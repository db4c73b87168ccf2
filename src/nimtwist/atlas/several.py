"""Several heaps, proved for all sizes by a finite cube: what repeats once repeats for ever.

The *state* V(x; y) of a heap x beside other heaps y is the set of residues of those moves in it
that lead to good heaps. Whether heaps are good depends on the union of their states alone, and the
state one stick on is the state rotated by one place, with residue 1 if the heaps are good.

Theorem. Let m heaps, q and p >= 1 be such that V(q + p; y) = V(q; y) for all y of m - 1 heaps below
q + p. Then, whatever the sizes of m heaps, no state and no outcome changes if p sticks are taken
from a heap of q + p or more.

Proof, by induction on the sum of the heaps. Let x be heaps with x_i >= q + p, and x' the same with
x_i - p. For the state of another heap x_j: on the way from 0 to x_j the heaps beside it are those
of x or of x', fewer sticks in all; so the same are good, by induction, and the states are equal.
For the state of x_i itself, if x_i > q + p: with one stick less in this heap the states are equal
in x and x' by induction, so the same are good, so one stick on they are equal. If x_i = q + p, and
the others are less, they are equal by assumption. Otherwise some other x_k >= q + p; taking p
sticks from it changes no state of x_i in x, as was just shown, nor in x', by induction; and then
x_i has the same state by induction. ∎ (atlas.cubes)

Such a game is *bounded*. As a state read along a line only gains, up to the rotation, and so is in
the end n-periodic on every line, p divides n if it is as small as can be; that is all that
`find_cube` tries. And the smallest q + p that passes has the smallest q and p there are: so the
search stops at the first cube that is a proof.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement

from nimtwist._checks import check_integer, set_integer, short_repr
from nimtwist.atlas.certificate import MOST
from nimtwist.atlas.families import code_of
from nimtwist.game import ClosedForm, Outcome
from nimtwist.games._heaps import canonical_heaps, each_heap
from nimtwist.games.blocking import BlockingNim, BlockingPosition

__all__ = ["CubeProof", "Cubes", "cube_flaw", "find_cube"]

Heaps = tuple[int, ...]

_SIZE = 60
_MOST_HEAPS = 16
_MOST_CHECKED = 1 << 20  # choices of heaps


class _Cube:
    """The states of a number of heaps, all below a size that grows."""

    def __init__(self, rules: BlockingNim, heaps: int) -> None:
        self._code = code_of(rules)
        self.rules, self.heaps = rules, check_integer(heaps, "the number of heaps", 1, _MOST_HEAPS)
        self.size = 0
        # The states V(0; y), V(1; y), ... on a line; y in ascending order.
        self._lines: dict[Heaps, list[int]] = {} if self.heaps > 1 else {(): [0]}

    def grow(self) -> None:
        """Add the heaps of which the largest is as large as `size`: fewer sticks always first."""
        n, code, lines = self.rules.modulus, self._code, self._lines
        top, full, last = n - 1, (1 << n) - 1, (self.size,)
        if self.heaps > 1:
            for others in combinations_with_replacement(range(self.size + 1), self.heaps - 2):
                lines[others + last] = [0]
        for others in combinations_with_replacement(range(self.size + 1), self.heaps - 1):
            met, union = self._through(others + last), 0
            for line in met:
                union |= line[-1]
            good = code >> union & 1
            for line in met:
                line.append((line[-1] << 1 | line[-1] >> top) & full | good)
        self.size += 1

    def _through(self, heaps: Heaps) -> list[list[int]]:
        """Return the lines through heaps in ascending order, one for each different heap."""
        return [
            self._lines[heaps[:i] + heaps[i + 1 :]]
            for i, heap in enumerate(heaps)
            if not i or heap != heaps[i - 1]
        ]

    def reach(self, heaps: Heaps) -> int:
        """Return the residues of all moves to good heaps, from heaps in ascending order."""
        sizes, union = sorted(set(heaps)), 0
        for heap, line in zip(sizes, self._through(heaps)):
            union |= line[heap]
        return union

    def repeats(self, period: int) -> bool:
        """Say whether all states V(size; y) are those of one period before."""
        start = self.size - period
        return start >= 0 and all(line[-1] == line[start] for line in self._lines.values())


@dataclass(frozen=True)
class CubeProof:
    """What proves a game of several heaps for all sizes: where its states begin to repeat.

    It says that V(`start` + `period`; y) = V(`start`; y) for all y of `heaps` - 1 heaps below
    `start` + `period`, from which it follows for all heaps. Whether it is right for a game,
    `cube_flaw` says. (atlas.cubes)

    Raises:
        ValueError: if a number is not a whole one: `start` at least 0, the others at least 1, and
            at most 16 heaps.
    """

    heaps: int
    start: int
    period: int

    def __post_init__(self) -> None:
        set_integer(self, "heaps", 1, _MOST_HEAPS)
        set_integer(self, "start", 0, MOST)
        set_integer(self, "period", 1, MOST)

    @property
    def size(self) -> int:
        """The size of the cube: all heaps that matter are below it."""
        return self.start + self.period

    def reduced(self, heaps: Heaps) -> Heaps:
        """Return the smallest heaps with the same states, in ascending order, empty ones included.

        Raises:
            ValueError: if `heaps` is not a tuple of heaps, or there are more of them than the proof
                is about.

        >>> CubeProof(3, 6, 3).reduced((10**30, 8))
        (0, 7, 8)
        """
        heaps = canonical_heaps(heaps)
        if len(heaps) > self.heaps:
            raise ValueError(
                f"the proof is about {self.heaps} heaps at most, not {short_repr(heaps)}"
            )
        small = [h if h < self.size else self.start + (h - self.start) % self.period for h in heaps]
        return tuple(sorted(small + [0] * (self.heaps - len(heaps))))


def find_cube(rules: BlockingNim, heaps: int, size: int = _SIZE) -> CubeProof | None:
    """Return the proof with the smallest cube, or `None` if there is none up to `size`.

    Raises:
        ValueError: if `rules` is not a `BlockingNim` with a modulus up to 6, `heaps` is not an
            integer from 1 to 16, or `size` is not an integer ≥ 1.

    >>> find_cube(BlockingNim(3, [{2, 3}, {1, 3}]), 5), find_cube(BlockingNim(2, [{1}]), 2)
    (CubeProof(heaps=5, start=6, period=3), None)
    """
    cube, most = _Cube(rules, heaps), check_integer(size, "the size of a cube", least=1)
    for _ in range(most):
        cube.grow()
        for period in range(1, rules.modulus + 1):
            if rules.modulus % period == 0 and cube.repeats(period):
                return CubeProof(cube.heaps, cube.size - period, period)
    return None


def cube_flaw(rules: BlockingNim, proof: CubeProof) -> str | None:
    """Return what is wrong with a proof, in a sentence, or `None` if it is one for this game.

    Straight from the definition, without what `find_cube` is made of: moves are counted one by one.

    >>> rules = BlockingNim(3, [{2, 3}, {1, 3}])
    >>> cube_flaw(rules, CubeProof(3, 6, 3))
    >>> cube_flaw(rules, CubeProof(3, 5, 3))
    'beside (2, 5), heaps of 8 and 5 differ: good are [2, 3] and [2] away'
    """
    if not isinstance(rules, BlockingNim) or not isinstance(proof, CubeProof):
        raise ValueError(
            f"a BlockingNim is proved by a CubeProof, not {short_repr(rules)} by "
            f"{short_repr(proof)}"
        )
    if math.comb(proof.size + proof.heaps - 1, proof.heaps) > _MOST_CHECKED:
        return f"{proof} has more than {_MOST_CHECKED} choices of heaps to check"
    good = set[Heaps]()

    def away(heap: int, others: Heaps) -> set[int]:
        return {
            (heap - left - 1) % rules.modulus + 1
            for left in range(heap)
            if tuple(sorted((*others, left))) in good
        }

    for heaps in combinations_with_replacement(range(proof.size), proof.heaps):
        moves = {r for i, heap in enumerate(heaps) for r in away(heap, heaps[:i] + heaps[i + 1 :])}
        if any(moves <= restriction for restriction in rules.restrictions):
            good.add(heaps)
    for others in combinations_with_replacement(range(proof.size), proof.heaps - 1):
        one, other = away(proof.size, others), away(proof.start, others)
        if one != other:
            return (
                f"beside {others}, heaps of {proof.size} and {proof.start} differ: "
                f"good are {sorted(one)} and {sorted(other)} away"
            )
    return None


@dataclass(frozen=True)
class Cubes(ClosedForm[BlockingPosition]):
    """The solution of a bounded game for up to as many heaps as its proof has, of any size.

    Heaps are reduced to those of the cube, where the states are known. (atlas.cubes)

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
        """The size from which outcomes have the period; that of states may begin later.

        >>> Cubes(BlockingNim(3, [{2, 3}, {1, 3}]), CubeProof(3, 6, 3)).start
        3
        """
        beside = list(combinations_with_replacement(range(self.proof.size), self.proof.heaps - 1))
        start, period, family = self.proof.start, self.proof.period, self.rules.family
        while start and all(
            self._wins((*y, start - 1), r) == self._wins((*y, start - 1 + period), r)
            for y in beside
            for r in family
        ):
            start -= 1
        return start

    def _wins(self, heaps: Heaps, forbidden: frozenset[int]) -> bool:
        """Say whether whoever leaves these heaps, and forbids that, wins."""
        blocked = sum(1 << r - 1 for r in forbidden)
        return not self._cube.reach(self.proof.reduced(heaps)) & ~blocked

    def outcome(self, position: BlockingPosition, /) -> Outcome:
        """Return "P" if all moves to good heaps are forbidden, "N" if not."""
        return "P" if self._wins(*self.rules.canonical(position)) else "N"

    def winning_options(self, position: BlockingPosition, /) -> list[BlockingPosition]:
        """Return the winning moves; of those to heaps like each other, only the one to the largest.

        A heap from `start` on is like one of n sticks less: the same residue, the same state.
        """
        heaps, forbidden = self.rules.canonical(position)
        modulus, start, found = self.rules.modulus, self.proof.start, list[BlockingPosition]()
        for heap, others in reversed(list(each_heap(heaps))):
            late = range(max(start, heap - modulus), heap)
            for left in (*reversed(late), *reversed(range(min(heap, start)))):
                if (heap - left - 1) % modulus + 1 not in forbidden:
                    after = canonical_heaps((*others, left))
                    found += [(after, r) for r in self.rules.family if self._wins(after, r)]
        return found
