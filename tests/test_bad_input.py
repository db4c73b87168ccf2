"""Junk in every argument of every public function: an answer, or a `ValueError` that quotes it.

A new public name fails `test_every_public_name_is_tried` until it has an entry in a table `CALLS`,
in its own tests or in `tests/bad_input`, or in `RECORDS` if it only holds what it is given.
"""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nimtwist.algebra
import nimtwist.atlas
import nimtwist.compiled
import nimtwist.games
from nimtwist._checks import LONGEST_SENTENCE
from nimtwist.game import Ruleset
from nimtwist.games import BlockingNim, Nim
from tests import bad_input
from tests import nimtwist as engine
from tests.bad_input import Call, Sentence

TABLES = [
    table
    for package in (bad_input, engine)
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    if hasattr(table := import_module(module.name), "CALLS")
]
CALLS: dict[str, Call] = {name: call for table in TABLES for name, call in table.CALLS.items()}
# A heap of 10^30 is right, and has 10^30 options; and so on. Elsewhere huge numbers are tried.
TAKES_LONG: set[str] = {name for table in TABLES for name in getattr(table, "TAKES_LONG", ())}
SENTENCES: list[Sentence] = [s for table in TABLES for s in getattr(table, "SENTENCES", ())]

RECORDS = {
    *("ClosedForm", "ClosedValue", "Oracle", "ValueOracle"),
    *("EndlessPlayError", "SearchLimitError", "Step", "Tree", "Claim", "Verdict"),
    *("Atlas", "Row", "Census", "Class", "Classes", "Patterns", "Run", "Sample", "Edge"),
}
"""What holds anything that it is given: the package makes these, and readers look at them."""

NO_INPUT = {
    *("Word", "stylesheets"),
    *("NimNumber", "Notation", "Outcome", "Ruleset"),
    *("CHAPTERS", "LEDGER", "PERFECT", "STYLE", "__version__"),
    *("normal_outcome", "misere_outcome", "grundy_value"),
    *("LARGEST_MODULUS", "LARGEST_SIZE", "LETTERS", "LIMIT", "KINDS", "LONG", "CERTIFIED"),
    *("COLUMNS", "FORMAT", "LONGEST", "Line", "Reader.next", "Reader.read", "letters"),
    "backend",
}
"""Types that are never made as such, constants, and what is called with nothing or with what the
package made."""

MODULES = [
    "nimtwist",
    *(
        module.name
        for package in (
            *(nimtwist, nimtwist.algebra, nimtwist.atlas),
            *(nimtwist.compiled, nimtwist.games),
        )
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}.")
        if "._" not in module.name and not module.name.endswith(".command")
    ),
    *("nimbook.show", "nimbook.claims", "nimbook.links", "nimbook.play", "nimbook.widgets"),
    "nimbook.calculator",
]
"""The engine, and of the book what its chapters and its labs are made with."""


def public_calls() -> Iterator[str]:
    """Yield the functions, classes and methods; a second function of a name with its module."""
    first: dict[str, Any] = {}
    for module in map(import_module, MODULES):
        for name in module.__all__:
            if name in NO_INPUT:
                continue
            found = getattr(module, name)
            if inspect.isfunction(found) and first.setdefault(name, found) is not found:
                name = f"{module.__name__.rpartition('.')[2]}.{name}"
            if name not in RECORDS:
                yield name
            if inspect.isclass(found):
                for base in (found, *found.__bases__):
                    if base is found or "._" in base.__module__:  # what it has from a private base
                        for method, value in vars(base).items():
                            call = f"{name}.{method}"
                            if takes_arguments(value) and not method.startswith("_"):
                                yield from {call} - NO_INPUT


def takes_arguments(method: Any) -> bool:
    """Return whether this is a method with parameters besides the object or the class."""
    function = method.__func__ if isinstance(method, classmethod | staticmethod) else method
    return inspect.isfunction(function) and len(inspect.signature(function).parameters) > 1


# --- Junk ----------------------------------------------------------------------------------------

LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.floats(),
    st.integers(-4, 4),
    st.integers(-(10**30), -1),
    st.text(max_size=4),
    st.sampled_from(["not 1", "1, x", "4 not", "(", "twist.thm-1", "\N{SUPERSCRIPT TWO}"]),
    st.binary(max_size=2),
    st.complex_numbers(max_magnitude=3),
    st.sampled_from([Nim(), BlockingNim(1, [()]), ..., range(3)]),
)


