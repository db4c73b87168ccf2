"""What all games of a modulus at once may be given, and what is said of what may not."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from nimtwist.atlas.bulk import boxes, census, codes, distinct, packed, patterns, unpacked
from tests.bad_input import Call, Sentence

GAMES = codes(2)
# Made when they are asked for: what makes the patterns is compiled first.
ARRAYS: dict[str, Callable[[], Any]] = {
    "the games": lambda: GAMES,
    "patterns": cache(lambda: packed(2, GAMES, 4)),
}


def named(call: Callable[..., object]) -> Callable[..., object]:
    """Let arrays be given by name: they cannot be compared with junk."""
    return lambda *given: call(
        *(ARRAYS[g]() if isinstance(g, str) and g in ARRAYS else g for g in given)
    )


CALLS: dict[str, Call] = {
    "boxes": (named(boxes), (2, "the games")),
    "census": (census, (2, 4, abs)),
    "codes": (lambda modulus: codes(modulus) if modulus != 6 else None, (2,)),
    "distinct": (named(distinct), (2, "the games", 4, abs)),
    "packed": (named(packed), (2, "the games", 4)),
    "patterns": (named(patterns), (2, "the games", 4, abs)),
    "unpacked": (named(unpacked), ("patterns", 4)),
}

TAKES_LONG = {"census", "distinct", "packed", "patterns"}

SENTENCES: list[Sentence] = [
    (
        lambda: codes(7),
        "the modulus of all games must be a whole number, from 1 to 6, not 7",
    ),
    (
        lambda: unpacked(np.zeros((1, 2), np.uint64), 4),
        "a pattern of size 4 is an array of 1 words, of the type uint64, "
        "not array([[0, 0]], dtype=uint64)",
    ),
]
