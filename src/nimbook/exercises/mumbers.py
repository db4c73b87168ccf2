"""The exercises of the chapter on mumbers."""

from __future__ import annotations

from nimbook.exercises import Exercises, number, outcome
from nimtwist import Solver, Sum
from nimtwist.games import MuM
from nimtwist.games.mum import PowerMuM
from nimtwist.games.mumber import Mumber, MumberSolver

EXERCISES = Exercises("mumbers")
"""The exercises, in the chapter's order."""


def _mumber(modulus: int, *heaps: int) -> int:
    return MumberSolver(MuM(modulus), modulus).mumber(tuple(sorted(heaps)))


EXERCISES.add(
    "from-options",
    1,
    "<p>Modulo 5, the options of a position have the mumbers 1, 2 and 4. What is its mumber?</p>",
    number(
        Mumber(5)([1, 2, 4]), mistakes={0: "Mumbers begin with 1.", 5: "5 is not coprime to 5."}
    ),
    ["The least number from 1 on that is coprime to 5 and not among the three."],
    "<p>{right}.</p>",
)
EXERCISES.add(
    "one-heap",
    1,
    "<p>What is the mumber of a single heap of 8, modulo 5?</p>",
    number(_mumber(5, 8), mistakes={8: "From 8 one may leave 7, 6 and 4 only."}),
    ["One may leave 7, 6 or 4.", "These have the mumbers 2, 1 and 4."],
    "<p>{right}, the remainder: for a single heap, mumber and product agree.</p>",
)
EXERCISES.add(
    "three-and-four",
    2,
    "<p>Modulo 5, the options of (4, 3) have the mumbers 1, 2, 3 and 4. What is the mumber of (4, "
    "3)?</p>",
    number(
        _mumber(5, 3, 4),
        mistakes={
            2: "That is the product, but some option has the mumber 2.",
            5: "5 is the plain mumber.",
        },
    ),
    ["Which is the next number after 4 that is coprime to 5?"],
    "<p>{right}, which is larger than the modulus; the product would be 2.</p>",
)
_sum = Solver(Sum((MuM(5), MuM(5)))).grundy(((2,), (3,))) + 1
EXERCISES.add(
    "sum-of-games",
    2,
    "<p>Modulo 5, play the games (2) and (3) side by side, as a sum. What is the plain mumber of "
    "the sum?</p>",
    number(_sum, mistakes={1: "That is the product.", 5: "Add 1 ⊕ 2, then count from 1."}),
    ["The Grundy values of the two are smaller by 1.", "1 ⊕ 2 = 3. And now count from 1 again."],
    "<p>{right}: 1 + ((2 − 1) ⊕ (3 − 1)). The preprint has the product here, which is 6 and leaves "
    "1.</p>",
)
EXERCISES.add(
    "powers",
    2,
    "<p>Let the heaps be exponents, modulo 11, with the primitive root 2. What is the mumber of "
    "heaps of 4, 9 and 12, if the numbers are given out in the order 1, 2, 4, 8, …?</p>",
    number(
        pow(2, Solver(PowerMuM(10)).grundy((4, 9, 12)), 11),
        mistakes={
            5: "That is the Grundy value. The mumber is a power of 2.",
            25: "Those are all sticks.",
        },
    ),
    [
        "The Grundy value is the number of all sticks modulo 10.",
        "It is 5. What is 2 to the power 5 modulo 11?",
    ],
    "<p>{right}: 4 + 9 + 12 = 25 leaves 5, and 2<sup>5</sup> = 32 leaves 10.</p>",
)
EXERCISES.add(
    "where-it-fails",
    3,
    "<p>The proof of the theorem on 24 looks at (n − q, n − q). What is the mumber of this "
    "position modulo "
    "10?</p>",
    number(
        _mumber(10, 7, 7),
        mistakes={9: "That is the product of (7, 7).", 7: "That is the size of the heaps."},
    ),
    [
        "q is the least prime that does not divide n, here 3. So the position is (7, 7).",
        "Among the products of its options, q and q² are missing.",
        "The least number that is missing is the mumber.",
    ],
    "<p>{right}: missing among the products of the options are 3 and 9. The mumber is the "
    "smaller, the "
    "product the larger one.</p>",
)
EXERCISES.add(
    "copy",
    1,
    "<p>Modulo 5, two games of MuM with a heap of 2 each are played as a sum, (2) + (2). Is this "
    "P or N?</p>",
    outcome(Sum((MuM(5), MuM(5))), ((2,), (2,))),
    ["What can the second player do after every move of the first?"],
    "<p>{right}: the second player copies. As one position, (2, 2) is N, for it is stranded.</p>",
)


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
def try_it() -> str:
    """Return the solution of the last section."""
    return (
        "<p>Of the pairs of heaps to 12 modulo 13, so many are framed: "
        + "; ".join(f"<code>{name}</code>, {_framed(rules)}" for name, rules in _readings.items())
        + '. With <code>"small"</code> on the same turn no modulus has any: that is the theorem, '
        "whether consolidation is compulsory or not.</p>"
    )
