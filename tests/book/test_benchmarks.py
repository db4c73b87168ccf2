"""The benchmarks run; how fast, no test says."""

from __future__ import annotations

import pytest

from benchmarks.__main__ import main


def test_the_benchmarks_run_at_tiny_sizes(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--quick"])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 23
    assert all(" s " in line and "×" in line for line in lines)
