"""Test of the page that shows the benchmark results."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.lib.pages import ROOT, parse_page, parsed_pages_group

RESULTS: dict[str, Any] = json.loads((ROOT / "benchmarks/results.json").read_text("utf8"))


@parsed_pages_group
def test_page_shows_all_benchmark_results(book: Path) -> None:
    page = parse_page(book / "book/how_fast.html")
    assert f"Measured on {RESULTS['date']}: {RESULTS['machine']}." in page.text_content()
    for section, subject in zip(
        page.cssselect("section[id^=speed-]"), RESULTS["subjects"], strict=True
    ):
        assert section.get("id") == f"speed-{subject['name']}"
        lines = section.cssselect("tbody tr")
        shown = [line[0].text_content() for line in lines]
        assert shown == [row["what"] for row in subject["rows"] + subject["growths"]]
