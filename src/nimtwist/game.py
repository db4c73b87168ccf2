"""Protocols for impartial games, and the recursion rules that solvers use.

A *ruleset* need only define the options of a position. The solvers derive everything else from the
options, directly from the definitions; only `SumSolver` uses a theorem.
"""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Iterable, Sequence, Sized
from dataclasses import dataclass
from itertools import islice
from types import GeneratorType
from typing import Any, ClassVar, Generic, Literal

from nimtwist import _memory
from nimtwist.checks import check_integer, check_text, set_integer, short_repr
from nimtwist.protocol import Notation, Position, Ruleset, canonical, describe_move, feature

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


Outcome = Literal["P", "N"]

Place = Callable[..., Any]
"""A function that returns the position with the given coordinates."""

_MAX_OPTIONS = 10**7  # of one position
_OPTIONS_AT_ONCE, _READ_EVERY = 1 << 8, 1 << 12  # between two readings of the clock, the memory


def read_position(rules: Any, text: str) -> Any:
    """Parse a position in the notation of the game or, if it has none, as a Python literal.

    Sets become frozensets. Text that is not a literal is itself the position if the ruleset accepts
    it. An integer n stands for n, `(n,)` or the text: the first of these with any options.
    """
    if read := feature(rules, "read"):
        return read(text)
    text = check_text(text).strip()
    try:
        position = _evaluate(ast.parse(text, mode="eval").body)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        if _count_options(rules, text) is not None:
            return text
        raise ValueError(
            f"{short_repr(text)} is not a position: expected a Python literal, such as 3, (3, 4) "
            "and {(0, 1), (2, 5)}, or text that the rules accept"
        ) from None
    check_hashable(position)
    if type(position) is int:
        counts = {p: _count_options(rules, p) for p in (heap_position(rules)(position), text)}
        return next((p for p, count in counts.items() if count), next(iter(counts)))
    return position


def _count_options(rules: Any, position: Any) -> int | None:
    """Return the number of options of a position, or `None` if the ruleset does not accept it."""
    try:
        return len(options_of(rules, position))
    except (OptionsError, SearchLimitError):
        return 1  # The position was accepted, but the rules are wrong.
    except Exception:
        return None


def _evaluate(literal: ast.expr) -> Any:
    match literal:
        case ast.Tuple(parts):
            return tuple(map(_evaluate, parts))
        case ast.Set(parts):
            return frozenset(map(_evaluate, parts))
        case ast.Call(ast.Name("frozenset"), [] | [ast.Set()] as sets, []):
            return _evaluate(sets[0]) if sets else frozenset()
    return ast.literal_eval(literal)


def check_hashable(position: object) -> None:
    try:
        hash(position)
    except TypeError:
        raise ValueError(
            f"position {short_repr(position)} is not hashable: use tuples instead of lists, and "
            "frozensets instead of sets"
        ) from None


def heap_position(rules: Ruleset[Any]) -> Callable[[int], Any]:
    """Return the function that turns a number of sticks n into a position: n or (n,)."""
    if _count_options(rules, 0) is None and _count_options(rules, (0,)) is not None:
        return lambda heap: (heap,)
    return lambda heap: heap  # with either type, wrong rules may fail, so use the simpler one


class EndlessPlayError(ValueError):
    """Raised when play can lead from a position back to itself, so that play need not end."""

    def __init__(self, position: object) -> None:
        self.position = position
        super().__init__(
            f"play can lead from position {short_repr(position)} back to itself, but outcomes are "
            "defined only for games in which play must end"
        )

    def __reduce__(self) -> tuple[type[EndlessPlayError], tuple[object]]:
        # By default, pickle would call the class with the message instead of the position.
        return type(self), (self.position,)


