"""`python -m benchmarks`: print the table of speeds, and how the cost of each solver grows.

`--quick` only shows that it runs; `--out FILE` keeps what was measured, as JSON.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks import atlas, cram, grid, live, mum, nimber, ordinal, path, podium, solver
from benchmarks.measure import Growth, Row
from benchmarks.results import written

SUBJECTS = {
    module.__name__.rpartition(".")[2]: module
    for module in (solver, grid, atlas, cram, mum, path, nimber, ordinal, podium, live)
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
    rows: list[Row] = []
    growths: list[Growth] = []
    chosen = [SUBJECTS[name] for name in asked.subjects] or list(SUBJECTS.values())
    for subject in chosen:
        for row in subject.rows(asked.quick):
            print(row, flush=True)
            rows.append(row)
    for subject in chosen:
        if hasattr(subject, "growths"):
            for growth in subject.growths(asked.quick):
                print(growth, flush=True)
                growths.append(growth)
    if asked.out:
        asked.out.write_text(written(rows, growths), "utf8")


if __name__ == "__main__":
    main()
