"""Impartial games and brute force on them: the truth that every theorem is checked against.

A *ruleset* says one thing: what the options of a position are. Everything else is derived from it
here, once for all games, straight from the definitions. Only `SumSolver` relies on a theorem.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, Protocol, TypeVar, runtime_checkable

from nimtwist._checks import check_callable, check_text, quoted, whole

__all__ = [
    "ClosedForm",
    "ClosedValue",
    "EndlessPlayError",
    "LoopySolver",
    "MultiMove",
    "Notation",
    "Oracle",
    "Outcome",
    "Rank",
    "Ruleset",
    "SearchLimitError",
    "Solver",
    "Sum",
    "SumSolver",
    "Tree",
    "ValueOracle",
    "canonical",
    "describe_move",
    "grundy_value",
    "mex",
    "misere_outcome",
    "normal_outcome",
]

Position = TypeVar("Position", bound=Hashable)
Value = TypeVar("Value")
Outcome = Literal["P", "N"]
LoopyOutcome = Literal["P", "N", "D"]

_PROGRESS_EVERY = 1 << 12
_LIMIT = 4_000_000  # positions; no search of the book stores a quarter of it
_DEEPEST_TREE = 100  # levels that are written out
_DEEPEST_SUM = 50  # many methods of a sum call those of the sums in it
_NONE_YET: list[Any] = []  # no values: a list of its own for each position would cost time


@runtime_checkable
class Ruleset(Protocol[Position]):
    """A game: an immutable value whose one method gives the options of a position.

    Positions are immutable and hashable; equal positions have the same options. Given something
    that is not a position, any method raises a `ValueError` that quotes it and says what a position
    is. A ruleset may add

    - `canonical(position)`: the one form in which a position is searched and stored, if it can be
      written in several. The options of a canonical position are canonical. Without this method,
      every position is its own canonical form.
    - `components(position)`: positions of the same game whose disjunctive sum is this position: a
      move is a move in exactly one of them. An empty list means that the value is 0. Two equal
      components cancel and may be left out. The components of a canonical position are canonical,
      and each is its own only component. Only `SumSolver` uses them, never `Solver`.
    - `count_options(position)`: how many options there are, or a few more if some are equal,
      without listing them.
    - `solver(progress)`: an oracle made for this game, faster than `SumSolver`.
    - `closed_form`: the `ClosedForm` that solves the game; `None` if none is known.
    """

    def options(self, position: Position, /) -> Sequence[Position]:
        """Return the positions that the player to move can move to; none at the end of play."""
        ...


@runtime_checkable
class Notation(Protocol[Position]):
    """What a ruleset may add so that people can play it: how its positions are written and read.

    No solver needs it; sums and the book's experiments do. For text that cannot be read, `read`
    raises a `ValueError` that quotes it and says how positions are written. A ruleset may also add
    `describe_move(position, option)`, see the function of this name, and, if positions are seen by
    the player to move, `turned(position)`: the same as the other player sees it.
    """

    def show(self, position: Position, /) -> str:
        """Return the position as people write it."""
        ...

    def read(self, text: str, /) -> Position:
        """Return the position that `text` describes; a `ValueError` says what is wrong with it."""
        ...

    def why_illegal(self, position: Position, option: Position, /) -> str | None:
        """Return why `option` is not an option of `position`, as a sentence; `None` if it is."""
        ...


def describe_move(rules: Ruleset[Any], position: object, option: Any) -> str:
    """Return what a player does to move to an option, as in "take 2 from the heap of 5".

    Verbs come first, and after "and"; nothing else that follows "and" begins with a letter. A
    ruleset without words for its moves has the position that is left; a number that becomes smaller
    is a heap.

    >>> from nimtwist.games import Nim, TurningCorners
    >>> describe_move(Nim(), (5, 1), (3, 1))
    'take 2 from the heap of 5'
    >>> describe_move(TurningCorners(), frozenset({(0, 0)}), frozenset())
    'leave frozenset()'
    """
    describe = getattr(rules, "describe_move", None)
    if describe is not None:
        return str(describe(position, option))
    turned = getattr(rules, "turned", None)
    left = option if turned is None else turned(option)
    if isinstance(rules, Notation):
        return f"leave {rules.show(left)}"
    if type(position) is type(left) is int and left < position:
        return f"take {position - left} from the heap of {position}"
    return f"leave {left!r}"


def check_move(rules: Notation[Any], position: Any, option: Any) -> None:
    """Raise a `ValueError` that says why, if `option` is not an option of `position`."""
    if reason := rules.why_illegal(position, option):
        raise ValueError(f"{quoted(option)} is not an option of {quoted(position)}: {reason}")


def canonical(rules: Ruleset[Position], position: Position) -> Position:
    """Return the canonical form of a position; the position itself if the ruleset names none.

    Raises:
        ValueError: if the ruleset rejects the position, or the position cannot be hashed.

    >>> from nimtwist.games import Nim
    >>> canonical(Nim(), (3, 0, 1))
    (1, 3)
    """
    form: Callable[[Position], Position] | None = getattr(rules, "canonical", None)
    if form is not None:
        position = form(position)
    try:
        hash(position)
    except TypeError:
        raise ValueError(
            f"position {quoted(position)} is not hashable: it must be immutable"
        ) from None
    return position


class EndlessPlayError(ValueError):
    """Play need not end: a path from a position has led back to it."""

    def __init__(self, position: object) -> None:
        self.position = position
        super().__init__(
            f"position {quoted(position)} was met again on its own path: play need not end, "
            "and outcomes are defined only for games in which it must"
        )

    def __reduce__(self) -> tuple[type[EndlessPlayError], tuple[object]]:
        return type(self), (self.position,)  # by default, only the message would be pickled


class SearchLimitError(ValueError):
    """A search has stored as many positions as it may, and has been stopped."""

    def __init__(self, position: object, limit: int) -> None:
        self.position, self.limit = position, limit
        super().__init__(
            f"the search from position {quoted(position)} was stopped after {limit:,} positions: "
            "either play need not end, or the game is too large"
        )

    def __reduce__(self) -> tuple[type[SearchLimitError], tuple[object, int]]:
        return type(self), (self.position, self.limit)


def _options(rules: Ruleset[Position], position: Position) -> tuple[Position, ...]:
    """Return the options of a position; an error in the ruleset names the position."""
    try:
        options = rules.options(position)
    except ValueError as error:
        if quoted(position) not in str(error):
            error.add_note(_at(position))
        raise
    except Exception as error:
        error.add_note(_at(position))
        raise
    try:
        return tuple(options)
    except TypeError:
        if isinstance(options, Iterable):  # it failed while it was read
            raise
        raise ValueError(
            f"options({quoted(position)}) must return a list of positions, not {quoted(options)}"
        ) from None


def _at(position: object) -> str:
    return f"This happened in options({quoted(position)})."


def _raise_for_options(rules: Ruleset[Any], position: object) -> None:
    """Raise the error that names the position if it was its options that ended a search.

    Searches read options without a check, since that would slow them down.
    """
    for option in _options(rules, position):
        try:
            hash(option)
        except TypeError:
            raise ValueError(
                f"options({quoted(position)}) must contain immutable positions, such as tuples, "
                f"not {quoted(option)}"
            ) from None


def mex(values: Iterable[int], start: int = 0) -> int:
    """Return the least whole number, at least `start`, that is not among `values`.

    The *minimum excludant*. `values` may be any finite iterable of whole numbers; those below
    `start` are ignored.

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


