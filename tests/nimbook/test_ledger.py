"""Tests for the ledger, using toy claims."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from nimbook.ledger import Case, Claim, Claims, Ledger, Proof, Source, Verdict


def below(numbers: int, limit: int = 100, proofs: int = 0) -> Iterator[Case]:
    """Yield the cases of the claim that all numbers from 0 to `numbers` - 1 are below `limit`.

    The true cases among the first `proofs` cases are proofs.
    """
    for number in range(numbers):
        case = Case(f"{number} is below {limit}", True, number < limit)
        yield Proof(str(number), None) if number < proofs and not case.fails else case


def claim(**fields: Any) -> Claim:
    defaults: dict[str, Any] = {
        "because": "it is a toy",
        "range_": "numbers below {numbers}".format_map,
        "quick": {"numbers": 10},
        "full": {"numbers": 20},
        "controls": BELOW_5,
        "kind": "claim",
        "statement": "Every number is below 100.",
    }
    claims = Claims(Source("toy", "A toy"))
    claims.of("below", **{**defaults, **fields})(below)
    return claims[0]


def verdict(**fields: Any) -> Verdict:
    return Ledger([claim(**fields)]).check("toy.below")


BELOW_5, BELOW_50 = ({f"all are below {n}": {"limit": n}} for n in (5, 50))
ALWAYS_REFUTED = {"": {"numbers": 10, "limit": 5}}
LIMIT_8 = {"numbers": 10, "limit": 8}
HIGHER_LIMIT: dict[str, Any] = {
    "repaired": "Every number is below 9001.",
    "repair": {"limit": 9001},
}
FEWER_NUMBERS: dict[str, Any] = {
    "repaired": "Every number up to 7 is below 8.",
    "repair": {"numbers": 8},
    "meant": "numbers up to 7: they are below 8",
}


@pytest.mark.parametrize(
    ("fields", "judgement", "reading"),
    [
        ({}, "holds", "as printed"),
        ({"reading": "integers"}, "holds", "integers"),
        ({"open": True, "reading": "solved: yes"}, "open", "solved: yes"),
        ({"cited": True, "reading": "below 10"}, "cited", "below 10"),
        ({"proved": True, "quick": {"numbers": 10, "proofs": 7}}, "proved", "as printed"),
        ({"quick": LIMIT_8, **HIGHER_LIMIT, "proved": True}, "refuted", "as printed"),
        ({"quick": LIMIT_8, **HIGHER_LIMIT, "reading": "two exceptions"}, "refuted", None),
        ({"quick": LIMIT_8, **FEWER_NUMBERS}, "conditional", FEWER_NUMBERS["meant"]),
    ],
)
def test_the_verdict_follows_from_the_cases(
    fields: dict[str, Any], judgement: str, reading: str | None
) -> None:
    result = verdict(**fields)
    assert (result.verdict, result.problem) == (judgement, None)
    assert result.reading == reading or reading is None


@pytest.mark.parametrize(
    ("fields", "trouble"),
    [
        ({"controls": BELOW_50}, "did not refute the control “all are below 50”"),
        ({"controls": {**BELOW_5, **BELOW_50}}, "did not refute the control “all are below 50”"),
        ({"controls": {}}, "the claim has no control"),
        ({"proved": True}, "yielded no proof"),
        ({"quick": LIMIT_8}, "the claim fails and has no repair: 8 is below 8: false"),
        (
            {"quick": LIMIT_8, "repaired": "", "repair": {"limit": 9}},
            "the repair fails: 9 is below 9",
        ),
        ({**HIGHER_LIMIT}, "the claim has a repair although it does not fail"),
        ({"quick": {"numbers": 0}, "controls": ALWAYS_REFUTED}, "yielded no cases"),
        (
            {
                "quick": LIMIT_8,
                "repaired": "",
                "repair": {"numbers": 0},
                "controls": ALWAYS_REFUTED,
            },
            "yielded no cases",
        ),
    ],
)
def test_a_broken_check_is_reported(fields: dict[str, Any], trouble: str) -> None:
    result = verdict(**fields)
    assert trouble in (result.problem or "")
    assert result.headline == f"broken check: {result.problem}"


def test_controls_are_variants_of_the_repaired_claim() -> None:
    # The printed claim is false, so variants of it might fail for the same reason as the claim.
    assert verdict(quick=LIMIT_8, **FEWER_NUMBERS, controls={"below 7": {"limit": 7}}).control
    assert not verdict(quick=LIMIT_8, **FEWER_NUMBERS, controls={"same": {}}).control


def test_errors_in_a_checker_name_the_claim() -> None:
    with pytest.raises(TypeError) as caught:
        verdict(quick={"numbers": "ten"})
    assert caught.value.__notes__ == ["while checking toy.below: “Every number is below 100.”"]


def test_duplicate_ids_are_rejected() -> None:
    with pytest.raises(ValueError, match="two claims in the ledger have the same id"):
        Ledger([claim(), claim()])
