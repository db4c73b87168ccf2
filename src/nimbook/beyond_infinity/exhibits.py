"""Infinite nimbers drawn: tables, the tower of fields, conjugates, and what a calculator finds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import escape
from itertools import count

from nimbook.beyond_infinity.calculator import calculate
from nimbook.beyond_infinity.definitions import alpha
from nimbook.show._base import Drawing, scroll, svg
from nimbook.show.grids import table
from nimtwist._checks import quoted
from nimtwist.algebra.polynomial import polynomial_text, raised
from nimtwist.nimber import mul, pow
from nimtwist.ordinal import Ordinal, kappa, roots, solve_quadratic

_OPERATIONS: dict[str, tuple[str, Callable[[Ordinal, Ordinal], Ordinal]]] = {
    "nim-product": ("⊗", lambda a, b: a * b),
    "nim-sum": ("⊕", lambda a, b: a + b),
    "ordinary product": ("·", lambda a, b: a.ordinary_product(b)),
    "ordinary sum": ("+", lambda a, b: a.ordinary_sum(b)),
}
_MOST_NUMBERS, _MOST_SIGNS = 16, 120
# The degrees of numbers with a table of conjugates, and of those that are inverted unasked.
_MOST_CONJUGATES, _MOST_INVERTED, _MOST_LISTED = 64, 1000, 12


# --- How an ordinal is written -------------------------------------------------------------------


def _levels(text: str, level: int = 0) -> Iterator[tuple[int, str]]:
    """Split the text of an ordinal into pieces, each with the level of its exponent."""
    while text:
        base, _, text = text.partition("^")
        if base:
            yield level, base
        end = _exponent(text)
        inner, text = text[:end], text[end:]
        yield from _levels(inner.removeprefix("(").removesuffix(")"), level + 1)


def _exponent(text: str) -> int:
    """Return the length of the exponent that a text begins with."""
    depth = 0
    for end, sign in enumerate(text, 1):
        depth += (sign == "(") - (sign == ")")
        after = text[end : end + 1]
        goes_on = "^" in (sign, after) or (sign + after).isdecimal()
        if not (depth or (goes_on and after)):
            return end
    return 0


def _written(number: object) -> Drawing:
    """Return a number with its exponents raised; a screen reader reads it as it is typed."""
    terms = re.split(r"\s*\+\s*(?![^(]*\))", str(number))
    fitting = 1
    while fitting < len(terms) and len(" + ".join(terms[: fitting + 1])) <= _MOST_SIGNS:
        fitting += 1
    more = f" + … ({len(terms)} terms)" if fitting < len(terms) else ""
    # A line may end after a plus, but not in the middle of a short sum.
    plus = "\u00a0+\u00a0" if len(terms) < 4 else "\u00a0+ "
    text = plus.join(terms[:fitting]) + more
    inner = "".join(
        f"{'<sup>' * level}{escape(part)}{'</sup>' * level}" for level, part in _levels(text)
    )
    if "^" not in text:
        return Drawing(inner)
    return Drawing(f'<span role="math" aria-label="{escape(text)}">{inner}</span>')


def _drawn(text: str) -> str:
    """Return the same for a picture, whose text has no superscripts but can be shifted."""
    parts, before = [], 0
    for level, part in _levels(text):
        shift = f' dy="{5 * (before - level)}"' if level != before else ""
        size = f' font-size="{13 - 3 * level}"' if level else ""
        parts.append(f"<tspan{size}{shift}>{escape(part)}</tspan>")
        before = level
    return "".join(parts)


# --- Tables --------------------------------------------------------------------------------------


def ordinal_table(operation: str, numbers: str) -> Drawing:
    """Return a table of sums or products of ordinals, in nim arithmetic or in Cantor's."""
    texts = numbers.split(",")
    if len(texts) > _MOST_NUMBERS:
        raise ValueError(
            f"a table has at most {_MOST_NUMBERS} numbers, not those of {quoted(numbers)}"
        )
    sign, combined = _OPERATIONS[operation]
    ordinals = [Ordinal.parse(text) for text in texts]
    rows = [[_written(a), *(_written(combined(a, b)) for b in ordinals)] for a in ordinals]
    return table([sign, *map(_written, ordinals)], rows, f"The {operation} of row and column")


