"""Tests of typeset formulas, deferred scripts, and small styles and images."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from ext import postprocess
from ext.figures import compress
from PIL import Image

from tests.lib.pages import PAGES, parse_page, parsed_pages_group


def test_invalid_formula_stops_the_build(tmp_path: Path) -> None:
    broken = r'<span class="math notranslate nohighlight">\(\frac{1\)</span>'
    (tmp_path / "a.html").write_text(broken, "utf8")
    builder = SimpleNamespace(format="html", name="html")
    app: Any = SimpleNamespace(builder=builder, outdir=tmp_path, doctreedir=tmp_path)
    with pytest.raises(ValueError, match=r"typeset\.js failed:(.|\n)*frac\{1"):
        postprocess.postprocess(app, None)


def test_rules_that_no_page_uses_are_removed(tmp_path: Path) -> None:
    style = tmp_path / "_static/styles/theme.css"
    style.parent.mkdir(parents=True)
    rules = [f".{name}{{color:red}}" for name in ("by-page", "by-script", "never")]
    style.write_text("@font-face{src:url(fontawesome.woff)}" + "".join(rules), "utf8")
    (tmp_path / "a.html").write_text('<p class="by-page">', "utf8")
    (tmp_path / "_static/a.js").write_text('element.classList.add("by-script")', "utf8")
    postprocess.remove_unused(tmp_path)
    assert style.read_text("utf8") == "".join(rules[:2])


@pytest.mark.parametrize("channels", [3, 4])
def test_images_in_figures_keep_their_pixels(channels: int) -> None:
    pixels = np.random.default_rng(0).integers(0, 256, (5, 7, channels), dtype=np.uint8)
    file = BytesIO()
    Image.fromarray(pixels).save(file, "png")
    address = f"data:image/png;base64,{b64encode(file.getvalue()).decode()}"
    smaller = re.sub(r"data:image/png;base64,(.+)", compress, address)
    image = Image.open(BytesIO(b64decode(smaller.removeprefix("data:image/webp;base64,"))))
    assert np.array_equal(np.asarray(image.convert("RGBA"))[..., :channels], pixels)


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
