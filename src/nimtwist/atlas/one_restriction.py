"""Proofs of the Grundy values of games with a single restriction, for any number of heaps.

If a family has only one restriction c, the players only choose how many sticks to take: the game is
a subtraction game, in which a player may take any number s of sticks such that s mod n is not in c.
By the Sprague–Grundy theorem, the values g(x) of single heaps solve it for any number of heaps.
This module finds and proves these values.

Theorem. For j = 1, ..., n let G_j be the set of the values g(y) of all y < x with
y ≡ x - j (mod n). Let m be such that every union of the G_j that determines a value at x or later
contains 0, ..., m - 1. The *state* at x consists of the n sets {v - m : v in G_j, v >= m}. If the
state at x for m and the state at x + p for m + q are equal, then g(y + p) = g(y) + q for all
y >= x.

Proof. g(x) is the mex of the union of the G_j with j allowed. As x grows, the sets of values only
grow, so 0, ..., m - 1 stay in every such union. Hence g(x) and all later values are at least m,
values below m never matter again, and the state determines g(x) - m and the next state. ∎
(atlas.single)

Theorem. Let n >= 2. If n is in c, then g(x + n) = g(x) for all x >= n(n - 2).

Proof. Every option of x is also an option of x + n, reached by taking n more sticks. So
g(x + n) >= g(x). Suppose that g(x) > u = g(x - n). Then x has an option y of value u that is not an
option of x - n. So y > x - n, and if y >= n, then g(y - n) < u. Now repeat this with x replaced by
y. In these steps, each of at most n - 1 sticks, the values u decrease, and the steps end at some
y < n.

For a value u that occurs, let y be the largest size such that u is new in the class of y modulo n.
This class keeps the value u from then on, since a change would require a larger size of this kind.
So every value that occurs is the final value of some class, and values are at most n - 1. In the
steps above, therefore, u <= n - 2, there are at most n - 1 steps, and x <= n - 1 + (n - 1)².
Equality would need n - 1 allowed steps of n - 1 sticks each, ending at y = n - 1 with value 0. But
then another n - 1 sticks could be taken from y, so its value would not be 0. So x < n(n - 1), and
g(x) = g(x - n) for all x >= n(n - 1). ∎
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count

from nimtwist.checks import check_integer, set_integer, short_repr
from nimtwist.games.blocking import BlockingNim
from nimtwist.games.restrictions import Restriction

__all__ = ["SingleProof", "single_flaw", "solve_single"]

_DEFAULT_SIZES = 100_000
# The maximum number of values to store (sizes times residues): this is nearly a gigabyte.
_MAX_STORED = 10**8


@dataclass(frozen=True)
class SingleProof:
    """A proof of the Grundy values g(x) of single heaps in a game with one restriction.

    It states that g(x + `period`) = g(x) + `saltus` for all x >= `start`. This follows because the
    states at `settled` and `settled` + `period` are equal. `values` lists the values of all heaps
    smaller than `settled` + `period`. `single_flaw` checks a proof. (atlas.single)

    Raises:
        ValueError: if `start`, `saltus` or `settled` is not an integer ≥ 0, `period` is not an
            integer ≥ 1, `BlockingNim` rejects the modulus or the restriction, or `values` is not a
            tuple of integers.

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
            raise ValueError(f"values must be a tuple of integers, not {short_repr(self.values)}")

    @property
    def rules(self) -> BlockingNim:
        """The game whose family consists of this one restriction."""
        return BlockingNim(self.modulus, [self.restriction])

    def value(self, heap: int) -> int:
        """Return the Grundy value of a heap of any size.

        Raises:
            ValueError: if `heap` is not an integer ≥ 0.
        """
        periods = max(0, (check_integer(heap, "a heap") - self.start) // self.period)
        return self.values[heap - periods * self.period] + periods * self.saltus


class _States:
    """The values of all heaps up to some size, and the current state; `step` adds the next heap.

    Each set of values is stored as an integer with a bit for each value. For each class of sizes
    modulo n, `_taken` holds the values so far, and `_unions` the values that moves from the next
    heap in the class can reach. The lowest `low` bits are shifted out, as they can no longer affect
    a mex.
    """

    def __init__(self, modulus: int, restriction: Restriction) -> None:
        self.modulus, self.low = modulus, 0
        self.values: list[int] = []
        self._allowed = [s for s in range(1, modulus + 1) if s not in restriction]
        self._taken, self._unions = [0] * modulus, [0] * modulus

    def step(self) -> None:
        """Compute the value of the next heap."""
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
        """Return each class's values ≥ `low`, starting with the class of the next heap."""
        here = len(self.values) % self.modulus
        return (*self._taken[here:], *self._taken[:here])


def _mex(bits: int) -> int:
    return (bits ^ bits + 1).bit_length() - 1


def solve_single(
    modulus: int, restriction: Restriction, sizes: int = _DEFAULT_SIZES
) -> SingleProof | None:
    """Return a proof for a single restriction, or `None` if no state recurs up to size `sizes`.

    The proof has the smallest possible period and start. If residue n is in the restriction, a
    proof always exists.

    Raises:
        ValueError: if `BlockingNim` rejects the modulus or the restriction, `sizes` is not an
            integer ≥ 1, or `sizes` times the modulus is more than 10^8.

    >>> solve_single(4, {1, 2})
    SingleProof(modulus=4, restriction=frozenset({1, 2}), start=0, period=3, saltus=1, settled=0)
    """
    [forbidden] = (rules := BlockingNim(modulus, [restriction])).restrictions
    sizes = check_integer(sizes, "the number of sizes", minimum=1)
    if sizes * rules.modulus > _MAX_STORED:
        raise ValueError(
            f"{short_repr(sizes)} sizes modulo {short_repr(rules.modulus)} are too many: "
            f"sizes times modulus must be at most {_MAX_STORED:,}"
        )
    states, seen = _States(rules.modulus, forbidden), dict[tuple[int, ...], tuple[int, int]]()
    for size in range(sizes + 1):
        state = states.state()
        if state in seen:
            settled, low = seen[state]
            period, saltus, values = size - settled, states.low - low, states.values
            start = settled
            while start and values[start - 1 + period] == values[start - 1] + saltus:
                start -= 1
            numbers = (start, period, saltus, settled)
            return SingleProof(rules.modulus, forbidden, *numbers, tuple(values))
        seen[state] = size, states.low
        states.step()
    return None


def single_flaw(proof: SingleProof) -> str | None:
    """Return a description of a proof's flaw, or `None` if there is none.

    The check follows the definition and shares no code with `solve_single`: each value is the mex
    of the values of its options, and the two states are compared as explicit sets.

    >>> from dataclasses import replace
    >>> proof = solve_single(3, {2})
    >>> single_flaw(proof)
    >>> single_flaw(replace(proof, period=3))
    'there are values for 4 sizes, not for 3'
    """
    if not isinstance(proof, SingleProof):
        raise ValueError(f"a proof must be a SingleProof, not {short_repr(proof)}")
    n, end = proof.rules.modulus, proof.settled + proof.period
    if proof.start > proof.settled:
        return f"the start, {proof.start}, is after {proof.settled}, where the states recur"
    if len(proof.values) != end:
        return f"there are values for {len(proof.values)} sizes, not for {end}"
    allowed = [s for s in range(1, n + 1) if s not in proof.restriction]
    seen = [set[int]() for _ in range(n)]  # the values so far, by the residue of the size

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
            return f"the value of {size} is not the value of {before} plus {proof.saltus}"
        seen[size % n].add(value)
    if state(end) != (low + proof.saltus, sets):
        return f"the states at {proof.settled} and {end} differ"
    return None
