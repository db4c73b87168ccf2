"""Tests that `decisive_bits` identifies exactly the games that have the same states."""

from __future__ import annotations

import pytest

from nimtwist.atlas.certificate import Certificate
from nimtwist.atlas.checker import flaw
from nimtwist.atlas.equivalence import decisive_bits
from nimtwist.atlas.families import antichains, code_of
from nimtwist.games import BlockingNim
from tests.lib.proofs import beginning, certified, first_rows

ROWS = {1: 8, 2: 16, 3: 40, 4: 50}
"""For each modulus, a number of rows that distinguishes any two games with different states."""


def states(rules: BlockingNim) -> tuple[bytes, ...]:
    """Return the initial part of each of the first `ROWS[modulus]` rows.

    Each part is long enough to include a period of the row's tail.
    """
    size = ROWS[rules.modulus]
    return tuple(beginning(row, 3 * size) for row in first_rows(rules, size))


@pytest.mark.parametrize(("modulus", "class_count"), [(1, 2), (2, 4), (3, 10), (4, 44)])
def test_certificates_hold_for_games_with_the_same_states(modulus: int, class_count: int) -> None:
    games = [(code_of(rules), rules, states(rules)) for rules in antichains(modulus)]
    done = set[tuple[Certificate, int, int]]()
    for rules, proof in certified(modulus):
        mask, bits = decisive_bits(rules, proof)
        assert code_of(rules) & mask == bits
        if (proof, mask, bits) not in done:
            done.add((proof, mask, bits))
            expected = states(rules)
            for code, other, rows in games:
                assert (code & mask == bits) == (rows == expected), (rules, other)
                assert code & mask != bits or flaw(other, proof) is None
    assert len(done) == class_count
