"""The grids of two heaps, a diagonal at a time, beside a plain double loop and beside its floor."""

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
        square = f"{size} × {size}"
        for modulus in range(2, 9):
            rules = BlockingNim.exactly(modulus, modulus // 2)
            assert [list(row) for row in PairGrid(rules, size)._reach] == double_loop(rules, size)
            subject, sweep = (
                f"PairGrid, mod {modulus}, k = {modulus // 2}",
                partial(PairGrid, rules),
            )
            seconds, peer = side_by_side(
                partial(sweep, size), partial(double_loop, rules, size), repeat
            )
            yield Row(subject, square, seconds, "the plain double loop", peer, limit=1)
            seconds, floor = side_by_side(partial(sweep, size), partial(bare_loop, size), repeat)
            yield Row(subject, square, seconds, "a double loop that does nothing", floor)
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


def double_loop(rules: BlockingNim, size: int) -> list[list[int]]:
    """Work out the residues of the moves from each cell to good pairs, cell by cell."""
    width = min(rules.modulus, size)
    full, top = (1 << width) - 1, width - 1
    families = [sum(1 << r - 1 for r in forbidden if r <= width) for forbidden in rules.family]
    is_good = [any(not reach & ~mask for mask in families) for reach in range(1 << width)]
    columns, cells = [0] * size, []
    for _ in range(size):
        row, masks = 0, []
        for j, column in enumerate(columns):
            reach = row | column
            masks.append(reach)
            leave = is_good[reach]
            row = (row << 1 | row >> top) & full | leave
            columns[j] = (column << 1 | column >> top) & full | leave
        cells.append(masks)
    return cells


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
