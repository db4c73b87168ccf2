"""Ordinals below ω^(ω^ω) in Cantor normal form: parsing, printing and ordinary addition."""

from __future__ import annotations

import re
from typing import Any, NoReturn

from nimtwist.checks import decimal, short_repr, shorten

__all__ = ["OMEGA_NAMES", "Exponent", "Parser", "Terms", "ordinary_sum", "parse", "to_text"]

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
    try:
        parser = Parser(text)
        terms = parser.sum()
        if parser.token:
            parser.refuse("+, *, ^ or the end")
    except ValueError as error:
        raise ValueError(
            f"{short_repr(text)} is not an ordinal below ω^(ω^ω) in Cantor normal form: {error}"
        ) from None
    return terms


OMEGA_NAMES = ("w", "ω", "omega")
_OMEGA: Terms = ((((0, 1),), 1),)
_MAX_DEPTH = 20
_MAX_DIGITS = 1000
_TOKEN = re.compile(r"\s*(\*\*|[0-9]+|[a-zA-Z]+|\S)?")


class Parser:
    """A recursive-descent parser with one token of lookahead and a method for each grammar rule."""

    def __init__(self, text: str) -> None:
        self.text, self.end, self.token, self.depth = text, 0, "", 0
        self.take()

    def take(self) -> str:
        """Return the current token and advance to the next."""
        token, match = self.token, _TOKEN.match(self.text, self.end)
        assert match  # the pattern also matches the empty string
        self.token, self.end = match[1] or "", match.end()
        return token

    def accept(self, *tokens: str) -> bool:
        """Return whether the current token is one of `tokens`, and consume it if so."""
        return self.token in tokens and bool(self.take())

    def refuse(self, expected: str) -> NoReturn:
        place = self.text[: self.end - len(self.token)].rstrip()
        after = f"after {short_repr(place)} " if place else ""
        actual = short_repr(self.token) if self.token else "the end"
        raise ValueError(f"{after}expected {expected}, got {actual}")

    def sum(self) -> Terms:
        terms = self.product()
        while self.accept("+"):
            more = self.product()
            if not terms or not more or more[0][0] >= terms[-1][0]:
                raise ValueError("terms must be in descending order, as in w^2+w*3+1")
            terms += more
        return terms

    def product(self) -> Terms:
        terms = self.power()
        if not self.accept("*", "·", "×"):
            return terms
        factor = self.power()
        if len(terms) != 1 or terms[0][1] != 1 or not factor or factor[0][0]:
            raise ValueError("a product must be a power of w times a positive number, as in w*3")
        return ((terms[0][0], factor[0][1]),)

    def power(self) -> Terms:
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise ValueError("it is nested too deeply")
        terms = self.atom()
        if self.accept("^"):
            if terms != _OMEGA:
                raise ValueError("only w may have an exponent, as in w^2")
            exponent = self.power()
            if exponent and exponent[0][0] >= ((1, 1),):
                raise ValueError(f"ω^({shorten(to_text(exponent))}) is not below ω^(ω^ω)")
            terms = ((tuple((e[0][1] if e else 0, c) for e, c in exponent), 1),)
        self.depth -= 1
        return terms

    def atom(self) -> Terms:
        if self.accept(*OMEGA_NAMES):
            return _OMEGA
        if self.accept("("):
            terms = self.sum()
            if not self.accept(")"):
                self.refuse("a closing parenthesis")
            return terms
        if not re.fullmatch("[0-9]+", self.token):
            self.refuse("w, a number or a parenthesis")
        if len(self.token) > _MAX_DIGITS:
            raise ValueError(f"a number may have at most {_MAX_DIGITS} digits")
        number = int(self.take())
        return (((), number),) if number else ()
