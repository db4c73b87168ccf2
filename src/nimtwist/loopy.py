"""Games in which play need not end, solved by retrograde analysis."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Literal

from nimtwist.game import (
    Position,
    Ruleset,
    SearchLimitError,
    _locate,
    _options,
    canonical,
)
from nimtwist.solver import _LIMIT, _Search

__all__ = ["LoopySolver"]


LoopyOutcome = Literal["P", "N", "D"]


class LoopySolver(_Search[Position]):
    """Answers questions about one game in which play need not end, by retrograde analysis.

    A *loopy* game has a third outcome. A position is P if every option is N, and N if some option
    is P, as far as that follows, move by move, from the positions without options; all others are
    D, a draw: both players can play on for ever, and neither can do better. Where play must end,
    the answers are those of a `Solver`.

    The whole game graph below a position is visited and stored before the first answer, so it must
    be finite. A search that is interrupted (by Ctrl-C, or by an exception from `progress`) keeps
    the options found so far, and goes on from there when asked again. `progress`, if given, is
    called every few thousand positions with the number of positions met so far.

    >>> from nimtwist.games import Northcott
    >>> solver = LoopySolver(Northcott(5))
    >>> solver.outcome(((0, 3), (1, 4))), solver.outcome(((0, 3), (1, 3)))
    ('P', 'N')
    """

    def __init__(
        self,
        rules: Ruleset[Position],
        progress: Callable[[int], object] | None = None,
        *,
        limit: int | None = _LIMIT,
    ) -> None:
        super().__init__(rules, progress, limit=limit)
        self._memo: dict[Position, int | None] = {}
        # The options found by a search that was interrupted.
        self._asked: dict[Position, tuple[Position, ...]] = {}

    def outcome(self, position: Position) -> LoopyOutcome:
        """Return "P" or "N" if the previous or the next player can win, "D" if neither can."""
        moves = self.remoteness(position)
        return "D" if moves is None else "N" if moves % 2 else "P"

    def remoteness(self, position: Position) -> int | None:
        """Return how many moves are left if the winner hurries and the loser delays.

        It is even for P, odd for N, and `None` for a draw.

        >>> from nimtwist.games import Nim
        >>> LoopySolver(Nim()).remoteness((2, 1))
        3
        """
        position = canonical(self.rules, position)
        if position not in self._memo:
            self._analyse(position)
        return self._memo[position]

    def winning_options(self, position: Position) -> list[Position]:
        """Return the options that are P, each once, the fastest wins first.

        >>> from nimtwist.games import Nim
        >>> LoopySolver(Nim()).winning_options((3, 1, 0))
        [(1, 1)]
        """
        position = canonical(self.rules, position)
        self.remoteness(position)
        left = {option: self._memo[option] for option in _options(self.rules, position)}
        won = {option: moves for option, moves in left.items() if moves is not None}
        return sorted((option for option in won if won[option] % 2 == 0), key=won.__getitem__)

    def _analyse(self, start: Position) -> None:
        """Find the remoteness of `start` and of all positions below it."""
        # For each position: those it is an option of, and how many of its options are unsettled.
        above: dict[Position, list[Position]] = {start: []}
        unsettled: dict[Position, int] = {}
        unvisited = [start]
        while unvisited:
            position = unvisited.pop()
            options = self._asked.get(position)
            if options is None:
                try:
                    options = tuple(dict.fromkeys(self.rules.options(position)))
                except Exception as error:
                    _locate(error, position)
                    raise
                self._asked[position] = options
            unsettled[position] = len(options)
            for option in options:
                if option not in above:
                    above[option] = []
                    unvisited.append(option)
                above[option].append(position)
            if len(above) > self._limit:
                raise SearchLimitError(start, self._limit)
            self._report(len(unsettled), start)
        # Backwards from the ends of play, positions with fewer moves left first: so the first
        # option that is P is the fastest win, and the last that is N the slowest loss.
        settled = {position: 0 for position, count in unsettled.items() if not count}
        queue = deque(settled)
        while queue:
            option = queue.popleft()
            for position in above[option]:
                unsettled[position] -= 1
                won = settled[option] % 2 == 0
                if position not in settled and (won or not unsettled[position]):
                    settled[position] = settled[option] + 1
                    queue.append(position)
        self._memo.update((position, settled.get(position)) for position in unsettled)
        self._asked = {}
