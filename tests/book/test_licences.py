"""The site names the software of others in it, and their licences."""

from __future__ import annotations

import json
from pathlib import Path

from bs4 import BeautifulSoup

from tools import licences

GRANTS = {
    "MIT": "Permission is hereby granted, free of charge",
    "BSD-2-Clause": "Redistributions in binary form must reproduce",
    "BSD-3-Clause": "Neither the name of",
}
"""Words of licences."""


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


def test_a_licence_is_the_one_whose_words_a_package_contains() -> None:
    packages = [p for p in licences.packages() if p.name in licences.FROM_PYPI]
    assert len(packages) == len(licences.FROM_PYPI)
    for package in packages:
        assert any(GRANTS[package.licence] in text for text in package.texts), package.name
        others = [words for words in GRANTS.values() if words != GRANTS[package.licence]]
        if package.licence == "BSD-2-Clause":
            assert not any(words in package.texts[0] for words in others), package.name
