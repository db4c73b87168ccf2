"""All games of a modulus at once, and certificates of some, beside other ways and bare floors.

What is compiled is compiled before time is taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from benchmarks.measure import Growth, Row, growth, side_by_side
from nimtwist.atlas import bulk
from nimtwist.atlas.certificate import Certificate
from nimtwist.atlas.checker import flaw
from nimtwist.atlas.families import read_family, rules_of
from nimtwist.atlas.rows import rows as atlas_rows
from nimtwist.atlas.search import find
from nimtwist.games.blocking import BlockingNim
from nimtwist.games.pair_grid import PairGrid


def rows(quick: bool) -> Iterator[Row]:
    """Yield rows for patterns, for which of them are the same, and for the census."""
    modulus, largest, size, repeat = (3, 4, 8, 1) if quick else (5, 6, 64, 5)
    codes = bulk.codes(modulus)
    some, games = codes[:: 1 if quick else 100], f"the {len(codes):,} games mod {modulus}"
    bulk.distinct(1, bulk.codes(1), 1)
    bulk.patterns(1, bulk.codes(1), 1)

    seconds, peer = side_by_side(
        partial(bulk.patterns, modulus, some, size), partial(grids, modulus, some, size), repeat
    )
    subject = f"patterns of {len(some)} games mod {modulus}"
    square = f"{size} × {size}"
    yield Row(subject, square, seconds, "PairGrid for each", peer)

    count = len(codes) * size * (size + 1) // 2
    seconds, floor = side_by_side(
        partial(bulk.patterns, modulus, codes, size), partial(one_pass, count), repeat
    )
    note = f"{seconds / count * 1e9:.1f} ns a pair of heaps"
    subject = f"patterns of {games}"
    yield Row(subject, square, seconds, "writing a byte for each pair", floor, note=note)

    seconds, peer = side_by_side(
        partial(bulk.distinct, modulus, codes, size), partial(by_bits, modulus, codes, size), repeat
    )
    yield Row(f"distinct of {games}", square, seconds, "sorting all patterns", peer)

    shuffled = np.random.default_rng(0).permutation(bulk.codes(largest))
    seconds, floor = side_by_side(
        lambda: bulk.distinct(largest, bulk.codes(largest), size // 2),
        partial(np.sort, shuffled),
        min(repeat, 2),
    )
    subject, square = f"census mod {largest}, {len(shuffled):,} games", f"{size // 2} × {size // 2}"
    yield Row(subject, square, seconds, "sorting the codes", floor)

    chosen = [rules_of(largest, code) for code in shuffled[: 3 if quick else 100].tolist()]
    found = [(rules, proof) for rules in chosen for proof in [find(rules)] if proof]
    seconds, floor = side_by_side(partial(searched, chosen), partial(read, found), repeat)
    note = f"{seconds / len(chosen) * 1000:.1f} ms a game"
    yield Row(
        f"search mod {largest}",
        f"{len(chosen)} games",
        seconds,
        "reading the rows",
        floor,
        note=note,
    )
    seconds, floor = side_by_side(partial(checked, found), partial(read, found), repeat)
    note = f"{seconds / len(found) * 1000:.1f} ms each"
    subject = f"check of certificates mod {largest}"
    yield Row(subject, f"{len(found)} games", seconds, "reading the rows", floor, note=note)


def growths(quick: bool) -> Iterator[Growth]:
    """Yield how patterns of all games grow with the largest heap, and the search with its rows."""
    sizes, modulus = ((8, 16), 3) if quick else ((32, 64, 128, 256), 5)
    codes = bulk.codes(modulus)
    what = f"patterns of all games mod {modulus}"
    yield growth(what, "rows", sizes, partial(bulk.patterns, modulus, codes))
    rules = read_family(5, "1,4; 1,5; 2,3; 4,5")  # for which no certificate is known
    numbers = (10, 20) if quick else (250, 500, 1000, 2000)
    yield growth("rows of a game mod 5", "rows", numbers, lambda row: next(atlas_rows(rules, row)))


def grids(modulus: int, codes: bulk.Codes, size: int) -> None:
    """Work out each pattern in pure Python."""
    for code in codes.tolist():
        PairGrid(rules_of(modulus, code), size)


def searched(games: list[BlockingNim]) -> None:
    """Look for a certificate of each game."""
    for rules in games:
        find(rules)


def checked(found: list[tuple[BlockingNim, Certificate]]) -> None:
    """Check certificates."""
    assert not any(flaw(rules, proof) for rules, proof in found)


def read(found: list[tuple[BlockingNim, Certificate]]) -> None:
    """Compute as many rows as it takes to have two of the shape that certificates are about."""
    for rules, proof in found:
        next(atlas_rows(rules, proof.row + proof.period))


def one_pass(count: int) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    """Write as many bytes."""
    return np.full(count, 1, np.uint8)


def by_bits(modulus: int, codes: bulk.Codes, size: int) -> int:
    """Count the different patterns by writing all of them down."""
    return len(np.unique(bulk.packed(modulus, codes, size), axis=0))
