"""The benchmarks run; how fast, no test says."""

from __future__ import annotations

import json
from math import isclose
from pathlib import Path

import pytest

from benchmarks.__main__ import SUBJECTS, main
from benchmarks.measure import Growth, Row, fitted


def test_the_benchmarks_run_at_tiny_sizes() -> None:
    for name, subject in SUBJECTS.items():
        rows = [*subject.rows(True)] if name != "live" else []
        assert rows or name == "live"
        assert all(row.seconds > 0 for row in rows)
        assert len({(row.what, row.n, row.peer) for row in rows}) == len(rows)


@pytest.mark.full
def test_all_are_printed_and_kept(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    main(["--quick", "--out", str(tmp_path / "results.json")])
    lines = capsys.readouterr().out.splitlines()
    kept = json.loads((tmp_path / "results.json").read_text("utf8"))
    assert lines == [
        str(line)
        for subject in kept["subjects"]
        for line in (
            *(Row(**row) for row in subject["rows"]),
            *(Growth(**growth) for growth in subject["growths"]),
        )
    ]
    assert [subject["name"] for subject in kept["subjects"]] == [*SUBJECTS]
    assert kept["machine"]["cores"] >= 1


def test_a_peer_that_is_not_there_is_absent() -> None:
    row = Row("a product", "64 bits", 2.0, "a peer", None, limit=1.15)
    assert row.ratio is None
    assert "absent" in str(row)
    assert "≤ 1.15" in str(row)
    assert Row("a product", "64 bits", 2.0, "a peer", 4.0).ratio == 0.5


def test_the_exponent_of_a_power_is_found() -> None:
    cubes = tuple((size, 1e-6 * size**3) for size in (5, 10, 30, 70))
    exponent, factor = fitted(cubes)
    assert isclose(exponent, 3)
    assert isclose(factor, 1e-6)


def test_a_subject_that_there_is_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["kram"])
    assert "'kram' is not a subject; these are: solver" in capsys.readouterr().err
