"""Impartial games: what a ruleset is, and the rules of recursion on its game graph.

A *ruleset* says one thing: what the options of a position are. The solvers derive everything else
from it, once for all games, straight from the definitions; only `SumSolver` relies on a theorem.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, Protocol, TypeVar, runtime_checkable

from nimtwist._checks import check_integer, set_integer, short_repr

__all__ = [
    "ClosedForm",
    "ClosedValue",
    "EndlessPlayError",
    "Notation",
    "Oracle",
    "Outcome",
    "Rank",
    "Ruleset",
    "SearchLimitError",
    "ValueOracle",
    "canonical",
    "describe_move",
    "grundy_value",
    "mex",
    "misere_outcome",
    "normal_outcome",
]


Position = TypeVar("Position", bound=Hashable)

Outcome = Literal["P", "N"]


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
    - `random_option(position, random)`: an option chosen by a `random.Random`, without listing
      them all.
    - `solver(progress)`: an oracle made for this game, faster than `SumSolver`.
    - `seconds(position)`: roughly how long the closed form needs for a position.
    - `podium_theory(players)`: what is known of the game among several players, see
      `nimtwist.podium.ZeroSums`.
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
        raise ValueError(
            f"{short_repr(option)} is not an option of {short_repr(position)}: {reason}"
        )


def canonical(rules: Ruleset[Position], position: Position) -> Position:
    """Return the canonical form of a position; the position itself if the ruleset names none.

    >>> from nimtwist.games import Nim
    >>> canonical(Nim(), (3, 0, 1))
    (1, 3)
    """
    form: Callable[[Position], Position] | None = getattr(rules, "canonical", None)
    return position if form is None else form(position)


class EndlessPlayError(ValueError):
    """Play need not end: a path from a position has led back to it."""

    def __init__(self, position: object) -> None:
        self.position = position
        super().__init__(
            f"position {short_repr(position)} was met again on its own path: play need not end, "
            "and outcomes are defined only for games in which it must"
        )

    def __reduce__(self) -> tuple[type[EndlessPlayError], tuple[object]]:
        return type(self), (self.position,)  # by default, only the message would be pickled


class SearchLimitError(ValueError):
    """A search has stored as many positions as it may, and has been stopped."""

    def __init__(self, position: object, limit: int) -> None:
        self.position, self.limit = position, limit
        super().__init__(
            f"the search from position {short_repr(position)} was stopped after {limit:,} "
            "positions: either play need not end, or the game is too large"
        )

    def __reduce__(self) -> tuple[type[SearchLimitError], tuple[object, int]]:
        return type(self), (self.position, self.limit)


def _options(rules: Ruleset[Position], position: Position) -> tuple[Position, ...]:
    """Return the options of a position; an error in the ruleset names the position."""
    try:
        return tuple(rules.options(position))
    except Exception as error:
        _locate(error, position)
        raise


def _locate(error: Exception, position: object) -> None:
    """Note at which position an error ended a search."""
    error.add_note(f"The search was at position {short_repr(position)}.")


def mex(values: Iterable[int], start: int = 0) -> int:
    """Return the least integer, at least `start`, that is not among `values`.

    The *minimum excludant*. `values` may be any finite iterable of integers; those below
    `start` are ignored.

    >>> mex([0, 1, 3])
    2
    >>> mex([])
    0
    >>> mex([1, 2, 4], start=1)
    3
    """
    present = {check_integer(value, "a value of mex") for value in values}
    return _mex(present, check_integer(start, "start"))


def _mex(present: Container[int], start: int = 0) -> int:
    while start in present:
        start += 1
    return start


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

    >>> from nimtwist import Nim, Solver
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
        ValueError: if `players` is not an integer ≥ 2.

    >>> Rank(3)([2, 1]), Rank(3)([2]), Rank(3)([])
    (2, 0, 0)
    """

    players: int

    def __post_init__(self) -> None:
        set_integer(self, "players", 2)

    def __call__(self, ranks: Sequence[int]) -> int:
        """Return one more than the least rank, modulo `players`; 0 at the end of play."""
        return (min(ranks, default=self.players - 1) + 1) % self.players


def _check_ruleset(rules: object, taker: str) -> None:
    """Raise a `ValueError` if `rules` is not a ruleset; `taker` says what needs one."""
    if any(hasattr(rules, name) for name in ("left_options", "right_options")):
        raise ValueError(
            f"{taker} takes an impartial game, in which both players have the same options; "
            f"{short_repr(rules)} is partizan"
        )
    if not _is_ruleset(rules):
        raise ValueError(
            f"{taker} takes a ruleset, a value with options(), not {short_repr(rules)}"
        )


def _is_ruleset(rules: object) -> bool:
    return isinstance(rules, Ruleset) and not isinstance(rules, type)


class Oracle(ABC, Generic[Position]):
    """Anything that knows who wins from a position: a search of the game, or a theory of it."""

    rules: Ruleset[Position]

    @abstractmethod
    def outcome(self, position: Position, /) -> Outcome:
        """Return "P" if the player who just moved wins, "N" if the next player does."""

    def winning_options(self, position: Position, /) -> list[Position]:
        """Return the winning moves: the options that are P, in the ruleset's order, each once.

        >>> from nimtwist import Nim, Solver
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
