"""MuM beside its factor games: maps and shares of agreement, and the tables of the preprint."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from math import gcd

import numpy as np
import pandas as pd
from matplotlib.colors import ListedColormap
from matplotlib.ticker import MaxNLocator, PercentFormatter

from nimbook.claims.mum_composite import (
    ANALOGY,
    PRINTED,
    SENSES,
    analogy,
    sense,
    table_a2_by_reading,
)
from nimbook.residues import prime_powers, state_vector
from nimbook.samples import solver
from nimbook.show import MARK, Picture, colour
from nimtwist.game import Sum, SumSolver
from nimtwist.games.mum import MuM

# --- Pictures ------------------------------------------------------------------------------------


def factor_maps(modulus: int, largest: int) -> Picture:
    """Return the P-positions of two heaps modulo n, in its two factor games, and in their sum.

    The heaps are coprime to n. All outcomes are by search, those of the sum game by game.
    P-positions of the sum that are none modulo n have another colour. (mum.sec-5.1)

    Raises:
        ValueError: if the modulus is not made of two prime powers.
    """
    powers = prime_powers(modulus)
    if len(powers) != 2:
        raise ValueError(f"{modulus} is made of {len(powers)} prime powers; these maps are for two")
    heaps = [heap for heap in range(1, largest + 1) if gcd(heap, modulus) == 1]
    both = SumSolver(Sum((MuM(powers[0]), MuM(powers[1]))))
    games: dict[str, Callable[[tuple[int, ...]], str]] = {
        **{f"modulo {n}": solver(MuM(n)).outcome for n in (*powers, modulus)},
        f"{powers[0]} and {powers[1]} side by side": lambda pair: both.outcome((pair, pair)),
    }
    maps = {}
    for name, outcome in games.items():
        maps[name] = found = np.zeros((largest, largest), np.uint8)
        for a, b in product(heaps, repeat=2):
            found[a - 1, b - 1] = outcome((min(a, b), max(a, b))) == "P"
    first, second, whole, beside = maps.values()
    others = (beside == 1) & (whole == 0)
    beside[others] = 2
    counts = [int(np.count_nonzero(found)) for found in (first, second, whole, others)]
    picture = Picture(
        f"P-positions modulo {modulus}, and in its factor games",
        f"Four maps of two heaps to {largest} that are coprime to {modulus}. Dots are "
        f"P-positions: {counts[0]} modulo {powers[0]}, {counts[1]} modulo {powers[1]}; the "
        f"{counts[2]} that both have are those modulo {modulus}. With the two games side by side "
        f"there are {counts[3]} others besides, which are orange, in clusters that come again "
        "with the period of the lattice.",
        (5.4, 5.7),
    )
    shades = ListedColormap(["none", MARK, "#d9822b"])
    for axes, (name, found) in zip(picture.subplots(2, 2).flat, maps.items(), strict=True):
        ends = (0.5, largest + 0.5, largest + 0.5, 0.5)
        axes.imshow(found, cmap=shades, vmin=0, vmax=2, extent=ends)
        axes.set_title(name)
        axes.spines[:].set_visible(True)
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
    picture.supxlabel("second heap", size=10.5)
    picture.supylabel("first heap", size=10.5)
    return picture


_SHORT = {
    "one": "the outcome of their sum",
    "value": "the value of their sum",
    "all": "the outcome, all at a time",
    "moves": "a move changes one residue",
    "stranded": "stranded as some factor is",
}


def agreement_chart(moduli: Iterable[int], count: int, largest: int) -> Picture:
    """Return in how many cases MuM and its factor games agree, by modulus, in the false senses.

    Positions have at most `count` heaps up to `largest`. (mum.sec-5.1)
    """
    chosen = [modulus for modulus in moduli if len(prime_powers(modulus)) > 1]
    shares = {
        name: [1 - f.failures / f.cases for f in (sense(name, [n], count, largest) for n in chosen)]
        for name in _SHORT
    }
    twice = [n for n in chosen if prime_powers(n)[0] == 2]
    picture = Picture(
        "In how many cases a game agrees with its factor games",
        "A row of bars for each of five senses, with a bar for each modulus from "
        f"{chosen[0]} to {chosen[-1]}. "
        + "; ".join(
            f"{_SHORT[name]}: {min(found):.0%} to {max(found):.0%}"
            for name, found in shares.items()
        )
        + f". Blue bars are those of twice an odd prime power, {', '.join(map(str, twice))}: "
        "there the first and the fourth sense are always right.",
        (5.4, 6.2),
    )
    places = range(len(chosen))
    shades = [colour("p" if n in twice else "n-line") for n in chosen]
    rows = picture.subplots(len(shares), 1, sharex=True)
    for axes, (name, found) in zip(rows, shares.items(), strict=True):
        axes.bar(places, found, width=0.72, color=shades)
        axes.set_title(_SHORT[name], loc="left", size=10)
        axes.set(ylim=(0, 1), yticks=(0, 0.5, 1))
        axes.yaxis.set_major_formatter(PercentFormatter(1, 0))
        axes.grid(axis="y")
    rows[-1].set_xticks(places, map(str, chosen))
    rows[-1].set_xlabel("modulus")
    return picture


# --- Tables --------------------------------------------------------------------------------------


def table_a2() -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return table A.2, printed and computed: residues, products and status by heaps.

    L is P, and W is N, by search. (mum.table-A.2)
    """
    rules, printed = MuM(15), PRINTED["table-A.2"]
    computed = []
    for row in printed:
        heaps = tuple(row[:9:3])
        status = "L" if solver(rules).outcome(heaps) == "P" else "W"
        residues = [residue for heap in heaps for residue in (heap % 3, heap % 5)]
        computed.append([*residues, *state_vector(rules, heaps).values(), status])
    columns = [f"{name} of H{i}" for i in (1, 2, 3) for name in ("M3", "M5")]
    columns += ["M3 Prod", "M5 Prod", "Status"]
    index = pd.Index([",".join(map(str, row[:9:3])) for row in printed], name="H1,H2,H3")
    rows = [[*row[1:3], *row[4:6], *row[7:]] for row in printed]
    return pd.DataFrame(rows, index, columns), pd.DataFrame(computed, index, columns)


def table_a2_readings() -> pd.DataFrame:
    """Return which status of table A.2 is another under each reading.

    (mum.table-A.2)
    """
    rows = dict(table_a2_by_reading())
    return pd.DataFrame({"other status than printed": rows}).rename_axis("consolidation")


def sense_table(moduli: Sequence[int], count: int, largest: int) -> pd.DataFrame:
    """Return what is found in each sense in which MuM may be equivalent to its factor games.

    They are those of the ledger. Positions have at most `count` heaps up to `largest`.
    (mum.sec-5.1)
    """
    rows = {}
    for name in SENSES:
        found = sense(name, moduli, count, largest)
        rows[found.statement] = [found.cases, found.failures, found.counterexample or ""]
    columns = ["cases", "fail", "the smallest that fails"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis("sense")


def analogy_failures(moduli: Iterable[int], outcomes: bool = False) -> pd.DataFrame:
    """Return in how many cases each row of table 5.2 fails for MuM, by modulus.

    Positions have at most two heaps up to 4 more than the modulus. What counts are mumbers, or
    only `outcomes`. (mum.table-5.2)
    """
    rows = {
        feature: {n: analogy(feature, n, 2, 4, outcomes).failures for n in moduli}
        for feature in ANALOGY
    }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("Feature")
