"""Misère quotients: the outcomes of all sums of some heaps in misère play, in one finite table.

T. E. Plambeck and A. N. Siegel, "Misère quotients for impartial games", Journal of Combinatorial
Theory, Series A 115 (2008). The table is learned from the outcomes of a few sums, as in D. Angluin,
"Learning regular sets from queries and counterexamples", Information and Computation 75 (1987), and
then proved to be right for all sums.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, combinations

from nimtwist._checks import check_integer, short_repr
from nimtwist.game import (
    Oracle,
    Outcome,
    Position,
    Ruleset,
    SearchLimitError,
    _check_ruleset,
    canonical,
    misere_outcome,
)
from nimtwist.solver import Solver, _Search
from nimtwist.sums import _components

__all__ = ["MisereQuotient", "misere_quotient"]

# A sum of heaps, as their numbers in ascending order. The options of a heap have smaller numbers.
_Sum = tuple[int, ...]

_MAX_POSITIONS = 100_000  # stored by one search


@dataclass(frozen=True)
class MisereQuotient(Oracle[Position]):
    """A commutative monoid that determines the outcomes of all sums of some heaps in misère play.

    Each heap is mapped to an element, and a sum of heaps to the product of their elements. Two sums
    have the same element if and only if they have the same outcome, alone and together with any
    other heaps. The elements are the integers from 0 to `order` - 1, and 0 is the identity.

    `table[x][y]` is the product of x and y, `p_elements` are the elements of the P-positions, and
    `heaps` maps each heap to its element. `representatives[x]` lists the heaps of a sum with the
    element x.

    >>> from nimtwist.games import Nim
    >>> quotient = misere_quotient(Nim(), range(4))
    >>> quotient.outcome((3, 3, 3, 3)), quotient.winning_options((3, 2))
    ('P', [(2, 2)])
    >>> quotient.order, quotient.element((2, 2, 2)), quotient.representatives[5]
    (6, 2, ((1,), (2,), (2,)))
    """

    rules: Ruleset[Position]
    table: tuple[tuple[int, ...], ...]
    p_elements: frozenset[int]
    heaps: dict[Position, int] = field(hash=False)
    representatives: tuple[tuple[Position, ...], ...]

    @property
    def order(self) -> int:
        """The number of elements."""
        return len(self.table)

    @property
    def generators(self) -> list[Position]:
        """The heaps that have a different element from every sum of smaller heaps.

        >>> from nimtwist.games import Kayles
        >>> misere_quotient(Kayles(), range(28)).generators
        [(1,), (2,), (5,), (9,), (12,), (25,), (27,)]
        """
        return [heaps[0] for heaps in self.representatives if len(heaps) == 1]

    def element(self, position: Position, /) -> int:
        """Return the element of a position.

        Raises:
            ValueError: if a component of the position is not in `heaps`.
        """
        product = 0
        for heap in _components(self.rules)(canonical(self.rules, position)):
            if heap not in self.heaps:
                raise ValueError(
                    f"{short_repr(heap)}, a component of {short_repr(position)}, is not one of the "
                    f"{len(self.heaps)} heaps of the misère quotient"
                )
            product = self.table[product][self.heaps[heap]]
        return product

    def outcome(self, position: Position, /) -> Outcome:
        """Return the outcome of a position in misère play, without a search.

        Raises:
            ValueError: if a component of the position is not in `heaps`.
        """
        return "P" if self.element(position) in self.p_elements else "N"


def misere_quotient(
    rules: Ruleset[Position],
    heaps: Iterable[int],
    limit: int = 60,
    position: Callable[[int], Position] | None = None,
) -> MisereQuotient[Position]:
    """Return the misère quotient of all sums of the given heaps and of the heaps below them.

    A heap of size n is the position `(n,)`, or `position(n)`. The method `components` of the
    ruleset must list all heaps of a position; in misère play, equal heaps do not cancel.

    The result is exact: it is proved for all sums of the heaps, and no two elements could be merged.

    Raises:
        ValueError: if the quotient has more than `limit` elements, or cannot be found by searches
            of 100,000 positions.
        EndlessPlayError: if play can lead from a heap back to itself.

    >>> from nimtwist.games import Kayles
    >>> quotient = misere_quotient(Kayles(), range(28))
    >>> quotient.order, quotient.outcome((27, 25, 12, 9, 5, 2, 1))
    (40, 'N')
    >>> misere_quotient(Kayles(), range(28), limit=30)
    Traceback (most recent call last):
    ...
    ValueError: the misère quotient of Kayles() with (25,) has more than 30 elements
    """
    _check_ruleset(rules, "a misère quotient")
    limit = check_integer(limit, "limit", 1)
    starts = [(n,) if position is None else position(n) for n in heaps]
    below = _heap_options(rules, starts)
    # A heap without options changes no outcome: sums omit it, and its element is the identity.
    names = [heap for heap in below if below[heap]]
    numbers = {heap: i for i, heap in enumerate(names)}
    options = [
        [
            tuple(sorted(numbers[part] for part in option if part in numbers))
            for option in below[heap]
        ]
        for heap in names
    ]
    found = _Candidate([[0]], [False], [()], [])
    for i, heap in enumerate(names, 1):
        try:
            found = _with_heap(found, options[:i], limit)
        except ValueError as error:
            raise ValueError(
                f"the misère quotient of {short_repr(rules)} with {short_repr(heap)} {error}"
            ) from None
    return MisereQuotient(
        rules,
        tuple(map(tuple, found.table)),
        frozenset(x for x, is_p in enumerate(found.p) if is_p),
        {heap: found.elements[numbers[heap]] if heap in numbers else 0 for heap in below},
        tuple(tuple(names[i] for i in sorted(heaps)) for heaps in found.sums),
    )


def _heap_options(
    rules: Ruleset[Position], positions: Iterable[Position]
) -> dict[Position, list[Sequence[Position]]]:
    """Return the options of all heaps of some positions, each split into heaps, options first."""
    components, found = _components(rules), dict[Position, list[Sequence[Position]]]()

    def expand(heap: Position) -> tuple[Iterator[Position], list[Sequence[Position]]]:
        sums = list(map(components, rules.options(heap)))
        return chain.from_iterable(sums), sums

    for position in positions:
        for heap in components(canonical(rules, position)):
            if heap not in found:
                _Search(rules)._walk(heap, found, expand, lambda sums: sums)
    return found


@dataclass
class _Candidate:
    """A monoid that may be a misère quotient; see `MisereQuotient`.

    `p[x]` tells whether x is the element of P-positions, `sums[x]` is a sum with the element x, and
    `elements` are the elements of the heaps.
    """

    table: list[list[int]]
    p: list[bool]
    sums: list[_Sum]
    elements: list[int]

    def __post_init__(self) -> None:
        # For each element, the set of the elements whose product with it is P, as a bit mask.
        self.partners = [
            sum(1 << y for y, product in enumerate(row) if self.p[product]) for row in self.table
        ]
        self.proof: dict[tuple[int, int], _Sum] = {(0, 0): ()}

    def element(self, heaps: _Sum) -> int:
        """Return the element of a sum."""
        product = 0
        for heap in heaps:
            product = self.table[product][self.elements[heap]]
        return product

    def refute(self, options: list[list[_Sum]], first: int = 0) -> _Sum | None:
        """Return a sum whose outcome contradicts those of its options, or `None` if none does.

        In the latter case, the outcomes of all sums of the heaps are correct by induction. The
        proof assumes this of the heaps before `first`.

        A sum is represented by a pair: its element, and the union of the partners of its options.
        The outcome is right if it is P if and only if the identity is not among these partners. The
        pair of a sum determines the pairs of its sums with other heaps, and there are finitely many.
        """
        for heap in range(first, len(options)):
            x, partners = self.elements[heap], 0
            for option in options[heap]:
                partners |= self.partners[self.element(option)]
            if partners and (x, partners) in self.proof:
                continue
            layer = list(self.proof)
            while layer:
                previous, layer = layer, []
                for pair in previous:
                    y, others = pair
                    product = self.table[x][y], self._divide(partners, y) | self._divide(others, x)
                    heaps = (*self.proof[pair], heap)
                    if self.p[product[0]] == product[1] & 1:
                        return heaps
                    if product not in self.proof:
                        self.proof[product] = heaps
                        layer.append(product)
        return None

    def _divide(self, elements: int, x: int) -> int:
        """Return the set of the elements whose product with x is in a set."""
        return sum(1 << y for y, product in enumerate(self.table[x]) if elements >> product & 1)


class _Sums:
    """The game of sums of heaps, where the sums without the last heap are already solved.

    Each of those is replaced by a sum with the same outcome, () or (0,). If `merge` is true, the
    other heaps of a sum are replaced by a sum with the same element. This makes the game much
    smaller, but with the last heap, the outcome may be different.
    """

    def __init__(self, solved: _Candidate, options: list[list[_Sum]], merge: bool) -> None:
        self.solved, self.heap_options, self.merge = solved, options, merge
        self.last = len(options) - 1

    def canonical(self, heaps: _Sum) -> _Sum:
        """Return the sum that represents a sum."""
        others = tuple(heap for heap in heaps if heap != self.last)
        last = (self.last,) * (len(heaps) - len(others))
        if not last:
            return (0,) if self.solved.p[self.solved.element(others)] else ()
        if self.merge:
            others = self.solved.sums[self.solved.element(others)]
        return (*sorted(others), *last)

    def options(self, heaps: _Sum) -> list[_Sum]:
        """Return the options of a sum, or only one if it is known to be a P-position."""
        options = list(dict.fromkeys(map(self.canonical, self.moves(heaps))))
        return [(0,)] if (0,) in options else options

    def moves(self, heaps: _Sum) -> Iterator[_Sum]:
        """Yield all options of a sum, not in canonical form."""
        for i, heap in enumerate(heaps):
            if heap not in heaps[:i]:
                for option in self.heap_options[heap]:
                    yield (*heaps[:i], *option, *heaps[i + 1 :])


def _learn(solved: _Candidate, options: list[list[_Sum]], limit: int, merge: bool) -> _Candidate:
    """Return the misère quotient with one more heap than in `solved`, learned from outcomes.

    Two sums have different elements if their outcomes differ together with one of the `contexts`.
    More contexts are needed as long as that does not define a monoid with correct outcomes.

    Raises:
        ValueError: if there are more than `limit` elements, or the outcomes are contradictory.
        SearchLimitError: if a search exceeds its limit.
        EndlessPlayError: if merged sums lead back to each other.
    """
    game = _Sums(solved, options, merge)
    solver = Solver(game, limit=_MAX_POSITIONS)
    sums, contexts = list(solved.sums), list(solved.sums)
    rows: dict[tuple[bool, ...], int] = {}

    def is_p(heaps: _Sum) -> bool:
        return solver.evaluate(heaps, misere_outcome) == "P"

    def row(heaps: _Sum) -> tuple[bool, ...]:
        return tuple(is_p((*heaps, *context)) for context in contexts)

    def find(heaps: _Sum) -> int:
        """Return the element of a sum, which may be a new one."""
        x = rows.setdefault(row(heaps), len(rows))
        if x == len(sums):
            if x == limit:
                raise ValueError(f"has more than {limit} elements")
            sums.append(heaps)
        return x

    while True:
        rows.clear()
        for heaps in sums:
            find(heaps)
        elements: list[int] = []
        products: dict[int, list[int]] = {}  # of each generator with all elements
        for heap in range(len(options)):
            elements.append(find((heap,)))
            if sums[elements[heap]] == (heap,):
                products[heap] = []
            while any(len(known) < len(sums) for known in products.values()):
                for generator, known in products.items():
                    known += [find((*heaps, generator)) for heaps in sums[len(known) :]]

        def product(x: int, heaps: _Sum) -> int:
            for heap in heaps:
                for generator in sums[elements[heap]]:
                    x = products[generator][x]
            return x

        suspects = [
            (*heaps, *pair)
            for g, h in combinations(products, 2)
            for x, heaps in enumerate(sums)
            if products[h][products[g][x]] != products[g][products[h][x]]
            for pair in ((g, h), (h, g))
        ]
        if not suspects:
            table = [[product(x, heaps) for heaps in sums] for x in range(len(sums))]
            found = _Candidate(table, list(map(is_p, sums)), list(sums), elements)
            wrong = found.refute(options)
            if wrong is None and len(set(found.partners)) == len(sums):
                return found
            suspects = [wrong, *game.moves(wrong)] if wrong else []
        needed: set[_Sum] = set()
        for heaps in suspects:
            pairs = zip(contexts, row(heaps), list(rows)[product(0, heaps)])
            context = next((context for context, right, told in pairs if right != told), None)
            if context is not None:
                same = [sums[elements[heap]] for heap in heaps]
                for i, heap in enumerate(heaps):
                    if same[i] != (heap,):
                        needed.add(sum(same[:i], ()) + heaps[i + 1 :] + context)
                flat = sum(same, ())
                needed |= {flat[i:] + context for i in range(1, len(flat) + 1)}
                break
        needed = {tuple(sorted(context)) for context in needed}.difference(contexts)
        if not needed:
            raise ValueError("was not found")
        contexts += sorted(needed)


def _with_heap(solved: _Candidate, options: list[list[_Sum]], limit: int) -> _Candidate:
    """Return the misère quotient with one more heap than in `solved`.

    Raises:
        ValueError: if it has more than `limit` elements, or is not found.
    """
    for x in range(len(solved.table)):
        same = _Candidate(solved.table, solved.p, solved.sums, [*solved.elements, x])
        same.proof = dict(solved.proof)
        if same.refute(options, len(options) - 1) is None:
            return same
    with suppress(ValueError):
        return _learn(solved, options, limit, merge=True)
    try:
        return _learn(solved, options, limit, merge=False)
    except SearchLimitError:
        raise ValueError(f"was not found in a search of {_MAX_POSITIONS:,} positions") from None
