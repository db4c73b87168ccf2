"""The page that says how fast the engines are has all that was measured, and nothing else."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from book_speed import described, growth_chart, heading, ratios, table

from benchmarks.__main__ import SUBJECTS
from tests.book.conftest import ROOT
from tests.book.test_pages import of_parsed_pages, parsed

RESULTS: dict[str, Any] = json.loads((ROOT / "benchmarks/results.json").read_text("utf8"))

ROW = {
    **{"what": "a product", "n": "4 × 4", "seconds": 0.003, "peer": "a loop"},
    **{"peer_seconds": 0.002, "limit": 1.6, "note": ""},
}
GROWTH = {
    **{"what": "a search", "size": "cells", "points": [[2, 0.004], [4, 0.032]]},
    **{"exponent": 3.0, "factor": 0.0005},
}


def test_all_subjects_were_measured() -> None:
    assert [subject["name"] for subject in RESULTS["subjects"]] == [*SUBJECTS]
    assert all(subject["rows"] for subject in RESULTS["subjects"])


@of_parsed_pages
def test_all_that_was_measured_is_on_the_page(book: Path) -> None:
    page = parsed(book / "book/how_fast.html")
    assert described(RESULTS["machine"], RESULTS["date"]) in page.text
    sections = page.select("section[id^=speed-]")
    assert [section["id"] for section in sections] == [f"speed-{name}" for name in SUBJECTS]
    for section, subject in zip(sections, RESULTS["subjects"], strict=True):
        shown = [
            [cell.get_text() for cell in line.select("th, td")]
            for line in section.select("tbody tr")
        ]
        assert [cells[0] for cells in shown] == [row["what"] for row in subject["rows"]]
        [title] = [heading.get_text("", strip=True) for heading in section.select("h2")]
        assert title.startswith(heading(subject["about"]))
        assert bool(section.select("svg")) == bool(subject["growths"])
        for growth in subject["growths"]:
            assert f"{growth['what']}: exponent {growth['exponent']:.2f}" in section.text
    counted = sum(
        row["peer_seconds"] is not None and row["limit"] is not None
        for subject in RESULTS["subjects"]
        for row in subject["rows"]
    )
    [told] = [each.text for each in page.select("desc") if each.text.startswith("A dot for each")]
    assert told.startswith(f"A dot for each of {counted} rows")


def test_a_row_has_its_ratio_and_what_was_promised() -> None:
    absent = {**ROW, "what": "another", "peer_seconds": None, "limit": None}
    frame = table([ROW, absent])
    lines = frame.to_dict("index")
    assert [lines["a product"][name] for name in ("ratio", "at most")] == ["1.5", "1.6"]
    assert [lines["another"][name] for name in ("ratio", "at most")] == ["", ""]
    assert lines["another"]["its time"] == "not installed"
    assert "note" not in frame  # nobody has one


def test_promised_ratios_are_drawn() -> None:
    faster = {**ROW, "seconds": 0.0005, "limit": 0.2}
    others = [{**ROW, "peer_seconds": None}, {**ROW, "limit": None}]
    picture = ratios([{"rows": [ROW, *others]}, {"rows": [faster]}])
    [axes] = picture.axes
    dots, bars = axes.collections[1:]
    assert np.asarray(dots.get_offsets()).tolist() == [[1.5, 0], [0.25, 1]]
    assert np.asarray(bars.get_offsets()).tolist() == [[1.6, 0], [0.2, 1]]
    assert "2 rows on a logarithmic scale, from 0.25 to 1.5; " in picture.description
    assert picture.description.endswith("; 1 are kept.")
    [peers] = axes.child_axes
    for labels, name in ((axes, "a product, 4 × 4"), (peers, "a loop")):
        assert [label.get_text() for label in labels.get_yticklabels()] == [name] * 2


@pytest.mark.parametrize("count", [1, 2, 3])
def test_growth_is_drawn_with_its_line(count: int) -> None:
    picture = growth_chart({"about": "Searches, all of them.", "growths": [GROWTH] * count})
    assert len(picture.axes) == count
    for axes in picture.axes:
        dots, line = axes.lines
        assert np.asarray(dots.get_ydata()) == pytest.approx(np.asarray(line.get_ydata()))
        assert re.search(r"exponent 3\.00", axes.get_title())


def test_what_is_not_installed_is_said() -> None:
    machine = {**RESULTS["machine"], "packages": {"numpy": "2.0", "galois": None}}
    said = described(machine, "2026-01-02")
    assert said.startswith("Measured on 2026-01-02: ")
    assert said.endswith(", numpy 2.0. Not installed: galois.")
