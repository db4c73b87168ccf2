"""The machinery of the ledger on toy claims, and laws that hold for every claim in it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from nimbook import CHAPTERS
from nimbook.claims import _MODULES, LEDGER, check
from nimbook.ledger import (
    Case,
    Claim,
    Claims,
    Ledger,
    Proof,
    Source,
    Verdict,
)
from tests.verdicts import checked, with_the_ledger

pytestmark = with_the_ledger

ROOT = Path(__file__).parents[2]


# --- Toy claims ----------------------------------------------------------------------------------


def below(numbers: int, limit: int = 100, proofs: int = 0) -> Iterator[Case]:
    """Claim that every number up to `numbers` is below `limit`."""
    for number in range(numbers):
        case = Case(f"{number} is below {limit}", True, number < limit)
        yield Proof(str(number), None) if number < proofs and not case.fails else case


def claim(**entry: Any) -> Claim:
    defaults: dict[str, Any] = {
        "because": "so it was made",
        "range_": "numbers below {numbers}".format_map,
        "quick": {"numbers": 10},
        "full": {"numbers": 20},
        "controls": BELOW_5,
        "kind": "claim",
        "statement": "Every number is below 100.",
    }
    claims = Claims(Source("toy", "A toy"))
    claims.of("below", **{**defaults, **entry})(below)
    return claims[0]


def verdict(**entry: Any) -> Verdict:
    return Ledger([claim(**entry)]).check("toy.below")


BELOW_5, BELOW_50 = ({f"all are below {n}": {"limit": n}} for n in (5, 50))
NEVER = {"": {"numbers": 10, "limit": 5}}
EIGHT = {"numbers": 10, "limit": 8}
MORE: dict[str, Any] = {"repaired": "Every number is below 9001.", "repair": {"limit": 9001}}
FEWER: dict[str, Any] = {
    "repaired": "Every number up to 7 is below 8.",
    "repair": {"numbers": 8},
    "meant": "numbers up to 7: it is so",
}


@pytest.mark.parametrize(
    ("entry", "judgement", "reading"),
    [
        ({}, "holds", "as printed"),
        ({"reading": "integers"}, "holds", "integers"),
        ({"open": True, "reading": "settled: yes"}, "open", "settled: yes"),
        ({"cited": True, "reading": "below 10"}, "cited", "below 10"),
        ({"proved": True, "quick": {"numbers": 10, "proofs": 7}}, "proved", "as printed"),
        ({"quick": EIGHT, **MORE, "proved": True}, "refuted", "as printed"),
        ({"quick": EIGHT, **MORE, "reading": "true but for two"}, "refuted", None),
        ({"quick": EIGHT, **FEWER}, "conditional", FEWER["meant"]),
    ],
)
def test_the_verdict_follows_from_the_cases(
    entry: dict[str, Any], judgement: str, reading: str | None
) -> None:
    found = verdict(**entry)
    assert (found.verdict, found.trouble) == (judgement, None)
    assert found.reading == reading or reading is None


@pytest.mark.parametrize(
    ("entry", "trouble"),
    [
        ({"controls": BELOW_50}, "did not refute the control “all are below 50”"),
        ({"controls": {**BELOW_5, **BELOW_50}}, "did not refute the control “all are below 50”"),
        ({"controls": {}}, "the claim has no control"),
        ({"proved": True}, "found no proof"),
        ({"quick": EIGHT}, "the claim fails and has no repair: 8 is below 8: false"),
        (
            {"quick": EIGHT, "repaired": "", "repair": {"limit": 9}},
            "the repair fails: 9 is below 9",
        ),
        ({**MORE}, "the claim has a repair although it does not fail"),
        ({"quick": {"numbers": 0}, "controls": NEVER}, "found no case"),
        (
            {"quick": EIGHT, "repaired": "", "repair": {"numbers": 0}, "controls": NEVER},
            "found no case",
        ),
    ],
)
def test_a_check_that_proves_nothing_is_in_trouble(entry: dict[str, Any], trouble: str) -> None:
    found = verdict(**entry)
    assert trouble in (found.trouble or "")
    assert found.headline == f"not in order: {found.trouble}"


def test_the_control_is_a_variant_of_the_repaired_claim() -> None:
    # As printed the wrong variant would fail anyway; with the repair it only just does.
    assert verdict(quick=EIGHT, **FEWER, controls={"below 7": {"limit": 7}}).control
    assert not verdict(quick=EIGHT, **FEWER, controls={"same": {}}).control


def test_an_error_names_the_claim_that_was_checked() -> None:
    with pytest.raises(TypeError) as caught:
        verdict(quick={"numbers": "ten"})
    assert caught.value.__notes__ == [
        "This came of checking toy.below: “Every number is below 100.”"
    ]


def test_unknown_and_repeated_names_are_refused() -> None:
    with pytest.raises(ValueError, match="two claims of the ledger have the same id"):
        Ledger([claim(), claim()])
    with pytest.raises(ValueError, match=r"no claim 'twist.thm1' .*; did you mean twist\.thm-1 "):
        check("twist.thm1")
    with pytest.raises(ValueError, match="no claim 7 "):
        check(7)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="the scope is 'quick' or 'full', not 'slow'"):
        check("twist.thm-1", "slow")  # type: ignore[arg-type]


# --- The claims of the sources -------------------------------------------------------------------


@pytest.mark.parametrize("id_", LEDGER)
def test_no_claim_is_in_trouble(id_: str) -> None:
    """What the checks find is in the chapters, on cards, and compared there."""
    found = checked(id_).verdict
    assert found.trouble is None
    entry = found.as_json()
    assert json.loads(json.dumps(entry)) == entry
    assert (entry["proofs"] > 0) == (entry["verdict"] == "proved")


def test_every_claim_has_a_card() -> None:
    """But for one, which is like another one that has."""
    cells = [
        "".join(cell["source"])
        for notebook in (ROOT / "notebooks").glob("*.ipynb")
        for cell in json.loads(notebook.read_text("utf8"))["cells"]
    ]
    cards = [id_ for cell in cells for id_ in re.findall(r'verdict_card\(check\("(.+?)"\)\)', cell)]
    assert sorted([*cards, "atlas.different"]) == sorted(LEDGER)


def not_proved(labels: list[str], text: str) -> list[str]:
    """Return the labels of theorems that a chapter does not state, with a proof after them."""
    stated = r":::\{{prf:(theorem|proposition)\}}[^\n]*\n:label: {}\n(?:(?!\n:::).)*\n:::\s+"
    proof = r":::\{prf:proof\}\n[^:]"
    return [label for label in labels if not re.search(stated.format(label) + proof, text, re.S)]


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_new_theorems_are_proved_in_their_chapter(chapter: str) -> None:
    [notebook] = (ROOT / "notebooks").glob(f"*_{chapter}.ipynb")
    cells = json.loads(notebook.read_text("utf8"))["cells"]
    text = "\n\n".join("".join(cell["source"]) for cell in cells)
    claims = [claim for claim in LEDGER.values() if claim.chapter == chapter]
    labels = [label for claim in claims for label in claim.new]
    assert not_proved(labels, text) == []
    assert not_proved(labels, text.replace(":::{prf:proof}", "")) == labels


def test_no_claim_rests_on_itself() -> None:
    """The sorter raises an error where there is a circle."""
    below = {id_: claim.rests_on for id_, claim in LEDGER.items()}
    assert {*TopologicalSorter(below).static_order()} == {*LEDGER}
    assert all(len({*others}) == len(others) for others in below.values())


@pytest.mark.parametrize("name", _MODULES)
def test_the_words_of_a_module_are_those_of_its_claims(name: str) -> None:
    claims = import_module(f"nimbook.claims.{name}").CLAIMS
    assert [claim.name for claim in claims] == [*claims.words]
