"""The classes of games, compared with the rows."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from nimtwist.atlas.kinds import LONG, kind
from nimtwist.atlas.rows import rows
from tests.nimtwist.atlas.proofs import certified


def test_every_game_to_modulus_4_has_the_class_that_its_rows_show() -> None:
    """Without growth the rows repeat; with it, the end of the word moves by the largest slope."""
    seen = Counter[str]()
    for modulus in (1, 2, 3, 4):
        for rules, proof in certified(modulus):
            found = kind(rules, proof)
            seen[found.name] += 1
            ends = rows(rules, proof.row)
            lengths = [len(next(ends).word) for _ in range(2 * proof.period + 1)]
            largest = max(found.slopes, default=0)
            assert lengths[-1] - lengths[0] == largest * 2 * proof.period, rules
            assert {1 / slope for slope in found.slopes} == {*found.slopes}, rules
            assert (found.name == "boxes") == rules.is_box_game
            assert (found.name in ("diagonal", "wedge")) <= bool(found.slopes)
            assert (found.name == "bounded") <= (not found.slopes)
            for row in (proof.row, LONG - 1, LONG):
                assert kind(rules, replace(proof, row=row)).long == (row >= LONG)
    assert seen == {"boxes": 94, "bounded": 51, "diagonal": 47, "wedge": 1}
