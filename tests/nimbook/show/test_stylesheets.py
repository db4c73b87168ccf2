"""What is shown has its stylesheets, and a notebook has each of them once."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import ipywidgets as ipw
import nbformat
import pytest

from nimbook.exercises import exercises
from nimbook.play import Play
from nimbook.show import STYLE, Drawing, stylesheets
from nimbook.show import cell_table as grid
from nimbook.show._base import _Sheets, sheets, stylesheet
from nimbook.widgets import explorer, lab, reveal
from nimtwist.games import Nim
from tests.experiments import all_of
from tools import execute

EACH = (
    STYLE,
    stylesheet("nimbook", "play/boards.css"),
    stylesheet("nimbook", "exercises/exercises.css"),
)
EXPERIMENTS: dict[str, Callable[[], ipw.Widget]] = {
    "explorer": lambda: explorer(str, object=range(3)),
    "reveal": lambda: reveal("P or N?", "P"),
    "lab": lambda: lab(lambda heap: str(heap), heap=ipw.Text("3")),
    "play": lambda: Play(Nim(), (1, 2)).widget,
    "exercises": lambda: exercises("mumbers"),
}


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel that has shown nothing."""
    monkeypatch.setattr(_Sheets, "shown", False)


def show_all() -> str:
    shown = stylesheets()
    assert shown is not None
    return shown._repr_html_()


def of_widgets(box: ipw.Widget) -> list[ipw.Widget]:
    return [one for one in all_of(box) if "<style" in str(getattr(one, "value", ""))]


@pytest.mark.parametrize("path", execute.notebooks(), ids=lambda path: path.stem)
def test_a_notebook_has_each_stylesheet_once_in_its_first_cell_of_code(path: Path) -> None:
    text = path.read_text("utf8")
    assert [text.count(json.dumps(each, ensure_ascii=False)[1:-1]) for each in EACH] == [1, 1, 1]
    cells = nbformat.reads(text, as_version=4).cells
    first = next(cell for cell in cells if cell.cell_type == "code")
    assert [output.data["text/html"] for output in first.outputs] == [show_all()]
    assert "remove-output" in first.metadata.tags, "a page would have an empty place"


def test_what_is_shown_brings_its_stylesheet_unless_all_are_shown() -> None:
    drawing = grid(["P"], "one")
    alone = drawing._repr_html_()
    assert alone == f"<style>{STYLE}</style>{drawing}"
    stylesheets()  # which is not shown
    assert drawing._repr_html_() == alone
    assert all(each in show_all() for each in EACH)
    assert drawing._repr_html_() == str(drawing)
    assert type(drawing._repr_html_()) is not Drawing


@pytest.mark.parametrize("make", EXPERIMENTS.values(), ids=EXPERIMENTS)
def test_experiments_share_one_widget_with_the_stylesheets_unless_all_are_shown(
    make: Callable[[], ipw.Widget],
) -> None:
    alone, again = of_widgets(make()), of_widgets(make())
    assert [one.value for one in alone] == [f"<style>{sheets()}</style>"]
    assert alone == again
    assert alone[0].layout.display == "none"
    show_all()
    assert of_widgets(make()) == []
