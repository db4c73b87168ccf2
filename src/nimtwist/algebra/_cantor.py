"""Ordinals below ω^(ω^ω) in Cantor normal form: parsing, printing and ordinary addition."""

from __future__ import annotations

import re
from typing import Any

from nimtwist.checks import decimal, short_repr, shorten

__all__ = ["Exponent", "Terms", "ordinary_sum", "parse", "to_text"]

Exponent = tuple[tuple[int, int], ...]
"""An exponent Σ ω^k·V as pairs (k, V), k descending."""
Terms = tuple[tuple[Exponent, int], ...]
"""A normal form Σ ω^E·c as pairs (E, c), E descending. The tuples compare like the ordinals."""
_Sum = tuple[tuple[Any, int], ...]
"""An exponent or a normal form."""


def ordinary_sum(x: _Sum, y: _Sum) -> _Sum:
    """Return the ordinary sum x + y, in which terms of `x` below the leading term of `y` vanish."""
    if not y:
        return x
    (leading, c), *rest = y
    larger = tuple(term for term in x if term[0] > leading)
    return (*larger, (leading, c + dict(x).get(leading, 0)), *rest)


def to_text(terms: _Sum) -> str:
    """Return a normal form as text, such as ω^2+ω·3."""
    parts = []
    for exponent, c in terms:
        upper = decimal(exponent) if isinstance(exponent, int) else to_text(exponent)
        if upper == "0":
            parts.append(decimal(c))
        else:
            raised = upper if upper.isdecimal() or upper == "ω" else f"({upper})"
            power = "ω" if upper == "1" else f"ω^{raised}"
            parts.append(power if c == 1 else f"{power}·{decimal(c)}")
    return "+".join(parts) or "0"


def parse(text: object) -> Terms:
    """Parse a Cantor normal form below ω^(ω^ω).

    Raises:
        ValueError: if `text` is not such a normal form; the message quotes it.
    """
    if not isinstance(text, str):
        raise ValueError(f"expected an ordinal as text, got {short_repr(text)}")
    parser = _Parser(text)
    terms = parser.sum()
    if parser.tokens:
        raise parser.error(f"unexpected {short_repr(parser.tokens[-1])}")
    return terms


_OMEGA: Terms = ((((0, 1),), 1),)


class _Parser:
    """A recursive-descent parser with one method for each grammar rule."""

    def __init__(self, text: str) -> None:
        self.text, self.depth = text, 0
        plain = re.sub("ω|omega", "w", text)
        self.tokens = re.findall(r"[0-9]+|[^0-9\s]", re.sub("[·×]", "*", plain))[::-1]

    def sum(self) -> Terms:
        terms = self.product()
        while self.accept("+"):
            more = self.product()
            if not terms or not more or more[0][0] >= terms[-1][0]:
                raise self.error("terms must be in descending order, as in w^2+w*3+1")
            terms += more
        return terms

    def product(self) -> Terms:
        terms = self.power()
        if not self.accept("*"):
            return terms
        factor = self.power()
        if len(terms) != 1 or terms[0][1] != 1 or not factor or factor[0][0]:
            raise self.error("a product must be a power of w times a positive number, as in w*3")
        return ((terms[0][0], factor[0][1]),)

    def power(self) -> Terms:
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise self.error("it is nested too deeply")
        terms = self.atom()
        if self.accept("^"):
            if terms != _OMEGA:
                raise self.error("only w may have an exponent, as in w^2")
            exponent = self.power()
            if exponent and exponent[0][0] >= ((1, 1),):
                raise ValueError(
                    f"{short_repr(self.text)} is out of range: ω^({shorten(to_text(exponent))}) is "
                    "not below ω^(ω^ω)"
                )
            terms = ((tuple((e[0][1] if e else 0, c) for e, c in exponent), 1),)
        self.depth -= 1
        return terms

    def atom(self) -> Terms:
        token = self.tokens.pop() if self.tokens else ""
        if token == "w":
            return _OMEGA
        if token == "(":
            terms = self.sum()
            if not self.accept(")"):
                raise self.error("unclosed parenthesis")
            return terms
        if not (token.isascii() and token.isdecimal()):  # only ASCII digits
            got = short_repr(token) if token else "the end"
            raise self.error(f"expected w, a number or a parenthesis, got {got}")
        if len(token) > _MAX_DIGITS:
            raise self.error(f"a number may have at most {_MAX_DIGITS} digits")
        return (((), int(token)),) if int(token) else ()

    def accept(self, token: str) -> bool:
        """Return whether the next token is `token`, and consume it if so."""
        if matches := self.tokens[-1:] == [token]:
            self.tokens.pop()
        return matches

    def error(self, reason: str) -> ValueError:
        return ValueError(
            f"{short_repr(self.text)} is not an ordinal in Cantor normal form: {reason}"
        )


_MAX_DEPTH = 20
_MAX_DIGITS = 1000
