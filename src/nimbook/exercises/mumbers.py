"""The exercises of the chapter on mumbers."""

from __future__ import annotations

from nimbook.exercises import Exercises, number, outcome
from nimtwist import MuM, PowerMuM, Solver, Sum
from nimtwist.games.mumber import Mumber, MumberSolver

EXERCISES = Exercises("mumbers")
"""The exercises, in the chapter's order."""


def _mumber(modulus: int, *heaps: int) -> int:
    return MumberSolver(MuM(modulus), modulus).mumber(tuple(sorted(heaps)))


EXERCISES.add(
    "from-options",
    number(
        Mumber(5)([1, 2, 4]), mistakes={0: "Mumbers begin with 1.", 5: "5 is not coprime to 5."}
    ),
)
EXERCISES.add(
    "one-heap", number(_mumber(5, 8), mistakes={8: "From 8 one may leave 7, 6 and 4 only."})
)
EXERCISES.add(
    "three-and-four",
    number(
        _mumber(5, 3, 4),
        mistakes={
            2: "That is the product, but some option has the mumber 2.",
            5: "5 is the plain mumber.",
        },
    ),
)
_sum = Solver(Sum((MuM(5), MuM(5)))).grundy(((2,), (3,))) + 1
EXERCISES.add(
    "sum-of-games",
    number(_sum, mistakes={1: "That is the product.", 5: "Add 1 ⊕ 2, then count from 1."}),
)
EXERCISES.add(
    "powers",
    number(
        pow(2, Solver(PowerMuM(10)).grundy((4, 9, 12)), 11),
        mistakes={
            5: "That is the Grundy value. The mumber is a power of 2.",
            25: "Those are all sticks.",
        },
    ),
)
EXERCISES.add(
    "where-it-fails",
    number(
        _mumber(10, 7, 7),
        mistakes={9: "That is the product of (7, 7).", 7: "That is the size of the heaps."},
    ),
)
EXERCISES.add("copy", outcome(Sum((MuM(5), MuM(5))), ((2,), (2,))))


def _framed(rules: MuM, most: int = 12) -> int:
    solver = MumberSolver(rules, rules.modulus)
    heaps = [heap for heap in range(1, most + 1) if heap % rules.modulus]
    pairs = [(a, b) for b in heaps for a in heaps if a <= b]
    return sum(solver.mumber(pair) != rules.product(pair) for pair in pairs)


_readings = {
    'when="stranded"': MuM(13),
    'when="small"': MuM(13, when="small"),
    '"own-turn", when="small"': MuM(13, "own-turn", when="small"),
    'when="small", compulsory=False': MuM(13, when="small", compulsory=False),
}


@EXERCISES.last
def last_section() -> dict[str, object]:
    """Return the values in the solution of the last section."""
    return {
        "framed": "; ".join((f"`{name}`, {_framed(rules)}" for name, rules in _readings.items()))
    }