def _mex(present: Container[int], start: int = 0) -> int:
    while start in present:
        start += 1
    return start


# --- Rules of recursion: the value of a position, from the values of its options -----------------


def normal_outcome(outcomes: Sequence[Outcome]) -> Outcome:
    """Return the outcome of a position from those of its options: a player who cannot move loses.

    It is "N" (the next player wins) if some option is "P", and "P" (the player who just moved wins)
    if none is.

    >>> normal_outcome(["N", "P"]), normal_outcome([])
    ('N', 'P')
    """
    return "N" if "P" in outcomes else "P"


def misere_outcome(outcomes: Sequence[Outcome]) -> Outcome:
    """Return the outcome of a position from those of its options, in misère play.

    A player who cannot move wins; otherwise the rule is that of `normal_outcome`.

    >>> from nimtwist.games import Nim
    >>> Solver(Nim()).evaluate((1, 1), misere_outcome)
    'N'
    """
    return "N" if "P" in outcomes or not outcomes else "P"


def grundy_value(values: Sequence[int]) -> int:
    """Return the Grundy value of a position from those of its options: their `mex`, not checked.

    >>> grundy_value([0, 1, 3])
    2
    """
    return _mex(set(values))


@dataclass(frozen=True)
class Rank:
    """The podium rule for a number of `players`: the rank of a position, from those of its options.

    See `Solver.rank`. (podium.def-2.3)

    Raises:
        ValueError: if `players` is not a whole number, at least 2.

    >>> Rank(3)([2, 1]), Rank(3)([2]), Rank(3)([])
    (2, 0, 0)
    """

    players: int

    def __post_init__(self) -> None:
        players = whole(self.players, "the number of players", least=2)
        object.__setattr__(self, "players", players)

    def __call__(self, ranks: Sequence[int]) -> int:
        """Return one more than the least rank, modulo `players`; 0 at the end of play."""
        return (min(ranks, default=self.players - 1) + 1) % self.players


