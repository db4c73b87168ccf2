"""Nim arithmetic drawn: tables and their digits, how a product comes about, Conway's set."""

from __future__ import annotations

import re
from dataclasses import replace

from nimbook.claims.nimber import inverse_steps
from nimbook.show._base import Drawing, scroll, svg, wrap
from nimbook.show.answers import Answers, Formula, answers, square
from nimbook.show.grids import cell_table, panels, table
from nimbook.show.trees import outline
from nimtwist._checks import quoted
from nimtwist.game import Solver, Tree
from nimtwist.games.nim import Nim
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

Table = list[list[int]]
Factors = tuple[int, int]

_OPERATIONS = {"sum": ("⊕", add), "product": ("⊗", mul)}
# The binary digits of factors whose splits are drawn as a tree, and of those that are expanded.
_TREE_DIGITS = 4
_EXPANDED_DIGITS = 8
# The limit for what a person types; larger numbers are for programs, which need no text.
_TYPED_DIGITS = 256


def nim_table(operation: str, size: int) -> Drawing:
    """Return the table of all nim-sums or nim-products of two numbers below `size`."""
    sign, _ = _OPERATIONS[operation]
    return cell_table(
        _values(operation, size),
        f"The nim-{operation}s below {size}: row {sign} column",
        rows_are="first number",
        columns_are="second number",
        answers=(_sum_answers if operation == "sum" else _product_answers)(size),
    )


def _sum_answers(size: int) -> Answers:
    """Return what the table of sums answers: each is the mex of the moves in two heaps."""
    cells = square(size)
    positions = {cell: Nim().canonical(cell) for cell in cells}
    law = Formula(
        "{row} ⊕ {column} = {}",
        {(a, b): add(a, b) for a, b in cells},
        "The exclusive or",
        "def-nim-sum",
    )
    value = Solver(Nim()).grundy
    return answers("mex", Nim(), positions, value, name="nim-sum", formula=law)


def _product_answers(size: int) -> Answers:
    """Return what the table of products answers: the mex of sums of three smaller ones."""
    gives = {(a, b): mul(a, b) for a, b in square(size)}
    law = Formula("{row} ⊗ {column} = {}", gives, "The rules", "thm-fermat")
    return Answers("product", name="nim-product", formula=law)


def digit_matrices(operation: str, size: int) -> Drawing:
    """Return the binary digits of such a table as small matrices, a square for each digit 1."""
    rows = _values(operation, size)
    places = reversed(range(max(map(max, rows)).bit_length()))
    return panels(*(_matrix(rows, place, operation) for place in places))


def _values(operation: str, size: int) -> Table:
    _, combined = _OPERATIONS[operation]
    return [[combined(a, b) for b in range(size)] for a in range(size)]


