"""Infinite nimbers from afar: products in GF(64), degrees of generators; and tables of both."""

from __future__ import annotations

import re
from collections import Counter

import pandas as pd
from matplotlib.ticker import FixedLocator

from nimbook.beyond_infinity.definitions import alpha, search_excess
from nimbook.claims.transfinite import PRINTED, element_of_degree, odd_primes
from nimbook.show import Picture, colour, pair_map
from nimtwist import nimber
from nimtwist.algebra._tower import field_degree
from nimtwist.algebra.polynomial import polynomial_text
from nimtwist.ordinal import Ordinal, excess, kappa

__all__ = [
    "degree_table",
    "excesses",
    "factor_pairs",
    "field_picture",
    "generator_table",
    "order_table",
    "product_map",
]

_OMEGA = Ordinal.parse("w")
_KINDS = {0: ("o", "p"), 1: ("s", "n-line"), 4: ("D", "refuted")}


def _of(number: int) -> Ordinal:
    """Return ω²·a + ω·b + c for 16·a + 4·b + c: the numbers of GF(64), in ascending order."""
    a, b, c = number >> 4, number >> 2 & 3, number & 3
    return _OMEGA * _OMEGA * a + _OMEGA * b + c


def product_map() -> Picture:
    """Return the nim-products of the 64 numbers ω²·a + ω·b + c with a, b and c below 4.

    Such a number is drawn at 16·a + 4·b + c: so 0 to 3 come first, then ω at 4, and ω² at 16.
    """
    numbers = {_of(n): n for n in range(64)}
    picture = pair_map(
        64,
        lambda i, j: numbers[_of(i) * _of(j)],
        "nim-product",
        "factor",
        "A square of 64 × 64 shades in small blocks of 4 × 4, and these in blocks of 16 × 16. The "
        "first row and column are dark. In the upper left corner the blocks are in order; "
        "elsewhere dark and light blocks change irregularly, as products of ω and ω² come down to "
        "finite numbers.",
    )
    picture.title = "Nim-products of the 64 numbers ω²·a + ω·b + c with a, b and c below 4"
    axes, bar = picture.axes
    for axis in (axes.xaxis, axes.yaxis, bar.yaxis):
        axis.set_major_locator(FixedLocator([0, 4, 16, 32, 48]))
        axis.set_ticklabels(["0", "ω", "ω²", "ω²·2", "ω²·3"])
    return picture


def field_picture(largest: int) -> Picture:
    """Return the degree of the generator κ of each odd prime, with its excess as its mark.

    The degree of κ is that of the field that it generates; it is p times that of its nim-power p.
    """
    degrees = {p: field_degree(kappa(p)._raw) for p in odd_primes(largest)}
    most = max(degrees, key=lambda p: degrees[p])
    rare = [p for p in degrees if excess(p) > 1]
    picture = Picture(
        f"The degree of the generator for each odd prime to {largest}",
        f"{len(degrees)} marks over the primes, on a logarithmic scale, on both sides of the "
        "slowly rising curve of p(p − 1): few are far below it, many far above. The highest is "
        f"{degrees[most]:,}, at {most}. Marks for the excesses 0 and 1 are mixed; "
        f"{len(rare)} marks, at {' and '.join(map(str, rare))}, have the excess 4.",
        (5.6, 3.7),
    )
    axes = picture.add_subplot()
    axes.plot([*degrees], [p * (p - 1) for p in degrees], color=colour("line"), linewidth=1)
    axes.annotate(
        "p(p − 1)",
        (largest, largest * (largest - 1)),
        xytext=(3, -3),
        textcoords="offset points",
        color=colour("muted"),
    )
    for value, (marker, name) in _KINDS.items():
        drawn = [p for p in degrees if excess(p) == value]
        axes.plot(
            drawn,
            [degrees[p] for p in drawn],
            marker,
            markersize=4 if value < 4 else 7,
            color=colour(name),
            label=f"excess {value}",
        )
    for p in rare:
        axes.annotate(
            str(p), (p, degrees[p]), xytext=(-6, 7), ha="right", textcoords="offset points"
        )
    axes.set(xlabel="prime p", ylabel="degree of the generator", yscale="log")
    axes.legend(loc="upper left", handletextpad=0, labelcolor="linecolor")
    return picture


def factor_pairs(size: int) -> pd.DataFrame:
    """Return for all c and d below `size` the two numbers with the sum c and the product d.

    They are why ω ⊗ ω is none of the numbers ω·c ⊕ d: each of these is excluded by a pair.
    """
    numbers = range(size)

    def pair(c: int, d: int) -> str:
        if not c:
            return f"{nimber.sqrt(d)}, {nimber.sqrt(d)}"
        # With a = c ⊗ y, a ⊗ a ⊕ c ⊗ a = d says that y ⊗ y ⊕ y is d over c ⊗ c.
        y, _ = nimber.solve(nimber.div(d, nimber.mul(c, c)))
        return ", ".join(map(str, sorted((nimber.mul(c, y), nimber.mul(c, y) ^ c))))

    rows = [[pair(c, d) for d in numbers] for c in numbers]
    return pd.DataFrame(rows, index=pd.Index(numbers, name="sum ╲ product"), columns=numbers)


def order_table() -> pd.DataFrame:
    """Return the orders of the 63 numbers of GF(64), how many have each, and the least of these."""
    orders = {n: _order(_of(n)) for n in range(1, 64)}
    counts = Counter(orders.values())
    rows = {
        order: [counts[order], str(_of(min(n for n in orders if orders[n] == order)))]
        for order in sorted(counts)
    }
    columns = ["numbers of this order", "the least of them"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis("order")


def _order(number: Ordinal) -> int:
    power, order = number, 1
    while power != 1:
        power, order = power * number, order + 1
    return order


def degree_table(largest: int, most: int | None = None) -> pd.DataFrame:
    """Return a nimber of each degree over GF(2), with its minimal polynomial.

    So there is a field GF(2ᵈ) for each degree d. Of a nimber with more than `most` terms, only so
    many are written. (nimber.closure)
    """
    rows = {}
    for degree in range(1, largest + 1):
        x = element_of_degree(degree)
        terms = re.split(r"\+(?![^(]*\))", str(x))  # not at a plus in an exponent
        cut = f" + … ({len(terms)} terms)" if most and len(terms) > most else ""
        written = " + ".join(terms[:most] if most else terms) + cut
        rows[degree] = [written, polynomial_text(x.minimal_polynomial())]
    columns = ["a nimber", "its minimal polynomial"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis("degree")


def generator_table(largest: int) -> pd.DataFrame:
    """Return the generator of each odd prime, with its degree and its p-th nim-power."""
    rows = {
        p: [str(kappa(p)), kappa(p).degree(), str(alpha(p)), excess(p)] for p in odd_primes(largest)
    }
    columns = ["generator", "its degree", "its p-th nim-power", "excess"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis("p")


def excesses(largest: int) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the excesses of the odd primes as printed, and as a search finds them.

    The search tries 0, 1, 2, … by the definition. (nimber.lenstra)
    """
    primes = [*odd_primes(largest)]
    found = pd.DataFrame([map(search_excess, primes)], index=["excess"], columns=primes)
    printed = pd.DataFrame([PRINTED["A380496"][: len(primes)]], index=["excess"], columns=primes)
    return printed.rename_axis(columns="prime"), found.rename_axis(columns="prime")
