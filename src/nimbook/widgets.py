"""Interactive experiments: precomputed explorers, and labs that compute.

An *explorer* works without Python, on any static page: its controls only select which of the
precomputed drawings is visible. A *lab* accepts free input and needs Python, either in Jupyter or
in the page. Both are made of ordinary ipywidgets. They show results in `HTML` widgets, react to
changes with `observe`, and never capture output. A *prediction* is plain HTML: check boxes and a
stylesheet are enough to compare an answer with the truth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from html import escape
from typing import Any

import ipywidgets as ipw

from nimbook._parts import Experiment, error_html, menu_label, style_widgets
from nimbook.play.links import Inputs, register
from nimbook.show import Drawing
from nimtwist.checks import short_repr

__all__ = ["explorer", "lab", "predict"]

Axis = Iterable[Any] | Callable[..., Iterable[Any]]


def explorer(
    draw: Callable[..., str], /, *, begin: Mapping[str, Any] | None = None, **axes: Axis
) -> Experiment:
    """Return controls that select one of many drawings, all of them precomputed by `draw`.

    Each axis is an argument of `draw`, given as the values it can take: a range becomes a slider,
    and anything else becomes a menu. An axis that depends on earlier axes is given as a function,
    which takes the values of the earlier axes by name and returns the values of the dependent axis.
    A dependent axis has a separate control for each combination of the earlier values. An axis
    named `blocked_residues` is labelled "blocked residues". Values are displayed with `str`, except
    that sets look like "1, 3".

    `begin` maps axes to their initial values; the default is the first value. The explorer works on
    a static page, with the mouse and with the keyboard.

    >>> box = explorer(lambda a, b: f"{a} + {b} = {a + b}", a=range(3), b=lambda a: range(a + 1))
    >>> box.children[0].description, "0 + 0 = 0" in box._repr_mimebundle_()["text/html"]
    ('a', True)
    """
    begin, plain = begin or {}, ipw.HTML()
    html = partial(ipw.HTML, layout=plain.layout, style=plain.style)  # one layout for all drawings

    def first(name: str, values: Sequence[Any]) -> int:
        # A dependent axis may lack its initial value for some values of the earlier axes.
        return values.index(begin[name]) if begin.get(name, ...) in values else 0

    # An axis that is not a function has a single control, whatever the values of the other axes.
    independent = {name: _as_sequence(axis) for name, axis in axes.items() if not callable(axis)}
    controls = {
        name: _control(name, values, first(name, values)) for name, values in independent.items()
    }

    def branch(names: Sequence[str], selected: dict[str, Any]) -> ipw.Widget:
        if not names:
            return html(str(draw(**selected)))
        name, *rest = names
        axis = axes[name]
        values = _as_sequence(axis(**selected)) if callable(axis) else independent[name]
        index = first(name, values)
        stack = ipw.Stack(
            [branch(rest, {**selected, name: value}) for value in values], selected_index=index
        )
        control = controls.get(name) or _control(name, values, index)
        ipw.jslink((control, "index"), (stack, "selected_index"))  # without Python in the browser
        return stack if name in controls else ipw.VBox([control, stack])

    box = Experiment([*controls.values(), branch(list(axes), {}), *style_widgets()])
    box.add_class("nt-explorer")
    return box


def _as_sequence(values: Iterable[Any]) -> Sequence[Any]:
    return values if isinstance(values, range) else list(values)


def _control(name: str, values: Sequence[Any], index: int) -> ipw.Widget:
    kind = ipw.SelectionSlider if isinstance(values, range) and len(values) > 1 else ipw.Dropdown
    options = [(menu_label(value), i) for i, value in enumerate(values)]
    return kind(options=options, index=index, description=name.replace("_", " "))


def predict(question: str, answers: Mapping[Any, str], truth: Any, explanation: str) -> Drawing:
    """Return a question that compares the reader's answer with the truth.

    Nothing is revealed until the reader has chosen an answer or asked to be told. No script is
    needed. Pressing the chosen answer again takes it back.

    Args:
        question: the question, as HTML.
        answers: two to five answers, in the order in which to offer them. Each is mapped to HTML
            that says why a reader might choose it; this is not shown for the right one.
        truth: the right answer, which should be computed.
        explanation: the HTML that follows every reply.

    Raises:
        ValueError: if there are not two to five answers, or the truth is not among them.

    >>> answers = {5: "That is the ordinary sum.", 1: ""}
    >>> html = predict("<p>What is 2 ⊕ 3?</p>", answers, 2 ^ 3, "<p>10 ⊕ 11 = 01.</p>")
    >>> "You said <b>5</b>; the answer is <b>1</b>." in html
    True
    """
    if not 2 <= len(answers) <= 5:
        raise ValueError(f"expected two to five answers, got {short_repr([*answers])}")
    if truth not in answers:
        raise ValueError(f"{short_repr(truth)} is not one of the answers {short_repr([*answers])}")
    right = escape(menu_label(truth))

    def choice(label: str, kind: str, reply: str) -> str:
        # The PDF shows the values of inputs; the default value of a check box would be "on".
        box = '<input type="checkbox" value="" autocomplete="off">'
        return f'<label class="{kind}">{box}{label}</label><div role="status"><p>{reply}</p></div>'

    choices = []
    for answer, temptation in answers.items():
        label = escape(menu_label(answer))
        if answer == truth:
            reply = f'<span class="nt-yes">You said <b>{label}</b>: right.</span>'
            choices.append(choice(label, "nt-right", reply))
        else:
            reply = f"You said <b>{label}</b>; the answer is <b>{right}</b>."
            reply = f'<span class="nt-no">{reply}</span> {temptation}'
            choices.append(choice(label, "nt-wrong", reply))
    choices.append(choice("Just tell me", "nt-tell", f"The answer is <b>{right}</b>."))
    return Drawing(
        '<div class="nt nt-predict" role="group" aria-label="Your prediction">'
        f'<div>{question}</div>{"".join(choices)}<div class="nt-why">{explanation}</div></div>'
    )


def lab(draw: Callable[..., str], name: str | None = None, /, **controls: ipw.Widget) -> Experiment:
    """Return controls and a drawing that is redrawn whenever the value of a control changes.

    `draw` takes the values of the controls by name. If it raises a `ValueError`, the message is
    displayed and the last valid drawing remains; sliders and menus are reset, but rejected text
    stays in its field until the reader corrects it. A named lab can be linked
    to (`nimbook.play.links`) and has the CSS class `lab-<name>`.

    Raises:
        ValueError: if a control is not a widget with a value, the name is invalid, or a link cannot
            represent a control of a named lab.

    >>> box = lab(lambda heap: f"a heap of {int(heap)}", "heap", heap=ipw.Text("3"))
    >>> box.children[2].value
    'a heap of 3'
    """
    picture, error = ipw.HTML(), ipw.HTML()

    def update() -> None:
        picture.value = str(draw(**inputs.values))
        error.value = ""

    def show_error(message: str) -> None:
        error.value = error_html(message)

    inputs = Inputs(controls, update, on_error=show_error)
    try:
        update()
    except ValueError as exc:
        show_error(str(exc))
    box = Experiment([*controls.values(), error, picture, *style_widgets()])
    box.add_class("nt-lab")
    if name is not None:
        box.add_class(register(name, inputs))
    return box
