"""Tests of `solve`: the choice of a method, answers and reasons, and the features of rulesets."""

from __future__ import annotations

import ast
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest

import nimtwist
from nimtwist import (
    BestSolver,
    BlockingNim,
    Cram,
    EndlessPlayError,
    Hackenbush,
    Kayles,
    LoopyValue,
    Moore,
    Nim,
    Northcott,
    Notation,
    Octal,
    Rules,
    Ruleset,
    SearchLimitError,
    Solver,
    Subtraction,
    Sum,
    Vectors,
    protocol,
    sequence,
    solve,
    table,
)
from nimtwist.genus import Genus
from nimtwist.protocol import Feature, count_options, feature, random_option
from nimtwist.solve import Method, Play

WYTHOFF = Vectors(repeated=[(1, 0), (0, 1), (1, 1)])
LOOPS = Rules({0: [], 1: [2], 2: [1], 3: [0, 1]}.__getitem__)


class Liar(Nim):
    """Nim with a false closed form and a false solver."""

    @property
    def closed_form(self) -> Any:
        """Fail."""
        raise AssertionError("a search from the rules does not use the closed form")

    def solver(self, progress: object) -> Any:
        """Fail."""
        raise AssertionError("the ruleset's own solver is not a search from the rules")

    def components(self, position: object, /) -> Any:
        """Fail."""
        raise AssertionError("a search from the rules does not use components")


class Other(Sum):
    """A compound game that is not a disjunctive sum."""

    def options(self, position: tuple[Any, ...], /) -> list[tuple[Any, ...]]:
        """Return the results of moving in both games."""
        first, second = self.rules
        return [(a, b) for a in first.options(position[0]) for b in second.options(position[1])]


# --- Methods -------------------------------------------------------------------------------------

TWIST = BlockingNim(4, [{1}, {2, 3}])
LARGE: list[tuple[Any, Any, Play, Method, Any, Any]] = [
    (Nim(), (10**30, 10**30), "misère", "closed form", "P", None),
    (Nim(), (5 * 10**9, 3, 3), 3, "closed form", "N", 1),
    (Kayles(), (700, 640, 12), "normal", "period", "N", 4),
    (Octal("0.137"), (10**12, 7), "normal", "period", "N", 4),
    (Octal("0.137"), (10_013, 25), "normal", "period", "N", 11),
    (Octal("0.007"), (300, 200), "normal", "recurrence", "N", 15),
    (Subtraction({2, 5, 7}), (10**9, 33), "normal", "period", "N", 3),
    (Octal("0.77"), (30, 25, 20), "misère", "misère quotient", "N", None),
    (TWIST, ((10**5, 10**5 + 3), {1}), "normal", "certificate", "N", None),
    (
        BlockingNim.exactly(4, 2),
        ((3 * 10**8, 3 * 10**8), {2, 3}),
        "normal",
        "closed form",
        "P",
        None,
    ),
    (Moore(2), (3000, 2000, 1000), "normal", "closed form", "N", None),
    (Kayles() + Nim(), ((10**5,), (10**6,)), "normal", "components", "N", 10**6 + 1),
    (LOOPS + Nim(), (3, (10**6,)), "normal", "components", "D", LoopyValue(frozenset({10**6}))),
    (LOOPS + Nim(), (3, (0,)), "normal", "components", "N", LoopyValue(frozenset({0}))),
]
"""Positions with the method, the outcome and the value; a search of most of them never ends.

The questions in `tests.lib.questions` ask for more.
"""


@pytest.mark.parametrize(("rules", "position", "play", "method", "outcome", "value"), LARGE)
def test_large_positions(
    rules: Any, position: Any, play: Play, method: str, outcome: str, value: Any
) -> None:
    if isinstance(rules, BlockingNim):
        position = position[0], frozenset(position[1])
    answer = solve(rules, position, play)
    assert (answer.outcome, answer.value, answer.method) == (outcome, value, method)
    solver = BestSolver(rules, play)
    assert solver.outcome(position) == outcome
    assert bool(answer.winning) == (outcome == "N" and value != 2 * isinstance(play, int))
    assert all(solver.outcome(option) == "P" for option in answer.winning[:3])
    assert answer.reason and str(answer).count("\n") == 1
    assert solve(rules, position, play, method=answer.method) == answer


SMALL: list[tuple[Any, Any, Play, Method]] = [
    (WYTHOFF, (3, 5), "normal", "search"),
    (WYTHOFF, (3, 5), "misère", "search"),
    (WYTHOFF, (3, 5), 3, "search"),
    (Other(Kayles(), Nim()), ((7,), (2,)), "normal", "search"),
    (Kayles() + Nim(), ((3,), (2,)), "misère", "search"),
    (Kayles() + Nim(), ((3,), (2,)), 3, "search"),
    (Hackenbush(), Hackenbush().read("0-1 1-2"), "normal", "closed form"),
    (Cram(), Cram.rectangle(3, 3), "normal", "components"),
    (Northcott(5), ((0, 3), (1, 3)), "normal", "closed form"),
    (Northcott(5), ((0, 3), (1, 3)), "misère", "loopy search"),
    (LOOPS, 3, "normal", "loopy search"),
]


@pytest.mark.parametrize(("rules", "position", "play", "method"), SMALL)
def test_small_positions(rules: Any, position: Any, play: Play, method: str) -> None:
    assert solve(rules, position, play).method == method


