"""Time two-heap grids, the census of games and the certificate tools against other methods.

The census groups all games with the same modulus by their patterns of good pairs. It is compared
with a lower bound instead, sorting the codes of the games.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain

import numpy as np

from benchmarks.measure import Growth, Row, compare, floor, growth
from nimtwist.atlas import bulk
from nimtwist.atlas.certificate import Certificate
from nimtwist.atlas.checker import flaw
from nimtwist.atlas.families import read_family, rules_of
from nimtwist.atlas.rows import rows as atlas_rows
from nimtwist.atlas.search import find
from nimtwist.games.blocking import BlockingNim
from nimtwist.games.pair_grid import PairGrid


def measure() -> Iterator[Row | Growth]:
    """Yield the times of the grids, the census and the certificate tools, and how they grow."""
    rules, what = BlockingNim.exactly(4, 2), "PairGrid, mod 4, k = 2"
    grid, slow = partial(PairGrid, rules), partial(by_definition, rules, 48)
    small, peer = partial(grid, 48), "by the definition"
    yield compare(what, "48 × 48", small, peer, slow, same=lambda x, y: good_pairs(x) == y)
    yield growth(what, "side of the grid", (64, 128, 256, 512, 1024), grid)
    yield from certificates(6)


def certificates(modulus: int) -> Iterator[Row | Growth]:
    """Yield the times for the census of a large modulus, and for certificates of some games."""
    shuffled = np.random.default_rng(0).permutation(bulk.codes(modulus))
    what = f"census mod {modulus}, {len(shuffled):,} games"

    def distinct() -> object:
        return bulk.distinct(modulus, bulk.codes(modulus), 32)

    sort = partial(np.sort, shuffled)
    yield compare(what, "32 × 32", distinct, "sorting the codes", sort, repeat=2, same=floor)
    games = [rules_of(modulus, code) for code in shuffled[:100].tolist()]
    proofs = [(rules, proof) for rules in games for proof in [find(rules)] if proof]
    for what, tools, number, task in (
        ("search", lambda: [*map(find, games)], len(games), "game"),
        ("certificate checks", partial(check, proofs), len(proofs), "certificate"),
    ):
        yield compare(f"{what} mod {modulus}", f"{number} games", tools, per=(number, task))
    rules = read_family(5, "1,4; 1,5; 2,3; 4,5")  # no certificate is known for this game
    numbers, what = (250, 500, 1000, 2000), "rows of a game mod 5"
    yield growth(what, "number of rows", numbers, lambda row: next(atlas_rows(rules, row)))


def check(proofs: list[tuple[BlockingNim, Certificate]]) -> None:
    """Check the certificates."""
    if any(flaw(rules, proof) for rules, proof in proofs):
        raise ValueError("a certificate is wrong")


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


def good_pairs(grid: PairGrid) -> set[tuple[int, int]]:
    """Return the pairs in a grid that are P-positions under at least one restriction."""
    rows = [grid.rows(forbidden) for forbidden in grid.rules.family]
    pairs = [(i, j) for i in range(grid.size) for j in range(grid.size)]
    return {(i, j) for i, j in pairs if any(row[i][j] == "P" for row in rows)}
