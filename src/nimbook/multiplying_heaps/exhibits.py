"""MuM drawn: heaps as tallies, a play step by step, what two heaps are worth."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import combinations_with_replacement
from math import prod

from nimbook.engine import oracle
from nimbook.show._base import Drawing, scroll, svg, wrap
from nimbook.show.answers import Formula, answers
from nimbook.show.grids import cell_table, outcome_tag
from nimtwist.game import Solver
from nimtwist.games.mum import Consolidation, Heaps, MuM, MumberSolver, ProductGame, ProductIsOne

_STEP, _HEIGHT = 9, 32


def mum_heaps(rules: MuM, position: Heaps) -> Drawing:
    """Return heaps as tallies: the modulus as often as it fits, struck out, then what is left."""
    heaps = sorted(position, reverse=True)
    left = 12 + 9 * max(len(str(heap)) for heap in heaps)
    rows, right = [], left
    for row, heap in enumerate(heaps):
        inner, end = _tally(heap, rules.modulus, left)
        text = f'<text x="{left - 12}" y="21" text-anchor="end">{heap}</text>'
        rows.append(f'<g transform="translate(0 {row * _HEIGHT})">{text}{inner}</g>')
        right = max(right, end)
    title = f"Heaps {rules.show(position)} modulo {rules.modulus}"
    about = "; ".join(f"{heap} leaves {heap % rules.modulus}" for heap in heaps)
    return scroll(svg(right, _HEIGHT * len(heaps), title, about, "".join(rows)), title)


def _tally(heap: int, modulus: int, left: int) -> tuple[str, int]:
    """Return a heap as strokes from `left` on, what it is congruent to, and where that ends."""
    turns, rest = divmod(heap, modulus)
    parts, x = [], left
    for _ in range(turns):
        strokes = f"M{x - _STEP} 7" + f"m{_STEP} 0v18m0-18" * modulus
        across = f"M{x - 5} 16h{(modulus - 1) * _STEP + 10}"
        parts.append(f'<path class="nt-edge" d="{strokes}{across}"/>')
        x += modulus * _STEP + 8
    parts.append(f'<path class="nt-stick" d="M{x - 12} 9{"m12 0v14m0-14" * rest}"/>')
    x += 12 * rest + 4
    parts.append(f'<text x="{x}" y="21">≡ {rest}</text>')
    return "".join(parts), x + 22 + 9 * len(str(rest))


def mum_position(position: Heaps, solver: Solver[Heaps]) -> Drawing:
    """Return the heaps, their product, the outcome, whether they are stranded, and winning moves.

    Outcome and moves are the solver's, from the game itself; the product stands beside them.
    """
    rules = solver.rules
    assert isinstance(rules, MuM)
    joins = ""
    if rules.consolidates(position):
        stranded = "stranded, and " if rules.is_stranded(position) else ""
        joins = f"{stranded}becomes {rules.show(rules.consolidated(position))}; "
    wins = " or ".join(rules.show(option) for option in solver.winning_options(position))
    sentence = (
        f"{rules.show(position)}: {_product(rules, position)}, "
        f"{outcome_tag(solver.outcome(position))}; {joins}"
        f"{f'to win, leave {wins}' if wins else 'no move wins'}."
    )
    return wrap(f"<p>{sentence}</p>{mum_heaps(rules, position)}", "")


def _product(rules: MuM, position: Heaps) -> str:
    """Return the product, and its remainder if that is another number."""
    plain, residue = prod(position), rules.product(position)
    return f"product {plain} ≡ {residue}" if plain != residue else f"product {plain}"


def mum_game(rules: MuM, play: Sequence[Heaps], step: int) -> Drawing:
    """Return a play, in words, up to a step, and the heaps at that step.

    `play` has the positions in order. The single heap that consolidation makes is one of them,
    though making it is not a turn. Who wins is found by brute force.
    """
    solver, player = Solver(rules), 1
    lines: list[str] = []
    for i, heaps in enumerate(play[: step + 1]):
        said = "The heaps are"
        if i:
            joins = rules.is_stranded(play[i - 1])
            said = f"Player {player} {'consolidates into' if joins else 'leaves'}"
            player = player if joins else 3 - player
        now = ' aria-current="step"' if i == step else ""
        lines.append(
            f"<li{now}>{said} {rules.show(heaps)}: {_product(rules, heaps)}, "
            f"{outcome_tag(solver.outcome(heaps))}"
            f"{', stranded' if rules.is_stranded(heaps) else ''}.</li>"
        )
    return wrap(f"<ol>{''.join(lines)}</ol>{mum_heaps(rules, play[step])}", "")


LAYERS = {
    "outcome": "outcomes",
    "product": "products modulo {}",
    "mumber": "mumbers",
    "difference": "mumber less product",
}
"""What a grid of two heaps may show, and what its caption calls it."""


def mum_grid(rules: MuM, largest: int, layer: str) -> Drawing:
    """Return what two heaps up to `largest` are worth, for every pair, as a grid.

    A layer is one of `LAYERS`: the outcome; the product, as a remainder; the mumber, by its
    recursion alone, and among numbers coprime to the modulus if heaps are; or the mumber minus the
    remainder. A frame marks an outcome that contradicts “P exactly if the product is 1”, or a
    mumber other than the remainder; products of 1 are shaded. All but the products is found by
    brute force.

    >>> "15 of 78 pairs are framed" in mum_grid(MuM(5), 14, "difference")
    True
    """
    modulus, named = rules.modulus, LAYERS[layer].format(rules.modulus)
    solver = _solver(rules, modulus if rules.heaps == "coprime" else 1)
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
                cell = mumber = solver.mumber(position)
                wrong = mumber != residue
                if layer == "difference":
                    cell = str(mumber - residue).replace("-", "−") if wrong else "·"
            mark = "wrong" if wrong else "seen" if layer == "product" and cell == 1 else ""
            framed += wrong
            for place in {(i, j), (j, i)}:
                cells[place[0]][place[1]] = cell
                if mark:
                    marks[place] = mark
    pairs = len(heaps) * (len(heaps) + 1) // 2
    reading = "" if rules.consolidation == "same-turn" else f", consolidation {rules.consolidation}"
    count = "shaded: product 1" if layer == "product" else f"{framed} of {pairs} pairs are framed"
    positions = {
        (i, j): tuple(sorted((first, second)))
        for (i, first), (j, second) in itertools.product(enumerate(heaps), repeat=2)
    }
    mumbers = layer in ("mumber", "difference")
    told = answers(
        "mex" if mumbers else "outcome",
        rules,
        positions,
        solver.mumber if mumbers else solver.outcome,
        rules.show,
        name="mum",
        number=solver.modulus if mumbers else 0,
        formula=Formula(
            f"{{row}} · {{column}} ≡ {{}} modulo {modulus}",
            {cell: rules.product(position) for cell, position in positions.items()},
            "The product",
            "thm-mum-product",
        ),
    )
    return cell_table(
        cells,
        f"MuM modulo {modulus}{reading}, {named}: {count}",
        marks=marks,
        rows_are="first heap",
        columns_are="second heap",
        labels=heaps,
        answers=told,
    )


# What was found for one state of a lab is there for the next ones.
_solver = lru_cache(maxsize=8)(MumberSolver)


def read_mum(heaps: str, modulus: int, consolidation: Consolidation) -> tuple[MuM, Heaps]:
    """Return the game with this modulus and reading, and the position in it that a text means.

    If the text is empty, it is a position that fits.

    >>> read_mum("8, 7", modulus=5, consolidation="same-turn")[1]
    (7, 8)
    """
    rules = MuM(modulus, consolidation)
    return rules, rules.read(heaps) if heaps.strip() else a_start(rules)


def a_start(rules: ProductGame) -> Heaps:
    """Return two small heaps from which the player to move can win, or 1 and 1 if none are found.

    >>> a_start(MuM(5)), a_start(MuM(2))
    ((2, 2), (1, 1))
    """
    for heaps in combinations_with_replacement(range(2, 30), 2):
        with suppress(ValueError):  # no heaps of this game
            if oracle(rules, rules.canonical(heaps)).outcome(heaps) == "N":
                return heaps
    return 1, 1


def heaps_typed(position: Heaps) -> dict[str, str]:
    """Return heaps as a reader types them.

    >>> heaps_typed((3, 8))
    {'heaps': '8, 3'}
    """
    return {"heaps": ", ".join(map(str, reversed(position)))}


def winning_turn(rules: MuM, position: Heaps) -> list[Heaps]:
    """Return what a player turns the heaps into, step by step, to leave the product 1.

    There is one step, or two if the position is stranded: the consolidated heap, and then 1. There
    is none if the product is 1 already. (mum.prop-3.2, mum.def-3.4)

    >>> winning_turn(MuM(5), (2, 7)), winning_turn(MuM(5), (2, 2))
    ([(2, 3)], [(4,), (1,)])
    """
    joined = [rules.consolidated(position)] if rules.is_stranded(position) else []
    return [*joined, *ProductIsOne(rules).winning_options(position)[:1]]
