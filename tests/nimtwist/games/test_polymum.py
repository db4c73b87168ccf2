"""Polynomial MuM: the field against polynomials written out, the rules under every reading."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimtwist import Solver
from nimtwist.games import PolyMuM
from nimtwist.games.mum import ProductIsOne
from nimtwist.games.mumber import MumberSolver
from nimtwist.games.products import Consolidation
from tests.nimtwist.algebra.written_out import remainder

Amounts = Literal["elements", "polynomial", "any"]

# One for each degree to 8: the last is that of AES.
POLYNOMIALS = [0b11, 0b111, 0b1011, 0b10011, 0b100101, 0b1000011, 0b10000011, 0b100011011]
CONSOLIDATIONS: tuple[Consolidation, ...] = ("same-turn", "own-turn", "never")
AMOUNTS: tuple[Amounts, ...] = ("elements", "polynomial", "any")

polynomials = st.sampled_from(POLYNOMIALS)


def readings(polynomial: int) -> list[PolyMuM]:
    """Return Polynomial MuM in every reading that there is."""
    return [
        PolyMuM(polynomial, consolidation, "canonical", "elements", compulsory)
        for consolidation, compulsory in product(CONSOLIDATIONS, (True, False))
    ] + [
        PolyMuM(polynomial, consolidation, "any", amounts, compulsory)
        for consolidation, amounts, compulsory in product(CONSOLIDATIONS, AMOUNTS, (True, False))
    ]


def positions(rules: PolyMuM, count: int, largest: int) -> list[tuple[int, ...]]:
    """Return the positions of so many heaps at most."""
    heaps = [heap for heap in range(1, largest + 1) if remainder(heap, rules.polynomial)]
    if rules.heaps == "canonical":
        heaps = [heap for heap in heaps if heap < 1 << rules.degree]
    sizes = range(count + 1)
    return [heaped for size in sizes for heaped in combinations_with_replacement(heaps, size)]


@pytest.mark.parametrize("polynomial", [0b10, *POLYNOMIALS[:4]])
def test_a_canonical_heap_is_the_remainder(polynomial: int) -> None:
    field = PolyMuM(polynomial)
    for heap in range(130):
        assert field.element(heap) == remainder(heap, polynomial)


@given(st.sampled_from([0b10, *POLYNOMIALS]), st.integers(0, 1 << 2000))
def test_long_heaps_are_made_canonical_as_their_digits_are(polynomial: int, heap: int) -> None:
    field, rest = PolyMuM(polynomial), 0
    for digit in f"{heap:b}":  # Horner's rule
        rest = field.element(rest << 1 | int(digit))
    assert field.element(heap) == rest


# --- The rules -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "position", "options"),
    [
        (PolyMuM(0b1011), (), []),
        (PolyMuM(0b1011), (1, 1), []),
        (PolyMuM(0b1011), (2, 5), [(1, 5), (1, 2), (2, 2), (2, 3), (2, 4)]),
        (PolyMuM(0b1011), (2, 2), [(1,), (2,), (3,)]),
        (PolyMuM(0b1011, "own-turn"), (2, 2), [(4,)]),
        (PolyMuM(0b1011, "own-turn", compulsory=False), (2, 2), [(1, 2), (4,)]),
        (PolyMuM(0b1011, "never"), (2, 2), [(1, 2)]),
        (PolyMuM(0b1011, "own-turn", when="always"), (2, 5), [(1,)]),
        (PolyMuM(0b1011, "own-turn", when="always"), (2,), [(1,)]),
        (PolyMuM(0b1011, heaps="any"), (10,), [(n,) for n in range(3, 10)]),
        (PolyMuM(0b1011, heaps="any"), (13,), [(n,) for n in range(6, 13) if n != 11]),
        (
            PolyMuM(0b1011, heaps="any", amounts="polynomial"),
            (13,),
            [(n,) for n in range(3, 13) if n != 11],
        ),
        (PolyMuM(0b111, "never", "any", "any"), (8,), [(n,) for n in (1, 2, 3, 4, 5, 6)]),
    ],
)
def test_options_written_out(
    rules: PolyMuM, position: tuple[int, ...], options: list[tuple[int, ...]]
) -> None:
    assert rules.options(position) == options


@pytest.mark.parametrize("polynomial", POLYNOMIALS[:3])
def test_stranded_positions_and_what_becomes_of_them_under_every_reading(polynomial: int) -> None:
    for rules in readings(polynomial):
        never = PolyMuM(polynomial, "never", rules.heaps, rules.amounts)
        for position in positions(rules, 2, 9):
            moves = never.options(position)
            assert len(set(moves)) == len(moves)
            to_one = {option for option in moves if rules.product(option) == 1}
            found = set()
            for heap, amount in rules.moves_to_one(position):
                left = list(position)
                left[left.index(heap)] -= amount
                found.add(tuple(sorted(left)))
            assert found == to_one
            stranded = rules.product(position) != 1 and not to_one
            assert rules.is_stranded(position) == stranded
            options = set(rules.options(position))
            if not stranded or rules.consolidation == "never":
                assert options == set(moves)
                continue
            single = rules.consolidated(position)
            assert single == (rules.product(position),)
            joined = {single} if rules.consolidation == "own-turn" else set(rules.options(single))
            assert options == (joined if rules.compulsory else joined | set(moves))


def test_synonyms_exist_without_canonical_heaps_however_much_may_be_taken() -> None:
    for amounts in AMOUNTS:
        rules = PolyMuM(0b1011, heaps="any", amounts=amounts)
        assert (3,) in rules.options((8,))
        assert rules.product((3,)) == rules.product((8,))
    canonical = PolyMuM(0b1011)
    for position in positions(canonical, 2, 7):
        if not canonical.is_stranded(position):
            for option in canonical.options(position):
                assert canonical.product(option) != canonical.product(position)


@pytest.mark.parametrize("polynomial", POLYNOMIALS[:4])
def test_on_the_same_turn_the_product_decides_and_all_winning_moves_are_known(
    polynomial: int,
) -> None:
    for compulsory in (True, False):
        rules = PolyMuM(polynomial, compulsory=compulsory)
        solver, theory = Solver(rules), ProductIsOne(rules)
        for position in positions(rules, 3, 1 << rules.degree):
            assert theory.outcome(position) == solver.outcome(position)
            winning = theory.winning_options(position)
            assert sorted(winning) == sorted(solver.winning_options(position))


def test_without_consolidation_the_game_is_nim_with_heaps_that_are_smaller_by_1() -> None:
    rules = PolyMuM(0b10011, "never")
    solver = MumberSolver(rules)
    for a, b in positions(rules, 2, 15)[16:]:
        assert solver.grundy((a, b)) == a - 1 ^ b - 1
        assert solver.mumber((a, b)) == (a - 1 ^ b - 1) + 1


# --- Notation ------------------------------------------------------------------------------------


@given(polynomials, st.data())
def test_what_is_shown_is_read_again(polynomial: int, data: st.DataObject) -> None:
    rules = PolyMuM(polynomial)
    heaps = st.lists(st.integers(1, (1 << rules.degree) - 1), max_size=5)
    position = tuple(sorted(data.draw(heaps)))
    assert rules.read(rules.show(position)) == position


@pytest.mark.parametrize("rules", readings(0b111), ids=repr)
def test_a_move_is_refused_exactly_if_it_is_no_option(rules: PolyMuM) -> None:
    some = positions(rules, 2, 9)
    for position in some:
        options = rules.options(position)
        for option in some:
            refused = rules.why_illegal(position, option)
            assert (refused is None) == (option in options), (position, option, refused)


def test_the_theory_is_that_of_the_plain_game() -> None:
    plain = PolyMuM(0b1011)
    with_a_form = [rules for rules in readings(0b1011) if rules.closed_form]
    assert set(with_a_form) == {plain, PolyMuM(0b1011, compulsory=False)}


def test_a_refusal_says_why() -> None:
    rules = PolyMuM(0b1011, heaps="any")
    assert rules.why_illegal((13,), (5,)) == "a move takes less than 8, but this one takes 8"
    assert PolyMuM(0b1011, "own-turn").why_illegal((2, 2), (3,)) == (
        "(2, 2) is stranded and becomes (4), not (3)"
    )


def test_a_hundred_thousand_heaps_and_a_heap_of_as_many_digits() -> None:
    aes = PolyMuM(0x11B)
    assert aes.product((3,) * 100_000) == aes.pow(3, 100_000)
    assert aes.consolidated((3,) * 100_000) == (aes.pow(3, 100_000),)
    heap = 10**100_000
    assert PolyMuM(0x11B, heaps="any").product((heap, 2)) == aes.mul(aes.element(heap), 2)
    with pytest.raises(ValueError, match=r"^heap \(a number of 332193 bits\) is not canonical"):
        aes.product((heap,))
