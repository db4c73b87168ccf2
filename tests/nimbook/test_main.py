"""`python -m nimbook claims`: its output and its exit status."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import BrokenExecutor

import pytest

from nimbook import __main__ as command
from nimbook.claims import LEDGER
from nimbook.ledger import Case, Claims, Ledger, Source
from tests.verdicts import checked, with_the_ledger

FEW = ("twist.thm-2", "twist.fig-4", "twist.lemma-2", "twist.fig-4")


@pytest.mark.parametrize(
    "ids", [FEW, pytest.param((), marks=pytest.mark.full)], ids=["some", "all"]
)
def test_json_lists_the_same_verdicts_with_any_number_of_processes(
    ids: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    runs = []
    for number in "12":
        assert command.main(["claims", *ids, "--json", "--workers", number]) == 0
        out, err = capsys.readouterr()
        runs.append(json.loads(out))
        assert not err and all(entry.pop("seconds") >= 0 for entry in runs[-1])
    assert runs[0] == runs[1]
    assert [entry["id"] for entry in runs[0]] == list(ids or LEDGER)


@with_the_ledger
def test_without_ids_all_claims_are_checked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(LEDGER, "check", lambda id_, *others: checked(id_).verdict)
    assert command.main(["claims", "--workers", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines if not line.startswith(" ")] == list(LEDGER)


def test_text_has_the_counterexample_and_the_repair(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["claims", "twist.lemma-2", "--full"]) == 0
    first, *lines = capsys.readouterr().out.splitlines()
    assert first.split()[:4] == ["twist.lemma-2", "conditional", "65", "cases,"]
    for begins in (
        "fails in 10; the first: the least",
        "because",
        "true if: k < n",
        "true instead",
    ):
        assert any(line.startswith(f"    {begins}") for line in lines)


def test_a_control_that_is_not_refuted_ends_with_status_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = {"kind": "claim", "statement": "So it is.", "because": "", "range": ""}
    toys = Claims(Source("toy", "A toy"), words={"same": words})
    toys.of("same", controls={"no": {}})(lambda: iter([Case("so", True, True)]))
    monkeypatch.setattr(command, "LEDGER", Ledger(toys))
    assert command.main(["claims", "--workers", "1"]) == 1
    assert capsys.readouterr().err.startswith("toy.same: the checker did not refute the control")


@pytest.mark.parametrize("wrong", [["twist.thm-9"], ["twist.fig-4", "--workers", "0"], []])
def test_a_wrong_command_line_ends_with_status_2(
    wrong: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        command.main(wrong and ["claims", *wrong])
    printed = capsys.readouterr()
    assert (ended.value.code, printed.out) == (2, "") and printed.err


@pytest.mark.parametrize(
    ("error", "status"), [(KeyboardInterrupt(), 130), (BrokenExecutor("died"), "died")]
)
def test_an_interruption_and_a_dead_process_end_without_a_traceback(
    error: BaseException, status: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> int:
        raise error

    monkeypatch.setattr(command, "main", fail)
    with pytest.raises(SystemExit) as ended:
        command.run()
    assert ended.value.code == status


def test_it_ends_quietly_when_nobody_reads_on() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as closed:
        done = subprocess.run(
            [sys.executable, "-m", "nimbook", "claims", "twist.fig-4", "--workers", "1"],
            stdout=closed,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
    assert (done.returncode, done.stderr) == (1, "")
