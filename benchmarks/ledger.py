"""Time the quick check of the ledger with one process per core against a single process.

The lower bound is a single process's CPU time divided by the number of cores. It assumes that
running in parallel has no overhead.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from benchmarks.measure import Row, once
from nimbook.claims import LEDGER
from nimtwist.processes import cores

QUICK_IDS = ("twist.fig-1", "twist.lemma-2", "nimber.nim")


def _check(ids: Sequence[str], workers: int) -> list[dict[str, Any]]:
    """Run `python -m nimbook claims`, and return its verdicts without the times."""
    command = [sys.executable, "-m", "nimbook", "claims", *ids, "--json"]
    process = subprocess.run(
        [*command, "--workers", str(workers)], stdout=subprocess.PIPE, check=True
    )
    verdicts: list[dict[str, Any]] = json.loads(process.stdout)
    return [{**verdict, "seconds": None} for verdict in verdicts]


def rows(quick: bool) -> Iterator[Row]:
    """Yield one row for the comparison with a single process, and one for the lower bound."""
    ids, many = QUICK_IDS if quick else (), max(cores(), 2)
    verdicts: dict[int, list[dict[str, Any]]] = {}

    def run(workers: int) -> None:
        verdicts[workers] = _check(ids, workers)

    before = os.times()
    alone = once(lambda: run(1))
    after = os.times()
    busy = sum(after[2:4]) - sum(before[2:4])  # user and system time of child processes
    together = once(lambda: run(many))
    assert verdicts[1] == verdicts[many]
    label, n = f"claims, {many} processes", f"{len(ids) or len(LEDGER)} claims, quick scope"
    yield Row(label, n, together, "one process", alone)
    note = "" if quick else "target: 10 s"
    yield Row(
        label, n, together, "one process, divided evenly", busy / min(many, cores()), note=note
    )
