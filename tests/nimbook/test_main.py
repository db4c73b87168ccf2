"""Tests for `python -m nimbook claims`: its output and exit status."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from dataclasses import replace

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
    assert command.main(["claims", "twist.thm9"]) == 2
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


@pytest.mark.parametrize("arguments", [["--workers", "0"], ["--workers", "x"], ["--no"]])
def test_usage_errors_exit_with_status_2(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["nimbook", "claims", "twist.fig-4", *arguments])
    with pytest.raises(SystemExit) as exit_:
        command.run()
    output = capsys.readouterr()
    assert (exit_.value.code, output.out) == (2, "") and output.err


@pytest.mark.parametrize(
    ("error", "status", "message"),
    [
        (KeyboardInterrupt(), 130, "interrupted; no verdicts are saved, so check the claims again"),
        (BrokenExecutor("died"), 1, "died; no verdicts are saved, so check the claims again"),
        (ValueError("no heap"), 2, "no heap\nwhile checking twist.fig-4: “"),
    ],
)
def test_interrupts_and_errors_give_no_traceback(
    error: BaseException,
    status: int,
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fail(**_: object) -> Iterator[Case]:
        raise error

    monkeypatch.setitem(LEDGER, "twist.fig-4", replace(LEDGER["twist.fig-4"], checker=fail))
    assert command.main(["claims", "twist.fig-4", "--workers", "1"]) == status
    assert capsys.readouterr().err.startswith(message)


def test_a_cluster_needs_the_same_engine_and_toolkit(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*arguments: object) -> None:
        raise ValueError(arguments)

    monkeypatch.setattr(command, "pool", refuse)
    assert command.main(["claims", "--scheduler", "tcp://s", "--workers", "2"]) == 2
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
    assert (process.returncode, process.stderr) == (141, "")
