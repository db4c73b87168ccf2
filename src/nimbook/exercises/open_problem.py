"""Exercises for the chapter on the open problem."""

from __future__ import annotations

from nimbook.claims.twist import FIGURE_4
from nimbook.exercises import Exercises, choice, move, number, numbers, outcome
from nimbook.show.certificates import residues
from nimtwist import BlockingNim, Solver
from nimtwist.atlas.certificate import Certificate, Power
from nimtwist.atlas.families import maximal, read_family
from nimtwist.atlas.kinds import kind
from nimtwist.atlas.search import find

EXERCISES = Exercises("open_problem")

EXERCISES.add("how-many-matter", number(len(maximal(BlockingNim.up_to(5, 2)).restrictions)))

_good = residues(FIGURE_4, 5)[4][2]
EXERCISES.add("the-whole-truth", choice("N"))
EXERCISES.add("which-residues", numbers(r for r in (1, 2, 3) if _good >> r - 1 & 1))

_certificate = Certificate(12, 4, (b"\0\0\1\3", Power(b"\4\2\1\1", 3, 1), b"\7\7"), b"\5\1\2\4")
_length = sum(
    len(piece.block) * (piece.times + 5 * piece.growth) if isinstance(piece, Power) else len(piece)
    for piece in _certificate.word
)
EXERCISES.add("how-long", number(_length))
EXERCISES.add("a-slope", number(4 * 3 // 6))

_wedge = read_family(4, "1,3; 1,2,4; 2,3,4")
_pair = ((2, 3), frozenset({1, 3}))
[_wins, *_] = Solver(_wedge).winning_options(_pair)
EXERCISES.add("in-the-wedge", outcome(_wedge, _pair), words=_wedge.describe_move(_pair, _wins))
EXERCISES.add("win-a-game", move(_wedge, ((5, 6), frozenset({1, 3}))))

_first, _second = (
    kind(rules, find(rules)).name
    for rules in (read_family(4, "1,2,4; 2,3,4"), read_family(4, "1,3; 2,3,4"))
)
EXERCISES.set_try_it(first=_first, second=_second)
