"""Tests that explorers show precomputed drawings, and that labs redraw when an input changes."""

from __future__ import annotations

from typing import Any

import ipywidgets as ipw
import pytest

from nimbook.widgets import explorer, lab, predict
from tests.experiments import control, descendants, visible_html


@pytest.fixture
def links(monkeypatch: pytest.MonkeyPatch) -> list[tuple[ipw.Widget, ipw.Stack]]:
    """Record the links created in a test, each as a pair of a control and a stack."""
    recorded: list[tuple[ipw.Widget, ipw.Stack]] = []
    jslink = ipw.jslink

    def record(source: tuple[ipw.Widget, str], target: tuple[ipw.Stack, str]) -> ipw.Widget:
        assert (source[1], target[1]) == ("index", "selected_index")
        recorded.append((source[0], target[0]))
        return jslink(source, target)

    monkeypatch.setattr(ipw, "jslink", record)
    return recorded


Links = list[tuple[ipw.Widget, ipw.Stack]]


def choose(links: Links, control: ipw.Widget, index: int) -> None:
    """Set a control's index, and update the linked stacks as the page would."""
    control.index = index
    for source, stack in links:
        if source is control:
            stack.selected_index = index


# --- Explorers -----------------------------------------------------------------------------------


def draw(**values: Any) -> str:
    return f"<p>{sorted(values.items(), key=repr)}</p>"


AXES: list[tuple[dict[str, Any], list[dict[str, Any]]]] = [
    ({"n": range(4)}, [{"n": n} for n in range(4)]),
    ({"n": range(5, 6)}, [{"n": 5}]),
    (
        {"n": range(1, 4), "k": lambda n: range(n), "name": lambda n, k: "xyz"[: n - k]},
        [
            {"n": n, "k": k, "name": c}
            for n in range(1, 4)
            for k in range(n)
            for c in "xyz"[: n - k]
        ],
    ),
    (
        {"n": range(1, 3), "k": lambda n: range(n), "free": "xy"},
        [{"n": n, "k": k, "free": c} for n in range(1, 3) for k in range(n) for c in "xy"],
    ),
]


@pytest.mark.parametrize(("axes", "states"), AXES)
def test_controls_select_the_drawing_of_their_values(
    axes: dict[str, Any], states: list[dict[str, Any]], links: Links
) -> None:
    drawn: list[dict[str, Any]] = []

    def record(**values: Any) -> str:
        drawn.append(values)
        return draw(**values)

    box = explorer(record, **axes)
    assert drawn == states
    assert visible_html(box) == [draw(**states[0])]
    for state in [*states, *reversed(states)]:
        for name, axis in axes.items():
            before = {n: state[n] for n in [*axes][: [*axes].index(name)]}
            values = [*(axis(**before) if callable(axis) else axis)]
            choose(links, control(box, name), values.index(state[name]))
        assert visible_html(box) == [draw(**state)]
        other = explorer(draw, begin=state, **axes)
        assert visible_html(other) == [draw(**state)]
        for name in axes:
            chosen = control(other, name)
            assert chosen.options[chosen.index][0] == str(state[name])


def test_reveal_hides_the_answer_until_the_button_is_pressed(links: Links) -> None:
    box = reveal("<p>Who wins?</p>", "<p>You.</p>")
    assert visible_html(box) == ['<div class="nt"><p>Who wins?</p></div>', ""]
    [buttons] = [part for part in descendants(box) if isinstance(part, ipw.ToggleButtons)]
    assert buttons.options == ("Predict first", "Reveal")
    choose(links, buttons, 1)
    assert visible_html(box)[1] == '<div class="nt" role="status"><p>You.</p></div>'
    choose(links, buttons, 0)
    assert visible_html(box)[1] == ""


# --- Labs ----------------------------------------------------------------------------------------


def test_a_lab_redraws_after_every_change() -> None:
    number, word = ipw.IntSlider(2, 0, 9), ipw.Text("a")
    box = lab(lambda how_many, word: word * how_many, how_many=number, word=word)
    assert visible_html(box) == ["", "aa"]
    number.value = 3
    assert visible_html(box) == ["", "aaa"]
    word.value = "b"
    assert visible_html(box) == ["", "bbb"]
    assert (number.description, word.description) == ("how many", "word")
    assert word.continuous_update is False
