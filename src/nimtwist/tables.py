"""Sequences and tables of outcomes and Grundy values, and their periods."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Literal

from nimtwist.checks import check_choice, check_integer
from nimtwist.game import heap_position
from nimtwist.games.octal import MAX_VALUES
from nimtwist.protocol import Ruleset, feature
from nimtwist.solve import solver_for
from nimtwist.solver import MAX_POSITIONS

__all__ = ["Period", "p_positions", "period", "sequence", "table"]

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


@dataclass(frozen=True)
class Period:
    """A period of a sequence: value(n + `length`) = value(n) + `saltus` for all n from `start` on.

    It has been observed in the given values only, unless `theorem` names the theorem that proves it
    for all n.
    """

    start: int
    length: int
    saltus: int = 0
    theorem: str | None = None


def period(
    values: Iterable[Any], rules: Ruleset[Any] | None = None, *, additive: bool = False
) -> Period | None:
    """Return the shortest period of a sequence, or `None` if there is none.

    A period counts only if it holds at least for the second half of the values and for two full
    periods. `start` is as small as possible.

    Args:
        values: a sequence of outcomes or Grundy values, beginning with that of the empty heap.
        rules: the ruleset whose single heaps have these values. If it has a method `why_periodic`,
            this method says whether the values prove the period.
        additive: whether to look for an arithmetic period, in which all values, which must be
            integers, grow by a constant `saltus` from one period to the next.

    >>> from nimtwist.games import Kayles
    >>> period(sequence(Kayles(), 200), Kayles())
    Period(start=71, length=12, saltus=0, theorem='theorem of Guy and Smith')
    >>> period([0, 1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5], additive=True)
    Period(start=0, length=4, saltus=2, theorem=None)
    """
    values = [check_integer(value, "a value") for value in values] if additive else list(values)
    count = len(values)
    for length in range(1, count // 2 + 1):
        saltus = values[-1] - values[-1 - length] if additive else 0
        start = count - length
        while start and values[start - 1 + length] == (
            values[start - 1] + saltus if saltus else values[start - 1]
        ):
            start -= 1
        if 2 * start <= count and start + 2 * length <= count:
            why = feature(rules, "why_periodic") or (lambda *_: None)
            return Period(start, length, saltus, None if saltus else why(start, length, values))
    return None
