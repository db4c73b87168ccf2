"""Tests for rulesets made from functions, and for the check of a ruleset."""

from __future__ import annotations

from itertools import cycle
from types import SimpleNamespace
from typing import Any

import pytest

from nimtwist import (
    BlockingNim,
    Cram,
    Kayles,
    Nim,
    Rules,
    Solver,
    Stones,
    Sum,
    SumSolver,
    check_rules,
)
from tests.lib.positions import odd

ONE_OR_TWO = Rules(lambda n: range(max(n - 2, 0), n))


def graph(edges: str, forms: str = "", components: dict[str, str] | None = None) -> Rules:
    """Return a game on letters, with edges such as "a: bc, b:, c:" and canonical forms."""
    options = {node[0]: node[2:].strip() for node in edges.split(", ")}
    canonical = {pair[0]: pair[1] for pair in forms.split()}
    return Rules(
        options.__getitem__,
        canonical=lambda p: canonical.get(p, p),
        components=components.__getitem__ if components else None,
    )


def test_functions_make_a_ruleset() -> None:
    def options(heaps: tuple[int, ...]) -> list[tuple[int, ...]]:
        return [(*heaps[:i], k, *heaps[i + 1 :]) for i, n in enumerate(heaps) for k in range(n)]

    sorted_nim = Rules(
        lambda heaps: [tuple(sorted(option)) for option in options(heaps)],
        canonical=lambda heaps: tuple(sorted(heaps)),
        components=lambda heaps: [(heap,) for heap in heaps],
    )
    assert Solver(Rules(options)).grundy((3, 5)) == Solver(sorted_nim).grundy((5, 3)) == 6
    assert SumSolver(sorted_nim).grundy((30, 50, 17)) == 30 ^ 50 ^ 17
    assert SumSolver(Rules(range, components=lambda n: iter([n]))).grundy(3) == 3
    assert not hasattr(Rules(options), "components")
    assert repr(sorted_nim) == "Rules(<lambda>)" and repr(Rules(options)) == "Rules(options)"


def test_games_can_be_added() -> None:
    for both in (ONE_OR_TWO + Nim(), Sum(ONE_OR_TWO, Nim())):
        assert Solver(both).outcome((5, (2,))) == "P"
        assert Solver(both).winning_options((4, (2,))) == [(2, (2,)), (4, (1,))]
    three = Solver(Nim() + Kayles() + Nim())
    assert three.grundy(((1,), (3,), (4,))) == 1 ^ 3 ^ 4
    assert Nim() + (Kayles() + Nim()) == Sum(Nim(), Kayles(), Nim()) == Nim() + Kayles() + Nim()
    with pytest.raises(ValueError, match=r"a sum takes a ruleset, .* not 3"):
        Nim() + 3  # type: ignore[operator]


def test_sets_are_accepted_as_positions() -> None:
    twisted, stones, cells = Solver(BlockingNim.exactly(3, 1)), {(2, 3)}, {(0, 0), (0, 1)}
    assert twisted.outcome(((1, 2), {1})) == twisted.outcome(((1, 2), frozenset({1})))  # type: ignore[arg-type]
    assert Solver(Stones()).grundy(stones) == 1  # type: ignore[arg-type]
    assert Solver(Cram()).grundy(cells) == 1  # type: ignore[arg-type]


# --- Checks --------------------------------------------------------------------------------------


def test_only_canonical_positions_need_canonical_options_and_components() -> None:
    check_rules(graph("a: c, b: d, c:, d:", "ab cd", {"b": "b", "d": "d"}), "a")
    check_rules(ONE_OR_TWO, range(6))


