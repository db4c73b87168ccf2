"""The choice of a solver for a game: the one place where a method is preferred to another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, Literal

from nimtwist.checks import check_choice
from nimtwist.game import Rank, list_options
from nimtwist.protocol import Position, Ruleset, feature
from nimtwist.solver import MAX_POSITIONS, Solver
from nimtwist.sums import Sum, SumSolver

MAX_SECONDS = 1
"""A closed form is used only if it needs less than about this many seconds for a position."""

Play = Literal["normal", "misère"] | int
"""The kind of play: normal, misère or, for the podium rule, the number of players."""


def solver_for(
    rules: Ruleset[Any],
    play: Play = "normal",
    *,
    start: Any = None,
    method: Literal["search", "any"] = "search",
    progress: Callable[[int], object] | None = None,
    limit: int | None = MAX_POSITIONS,
    spend: Callable[[int], object] | None = None,
) -> Any:
    """Return the solver that answers questions about a game with the least work.

    A search of a game with components, or of a `Sum`, uses a `SumSolver`, and any other search a
    `Solver`. Checks of the book's claims create a `Solver` of their own, and tests compare both.

    Args:
        rules: any ruleset whose play must end.
        play: "normal", "misère", or the number of players, whose ranks the solver can compute.
        start: the position from which the game is played; only closed forms need it.
        method: "search" for a search from the rules, or "any" to prefer the closed form of the game
            or a solver of its own, if there is one for this kind of play.
        progress: see `Solver`.
        limit: see `Solver`; a game's own solver has no limit.
        spend: a function that is called with the work of each step of a search: the total size of
            the options of a position. It may raise an exception to stop the search.

    Raises:
        ValueError: if `play` or `method` is unknown.

    >>> from nimtwist.games import Kayles, Nim
    >>> solver_for(Kayles()), solver_for(Kayles(), "misère")
    (SumSolver(Kayles()), Solver(Kayles()))
    >>> solver_for(Nim(), start=(2, 1), method="any")
    Bouton(rules=Nim())
    >>> solver_for(Kayles() + Nim()).outcome(((7,), (2,)))
    'P'
    >>> solver_for(Nim(), 3).rank((2, 1), players=3)
    2
    """
    check_choice(method, "method", ("search", "any"))
    if isinstance(play, str):
        check_choice(play, "play", ("normal", "misère"))
    else:
        Rank(play)
    if play == "normal" and method == "any":
        seconds = feature(rules, "seconds")
        theory = feature(rules, "closed_form")
        if theory is not None and (seconds is None or seconds(start) < MAX_SECONDS):
            return theory
        if own := feature(rules, "solver"):
            return own(progress)
    searched = rules if spend is None else _metered(rules, spend)
    if play == "normal" and (feature(rules, "components") or type(rules) is Sum):
        return SumSolver(searched, progress, limit=limit)
    return Solver(searched, progress, misere=play == "misère", limit=limit)


class _Metered(Generic[Position]):
    """A copy of a ruleset that passes the total size of each list of options to `spend`."""

    def __init__(self, rules: Ruleset[Position], spend: Callable[[int], object]) -> None:
        self._rules, self._spend = rules, spend
        if canonical := feature(rules, "canonical"):
            self.canonical = canonical
        if components := feature(rules, "components"):
            self.components = components

    def options(self, position: Position, /) -> Sequence[Position]:
        options = list_options(self._rules.options(position), position)
        # Add 10, because even finding out that a position has no options takes some time.
        self._spend((len(options) + 10) * _size(position))
        return options


def _metered(rules: Ruleset[Any], spend: Callable[[int], object]) -> Ruleset[Any]:
    if type(rules) is Sum:
        return Sum(*(_metered(one, spend) for one in rules.rules))
    return _Metered(rules, spend)


def _size(position: object) -> int:
    """Return the size of a position: 1 plus the sum of the sizes of its parts."""
    if isinstance(position, tuple | frozenset):
        return 1 + sum(map(_size, position))
    return 1
