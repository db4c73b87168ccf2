"""The claims of the note on nimbers about arithmetic, and the sequences that are compared."""

from __future__ import annotations

from itertools import islice, product
from operator import add as plus

import pytest

from nimbook.claims.nimber import (
    CLAIMS,
    PRINTED,
    SEQUENCES,
    agreeing,
    digit_matrix,
    inverse_steps,
    walsh_columns,
)
from nimtwist import mex
from nimtwist.nimber import div, inv, mul, products_by_mex, sums_by_mex
from tests.verdicts import checked, with_the_ledger

VERDICTS = {
    "nimber.add": "holds",
    "nimber.add-laws": "holds",
    "nimber.mul": "holds",
    "nimber.inverse": "conditional",
    "nimber.field": "holds",
    "nimber.cubic": "holds",
    "nimber.fermat": "holds",
    "nimber.table-add": "holds",
    "nimber.table-mul": "holds",
    "nimber.table-pow2": "holds",
}


def test_the_ledger_has_these_claims_in_the_order_of_the_note() -> None:
    assert [claim.id for claim in CLAIMS] == list(VERDICTS)


@with_the_ledger
@pytest.mark.parametrize(("id_", "verdict"), VERDICTS.items())
def test_each_claim_has_its_verdict(id_: str, verdict: str) -> None:
    assert checked(id_).verdict.verdict == verdict


@with_the_ledger
def test_the_inverse_needs_its_reading() -> None:
    printed = checked("nimber.inverse").verdict.printed
    # Of 1 there is only 0 in the set, whatever + means; and the printed inverses are all right.
    assert (printed.cases, printed.failures) == (15 + len(PRINTED["A051917"]), 14)
    assert printed.counterexample == (
        "the inverse of 2 is 3; the engine has 3, the mex of 300 elements of S is 2"
    )


@pytest.mark.parametrize("number", SEQUENCES)
def test_every_printed_term_is_what_the_engine_has(number: str) -> None:
    assert set(agreeing(number)) == {None}


def test_as_many_terms_are_compared_as_the_encyclopedia_displays() -> None:
    assert {number: len(list(agreeing(number))) for number in SEQUENCES} == {
        "A003987": 105,
        "A051775": 83,
        "A051910": 78,
        "A223541": 57,
        "A006042": 72,
        "A335170": 57,
        "A160679": 71,
        "A051917": 59,
    }
    assert set(PRINTED) == set(SEQUENCES)


@pytest.mark.parametrize("number", SEQUENCES)
@pytest.mark.parametrize("place", [0, 30, -1])
def test_another_printed_term_is_seen(
    number: str, place: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    terms = list(PRINTED[number])
    terms[place] += 1
    monkeypatch.setitem(PRINTED, number, terms)
    [wrong] = [case for case in agreeing(number) if case]
    assert wrong.startswith(f"{number} has {terms[place]} at ")


def test_digits_of_a_product_are_a_walsh_matrix_with_its_columns_in_another_order() -> None:
    products = products_by_mex(16, 16)
    orders = [walsh_columns(digit_matrix(products, place)) for place in range(4)]
    assert orders[3] == [0, 8, 12, 4, 10, 2, 6, 14, 15, 7, 3, 11, 5, 13, 9, 1]
    for place, order in enumerate(orders):
        assert order is not None
        for i in range(16):
            for j in range(16):
                assert products[i][j] >> place & 1 == (i & order[j]).bit_count() % 2


def test_what_is_no_permuted_walsh_matrix() -> None:
    assert walsh_columns([[0, 0], [0, 0]]) is None
    assert walsh_columns([[1, 0], [1, 1]]) is None
    assert walsh_columns(digit_matrix(sums_by_mex(16, 16), 0)) is None
    assert walsh_columns([[0]]) == [0]


# --- Conway's set --------------------------------------------------------------------------------


def test_the_inverse_is_the_mex_of_conways_set() -> None:
    for a in range(1, 40):
        assert mex(step.element for step in inverse_steps(a)) == inv(a)


def test_conways_set_is_closed_and_each_step_says_why() -> None:
    for a in (1, 2, 5, 8, 16, 21):
        steps = list(inverse_steps(a))
        elements = [step.element for step in steps]
        assert elements[0] == 0
        assert len(set(elements)) == len(elements)
        for n, (element, smaller, known) in enumerate(steps[1:], start=1):
            assert 0 < smaller < a
            assert known in elements[:n]
            assert mul(element, smaller) == 1 ^ mul(smaller ^ a, known)
        closure = {div(1 ^ mul(x ^ a, known), x) for x, known in product(range(1, a), elements)}
        assert closure <= set(elements)


def test_with_ordinary_addition_conways_set_is_another_one() -> None:
    elements = [step.element for step in islice(inverse_steps(2, plus), 1000)]
    assert len(set(elements)) == 1000
    assert elements[:4] == [0, 1, 4, 13]
    assert mex(elements) == 2 != inv(2)