# --- Games made of games -------------------------------------------------------------------------


@dataclass(frozen=True)
class Sum(Generic[Position]):
    """The disjunctive sum of games: a move is a move in exactly one of them.

    `rules` is a tuple of rulesets; a position is a tuple with one position for each. The sum of
    impartial games is an impartial game, so a `Solver` takes it like any other ruleset.

    Raises:
        ValueError: if `rules` is not a tuple of rulesets, or a position has a different length.

    >>> from nimtwist.games import Nim
    >>> Sum((Nim(), Nim())).options(((1,), (2,)))
    [((), (2,)), ((1,), ()), ((1,), (1,))]
    """

    rules: tuple[Ruleset[Any], ...]
    _depth: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not isinstance(self.rules, tuple) or not all(map(_is_ruleset, self.rules)):
            raise ValueError(f"a sum takes a tuple of rulesets, not {quoted(self.rules)}")
        depth = 1 + max((rules._depth for rules in self.rules if isinstance(rules, Sum)), default=0)
        if depth > _DEEPEST_SUM:
            raise ValueError(f"sums can be nested at most {_DEEPEST_SUM} deep, not {depth}")
        object.__setattr__(self, "_depth", depth)

    def canonical(self, position: tuple[Any, ...], /) -> tuple[Any, ...]:
        """Return the position with each component in the canonical form of its game."""
        if not isinstance(position, tuple) or len(position) != len(self.rules):
            raise ValueError(
                f"position {quoted(position)} does not fit a sum of {len(self.rules)} games: "
                "it must be a tuple with one position for each"
            )
        return tuple(map(canonical, self.rules, position))

    def options(self, position: tuple[Any, ...], /) -> list[tuple[Any, ...]]:
        """Return every position that differs in one component, by a move in that component."""
        position = self.canonical(position)
        return [
            (*position[:i], option, *position[i + 1 :])
            for i, rules in enumerate(self.rules)
            for option in rules.options(position[i])
        ]

    def show(self, position: tuple[Any, ...], /) -> str:
        """Return the positions as their games write them, with plus signs between them.

        >>> from nimtwist.games import Kayles, Nim
        >>> Sum((Kayles(), Nim())).show(((5,), (2, 1)))
        '(5) + (2, 1)'
        """
        return " + ".join(
            rules.show(place) if isinstance(rules, Notation) else repr(place)
            for rules, place in zip(self.rules, self.canonical(position), strict=True)
        )

    def read(self, text: str, /) -> tuple[Any, ...]:
        """Return the position that `show` writes as `text`; sums of sums cannot be read."""
        parts, games = check_text(text).split("+"), list[Any](self.rules)
        if len(parts) != len(games) or not all(isinstance(rules, Notation) for rules in games):
            raise ValueError(
                f"{quoted(text)} is not a sum of {len(games)} games: their positions are separated "
                "by plus signs"
            )
        return tuple(rules.read(part) for rules, part in zip(games, parts, strict=True))

    def why_illegal(self, position: tuple[Any, ...], option: tuple[Any, ...], /) -> str | None:
        """Return why `option` is not an option of `position`, as a sentence; `None` if it is."""
        try:
            before, after = self.canonical(position), self.canonical(option)
        except ValueError as error:
            return str(error)
        places = zip(self.rules, before, after, strict=True)
        moves = [(rules, old, new) for rules, old, new in places if old != new]
        if len(moves) != 1:
            return f"a move is made in exactly one of the games, but this one in {len(moves)}"
        [(rules, old, new)] = moves
        if isinstance(rules, Notation):
            return rules.why_illegal(old, new)
        legal = new in rules.options(old)
        return None if legal else f"{quoted(new)} is not an option of {quoted(old)}"

    def describe_move(self, position: tuple[Any, ...], option: tuple[Any, ...], /) -> str:
        """Return in words the move that leads to an option, as its game describes it."""
        check_move(self, position, option)
        places = zip(self.rules, self.canonical(position), self.canonical(option), strict=True)
        moved = [(i, *place) for i, place in enumerate(places, 1) if place[1] != place[2]]
        [(game, rules, old, new)] = moved
        return f"{describe_move(rules, old, new)} in game {game}"


