"""Tests that the code on verdict cards is self-contained and agrees with the ledger."""

from __future__ import annotations

from contextlib import redirect_stdout
from io import StringIO

import pytest

from nimbook import rerun
from nimbook.claims import LEDGER, check
from nimbook.rerun import check_code


def output(code: str) -> str:
    """Run code in an empty namespace, and return its output."""
    with redirect_stdout(stream := StringIO()):
        exec(compile(code, "<check>", "exec"), {})
    return stream.getvalue()


@pytest.mark.parametrize("id_", LEDGER)
def test_check_code_is_self_contained(id_: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # To save time, evaluate only the first case of each run.
    monkeypatch.setattr(rerun, "tally", lambda cases, stop=False: next(iter(cases)))
    runs = output(check_code(LEDGER[id_])).splitlines()
    claim = LEDGER[id_]
    assert len(runs) >= 1 + bool(claim.repair) + len(claim.controls)


def test_check_code_counts_the_same_cases_as_the_ledger() -> None:
    printed = check("twist.lemma-2").printed
    first, *_, last = output(check_code(LEDGER["twist.lemma-2"])).splitlines()
    assert first.startswith(f"{printed.cases:,} cases, {printed.failures} fail")
    assert ", 1 fails: " in last  # a control stops at its first failure
