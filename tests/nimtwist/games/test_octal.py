"""Octal games: their rules written out, and the values of Kayles and Dawson's Kayles."""

from __future__ import annotations

from itertools import product

import pytest

from nimtwist import Kayles, Nim, Octal, Solver, SumSolver


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


def test_kayles_has_the_period_12_from_71_on() -> None:
    """As published: Guy and Smith 1956, and the last exception is a row of 70."""
    solver = SumSolver(Kayles())
    values = [solver.grundy((pins,)) for pins in range(1001)]
    assert all(values[pins] == values[pins + 12] for pins in range(71, 989))
    assert values[70] != values[82]
    assert values[:13] == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]
    assert set(values[71:]) == {1, 2, 4, 7, 8}


def test_dawsons_kayles_has_the_period_34_from_53_on() -> None:
    solver = SumSolver(Octal("0.137"))
    values = [solver.grundy((heap,)) for heap in range(401)]
    assert all(values[heap] == values[heap + 34] for heap in range(53, 367))
    assert values[52] == values[86] or values[51] != values[85]
    pairs = SumSolver(Octal("0.07"))
    assert [pairs.grundy((heap + 1,)) for heap in range(400)] == values[:400]


def test_a_move_is_illegal_exactly_if_it_is_no_option() -> None:
    positions = list(product(range(4), repeat=2))
    for code, position, option in product(("0.77", "0.137", "4.1"), positions, positions):
        rules = Octal(code)
        why = rules.why_illegal(position, option)
        assert (why is None) == (rules.canonical(option) in rules.options(position))


def test_what_is_illegal_is_said() -> None:
    assert Kayles().why_illegal((4, 2), (4, 3)) == "no move of 0.77 makes (4, 3) of (4, 2)"
    assert Kayles().why_illegal((4,), (-1,)) == (
        "a heap must be a whole number, at least 0, not -1"
    )


def test_what_is_shown_is_read_again() -> None:
    for position in product(range(4), repeat=3):
        assert Kayles().read(Kayles().show(position)) == Kayles().canonical(position)
    assert repr(Kayles()) == "Kayles()" and repr(Octal("0.77")) == "Octal(code='0.77')"
