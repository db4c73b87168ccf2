"""Tests that compare the calculator with the engine."""

from __future__ import annotations

import pytest

from nimtwist.algebra.calculator import calculate
from nimtwist.ordinal import Ordinal


@pytest.mark.parametrize(
    ("text", "value", "understood"),
    [
        ("w^3", "w^3", "ω^3"),
        ("w**3", "2", "ω ** 3"),
        ("1/w", "w^2*3", "1 ⊘ ω"),
        ("w^2 * (w+1) / 3", "w^2*2+3", "ω^2 ⊗ (ω ⊕ 1) ⊘ 3"),
        ("w^w ** 5", "4", "ω^ω ** 5"),
        ("w^w^2**7", "w+1", "ω^(ω^2) ** 7"),
        ("w^(w * 5) - w^(w*5)", "0", "ω^(ω·5) ⊕ ω^(ω·5)"),
        ("sqrt(2) ⊗ inv(8)", "5", "sqrt(2) ⊗ inv(8)"),
        ("w\u00a0+ 1", "w+1", "ω ⊕ 1"),
        ("omega × 7", "w*7", "ω ⊗ 7"),
        ("log(12, 4) * w", "w*11", "log(12, 4) ⊗ ω"),
        ("(w^(w+1) * 3) -(5*(w + 7))", "w^(w+1)*3+w*5+13", "(ω^(ω+1) ⊗ 3) ⊕ (5 ⊗ (ω ⊕ 7))"),
    ],
)
def test_notation_is_parsed_and_normalised(text: str, value: str, understood: str) -> None:
    assert calculate(text) == (Ordinal.parse(value), understood)
    assert calculate(understood) == calculate(text), "circled operators are parsed, too"
