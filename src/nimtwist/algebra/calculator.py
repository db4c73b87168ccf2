"""A calculator for nimbers below ω^(ω^ω), with expressions typed in plain text.

The symbol ^ is part of an ordinal, as in w^2 or w^(w*4). All other operators stand for nim
arithmetic; ** is the nim-power. So w^3 is the ordinal ω³, whereas w**3 is ω ⊗ ω ⊗ ω, which is 2.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from operator import add, mul, truediv
from typing import NoReturn

from nimtwist.algebra._cantor import OMEGA_NAMES, Parser
from nimtwist.algebra.ordinal import Ordinal, _from_terms
from nimtwist.checks import short_repr

__all__ = ["calculate"]

_MAX_LENGTH, _MAX_DIGITS = 120, 30
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
        value = reader.expression()
        if reader.token:
            reader.refuse("+, *, /, ** or the end")
    except ValueError as error:
        raise ValueError(f"{short_repr(text)}: {error}") from None
    return value, reader.understood


class _Reader(Parser):
    """A parser of ordinals and nim arithmetic that evaluates what it parses."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.understood = ""

    def copy(self, understood: str) -> None:
        """Advance to the next token, and append `understood` to the notation."""
        self.take()
        self.understood += understood

    def refuse(self, expected: str) -> NoReturn:
        if self.token == "^":
            raise ValueError(
                "^ is for exponents of w only, as in w^2; the nim-power is written with two stars, "
                "as in 2**3"
            )
        super().refuse(expected)

    def expect(self, token: str, understood: str) -> None:
        if self.token != token:
            self.refuse(short_repr(token))
        self.copy(understood)

    def expression(self) -> Ordinal:
        return self.chain(_SUMS, lambda: self.chain(_PRODUCTS, self.factor))

    def chain(self, signs: Mapping[str, str], operand: Callable[[], Ordinal]) -> Ordinal:
        """Parse operands separated by any of the given operators, evaluating from left to right."""
        value = operand()
        while sign := signs.get(self.token):
            self.copy(f" {sign} ")
            value = _OPERATIONS[sign](value, operand())
        return value

    def factor(self) -> Ordinal:
        value = self.operand()
        if self.token != "**":
            return value
        self.copy(" ** ")
        negative = self.accept("-", "−")
        if not re.fullmatch("[0-9]+", self.token) or len(self.token) > _MAX_DIGITS:
            self.refuse(f"an integer below 10^{_MAX_DIGITS}")
        exponent = int(self.token) * (-1 if negative else 1)
        self.copy(str(exponent))
        return value**exponent

    def operand(self) -> Ordinal:
        function = _FUNCTIONS.get(self.token)
        if function or self.token == "(":
            if function:
                self.copy(self.token)
            self.expect("(", "(")
            values = [self.expression()]
            if function is _FUNCTIONS["log"]:
                self.expect(",", ", ")
                values.append(self.expression())
            self.expect(")", ")")
            return function(*values) if function else values[0]
        has_exponent = self.token in OMEGA_NAMES
        if not has_exponent and not self.token.isdecimal():
            self.refuse("an integer, w, sqrt(…), inv(…), log(…, …) or (…)")
        value = _from_terms(self.power() if has_exponent else self.atom())
        self.understood += str(value)
        return value
