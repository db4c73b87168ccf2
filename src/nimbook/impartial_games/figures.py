"""Why the nim-sum works, the positions below one of Nim, and the rhythms of take-away games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pandas as pd
from matplotlib.colors import ListedColormap
from matplotlib.patches import Rectangle

from nimbook.impartial_games.exercises import Taking
from nimbook.show import MARK, Picture, colour, pair_map
from nimtwist.game import Solver
from nimtwist.games.nim import Nim, nim_sum


def nim_sum_map(size: int) -> Picture:
    """Return the nim-sums of all pairs of numbers below `size`, as shades."""
    return pair_map(
        size,
        lambda i, j: nim_sum((i, j)),
        "nim-sum",
        "heap",
        "Squares within squares: each square of side 2, 4, 8, … is cut into four, of which those "
        "on the diagonal are alike, and dark, and the other two are alike, and lighter.",
    )


def in_powers(number: int) -> list[int]:
    """Return the powers of two that make up a number, the largest first.

    >>> in_powers(6)
    [4, 2]
    """
    return [1 << k for k in reversed(range(number.bit_length())) if number >> k & 1]


def in_pairs(*positions: Sequence[int]) -> Picture:
    """Return heaps cut into powers of two, with equal parts paired, for each of the positions.

    What has no partner is marked; it is what the nim-sum adds up to.
    """
    told = "; ".join(
        f"{', '.join(map(str, heaps))}: "
        + (
            f"{' and '.join(map(str, in_powers(nim_sum(heaps))))} left over"
            if in_powers(nim_sum(heaps))
            else "all paired"
        )
        for heaps in positions
    )
    picture = Picture(
        "Heaps cut into powers of two, and paired",
        "Each heap is a row of sticks, cut into parts of 1, 2, 4, … Two equal parts in different "
        f"heaps are joined by a line. {told}.",
        (2.6 * len(positions), 2.3),
    )
    places = picture.subplots(1, len(positions), squeeze=False, gridspec_kw={"wspace": 0.15})[0]
    for axes, heaps in zip(places, positions, strict=True):
        powers = sorted({part for heap in heaps for part in in_powers(heap)}, reverse=True)
        middles = {}
        for power in powers:
            left = sum(p + 1 for p in powers if p > power)
            middles[power] = left + power / 2
            rows = [row for row, heap in enumerate(heaps) if power in in_powers(heap)]
            paired = rows[: len(rows) // 2 * 2]
            for row in rows:
                ink = colour("p" if row in paired else "n-line")
                frame = Rectangle((left, row - 0.34), power, 0.68, fill=False, lw=1.2, ec=ink)
                axes.add_patch(frame)
                sticks = [left + 0.5 + k for k in range(power)]
                axes.vlines(sticks, row - 0.22, row + 0.22, color=ink, lw=4)
            for one, other in zip(paired[::2], paired[1::2], strict=True):
                ends = [one + 0.34, other - 0.34]
                axes.plot([middles[power]] * 2, ends, color=colour("p"), lw=1.2)
        left_over = in_powers(nim_sum(heaps))
        said = f"{' and '.join(map(str, left_over))} left over: N" if left_over else "all paired: P"
        axes.set_title(said)
        axes.set_yticks(range(len(heaps)), map(str, heaps), size=11)
        axes.set_xticks([*middles.values()], [*map(str, middles)])
        width = sum(power + 1 for power in powers)
        axes.set(xlim=(-0.3, width - 0.7), ylim=(len(heaps) - 0.5, -0.5))
        axes.spines[:].set_visible(False)
        axes.tick_params(length=0)
    return picture


def game_graph(heaps: Sequence[int]) -> Picture:
    """Return all positions of Nim that play from `heaps` can reach, and all moves between them.

    A position stands over the number of its sticks, at the height of its nim-sum. Moves that win
    are drawn in the colour of P.
    """
    solver, start = Solver(Nim()), Nim().canonical(tuple(heaps))
    moves = graph_of(start)
    lost = [position for position in moves if solver.outcome(position) == "P"]
    picture = Picture(
        f"All positions of Nim below {Nim().show(start)}",
        f"{len(moves)} positions from left to right by their number of sticks, and upwards by "
        f"nim-sum. {len(lost)} of them are P, all on the lowest line, of nim-sum 0: "
        f"{', '.join(map(Nim().show, lost))}. No line joins two of these; from each other position "
        "a thick line leads down to one.",
        (5.2, 4.0),
    )
    axes = picture.subplots()
    places = _places(moves)
    for position, options in moves.items():
        for option in options:
            wins = solver.outcome(option) == "P"
            (x, y), (to_x, to_y) = places[position], places[option]
            kind, width = ("p", 1.8) if wins else ("faint", 0.9)
            axes.plot([x, to_x], [y, to_y], color=colour(kind), lw=width, zorder=1 + wins)
    for position, (x, y) in places.items():
        kind = "p" if position in lost else "n-line"
        axes.plot(x, y, "o", color=colour(kind), ms=6, zorder=3)
        words = "".join(map(str, reversed(position))) or "end"
        above = (0, -15) if y == 0 else (0, 7)
        axes.annotate(words, (x, y), above, textcoords="offset points", ha="center", size=9.5)
    levels = range(max(map(nim_sum, moves)) + 1)
    axes.set_yticks([*map(_level, levels)], [*map(str, levels)])
    axes.set(xlabel="sticks", ylabel="nim-sum", ylim=(-0.4, _level(levels[-1]) + 0.4))
    axes.set_xticks(range(sum(start) + 1))
    return picture


def graph_of(start: tuple[int, ...]) -> dict[tuple[int, ...], list[tuple[int, ...]]]:
    """Return each position that play from `start` can reach, with its options.

    >>> graph_of((2,))
    {(2,): [(), (1,)], (): [], (1,): [()]}
    """
    moves: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    to_do = [start]
    for position in to_do:
        if position not in moves:
            moves[position] = list(Nim().options(position))
            to_do += moves[position]
    return moves


def _places(positions: Iterable[tuple[int, ...]]) -> dict[tuple[int, ...], tuple[float, float]]:
    """Return where positions stand: sticks to the right, nim-sum up, equal ones side by side."""
    groups: dict[tuple[int, int], list[tuple[int, ...]]] = {}
    for position in sorted(positions, reverse=True):
        groups.setdefault((sum(position), nim_sum(position)), []).append(position)
    return {
        position: (x + 0.5 * (k - (len(group) - 1) / 2), _level(y))
        for (x, y), group in groups.items()
        for k, position in enumerate(group)
    }


def subtraction(allowed: Sequence[int], largest: int) -> tuple[list[str], list[int]]:
    """Return outcomes and values of single heaps from 0 on, if a move takes one of these numbers.

    >>> subtraction((1, 3), 4)
    (['P', 'N', 'P', 'N', 'P'], [0, 1, 0, 1, 0])
    """
    solver = Solver(Taking(lambda heap: [number for number in allowed if number <= heap]))
    heaps = range(largest + 1)
    return [*map(solver.outcome, heaps)], [*map(solver.grundy, heaps)]


def repeats(terms: Sequence[object], depth: int) -> tuple[int, int]:
    """Return where terms begin to repeat themselves, and their period.

    Each term must depend on the `depth` before it alone, so that all is repeated if these are.

    Raises:
        ValueError: if they do not repeat themselves as far as they go.

    >>> repeats([7, 1, 2, 1, 2, 1, 2], 2)
    (1, 2)
    """
    seen: dict[tuple[object, ...], int] = {}
    for start in range(len(terms) - depth + 1):
        first = seen.setdefault(tuple(terms[start : start + depth]), start)
        if first < start:
            return first, start - first
    raise ValueError(f"{len(terms)} terms do not show a period; it needs more of them")


def _level(value: int) -> float:
    """Return how high a nim-sum stands: closer and closer, so that lines do not hide each other."""
    return float(sum(0.8**k for k in range(value)))


def rhythms(sets: Sequence[tuple[int, ...]], largest: int) -> Picture:
    """Return which single heaps up to `largest` are P, for each set of numbers that may be taken.

    The first period is underlined, from where it begins.
    """
    table = rhythm_table(sets)
    picture = Picture(
        "The heaps that are P, for sets of numbers that may be taken",
        f"A row for each of {len(sets)} sets of numbers, with a mark for each heap up to {largest} "
        "that is P; the first period is underlined. Each row repeats itself, with a period from "
        f"{table['period'].min()} to {table['period'].max()}.",
        (5.2, 0.9 + 0.21 * len(sets)),
    )
    axes = picture.subplots()
    lost = [[outcome == "P" for outcome in subtraction(taken, largest)[0]] for taken in sets]
    gap = [False] * (largest + 1)
    lines = [line for row in lost for line in (gap, row, row, row, gap)]
    ends = (-0.5, largest + 0.5, len(sets) - 0.5, -0.5)
    marks = ListedColormap(["none", MARK])
    axes.imshow(lines, cmap=marks, vmin=0, vmax=1, aspect="auto", extent=ends)
    for row, (begins, period) in enumerate(zip(table["from"], table["period"], strict=True)):
        axes.hlines(row + 0.42, begins - 0.5, begins + period - 0.5, color=colour("n-line"), lw=1.6)
        axes.text(largest + 1, row, str(period), va="center", size=9.5)
    axes.text(largest + 1, -1.2, "period", va="center", size=9.5)
    axes.set_yticks(range(len(sets)), [", ".join(map(str, taken)) for taken in sets])
    axes.set(xlabel="heap", ylabel="may be taken", ylim=(len(sets) - 0.3, -0.7))
    axes.tick_params(axis="y", length=0)
    axes.spines[:].set_visible(False)
    return picture


def rhythm_table(sets: Sequence[tuple[int, ...]]) -> pd.DataFrame:
    """Return the rhythm of the take-away game for each set of numbers that may be taken.

    What the next heap is depends on as many heaps before it as the largest number in the set. Where
    so many come again, all the rest does, so that a period is proved by finding it.
    """
    lines = []
    for allowed in sets:
        outcomes, values = subtraction(allowed, 200)
        begins, period = repeats(outcomes, max(allowed))
        value_begins, value_period = repeats(values, max(allowed))
        lines.append(
            {
                "may be taken": ", ".join(map(str, allowed)),
                "from": begins,
                "period": period,
                "outcomes": "".join(outcomes[begins : begins + period]),
                "values": "\u202f".join(
                    map(str, values[value_begins : value_begins + value_period])
                ),
                "their period": value_period,
            }
        )
    return pd.DataFrame(lines).set_index("may be taken")
