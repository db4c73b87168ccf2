"""The checks that cards show are complete, and find what the ledger finds."""

from __future__ import annotations

from contextlib import redirect_stdout
from io import StringIO

import pytest

from nimbook import rerun
from nimbook.claims import LEDGER, check
from nimbook.rerun import check_code


def output(code: str) -> str:
    """Return the output of a reader's code."""
    with redirect_stdout(printed := StringIO()):
        exec(compile(code, "<check>", "exec"), {})
    return printed.getvalue()


@pytest.mark.parametrize("id_", LEDGER)
def test_a_check_is_complete(id_: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It runs outside its module; of each run, the first case is enough to see that."""
    monkeypatch.setattr(rerun, "tally", lambda cases, stop=False: next(iter(cases)))
    runs = output(check_code(LEDGER[id_])).splitlines()
    claim = LEDGER[id_]
    assert len(runs) >= 1 + bool(claim.repair) + len(claim.controls)


def test_a_check_counts_as_the_ledger_does() -> None:
    printed = check("twist.lemma-2").printed
    first, *_, last = output(check_code(LEDGER["twist.lemma-2"])).splitlines()
    assert first.startswith(f"{printed.cases:,} cases, {printed.failures} fail")
    assert ", 1 fails: " in last  # the last one is wrong on purpose, and ends there
