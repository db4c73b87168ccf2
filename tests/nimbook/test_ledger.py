"""The machinery of the ledger on toy claims, and what holds of every claim in it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from nimbook import CHAPTERS
from nimbook.claims import LEDGER, check
from nimbook.ledger import (
    SIGNS,
    Case,
    Claim,
    Claims,
    Control,
    Ledger,
    Proof,
    Repair,
    Source,
    Verdict,
)
from nimbook.sources import SOURCES
from tests.verdicts import checked, with_the_ledger

pytestmark = with_the_ledger

ROOT = Path(__file__).parents[2]

# The modules in which the chapters check claims.

FIELDS = {
    *("id", "source", "source_title", "chapter", "kind", "statement", "verdict", "because", "sign"),
    *("headline", "own", "reading", "scope", "rests_on"),
    *(
        "range",
        "cases",
        "proofs",
        "failures",
        "counterexample",
        "control",
        "trouble",
        "facts",
        "repaired",
        "new",
        "seconds",
    ),
}


def claims_of(chapter: str) -> list[Claim]:
    """Return the claims that a chapter shows."""
    return [claim for claim in LEDGER.values() if claim.chapter == chapter]


# --- Toy claims ----------------------------------------------------------------------------------


def below(numbers: int, limit: int = 100, least: int = 0, proofs: int = 0) -> Iterator[Case]:
    """Claim that every number from `least` up to `numbers` is below `limit`."""
    for number in range(least, numbers):
        case = Case(f"{number} is below {limit}", True, number < limit)
        yield Proof(str(number), None) if number < proofs and not case.fails else case


def claim(**entry: Any) -> Claim:
    defaults: dict[str, Any] = {
        "because": "so it was made",
        "range_": "numbers below {numbers}".format_map,
        "quick": {"numbers": 10},
        "full": {"numbers": 20},
        "control": Control("all are below 5", {"limit": 5}),
    }
    claims = Claims()
    about = (Source("toy", "A toy"), "below", "claim", "Every number is below 100.")
    claims.of(*about, **{**defaults, **entry})(below)
    return claims[0]


def verdict(**entry: Any) -> Verdict:
    return Ledger([claim(**entry)]).check("toy.below")


EIGHT = {"numbers": 10, "limit": 8}
PROVED = {"numbers": 10, "proofs": 7}
MORE = Repair("Every number is below 9001.", {"limit": 9001})
FEWER = Repair("Every number up to 7 is below 8.", {"numbers": 8}, "numbers up to 7")
FEW = {"numbers": 3, "limit": 8}
ZERO = Control("none is below 0", {"limit": 0})


@pytest.mark.parametrize(
    ("entry", "judgement", "reading"),
    [
        ({}, "holds", "as printed"),
        ({"reading": "whole numbers"}, "holds", "whole numbers"),
        ({"open": True, "reading": "settled: yes"}, "open", "settled: yes"),
        ({"cited": True, "reading": "below 10"}, "cited", "below 10"),
        ({"proved": True, "quick": PROVED}, "proved", "as printed"),
        ({"quick": EIGHT, "repair": MORE, "proved": True}, "refuted", "as printed"),
        ({"quick": EIGHT, "repair": MORE}, "refuted", "as printed"),
        ({"quick": EIGHT, "repair": MORE, "reading": "whole ones"}, "refuted", "whole ones"),
        ({"quick": EIGHT, "repair": FEWER}, "conditional", "numbers up to 7"),
    ],
)
def test_the_verdict_follows_from_what_was_found(
    entry: dict[str, Any], judgement: str, reading: str
) -> None:
    found = verdict(**entry)
    assert (found.verdict, found.reading, found.trouble) == (judgement, reading, None)


@pytest.mark.parametrize(
    ("entry", "headline"),
    [
        ({}, "checked in 10 cases"),
        ({"quick": {"numbers": 1}, "control": ZERO}, "checked in 1 case"),
        ({"quick": {"numbers": 2345, "limit": 9001}}, "checked in 2,345 cases"),
        (
            {"proved": True, "quick": PROVED, "full": PROVED},
            "proved for all sizes: 7 proofs checked",
        ),
        (
            {"proved": True, "quick": PROVED},
            "proved for all sizes: 7 proofs checked here, all of them in the full check",
        ),
        (
            {"quick": EIGHT, "repair": replace(FEWER, meant="below 8: they are so small")},
            "false as printed; true if below 8: checked in 8 cases",
        ),
        (
            {
                "quick": {"numbers": 9, "limit": 8},
                "repair": replace(MORE, arguments=FEW),
                "control": ZERO,
            },
            "false as printed; what is true instead is checked in 3 cases",
        ),
        ({"cited": True}, "proved in the literature; a finite part is checked in 10 cases"),
        (
            {"open": True, "reading": "settled: yes"},
            "an open problem; what is settled of it is checked in 10 cases",
        ),
        ({"control": ()}, "not in order: the claim has no control"),
    ],
)
def test_the_headline_says_in_one_line_how_far_a_claim_is_true(
    entry: dict[str, Any], headline: str
) -> None:
    assert verdict(**entry).headline == headline


@pytest.mark.parametrize(
    ("entry", "trouble"),
    [
        (
            {"control": Control("all are below 50", {"limit": 50})},
            "the checker did not refute the control “all are below 50”, so it proves nothing",
        ),
        (
            {
                "control": (
                    Control("all are below 5", {"limit": 5}),
                    Control("all are below 50", {"limit": 50}),
                )
            },
            "the checker did not refute the control “all are below 50”, so it proves nothing",
        ),
        (
            {"control": ()},
            "the claim has no control",
        ),
        (
            {"quick": EIGHT},
            "the claim fails and has no repair: 8 is below 8: false",
        ),
        (
            {"quick": EIGHT, "repair": Repair("Below 9.", {"limit": 9})},
            "the repair fails: 9 is below 9: false",
        ),
        (
            {"repair": MORE},
            "the claim has a repair although it does not fail",
        ),
        (
            {"quick": {"numbers": 0}, "control": Control("", {"numbers": 10, "limit": 5})},
            "the checker found no case to check",
        ),
        (
            {
                "quick": EIGHT,
                "repair": Repair("Nothing.", {"numbers": 0}),
                "control": Control("", {"numbers": 10, "limit": 5}),
            },
            "the checker found no case to check",
        ),
    ],
)
def test_a_check_that_proves_nothing_is_in_trouble(entry: dict[str, Any], trouble: str) -> None:
    assert verdict(**entry).trouble == trouble


def test_a_finding_counts_and_keeps_the_first_counterexample_and_the_range() -> None:
    found = verdict(quick=EIGHT, repair=FEWER)
    assert (found.printed.cases, found.printed.failures) == (10, 2)
    assert found.printed.counterexample == "8 is below 8: false"
    assert found.printed.range == "numbers below 10"
    assert found.repaired is not None
    assert (found.repaired.cases, found.repaired.failures) == (8, 0)
    assert (found.repaired.range, found.repaired.counterexample) == ("numbers below 8", None)


def test_the_control_is_a_variant_of_the_repaired_claim() -> None:
    # As printed the wrong variant would fail anyway; with the repair it only just does.
    found = verdict(quick=EIGHT, repair=FEWER, control=Control("below 7", {"limit": 7}))
    assert found.control
    assert not verdict(quick=EIGHT, repair=FEWER, control=Control("same", {})).control


def test_a_claim_may_have_a_control_for_each_of_its_parts() -> None:
    below_5, below_50 = (Control(f"all are below {n}", {"limit": n}) for n in (5, 50))
    found = verdict(control=(below_5, below_50))
    assert (found.refuted, found.control) == ((True, False), False)
    assert found.facts[-2:] == [
        ("wrong on purpose", "found wrong: “all are below 5”"),
        ("wrong on purpose", "NOT found wrong: “all are below 50”"),
    ]
    assert found.as_json()["control"] is False
    assert found.as_json()["trouble"] == found.trouble
    assert found.trouble
    assert verdict(control=(below_5, Control("all are above 3", {"limit": 4}))).control


def test_progress_counts_the_cases() -> None:
    counts: list[int] = []
    ledger = Ledger([claim(quick={"numbers": 5000, "limit": 9001})])
    ledger.check("toy.below", progress=counts.append)
    assert counts == [1024, 2048, 3072, 4096]


def test_an_error_names_the_claim_that_was_checked() -> None:
    with pytest.raises(TypeError) as caught:
        verdict(quick={"numbers": "ten"})
    assert caught.value.__notes__ == [
        "This came of checking toy.below: “Every number is below 100.”"
    ]


def test_a_ledger_has_each_id_once_in_order() -> None:
    with pytest.raises(ValueError, match="two claims of the ledger have the same id"):
        Ledger([claim(), claim()])
    assert list(Ledger([claim()])) == ["toy.below"]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: check("twist.thm1"),
            "there is no claim 'twist.thm1' in the ledger; did you mean twist.thm-1 ",
        ),
        (lambda: check("?"), "there is no claim '?' in the ledger; known: twist.lemma-1, "),
        (lambda: check(7), "there is no claim 7 in the ledger; known: "),  # type: ignore[arg-type]
        (
            lambda: check("twist.thm-1", "slow"),  # type: ignore[arg-type]
            "the scope is 'quick' or 'full', not 'slow'",
        ),
    ],
)
def test_an_unknown_claim_or_scope_is_quoted(call: Callable[[], Verdict], message: str) -> None:
    with pytest.raises(ValueError) as caught:
        call()
    assert str(caught.value).startswith(message)


# --- The claims of the sources -------------------------------------------------------------------


@pytest.mark.parametrize("id_", LEDGER)
def test_every_claim_is_checked_without_trouble(id_: str) -> None:
    found = checked(id_).verdict
    assert found.trouble is None
    assert found.control
    assert found.printed.cases > 0
    assert found.verdict in set(SIGNS)
    entry = found.as_json()
    assert entry.keys() == FIELDS
    assert json.loads(json.dumps(entry)) == entry
    assert entry["id"] == id_ == f"{entry['source']}.{id_.partition('.')[2]}"
    for name in ("source_title", "kind", "statement", "reading", "range"):
        assert isinstance(entry[name], str) and entry[name]
    assert (entry["counterexample"] is None) == (entry["failures"] == 0)
    terms = [term for term, _ in entry["facts"]]
    assert terms[:2] == ["because", "checked"] and terms[-1] == "wrong on purpose"
    assert terms[2:4] == ["in full", "found"] or terms[2] == "found"
    assert (entry["proofs"] > 0) == (entry["verdict"] == "proved")
    assert ("true if" in terms) == (entry["verdict"] == "conditional")
    assert ("first failure" in terms) == (entry["failures"] > 0)
    if entry["verdict"] in ("refuted", "conditional"):
        assert entry["repaired"]["cases"] > 0 and entry["repaired"]["failures"] == 0
    else:
        assert entry["repaired"] is None


"""The verdicts of all claims that do not just hold: to change one is a decision, made here."""


def not_proved(chapter: str, text: str) -> list[str]:
    """Return the labels of new theorems that a chapter does not state, with a proof after them."""
    labels = [theorem.label for claim in claims_of(chapter) for theorem in claim.new]
    stated = r":::\{{prf:(theorem|proposition)\}}[^\n]*\n:label: {}\n(?:(?!\n:::).)*\n:::\s+"
    proof = r":::\{prf:proof\}\n[^:]"
    return [label for label in labels if not re.search(stated.format(label) + proof, text, re.S)]


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_what_is_new_is_proved_in_its_chapter(chapter: str) -> None:
    [notebook] = (ROOT / "notebooks").glob(f"*_{chapter}.ipynb")
    cells = json.loads(notebook.read_text("utf8"))["cells"]
    text = "\n\n".join("".join(cell["source"]) for cell in cells)
    assert not_proved(chapter, text) == []
    labels = [theorem.label for claim in claims_of(chapter) for theorem in claim.new]
    assert not_proved(chapter, text.replace(":::{prf:proof}", "")) == labels


# What a claim relies on, by the words of it that are no claim's id.
BY_NAME = {
    "theorem of Sprague and Grundy": "nimber.sprague-grundy",
    "Lemma 4.2": "mum.lemma-4.2",
}

# The laws of the product are Conway's. They are tried on large numbers, too, whose products are
# worked out by rules; and these, the chapter proves from the laws.
TRIED_BY_WHAT_RESTS_ON_IT = {("nimber.mul", "nimber.fermat")}


def below_claim(id_: str) -> set[str]:
    """Return all that a claim rests on, however far away."""
    found: set[str] = set()
    todo = [*LEDGER[id_].rests_on]
    while todo:
        other = todo.pop()
        if other not in found:
            found.add(other)
            todo += LEDGER[other].rests_on
    return found


def test_what_claims_rest_on_are_claims_and_no_claim_rests_on_itself() -> None:
    for id_, claim in LEDGER.items():
        assert set(claim.rests_on) <= set(LEDGER), id_
        assert len(set(claim.rests_on)) == len(claim.rests_on), id_
        assert id_ not in below_claim(id_)
    assert sum(len(claim.rests_on) for claim in LEDGER.values()) > len(LEDGER)


def test_a_claim_rests_on_the_claims_that_its_check_relies_on() -> None:
    named, backwards = set(), set()
    for id_, claim in LEDGER.items():
        relied = set(re.findall(r"\(([a-z]+\.[\w.-]+)\)", claim.relies_on))
        relied |= {other for words, other in BY_NAME.items() if words in claim.relies_on}
        assert relied <= set(LEDGER)
        named |= relied
        for other in relied - set(claim.rests_on):
            assert id_ in below_claim(other), f"{id_} relies on {other}"
            backwards.add((id_, other))
    assert backwards == TRIED_BY_WHAT_RESTS_ON_IT
    assert {*BY_NAME.values(), "nimber.fermat", "mum.def-6.1"} == named


def test_only_what_was_meant_makes_a_claim_that_fails_conditional() -> None:
    # However much is true: the repair holds, there is a note, and still nothing was meant.
    nearly = Repair("All but 9 are below 9.", {"limit": 10})
    found = verdict(quick={"numbers": 10, "limit": 9}, repair=nearly, reading="true but for one")
    assert (found.verdict, found.printed.failures, found.trouble) == ("refuted", 1, None)
    assert "true if" not in dict(found.facts)
    meant = replace(nearly, meant="9 is not meant")
    found = verdict(quick={"numbers": 10, "limit": 9}, repair=meant)
    assert (found.verdict, found.reading) == ("conditional", "9 is not meant")
    assert dict(found.facts)["true if"] == "9 is not meant"


RECORD: dict[str, dict[str, Any]] = json.loads(
    (ROOT / "tests/nimbook/ledger.json").read_text("utf8")
)
"""What the quick check of each claim finds. A change of a verdict or a count is a decision."""


@pytest.mark.parametrize("id_", LEDGER)
def test_every_claim_is_as_recorded(id_: str) -> None:
    found = checked(id_).verdict.as_json()
    assert {name: found[name] for name in RECORD[id_]} == RECORD[id_]


def test_every_record_is_of_a_claim() -> None:
    assert RECORD.keys() == LEDGER.keys()


# --- Claims that are referred to -----------------------------------------------------------------

# A docstring names the claim that it is about in parentheses; elsewhere the kind is in the name.
_SOURCE = f"(?:{'|'.join(source.name for source in SOURCES)})"
_KIND = "(?:thm|lemma|prop|cor|def|ex|fig|table)"
REFERENCE = re.compile(rf"(?<=\(){_SOURCE}\.[a-z][\w.-]*(?=\))|\b{_SOURCE}\.{_KIND}-[\w.-]*\w")


def test_the_code_refers_to_claims_that_there_are() -> None:
    sources = [path.read_text("utf8") for path in (ROOT / "src").rglob("*.py")]
    named = {id_ for source in sources for id_ in REFERENCE.findall(source)}
    assert len(named) > 40
    assert named <= set(LEDGER)
