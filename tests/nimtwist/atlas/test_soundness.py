"""Tests that the checkers are sound: the altered proofs that they accept are true.

Random alterations reveal a wrong comparison in a checker even in cases that no example covers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from nimtwist.atlas import checker
from nimtwist.atlas.certificate import Power
from nimtwist.atlas.checker import flaw
from nimtwist.atlas.counting import counting_flaw
from nimtwist.atlas.counting_search import find_recurrence, find_staircase
from nimtwist.atlas.families import antichains, read_family
from nimtwist.atlas.search import find
from nimtwist.atlas.solved import Solved
from nimtwist.atlas.staircase import Growing
from nimtwist.games import BlockingNim
from tests.lib.proofs import (
    COUNTING,
    Alterations,
    certified,
    first_rows,
    is_true,
    staircase,
)

FIVE = [
    "1,3; 1,4; 2,5; 3,4; 3,5; 4,5",
    "1,3; 2,3,4; 2,3,5; 3,4,5; 1,2,4,5",
    "1,2,3; 1,3,4; 2,3,4; 1,2,4,5",
    "1,5; 1,2,3; 1,2,4; 2,3,4,5",
]


def accepted(
    flaw: Callable[[BlockingNim, Any], str | None],
    pairs: list[tuple[BlockingNim, Any]],
    altering: Alterations,
    tries: int,
) -> Iterator[tuple[BlockingNim, Any]]:
    """Yield each pair of a game and a proof that the checker `flaw` accepts.

    For each game, try its own proof, altered copies of this proof, and the proof of another game.
    """
    alter = altering.certificate if altering.repeated is Power else altering.staircase
    for (rules, proof), (_, other) in zip(pairs, [*pairs[1:], pairs[0]], strict=True):
        assert flaw(rules, proof) is None
        others = [proof, other]
        for _ in range(tries):
            changed = proof
            for _ in range(altering.random.choice([1, 1, 2, 3])):
                changed = alter(changed)
            others.append(changed)
        yield from ((rules, other) for other in others if flaw(rules, other) is None)


def tries(pairs: list[Any], pytestconfig: pytest.Config) -> int:
    """Return how many altered copies of each proof to try."""
    return (3 + 200 // len(pairs)) * (30 if pytestconfig.getoption("full") else 1)


@pytest.mark.parametrize("modulus", [1, 2, 3, 4, 5])
def test_accepted_certificates_are_true(modulus: int, pytestconfig: pytest.Config) -> None:
    five = [(rules, find(rules)) for rules in (read_family(5, family) for family in FIVE)]
    pairs = five if modulus == 5 else certified(modulus)[:: 3 if modulus == 4 else 1]
    altering, count = Alterations(modulus, Power), 0
    for rules, proof in accepted(flaw, pairs, altering, tries(pairs, pytestconfig)):
        count += 1
        assert is_true(rules, proof), (rules, proof.text())
        theory, size = Solved(rules, proof), min(proof.row + 2 * proof.period, 24)
        rows = first_rows(rules, 160)
        for x in range(size):
            for y in range(0, size, 1 + x % 3):
                reached = rows[x][y] | rows[y][x]
                assert theory.reach(x, y) == reached, (rules, proof.text(), x, y)
    assert count > len(pairs) + 30  # some altered proofs are also true


@pytest.mark.parametrize("modulus", [1, 2, 3, 5])
def test_accepted_staircases_are_true(modulus: int, pytestconfig: pytest.Config) -> None:
    if modulus == 5:
        pairs = [staircase(family) for family in COUNTING]
    else:
        searched = [(rules, find_staircase(rules, 200)) for rules in antichains(modulus)]
        pairs = [(rules, proof) for rules, proof in searched if proof is not None]
    altering, count = Alterations(modulus, Growing), 0
    for rules, proof in accepted(counting_flaw, pairs, altering, tries(pairs, pytestconfig)):
        count += 1
        assert is_true(rules, proof, 700), (rules, proof.text())
        assert proof.certificate is None or flaw(rules, proof.certificate) is None
    assert count > len(pairs) + 10


@pytest.fixture
def as_staircase(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the checker accept a certificate only if the equivalent staircase is a proof."""
    monkeypatch.setattr(checker, "_LONG", 1)
    monkeypatch.setattr(checker, "induction_flaw", lambda *_: "not proved as a staircase")


@pytest.mark.usefixtures("as_staircase")
@pytest.mark.parametrize("modulus", [1, 2, 3, 4, 5])
def test_certificates_accepted_as_staircases_are_true(
    modulus: int, pytestconfig: pytest.Config
) -> None:
    games = [read_family(5, family) for family in FIVE] if modulus == 5 else antichains(modulus)
    searched = [(rules, find_recurrence(rules, 1000)) for rules in games]
    pairs = [(rules, p) for rules, p in searched if p and any(power.growth for power in p.powers)]
    altering, count = Alterations(modulus, Power), 0
    for rules, proof in accepted(flaw, pairs, altering, tries(pairs, pytestconfig)):
        count += 1
        assert is_true(rules, proof), (rules, proof.text())
    assert count > len(pairs) + 10
