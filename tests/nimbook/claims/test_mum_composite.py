"""The claims on composite moduli: how they stand, where they fail first, and how often."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from typing import Any

import pytest

from nimbook.claims import LEDGER
from nimbook.claims.mum_composite import (
    ANALOGY,
    SENSES,
    Together,
    analogy,
    sec_5,
    sec_5_1,
    sense,
    table_a2_by_reading,
)
from nimtwist import Solver
from nimtwist.games import MuM, Nim
from tests.mutations import Mutation
from tests.verdicts import checked, with_the_ledger

VERDICTS = {
    "mum.sec-5": "refuted",
    "mum.sec-5.1": "conditional",
    "mum.table-5.2": "refuted",
    "mum.table-A.2": "holds",
}
DIVISORS_OF_24 = [2, 3, 4, 6, 8, 12, 24]


@with_the_ledger
@pytest.mark.parametrize(("id_", "verdict"), VERDICTS.items())
def test_each_claim_has_its_verdict(id_: str, verdict: str) -> None:
    assert checked(id_).verdict.verdict == verdict


# --- Any modulus ---------------------------------------------------------------------------------


def failures(modulus: int, **reading: Any) -> list[str]:
    arguments: dict[str, Any] = {"heaps": ("coprime",), "bulk": True, **reading}
    return [case for case in sec_5([modulus], 2, 6, **arguments) if case]


@pytest.mark.parametrize(
    ("reading", "moduli"),
    [
        ({}, DIVISORS_OF_24),
        ({"consolidation": "own-turn"}, DIVISORS_OF_24),
        ({"consolidation": "never"}, DIVISORS_OF_24),
        ({"of_units": False}, [2, 3]),
        ({"mumbers_for": (), "heaps": ("coprime", "any")}, [*range(2, 31)]),
        ({"mumbers_for": (), "consolidation": "own-turn"}, DIVISORS_OF_24),
        ({"mumbers_for": (), "consolidation": "never"}, DIVISORS_OF_24),
    ],
)
def test_a_reading_holds_for_these_moduli_below_31(
    reading: dict[str, Any], moduli: list[int]
) -> None:
    assert [n for n in range(2, 31) if not failures(n, **reading)] == moduli


@pytest.mark.parametrize(
    ("modulus", "reading", "sentence"),
    [
        (5, {}, "modulo 5, (3, 3) has mumber 2 and product 4"),
        (9, {}, "modulo 9, (5, 5) has mumber 4 and product 7"),
        (15, {}, "modulo 15, (7, 4) has mumber 2 and product 13"),
        (4, {"of_units": False}, "modulo 4, (3) has mumber 2 and product 3"),
        (5, {"consolidation": "own-turn"}, "modulo 5, (2, 2) is P, its product 4"),
        (
            4,
            {"heaps": ("any",), "movable": "any"},
            "modulo 4, (6, 2) is stranded, and has a heap above 4",
        ),
    ],
)
def test_a_reading_fails_there_first(modulus: int, reading: dict[str, Any], sentence: str) -> None:
    assert failures(modulus, **reading)[0] == sentence


def test_heaps_that_are_only_not_divisible_may_have_a_product_that_is() -> None:
    with pytest.raises(ValueError, match="heaps not divisible by 15, a composite modulus"):
        MuM(15, heaps="not divisible")
    assert MuM(15, "never", "not divisible").product((3, 5)) == 0


# --- The factors of a modulus --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "cases", "failed", "sentence"),
    [
        ("vector", 100, 0, None),
        ("each", 100, 0, None),
        ("some", 100, 0, None),
        ("residues", 16, 0, None),
        ("one", 100, 6, "modulo 12, (11) is N; the sum of its factor games is P"),
        ("value", 100, 50, "modulo 10, (3) is worth 1, the sum of its factor games 2"),
        ("all", 100, 41, "modulo 6, (5) is N; the factor games, all at a time, are P"),
        ("moves", 278, 66, "modulo 12, (7) becomes (5), and 2 residues change at once"),
        ("stranded", 100, 6, "modulo 10, (3, 3) is stranded; it is stranded modulo no factor"),
    ],
)
def test_a_sense_fails_so_often(name: str, cases: int, failed: int, sentence: str | None) -> None:
    found = sense(name, range(2, 16), 2, 12)
    assert (found.cases, found.failures, found.counterexample) == (cases, failed, sentence)
    assert found.range == "modulo 6, 10, 12, 14, 15: at most 2 heaps up to 12"
    assert found.statement == SENSES[name][0]


def test_many_heaps_above_the_modulus_are_moved_to_all_residues() -> None:
    """For each modulus of the quick check with several prime powers, alone and beside others."""
    arguments = {**LEDGER["mum.sec-5.1"].quick, "senses": ("residues",)}
    for modulus in (6, 10, 12, 14, 15):
        found = list(sec_5_1(**{**arguments, "moduli": [modulus]}))
        others = list(sec_5_1(**{**arguments, "moduli": [modulus], "senses": (), "above": 0}))
        assert not any(found)
        assert len(found) - len(others) >= 15


def test_a_heap_above_the_modulus_must_have_every_move(monkeypatch: pytest.MonkeyPatch) -> None:
    Mutation(MuM._smaller, "range(least, heap)", "range(least + 2 * (heap > 14), heap)").apply(
        monkeypatch
    )
    found = list(filter(None, sec_5_1([10], 2, 11, 9, ("residues",))))
    assert found[0] == "modulo 10, (17): moves of 17 reach 2 of 3 state vectors"


def test_a_game_modulo_2_adds_nothing_to_a_sum() -> None:
    """With one heap or two modulo 2 there is no winning, so n = 2q has the outcomes of q."""
    assert not sense("one", [6, 10, 14, 18, 22], 2, 12).failures


@pytest.mark.parametrize("heaps", [*combinations_with_replacement(range(4), 2)])
def test_heaps_played_together_are_won_as_is_known(heaps: tuple[int, int]) -> None:
    """Some at a time: lost if each is lost. All at a time: over with the shortest heap."""
    position = tuple((heap,) for heap in heaps)
    games = (Nim(), Nim())
    some, every = (Solver(Together(games, how)).outcome(position) for how in ("some", "all"))
    assert (some, every) == ("P" if heaps == (0, 0) else "N", "P" if 0 in heaps else "N")


def test_together_a_move_is_one_in_some_or_in_all() -> None:
    games, position = (Nim(), Nim()), ((2,), (1,))
    some, every = (set(Together(games, how).options(position)) for how in ("some", "all"))
    assert every == set(product([(), (1,)], [()]))
    assert some == set(product([(), (1,), (2,)], [(), (1,)])) - {position}


# --- Tables --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("feature", "sentence"),
    [
        ("Operation", "modulo 5, (3, 3) is worth 2, its heaps [3, 3] make 4"),
        ("Identity", None),
        ("Game Value", None),
        ("Sum of Games", "modulo 5, (2) + (2) is worth 1, not 4"),
        ("Structure", None),
        ("Value Domain", "modulo 5, (4, 3) is worth 6"),
    ],
)
def test_a_row_of_the_analogy_stands_or_falls(feature: str, sentence: str | None) -> None:
    assert analogy(feature, None, 2, 4).failures == 0
    assert analogy(feature, 5, 2, 4).counterexample == sentence
    assert analogy(feature, 5, 2, 4, outcomes=True).failures == 0


def test_the_whole_analogy_holds_for_the_divisors_of_24() -> None:
    whole = [n for n in range(2, 25) if not any(analogy(f, n, 2, 2).failures for f in ANALOGY)]
    assert whole == DIVISORS_OF_24


def test_table_a_2_too_leaves_only_consolidation_on_the_same_turn() -> None:
    """No row is stranded itself; what is, further down, changes one status."""
    heaps = combinations_with_replacement((11, 13, 14, 16), 3)
    assert not any(map(MuM(15).is_stranded, heaps))
    assert dict(table_a2_by_reading()) == {
        "on the same turn": "none",
        "on the same turn, if one likes": "none",
        "as a turn of its own": "(11, 11, 16): W, not L",
        "as a turn of its own, if one likes": "(13, 13, 16): L, not W",
        "never": "(13, 13, 16): L, not W",
    }
