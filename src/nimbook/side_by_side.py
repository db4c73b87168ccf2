"""Claims of the ledger, checked side by side: each run of a checker is a task of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor

from nimbook.claims import LEDGER
from nimbook.ledger import Finding, Scope, Verdict
from nimtwist._processes import as_done

__all__ = ["checked"]


def checked(
    ids: Sequence[str],
    scope: Scope,
    executor: Executor,
    progress: Callable[[int, int], object],
) -> list[Verdict]:
    """Return what the ledger says of the claims with these ids, in their order.

    Args:
        ids: the claims.
        scope: how far to go.
        executor: what the runs of their checkers are left to.
        progress: called with the number of runs done and that of all runs.

    Raises:
        KeyError: if there is no such claim.

    What a checker raises is raised here, too, with a note of its claim.
    """
    runs = {id_: LEDGER[id_].runs(scope) for id_ in ids}
    tasks = [(id_, scope, number) for id_ in runs for number in range(len(runs[id_]))]
    # Controls come last: they end at their first failure, and what takes long should not begin
    # when there is nothing left to do beside it.
    tasks.sort(key=lambda task: runs[task[0]][task[2]].control)
    found: dict[str, dict[int, Finding]] = {id_: {} for id_ in runs}
    progress(0, len(tasks))
    for done, (i, finding) in enumerate(as_done(executor, _find, tasks), 1):
        id_, _, number = tasks[i]
        found[id_][number] = finding
        progress(done, len(tasks))
    return [LEDGER[id_].verdict(scope, [found[id_][i] for i in sorted(found[id_])]) for id_ in ids]


def _find(id_: str, scope: Scope, number: int) -> Finding:
    """Do one run; a claim cannot be sent to another process, but its name can."""
    return LEDGER[id_].runs(scope)[number].find()
