"""Fuzz tests: given a junk argument, a public function returns a value or raises a proper error.

The message of the error quotes the argument and states the rule that it breaks.

The valid arguments are recorded while the examples in docstrings run.
`test_every_public_function_has_an_example` lists the public functions that have no example.
"""

from __future__ import annotations

import doctest
import inspect
import io
import pkgutil
import re
import sys
from collections.abc import Callable, Hashable, Iterator
from contextlib import redirect_stdout, suppress
from functools import cache
from importlib import import_module
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import nimtwist
from nimtwist.checks import short_repr
from nimtwist.solver import Search
from tests.lib.budgets import SpentError, processor_time

# Modules that implement command lines or start processes.
_SKIPPED = (".command", "atlas.driver", "atlas.mass", "atlas.bulk", "atlas.verify")
_SECONDS = 10

# Inner loops that do not validate their arguments, and a table that can be arbitrarily large.
_UNCHECKED = {
    "nimtwist.atlas.certificate.letters",
    "nimtwist.atlas.rows.Reader.next",
    "nimtwist.atlas.rows.Reader.read",
    "nimtwist.atlas.rows.rows",
    "nimtwist.games.mum_tables.MuMTable.__init__",
    "nimtwist.proved_period",  # would write files
}

# Functions that need not reject a text: they leave the argument to a function of the caller, take
# texts of any kind, or are called only with arguments that another function has checked.
_LENIENT = {
    *("nimtwist.atlas.counting_search.edges", "nimtwist.BlockingNim.why_periodic"),
    *("nimtwist.canonical", "nimtwist.describe_move", "nimtwist.frames.frame"),
    *("nimtwist.games.nim.read_heaps", "nimtwist.games.northcott.gaps"),
    *("nimtwist.games.stones.off_axes", "nimtwist.grundy_value", "nimtwist.misere_outcome"),
    *("nimtwist.misere.misere_quotient", "nimtwist.Nim.podium_theory", "nimtwist.normal_outcome"),
    *("nimtwist.OrdinalStones.name_lines", "nimtwist.p_positions", "nimtwist.period"),
    *("nimtwist.Rules.options", "nimtwist.sequence", "nimtwist.Solver.grundy", "nimtwist.table"),
    "nimtwist.TakeAndBreak.__init__",
}

# Functions whose messages quote the argument in another place.
_WORDED = {f"nimtwist.Sum.{name}" for name in ("canonical", "options", "show")}

_GIVEN = {"self", "cls"}

JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from([10**6, 10**40, 2**64, -(10**40), 1 << 8_000]),
    st.floats(),
    st.text(max_size=30),
    st.sampled_from(["9" * 5000, "(" * 3000, "w^" * 500, "1,", "a-b", "\x00", "０", "-1"]),
    st.binary(max_size=4),
    st.lists(st.integers(-2, 3), max_size=3),
    st.lists(st.none() | st.text(max_size=2), max_size=3).map(tuple),
    st.frozensets(st.integers(-1, 3), max_size=3),
    st.dictionaries(st.integers(0, 2), st.integers(), max_size=2),
    st.builds(object),
    st.just(len),
)


def modules() -> Iterator[ModuleType]:
    """Yield the engine's public modules."""
    yield nimtwist
    for module in pkgutil.walk_packages(nimtwist.__path__, "nimtwist."):
        is_private = any(part.startswith("_") for part in module.name.split("."))
        if not is_private and not module.name.endswith(_SKIPPED):
            yield import_module(module.name)


def _key(code: CodeType) -> Hashable:
    """Return what identifies a function and also the variants of it that `make mutants` runs."""
    scope, _, name = code.co_qualname.rpartition(".")
    if mutant := re.fullmatch("x(ǁ.+ǁ|_)(.+)__mutmut_(orig|\\d+)", name):
        name = mutant[2]
    return (code.co_filename, scope, name) if code.co_filename.endswith(".py") else code


def functions() -> dict[Hashable, tuple[str, Callable[..., Any]]]:
    """Return the public functions, constructors and methods by the `_key` of their code."""
    by_key: dict[Hashable, tuple[str, Callable[..., Any]]] = {}

    def add(name: str, function: Any) -> None:
        function = getattr(function, "__func__", function)
        original = inspect.unwrap(function)
        if isinstance(original, FunctionType) and "__mutmut_" not in name:
            is_mutated = "_trampoline_wrapper" in str(getattr(function, "__code__", ""))
            by_key.setdefault(_key(original.__code__), (name, function if is_mutated else original))

    for module in modules():
        for public in getattr(module, "__all__", ()):
            item = getattr(module, public)
            name = f"{module.__name__}.{public}"
            if inspect.isclass(item) and item.__module__.startswith(("nimtwist", "nimbook")):
                for method, function in {"__init__": item.__init__, **vars(item)}.items():
                    is_public = not method.startswith("_") and method != "random_option"
                    if is_public or method == "__init__":
                        add(f"{name}.{method}", function)
            elif callable(item) and getattr(item, "__module__", "").startswith("nim"):
                add(name, item)
    return by_key


FUNCTIONS = functions()


