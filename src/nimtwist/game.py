"""Impartial games, and brute force on them: the truth that every theorem is held against.

A *ruleset* says one thing: what the options of a position are. Everything else follows from it
here, once for all games, straight from the definitions. Nothing in this module knows a theorem.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, Protocol, TypeVar, runtime_checkable

from nimtwist._checks import check_callable, quoted, whole

__all__ = [
    "EndlessPlayError",
    "LoopySolver",
    "Notation",
    "Outcome",
    "Ruleset",
    "Solver",
    "Sum",
    "Tree",
    "Turns",
    "mex",
]

Position = TypeVar("Position", bound=Hashable)
Value = TypeVar("Value")
Outcome = Literal["P", "N"]
LoopyOutcome = Literal["P", "N", "D"]

_PROGRESS_EVERY = 1 << 12


@runtime_checkable
class Ruleset(Protocol[Position]):
    """A game: an immutable value whose one method gives the options of a position.

    Positions are immutable and hashable; two positions that are equal have the same options.
    """

    def options(self, position: Position, /) -> Sequence[Position]:
        """Return the positions that the player to move may leave; none at the end of play."""
        ...


@runtime_checkable
class Notation(Protocol[Position]):
    """What a ruleset may add so that people can play it: how its positions are written and read.

    Nothing in this module asks for it; the experiments do.
    """

    def show(self, position: Position, /) -> str:
        """Return the position as people write it."""
        ...

    def read(self, text: str, /) -> Position:
        """Return the position that `text` means; a `ValueError` says what is wrong with it."""
        ...

    def refusal(self, position: Position, option: Position, /) -> str | None:
        """Return why `option` is no option of `position`, in a sentence; `None` if it is one."""
        ...


class EndlessPlayError(ValueError):
    """Play need not end: a position was met again on a path that had already passed it."""

    def __init__(self, position: object) -> None:
        self.position = position
        super().__init__(
            f"position {quoted(position)} was met again on its own path: play need not end, "
            "and outcomes are defined only for games in which it must"
        )

    def __reduce__(self) -> tuple[type[EndlessPlayError], tuple[object]]:
        return type(self), (self.position,)  # by itself, an exception is made of its message


def mex(values: Iterable[int], start: int = 0) -> int:
    """Return the least whole number, at least `start`, that is not among `values`.

    The *minimum excludant*. `values` may be any finite iterable of whole numbers; what lies
    below `start` does not matter.

    Raises:
        ValueError: if `values` holds anything but whole numbers, or `start` is not one.

    >>> mex([0, 1, 3])
    2
    >>> mex([])
    0
    >>> mex([1, 2, 4], start=1)
    3
    """
    start = whole(start, "start")
    try:
        items = list(values)
    except TypeError:
        raise ValueError(f"mex takes a collection of whole numbers, not {quoted(values)}") from None
    return _mex({whole(value, "a value of mex") for value in items}, start)


def _mex(present: set[int], start: int = 0) -> int:
    while start in present:
        start += 1
    return start


@dataclass(frozen=True)
class Sum(Generic[Position]):
    """The disjunctive sum of games: a move is a move in exactly one of them.

    `rules` is a tuple of rulesets; a position is a tuple with one position for each. The sum of
    impartial games is an impartial game, so a `Solver` takes it like any other ruleset.

    Raises:
        ValueError: if `rules` is not a tuple of rulesets, or a position has another length.

    >>> from nimtwist.games import Nim
    >>> Sum((Nim(), Nim())).options(((1,), (2,)))
    [((0,), (2,)), ((1,), (0,)), ((1,), (1,))]
    """

    rules: tuple[Ruleset[Any], ...]

    def __post_init__(self) -> None:
        if not isinstance(self.rules, tuple) or not all(map(_is_ruleset, self.rules)):
            raise ValueError(f"a sum is of a tuple of rulesets, not {quoted(self.rules)}")

    def options(self, position: tuple[Any, ...], /) -> list[tuple[Any, ...]]:
        """Return every position that differs in one component, by a move of that component."""
        if not isinstance(position, tuple) or len(position) != len(self.rules):
            raise ValueError(
                f"position {quoted(position)} does not fit a sum of {len(self.rules)} games: "
                "it must be a tuple with one position for each"
            )
        return [
            (*position[:i], option, *position[i + 1 :])
            for i, rules in enumerate(self.rules)
            for option in rules.options(position[i])
        ]


@dataclass(frozen=True)
class Turns(Generic[Position]):
    """The game in which a turn is one move of another game, or two, or up to `most` of them.

    Its P-positions are the positions of rank 0 of that game among `most` + 1 players.
    (podium.lemma-2.4)

    Raises:
        ValueError: if `rules` has no `options`, or `most` is not a whole number, at least 1.

    >>> from nimtwist.games import Nim
    >>> Turns(Nim(), 2).options((1, 1))
    [(0, 1), (1, 0), (0, 0)]
    """

    rules: Ruleset[Position]
    most: int

    def __post_init__(self) -> None:
        if not _is_ruleset(self.rules):
            raise ValueError(
                f"turns take a ruleset, a value with options(), not {quoted(self.rules)}"
            )
        object.__setattr__(self, "most", whole(self.most, "the most moves of a turn", least=1))

    def options(self, position: Position, /) -> list[Position]:
        """Return every position that 1 to `most` moves lead to, each once, fewest moves first.

        Raises:
            ValueError: if the ruleset refuses the position.
        """
        reached: dict[Position, None] = {}
        last, moves = [position], 0
        while last and moves < self.most:
            after = dict.fromkeys(option for left in last for option in self.rules.options(left))
            last = [option for option in after if option not in reached]
            reached.update(dict.fromkeys(last))
            moves += 1
        return list(reached)


@dataclass
class Tree(Generic[Position]):
    """A position and the trees below it: part of a game tree, to look at."""

    position: Position
    children: list[Tree[Position]] = field(default_factory=list)

    @classmethod
    def of(cls, rules: Ruleset[Position], position: Position, depth: int) -> Tree[Position]:
        """Return the game tree of a position down to `depth` moves.

        Raises:
            ValueError: if `rules` has no `options`, `depth` is not a whole number, or the ruleset
                refuses the position.

        >>> from nimtwist.games import Nim
        >>> Tree.of(Nim(), (2,), 1)
        Tree((2,), [Tree((0,)), Tree((1,))])
        """
        if not _is_ruleset(rules):
            raise ValueError(
                f"a game tree takes a ruleset, a value with options(), not {quoted(rules)}"
            )
        depth = whole(depth, "the depth of a tree")
        root = cls(position)
        level = [root]
        while level and depth:
            for tree in level:
                tree.children += map(cls, rules.options(tree.position))
            level = [child for tree in level for child in tree.children]
            depth -= 1
        return root

    def __repr__(self) -> str:
        return f"Tree({self.position!r}{f', {self.children!r}' if self.children else ''})"


def _is_ruleset(rules: object) -> bool:
    return isinstance(rules, Ruleset) and not isinstance(rules, type)


def _check_solver(rules: object, progress: object) -> None:
    """Raise a `ValueError` if a solver cannot work with these."""
    if not _is_ruleset(rules):
        raise ValueError(f"a solver takes a ruleset, a value with options(), not {quoted(rules)}")
    if progress is not None:
        check_callable(progress, "progress", "one number")


class Solver(Generic[Position]):
    """Answers questions about one game by visiting its whole game graph.

    Each answer is worked out from the answers of the options, straight from its definition, and
    kept: a solver has one memo, and later questions build on earlier ones. There is no recursion,
    so the depth of a game is limited by memory alone. A search that is interrupted (Ctrl-C, or
    an exception from `progress`) leaves only finished answers in the memo, and asking again goes
    on from there. Positions that are equal are one position to the memo, and the ruleset is asked
    about, and can refuse, only those that are new to it.

    `progress`, if given, is called every few thousand positions with the number of positions met
    so far.

    Raises:
        ValueError: if `rules` has no `options`, or `progress` cannot be called.

    >>> from nimtwist.games import Nim
    >>> solver = Solver(Nim())
    >>> solver.outcome((1, 2, 3)), solver.grundy((1, 2, 4))
    ('P', 7)
    """

    def __init__(
        self, rules: Ruleset[Position], progress: Callable[[int], object] | None = None
    ) -> None:
        _check_solver(rules, progress)
        self.rules = rules
        self._progress = progress
        # One table a question: 0 asks for Grundy values, n >= 2 for ranks among n players.
        self._memo: dict[Hashable, dict[Position, Any]] = {}

    def __repr__(self) -> str:
        return f"Solver({self.rules!r})"

    def outcome(self, position: Position) -> Outcome:
        """Return "P" if the player who just moved wins, "N" if the next player does.

        By the definition: a position is N if some option is P, and P if none is. A player who
        cannot move loses.

        Raises:
            EndlessPlayError: if a position can be met again on its own path.
            ValueError: if the ruleset refuses the position.

        >>> from nimtwist.games import BlockingNim
        >>> Solver(BlockingNim.exactly(3, 1)).outcome(((1, 2, 4), frozenset({1})))
        'N'
        """
        return "N" if self.rank(position) else "P"

    def grundy(self, position: Position) -> int:
        """Return the Grundy value: the mex of the options' values.

        Raises:
            EndlessPlayError: if a position can be met again on its own path.
            ValueError: if the ruleset refuses the position.

        >>> from nimtwist.games import Nim
        >>> Solver(Nim()).grundy((4, 7))
        3
        """
        return self._fold(position, 0, lambda values: _mex(set(values)))

    def rank(self, position: Position, players: int = 2) -> int:
        """Return the podium rank, from 0 to `players` - 1, of a position.

        Rank 0: the player who just moved wins. Rank q > 0: the q-th player from now wins. A
        player who moves to a position of rank q finishes in place q + 1, and everyone minimises
        their own place; so the rank is one more than the least rank of an option, modulo
        `players`, and 0 at the end of play. With two players, rank 0 is P and rank 1 is N.
        (podium.def-2.3)

        Raises:
            EndlessPlayError: if a position can be met again on its own path.
            ValueError: if `players` is not a whole number, at least 2, or the ruleset refuses
                the position.

        >>> from nimtwist.games import Nim
        >>> Solver(Nim()).rank((2, 1), players=3)
        2
        """
        players = whole(players, "the number of players", least=2)
        last = players - 1
        return self._fold(position, players, lambda ranks: (min(ranks, default=last) + 1) % players)

    def winning_options(self, position: Position) -> list[Position]:
        """Return the options that are P, in the ruleset's order, each once: the winning moves.

        Raises:
            EndlessPlayError: if a position can be met again on its own path.
            ValueError: if the ruleset refuses the position.

        >>> from nimtwist.games import Nim
        >>> Solver(Nim()).winning_options((1, 2, 4))
        [(1, 2, 3)]
        """
        self.outcome(position)
        options = dict.fromkeys(self.rules.options(position))
        return [option for option in options if self.outcome(option) == "P"]

    def strategy(
        self, position: Position, keep: Callable[[Position], bool] = lambda position: True
    ) -> Tree[Position]:
        """Return how the winner wins from `position`, as a tree.

        Below an N-position stand its winning options, below a P-position all options that `keep`
        accepts: whatever the loser tries, the winner has an answer.

        Raises:
            EndlessPlayError: if a position can be met again on its own path.
            ValueError: if the ruleset refuses the position, or `keep` cannot be called.

        >>> from nimtwist.games import Nim
        >>> Solver(Nim()).strategy((2, 1))
        Tree((2, 1), [Tree((1, 1), [Tree((0, 1), [Tree((0, 0))]), Tree((1, 0), [Tree((0, 0))])])])
        """
        check_callable(keep, "keep", "one position")
        root = Tree(position)
        unfinished = [root]
        while unfinished:
            tree = unfinished.pop()
            if self.outcome(tree.position) == "N":
                below = self.winning_options(tree.position)
            else:
                below = list(filter(keep, dict.fromkeys(self.rules.options(tree.position))))
            tree.children += map(Tree, below)
            unfinished += tree.children
        return root

    def _fold(
        self, start: Position, question: Hashable, combine: Callable[[list[Value]], Value]
    ) -> Value:
        """Return the value of `start` where a position's value combines its options' values."""
        memo: dict[Position, Value] = self._memo.setdefault(question, {})
        try:
            if start in memo:
                return memo[start]
        except TypeError:
            raise ValueError(
                f"position {quoted(start)} is not hashable: it must be immutable"
            ) from None
        options = self.rules.options
        # A depth-first walk with its own stack. A frame: a position, its options, and an iterator
        # over those still to be looked at. `path` holds the positions that have a frame; it is
        # apart from the memo, so that an interruption at any instant leaves the memo sound.
        below = tuple(options(start))
        stack = [(start, below, iter(below))]
        path = {start}
        while stack:
            position, below, remaining = stack[-1]
            for option in remaining:
                if option not in memo:
                    if option in path:
                        raise EndlessPlayError(option)
                    deeper = tuple(options(option))
                    stack.append((option, deeper, iter(deeper)))
                    path.add(option)
                    if self._progress and (len(memo) + len(path)) % _PROGRESS_EVERY == 0:
                        self._progress(len(memo) + len(path))
                    break
            else:
                memo[position] = combine([memo[option] for option in below])
                stack.pop()
                path.remove(position)
        return memo[start]


class LoopySolver(Generic[Position]):
    """Answers questions about one game in which play need not end, by retrograde analysis.

    A *loopy* game has a third outcome. A position is P if every option is N, and N if some option
    is P, as far as that follows, move by move, from the positions without options; all others are
    D, a draw: both players can go on for ever, and neither can do better. Where play must end,
    the answers are those of a `Solver`.

    The whole game graph below a position is visited, and kept, before the first answer: it must
    be finite. A search that is interrupted (Ctrl-C, or an exception from `progress`) keeps the
    options that it has asked for, and goes on from there when asked again. `progress`, if given,
    is called every few thousand positions with their number.

    Raises:
        ValueError: if `rules` has no `options`, or `progress` cannot be called.

    >>> from nimtwist.games import Northcott
    >>> solver = LoopySolver(Northcott(5))
    >>> solver.outcome(((0, 3), (1, 4))), solver.outcome(((0, 3), (1, 3)))
    ('P', 'N')
    """

    def __init__(
        self, rules: Ruleset[Position], progress: Callable[[int], object] | None = None
    ) -> None:
        _check_solver(rules, progress)
        self.rules = rules
        self._progress = progress
        self._memo: dict[Position, int | None] = {}
        # What the ruleset has said in a search that was interrupted.
        self._asked: dict[Position, tuple[Position, ...]] = {}

    def __repr__(self) -> str:
        return f"LoopySolver({self.rules!r})"

    def outcome(self, position: Position) -> LoopyOutcome:
        """Return "P" or "N" if the previous or the next player can win, "D" if neither can.

        Raises:
            ValueError: if the ruleset refuses the position.
        """
        moves = self.remoteness(position)
        return "D" if moves is None else "N" if moves % 2 else "P"

    def remoteness(self, position: Position) -> int | None:
        """Return how many moves are left if the winner hurries and the loser delays.

        It is even for P, odd for N, and `None` for a draw.

        Raises:
            ValueError: if the ruleset refuses the position.

        >>> from nimtwist.games import Nim
        >>> LoopySolver(Nim()).remoteness((2, 1))
        3
        """
        try:
            known = position in self._memo
        except TypeError:
            raise ValueError(
                f"position {quoted(position)} is not hashable: it must be immutable"
            ) from None
        if not known:
            self._analyse(position)
        return self._memo[position]

    def winning_options(self, position: Position) -> list[Position]:
        """Return the options that are P, those that win in the fewest moves first, each once.

        Raises:
            ValueError: if the ruleset refuses the position.

        >>> from nimtwist.games import Nim
        >>> LoopySolver(Nim()).winning_options((3, 1, 0))
        [(1, 1, 0)]
        """
        self.remoteness(position)
        left = {option: self._memo[option] for option in self.rules.options(position)}
        won = {option: moves for option, moves in left.items() if moves is not None}
        return sorted((option for option in won if won[option] % 2 == 0), key=won.__getitem__)

    def _analyse(self, start: Position) -> None:
        """Find the remoteness of `start` and of all positions below it."""
        # Which positions an option is an option of; how many options of a position are unsettled.
        above: dict[Position, list[Position]] = {start: []}
        unsettled: dict[Position, int] = {}
        unvisited = [start]
        while unvisited:
            position = unvisited.pop()
            options = self._asked.get(position)
            if options is None:
                options = tuple(dict.fromkeys(self.rules.options(position)))
                self._asked[position] = options
            unsettled[position] = len(options)
            for option in options:
                if option not in above:
                    above[option] = []
                    unvisited.append(option)
                above[option].append(position)
            if self._progress and len(unsettled) % _PROGRESS_EVERY == 0:
                self._progress(len(unsettled))
        # Backwards from the ends of play, positions of fewer moves first: so the first option
        # that is P is the fastest win, and the last that is N the slowest loss.
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
