"""Exercises for the chapter on composite moduli."""

from __future__ import annotations

from nimbook.exercises import Exercises, choice, move, number, numbers, outcome
from nimbook.residues import combine, state_vector
from nimbook.samples import units
from nimtwist import MuM, Solver, Sum

EXERCISES = Exercises("composite_moduli")

_fifteen, _search = MuM(15), Solver(MuM(15))

EXERCISES.add(
    "two-remainders",
    number(
        combine({3: 2, 5: 3}),
        mistakes={
            n: f"No: {n} leaves {n % 3} when divided by 3, and {n % 5} when divided by 5."
            for n in range(15)
        },
    ),
)
EXERCISES.add(
    "both-games",
    outcome(_fifteen, (7, 13)),
    vector=str(tuple(state_vector(_fifteen, (7, 13)).values())),
)
EXERCISES.add(
    "one-more-heap",
    number(
        *(
            heap
            for heap in units(15, 15)
            if _search.outcome(tuple(sorted((7, 11, 14, heap)))) == "P"
        )
    ),
    combined=combine({3: 1, 5: 2}),
)
EXERCISES.add("one-number-of-sticks", move(_fifteen, (11, 16)))
_own_inverse = [n for n in range(2, 31) if all(u * u % n == 1 for u in units(n, n))]
EXERCISES.add("own-inverses", numbers(_own_inverse))
EXERCISES.add("side-by-side", choice(Solver(Sum(MuM(4), MuM(3))).outcome(((11,), (11,)))))

_inverses = {q: pow(r, -1, q) for q, r in state_vector(_fifteen, (11, 13)).items()}
_inverses_30 = {q: pow(r, -1, q) for q, r in state_vector(MuM(30), (11, 13)).items()}

EXERCISES.set_try_it(
    heap=combine(_inverses), heap_30=combine(_inverses_30), by_2=combine(_inverses) % 2
)