def _matrix(rows: Table, place: int, operation: str) -> str:
    size, side = len(rows), max(3, 128 // len(rows))
    ones = [
        (i, j) for i, row in enumerate(rows) for j, value in enumerate(row) if value >> place & 1
    ]
    squares = "".join(f"M{j * side} {i * side}h{side}v{side}h-{side}z" for i, j in ones)
    name = f"The digits of {1 << place} in the nim-{operation}s below {size}"
    about = f"{len(ones)} of {size * size} digits are 1"
    frame = f'<path class="nt-edge" d="M0 0h{size * side}v{size * side}h-{size * side}z"/>'
    inner = f'<path class="nt-node nt-P" stroke-width="0" d="{squares}"/>{frame}'
    picture = svg(size * side, size * side, name, about, inner)
    return f"<div><div>digit of {1 << place}</div>{picture}</div>"


def product_mex(size: int, step: int) -> Drawing:
    """Return the table of nim-products below `size`, its first `step` cells filled by mex.

    The last of these is marked, and so are the cells that its definition looks at.
    """
    a, b = divmod(step - 1, size)
    rows = products_by_mex(size, size)
    below = [(x, y) for x in range(a) for y in range(b)]
    excluded = sorted({rows[x][b] ^ rows[a][y] ^ rows[x][y] for x, y in below})
    looked_at = [cell for x, y in below for cell in ((x, y), (x, b), (a, y))]
    marks = dict.fromkeys(looked_at, "seen") | {(a, b): "now"}
    filled = [
        [value if i * size + j < step else None for j, value in enumerate(row)]
        for i, row in enumerate(rows)
    ]
    sentence = f"{a} ⊗ {b} is the mex of {{{', '.join(map(str, excluded))}}}: {rows[a][b]}"
    return cell_table(
        filled,
        sentence,
        marks=marks,
        rows_are="first factor",
        columns_are="second factor",
        answers=replace(_product_answers(size), name="mex-product"),
    )


def product_steps(a: int, b: int) -> Drawing:
    """Return a table of how the product of two numbers is split at half the digits of their field.

    For numbers below 16 the whole recursion follows as a tree: each product is made of those
    under it, down to factors 0 and 1.
    """
    if min(a, b) < 2:
        return wrap(f"<p>{a} ⊗ {b} = {mul(a, b)}: there is nothing to split.</p>", "")
    digits = max(degree(a), degree(b))
    half = digits // 2
    power = 1 << half
    parts = _parts(a, b)
    (a0, b0), (a1, b1), (a2, b2), (_, unit) = parts
    low, high, cross, rest = (mul(*part) for part in parts)
    rows: list[list[object]] = [
        ["the factors", f"{a} = {a1}·{power} ⊕ {a0}", f"{b} = {b1}·{power} ⊕ {b0}"],
        ["lower parts", f"{a0} ⊗ {b0}", low],
        ["upper parts", f"{a1} ⊗ {b1}", high],
        ["sums of both", f"({a1} ⊕ {a0}) ⊗ ({b1} ⊕ {b0}) = {a2} ⊗ {b2}", cross],
        ["upper parts by half", f"{high} ⊗ {unit}", rest],
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
    drawn = outline(_recursion((a, b)), _product, title=f"The products that make {a} ⊗ {b}")
    return wrap(f"{split}{drawn}", "")


def _parts(a: int, b: int) -> list[Factors]:
    """Return the factors of the four products that make up that of `a` and `b`."""
    power = 1 << max(degree(a), degree(b)) // 2
    (a1, a0), (b1, b0) = divmod(a, power), divmod(b, power)
    return [(a0, b0), (a1, b1), (a1 ^ a0, b1 ^ b0), (mul(a1, b1), power >> 1)]


def _recursion(factors: Factors) -> Tree[Factors]:
    """Return a product above those that it is made of, and these above theirs."""
    return Tree(factors, [*map(_recursion, _parts(*factors))] if min(factors) > 1 else [])


def _product(node: Tree[Factors]) -> str:
    a, b = node.position
    return f"{a} ⊗ {b} = {mul(a, b)}"


def product_worked(a: str, b: str) -> Drawing:
    """Return the sum and the product of two numbers that a reader types, step by step.

    For small numbers there is a table of the products of their powers of two, too.

    Raises:
        ValueError: if `a` or `b` is not as for `read_nimber`.
    """
    x, y = read_nimber(a), read_nimber(b)
    sums = f"{x} ⊕ {y} = {add(x, y)}, and {x} ⊗ {y} = {mul(x, y)}."
    expanded = _expanded(x, y) if max(x, y) < 1 << _EXPANDED_DIGITS and min(x, y) > 0 else ""
    sentence = scroll(f"<p>{sums}</p>", "The sum and the product")
    return wrap(f"{sentence}{expanded}{product_steps(x, y)}", "")


def _expanded(a: int, b: int) -> str:
    """Return a product worked out from the products of powers of two that it expands to."""
    rows, columns = _powers(a), _powers(b)
    cells: list[list[object]] = [[p, *(mul(p, q) for q in columns)] for p in rows]
    total = " ⊕ ".join(str(cell) for row in cells for cell in row[1:])
    pairs = table(["⊗", *map(str, columns)], cells, "Powers of two")
    return f"<p>By powers of two: {a} ⊗ {b} = {total} = {mul(a, b)}.</p>{pairs}"


def _powers(number: int) -> list[int]:
    return [1 << k for k in reversed(range(number.bit_length())) if number >> k & 1]


def conway_set(a: int) -> Drawing:
    """Return Conway's set S for the inverse of a number, element by element, and its mex."""
    steps = list(inverse_steps(a))
    rows: list[list[object]] = [
        [element, x, y, f"(1 ⊕ {x ^ a} ⊗ {y}) ⊘ {x}"] if x else [element, "–", "–", "0 is in S"]
        for element, x, y in steps
    ]
    elements = ", ".join(map(str, sorted(step.element for step in steps)))
    caption = f"The inverse of {a} is the mex of {{{elements}}}: {inv(a)}"
    return table(["element", "α′", "β′", "because"], rows, caption)


def nimber_facts(number: str) -> Drawing:
    """Return what there is to know about a number that a reader types.

    Raises:
        ValueError: if `number` is not as for `read_nimber`.
    """
    a = read_nimber(number)
    field = degree(a)
    even, odd = solve(a)
    rows: list[list[object]] = [
        [
            "binary digits",
            f"{a:b}" if a < 1 << 64 else f"{a.bit_length()} digits, {a.bit_count()} of them 1",
        ],
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


def read_nimber(text: str) -> int:
    """Return the number that a person types: in decimal, or a power of two as in 2^64.

    Raises:
        ValueError: if `text` is anything else, or not below 2^256.

    >>> read_nimber("*14"), read_nimber("2^10")
    (14, 1024)
    """
    match = re.fullmatch(r"\s*\*?(?:([0-9]{1,78})|2\^([0-9]{1,3}))\s*", text)
    if match:
        decimal, exponent = match.groups()
        number = int(decimal) if decimal else 1 << int(exponent)
        if number < 1 << _TYPED_DIGITS:
            return number
    raise ValueError(
        f"{quoted(text)} is not a number below 2^{_TYPED_DIGITS}, as in 14, *14 or 2^64"
    )
