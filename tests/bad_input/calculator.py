"""What the calculator of nimbers may be given, and what is said of what may not."""

from __future__ import annotations

from nimbook import calculator
from tests.bad_input import Call, Sentence

CALLS: dict[str, Call] = {
    "calculate": (calculator.calculate, ("w + 1",)),
}

SENTENCES: list[Sentence] = [
    (
        lambda: calculator.calculate("2^3"),
        "'2^3': a ^ writes an exponent of w, as in w^2, and nothing else; the nim-power has two "
        "stars, as in 2**3",
    ),
    (
        lambda: calculator.calculate("(w + 1"),
        "'(w + 1': after '(w + 1' ')' was expected, not the end",
    ),
    (
        lambda: calculator.calculate("w ++ 1"),
        "'w ++ 1': after 'w +' a number, w, sqrt(…), inv(…) or (…) was expected, not '+'",
    ),
    (
        lambda: calculator.calculate("w 2"),
        "'w 2': after 'w' +, *, /, ** or the end was expected, not '2'",
    ),
    (
        lambda: calculator.calculate("w ** w"),
        "'w ** w': after 'w **' a whole number below 10^30 was expected, not 'w'",
    ),
    (
        lambda: calculator.calculate("w ** ٣"),
        "'w ** ٣': after 'w **' a whole number below 10^30 was expected, not '٣'",
    ),
    (
        lambda: calculator.calculate(""),
        "'': a number, w, sqrt(…), inv(…) or (…) was expected, not the end",
    ),
    (
        lambda: calculator.calculate("1" + "+1" * 60),
        f"{'1' + '+1' * 60!r} is too long: an expression has at most 120 characters",
    ),
    (
        lambda: calculator.calculate("1 / (w + w)"),
        "'1 / (w + w)': 0 has no inverse, and so no negative powers",
    ),
    (
        lambda: calculator.calculate("w^(1+w)"),
        "'w^(1+w)': 'w^(1+w)' is not an ordinal in Cantor normal form: its terms must descend, as "
        "in w^2+w*3+1",
    ),
]
