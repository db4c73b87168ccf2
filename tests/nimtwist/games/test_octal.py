"""Octal games: their rules written out, and the values of Kayles and Dawson's Kayles."""

from __future__ import annotations

from itertools import product

import pytest

from nimtwist import Kayles, Nim, Octal, Solver, SumSolver
from nimtwist.games.octal import Periodic, left_of
from tests.mutations import Mutation

GAME = Octal("0.137")


MUTATIONS: list[tuple[Mutation, str]] = [
    (Mutation(left_of, "most)) + 1)", "most)))"), "nimber.kayles"),
    (Mutation(left_of, "if digit & 2 and left", "if digit & 4 and left > 4"), "nimber.kayles"),
    (Mutation(Octal.components, "(heap,) for", "(heap // 2,) for"), "nimber.kayles"),
    (Mutation(Periodic._value, "self.start) %", "self.start + 1) %"), "nimber.kayles"),
]


@pytest.mark.parametrize(
    ("code", "position", "options"),
    [
        ("0.77", (), []),
        ("0.77", (0, 0), []),
        ("0.77", (3,), [(2,), (1, 1), (1,)]),
        ("0.77", (3, 1, 1), [(1, 3), (1, 1, 2), (1, 1, 1, 1), (1, 1, 1)]),
        ("0.07", (4, 1), [(1, 2), (1, 1, 1)]),
        ("0.137", (2,), [()]),
        ("0.137", (3,), [(1,), ()]),
        ("4.0", (5,), [(1, 4), (2, 3)]),
    ],
)
def test_options_written_out(
    code: str, position: tuple[int, ...], options: list[tuple[int, ...]]
) -> None:
    assert Octal(code).options(position) == options


def test_a_heap_of_any_size_with_digits_of_3_is_nim() -> None:
    nim, octal = Solver(Nim()), Solver(Octal("0.33333"))
    for position in product(range(6), repeat=2):
        assert set(Octal("0.33333").options(position)) == set(Nim().options(position))
        assert octal.grundy(position) == nim.grundy(position)


@pytest.mark.parametrize("code", ["0.77", "0.07", "0.137"])
def test_the_period_is_proved_and_begins_no_sooner(code: str) -> None:
    theory, solver = Octal(code).closed_form, SumSolver(Octal(code))
    assert theory is not None
    values = [solver.grundy((heap,)) for heap in range(theory.proved_by + theory.period + 300)]
    assert values == [theory.grundy((heap,)) for heap in range(len(values))]
    assert values[theory.start - 1] != values[theory.start - 1 + theory.period]
    for less in range(1, theory.period):
        later = values[theory.start :]
        assert later[less : less + theory.period] != later[: theory.period]
    assert Octal("0.6").closed_form is None


def test_kayles_is_as_published() -> None:
    """Guy and Smith 1956."""
    solver = SumSolver(Kayles())
    values = [solver.grundy((pins,)) for pins in range(1001)]
    assert values[:13] == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]
    assert set(values[71:]) == {1, 2, 4, 7, 8}


def test_dawsons_kayles_has_two_codes() -> None:
    one, pairs = SumSolver(Octal("0.137")), SumSolver(Octal("0.07"))
    for heap in range(400):
        assert pairs.grundy((heap + 1,)) == one.grundy((heap,))


def test_a_move_is_illegal_exactly_if_it_is_no_option() -> None:
    positions = list(product(range(4), repeat=2))
    for code, position, option in product(("0.77", "0.137", "4.1"), positions, positions):
        rules = Octal(code)
        why = rules.why_illegal(position, option)
        assert (why is None) == (rules.canonical(option) in rules.options(position))


def test_what_is_illegal_is_said() -> None:
    assert Kayles().why_illegal((4, 2), (4, 3)) == "no move of 0.77 turns (4, 2) into (4, 3)"
    assert Kayles().why_illegal((4,), (-1,)) == (
        "a heap must be a whole number, at least 0, not -1"
    )


def test_what_is_shown_is_read_again() -> None:
    for position in product(range(4), repeat=3):
        assert Kayles().read(Kayles().show(position)) == Kayles().canonical(position)
    assert repr(Kayles()) == "Kayles()" and repr(Octal("0.77")) == "Octal(code='0.77')"


@pytest.mark.parametrize("code", ["0.77", "0.07", "0.137"])
def test_the_winning_moves_are_those_of_the_game_and_of_long_rows_at_least_one(code: str) -> None:
    theory, solver = Octal(code).closed_form, SumSolver(Octal(code))
    assert theory is not None
    middling = [(heap, theory.values.index(value)) for heap in (52, 57) for value in (4, 5)]
    for position in [*product(range(8), range(8), (0, 5)), *middling]:
        assert theory.winning_options(position) == solver.winning_options(position)
    fewer = 0
    for long in [(230,), (231, 230), (300, 240, 12), (300, 299, 298), (251, 251, 1)]:
        some, wins = theory.winning_options(long), solver.winning_options(long)
        assert set(some) <= set(wins) and bool(some) == bool(wins)
        fewer += len(some) < len(wins)
    assert fewer
