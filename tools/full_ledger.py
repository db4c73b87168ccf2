"""`python -m nimbook claims --full --json | python -m tools.full_ledger`: keep a full check.

What came of it, without times, is written to `book/full_ledger.json`, from which the page of the
ledger says how far each claim has been checked.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

PATH = Path("book/full_ledger.json")
FIELDS = ("id", "statement", "verdict", "range", "cases", "proofs", "failures", "counterexample")


def kept(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is kept of one claim.

    Raises:
        ValueError: if something is wrong with its check, or it was not checked in full.
    """
    if entry["trouble"] or entry["scope"] != "full":
        raise ValueError(f"{entry['id']}: {entry['trouble'] or 'it was not checked in full'}")
    return {name: entry[name] for name in FIELDS}


if __name__ == "__main__":
    entries = [kept(entry) for entry in json.load(sys.stdin)]
    lines = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in entries)
    PATH.write_text(f"[\n{lines}\n]\n", "utf8")
