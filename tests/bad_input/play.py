"""What the lab in which one plays may be given, and what is said of what may not."""

from __future__ import annotations

from collections.abc import Callable

import ipywidgets as ipw

from nimbook import play
from nimtwist.games import Nim
from tests.bad_input import Call


def played(method: str) -> Callable[..., object]:
    """Return a method of a lab that is new at each call."""
    return lambda *arguments: getattr(play.Play(Nim(), (2, 1)), method)(*arguments)


CALLS: dict[str, Call] = {
    "Play": (play.Play, (Nim(), (2, 1), "tried", 3)),
    "Play.chosen_by": (
        lambda setup, name, control: play.Play.chosen_by(setup, name, heap=control),
        (lambda heap: (Nim(), (1, 2)), "tried", ipw.Text("3")),
    ),
    "Play.show": (played("show"), ((2, 1),)),
    "Play.button": (played("button"), ("hint", print)),
    "Play.restart": (played("restart"), ((2, 1),)),
    "Play.move": (played("move"), ((2, 0),)),
    "board": (play.board, (Nim(), play.Play(Nim(), (2, 1)))),
}
