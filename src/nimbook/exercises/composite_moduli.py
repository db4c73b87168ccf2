"""The exercises of the chapter on composite moduli."""

from __future__ import annotations

from math import gcd

from nimbook.exercises import Exercises, choice, move, number, numbers, outcome
from nimbook.residues import combine, state_vector
from nimtwist import Solver, Sum
from nimtwist.games import MuM

EXERCISES = Exercises("composite_moduli")
"""The exercises, in the chapter's order."""

_fifteen, _search = MuM(15), Solver(MuM(15))


def _units(modulus: int) -> list[int]:
    return [unit for unit in range(1, modulus + 1) if gcd(unit, modulus) == 1]


EXERCISES.add(
    "two-remainders",
    1,
    "<p>Which number below 15 leaves 2 when divided by 3, and 3 when divided by 5?</p>",
    number(
        next(n for n in range(15) if (n % 3, n % 5) == (2, 3)),
        mistakes={
            n: f"No: {n} leaves {n % 3} when divided by 3, and {n % 5} when divided by 5."
            for n in range(31)
            if n < 15 and (n % 3, n % 5) != (2, 3)
        },
    ),
    ["3 and 8 and 13 leave 3 when divided by 5.", "Which of the three leaves 2 when divided by 3?"],
    "<p>{right}. The theorem says that there is one and no other.</p>",
)
EXERCISES.add(
    "both-games",
    1,
    "<p>Modulo 15, there are heaps of 13 and 7. Is this P or N?</p>",
    outcome(_fifteen, (7, 13)),
    ["Look modulo 3 and modulo 5.", "13 · 7 leaves 1 · 1 modulo 3, and 3 · 2 modulo 5."],
    "<p>{right}: the state vector is "
    + str(tuple(state_vector(_fifteen, (7, 13)).values()))
    + ".</p>",
)
EXERCISES.add(
    "one-more-heap",
    2,
    "<p>Modulo 15, which heap below 15 must be added to heaps of 7, 11 and 14 to make the "
    "position P?</p>",
    number(
        *(heap for heap in _units(15) if _search.outcome(tuple(sorted((7, 11, 14, heap)))) == "P"),
        mistakes={13: "The three have the product 13. You need its inverse."},
    ),
    [
        "The product leaves 1 · 2 · 2 modulo 3 and 2 · 1 · 4 modulo 5.",
        "That is 1 and 3. What are the inverses?",
        "Which number leaves 1 modulo 3 and 2 modulo 5?",
    ],
    f"<p>{{right}}: the inverses of the two remainders are 1 and 2, and combined they are "
    f"{combine({3: 1, 5: 2})}.</p>",
)
EXERCISES.add(
    "one-number-of-sticks",
    2,
    "<p>Modulo 15, you are given (16, 11). The number of sticks that you take must be right in "
    "both games, modulo 3 and modulo 5. What do you leave?</p>",
    move(_fifteen, (11, 16), _search),
    [
        "16 leaves 1 in both games. So the heap of 11 is what is wrong.",
        "Make the two heaps inverse to each other: which is the inverse of 11 modulo 15?",
    ],
    "<p>Either of these wins: {right}. 11 is its own inverse, so make the other heap 11, or this "
    "one "
    "1.</p>",
)
_own_inverse = [n for n in range(2, 31) if all(u * u % n == 1 for u in _units(n))]
EXERCISES.add(
    "own-inverses",
    3,
    "<p>For which moduli from 2 to 30 is every number that is coprime to the modulus its own "
    "inverse?</p>",
    numbers(_own_inverse),
    [
        "2 is coprime to every odd modulus, so an odd one divides 2 · 2 − 1.",
        "3 is coprime to powers of two, so these divide 3 · 3 − 1.",
        "Combine: the modulus is a power of two up to 8, perhaps times 3.",
    ],
    "<p>{right}: the divisors of 24.</p>",
)
_parts: Sum[tuple[int, ...]] = Sum((MuM(4), MuM(3)))
_sum_is = Solver(_parts).outcome(((11,), (11,)))
EXERCISES.add(
    "side-by-side",
    3,
    "<p>A heap of 11 is N modulo 4, modulo 3 and modulo 12. Now play the games modulo 4 and "
    "modulo 3 side by side: a turn is a move in one of them, and whoever cannot move loses. Is "
    "this P or N?</p>",
    choice(
        _sum_is,
        {
            "PN"[
                "NP".index(_sum_is)
            ]: "No: work out the Grundy values. Both games have the value 1, and 1 ⊕ 1 = 0."
        },
    ),
    [
        "Modulo 3 the heap may become 10, which is worth 0 there. What else?",
        "The values modulo 4 are 0 for 1, 5, 9, … and 1 for 3, 7, 11, …",
        "1 ⊕ 1 = 0.",
    ],
    "<p>{right}. So the sum of the factor games has another winner than the game.</p>",
)

_more = {q: pow(r, -1, q) for q, r in state_vector(_fifteen, (11, 13)).items()}
_thirty = {q: pow(r, -1, q) for q, r in state_vector(MuM(30), (11, 13)).items()}


@EXERCISES.last
def try_it() -> str:
    """Return the solution of the last section."""
    return (
        f"<p>(11, 13) needs a heap of {combine(_more)} modulo 15. Modulo 30 the state vector has "
        "three entries, "
        f"and the heap is {combine(_thirty)}: the remainder by 2 has to be 1, and that of "
        f"{combine(_more)} is "
        f"{combine(_more) % 2}.</p>"
    )
