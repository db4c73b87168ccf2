"""What Nim may be given, and what is said of what may not."""

from __future__ import annotations

from nimtwist import Solver
from nimtwist.games import Nim
from nimtwist.games.nim import Bouton, nim_sum, read_heaps
from tests.bad_input import Call, Sentence

CALLS: dict[str, Call] = {
    "Nim": (Nim, ()),
    "Bouton": (Bouton, (Nim(),)),
    "Bouton.grundy": (Nim().closed_form.grundy, ((1, 2),)),
    "Bouton.winning_options": (Nim().closed_form.winning_options, ((1, 2),)),
    "Nim.count_options": (Nim().count_options, ((1, 2),)),
    "Nim.describe_move": (Nim().describe_move, ((1, 2), (1, 1))),
    "Nim.options": (Nim().options, ((1, 2),)),
    "Nim.show": (Nim().show, ((1, 2),)),
    "Nim.read": (Nim().read, ("1, 2",)),
    "Nim.canonical": (Nim().canonical, ((1, 2),)),
    "Nim.components": (Nim().components, ((1, 2),)),
    "Nim.why_illegal": (Nim().why_illegal, ((1, 2), (1, 1))),
    "nim_sum": (nim_sum, ([1, 2],)),
    "read_heaps": (read_heaps, ("1, 2",)),
}

SENTENCES: list[Sentence] = [
    (
        lambda: Nim().options((10**5,) + (1,) * 200),
        f"(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,… ({200 * 3 + 8} characters) "
        "has up to 100001 options of 201 parts, too many to list: at most 10000000 parts in all",
    ),
    (
        lambda: Nim().options((10**9,)),
        "(1000000000,) has up to 1000000000 options, too many to list: at most 1000000",
    ),
    (
        lambda: Nim().options((2, -1)),
        "a heap must be a whole number, at least 0, not -1",
    ),
    (
        lambda: Nim().options((1.0,)),  # type: ignore[arg-type]
        "a heap must be a whole number, at least 0, not 1.0",
    ),
    (
        lambda: Solver(Nim()).outcome((True,)),
        "a heap must be a whole number, at least 0, not True",
    ),
    (
        lambda: Nim().options([1, 2]),  # type: ignore[arg-type]
        "heaps must be a tuple of whole numbers, not [1, 2]",
    ),
    (
        lambda: Nim().read("3, two"),
        "'two' is not a heap: heaps are whole numbers from 0 to 1000000, "
        "separated by commas, as in 4, 2, 1",
    ),
    (
        lambda: Nim().read("1000001"),
        "'1000001' is not a heap: heaps are whole numbers from 0 to 1000000, "
        "separated by commas, as in 4, 2, 1",
    ),
    (
        lambda: Nim().read(None),  # type: ignore[arg-type]
        "a position is read from text, not from None",
    ),
    (
        lambda: nim_sum([1, True]),
        "a term of a nim-sum must be a whole number, at least 0, not True",
    ),
]
