"""The checks that cards show are complete, and find what the ledger finds."""

from __future__ import annotations

from contextlib import redirect_stdout
from io import StringIO

import pytest

from nimbook import rerun
from nimbook.claims import LEDGER, check
from nimbook.rerun import check_code


def output(code: str) -> str:
    """Return what a reader's code prints."""
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


@pytest.mark.parametrize("id_", ["twist.thm-1", "stones.f16", "podium.why-2", "mum.lemma-4.2"])
def test_a_check_counts_as_the_ledger_does(id_: str) -> None:
    printed = check(id_).printed
    first, *_, last = output(check_code(LEDGER[id_])).splitlines()
    assert first.startswith(f"{printed.cases:,} cases")
    assert ("none fails" in first) == (not printed.failures)
    assert "fail" in last and "none fails" not in last  # the last one is wrong on purpose


def test_a_changed_check_finds_the_position_that_refutes_it() -> None:
    code = check_code(LEDGER["mum.lemma-4.2"])
    assert "(heap - 1) % modulus + 1" in code
    changed = output(code.replace("(heap - 1) % modulus + 1", "heap % modulus"))
    assert "none fails" not in changed.splitlines()[0]
