"""Tests of what all claims of the ledger share: their checks, controls, words and saved results."""

from __future__ import annotations

import json
import linecache
import re
from contextlib import redirect_stdout
from graphlib import TopologicalSorter
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from ext.proofs import statements

from nimbook import CHAPTERS, rerun
from nimbook.claims import _MODULES, LEDGER
from nimbook.rerun import check_code
from nimbook.show.ledger import ledger_table
from tests.lib.verdicts import Place, checked, with_the_ledger
from tools.full_ledger import PATH, select_fields

pytestmark = with_the_ledger
each_claim = pytest.mark.parametrize("id_", LEDGER)

ROOT = Path(__file__).parents[2]
SAVED: dict[str, dict[str, Any]] = {
    entry["id"]: entry for entry in json.loads(PATH.read_text("utf8"))
}
OUTDATED = "run `make full-ledger`"


# --- Checks --------------------------------------------------------------------------------------


@each_claim
def test_verdict(id_: str) -> None:
    """The verdicts themselves are checked elsewhere, against the cards in the chapters."""
    verdict = checked(id_).verdict
    assert verdict.problem is None
    entry = verdict.as_json()
    assert json.loads(json.dumps(entry)) == entry
    assert (entry["proofs"] > 0) == (entry["verdict"] == "proved")


# Checks that are not part of a claim, given as substrings of their source code. `test_printed`
# covers the printed numbers, and `test_mutations` covers cross-checks of the engine.
EXEMPT = {
    "nimber.cram": ["by search"],
    "nimber.ordinal-mex": ["0 is below"],
    "stones.transfinite": ["of all stones"],
    "mum.table-5.2": ["the rows of the table", "printed {theirs!r}"],
    "mum.thm-4.1.1": ["in bulk"],
    "podium.ex-algorithm": ["a row of", "of the columns", "changed rows", '"the moves"'],
}


def source(place: Place) -> str:
    """Return four lines of source code, starting at the given place."""
    file, line = place
    return " ".join(linecache.getline(file, line + i).strip() for i in range(4))


@each_claim
def test_each_part_fails_in_a_control_or_as_printed(id_: str) -> None:
    """Each part must be the first to fail in some control, or must fail in the claim as printed."""
    claim, runs = LEDGER[id_], checked(id_).runs
    stated = runs[: 2 if claim.repair else 1]  # the claim as printed, and any repair
    controls = runs[len(stated) :]
    assert len(controls) == len(claim.controls)
    parts = set().union(*(run.places for run in stated))
    refuted = {*runs[0].failing, *(next(iter(run.failing)) for run in controls)}
    unrefuted = [source(place) for place in sorted(parts - refuted)]
    exempt = EXEMPT.get(id_, [])
    assert [text for text in unrefuted if not any(part in text for part in exempt)] == []
    assert all(any(part in text for text in unrefuted) for part in exempt)


# --- Saved results and code on cards -------------------------------------------------------------


def test_all_claims_are_saved_in_order() -> None:
    assert [*SAVED] == [*LEDGER], OUTDATED


@each_claim
def test_saved_results_match_the_claims(id_: str) -> None:
    claim, entry = LEDGER[id_], SAVED[id_]
    assert entry["statement"] == claim.statement, OUTDATED
    assert entry["range"] == claim.range_(claim.full), OUTDATED
    quick = checked(id_).verdict
    assert entry["verdict"] == quick.verdict, OUTDATED
    assert entry["cases"] >= quick.printed.cases and entry["proofs"] >= quick.printed.proofs


@pytest.mark.full
@pytest.mark.timeout(3600)
@each_claim
def test_full_check_gives_the_saved_results(id_: str) -> None:
    assert select_fields(LEDGER.check(id_, "full").as_json()) == SAVED[id_], OUTDATED


def test_the_table_has_a_row_for_each_claim_with_its_repair() -> None:
    holds, refuted = (checked(id_).verdict for id_ in ("twist.lemma-1", "stones.sum-by-product"))
    table = ledger_table([holds, refuted])
    assert table.equals(ledger_table([holds.as_json(), refuted.as_json()]))
    assert table["verdict"].to_dict() == {holds.claim.id: "holds", refuted.claim.id: "refuted"}
    row = table.loc[refuted.claim.id]
    assert refuted.repaired and row["repaired"] == refuted.repaired.statement
    assert row["repaired_cases"] == refuted.repaired.cases
    assert row["counterexample"] == refuted.printed.counterexample


