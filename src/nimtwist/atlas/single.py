"""One restriction alone, any number of heaps: Grundy values that are proved to repeat for ever.

If a family has one restriction c, nobody has anything to choose but sticks: the game is a
subtraction game, in which any number s may be taken with s mod n not in c. By Sprague and Grundy
the values g(x) of its heaps settle any number of them; they are what is proved here.

Theorem. Let G_j be the set of the values that the sizes below x and congruent to x - j have, for
j = 1, ..., n, and m a number such that every union of the G_j that is ever asked for contains
0, ..., m - 1. The *state* at x is the n sets of the v - m, with v >= m from G_j. If the states at
x and at x + p, with m and m + q, are equal, then g(y + p) = g(y) + q for all y >= x.

Proof. g(x) is the mex of the union of the G_j with j allowed. It is m at least, as is every later
value, so that values below m never matter again: the state determines g(x) - m, and the next
state. And if 0, ..., m - 1 are in a union now, they stay there: sets only grow. (atlas.single)

Theorem. If n is in c, then g(x + n) = g(x) for all x >= n(n - 2), for n >= 2.

Proof. What x can reach, x + n can: one takes n more. So g(x + n) >= g(x). If g(x) > u = g(x - n),
then x has an option y of value u that x - n has not got: a y > x - n, and, if y >= n, with
g(y - n) < u. So going back from x by steps of at most n - 1, u falls at each of them, and the
steps end at some y < n. The last y of all whose value u is new in its class modulo n keeps it
there for ever, as a change of it would need a later one. So every value that occurs is kept by a
class; values are at most n - 1; u <= n - 2, the steps are n - 1 at most, and x <= n - 1 + (n - 1)².
Equality would need n - 1 steps of n - 1 sticks, allowed ones, to a y = n - 1 of value 0, from which
n - 1 could be taken, too. So x < n(n - 1), and g(x) = g(x - n) from there on. ∎
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

from nimtwist._checks import check_integer, set_integer, short_repr
from nimtwist.game import ClosedValue
from nimtwist.games._heaps import canonical_heaps, each_heap
from nimtwist.games.blocking import BlockingNim, BlockingPosition
from nimtwist.games.nim import nim_sum
from nimtwist.games.restrictions import Restriction

__all__ = ["OneRestriction", "SingleProof", "single_flaw", "solve_single"]

_SIZES = 100_000
# So many numbers are kept, one for each size and residue: most of a gigabyte.
_MOST_KEPT = 10**8


@dataclass(frozen=True)
class SingleProof:
    """What proves the values g of heaps under one restriction: they and the states repeat.

    It says that g(x + `period`) = g(x) + `saltus` for all x >= `start`, and proves it by equal
    states at `settled` and one period later. `values` are those of the sizes below
    `settled` + `period`. Whether it is right, `single_flaw` says. (atlas.single)

    Raises:
        ValueError: if a number is not a whole one, at least 0 (the period at least 1), the modulus
            and the restriction are not as for `BlockingNim`, or `values` is not a tuple of numbers.

    >>> proof = solve_single(3, {2})
    >>> proof.period, proof.saltus, proof.values, proof.value(10**30)
    (4, 2, (0, 1, 0, 1), 500000000000000000000000000000)
    """

    modulus: int
    restriction: Restriction
    start: int
    period: int
    saltus: int
    settled: int
    values: tuple[int, ...] = field(repr=False)

    def __post_init__(self) -> None:
        for name in ("start", "saltus", "settled"):
            set_integer(self, name)
        set_integer(self, "period", 1)
        [restriction] = self.rules.restrictions
        object.__setattr__(self, "restriction", restriction)
        if type(self.values) is not tuple or not all(type(value) is int for value in self.values):
            raise ValueError(
                f"the values of a proof must be a tuple of integers, not {short_repr(self.values)}"
            )

    @property
    def rules(self) -> BlockingNim:
        """The game: the family of this one restriction."""
        return BlockingNim(self.modulus, [self.restriction])

    def value(self, heap: int) -> int:
        """Return the Grundy value of a heap of any size.

        Raises:
            ValueError: if `heap` is not an integer ≥ 0.
        """
        periods = max(0, (check_integer(heap, "a heap") - self.start) // self.period)
        return self.values[heap - periods * self.period] + periods * self.saltus


class _States:
    """The values of heaps, one after the other, and the state at each size.

    A set of values is the bits of a number. `unions` are those of the sets `taken` that the sizes
    of each class reach; all numbers are without their first `low` bits, which no mex needs.
    """

    def __init__(self, modulus: int, restriction: Restriction) -> None:
        self.modulus, self.low = modulus, 0
        self.values: list[int] = []
        self._allowed = [s for s in range(1, modulus + 1) if s not in restriction]
        self._taken, self._unions = [0] * modulus, [0] * modulus

    def step(self) -> None:
        """Find the value of the next size."""
        n, size = self.modulus, len(self.values)
        value = _mex(self._unions[size % n])
        self.values.append(self.low + value)
        self._taken[size % n] |= 1 << value
        for s in self._allowed:
            self._unions[(size + s) % n] |= 1 << value
        if common := min(map(_mex, self._unions)):
            self.low += common
            self._taken = [taken >> common for taken in self._taken]
            self._unions = [union >> common for union in self._unions]

    def state(self) -> tuple[int, ...]:
        """Return the sets of values from `low` on: of the class of this size, of the next, ..."""
        here = len(self.values) % self.modulus
        return (*self._taken[here:], *self._taken[:here])


def _mex(bits: int) -> int:
    return (bits ^ bits + 1).bit_length() - 1


def solve_single(modulus: int, restriction: Restriction, sizes: int = _SIZES) -> SingleProof | None:
    """Return the proof for a restriction alone, or `None` if no state repeats below `sizes`.

    The period is the smallest there is, and so is the start. If residue n is in the restriction,
    there is always a proof.

    Raises:
        ValueError: if an argument is not as for `BlockingNim`, or not an integer, or there are
            more than 10^8 sizes times residues.

    >>> solve_single(4, {1, 2})
    SingleProof(modulus=4, restriction=frozenset({1, 2}), start=0, period=3, saltus=1, settled=0)
    """
    [forbidden] = (rules := BlockingNim(modulus, [restriction])).restrictions
    sizes = check_integer(sizes, "the number of sizes", least=1)
    if sizes * rules.modulus > _MOST_KEPT:
        raise ValueError(
            f"{short_repr(sizes)} sizes modulo {short_repr(rules.modulus)} are too many to keep: "
            f"at most {_MOST_KEPT} numbers, one for each size and residue"
        )
    states, met = _States(rules.modulus, forbidden), dict[tuple[int, ...], tuple[int, int]]()
    for size in range(sizes + 1):
        state = states.state()
        if state in met:
            settled, low = met[state]
            period, saltus, values = size - settled, states.low - low, states.values
            start = settled
            while start and values[start - 1 + period] == values[start - 1] + saltus:
                start -= 1
            about = (start, period, saltus, settled)
            return SingleProof(rules.modulus, forbidden, *about, tuple(values))
        met[state] = size, states.low
        states.step()
    return None


def single_flaw(proof: SingleProof) -> str | None:
    """Return what is wrong with a proof, in a sentence, or `None` if it is one.

    Straight from the definition, without what `solve_single` is made of: each value is the mex of
    those of the options, and the sets of the two states are written out.

    >>> from dataclasses import replace
    >>> proof = solve_single(3, {2})
    >>> single_flaw(proof)
    >>> single_flaw(replace(proof, period=3))
    'the values are those of 4 sizes, not of 3'
    """
    if not isinstance(proof, SingleProof):
        raise ValueError(f"a proof is a SingleProof, not {short_repr(proof)}")
    n, end = proof.rules.modulus, proof.settled + proof.period
    if proof.start > proof.settled:
        return f"it starts at {proof.start}, after {proof.settled}"
    if len(proof.values) != end:
        return f"the values are those of {len(proof.values)} sizes, not of {end}"
    allowed = [s for s in range(1, n + 1) if s not in proof.restriction]
    seen = [set[int]() for _ in range(n)]  # the values of the sizes so far, by their residue

    def mex(size: int) -> int:
        reached = set[int]().union(*(seen[(size - s) % n] for s in allowed))
        return next(value for value in count() if value not in reached)

    def state(size: int) -> tuple[int, list[set[int]]]:
        low = min(map(mex, range(n)))
        return low, [{v - low for v in seen[(size + j) % n] if v >= low} for j in range(n)]

    for size, value in enumerate(proof.values):
        if size == proof.settled:
            low, sets = state(size)
        if value != mex(size):
            return f"the value of {size} is {mex(size)}, not {value}"
        before = size - proof.period
        if before >= proof.start and value != proof.values[before] + proof.saltus:
            return f"the value of {size} is not that of {before} + {proof.saltus}"
        seen[size % n].add(value)
    if state(end) != (low + proof.saltus, sets):
        return f"the states at {proof.settled} and {end} differ"
    return None


@dataclass(frozen=True)
class OneRestriction(ClosedValue[BlockingPosition]):
    """The solution of the game with one restriction, for any number of heaps of any size.

    The Grundy value of a position is the nim-sum of those of its heaps, which a `SingleProof` has.
    If the saltus is 0, winning options that take more than n sticks from the largest heaps are
    left out: a move of n sticks less wins as well. (atlas.single)

    >>> theory = OneRestriction(BlockingNim(3, [{2}]), solve_single(3, {2}))
    >>> theory.outcome(((5, 10**30), frozenset({2})))
    'N'
    >>> theory.winning_options(((5, 10**30), frozenset({2})))
    [((5, 7), frozenset({2}))]
    """

    rules: BlockingNim
    proof: SingleProof

    def grundy(self, position: BlockingPosition, /) -> int:
        """Return the nim-sum of the heaps' values."""
        heaps, _ = self.rules.canonical(position)
        return nim_sum(map(self.proof.value, heaps))

    def winning_options(self, position: BlockingPosition, /) -> list[BlockingPosition]:
        """Return the moves to value 0, those that take few sticks first."""
        heaps, forbidden = self.rules.canonical(position)
        modulus, found = self.rules.modulus, list[BlockingPosition]()
        for heap, others in reversed(list(each_heap(heaps))):
            value = nim_sum(map(self.proof.value, others))
            for left in sorted(self._sizes(value, heap), reverse=True):
                if (heap - left - 1) % modulus + 1 not in forbidden:
                    found.append((canonical_heaps((*others, left)), forbidden))
        return found

    def _sizes(self, value: int, below: int) -> Iterator[int]:
        """Yield the sizes below one that have a value; if they are without end, the last ones."""
        proof, start = self.proof, self.proof.start
        if proof.saltus:
            late = [
                size + periods * proof.period
                for size in range(start, start + proof.period)
                if (periods := (value - proof.values[size]) // proof.saltus) >= 0
            ]
        else:
            late = [*range(max(start, below - max(proof.period, proof.modulus)), below)]
        for size in (*range(start), *late):
            if size < below and proof.value(size) == value:
                yield size