class SearchLimitError(ValueError):
    """Raised when a search exceeds its limit on stored positions or on memory.

    `limit` is the number of positions at which the search was stopped. If it was stopped because of
    the memory that it used, `memory` is that limit in bytes, and otherwise 0.
    """

    def __init__(self, position: object, limit: int, memory: int = 0) -> None:
        self.position, self.limit, self.memory = position, limit, memory
        used = f" and {memory / 1e9:.3g} GB of memory" if memory else ""
        super().__init__(
            f"the search from position {short_repr(position)} was stopped after {limit:,} "
            f"positions{used}: play need not end, or the game is too large"
        )

    def __reduce__(self) -> tuple[type[SearchLimitError], tuple[object, int, int]]:
        return type(self), (self.position, self.limit, self.memory)


def options_of(rules: Ruleset[Position], position: Position) -> tuple[Position, ...]:
    """Return a position's options; if the ruleset raises an error, add the position as a note."""
    try:
        return list_options(rules.options(position), position)
    except SearchLimitError:
        raise
    except MemoryError as error:
        raise out_of_memory(position, 1, position) from error
    except Exception as error:
        add_position_note(error, position)
        raise


class OptionsError(ValueError):
    """Raised if the function `options` of a ruleset returns something other than positions."""


def list_options(options: Iterable[Position], position: object) -> tuple[Position, ...]:
    """Return the options of a position as a tuple.

    Raises:
        SearchLimitError: if there are more than ten million options, or if listing them takes more
            than a quarter of the memory that a search may use.
    """
    if type(options) is list:
        return tuple(options)
    if type(options) is not GeneratorType:
        if isinstance(options, Sized) and len(options) <= _MAX_OPTIONS:
            return tuple(options)
        try:
            options = iter(options)
        except TypeError:
            raise OptionsError(
                f"options must return a list of positions, not {short_repr(options)}"
            ) from None
    listed = tuple(islice(options, _OPTIONS_AT_ONCE))
    if len(listed) < _OPTIONS_AT_ONCE:
        return listed
    found, meter = [*listed], _memory.Meter()
    due = meter.begin()
    while more := tuple(islice(options, _OPTIONS_AT_ONCE)):
        found += more
        if _memory.clock() > due or len(found) % _READ_EVERY == 0:
            due = meter.read()
        too_large = meter.used > _memory.LIMIT // 4
        if too_large or len(found) > _MAX_OPTIONS:
            error = SearchLimitError(position, 1, meter.used if too_large else 0)
            error.add_note(f"options had returned {len(found):,} options of this position.")
            raise error
    return tuple(found)


def out_of_memory(start: object, visited: int, position: object) -> SearchLimitError:
    """Return the error to raise in place of a `MemoryError`."""
    error = SearchLimitError(start, visited)
    error.add_note(f"No memory was left at position {short_repr(position)}.")
    return error


def add_position_note(error: Exception, position: object) -> None:
    """Add a note to an error, naming the position that the search had reached."""
    note = f"The search was at position {short_repr(position)}."
    if note in getattr(error, "__notes__", ()):
        return
    error.add_note(note)
    if isinstance(error, TypeError) and "unhashable" in str(error):
        error.add_note("Positions must be hashable: use tuples for lists, frozensets for sets.")


def mex(values: Iterable[int], start: int = 0) -> int:
    """Return the minimum excludant: the least integer ≥ `start` that is not in `values`.

    `values` may be any finite iterable of nonnegative integers; those below `start` are ignored.

    >>> mex([0, 1, 3])
    2
    >>> mex([])
    0
    >>> mex([1, 2, 4], start=1)
    3
    """
    present = {check_integer(value, "a value of mex") for value in values}
    return least_absent(present, check_integer(start, "start"))


def least_absent(present: Container[int], start: int = 0) -> int:
    while start in present:
        start += 1
    return start


def normal_outcome(outcomes: Sequence[Outcome]) -> Outcome:
    """Return the outcome of a position in normal play, from the outcomes of its options.

    In normal play, a player who cannot move loses. The outcome is "N" (the next player wins) if
    some option is "P", and "P" (the player who just moved wins) if none is.

    >>> normal_outcome(["N", "P"]), normal_outcome([])
    ('N', 'P')
    """
    return "N" if "P" in outcomes else "P"


