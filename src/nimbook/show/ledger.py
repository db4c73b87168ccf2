"""The ledger as a pandas DataFrame."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pandas import DataFrame

from nimbook.ledger import Verdict

__all__ = ["ledger_table"]


def ledger_table(verdicts: Iterable[Verdict | Mapping[str, Any]]) -> DataFrame:
    """Return the results of checking claims, one row per claim, indexed by claim id.

    Args:
        verdicts: verdicts, or the dictionaries that `Verdict.as_json` returns, such as the entries
            of the file `ledger.json` next to the ledger page.

    >>> from nimbook.claims import check
    >>> table = ledger_table([check("twist.ex-nimsum"), check("twist.lemma-2")])
    >>> table["verdict"].to_dict()
    {'twist.ex-nimsum': 'holds', 'twist.lemma-2': 'conditional'}
    >>> table.loc["twist.lemma-2", "counterexample"]
    'the least that one can force modulo 1 with k = 1: inf, not 2'
    """
    entries = [each.as_json() if isinstance(each, Verdict) else each for each in verdicts]
    rows = [
        {
            **entry,
            "counterexample": entry["counterexample"] or "",
            "repaired": entry["repaired"]["statement"] if entry["repaired"] else "",
            "repaired_cases": entry["repaired"] and entry["repaired"]["cases"],
            "rests_on": " ".join(entry["rests_on"]),
            "remark": dict(entry["facts"]).get("remark", ""),
        }
        for entry in entries
    ]
    table = DataFrame(rows, columns=_COLUMNS).set_index("id")
    return table.astype({"repaired_cases": "Int64"})


_COLUMNS = [
    *("id", "source", "chapter", "kind", "statement", "verdict", "because", "range"),
    *("cases", "failures", "counterexample", "repaired", "repaired_cases", "rests_on", "remark"),
]
