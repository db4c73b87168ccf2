"""Outcomes and stranded positions of MuM from afar, and the tables of its preprint."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import gcd

import numpy as np
import pandas as pd
from matplotlib.colors import ListedColormap
from matplotlib.ticker import MaxNLocator, PercentFormatter
from numpy.typing import NDArray

from nimbook.claims import mum as claims
from nimbook.samples import solver
from nimbook.show import MARK, Picture, colour
from nimtwist.games.mum import MuM, MuMTable

# As for `MARK`: pixels cannot follow the theme, and this is seen on white and on black.
_STRANDED = "#d98b3f88"


# --- Pictures ------------------------------------------------------------------------------------


def outcome_maps(primes: Sequence[int]) -> Picture:
    """Return all pairs of heaps below each prime from afar: P-positions, and stranded ones.

    Outcomes are worked out move by move. (mum.thm-4.1.2, mum.def-3.4)
    """
    maps, shares = [], []
    for modulus in primes:
        found = np.zeros((modulus - 1, modulus - 1), np.uint8)
        table = MuMTable(MuM(modulus), 2, modulus - 1)
        for position in filter(lambda p: len(p) == 2, table.positions()):
            stranded = table.rules.is_stranded(position)
            a, b = (heap - 1 for heap in position)
            found[a, b] = found[b, a] = 2 * (table.outcome(position) == "P") or stranded
        maps.append(found)
        shares.append(f"{np.mean(found == 1):.0%} modulo {modulus}")
    picture = Picture(
        "P-positions, and the stranded positions between them",
        "Square maps of two heaps. Each row and each column has one blue dot, a P-position; the "
        "dots lie as if scattered at random. Orange squares are stranded: of all pairs "
        f"{', '.join(shares)}. They fill the corner of small heaps and become rare towards the "
        "opposite one.",
        (3 * len(primes), 3.3),
    )
    shades = ListedColormap(["none", _STRANDED, MARK])
    places = picture.subplots(1, len(primes), squeeze=False)[0]
    for axes, modulus, found in zip(places, primes, maps, strict=True):
        ends = (0.5, modulus - 0.5, modulus - 0.5, 0.5)
        axes.imshow(found, cmap=shades, vmin=0, vmax=2, extent=ends)
        axes.set(title=f"modulo {modulus}", xlabel="second heap")
        axes.spines[:].set_visible(True)
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 3, 5, 6, 10]))
    places[0].set_ylabel("first heap")
    return picture


def stranded_by_modulus(largest: int) -> Picture:
    """Return the share of stranded pairs among those of heaps below n, for each n.

    (mum.def-3.4)
    """
    shares = {n: stranded_share(n) for n in range(3, largest + 1)}
    primes = {n: share for n, share in shares.items() if all(n % d for d in range(2, n))}
    none = ", ".join(str(n) for n, share in shares.items() if not share)
    upper = [share for n, share in shares.items() if 2 * n > largest]
    picture = Picture(
        "How many pairs are stranded: heaps below the modulus",
        f"A dot for each modulus from 3 to {largest}; prime ones are darker. They gather at the "
        f"line 1/4: those in the right half are between {min(upper):.0%} and {max(upper):.0%}, on "
        f"average at {np.mean(upper):.1%}. Without stranded pairs are {none}.",
        (5.4, 3.4),
    )
    axes = picture.add_subplot()
    axes.axhline(0.25, color=colour("line"), linewidth=1)
    for name, shown in (("n-line", shares), ("p", primes)):
        axes.plot(*zip(*shown.items(), strict=True), ".", markersize=4.5, color=colour(name))
    for words, name, height in (("prime", "p", 0.075), ("composite", "n-line", 0.045)):
        axes.text(largest, height, words, color=colour(name), ha="right")
    axes.annotate("1/4", (1.01, 0.25), xycoords=("axes fraction", "data"), va="center")
    axes.set(xlabel="modulus", ylabel="share of stranded pairs", ylim=(-0.01, 0.36))
    axes.yaxis.set_major_formatter(PercentFormatter(1, 0))
    return picture


def stranded_by_bound(moduli: Sequence[int], turns: float = 3) -> Picture:
    """Return the share of stranded pairs of heaps up to a bound, for a bound of 0 to `turns` n.

    The line is `expected_share`. (mum.def-3.4)
    """
    picture = Picture(
        "How many pairs are stranded: heaps to a bound",
        "Curves that fall from 100 %, where heaps are tiny, through about "
        f"{expected_share(1):.0%} where the bound is the modulus, to "
        f"{expected_share(turns):.0%} at {turns:g} times the modulus. That of the modulus "
        f"{moduli[0]} is far below the smooth line, and that of {moduli[-1]} is all but on it.",
        (5.6, 3.5),
    )
    axes = picture.add_subplot()
    bounds = np.linspace(0, turns, 121)
    axes.plot(bounds, [expected_share(t) for t in bounds], color=colour("line"), linewidth=4,
              alpha=0.45, label="in the limit")  # fmt: skip
    for modulus, name in zip(moduli, ("n-line", "holds", "p"), strict=False):
        shares = _shares_by_bound(modulus, int(turns * modulus))
        axes.plot(
            np.arange(1, len(shares) + 1) / modulus,
            shares,
            color=colour(name),
            linewidth=1.3,
            label=f"modulo {modulus}",
        )
    axes.axvline(1, color=colour("line"), linewidth=0.8, linestyle=(0, (2, 3)))
    axes.set(xlabel="largest heap, in multiples of the modulus", ylabel="share of stranded pairs",
             xlim=(0, turns), ylim=(0, 1.02))  # fmt: skip
    axes.yaxis.set_major_formatter(PercentFormatter(1))
    axes.legend()
    return picture


def expected_share(bound: float) -> float:
    """Return the share of stranded pairs that large primes tend to; the bound is in moduli.

    If heaps are below the modulus, a heap x is too small to become what it should, a number that
    may as well be anything, with the chance 1 - x; on average that is 1 - `bound` / 2. Heaps above
    the modulus are never stranded.

    >>> expected_share(0), expected_share(1), expected_share(2)
    (1.0, 0.25, 0.0625)
    """
    return float((1 - bound / 2) ** 2 if bound <= 1 else (1 / (2 * bound)) ** 2)


def stranded_share(modulus: int) -> float:
    """Return the share of stranded pairs among all pairs of heaps below the modulus.

    They are counted in order, so that (2, 3) and (3, 2) are two.

    >>> stranded_share(5), stranded_share(7)
    (0.0625, 0.1111111111111111)
    """
    return float(np.mean(_stranded(modulus)))


def _units(modulus: int) -> NDArray[np.int64]:
    return np.array([unit for unit in range(1, modulus) if gcd(unit, modulus) == 1], np.int64)


def _stranded(modulus: int) -> NDArray[np.bool_]:
    """Return which of all pairs of heaps below the modulus are stranded.

    Beside another heap, a heap must become its inverse; stranded is where both are too small.
    """
    units = _units(modulus)
    inverse = np.array([pow(int(unit), -1, modulus) for unit in units])
    return (units[:, None] < inverse) & (units < inverse[:, None])


def _shares_by_bound(modulus: int, most: int) -> NDArray[np.float64]:
    """Return the share of stranded pairs among those of heaps to 1, 2, …, `most`."""
    units = _units(modulus)
    small = np.zeros((modulus, modulus))
    small[np.ix_(units, units)] = _stranded(modulus)
    within = np.diagonal(small.cumsum(0).cumsum(1))
    bounds = np.arange(1, most + 1)
    heaps = np.cumsum(np.gcd(bounds, modulus) == 1)
    return np.asarray(within[np.minimum(bounds, modulus - 1)] / heaps**2)


# --- Tables --------------------------------------------------------------------------------------


def readings_table(moduli: Iterable[int], count: int, largest: int) -> pd.DataFrame:
    """Return at how many positions the product misleads, for each reading of consolidation.

    Positions have at most `count` heaps up to `largest`; the last row says how many there are.
    (mum.def-3.4)
    """
    found = {n: claims.outcomes_by_reading(n, count, largest) for n in moduli}
    rows = {n: {name: wrong for name, wrong, *_ in rows} for n, rows in found.items()}
    table = pd.DataFrame(rows)
    table.loc["of all positions"] = [rows[0][2] for rows in found.values()]
    return table.rename_axis(index="consolidation")


def apart_table(moduli: Iterable[int]) -> pd.DataFrame:
    """Return how often a compulsory turn and no consolidation at all have different winners.

    The heaps, two or three of them, are not larger than the modulus. (mum.def-3.4)
    """
    rows = {}
    for n in moduli:
        both = [position for position in claims.outcomes_apart(n, 3, n) if position]
        two = [position for position in both if len(position) == 2]
        shown = [f"({', '.join(map(str, p))})" for p in (both[:1] or [()])]
        rows[n] = [len(two), len(both) - len(two), shown[0] if both else "none"]
    columns = ["two heaps", "three heaps", "the smallest"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis("modulus")


def example_44() -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the values of one heap in Example 4.4, printed and computed.

    (mum.ex-4.4)
    """
    heaps, values = zip(*claims.PRINTED["ex-4.4"], strict=True)
    found = [solver(claims.EXAMPLE).grundy((heap,)) for heap in heaps]
    index = pd.Index(["value"], name="heap")
    return pd.DataFrame([values], index, heaps), pd.DataFrame([found], index, heaps)


def table_a1() -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return table A.1, printed and computed.

    (mum.table-A.1)
    """
    single, three = claims.PRINTED["table-A.1-single"], claims.PRINTED["table-A.1"]
    columns = ["Single Heap or Product", "Product Mod 5", "value", "Recursive Mex"]
    heaps = [
        *(f"{least}, {least + claims.EXAMPLE.modulus}, …, {most}" for least, most, *_ in single),
        *(",".join(map(str, row[:3])) for row in three),
    ]
    index = pd.Index(heaps, name="heaps")
    printed, computed = (
        pd.DataFrame([row[-4:] for row in rows], index, columns)
        for rows in (single + three, claims.table_a1())
    )
    return printed, computed


def table_a1_readings() -> pd.DataFrame:
    """Return which values of table A.1 are others under each reading.

    (mum.table-A.1)
    """
    rows = dict(claims.table_a1_by_reading())
    return pd.DataFrame({"other values than printed": rows}).rename_axis("consolidation")
