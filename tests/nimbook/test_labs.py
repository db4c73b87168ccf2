"""Tests that labs start from winning positions and that their controls match their contents."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import ipywidgets as ipw
import pytest

from nimbook.play import Play
from nimbook.play.links import Inputs, _parse_query
from nimbook.study.workbench import Workbench
from tests.lib.chapters import labs
from tests.lib.widgets import visible_html

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))


def contents(lab: Any, inputs: Inputs) -> tuple[Any, ...]:
    """Return the values of a lab's controls and its contents, leaving out error messages."""
    game = (lab.rules, lab.position, lab.message) if isinstance(lab, Play) else ()
    box = getattr(lab, "widget", lab)
    seen = [html for html in visible_html(box) if html and 'role="alert"' not in html]
    return inputs.values, game, seen


def error_html(lab: Any) -> str:
    """Return the HTML of the error message, or an empty string."""
    box = getattr(lab, "widget", lab)
    return "".join(html for html in visible_html(box) if 'role="alert"' in html)


def entries(control: ipw.Widget) -> list[Any]:
    """Return sample inputs for a control.

    A text field gets odd strings. Any other control gets its first and last choices.
    """
    if isinstance(control, ipw.Text | ipw.Textarea):
        return ["banana <b>", "4 2, (", "9" * 50]
    if isinstance(control, ipw.Dropdown | ipw.ToggleButtons):
        return [control._options_values[0], control._options_values[-1]]
    return [control.min, control.max]


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_games_start_from_winning_positions(notebook: Path) -> None:
    for name, (lab, _) in labs(notebook).items():
        if isinstance(lab, Play):
            assert lab.match.can_win, name
            dealt = set()
            for _ in range(4):
                lab.new_game()
                assert lab.match.can_win, name
                dealt.add(lab.show(lab.match.start))
            assert len(dealt) > 1, name


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_labs_agree_with_their_controls_after_any_input(notebook: Path) -> None:
    """Rejected input must change nothing. An empty link must not change accepted input.

    Rejected text stays in its field, but not in links, and typing the former text again clears the
    error message. The workbench keeps rejected input even in links, because it may be code to be
    corrected. It reads the position to start from only once it is to show that position.
    """
    for name, (lab, inputs) in labs(notebook).items():
        for key, control in inputs.controls.items():
            for entry in entries(control):
                before, values = contents(lab, inputs), inputs.values
                before_texts = inputs.texts
                control.value = entry
                after = contents(lab, inputs)
                if error_html(lab):
                    assert "<b>" not in error_html(lab), (name, key, entry)
                    assert after[1:] == before[1:], (name, key, entry)
                    if isinstance(lab, Workbench):
                        inputs.set(before_texts)
                        continue
                    assert inputs.texts == before_texts, (name, key, entry)
                    if isinstance(control, ipw.Text | ipw.Textarea):
                        assert control.value == entry
                        control.value = values[key]
                        assert not error_html(lab), (name, key, entry)
                    assert contents(lab, inputs) == before, (name, key, entry)
                    continue
                if isinstance(control, ipw.Text) and (name, key) != ("workbench", "start"):
                    assert "banana" not in entry, (name, key)
                if isinstance(lab, Play):
                    assert lab._match_from_controls() is lab.match, (name, key, entry)
                inputs.set({})
                assert contents(lab, inputs) == after, (name, key, entry)
                for other, value in values.items():
                    inputs.controls[other].value = value


OPEN = (NOTEBOOKS[0].parents[1] / "book/open_problems.md").read_text("utf8")
LINKS = re.findall(r"\{lab\}`[^<]*<(\w+)#lab-([^>]+)>`", OPEN)


@pytest.mark.parametrize(("chapter", "link"), LINKS, ids=[link for _, link in LINKS])
def test_lab_links_in_the_open_problems_work(chapter: str, link: str) -> None:
    """Each lab must accept the inputs in the link, and reject an input with an unknown name."""
    name, _, query = link.partition("?")
    [notebook] = [path for path in NOTEBOOKS if path.stem == chapter]
    _, inputs = labs(notebook)[name]
    before = dict(inputs.texts)
    try:
        inputs.set(_parse_query(query))
        # Another test may already have brought the lab into the state that the link describes.
        assert inputs.texts != before or _parse_query(query).items() <= before.items()
    finally:
        inputs.set(before)
    with pytest.raises(ValueError, match="has no input"):
        inputs.set({"nonsense": "1"})
