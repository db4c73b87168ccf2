"""Rulesets made from functions, and a check that a ruleset follows the protocol."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import reduce, wraps
from itertools import count
from operator import xor
from random import Random
from types import ModuleType
from typing import Any, Literal

from nimtwist.checks import check_callable, check_choice, short_repr
from nimtwist.game import (
    EndlessPlayError,
    SearchLimitError,
    check_hashable,
    list_options,
    options_of,
)
from nimtwist.protocol import Ruleset, canonical, check_ruleset, feature
from nimtwist.solver import MAX_POSITIONS, Solver
from nimtwist.sums import Addable, Sum

__all__ = ["Rules", "check_rules"]

# A sample consists of this many positions from both ends of one play, at most so long, and the
# games below the last ones may have so many positions.
_SAMPLE, _MAX_PATH, _SAMPLE_LIMIT = 20, 1000, 2000


class Rules(Addable):
    """A game given by a function that returns the options of a position.

    Positions can be anything immutable and hashable, such as integers, strings and tuples. The
    functions `canonical` and `components` are optional; see `nimtwist.game.Ruleset`.

    Raises:
        ValueError: if an argument is not a function.

    >>> from nimtwist import sequence
    >>> sequence(Rules(lambda heap: range(max(heap - 2, 0), heap)), 7)
    [0, 1, 2, 0, 1, 2, 0]
    """

    def __init__(
        self,
        options: Callable[[Any], Iterable[Any]],
        *,
        canonical: Callable[[Any], Any] | None = None,
        components: Callable[[Any], Iterable[Any]] | None = None,
    ) -> None:
        check_callable(options, "options", "one position")
        self._options = options
        # Solvers look for these optional methods, so define only those that were given.
        for name, function in {"canonical": canonical, "components": components}.items():
            if function is not None:
                check_callable(function, name, "one position")
                setattr(self, name, function)

    def __repr__(self) -> str:
        return f"Rules({getattr(self._options, '__name__', self._options)})"

    def options(self, position: Any, /) -> Sequence[Any]:
        """Return the options of a position, as given by the function."""
        options = self._options(position)
        return tuple(options) if type(options) is list else list_options(options, position)


def check_rules(
    rules: Ruleset[Any],
    positions: Iterable[Any],
    play: Literal["any", "normal"] = "any",
) -> None:
    """Check that a ruleset follows the protocol at the given positions and at all their options.

    At each of these positions, the check asserts that

    - the position is hashable, and listing its options twice gives the same list and leaves the
      position unchanged;
    - its canonical form is its own canonical form and has the same Grundy value as the position,
      and the options of a canonical position are canonical;
    - unless `play` is "normal", the options of its canonical form are the canonical forms of its
      options. Without this, outcomes in misère play and podium ranks can be wrong: a canonical form
      that omits pairs of equal heaps, for example, is correct for normal play only;
    - the nim-sum of the Grundy values of its components is its own Grundy value, by a search that
      does not use the components, and each component is canonical and has only itself as a
      component.

    Raises:
        ValueError: if a check fails; the message quotes the position and says what is wrong. Also
            if `play` is neither "any" nor "normal".
        SearchLimitError: if the game from a position is too large to search.

    >>> from nimtwist.games import Kayles
    >>> check_rules(Kayles(), [(3, 2), (1, 1, 4)])
    >>> check_rules(Rules(lambda n: [n - 1] if n else [], components=lambda n: [1] * n), [0, 1, 2])
    >>> check_rules(Rules(lambda n: range(n), components=lambda n: [1] * n), [2])
    Traceback (most recent call last):
    ...
    ValueError: the components (1, 1) of 2 have nim-sum 0, but a search gives 2 the value 2
    """
    check_ruleset(rules, "check_rules")
    check_choice(play, "play", ("any", "normal"))
    plain = _plain_solver(rules, MAX_POSITIONS)
    for start in positions:
        check_hashable(start)
        for position in (start, *options_of(rules, start)):
            check_options(rules, position)
            _check_canonical(rules, position, plain)
            if play == "any":
                _check_same_options(rules, position)
            if feature(rules, "components"):
                _check_components(rules, canonical(rules, position), plain)


def is_built_in(rules: Ruleset[Any]) -> bool:
    """Return whether a ruleset, or each game of a sum, is one of this package.

    >>> from nimtwist.games import Kayles, Nim
    >>> is_built_in(Kayles() + Nim()), is_built_in(Nim() + Rules(range))
    (True, False)
    """
    if isinstance(rules, Sum):
        return all(map(is_built_in, rules.rules))
    return type(rules).__module__.startswith("nimtwist.games")


def check_sample(rules: Ruleset[Any], start: Any, play: str | int = "normal") -> None:
    """Check a ruleset at some of the positions that random play from `start` leads to.

    The options are listed twice, and the values of canonical forms and components at the end of
    the play are checked as in `check_rules`, as far as this is quick. The rulesets of this package
    are not checked again.

    Raises:
        ValueError: if a check fails; see `check_rules`.

    >>> check_sample(Rules(range, components=lambda n: [n - 1] * (n > 1)), 5)
    Traceback (most recent call last):
    ...
    ValueError: the components () of 1 have nim-sum 0, but a search gives 1 the value 1
    """
    if is_built_in(rules):
        return
    rng, path = Random(0), [start]
    while len(path) < _MAX_PATH and (options := options_of(rules, path[-1])):
        if len(path) <= _SAMPLE:
            check_options(rules, path[-1])
        path.append(rng.choice(options))
    plain = _plain_solver(rules, _SAMPLE_LIMIT)
    with suppress(SearchLimitError, EndlessPlayError):
        for position in path[: -_SAMPLE - 1 : -1]:
            _check_value(rules, position, plain)
            if play != "normal":
                _check_same_options(rules, position)
            if feature(rules, "components"):
                _check_components(rules, canonical(rules, position), plain)


def check_options(rules: Ruleset[Any], position: Any) -> None:
    before = repr(position)
    first, second = options_of(rules, position), options_of(rules, position)
    for option in first:
        check_hashable(option)
    if repr(position) != before:
        raise ValueError(f"listing the options of {before} changes this position to {position!r}")
    if first != second:
        raise ValueError(
            f"the options of {short_repr(position)} differ from one call to the next: first "
            f"{short_repr(first)}, then {short_repr(second)}"
        )


def _plain_solver(rules: Ruleset[Any], limit: int) -> Solver[Any]:
    """Return a solver that does not replace positions by their canonical forms."""
    return Solver(Rules(lambda position: options_of(rules, position)), limit=limit)


def _check_canonical(rules: Ruleset[Any], position: Any, plain: Solver[Any]) -> None:
    form = canonical(rules, position)
    if canonical(rules, form) != form:
        raise ValueError(
            f"{short_repr(form)} is the canonical form of {short_repr(position)}, but its own "
            f"canonical form is {short_repr(canonical(rules, form))}"
        )
    for option in options_of(rules, form):
        if canonical(rules, option) != option:
            raise ValueError(
                f"{short_repr(form)} is canonical, but its option {short_repr(option)} is not: "
                f"its canonical form is {short_repr(canonical(rules, option))}"
            )
    _check_value(rules, position, plain)


def _check_value(rules: Ruleset[Any], position: Any, plain: Solver[Any]) -> None:
    form = canonical(rules, position)
    if plain.grundy(form) != plain.grundy(position):
        raise ValueError(
            f"{short_repr(position)} has the Grundy value {plain.grundy(position)}, but its "
            f"canonical form {short_repr(form)} has the value {plain.grundy(form)}"
        )


def _check_same_options(rules: Ruleset[Any], position: Any) -> None:
    form = canonical(rules, position)
    ours = {canonical(rules, option) for option in options_of(rules, position)}
    theirs = {canonical(rules, option) for option in options_of(rules, form)}
    for option in ours ^ theirs:
        one, other = (position, form) if option in ours else (form, position)
        raise ValueError(
            f"{short_repr(form)} is the canonical form of {short_repr(position)}, but only "
            f"{short_repr(one)} has the option {short_repr(option)}, not {short_repr(other)}: in "
            "misère play and with more players, their values may differ; if you need normal play "
            'only, pass play="normal"'
        )


def _check_components(rules: Any, position: Any, plain: Solver[Any]) -> None:
    components: Callable[[Any], Sequence[Any]] = rules.components
    parts = tuple(components(position))
    value = reduce(xor, map(plain.grundy, parts), 0)
    if value != plain.grundy(position):
        raise ValueError(
            f"the components {short_repr(parts)} of {short_repr(position)} have nim-sum {value}, "
            f"but a search gives {short_repr(position)} the value {plain.grundy(position)}"
        )
    for part in parts:
        if canonical(rules, part) != part:
            raise ValueError(
                f"the component {short_repr(part)} of {short_repr(position)} is not canonical: its "
                f"canonical form is {short_repr(canonical(rules, part))}"
            )
        if tuple(components(part)) != (part,):
            raise ValueError(
                f"the component {short_repr(part)} of {short_repr(position)} has the components "
                f"{short_repr(tuple(components(part)))}, but a component must be its own"
            )


def defined_rules(names: Mapping[str, Any], source: str) -> Ruleset[Any]:
    """Return the game that code defines: a ruleset `rules`, or `Rules` of a function `options`.

    Args:
        names: the names that the code has bound, with their values.
        source: a description of the code for error messages.

    Raises:
        ValueError: if the code defines no game.

    >>> defined_rules({"options": range}, "the code")
    Rules(range)
    """
    # Modules are imports, such as `nimtwist.rules`.
    names = {name: value for name, value in names.items() if not isinstance(value, ModuleType)}
    if names.get("rules") is not None:
        rules: Ruleset[Any] = names["rules"]
        check_ruleset(rules, "a solver")
        return rules
    if "options" not in names:
        raise ValueError(
            f"{source} must define a function options(position), which returns a list of the "
            "positions that a move can lead to, or `rules`, a ruleset"
        )
    # With `from nimtwist import *`, the code has imported another function named `canonical`.
    functions = {
        name: names[name]
        for name in ("canonical", "components")
        if names.get(name, canonical) is not canonical
    }
    return Rules(_checked(names["options"]), **functions)


def _checked(options: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a function like `options` that checks whether some of its results can be repeated."""
    calls, rules = count(), Rules(options)

    @wraps(options)
    def checked(position: Any) -> Any:
        # All of the first calls, and then one in a hundred, so that the search takes little longer
        if (call := next(calls)) < 100 or call % 100 == 0:
            check_options(rules, position)
        return options(position)

    return checked
