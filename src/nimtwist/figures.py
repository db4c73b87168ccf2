"""Figures by matplotlib and tables by pandas, for the chapters.

This module, unlike the others, needs both libraries. Its figures are the same bytes at every run.
"""

from __future__ import annotations

import io
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import matplotlib
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from nimtwist._checks import quoted, whole
from nimtwist.algebra import polynomial_text
from nimtwist.claims.boards import families
from nimtwist.claims.nimber import SEQUENCES, agreeing
from nimtwist.games.blocking import BlockingNim, strictest
from nimtwist.games.nim import nim_sum
from nimtwist.games.polymum import PolyMuM
from nimtwist.nimber import degree, inv, mul, order, solve, sqrt, trace

__all__ = [
    "Picture",
    "family_census",
    "nim_product_map",
    "nim_sum_map",
    "nimber_table",
    "outcome_maps",
    "power_products",
    "published_sequences",
    "stranded_map",
]

# The blue of P in `style.css`, dark enough for a white page and light enough for a grey one.
_BLUE = "#1d5fa5"


class Picture:
    """A matplotlib figure that a notebook shows as SVG, the same text at every run.

    Raises:
        ValueError: if `figure` is not a figure, or `title` is not text.
    """

    def __init__(self, figure: Figure, title: str) -> None:
        if not isinstance(figure, Figure):
            raise ValueError(f"a picture is of a matplotlib Figure, not of {quoted(figure)}")
        if not isinstance(title, str):
            raise ValueError(f"the title of a picture must be text, not {quoted(title)}")
        self.title = title
        text = io.StringIO()
        # Without a salt the ids in the file are random, without a date of None it has today's.
        # Drawn once, here: a layout that is worked out again is not the same to the last digit.
        with matplotlib.rc_context({"svg.hashsalt": "nimtwist", "svg.fonttype": "none"}):
            figure.savefig(text, format="svg", metadata={"Date": None, "Title": title})
        self._svg = text.getvalue()

    def __repr__(self) -> str:
        return f"<Picture: {self.title}>"

    def _repr_svg_(self) -> str:
        return self._svg


def nim_sum_map(size: int) -> Picture:
    """Return the nim-sums of all pairs of numbers below `size`, as shades.

    Raises:
        ValueError: if `size` is not a whole number from 1 to 256.
    """
    return _pair_map(size, lambda i, j: nim_sum((i, j)), "nim-sum", "heap")


def nim_product_map(size: int) -> Picture:
    """Return the nim-products of all pairs of numbers below `size`, as shades.

    Raises:
        ValueError: if `size` is not a whole number from 1 to 256.
    """
    return _pair_map(size, mul, "nim-product", "factor")


def _pair_map(size: int, value: Callable[[int, int], int], name: str, of: str) -> Picture:
    size = whole(size, "the size of a map", 1, 256)
    figure = Figure(figsize=(4.6, 4.2), layout="constrained")
    axes = figure.add_subplot()
    values = [[value(i, j) for j in range(size)] for i in range(size)]
    image = axes.imshow(values, cmap="cividis", interpolation="nearest")
    axes.set(xlabel=f"second {of}", ylabel=f"first {of}")
    figure.colorbar(image, label=name)
    return Picture(figure, f"{name.capitalize()}s of all pairs below {size}")


def outcome_maps(grids: Mapping[str, Sequence[str]]) -> Picture:
    """Return grids of P and N from afar, side by side: a square for each P.

    `grids` is {title: rows of P and N}, as from `PileGrid.rows`.

    Raises:
        ValueError: if there is no grid, a grid is not rows of P and N, all of one length, or a
            title is not text.
    """
    if not isinstance(grids, Mapping) or not grids:
        raise ValueError(f"outcome_maps needs at least one grid by its title, not {quoted(grids)}")
    for title, rows in grids.items():
        _check_rows(title, rows)
    figure = Figure(figsize=(3.4 * len(grids), 3.7), layout="constrained")
    for axes, (title, rows) in zip(
        figure.subplots(1, len(grids), squeeze=False)[0], grids.items(), strict=True
    ):
        marked = [[cell == "P" for cell in row] for row in rows]
        axes.imshow(marked, cmap=matplotlib.colors.ListedColormap(["white", _BLUE]))
        axes.set(title=title, xlabel="second pile", ylabel="first pile")
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_locator(MaxNLocator(integer=True, steps=[3, 6, 10]))
    return Picture(figure, "P-positions: " + "; ".join(grids))


