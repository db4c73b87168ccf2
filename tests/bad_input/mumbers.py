"""What the drawings of mumbers may be given, and what is said of what may not."""

from __future__ import annotations

from nimtwist import drawing
from nimtwist.games import MuM
from tests.bad_input import Call, Sentence

RULES = MuM(5)

CALLS: dict[str, Call] = {
    "failure_table": (drawing.failure_table, ([3, 5],)),
    "mumber_mex": (drawing.mumber_mex, (RULES, (2, 3))),
    "mumber_moves": (drawing.mumber_moves, (5, 3, 3, 4)),
    "mumber_tree": (drawing.mumber_tree, (RULES, (2, 3), 1)),
    "power_circle": (drawing.power_circle, (5, 2, 3)),
    "proof_table": (drawing.proof_table, (5, 6)),
    "sum_grids": (drawing.sum_grids, (5,)),
}

SENTENCES: list[Sentence] = [
    (
        lambda: drawing.mumber_mex(RULES, (999, 999)),
        "(999, 999) is too large to search here: fewer or smaller heaps, as four up to 25 or two "
        "up to 200",
    ),
    (
        lambda: drawing.mumber_mex(MuM(5, heaps="any"), (5,)),
        "mumbers are compared with products for coprime heaps, not MuM(modulus=5, "
        "consolidation='same-turn', heaps='any', compulsory=True, when='stranded')",
    ),
    (
        lambda: drawing.mumber_moves(5, 5, 3, 6),
        "the heaps of this grid are coprime to 5 and at most 6, not 5",
    ),
    (
        lambda: drawing.proof_table(4, 6),
        "the proof is for a prime modulus, not 4",
    ),
    (
        lambda: drawing.power_circle(5, 4, 3),
        "the powers of 4 modulo 5 are not all remainders but 0",
    ),
]
