"""Brute-force solvers: recursion on the game graph, directly from the definitions."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterator, Sequence, Sized
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from nimtwist import _memory
from nimtwist.checks import check_callable, check_choice, check_integer
from nimtwist.game import (
    EndlessPlayError,
    Oracle,
    Outcome,
    Rank,
    SearchLimitError,
    add_position_note,
    grundy_value,
    list_options,
    misere_outcome,
    normal_outcome,
    options_of,
    out_of_memory,
)
from nimtwist.protocol import Position, Ruleset, canonical, check_ruleset

__all__ = ["Solver", "Tree"]


Value = TypeVar("Value")

_REPORT_EVERY = 1 << 12  # positions and options

MAX_POSITIONS = (
    10_000_000  # positions; more than ten times as many as any search in the book stores
)


@dataclass(repr=False)
class Tree(Generic[Position]):
    """A position together with the subtrees of some of its options: part of a game tree."""

    position: Position
    children: list[Tree[Position]] = field(default_factory=list)

    @classmethod
    def of(cls, rules: Ruleset[Position], position: Position, depth: int) -> Tree[Position]:
        """Return the game tree of a position, truncated after `depth` moves.

        >>> from nimtwist.games import Nim
        >>> Tree.of(Nim(), (2,), 1)
        Tree((2,), [Tree(()), Tree((1,))])
        """
        check_ruleset(rules, "a game tree")
        depth = check_integer(depth, "the depth of a tree")
        search = Search(rules, limit=MAX_POSITIONS)
        root = cls(canonical(rules, position))
        level, size = [root], 1
        search._begin()
        while level and depth:
            try:
                for tree in level:
                    tree.children += map(cls, options_of(rules, tree.position))
                    size += len(tree.children)
                    search._count(len(tree.children) + 1, size, position)
                level = [child for tree in level for child in tree.children]
            except MemoryError as error:
                raise out_of_memory(position, size, tree.position) from error
            depth -= 1
        return root

    def __repr__(self) -> str:
        below = f", {self.children!r}" if self.children else ""
        return f"Tree({self.position!r}{below})"


class Search(Generic[Position]):
    """Base class of the solvers, which search the game `rules` and report their `progress`.

    The `limit` on stored positions keeps a search of an infinite game from exhausting memory. A
    search raises a `SearchLimitError` if it exceeds this limit, if the process has grown by more
    than two gigabytes during the searches of this solver, or if no memory is left; if `limit` is
    `None`, only in the last case.
    """

    def __init__(
        self,
        rules: Ruleset[Position],
        progress: Callable[[int], object] | None = None,
        *,
        limit: int | None = MAX_POSITIONS,
    ) -> None:
        check_ruleset(rules, "a solver")
        if progress is not None:
            check_callable(progress, "progress", "one number")
        self.rules = rules
        self._progress = progress
        self._limit = sys.maxsize if limit is None else check_integer(limit, "the limit", minimum=1)
        self._meter = _memory.Meter()
        self._memo: dict[Any, Any] = {}

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.rules!r})"

    @property
    def stored(self) -> int:
        """The number of positions or components whose values are stored."""
        return max(map(len, self._memo.values()), default=0)

    def _walk(
        self,
        start: Any,
        memo: dict[Any, Any],
        expand: Callable[[Any], tuple[Iterator[Any], Sized]],
        combine: Callable[[Any], Any],
    ) -> None:
        """Compute the values of `start` and all positions it depends on, and store them in `memo`.

        This is a depth-first search with an explicit stack. For each position, `expand` returns two
        things: an iterator over the positions it depends on, and an argument for `combine`, which
        computes the value once all these positions are in the memo. `path` holds the positions on
        the stack, in order. It is separate from the memo, which therefore stays valid if the search
        is interrupted at any point.
        """
        path: dict[Any, None] = {start: None}
        stack: list[tuple[Iterator[Any], Any]] = []
        until_report, clock = min(_REPORT_EVERY, self._limit - len(memo) - 1), _memory.clock
        self._begin()
        try:
            stack.append(expand(start))
            self._count(len(stack[0][1]) + 1, len(memo) + 1, start)
            while stack:
                remaining, below = stack[-1]
                for position in remaining:
                    if position not in memo:
                        break
                else:
                    stack.pop()
                    memo[path.popitem()[0]] = combine(below)
                    continue
                if position in path:
                    raise EndlessPlayError(position)
                path[position] = None
                expanded = expand(position)
                stack.append(expanded)
                # Count options, too: a few positions with many options can use up the memory.
                until_report -= len(expanded[1]) + 1
                if until_report < 0:
                    visited = len(memo) + len(path)
                    self._report(visited, start)
                    until_report = min(_REPORT_EVERY, self._limit - visited)
                elif clock() > self._due:
                    self._look(len(memo) + len(path), start)
        except (EndlessPlayError, SearchLimitError):
            raise
        except MemoryError as error:
            visited, position = len(memo) + len(path), next(reversed(path))
            raise out_of_memory(start, visited, position) from error
        except Exception as error:
            add_position_note(error, next(reversed(path)))
            raise

    def _begin(self) -> None:
        """Prepare for a new search."""
        self._due, self._until_report = self._meter.begin(), _REPORT_EVERY

    def _count(self, work: int, visited: int, start: object) -> None:
        """Count positions and options; report or read the memory if it is time to do so."""
        self._until_report -= work
        if self._until_report < 0 or visited > self._limit:
            self._until_report = _REPORT_EVERY
            self._report(visited, start)
        elif _memory.clock() > self._due:
            self._look(visited, start)

    def _report(self, visited: int, start: object) -> None:
        """Call `progress` with the number of positions visited; enforce the limits."""
        if visited > self._limit:
            raise SearchLimitError(start, self._limit)
        if self._progress:
            self._progress(visited)
        self._look(visited, start)

    def _look(self, visited: int, start: object) -> None:
        """Enforce the limit on memory."""
        self._due = self._meter.read()
        if self._meter.used > _memory.LIMIT and self._limit < sys.maxsize:
            raise SearchLimitError(start, visited, _memory.LIMIT)


class PlaySearch(Search[Position]):
    """Base class of the solvers for normal and misère play."""

    def __init__(
        self,
        rules: Ruleset[Position],
        progress: Callable[[int], object] | None = None,
        *,
        misere: bool = False,
        limit: int | None = MAX_POSITIONS,
    ) -> None:
        super().__init__(rules, progress, limit=limit)
        check_choice(misere, "misere", (True, False))
        self.misere = misere

    def _check_normal(self, values: str) -> None:
        if self.misere:
            raise ValueError(f"{values} are defined for normal play only, not for misère play")


class Solver(PlaySearch[Position], Oracle[Position]):
    """A brute-force solver that searches the whole game graph below a position.

    Each value is computed from the values of the options, directly from the definition, and stored
    in a memo that later calls reuse. The search is iterative, so only memory limits the depth of a
    game. If it is interrupted (by Ctrl-C, or by an exception from `progress`), the memo holds only
    completed values, and the next call resumes from there. Equal positions share one memo entry;
    the options of a position with an entry are not computed again.

    Args:
        rules: any impartial ruleset.
        progress: a function that is called from time to time with the number of positions visited
            so far.
        misere: whether outcomes, winning options and strategies are those of misère play, in which
            a player who cannot move wins.
        limit: the number of positions that a search may store. By default, a search is stopped
            after ten million positions or two gigabytes of memory, whichever comes first; `None`
            sets no limit at all.

    Raises:
        ValueError: if `rules` has no `options`, `progress` is not callable, `misere` is not a bool,
            or `limit` is not an integer ≥ 1. The methods raise it if the ruleset rejects the
            position.
        EndlessPlayError: raised by the methods if play can lead from a position back to itself.
        SearchLimitError: raised by the methods if the search exceeds the limit.

    >>> from nimtwist.games import Nim
    >>> solver = Solver(Nim())
    >>> solver.outcome((1, 2, 3)), solver.grundy((1, 2, 4))
    ('P', 7)
    >>> Solver(Nim(), misere=True).winning_options((1, 1, 4))
    [(1, 1, 1)]
    """

    _memo: dict[Hashable, dict[Position, Any]]  # one dictionary per rule

    def evaluate(self, position: Position, rule: Callable[[list[Value]], Value]) -> Value:
        """Return the value of a position under any recursion rule.

        `rule` takes the list of the options' values, in the order of the ruleset (an empty list for
        a terminal position), and returns the value of the position. The rule must depend on the
        list alone, and must be hashable, like a function or a frozen dataclass. Each rule has its
        own memo, so define a rule once, by name, rather than as a `lambda` in each call. Examples
        are `normal_outcome`, `misere_outcome`, `grundy_value`, `Rank` and `mex`.

        >>> from nimtwist.games import Nim
        >>> def longest_play(lengths: list[int]) -> int:
        ...     return 1 + max(lengths, default=-1)
        >>> Solver(Nim()).evaluate((1, 2, 4), longest_play)
        7
        """
        start = canonical(self.rules, position)
        check_callable(rule, "a rule", "the list of the options' values")
        memo: dict[Position, Value] = self._memo.setdefault(rule, {})
        if start in memo:
            return memo[start]
        options = self.rules.options

        def expand(position: Position) -> tuple[Iterator[Position], Sequence[Position]]:
            below = options(position)
            if type(below) is not tuple:
                below = tuple(below) if type(below) is list else list_options(below, position)
            return iter(below), below

        self._walk(start, memo, expand, lambda below: rule([memo[p] for p in below]))
        return memo[start]

    def outcome(self, position: Position) -> Outcome:
        """Return "P" if the player who just moved wins, "N" if the next player wins.

        A position is N if some option is P, and P if none is: a player who cannot move loses. In
        misère play, that player wins, so a terminal position is N.

        >>> from nimtwist.games import BlockingNim
        >>> Solver(BlockingNim.exactly(3, 1)).outcome(((1, 2, 4), frozenset({1})))
        'N'
        """
        return self.evaluate(position, misere_outcome if self.misere else normal_outcome)

    def grundy(self, position: Position) -> int:
        """Return the Grundy value of a position: the mex of the Grundy values of its options.

        Raises:
            ValueError: if this is a solver for misère play, which Grundy values do not describe.

        >>> from nimtwist.games import Nim
        >>> Solver(Nim()).grundy((4, 7))
        3
        """
        self._check_normal("Grundy values")
        return self.evaluate(position, grundy_value)

    def rank(self, position: Position, players: int = 2) -> int:
        """Return the podium rank of a position, from 0 to `players` - 1.

        At rank 0, the player who just moved wins; at rank q > 0, the winner is the q-th player in
        turn, counting the player to move as the first. A player who moves to a position of rank q
        finishes in place q + 1, and everyone minimises their own place. So the rank of a
        terminal position is 0, and that of any other position is 1 plus the least rank among its
        options, modulo `players`. With two players, rank 0 is P and rank 1 is N (podium.def-2.3).

        Raises:
            ValueError: if `players` is not an integer ≥ 2, or if this is a solver for misère play.

        >>> from nimtwist.games import Nim
        >>> Solver(Nim()).rank((2, 1), players=3)
        2
        """
        self._check_normal("podium ranks")
        return self.evaluate(position, Rank(players))

    def strategy(
        self, position: Position, keep: Callable[[Position], bool] = lambda position: True
    ) -> Tree[Position]:
        """Return a winning strategy from `position` as a tree.

        The children of an N-position are its winning options. The children of a P-position are all
        options that `keep` accepts, since the winner must have a reply to every move.

        >>> from nimtwist.games import Nim
        >>> Solver(Nim()).strategy((2, 1))
        Tree((1, 2), [Tree((1, 1), [Tree((1,), [Tree(())])])])
        """
        check_callable(keep, "keep", "one position")
        root = Tree(canonical(self.rules, position))
        unfinished, size = [root], 1
        self._begin()
        while unfinished:
            tree = unfinished.pop()
            if self.outcome(tree.position) == "N":
                below = self.winning_options(tree.position)
            else:
                below = list(filter(keep, dict.fromkeys(options_of(self.rules, tree.position))))
            tree.children += map(Tree, below)
            size += len(below)
            self._count(len(below) + 1, size, position)
            unfinished += tree.children
        return root
