"""The methods by which `nimtwist.solve` solves positions, in order of preference.

Each method says for which games, kinds of play and positions it applies, and why its answer is
right there.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property, reduce
from math import inf
from operator import xor
from typing import TYPE_CHECKING, Any, Literal

from nimtwist.checks import join_and
from nimtwist.game import SearchLimitError, ValueOracle, list_options, options_of
from nimtwist.games.blocking import BlockingNim
from nimtwist.games.heaps import each_heap
from nimtwist.games.nim import nim_sum
from nimtwist.genus import genus_value
from nimtwist.loopy import LoopySolver, LoopySumSolver, LoopyValue, outcome_of
from nimtwist.misere import MisereQuotient, misere_quotient
from nimtwist.protocol import Ruleset, canonical, feature, splitter
from nimtwist.sequences import HEAPS, HeapSequence, Period, period
from nimtwist.solver import Search, Solver
from nimtwist.sums import Sum, SumSolver

if TYPE_CHECKING:
    from nimtwist.solve import BestSolver

__all__ = ["Method", "Play", "Unable", "methods"]

Play = Literal["normal", "misère"] | int
"""The kind of play: normal, misère or, for the podium rule, the number of players."""

Method = Literal[
    "closed form",
    "period",
    "recurrence",
    "certificate",
    "misère quotient",
    "components",
    "search",
    "loopy search",
]

_MAX_SECONDS = 1  # a closed form is used only if it needs less than about this for a position
# Before a method that needs a proof of its own, a search may spend this much work, about 0.2 s.
SMALL_WORK = 200_000
_FIRST_VALUES = 256  # of a sequence; there are more and more until a period is proved
_MAX_HEAP, _MAX_ORDER = 500, 100  # of a misère quotient
_MAX_ROWS, _MAX_MODULUS = 400, 6  # of the search for a certificate


def methods(solver: BestSolver) -> list[SolvingMethod]:
    """Return the methods that a solver may use, in order of preference."""
    if solver.method == "search":
        return [Searching(solver, plain=True), _Loopy(solver)]
    ordered: list[SolvingMethod] = [
        _Heaps(solver),
        _Closed(solver),
        _Parts(solver),
        Searching(solver, SMALL_WORK),
        _Certificate(solver),
        _Quotient(solver),
        Searching(solver),
        _Loopy(solver),
    ]
    return [one for one in ordered if one.applies and solver.method in (None, *one.names)]


class Unable(Exception):
    """Raised by a method that does not apply to a position."""


class TooMuch(Exception):
    """Raised to stop a search that is not small."""


class SolvingMethod(ABC):
    """A method of solving positions, which are in canonical form."""

    names: tuple[Method, ...]

    def __init__(self, solver: BestSolver) -> None:
        self.solver, self.play = solver, solver.play
        self.rules: Any = solver.rules

    @property
    def name(self) -> Method:
        return self.names[0]

    @property
    @abstractmethod
    def applies(self) -> bool:
        """Whether the method can be used for the game and the kind of play."""

    @abstractmethod
    def outcome(self, position: Any) -> Any:
        """Return the outcome; raise `Unable` or an error of the search if it is not found."""

    @abstractmethod
    def value(self, position: Any) -> Any:
        """Return the value, or `None` if the method does not give it."""

    @abstractmethod
    def reason(self, position: Any) -> str:
        """Return the reason for the outcome."""

    def value_if_solved(self, position: Any) -> Any:
        """Return the value, or raise an error if the method does not apply to the position."""
        return self.value(position) if self.outcome(position) else None

    def winning_options(self, position: Any) -> list[Any]:
        """Return winning options, best first: at least one if there is any, perhaps not all."""
        return self.all_winning_options(position)

    def all_winning_options(self, position: Any) -> list[Any]:
        """Return all winning options, in the order of the ruleset."""
        options = dict.fromkeys(options_of(self.rules, position))
        return [option for option in options if self.outcome(canonical(self.rules, option)) == "P"]

    def options_of_value(self, position: Any, value: int) -> list[Any]:
        options = dict.fromkeys(options_of(self.rules, position))
        return [option for option in options if self.value(canonical(self.rules, option)) == value]


class _Closed(SolvingMethod):
    """The closed form of the game, or its theory for several players."""

    names = ("closed form",)

    @cached_property
    def theory(self) -> Any:
        if isinstance(self.play, int):
            make = feature(self.rules, "podium_theory")
            return make and make(self.play)
        return feature(self.rules, "closed_form" if self.play == "normal" else "misere_form")

    @property
    def applies(self) -> bool:
        return self.theory is not None

    def outcome(self, position: Any) -> Any:
        seconds = feature(self.rules, "seconds")
        if seconds and seconds(position) > _MAX_SECONDS:
            raise Unable
        return self.theory.outcome(position)

    def value(self, position: Any) -> Any:
        if isinstance(self.play, int):
            return self.theory.rank(position)
        is_valued = self.play == "normal" and isinstance(self.theory, ValueOracle)
        return self.theory.grundy(position) if is_valued else None

    def reason(self, position: Any) -> str:
        return str(self.theory.theorem)

    def winning_options(self, position: Any) -> list[Any]:
        return list(self.theory.winning_options(position))

    def options_of_value(self, position: Any, value: int) -> list[Any]:
        return list(self.theory.options_of_value(position, value))


class _Heaps(SolvingMethod):
    """The recurrence of the values of single heaps, or their period once it is proved."""

    names = ("period", "recurrence")

    @property
    def applies(self) -> bool:
        return self.play == "normal" and isinstance(self.rules, HEAPS)

    @cached_property
    def sequence(self) -> HeapSequence:
        return HeapSequence(self.rules)

    proved: Period | None = None
    reported = 0  # values

    @property
    def name(self) -> Method:
        return "period" if self.proved else "recurrence"

    def _value(self, heap: int) -> int:
        if heap >= len(self.sequence.values) and self.proved:
            heap = self.proved.start + (heap - self.proved.start) % self.proved.length
        return int(self.sequence.values[heap])

    def _extend(self, heap: int) -> None:
        """Compute values until that of `heap` is known."""
        limit = self.solver.limit
        while (known := len(self.sequence.values)) <= heap and self.proved is None:
            if limit is not None and known >= limit:
                raise SearchLimitError((heap,), limit)
            self.sequence.extend(self._next_count(known, heap), self._report)

            found = period(self.sequence.values, self.rules)
            self.proved = found if found and found.theorem else None

    def _next_count(self, known: int, heap: int) -> int:
        """Return how many values to compute next.

        They are more than is needed now, so that asking for one heap after the other is fast, and
        a period can be proved, but not if this would take much longer.
        """

        def work(count: int) -> int:
            return count * int(self.rules.count_options((count,)))

        count, least = max(_FIRST_VALUES, known + known // 4), min(heap, known) + 1
        while count > least and work(count) - work(known) > max(SMALL_WORK, work(known)):
            count = (count + least) // 2
        return count

    def _report(self, known: int) -> None:
        if self.solver.progress:
            self.solver.progress(known)
        options = self.rules.count_options((known - 1,))
        self.solver._charge((known - self.reported) * (100 + options // 10))
        self.reported = known

    def outcome(self, position: Any) -> Any:
        return "N" if self.value(position) else "P"

    def value(self, position: Any) -> int:
        self._extend(max(position, default=0))
        return nim_sum(map(self._value, position))

    def reason(self, position: Any) -> str:
        known = f"the first {len(self.sequence.values):,} values of single heaps"
        if self.proved:
            known += f" prove that they have period {self.proved.length:,} from "
            known += f"{self.proved.start:,} on ({self.proved.theorem})"
        else:
            known += " come from their recurrence"
        return f"{known}, and the values of heaps add by nim-sum"

    def winning_options(self, position: Any) -> list[Any]:
        return self.options_of_value(position, 0)

    def options_of_value(self, position: Any, value: int) -> list[Any]:
        found: dict[Any, None] = {}
        for heap, others in each_heap(position):
            # If the larger part of a split may grow by the period, the smaller need not.
            most = inf if heap < len(self.sequence.values) else len(self.sequence.values)
            target = nim_sum(map(self._value, others)) ^ value
            for parts in self.rules.heap_options(heap, most):
                if nim_sum(map(self._value, parts)) == target:
                    found[tuple(sorted((*others, *parts)))] = None
        return list(found)


class _Parts(SolvingMethod):
    """The sum of several games, each solved by its own best method."""

    names = ("components",)

    @property
    def applies(self) -> bool:
        # A subclass of `Sum` may combine its games differently.
        return self.play == "normal" and type(self.rules) is Sum

    @cached_property
    def solvers(self) -> list[BestSolver]:
        return [self.solver._like(one) for one in self.rules.rules]

    def outcome(self, position: Any) -> Any:
        return outcome_of(self.value(position))

    def value(self, position: Any) -> Any:
        values = (solver.value(place) for solver, place in zip(self.solvers, position))
        return reduce(xor, values, 0)

    def reason(self, position: Any) -> str:
        names = (repr(one) for one in dict.fromkeys(self.rules.rules))
        used = dict.fromkeys(
            solver.solve(place).method for solver, place in zip(self.solvers, position)
        )
        theorem = "nim-sum (Sprague and Grundy)"
        if isinstance(self.value(position), LoopyValue):
            theorem = "the nim-sum of loopy values (Smith)"
        return (
            f"each of {join_and(names)} is solved by itself ({join_and(used)}), and values add by "
            f"{theorem}"
        )

    def options_of_value(self, position: Any, value: int) -> list[Any]:
        found: dict[Any, None] = {}
        for i, (solver, place) in enumerate(zip(self.solvers, position)):
            others = (one.value(p) for one, p in zip(self.solvers, position) if one is not solver)
            rest = reduce(xor, others, value)
            if isinstance(rest, int):
                for option in solver.options_of_value(place, rest):
                    found[(*position[:i], option, *position[i + 1 :])] = None
        return list(found)

    def winning_options(self, position: Any) -> list[Any]:
        return self.options_of_value(position, 0)


class Searching(SolvingMethod):
    """A search: by components in normal play if the game has any, and from the rules if `plain`.

    It may spend at most `work`.
    """

    def __init__(self, solver: BestSolver, work: float = inf, plain: bool = False) -> None:
        super().__init__(solver)
        self.work = work
        kind: type[Search[Any]] = Solver
        self.own = None
        if self.play == "normal" and not plain:
            self.own = feature(self.rules, "solver")
            kind = SumSolver if feature(self.rules, "components") else Solver
        self.names = ("components",) if self.own or kind is SumSolver else ("search",)
        self.searcher = solver._searcher(self.own or kind)

    @property
    def applies(self) -> bool:
        return self.work == inf or self.own is None

    def _within(self, ask: Callable[..., Any], *args: Any) -> Any:
        """Return the result of a search, unless it needs too much work."""
        if self.solver._endless:
            raise Unable
        solver, before = self.solver, self.solver._budget
        solver._budget = min(self.work, before)
        try:
            return ask(*args)
        finally:
            solver._budget = before

    def outcome(self, position: Any) -> Any:
        if isinstance(self.play, int):
            return "N" if self.value(position) else "P"
        return self._within(self.searcher.outcome, position)

    def value(self, position: Any) -> Any:
        if isinstance(self.play, int):
            return self._within(self.searcher.rank, position, self.play)
        if self.play == "normal":
            return self._within(self.searcher.grundy, position)
        with suppress(TooMuch):
            return self._within(self.searcher.evaluate, position, genus_value)
        return None

    def reason(self, position: Any) -> str:
        if self.own:
            return f"a search by a solver for {self.rules!r}"
        count = self.searcher.stored
        searched = f"a search of {count:,}", "s" * (count != 1)
        if self.names == ("components",):
            return "{} component{}, whose values add by nim-sum (Sprague and Grundy)".format(
                *searched
            )
        return "{} position{}, from the rules alone".format(*searched)


class _Certificate(SolvingMethod):
    """A certificate of the atlas for two heaps of blocking Nim."""

    names = ("certificate",)

    @property
    def applies(self) -> bool:
        rules = self.rules
        normal = self.play == "normal"
        return normal and isinstance(rules, BlockingNim) and rules.modulus <= _MAX_MODULUS

    @cached_property
    def proof(self) -> Any:
        from nimtwist.atlas.search import find
        from nimtwist.atlas.solved import Solved

        found = find(self.rules, _MAX_ROWS)
        return found and Solved(self.rules, found)

    def outcome(self, position: Any) -> Any:
        if len(position[0]) > 2 or self.proof is None:
            raise Unable
        return self.proof.outcome(position)

    def value(self, position: Any) -> None:
        return None

    def reason(self, position: Any) -> str:
        found = self.proof.certificate
        return (
            f"for two heaps of any size, a certificate that was found and checked says how rows "
            f"of outcomes repeat with period {found.period} from row {found.row} on"
        )

    def winning_options(self, position: Any) -> list[Any]:
        return list(self.proof.winning_options(position))


class _Quotient(SolvingMethod):
    """The misère quotient of the heaps of a position."""

    names = ("misère quotient",)

    def __init__(self, solver: BestSolver) -> None:
        super().__init__(solver)
        self.quotient: MisereQuotient[Any] | None = None
        self.refused = set[Any]()  # heaps with which there is no small quotient

    @property
    def applies(self) -> bool:
        return self.play == "misère" and bool(feature(self.rules, "components"))

    def outcome(self, position: Any) -> Any:
        heaps = list_options(splitter(self.rules)(position), position)
        large = [1 for heap in heaps if type(heap) is tuple and max(heap, default=0) > _MAX_HEAP]
        if large or not self.refused.isdisjoint(heaps):
            raise Unable
        quotient = self.quotient
        known = quotient.heaps if quotient else {}
        if quotient is None or any(heap not in known for heap in heaps):
            every = [*known, *heaps]
            try:
                quotient = misere_quotient(
                    self.rules, range(len(every)), _MAX_ORDER, every.__getitem__
                )
            except ValueError:
                self.refused.update(heap for heap in heaps if heap not in known)
                raise Unable from None
            self.quotient = quotient
        return quotient.outcome(position)

    def value(self, position: Any) -> None:
        return None

    def reason(self, position: Any) -> str:
        quotient = self.quotient
        assert quotient is not None
        return (
            f"the misère quotient of {len(quotient.heaps):,} heaps, which has been proved, has "
            f"{quotient.order} elements, and this position is number {quotient.element(position)}"
        )


class _Loopy(SolvingMethod):
    """Retrograde analysis, if play need not end."""

    names = ("loopy search",)

    @property
    def applies(self) -> bool:
        return not isinstance(self.play, int)

    @cached_property
    def searcher(self) -> Any:
        own = self.solver
        if self.play == "normal" and feature(self.rules, "components") and own.method is None:
            return LoopySumSolver(own._metered, own.progress, limit=own.limit)
        return LoopySolver(
            own._metered, own.progress, misere=self.play == "misère", limit=own.limit
        )

    def outcome(self, position: Any) -> Any:
        if not self.solver._endless and self.solver.method != "loopy search":
            raise Unable
        return self.searcher.outcome(position)

    def value(self, position: Any) -> Any:
        return self.searcher.value(position) if self.play == "normal" else None

    def reason(self, position: Any) -> str:
        ends = "play need not end, so the outcomes were computed backward from its ends"
        if isinstance(self.searcher, LoopySumSolver):
            return f"{ends}, for each component, and values add by Smith's theorem"
        moves = self.searcher.remoteness(position)
        last = "neither player can force an end" if moves is None else f"this one is {moves} away"
        return f"{ends}: {last}"


class Metered:
    """A copy of a ruleset that reports the total size of each list of options as work."""

    def __init__(self, rules: Ruleset[Any], solver: BestSolver) -> None:
        self._rules, self._solver = rules, solver
        if form := feature(rules, "canonical"):
            self.canonical = form
        if components := feature(rules, "components"):
            self.components = components

    def __repr__(self) -> str:
        return repr(self._rules)

    def options(self, position: Any, /) -> Sequence[Any]:
        solver = self._solver
        if solver.spend is None and solver._budget == inf:
            options: Sequence[Any] = self._rules.options(position)
            return options
        count = feature(self._rules, "count_options") if solver._budget < inf else None
        if count and count(position) > solver._budget:
            raise TooMuch
        options = list_options(self._rules.options(position), position)
        # Add 10, because even finding out that a position has no options takes some time.
        solver._charge((len(options) + 10) * _size(position))
        return options


def _size(position: object) -> int:
    """Return the size of a position: 1 plus the sum of the sizes of its parts."""
    if isinstance(position, tuple | frozenset):
        return 1 + sum(map(_size, position))
    return 1
