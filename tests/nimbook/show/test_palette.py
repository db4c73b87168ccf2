"""Tests that `palette.css` alone defines colours, and that outputs in Jupyter have stylesheets."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import ipywidgets as ipw
import nbformat
import numpy as np
import pytest
from matplotlib import colormaps
from matplotlib.colors import rgb_to_hsv, to_hex, to_rgb

from nimbook.play import Play
from nimbook.show import STYLE, Drawing, stylesheets
from nimbook.show import cell_table as grid
from nimbook.show._base import _Session, all_stylesheets
from nimbook.show.palette import GREYS, NO_STYLES, colour, palette, stylesheet
from nimbook.widgets import explorer, lab
from nimtwist.games import Nim
from tests.lib.widgets import descendants
from tools import execute

ROOT = Path(__file__).parents[3]
PALETTE = "src/nimbook/show/palette.css"
HEX = re.compile(r"#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b", re.IGNORECASE)
THEMES = {"light": palette(), "dark": palette("dark")}


def committed(*suffixes: str) -> Iterator[Path]:
    """Yield the committed files with one of the suffixes, except the palette."""
    patterns = [f"*{suffix}" for suffix in suffixes]
    names = subprocess.check_output(["git", "ls-files", *patterns], cwd=ROOT, text=True)
    for name in names.splitlines():
        if name != PALETTE and (ROOT / name).exists():
            yield ROOT / name


def six_digits(literal: str) -> str:
    """Return a colour in lower case with six digits.

    >>> six_digits("#FFF"), six_digits("#12345678")
    ('#ffffff', '#123456')
    """
    digits = literal[1:].lower()
    return f"#{''.join(2 * digit for digit in digits[:3]) if len(digits) < 6 else digits[:6]}"


COLOURS = {
    six_digits(value) for theme in THEMES.values() for value in theme.values() if value[0] == "#"
} - {"#ffffff"}
SHADES = {to_hex(colormaps["cividis"](i)) for i in range(256)}
"""The colours of numbers in heat maps, which are not from the palette."""


def literals(text: str) -> set[str]:
    """Return the colours of the palette that a text contains as literals."""
    return {six_digits(literal) for literal in HEX.findall(text)} & COLOURS


def test_literals_are_found() -> None:
    p = palette()["p"]
    assert literals(f"color: {p};") == literals(f"'{p.upper()}'") == literals(f"{p}88") == {p}
    assert not literals(f"id{p[1:]} #000 {p}0a1")


@pytest.mark.parametrize(
    "suffix",
    [".css", ".html", ".ipynb", ".js", ".md", ".mjs", ".mplstyle", ".py", ".svg", ".ts", ".yml"],
)
def test_no_other_file_has_colours_of_the_palette(suffix: str) -> None:
    found = {path: literals(path.read_text("utf8")) for path in committed(suffix)}
    assert found, f"no file *{suffix}"
    assert not {str(path): colours for path, colours in found.items() if colours}


def test_other_stylesheets_have_no_colours_at_all() -> None:
    """The stylesheet of the PDF has two greys, where custom properties do not apply."""
    for path in committed(".css"):
        text = path.read_text("utf8")
        if "tools" not in path.parts:
            values = "".join(re.findall(r":[^{};]*;|:[^{};]*}", re.sub(r"(?s)/\*.*?\*/", "", text)))
            assert not [*HEX.findall(values), *re.findall(r"(?:rgb|hsl)a?\(", values)], path.name
        for selector, body in re.findall(r"([^{}]*)[{]([^{}]*)[}]", text):
            if "focus" in selector and (rings := re.findall(r"outline: \d[^;}]*", body)):
                assert ["var(--nt-focus)" in ring for ring in rings] == [True], selector


@pytest.mark.parametrize("path", execute.notebook_paths(), ids=lambda path: path.stem)
def test_notebooks_have_no_stylesheets_and_only_the_greys(path: Path) -> None:
    text = path.read_text("utf8")
    assert ":root" not in text, "a stylesheet"
    svgs = [
        output.data["image/svg+xml"]
        for cell in nbformat.reads(text, as_version=4).cells
        for output in cell.get("outputs", ())
        if "image/svg+xml" in output.get("data", {})
    ]
    for svg in svgs:
        definitions = re.findall(r"--nt-([\w-]+): (#\w+)", svg)
        assert {*definitions} <= {*GREYS.items()}
        assert {*re.findall(r"var\(--nt-([\w-]+)\)", svg)} == dict(definitions).keys()
        assert {*HEX.findall(svg.partition("<svg")[2].partition(">")[2])} <= SHADES


def test_names_of_figures_are_unambiguous() -> None:
    """A grey, or a colour of the light theme, stands for one name in a figure."""
    assert THEMES["dark"].keys() == palette().keys() >= GREYS.keys()
    light = {palette()[name] for name in GREYS}
    assert all(re.fullmatch("#[0-9a-f]{6}", shade) for shade in light)
    assert len({*GREYS.values()}) == len(light) == len(GREYS)
    assert not {*GREYS.values()} & COLOURS


def test_committed_figures_are_grey(monkeypatch: pytest.MonkeyPatch) -> None:
    assert {name: colour(name) for name in GREYS}.items() <= palette().items()
    monkeypatch.setenv(NO_STYLES, "0")
    assert {name: colour(name) for name in GREYS} == GREYS


# --- Contrast ------------------------------------------------------------------------------------


def luminance(colour: str) -> float:
    channels = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)]
    return float(np.dot(channels, (0.2126, 0.7152, 0.0722)))


def contrast(a: str, b: str) -> float:
    """Return the WCAG 2 contrast ratio between two colours."""
    dark, light = sorted(map(luminance, (a, b)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_marks_are_visible(theme: dict[str, str]) -> None:
    """WCAG requires a contrast ratio of at least 3 for graphics.

    P must contrast with N, the frames of wrong cells with the background, and the rings of focused
    elements with every ground that may surround them. They must differ from P in hue.
    """
    assert contrast(theme["p"], theme["n"]) >= 3
    assert contrast(theme["refuted"], theme["back"]) >= 3
    for ground in ("back", "table", "n", "seen", "edge", "faint", "ringed"):
        assert contrast(theme["focus"], theme[ground]) >= 3, ground
    hue, other = (rgb_to_hsv(to_rgb(theme[name]))[0] for name in ("p", "focus"))
    assert min(abs(hue - other), 1 - abs(hue - other)) > 1 / 6


def test_focus_is_visible_on_the_table_of_a_winner() -> None:
    text = (ROOT / PALETTE).read_text("utf8")
    [won] = re.findall("^[.]nt-won[.]nt-desk [{]([^{}]*)[}]", text, re.MULTILINE)
    [focus] = re.findall(r"--nt-focus: (#\w+);", won)
    assert min(contrast(focus, palette()[name]) for name in ("night", "firelight")) >= 3


# --- Stylesheets ----------------------------------------------------------------------------------


EACH = (
    STYLE,
    stylesheet("nimbook", "show/grids.css"),
    stylesheet("nimbook", "play/boards.css"),
    stylesheet("nimbook", "exercises/exercises.css"),
)
SHEETS = [
    path
    for path in sorted([*ROOT.glob("src/**/*.css"), *ROOT.glob("book/**/*.css")])
    if "_assets" not in path.parts
]
SCALE = {"0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.8", "1", "1.5", "2", "3", "5"}
"""The margins, padding and gaps in rem; `style.css` lists them, too."""
EXPERIMENTS: dict[str, Callable[[], ipw.Widget]] = {
    "explorer": lambda: explorer(str, object=range(3)),
    "lab": lambda: lab(lambda heap: str(heap), heap=ipw.Text("3")),
    "play": lambda: Play(Nim(), (1, 2)).widget,
}


@pytest.fixture(autouse=True)
def fresh_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulate a kernel that has not displayed anything yet."""
    monkeypatch.setattr(_Session, "displayed", False)


