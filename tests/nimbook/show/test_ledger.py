"""The ledger as a table."""

from __future__ import annotations

from typing import Any

import pytest

from nimbook.claims import LEDGER
from nimbook.show.ledger import ledger_table
from tests.verdicts import checked, with_the_ledger

pytestmark = with_the_ledger


def test_each_claim_is_a_line_whether_of_verdicts_or_of_what_is_written_of_them() -> None:
    verdicts = [checked(id_).verdict for id_ in LEDGER]
    table = ledger_table(verdicts)
    assert table.equals(ledger_table(verdict.as_json() for verdict in verdicts))
    assert list(table.index) == list(LEDGER)
    assert table["cases"].tolist() == [verdict.printed.cases for verdict in verdicts]
    for verdict in verdicts:
        line, claim, repaired = table.loc[verdict.claim.id], verdict.claim, verdict.repaired
        assert (line["verdict"], line["because"]) == (verdict.verdict, claim.because)
        assert line["rests_on"].split() == list(claim.rests_on)
        assert line["remark"] == claim.reading
        assert line["repaired"] == (repaired.statement if repaired else "")
        assert line["counterexample"] == (verdict.printed.counterexample or "")
    repaired_cases = {id_: int(cases) for id_, cases in table["repaired_cases"].dropna().items()}
    assert repaired_cases == {
        verdict.claim.id: verdict.repaired.cases for verdict in verdicts if verdict.repaired
    }


@pytest.mark.parametrize("junk", ["twist.thm-2", {"id": "twist.thm-2"}, None])
def test_what_is_no_verdict_is_quoted(junk: Any) -> None:
    with pytest.raises(ValueError, match="a line of the ledger is a Verdict, or its as_json") as no:
        ledger_table([junk])
    assert repr(junk)[:20] in str(no.value)
