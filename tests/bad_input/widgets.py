"""What the experiments may be given, and what is said of what may not."""

from __future__ import annotations

import ipywidgets as ipw

from nimbook import widgets
from tests.bad_input import Call

CALLS: dict[str, Call] = {
    "explorer": (
        lambda draw, begin, axis: widgets.explorer(draw, begin=begin, n=axis),
        (lambda n: f"{n}", {"n": 2}, range(3)),
    ),
    "lab": (
        lambda draw, name, control: widgets.lab(draw, name, n=control),
        (lambda n: n, "heap", ipw.Text("3")),
    ),
    "reveal": (widgets.reveal, ("Why?", "So.", "Reveal")),
}
