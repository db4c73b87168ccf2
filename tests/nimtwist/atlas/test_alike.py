"""Which games a certificate serves, against the checker and against the states themselves."""

from __future__ import annotations

from functools import cache
from itertools import islice
from random import Random

import pytest

from nimtwist.atlas.alike import _read, decisive, met
from nimtwist.atlas.certificate import Certificate, Power
from nimtwist.atlas.checker import flaw
from nimtwist.atlas.driver import pattern
from nimtwist.atlas.families import antichains, code_of, read_family, rules_of
from nimtwist.atlas.rows import rows
from nimtwist.atlas.search import find
from nimtwist.games import BlockingNim
from tests.mutations import Mutation
from tests.nimtwist.atlas.certificates import certified

NIM = BlockingNim(1, [[]])
PROOF = Certificate(1, 1, (Power(b"\1", 1, 1),), b"\0")


ROWS = {1: 8, 2: 16, 3: 40, 4: 50}
"""So many rows tell games with other states apart."""


@cache
def states(rules: BlockingNim) -> tuple[bytes, ...]:
    """Return the first rows, each with a period of its tail at least."""
    most = 3 * ROWS[rules.modulus]
    return tuple(
        (row.word + row.tail * most)[:most] for row in islice(rows(rules), ROWS[rules.modulus])
    )


@pytest.mark.parametrize(("modulus", "different"), [(1, 2), (2, 4), (3, 10), (4, 44)])
def test_a_certificate_serves_the_games_with_the_same_states(modulus: int, different: int) -> None:
    games = [(code_of(rules), rules) for rules in antichains(modulus)]
    done = set[tuple[Certificate, int, int]]()
    for rules, proof in certified(modulus):
        mask, bits = decisive(rules, proof)
        assert code_of(rules) & mask == bits
        if (proof, mask, bits) not in done:
            done.add((proof, mask, bits))
            for code, other in games:
                assert (code & mask == bits) == (states(other) == states(rules)), (rules, other)
                assert code & mask != bits or flaw(other, proof) is None
    assert len(done) == different


@pytest.mark.parametrize("modulus", [1, 2, 3, 4])
def test_games_with_the_same_good_pairs_agree_on_the_sets_that_are_met(modulus: int) -> None:
    games = [code_of(rules) for rules in antichains(modulus)]
    patterns = [pattern(rules, 40) for rules in antichains(modulus)]
    for (rules, proof), own in zip(certified(modulus), patterns, strict=True):
        mask = met(rules, proof)
        assert not decisive(rules, proof)[0] & ~mask
        alike = [not (code ^ code_of(rules)) & mask for code in games]
        assert alike == [other == own for other in patterns]


def test_games_with_the_same_states_may_have_other_good_pairs() -> None:
    first, second = read_family(4, "1,2; 2,3; 1,3,4"), read_family(4, "1,2; 2,3; 2,4; 1,3,4")
    proof = find(first)
    assert proof is not None and flaw(second, proof) is None
    assert decisive(first, proof) == decisive(second, proof)
    assert met(first, proof) >> 0b1010 & 1
    # Residues 2 and 4 are reached, and 4 in both heaps: it does not matter if that is good.
    assert (code_of(first) ^ code_of(second)) == 1 << 0b1010
    assert not decisive(first, proof)[0] >> 0b1010 & 1


def test_a_certificate_may_be_true_of_a_game_with_other_first_rows() -> None:
    first, second = read_family(4, "1,4"), read_family(4, "1,4; 3,4")
    proof = find(first)
    assert proof is not None and flaw(second, proof) is None
    mask, bits = decisive(first, proof)
    assert code_of(second) & mask != bits and states(first)[:7] != states(second)[:7]
    assert states(first)[7:] == states(second)[7:]


@pytest.mark.parametrize("modulus", [5, 6])
def test_every_bit_that_is_said_to_decide_does_and_no_other_one(modulus: int) -> None:
    random, tried = Random(modulus), 0
    while tried < 3:
        family = [random.sample(range(1, modulus + 1), random.randint(1, 4)) for _ in range(4)]
        rules = rules_of(modulus, code_of(BlockingNim(modulus, family)))
        proof = find(rules, 100)
        if proof is None:
            continue
        tried += 1
        mask, bits = decisive(rules, proof)
        for t in range(1, 1 << modulus):
            code = code_of(rules) ^ 1 << t
            try:
                other = rules_of(modulus, code)
            except ValueError:  # some set would be in the code without its subsets
                continue
            same = [*islice(rows(rules), 130)] == [*islice(rows(other), 130)]
            assert same == (code & mask == bits) == (not mask >> t & 1)


BROKEN = [
    Mutation(decisive, "if not state & letter & last:", "if True:"),
    Mutation(decisive, "if not state & letter & last:", "if not state & letter:"),
    Mutation(_read, " or _start_flaw(steps, certificate)", ""),
]


@pytest.mark.full
@pytest.mark.parametrize("mutation", BROKEN, ids=str)
def test_what_is_broken_is_seen(mutation: Mutation, monkeypatch: pytest.MonkeyPatch) -> None:
    mutation.apply(monkeypatch)
    with pytest.raises((AssertionError, ValueError)):
        test_a_certificate_serves_the_games_with_the_same_states(4, 44)
