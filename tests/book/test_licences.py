"""The site names the software of others in it, and their licences."""

from __future__ import annotations

import json
from pathlib import Path

from bs4 import BeautifulSoup

from tools import licences


def test_the_site_has_the_licences_of_all_that_is_in_it(book: Path) -> None:
    page = BeautifulSoup((book / "book/about.html").read_text("utf8"), "html.parser")
    files = [str(link["href"]) for link in page.select("#licences a[href*='_static']")]
    text, bill = [(book / "book" / file).read_text("utf8") for file in files]
    lock = json.loads(Path("package-lock.json").read_text("utf8"))["packages"]
    shipped = {path.rpartition("node_modules/")[2] for path in lock if path}
    shipped -= {path.rpartition("node_modules/")[2] for path in lock if lock[path].get("dev")}
    listed = {each["name"]: each for each in json.loads(bill)["components"]}
    assert {*listed} == {*shipped, *licences.FROM_PYPI, "python"}
    assert {"dompurify", "mathjax", "pyodide", "sphinx-book-theme"} <= {*listed}
    for name, each in listed.items():
        [licence] = each["licenses"]
        assert f"{name} {each['version']}: {licence['expression']}\n" in text
    assert "Font Awesome" in text and "Bootstrap" in text  # which the theme brings along