def display_all() -> str:
    result = stylesheets()
    assert result is not None
    return result._repr_html_()


def style_widgets(box: ipw.Widget) -> list[ipw.Widget]:
    return [widget for widget in descendants(box) if "<style" in str(getattr(widget, "value", ""))]


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_spaces_are_from_one_scale_and_the_colour_of_p_positions_marks_them(path: Path) -> None:
    for selector, body in re.findall(r"([^{}]*)[{]([^{}]*)[}]", path.read_text("utf8")):
        assert "var(--nt-p)" not in body or ".nt-P" in selector
        gaps = re.findall(r"(?<![\w-])(?:margin|padding|(?:row-|column-)?gap)[\w-]*:([^;]+)", body)
        assert {*re.findall(r"(?<![\w.-])([\d.]+)rem", " ".join(gaps))} <= SCALE, selector


def test_committed_notebooks_get_no_stylesheets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NO_STYLES, "0")
    assert stylesheets() is None
    assert "<style>" not in grid(["P"], "one")._repr_html_()
    for make in EXPERIMENTS.values():
        assert style_widgets(make()) == []


def test_drawings_embed_their_stylesheet_unless_it_is_present() -> None:
    drawing = grid(["P"], "one")
    alone = drawing._repr_html_()
    assert alone == f"<style>{STYLE}</style>{drawing}"
    stylesheets()  # creating them without displaying them has no effect
    assert drawing._repr_html_() == alone
    assert all(each in display_all() for each in EACH)
    assert drawing._repr_html_() == str(drawing)
    assert type(drawing._repr_html_()) is not Drawing


@pytest.mark.parametrize("make", EXPERIMENTS.values(), ids=EXPERIMENTS)
def test_experiments_share_one_stylesheet_widget_if_needed(
    make: Callable[[], ipw.Widget],
) -> None:
    alone, again = style_widgets(make()), style_widgets(make())
    assert [widget.value for widget in alone] == [f"<style>{all_stylesheets()}</style>"]
    assert alone == again
    assert alone[0].layout.display == "none"
    display_all()
    assert style_widgets(make()) == []
