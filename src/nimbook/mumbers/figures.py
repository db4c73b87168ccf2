"""Mumbers from afar: where they are not products, and the seams along which they change."""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd

import pandas as pd
from matplotlib.ticker import MaxNLocator, PercentFormatter

from nimbook.claims.mumbers import STEPS, failures, step_failures, table_of, tally, witness
from nimbook.claims.seams import certificate, differing
from nimbook.samples import coprime_boards
from nimbook.show import Picture, colour, flag_map
from nimtwist.games import MuM
from nimtwist.games.mum import MumberSolver

__all__ = [
    "diagonal_table",
    "failure_shares",
    "failure_table",
    "far_table",
    "mumber_maps",
    "proof_table",
    "seam_maps",
    "seam_table",
]


# --- Theorem 4.1 ---------------------------------------------------------------------------------


def failure_table(moduli: Iterable[int]) -> pd.DataFrame:
    """Return for each modulus how often mumber and product differ, and where first.

    Two and three heaps up to twice the modulus are counted. (mum.thm-4.1.1)
    """
    rows = {}
    for modulus in moduli:
        rules = MuM(modulus)
        (two, pairs), (three, triples) = (tally(rules, count, 2 * modulus) for count in (2, 3))
        first = "–"
        if 24 % modulus:
            position = failures(rules, 2, witness(modulus)[-1])[0]
            mumber = MumberSolver(rules, modulus).mumber(position)
            first = f"{rules.show(position)}: {mumber}, not {rules.product(position)}"
        rows[modulus] = [two, pairs, f"{two / pairs:.0%}", three, triples, f"{three / triples:.0%}"]
        rows[modulus] += [first]
    columns = [
        "two heaps",
        "of",
        "share",
        "three heaps",
        "of ",
        "share ",
        "the first, and its mumber",
    ]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis("modulus")


def failure_shares(moduli: Iterable[int]) -> Picture:
    """Return the share of positions, by modulus, whose mumber is not their product.

    Positions of two and of three heaps up to twice the modulus are counted. (mum.thm-4.1.1)
    """
    listed = list(moduli)
    shares = {
        count: [failed / whole for failed, whole in (tally(MuM(n), count, 2 * n) for n in listed)]
        for count in (2, 3)
    }
    zero = [n for n, two, three in zip(listed, *shares.values(), strict=True) if two == three == 0]
    worst = max(range(len(listed)), key=lambda i: shares[3][i])
    picture = Picture(
        "How often the mumber is not the product",
        f"Two dots above each modulus from {listed[0]} to {listed[-1]}, for two heaps and, mostly "
        "higher, for three; both rise, in leaps, as the modulus grows. "
        f"They are at 0 for {', '.join(map(str, zero))}, where there is a ring. The "
        f"largest share is {shares[3][worst]:.0%}, for three heaps modulo {listed[worst]}.",
        (5.4, 3.4),
    )
    axes = picture.add_subplot()
    top = [max(pair) for pair in zip(*shares.values(), strict=True)]
    axes.vlines(listed, 0, top, color=colour("faint"), linewidth=1)
    for count, words, name, marker in (
        (3, "three heaps", "n-line", "s"),
        (2, "two heaps", "p", "o"),
    ):
        axes.plot(listed, shares[count], marker, color=colour(name), label=words)
    axes.legend(loc="upper left", handletextpad=0, labelcolor="linecolor")
    axes.plot(
        zero, [0] * len(zero), "o", markersize=11, markerfacecolor="none", color=colour("text")
    )
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 4, 5, 10]))
    axes.set(xlabel="modulus", ylabel="positions with another mumber", ylim=(-0.05, None))
    return picture


