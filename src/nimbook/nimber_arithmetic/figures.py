"""Nim-products from afar, squares and orders, and tables of what there is to know of nimbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib import colormaps
from matplotlib.colors import ListedColormap

from nimbook.claims.nimber import SEQUENCES, agreeing, digit_matrix, walsh_columns
from nimbook.show import MARK, Picture, colour, flag_map, pair_map
from nimtwist import arrays
from nimtwist.nimber import add, degree, inv, mul, order, products_by_mex, solve, sqrt, trace


def nim_product_map(size: int) -> Picture:
    """Return the nim-products of all pairs of numbers below `size`, as shades.

    For more than 64 numbers there are but four shades, since one does not see more from so far.
    """
    step = size // 4 if size > 64 else 1
    picture = pair_map(
        size,
        lambda a, b: mul(a, b) // step * step,
        "nim-product",
        "factor",
        "The square of side 16 in the corner is dark: its products are below 16. In the rows and "
        "columns along it there are stripes, and then a checked texture, which becomes finer and "
        "finer. It is the same on both sides of the diagonal.",
    )
    if step > 1:
        [image] = picture.axes[0].images
        image.set_cmap(colormaps["cividis"].resampled(4))
        image.set_clim(-step / 2, size - step / 2)
        picture.axes[1].set_yticks(range(0, size, step), map(str, range(0, size, step)))
        picture.axes[1].set_ylabel("nim-product, from")
    return picture


def products_from_afar(size: int, tile: int) -> Picture:
    """Return the nim-products of all pairs below `size`: their means, and which are below `size`.

    A dot stands for a square of `tile` by `tile` pairs, where `tile` divides `size`. On the right
    it is marked if all their products are below `size`.
    """
    numbers = np.arange(size, dtype=np.uint16)
    products = arrays.mul(numbers[:, None], numbers)
    squares = products.reshape(size // tile, tile, size // tile, tile)
    means = squares.sum(3, np.uint32).sum(1, np.uint32) // tile**2
    below = squares.max(3).max(1) < size
    picture = Picture(
        f"The nim-products of all {size**2:,} pairs of numbers below {size}",
        f"Two maps in which a dot is a square of {tile} by {tile} pairs. On the left are the means "
        "of their products, as shades: a dark square of side 256 in the corner, stripes in the "
        "rows and columns along it, and then a checked texture, which becomes finer and finer. On "
        f"the right are the squares in which all products are below {size}: the corner of side "
        "256, the first row and column, the diagonal, and single dots all over the rest.",
        (7, 3.7),
    )
    left, right = picture.subplots(1, 2, sharey=True)
    ends = (-0.5, size - 0.5, size - 0.5, -0.5)
    # More shades than 8 make a much larger file, and one does not see them.
    left.imshow(8 * means // (int(products.max()) + 1), extent=ends)
    right.imshow(below, cmap=ListedColormap(["none", MARK]), vmin=0, vmax=1, extent=ends)
    left.set(title="products, on average", xlabel="second factor", ylabel="first factor")
    right.set(title=f"products below {size}", xlabel="second factor")
    for axes in (left, right):
        axes.spines[:].set_visible(True)
        axes.set_xticks(range(0, size, size // 4))
        axes.set_yticks(range(0, size, size // 4))
    return picture


def ordinary_pairs(size: int) -> Picture:
    """Return for which pairs below `size` the nim-sum and the nim-product are the ordinary ones."""
    pairs: dict[str, Sequence[Sequence[bool]]] = {
        "a ⊕ b = a + b": [[add(a, b) == a + b for b in range(size)] for a in range(size)],
        "a ⊗ b = a · b": [[mul(a, b) == a * b for b in range(size)] for a in range(size)],
    }
    sums, products = (sum(map(sum, rows)) for rows in pairs.values())
    return flag_map(
        pairs,
        f"Where the nim operations are the ordinary ones, below {size}",
        f"Two maps of all {size**2:,} pairs below {size}. The sum is the ordinary one for {sums:,} "
        "pairs, which form a triangle of triangles; the product is for "
        f"{products:,}: where a number is 0 or 1, where one is a Fermat 2-power and the other one "
        "smaller, and in a few small blocks.",
        of="number",
    )


def squares(size: int) -> Picture:
    """Return the nim-squares of the numbers below `size` as dots, with the fields as squares."""
    fields = [f for f in (2, 4, 16, 256, 65536) if f <= size]
    picture = Picture(
        f"The nim-squares of the numbers below {size}",
        f"A dot for each of {size} numbers n, at the height of n ⊗ n: one in each column, and one "
        f"in each row. Squares are drawn for the fields of {', '.join(map(str, fields))} numbers; "
        "no dot of a field is outside its square. The dots come in short runs that rise and fall.",
        (4.4, 4.2),
    )
    axes = picture.subplots()
    axes.plot(range(size), [mul(n, n) for n in range(size)], ".", color=colour("p"), ms=5)
    for field in fields:
        corner = [-0.5, field - 0.5]
        axes.plot(
            [*corner, corner[1]], [corner[1], corner[1], -0.5], color=colour("n-line"), lw=1.2
        )
        if field > size // 32:
            axes.text(field + 3, 0.45 * field, f"GF({field})", color=colour("n-line"), size=9.5)
    axes.set(xlabel="n", ylabel="n ⊗ n", xlim=(-1, size * 1.12), ylim=(-1, size * 1.02), aspect=1)
    return picture


def orders(digits: int) -> Picture:
    """Return the orders of the numbers from 1 to 2^`digits` - 1, by the field they belong to.

    Raises:
        ValueError: if `digits` is not 2, 4 or 8.
    """
    if digits not in (2, 4, 8):
        raise ValueError(f"the orders of numbers of 2, 4 or 8 digits are drawn, not of {digits}")
    found = {n: order(n) for n in range(1, 1 << digits)}
    count = Counter(found.values())
    levels = sorted(count)
    told = ", ".join(f"{count[level]} of order {level}" for level in levels)
    picture = Picture(
        f"The orders of the nimbers from 1 to {(1 << digits) - 1}",
        f"A line for each number, in the row of its order. {told}. An order that does not divide "
        "15 is had by no number below 16.",
        (5.2, 0.8 + 0.34 * len(levels)),
    )
    axes = picture.subplots()
    for row, level in enumerate(levels):
        there = [n for n in found if found[n] == level]
        axes.vlines(there, row - 0.36, row + 0.36, color=colour("p"), lw=1.1)
        axes.text((1 << digits) + 1, row, f"{count[level]}", va="center", size=9.5)
    axes.text((1 << digits) + 1, len(levels) - 0.3, "how many", va="center", ha="center", size=9.5)
    for field in (4, 16):
        if field < 1 << digits:
            axes.axvline(field - 0.5, color=colour("n-line"), lw=1)
    axes.set_yticks(range(len(levels)), map(str, levels))
    axes.set_xticks([n for n in (4, 16, 64, 128, 192, 255) if n < 1 << digits])
    axes.set(xlabel="number", ylabel="order", xlim=(0, 1 << digits), ylim=(-0.6, len(levels)))
    return picture


def digit_columns(size: int) -> pd.DataFrame:
    """Return which column of the Walsh matrix each column of each digit of the products is.

    This is the last part of nimber.table-mul.
    """
    products = products_by_mex(size, size)
    places = range(size.bit_length() - 1)
    columns = {1 << k: walsh_columns(digit_matrix(products, k)) for k in places}
    table = pd.DataFrame(columns).rename_axis("column")
    return table.rename(columns="digit of {}".format)


def nimber_table(size: int) -> pd.DataFrame:
    """Return what there is to know about the nimbers from 1 to `size` - 1, one row for each.

    The last column has the solutions of x² ⊕ x = n.
    """
    numbers = range(1, size)
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
    return pd.DataFrame(rows, index=pd.Index(numbers, name="n"))


def power_products(count: int) -> pd.DataFrame:
    """Return the nim-products of the first `count` powers of two.

    It is the table of nimber.table-pow2.
    """
    powers = [1 << k for k in range(count)]
    rows = [[mul(a, b) for b in powers] for a in powers]
    return pd.DataFrame(rows, index=pd.Index(powers, name="⊗"), columns=powers)


def published_sequences() -> pd.DataFrame:
    """Return the sequences of the OEIS that the engine is compared with, and how many terms agree.

    The terms are those that the encyclopedia displays. (nimber.table-add, nimber.table-mul)
    """
    rows = {}
    for number, sequence in SEQUENCES.items():
        cases = list(agreeing(number))
        rows[number] = [sequence.about, len(cases), cases.count(None)]
    columns = ["what it lists", "terms displayed", "as computed here"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis("sequence")
