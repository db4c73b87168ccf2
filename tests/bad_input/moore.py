"""What Moore's Nim may be given, and what is said of what may not."""

from __future__ import annotations

from nimtwist.games import Moore
from nimtwist.games.moore import MooreTheory
from tests.bad_input import Call, Sentence

CALLS: dict[str, Call] = {
    "Moore": (Moore, (2,)),
    "Moore.count_options": (Moore(2).count_options, ((1, 2),)),
    "Moore.options": (Moore(2).options, ((1, 2),)),
    "Moore.show": (Moore(2).show, ((1, 2),)),
    "Moore.read": (Moore(2).read, ("1, 2",)),
    "Moore.canonical": (Moore(2).canonical, ((1, 2),)),
    "MooreTheory": (MooreTheory, (Moore(2),)),
    "MooreTheory.outcome": (Moore(2).closed_form.outcome, ((1, 2),)),
    "MooreTheory.winning_options": (Moore(2).closed_form.winning_options, ((1, 2),)),
    "Moore.describe_move": (Moore(2).describe_move, ((1, 2), (1, 1))),
    "Moore.why_illegal": (Moore(2).why_illegal, ((1, 2), (1, 1))),
}

SENTENCES: list[Sentence] = [
    (
        lambda: Moore(2).options((10**6, 10**6)),
        "(1000000, 1000000) has up to 1000002000000 options, too many to list: at most 1000000",
    ),
    (
        lambda: Moore(20).options((1,) * 20),
        f"{(1,) * 20} has up to 1048575 options, too many to list: at most 1000000",
    ),
    (
        lambda: Moore(0),
        "k, the most heaps in a move, must be a whole number, at least 1, not 0",
    ),
    (
        lambda: Moore(2).options([1, 2]),  # type: ignore[arg-type]
        "heaps must be a tuple of whole numbers, not [1, 2]",
    ),
    (
        lambda: Moore(2).closed_form.outcome((1, -2)),
        "a heap must be a whole number, at least 0, not -2",
    ),
]
