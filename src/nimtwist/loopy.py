"""Loopy games, in which play need not end, solved by retrograde analysis."""

from __future__ import annotations

from collections import deque
from functools import cached_property
from typing import Literal

from nimtwist.game import (
    SearchLimitError,
    add_position_note,
    list_options,
    options_of,
    out_of_memory,
)
from nimtwist.protocol import Position, canonical
from nimtwist.solver import Search

__all__ = ["LoopySolver"]


LoopyOutcome = Literal["P", "N", "D"]


class LoopySolver(Search[Position]):
    """A solver for loopy games, in which play need not end.

    A *loopy* game has a third outcome. Starting from the terminal positions, retrograde analysis
    labels a position P once all of its options are N, and N once some option is P. The positions
    that are never labelled are D, draws: both players can play on indefinitely, and neither can
    force a win. If play must end, the outcomes are those of a `Solver`.

    The whole game graph below a position is searched and stored before the first answer, so it must
    be finite. A search that is interrupted (by Ctrl-C, or by an exception from `progress`) keeps
    the options computed so far, and the next call resumes from there. `progress`, if given, is
    called from time to time with the number of positions visited so far.

    >>> from nimtwist.games import Northcott
    >>> solver = LoopySolver(Northcott(5))
    >>> solver.outcome(((0, 3), (1, 4))), solver.outcome(((0, 3), (1, 3)))
    ('P', 'N')
    """

    _memo: dict[Position, int | None]

    @cached_property
    def _known_options(self) -> dict[Position, tuple[Position, ...]]:
        return {}  # options computed by searches that were interrupted

    def outcome(self, position: Position) -> LoopyOutcome:
        """Return "P" if the previous player wins, "N" if the next player wins, "D" for a draw."""
        moves = self.remoteness(position)
        return "D" if moves is None else "N" if moves % 2 else "P"

    def remoteness(self, position: Position) -> int | None:
        """Return the number of remaining moves if the winner hurries and the loser stalls.

        It is even for a P-position, odd for an N-position, and `None` for a draw.

        >>> from nimtwist.games import Nim
        >>> LoopySolver(Nim()).remoteness((2, 1))
        3
        """
        position = canonical(self.rules, position)
        if position not in self._memo:
            self._analyse(position)
        return self._memo[position]

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
        return sorted((p for p in decided if decided[p] % 2 == 0), key=decided.__getitem__)

    def _analyse(self, start: Position) -> None:
        """Compute the remoteness of `start` and of all positions below it."""
        # The predecessors of each position, and the number of its options that are not solved yet.
        predecessors: dict[Position, list[Position]] = {start: []}
        unsolved_count: dict[Position, int] = {}
        unvisited = [start]
        self._begin()
        try:
            while unvisited:
                position = unvisited.pop()
                options = self._known_options.get(position)
                if options is None:
                    below = list_options(self.rules.options(position), position)
                    options = self._known_options[position] = tuple(dict.fromkeys(below))
                unsolved_count[position] = len(options)
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
        # Work backwards from the terminal positions in order of remoteness: the first option found
        # to be P gives the fastest win, and the last one found to be N gives the slowest loss.
        remoteness = {position: 0 for position, count in unsolved_count.items() if not count}
        queue = deque(remoteness)
        while queue:
            option = queue.popleft()
            for position in predecessors[option]:
                unsolved_count[position] -= 1
                wins = remoteness[option] % 2 == 0
                if position not in remoteness and (wins or not unsolved_count[position]):
                    remoteness[position] = remoteness[option] + 1
                    queue.append(position)
        self._memo.update((position, remoteness.get(position)) for position in unsolved_count)
        self._known_options = {}
