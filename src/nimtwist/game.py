"""Protocols for impartial games, and the recursion rules that solvers use.

A *ruleset* need only define the options of a position. The solvers derive everything else from the
options, directly from the definitions; only `SumSolver` uses a theorem.
"""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Hashable, Iterable, Sequence, Sized
from dataclasses import dataclass
from itertools import islice
from types import GeneratorType
from typing import Any, Generic, Literal, Protocol, TypeVar, runtime_checkable

from nimtwist import _memory
from nimtwist.checks import check_integer, check_text, set_integer, short_repr

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

_MAX_OPTIONS = 10**7  # of one position
_OPTIONS_AT_ONCE, _READ_EVERY = 1 << 8, 1 << 12  # between two readings of the clock, the memory


@runtime_checkable
class Ruleset(Protocol[Position]):
    """The rules of a game: an immutable value that defines the options of every position.

    Positions are immutable and hashable; equal positions have the same options. Every method raises
    a `ValueError` if its argument is not a position; the message quotes the argument and states
    what a position is. A ruleset may also define

    - `canonical(position)`: the canonical form of a position, which solvers search and store
      instead. Its options are the canonical forms of the position's options; for normal play
      alone, it is enough that it has the same Grundy value and that its options are canonical.
      Without this method, every position is its own canonical form.
    - `components(position)`: positions of the same game whose disjunctive sum is this position. A
      move in the sum is a move in exactly one of them. An empty list means that the value is 0. Two
      equal components cancel and may be omitted. The components of a canonical position are
      canonical, and each of them has only itself as a component. `SumSolver` uses them; `Solver`
      never does.
    - `count_options(position)`: the number of options, computed without listing them. Equal options
      may be counted more than once.
    - `random_option(position, random)`: an option chosen with a `random.Random`, without listing
      all options.
    - `solver(progress)`: a specialised oracle for this game, faster than `SumSolver`.
    - `seconds(position)`: an estimate of how many seconds the closed form takes for a position.
    - `podium_theory(players)`: a theory of the game for several players, such as
      `nimtwist.podium.ZeroSums`.
    - `closed_form`: the `ClosedForm` that solves the game, or `None` if none is known.
    - `rival`: an `Oracle`, perhaps a wrong one, by which a computer player chooses its moves.
    """

    def options(self, position: Position, /) -> Sequence[Position]:
        """Return the positions that a move can lead to (an empty sequence if there is no move)."""
        ...


@runtime_checkable
class Notation(Protocol[Position]):
    """An optional extension of a ruleset for human players: notation for positions and moves.

    Sums and the labs of the book use it; solvers do not. `read` raises a `ValueError` for invalid
    text; the message quotes the text and explains the notation. A ruleset may also define
    `describe_move(position, option)` (see the function of that name). If its positions are written
    from the point of view of the player to move, it must also define `turned(position)`, which
    returns a position as the opponent sees it.
    """

    def show(self, position: Position, /) -> str:
        """Return the position in conventional notation."""
        ...

    def read(self, text: str, /) -> Position:
        """Parse a position; raise a `ValueError` that explains why `text` is invalid."""
        ...

    def why_illegal(self, position: Position, option: Position, /) -> str | None:
        """Return a sentence explaining why a move is illegal, or `None` if it is legal."""
        ...


def describe_move(rules: Ruleset[Any], position: object, option: Any) -> str:
    """Return a move in words, such as "take 2 from the heap of 5".

    The description starts with an imperative verb. Each "and" is followed by a number or by another
    imperative verb. If the ruleset does not describe its moves, the description names the resulting
    position. If the positions are integers and the game has no notation, a move to a smaller number
    is described as taking from a heap.

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
    after = option if turned is None else turned(option)
    if isinstance(rules, Notation):
        return f"leave {rules.show(after)}"
    if type(position) is type(after) is int and after < position:
        return f"take {position - after} from the heap of {position}"
    return f"leave {after!r}"


def check_move(rules: Notation[Any], position: Any, option: Any) -> None:
    """Raise a `ValueError` with the reason if moving from `position` to `option` is illegal."""
    if reason := rules.why_illegal(position, option):
        raise ValueError(
            f"{short_repr(option)} is not an option of {short_repr(position)}: {reason}"
        )


def canonical(rules: Ruleset[Position], position: Position) -> Position:
    """Return the canonical form of a position, or the position itself if the ruleset defines none.

    >>> from nimtwist.games import Nim
    >>> canonical(Nim(), (3, 0, 1))
    (1, 3)
    """
    form: Callable[[Position], Position] | None = getattr(rules, "canonical", None)
    return position if form is None else form(position)


def read_position(rules: Any, text: str) -> Any:
    """Parse a position in the notation of the game or, if it has none, as a Python literal.

    Sets become frozensets. An integer n becomes the position `(n,)` if only this is one.
    """
    if hasattr(rules, "read"):
        return rules.read(text)
    try:
        position = _evaluate(ast.parse(check_text(text).strip(), mode="eval").body)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        raise ValueError(
            f"{short_repr(text)} is not a position: expected a Python literal, such as 3, (3, 4) "
            "or {(0, 1), (2, 5)}"
        ) from None
    check_hashable(position)
    return heap_position(rules)(position) if type(position) is int else position


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
    try:
        options_of(rules, 0)
    except (OptionsError, SearchLimitError):
        pass  # The position was accepted, but the rules are wrong.
    except (TypeError, ValueError, AttributeError):
        try:
            options_of(rules, (0,))
        except (TypeError, AttributeError):
            pass  # With either type, the rules fail, so use the simpler one.
        except Exception:
            return lambda heap: (heap,)
        else:
            return lambda heap: (heap,)
    return lambda heap: heap


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


def check_ruleset(rules: object, caller: str) -> None:
    """Raise a `ValueError`, naming `caller`, unless `rules` is an impartial ruleset."""
    if any(hasattr(rules, name) for name in ("left_options", "right_options")):
        raise ValueError(
            f"{caller} takes impartial games only, in which both players have the same options, "
            f"but {short_repr(rules)} is partizan"
        )
    if not _is_ruleset(rules):
        raise ValueError(
            f"{caller} takes a ruleset, an object with options(), not {short_repr(rules)}"
        )


def _is_ruleset(rules: object) -> bool:
    return isinstance(rules, Ruleset) and not isinstance(rules, type)


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


@dataclass(frozen=True)
class ClosedForm(Oracle[Position]):
    """A solution of the game `rules` by a formula, without any search.

    A ruleset provides it as `closed_form`. Solvers never use it: the book's claims compare it with
    a solver, and computer players follow it. Its `winning_options` may list only some of the
    winning moves, best first, but lists at least one at every N-position.

    >>> from nimtwist.games import Nim
    >>> theory = Nim().closed_form
    >>> theory.outcome((10**30, 1)), theory.winning_options((10**30, 1))
    ('N', [(1, 1)])
    """

    rules: Any


class ClosedValue(ValueOracle[Position], ClosedForm[Position]):
    """A closed form that also determines Grundy values."""
