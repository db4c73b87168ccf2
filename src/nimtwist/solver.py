"""Solve a game by brute force, by recursion on the game graph, straight from the definitions."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from nimtwist._checks import check_callable, check_integer
from nimtwist.game import (
    EndlessPlayError,
    Oracle,
    Outcome,
    Position,
    Rank,
    Ruleset,
    SearchLimitError,
    _check_ruleset,
    _locate,
    _options,
    canonical,
    grundy_value,
    normal_outcome,
)

__all__ = ["Solver", "Tree"]


Value = TypeVar("Value")

_PROGRESS_EVERY = 1 << 12

_LIMIT = 4_000_000  # positions; no search of the book stores a quarter of it


@dataclass(repr=False)
class Tree(Generic[Position]):
    """A position and the trees below it: part of a game tree, for display."""

    position: Position
    children: list[Tree[Position]] = field(default_factory=list)

    @classmethod
    def of(cls, rules: Ruleset[Position], position: Position, depth: int) -> Tree[Position]:
        """Return the game tree of a position down to `depth` moves.

        >>> from nimtwist.games import Nim
        >>> Tree.of(Nim(), (2,), 1)
        Tree((2,), [Tree(()), Tree((1,))])
        """
        _check_ruleset(rules, "a game tree")
        depth = check_integer(depth, "the depth of a tree")
        root = cls(canonical(rules, position))
        level, size = [root], 1
        while level and depth:
            for tree in level:
                tree.children += map(cls, _options(rules, tree.position))
                size += len(tree.children)
                if size > _LIMIT:
                    raise SearchLimitError(position, _LIMIT)
            level = [child for tree in level for child in tree.children]
            depth -= 1
        return root

    def __repr__(self) -> str:
        below = f", {self.children!r}" if self.children else ""
        return f"Tree({self.position!r}{below})"


class _Search(Generic[Position]):
    """A search of the game `rules`, which calls `progress` as it goes on.

    It stops with a `SearchLimitError` when it has stored `limit` positions: play without end would
    otherwise fill the memory.
    """

    def __init__(
        self,
        rules: Ruleset[Position],
        progress: Callable[[int], object] | None = None,
        *,
        limit: int | None = _LIMIT,
    ) -> None:
        _check_ruleset(rules, "a solver")
        if progress is not None:
            check_callable(progress, "progress", "one number")
        self.rules = rules
        self._progress = progress
        self._limit = sys.maxsize if limit is None else check_integer(limit, "the limit", least=1)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.rules!r})"

    def _walk(
        self,
        start: Any,
        memo: dict[Any, Any],
        expand: Callable[[Any], tuple[Iterator[Any], Any]],
        combine: Callable[[Any], Any],
    ) -> None:
        """Enter the value of `start`, and before it those of all positions that it depends on.

        It is a depth-first walk with its own stack. `expand` returns what a position depends on,
        and what `combine` makes its value of when all these have values. `path` holds the positions
        that have a frame, in order; it is kept out of the memo, so that an interruption at any
        instant leaves the memo sound.
        """
        path: dict[Any, None] = {start: None}
        stack: list[tuple[Iterator[Any], Any]] = []
        try:
            stack.append(expand(start))
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
                self._report(len(memo) + len(path), start)
                stack.append(expand(position))
        except (EndlessPlayError, SearchLimitError):
            raise
        except Exception as error:
            _locate(error, next(reversed(path)))
            raise

    def _report(self, met: int, start: object) -> None:
        """Tell `progress` now and then how many positions have been met; stop at the limit."""
        if met > self._limit:
            raise SearchLimitError(start, self._limit)
        if self._progress and met % _PROGRESS_EVERY == 0:
            self._progress(met)


class Solver(_Search[Position], Oracle[Position]):
    """Answers questions about one game by visiting its whole game graph.

    Each answer is worked out from the answers for the options, straight from its definition, and
    kept in a memo, so that later questions build on earlier ones. No function calls itself, so the
    depth of a game is limited by memory alone. A search that is interrupted (by Ctrl-C, or by an
    exception from `progress`) leaves only finished answers in the memo, and asking again goes on
    from there. Equal positions share one entry of the memo, and once a position has an entry, the
    ruleset is not asked for its options again.

    `progress`, if given, is called every few thousand positions with the number of positions met
    so far. A search that would store more than `limit` positions is stopped; `None` sets no limit.

    Raises:
        ValueError: if `rules` has no `options`, `progress` cannot be called, or `limit` is not a
            integer, at least 1; and from each method, if the ruleset rejects the position.
        EndlessPlayError: from each method, if moves can lead from a position back to itself.
        SearchLimitError: from each method, if the search reaches the limit.

    >>> from nimtwist.games import Nim
    >>> solver = Solver(Nim())
    >>> solver.outcome((1, 2, 3)), solver.grundy((1, 2, 4))
    ('P', 7)
    """

    def __init__(
        self,
        rules: Ruleset[Position],
        progress: Callable[[int], object] | None = None,
        *,
        limit: int | None = _LIMIT,
    ) -> None:
        super().__init__(rules, progress, limit=limit)
        self._memo: dict[Hashable, dict[Position, Any]] = {}  # a table for each rule

    def evaluate(self, position: Position, rule: Callable[[list[Value]], Value]) -> Value:
        """Return the value that `rule` gives a position, from the values of its options.

        `rule` takes the list of the options' values, in the ruleset's order (an empty list at the
        end of play), and returns a value of the same kind: any recursion on the game graph can be
        written so. It must be hashable, as functions and frozen dataclasses are, and depend on the
        values alone. Values are stored for each rule separately, so define a rule once, by name.
        `normal_outcome`, `misere_outcome`, `grundy_value` and `Rank` are such rules, and so is
        `mex`.

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
            below = tuple(options(position))
            return iter(below), below

        self._walk(start, memo, expand, lambda below: rule([memo[p] for p in below]))
        return memo[start]

    def outcome(self, position: Position) -> Outcome:
        """Return "P" if the player who just moved wins, "N" if the next player does.

        By the definition: a position is N if some option is P, and P if none is. A player who
        cannot move loses.

        >>> from nimtwist.games import BlockingNim
        >>> Solver(BlockingNim.exactly(3, 1)).outcome(((1, 2, 4), frozenset({1})))
        'N'
        """
        return self.evaluate(position, normal_outcome)

    def grundy(self, position: Position) -> int:
        """Return the Grundy value: the mex of the options' values.

        >>> from nimtwist.games import Nim
        >>> Solver(Nim()).grundy((4, 7))
        3
        """
        return self.evaluate(position, grundy_value)

    def rank(self, position: Position, players: int = 2) -> int:
        """Return the podium rank, from 0 to `players` - 1, of a position.

        Rank 0: the player who just moved wins. Rank q > 0: the q-th player to move from now on
        wins. A player who moves to a position of rank q finishes in place q + 1, and everyone
        minimises their own place; so the rank is one more than the least rank of an option, modulo
        `players`, and 0 at the end of play. With two players, rank 0 is P and rank 1 is N.
        (podium.def-2.3)

        Raises:
            ValueError: if `players` is not an integer ≥ 2.

        >>> from nimtwist.games import Nim
        >>> Solver(Nim()).rank((2, 1), players=3)
        2
        """
        return self.evaluate(position, Rank(players))

    def strategy(
        self, position: Position, keep: Callable[[Position], bool] = lambda position: True
    ) -> Tree[Position]:
        """Return a tree that shows how the winner wins from `position`.

        Below an N-position are its winning options; below a P-position, all options that `keep`
        accepts: whatever the loser tries, the winner has an answer.

        >>> from nimtwist.games import Nim
        >>> Solver(Nim()).strategy((2, 1))
        Tree((1, 2), [Tree((1, 1), [Tree((1,), [Tree(())])])])
        """
        check_callable(keep, "keep", "one position")
        root = Tree(canonical(self.rules, position))
        unfinished, size = [root], 1
        while unfinished:
            tree = unfinished.pop()
            size += 1
            if size > self._limit:
                raise SearchLimitError(position, self._limit)
            if self.outcome(tree.position) == "N":
                below = self.winning_options(tree.position)
            else:
                below = list(filter(keep, dict.fromkeys(_options(self.rules, tree.position))))
            tree.children += map(Tree, below)
            unfinished += tree.children
        return root
