"""Tests that the games in the formal proofs are the games of the engine. `make proofs` runs them.

Rocq evaluates the definitions for many small positions, and the results are compared with those of
a `Solver`. A theorem about a game with other rules would be of no use.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import gcd
from typing import Any

import pytest

from nimtwist import BlockingNim, Moore, MuM, Nim, PowerMuM, Solver
from nimtwist.atlas.families import antichains
from nimtwist.game import Ruleset
from nimtwist.games.mumber import Mumber
from nimtwist.games.products import Consolidation
from nimtwist.podium import PodiumSolver
from tools.proofs import compile_all, evaluate


@dataclass(frozen=True)
class Comparison:
    """A function in Rocq, and the values that it must have, by argument, all in Rocq's notation."""

    function: str
    values: Mapping[str, str]


def rocq(value: object) -> str:
    """Return a value in Rocq's notation.

    >>> rocq(((1, 2), frozenset({3, 1}))), rocq(True)
    ('([1;2], [1;3])', 'true')
    """
    if isinstance(value, bool):
        return str(value).lower()
    match value:
        case (heaps, frozenset() as restriction):
            return f"({rocq(heaps)}, {rocq(sorted(restriction))})"
        case tuple() | list():
            return f"[{';'.join(map(rocq, value))}]"
    return str(value)


def boards(*largest: int) -> list[tuple[int, ...]]:
    """Return all positions with up to `len(largest)` heaps; k heaps are at most `largest[k - 1]`.

    The heaps are in descending order, unlike those of the engine, and there are no empty heaps.
    """
    return [
        heaps[::-1]
        for count, limit in enumerate((0, *largest))
        for heaps in combinations_with_replacement(range(1, limit + 1), count)
    ]


def outcomes(solver: Solver[Any], positions: Iterable[object]) -> dict[str, str]:
    """Return whether the next player wins, for each position."""
    return {rocq(position): rocq(solver.outcome(position) == "N") for position in positions}


def option_counts(game: str, rules: Ruleset[Any], positions: Iterable[Any]) -> Comparison:
    """Compare the numbers of different options; the engine sorts heaps and omits empty ones."""
    sort = "map (fun y => Mergesort.NatSort.sort (filter (Nat.ltb 0) y))"
    function = f"fun x => length (nodup (list_eq_dec Nat.eq_dec) ({sort} (@options ({game}) x)))"
    counts = {rocq(heaps): rocq(len({*rules.options(heaps)})) for heaps in positions}
    return Comparison(function, counts)


def nim() -> Iterator[Comparison]:
    """Yield comparisons of outcomes and Grundy values in Nim."""
    solver, positions = Solver(Nim()), [*boards(8, 5, 3), (0, 2), (0,), (1, 0, 2)]
    yield Comparison("@wins nim", outcomes(solver, positions))
    values = {rocq(position): rocq(solver.grundy(position)) for position in positions}
    yield Comparison("@grundy nim", values)


def blocking() -> Iterator[Comparison]:
    """Yield comparisons of outcomes in blocking Nim for all families of maximal restrictions.

    In addition, there are families with restrictions that are not maximal.
    """
    games = [rules for modulus in range(1, 5) for rules in antichains(modulus)]
    games += [BlockingNim.up_to(n, k) for n in range(1, 4) for k in range(n + 1)]
    for rules in games:
        positions = [(heaps, c) for heaps in boards(6, 3, 1) for c in rules.family]
        family = rocq([tuple(sorted(c)) for c in rules.family])
        function = f"@wins (blocking {rules.modulus} {family})"
        yield Comparison(function, outcomes(Solver(rules), positions))


def moore() -> Iterator[Comparison]:
    """Yield comparisons of outcomes in Moore's Nim."""
    for k in range(1, 4):
        positions = boards(7, 4, 2)
        yield Comparison(f"@wins (moore_nim {k})", outcomes(Solver(Moore(k)), positions))
        yield option_counts(f"moore_nim {k}", Moore(k), positions)


_READINGS: Mapping[str, tuple[Consolidation, bool]] = {
    "same_turn": ("same-turn", True),
    "same_turn_optional": ("same-turn", False),
    "own_turn": ("own-turn", True),
    "own_turn_optional": ("own-turn", False),
    "never": ("never", True),
}


