"""The page that says how fast the engines are has all that was measured, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from book_speed import described, heading

from benchmarks.__main__ import SUBJECTS
from tests.book.conftest import ROOT
from tests.book.test_pages import of_parsed_pages, parsed

RESULTS: dict[str, Any] = json.loads((ROOT / "benchmarks/results.json").read_text("utf8"))


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
