"""Proofs altered at random: whatever the checkers still accept is true by the rules alone.

What is true is found by brute force, move by move. A checker with one wrong comparison accepts
something false sooner or later, also where nobody has thought of an example.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import combinations, islice
from random import Random
from typing import Any

import pytest

from nimtwist.atlas import checker
from nimtwist.atlas.certificate import Certificate, Power
from nimtwist.atlas.checker import flaw
from nimtwist.atlas.counting import counting_flaw
from nimtwist.atlas.counting_search import edges, find_recurrence, find_staircase
from nimtwist.atlas.families import antichains, read_family
from nimtwist.atlas.rows import Row
from nimtwist.atlas.search import find
from nimtwist.atlas.solved import Solved
from nimtwist.atlas.staircase import Growing, Staircase
from nimtwist.games import BlockingNim
from tests.nimbook import brute
from tests.nimtwist.atlas import staircases
from tests.nimtwist.atlas.certificates import certified, said

Word = tuple[Any, ...]
Ways = list[Callable[[], Any]]

# --- The rules alone -----------------------------------------------------------------------------


@cache
def reached(rules: BlockingNim, rows: int, columns: int) -> list[list[tuple[int, int]]]:
    """Return for the heaps x and y the residues of the moves to good pairs, in x and in y.

    Bit r - 1 stands for the residue r.
    """
    n = rules.modulus
    allowed = [
        sum(1 << r - 1 for r in range(1, n + 1) if r not in forbidden)
        for forbidden in rules.restrictions
    ]
    # How many sticks are taken to reach heaps of some classes modulo n, which are bits, too.
    taken = [
        [sum(1 << r - 1 for r in range(1, n + 1) if c >> (heap - r) % n & 1) for c in range(1 << n)]
        for heap in range(n)
    ]
    good_above, found = [0] * columns, list[list[tuple[int, int]]]()
    for x in range(rows):
        good_beside, row = 0, list[tuple[int, int]]()
        for y in range(columns):
            first, second = taken[x % n][good_above[y]], taken[y % n][good_beside]
            if any(not (first | second) & residues for residues in allowed):
                good_above[y] |= 1 << x % n
                good_beside |= 1 << y % n
            row.append((first, second))
        found.append(row)
    return found


@pytest.mark.parametrize("rules", brute.GAMES, ids=repr)
def test_the_brute_force_follows_the_rules(rules: BlockingNim) -> None:
    for x, row in enumerate(reached(rules, 9, 9)):
        for y, (first, second) in enumerate(row):
            away = sum(1 << r - 1 for r in brute.reached(rules, x, y))
            assert first | second == away


def is_true(rules: BlockingNim, told: list[tuple[int, Row]], most: int = 160) -> bool:
    """Return whether rows below `most` are those of the game, as far as they can differ."""
    told = [(x, row) for x, row in told if x < most]
    rows = max((x for x, _ in told), default=0) + 1
    columns = max((len(row.word) for _, row in told), default=0) + 3 * rules.modulus
    # Sizes are rounded up, so that a board serves many proofs.
    found = reached(rules, -(-rows // 40) * 40, -(-columns // 40) * 40)
    return all(found[x][y][0] == row[y] for x, row in told for y in range(columns))


# --- Alterations ---------------------------------------------------------------------------------


class Altering:
    """Makes other words and proofs: some false, some the same, only written in another way."""

    def __init__(self, modulus: int, repeated: type, seed: int) -> None:
        self.modulus, self.repeated, self.random = modulus, repeated, Random(seed)

    def one(self, ways: Ways) -> Any:
        """Return what one of the ways makes."""
        return self.random.choice(ways)()

    def states(self, block: bytes) -> bytes:
        """Return a block with another letter."""
        place = self.random.randrange(len(block))
        letter = bytes([self.random.randrange(1 << self.modulus)])
        return block[:place] + letter + block[place + 1 :]

    def piece(self, piece: Any) -> Word:
        """Return what stands in the place of a piece."""
        if isinstance(piece, bytes):
            cut = self.random.randrange(len(piece) + 1)
            numbers = self.random.choice([0, 1, 1, 2]), self.random.choice([0, 0, 1])
            ways: Ways = [lambda: (piece[:cut],), lambda: (piece[cut:],)]
            if piece:
                ways.append(lambda: (self.states(piece),))
            if piece[cut:]:
                ways.append(lambda: (piece[:cut], self.repeated(piece[cut:], *numbers)))
            return tuple(self.one(ways))
        block, turn = piece.block, self.random.randrange(len(piece.block))
        by, names = self.random.choice([-2, -1, -1, 1, 1, 2]), [*vars(piece)][1:]
        name = self.random.choice(names)
        fewer = replace(piece, times=max(piece.times - 1, 0))
        ways = [
            lambda: (replace(piece, block=self.states(block)),),
            lambda: (replace(piece, **{name: max(getattr(piece, name) + by, 0)}),),
            lambda: (replace(piece, **{name: 0}),),
            lambda: (replace(piece, **{"times": getattr(piece, name), name: piece.times}),),
            lambda: (self.repeated(block, abs(by), 0), piece),
            lambda: (replace(piece, **{names[-1]: 0}), self.repeated(block, abs(by) - 1, 0)),
            lambda: (block, fewer),
            lambda: (fewer, block),
            # The block begins with another one of its letters.
            lambda: (block[:turn], replace(fewer, block=block[turn:] + block[:turn]), block[turn:]),
        ]
        return tuple(self.one(ways))

    def word(self, word: Word) -> Word:
        """Return a word with a piece or a part altered, left out, repeated or reversed."""
        i = self.random.randrange(len(word) + 1)
        j = self.random.randrange(i, len(word) + 1)
        ways: Ways = [
            lambda: (*word[:i], *word[j:]),
            lambda: (*word[:j], *word[i:]),
            lambda: (*word[:i], *word[i:j][::-1], *word[j:]),
        ]
        if word[i:]:
            ways += [lambda: (*word[:i], *self.piece(word[i]), *word[i + 1 :])] * 9
        return tuple(self.one(ways))

    def certificate(self, proof: Certificate) -> Certificate:
        """Return an altered certificate."""
        word, by = proof.word, self.random.choice([-1, 1, self.modulus, proof.period])
        later = tuple(
            replace(p, times=p.times + p.growth) if isinstance(p, Power) else p for p in word
        )
        longer = tuple(replace(p, growth=2 * p.growth) if isinstance(p, Power) else p for p in word)
        ways: Ways = [
            *[lambda: replace(proof, word=self.word(word))] * 6,
            lambda: replace(proof, tail=self.states(proof.tail)),
            lambda: replace(proof, row=max(proof.row + by, 0)),
            lambda: replace(proof, period=max(proof.period + by, 1)),
            lambda: replace(proof, row=proof.row + proof.period, word=later),
            lambda: replace(proof, period=2 * proof.period, word=longer),
        ]
        altered = self.one(ways)
        assert isinstance(altered, Certificate)
        return altered

    def staircase(self, proof: Staircase) -> Staircase:
        """Return an altered staircase."""
        by = self.random.choice([-1, 1, -self.modulus, self.modulus])
        i = self.random.randrange(len(proof.loops))
        loop, (a, b) = proof.loops[i], proof.loops[i].turns
        ways: Ways = [
            *[lambda: replace(loop, word=self.word(loop.word))] * 6,
            lambda: replace(loop, tail=self.states(loop.tail)),
            lambda: replace(loop, rows=max(loop.rows + by, 1)),
            lambda: replace(loop, then=max(loop.then + by, 0)),
            lambda: replace(loop, turns=(max(a + by, 0), b)),
            lambda: replace(loop, turns=(a, max(b + by, 0))),
        ]
        loops = *proof.loops[:i], self.one(ways), *proof.loops[i + 1 :]
        ways = [
            *[lambda: replace(proof, loops=loops)] * 6,
            *[lambda: replace(proof, settled=self.word(proof.settled))] * 2,
            *[lambda: replace(proof, step=self.word(proof.step))] * 2,
            lambda: replace(proof, row=max(proof.row + by, 0)),
        ]
        altered = self.one(ways)
        assert isinstance(altered, Staircase)
        return altered

    def times(self) -> range:
        """Return a range as long as a proof is altered."""
        return range(self.random.choice([1, 1, 2, 3]))


# --- The checkers --------------------------------------------------------------------------------

FIVE = [
    "1,3; 1,4; 2,5; 3,4; 3,5; 4,5",
    "1,3; 2,3,4; 2,3,5; 3,4,5; 1,2,4,5",
    "1,2,3; 1,3,4; 2,3,4; 1,2,4,5",
    "1,5; 1,2,3; 1,2,4; 2,3,4,5",
]


@pytest.mark.parametrize("modulus", [1, 2, 3, 4, 5])
def test_an_altered_certificate_that_an_edge_proves_is_true(
    modulus: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checker, "_LONG", 1)
    monkeypatch.setattr(checker, "_step_flaw", lambda *_: "no edge proves it")
    games = [read_family(5, family) for family in FIVE] if modulus == 5 else antichains(modulus)
    searched = [(rules, find_recurrence(rules, 1000)) for rules in games]
    found = [(rules, p) for rules, p in searched if p and any(power.growth for power in p.powers)]
    accepted = 0
    for number, (rules, proof) in enumerate(found):
        assert flaw(rules, proof) is None, (rules, proof.text())
        altering = Altering(modulus, Power, number)
        for _ in range(3 + 200 // len(found)):
            other = altering.certificate(proof)
            if flaw(rules, other) is None:
                accepted += 1
                told = [(other.row + other.period * t, said(other, t)) for t in range(4)]
                assert is_true(rules, told), (rules, other.text())
    assert len(found) >= min(modulus, 3) and accepted > 10


@pytest.mark.parametrize("modulus", [2, 3, pytest.param(4, marks=pytest.mark.full), 5])
def test_an_edge_proves_nothing_unless_it_recurs(
    modulus: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Certificates with the letters that settled, and the last edge, between any two rows."""
    monkeypatch.setattr(checker, "_LONG", 1)
    monkeypatch.setattr(checker, "_step_flaw", lambda *_: "no edge proves it")
    games = [read_family(5, family) for family in FIVE] if modulus == 5 else antichains(modulus)
    refused = 0
    for rules in games:
        settled = bytearray()
        seen = [*islice(edges(rules, settled), 12)]
        for first, last in combinations(seen, 2):
            before, block = settled[: first.settled], settled[first.settled : last.settled]
            if not block:
                continue
            word = (bytes(before), Power(bytes(block), 0, 1), last.rest.word)
            for longer in (0, 1):
                period = last.row - first.row + longer
                proof = Certificate(first.row, period, word, last.rest.tail)
                if flaw(rules, proof) is None:
                    told = [(proof.row + period * t, said(proof, t)) for t in range(4)]
                    assert is_true(rules, told), (rules, proof.text())
                else:
                    refused += 1
    assert refused > 30


