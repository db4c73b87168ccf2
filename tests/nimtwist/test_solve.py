"""Tests of the choice of a solver and of the optional features of rulesets."""

from __future__ import annotations

import ast
import random
from pathlib import Path
from typing import Any, get_args

import pytest

import nimtwist
from nimtwist import (
    ClosedForm,
    Cram,
    Kayles,
    Nim,
    Notation,
    Rules,
    Ruleset,
    SearchLimitError,
    Solver,
    Sum,
    SumSolver,
    Vectors,
    protocol,
    sequence,
    table,
)
from nimtwist.games.cram import CramSolver
from nimtwist.protocol import Feature, count_options, feature, random_option
from nimtwist.solve import solver_for


class Liar(Kayles):
    """Kayles with a false closed form and a false solver."""

    closed_form = ClosedForm[Any]

    def solver(self, progress: object) -> Any:
        """Fail."""
        raise AssertionError("the ruleset's own solver is not a search from the rules")


class Other(Sum):
    """A compound game that is not a disjunctive sum."""

    def options(self, position: tuple[Any, ...], /) -> list[tuple[Any, ...]]:
        """Return the results of moving in both games."""
        first, second = self.rules
        return [(a, b) for a in first.options(position[0]) for b in second.options(position[1])]


@pytest.mark.parametrize(
    ("rules", "play", "method", "kind"),
    [
        (Vectors(once=[(1, 2)]), "normal", "search", Solver),
        (Kayles(), "normal", "search", SumSolver),
        (Kayles(), "misère", "search", Solver),
        (Kayles(), 3, "search", Solver),
        (Kayles() + Nim(), "normal", "search", SumSolver),
        (Kayles() + Nim(), "misère", "search", Solver),
        (Other(Kayles(), Nim()), "normal", "search", Solver),
        (Liar(), "normal", "search", SumSolver),
        (Nim(), "normal", "any", ClosedForm),
        (Nim(), "misère", "any", Solver),
        (Nim(), 3, "any", Solver),
        (Cram(), "normal", "search", SumSolver),
        (Cram(), "normal", "any", CramSolver),
        (Vectors(once=[(1, 2)]), "normal", "any", Solver),
    ],
)
def test_solver(rules: Ruleset[Any], play: Any, method: Any, kind: type) -> None:
    for spend in None, lambda work: None:
        solver = solver_for(rules, play, method=method, start=(1,), spend=spend)
        assert isinstance(solver, kind), solver
        assert getattr(solver, "misere", False) == (play == "misère")


def test_slow_closed_forms_are_not_used() -> None:
    class Slow(Nim):
        def seconds(self, position: tuple[int, ...]) -> int:
            return len(position)

    assert isinstance(solver_for(Slow(), method="any", start=()), ClosedForm)
    assert isinstance(solver_for(Slow(), method="any", start=(1,)), SumSolver)


def test_tables_solve_the_components_of_sums() -> None:
    searched = []

    def options(heap: int) -> range:
        searched.append(heap)
        return range(heap)

    both = Rules(options, components=lambda heap: [heap]) + Nim()
    values = table(both, [range(30), range(30)], "grundy", lambda a, b: (a, (b,)))
    assert values == [[a ^ b for b in range(30)] for a in range(30)]
    assert len(searched) <= 60
    assert sequence(both, 30, lambda a: (a, (3,))) == [a ^ 3 for a in range(30)]


def test_work() -> None:
    spent: list[int] = []
    solver_for(Rules(lambda n: [(n - 1)] * (n > 0)), spend=spent.append).outcome(3)
    assert sorted(spent) == [10, 11, 11, 11]
    spent.clear()
    solver_for(Nim() + Nim(), spend=spent.append).outcome(((1,), ()))
    assert spent == [22]  # the components have no options other than the empty position

    def stop(work: int) -> None:
        raise RuntimeError("enough")

    for rules, start in (Nim(), (3, 2)), (Nim() + Kayles(), ((3,), (2,))):
        with pytest.raises(RuntimeError, match="enough"):
            solver_for(rules, spend=stop).outcome(start)


@pytest.mark.parametrize("rules", [Rules(lambda n: range(n)), Kayles()])
def test_limits_and_progress(rules: Any) -> None:
    start = 200 if isinstance(rules, Rules) else (200,)
    calls: list[int] = []
    solver_for(rules, progress=calls.append).outcome(start)
    assert calls
    with pytest.raises(SearchLimitError):
        solver_for(rules, limit=2).outcome(start)


# --- Features ------------------------------------------------------------------------------------


def test_features_are_documented() -> None:
    text = f"{Ruleset.__doc__}{Notation.__doc__}"
    for name in set(get_args(Feature)) - {"left_options", "right_options", *vars(Notation)}:
        assert f"`{name}" in text


def test_only_the_protocol_looks_for_features() -> None:
    source = Path(nimtwist.__file__).parents[1]
    files = [*source.rglob("*.py")]
    assert len(files) > 150
    for path in files:
        for node in ast.walk(ast.parse(path.read_text("utf8"))):
            match node:
                case ast.Call(ast.Name("getattr" | "hasattr"), [_, ast.Constant(name), *_]):
                    assert name not in get_args(Feature), (path, node.lineno)


def test_options_are_listed_if_necessary() -> None:
    plain = Rules(Nim().options)
    assert feature(plain, "count_options") is feature(plain, "random_option") is None
    assert count_options(plain, (3,)) == count_options(Nim(), (3,)) == 3
    generator = random.Random(1)
    assert {random_option(plain, (3,), generator) for _ in range(99)} == {(), (1,), (2,)}


def test_protocol_is_the_public_one() -> None:
    assert protocol.Ruleset is nimtwist.Ruleset and protocol.canonical is nimtwist.game.canonical
