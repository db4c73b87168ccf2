"""`python -m benchmarks`: print the table of speeds; `--quick` only shows that it runs."""

from __future__ import annotations

import argparse

from benchmarks import atlas, cram, grid, live, mum, nimber, ordinal, path, podium, solver

SUBJECTS = (solver, grid, atlas, cram, mum, path, nimber, ordinal, podium, live)


def main(arguments: list[str] | None = None) -> None:
    """Measure each subject beside its peer or floor; the fastest of five runs of each."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="tiny sizes, one run of each")
    quick = parser.parse_args(arguments).quick
    for subject in SUBJECTS:
        for row in subject.rows(quick):
            print(row, flush=True)


if __name__ == "__main__":
    main()
