"""A calculator for nimbers below ω^(ω^ω): expressions in nim arithmetic, as a person types them.

`^` only ever writes an ordinal, as in w^2 or w^(w*4); every other sign is nim arithmetic, and the
nim-power has two stars. So w^3 is the ordinal ω³, while w**3 is ω ⊗ ω ⊗ ω, which is 2.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from operator import add, mul, truediv
from typing import NoReturn

from nimtwist._checks import short_repr
from nimtwist.ordinal import Ordinal

__all__ = ["calculate"]

_LONGEST, _LONGEST_EXPONENT = 120, 30
_TOKEN = re.compile(r"\s*(\*\*|[0-9]+|[a-zA-Z]+|\S)?")
_SUMS = dict.fromkeys("+⊕-−", "⊕")
_PRODUCTS = {**dict.fromkeys("*·⊗", "⊗"), **dict.fromkeys("/⊘", "⊘")}
_OPERATIONS = {"⊕": add, "⊗": mul, "⊘": truediv}
_FUNCTIONS = {"sqrt": Ordinal.sqrt, "inv": Ordinal.inv}


def calculate(text: str) -> tuple[Ordinal, str]:
    """Return the value of an expression, and the expression as it was understood.

    It is made of integers and ordinals such as w, w^2 or w^(w^2*3 + 1), the signs +, *, / and
    ** of nim arithmetic, parentheses, `sqrt(...)` and `inv(...)`. What follows ^ is an ordinary
    exponent, and what follows ** an ordinary integer; - is the same as +.

    Raises:
        ValueError: if `text` is anything else, or its value does not exist or cannot be worked out.

    >>> value, understood = calculate("w**3 * (w + 1)")
    >>> print(understood, "=", value)
    ω ** 3 ⊗ (ω ⊕ 1) = ω·2+2
    """
    if not isinstance(text, str):
        raise ValueError(f"expected an expression as text, got {short_repr(text)}")
    if len(text) > _LONGEST:
        raise ValueError(
            f"{short_repr(text)} is too long: an expression has at most {_LONGEST} characters"
        )
    reader = _Reader(text)
    try:
        value = reader.sum()
        if reader.token:
            reader.refuse("+, *, /, ** or the end")
    except ValueError as wrong:
        raise ValueError(f"{short_repr(text)}: {wrong}") from None
    return value, reader.understood


class _Reader:
    """Reads an expression from left to right, and sees one token ahead."""

    def __init__(self, text: str) -> None:
        self.text, self.end, self.token, self.understood = text, 0, "", ""
        self.take()

    def take(self, understood: str = "") -> str:
        """Go on to the next token, and return the one before it; note how that is understood."""
        before, match = self.token, _TOKEN.match(self.text, self.end)
        assert match  # it also matches nothing at all
        self.token, self.end = match[1] or "", match.end()
        self.understood += understood
        return before

    def refuse(self, wanted: str) -> NoReturn:
        if self.token == "^":
            raise ValueError(
                "a ^ writes an exponent of w, as in w^2, and nothing else; the nim-power has two "
                "stars, as in 2**3"
            )
        found = f"not {short_repr(self.token)}" if self.token else "not the end"
        place = self.text[: self.end - len(self.token)].rstrip()
        after = f"after {short_repr(place)} " if place else ""
        raise ValueError(f"{after}{wanted} was expected, {found}")

    def expect(self, token: str) -> None:
        if self.token != token:
            self.refuse(short_repr(token))
        self.take(token)

    def sum(self) -> Ordinal:
        return self.chain(_SUMS, lambda: self.chain(_PRODUCTS, self.power))

    def chain(self, signs: Mapping[str, str], operand: Callable[[], Ordinal]) -> Ordinal:
        """Return operands with some of these signs between them, from left to right."""
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
        if not re.fullmatch("[0-9]+", self.token) or len(self.token) > _LONGEST_EXPONENT:
            self.refuse(f"an integer below 10^{_LONGEST_EXPONENT}")
        exponent = int(self.token) * (-1 if negative else 1)
        self.take(str(exponent))
        return value**exponent

    def atom(self) -> Ordinal:
        function = _FUNCTIONS.get(self.token)
        if function or self.token == "(":
            if function:
                self.take(self.token)
            self.expect("(")
            value = self.sum()
            self.expect(")")
            return function(value) if function else value
        if not self.token.isdecimal() and self.token not in ("w", "ω"):
            self.refuse("a number, w, sqrt(…), inv(…) or (…)")
        value = Ordinal.parse(self.literal())
        self.understood += str(value)
        return value

    def literal(self) -> str:
        """Return the text of a number, or of w with all its exponents."""
        text = self.take()
        while text[-1] in "wω" and self.token == "^":
            text += self.take()
            depth = 0
            while self.token:
                depth += (self.token == "(") - (self.token == ")")
                text += self.take()
                if depth <= 0:
                    break
        return text
