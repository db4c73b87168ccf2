"""The ledger in its quick scope, by as many processes as there are processors, and by one.

The floor is the time of one process, shared among them, with nothing lost on starting them.
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
from nimtwist._processes import cores

FEW = ("twist.fig-1", "twist.lemma-2", "nimber.nim")


def _checked(ids: Sequence[str], workers: int) -> list[dict[str, Any]]:
    """Return what `python -m nimbook claims` says, without the seconds."""
    command = [sys.executable, "-m", "nimbook", "claims", *ids, "--json"]
    done = subprocess.run([*command, "--workers", str(workers)], stdout=subprocess.PIPE, check=True)
    said: list[dict[str, Any]] = json.loads(done.stdout)
    return [{**entry, "seconds": None} for entry in said]


def rows(quick: bool) -> Iterator[Row]:
    """Yield the row beside one process, and the one beside the floor."""
    ids, many = FEW if quick else (), max(cores(), 2)
    said: dict[int, list[dict[str, Any]]] = {}

    def by(workers: int) -> None:
        said[workers] = _checked(ids, workers)

    before = os.times()
    alone = once(lambda: by(1))
    after = os.times()
    busy = sum(after[2:4]) - sum(before[2:4])  # of the children, as user and as system
    together = once(lambda: by(many))
    assert said[1] == said[many]
    what, n = f"claims, {many} processes", f"{len(ids) or len(LEDGER)} claims, quick scope"
    yield Row(what, n, together, "one process", alone)
    note = "" if quick else "goal: 10 s"
    yield Row(
        what, n, together, "its time, shared out evenly", busy / min(many, cores()), note=note
    )
