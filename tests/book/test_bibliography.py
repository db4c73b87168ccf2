"""The references: each work once, and each that is cited."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.book.conftest import ROOT

ENTRIES = re.findall(
    r"^@\w+\{(\w+),\n(.*?)^\}", (ROOT / "book/references.bib").read_text("utf8"), re.S | re.M
)


def fields(entry: str) -> dict[str, str]:
    """Return the fields of an entry, without what does not tell one work from another."""
    found = re.findall(r"^\s*(\w+)\s*=\s*\{(.*?)\},?$", entry, re.M)
    return {name.lower(): re.sub(r"[^\w.]|_", "", text).lower() for name, text in found}


@pytest.mark.parametrize("field", ["title", "doi", "isbn", "eprint", "url"])
def test_no_two_references_are_one_work(field: str) -> None:
    values = Counter(fields(entry)[field] for _, entry in ENTRIES if field in fields(entry))
    assert len(ENTRIES) > 20
    assert [value for value, times in values.items() if times > 1] == []


def test_what_is_cited_is_there() -> None:
    pages = [*ROOT.glob("notebooks/*.ipynb"), *ROOT.glob("book/*.md")]
    cited = {
        key
        for page in pages
        for keys in re.findall(r"\{cite:\w+\}`([\w,\s]+)`", page.read_text("utf8"))
        for key in re.split(r"[,\s]+", keys.strip())
    }
    assert len(cited) > 10
    assert cited <= {key for key, _ in ENTRIES}
