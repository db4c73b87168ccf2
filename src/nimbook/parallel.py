"""Check claims of the ledger in parallel, one task per claim."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from concurrent.futures import Executor

from nimbook.claims import LEDGER
from nimbook.ledger import Finding, Scope, Verdict
from nimtwist.processes import as_done

__all__ = ["check_claims"]


def check_claims(
    ids: Sequence[str], scope: Scope, executor: Executor, progress: Callable[[int, int], object]
) -> list[Verdict]:
    """Check claims in parallel and return their verdicts.

    `progress` is called with the number of claims finished so far and the total number of claims.
    If a checker raises an exception, the exception is propagated with a note that names the claim.
    """
    # Check the claims in reverse order: the slowest are near the end of the list, and should not
    # be left to run alone after all others have finished.
    tasks = [(LEDGER[id_].id, scope) for id_ in reversed(ids)]
    verdicts: dict[str, Verdict] = {}
    progress(0, len(tasks))
    for i, findings in as_done(executor, _findings, tasks):
        id_, _ = tasks[i]
        verdicts[id_] = LEDGER[id_].verdict(scope, findings)
        progress(len(verdicts), len(tasks))
    return [verdicts[id_] for id_ in ids]


def _findings(id_: str, scope: Scope) -> list[Finding]:
    """Execute all runs of a claim and return the findings.

    The claim is passed by its id because claims cannot be pickled.
    """
    # Caches grow to millions of live objects, and garbage collection would take a tenth of the
    # running time.
    gc.disable()
    try:
        return [run.find() for run in LEDGER[id_].runs(scope)]
    finally:
        gc.enable()
