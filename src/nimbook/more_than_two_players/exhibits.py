"""More than two players drawn: who finishes where, ranks in grids, and columns added modulo n."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, TypeVar

from nimbook.draw._base import MOST_ROWS, Drawing, listed, scroll, wrap
from nimbook.draw.tables import grid, panels, table
from nimbook.draw.trees import MOST_NODES, levels, tree
from nimbook.match import PLAYERS, place_name
from nimbook.more_than_two_players.claims import changed_piles, shortfall
from nimtwist import podium
from nimtwist._checks import quoted, whole
from nimtwist.game import Notation, Ruleset, Solver, Tree
from nimtwist.games._heaps import check_heaps
from nimtwist.games.nim import Nim

__all__ = [
    "delta_table",
    "podium_table",
    "podium_tree",
    "rank_grid",
    "reduction_analysis",
    "reduction_step",
    "reduction_tables",
    "shortfall_table",
]

Position = TypeVar("Position")


def _seats(players: object) -> int:
    return whole(players, "the number of players", 2, len(PLAYERS))


# --- Who finishes where --------------------------------------------------------------------------


def podium_table(players: int) -> Drawing:
    """Return a table of who finishes where, for each player who may make the last move.

    A column, read downwards from a player's own victory, is what that player likes best.

    Raises:
        ValueError: if `players` is not a whole number from 2 to 6.
    """
    names = PLAYERS[: _seats(players)]
    return table(
        ["the last move is by", *(f"{name} is" for name in names)],
        [
            [name, *(place_name((winner - seat) % players + 1) for seat in range(players))]
            for winner, name in enumerate(names)
        ],
        f"The podium rule, {players} players: who finishes where",
    )


def podium_tree(rules: Ruleset[Position], position: Position, players: int) -> Drawing:
    """Return the game tree of a position: at each node who is to move, and who finishes where.

    Best moves are drawn thick. Of options that are written alike, one is drawn.

    Raises:
        ValueError: if `rules` are no ruleset, `players` is not a whole number from 2 to 6, the
            ruleset refuses the position, or the tree is too large to draw.
    """
    count, solver = _seats(players), podium.PodiumSolver(rules)
    root = Tree(position)
    seats = {id(root): 0}
    unfinished = [root]
    while unfinished and len(seats) <= MOST_NODES:
        node = unfinished.pop()
        options = {
            _show(rules, option): option for option in reversed(rules.options(node.position))
        }
        node.children += map(Tree, reversed(options.values()))
        seats.update((id(child), (seats[id(node)] + 1) % count) for child in node.children)
        unfinished += node.children
    levels(root)  # refuses what is too large, before it is searched

    def label(node: Tree[Position]) -> str:
        seat, places = seats[id(node)], solver.standings(node.position, count)
        where = f"at {_show(rules, node.position)}" if node.children else "stuck"
        order = (PLAYERS[(seat + places.index(place)) % count] for place in sorted(places))
        return "\n".join(
            [
                f"{PLAYERS[seat]} {where}",
                *(f"{place_name(i)} {name}" for i, name in enumerate(order, 1)),
            ]
        )

    def best(node: Tree[Position], child: Tree[Position]) -> bool:
        return (
            solver.standings(node.position, count)[0] == solver.standings(child.position, count)[-1]
        )

    title = f"{_show(rules, position)}, {count} players: who finishes where; best moves are thick"
    return tree(root, label, title=title, thick=best)


def _show(rules: Ruleset[Any], position: Any) -> str:
    return rules.show(position) if isinstance(rules, Notation) else repr(position)


# --- Ranks ---------------------------------------------------------------------------------------

_nim = Solver(Nim())


def rank_grid(players: int, others: tuple[int, ...], largest: int) -> Drawing:
    """Return the ranks of Nim with two heaps up to `largest`, and other heaps beside them.

    Rank 0 is P. Ranks are by brute force; the caption says at how many places P is where Δ is 0.

    Raises:
        ValueError: if `players` is not a whole number from 2 to 6, `others` is not a tuple of
            whole numbers or has more than 64 sticks, or `largest` is not from 1 to 64.

    >>> "P exactly where Δ is 0, at 64 of 64" in rank_grid(3, (5,), 7)
    True
    """
    count, rest = _seats(players), check_heaps(others)
    if sum(rest) > MOST_ROWS:
        raise ValueError(f"{quoted(others)} are too many sticks for a grid: at most {MOST_ROWS}")
    heaps = range(whole(largest, "the largest heap of a grid", 1, MOST_ROWS) + 1)
    ranks = [[_nim.rank((*rest, *sorted((i, j))), count) for j in heaps] for i in heaps]
    right = sum(
        (rank == 0) == podium.is_zero((*rest, i, j), count)
        for i, row in enumerate(ranks)
        for j, rank in enumerate(row)
    )
    beside = f" beside {Nim().show(rest)}" if any(rest) else ""
    return grid(
        [[rank or "P" for rank in row] for row in ranks],
        f"Two heaps{beside}, {count} players, ranks: P exactly where Δ is 0, at {right} of "
        f"{len(heaps) ** 2} places",
        rows_are="first heap",
        columns_are="second heap",
    )


# --- Columns added modulo n ----------------------------------------------------------------------


def delta_table(piles: tuple[int, ...], players: int) -> Drawing:
    """Return piles in binary, one below the other, and under the line their columns' sums, Δ.

    Columns whose sum modulo `players` is not 0 are shaded, and the sum is framed.

    Raises:
        ValueError: if `piles` is not a tuple of whole numbers, has more than 64, or one of more
            than 64 digits, or `players` is not a whole number, at least 2.
    """
    _check_table(piles)
    return _table(podium.Step(piles, podium.delta(piles, players)), players)


def reduction_tables(
    piles: tuple[int, ...], players: int, start: Literal["leftmost", "not n - 1"] = "leftmost"
) -> Drawing:
    """Return the tables of the algorithm that makes Δ zero, side by side.

    The rows that a step has changed are bold, and say what they were. `start` is as for
    `nimtwist.podium.reduction`. (podium.ex-algorithm)

    Raises:
        ValueError: as for `delta_table`, or if `start` is none of those.
    """
    steps = _reduction(piles, players, start)
    return panels(*(_table(step, players, old) for step, old in _with_former(steps)))


def reduction_step(piles: tuple[int, ...], players: int, step: int) -> Drawing:
    """Return one table of the algorithm, and what was done, in a sentence.

    Raises:
        ValueError: as for `delta_table`, or if `step` is none of its steps, counted from 0.
    """
    steps = _reduction(piles, players)
    number = whole(step, f"the step of {quoted(piles)}", 0, len(steps) - 1)
    now, former = _with_former(steps)[number]
    return wrap(f"<p>{_told(now, former)}</p>{_table(now, players, former)}", "")


def reduction_analysis(piles: tuple[int, ...], players: int) -> Drawing:
    """Return the algorithm's tables for piles, and beside what it finds all the shortest ways.

    Raises:
        ValueError: as for `delta_table`, or if there are more than 8 piles, or one above 63.
    """
    if len(check_heaps(piles)) > _MOST_PILES or max(piles, default=0) > _LARGEST_PILE:
        raise ValueError(
            f"{quoted(piles)} is too much to look through here: at most {_MOST_PILES} heaps, up to "
            f"{_LARGEST_PILE}"
        )
    steps = _reduction(piles, players)
    found, used = steps[-1].piles, changed_piles(steps)
    fewest, shortest = podium.rank(piles, players), podium.nearest(piles, players)
    tables = reduction_tables(piles, players)
    if not fewest:
        return wrap(f"<p>Δ is 0: {Nim().show(piles)} is a 0-position.</p>{tables}", "")
    verdict = "No way is shorter" if used == fewest else f"{_heaps(fewest)} would do"
    sentence = (
        f"The algorithm lowers {_heaps(used)}: {_changes(piles, found)}. {verdict}: "
        f"{Nim().show(piles)} has rank {fewest}."
    )
    rows = dict.fromkeys((Nim().show(end), _changes(piles, end)) for end in shortest)
    more = f", the first {_MOST_WAYS} of {len(rows)}" if len(rows) > _MOST_WAYS else ""
    ways = table(
        ["0-position", "moves"], [*rows][:_MOST_WAYS], f"The shortest ways to a 0-position{more}"
    )
    return wrap(f"<p>{sentence}</p>{tables}{ways}", "")


_MOST_PILES, _LARGEST_PILE, _MOST_WAYS = 8, 63, 12


def shortfall_table(cases: Iterable[tuple[int, int, int]]) -> Drawing:
    """Return how often the algorithm lowers more heaps than it must, top down.

    `cases` are numbers of players, of heaps, and the largest of these; small heaps are on top.
    (podium.ex-algorithm)

    Raises:
        ValueError: if a case is not three such numbers, players and heaps at most 6, the largest
            at most 15.
    """
    rows = []
    for case in listed(cases, "the cases"):
        if len(numbers := listed(case, "a case")) != 3:
            raise ValueError(f"a case is players, heaps and the largest heap, not {quoted(case)}")
        players, heaps = _seats(numbers[0]), whole(numbers[1], "the number of heaps", 1, 6)
        largest = whole(numbers[2], "the largest heap", 1, 15)
        longer, count = shortfall(players, heaps, largest)
        share = f"{100 * longer / count:.1f} %"
        rows.append([players, f"{heaps}, up to {largest}", f"{count:,}", f"{longer:,}", share])
    return table(
        ["players", "heaps", "Δ is not 0", "a shorter way exists", "share"],
        rows,
        "How often the algorithm is not the shortest way",
    )


def _heaps(count: int) -> str:
    return f"{count} heap{'s' * (count > 1)}"


def _changes(before: tuple[int, ...], after: tuple[int, ...]) -> str:
    """Return which piles change, as in "47 to 16, 23 to 20"."""
    return ", ".join(f"{a} to {b}" for a, b in zip(before, after, strict=True) if a != b)


def _check_table(piles: object) -> None:
    heaps = check_heaps(piles)
    if len(heaps) > MOST_ROWS or max(heaps, default=0).bit_length() > MOST_ROWS:
        raise ValueError(
            f"{quoted(piles)} is too large for a table: at most {MOST_ROWS} heaps of {MOST_ROWS} "
            "binary digits"
        )


def _reduction(
    piles: tuple[int, ...], players: int, start: Literal["leftmost", "not n - 1"] = "leftmost"
) -> list[podium.Step]:
    _check_table(piles)
    return podium.reduction(piles, players, start=start)


def _with_former(steps: list[podium.Step]) -> list[tuple[podium.Step, podium.Step]]:
    """Return each step with the one before it; the first one with itself."""
    return list(zip(steps, [steps[0], *steps], strict=False))


def _told(step: podium.Step, former: podium.Step) -> str:
    """Return what a step of the algorithm did, and what is left, in sentences."""
    digits = "".join(map(str, step.sums)) if max(step.sums, default=0) < 10 else str(step.sums)
    left = f"Δ is {digits} now" if any(step.sums) else "Δ is 0: done"
    if step.column is None:
        return f"{left.removesuffix(' now')}."
    total = former.sums[step.column]
    return (
        f"The {place_name(step.column + 1)} column had the sum {total}, so {total} of its ones "
        f"must go: {_changes(former.piles, step.piles)}. {left}."
    )


def _table(step: podium.Step, players: int, former: podium.Step | None = None) -> Drawing:
    width = len(step.sums)
    lit = [' class="nt-lit"' if total else "" for total in step.sums]

    def cells(digits: Iterable[object]) -> str:
        return "".join(f"<td{kind}>{digit}</td>" for kind, digit in zip(lit, digits, strict=True))

    head = "".join(f'<th scope="col">{1 << place}</th>' for place in reversed(range(width)))
    rows = []
    for row, pile in enumerate(step.piles):
        was = f" (was {former.piles[row]})" if former and row in step.changed else ""
        kind = ' class="nt-changed"' if was else ""
        digits = cells(f"{pile:0{width}b}" if width else "")
        rows.append(f'<tr{kind}><th scope="row">{pile}{was}</th>{digits}</tr>')
    caption = f"Sums modulo {players}"
    return scroll(
        f'<table class="nt-delta"><caption>{caption}</caption>'
        f"<thead><tr><td></td>{head}</tr></thead><tbody>{''.join(rows)}</tbody>"
        f'<tfoot><tr><th scope="row">Δ</th>{cells(step.sums)}</tr></tfoot></table>',
        f"{caption}: Δ of {Nim().show(step.piles)}",
    )
