"""What octal games may be given, and what is said of what may not."""

from __future__ import annotations

from nimtwist.games import Kayles, Octal
from tests.bad_input import Call, Sentence

GAME = Octal("0.137")

CALLS: dict[str, Call] = {
    "Kayles": (Kayles, ()),
    "Octal": (Octal, ("0.137",)),
    "Octal.canonical": (GAME.canonical, ((1, 2),)),
    "Octal.components": (GAME.components, ((1, 2),)),
    "Octal.options": (GAME.options, ((1, 2),)),
    "Octal.read": (GAME.read, ("1, 2",)),
    "Octal.show": (GAME.show, ((1, 2),)),
    "Octal.why_illegal": (GAME.why_illegal, ((1, 2), (1,))),
}

SENTENCES: list[Sentence] = [
    (
        lambda: Octal("0.18"),
        "the code of an octal game is 0 or 4, a point, and digits from 0 to 7, as in '0.137', "
        "not '0.18'",
    ),
    (
        lambda: Octal(".137"),
        "the code of an octal game is 0 or 4, a point, and digits from 0 to 7, as in '0.137', "
        "not '.137'",
    ),
    (
        lambda: Kayles().options((10**9,)),
        "(1000000000,) has up to 1500000006 options, too many to list: at most 1000000",
    ),
    (
        lambda: Octal("0.7").options((2, -1)),
        "a heap must be a whole number, at least 0, not -1",
    ),
]
