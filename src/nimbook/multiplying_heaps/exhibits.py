"""MuM drawn: heaps as tallies, a play step by step, what two heaps are worth."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import prod

from nimbook.draw._base import MOST_ROWS, Drawing, listed, scroll, svg, wrap
from nimbook.draw.tables import grid, outcome_tag
from nimtwist._checks import check_choice, quoted, whole
from nimtwist.game import Solver
from nimtwist.games.mum import Consolidation, Heaps, MuM, MumberSolver, ProductIsOne

__all__ = ["mum_game", "mum_grid", "mum_heaps", "mum_position", "read_mum", "winning_turn"]

_STEP, _HEIGHT = 9, 32
# More full turns of the modulus than these are drawn as one, times their number.
_MOST_TURNS = 3

LAYERS = ("outcome", "product", "mumber", "difference")


def mum_heaps(rules: MuM, position: Heaps) -> Drawing:
    """Return heaps as tallies: struck out as many times the modulus as it goes, then what is left.

    Raises:
        ValueError: if `rules` are no `MuM`, its modulus or the number of heaps is above 64, or it
            refuses the position.
    """
    shown = _rules(rules).show(position)
    modulus = whole(rules.modulus, "the modulus of heaps to draw", 2, MOST_ROWS)
    whole(len(position), "the number of heaps to draw", 0, MOST_ROWS)
    heaps = sorted(map(int, position), reverse=True)
    left = 12 + 9 * max((len(quoted(heap)) for heap in heaps), default=0)
    rows, right = [], left
    for row, heap in enumerate(heaps):
        inner, end = _tally(heap, modulus, left)
        text = f'<text x="{left - 12}" y="21" text-anchor="end">{quoted(heap)}</text>'
        rows.append(f'<g transform="translate(0 {row * _HEIGHT})">{text}{inner}</g>')
        right = max(right, end)
    title = f"Heaps {shown} modulo {modulus}"
    about = "; ".join(f"{quoted(heap)} leaves {heap % modulus}" for heap in heaps)
    height = _HEIGHT * max(len(heaps), 1)
    return scroll(svg(right, height, title, about, "".join(rows)), title)


def _tally(heap: int, modulus: int, left: int) -> tuple[str, int]:
    """Return a heap as strokes from `left` on, what it is congruent to, and where that ends."""
    turns, rest = divmod(heap, modulus)
    drawn, parts, x = turns if turns <= _MOST_TURNS else 1, [], left
    for _ in range(drawn):
        strokes = f"M{x - _STEP} 7" + f"m{_STEP} 0v18m0-18" * modulus
        across = f"M{x - 5} 16h{(modulus - 1) * _STEP + 10}"
        parts.append(f'<path class="nt-edge" d="{strokes}{across}"/>')
        x += modulus * _STEP + 8
    if turns > drawn:
        parts.append(f'<text x="{x - 3}" y="21">× {quoted(turns)}</text>')
        x += 20 + 9 * len(quoted(turns))
    parts.append(f'<path class="nt-stick" d="M{x - 12} 9{"m12 0v14m0-14" * rest}"/>')
    x += 12 * rest + 4
    parts.append(f'<text x="{x}" y="21">≡ {rest}</text>')
    return "".join(parts), x + 22 + 9 * len(str(rest))


def mum_position(position: Heaps, solver: Solver[Heaps]) -> Drawing:
    """Return the heaps, their product, the outcome, whether they are stranded, and winning moves.

    Outcome and moves are the solver's, from the game itself; the product stands beside them.

    Raises:
        ValueError: if `position` is not as for `mum_heaps`, or `solver` is not a solver of a MuM.
    """
    if not isinstance(solver, Solver) or not isinstance(solver.rules, MuM):
        raise ValueError(f"a position of MuM needs a solver of MuM, not {quoted(solver)}")
    rules = solver.rules
    picture = mum_heaps(rules, position)
    becomes = f"becomes {rules.show(rules.consolidated(position))}; "
    joins = f"{'stranded, and ' if rules.is_stranded(position) else ''}{becomes}"
    wins = " or ".join(rules.show(option) for option in solver.winning_options(position))
    sentence = (
        f"{rules.show(position)}: {_product(rules, position)}, "
        f"{outcome_tag(solver.outcome(position))}; {joins if rules.consolidates(position) else ''}"
        f"{f'to win, leave {wins}' if wins else 'no move wins'}."
    )
    return wrap(f"<p>{sentence}</p>{picture}", "")


def _product(rules: MuM, position: Heaps) -> str:
    """Return the product as a congruence."""
    plain, residue = quoted(prod(position)), rules.product(position)
    return f"product {plain} ≡ {residue}" if plain != str(residue) else f"product {plain}"


def mum_game(rules: MuM, positions: Sequence[Heaps], step: int) -> Drawing:
    """Return a play, told up to a step, and the heaps as they then lie.

    `positions` are what lies on the table, from the beginning on, in turn; the heap that
    consolidation makes is one of them. Who wins is said by brute force.

    Raises:
        ValueError: if the play breaks the rules, `step` is none of its steps, counted from 0, or
            as for `mum_heaps`.
    """
    solver = _solver(_rules(rules))
    play = listed(positions, "the positions of a play")
    if not play:
        raise ValueError(f"a play has at least one position, not {quoted(positions)}")
    last = whole(step, f"the step of the play {quoted(positions)}", 0, len(play) - 1)
    player = 0
    told: list[str] = []
    for before, after in zip([None, *play], play[: last + 1], strict=False):
        rules.options(after)  # refuses what is no position
        said = "The heaps are"
        if before is not None:
            joins = rules.is_stranded(before) and after == rules.consolidated(before)
            if not joins and after not in rules.options(before):
                raise ValueError(
                    f"no move leads from {quoted(before)} to {quoted(after)} in the play "
                    f"{quoted(play)}"
                )
            said = f"Player {player + 1} {'consolidates into' if joins else 'leaves'}"
            if not (joins and rules.consolidation == "same-turn"):
                player = 1 - player
        tag = outcome_tag(solver.outcome(after))
        now = ' aria-current="step"' if len(told) == last else ""
        told.append(
            f"<li{now}>{said} {rules.show(after)}: {_product(rules, after)}, {tag}"
            f"{', stranded' if rules.is_stranded(after) else ''}.</li>"
        )
    return wrap(f"<ol>{''.join(told)}</ol>{mum_heaps(rules, play[last])}", "")


def mum_grid(rules: MuM, largest: int, layer: str) -> Drawing:
    """Return what two heaps up to `largest` are worth, for every pair, as a grid.

    Args:
        rules: a `MuM`. If its heaps are coprime to the modulus, so are its mumbers.
        largest: the largest heap, from 1 to 64.
        layer: "outcome"; "product", its remainder by the modulus; "mumber", the least number that
            no option has, by that recursion alone; or "difference", the mumber less the remainder.

    A frame is around outcomes other than P exactly if the product is 1, and around mumbers other
    than the remainder; products of 1 are shaded. Outcomes and mumbers are by brute force.

    Raises:
        ValueError: if an argument is not of its kind.

    >>> "15 of 78 pairs are framed" in mum_grid(MuM(5), 14, "difference")
    True
    """
    solver, modulus = _solver(_rules(rules)), rules.modulus
    largest = whole(largest, "the largest heap of a grid", 1, MOST_ROWS)
    check_choice(layer, "the layer", LAYERS)
    heaps = [heap for heap in range(1, largest + 1) if rules._is_heap(heap)]
    cells: list[list[object]] = [[None] * len(heaps) for _ in heaps]
    marks, framed = {}, 0
    for i, first in enumerate(heaps):
        for j, second in enumerate(heaps[: i + 1]):
            position = (second, first)
            residue = (rules.product(position) - 1) % modulus + 1  # the modulus stands for 0
            cell: object = residue % modulus
            wrong = False
            if layer == "outcome":
                cell = solver.outcome(position)
                wrong = (cell == "P") != (residue == 1)
            elif layer != "product":
                mumber = solver.mumber(position)
                wrong = mumber != residue
                cell = mumber if layer == "mumber" else _signed(mumber - residue) if wrong else "·"
            mark = "wrong" if wrong else "seen" if layer == "product" and cell == 1 else ""
            framed += wrong
            for place in {(i, j), (j, i)}:
                cells[place[0]][place[1]] = cell
                if mark:
                    marks[place] = mark
    pairs = len(heaps) * (len(heaps) + 1) // 2
    named = {
        "outcome": "outcomes",
        "product": f"products modulo {modulus}",
        "mumber": "mumbers",
        "difference": "mumber less product",
    }[layer]
    reading = "" if rules.consolidation == "same-turn" else f", consolidation {rules.consolidation}"
    count = "shaded: product 1" if layer == "product" else f"{framed} of {pairs} pairs are framed"
    return grid(
        cells,
        f"MuM modulo {modulus}{reading}, {named}: {count}",
        marks=marks,
        rows_are="first heap",
        columns_are="second heap",
        labels=heaps,
    )


def _signed(number: int) -> str:
    return str(number).replace("-", "−")


@cache
def _solver(rules: MuM) -> MumberSolver[Heaps]:
    return MumberSolver(rules, modulus=rules.modulus if rules.heaps == "coprime" else 1)


def _rules(rules: object) -> MuM:
    if not isinstance(rules, MuM):
        raise ValueError(f"the rules are a MuM, not {quoted(rules)}")
    return rules


def read_mum(heaps: str, modulus: int, consolidation: Consolidation) -> tuple[MuM, Heaps]:
    """Return the game with this modulus and reading, and the position in it that a text means.

    >>> read_mum("8, 7", modulus=5, consolidation="same-turn")[1]
    (7, 8)
    """
    rules = MuM(modulus, consolidation)
    return rules, rules.read(heaps)


def winning_turn(rules: MuM, position: Heaps) -> list[Heaps]:
    """Return what a player makes of the heaps, step by step, to leave the product 1.

    One step, or two if the position is stranded: the consolidated heap, and then 1. None if the
    product is 1 already. (mum.prop-3.2, mum.def-3.4)

    >>> winning_turn(MuM(5), (2, 7)), winning_turn(MuM(5), (2, 2))
    ([(2, 3)], [(4,), (1,)])
    """
    joined = [rules.consolidated(position)] if rules.is_stranded(position) else []
    return [*joined, *ProductIsOne(rules).winning_options(position)[:1]]