def _containers(parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    plain = st.one_of(
        st.none(), st.booleans(), st.integers(-2, 4), st.floats(), st.text(max_size=2)
    )
    return st.one_of(
        st.lists(parts, max_size=3),
        st.lists(parts, max_size=3).map(tuple),
        st.lists(st.integers(-1, 4), max_size=3).map(tuple),
        st.sets(plain, max_size=3),
        st.frozensets(plain, max_size=3),
        st.dictionaries(plain, parts, max_size=2),
        st.tuples(st.lists(st.integers(0, 3), max_size=2).map(tuple), parts),
    )


JUNK = st.recursive(LEAVES, _containers, max_leaves=6)

HUGE = st.one_of(st.integers(5, 300), st.integers(10**6, 10**30))


def parts_of(value: Any) -> Iterator[Any]:
    """Yield the value and whatever is in it."""
    yield value
    if isinstance(value, range):
        value = list(value)
    if isinstance(value, frozenset):
        yield sorted(value, key=repr)  # as restrictions are written
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, list | tuple | set | frozenset | str | bytes):
        for part in value:
            if part != value:
                yield from parts_of(part)


# --- Every public name ---------------------------------------------------------------------------


def test_every_public_name_is_tried() -> None:
    assert set(public_calls()) == set(CALLS)


@pytest.mark.parametrize("name", CALLS)
def test_the_arguments_that_junk_takes_the_place_of_are_right(name: str) -> None:
    call, arguments = CALLS[name]
    call(*arguments)


@cache
def drawn(huge: bool, most: int) -> list[Any]:
    """Return junk, with huge numbers or without: made once, as making it takes the longest."""
    found: dict[str, Any] = {}

    @settings(max_examples=most)
    @given(st.one_of(JUNK, HUGE) if huge else JUNK)
    def draw(junk: Any) -> None:
        found[repr(junk)] = junk

    draw()
    return [*found.values()]


@pytest.mark.parametrize(
    ("name", "place"), [(name, i) for name, (_, right) in CALLS.items() for i in range(len(right))]
)
def test_junk_is_answered_or_refused_with_a_sentence_that_quotes_it(
    name: str, place: int, pytestconfig: pytest.Config
) -> None:
    call, right = CALLS[name]
    most = 100 if pytestconfig.getoption("full") else 30
    for junk in drawn(name not in TAKES_LONG, most):
        arguments = (*right[:place], junk, *right[place + 1 :])
        # Another ruleset is no junk; what it then refuses is the position that came with it.
        wrong = arguments if isinstance(junk, Ruleset) else junk
        try:
            call(*arguments)
        except ValueError as error:
            message = str(error)
            assert any(repr(part) in message for part in parts_of(wrong)), (junk, message)


# --- Exact sentences -----------------------------------------------------------------------------


@pytest.mark.parametrize(("call", "sentence"), SENTENCES, ids=[said for _, said in SENTENCES])
def test_bad_input_is_refused_in_these_words(call: Callable[[], object], sentence: str) -> None:
    with pytest.raises(ValueError) as caught:
        call()
    assert str(caught.value) == sentence


# --- What is too long to be repeated -------------------------------------------------------------


def nested(depth: int) -> list[Any]:
    """Return a list in a list in a list, and so on."""
    outer: list[Any] = []
    for _ in range(depth):
        outer = [outer]
    return outer


LONG = {
    "text": "x" * 20_000,
    "digits": "9" * 20_000,
    "bytes": b"x" * 20_000,
    "list": [-1] * 10_000,
    "tuple": (-1,) * 10_000,
    "tuple of text": ("x" * 20_000,),
    "set": frozenset(range(-10_000, 0)),
    "dictionary": {-n: None for n in range(1, 10_000)},
    "nested": nested(3_000),
    "nested in a tuple": (nested(3_000),),
    "negative": -(10**5_000),
    "negative in a tuple": (-(10**5_000),),
}

# These write down whatever they are given, by `str`.
SHOWN_AS_IT_IS = {"Drawing", "compared", "explorer", "grid"}
# For them 20,000 letters, bytes or digits are right, and much to draw or to read.
TAKE_LONG_TEXT = {"BlockingNim", "Log", "Picture.stalks", "grid"}


@pytest.mark.parametrize(
    ("name", "place"), [(name, i) for name, (_, right) in CALLS.items() for i in range(len(right))]
)
def test_what_is_long_is_refused_in_a_short_sentence(name: str, place: int) -> None:
    call, right = CALLS[name]
    for kind, junk in LONG.items():
        if name in SHOWN_AS_IT_IS and kind.startswith(("nested", "negative")):
            continue
        if name in TAKE_LONG_TEXT and kind in ("text", "digits", "bytes"):
            continue
        try:
            call(*right[:place], junk, *right[place + 1 :])
        except ValueError as error:
            message = str(error)
            assert len(message) <= LONGEST_SENTENCE, (kind, message[:200])
            assert "integer string conversion" not in message, kind
