"""The grids of two heaps by bit masks, beside the loop without which there is no grid."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from benchmarks.measure import Row, side_by_side
from nimtwist.games import BlockingNim
from nimtwist.games.blocking import PairGrid


def rows(quick: bool) -> Iterator[Row]:
    """Yield a row for each modulus from 2 to 8, half of the residues blocked."""
    size, repeat = (16, 1) if quick else (512, 5)
    for modulus in range(2, 9):
        rules = BlockingNim.exactly(modulus, modulus // 2)
        seconds, least = side_by_side(
            partial(PairGrid, rules, size), partial(bare_loop, size), repeat
        )
        subject = f"PairGrid, mod {modulus}, k = {modulus // 2}"
        yield Row(subject, f"{size} × {size}", seconds, "the bare double loop", least)


def bare_loop(size: int) -> list[list[int]]:
    """Visit every cell and touch the lists that a grid must touch; nothing is worked out."""
    columns, cells = [0] * size, []
    for _ in range(size):
        masks: list[int] = []
        for j, column in enumerate(columns):
            masks.append(column)
            columns[j] = column
        cells.append(masks)
    return cells
