"""`python -m nimbook claims --full --json | python -m tools.full_ledger`: save the results.

The results of the full check, without times, are written to `book/full_ledger.json`. The ledger
page uses them to show how far each claim has been checked.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

PATH = Path("book/full_ledger.json")
FIELDS = ("id", "statement", "verdict", "range", "cases", "proofs", "failures", "counterexample")


def select_fields(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields to save for a claim.

    Raises:
        ValueError: if the claim's check is broken or did not use the full scope.
    """
    if entry["trouble"] or entry["scope"] != "full":
        raise ValueError(f"{entry['id']}: {entry['trouble'] or 'not checked in the full scope'}")
    return {name: entry[name] for name in FIELDS}


if __name__ == "__main__":
    entries = [select_fields(entry) for entry in json.load(sys.stdin)]
    lines = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in entries)
    PATH.write_text(f"[\n{lines}\n]\n", "utf8")
