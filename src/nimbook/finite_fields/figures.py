"""Finite fields from afar: stranded positions, the S-box, and tables of what is printed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations_with_replacement

import numpy as np
import pandas as pd
from matplotlib.ticker import PercentFormatter

from nimbook.claims.mum_fields import PRINTED, fields
from nimbook.finite_fields import aes
from nimbook.finite_fields.exhibits import powers
from nimbook.show import Picture, colour, flag_map
from nimtwist.algebra import is_irreducible, polynomial_text
from nimtwist.algebra.polynomial import raised
from nimtwist.game import Solver
from nimtwist.games.polymum import Amounts, PolyMuM


def stranded_map(polynomial: int) -> Picture:
    """Return all pairs of heaps of Polynomial MuM from afar: a square for each stranded pair.

    (mum.sec-6.4.win)
    """
    rules = PolyMuM(polynomial)
    heaps = range(1, 1 << rules.degree)
    target = {heap: rules.inv(heap) for heap in heaps}  # beside a heap, the other must become this
    marked = [[a < target[b] and b < target[a] for b in heaps] for a in heaps]
    name = polynomial_text(rules.polynomial)
    share = sum(map(sum, marked)) / len(heaps) ** 2
    return flag_map(
        {"": marked},
        f"Stranded pairs of heaps modulo {name}",
        f"Dots mark {share:.0%} of all pairs: nearly all where both heaps are small, bars along "
        "the top and the left, and ever fewer towards the lower right.",
        start=1,
    )


def irreducible(degree: int) -> list[int]:
    """Return all irreducible polynomials of a degree.

    >>> irreducible(3), len(irreducible(8))
    ([11, 13], 30)
    """
    return [*filter(is_irreducible, range(1 << degree, 2 << degree))]


def stranded_share(polynomial: int, heaps: int) -> float:
    """Return which share of the winning positions of two or three heaps is stranded.

    >>> stranded_share(0b1011, 2), stranded_share(0b1011, 3)
    (0.25, 0.1666...)
    """
    stranded, won = _stranded(polynomial, heaps)
    return stranded / won


def _stranded(polynomial: int, heaps: int) -> tuple[int, int]:
    """Return how many positions of two or three heaps are stranded, and how many are won.

    It counts positions whose heaps are in order, as `count_stranded` does, but by arrays.
    """
    rules = PolyMuM(polynomial)
    units = (1 << rules.degree) - 1
    log, exp = np.zeros(units + 1, np.int32), np.array(powers(rules), np.int32)
    log[exp] = np.arange(units)
    all_heaps = np.arange(1, units + 1)
    # What makes the product of two heaps 1, for each two.
    left = exp[-(log[all_heaps, None] + log[all_heaps]) % units]
    ordered = all_heaps[:, None] <= all_heaps
    stranded = won = 0
    for c in all_heaps if heaps == 3 else [1]:
        # With a third heap c, a must become 1/bc, b must become 1/ac, and c must become 1/ab.
        most = c if heaps == 3 else units
        a, b, others = all_heaps[:most, None], all_heaps[:most], left[c - 1, :most]
        wins = ordered[:most, :most] & (left[:most, :most] != c)
        small = (a < others) & (b < others[:, None])
        won += wins.sum()
        stranded += (wins & small & ((heaps == 2) | (c < left[:most, :most]))).sum()
    return int(stranded), int(won)


def stranded_shares(largest: Mapping[int, int]) -> pd.DataFrame:
    """Return the shares of stranded positions for all irreducible polynomials, a row for each.

    `largest` is {number of heaps: largest degree}. (mum.sec-6.4.win)
    """
    rows = [
        {
            "degree": degree,
            "modulo": polynomial_text(polynomial),
            "heaps": heaps,
            "share": stranded_share(polynomial, heaps),
        }
        for heaps, most in largest.items()
        for degree in range(2, most + 1)
        for polynomial in irreducible(degree)
    ]
    return pd.DataFrame(rows)


def stranded_picture(shares: pd.DataFrame) -> Picture:
    """Return the shares of stranded positions by the degree of the field, and what they tend to.

    `shares` is as from `stranded_shares`; the polynomial of AES is apart.
    """
    limits = {2: ("1/4", 1 / 4), 3: ("1/8", 1 / 8)}
    last = {
        heaps: part[part["degree"] == part["degree"].max()] for heaps, part in _by_heaps(shares)
    }
    told = "; ".join(
        f"with {heaps} heaps the {len(part)} polynomials of degree {part['degree'].iat[0]} have "
        f"{part['share'].min():.1%} to {part['share'].max():.1%}"
        for heaps, part in last.items()
    )
    picture = Picture(
        "How many winning positions are stranded, in all fields",
        f"Dots by degree, one for each irreducible polynomial, that close in on two dashed lines: "
        f"{told}.",
        (5.4, 3.7),
    )
    axes = picture.add_subplot()
    for (heaps, part), shade in zip(_by_heaps(shares), ("p", "open"), strict=False):
        name, limit = limits[heaps]
        end = shares["degree"].max() + 0.4
        axes.hlines(limit, 1.3, end, colour("line"), linewidth=1, linestyle=(0, (4, 3)))
        axes.text(end + 0.1, limit, name, va="center")
        for degree, group in part.groupby("degree"):
            spread = np.linspace(-0.22, 0.22, len(group)) if len(group) > 1 else [0]
            axes.plot(degree + np.array(spread), group["share"], ".", color=colour(shade))
        words, first = ("two", "three")[heaps - 2], part["share"].tolist()[0]
        axes.text(1.5, first - 0.01, f"{words} heaps", color=colour(shade), va="top")
    name = polynomial_text(aes.FIELD.polynomial)
    of_aes = shares[(shares["modulo"] == name) & (shares["heaps"] == 2)]
    if len(of_aes):
        order = irreducible(8).index(aes.FIELD.polynomial)
        place = 8 + np.linspace(-0.22, 0.22, 30)[order]
        value = of_aes["share"].tolist()[0]
        axes.plot(place, value, "o", markersize=8, color=colour("n-line"), fillstyle="none")
        axes.annotate(
            "AES", (place, value), (-6, -14), textcoords="offset points", ha="right"
        ).set_color(colour("n-line"))
    axes.set(
        xlabel="degree of the field",
        ylabel="share that is stranded",
        xlim=(1.3, shares["degree"].max() + 0.9),
        ylim=(0, 0.33),
    )
    axes.yaxis.set_major_formatter(PercentFormatter(1, 0))
    return picture


def _by_heaps(shares: pd.DataFrame) -> Iterable[tuple[int, pd.DataFrame]]:
    return [(int(str(heaps)), part) for heaps, part in shares.groupby("heaps")]


def stranded_counts(largest: int) -> pd.DataFrame:
    """Return how many winning positions are stranded, field by field, up to a degree.

    Three heaps are counted up to degree 5. (mum.sec-6.4.win)
    """
    heaps = {"two heaps": 2, "three heaps": 3}
    columns = pd.MultiIndex.from_product([heaps, ["winning", "stranded", "share"]])
    rows = {}
    for degree in range(2, largest + 1):
        for polynomial in fields(degree):
            row: list[object] = []
            for size in heaps.values():
                if size == 2 or degree <= 5:
                    stranded, won = _stranded(polynomial, size)
                    row += [won, stranded, f"{stranded / won:.1%}"]
                else:
                    row += [None] * 3
            rows[polynomial_text(polynomial).replace(" ", "\N{NO-BREAK SPACE}")] = row
    index = pd.Index(rows, name="modulo")
    return pd.DataFrame([*rows.values()], index, columns, dtype=object)


def synonym_counts(polynomial: int, largest: int) -> pd.DataFrame:
    """Return what becomes of lost pairs of heaps up to `largest` if these need not be canonical.

    By brute force, for each limit on the amount that a move takes. (mum.sec-6.2)
    """
    rules = PolyMuM(polynomial)
    limits: dict[Amounts, str] = {
        "elements": f"less than {1 << rules.degree}",
        "polynomial": f"less than {rules.polynomial}",
        "any": "any amount",
    }
    rows = {}
    for amounts, limit in limits.items():
        game = PolyMuM(polynomial, heaps="any", amounts=amounts)
        solver, heaps = Solver(game), filter(game.element, range(1, largest + 1))
        pairs = combinations_with_replacement(heaps, 2)
        lost = [pair for pair in pairs if game.product(pair) == 1]
        won = [set(solver.winning_options(pair)) for pair in lost]
        passes = [{o for o in game.options(pair) if game.product(o) == 1} for pair in lost]
        by_passing = [w & p for w, p in zip(won, passes, strict=True)]
        rows[limit] = [len(lost), *(sum(map(bool, sets)) for sets in (won, passes, by_passing))]
    columns = ["pairs", "won", "may pass", "win by passing"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis("a move takes")


def printed_field(polynomial: int) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the elements of a field but 0 with their inverses: as printed, and as computed.

    They are in the order of the powers of x, in which the source has them. (mum.table-6)

    >>> printed, computed = printed_field(0b1011)
    >>> computed.loc["x³ = x + 1"].tolist()
    [3, 6]
    """
    rules = PolyMuM(polynomial)
    names, ours = list[str](), list[list[int]]()
    for exponent, _ in enumerate(PRINTED["table-6"]):
        element = rules.pow(2, exponent)
        power, written = f"x{raised(exponent)}", polynomial_text(element)
        names.append(power if exponent in (1, 2) else f"{power} = {written}")
        ours.append([element, rules.inv(element)])
    index = pd.Index(names, name="element")
    columns = ["integer", "inverse"]
    return pd.DataFrame(PRINTED["table-6"], index, columns), pd.DataFrame(ours, index, columns)


