"""Test of the list of third-party licences."""

from __future__ import annotations

import json
from pathlib import Path

from bs4 import BeautifulSoup

from tools import licences


def test_site_lists_all_third_party_licences(book: Path) -> None:
    page = BeautifulSoup((book / "book/about.html").read_text("utf8"), "html.parser")
    files = [str(link["href"]) for link in page.select("#licences a[href*='_static']")]
    text, sbom = [(book / "book" / file).read_text("utf8") for file in files]
    lock = json.loads(Path("package-lock.json").read_text("utf8"))["packages"]
    shipped = {path.rpartition("node_modules/")[2] for path in lock if path}
    shipped -= {path.rpartition("node_modules/")[2] for path in lock if lock[path].get("dev")}
    components = {each["name"]: each for each in json.loads(sbom)["components"]}
    assert {*components} == {*shipped, *licences.FROM_PYPI, "python"}
    assert {"dompurify", "mathjax", "pyodide", "sphinx-book-theme"} <= {*components}
    for name, component in components.items():
        [licence] = component["licenses"]
        assert f"{name} {component['version']}: {licence['expression']}\n" in text
    assert "Font Awesome" in text and "Bootstrap" in text  # bundled with the theme
