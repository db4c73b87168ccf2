"""Tests of misère quotients: against searches and published quotients, and refusals."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

import pytest

from nimtwist import EndlessPlayError, Kayles, Nim, Octal, Rules, Solver
from nimtwist import misere as module
from nimtwist.games import Stones, TurningCorners
from nimtwist.misere import misere_quotient
from tests.lib.positions import odd

# --- Outcomes ------------------------------------------------------------------------------------


def test_a_quotient_for_which_elements_do_not_determine_outcomes() -> None:
    rules = Octal("0.46")
    quotient, solver = misere_quotient(rules, range(20)), Solver(rules, misere=True)
    assert quotient.order == 18
    for position in combinations_with_replacement(range(20), 2):
        assert quotient.outcome(position) == solver.outcome(position)


# --- Published quotients -------------------------------------------------------------------------


def test_the_quotient_of_kayles() -> None:
    kayles = misere_quotient(Kayles(), range(157))
    assert (kayles.order, len(kayles.p_elements)) == (40, 9)
    assert kayles.generators == [(1,), (2,), (5,), (9,), (12,), (25,), (27,)]
    # From 71 on, the elements have the same period as the Grundy values. Plambeck's theorem extends
    # the period from 2 · 71 + 12 + 2 heaps to all heaps.
    elements = [kayles.element((heap,)) for heap in range(157)]
    assert all(elements[heap] == elements[heap + 12] for heap in range(71, 157 - 12))
    assert elements[70] != elements[82]


# --- Structure -----------------------------------------------------------------------------------


def test_heaps_without_options_have_the_identity() -> None:
    quotient = misere_quotient(Octal("0.07"), [3])
    assert quotient.heaps == {(1,): 0, (3,): 1}
    assert misere_quotient(Octal("0.07"), []).order == 1


# --- Errors --------------------------------------------------------------------------------------


def test_the_limit() -> None:
    assert misere_quotient(Kayles(), range(9), limit=12).order == 12
    for limit in (6, 11):
        message = rf"Kayles\(\) with heap \(5,\) has more than {limit} elements"
        with pytest.raises(ValueError, match=message):
            misere_quotient(Kayles(), range(9), limit=limit)
    with pytest.raises(ValueError, match="limit must be an integer ≥ 1, not 0"):
        misere_quotient(Kayles(), range(9), limit=0)


def test_an_unsuccessful_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MAX_POSITIONS", 30)
    with pytest.raises(ValueError, match=r"heap \(9,\) was not found in a search of 30 positions"):
        misere_quotient(Kayles(), range(10))


def test_a_deep_game() -> None:
    def options(n: int) -> list[int]:
        return [n - 1] if n % 1200 else [n - 1, n - 2] if n else []

    assert misere_quotient(Rules(options), [1200]).generators == [1, 1200]


def split(heaps: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [(heap,) for heap in heaps]


@pytest.mark.parametrize(
    ("rules", "position"),
    [
        (TurningCorners(), lambda n: frozenset({(n, n)})),
        *((Stones(), lambda n, y=y: frozenset({(n, y or n)})) for y in range(3)),
        # Nim and Kayles in which equal heaps vanish: from all positions, after each move, and from
        # the components only.
        (Rules(Nim().options, canonical=odd, components=split), None),
        (Rules(lambda p: [odd(q) for q in Nim().options(p)], components=split), None),
        (Rules(Kayles().options, components=lambda p: split(odd(p))), None),
        # A component of value 0 is missing.
        (Rules(Kayles().options, components=lambda p: split(p) * (p != (1, 1))), None),
    ],
)
def test_games_whose_components_cancel_are_refused(rules: Any, position: Any) -> None:
    with pytest.raises(ValueError, match=r"has no misère quotient: position .* is not the sum of"):
        misere_quotient(rules, range(1, 5), position=position)


def test_bad_arguments() -> None:
    with pytest.raises(ValueError, match=r"\(4,\), a component of \(1, 4\), is not one of the 3 h"):
        misere_quotient(Nim(), range(4)).outcome((1, 4))
    with pytest.raises(ValueError, match="a heap must be an integer ≥ 0, not -1"):
        misere_quotient(Nim(), [-1])
    with pytest.raises(ValueError, match="a misère quotient takes a ruleset"):
        misere_quotient(5, [1])  # type: ignore[arg-type]
    with pytest.raises(EndlessPlayError):
        misere_quotient(Rules(lambda n: [1 - n]), [0])
