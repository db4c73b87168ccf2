"""Finite fields drawn: their elements in three notations, who is stranded, bytes, and the S-box."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from nimbook.claims.mum_fields import count_stranded, targets
from nimbook.finite_fields import aes
from nimbook.multiplying_heaps.exhibits import a_start
from nimbook.show._base import Drawing, wrap
from nimbook.show.answers import Answers, Formula, answers
from nimbook.show.circle import circle_of_powers
from nimbook.show.grids import cell_table, outcome_tag, table
from nimtwist.algebra.polynomial import polynomial_text, raised
from nimtwist.game import Solver
from nimtwist.games.mum import Heaps
from nimtwist.games.polymum import PolyMuM
from nimtwist.nimber import isomorphism, mul

_HEX = [f"{digit:x}" for digit in range(16)]


def field_table(polynomial: int) -> Drawing:
    """Return the elements of a field but 0 in three notations, each with its inverse.

    They are in the order of the powers of x or, if these are not all elements, of the least element
    whose powers are. (mum.table-6)
    """
    rules = PolyMuM(polynomial)
    elements = powers(rules)
    count, base = len(elements), polynomial_text(elements[1 % len(elements)])
    base = f"({base})" if "+" in base else base

    def power(exponent: int) -> str:
        written = [f"{base}{raised(n)}" for n in ([exponent] if exponent else [0, count])]
        return " or ".join(written)

    rows = [
        [
            polynomial_text(element),
            element,
            power(exponent),
            polynomial_text(inverse := rules.inv(element)),
            inverse,
            power(-exponent % count),
        ]
        for exponent, element in enumerate(elements)
    ]
    about = f"The elements of GF({count + 1}) modulo {polynomial_text(rules.polynomial)}"
    names = ["polynomial", "integer", f"power of {base}"]
    return table([*names, "inverse: polynomial", "integer", "power"], rows, about)


def field_products(polynomial: int) -> Drawing:
    """Return the products of all pairs of elements but 0; where they are 1 the cell is marked."""
    rules = PolyMuM(polynomial)
    heaps = _heaps(rules)
    rows = [[rules.mul(a, b) for b in heaps] for a in heaps]
    ones = {(a - 1, rules.inv(a) - 1): "now" for a in heaps}
    about = f"Products modulo {polynomial_text(rules.polynomial)}; marked: lost pairs of heaps"
    told = _pair_answers(rules, "field")
    return cell_table(rows, about, None, ones, "one element", "the other", heaps, told)


def _pair_answers(rules: PolyMuM, name: str) -> Answers:
    """Return what the pairs of heaps answer, the rows and columns being all heaps in order."""
    pairs = itertools.product(enumerate(_heaps(rules)), repeat=2)
    positions = {(i, j): tuple(sorted((a, b))) for (i, a), (j, b) in pairs}
    return answers(
        "outcome",
        rules,
        positions,
        Solver(rules).outcome,
        rules.show,
        name=name,
        formula=Formula(
            "{row} times {column} is {}",
            {cell: rules.product(position) for cell, position in positions.items()},
            "The product",
            "thm-polymum",
        ),
    )


def field_inverses(polynomial: int) -> Drawing:
    """Return the elements but 0 on a circle, as powers of one of them; chords pair inverses."""
    rules = PolyMuM(polynomial)
    elements = powers(rules)
    couples = [(a, rules.inv(a)) for a in sorted(elements) if a < rules.inv(a)]
    shown = f"The powers of {elements[1]} modulo {polynomial_text(rules.polynomial)}"
    return circle_of_powers(elements, couples, f"{shown}: {', '.join(map(str, elements))}")


def powers(rules: PolyMuM) -> list[int]:
    """Return the powers, from 1 on, of the least element whose powers are all elements but 0.

    >>> powers(PolyMuM(0b1011))
    [1, 2, 4, 3, 6, 7, 5]
    """
    every = (1 << rules.degree) - 1
    for element in range(1, every + 1):
        found = [1]
        while (power := rules.mul(found[-1], element)) != 1:
            found.append(power)
        if len(found) == every:
            break
    return found


def _heaps(rules: PolyMuM) -> range:
    return range(1, 1 << rules.degree)


# --- The game ------------------------------------------------------------------------------------


def polymum_position(polynomial: int, position: Heaps) -> Drawing:
    """Return a position, and for each heap what it must become to make the product 1."""
    rules = PolyMuM(polynomial)
    product, shown = rules.product(position), rules.show(position)
    inverse = rules.inv(product)
    rows = [
        [
            heap,
            polynomial_text(heap),
            target,
            polynomial_text(target),
            "yes" if target < heap else "no",
        ]
        for heap, target in reversed(targets(rules, tuple(sorted(position))))
    ]
    if product == 1:
        said = "no move wins, as each one changes the product"
    elif rules.is_stranded(position):
        single = rules.consolidated(position)
        said = f"stranded, and becomes {rules.show(single)}. To win, leave (1)"
    else:
        moved = [
            f"{heap} into {target}" for heap, _, target, _, smaller in rows if smaller == "yes"
        ]
        said = f"to win, turn {' or '.join(moved)}"
    sentence = (
        f"{shown} is {outcome_tag('P' if product == 1 else 'N')}: the product is {product}, "
        f"{polynomial_text(product)}, its inverse {inverse}; {said}."
    )
    header = ["heap h", "polynomial", "h/P", "polynomial", "less?"]
    about = f"Each heap divided by the product, modulo {polynomial_text(rules.polynomial)}"
    return wrap(f"<p>{sentence}</p>{table(header, rows, about)}", "")


def stranded_grid(polynomial: int) -> Drawing:
    """Return who wins for all pairs of heaps: P, N, or S in a marked cell for a stranded N."""
    rules = PolyMuM(polynomial)
    heaps, solver = _heaps(rules), Solver(rules)
    rows = [
        ["S" if rules.is_stranded((a, b)) else solver.outcome((a, b)) for b in heaps] for a in heaps
    ]
    marks = {
        (i, j): "now" for i, row in enumerate(rows) for j, cell in enumerate(row) if cell == "S"
    }
    stranded, won = count_stranded(rules)
    about = (
        f"Two heaps modulo {polynomial_text(rules.polynomial)}: {stranded} of {won} winning pairs "
        "are stranded (S)"
    )
    told = _pair_answers(rules, "stranded")
    return cell_table(rows, about, None, marks, "one heap", "the other", heaps, told)


# --- Bytes ---------------------------------------------------------------------------------------


def byte_grid(values: Sequence[int], caption: str, marks: Mapping[int, str]) -> Drawing:
    """Return 256 bytes as a square of hexadecimal numbers; the row is the first digit of the place.

    `marks` adds a class to a place: "now", "seen" or "wrong".
    """
    rows = [[f"{value:02x}" for value in values[i : i + 16]] for i in range(0, 256, 16)]
    placed = {divmod(place, 16): mark for place, mark in marks.items()}
    return cell_table(rows, caption, None, placed, "first digit", "second digit", _HEX)


def s_box_steps(byte: int) -> Drawing:
    """Return how a byte goes through the S-box of AES, step by step."""
    inverse, result = aes.inverse(byte), aes.affine(aes.inverse(byte))
    turned = [(inverse << n | inverse >> 8 - n) & 255 for n in range(5)]
    if byte == 0:
        move = "0 is no heap: it stays 0"
    elif inverse == 255:
        move = f"the heaps {byte} and 255 are lost: 255 is the inverse"
    else:
        move = f"beside the heap {byte}, to win, turn 255 into {inverse}"
    rows = [
        ["the byte", f"{byte:08b}", f"{byte:02x}", polynomial_text(byte)],
        [move, f"{inverse:08b}", f"{inverse:02x}", polynomial_text(inverse)],
        *(
            [f"turned left by {n}", f"{value:08b}", f"{value:02x}", ""]
            for n, value in enumerate(turned[1:], 1)
        ),
        ["a constant", f"{0x63:08b}", "63", ""],
        ["the last six added, without carry", f"{result:08b}", f"{result:02x}", ""],
    ]
    about = f"The S-box of AES takes {byte:02x} to {result:02x}"
    return table(["step", "binary", "hex", "polynomial"], rows, about)


def nimber_bytes(inverse: bool = False) -> Drawing:
    """Return the map of the nimbers below 256 onto the field of AES, or back, as a square.

    The map keeps sums and products. The nimbers below 4 and below 16 are marked: they are fields
    themselves.
    """
    to_nimber, from_nimber = isomorphism()
    small = {n: "now" if n < 4 else "seen" for n in range(16)}
    if inverse:
        marks = {from_nimber[n]: mark for n, mark in small.items()}
        return byte_grid(to_nimber, "The nimber of each byte of AES, in hexadecimal digits", marks)
    return byte_grid(from_nimber, "The byte of AES of each nimber, in hexadecimal digits", small)


def nimber_product(a: int, b: int) -> Drawing:
    """Return the nim-product of two numbers, and the product of the bytes that they go to."""
    to_byte = isomorphism()[1]
    product, image = mul(a, b), aes.FIELD.mul(to_byte[a], to_byte[b])
    rows = [
        [name, n, f"{byte:02x}", polynomial_text(byte)]
        for name, n, byte in (
            ("first", a, to_byte[a]),
            ("second", b, to_byte[b]),
            ("product", product, image),
        )
    ]
    same = "the same" if to_byte[product] == image else "NOT the same"
    about = f"{a} ⊗ {b} = {product} goes to {to_byte[product]:02x}, {same} as the product of bytes"
    return table(["", "nimber", "byte", "polynomial"], rows, about)


def read_polymum(modulo: int, heaps: str) -> tuple[PolyMuM, Heaps]:
    """Return the game in a field and the position that a text means; if it is empty, one that fits.

    >>> read_polymum(0b111, "3, 2")[1], read_polymum(0b111, "")[1]
    ((2, 3), (2, 2))
    """
    rules = PolyMuM(modulo)
    return rules, rules.read(heaps) if heaps.strip() else a_start(rules)
