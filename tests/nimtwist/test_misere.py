"""Tests of misère quotients: against searches, published quotients and wrong candidates."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations_with_replacement, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimtwist import EndlessPlayError, Kayles, Nim, Octal, Rules, Ruleset, Solver, nim_sum
from nimtwist import misere as module
from nimtwist.games import Stones, TurningCorners
from nimtwist.misere import _Candidate, misere_quotient
from tests.lib.positions import odd

# --- Outcomes ------------------------------------------------------------------------------------


@given(st.from_regex(r"[04]\.[0-7]{1,3}", fullmatch=True), st.lists(st.integers(0, 4), max_size=7))
def test_outcomes_of_octal_games(code: str, heaps: list[int]) -> None:
    rules = Octal(code)
    quotient = misere_quotient(rules, range(5))
    assert quotient.outcome(tuple(heaps)) == Solver(rules, misere=True).outcome(tuple(heaps))


def test_a_quotient_for_which_elements_do_not_determine_outcomes() -> None:
    rules = Octal("0.46")
    quotient, solver = misere_quotient(rules, range(20)), Solver(rules, misere=True)
    assert quotient.order == 18
    for position in combinations_with_replacement(range(20), 2):
        assert quotient.outcome(position) == solver.outcome(position)


@given(st.lists(st.integers(0, 15), max_size=40))
def test_any_number_of_nim_heaps(heaps: list[int]) -> None:
    # C. L. Bouton: misère Nim differs from Nim only when no heap has more than one stick.
    p = nim_sum(heaps) == (max(heaps, default=0) < 2)
    assert NIM.outcome(tuple(heaps)) == ("P" if p else "N")


NIM = misere_quotient(Nim(), range(16))


# --- Published quotients -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "heap", "order"),
    [
        (Nim(), 1, 2),
        *((Nim(), 2**k - 1, 2**k + 2) for k in range(2, 6)),
        (Octal("0.07"), 13, 12),
        (Octal("0.07"), 24, 24),
        (Octal("0.75"), 40, 8),
        (Octal("0.123"), 40, 20),
    ],
)
def test_published_orders(rules: Ruleset[Any], heap: int, order: int) -> None:
    """See Plambeck, INTEGERS 5 (2005), G05, and Plambeck and Siegel (2008)."""
    assert misere_quotient(rules, range(heap + 1)).order == order


def test_the_quotient_of_kayles() -> None:
    kayles = misere_quotient(Kayles(), range(171))
    assert (kayles.order, len(kayles.p_elements)) == (40, 9)
    assert kayles.generators == [(1,), (2,), (5,), (9,), (12,), (25,), (27,)]
    # From 71 on, the elements have the same period as the Grundy values. Plambeck's theorem extends
    # the period from 2 · 71 + 12 + 2 heaps to all heaps.
    elements = [kayles.element((heap,)) for heap in range(171)]
    assert all(elements[heap] == elements[heap + 12] for heap in range(71, 171 - 12))
    assert elements[70] != elements[82]


# The positions of Kayles whose misère outcome differs from the normal one, by their normal outcome:
# an even ("E") or odd ("D") number of rows of the given lengths, or exactly one ("1").
# W. L. Sibert and J. H. Conway, "Mathematical Kayles", International Journal of Game Theory 20
# (1992), as restated in T. E. Plambeck's letter on Duplicate Kayles.
EXCEPTIONS = {
    "P": ("E(5) E(4,1)", "E(17,12,9) E(20,4,1)", "1(25) E(17,12,9) D(20,4,1)"),
    "N": (
        *("D(5) D(4,1)", "E(5) D(4,1)", "D(9) E(4,1)", "1(12) E(4,1)"),
        *("E(17,12,9) D(20,4,1)", "1(25) D(9) D(4,1)"),
    ),
}


def fits(rows: tuple[int, ...], exception: str) -> bool:
    """Return whether a position consists of the numbers of rows that an exception describes."""
    left = Counter(rows)
    for kind, lengths in re.findall(r"([ED1])\(([\d,]+)\)", exception):
        count = sum(left.pop(int(length), 0) for length in lengths.split(","))
        if not {"E": count % 2 == 0, "D": count % 2 == 1, "1": count == 1}[kind]:
            return False
    return not left


def test_kayles_agrees_with_the_solution_of_sibert_and_conway() -> None:
    quotient, values = misere_quotient(Kayles(), range(90)), Kayles().grundy_values(90)
    special = (1, 4, 5, 9, 12, 17, 20, 25)
    positions = [rows for n in range(7) for rows in combinations_with_replacement(special, n)]
    positions += [rows for n in range(4) for rows in combinations_with_replacement(range(1, 40), n)]
    positions += [(rows[0], 80, *rows) for rows in product(special, repeat=2)]
    exceptions = Counter[str]()
    for rows in positions:
        normal = "PN"[nim_sum(values[row] for row in rows) > 0]
        is_exception = any(fits(rows, exception) for exception in EXCEPTIONS[normal])
        exceptions[normal] += is_exception
        assert (quotient.outcome(rows) != normal) == is_exception, rows
    assert all(exceptions[normal] > 50 for normal in "PN")


# --- Structure -----------------------------------------------------------------------------------


def test_equal_quotients_are_equal() -> None:
    first, second = (misere_quotient(Kayles(), heaps) for heaps in (range(10), [9, 8]))
    assert first == second
    assert hash(first) == hash(second)
    assert first != misere_quotient(Kayles(), range(9))


def test_heaps_without_options_have_the_identity() -> None:
    quotient = misere_quotient(Octal("0.07"), [3])
    assert quotient.heaps == {(1,): 0, (3,): 1}
    assert misere_quotient(Octal("0.07"), []).order == 1


def test_positions_other_than_tuples_of_heaps() -> None:
    def options(text: str) -> list[str]:
        return [
            f"{text[:i]} {text[j:]}"
            for i in range(len(text))
            for j in (i + 1, i + 2)
            if " " not in text[i:j]
        ]

    row_of_pins = Rules(options, components=str.split)
    quotient = misere_quotient(row_of_pins, range(10), position=lambda n: "x" * n)
    kayles = misere_quotient(Kayles(), range(10))
    assert quotient.table == kayles.table
    assert quotient.outcome("xxx xxxx xx") == kayles.outcome((3, 4, 2))
    assert misere_quotient(Rules(range), range(4)).table == misere_quotient(Nim(), range(4)).table


def test_normal_play_is_refuted() -> None:
    rules = Nim()
    options = [[tuple(n - 1 for n in option) for option in rules.options((n,))] for n in (1, 2, 3)]
    table = [[x ^ y for y in range(4)] for x in range(4)]
    assert _Candidate(table, [True, False, False, False], [], [1, 2, 3]).refute(options) == ()


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
