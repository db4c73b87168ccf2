"""Loopy games, in which play need not end: outcomes, remoteness, and values of sums.

C. A. B. Smith, "Graphs and composite games", Journal of Combinatorial Theory 1 (1966); A. S.
Fraenkel and U. Tassa, "Strategy for a class of games with dynamic ties", Computers & Mathematics
with Applications 1 (1975); "Winning Ways", chapter 12.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, TypeVar

from nimtwist.checks import check_integer
from nimtwist.game import (
    SearchLimitError,
    add_position_note,
    least_absent,
    list_options,
    options_of,
    out_of_memory,
)
from nimtwist.protocol import Position, Ruleset, canonical
from nimtwist.solver import PlaySearch, Search
from nimtwist.sums import _summands

__all__ = ["LoopySolver", "LoopySumSolver", "LoopyValue"]


Value = TypeVar("Value")
LoopyOutcome = Literal["P", "N", "D"]


@dataclass(frozen=True)
class LoopyValue:
    """The value ∞ of a position in a loopy game, with the `finite` values of its options.

    The nim-sum of ∞(K) and a finite value x is ∞(L), where L contains k ⊕ x for each k in K. The
    nim-sum of two values ∞ is ∞ with no finite values.

    Raises:
        ValueError: if a finite value is not an integer ≥ 0.

    >>> value = LoopyValue(frozenset({0, 2}))
    >>> print(value, value ^ 3, value ^ value)
    ∞(0, 2) ∞(1, 3) ∞
    """

    finite: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        values = frozenset(check_integer(value, "a finite value") for value in self.finite)
        object.__setattr__(self, "finite", values)

    def __str__(self) -> str:
        return f"∞({', '.join(map(str, sorted(self.finite)))})" if self.finite else "∞"

    def __xor__(self, other: NimValue) -> LoopyValue:
        if isinstance(other, LoopyValue):
            return LoopyValue()
        return LoopyValue(frozenset(value ^ other for value in self.finite))

    __rxor__ = __xor__


NimValue = int | LoopyValue


def outcome_of(value: NimValue) -> LoopyOutcome:
    """Return the outcome of a position with a loopy nim value."""
    if isinstance(value, LoopyValue):
        return "N" if 0 in value.finite else "D"
    return "N" if value else "P"


class LoopySolver(PlaySearch[Position]):
    """A solver for loopy games, in which play need not end.

    A *loopy* game has a third outcome. Starting from the terminal positions, retrograde analysis
    labels a position P once all of its options are N, and N once some option is P. The positions
    that are never labelled are D, draws: both players can play on indefinitely, and neither can
    force a win. If play must end, the outcomes are those of a `Solver`. In misère play, terminal
    positions are N instead.

    The whole game graph below a position is searched and stored before the first answer, so it must
    be finite. A search that is interrupted (by Ctrl-C, or by an exception from `progress`) keeps
    the options computed so far, and the next call resumes from there. `progress`, if given, is
    called from time to time with the number of positions visited so far. The arguments and errors
    are those of a `Solver`, except that play need not end.

    >>> from nimtwist.games import Northcott
    >>> solver = LoopySolver(Northcott(5))
    >>> solver.outcome(((0, 3), (1, 4))), solver.outcome(((0, 3), (1, 3)))
    ('P', 'N')
    >>> LoopySolver(Northcott(5), misere=True).outcome(((0, 3), (1, 4)))
    'D'
    """

    _memo: dict[Position, int | None]

    @cached_property
    def _values(self) -> dict[Position, NimValue]:
        return {}

    @cached_property
    def _known_options(self) -> dict[Position, tuple[Position, ...]]:
        return {}  # options computed by searches that were interrupted

    def outcome(self, position: Position) -> LoopyOutcome:
        """Return "P" if the previous player wins, "N" if the next player wins, "D" for a draw."""
        moves = self.remoteness(position)
        return "D" if moves is None else "P" if moves % 2 == self.misere else "N"

    def remoteness(self, position: Position) -> int | None:
        """Return the number of remaining moves if the winner hurries and the loser stalls.

        It is `None` for a draw. Otherwise, it is even for a P-position and odd for an N-position;
        in misère play, where a terminal position is won without a move, it is the reverse.

        >>> from nimtwist.games import Nim
        >>> LoopySolver(Nim()).remoteness((2, 1)), LoopySolver(Nim(), misere=True).remoteness((2,))
        (3, 2)
        """
        position = canonical(self.rules, position)
        if position not in self._memo:
            self._analyse(position, self._solve_outcomes, self._memo)
        return self._memo[position]

    def value(self, position: Position) -> NimValue:
        """Return the loopy nim value of a position: an integer or a `LoopyValue`.

        The outcome of a position with an integer value is that of a Nim heap of this size, also in
        every sum. A position with the value ∞(K) is N if 0 is in K, and otherwise D. If play must
        end, the value is the Grundy value.

        Raises:
            ValueError: if this is a solver for misère play, which these values do not describe.

        >>> from nimtwist import DigraphGame, Northcott
        >>> LoopySolver(Northcott(5)).value(((0, 3), (1, 3)))
        3
        >>> solver = LoopySolver(DigraphGame("1-2 2-1 3-0 3-1"))
        >>> print(*map(solver.value, range(4)))
        0 ∞ ∞ ∞(0)
        """
        self._check_normal("loopy nim values")
        position = canonical(self.rules, position)
        if position not in self._values:
            self._analyse(position, self._solve_values, self._values)
        return self._values[position]

    def winning_options(self, position: Position) -> list[Position]:
        """Return the distinct options that are P-positions, fastest win first.

        >>> from nimtwist.games import Nim
        >>> LoopySolver(Nim()).winning_options((3, 1, 0))
        [(1, 1)]
        """
        position = canonical(self.rules, position)
        self.remoteness(position)
        all_moves = {option: self._memo[option] for option in options_of(self.rules, position)}
        decided = {option: moves for option, moves in all_moves.items() if moves is not None}
        winning = (option for option in decided if decided[option] % 2 == self.misere)
        return sorted(winning, key=decided.__getitem__)

    def _analyse(
        self,
        start: Position,
        solve: Callable[[dict[Position, list[Position]]], dict[Position, Value]],
        memo: dict[Position, Value],
    ) -> None:
        """Search the game graph below `start`, solve it, and store the results in `memo`.

        The argument of `solve` maps each new position, and each solved position that it can lead
        to, to its predecessors among the new positions.
        """
        predecessors: dict[Position, list[Position]] = {start: []}
        unvisited = [start]
        self._begin()
        try:
            while unvisited:
                position = unvisited.pop()
                if position in memo:
                    continue
                options = self._known_options.get(position)
                if options is None:
                    below = list_options(self.rules.options(position), position)
                    options = self._known_options[position] = tuple(dict.fromkeys(below))
                for option in options:
                    if option not in predecessors:
                        predecessors[option] = []
                        unvisited.append(option)
                    predecessors[option].append(position)
                self._count(len(options) + 1, len(predecessors), start)
        except SearchLimitError:
            raise
        except MemoryError as error:
            raise out_of_memory(start, len(predecessors), position) from error
        except Exception as error:
            add_position_note(error, position)
            raise
        memo.update(solve(predecessors))
        self._known_options = {}

    def _solve_outcomes(
        self, predecessors: dict[Position, list[Position]]
    ) -> dict[Position, int | None]:
        """Return the remoteness of each position."""
        known = {p: self._memo[p] for p in predecessors if p in self._memo}
        new = [position for position in predecessors if position not in known]
        unsolved_count = {position: len(self._known_options[position]) for position in new}
        # Work backwards from the positions whose remoteness is known, in its order: the first
        # option found to be P gives the fastest win, and the last one found to be N the slowest
        # loss.
        remoteness = {position: moves for position, moves in known.items() if moves is not None}
        remoteness |= {position: 0 for position in new if not unsolved_count[position]}
        layers: dict[int, list[Position]] = {}
        for position, moves in remoteness.items():
            layers.setdefault(moves, []).append(position)
        moves = 0
        while layers:
            for option in layers.pop(moves, ()):
                for position in predecessors[option]:
                    unsolved_count[position] -= 1
                    wins = moves % 2 == self.misere
                    if position not in remoteness and (wins or not unsolved_count[position]):
                        remoteness[position] = moves + 1
                        layers.setdefault(moves + 1, []).append(position)
            moves += 1
        return {position: remoteness.get(position) for position in new}

    def _solve_values(
        self, predecessors: dict[Position, list[Position]]
    ) -> dict[Position, NimValue]:
        """Return the value of each position.

        A position gets the label m, the mex of the labels of its options, as soon as each option
        without a label has an option with the label m, so that a move to it can be reverted. The
        values of positions that never get a label are ∞.

        The labels do not depend on the order. A position and its option never both get the label
        m, because the later of the two already has an option labelled m. Consider the first label
        in one order, m for a position u, that u does not get in another order. There, the options
        of u get all labels less than m, and none gets m, since each option that had no label in the
        first order has an option labelled m. So u can get m, and no other label: a contradiction.
        """
        labels: dict[Position, int] = {}
        labels_below: dict[Position, set[int]] = {position: set() for position in predecessors}
        for position in predecessors.keys() & self._values.keys():
            value = self._values[position]
            if isinstance(value, LoopyValue):
                labels_below[position] |= value.finite
            else:
                labels[position] = value
                for above in predecessors[position]:
                    labels_below[above].add(value)
        new = [position for position in predecessors if position not in self._values]
        mexes = dict.fromkeys(new, 0)
        unlabelled = {position: [*self._known_options[position]] for position in new}
        waiting: dict[Position, set[Position]] = {}  # for a label of this option, or below it
        pending = [*new]
        while pending:
            position = pending.pop()
            if position in labels:
                continue
            mex = mexes[position] = least_absent(labels_below[position], mexes[position])
            options = unlabelled[position]
            while options and options[-1] in labels:
                options.pop()
            for option in reversed(options):
                if option not in labels and mex not in labels_below[option]:
                    waiting.setdefault(option, set()).add(position)
                    break
            else:
                labels[position] = mex
                pending += waiting.pop(position, ())
                for above in predecessors[position]:
                    if mex not in labels_below[above]:
                        labels_below[above].add(mex)
                        pending += (above, *waiting.pop(above, ()))
        return {
            position: labels.get(position, LoopyValue(frozenset(labels_below[position])))
            for position in new
        }


class LoopySumSolver(Search[Position]):
    """A solver for sums with loopy components that searches the graph of each component separately.

    By a theorem of C. A. B. Smith, the value of a sum is the nim-sum of the values of its
    components (see `LoopyValue`), and it determines the outcome in normal play. The components are
    those of a `SumSolver`. Components that a ruleset omits because they cancel must have integer
    values: a loopy position plus itself is a draw. The other arguments and the errors are those of
    a `LoopySolver`, but `limit` applies to each game of a `Sum`.

    >>> from nimtwist import Nim, Northcott, Sum
    >>> solver = LoopySumSolver(Nim())
    >>> solver.value((1, 4)), solver.outcome((1, 4)), solver.winning_options((1, 4))
    (5, 'N', [(1, 1)])
    >>> LoopySumSolver(Sum(Northcott(9), Nim())).outcome((((0, 3), (1, 8)), (4,)))
    'P'
    """

    _memo: dict[Ruleset[Any], LoopySolver[Any]]

    def value(self, position: Position) -> NimValue:
        """Return the value of a position: the nim-sum of the values of its components.

        >>> from nimtwist import DigraphGame, Nim
        >>> draw = DigraphGame("1-2 2-1 3-0 3-1")
        >>> print(LoopySumSolver(draw + Nim()).value((3, (2,))))
        ∞(2)
        """
        total: NimValue = 0
        for rules, component in _summands(self.rules, canonical(self.rules, position)):
            if rules not in self._memo:
                solver = LoopySolver(rules, self._progress)
                solver._limit, solver._meter = self._limit, self._meter
                self._memo[rules] = solver
            total ^= self._memo[rules].value(component)
        return total

    def outcome(self, position: Position) -> LoopyOutcome:
        """Return "P" if the previous player wins, "N" if the next player wins, "D" for a draw."""
        return outcome_of(self.value(position))

    def winning_options(self, position: Position) -> list[Position]:
        """Return the distinct options that are P-positions, in the order of the ruleset."""
        options = dict.fromkeys(options_of(self.rules, canonical(self.rules, position)))
        return [option for option in options if self.value(option) == 0]
