"""Exercises for the chapter on mumbers."""

from __future__ import annotations

from nimbook.exercises import Exercises, number, outcome
from nimbook.samples import coprime_heaps
from nimtwist import MuM, PowerMuM, Solver, Sum
from nimtwist.games.mumber import Mumber, MumberSolver

EXERCISES = Exercises("mumbers")


def _mumber(modulus: int, *heaps: int) -> int:
    return MumberSolver(MuM(modulus), modulus).mumber(tuple(sorted(heaps)))


EXERCISES.add("from-options", number(Mumber(5)([1, 2, 4])))
EXERCISES.add("one-heap", number(_mumber(5, 8)))
EXERCISES.add("three-and-four", number(_mumber(5, 3, 4)))
_sum = Sum(MuM(5), MuM(5))
EXERCISES.add("sum-of-games", number(Solver(_sum).grundy(((2,), (3,))) + 1))
EXERCISES.add("powers", number(pow(2, Solver(PowerMuM(10)).grundy((4, 9, 12)), 11)))
EXERCISES.add("where-it-fails", number(_mumber(10, 7, 7)))
EXERCISES.add("copy", outcome(_sum, ((2,), (2,))))


def _framed(rules: MuM) -> int:
    solver = MumberSolver(rules, rules.modulus)
    pairs = [heaps for heaps in coprime_heaps(rules.modulus, 2, 12) if len(heaps) == 2]
    return sum(solver.mumber(pair) != rules.product(pair) for pair in pairs)


_readings = {
    'when="stranded"': MuM(13),
    'when="small"': MuM(13, when="small"),
    '"own-turn", when="small"': MuM(13, "own-turn", when="small"),
    'when="small", compulsory=False': MuM(13, when="small", compulsory=False),
}

EXERCISES.set_try_it(
    framed="; ".join(f"`{name}`, {_framed(rules)}" for name, rules in _readings.items())
)
