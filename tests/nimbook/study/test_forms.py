"""Tests that games, positions and templates typed by readers mean what they say."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from nimbook.study.forms import FORMS, coordinates, expression, positions, read_game, read_position
from nimtwist.checks import MAX_MESSAGE_LENGTH


def test_code_runs_in_a_namespace_of_its_own() -> None:
    with pytest.raises(NameError):
        read_game("code", "def options(p): return EXAMPLES").options(0)
    annotated = read_game("code", "def options(p: int): return [options.__annotations__['p']]")
    assert list(annotated.options(0)) == [int], "imports from __future__ are not inherited"


def test_code_may_define_canonical_and_components() -> None:
    code = "from nimtwist import Nim\noptions = Nim().options\ncomponents = Nim().components\n"
    rules: Any = read_game("code", code)
    assert not hasattr(rules, "canonical")
    assert rules.components((1, 2)) == [(1,), (2,)]
    rules = read_game("code", code + "def canonical(heaps): return tuple(sorted(heaps))")
    assert rules.canonical((2, 1)) == (1, 2)


@pytest.mark.parametrize(
    ("form", "text", "quoted", "why"),
    [
        ("octals", "0.77", "octals", "'subtract' or 'octal'"),
        ("octal", None, None, "text"),
        ("subtract", "", "", "numbers, as in 1, 2, 3"),
        ("subtract", "1, 2" * 300, "1, 2" * 300, "at most 1,000 characters"),
        ("subtract", "1, two", "two", "integers of at most 6 digits"),
        ("subtract", "1, -2", "-2", "integers of at most 6 digits"),
        ("subtract", "1, 1000000", "1000000", "integers of at most 6 digits"),
        ("subtract", "5-3", "5-3", "a range"),
        ("subtract", "٣, 3", "٣", "integers of at most 6 digits"),
        ("subtract", "0, 1", 0, "an integer from 1"),
        ("octal", "0.7W", "0.7W", "TakeAndBreak"),
        ("octal", "77", "77", "a point"),
        ("vectors", "1,0*; 3", (3,), "the same length"),
        ("vectors", "1,0*; 0,-1", "0,-1", "not a vector"),
        ("vectors", "0,0*; 1,1", (0, 0), "a positive entry"),
        ("break", "2 different", "2", "no colon"),
        ("break", "1: 0, x", "x", "not a number"),
        ("break", "1:", "", "not a number"),
        ("break", "0: 1", 1, "from 2"),
        ("break", "different", "different", "heaps that may be left"),
        ("blocking", "1; 2; 3", "1; 2; 3", "no modulus"),
        ("blocking", "3: 1; 4", 4, "from 1 to 3"),
        ("blocking", "3:", None, "at least one"),
        ("blocking", "7 of 5", 7, "from 0 to 5"),
        ("code", "x = 1", "x = 1", "must define a function options(position)"),
        ("code", "rules = 5", 5, "a ruleset, an object with options()"),
        ("code", "options = 5", 5, "options must be a function"),
        ("code", "def options(p): return []\ncanonical = ''", "", "canonical must be a function"),
        ("code", "x = 1\ndef options(p)\n    pass", "def options(p)", "line 2"),
        ("code", "\n1 / 0", "1 / 0", "line 2"),
        ("code", "def f():\n    raise KeyError(3)\n\nf()", "raise KeyError(3)", "line 2"),
        ("code", "raise SystemExit(1)", "raise SystemExit(1)", "SystemExit: 1"),
        ("code", "\neval('(')", "eval('(')", "line 2 of the code"),
        ("code", "import nowhere_to_be_found", "import nowhere_to_be_found", "No module named"),
        ("code", "\0", "\0", "null bytes"),
        ("code", "#" * 20_001, "#" * 20_001, "at most 20,000"),
    ],
)
def test_bad_definitions_are_rejected(form: str, text: Any, quoted: Any, why: str) -> None:
    with pytest.raises(ValueError, match=re.escape(why)) as caught:
        read_game(form, text)
    message = str(caught.value)
    assert (repr(quoted)[:60] in message) or (quoted is None)
    assert len(message) <= MAX_MESSAGE_LENGTH


@given(
    st.sampled_from([form for form in FORMS if form != "code"]),
    st.text(max_size=40) | st.text("0123456789,;:.*·-()\n ", max_size=20),
)
@example("subtract", "0" * 900)
@example("octal", "0." + "7" * 998)
@example("break", "0-999: 0-999;" * 70)
@example("blocking", "500 of 999")
def test_any_text_defines_a_game_or_is_rejected(form: str, text: str) -> None:
    try:
        rules: Any = read_game(form, text)
    except ValueError as error:
        assert len(str(error)) <= MAX_MESSAGE_LENGTH
        return
    start: Any = (3, 2)
    if form == "vectors":
        start = (2,) * len((rules.once or rules.repeated)[0])
    elif form == "blocking":
        start = ((3, 2), rules.family[0])
    assert start not in rules.options(start)


@given(st.text(max_size=30) | st.text("def options(p):\n return[]=x", max_size=40))
def test_any_code_defines_a_game_or_is_rejected(code: str) -> None:
    try:
        assert callable(read_game("code", code).options)
    except ValueError as error:
        assert len(str(error)) <= MAX_MESSAGE_LENGTH


@pytest.mark.parametrize(
    ("template", "names", "position"),
    [
        ("x", ("x",), 5),
        ("(x,)", ("x",), (5,)),
        (" (3, x, y) ", ("x", "y"), (3, 5, 8)),
        ("y, x", ("x", "y"), (8, 5)),
        ("((x, 2), {1, 3})", ("x",), ((5, 2), frozenset({1, 3}))),
        ("(x, {}, ())", ("x",), (5, frozenset(), ())),
        ("('a', x, -1)", ("x",), ("a", 5, -1)),
        ("{{x}, (y,)}", ("x", "y"), frozenset({frozenset({5}), (8,)})),
    ],
)
def test_templates(template: str, names: tuple[str, ...], position: Any) -> None:
    assert coordinates(template) == names
    assert positions(template, *(5, 8)[: len(names)]) == position
    assert eval(expression(template), {"x": 5, "y": 8}) == position


REJECTED = {
    **{text: text for text in ("", "(x", "x = 1", "print(x)", "[x for x in (1, 2)]", "lambda: x")},
    **{text: text for text in ("(x, \0)", "x\ud800")},
    "(x, ().__class__)": "().__class__",
    "(x, y.real)": "y.real",
    "(x, [1])": "[1]",
    "(x, {1: 2})": "{1: 2}",
    "(x, *y)": "*y",
    "(x, x + 1)": "x + 1",
    "(x, -y)": "-y",
    "(x, -True)": "True",
    "(x, z)": "z",
    "(x, 1.5)": "1.5",
    "(x, b'')": "b''",
    "(x, None)": "None",
    "(x, f'{x}')": "{x}",
    "(x, (x := 3))": "(x := 3)",
    "(" * 150 + "x" + ")" * 150: "(" * 60,
    "(x, 3), " * 40: "(x, 3), " * 5,
    "-" * 199 + "x": "-" * 60,
}
"""Code that is not a template, and the part of it that the message quotes."""


@pytest.mark.parametrize(("template", "quoted"), REJECTED.items())
def test_other_code_is_rejected_in_templates(template: str, quoted: str) -> None:
    for function in (coordinates, expression, read_position, lambda text: positions(text, 1)):
        with pytest.raises(ValueError, match=r"position|long") as caught:
            function(template)
        assert repr(quoted)[1:-1] in str(caught.value)
        assert len(str(caught.value)) <= MAX_MESSAGE_LENGTH


LITERALS = st.recursive(
    st.integers(-9, 10**9) | st.text(max_size=3),
    lambda parts: st.lists(parts, max_size=3).map(tuple) | st.frozensets(parts, max_size=3),
    max_leaves=8,
)


def literal(value: Any) -> str:
    """Return a position as a Python literal, with sets for frozensets."""
    if isinstance(value, tuple):
        return "(" + "".join(f"{literal(part)}, " for part in value) + ")"
    if isinstance(value, frozenset):
        return "{" + ", ".join(map(literal, value)) + "}"
    return repr(value)


@given(LITERALS)
def test_positions_are_read_as_python(value: Any) -> None:
    text = literal(value)
    assert len(text) > 200 or read_position(text) == value


@given(st.text(max_size=20) | st.text("xy(){},1'-.*[ ", max_size=15))
def test_any_template_is_a_position_or_is_rejected(text: str) -> None:
    try:
        hash(read_position(text))
    except ValueError as error:
        assert len(str(error)) <= MAX_MESSAGE_LENGTH