def output(code: str) -> str:
    """Run code in an empty namespace, and return its output."""
    with redirect_stdout(stream := StringIO()):
        exec(compile(code, "<check>", "exec"), {})
    return stream.getvalue()


@each_claim
def test_check_code_is_self_contained(id_: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # To save time, evaluate only the first case of each run.
    monkeypatch.setattr(rerun, "tally", lambda cases, stop=False: next(iter(cases)))
    runs = output(check_code(LEDGER[id_])).splitlines()
    claim = LEDGER[id_]
    assert len(runs) >= 1 + bool(claim.repair) + len(claim.controls)


def test_check_code_counts_the_same_cases_as_the_ledger() -> None:
    printed = checked("twist.lemma-2").verdict.printed
    first, *_, last = output(check_code(LEDGER["twist.lemma-2"])).splitlines()
    assert first.startswith(f"{printed.cases:,} cases, {printed.failures} fail")
    assert ", 1 fails: " in last  # a control stops at its first failure


# --- Words ---------------------------------------------------------------------------------------


def test_every_claim_has_a_card() -> None:
    """The only exception is `atlas.different`, which is similar to another claim."""
    cells = [
        "".join(cell["source"])
        for notebook in (ROOT / "notebooks").glob("*.ipynb")
        for cell in json.loads(notebook.read_text("utf8"))["cells"]
    ]
    cards = [id_ for cell in cells for id_ in re.findall(r'verdict_card\(check\("(.+?)"\)\)', cell)]
    assert sorted([*cards, "atlas.different"]) == sorted(LEDGER)


def unproved(labels: list[str], text: str) -> list[str]:
    """Return the labels of the theorems that the text fails to state or fails to prove."""
    statement = r":::\{{prf:(theorem|proposition)\}}[^\n]*\n:label: {}\n(?:(?!\n:::).)*\n:::\s+"
    proof = r":::\{prf:proof\}\n[^:]"
    return [label for label in labels if not re.search(statement.format(label) + proof, text, re.S)]


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_new_theorems_are_proved_in_their_chapter(chapter: str) -> None:
    [notebook] = (ROOT / "notebooks").glob(f"*_{chapter}.ipynb")
    cells = json.loads(notebook.read_text("utf8"))["cells"]
    text = "\n\n".join("".join(cell["source"]) for cell in cells)
    claims = [claim for claim in LEDGER.values() if claim.chapter == chapter]
    labels = [label for claim in claims for label in claim.new]
    assert unproved(labels, text) == []
    assert unproved(labels, text.replace(":::{prf:proof}", "")) == labels


def test_dependencies_of_claims_are_acyclic() -> None:
    """`TopologicalSorter` raises an error if there is a cycle."""
    dependencies = {id_: claim.rests_on for id_, claim in LEDGER.items()}
    assert {*TopologicalSorter(dependencies).static_order()} == {*LEDGER}
    assert all(len({*ids}) == len(ids) for ids in dependencies.values())


def test_machine_checked_theorems_are_in_the_proofs() -> None:
    """`make proofs` checks the proofs themselves."""
    theorems = {path.stem: statements(path) for path in (ROOT / "proofs").glob("*.v")}
    proved = [claim for claim in LEDGER.values() if claim.formal or claim.formal_reads]
    assert proved
    for claim in proved:
        named = [name.partition(".") for name in claim.formal]
        assert named and claim.formal_reads, f"{claim.id} needs both `formal` and `formal_reads`"
        assert all(name in theorems.get(file, ()) for file, _, name in named), claim.id


@pytest.mark.parametrize("name", _MODULES)
def test_toml_files_list_the_claims_in_order(name: str) -> None:
    claims = import_module(f"nimbook.claims.{name}").CLAIMS
    assert [claim.name for claim in claims] == [*claims.words]
