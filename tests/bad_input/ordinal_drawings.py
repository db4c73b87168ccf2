"""What the calculator and the drawings of infinite nimbers may be given, and what is refused."""

from __future__ import annotations

from nimtwist import calculator, drawing
from tests.bad_input import Call, Sentence

CALLS: dict[str, Call] = {
    "calculate": (calculator.calculate, ("w + 1",)),
    "conjugate_table": (drawing.conjugate_table, ("w",)),
    "degree_table": (drawing.degree_table, (4,)),
    "excess_table": (drawing.excess_table, (7,)),
    "factor_pairs": (drawing.factor_pairs, (2,)),
    "field_tower": (drawing.field_tower, (2,)),
    "first_rootless": (drawing.first_rootless, ("4",)),
    "ordinal_facts": (drawing.ordinal_facts, ("w**2",)),
    "ordinal_line": (drawing.ordinal_line, ()),
    "ordinal_table": (drawing.ordinal_table, ("nim-sum", "1, w")),
}

SENTENCES: list[Sentence] = [
    (
        lambda: calculator.calculate("2^3"),
        "'2^3': a ^ writes an exponent of w, as in w^2, and nothing else; the nim-power has two "
        "stars, as in 2**3",
    ),
    (
        lambda: calculator.calculate("(w + 1"),
        "'(w + 1': after '(w + 1' ')' should come, not the end",
    ),
    (
        lambda: calculator.calculate("w ++ 1"),
        "'w ++ 1': after 'w +' a number, w, sqrt(…), inv(…) or (…) should come, not '+'",
    ),
    (
        lambda: calculator.calculate("w 2"),
        "'w 2': after 'w' +, *, /, ** or the end should come, not '2'",
    ),
    (
        lambda: calculator.calculate("w ** w"),
        "'w ** w': after 'w **' a whole number below 10^30 should come, not 'w'",
    ),
    (
        lambda: calculator.calculate(""),
        "'': a number, w, sqrt(…), inv(…) or (…) should come, not the end",
    ),
    (
        lambda: calculator.calculate("1 / (w + w)"),
        "'1 / (w + w)': 0 has no inverse, and so no negative powers",
    ),
    (
        lambda: calculator.calculate("w^(1+w)"),
        "'w^(1+w)': 'w^(1+w)' is no ordinal in Cantor normal form: its terms must descend, as in "
        "w^2+w*3+1",
    ),
    (
        lambda: drawing.ordinal_table("sum", "1"),
        "the operation must be 'nim-product' or 'nim-sum' or 'ordinary product' or 'ordinary sum', "
        "not 'sum'",
    ),
    (
        lambda: drawing.conjugate_table("w^(w^3)"),
        "'w^(w^3)' has 220 conjugates; a table has at most 64",
    ),
    (
        lambda: drawing.first_rootless("8"),
        "the field must be '2' or '4' or '16' or 'finite', not '8'",
    ),
]
