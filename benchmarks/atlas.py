"""Time the census of games and the certificate tools against other methods and lower bounds.

The census computes the patterns of all games with the same modulus and identifies the distinct
patterns. The certificate tools search for certificates and check them; these two tasks are timed
separately. All compilation happens before timing starts.
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
    """Yield rows for the parts of the census, and for finding and checking certificates."""
    modulus, largest, size, repeat = (3, 4, 8, 1) if quick else (5, 6, 64, 5)
    codes = bulk.codes(modulus)
    sample, games = codes[:: 1 if quick else 100], f"the {len(codes):,} games mod {modulus}"
    bulk.distinct(1, bulk.codes(1), 1)
    bulk.patterns(1, bulk.codes(1), 1)

    seconds, peer = side_by_side(
        partial(bulk.patterns, modulus, sample, size), partial(grids, modulus, sample, size), repeat
    )
    subject = f"patterns of {len(sample)} games mod {modulus}"
    square = f"{size} × {size}"
    yield Row(subject, square, seconds, "a PairGrid for each", peer)

    count = len(codes) * size * (size + 1) // 2
    seconds, floor = side_by_side(
        partial(bulk.patterns, modulus, codes, size), partial(write_bytes, count), repeat
    )
    note = f"{seconds / count * 1e9:.1f} ns per pair of heaps"
    subject = f"patterns of {games}"
    yield Row(subject, square, seconds, "writing a byte per pair", floor, note=note)

    seconds, peer = side_by_side(
        partial(bulk.distinct, modulus, codes, size),
        partial(distinct_by_sorting, modulus, codes, size),
        repeat,
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
    proofs = [(rules, proof) for rules in chosen for proof in [find(rules)] if proof]
    seconds, floor = side_by_side(partial(search, chosen), partial(compute_rows, proofs), repeat)
    note = f"{seconds / len(chosen) * 1000:.1f} ms per game"
    yield Row(
        f"search mod {largest}",
        f"{len(chosen)} games",
        seconds,
        "computing the rows",
        floor,
        note=note,
    )
    seconds, floor = side_by_side(partial(check, proofs), partial(compute_rows, proofs), repeat)
    note = f"{seconds / len(proofs) * 1000:.1f} ms per certificate"
    subject = f"certificate checks mod {largest}"
    yield Row(subject, f"{len(proofs)} games", seconds, "computing the rows", floor, note=note)


def growths(quick: bool) -> Iterator[Growth]:
    """Yield measurements of how the time grows with the size of patterns or the number of rows."""
    sizes, modulus = ((8, 16), 3) if quick else ((32, 64, 128, 256), 5)
    codes = bulk.codes(modulus)
    label = f"patterns of all games mod {modulus}"
    yield growth(label, "side of the patterns", sizes, partial(bulk.patterns, modulus, codes))
    rules = read_family(5, "1,4; 1,5; 2,3; 4,5")  # no certificate is known for this game
    numbers = (10, 20) if quick else (250, 500, 1000, 2000)
    yield growth(
        "rows of a game mod 5", "number of rows", numbers, lambda row: next(atlas_rows(rules, row))
    )


def grids(modulus: int, codes: bulk.Codes, size: int) -> None:
    """Compute the pattern of each game in pure Python."""
    for code in codes.tolist():
        PairGrid(rules_of(modulus, code), size)


def search(games: list[BlockingNim]) -> None:
    """Search for a certificate for each game."""
    for rules in games:
        find(rules)


def check(proofs: list[tuple[BlockingNim, Certificate]]) -> None:
    """Check the certificates."""
    assert not any(flaw(rules, proof) for rules, proof in proofs)


def compute_rows(proofs: list[tuple[BlockingNim, Certificate]]) -> None:
    """For each game, compute the rows up to the second row that its certificate describes."""
    for rules, proof in proofs:
        next(atlas_rows(rules, proof.row + proof.period))


def write_bytes(count: int) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    """Fill an array of `count` bytes."""
    return np.full(count, 1, np.uint8)


def distinct_by_sorting(modulus: int, codes: bulk.Codes, size: int) -> int:
    """Count the distinct patterns by sorting all of them."""
    return len(np.unique(bulk.packed_patterns(modulus, codes, size), axis=0))
