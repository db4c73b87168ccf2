"""`nimbook claims`, or `python -m nimbook claims`: check the ledger from the command line."""

from __future__ import annotations

import argparse
import json
import sys

from nimtwist.commands import Parser, run_command

try:
    from tqdm import tqdm

    from nimbook.claims import LEDGER
    from nimbook.ledger import Scope, Verdict
    from nimbook.parallel import check_claims
    from nimtwist.processes import cores, pool, progress_bar
except ModuleNotFoundError as missing:
    sys.exit(f"nimbook needs {missing.name}, which is not installed: pip install {missing.name}")

PACKAGES = ("nimtwist", "nimbook")
"""The packages whose versions must be the same on a cluster."""


def main(arguments: list[str] | None = None) -> int:
    """Parse the arguments, run the command, and return its exit status."""
    parser = Parser(prog="nimbook", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    claims = commands.add_parser("claims", help="check claims of the ledger")
    claims.add_argument(
        "ids", nargs="*", metavar="ID", help="id of a claim, such as twist.thm-1 (default: all)"
    )
    claims.add_argument(
        "--full", action="store_true", help="check the full scope, which takes minutes"
    )
    claims.add_argument(
        "--list", action="store_true", help="list ids and statements, and check nothing"
    )
    claims.add_argument("--json", action="store_true", help="print the verdicts as JSON")
    claims.add_argument(
        "--workers",
        type=int,
        metavar="N",
        help="number of local processes (default: number of processors)",
    )
    claims.add_argument(
        "--scheduler", metavar="ADDRESS", help="use the Dask cluster at this address"
    )
    options = parser.parse_args(arguments)
    note = "; no verdicts are saved, so check the claims again"
    return run_command(lambda: _check(options), note)


def _check(options: argparse.Namespace) -> int:
    """Check the named claims, or all claims if none are named.

    With `--list`, list them instead. Return 1 if any check has a problem, and 0 otherwise.
    """
    for id_ in options.ids:
        LEDGER.check_id(id_)
    ids = options.ids or list(LEDGER)
    if options.list:
        print("\n".join(f"{id_:26}{LEDGER[id_].statement}" for id_ in ids))
        return 0
    scope: Scope = "full" if options.full else "quick"
    workers = min(cores(), len(ids)) if options.workers is None else options.workers
    if workers == 1 and options.scheduler is None:
        bar = tqdm(ids, unit="claim", file=sys.stderr, disable=None)
        verdicts = [LEDGER.check(id_, scope) for id_ in bar]
    else:
        with (
            pool(options.scheduler, workers, PACKAGES) as executor,
            progress_bar("claim") as progress,
        ):
            verdicts = check_claims(ids, scope, executor, progress)
    if options.json:
        print(json.dumps([verdict.as_json() for verdict in verdicts], ensure_ascii=False, indent=1))
    else:
        print("\n".join(map(_report, verdicts)))
    for verdict in verdicts:
        if verdict.problem:
            print(f"{verdict.claim.id}: {verdict.problem}", file=sys.stderr)
    return int(any(verdict.problem for verdict in verdicts))


def _report(verdict: Verdict) -> str:
    printed, repaired = verdict.printed, verdict.repaired
    lines = [f"{verdict.claim.id:26}{verdict.verdict:12}{printed.cases:>9,} cases, {printed.range}"]
    if printed.counterexample:
        lines.append(f"    fails in {printed.failures:,}; first failure: {printed.counterexample}")
    lines.append(f"    because {verdict.claim.because}")
    if verdict.verdict == "conditional":
        lines.append(f"    true if: {verdict.reading}")
    if repaired:
        lines.append(f"    true instead: {repaired.count}, {repaired.failures} failures")
    if verdict.claim.relies_on:
        lines.append(f"    uses {verdict.claim.relies_on}")
    if verdict.claim.reading:
        lines.append(f"    remark: {verdict.claim.reading}")
    return "\n".join(lines)


def run() -> None:
    """Run the command, and exit with its status."""
    sys.exit(main())


if __name__ == "__main__":
    run()
