"""The grids of two heaps, beside a double loop that does nothing, and beside the definition."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain

from benchmarks.measure import Growth, Row, growth, side_by_side
from nimtwist.games import BlockingNim
from nimtwist.games.pair_grid import PairGrid


def rows(quick: bool) -> Iterator[Row]:
    """Yield rows for each modulus from 2 to 8, half of the residues blocked, and for the rules."""
    sizes, repeat = ((16,), 1) if quick else ((64, 512), 3)
    for size in sizes:
        for modulus in range(2, 9):
            sweep = partial(PairGrid, BlockingNim.exactly(modulus, modulus // 2), size)
            seconds, floor = side_by_side(sweep, partial(bare_loop, size), repeat)
            yield Row(
                f"PairGrid, mod {modulus}, k = {modulus // 2}",
                f"{size} × {size}",
                seconds,
                "a double loop that does nothing",
                floor,
            )
    size, rules = 8 if quick else 48, BlockingNim.exactly(4, 2)
    seconds, peer = side_by_side(
        partial(PairGrid, rules, size), partial(by_definition, rules, size), repeat
    )
    assert good(PairGrid(rules, size)) == by_definition(rules, size)
    yield Row("PairGrid, mod 4, k = 2", f"{size} × {size}", seconds, "every move, first win", peer)


def growths(quick: bool) -> Iterator[Growth]:
    """Yield how the time of a grid grows with its side."""
    sizes = (8, 16) if quick else (64, 128, 256, 512, 1024)
    rules = BlockingNim.exactly(4, 2)
    yield growth("PairGrid, mod 4, k = 2", "side", sizes, partial(PairGrid, rules))


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


def by_definition(rules: BlockingNim, size: int) -> set[tuple[int, int]]:
    """Return the good pairs: those that are P, after every move there is, for some restriction."""
    found: set[tuple[int, int]] = set()
    for i in range(size):
        for j in range(size):
            moves = chain(((i - k, j, k) for k in range(1, i + 1)),
                          ((i, j - k, k) for k in range(1, j + 1)))  # fmt: skip
            taken = {(k - 1) % rules.modulus + 1 for *pair, k in moves if tuple(pair) in found}
            if any(taken <= forbidden for forbidden in rules.family):
                found.add((i, j))
    return found


def good(grid: PairGrid) -> set[tuple[int, int]]:
    """Return the pairs that are P under some restriction."""
    rows = [grid.rows(forbidden) for forbidden in grid.rules.family]
    pairs = [(i, j) for i in range(grid.size) for j in range(grid.size)]
    return {(i, j) for i, j in pairs if any(row[i][j] == "P" for row in rows)}
