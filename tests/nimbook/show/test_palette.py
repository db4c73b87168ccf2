"""Tests that `palette.css` alone defines colours, and that notebooks have none of them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import nbformat
import numpy as np
import pytest
from matplotlib import colormaps
from matplotlib.colors import rgb_to_hsv, to_hex, to_rgb

from nimbook.show.palette import GREYS, NO_STYLES, palette
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
    for text in (f"color: {p};", f"'{p.upper()}'", f"{p}88", f'\\"{p}\\"'):
        assert literals(text) == {p}, text
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
        if "tools" not in path.parts:
            text = re.sub(r"/\*.*?\*/", "", path.read_text("utf8"), flags=re.DOTALL)
            values = "".join(re.findall(r":[^{};]*;|:[^{};]*}", text))
            assert not [*HEX.findall(values), *re.findall(r"(?:rgb|hsl)a?\(", values)], path.name


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
    light = {palette()[name] for name in GREYS}
    assert all(re.fullmatch("#[0-9a-f]{6}", shade) for shade in light)
    assert len({*GREYS.values()}) == len(light) == len(GREYS)
    assert not {*GREYS.values()} & COLOURS


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_themes_have_all_colours_of_figures(theme: dict[str, str]) -> None:
    assert theme.keys() == palette().keys() >= GREYS.keys()


OUTPUTS = """
import json
from nimbook.show import MARK, Picture, colour, heat_map, shades, stylesheets
from nimbook.show.certificates import board
from nimtwist.games.blocking import BlockingNim
picture = Picture("A line", "It rises.")
axes = picture.subplots()
axes.plot([0, 1], "o-", color=colour("p"))
axes.bar([0, 1], [1, 1])
dots = heat_map({"": [[True, False]]}, "Dots", "One dot.")
outputs = [stylesheets(), board(BlockingNim(2, [[1]]), 8), picture._repr_svg_(), dots._repr_svg_()]
print(json.dumps(outputs))
"""


def test_committed_outputs_do_not_depend_on_the_palette(tmp_path: Path) -> None:
    """Change every colour in a copy of the toolkit: only outputs with colours change."""
    copied = tmp_path / "nimbook"
    subprocess.run(["cp", "-r", ROOT / "src/nimbook", copied], check=True)
    sheet = copied / "show/palette.css"

    def outputs(committed: bool) -> list[str | None]:
        environment = {
            "PYTHONPATH": f"{tmp_path}:{ROOT / 'src'}",
            "PATH": "",
            "MPLCONFIGDIR": str(tmp_path),
        }
        if committed:
            environment[NO_STYLES] = "0"
        code = OUTPUTS if committed else OUTPUTS.replace("stylesheets(),", "None,")
        run = subprocess.run(
            [sys.executable, "-c", code],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        texts: list[str | None] = json.loads(run.stdout)
        return texts

    before, coloured = outputs(True), outputs(False)
    sheet.write_text(
        re.sub(
            "#(?=[0-9a-f]{6};)(.)", lambda m: f"#{15 - int(m[1], 16):x}", sheet.read_text("utf8")
        )
    )
    assert outputs(True) == before
    assert [a == b for a, b in zip(outputs(False), coloured, strict=True)] == [
        True,
        False,
        False,
        False,
    ]
    assert before[0] is None


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


def test_rings_of_focused_elements_have_the_colour_of_focus() -> None:
    for path in committed(".css"):
        for selector, body in re.findall(r"([^{}]*)[{]([^{}]*)[}]", path.read_text("utf8")):
            if "focus" in selector and (rings := re.findall(r"outline: \d[^;}]*", body)):
                assert ["var(--nt-focus)" in ring for ring in rings] == [True], selector
