"""Tests that compare the calculator with the engine."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimbook.study.calculator import calculate
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
    ],
)
def test_notation_is_parsed_and_normalised(text: str, value: str, understood: str) -> None:
    assert calculate(text) == (Ordinal.parse(value), understood)
    assert calculate(understood) == calculate(text), "circled operators are parsed, too"


@given(
    st.recursive(
        st.one_of(
            st.integers(0, 20).map(lambda n: (str(n), Ordinal(n))),
            st.sampled_from(["w", "w^2", "w^w", "w^(w+1)"]).map(lambda t: (t, Ordinal.parse(t))),
        ),
        lambda parts: st.tuples(parts, st.sampled_from("+-*"), parts).map(
            lambda t: (
                f"({t[0][0]} {t[1]}{t[2][0]})",
                t[0][1] * t[2][1] if t[1] == "*" else t[0][1] + t[2][1],
            )
        ),
        max_leaves=5,
    )
)
def test_random_expressions_agree_with_the_engine(expression: tuple[str, Ordinal]) -> None:
    text, value = expression
    assert calculate(text)[0] == value
