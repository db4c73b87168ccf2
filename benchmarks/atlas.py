"""All games of a modulus at once, beside a grid for each of them, and beside bare floors.

What is compiled is compiled before time is taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from benchmarks.measure import Row, side_by_side
from nimtwist.atlas import bulk
from nimtwist.atlas.families import rules_of
from nimtwist.games.blocking import PairGrid


def rows(quick: bool) -> Iterator[Row]:
    """Yield rows for patterns, for which of them are the same, and for the census."""
    modulus, largest, size, repeat = (3, 4, 8, 1) if quick else (5, 6, 64, 5)
    codes = bulk.codes(modulus)
    some, games = codes[:: 1 if quick else 100], f"the {len(codes):,} games mod {modulus}"
    bulk.census(1, 1)
    bulk.patterns(1, bulk.codes(1), 1)

    seconds, peer = side_by_side(
        partial(bulk.patterns, modulus, some, size), partial(grids, modulus, some, size), repeat
    )
    subject = f"patterns of {len(some)} games mod {modulus}, {size} × {size}"
    yield Row(subject, seconds, "PairGrid for each", peer, f"{peer / seconds:,.0f} times as fast")

    count = len(codes) * size * (size + 1) // 2
    seconds, floor = side_by_side(
        partial(bulk.patterns, modulus, codes, size), partial(one_pass, count), repeat
    )
    note = f"{seconds / count * 1e9:.1f} ns a pair of heaps"
    subject = f"patterns of {games}, {size} × {size}"
    yield Row(subject, seconds, "writing a byte for each pair", floor, note)

    seconds, peer = side_by_side(
        partial(bulk.distinct, modulus, codes, size), partial(by_bits, modulus, codes, size), repeat
    )
    yield Row(f"distinct of {games}, {size} × {size}", seconds, "sorting all patterns", peer)

    shuffled = np.random.default_rng(0).permutation(bulk.codes(largest))
    seconds, floor = side_by_side(
        partial(bulk.census, largest, size // 2), partial(np.sort, shuffled), min(repeat, 2)
    )
    subject = f"census mod {largest}, {len(shuffled):,} games, {size // 2} × {size // 2}"
    yield Row(subject, seconds, "sorting the codes", floor)


def grids(modulus: int, codes: bulk.Codes, size: int) -> None:
    """Work out each pattern in pure Python."""
    for code in codes.tolist():
        PairGrid(rules_of(modulus, code), size)


def one_pass(count: int) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    """Write as many bytes."""
    return np.full(count, 1, np.uint8)


def by_bits(modulus: int, codes: bulk.Codes, size: int) -> int:
    """Count the different patterns by writing all of them down."""
    return len(np.unique(bulk.packed(modulus, codes, size), axis=0))
