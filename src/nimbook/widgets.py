"""Experiments: explorers, whose states are all drawn beforehand, and labs, which compute.

An *explorer* works wherever its page is shown, with no Python behind it: controls only choose which
of the finished drawings is visible. A *lab* takes free input and needs Python, in Jupyter or in the
page. Both are ordinary ipywidgets; they use only `HTML` and `observe`, nothing that would have to
capture output.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import ipywidgets as ipw

from nimbook._parts import sentence, style, words
from nimbook.links import Inputs, register

__all__ = ["explorer", "lab", "reveal"]

Axis = Iterable[Any] | Callable[..., Iterable[Any]]


def _html_factory() -> Callable[[str], ipw.HTML]:
    """Return what makes the drawings of an explorer: they share one layout and one style."""
    plain = ipw.HTML()
    return partial(ipw.HTML, layout=plain.layout, style=plain.style)


def explorer(
    draw: Callable[..., str], /, *, begin: Mapping[str, Any] | None = None, **axes: Axis
) -> ipw.VBox:
    """Return controls that choose among drawings; `draw` draws every choice now.

    Each axis is named as an argument of `draw` and gives the values it runs over: a range becomes a
    slider, anything else a menu. An axis may depend on those before it: it is then a function of
    their values by name, and has a control for each of their choices. An axis named
    `blocked_residues` is labelled "blocked residues". Values are shown by `str`, sets as "1, 3".

    `begin` has the value that an axis begins with; without it, that is the first one. The result
    works on a static page, by mouse and by keyboard.

    >>> box = explorer(lambda a, b: f"{a} + {b} = {a + b}", a=range(3), b=lambda a: range(a + 1))
    >>> type(box).__name__
    'VBox'
    """
    begin, html = begin or {}, _html_factory()

    def first(name: str, values: Sequence[Any]) -> int:
        # An axis that depends on others may not have the value in every branch.
        return values.index(begin[name]) if begin.get(name, ...) in values else 0

    # A plain axis has one control for all branches; a dependent one has one for each.
    plain = {name: _as_sequence(axis) for name, axis in axes.items() if not callable(axis)}
    controls = {name: _control(name, values, first(name, values)) for name, values in plain.items()}

    def branch(names: Sequence[str], chosen: dict[str, Any]) -> ipw.Widget:
        if not names:
            return html(str(draw(**chosen)))
        name, *rest = names
        axis = axes[name]
        values = _as_sequence(axis(**chosen)) if callable(axis) else plain[name]
        index = first(name, values)
        stack = ipw.Stack(
            [branch(rest, {**chosen, name: value}) for value in values], selected_index=index
        )
        control = controls.get(name) or _control(name, values, index)
        _link(control, stack)
        return stack if name in controls else ipw.VBox([control, stack])

    box = ipw.VBox([*controls.values(), branch(list(axes), {}), *style()])
    box.add_class("nt-explorer")
    return box


def _as_sequence(values: Iterable[Any]) -> Sequence[Any]:
    return values if isinstance(values, range) else list(values)


def _control(name: str, values: Sequence[Any], index: int) -> ipw.Widget:
    kind = ipw.SelectionSlider if isinstance(values, range) and len(values) > 1 else ipw.Dropdown
    options = [(words(value), i) for i, value in enumerate(values)]
    return kind(options=options, index=index, description=name.replace("_", " "))


def _link(control: ipw.Widget, stack: ipw.Stack) -> None:
    """Let the control choose what the stack shows, in the page itself."""
    ipw.jslink((control, "index"), (stack, "selected_index"))


def reveal(question: str, answer: str) -> ipw.VBox:
    """Return a question with a button that shows its answer: predict first.

    Both are HTML. It works on a static page.
    """
    html = _html_factory()
    toggle = ipw.ToggleButtons(options=["Predict first", "Reveal"], index=0)
    toggle.style.button_width = "auto"
    answered = f'<div class="nt" role="status">{answer}</div>'
    stack = ipw.Stack([html(""), html(answered)], selected_index=0)
    _link(toggle, stack)
    box = ipw.VBox([html(f'<div class="nt">{question}</div>'), toggle, stack, *style()])
    box.add_class("nt-explorer")
    return box


def lab(draw: Callable[..., str], name: str | None = None, /, **controls: ipw.Widget) -> ipw.VBox:
    """Return controls with a drawing of their values, which is drawn anew at every change.

    `draw` takes the values of the controls by name. If it raises a `ValueError`, the sentence is
    shown, the controls go back, and the last good drawing stays. A lab with a name can be linked to
    (`nimbook.links`), and has the class `lab-<name>`.

    Raises:
        ValueError: if a control is not a widget with a value, a lab may not have this name, or a
            control of a lab with a name cannot be linked to.

    >>> box = lab(lambda heap: f"a heap of {int(heap)}", "heap", heap=ipw.Text("3"))
    >>> box.children[2].value
    'a heap of 3'
    """
    picture, error = ipw.HTML(), ipw.HTML()

    def update() -> None:
        picture.value = str(draw(**inputs.values))
        error.value = ""

    def refuse(wrong: str) -> None:
        error.value = sentence(wrong)

    inputs = Inputs(controls, update, on_error=refuse)
    try:
        update()
    except ValueError as wrong:
        refuse(str(wrong))
    box = ipw.VBox([*controls.values(), error, picture, *style()])
    box.add_class("nt-lab")
    if name is not None:
        box.add_class(register(name, inputs))
    return box
