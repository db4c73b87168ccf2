"""Ordinals with raised exponents."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from nimbook.show._base import Drawing

__all__ = ["ordinal_html", "ordinal_svg"]

_MOST_SIGNS = 120


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


def ordinal_html(number: object) -> Drawing:
    """Return a number with its exponents raised; a screen reader reads it as it is typed.

    >>> ordinal_html("ω^2")
    <Drawing of 55 characters>
    """
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


def ordinal_svg(text: str) -> str:
    """Return the text of an ordinal for an SVG picture, with its exponents raised.

    >>> ordinal_svg("ω^2")
    '<tspan>ω</tspan><tspan font-size="10" dy="-5">2</tspan>'
    """
    parts, before = [], 0
    for level, part in _levels(text):
        shift = f' dy="{5 * (before - level)}"' if level != before else ""
        size = f' font-size="{13 - 3 * level}"' if level else ""
        parts.append(f"<tspan{size}{shift}>{escape(part)}</tspan>")
        before = level
    return "".join(parts)