@pytest.mark.parametrize("play", ["normal", "misère", 3])
def test_a_search_from_the_rules_uses_nothing_else(play: Play) -> None:
    answer, plain = solve(Liar(), (3, 2), play, method="search"), Solver(Nim(), misere=play != 3)
    assert answer.method == "search"
    if play == "misère":
        assert answer.outcome == plain.outcome((2, 3)) and answer.value == Genus(1, (1, 3, 1))
    else:
        assert answer.value == (1 if play == "normal" else 2)


def test_slow_closed_forms_are_not_used() -> None:
    class Slow(Nim):
        def seconds(self, position: tuple[int, ...]) -> int:
            return 2 * len(position)

    assert solve(Slow(), ()).method == "closed form"
    assert solve(Slow(), (1,)).method == "components"


def test_unknown_methods_and_kinds_of_play() -> None:
    with pytest.raises(ValueError, match="play must be 'normal' or 'misère', not 'reverse'"):
        solve(Nim(), (1,), "reverse")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="players must be an integer ≥ 2, not 1"):
        solve(Nim(), (1,), players=1)
    with pytest.raises(ValueError, match=r"method must be 'closed form' or .*, not 'magic'"):
        solve(Nim(), (1,), method="magic")  # type: ignore[arg-type]
    with pytest.raises(
        ValueError, match=r"period does not solve \(1,\) of Nim\(\) \(normal play\)"
    ):
        solve(Nim(), (1,), method="period")
    with pytest.raises(ValueError, match="this solver is for 3 players, not for 4 players"):
        BestSolver(Nim(), 3).rank((1,), 4)
    for play in ("misère", 3):
        with pytest.raises(ValueError, match="Grundy values are defined for normal play only"):
            BestSolver(Nim(), play).grundy((1,))
    with pytest.raises(EndlessPlayError):
        BestSolver(LOOPS).grundy(3)
    ranks = BestSolver(LOOPS, 3)
    for _ in range(2):
        with pytest.raises(EndlessPlayError):
            ranks.solve(3)
        assert ranks.value(0) == 0
    assert solve(Nim(), (1, 1), "misere") == solve(Nim(), (1, 1), "misère")  # type: ignore[arg-type]


def test_answers_are_sentences() -> None:
    assert str(solve(Nim(), (3, 4, 5))).startswith(
        "(5, 4, 3) is an N-position with Grundy value 2: to win, take 2 from the heap of 3.\nClosed"
    )
    assert str(solve(Nim(), (), "misère")).startswith(
        "() is an N-position: the player to move wins, without a move (misère play).\n"
    )
    assert str(solve(Nim(), (2, 1), players=3)).startswith(
        "(2, 1) has rank 2 with 3 players: the player to move comes in place 2 of 3.\n"
    )
    assert str(solve(Nim(), (5, 5, 5), players=3)).startswith(
        "(5, 5, 5) has rank 0 with 3 players: the player to move comes in place 3 of 3.\n"
    )
    assert str(solve(LOOPS, 2)).startswith(
        "2 is a draw with Grundy value ∞: neither player can force a win.\nLoopy search: "
    )
    assert str(solve(Kayles(), (4,), "misère")).startswith("(4) is a P-position with genus 1^031: ")


# --- Limits and progress -------------------------------------------------------------------------


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
    BestSolver(Rules(lambda n: [(n - 1)] * (n > 0)), spend=spent.append).outcome(3)
    assert sorted(spent) == [10, 11, 11, 11]

    def stop(work: int) -> None:
        raise RuntimeError("enough")

    solvers: list[Callable[[], object]] = [
        lambda: BestSolver(WYTHOFF, spend=stop).outcome((3, 2)),
        lambda: BestSolver(WYTHOFF + Kayles(), spend=stop).outcome(((3, 2), (2,))),
        lambda: BestSolver(Kayles(), "misère", spend=stop).outcome((3, 2)),
        lambda: BestSolver(Cram(), spend=stop).outcome(Cram.rectangle(5, 7)),
        lambda: BestSolver(Octal("0.16"), spend=stop).outcome((3000,)),
        lambda: BestSolver(LOOPS, spend=stop).outcome(3),
    ]
    for ask in solvers:
        with pytest.raises(RuntimeError, match="enough"):
            ask()


def test_paused_searches_go_on() -> None:
    """A search that `spend` stops keeps its values; the next call goes on."""
    left = 0

    def spend(work: int) -> None:
        nonlocal left
        left -= work
        if left < 0:
            raise ValueError("pause")

    solver = BestSolver(WYTHOFF, spend=spend)
    pauses, value = 0, None
    while value is None:
        left = 30_000
        try:
            value = solver.grundy((30, 41))
        except ValueError:
            pauses += 1
    assert pauses > 3 and value == Solver(WYTHOFF).grundy((30, 41))


@pytest.mark.parametrize("rules", [Rules(lambda n: range(n)), WYTHOFF])
def test_limits_and_progress(rules: Any) -> None:
    start = 200 if isinstance(rules, Rules) else (40, 50)
    calls: list[int] = []
    BestSolver(rules, progress=calls.append).outcome(start)
    assert calls
    with pytest.raises(SearchLimitError):
        BestSolver(rules, limit=2).outcome(start)


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
