"""`python -m benchmarks`: print a table of timings and the growth rate of each solver's time.

`--quick` runs a smoke test; `--out FILE` saves the results as JSON.
"""

from __future__ import annotations

import argparse
import gc
from pathlib import Path

from benchmarks import (
    arrays,
    atlas,
    cram,
    grid,
    ledger,
    live,
    mum,
    nimber,
    ordinal,
    packages,
    path,
    podium,
    sequences,
    solver,
)
from benchmarks.results import Subject, to_json

SUBJECTS = {
    module.__name__.rpartition(".")[2]: module
    for module in (
        solver,
        sequences,
        grid,
        atlas,
        cram,
        mum,
        path,
        nimber,
        arrays,
        ordinal,
        podium,
        packages,
        ledger,
        live,
    )
}


def main(arguments: list[str] | None = None) -> None:
    """Time each subject against its peer or lower bound, and measure how its time grows."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "subjects", nargs="*", metavar="SUBJECT", help=f"one of {', '.join(SUBJECTS)}"
    )
    parser.add_argument("--quick", action="store_true", help="use tiny sizes and a single run")
    parser.add_argument("--out", type=Path, metavar="FILE", help="save the results of all subjects")
    args = parser.parse_args(arguments)
    if unknown := sorted(set(args.subjects) - set(SUBJECTS)):
        parser.error(f"no such subject: {unknown[0]!r} (choose from {', '.join(SUBJECTS)})")
    if args.out and args.subjects:
        parser.error("--out saves the results of all subjects, so it takes no SUBJECT")
    subjects = []
    for name in args.subjects or SUBJECTS:
        module = SUBJECTS[name]
        # Keep the garbage collector from traversing objects left over from other subjects.
        gc.collect()
        gc.freeze()
        subject = Subject(name, " ".join((module.__doc__ or "").split()))
        for row in module.rows(args.quick):
            print(row, flush=True)
            subject.rows.append(row)
        for growth in module.growths(args.quick) if hasattr(module, "growths") else ():
            print(growth, flush=True)
            subject.growths.append(growth)
        subjects.append(subject)
    if args.out:
        args.out.write_text(to_json(subjects), "utf8")


if __name__ == "__main__":
    main()
