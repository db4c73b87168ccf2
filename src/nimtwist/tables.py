"""Sequences and tables of outcomes and Grundy values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Any, Literal

from nimtwist.checks import check_choice, check_integer
from nimtwist.game import heap_position
from nimtwist.games.octal import MAX_VALUES
from nimtwist.protocol import Ruleset, feature
from nimtwist.solve import solver_for
from nimtwist.solver import MAX_POSITIONS

__all__ = ["p_positions", "sequence", "table"]

_MAX_AXES = 10

Place = Callable[..., Any]
"""A function that returns the position with the given coordinates."""


def sequence(
    rules: Ruleset[Any],
    count: int,
    position: Place | None = None,
    progress: Callable[[int], object] | None = None,
) -> list[int]:
    """Return the Grundy values of heaps of 0 to `count` - 1 sticks.

    Args:
        rules: any ruleset.
        count: the number of values, at most a million.
        position: a function that returns the position for a number of sticks n. The default is n
            itself if the ruleset accepts integers as positions, and otherwise `(n,)`.
        progress: a function that is called from time to time with a number: of values found if
            the ruleset has a method `grundy_values`, and otherwise of positions visited.

    >>> from nimtwist.games import Kayles, Subtraction
    >>> sequence(Kayles(), 12), sequence(Subtraction({1, 2}), 7)
    ([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6], [0, 1, 2, 0, 1, 2, 0])
    """
    count = check_integer(count, "the number of values", 0, MAX_VALUES)
    if position is None and (grundy_values := feature(rules, "grundy_values")):
        return list(grundy_values(count, progress))
    place = position or heap_position(rules)
    solver = solver_for(rules, progress=progress)
    return [solver.grundy(place(heap)) for heap in range(count)]


def table(
    rules: Ruleset[Any],
    axes: Sequence[Iterable[Any]],
    value: Literal["outcome", "grundy"] = "outcome",
    position: Place | None = None,
    *,
    misere: bool = False,
    progress: Callable[[int], object] | None = None,
    limit: int | None = MAX_POSITIONS,
) -> list[Any]:
    """Return outcomes or Grundy values as nested lists, one level for each axis.

    Args:
        rules: any ruleset.
        axes: the values of each coordinate, such as `(range(8), range(8))`; at most ten axes.
        value: "outcome" for "P" or "N", or "grundy" for Grundy values.
        position: a function that returns the position with the given coordinates. By default, the
            position is the tuple of coordinates.
        misere: whether the outcomes are those of misère play.
        progress: see `Solver`.
        limit: see `Solver`.

    Raises:
        ValueError: if `value` or the number of axes is not allowed, if Grundy values are requested
            for misère play, or if the ruleset rejects a position.

    >>> from nimtwist.games import Nim, Vectors
    >>> wythoff = Vectors(repeated=[(1, 0), (0, 1), (1, 1)])
    >>> table(wythoff, (range(3), range(4)))
    [['P', 'N', 'N', 'N'], ['N', 'N', 'P', 'N'], ['N', 'P', 'N', 'N']]
    >>> table(Nim(), (range(3), range(4)), "grundy", lambda a, b: (a, b, 1))
    [[1, 0, 3, 2], [0, 1, 2, 3], [3, 2, 1, 0]]
    """
    check_choice(value, "value", ("outcome", "grundy"))
    check_integer(len(axes), "the number of axes", 1, _MAX_AXES)
    solver = solver_for(rules, "misère" if misere else "normal", progress=progress, limit=limit)
    ask, place = getattr(solver, value), position or (lambda *coordinates: coordinates)

    def fill(fixed: tuple[Any, ...], remaining: Sequence[Sequence[Any]]) -> Any:
        if not remaining:
            return ask(place(*fixed))
        return [fill((*fixed, number), remaining[1:]) for number in remaining[0]]

    filled: list[Any] = fill((), [tuple(axis) for axis in axes])
    return filled


def p_positions(
    rules: Ruleset[Any],
    axes: Sequence[Iterable[Any]],
    position: Place | None = None,
    **options: Any,
) -> list[Any]:
    """Return the P-positions whose coordinates are in the given ranges, in lexicographic order.

    The arguments are those of `table`.

    >>> from nimtwist.games import Vectors
    >>> wythoff = Vectors(repeated=[(1, 0), (0, 1), (1, 1)])
    >>> p_positions(wythoff, (range(8), range(8)))
    [(0, 0), (1, 2), (2, 1), (3, 5), (4, 7), (5, 3), (7, 4)]
    """
    place = position or (lambda *coordinates: coordinates)
    axes = [tuple(axis) for axis in axes]
    outcomes = table(rules, axes, "outcome", place, **options)
    for _ in axes[1:]:
        outcomes = [outcome for row in outcomes for outcome in row]
    pairs = zip(product(*axes), outcomes)
    return [place(*coordinates) for coordinates, outcome in pairs if outcome == "P"]