def _check_rows(title: object, rows: object) -> None:
    if not isinstance(title, str):
        raise ValueError(f"the title of a grid must be text, not {quoted(title)}")
    if (
        not isinstance(rows, list | tuple)
        or not all(isinstance(row, str) and row and set(row) <= {"P", "N"} for row in rows)
        or len(set(map(len, rows))) != 1
    ):
        raise ValueError(
            f"grid {quoted(title)} must be rows of P and N of one length, not {quoted(rows)}"
        )


def family_census(moduli: int) -> pd.DataFrame:
    """Return how many families of restrictions there are for each modulus, and what settles them.

    The columns count the families that can forbid every number; of the others, those with the
    strictest restriction of their largest size (Observation 1), those that the box theorem
    settles besides, and those left open. (twist.open)

    Raises:
        ValueError: if `moduli`, the largest modulus, is not a whole number from 1 to 4.
    """
    kinds = ["can forbid everything", "Observation 1", "box theorem besides", "open"]

    def kind(rules: BlockingNim) -> str:
        if rules.smallest_unavoidable == math.inf:
            return kinds[0]
        if strictest(max(map(len, rules.family))) in rules.restrictions:
            return kinds[1]
        return kinds[2] if rules.is_box_game else kinds[3]

    counts = {
        modulus: Counter(
            kind(BlockingNim(modulus, family))
            for family in families(list(BlockingNim.up_to(modulus, modulus).family))
        )
        for modulus in range(1, whole(moduli, "the largest modulus", 1, 4) + 1)
    }
    table = pd.DataFrame.from_dict(counts, orient="index").reindex(columns=kinds)
    table = table.fillna(0).astype(int)
    table.insert(0, "families", table.sum(axis="columns"))
    return _headed("modulus", table)


def _headed(name: str, table: pd.DataFrame) -> pd.DataFrame:
    """Name the index in the corner; pandas gives the index's own name a row that is else empty."""
    return table.rename_axis(columns=name)


def nimber_table(size: int) -> pd.DataFrame:
    """Return what there is to know of each nimber from 1 to `size` - 1, a row a number.

    The last column has the solutions of x² ⊕ x = n.

    Raises:
        ValueError: if `size` is not a whole number from 2 to 256.
    """
    numbers = range(1, whole(size, "the size of a table", 2, 256))
    rows = [
        {
            "square": mul(n, n),
            "square root": sqrt(n),
            "inverse": inv(n),
            "order": order(n),
            "degree": degree(n),
            "trace": trace(n),
            "x² ⊕ x = n": ", ".join(map(str, solve(n))),
        }
        for n in numbers
    ]
    return _headed("n", pd.DataFrame(rows, index=numbers))


def power_products(count: int) -> pd.DataFrame:
    """Return the nim-products of the first `count` powers of two.

    It is the table of nimber.table-pow2.

    Raises:
        ValueError: if `count` is not a whole number from 1 to 32.
    """
    powers = [1 << k for k in range(whole(count, "the number of powers", 1, 32))]
    rows = [[mul(a, b) for b in powers] for a in powers]
    return _headed("⊗", pd.DataFrame(rows, index=powers, columns=powers))


def published_sequences() -> pd.DataFrame:
    """Return the sequences of the OEIS that the engine is compared with, and how many terms agree.

    The terms are those that the encyclopedia displays. (nimber.table-add, nimber.table-mul)
    """
    rows = {}
    for number, sequence in SEQUENCES.items():
        cases = list(agreeing(number))
        rows[number] = [sequence.about, len(cases), cases.count(None)]
    columns = ["what it lists", "terms displayed", "as computed here"]
    return _headed("sequence", pd.DataFrame.from_dict(rows, orient="index", columns=columns))


def stranded_map(polynomial: int) -> Picture:
    """Return all pairs of heaps of Polynomial MuM from afar: a square for each stranded pair.

    (mum.sec-6.4.win)

    Raises:
        ValueError: if `polynomial` is not an irreducible one of degree 1 to 8, as a number.
    """
    rules = PolyMuM(polynomial)
    heaps = range(1, 1 << whole(rules.degree, f"the degree of {polynomial} to draw", 1, 8))
    target = {heap: rules.inv(heap) for heap in heaps}  # beside a heap, the other must become this
    marked = [[a < target[b] and b < target[a] for b in heaps] for a in heaps]
    figure = Figure(figsize=(4.2, 4.2), layout="constrained")
    axes = figure.add_subplot()
    extent = (0.5, len(heaps) + 0.5, len(heaps) + 0.5, 0.5)
    colours = matplotlib.colors.ListedColormap(["white", _BLUE])
    axes.imshow(marked, cmap=colours, extent=extent, interpolation="nearest")
    axes.set(xlabel="second heap", ylabel="first heap")
    return Picture(figure, f"Stranded pairs of heaps modulo {polynomial_text(rules.polynomial)}")
