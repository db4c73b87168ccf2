"""Tests of explorers and of predictions."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

import ipywidgets as ipw
import nbformat
import pytest
from bs4 import BeautifulSoup

from nimbook._parts import menu_label
from nimbook.widgets import explorer, predict
from tests.lib.widgets import control, visible_html
from tools import execute


def draw(**values: Any) -> str:
    return f"<p>{sorted(values.items(), key=repr)}</p>"


AXES: list[tuple[dict[str, Any], list[dict[str, Any]]]] = [
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
]


@pytest.mark.parametrize(("axes", "states"), AXES)
def test_controls_select_the_drawing_of_their_values(
    axes: dict[str, Any], states: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ipw, "jslink", ipw.link)  # updates stacks as the page would
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
            control(box, name).index = values.index(state[name])
        assert visible_html(box) == [draw(**state)]
        other = explorer(draw, begin=state, **axes)
        assert visible_html(other) == [draw(**state)]
        for name in axes:
            chosen = control(other, name)
            assert chosen.options[chosen.index][0] == str(state[name])


def replies(html: str) -> dict[str, tuple[str, str]]:
    """Return the kind of each answer of a prediction, and the reply to it."""
    labels = BeautifulSoup(html, "html.parser").select(".nt-predict > label")
    result = {}
    for label in labels:
        status = label.find_next_sibling()
        assert status is not None and status["role"] == "status"
        assert [box["value"] for box in label.select("input")] == [""], "the PDF would show it"
        result[label.get_text()] = label["class"][0], status.get_text()
    assert len(result) == len(labels)
    return result


def check_replies(html: str) -> str:
    """Check that exactly one answer of a prediction is right and the replies say so; return it."""
    answers = replies(html)
    kind, told = answers.pop("Just tell me")
    [right] = [answer for answer in answers if answers[answer][0] == "nt-right"]
    assert (kind, told) == ("nt-tell", f"The answer is {right}.")
    assert answers.pop(right)[1] == f"You said {right}: right."
    assert 1 <= len(answers) <= 4
    for answer, (kind, reply) in answers.items():
        beginning = f"You said {answer}; the answer is {right}. "
        assert kind == "nt-wrong"
        assert reply.startswith(beginning) and len(reply) > len(beginning) + 20
    return right


def test_predictions_compare_each_answer_with_the_truth() -> None:
    reason = "Perhaps you forgot to carry on without carrying."
    for truth in (1, (2, 3), "a < b", frozenset({2})):
        answers = dict.fromkeys([1, (2, 3), "a < b", frozenset({2})], reason)
        html = predict("<p>Which?</p>", answers, truth, "<p>Because.</p>")
        assert check_replies(html) == menu_label(truth)
        [box] = BeautifulSoup(html, "html.parser").select(".nt-predict")
        assert box.get_text().startswith("Which?") and box.get_text().endswith("Because.")


def predictions() -> Iterator[tuple[str, ast.Call, str]]:
    """Yield the name, the call and the output of each prediction in the notebooks."""
    for path in execute.notebook_paths():
        for cell in nbformat.read(path, as_version=4).cells:
            if cell.cell_type == "code" and "predict(" in cell.source:
                for node in ast.walk(ast.parse(cell.source)):
                    if isinstance(node, ast.Call) and ast.unparse(node.func) == "predict":
                        [output] = cell.outputs
                        yield f"{path.stem} {cell.id}", node, output.data["text/html"]


def test_predictions_in_the_chapters_have_one_right_answer_which_is_computed() -> None:
    names = set()
    for name, call, html in predictions():
        names.add(name)
        assert check_replies(html), name
        _, answers, truth, _ = call.args
        assert not isinstance(truth, ast.Constant), f"{name}: the truth is typed in"
        if isinstance(answers, ast.Dict):
            assert len(answers.keys) == html.count("<label") - 1, name
    assert len(names) > 15
    assert len({name.split()[0] for name in names}) > 10