def first_rootless(field: str) -> Drawing:
    """Return the least number whose polynomial has no root in a field, and those before it.

    Below F, the number c·F ⊕ d stands for t² ⊕ ct ⊕ d; the first without a root is F ⊗ F. Among the
    finite numbers every such polynomial has roots; there it is cubics, and the first is ω ⊗ ω ⊗ ω.
    """
    finite = field == "finite"
    size = 256 if finite else int(field)
    rows: list[list[object]] = []
    for number in count():
        c, d = divmod(number, size)
        power = "t³" if finite else "t²"
        middle = "" if not c else " ⊕ t" if c == 1 else f" ⊕ {c}t"
        found = [x for x in range(size) if (pow(x, 3) if finite else mul(x, x) ^ mul(c, x)) == d]
        listed = ", ".join(map(str, found)) or "none"
        rows.append([number, f"{power}{middle}{f' ⊕ {d}' if d else ''}", listed])
        if not found:
            break
    product = "ω ⊗ ω ⊗ ω" if finite else f"{field} ⊗ {field}"
    roots = "finite roots" if finite else f"roots below {field}"
    return table(
        ["number", "polynomial", roots], rows, f"The first without a root: {product} = {number}"
    )


def conjugate_table(number: str) -> Drawing:
    """Return the conjugates of a nimber, which are the roots of its minimal polynomial."""
    x = Ordinal.parse(number)
    if x.degree() > _MOST_CONJUGATES:
        raise ValueError(
            f"{quoted(number)} has {x.degree()} conjugates; a table has at most {_MOST_CONJUGATES}"
        )
    rows = [[f"x{raised(1 << k)}", _written(y)] for k, y in enumerate(x.conjugates())]
    polynomial = polynomial_text(x.minimal_polynomial())
    return table(["power", "conjugate"], rows, f"The roots of {polynomial}: x = {x}")


def ordinal_facts(expression: str) -> Drawing:
    """Return the value of an expression of nim arithmetic, and what there is to know of it."""
    x, understood = calculate(expression)
    degree = x.degree()
    rows: list[list[object]] = [
        ["understood as", _written(understood)],
        ["value x", _written(x)],
        ["degree", degree],
        ["square", _written(x**2)],
        ["square root", _written(x.sqrt())],
    ]
    if degree <= _MOST_INVERTED:
        rows.append(["inverse", _written(x.inv()) if x else "none"])
    if degree <= _MOST_CONJUGATES:
        rows.append(["minimal polynomial", polynomial_text(x.minimal_polynomial())])
        for name, numbers in (
            ("conjugates", x.conjugates()),
            ("cube roots", roots(x, 3)),
            ("solutions of y² ⊕ y = x", solve_quadratic(1, 1, x)),
        ):
            more = [f"… ({len(numbers)} in all)"] if len(numbers) > _MOST_LISTED else []
            listed = [*map(_written, numbers[:_MOST_LISTED]), *more]
            rows.append([name, Drawing(", ".join(listed))])
    return table(["", "nimber"], rows, "What the calculator found")


# --- Pictures ------------------------------------------------------------------------------------


