"""The page that says how fast the engines are has all that was measured, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from book_speed import described

from tests.book.conftest import ROOT
from tests.book.test_pages import of_parsed_pages, parsed

RESULTS: dict[str, Any] = json.loads((ROOT / "benchmarks/results.json").read_text("utf8"))


@of_parsed_pages
def test_all_that_was_measured_is_on_the_page(book: Path) -> None:
    page = parsed(book / "book/how_fast.html")
    assert described(RESULTS["machine"], RESULTS["date"]) in page.text
    for section, subject in zip(
        page.select("section[id^=speed-]"), RESULTS["subjects"], strict=True
    ):
        assert section["id"] == f"speed-{subject['name']}"
        lines = section.select("tbody tr")
        shown = [line.select("th, td")[0].get_text() for line in lines]
        assert shown == [row["what"] for row in subject["rows"]]
