"""What all games of a modulus at once may be given, and what is said of what may not."""

from __future__ import annotations

import numpy as np

from nimtwist.atlas.bulk import census, codes, distinct, packed, patterns, unpacked
from tests.bad_input import Call, Sentence

GAMES = codes(2)

CALLS: dict[str, Call] = {
    "census": (lambda *given: census(*given), (2, 4)),
    "codes": (lambda modulus: codes(modulus) if modulus != 6 else None, (2,)),
    "distinct": (distinct, (2, GAMES, 4, abs)),
    "packed": (packed, (2, GAMES, 4)),
    "patterns": (patterns, (2, GAMES, 4, abs)),
    "unpacked": (unpacked, (packed(2, GAMES, 4), 4)),
}

TAKES_LONG = {"census", "distinct", "packed", "patterns"}

SENTENCES: list[Sentence] = [
    (
        lambda: codes(7),
        "the modulus must be a whole number, from 1 to 6, not 7",
    ),
    (
        lambda: unpacked(np.zeros((1, 2), np.uint64), 4),
        "a pattern of size 4 is an array of 1 words, of the type uint64, "
        "not array([[0, 0]], dtype=uint64)",
    ),
]
