"""The games that a certificate serves, against the checker and the states themselves."""

from __future__ import annotations

import pytest

from nimtwist.atlas.alike import decisive
from nimtwist.atlas.certificate import Certificate
from nimtwist.atlas.checker import flaw
from nimtwist.atlas.families import antichains, code_of
from nimtwist.games import BlockingNim
from tests.nimtwist.atlas.proofs import beginning, board, certified

ROWS = {1: 8, 2: 16, 3: 40, 4: 50}
"""So many rows tell games with other states apart."""


def states(rules: BlockingNim) -> tuple[bytes, ...]:
    """Return the first rows, each with a period of its tail at least."""
    size = ROWS[rules.modulus]
    return tuple(beginning(row, 3 * size) for row in board(rules, size))


@pytest.mark.parametrize(("modulus", "different"), [(1, 2), (2, 4), (3, 10), (4, 44)])
def test_a_certificate_serves_the_games_with_the_same_states(modulus: int, different: int) -> None:
    games = [(code_of(rules), rules, states(rules)) for rules in antichains(modulus)]
    done = set[tuple[Certificate, int, int]]()
    for rules, proof in certified(modulus):
        mask, bits = decisive(rules, proof)
        assert code_of(rules) & mask == bits
        if (proof, mask, bits) not in done:
            done.add((proof, mask, bits))
            own = states(rules)
            for code, other, seen in games:
                assert (code & mask == bits) == (seen == own), (rules, other)
                assert code & mask != bits or flaw(other, proof) is None
    assert len(done) == different
