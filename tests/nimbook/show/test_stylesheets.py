"""Tests of the stylesheets, and that outputs in Jupyter have them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import ipywidgets as ipw
import pytest

from nimbook.play import Play
from nimbook.show import STYLE, Drawing, stylesheets
from nimbook.show import cell_table as grid
from nimbook.show._base import _Session, all_stylesheets
from nimbook.show.palette import NO_STYLES, stylesheet
from nimbook.widgets import explorer, lab
from nimtwist.games import Nim
from tests.lib.widgets import descendants

ROOT = Path(__file__).parents[3]
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
