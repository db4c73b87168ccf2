"""Figures and tables of the gallery: periods, lengths of games, values of boards and pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations, combinations_with_replacement

import pandas as pd

from nimbook.claims.gallery import RUNS, cram_runs, published_cram_values
from nimbook.samples import pictures
from nimbook.show import Picture, Table, colour, shown
from nimtwist.game import LoopySolver, Solver, SumSolver
from nimtwist.games.cram import Cram, CramSolver
from nimtwist.games.hackenbush import Hackenbush
from nimtwist.games.northcott import Northcott, Rows
from nimtwist.games.octal import Octal


def row_values(game: Octal, count: int, period: int) -> pd.DataFrame:
    """Return what single rows below `count` are worth, `period` to a line.

    >>> row_values(Octal("0.77"), 24, 12).loc["12\N{NO-BREAK SPACE}+"].tolist()
    [4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7]
    """
    solver = SumSolver(game)
    lines = range(0, count, period)
    return pd.DataFrame(
        [[solver.grundy((line + n,)) for n in range(period)] for line in lines],
        index=pd.Index([f"{line}\N{NO-BREAK SPACE}+" for line in lines], name="pins"),
        columns=range(period),
    )


def periods(games: Mapping[str, Octal], count: int) -> Picture:
    """Return what single rows below `count` are worth, with those apart that are out of step.

    `games` is {name: an octal game whose period is known}. (nimber.kayles)
    """
    found = {name: _steps(game, count) for name, game in games.items()}
    told = "; ".join(
        f"{name} has the period {period} and {len(odd)} rows out of step, the last one of {odd[-1]}"
        for name, (_, period, odd) in found.items()
    )
    picture = Picture(
        "When rows fall into step",
        f"Dots for the values of rows of up to {count - 1}, a panel for each game. Left of a line "
        f"some dots are apart from the pattern, right of it none is: {told}.",
        (5.4, 0.6 + 2 * len(games)),
    )
    places = picture.subplots(len(games), 1, sharex=True, squeeze=False)[:, 0]
    for axes, (name, (values, period, odd)) in zip(places, found.items(), strict=True):
        even = [n for n in range(count) if n not in odd]
        axes.plot(even, [values[n] for n in even], ".", color=colour("p"), markersize=5)
        axes.plot(odd, [values[n] for n in odd], "D", color=colour("n-line"), markersize=4.5, mew=0)
        axes.axvline(odd[-1] + 0.5, color=colour("line"), linewidth=1)
        top = max(values) + 1.6
        axes.text(odd[-1] + 3, top, f"in step from {odd[-1] + 1} on", va="top", size=9.5)
        axes.text(odd[-1] - 2, top, "out of step", ha="right", va="top", size=9.5).set_color(
            colour("n-line")
        )
        axes.set(ylabel="Grundy value", ylim=(-0.6, top + 0.2), yticks=range(0, max(values) + 1, 2))
        axes.set_title(f"{name}: period {period}", loc="left")
        axes.vlines(
            range(0, count, period), -0.6, max(values), colour("faint"), linewidth=0.8, zorder=0
        )
    places[-1].set_xlabel("length of the row")
    return picture


def _steps(game: Octal, count: int) -> tuple[list[int], int, list[int]]:
    """Return the values of rows, their period, and the rows that are out of step with it."""
    theory, solver = game.closed_form, SumSolver(game)
    if theory is None:
        raise ValueError(f"no period of {game.code} is known here")
    values = [solver.grundy((n,)) for n in range(count)]
    far = theory.start + theory.period  # from here on all are in step
    late = {n % theory.period: theory.grundy((n,)) for n in range(far, far + theory.period)}
    odd = [n for n in range(count) if values[n] != late[n % theory.period]]
    return values, theory.period, odd


def remoteness(rows: int, width: int) -> Picture:
    """Return how long won games of Northcott last, against the room in front of the winner.

    All positions on a board are drawn, by retrograde analysis. (nimber.northcott)
    """
    rules = Northcott(width)
    solver = LoopySolver(rules)
    found: Counter[tuple[int, int]] = Counter()
    for position in combinations_with_replacement(combinations(range(width), 2), rows):
        moves = solver.remoteness(position)
        assert moves is not None  # no position is a draw
        winner = position if solver.outcome(position) == "N" else rules.turned(position)
        found[_room(winner, width), (moves + 1) // 2] += 1
    most = max(room for room, _ in found)
    longest = max(moves for _, moves in found)
    picture = Picture(
        f"How long Northcott's game lasts on {rows} rows of {width} squares",
        f"A disc for each number of free squares in front of the winner, from 0 to {most}, and "
        f"each number of moves that the winner makes, from 0 to {longest}, the larger the more "
        "positions there are. All are below the diagonal or on it.",
        (5.2, 3.7),
    )
    axes = picture.add_subplot()
    axes.plot([0, most], [0, most], color=colour("line"), linewidth=1)
    axes.text(most - 2.4, most - 1.7, "as many moves as squares", ha="right", va="bottom", size=9.5)
    places, counts = [*found], [*found.values()]
    axes.scatter(
        [room for room, _ in places],
        [moves for _, moves in places],
        [6 + 160 * count / max(counts) for count in counts],
        color=colour("p"),
        linewidths=0,
    )
    axes.set(xlabel="free squares in front of the winner", ylabel="moves that the winner makes")
    axes.set_xticks(range(0, most + 1, 3))
    axes.set_yticks(range(0, longest + 1, 3))
    return picture


def _room(position: Rows, width: int) -> int:
    """Return how many squares are in front of the left tokens, less those with the other token."""
    return sum(width - 2 - left for left, _ in position)


def cram_values(boards: Mapping[int, int]) -> pd.DataFrame:
    """Return the values of empty boards, by rows and columns; `boards` is {rows: most columns}.

    Columns after the last one of a row are empty. (nimber.cram)

    >>> cram_values({1: 4, 3: 3}).loc[3].tolist()
    [1, 1, 0, <NA>]
    """
    solver = CramSolver()
    values = {
        rows: pd.Series({n: solver.grundy(Cram.rectangle(rows, n)) for n in range(1, most + 1)})
        for rows, most in boards.items()
    }
    return pd.DataFrame(values).T.astype("Int64").rename_axis("rows")


def ticked_cram_values(values: pd.DataFrame) -> Table:
    """Return a table of values of boards, with a tick where the same value is published.

    (nimber.cram)
    """
    published = published_cram_values()
    printed = pd.DataFrame(
        [[published.get((min(m, n), max(m, n))) for n in values.columns] for m in values.index],
        values.index,
        values.columns,
    ).astype("Int64")
    known = values.notna() & printed.notna()
    differs = known & (values != printed).fillna(False)
    ticks = known.replace({True: "\N{NO-BREAK SPACE}✓", False: ""}).mask(
        differs, "\N{NO-BREAK SPACE}✗"
    )
    return shown(
        values.astype(object).where(values.notna(), "").astype(str) + ticks,
        f"Values of empty boards, by rows and columns: {(known & ~differs).to_numpy().sum()} of "
        f"{known.to_numpy().sum()} published values agree ✓",
        "cram-values",
        pd.concat({"computed": values, "published": printed.where(known)}, axis="columns"),
        differs,
    )


def large_cram_values(ledger: Mapping[int, int]) -> Table:
    """Return a table of the large boards that the compiled search solved, and what each took.

    `ledger` is {rows: most columns} of those that the ledger solves again. (nimber.cram)
    """
    published, lines, differs = published_cram_values(), {}, []
    for (rows, columns), run in cram_runs():
        value = published.get((rows, columns))
        differs.append(value is not None and value != run["value"])
        lines[f"{rows}\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}{columns}"] = {
            "value": run["value"],
            "published": "" if value is None else f"{value}\N{NO-BREAK SPACE}{'✓✗'[differs[-1]]}",
            "regions known": run["regions"],
            "MiB": run["mebibytes"],
            "seconds": round(run["seconds"]),
            "solved": "again" if columns <= ledger.get(rows, 0) else "once",
        }
    table = pd.DataFrame.from_dict(lines, orient="index").rename_axis("board")
    versions = ", ".join(f"{name} {number}" for name, number in RUNS["versions"].items())
    return shown(
        table,
        f"Large boards, solved on {RUNS['machine']}, with {versions}",
        "large-cram-values",
        pd.DataFrame([run for _, run in cram_runs()], table.index),
        pd.DataFrame({name: differs for name in table.columns}, table.index),
    )


def hackenbush_census(edges: int) -> pd.DataFrame:
    """Return how many pictures there are by their number of edges, and by their values.

    Pictures that differ in the names of their nodes only count once.
    """
    solver = Solver(Hackenbush())
    drawn = pd.DataFrame(
        [(len(picture.edges), solver.grundy(picture)) for picture in pictures(edges)],
        columns=["edges", "value"],
    )
    census = pd.crosstab(drawn["edges"], drawn["value"])
    census.columns = [f"worth {value}" for value in census.columns]
    return census
