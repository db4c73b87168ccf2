"""Cantor normal forms below ω^(ω^ω): as tuples, as text, and their sum in set theory."""

from __future__ import annotations

import re
from typing import Any

from nimtwist._checks import decimal, short_repr, shorten

__all__ = ["Exponent", "Terms", "ordinary_sum", "plain", "read"]

Exponent = tuple[tuple[int, int], ...]
"""Σ ω^k·V as pairs (k, V), k descending."""
Terms = tuple[tuple[Exponent, int], ...]
"""Σ ω^E·c as pairs (E, c), E descending: such tuples compare as the ordinals do."""
_Sum = tuple[tuple[Any, int], ...]
"""Either of the two."""


def ordinary_sum(x: _Sum, y: _Sum) -> _Sum:
    """Return the sum of set theory, in which terms of `x` below the first term of `y` are lost."""
    if not y:
        return x
    (leading, c), *rest = y
    kept = tuple(term for term in x if term[0] > leading)
    return (*kept, (leading, c + dict(x).get(leading, 0)), *rest)


def plain(terms: _Sum) -> str:
    """Return a normal form as text, with ω."""
    parts = []
    for exponent, c in terms:
        above = decimal(exponent) if isinstance(exponent, int) else plain(exponent)
        if above == "0":
            parts.append(decimal(c))
        else:
            raised = above if above.isdecimal() or above == "ω" else f"({above})"
            power = "ω" if above == "1" else f"ω^{raised}"
            parts.append(power if c == 1 else f"{power}·{decimal(c)}")
    return "+".join(parts) or "0"


def read(text: object) -> Terms:
    """Return the normal form written in `text`. Rejects anything else, and ω^(ω^ω) or more."""
    if not isinstance(text, str):
        raise ValueError(f"expected an ordinal as text, got {short_repr(text)}")
    reader = _Reader(text)
    terms = reader.sum()
    if reader.tokens:
        raise reader.error(f"{short_repr(reader.tokens[-1])} is out of place")
    return terms


_OMEGA: Terms = ((((0, 1),), 1),)


class _Reader:
    """Recursive descent: each method reads what its name says."""

    def __init__(self, text: str) -> None:
        self.text, self.depth = text, 0
        self.tokens = re.findall(r"[0-9]+|[^0-9\s]", text.replace("ω", "w").replace("·", "*"))[::-1]

    def sum(self) -> Terms:
        terms = self.product()
        while self.took("+"):
            more = self.product()
            if not terms or not more or more[0][0] >= terms[-1][0]:
                raise self.error("its terms must descend, as in w^2+w*3+1")
            terms += more
        return terms

    def product(self) -> Terms:
        terms = self.power()
        if not self.took("*"):
            return terms
        factor = self.power()
        if len(terms) != 1 or terms[0][1] != 1 or not factor or factor[0][0]:
            raise self.error("a product must be a power of w times a positive number, as in w*3")
        return ((terms[0][0], factor[0][1]),)

    def power(self) -> Terms:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise self.error("it is nested too deeply")
        terms = self.atom()
        if self.took("^"):
            if terms != _OMEGA:
                raise self.error("only w may have an exponent, as in w^2")
            exponent = self.power()
            if exponent and exponent[0][0] >= ((1, 1),):
                raise ValueError(
                    f"{short_repr(self.text)} is out of range: ω^({shorten(plain(exponent))}) is "
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
            if not self.took(")"):
                raise self.error("a parenthesis is not closed")
            return terms
        if not (token.isascii() and token.isdecimal()):  # digits of other scripts are refused
            found = f"{short_repr(token)} stands" if token else "it ends"
            raise self.error(f"{found} where w, a number or a parenthesis is expected")
        if len(token) > _MOST_DIGITS:
            raise self.error(f"a number has at most {_MOST_DIGITS} digits")
        return (((), int(token)),) if int(token) else ()

    def took(self, token: str) -> bool:
        """Return whether `token` is next, and if so go past it."""
        if found := self.tokens[-1:] == [token]:
            self.tokens.pop()
        return found

    def error(self, why: str) -> ValueError:
        return ValueError(f"{short_repr(self.text)} is not an ordinal in Cantor normal form: {why}")


_DEEPEST = 20
_MOST_DIGITS = 1000
