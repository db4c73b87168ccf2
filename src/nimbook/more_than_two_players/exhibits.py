"""More than two players drawn: who finishes where, ranks, columns added modulo n, other games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product, repeat
from typing import Literal

from nimbook.claims.podium import changed_heaps
from nimbook.claims.podium_games import (
    blocking_rank,
)
from nimbook.match import MOST_PLAYERS, PLAYERS, place_name
from nimbook.samples import solver
from nimbook.show._base import Drawing, scroll, wrap
from nimbook.show.answers import Cell, Formula, answers
from nimbook.show.grids import cell_table, panels, table
from nimbook.show.trees import MOST_NODES, levels, tree
from nimtwist import podium
from nimtwist._checks import quoted, whole
from nimtwist.game import Tree
from nimtwist.games.blocking import BlockingNim, show_restriction
from nimtwist.games.nim import Nim

Heaps = tuple[int, ...]

# For more heaps, or larger ones, the shortest ways are not looked for while a person waits; a table
# has only the first of them.
_MOST_HEAPS, _LARGEST_HEAP, _MOST_WAYS = 8, 63, 12

# --- Who finishes where --------------------------------------------------------------------------


def podium_table(players: int) -> Drawing:
    """Return a table of who finishes where, for each player who may make the last move.

    A column, read downwards from a player's own victory, has what that player likes from best to
    worst.
    """
    names = PLAYERS[:players]
    return table(
        ["the last move is by", *(f"{name} is" for name in names)],
        [
            [name, *(place_name((winner - seat) % players + 1) for seat in range(players))]
            for winner, name in enumerate(names)
        ],
        f"The podium rule, {players} players: who finishes where",
    )


def podium_tree(rules: Nim, position: Heaps, players: int) -> Drawing:
    """Return the game tree of a position: at each node who is to move, and who finishes where.

    Best moves are drawn thick.
    """
    whole(players, "the number of players", 2, MOST_PLAYERS)
    theory = podium.PodiumSolver(rules)
    root = Tree(position)
    seats = {id(root): 0}
    unfinished = [root]
    while unfinished and len(seats) <= MOST_NODES:
        node = unfinished.pop()
        node.children += map(Tree, rules.options(node.position))
        seats.update((id(child), (seats[id(node)] + 1) % players) for child in node.children)
        unfinished += node.children
    levels(root)  # refuses what is too large, before it is searched

    def label(node: Tree[Heaps]) -> str:
        seat, places = seats[id(node)], theory.standings(node.position, players)
        where = f"at {rules.show(node.position)}" if node.children else "stuck"
        order = (PLAYERS[(seat + places.index(place)) % players] for place in sorted(places))
        finish = (f"{place_name(i)} {name}" for i, name in enumerate(order, 1))
        return "\n".join([f"{PLAYERS[seat]} {where}", *finish])

    def best(node: Tree[Heaps], child: Tree[Heaps]) -> bool:
        own, after = (theory.standings(n.position, players) for n in (node, child))
        return own[0] == after[-1]

    shown = rules.show(position)
    title = f"{shown}, {players} players: who finishes where; best moves are thick"
    return tree(root, label, title=title, thick=best)


# --- Ranks ---------------------------------------------------------------------------------------


def rank_grid(players: int, others: Heaps, largest: int) -> Drawing:
    """Return the ranks of Nim with two heaps up to `largest`, and other heaps beside them.

    Rank 0 is P. Ranks are by brute force; the caption says at how many places P is where Δ is 0.
    """
    heaps = range(largest + 1)
    ranks = [[solver(Nim()).rank((*others, i, j), players) for j in heaps] for i in heaps]
    right = sum(
        (ranks[i][j] == 0) == podium.is_zero((*others, i, j), players)
        for i, j in product(heaps, repeat=2)
    )
    beside = f" beside {Nim().show(others)}" if any(others) else ""
    return cell_table(
        [[rank or "P" for rank in row] for row in ranks],
        f"Two heaps{beside}, {players} players, ranks: P exactly where Δ is 0, at {right} of "
        f"{len(heaps) ** 2} places",
        rows_are="first heap",
        columns_are="second heap",
        answers=answers(
            "rank",
            Nim(),
            {(i, j): Nim().canonical((*others, i, j)) for i, j in product(heaps, repeat=2)},
            lambda position: solver(Nim()).rank(position, players) or "P",
            Nim().show,
            name="ranks",
            called=f"({{row}}, {{column}}){beside}",
            number=players,
            formula=_delta_formula(
                {(i, j): (*others, i, j) for i, j in product(heaps, repeat=2)}, players
            ),
        ),
    )


def _delta_formula(positions: Mapping[Cell, Heaps], players: int) -> Formula:
    def shown(heaps: Heaps) -> str:
        return "".join(map(str, podium.delta(heaps, players))) or "0"

    return Formula(
        "Δ = {}, and P is where Δ is 0",
        {cell: shown(heaps) for cell, heaps in positions.items()},
        "Li",
        "thm-li",
    )


# --- Columns added modulo n ----------------------------------------------------------------------


def delta_table(heaps: Heaps, players: int) -> Drawing:
    """Return heaps in binary, one below the other, and under the line their columns' sums, Δ.

    Columns whose sum modulo `players` is not 0 are shaded, and the sum is framed.
    """
    step = podium.Step(heaps, podium.delta(heaps, players))
    return _table(step, step, players)


def reduction_tables(
    heaps: Heaps, players: int, start: Literal["leftmost", "not n - 1"] = "leftmost"
) -> Drawing:
    """Return the tables of the algorithm that makes Δ zero, side by side.

    The rows that a step has changed are bold, and say what they were. `start` is as for
    `nimtwist.podium.reduction`. (podium.ex-algorithm)
    """
    steps = podium.reduction(heaps, players, start=start)
    return panels(*map(_table, steps, [steps[0], *steps], repeat(players)))


def reduction_step(heaps: Heaps, players: int, step: int) -> Drawing:
    """Return one table of the algorithm, and what was done, in a sentence."""
    steps = podium.reduction(heaps, players)
    now, former = steps[step], steps[max(step - 1, 0)]
    return wrap(f"<p>{_done(now, former)}</p>{_table(now, former, players)}", "")


def reduction_analysis(heaps: Heaps, players: int) -> Drawing:
    """Return the tables of the algorithm and, beside what it finds, all the shortest ways."""
    if len(heaps) > _MOST_HEAPS or max(heaps, default=0) > _LARGEST_HEAP:
        raise ValueError(
            f"{quoted(heaps)} is too much to look through here: at most {_MOST_HEAPS} heaps, up to "
            f"{_LARGEST_HEAP}"
        )
    steps, shown = podium.reduction(heaps, players), Nim().show(heaps)
    found, used = steps[-1].heaps, changed_heaps(steps)
    fewest = podium.rank(heaps, players)
    tables = reduction_tables(heaps, players)
    if not fewest:
        return wrap(f"<p>Δ is 0: {shown} is a 0-position.</p>{tables}", "")
    verdict = "No way is shorter" if used == fewest else f"{_heaps(fewest)} would do"
    sentence = (
        f"The algorithm lowers {_heaps(used)}: {_changes(heaps, found)}. {verdict}: {shown} has "
        f"rank {fewest}."
    )
    ends = podium.nearest(heaps, players)
    rows = list(dict.fromkeys((Nim().show(end), _changes(heaps, end)) for end in ends))
    more = f", the first {_MOST_WAYS} of {len(rows)}" if len(rows) > _MOST_WAYS else ""
    caption = f"The shortest ways to a 0-position{more}"
    ways = table(["0-position", "moves"], rows[:_MOST_WAYS], caption)
    return wrap(f"<p>{sentence}</p>{tables}{ways}", "")


def _heaps(number: int) -> str:
    return f"{number} heap{'s' * (number > 1)}"


def _changes(before: Heaps, after: Heaps) -> str:
    """Return which heaps change, as in "47 to 16, 23 to 20"."""
    return ", ".join(f"{a} to {b}" for a, b in zip(before, after, strict=True) if a != b)


def _done(step: podium.Step, former: podium.Step) -> str:
    """Return what a step of the algorithm did, and what is left, in sentences."""
    left = f"Δ is {''.join(map(str, step.sums))} now" if any(step.sums) else "Δ is 0: done"
    if step.column is None:
        return f"{left.removesuffix(' now')}."
    total = former.sums[step.column]
    return (
        f"The {place_name(step.column + 1)} column had the sum {total}, so {total} of its ones "
        f"must go: {_changes(former.heaps, step.heaps)}. {left}."
    )


def _table(step: podium.Step, former: podium.Step, players: int) -> Drawing:
    width = len(step.sums)
    lit = [' class="nt-lit"' if total else "" for total in step.sums]

    def cells(digits: Iterable[object]) -> str:
        return "".join(f"<td{kind}>{digit}</td>" for kind, digit in zip(lit, digits, strict=True))

    head = "".join(f'<th scope="col">{1 << place}</th>' for place in reversed(range(width)))
    rows = []
    for row, heap in enumerate(step.heaps):
        was = f" (was {former.heaps[row]})" if row in step.changed else ""
        kind = ' class="nt-changed"' if was else ""
        digits = cells(f"{heap:0{width}b}" if width else "")
        rows.append(f'<tr{kind}><th scope="row">{heap}{was}</th>{digits}</tr>')
    caption = f"Sums modulo {players}"
    return scroll(
        f'<table class="nt-delta"><caption>{caption}</caption>'
        f"<thead><tr><td></td>{head}</tr></thead><tbody>{''.join(rows)}</tbody>"
        f'<tfoot><tr><th scope="row">Δ</th>{cells(step.sums)}</tr></tfoot></table>',
        f"{caption}: Δ of {Nim().show(step.heaps)}",
    )


# --- Other games at the same table ---------------------------------------------------------------


def boxed_ranks(
    players: int, beside: int, forbidden: Iterable[int], modulus: int, largest: int
) -> Drawing:
    """Return ranks of blocking Nim for two heaps up to `largest`, and of Nim for their quotients.

    The heaps lie beside a third one. The player to move must not take a forbidden number modulo
    `modulus`, and then forbids as many numbers to the next player. Lines are drawn around boxes;
    cells whose rank is not as the boxes say are framed. All ranks are by brute force.
    (podium.twist)
    """
    heaps, residues = range(largest + 1), frozenset(forbidden)
    rules, box = BlockingNim.exactly(modulus, len(residues)), len(residues) + 1
    position = {(i, j): ((i, j, beside), residues) for i, j in product(heaps, repeat=2)}
    ranks = {place: solver(rules).rank(there, players) for place, there in position.items()}
    wrong = {
        place: "wrong"
        for place, found in ranks.items()
        if found != blocking_rank(rules, position[place], players)
    }
    boxed = cell_table(
        [[ranks[i, j] or "P" for j in heaps] for i in heaps],
        f"Two heaps beside {beside}, {show_restriction(residues)} modulo "
        f"{modulus}: ranks, as boxes say at {len(ranks) - len(wrong)} of {len(ranks)} places",
        box,
        wrong,
        answers=answers(
            "rank",
            rules,
            {place: rules.canonical(there) for place, there in position.items()},
            lambda there: solver(rules).rank(there, players) or "P",
            rules.show,
            name="boxed",
            called=f"({{row}}, {{column}}, {beside}) {show_restriction(residues)}",
            number=players,
        ),
    )
    return panels(rank_grid(players, (beside // box,), largest // box), boxed)