def misere_outcome(outcomes: Sequence[Outcome]) -> Outcome:
    """Return the outcome of a position in misère play, from the outcomes of its options.

    In misère play, a player who cannot move wins; otherwise, the rule is as in `normal_outcome`.

    >>> from nimtwist import Nim, Solver
    >>> Solver(Nim()).evaluate((1, 1), misere_outcome)
    'N'
    """
    return "N" if "P" in outcomes or not outcomes else "P"


def grundy_value(values: Sequence[int]) -> int:
    """Return the mex of the options' Grundy values, without checking that `values` are integers.

    >>> grundy_value([0, 1, 3])
    2
    """
    return least_absent(set(values))


@dataclass(frozen=True)
class Rank:
    """The recursion rule for podium ranks: it computes a rank from the ranks of the options.

    See `Solver.rank` (podium.def-2.3).

    Raises:
        ValueError: if `players` is not an integer ≥ 2.

    >>> Rank(3)([2, 1]), Rank(3)([2]), Rank(3)([])
    (2, 0, 0)
    """

    players: int

    def __post_init__(self) -> None:
        set_integer(self, "players", 2)

    def __call__(self, ranks: Sequence[int]) -> int:
        """Return 1 plus the least of `ranks`, modulo `players`, or 0 if `ranks` is empty."""
        return (min(ranks, default=self.players - 1) + 1) % self.players


class Oracle(ABC, Generic[Position]):
    """Base class of solvers and closed forms, which determine the outcome of every position."""

    rules: Ruleset[Position]

    @abstractmethod
    def outcome(self, position: Position, /) -> Outcome:
        """Return "P" if the player who just moved wins, "N" if the next player wins."""

    def winning_options(self, position: Position, /) -> list[Position]:
        """Return the distinct options that are P-positions, in the order of the ruleset.

        >>> from nimtwist import Nim, Solver
        >>> Solver(Nim()).winning_options((1, 2, 4))
        [(1, 2, 3)]
        """
        options = dict.fromkeys(options_of(self.rules, canonical(self.rules, position)))
        return [option for option in options if self.outcome(option) == "P"]


class ValueOracle(Oracle[Position]):
    """An oracle that also determines Grundy values."""

    @abstractmethod
    def grundy(self, position: Position, /) -> int:
        """Return the Grundy value of a position."""

    def outcome(self, position: Position, /) -> Outcome:
        """Return "P" if the Grundy value is 0, otherwise "N"."""
        return "N" if self.grundy(position) else "P"

    def options_of_value(self, position: Position, value: int, /) -> list[Position]:
        """Return the distinct options with a Grundy value, in the order of the ruleset.

        >>> from nimtwist import SumSolver
        >>> from nimtwist.games import Kayles
        >>> SumSolver(Kayles()).options_of_value((4,), 3)
        [(3,), (1, 2)]
        """
        value = check_integer(value, "value")
        options = dict.fromkeys(options_of(self.rules, canonical(self.rules, position)))
        return [option for option in options if self.grundy(option) == value]


@dataclass(frozen=True)
class ClosedForm(Oracle[Position]):
    """A solution of the game `rules` by a formula, without any search.

    A ruleset provides it as `closed_form`. Solvers that search never use it: the book's claims
    compare it with them, and `nimtwist.solve` prefers it. Its `winning_options` may list only some
    of the winning moves, best first, but lists at least one at every N-position. `theorem` states
    the theorem in a phrase.

    >>> from nimtwist.games import Nim
    >>> theory = Nim().closed_form
    >>> theory.outcome((10**30, 1)), theory.winning_options((10**30, 1))
    ('N', [(1, 1)])
    """

    rules: Any
    theorem: ClassVar[str] = "a formula"


class ClosedValue(ValueOracle[Position], ClosedForm[Position]):
    """A closed form that also determines Grundy values."""