@pytest.mark.parametrize("modulus", [1, 2, 3, 4, 5])
def test_an_altered_certificate_that_is_accepted_is_true(
    modulus: int, pytestconfig: pytest.Config
) -> None:
    five = [read_family(5, family) for family in FIVE]
    found = [(rules, find(rules)) for rules in five] if modulus == 5 else certified(modulus)
    tried, accepted = 3 + 200 // len(found), 0
    for number, (rules, proof) in enumerate(found):
        assert proof is not None
        altering = Altering(modulus, Power, number)
        for _ in range(tried * (30 if pytestconfig.getoption("full") else 1)):
            other = proof
            for _ in altering.times():
                other = altering.certificate(other)
            if other == proof or flaw(rules, other) is not None:
                continue
            accepted += 1
            told = [(other.row + other.period * t, said(other, t)) for t in range(4)]
            assert is_true(rules, told), (rules, other.text())
            theory, size = Solved(rules, other), min(other.row + 2 * other.period, 24)
            for x, row in enumerate(reached(rules, 40, 40)[:size]):
                for y, (first, second) in enumerate(row[:size]):
                    assert theory.reach(x, y) == first | second, (rules, other.text(), x, y)
    assert accepted > 30  # what is the same, written in another way


@pytest.mark.parametrize("modulus", [1, 2, 3, 5])
def test_an_altered_staircase_that_is_accepted_is_true(
    modulus: int, pytestconfig: pytest.Config
) -> None:
    if modulus == 5:
        found = [staircases.staircase(family) for family in staircases.COUNTING[:2]]
    else:
        searched = [(rules, find_staircase(rules, 200)) for rules in antichains(modulus)]
        found = [(rules, proof) for rules, proof in searched if proof is not None]
    tried, accepted = 3 + 200 // len(found), 0
    for number, (rules, proof) in enumerate(found):
        altering = Altering(modulus, Growing, number)
        for _ in range(tried * (30 if pytestconfig.getoption("full") else 1)):
            other = proof
            for _ in altering.times():
                other = altering.staircase(other)
            if other == proof or counting_flaw(rules, other) is not None:
                continue
            accepted += 1
            told = [*islice(staircases.said(other, 4), 200)]
            assert is_true(rules, told, 700), (rules, other.text())
    assert accepted > 10
