"""Tests for `python -m nimbook claims`: its output and exit status."""

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
from tests.lib.verdicts import checked, with_the_ledger

FEW = ("twist.thm-2", "twist.fig-4", "twist.lemma-2", "twist.fig-4")


def test_json_output_is_independent_of_the_number_of_workers(
    capsys: pytest.CaptureFixture[str],
) -> None:
    runs = []
    for workers in "12":
        assert command.main(["claims", *FEW, "--json", "--workers", workers]) == 0
        out, err = capsys.readouterr()
        runs.append(json.loads(out))
        assert not err and all(entry.pop("seconds") >= 0 for entry in runs[-1])
    assert runs[0] == runs[1]
    assert [entry["id"] for entry in runs[0]] == list(FEW)


@with_the_ledger
def test_all_claims_are_checked_by_default(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(LEDGER, "check", lambda id_, *_: checked(id_).verdict)
    assert command.main(["claims", "--workers", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines if not line.startswith(" ")] == list(LEDGER)


def test_all_claims_can_be_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """The refusal of an unknown id says so, and names similar ids."""
    assert command.main(["claims", "--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(maxsplit=1) for line in lines] == [
        [claim.id, claim.statement] for claim in LEDGER.values()
    ]
    with pytest.raises(SystemExit):
        command.main(["claims", "twist.thm9"])
    message = capsys.readouterr().err
    assert "did you mean twist.thm-" in message and "`nimbook claims --list`" in message


def test_text_output_has_counterexample_and_repair(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["claims", "twist.lemma-2", "--full"]) == 0
    first, *lines = capsys.readouterr().out.splitlines()
    assert first.split()[:4] == ["twist.lemma-2", "conditional", "65", "cases,"]
    for prefix in (
        "fails in 10; first failure: the least",
        "because",
        "true if: k < n",
        "true instead",
    ):
        assert any(line.startswith(f"    {prefix}") for line in lines)


def test_unrefuted_control_exits_with_status_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = {"kind": "claim", "statement": "0 = 0.", "because": "", "range": ""}
    toys = Claims(Source("toy", "A toy"), words={"same": words})
    toys.of("same", controls={"no": {}})(lambda: iter([Case("0 = 0", True, True)]))
    monkeypatch.setattr(command, "LEDGER", Ledger(toys))
    assert command.main(["claims", "--workers", "1"]) == 1
    assert capsys.readouterr().err.startswith("toy.same: the checker did not refute the control")


@pytest.mark.parametrize("arguments", [["twist.thm-9"], ["twist.fig-4", "--workers", "0"], []])
def test_usage_errors_exit_with_status_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as exit_:
        command.main(arguments and ["claims", *arguments])
    output = capsys.readouterr()
    assert (exit_.value.code, output.out) == (2, "") and output.err


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (KeyboardInterrupt(), 130),
        (BrokenExecutor("died"), "died; no verdicts are saved, so check the claims again"),
    ],
)
def test_interrupts_and_dead_workers_give_no_traceback(
    error: BaseException, status: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> int:
        raise error

    monkeypatch.setattr(command, "main", fail)
    with pytest.raises(SystemExit) as exit_:
        command.run()
    assert exit_.value.code == status


def test_a_cluster_needs_the_same_engine_and_toolkit(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*arguments: object) -> None:
        raise ValueError(arguments)

    monkeypatch.setattr(command, "pool", refuse)
    with pytest.raises(SystemExit):
        command.main(["claims", "--scheduler", "tcp://s", "--workers", "2"])
    assert "('tcp://s', 2, ('nimtwist', 'nimbook'))" in capsys.readouterr().err


def test_broken_pipe_gives_no_traceback() -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    with os.fdopen(write_end, "wb") as pipe:
        process = subprocess.run(
            [sys.executable, "-m", "nimbook", "claims", "twist.fig-4", "--workers", "1"],
            stdout=pipe,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
    assert (process.returncode, process.stderr) == (1, "")