def cipher_rounds(appendix: str, box: Sequence[int]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the start of each round of an example of FIPS 197: as printed, and with this box.

    The last line is the block enciphered. Bytes are in groups of four, the columns of the state.
    (mum.sec-6.5)
    """
    example = PRINTED[appendix]
    block, key = bytes.fromhex(example["block"]), bytes.fromhex(example["key"])
    printed = map(bytes.fromhex, [*example["starts"], example["ciphertext"]])
    states = [
        [state.hex(" ", 4) for state in rows] for rows in (printed, aes.rounds(block, key, box))
    ]
    index = pd.Index([*map(str, range(1, len(states[0]))), "end"], name="round")
    old, new = (pd.DataFrame({"bytes": rows}, index) for rows in states)
    return old, new


def inverses(fields_of_bytes: Mapping[str, Sequence[int]]) -> Picture:
    """Return where the inverse of each number lies, for some fields side by side.

    `fields_of_bytes` is {name: the inverse of each number from 0 on}; 0 is left out.
    """
    picture = Picture(
        "Numbers and their inverses: " + " and ".join(fields_of_bytes),
        "Squares with one dot in each row and in each column. Modulo a polynomial the dots are "
        "scattered all over the square; those of the nimbers below 2, 4 and 16 stay together in "
        "small squares at the bottom left.",
        (0.3 + 2.6 * len(fields_of_bytes), 3),
    )
    places = picture.subplots(1, len(fields_of_bytes), squeeze=False)[0]
    for axes, (name, into) in zip(places, fields_of_bytes.items(), strict=True):
        axes.plot(range(1, len(into)), into[1:], ".", color=colour("p"), markersize=4)
        axes.set(title=name, xlabel="number", aspect="equal")
        axes.set_xticks(range(0, len(into) + 1, max(1, len(into) // 4)))
        axes.set_yticks(range(0, len(into) + 1, max(1, len(into) // 4)))
    places[0].set_ylabel("inverse")
    return picture


def differences(boxes: Mapping[str, Sequence[int]]) -> pd.DataFrame:
    """Return how many pairs of differences each box has by how often it turns one into the other.

    Two bytes that differ by a, in the sense of ⊕, become two bytes that differ by b: for each a
    other than 0 and each b this is counted over all bytes.

    >>> differences({"nothing": range(256)})["nothing"].to_dict()
    {0: 65025, 256: 255}
    """
    counts = {}
    places = np.arange(256)
    for name, box in boxes.items():
        entries = np.array([*box])
        times = [np.bincount(entries ^ entries[places ^ a], minlength=256) for a in range(1, 256)]
        counts[name] = pd.Series(np.array(times).ravel()).value_counts()
    table = pd.DataFrame(counts).sort_index().fillna(0).astype(int)
    return table.rename_axis("times")
