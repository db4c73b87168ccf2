"""The claims of this book on mumbers: where they repeat, proved for all sizes by certificates."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from nimbook.ledger import Case, Claims, Proof, read_words
from nimbook.seams import Seams, find, gaps
from nimbook.seams_checker import flaw
from nimbook.sources import SEAMS
from nimtwist.games.products import Heaps

CLAIMS = Claims(SEAMS, "mumbers", read_words("seams"))

SETTLED: Mapping[int, tuple[int, ...]] = {
    2: (*range(2, 17), 18, 20, 21, 22, 24, 26, 27, 30),
    3: (5, 7, 9, 10, 14, 18),
    4: (5, 10),
}
"""The moduli with a certificate, by how many heaps it is for."""

BY_REMAINDERS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 18, 20, 24)
"""The moduli for which the remainders of two heaps tell the mumber."""


def certificate(modulus: int, heaps: int) -> Seams:
    """Return the certificate of a modulus in `SETTLED`.

    >>> certificate(5, 3).starts
    (7, 6, 6)
    """
    turns = 2 if (modulus, heaps) == (26, 2) else 1
    largest = {(7, 3): 100, (10, 3): 100, (14, 3): 100, (18, 3): 120, (5, 4): 64, (10, 4): 90}
    return find(modulus, heaps, turns, largest.get((modulus, heaps), 0))


def last_change(seams: Seams, gap: int) -> tuple[Heaps, int, int]:
    """Return a position whose mumber still changes when a gap just below its start is widened.

    The mumbers before and after are returned, too; they are equal if the start could be smaller.
    `gap` is the gap's place: 0 for the smallest heap.

    >>> last_change(find(11, 2), 1)
    ((5, 16), 12, 9)
    """
    step = seams.turns * seams.modulus
    changes = [
        (heaps, before, seams.mumber((*heaps[:gap], *(heap + step for heap in heaps[gap:]))))
        for heaps, before in seams.mumbers.items()
        if gaps(heaps)[gap] == seams.starts[gap] - 1
    ]
    return next((change for change in changes if change[1] != change[2]), changes[-1])


def differing(table: list[list[int]]) -> int:
    """Return for how many pairs of different remainders it matters which is the larger heap's.

    >>> differing(find(11, 2).far())
    19
    """
    return sum(table[i][j] != table[j][i] for i in range(len(table)) for j in range(i))


@CLAIMS.of(
    "eleven",
    controls={
        "it is so for a from 36 on": {"a": 36},
        "it is so for b − a from 11 on": {"b": 11},
        "38 is the least a": {"a": 38},
        "13 is the least b − a": {"b": 13},
        "it matters for no pair": {"matter": 0},
        "of heaps beyond both, the smaller one may be taken for the larger": {"turned": True},
    },
)
def eleven(a: int = 37, b: int = 12, matter: int = 19, turned: bool = False) -> Iterator[Case]:
    seams = _from(find(11, 2), (a, b))
    seams = _turned(seams) if turned else seams
    wrong = flaw(seams)
    yield Proof("modulo 11", wrong)
    if wrong is None:
        for gap, start in enumerate(seams.starts):
            position, before, after = last_change(seams, gap)
            yield Case(f"gap {gap + 1} starts below {start}, as {position}", False, before == after)
        found = differing(seams.far())
        yield Case("the number of pairs for which it matters which heap is larger", matter, found)


def _from(seams: Seams, starts: tuple[int, ...]) -> Seams:
    """Return a certificate with other starts, and the mumbers that it then needs."""
    wider = replace(seams, starts=starts)
    return replace(wider, mumbers={heaps: seams.mumber(heaps) for heaps in wider.narrow()})


def _turned(seams: Seams) -> Seams:
    """Return a certificate in which far heaps have the mumbers of those that leave the opposite."""
    mumbers = dict(seams.mumbers)
    for low, high in seams.mumbers:
        if low >= seams.starts[0] and high - low >= seams.starts[1]:
            more = seams.modulus * (high // seams.modulus + 9)
            mumbers[low, high] = seams.mumber((high, low + more))
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
        "the mumbers repeat from one stick earlier": {
            "changed": lambda seams: _from(seams, (max(1, seams.starts[0] - 1), *seams.starts[1:]))
        },
        "the remainders tell the mumber modulo 11, too": {"told": (*BY_REMAINDERS, 11)},
        "they do not modulo 10": {"told": tuple(n for n in BY_REMAINDERS if n != 10)},
        "the mumbers of two heaps modulo 17 are settled": {"settled": {2: (17,)}},
    },
)
def moduli(
    settled: Mapping[int, tuple[int, ...]],
    changed: Callable[[Seams], Seams] = lambda s: s,
    told: tuple[int, ...] = BY_REMAINDERS,
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
                tells = seams.by_remainders()
                yield Case(f"modulo {modulus} the remainders tell", modulus in told, tells)
