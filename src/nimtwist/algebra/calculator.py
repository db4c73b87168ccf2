"""A calculator for nimbers below ω^(ω^ω), with expressions typed in plain text.

The symbol ^ is part of an ordinal, as in w^2 or w^(w*4). All other operators stand for nim
arithmetic; ** is the nim-power. So w^3 is the ordinal ω³, whereas w**3 is ω ⊗ ω ⊗ ω, which is 2.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from operator import add, mul, truediv
from typing import NoReturn

from nimtwist.algebra.ordinal import Ordinal
from nimtwist.checks import short_repr

__all__ = ["calculate"]

_MAX_LENGTH, _MAX_DIGITS = 120, 30
_TOKEN = re.compile(r"\s*(\*\*|[0-9]+|[a-zA-Z]+|\S)?")
_SUMS = dict.fromkeys("+⊕-−", "⊕")
_PRODUCTS = {**dict.fromkeys("*·×⊗", "⊗"), **dict.fromkeys("/⊘", "⊘")}
_OPERATIONS = {"⊕": add, "⊗": mul, "⊘": truediv}
_FUNCTIONS: Mapping[str, Callable[..., Ordinal]] = {
    "sqrt": Ordinal.sqrt,
    "inv": Ordinal.inv,
    "log": lambda x, base: Ordinal(x.log(base)),
}


def calculate(text: str) -> tuple[Ordinal, str]:
    """Return the value of an expression, and the expression in standard notation.

    An expression may contain integers, ordinals such as w, w^2 or w^(w^2*3 + 1), the operators +,
    -, *, / and ** of nim arithmetic, parentheses, `sqrt(...)`, `inv(...)` and `log(x, base)`, the
    least n ≥ 0 with base ** n = x. The exponent after ^ is an ordinary ordinal, and the exponent
    after ** is an ordinary integer. In nim arithmetic, - means the same as +.

    Raises:
        ValueError: if `text` is not an expression, or if its value does not exist or cannot be
            computed.

    >>> value, understood = calculate("w**3 * (w + 1)")
    >>> print(understood, "=", value)
    ω ** 3 ⊗ (ω ⊕ 1) = ω·2+2
    """
    if not isinstance(text, str):
        raise ValueError(f"expected an expression as text, got {short_repr(text)}")
    if len(text) > _MAX_LENGTH:
        raise ValueError(
            f"{short_repr(text)} is too long: an expression has at most {_MAX_LENGTH} characters"
        )
    reader = _Reader(text)
    try:
        value = reader.sum()
        if reader.token:
            reader.refuse("+, *, /, ** or the end")
    except ValueError as error:
        raise ValueError(f"{short_repr(text)}: {error}") from None
    return value, reader.understood


class _Reader:
    """A recursive-descent parser with one token of lookahead that evaluates what it parses."""

    def __init__(self, text: str) -> None:
        self.text, self.end, self.token, self.understood = text, 0, "", ""
        self.take()

    def take(self, understood: str = "") -> str:
        """Return the current token and advance to the next; append `understood` to the notation."""
        token, match = self.token, _TOKEN.match(self.text, self.end)
        assert match  # the pattern also matches the empty string
        self.token, self.end = match[1] or "", match.end()
        self.understood += understood
        return token

    def refuse(self, expected: str) -> NoReturn:
        if self.token == "^":
            raise ValueError(
                "^ is for exponents of w only, as in w^2; the nim-power is written with two stars, "
                "as in 2**3"
            )
        actual = f"got {short_repr(self.token)}" if self.token else "got the end"
        place = self.text[: self.end - len(self.token)].rstrip()
        after = f"after {short_repr(place)} " if place else ""
        raise ValueError(f"{after}expected {expected}, {actual}")

    def expect(self, token: str) -> None:
        if self.token != token:
            self.refuse(short_repr(token))
        self.take(token)

    def sum(self) -> Ordinal:
        return self.chain(_SUMS, lambda: self.chain(_PRODUCTS, self.power))

    def chain(self, signs: Mapping[str, str], operand: Callable[[], Ordinal]) -> Ordinal:
        """Parse operands separated by any of the given operators, evaluating from left to right."""
        value = operand()
        while sign := signs.get(self.token):
            self.take(f" {sign} ")
            value = _OPERATIONS[sign](value, operand())
        return value

    def power(self) -> Ordinal:
        value = self.atom()
        if self.token != "**":
            return value
        self.take(" ** ")
        negative = self.token in ("-", "−") and bool(self.take())
        if not re.fullmatch("[0-9]+", self.token) or len(self.token) > _MAX_DIGITS:
            self.refuse(f"an integer below 10^{_MAX_DIGITS}")
        exponent = int(self.token) * (-1 if negative else 1)
        self.take(str(exponent))
        return value**exponent

    def atom(self) -> Ordinal:
        function = _FUNCTIONS.get(self.token)
        if function or self.token == "(":
            if function:
                self.take(self.token)
            self.expect("(")
            values = [self.sum()]
            if function is _FUNCTIONS["log"]:
                if self.token != ",":
                    self.refuse("','")
                self.take(", ")
                values.append(self.sum())
            self.expect(")")
            return function(*values) if function else values[0]
        if not self.token.isdecimal() and self.token not in ("w", "ω", "omega"):
            self.refuse("an integer, w, sqrt(…), inv(…), log(…, …) or (…)")
        value = Ordinal.parse(self.literal())
        self.understood += str(value)
        return value

    def literal(self) -> str:
        """Consume an integer, or w with any exponents that follow it, and return its text."""
        text = self.take()
        while text[-1] in "wωa" and self.token == "^":
            text += self.take()
            depth = 0
            while self.token:
                depth += (self.token == "(") - (self.token == ")")
                text += self.take()
                if depth <= 0:
                    break
        return text
