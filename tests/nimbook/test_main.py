"""`python -m nimbook claims`: what it prints, and how it ends."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from nimbook import __main__ as command
from nimbook.claims import LEDGER
from nimbook.ledger import Case, Claims, Control, Ledger, Source
from tests.nimtwist.test_processes import MINUTE, ended
from tests.verdicts import checked, with_the_ledger


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "nimbook", *arguments],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_json_is_a_list_of_what_was_asked_for_and_nothing_else_is_printed() -> None:
    done = run("claims", "twist.thm-2", "twist.fig-4", "--json", "--workers", "1")
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


def test_an_unknown_claim_is_quoted_beside_those_that_are_called_much_the_same() -> None:
    done = run("claims", "twist.fig-4", "twist.thm-9")
    assert (done.returncode, done.stdout) == (2, "")
    assert "there is no claim 'twist.thm-9' in the ledger; did you mean twist.thm-" in done.stderr


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


def test_a_missing_package_is_named() -> None:
    source = (
        "import runpy, sys\n"
        "sys.modules['tqdm'] = None\n"
        "runpy.run_module('nimbook', run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, encoding="utf-8")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "nimbook needs tqdm, which is not installed: pip install tqdm\n"


def test_without_a_command_it_says_how_it_is_used() -> None:
    done = run()
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("usage: nimbook")


@with_the_ledger
def test_all_claims_are_checked_if_none_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(LEDGER, "check", lambda id_, *others: checked(id_).verdict)
    assert command.main(["claims", "--workers", "1"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in printed if not line.startswith(" ")] == list(LEDGER)


def test_for_people_it_prints_verdict_range_counterexample_reason_and_repair(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert command.main(["claims", "twist.lemma-2"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "twist.lemma-2             conditional        35 cases, moduli n = 1–7, every k ≤ n",
        "    fails in 7; the first: the least that one can force modulo 1 with k = 1: inf, not 2",
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
    cases = [Case("so", True, True)]
    toys.of(*about, because="", range_=lambda _: "", control=no)(lambda: iter(cases))
    monkeypatch.setattr(command, "LEDGER", Ledger([*toys, LEDGER["twist.fig-4"]]))
    assert command.main(["claims", "--workers", "1", *form]) == 1
    printed = capsys.readouterr()
    trouble = "toy.same: the checker did not refute the control “no”, so it proves nothing"
    assert printed.err.splitlines() == [trouble]
    assert "toy.same" in printed.out and "twist.fig-4" in printed.out


# --- Side by side --------------------------------------------------------------------------------

FEW = ("twist.thm-2", "twist.fig-4", "twist.lemma-2", "twist.fig-4")


def without_seconds(printed: str) -> list[dict[str, Any]]:
    """Return what was printed as JSON, but for the times, and see that there were some."""
    entries: list[dict[str, Any]] = json.loads(printed)
    assert all(entry.pop("seconds") >= 0 for entry in entries)
    return entries


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert command.main(["claims", *arguments]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out


@pytest.mark.parametrize(
    "ids", [FEW, pytest.param((), marks=pytest.mark.full)], ids=["some", "all"]
)
def test_however_many_processes_there_are_the_same_is_printed(
    ids: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    one, two = (said(capsys, *ids, "--json", "--workers", number) for number in "12")
    entries = without_seconds(two)
    assert entries == without_seconds(one)
    assert [entry["id"] for entry in entries] == list(ids or LEDGER)


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        *(
            (
                ["--workers", number],
                f"the number of processes must be a whole number, from 1 to 256, not {quoted}",
            )
            for number, quoted in [("0", "0"), ("-1", "'-1'"), ("x", "'x'"), ("²٣", "'²٣'")]
        ),
        (
            ["--scheduler", "x"],
            "a cluster needs distributed, which is not installed: pip install 'nimtwist[dask]'",
        ),
    ],
)
def test_processes_that_there_cannot_be_are_refused_in_a_sentence(
    asked: list[str],
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(SystemExit) as ended:
        command.main(["claims", "twist.fig-4", *asked])
    printed = capsys.readouterr()
    assert (ended.value.code, printed.out) == (2, "")
    assert printed.err.endswith(f": {sentence}\n")


MAIN = """
import os, signal, sys, time
from dataclasses import replace
from nimbook import __main__ as command
from nimbook.claims import LEDGER


def checker(**arguments):
    {then}
    yield


# The processes that are started import this file, too.
LEDGER._claims["twist.fig-4"] = replace(LEDGER["twist.fig-4"], checker=checker)
if __name__ == "__main__":
    # Where tests run in the background, the signal is ignored, and so it would be here.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    command.run()
"""


@pytest.mark.parametrize(
    ("then", "status", "wrong"),
    [
        # As in a terminal, all processes get the signal.
        ("os.killpg(0, signal.SIGINT); time.sleep(250)", 130, "interrupted\n"),
        pytest.param(
            "raise ArithmeticError('so there')",
            1,
            "\nArithmeticError: so there\nThis came of checking twist.fig-4: “{statement}”\n",
            marks=pytest.mark.full,
        ),
        pytest.param(
            "os.kill(os.getpid(), signal.SIGKILL)",
            1,
            "a process ended before its work was done\n",
            marks=pytest.mark.full,
        ),
    ],
    ids=["Ctrl-C", "an error", "a process that dies"],
)
def test_if_something_goes_wrong_it_says_so_and_leaves_no_process_behind(
    then: str, status: int, wrong: str, tmp_path: Path
) -> None:
    script = tmp_path / "main.py"
    script.write_text(MAIN.format(then=then), "utf8")
    begun = subprocess.Popen(
        [sys.executable, str(script), "claims", "twist.lemma-2", "twist.fig-4", "--workers", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf8",
        start_new_session=True,
    )
    out, err = begun.communicate(timeout=MINUTE)
    assert (begun.returncode, out) == (status, "")
    expected = wrong.format(statement=LEDGER["twist.fig-4"].statement)
    assert err.endswith(expected) if wrong.startswith("\n") else err == expected
    assert ended(begun.pid)
