"""`python -m benchmarks`: print the table of speeds, and how the cost of each solver grows.

`--quick` only shows that it runs; `--out FILE` keeps what was measured, as JSON.
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
    solver,
)
from benchmarks.results import Subject, written

SUBJECTS = {
    module.__name__.rpartition(".")[2]: module
    for module in (
        solver,
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
    """Measure each subject beside its peer or floor, and its growth if it has one."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "subjects", nargs="*", metavar="SUBJECT", help=f"one of {', '.join(SUBJECTS)}"
    )
    parser.add_argument("--quick", action="store_true", help="tiny sizes, one run of each")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="write the results of all subjects"
    )
    asked = parser.parse_args(arguments)
    if unknown := sorted(set(asked.subjects) - set(SUBJECTS)):
        parser.error(f"{unknown[0]!r} is not a subject; these are: {', '.join(SUBJECTS)}")
    if asked.out and asked.subjects:
        parser.error("--out keeps the results of all subjects: name none")
    measured = []
    for name in asked.subjects or SUBJECTS:
        module = SUBJECTS[name]
        # What other subjects have left is not looked through again while this one is measured.
        gc.collect()
        gc.freeze()
        subject = Subject(name, " ".join((module.__doc__ or "").split()))
        for row in module.rows(asked.quick):
            print(row, flush=True)
            subject.rows.append(row)
        for growth in module.growths(asked.quick) if hasattr(module, "growths") else ():
            print(growth, flush=True)
            subject.growths.append(growth)
        measured.append(subject)
    if asked.out:
        asked.out.write_text(written(measured), "utf8")


if __name__ == "__main__":
    main()
