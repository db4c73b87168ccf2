"""What the drawings of composite moduli may be given, and what is said of what may not."""

from __future__ import annotations

from nimtwist import drawing
from tests.bad_input import Call, Sentence

CALLS: dict[str, Call] = {
    "analogy_table": (drawing.analogy_table, (3,)),
    "decomposed_table": (drawing.decomposed_table, ()),
    "factor_games": (drawing.factor_games, (15, (2, 11))),
    "residue_rectangle": (drawing.residue_rectangle, (15, 7)),
    "sense_table": (drawing.sense_table, ([6, 12], 1, 5)),
}

TAKES_LONG = {"analogy_table"}

SENTENCES: list[Sentence] = [
    (
        lambda: drawing.residue_rectangle(8),
        "a rectangle is for a modulus with two prime powers, as 15 = 3 · 5, not 8",
    ),
    (
        lambda: drawing.residue_rectangle(15, 6),
        "heap 6 and the modulus 15 have the factor 3 in common; MuM heaps are coprime to it",
    ),
    (
        lambda: drawing.factor_games(15, (10, 1)),
        "heap 10 and the modulus 15 have the factor 5 in common; MuM heaps are coprime to it",
    ),
    (
        lambda: drawing.factor_games(15, (1,) * 65),
        "the number of heaps to draw must be a whole number, from 0 to 64, not 65",
    ),
    (
        lambda: drawing.sense_table([8, 9], 1, 5),
        "no modulus of [8, 9] has more than one prime power",
    ),
    (
        lambda: drawing.analogy_table(25),
        "the modulus of the table must be a whole number, from 2 to 24, not 25",
    ),
]
