"""Sequences and tables of outcomes and values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Any, Literal

from nimtwist.checks import check_choice, check_integer
from nimtwist.game import Place, heap_position
from nimtwist.genus import misere_grundy_value
from nimtwist.protocol import Ruleset, feature
from nimtwist.sequences import HEAPS, MAX_COUNT, HeapSequence
from nimtwist.solve import BestSolver, Play
from nimtwist.solver import MAX_POSITIONS, Solver

__all__ = ["p_positions", "sequence", "table"]

_MAX_AXES = 10


def sequence(
    rules: Ruleset[Any],
    count: int,
    position: Place | None = None,
    progress: Callable[[int], object] | None = None,
    play: Literal["normal", "misère"] = "normal",
) -> list[Any]:
    """Return the Grundy values of heaps of 0 to `count` - 1 sticks.

    Args:
        rules: any ruleset.
        count: the number of values, an integer from 0 to two billion.
        position: a function that returns the position for a number of sticks n. The default is n
            itself if the ruleset accepts integers as positions, and otherwise `(n,)`.
        progress: a function that is called from time to time with a number: of values found if
            the values of single heaps have a recurrence, and otherwise of positions visited.
        play: "normal", or "misère" for misère Grundy values.

    >>> from nimtwist.games import Kayles, Subtraction
    >>> sequence(Kayles(), 12), sequence(Subtraction({1, 2}), 7)
    ([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6], [0, 1, 2, 0, 1, 2, 0])
    """
    count = check_integer(count, "the number of values", 0, MAX_COUNT)
    check_choice(play, "play", ("normal", "misère"))
    if position is None and play == "normal":
        if isinstance(rules, HEAPS):
            heaps = HeapSequence(rules)
            heaps.extend(count, progress)
            return [int(value) for value in heaps.values]
        if grundy_values := feature(rules, "grundy_values"):
            return list(grundy_values(count, progress))
    place = position or heap_position(rules)
    if play == "normal":
        ask: Callable[[Any], int] = BestSolver(rules, progress=progress).grundy
    else:
        solver = Solver(rules, progress)
        ask = lambda position: solver.evaluate(position, misere_grundy_value)  # noqa: E731
    return [ask(place(heap)) for heap in range(count)]


def table(
    rules: Ruleset[Any],
    axes: Sequence[Iterable[Any]],
    value: Literal["outcome", "grundy", "rank"] = "outcome",
    position: Place | None = None,
    *,
    play: Play = "normal",
    progress: Callable[[int], object] | None = None,
    limit: int | None = MAX_POSITIONS,
) -> list[Any]:
    """Return outcomes, Grundy values or podium ranks as nested lists, one level for each axis.

    Args:
        rules: any ruleset.
        axes: the values of each coordinate, such as `(range(8), range(8))`; at most ten axes.
        value: "outcome" for "P", "N" or, if play need not end, "D"; "grundy" for Grundy values; or
            "rank" for podium ranks.
        position: a function that returns the position with the given coordinates. By default, the
            position is the tuple of coordinates.
        play: "normal", "misère", or the number of players for the podium rule.
        progress: see `Solver`.
        limit: see `Solver`.

    Raises:
        ValueError: if `value`, `play` or the number of axes is not allowed, if the kind of play has
            no such values, or if the ruleset rejects a position.

    >>> from nimtwist.games import Nim, Vectors
    >>> wythoff = Vectors(repeated=[(1, 0), (0, 1), (1, 1)])
    >>> table(wythoff, (range(3), range(4)))
    [['P', 'N', 'N', 'N'], ['N', 'N', 'P', 'N'], ['N', 'P', 'N', 'N']]
    >>> table(Nim(), (range(3), range(4)), "grundy", lambda a, b: (a, b, 1))
    [[1, 0, 3, 2], [0, 1, 2, 3], [3, 2, 1, 0]]
    """
    kinds = ("outcome", "grundy") if isinstance(play, str) else ("outcome", "rank")
    check_choice(value, "value", kinds)
    check_integer(len(axes), "the number of axes", 1, _MAX_AXES)
    solver = BestSolver(rules, play, progress=progress, limit=limit)
    asks: dict[str, Callable[[Any], Any]] = {
        "outcome": solver.outcome,
        "grundy": solver.grundy,
        "rank": lambda position: solver.rank(position, play),
    }
    ask = asks[value]
    place = position or (lambda *coordinates: coordinates)

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
