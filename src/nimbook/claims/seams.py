"""This book's claims about where mumbers repeat, proved for all sizes by certificates."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from nimbook.ledger import Case, Claims, Proof, read_fields
from nimbook.seams import Seams, find_seams, gaps
from nimbook.seams_checker import flaw
from nimbook.sources import SEAMS
from nimtwist.games.products import Heaps

CLAIMS = Claims(SEAMS, "mumbers", read_fields("seams"))

SETTLED: Mapping[int, tuple[int, ...]] = {
    2: (*range(2, 17), 18, 20, 21, 22, 24, 26, 27, 30),
    3: (5, 7, 9, 10, 14, 18),
    4: (5, 10),
}
"""The moduli with a certificate, by number of heaps."""

BY_REMAINDERS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 18, 20, 24)
"""The moduli for which the remainders of two heaps determine the mumber."""


def certificate(modulus: int, heaps: int) -> Seams:
    """Return the seam certificate for a modulus and a number of heaps listed in `SETTLED`.

    >>> certificate(5, 3).starts
    (7, 6, 6)
    """
    turns = 2 if (modulus, heaps) == (26, 2) else 1
    largest = {(7, 3): 100, (10, 3): 100, (14, 3): 100, (18, 3): 120, (5, 4): 64, (10, 4): 90}
    return find_seams(modulus, heaps, turns, largest.get((modulus, heaps), 0))


def last_change(seams: Seams, gap: int) -> tuple[Heaps, int, int]:
    """Find a position whose mumber changes when a gap that is 1 below its start is widened.

    Return the position, its mumber before the gap is widened, and its mumber afterwards. If these
    two mumbers are equal, no position has this property, and the start could be smaller. `gap` is
    the index of the gap; gap 0 is the smallest heap.

    >>> last_change(find_seams(11, 2), 1)
    ((5, 16), 12, 9)
    """
    step = seams.turns * seams.modulus
    changes = [
        (heaps, before, seams.mumber((*heaps[:gap], *(heap + step for heap in heaps[gap:]))))
        for heaps, before in seams.mumbers.items()
        if gaps(heaps)[gap] == seams.starts[gap] - 1
    ]
    return next((change for change in changes if change[1] != change[2]), changes[-1])


def count_asymmetric_pairs(table: list[list[int]]) -> int:
    """Count the pairs of remainders for which the mumber depends on which heap is larger.

    >>> count_asymmetric_pairs(find_seams(11, 2).far_mumbers())
    19
    """
    return sum(table[i][j] != table[j][i] for i in range(len(table)) for j in range(i))


@CLAIMS.of(
    "eleven",
    controls={
        "the mumber repeats in both heaps from a = 36 on": {"a": 36},
        "the mumber repeats in b from b − a = 11 on": {"b": 11},
        "38 is the smallest bound for a": {"a": 38},
        "13 is the smallest bound for b − a": {"b": 13},
        "which heap is larger matters for no pair": {"asymmetric": 0},
        "beyond both bounds, the remainders may be swapped": {"swapped": True},
    },
)
def eleven(a: int = 37, b: int = 12, asymmetric: int = 19, swapped: bool = False) -> Iterator[Case]:
    seams = _with_starts(find_seams(11, 2), (a, b))
    seams = _with_swapped_remainders(seams) if swapped else seams
    wrong = flaw(seams)
    yield Proof("modulo 11", wrong)
    if wrong is None:
        for gap, start in enumerate(seams.starts):
            position, before, after = last_change(seams, gap)
            yield Case(
                f"gap {gap + 1} could start below {start}: {position}", False, before == after
            )
        count = count_asymmetric_pairs(seams.far_mumbers())
        yield Case("the number of pairs for which the order matters", asymmetric, count)


def _with_starts(seams: Seams, starts: tuple[int, ...]) -> Seams:
    """Return the certificate with new starts, and list the mumbers that these starts require."""
    wider = replace(seams, starts=starts)
    return replace(
        wider, mumbers={heaps: seams.mumber(heaps) for heaps in wider.narrow_positions()}
    )


def _with_swapped_remainders(seams: Seams) -> Seams:
    """Return the certificate, but swap the two remainders wherever no gap is below its start."""
    mumbers = dict(seams.mumbers)
    for low, high in seams.mumbers:
        if low >= seams.starts[0] and high - low >= seams.starts[1]:
            shift = seams.modulus * (high // seams.modulus + 9)
            mumbers[low, high] = seams.mumber((high, low + shift))
    return replace(seams, mumbers=mumbers)


@CLAIMS.of(
    "moduli",
    range_=lambda a: "; ".join(
        f"{heaps} heaps of any size modulo {', '.join(map(str, moduli))}"
        for heaps, moduli in a["settled"].items()
    ),
    quick={"settled": {2: SETTLED[2][:16], 3: (5,)}},
    full={"settled": SETTLED},
    controls={
        "the mumbers repeat from one stick earlier on": {
            "changed": lambda seams: _with_starts(
                seams, (max(1, seams.starts[0] - 1), *seams.starts[1:])
            )
        },
        "the remainders determine the mumber modulo 11, too": {"determined": (*BY_REMAINDERS, 11)},
        "the remainders do not determine the mumber modulo 10": {
            "determined": tuple(n for n in BY_REMAINDERS if n != 10)
        },
        "the mumbers of two heaps modulo 17 are settled": {"settled": {2: (17,)}},
    },
)
def moduli(
    settled: Mapping[int, tuple[int, ...]],
    changed: Callable[[Seams], Seams] = lambda s: s,
    determined: tuple[int, ...] = BY_REMAINDERS,
) -> Iterator[Case]:
    for heaps, listed in settled.items():
        for modulus in listed:
            try:
                seams = changed(certificate(modulus, heaps))
            except ValueError as error:
                yield Case(f"{heaps} heaps modulo {modulus}: {error}", True, False)
                continue
            wrong = flaw(seams)
            yield Proof(f"{heaps} heaps modulo {modulus}", wrong)
            if wrong is None and heaps == 2:
                enough = seams.depends_only_on_remainders()
                yield Case(f"modulo {modulus} remainders suffice", modulus in determined, enough)