def test_a_canonical_form_for_normal_play_only_must_be_declared() -> None:
    rules = Rules(lambda heaps: [*map(odd, Nim().options(heaps))], canonical=odd)
    nim, ranks = Solver(Nim()), Solver(rules)
    assert ranks.grundy((1, 2, 2)) == nim.grundy((1, 2, 2))
    assert ranks.rank((1, 1), 3) != nim.rank((1, 1), 3)
    for position in [(1, 1), (1, 2, 2)]:
        check_rules(rules, [position], play="normal")
        with pytest.raises(ValueError, match=r'but only .* has the option .* pass play="normal"'):
            check_rules(rules, [position])


@pytest.mark.parametrize("lists", [([0], []), ([0, 1], [1, 0]), ([0, 1], [0, 1, 1])])
def test_a_ruleset_with_state_fails(lists: tuple[list[int], list[int]]) -> None:
    answers = cycle(lists)
    with pytest.raises(ValueError, match="options of 3 differ from one call to the next"):
        check_rules(Rules(lambda n: next(answers) if n == 3 else []), [3])


class Mutable:
    """A position that its own game changes."""

    def __init__(self) -> None:
        self.number = 1

    def __repr__(self) -> str:
        return f"<{self.number}>"


def count_up(position: Mutable) -> list[Mutable]:
    position.number += 1
    return []


@pytest.mark.parametrize(
    ("rules", "positions", "message"),
    [
        (Rules(lambda n: [[n]]), [3], r"position \[3\] is not hashable: use tuples"),
        (Rules(lambda n: []), [[3]], r"position \[3\] is not hashable: use tuples"),
        (Rules(count_up), [Mutable()], r"options of <\d> changes this position to <\d>"),
        (
            Rules(lambda n: [], canonical=lambda n: n + 1),
            [3],
            "4 is the canonical form of 3, but its own canonical form is 5",
        ),
        (
            Rules(lambda n: [n - 1] if n else [], canonical=lambda n: n - n % 2),
            [4],
            "4 is canonical, but its option 3 is not: its canonical form is 2",
        ),
        (
            graph("a: c, b: d, c:, d:", "ab dc"),
            "a",
            "'b' is canonical, but its option 'd' is not: its canonical form is 'c'",
        ),
        (
            graph("a: c, b: cd, c:, d: ce, e: c", "ab"),
            "a",
            "only 'b' has the option 'd', not 'a'",
        ),
        (
            graph("a: cd, b: c, c:, d: ce, e: c", "ab"),
            "a",
            "only 'a' has the option 'd', not 'b'",
        ),
        (
            Rules(range, canonical=lambda n: min(n, 2)),
            [3],
            "3 has the Grundy value 3, but its canonical form 2 has the value 2",
        ),
        (
            Rules(range, components=lambda n: [1] * n),
            [3],
            r"components \(1, 1, 1\) of 3 have nim-sum 1, but a search gives 3 the value 3",
        ),
        (
            Rules(range, components=lambda n: []),
            [1],
            r"components \(\) of 1 have nim-sum 0, but a search gives 1 the value 1",
        ),
        (
            Rules(range, components=lambda n: [n, 1, 1] if n == 2 else [n]),
            [3],
            r"component 2 of 2 has the components \(2, 1, 1\), but",
        ),
        (
            graph("a: c, b: c, c:", "ab", {"a": "a", "b": "a", "c": "c"}),
            "b",
            "the component 'a' of 'b' is not canonical: its canonical form is 'b'",
        ),
        (
            Rules(lambda n: [0] if n else [], components=lambda n: [n, 1, 1] if n > 1 else [n]),
            [2],
            r"component 2 of 2 has the components \(2, 1, 1\), but",
        ),
        (SimpleNamespace(left_options=list), [3], "check_rules takes impartial games only"),
        (3, [3], "check_rules takes a ruleset"),
    ],
)
def test_flawed_rulesets_fail(rules: Any, positions: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        check_rules(rules, positions)


def test_errors_in_the_rules_keep_their_type() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        check_rules(Rules(lambda n: [1 // n]), [0])
    assert caught.value.__notes__ == ["The search was at position 0."]