def mum() -> Iterator[Comparison]:
    """Yield comparisons of outcomes and mumbers in MuM, for all readings of the rules."""
    for n in range(2, 9):
        positions = [heaps for heaps in boards(n + 4, 5, 2) if all(gcd(h, n) == 1 for h in heaps)]
        for name, (consolidation, compulsory) in _READINGS.items():
            rules = MuM(n, consolidation, compulsory=compulsory)
            solver = Solver(rules)
            mumbers = {rocq(heaps): rocq(solver.evaluate(heaps, Mumber(n))) for heaps in positions}
            games = [f"mum_with {name} {n}", f"mum {n}"]
            for game in games if name == "same_turn" else games[:1]:
                yield Comparison(f"@wins ({game})", outcomes(solver, positions))
                yield Comparison(f"@mumber {n} ({game})", mumbers)
                yield option_counts(game, rules, positions)
        for must in True, False:
            small = MuM(n, compulsory=must, when="small")
            game = f"mum_small {rocq(must)} {n}"
            yield Comparison(f"@wins ({game})", outcomes(Solver(small), positions))
            yield option_counts(game, small, positions)
        power, positions = PowerMuM(n), boards(n + 2, min(n, 5), 2)
        solver = Solver(power)
        values = {rocq(heaps): rocq(solver.grundy(heaps)) for heaps in positions}
        yield Comparison(f"@grundy (power_mum {n})", values)
        yield option_counts(f"power_mum {n}", power, positions)


def podium() -> Iterator[Comparison]:
    """Yield comparisons of ranks in three games, and of winners in Nim, by the rule itself."""
    games = ("nim", Nim()), ("(moore_nim 2)", Moore(2)), ("(mum 5)", MuM(5))
    for name, rules in games:
        solver, positions = Solver[Any](rules), boards(6, 4, 2)
        if name == "(mum 5)":
            positions = [heaps for heaps in positions if all(h % 5 for h in heaps)]
        for players in range(2, 5):
            ranks = {rocq(heaps): rocq(solver.rank(heaps, players)) for heaps in positions}
            yield Comparison(f"@rank {name} {players}", ranks)
    literal, positions = PodiumSolver(Nim()), boards(4, 3, 1)
    for players in range(2, 5):
        for cost, rule in ("fun p => p", True), ("fun p => Nat.min p 2", False):
            winners = {
                rocq(heaps): rocq(sum(2**w for w in literal.winners(heaps, players, rule)))
                for heaps in positions
            }
            # A list of winners may contain repetitions, so it is compared as a binary number.
            function = (
                "fun x => list_sum (map (Nat.pow 2) (nodup Nat.eq_dec "
                f"(@winners nim ({cost}) {players} x)))"
            )
            yield Comparison(function, winners)


def computed(file: str, comparisons: Sequence[Comparison]) -> list[list[str]]:
    """Return the values of the functions in Rocq, in the order of the arguments."""
    commands = [
        "From Coq Require Mergesort.",
        f"From Twist Require Import {file}.",
        "Import ListNotations.",
    ]
    for each in comparisons:
        commands.append(f"Eval vm_compute in map ({each.function}) [{'; '.join(each.values)}].")
    outputs = re.findall(r"^ +=(.*?)^ +: ", evaluate(commands), re.MULTILINE | re.DOTALL)
    return [re.findall(r"\w+", output) for output in outputs]


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Compile the proofs. Without Rocq, the tests fail."""
    compile_all()


@pytest.mark.parametrize(
    ("file", "game"),
    [("Nim", nim), ("Nim", moore), ("Blocking", blocking), ("Mum", mum), ("Podium Mum", podium)],
)
def test_games_agree_with_the_engine(file: str, game: Callable[[], Iterator[Comparison]]) -> None:
    comparisons = [*game()]
    results = computed(file, comparisons)
    assert len(results) == len(comparisons)
    for comparison, values in zip(comparisons, results):
        found = dict(zip(comparison.values, values, strict=True))
        assert found == comparison.values, comparison.function
