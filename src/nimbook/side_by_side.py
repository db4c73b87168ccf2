"""Claims of the ledger, checked side by side: each claim is a task."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from concurrent.futures import Executor

from nimbook.claims import LEDGER
from nimbook.ledger import Finding, Scope, Verdict
from nimtwist._processes import as_done

__all__ = ["checked"]


def checked(
    ids: Sequence[str], scope: Scope, executor: Executor, progress: Callable[[int, int], object]
) -> list[Verdict]:
    """Check the claims with these ids side by side; `progress` is called with claims done and all.

    What a checker raises is raised here, too, with a note of its claim.
    """
    # Those that take longest are among the last ones: what takes long should not begin when there
    # is nothing left to do beside it.
    tasks = [(LEDGER[id_].id, scope) for id_ in reversed(ids)]
    verdicts: dict[str, Verdict] = {}
    progress(0, len(tasks))
    for i, findings in as_done(executor, _find, tasks):
        id_, _ = tasks[i]
        verdicts[id_] = LEDGER[id_].verdict(scope, findings)
        progress(len(verdicts), len(tasks))
    return [verdicts[id_] for id_ in ids]


def _find(id_: str, scope: Scope) -> list[Finding]:
    """Do all runs of a claim, which cannot be sent to another process, but its name can."""
    # Memos grow to millions of objects, none of them garbage, and looking for it takes a tenth of
    # the time.
    gc.disable()
    try:
        return [run.find() for run in LEDGER[id_].runs(scope)]
    finally:
        gc.enable()
