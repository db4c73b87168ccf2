"""The benchmarks run; how fast, no test says."""

from __future__ import annotations

import pytest

from benchmarks import live
from benchmarks.__main__ import SUBJECTS, main


def are_rows(lines: list[str]) -> bool:
    return all(" s " in line and "×" in line for line in lines)


def test_the_benchmarks_run_at_tiny_sizes() -> None:
    rows = [str(row) for subject in SUBJECTS if subject is not live for row in subject.rows(True)]
    assert len(rows) == 27
    assert are_rows(rows)


@pytest.mark.full
def test_all_are_printed_in_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--quick"])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 29
    assert are_rows(lines)
