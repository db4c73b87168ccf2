"""What the lab in which one plays may be given, and what is said of what may not."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import ipywidgets as ipw

from nimbook import play
from nimtwist.games import Nim, Northcott
from tests.bad_input import Call, Sentence


def in_match(method: str) -> Callable[..., object]:
    """Return a method of a match that is new at each call."""
    return lambda *arguments: getattr(play.Match(Nim(), (2, 1)), method)(*arguments)


BOARD = play.Board(Nim(), play.Play(Nim(), (2, 1)))

CALLS: dict[str, Call] = {
    "Play": (play.Play, (Nim(), (2, 1), "tried", 3)),
    "Play.chosen_by": (
        lambda setup, name, control: play.Play.chosen_by(setup, name, heap=control),
        (lambda heap: (Nim(), (1, 2)), "tried", ipw.Text("3")),
    ),
    "Play.show": (play.Play(Nim(), (2, 1)).show, ((2, 1),)),
    "Play.button": (play.Play(Nim(), (2, 1)).button, ("hint", print)),
    "Play.restart": (play.Play(Nim(), (2, 1)).restart, ((2, 1),)),
    "Play.move": (lambda option: play.Play(Nim(), (2, 1)).move(option), ((2, 0),)),
    "Play.look_at": (play.Play(Nim(), (2, 1)).look_at, (0,)),
    "Board.describe": (BOARD.describe, ((1, 2), (1, 1))),
    "Board.deal": (BOARD.deal, (Random(1),)),
    "Board": (play.Board, (Nim(), play.Play(Nim(), (2, 1)))),
    "board": (play.board, (Nim(), play.Play(Nim(), (2, 1)))),
    "Match": (play.Match, (Nim(), (2, 1), 3, (0, 1), 5, 7)),
    "Match.again": (in_match("again"), ((2, 1),)),
    "Match.until": (in_match("until"), (0,)),
    "Match.read": (in_match("read"), ("2",)),
    "Match.show": (in_match("show"), ((2, 1),)),
    "Match.turned": (play.Match(Northcott(4), ((0, 3),)).turned, (((0, 3),),)),
    "Match.push": (in_match("push"), ((2, 0),)),
}

NIM = partial(play.Match, Nim(), (2, 1))

SENTENCES: list[Sentence] = [
    (
        lambda: play.Match(Nim, (2, 1)),  # type: ignore[arg-type]
        f"a game takes a ruleset, a value with options(), not {Nim!r}",
    ),
    (lambda: NIM(7), "the number of players must be a whole number, from 2 to 6, not 7"),
    (
        lambda: NIM(people=(2,)),
        "the seat of a person must be a whole number, from 0 to 1, not 2",
    ),
    (
        lambda: NIM(people=0),  # type: ignore[arg-type]
        "the people are given by their seats, as in (0, 1), not 0",
    ),
    (
        lambda: NIM(strength=11),
        "the strength of the engine must be a whole number, from 0 to 10, not 11",
    ),
    (lambda: NIM(seed=-1), "the seed must be a whole number, at least 0, not -1"),
    (
        lambda: NIM().push((0, 0)),
        "a move takes from one heap only, but (2, 1) to () does not",
    ),
]