@cache
def recorded() -> dict[str, tuple[Callable[..., Any], dict[str, Any]]]:
    """Map the name of each public function to the function and the arguments of its first call.

    Only calls in the examples of docstrings are considered.
    """
    calls: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {}

    def record(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and _key(frame.f_code) in FUNCTIONS:
            name, function = FUNCTIONS[_key(frame.f_code)]
            if name not in calls and name not in _UNCHECKED:
                names = inspect.signature(function).parameters
                calls[name] = (
                    function,
                    {parameter: frame.f_locals[parameter] for parameter in names},
                )

    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    for module in modules():
        for test in doctest.DocTestFinder(exclude_empty=True).find(module):
            if "__mutmut_" in test.name:
                continue
            sys.settrace(record)
            with redirect_stdout(io.StringIO()), suppress(doctest.DocTestFailure):
                runner.run(test, out=lambda _: None, clear_globs=False)
            sys.settrace(None)
    return calls


def places() -> Iterator[tuple[str, str]]:
    """Yield the name of each public function together with the name of each of its arguments."""
    for name, (_, arguments) in recorded().items():
        yield from ((name, parameter) for parameter in arguments if parameter not in _GIVEN)


def call(name: str, parameter: str, junk: object) -> None:
    """Call a function with `junk` in place of one argument."""
    function, recorded_arguments = recorded()[name]
    arguments = {**recorded_arguments, parameter: junk}
    if name.endswith("__init__"):
        arguments["self"] = object.__new__(type(arguments["self"]))
    for solver in arguments.values():
        if isinstance(solver, Search):  # searching up to the default limit takes longer
            solver._limit = 100_000
    bound = inspect.BoundArguments(inspect.signature(function), arguments)
    with processor_time(_SECONDS):
        result = function(*bound.args, **bound.kwargs)
        if inspect.isgenerator(result):
            next(result, None)


def fault(name: str, parameter: str, junk: object) -> str:
    """Return a description of what is wrong when an argument is junk, or an empty string."""
    try:
        call(name, parameter, junk)
    except (ValueError, TypeError, ZeroDivisionError):
        return ""
    except SpentError:
        return f"{name}({parameter}={short_repr(junk)}) takes more than {_SECONDS} seconds"
    except Exception as error:
        return f"{name}({parameter}={short_repr(junk)}) raises {type(error).__name__}: {error}"
    return ""


@pytest.mark.filterwarnings("ignore")
@given(JUNK)
@example(10**30)
@example(1 << 4_000)
@example(-1)
@example("9" * 5000)
@example(float("nan"))
@example(object())
@settings(max_examples=1)
def test_junk_arguments_raise_only_proper_errors(junk: object) -> None:
    for name, parameter in places():
        assert not fault(name, parameter, junk)


# The name of an argument is in lower case, and so is that of the arguments of a function.
RULE = re.compile(
    r"(?:.*: )?[a-z](?:GF|[^A-Z])* must be "
    r"(?:an integer |a function of (?=[^A-Z]+$)|(?!a function))(.+), not '\?'"
)
RANGE = re.compile(r"≥ (?P<least>-?\d+)|from (?P<low>-?\d+) to (?P<high>-?\d+)")


def test_messages_quote_the_argument_and_state_the_rule() -> None:
    for name, parameter in places():
        try:
            call(name, parameter, "?")
        except ValueError as error:
            message = str(error)
        except TypeError:
            assert name in _LENIENT, (name, parameter)
            continue
        else:
            made = recorded()[name][1].get("self")
            is_record = name.endswith("__init__") and not hasattr(made, "__post_init__")
            assert is_record or name in _LENIENT, (name, parameter)
            continue
        assert "'?'" in message or name in _LENIENT, (name, parameter, message)
        if " must be " in message and name not in _LENIENT | _WORDED:
            rule = RULE.fullmatch(message)
            assert rule, (name, parameter, message)
            if isinstance(recorded()[name][1][parameter], int):
                check_range(name, parameter, rule[1])


def check_range(name: str, parameter: str, rule: str) -> None:
    """Check that integers just outside the range of a rule break this rule."""
    if limits := RANGE.fullmatch(rule):
        least, high = limits["least"] or limits["low"], limits["high"]
        for number in [int(least) - 1, *([int(high) + 1] if high else [])]:
            with pytest.raises(ValueError, match=rf"{re.escape(rule)}, not {number}$"):
                call(name, parameter, number)


def documented_range(name: str, parameter: str) -> str:
    """Return the range of an argument in the docstring, worded as in messages, or ""."""
    function, arguments = recorded()[name]
    item = type(arguments["self"]) if name.endswith("__init__") else function
    doc = " ".join((inspect.getdoc(item) or "").split())
    place = rf"(?:`{parameter}`|the {parameter})[^;.]*? is not|{parameter}:(?: [^.:]*)?"
    found = re.search(rf"(?:{place}) an integer (≥ \d+|from \d+ to [\d,^]*\d)", doc)
    wording = found[1].replace(",", "") if found else ""
    return re.sub(r"(\d+)\^(\d+)", lambda power: str(int(power[1]) ** int(power[2])), wording)


def test_messages_state_the_documented_ranges() -> None:
    ranges = 0
    for name, parameter in places():
        is_integer = type(recorded()[name][1][parameter]) is int
        if is_integer and (expected := documented_range(name, parameter)):
            with pytest.raises(ValueError, match=rf"must be an integer {expected}, not '\?'$"):
                call(name, parameter, "?")
            ranges += 1
    assert ranges > 40


def test_every_public_function_has_an_example() -> None:
    names = {name for name, _ in FUNCTIONS.values()}
    assert len(recorded()) > 0.85 * len(names), sorted(names - recorded().keys())
