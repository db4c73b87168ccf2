"""Misère quotients: the outcomes of all sums of some heaps in misère play, in one finite table.

T. E. Plambeck and A. N. Siegel, "Misère quotients for impartial games", Journal of Combinatorial
Theory, Series A 115 (2008). The table is learned from the outcomes of a few sums, as in D. Angluin,
"Learning regular sets from queries and counterexamples", Information and Computation 75 (1987), and
then proved to be right for all sums.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, combinations
from typing import Any

from nimtwist.checks import check_integer, short_repr
from nimtwist.game import Oracle, Outcome, Place, heap_position, list_options
from nimtwist.protocol import Position, Ruleset, canonical, check_ruleset, splitter
from nimtwist.solver import Search

__all__ = ["MisereQuotient", "misere_quotient"]

# A sum of heaps that are numbered so that the options of a heap are sums of heaps before it.
_Sum = tuple[int, ...]

_MAX_POSITIONS = 100_000  # in one search


@dataclass(frozen=True, repr=False)
class MisereQuotient(Oracle[Position]):
    """A commutative monoid that determines the outcomes of all sums of some heaps in misère play.

    Each heap has an element of the monoid, and the element of a sum is the product of those of its
    heaps. Two sums have the same element if and only if they have the same outcome, alone and
    together with any other heaps. The elements are the integers from 0 to `order` - 1, and 0 is the
    identity.

    `table[x][y]` is the product of x and y, `p_elements` contains the elements of the P-positions,
    `heaps` maps each heap to its element, and `representatives[x]` lists the heaps of a sum whose
    element is x.

    >>> from nimtwist.games import Nim
    >>> quotient = misere_quotient(Nim(), range(4))
    >>> quotient
    MisereQuotient(Nim(), 3 heaps, order 6)
    >>> quotient.element((3, 3, 3)), quotient.representatives[3], quotient.table[2][3]
    (3, ((1,), (2,)), 5)
    >>> quotient.outcome((3, 3, 3)), quotient.winning_options((3, 2))
    ('N', [(2, 2)])
    """

    rules: Ruleset[Position]
    table: tuple[tuple[int, ...], ...]
    p_elements: frozenset[int]
    heaps: dict[Position, int] = field(hash=False)
    representatives: tuple[tuple[Position, ...], ...]

    def __repr__(self) -> str:
        return f"MisereQuotient({self.rules!r}, {len(self.heaps)} heaps, order {self.order})"

    @property
    def order(self) -> int:
        """The number of elements."""
        return len(self.table)

    @property
    def generators(self) -> list[Position]:
        """The heaps whose element is not the element of any sum of the heaps before them.

        >>> from nimtwist.games import Kayles
        >>> misere_quotient(Kayles(), range(13)).generators
        [(1,), (2,), (5,), (9,), (12,)]
        """
        return [heaps[0] for heaps in self.representatives if len(heaps) == 1]

    def element(self, position: Position, /) -> int:
        """Return the element of a position.

        Raises:
            ValueError: if a component of the position is not in `heaps`.
        """
        product = 0
        for heap in splitter(self.rules)(canonical(self.rules, position)):
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
    position: Place | None = None,
) -> MisereQuotient[Position]:
    """Return the misère quotient of all sums of the given heaps and of the heaps below them.

    The result is exact: the outcomes of all sums are proved, and no two elements can be merged.

    Args:
        rules: the ruleset. Its method `components` must return all heaps of a position; in misère
            play, equal heaps do not cancel. Without this method, every position is a heap.
            Whether positions are the sums of their components is checked for a few of them.
        heaps: the numbers of sticks, such as `range(28)`.
        limit: the maximum number of elements.
        position: a function that returns the position for a number of sticks n. The default is n
            itself if the ruleset accepts integers as positions, and otherwise `(n,)`.

    Raises:
        ValueError: if the quotient has more than `limit` elements, if a search for it exceeds
            100,000 positions, or if components cancel, as they do in `Stones`.
        EndlessPlayError: if play can lead from a heap back to itself.

    >>> from nimtwist.games import Kayles
    >>> quotient = misere_quotient(Kayles(), range(28))
    >>> quotient.order, quotient.outcome((27, 25, 12, 9, 5, 2, 1))
    (40, 'N')
    >>> misere_quotient(Kayles(), range(28), limit=30)
    Traceback (most recent call last):
    ...
    ValueError: the misère quotient of Kayles() with heap (25,) has more than 30 elements
    """
    check_ruleset(rules, "a misère quotient")
    limit = check_integer(limit, "limit", 1)
    below = _heap_options(rules, map(position or heap_position(rules), heaps))
    # Heaps without options change no outcome: sums omit them, and their element is the identity.
    names = [heap for heap in below if below[heap]]
    number = {heap: i for i, heap in enumerate(names)}
    options = [
        [tuple(number[part] for part in option if part in number) for option in below[heap]]
        for heap in names
    ]
    found = _Candidate([[0]], [False], [()], [])
    for i, heap in enumerate(names, 1):
        try:
            found = _with_heap(found, options[:i], limit)
            if len(found.table) > limit:
                raise ValueError(f"has more than {limit} elements")
        except ValueError as error:
            raise ValueError(
                f"the misère quotient of {short_repr(rules)} with heap {short_repr(heap)} {error}"
            ) from None
    # Number the elements in the order in which products of heaps reach them.
    sums: dict[int, _Sum] = {0: ()}
    for i, x in enumerate(found.elements):
        layer = [] if x in sums else list(sums)
        for y in layer:
            z = found.table[y][x]
            if z not in sums:
                sums[z] = (*sums[y], i)
                layer.append(z)
    rank = {x: i for i, x in enumerate(sums)}
    return MisereQuotient(
        rules,
        tuple(tuple(rank[found.table[x][y]] for y in sums) for x in sums),
        frozenset(rank[x] for x in sums if found.p[x]),
        {heap: rank[found.elements[number[heap]]] if heap in number else 0 for heap in below},
        tuple(tuple(names[i] for i in sums[x]) for x in sums),
    )


def _heap_options(
    rules: Ruleset[Position], positions: Iterable[Position]
) -> dict[Position, list[tuple[Position, ...]]]:
    """Return the options of all heaps of some positions, each split into heaps, options first.

    Raises:
        ValueError: if some position is not the sum of its components in misère play.
    """
    components = splitter(rules)
    found: dict[Position, list[tuple[Position, ...]]] = {}
    sums: dict[Position, tuple[Position, ...]] = {}  # to be checked
    search = Search(rules)

    def expand(heap: Position) -> tuple[Iterator[Position], list[tuple[Position, ...]]]:
        below = list_options(rules.options(heap), heap)
        splits = [list_options(components(option), option) for option in below]
        # To check them all would take too long.
        for size in (min, max) if below else ():
            i = size(range(len(below)), key=lambda i: len(splits[i]))
            sums[below[i]] = splits[i]
        return chain.from_iterable(splits), splits

    for position in positions:
        position = canonical(rules, position)
        sums[position] = list_options(components(position), position)
        for heap in sums[position]:
            if heap not in found:
                search._walk(heap, found, expand, lambda splits: splits)
    for heap, splits in found.items():
        smaller = next((part for split in splits for part in split if found[part]), heap)
        sums.update(_put_together(rules, heap, smaller))
    for position, parts in sums.items():
        if parts != (position,) and not _is_sum(rules, position, parts, found):
            raise ValueError(
                f"{short_repr(rules)} has no misère quotient: position {short_repr(position)} is "
                f"not the sum of its components {short_repr(parts)} in misère play, where equal "
                "components do not cancel; a Solver with misere=True does not use the components"
            )
    return found


def _put_together(
    rules: Ruleset[Any], one: Any, other: Any
) -> Iterator[tuple[Any, tuple[Any, Any]]]:
    """Yield sums of two heaps, if they are concatenations or unions, each with its components."""
    if type(one) is type(other) and isinstance(one, tuple | frozenset):
        with suppress(ValueError, TypeError):
            both = canonical(rules, one + other if isinstance(one, tuple) else one | other)
            if Counter(splitter(rules)(both)) == Counter([one, other]):
                yield both, (one, other)
                if isinstance(one, tuple):
                    yield canonical(rules, one + one), (one, one)


def _is_sum(
    rules: Ruleset[Position],
    position: Position,
    parts: tuple[Position, ...],
    below: dict[Position, list[tuple[Position, ...]]],
) -> bool:
    """Return whether the options of a position are those of the sum of its components.

    Components without options may be missing.
    """

    def alive(parts: Iterable[Position]) -> frozenset[tuple[Position, int]]:
        return frozenset(Counter(part for part in parts if below.get(part) != []).items())

    components = splitter(rules)
    return {alive(components(option)) for option in rules.options(position)} == {
        alive((*parts[:i], *split, *parts[i + 1 :]))
        for i, part in enumerate(parts)
        for split in below[part]
    }


@dataclass
class _Candidate:
    """A commutative monoid that may be a misère quotient.

    `table` is as in `MisereQuotient`. `p[x]` tells whether x is the element of P-positions,
    `sums[x]` is a sum whose element is x, and `elements` lists the elements of the heaps.
    """

    table: list[list[int]]
    p: list[bool]
    sums: list[_Sum]
    elements: list[int]

    def __post_init__(self) -> None:
        # For each element, a bit mask of the elements whose product with it is P.
        self.partners = [sum(1 << y for y, z in enumerate(row) if self.p[z]) for row in self.table]
        self.proof: dict[tuple[int, int], _Sum] = {(0, 0): ()}

    def element(self, heaps: _Sum) -> int:
        """Return the element of a sum."""
        product = 0
        for heap in heaps:
            product = self.table[product][self.elements[heap]]
        return product

    def refute(self, options: list[list[_Sum]], first: int = 0) -> _Sum | None:
        """Return a sum with a wrong outcome, or `None` if the outcomes of all sums are proved.

        The heaps before `first` have already been checked.

        There are infinitely many sums, but only finitely many pairs of the element of a sum and the
        union of the partners of its options, and the pair of a sum follows from those of its parts.
        A sum that has options must be P if and only if the identity is not one of these partners.
        The sums are checked in such an order that options come first. So the outcomes are correct
        by induction, and the first sum that contradicts its options is wrong.
        """
        if self.p[0]:
            return ()
        for heap in range(first, len(options)):
            x, partners = self.elements[heap], 0
            for option in options[heap]:
                partners |= self.partners[self.element(option)]
            if partners and (x, partners) in self.proof:
                continue
            layer = list(self.proof)
            while layer:
                reached = []
                for y, others in layer:
                    pair = self.table[x][y], self._divide(partners, y) | self._divide(others, x)
                    heaps = (*self.proof[y, others], heap)
                    if self.p[pair[0]] == pair[1] & 1:
                        return heaps
                    if pair not in self.proof:
                        self.proof[pair] = heaps
                        reached.append(pair)
                layer = reached
        return None

    def _divide(self, elements: int, x: int) -> int:
        """Return the set of the elements whose product with x is in a set."""
        return sum(1 << y for y, z in enumerate(self.table[x]) if elements >> z & 1)


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
    # A quotient that is learned from wrong outcomes is refuted. One that is too large but correct
    # settles the question.
    for detail in (0, 1):
        with suppress(ValueError):
            return _learn(_Outcomes(solved, options, detail), 2 * limit)
    return _learn(_Outcomes(solved, options, 2), limit)


class _Outcomes:
    """A search for the outcomes of sums, where the sums without the last heap are already solved.

    Sums with the same key are assumed to have the same outcome. The key consists of the number of
    copies of the last heap and, for the other heaps, their element (if `detail` is 0), their
    element and those of their options (1), or the heaps themselves (2). Only the last assumption is
    always true, but the others make the search much shorter.
    """

    def __init__(self, solved: _Candidate, options: list[list[_Sum]], detail: int) -> None:
        self.solved, self.options, self.detail = solved, options, detail
        self.memo: dict[object, bool] = {}
        self.elements_below: dict[_Sum, frozenset[int]] = {}

    def is_p(self, heaps: _Sum) -> bool:
        """Return whether a sum is a P-position.

        Raises:
            ValueError: if the search stores too many positions.
        """
        is_p = self.known(heaps)
        stack = [(heaps, list(self.moves(heaps)))] if is_p is None else []
        while stack:
            heaps, options = stack[-1]
            wins: bool | None = False
            while options and (wins := self.known(options[-1])) is False:
                options.pop()
            if wins is None:
                stack.append((options[-1], list(self.moves(options[-1]))))
            else:
                stack.pop()
                self.memo[self.key(heaps)] = is_p = not wins
                if len(self.memo) > _MAX_POSITIONS:
                    raise ValueError(f"was not found in a search of {_MAX_POSITIONS:,} positions")
        return bool(is_p)

    def known(self, heaps: _Sum) -> bool | None:
        """Return whether a sum is a P-position, or `None` if it has not been searched."""
        if len(self.options) - 1 in heaps:
            return self.memo.get(self.key(heaps))
        return self.solved.p[self.solved.element(heaps)]

    def key(self, heaps: _Sum) -> object:
        """Return the key of a sum."""
        others = tuple(sorted(heap for heap in heaps if heap < len(self.options) - 1))
        if self.detail == 2:
            return len(heaps), others
        key = len(heaps) - len(others), self.solved.element(others)
        if self.detail == 0:
            return key
        if others not in self.elements_below:
            elements = map(self.solved.element, self.moves(others))
            self.elements_below[others] = frozenset(elements)
        return key, self.elements_below[others]

    def moves(self, heaps: _Sum) -> Iterator[_Sum]:
        """Yield the options of a sum."""
        for i, heap in enumerate(heaps):
            if heap not in heaps[:i]:
                for option in self.options[heap]:
                    yield (*heaps[:i], *option, *heaps[i + 1 :])


def _learn(outcomes: _Outcomes, limit: int) -> _Candidate:
    """Return the misère quotient, learned from the outcomes of sums.

    Two sums have different elements if one of the `contexts`, added to both, makes their outcomes
    different. Contexts are added until the elements form a monoid that cannot be refuted.

    Raises:
        ValueError: if there are more than `limit` elements, a search stores too many positions, or
            the outcomes contradict each other, which is possible only if `detail` is not 2.
    """
    is_p, heap_numbers = outcomes.is_p, range(len(outcomes.options))
    sums, contexts = list(outcomes.solved.sums), list(outcomes.solved.sums)
    element_of: dict[tuple[bool, ...], int] = {}
    products: list[list[int]] = []  # of each element with each heap

    def row(heaps: _Sum) -> tuple[bool, ...]:
        return tuple(is_p(heaps + context) for context in contexts)

    def find(heaps: _Sum) -> int:
        """Return the element of a sum, which may be a new one."""
        x = element_of.setdefault(row(heaps), len(element_of))
        if x == len(sums):
            if x == limit:
                raise ValueError(f"has more than {limit} elements")
            sums.append(heaps)
        return x

    def times(x: int, heaps: _Sum) -> int:
        for heap in heaps:
            x = products[x][heap]
        return x

    while True:
        element_of.clear()
        products.clear()
        for heaps in sums:
            find(heaps)
        for heaps in sums:  # and those that this loop finds
            products.append([find((*heaps, heap)) for heap in heap_numbers])
        distinct = {column: heap for heap, column in enumerate(zip(*products))}.values()
        suspects = [
            (*heaps, *pair)
            for heaps, product in zip(sums, products)
            for g, h in combinations(distinct, 2)
            if products[product[g]][h] != products[product[h]][g]
            for pair in ((g, h), (h, g))
        ]
        if not suspects:
            table = [[times(x, heaps) for heaps in sums] for x in range(len(sums))]
            found = _Candidate(table, list(map(is_p, sums)), list(sums), list(products[0]))
            wrong = found.refute(outcomes.options)
            if wrong is None and len(set(found.partners)) == len(sums):
                return found
            suspects = [wrong] if wrong else []
        missing: set[_Sum] = set()
        for heaps in suspects:
            rows = zip(contexts, row(heaps), row(sums[times(0, heaps)]))
            if different := [context for context, here, there in rows if here != there]:
                # Multiply the heaps one by one. At some point, the product has the wrong row, which
                # the rest of the sum reveals.
                rests = (heaps[i:] + different[0] for i in range(1, len(heaps) + 1))
                missing = {tuple(sorted(rest)) for rest in rests}.difference(contexts)
                break
        if not missing:
            raise ValueError("was not found")
        contexts += sorted(missing)
