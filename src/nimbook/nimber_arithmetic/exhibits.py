"""Nim arithmetic drawn: tables and their digits, how a product comes about, Conway's set."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nimbook.draw._base import MOST_ROWS, Drawing, scroll, svg, wrap
from nimbook.draw.tables import grid, panels, table
from nimbook.draw.trees import tree
from nimbook.nimber_arithmetic.claims import inverse_steps
from nimtwist._checks import quoted, whole
from nimtwist.game import Tree
from nimtwist.nimber import (
    add,
    degree,
    inv,
    mul,
    order,
    products_by_mex,
    solve,
    sqrt,
    trace,
)

__all__ = [
    "conway_set",
    "digit_matrices",
    "nim_table",
    "nimber_facts",
    "product_mex",
    "product_steps",
    "product_worked",
]

_SIGNS = {"sum": "⊕", "product": "⊗"}
# The table by mex is filled anew for every step.
_MOST_FILLED = 16
# The binary digits of factors whose splits are drawn as a tree, and of those that are expanded.
_TREE_DIGITS = 4
_EXPANDED_DIGITS = 8


def nim_table(operation: str, size: int) -> Drawing:
    """Return the table of all nim-sums or nim-products of two numbers below `size`.

    Raises:
        ValueError: if `operation` is not "sum" or "product", or `size` is not a whole number from
            1 to 64.

    >>> "nim-products below 4" in nim_table("product", 4)
    True
    """
    rows = _values(operation, size)
    return grid(
        rows,
        f"The nim-{operation}s below {size}: row {_SIGNS[operation]} column",
        rows_are="first number",
        columns_are="second number",
    )


def digit_matrices(operation: str, size: int) -> Drawing:
    """Return the binary digits of such a table as small matrices, a square for each digit 1.

    Raises:
        ValueError: as for `nim_table`.

    >>> digit_matrices("sum", 4).count("<svg")
    2
    """
    rows = _values(operation, size)
    places = range(max(value for row in rows for value in row).bit_length() or 1)
    return panels(*(_matrix(rows, place, operation) for place in reversed(places)))


def _values(operation: str, size: int) -> list[list[int]]:
    if not isinstance(operation, str) or operation not in _SIGNS:
        raise ValueError(f"the table is one of 'sum' or 'product', not {quoted(operation)}")
    numbers = range(whole(size, "the size of a table", 1, MOST_ROWS))
    combined = add if operation == "sum" else mul
    return [[combined(a, b) for b in numbers] for a in numbers]


def _matrix(rows: Sequence[Sequence[int]], place: int, operation: str) -> str:
    size, side = len(rows), max(3, 128 // len(rows))
    squares = "".join(
        f"M{j * side} {i * side}h{side}v{side}h-{side}z"
        for i, row in enumerate(rows)
        for j, value in enumerate(row)
        if value >> place & 1
    )
    ones = sum(value >> place & 1 for row in rows for value in row)
    name = f"The digits of {1 << place} in the nim-{operation}s below {size}"
    frame = f'<path class="nt-edge" d="M0 0h{size * side}v{size * side}h-{size * side}z"/>'
    inner = f'<path class="nt-node nt-P" stroke-width="0" d="{squares}"/>{frame}'
    picture = svg(size * side, size * side, name, f"{ones} of {size * size} digits are 1", inner)
    return f"<div><div>digit of {1 << place}</div>{picture}</div>"


def product_mex(size: int, step: int) -> Drawing:
    """Return the table of nim-products below `size`, filled by mex as far as `step` cells.

    The cell being filled is marked, and so are the cells that its definition looks at.

    Raises:
        ValueError: if `size` is not a whole number from 1 to 16, or `step` none from 1 to its
            square.

    >>> "2 ⊗ 2 is the mex of {0, 1, 2}: 3" in product_mex(4, 11)
    True
    """
    size = whole(size, "the size of a table", 1, _MOST_FILLED)
    step = whole(step, "the step", 1, size * size)
    a, b = divmod(step - 1, size)
    rows = products_by_mex(size, size)
    below = [(x, y) for x in range(a) for y in range(b)]
    excluded = sorted({rows[x][b] ^ rows[a][y] ^ rows[x][y] for x, y in below})
    marks = dict.fromkeys([cell for x, y in below for cell in ((x, y), (x, b), (a, y))], "seen") | {
        (a, b): "now"
    }
    filled = [
        [value if i * size + j < step else None for j, value in enumerate(row)]
        for i, row in enumerate(rows)
    ]
    listed = ", ".join(map(str, excluded))
    sentence = f"{a} ⊗ {b} is the mex of {{{listed}}}: {rows[a][b]}"
    return grid(filled, sentence, marks=marks, rows_are="first factor", columns_are="second factor")


def product_steps(a: int, b: int) -> Drawing:
    """Return how the product of two numbers is split at half of their field, in words and figures.

    Below it, if the numbers are below 16, the whole recursion as a tree: each product is made
    of those under it, down to factors 0 and 1.

    Raises:
        ValueError: if `a` or `b` is not a whole number, at least 0.

    >>> "14 ⊗ 8 = 10" in product_steps(14, 8)
    True
    """
    digits = max(degree(a), degree(b))
    if min(a, b) < 2:
        return wrap(f"<p>{a} ⊗ {b} = {mul(a, b)}: there is nothing to split.</p>", "")
    half = digits // 2
    (a1, a0), (b1, b0) = _halves(a, half), _halves(b, half)
    power = 1 << half
    low, high, cross = mul(a0, b0), mul(a1, b1), mul(a1 ^ a0, b1 ^ b0)
    rest = mul(high, power >> 1)
    rows: list[list[object]] = [
        ["the factors", f"{a} = {a1}·{power} ⊕ {a0}", f"{b} = {b1}·{power} ⊕ {b0}"],
        ["lower parts", f"{a0} ⊗ {b0}", low],
        ["upper parts", f"{a1} ⊗ {b1}", high],
        ["sums of both", f"({a1} ⊕ {a0}) ⊗ ({b1} ⊕ {b0}) = {a1 ^ a0} ⊗ {b1 ^ b0}", cross],
        ["upper parts by half", f"{high} ⊗ {power >> 1}", rest],
        [
            "together",
            f"({cross} ⊕ {low})·{power} ⊕ {low} ⊕ {rest} = {(cross ^ low) << half} ⊕ {low ^ rest}",
            mul(a, b),
        ],
    ]
    split = table(
        ["step", "what", "result"], rows, f"{a} ⊗ {b} = {mul(a, b)}, split at {power} = 2^{half}"
    )
    if digits > _TREE_DIGITS:
        return split
    drawn = tree(_recursion(a, b), _product, title=f"The products that make {a} ⊗ {b}")
    return wrap(f"{split}{drawn}", "")


def _halves(number: int, half: int) -> tuple[int, int]:
    return number >> half, number & (1 << half) - 1


def _product(node: Tree[tuple[int, int]]) -> str:
    a, b = node.position
    return f"{a} ⊗ {b} = {mul(a, b)}"


def _recursion(a: int, b: int) -> Tree[tuple[int, int]]:
    """Return the products of which a product is made, and those of which they are."""
    node = Tree((a, b))
    if min(a, b) > 1:
        half = max(degree(a), degree(b)) // 2
        (a1, a0), (b1, b0) = _halves(a, half), _halves(b, half)
        parts = [(a0, b0), (a1, b1), (a1 ^ a0, b1 ^ b0), (mul(a1, b1), 1 << half - 1)]
        node.children += [_recursion(*part) for part in parts]
    return node


def product_worked(a: str, b: str) -> Drawing:
    """Return two numbers as a reader types them, with their sum and product and how it is made.

    Small numbers have the table of the products of their powers of two, too.

    Raises:
        ValueError: if `a` or `b` is not as for `read_nimber`.

    >>> "14 ⊕ 8 = 6" in product_worked("14", "8")
    True
    """
    x, y = read_nimber(a), read_nimber(b)
    sums = f"{x} ⊕ {y} = {add(x, y)}, and {x} ⊗ {y} = {mul(x, y)}."
    expanded = _expanded(x, y) if max(x, y) < 1 << _EXPANDED_DIGITS and min(x, y) > 0 else ""
    sentence = scroll(f"<p>{sums}</p>", "The sum and the product")
    return wrap(f"{sentence}{expanded}{product_steps(x, y)}", "")


def _expanded(a: int, b: int) -> str:
    """Return the products of the powers of two of which two numbers are the sums."""
    rows, columns = _powers(a), _powers(b)
    cells: list[list[object]] = [[p, *(mul(p, q) for q in columns)] for p in rows]
    total = " ⊕ ".join(str(cell) for row in cells for cell in row[1:])
    pairs = table(["⊗", *map(str, columns)], cells, "Powers of two")
    return f"<p>By powers of two: {a} ⊗ {b} = {total} = {mul(a, b)}.</p>{pairs}"


def _powers(number: int) -> list[int]:
    return [1 << k for k in reversed(range(number.bit_length())) if number >> k & 1]


def conway_set(a: int) -> Drawing:
    """Return Conway's set S for the inverse of a number, element by element, and its mex.

    Raises:
        ValueError: if `a` is not a whole number from 1 to 63.

    >>> "The inverse of 2 is the mex of {0, 1, 2}: 3" in conway_set(2)
    True
    """
    a = whole(a, "a number with a table of its set", 1, MOST_ROWS - 1)
    steps = list(inverse_steps(a))
    rows: list[list[object]] = [
        [
            step.element,
            step.smaller or "–",
            step.known if step.smaller else "–",
            f"(1 ⊕ {step.smaller ^ a} ⊗ {step.known}) ⊘ {step.smaller}"
            if step.smaller
            else "0 is in S",
        ]
        for step in steps
    ]
    elements = ", ".join(map(str, sorted(step.element for step in steps)))
    caption = f"The inverse of {a} is the mex of {{{elements}}}: {inv(a)}"
    return table(["element", "α′", "β′", "because"], rows, caption)


def nimber_facts(number: str) -> Drawing:
    """Return what there is to know of one number as a reader types it.

    Raises:
        ValueError: if `number` is not as for `read_nimber`.

    >>> "the numbers below 16" in nimber_facts("8")
    True
    """
    a = read_nimber(number)
    field = degree(a)
    even, odd = solve(a)
    rows: list[list[object]] = [
        ["binary digits", f"{a:b}" if a < 1 << 64 else f"{a.bit_length()}, {a.bit_count()} are 1"],
        ["smallest field", f"the numbers below {1 << field}, GF(2^{field})"],
        ["degree", field],
        ["square", mul(a, a)],
        ["square root", sqrt(a)],
        ["inverse", inv(a) if a else "none"],
        ["order", order(a) if a else "none"],
        ["trace", trace(a)],
        [f"x² ⊕ x = {a}", f"{even} and {odd}"],
    ]
    return table(["", f"*{a}"], rows, f"The nimber {a}")


# What a person types; larger numbers are for programs, which do not pass through text.
_TYPED_DIGITS = 256


def read_nimber(text: str) -> int:
    """Return the number that a person types: in decimal, or a power of two as in 2^64.

    Raises:
        ValueError: if `text` is anything else, or not below 2^256.

    >>> read_nimber("*14"), read_nimber("2^10")
    (14, 1024)
    """
    if not isinstance(text, str):
        raise ValueError(f"a number is read from text, not from {quoted(text)}")
    match = re.fullmatch(r"\s*\*?(?:([0-9]{1,78})|2\^([0-9]{1,3}))\s*", text)
    if match:
        decimal, exponent = match.groups()
        number = int(decimal) if decimal else 1 << int(exponent)
        if number < 1 << _TYPED_DIGITS:
            return number
    raise ValueError(
        f"{quoted(text)} is not a number below 2^{_TYPED_DIGITS}, as in 14, *14 or 2^64"
    )
