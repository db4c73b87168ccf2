"""Tests of typeset formulas and deferred scripts."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import book_postprocess
import pytest

from tests.book.test_pages import PAGES, parse_page, parsed_pages_group


def test_invalid_formula_stops_the_build(tmp_path: Path) -> None:
    broken = r'<span class="math notranslate nohighlight">\(\frac{1\)</span>'
    (tmp_path / "a.html").write_text(broken, "utf8")
    builder = SimpleNamespace(format="html", name="html")
    app: Any = SimpleNamespace(builder=builder, outdir=tmp_path, doctreedir=tmp_path)
    with pytest.raises(ValueError, match=r"cannot typeset (.|\n)*frac\{1"):
        book_postprocess.postprocess(app, None)


@parsed_pages_group
def test_all_formulas_are_typeset_and_scripts_deferred(book: Path) -> None:
    count = 0
    for name in PAGES:
        path = book / f"{name}.html"
        soup = parse_page(path)
        formulas = soup.select(".math")
        for formula in formulas:
            [container] = formula.select("mjx-container")
            assert container.has_attr("display") == (formula.name == "div"), path
            assert "\\" not in formula.get_text(), path
        assert all(number.select(".headerlink") for number in soup.select(".math .eqno")), path
        count += len(formulas)
        blocking = [
            script["src"]
            for script in soup.select("script[src]")
            if not script.has_attr("defer") and not script.has_attr("async")
        ]
        assert not blocking, path
    assert count > 300
