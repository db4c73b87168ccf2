"""`python -m nimbook claims`: what it prints, and how it ends."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from nimbook import __main__ as command
from nimbook.claims import LEDGER
from nimbook.ledger import Claims, Control, Ledger, Source
from tests.verdicts import checked, with_the_ledger


def run(*arguments: str, package: str = "nimbook") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", package, *arguments],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_json_is_a_list_of_what_was_asked_for_and_nothing_else_is_printed() -> None:
    done = run("claims", "twist.thm-2", "twist.fig-4", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    thm_2, fig_4 = json.loads(done.stdout)
    assert (thm_2["id"], thm_2["source"], thm_2["kind"]) == ("twist.thm-2", "twist", "theorem")
    assert (thm_2["verdict"], thm_2["control"], thm_2["scope"]) == ("conditional", True, "quick")
    assert thm_2["repaired"]["failures"] == 0 < thm_2["failures"] < thm_2["cases"]
    assert (fig_4["id"], fig_4["verdict"], fig_4["counterexample"]) == (
        "twist.fig-4",
        "holds",
        None,
    )


def test_an_unknown_claim_is_quoted_beside_the_known_ones() -> None:
    done = run("claims", "twist.fig-4", "twist.thm-9")
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        "no such claim: twist.thm-9; the claims are twist.lemma-1, twist.ex-nimsum" in done.stderr
    )


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_it_ends_quietly_when_nobody_reads_on(form: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as closed:
        done = subprocess.run(
            [sys.executable, "-m", "nimbook", "claims", "twist.fig-4", *form],
            stdout=closed,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            check=False,
        )
    assert (done.returncode, done.stderr) == (1, "")


def test_the_engine_passes_the_command_on_to_the_book() -> None:
    ours, passed_on = (
        run("claims", "twist.fig-4", package=name) for name in ("nimbook", "nimtwist")
    )
    assert (ours.returncode, passed_on.returncode) == (0, 0)
    assert ours.stdout == passed_on.stdout != ""


def test_without_the_book_the_engine_says_what_to_install() -> None:
    source = (
        "import runpy, sys\n"
        "sys.modules['tqdm'] = None\n"
        "runpy.run_module('nimtwist', run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, encoding="utf-8")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "The ledger is part of the book, and tqdm is not installed: pip install 'nimtwist[book]'\n"
    )


def test_without_a_command_it_says_how_it_is_used() -> None:
    done = run()
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("usage: python -m nimbook")


@with_the_ledger
def test_all_claims_are_checked_if_none_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(LEDGER, "check", lambda id_, *others: checked(id_).verdict)
    assert command.main(["claims"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in printed if not line.startswith(" ")] == list(LEDGER)


def test_for_people_it_prints_verdict_range_counterexample_reason_and_repair(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert command.main(["claims", "twist.lemma-2"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "twist.lemma-2           conditional        35 cases, moduli n = 1–7, every k ≤ n",
        "    fails in 7; the first: modulo 1 with k = 1 one can force no move at all",
        f"    because {LEDGER['twist.lemma-2'].because}",
        "    true if: k < n: not every number may be forbidden at once",
        "    true instead: 28 cases, 0 failures",
    ]


def test_full_scope_is_passed_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["claims", "twist.lemma-2", "--full", "--json"]) == 0
    [entry] = json.loads(capsys.readouterr().out)
    assert (entry["scope"], entry["range"]) == ("full", "moduli n = 1–10, every k ≤ n")


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_a_check_that_misbehaves_ends_with_1_and_says_why(
    form: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    toys, about = Claims(), (Source("toy", "A toy"), "same", "claim", "So it is.")
    no = Control("no", {})
    toys.of(*about, because="", range_=lambda _: "", control=no)(lambda: iter([None]))
    monkeypatch.setattr(command, "LEDGER", Ledger([*toys, LEDGER["twist.fig-4"]]))
    assert command.main(["claims", *form]) == 1
    printed = capsys.readouterr()
    trouble = "toy.same: the checker did not refute the control “no”, so it proves nothing"
    assert printed.err.splitlines() == [trouble]
    assert "toy.same" in printed.out and "twist.fig-4" in printed.out
