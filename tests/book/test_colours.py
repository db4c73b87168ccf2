"""Tests that figures, pictures and icons of the built book have the colours of the palette."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from io import BytesIO
from pathlib import Path
from typing import get_args

import numpy as np
import pytest
from ext.figures import add_colours
from matplotlib import colormaps
from PIL import Image
from playwright.sync_api import Browser

from nimbook.show.palette import GREYS, palette
from tests.lib.pages import Scheme, visit

ROOT = Path(__file__).parents[2]
GREY = re.compile("|".join(GREYS.values()))


def png(pixels: np.ndarray) -> str:
    file = BytesIO()
    Image.fromarray(pixels).save(file, "png")
    return f"data:image/png;base64,{b64encode(file.getvalue()).decode()}"


def pixels_of(address: str) -> np.ndarray:
    data = b64decode(address.partition(",")[2])
    return np.asarray(Image.open(BytesIO(data)).convert("RGBA"))


def rgb(colour: str) -> list[int]:
    return [*bytes.fromhex(colour[1:])]


def test_greys_of_images_become_colours() -> None:
    names = [*GREYS]
    alphas = [255, 136, 0] * len(names)
    grey = [[*rgb(GREYS[name]), alpha] for name, alpha in zip(names, alphas, strict=False)]
    invisible = np.array([[*grey, [1, 2, 3, 0]]], np.uint8)
    coloured = pixels_of(add_colours(png(invisible)))[0]
    for pixel, name, alpha in zip(coloured, names, alphas, strict=False):
        assert pixel[3] == alpha
        assert not alpha or [*pixel[:3]] == rgb(palette()[name])


def test_images_with_other_colours_are_left_alone() -> None:
    heat = colormaps["cividis"](np.linspace(0, 1, 64).reshape(8, 8), bytes=True)
    mixed = np.array([[rgb(GREYS["p"]), [1, 2, 3]]], np.uint8)
    for image in (png(heat), png(mixed)):
        assert add_colours(image) == image


def test_palette_agrees_with_the_browser(browser: Browser, site: str) -> None:
    for theme in get_args(Scheme):
        with visit(browser, f"{site}/offline.html", scheme=theme) as view:
            values = view.page.evaluate(
                "names => names.map((name) => getComputedStyle(document.documentElement)"
                ".getPropertyValue(`--nt-${name}`).trim())",
                [*palette(theme)],
            )
        assert dict(zip(palette(theme), values, strict=True)) == dict(palette(theme)), theme


def test_nothing_on_the_site_is_grey(book: Path) -> None:
    """Check that files of figures and the icon have colours, and that pages have variables."""
    files = [*book.glob("_images/*.svg"), book / "_static/favicon.svg"]
    assert len(files) > 20
    for file in files:
        svg = file.read_text("utf8")
        assert "var(" not in svg and "--nt-" not in svg and not GREY.findall(svg), file
        for image in re.findall(r"data:image/png;base64,[\w+/=]+", re.sub(r"\s+", "", svg)):
            visible = pixels_of(image).reshape(-1, 4)
            greys = [rgb(grey) for grey in GREYS.values()]
            assert not all([*map(int, pixel[:3])] in greys for pixel in visible[visible[:, 3] > 0])
    for path in book.glob("notebooks/*.html"):
        html = path.read_text("utf8")
        figures = re.findall('<figure [^>]*class="nt-figure.*?</figure>', html, re.DOTALL)
        assert not [figure for figure in figures if GREY.search(figure) or "--nt-p: " in figure], (
            path
        )


@pytest.mark.parametrize("path", sorted(ROOT.glob("notebooks/*.ipynb")), ids=lambda path: path.stem)
def test_downloads_are_in_colour(path: Path, book: Path) -> None:
    text = (book / f"_sources/notebooks/{path.name}").read_text("utf8")
    assert not GREY.findall(text)
    assert len(re.findall(r"<style[^>]*>:root \{ --nt-p: ", text)) == 1