@dataclass(frozen=True)
class MultiMove(Generic[Position]):
    """The game in which a turn consists of 1 to `most` moves of another game.

    Its P-positions are the positions that have rank 0 in that game with `most` + 1 players.
    (podium.lemma-2.4)

    Raises:
        ValueError: if `rules` has no `options`, or `most` is not a whole number, at least 1.

    >>> from nimtwist.games import Nim
    >>> MultiMove(Nim(), 2).options((1, 1))
    [(1,), ()]
    """

    rules: Ruleset[Position]
    most: int

    def __post_init__(self) -> None:
        _check_ruleset(self.rules, "a multi-move")
        object.__setattr__(self, "most", whole(self.most, "the most moves in a turn", least=1))

    def canonical(self, position: Position, /) -> Position:
        """Return the canonical form of the position in the game of single moves."""
        return canonical(self.rules, position)

    def options(self, position: Position, /) -> list[Position]:
        """Return every position that 1 to `most` moves reach, each once, fewest moves first."""
        reached: dict[Position, None] = {}
        last, moves = [canonical(self.rules, position)], 0
        while last and moves < self.most:
            after = dict.fromkeys(option for left in last for option in _options(self.rules, left))
            last = [option for option in after if option not in reached]
            reached.update(dict.fromkeys(last))
            if len(reached) > _LIMIT:
                raise SearchLimitError(position, _LIMIT)
            moves += 1
        return list(reached)


@dataclass(eq=False)
class Tree(Generic[Position]):
    """A position and the trees below it: part of a game tree, for display."""

    position: Position
    children: list[Tree[Position]] = field(default_factory=list)

    @classmethod
    def of(cls, rules: Ruleset[Position], position: Position, depth: int) -> Tree[Position]:
        """Return the game tree of a position down to `depth` moves.

        Raises:
            ValueError: if `rules` has no `options`, `depth` is not a whole number, or the ruleset
                rejects the position.

        >>> from nimtwist.games import Nim
        >>> Tree.of(Nim(), (2,), 1)
        Tree((2,), [Tree(()), Tree((1,))])
        """
        _check_ruleset(rules, "a game tree")
        depth = whole(depth, "the depth of a tree")
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

    def __eq__(self, other: object) -> bool:
        pairs = [(self, other)]
        while pairs:
            one, two = pairs.pop()
            if not isinstance(two, Tree):
                return NotImplemented
            if one.position != two.position or len(one.children) != len(two.children):
                return False
            pairs += zip(one.children, two.children, strict=True)
        return True

    __hash__ = None  # type: ignore[assignment] # it can be changed

    def __repr__(self) -> str:
        return self._written(_DEEPEST_TREE)

    def _written(self, depth: int) -> str:
        if not self.children:
            return f"Tree({self.position!r})"
        below = ", ".join(child._written(depth - 1) for child in self.children) if depth else "…"
        return f"Tree({self.position!r}, [{below}])"


def _check_ruleset(rules: object, taker: str) -> None:
    """Raise a `ValueError` if `rules` is not a ruleset; `taker` says what needs one."""
    if any(hasattr(rules, name) for name in ("left_options", "right_options")):
        raise ValueError(
            f"{taker} takes an impartial game, in which both players have the same options; "
            f"{quoted(rules)} is partizan"
        )
    if not _is_ruleset(rules):
        raise ValueError(f"{taker} takes a ruleset, a value with options(), not {quoted(rules)}")


