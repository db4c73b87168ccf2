"""Tests of the steps that make pages small, and of small images."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from ext import postprocess
from ext.figures import compress
from ext.live import forget_earlier_builds
from ext.site import write_pages
from ext.trees import STATE, VIEW
from PIL import Image

from tests.lib.pages import PAGES, parse_page, parsed_pages_group
from tests.lib.steps import body, site


def test_pages_keep_what_browsers_read() -> None:
    parts = [
        '<svg viewbox="0 0 1 1"><path d="M0 0"></path></svg><br><input disabled>',
        "<mjx-container><mjx-c></mjx-c></mjx-container><!-- a < b -->",
        f'<script type="{STATE}">{{"a": "<b>\\u003c<\\/b>&amp;"}}</script>',
        "<script>if (a < b && c) go();</script>",
        "<p>a < b &amp; “c”<span hidden></span></p>",
    ]
    html = "".join(parts).replace("a < b &amp;", "a &lt; b &amp;")
    page = site(a=f"<title></title><body>{html}").pages["a"]
    assert body(page) == html


def test_invalid_formula_stops_the_build(tmp_path: Path) -> None:
    broken = r'<span class="math notranslate nohighlight">\(\frac{1\)</span>'
    with pytest.raises(ValueError, match=r"typeset\.js failed:(.|\n)*frac\{1"):
        postprocess.typeset_pages(site(tmp_path, a=f"<body>{broken}"))


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        ("so ", " is", "so * is"),
        ("so (", "), which", "so <[(*),]> which"),
        ("", "—or", "*—or"),
        ("“", "-fold<b>,</b>", "<[“*-fold]><b>,</b>"),
    ],
)
def test_formulas_stay_with_adjacent_characters(before: str, after: str, line: str) -> None:
    formula = '<span class="math">x</span>'
    page = site(a=f"<body><p>{before}{formula}{after}</p>").pages["a"]
    [math] = page.tree.find_class("math")
    postprocess._keep_together(math)
    line = line.replace("<[", '<span class="nt-nowrap">').replace("]>", "</span>")
    assert body(page) == f"<p>{line.replace('*', formula)}</p>"


def test_rules_that_no_page_uses_are_removed(tmp_path: Path) -> None:
    style = tmp_path / "_static/styles/theme.css"
    style.parent.mkdir(parents=True)
    rules = [f".{name}{{color:red}}" for name in ("by-page", "by-script", "never")]
    style.write_text("@font-face{src:url(fontawesome.woff)}" + "".join(rules), "utf8")
    (tmp_path / "_static/a.js").write_text('element.classList.add("by-script")', "utf8")
    postprocess.remove_unused_rules(site(tmp_path, a='<p class="by-page">never'))
    assert style.read_text("utf8") == "".join(rules[:2])


def test_files_of_earlier_builds_are_removed_first(tmp_path: Path) -> None:
    for name in ("_static/a.js", "_images/b.svg", "figures.zip", "objects.inv", ".buildinfo"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    forget_earlier_builds(site(tmp_path).app)
    files = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*")}
    assert files == {"_images", "_images/b.svg", "objects.inv", ".buildinfo"}


def test_files_and_pages_of_earlier_builds_are_removed(tmp_path: Path) -> None:
    """A file is kept if a page, or a script or style that is kept, contains its name."""
    for name in ("a.js", "b.css", "c.svg", "old/d.js", "e.js"):
        path = tmp_path / "_static" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text({"a.js": "load('b.css')", "b.css": "url(c.svg)"}.get(name, ""), "utf8")
    (tmp_path / "old.html").write_text("e.js", "utf8")
    folder = site(tmp_path, a='<head></head><script src="_static/a.js"></script>')
    write_pages(folder)
    postprocess.remove_unreferenced(folder)
    files = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*")}
    assert files == {"a.html", "_static", "_static/a.js", "_static/b.css", "_static/c.svg"}


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
def test_pages_are_complete_and_tidy(book: Path) -> None:
    count = 0
    for name in PAGES:
        path = book / f"{name}.html"
        page = parse_page(path)
        formulas = page.cssselect(".math")
        for formula in formulas:
            [container] = formula.iter("mjx-container")
            assert ("display" in container.attrib) == (formula.tag == "div"), path
            assert "\\" not in formula.text_content(), path
        assert not page.cssselect(".math .eqno:not(:has(.headerlink))"), path
        count += len(formulas)
        assert not page.cssselect("script[src]:not([defer]):not([async])"), path
        scripts = {script.get("src", "").rpartition("/")[2] for script in page.iter("script")}
        assert not {name.partition("?")[0] for name in scripts} & postprocess._SUPERFLUOUS, path
        # Each widget has a static copy. Their state is the last part of the article.
        views, state = page.cssselect(f"script[type='{VIEW}']"), f"script[type='{STATE}']"
        assert len(views) == len(page.cssselect(f".widget-still + script[type='{VIEW}']")), path
        assert page.cssselect(state) == page.cssselect(f"article > {state}:last-child"), path
        # Browsers or the policy reject these.
        assert not page.cssselect("[onclick], [role=doc-biblioentry], [role=list]"), path
        assert not page.cssselect(".dataframe.nt-frame"), path
    assert count > 300
