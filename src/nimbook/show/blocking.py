"""Grids of blocking Nim, whose moves also choose what to forbid."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from math import inf
from typing import Any

from nimbook.show._base import Drawing
from nimbook.show.grids import Formula, grid
from nimtwist.games.blocking import BlockingNim, Boxes
from nimtwist.games.nim import Nim, nim_sum
from nimtwist.games.restrictions import Restriction, show_restriction, smallest_allowed
from nimtwist.solver import Solver

__all__ = ["blocking_grid"]


def blocking_grid(
    rules: BlockingNim,
    forbidden: Collection[int],
    size: int,
    caption: str = "",
    others: tuple[int, ...] = (),
    **options: Any,
) -> Drawing:
    """Return the outcomes of two heaps below `size` under a restriction as a grid.

    A cell that a reader selects says which moves win, what they forbid, and what boxes say.

    Args:
        rules: the game.
        forbidden: the residues that the player to move must not take.
        size: the number of heap sizes, from 0 on.
        caption: the caption; without it, the restriction.
        others: heaps that lie on the table besides.
        options: keyword arguments of `grid`, such as `theory`, `box` and `name`.

    >>> "not 2" in blocking_grid(BlockingNim.exactly(3, 1), {2}, 4)
    True
    """
    forbidden = frozenset(forbidden)
    # Where a move leads does not depend on what it forbids.
    moves = BlockingNim(rules.modulus, [forbidden])
    solver = Solver(rules)

    @cache
    def best_reply(heaps: tuple[int, ...]) -> str:
        """Return "P" and what to forbid to whoever moves from these heaps, or "N" in vain."""
        for restriction in rules.family:
            if solver.outcome((heaps, restriction)) == "P":
                return f"P {show_restriction(restriction)}".rstrip()
        return "N"

    beside = f"beside {', '.join(map(str, others))}, " if others else ""
    words = show_restriction(forbidden)
    return grid(
        solver.outcome,
        range(size),
        caption=caption or words or "nothing forbidden",
        rules=moves,
        position=lambda a, b: moves.canonical(((a, b, *others), forbidden)),
        option_value=lambda position: best_reply(position[0]),
        show=lambda position: Nim().show(position[0]),
        formula=_boxes(rules, forbidden, others),
        cell_name=f"({{row}}, {{column}}) {beside}{words}".rstrip(),
        **options,
    )


def _boxes(rules: BlockingNim, forbidden: Restriction, others: tuple[int, ...]) -> Formula:
    """Return what the theorem of boxes says of a pair of heaps, or why it says nothing."""
    size, least = rules.smallest_unavoidable, smallest_allowed(rules.modulus, forbidden)
    law, label = "The theorem of boxes", "box-theorem"
    if size == inf:
        why = "some restriction forbids every number, so P means that no move is left"
        return Formula(why, lambda a, b: "", law, label)
    size = int(size)
    if not rules.is_box_game:
        boxes = Boxes(rules, size)
        return Formula(
            f"it fails in this family; boxes of {size} would say {{}}",
            lambda a, b: boxes.outcome((tuple(sorted((a, b, *others))), forbidden)),
            law,
            label,
        )
    if size <= rules.modulus and rules == BlockingNim.exactly(rules.modulus, size - 1):
        law, label = ("Theorem 1", "thm-1r") if size == 2 else ("Theorem 2", "thm-2")
    names = ["{row}", "{column}", *map(str, others)]
    quotients = [f"{{row/{size}}}", f"{{column/{size}}}", *(str(heap // size) for heap in others)]
    remainders = [f"{{row%{size}}}", f"{{column%{size}}}", *(str(heap % size) for heap in others)]
    floors = " ⊕ ".join(f"⌊{heap}/{size}⌋" for heap in names)
    return Formula(
        f"{floors} = {' ⊕ '.join(quotients)} = {{}}; remainders "
        f"{', '.join(remainders[:-1])} and {remainders[-1]}, to be less than {least}",
        lambda a, b: nim_sum(heap // size for heap in (a, b, *others)),
        law,
        label,
    )
