"""The protocol of rulesets: their one required method, and their optional features.

Other modules do not look for attributes of rulesets; they use the functions of this module.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from random import Random
from typing import Any, Literal, Protocol, TypeGuard, TypeVar, cast, runtime_checkable

from nimtwist.checks import short_repr

Position = TypeVar("Position", bound=Hashable)


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
    - `misere_form`: the `ClosedForm` that solves the game in misère play.
    - `rival`: an `Oracle`, perhaps a wrong one, by which a computer player chooses its moves.
    - `grundy_values(count, progress)`: the Grundy values of single heaps of 0 to `count` - 1
      sticks, computed faster than by a search.
    - `why_periodic(start, length, values)`: the theorem that proves a period of these values, or
      `None` if the values do not prove it.
    - `picture(position)`: a drawing of a position as HTML.
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


Feature = Literal[
    "canonical",
    "closed_form",
    "components",
    "count_options",
    "describe_move",
    "grundy_values",
    "left_options",
    "misere_form",
    "picture",
    "podium_theory",
    "random_option",
    "read",
    "right_options",
    "rival",
    "seconds",
    "show",
    "solver",
    "turned",
    "why_illegal",
    "why_periodic",
]
"""The optional features of a ruleset, which `Ruleset` and `Notation` describe.

`left_options` and `right_options` belong to partizan games, which are rejected.
"""


def feature(rules: object, name: Feature) -> Any:
    """Return a feature of a ruleset, or `None` if the ruleset does not have it.

    >>> from nimtwist.games import Kayles, Nim
    >>> feature(Kayles(), "components")((2, 5)), feature(Nim(), "rival")
    ([(2,), (5,)], None)
    """
    return getattr(rules, name, None)


def check_ruleset(rules: object, caller: str) -> None:
    """Raise a `ValueError`, naming `caller`, unless `rules` is an impartial ruleset."""
    if feature(rules, "left_options") or feature(rules, "right_options"):
        raise ValueError(
            f"{caller} takes impartial games only, in which both players have the same options, "
            f"but {short_repr(rules)} is partizan"
        )
    if not is_ruleset(rules):
        raise ValueError(
            f"{caller} takes a ruleset, an object with options(), not {short_repr(rules)}"
        )


def is_ruleset(value: object) -> TypeGuard[Ruleset[Any]]:
    """Return whether a value is a ruleset, not a class of rulesets."""
    return isinstance(value, Ruleset) and not isinstance(value, type)


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
    if describe := feature(rules, "describe_move"):
        return str(describe(position, option))
    after = turned(rules, option)
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
    form = feature(rules, "canonical")
    return position if form is None else cast(Position, form(position))


def splitter(rules: Ruleset[Position]) -> Callable[[Position], Sequence[Position]]:
    """Return the function that splits a position of a game into its components."""
    return feature(rules, "components") or (lambda position: (position,))


def count_options(rules: Ruleset[Position], position: Position) -> int:
    """Return the number of options, without listing them if the rules can count them.

    >>> from nimtwist.games import Nim
    >>> count_options(Nim(), (10**30,)) == 10**30
    True
    """
    count = feature(rules, "count_options")
    return int(count(position)) if count else sum(1 for _ in rules.options(position))


def random_option(rules: Ruleset[Position], position: Position, random: Random) -> Position:
    """Return a random option, without listing the options if the rules can choose one.

    >>> from nimtwist.games import Nim
    >>> random_option(Nim(), (10**30,), Random(1)) < (10**30,)
    True
    """
    choose = feature(rules, "random_option")
    return choose(position, random) if choose else random.choice(rules.options(position))


def show(rules: Ruleset[Any], position: object) -> str:
    """Return a position in the notation of its game or, if it has none, as a Python literal."""
    return str((feature(rules, "show") or repr)(position))


def turned(rules: Ruleset[Position], position: Position) -> Position:
    """Return a position as the other player sees it."""
    turn = feature(rules, "turned")
    return turn(position) if turn else position


def why_illegal(rules: Ruleset[Any], position: object, option: object) -> str | None:
    """Explain why a move is illegal, or return `None` if the rules give no explanation."""
    return rules.why_illegal(position, option) if isinstance(rules, Notation) else None
