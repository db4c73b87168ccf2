"""Tests that the class assigned to each game matches the game's rows."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from nimtwist.atlas.kinds import LONG_TRANSIENT, kind
from nimtwist.atlas.rows import rows
from tests.lib.proofs import certified


def test_classes_of_games_up_to_modulus_4_match_their_rows() -> None:
    """Check that the rows' words lengthen by the largest slope per row, on average.

    If there are no slopes, the words must not lengthen.
    """
    tally = Counter[str]()
    for modulus in (1, 2, 3, 4):
        for rules, proof in certified(modulus):
            result = kind(rules, proof)
            tally[result.name] += 1
            ends = rows(rules, proof.row)
            lengths = [len(next(ends).word) for _ in range(2 * proof.period + 1)]
            largest = max(result.slopes, default=0)
            assert lengths[-1] - lengths[0] == largest * 2 * proof.period, rules
            assert {1 / slope for slope in result.slopes} == {*result.slopes}, rules
            assert (result.name == "boxes") == rules.is_box_game
            assert (result.name in ("diagonal", "wedge")) <= bool(result.slopes)
            assert (result.name == "bounded") <= (not result.slopes)
            for row in (proof.row, LONG_TRANSIENT - 1, LONG_TRANSIENT):
                assert kind(rules, replace(proof, row=row)).long == (row >= LONG_TRANSIENT)
    assert tally == {"boxes": 94, "bounded": 51, "diagonal": 47, "wedge": 1}