def field_tower() -> Drawing:
    """Return the fields of nimbers as boxes, each inside the next, with what each adds."""
    boxes = [("below 2", "degree 1", "0 and 1")]
    boxes += [
        (f"below {f * f}", f"degree up to {d}", f"new: {f}, as {f} ⊗ {f} = {mul(f, f)}")
        for f, d in ((2, 2), (4, 4))
    ]
    boxes.append(("below ω", "degrees 2ᵃ", "new: 16, 256, …; all quadratics"))
    powers = "2ᵃ"
    for p, next_prime, letter in ((3, 5, "ᵇ"), (5, 7, "ᶜ"), (7, 11, "ᵈ"), (11, 13, "ᵉ")):
        powers += f"·{p}{letter}"
        what = f"new: {kappa(p)}, …; its nim-power {p} is {alpha(p)}"
        boxes.append((f"below {kappa(next_prime)}", f"degrees {powers}", what))
    boxes.append(("below ω^(ω^ω)", "all degrees", "and so on; every polynomial has a root"))
    step, inset, wide = 46, 8, 350
    high = len(boxes) * (step + inset)
    inner = []
    for i, (name, degrees, what) in enumerate(reversed(boxes)):
        x, y = inset * i + 1, step * i + 1
        width, height = wide - 2 * x, high - inset * i - y - 1
        inner.append(
            f'<rect class="nt-node" x="{x}" y="{y}" width="{width}" height="{height}" rx="7"/>'
            f'<text x="{x + 8}" y="{y + 18}">{_drawn(name)}</text>'
            f'<text class="nt-small" x="{x + width - 8}" y="{y + 18}" text-anchor="end">'
            f'{degrees}</text><text class="nt-small" x="{x + 8}" y="{y + 37}">{_drawn(what)}</text>'
        )
    description = " ".join(f"{name}: {what}; {degrees}." for name, degrees, what in boxes)
    title = "The tower of fields, each inside the next"
    return scroll(svg(wide, high, title, description, "".join(inner)), title)


_MARKS = (
    ("0", ""),
    ("1", ""),
    ("2", "x² ⊕ x = 1"),
    ("…", ""),
    ("ω", "x³ = 2"),
    ("ω+1", ""),
    ("…", ""),
    ("ω·2", ""),
    ("…", ""),
    ("ω^2", ""),
    ("…", ""),
    ("ω^3", "x³ = ω"),
    ("…", ""),
    ("ω^ω", "x⁵ = 4"),
    ("…", ""),
    ("ω^(ω^2)", "x⁷ = ω+1"),
    ("…", ""),
    ("ω^(ω^ω)", "none"),
)
_REACHES = (
    ("ω", "roots to degree 2"),
    ("ω^ω", "roots of all polynomials to degree 4"),
    ("ω^(ω^2)", "to degree 6"),
    ("ω^(ω^ω)", "of every degree"),
)


def ordinal_line() -> Drawing:
    """Return ordinals on a line, what is new about some of them, and how far the fields reach."""
    gap, top = 38, 52
    places: dict[str, float] = {}
    marks: list[str] = []
    for i, (name, equation) in enumerate(_MARKS):
        places[name], x = (i + 0.5) * gap, (i + 0.5) * gap
        tick = "" if name == "…" else f'<path class="nt-edge" d="M{x} {top - 5}v10"/>'
        marks.append(
            f'{tick}<text x="{x}" y="{top - 12}" text-anchor="middle">{_drawn(name)}</text>'
            f'<text class="nt-small" x="{x}" y="{top - 32}" text-anchor="middle">'
            f"{_drawn(equation)}</text>"
        )
    wide = gap * len(_MARKS)
    line = f'<path class="nt-edge" d="M0 {top}H{wide}"/>'
    reaches = []
    for i, (end, degrees) in enumerate(_REACHES):
        y, x = top + 28 + 26 * i, places[end] - 6
        reaches.append(
            f'<path class="nt-edge" d="M{places["0"]} {y - 5}v10m0-5H{x}m0-5v10"/>'
            f'<text class="nt-small" x="{places["0"] + 6}" y="{y - 5}">{degrees}</text>'
        )
    title = "Ordinals on a line, not to scale"
    description = " ".join(
        [f"{name} is the first root of {equation}." for name, equation in _MARKS if equation]
        + [f"Below {end}: {degrees}." for end, degrees in _REACHES]
    )
    inner = line + "".join(marks + reaches)
    return scroll(svg(wide, top + 28 + 26 * len(_REACHES), title, description, inner), title)
