"""Time two-heap grids against an empty double loop and against applying the definition directly."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain

from benchmarks.measure import Growth, Row, growth, side_by_side
from nimtwist.games import BlockingNim
from nimtwist.games.pair_grid import PairGrid


def rows(quick: bool) -> Iterator[Row]:
    """Yield rows for moduli from 2 to 8, and a row for the comparison with trying every move."""
    sizes, repeat = ((16,), 1) if quick else ((64, 512), 3)
    for size in sizes:
        for modulus in range(2, 9):
            sweep = partial(PairGrid, BlockingNim.exactly(modulus, modulus // 2), size)
            seconds, floor = side_by_side(sweep, partial(bare_loop, size), repeat)
            yield Row(
                f"PairGrid, mod {modulus}, k = {modulus // 2}",
                f"{size} × {size}",
                seconds,
                "empty double loop",
                floor,
            )
    size, rules = 8 if quick else 48, BlockingNim.exactly(4, 2)
    seconds, peer = side_by_side(
        partial(PairGrid, rules, size), partial(by_definition, rules, size), repeat
    )
    assert good(PairGrid(rules, size)) == by_definition(rules, size)
    yield Row("PairGrid, mod 4, k = 2", f"{size} × {size}", seconds, "by the definition", peer)


def growths(quick: bool) -> Iterator[Growth]:
    """Yield measurements of how the time grows with the side length of the grid."""
    sizes = (8, 16) if quick else (64, 128, 256, 512, 1024)
    rules = BlockingNim.exactly(4, 2)
    yield growth("PairGrid, mod 4, k = 2", "side of the grid", sizes, partial(PairGrid, rules))


def bare_loop(size: int) -> list[list[int]]:
    """Visit every cell and access the same lists as `PairGrid` does, but compute nothing."""
    columns, cells = [0] * size, []
    for _ in range(size):
        masks: list[int] = []
        for j, column in enumerate(columns):
            masks.append(column)
            columns[j] = column
        cells.append(masks)
    return cells


def by_definition(rules: BlockingNim, size: int) -> set[tuple[int, int]]:
    """Find the pairs that are P-positions under some restriction by trying every move."""
    result: set[tuple[int, int]] = set()
    for i in range(size):
        for j in range(size):
            moves = chain(((i - k, j, k) for k in range(1, i + 1)),
                          ((i, j - k, k) for k in range(1, j + 1)))  # fmt: skip
            winning = {(k - 1) % rules.modulus + 1 for *pair, k in moves if tuple(pair) in result}
            if any(winning <= forbidden for forbidden in rules.family):
                result.add((i, j))
    return result


def good(grid: PairGrid) -> set[tuple[int, int]]:
    """Return the pairs in a grid that are P-positions under at least one restriction."""
    rows = [grid.rows(forbidden) for forbidden in grid.rules.family]
    pairs = [(i, j) for i in range(grid.size) for j in range(grid.size)]
    return {(i, j) for i, j in pairs if any(row[i][j] == "P" for row in rows)}