def proof_table(modulus: int, largest: int) -> pd.DataFrame:
    """Return the steps of the printed induction, and at which positions of two heaps each fails."""
    found = step_failures(modulus, 2, largest)
    count = sum(len(position) == 2 for position in coprime_boards(modulus, 2, largest))
    rows = {
        said: [len(found[step]), count, (found[step] or ["–"])[0]] for step, said in STEPS.items()
    }
    columns = ["fails at", "of", "the first failure"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis("step")


# --- Seams ---------------------------------------------------------------------------------------


def _mumbers(modulus: int, size: int) -> tuple[list[int], list[list[int]]]:
    """Return the legal heaps up to `size`, and the mumbers of all pairs of them."""
    mumbers = dict(table_of(MuM(modulus), 2, size).mumbers(2))
    heaps = [heap for heap in range(1, size + 1) if gcd(heap, modulus) == 1]
    return heaps, [[mumbers[min(a, b), max(a, b)] for b in heaps] for a in heaps]


def mumber_maps(moduli: Iterable[int], size: int) -> Picture:
    """Return the mumbers of the first `size` × `size` pairs of legal heaps, a map for each modulus.

    The lighter, the larger. (mum.future)
    """
    listed = list(moduli)
    maps = {}
    for modulus in listed:
        heaps, rows = _mumbers(modulus, size * modulus // (modulus - 1) + modulus)
        maps[modulus] = heaps[size - 1], [row[:size] for row in rows[:size]]
    most = {modulus: max(map(max, rows)) for modulus, (_, rows) in maps.items()}
    picture = Picture(
        f"Mumbers of {size} × {size} pairs of heaps modulo {', '.join(map(str, listed))}",
        "Square maps, one below the other, each a fine weave of dark and light dots that repeats "
        f"with the modulus. Modulo {listed[0]} it is the same everywhere; in the others, light "
        "dots, which are large mumbers, gather along the left and upper edges and along the "
        "diagonal. The largest mumbers are "
        + ", ".join(f"{most[n]} modulo {n}" for n in listed)
        + ".",
        (5.2, 5.2 * len(listed)),
    )
    places = picture.subplots(len(listed), 1, squeeze=False)[:, 0]
    for axes, (modulus, (last, rows)) in zip(places, maps.items(), strict=True):
        axes.imshow(rows, extent=(0, last, last, 0))
        axes.set(title=f"modulo {modulus}", xlabel="second heap", ylabel="first heap")
    return picture


def _changes(modulus: int, size: int) -> list[list[bool]]:
    """Return for which pairs of heaps up to `size` the modulus more changes the mumber."""
    heaps, rows = _mumbers(modulus, size + modulus)
    at = {heap: i for i, heap in enumerate(heaps)}

    def changed(low: int, high: int) -> bool:
        here, beyond = rows[at[low]][at[high]], at[high + modulus]
        return not here == rows[at[low]][beyond] == rows[at[low + modulus]][beyond]

    numbers = range(1, size + 1)
    return [
        [a in at and b in at and changed(min(a, b), max(a, b)) for b in numbers] for a in numbers
    ]


def seam_maps(moduli: Iterable[int], size: int) -> Picture:
    """Return where mumbers do not repeat: a map for each modulus, of heaps up to `size`.

    A dot is a pair whose mumber changes when the modulus is added to the larger heap, or to both.
    """
    picture = flag_map(
        {f"modulo {modulus}": _changes(modulus, size) for modulus in moduli},
        "The seams: where the modulus more changes the mumber",
        "Square maps side by side. In each, dots fill a strip along the left edge, one along the "
        "upper edge, and one along the diagonal, which goes on to the far corner; the rest is "
        "empty. Modulo 17 the strips are wider, and two more rays of dots leave the corner, one on "
        "each side of the diagonal, with the slopes 2 and 1/2.",
        start=1,
    )
    for axes in picture.axes:
        axes.set(xticks=range(0, size + 1, 100), yticks=range(0, size + 1, 100))
    return picture


def diagonal_table(modulus: int, count: int) -> pd.DataFrame:
    """Return the mumbers of two large heaps that leave the same remainder, by their difference."""
    seams = certificate(modulus, 2)
    base = modulus * (seams.starts[0] // modulus + 1)
    units = [unit for unit in range(1, modulus) if gcd(unit, modulus) == 1]
    rows = {
        unit: [seams.mumber((base + unit, base + unit + k * modulus)) for k in range(count)]
        for unit in units
    }
    columns = [f"+ {k * modulus}" if k else "equal" for k in range(count)]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis("both leave")


def far_table(modulus: int) -> pd.DataFrame:
    """Return the mumbers of two heaps that are large and far apart, by their remainders.

    Rows are for the smaller heap, columns for the larger one.
    """
    units = [unit for unit in range(1, modulus) if gcd(unit, modulus) == 1]
    rows = certificate(modulus, 2).far()
    return pd.DataFrame(rows, index=pd.Index(units, name="smaller ╲ larger"), columns=units)


def seam_table(moduli: Iterable[int]) -> pd.DataFrame:
    """Return what the certificates say of two heaps, for each modulus.

    The heaps are a and b, and b is not the smaller one. (seam.moduli)
    """
    rows = {}
    for modulus in moduli:
        seams = certificate(modulus, 2)
        low, apart = seams.starts
        rows[modulus] = [
            seams.turns * modulus,
            apart,
            low,
            len(seams.mumbers),
            max(seams.mumbers.values()),
            "yes" if seams.by_remainders() else "no",
            differing(seams.far()),
        ]
    columns = [
        "period",
        "b repeats from b − a =",
        "both from a =",
        "mumbers listed",
        "largest",
        "remainders tell",
        "order matters for pairs",
    ]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis("modulus")
