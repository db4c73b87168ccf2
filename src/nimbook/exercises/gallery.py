"""Exercises for the gallery of Nim heaps."""

from __future__ import annotations

from nimbook.exercises import Exercises, move, number, numbers, outcome
from nimbook.samples import pictures
from nimbook.show import picture
from nimtwist import Cram, Hackenbush, Kayles, LoopySolver, Northcott, Solver
from nimtwist.solve import BestSolver

EXERCISES = Exercises("gallery")


def _row_values(max_pins: int) -> str:
    values = map(BestSolver(Kayles()).grundy, ((pins,) for pins in range(1, max_pins + 1)))
    return ", ".join(map(str, values))


EXERCISES.add("three-gaps", outcome(Northcott(6), ((0, 2), (0, 3), (0, 4))))
EXERCISES.add("even-sides", outcome(Cram(), Cram.rectangle(4, 4)))
_cutting = Solver(Hackenbush())
_triangle = Hackenbush().read("0-1, 1-2, 2-3, 3-1")
EXERCISES.add(
    "triangle", number(_cutting.grundy(_triangle)), picture=picture(Hackenbush(), _triangle)
)
_tree = Hackenbush().read("0-1, 1-2, 2-3, 1-4, 4-5, 4-6")
EXERCISES.add("tree", number(_cutting.grundy(_tree)), picture=picture(Hackenbush(), _tree))
EXERCISES.add("kayles", move(Kayles(), (3, 5)), values=_row_values(5))
_long = LoopySolver(Northcott(8))
_remoteness = [_long.remoteness(((square, square + 1),)) or 0 for square in range(7)]
EXERCISES.add("running-away", number(_remoteness.index(max(_remoteness))), moves=_remoteness[6])
EXERCISES.add(
    "five-edges",
    numbers({_cutting.grundy(picture) for picture in pictures(5) if len(picture.edges) == 5}),
)

EXERCISES.add("win-a-game", move(Kayles(), (6, 7)), values=_row_values(7))


def _value(edges: str) -> int:
    return _cutting.grundy(Hackenbush().read(edges))


_ladder = "0-1, 0-2, 1-2, 1-3, 2-4, 3-4"
_flag = Hackenbush().read(f"{_ladder}, 3-7, 7-8")

_cuts = map(Hackenbush().show, _cutting.winning_options(_flag))
EXERCISES.set_try_it(
    ladder=_value(_ladder),
    with_rung=_value(_ladder + ", 3-5, 4-6, 5-6"),
    without_foot=_value("0-1, 1-2, 1-3, 2-4, 3-4"),
    with_mast=_cutting.grundy(_flag),
    cuts=" or ".join(f"`{cut}`" for cut in _cuts),
)