def _is_ruleset(rules: object) -> bool:
    return isinstance(rules, Ruleset) and not isinstance(rules, type)


# --- Oracles: searches and theories --------------------------------------------------------------


class Oracle(ABC, Generic[Position]):
    """Anything that knows who wins from a position: a search of the game, or a theory of it."""

    rules: Ruleset[Position]

    @abstractmethod
    def outcome(self, position: Position, /) -> Outcome:
        """Return "P" if the player who just moved wins, "N" if the next player does."""

    def winning_options(self, position: Position, /) -> list[Position]:
        """Return the winning moves: the options that are P, in the ruleset's order, each once.

        >>> from nimtwist.games import Nim
        >>> Solver(Nim()).winning_options((1, 2, 4))
        [(1, 2, 3)]
        """
        options = dict.fromkeys(_options(self.rules, canonical(self.rules, position)))
        return [option for option in options if self.outcome(option) == "P"]


class ValueOracle(Oracle[Position]):
    """An oracle that knows the Grundy values, and so the outcomes."""

    @abstractmethod
    def grundy(self, position: Position, /) -> int:
        """Return the Grundy value of a position."""

    def outcome(self, position: Position, /) -> Outcome:
        """Return "P" if the Grundy value is 0, "N" if not."""
        return "N" if self.grundy(position) else "P"


@dataclass(frozen=True)
class ClosedForm(Oracle[Position]):
    """A theory of the game `rules`, as a value: it answers without a search.

    A ruleset offers it as `closed_form`. No solver uses it: a claim of the book compares it with a
    solver, and the same object then advises a player. Its `winning_options` may be some of the
    winning moves only, the best one first, but at least one wherever the player to move can win.

    >>> from nimtwist.games import Nim
    >>> theory = Nim().closed_form
    >>> theory.outcome((10**30, 1)), theory.winning_options((10**30, 1))
    ('N', [(1, 1)])
    """

    rules: Any


