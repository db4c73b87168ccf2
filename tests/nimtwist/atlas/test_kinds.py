"""The classes of games, compared with what boards show."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from nimtwist.atlas.certificate import Certificate, Power
from nimtwist.atlas.families import read_family
from nimtwist.atlas.kinds import LONG, Kind, kind, slopes
from nimtwist.atlas.rows import rows
from nimtwist.atlas.search import find
from nimtwist.games import BlockingNim
from tests.nimtwist.atlas.certificates import certified

NIM = BlockingNim(1, [[]])
PROOF = Certificate(1, 1, (Power(b"\1", 1, 1),), b"\0")


WEDGE = read_family(4, "1,3; 1,2,4; 2,3,4")


def test_every_game_to_modulus_4_has_the_class_that_its_rows_show() -> None:
    """Without growth the rows repeat; with it, the end of the word moves by the largest slope."""
    seen = Counter[str]()
    for modulus in (1, 2, 3, 4):
        for rules, proof in certified(modulus):
            found = kind(rules, proof)
            seen[found.name] += 1
            steps = 4
            ends = rows(rules, proof.row)
            lengths = [len(next(ends).word) for _ in range(steps * proof.period + 1)]
            moved = lengths[-1] - lengths[0]
            largest = max(found.slopes, default=0)
            assert moved == largest * steps * proof.period, rules
            assert (found.name == "boxes") == rules.is_box_game
            assert (found.name in ("diagonal", "wedge")) <= bool(found.slopes)
            assert (found.name == "bounded") <= (not found.slopes)
            assert found.long == (proof.row >= LONG)
    assert seen == {"boxes": 94, "bounded": 51, "diagonal": 47, "wedge": 1}


def test_slopes_come_in_pairs() -> None:
    for modulus in (2, 3, 4):
        for rules, proof in certified(modulus):
            found = slopes(proof)
            assert {1 / slope for slope in found} == set(found), rules


def test_the_smallest_wedge() -> None:
    proof = find(WEDGE)
    assert kind(WEDGE, proof) == Kind("wedge", (Fraction(1, 2), Fraction(2)))


@pytest.mark.parametrize("name", ["boxes", "unexplained"])
def test_without_a_certificate_a_game_is_unexplained_unless_it_has_boxes(name: str) -> None:
    assert kind(NIM if name == "boxes" else WEDGE, None) == Kind(name)
