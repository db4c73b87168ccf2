"""Nim-products from afar, and tables of what there is to know about nimbers."""

from __future__ import annotations

import pandas as pd

from nimbook.figures import Picture, pair_map
from nimbook.nimber_arithmetic.claims import SEQUENCES, agreeing
from nimtwist.nimber import degree, inv, mul, order, solve, sqrt, trace


def nim_product_map(size: int) -> Picture:
    """Return the nim-products of all pairs of numbers below `size`, as shades."""
    return pair_map(
        size,
        mul,
        "nim-product",
        "factor",
        "A grid of blocks of side 16, dark in the first row and column of blocks; within each "
        "block there is a fine, irregular texture.",
    )


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