class ClosedValue(ValueOracle[Position], ClosedForm[Position]):
    """A closed form that knows the Grundy values."""


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
        self._limit = sys.maxsize if limit is None else whole(limit, "the limit", least=1)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.rules!r})"

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
            whole number, at least 1; and from each method, if the ruleset rejects the position.
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

        Raises:
            ValueError: if `rule` cannot be called or hashed.

        >>> from nimtwist.games import Nim
        >>> def longest_play(lengths: list[int]) -> int:
        ...     return 1 + max(lengths, default=-1)
        >>> Solver(Nim()).evaluate((1, 2, 4), longest_play)
        7
        """
        start = canonical(self.rules, position)
        check_callable(rule, "a rule", "the list of the options' values")
        try:
            memo: dict[Position, Value] = self._memo.setdefault(rule, {})
        except TypeError:
            raise ValueError(
                f"the rule {quoted(rule)} is not hashable: it must be immutable"
            ) from None
        if start in memo:
            return memo[start]
        options, value_of, limit = self.rules.options, memo.__getitem__, self._limit
        # A depth-first walk with its own stack. A frame is the options of a position, an iterator
        # over those still to be visited, and the values of the others, if any. `path` holds the
        # positions that have a frame, in order; it is kept out of the memo, so that an interruption
        # at any instant leaves the memo sound.
        path: dict[Position, None] = {start: None}
        stack: list[Any] = []
        push, pop, depth = stack.append, stack.pop, 1
        try:
            below, values = tuple(options(start)), _NONE_YET
            remaining = iter(below)
            while True:
                for option in remaining:
                    if option not in memo:
                        break
                    values = values or []
                    values.append(memo[option])
                    try:  # the others have values, too, most often
                        values.extend(map(value_of, remaining))
                    except KeyError:
                        option = below[len(values)]
                        break
                else:
                    value = memo[path.popitem()[0]] = rule(values or [])
                    if not stack:
                        return value
                    depth -= 1
                    values, remaining, below = pop(), pop(), pop()
                    values = values or []
                    values.append(value)
                    continue
                path[option] = None
                if len(path) == depth:
                    raise EndlessPlayError(option)
                depth += 1
                if self._progress or len(memo) + depth > limit:
                    self._report(len(memo) + depth, start)
                push(below)
                push(remaining)
                push(values)
                below, values = tuple(options(option)), _NONE_YET
                remaining = iter(below)
        except (EndlessPlayError, SearchLimitError):
            raise
        except Exception:
            _raise_for_options(self.rules, next(reversed(path)))
            raise

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
            ValueError: if `players` is not a whole number, at least 2.

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

        Raises:
            ValueError: if `keep` cannot be called.

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


class SumSolver(_Search[Position], ValueOracle[Position]):
    """Finds outcomes and Grundy values as a `Solver` does, but solves each component only once.

    By the theorem of R. Sprague and P. M. Grundy, the Grundy value of a disjunctive sum is the
    nim-sum of its components' values. The `components` of a ruleset say what these are; a `Sum` has
    those of its games; if a ruleset has no such method, each position is its own only component.
    The value of a component is the mex of the values of its options, which are themselves sums.
    (nimber.sprague-grundy) If the components are not independent of one another, the answers are
    wrong: compare them with those of a `Solver`.

    Depth, interruption, `progress`, `limit` and errors are as for a `Solver`.

    >>> from nimtwist.games import Kayles, Nim
    >>> both = Sum((Kayles(), Nim()))
    >>> SumSolver(Kayles()).grundy((100, 50)), SumSolver(both).outcome(((7,), (2,)))
    (3, 'P')
    """

    def __init__(
        self,
        rules: Ruleset[Position],
        progress: Callable[[int], object] | None = None,
        *,
        limit: int | None = _LIMIT,
    ) -> None:
        super().__init__(rules, progress, limit=limit)
        self._memo: dict[Ruleset[Any], dict[Any, int]] = {}

    def grundy(self, position: Position) -> int:
        """Return the Grundy value: the nim-sum of the components' values.

        >>> from nimtwist.games import Hackenbush
        >>> SumSolver(Hackenbush()).grundy(Hackenbush().read("0-1 1-2 0-3 3-4 4-5"))
        1
        """
        total = 0
        for rules, component in _summands(self.rules, canonical(self.rules, position)):
            total ^= self._value(rules, component)
        return total

    def _value(self, rules: Ruleset[Any], start: Any) -> int:
        """Return the Grundy value of a component."""
        try:
            memo = self._memo.setdefault(rules, {})
        except TypeError:
            raise ValueError(
                f"the ruleset {quoted(rules)} is not hashable: it must be immutable"
            ) from None
        if start in memo:
            return memo[start]
        options, components = rules.options, _components(rules)
        # A depth-first walk with its own stack, as in `Solver.evaluate`. A frame is a component,
        # its options without a value yet, each as its components, and the values of the others.
        stack: list[tuple[Any, list[Sequence[Any]], set[int]]]
        part = start
        try:
            stack = [(part, list(map(components, options(part))), set())]
            path = {part}
            while stack:
                component, unvalued, values = stack[-1]
                while unvalued:
                    total = 0
                    for part in unvalued[-1]:
                        value = memo.get(part)
                        if value is None:
                            break
                        total ^= value
                    else:
                        values.add(total)
                        unvalued.pop()
                        continue
                    if part in path:
                        raise EndlessPlayError(part)
                    stack.append((part, list(map(components, options(part))), set()))
                    path.add(part)
                    self._report(len(memo) + len(path), start)
                    break
                else:
                    memo[component] = _mex(values)
                    stack.pop()
                    path.remove(component)
        except (EndlessPlayError, SearchLimitError):
            raise
        except Exception:
            for position in (component, part) if part != start else (part,):
                _raise_for_options(rules, position)
            raise
        return memo[start]


def _components(rules: Ruleset[Position]) -> Callable[[Position], Sequence[Position]]:
    return getattr(rules, "components", lambda position: (position,))


def _summands(rules: Ruleset[Any], position: Any) -> Iterator[tuple[Ruleset[Any], Any]]:
    """Yield the components of a position, each with its game; those of a `Sum` game by game."""
    if type(rules) is Sum:  # a subclass may combine its games differently
        for one, place in zip(rules.rules, position, strict=True):
            yield from _summands(one, place)
    else:
        for component in _components(rules)(position):
            yield rules, component


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

    Raises:
        ValueError: if `rules` has no `options`, or `progress` cannot be called; and from each
            method, if the ruleset rejects the position.

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
                except Exception:
                    _raise_for_options(self.rules, position)
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
