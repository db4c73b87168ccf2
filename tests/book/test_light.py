"""Formulas are set when the book is built, and pages have no script of icons."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import book_light
import pytest
from bs4 import BeautifulSoup

from tests.book.test_pages import PAGES, of_parsed_pages, parsed


def app(folder: Path, builder: str = "html") -> Any:
    """Return what `finish` knows of Sphinx."""
    for name in ("site/_static", "kept"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    kind = SimpleNamespace(format="html", name=builder)
    return SimpleNamespace(builder=kind, outdir=folder / "site", doctreedir=folder / "kept")


def page(inside: str) -> str:
    return (
        '<head><link href="_static/math.css" rel="stylesheet" />'
        '<script src="_static/scripts/fontawesome.js?digest=1"></script>'
        f'<script src="_static/doctools.js"></script></head><p>{inside}</p>'
    )


INLINE = r'<span class="math notranslate nohighlight">\(a &lt; b\)</span>'
DISPLAY = (
    '<div class="math notranslate nohighlight" id="equation-x">'
    '<span class="eqno">(1)<a class="headerlink" href="#equation-x">#</a></span>\\[x^2\\]</div>'
)
ALIGNED = '<div class="amsmath math notranslate">\\begin{align}a &amp;= b\\end{align}</div>'


def test_formulas_are_set_where_they_stand(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site/a.html").write_text(page(INLINE + DISPLAY), "utf8")
    (tmp_path / "site/b.html").write_text(page(ALIGNED), "utf8")
    book_light.finish(app(tmp_path), None)
    text = "".join((tmp_path / f"site/{name}.html").read_text("utf8") for name in "ab")
    soup = BeautifulSoup(text, "html.parser")
    assert [len(each.select("mjx-container")) for each in soup.select(".math")] == [1, 1, 1]
    assert [len(each.select("mjx-container[display=true]")) for each in soup.select(".math")] == [
        0,
        1,
        1,
    ]
    assert next(each.get_text() for each in soup.select("math mo")) == "<"
    assert soup.select_one("#equation-x .eqno .headerlink") and "\\" not in soup.get_text()
    assert "fontawesome" not in text
    assert all(script.has_attr("defer") for script in soup.select("script[src]"))
    styles = {link["href"] for link in soup.select("link")}
    assert len(styles) == 1 and str(styles.pop()).startswith("_static/math.css?v=")
    css = (tmp_path / "site/_static/math.css").read_text("utf8")
    assert "mjx-assistive-mml" in css and "mjx-c1D465" in css  # x


def test_a_formula_that_is_none_stops_the_build(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    broken = r'<span class="math notranslate nohighlight">\(\frac{1\)</span>'
    (tmp_path / "site/a.html").write_text(page(broken), "utf8")
    with pytest.raises(ValueError, match=r"cannot be set: (.|\n)*frac\{1"):
        book_light.finish(app(tmp_path), None)


@of_parsed_pages
def test_the_book_has_all_its_formulas(book: Path) -> None:
    seen = 0
    for name in PAGES:
        path = book / f"{name}.html"
        soup = parsed(path)
        formulas = soup.select(".math")
        assert all(formula.select("mjx-container") for formula in formulas), path
        seen += len(formulas)
        scripts = " ".join(str(script.get("src")) for script in soup.select("script"))
        assert "fontawesome" not in scripts and "mathjax" not in scripts
        # The first words wait for no script.
        waiting = [
            script["src"]
            for script in soup.select("script[src]")
            if not script.has_attr("defer") and not script.has_attr("async")
        ]
        assert not waiting, path
    assert seen > 300
