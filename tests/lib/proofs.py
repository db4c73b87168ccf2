"""Helpers for tests of proofs: proofs found by a search, their rows, and random alterations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random
from typing import Any

from nimtwist.atlas.certificate import Certificate, Power
from nimtwist.atlas.counting_search import find_staircase
from nimtwist.atlas.families import antichains, read_family
from nimtwist.atlas.rows import Row, rows
from nimtwist.atlas.search import find
from nimtwist.atlas.staircase import Staircase
from nimtwist.games import BlockingNim

Word = tuple[Any, ...]
Choices = list[Callable[[], Any]]

COUNTING = ["1,3; 2,3; 2,4; 1,2,5", "1,2; 2,3; 1,3,4; 1,4,5", "1,3; 2,3; 1,2,4; 1,2,5"]
"""Counting games modulo 5; the first has the shortest staircase."""


@cache
def certified(modulus: int) -> list[tuple[BlockingNim, Certificate]]:
    """Return all games modulo `modulus` that have a certificate, each with its certificate."""
    pairs = [(rules, find(rules)) for rules in antichains(modulus)]
    return [(rules, proof) for rules, proof in pairs if proof is not None]


@cache
def staircase(family: str) -> tuple[BlockingNim, Staircase]:
    """Return the game modulo 5 with the given family, and its staircase."""
    rules = read_family(5, family)
    proof = find_staircase(rules)
    assert proof is not None
    return rules, proof


# --- Rows ----------------------------------------------------------------------------------------


def written_out(word: Word, s: int, j: int = 0) -> bytes:
    """Write out a word in period s of a certificate, or in turn j of stage s of a staircase."""

    def times(piece: Any) -> int:
        if isinstance(piece, Power):
            return piece.times + piece.growth * s
        return int(piece.times + piece.stage * s + piece.turn * j)

    return b"".join(p if isinstance(p, bytes) else p.block * times(p) for p in word)


def stated_rows(proof: Certificate | Staircase, stages: int = 4) -> Iterator[tuple[int, Row]]:
    """Yield the number and content of each row in a proof's first `stages` periods or stages."""
    if isinstance(proof, Certificate):
        for t in range(stages):
            yield proof.row + proof.period * t, Row(written_out(proof.word, t), proof.tail)
        return
    number, settled = proof.row, written_out(proof.settled, 0)
    for s in range(stages):
        for loop in proof.loops:
            turns = loop.turns[0] + loop.turns[1] * s
            for j in range(turns + 1):
                yield number + loop.rows * j, Row(settled + written_out(loop.word, s, j), loop.tail)
            number += loop.rows * turns + loop.then
        settled += written_out(proof.step, s)


@cache
def first_rows(rules: BlockingNim, size: int) -> list[Row]:
    """Return the first `size` rows of a game."""
    return [*islice(rows(rules), size)]


def is_true(rules: BlockingNim, proof: Certificate | Staircase, limit: int = 160) -> bool:
    """Return whether a proof states the game's rows correctly, for row numbers below `limit`."""
    return all(
        beginning(row, size) == beginning(actual, size)
        for number, row in islice(stated_rows(proof), 200)
        if number < limit
        for actual in [first_rows(rules, limit)[number]]
        for size in [max(len(row.word), len(actual.word)) + 3 * rules.modulus]
    )


def beginning(row: Row, size: int) -> bytes:
    """Return the first `size` states of a row."""
    return (row.word + row.tail * size)[:size]


# --- Alterations ---------------------------------------------------------------------------------


class Alterations:
    """Random alterations of words and proofs, some of which make a proof false."""

    def __init__(self, modulus: int, repeated: type) -> None:
        self.modulus, self.repeated, self.random = modulus, repeated, Random(modulus)

    def one(self, choices: Choices) -> Any:
        """Call one of the choices at random, and return its result."""
        return self.random.choice(choices)()

    def states(self, block: bytes) -> bytes:
        """Return a copy of a block in which a random letter replaces one of the letters."""
        place = self.random.randrange(len(block))
        letter = bytes([self.random.randrange(1 << self.modulus)])
        return block[:place] + letter + block[place + 1 :]

    def piece(self, piece: Any) -> Word:
        """Return an altered version of a piece, as a word."""
        if isinstance(piece, bytes):
            cut = self.random.randrange(len(piece) + 1)
            numbers = self.random.choice([0, 1, 1, 2]), self.random.choice([0, 0, 1])
            choices: Choices = [lambda: (piece[:cut],), lambda: (piece[cut:],)]
            if piece:
                choices.append(lambda: (self.states(piece),))
            if piece[cut:]:
                choices.append(lambda: (piece[:cut], self.repeated(piece[cut:], *numbers)))
            return tuple(self.one(choices))
        block, turn = piece.block, self.random.randrange(len(piece.block))
        by, names = self.random.choice([-2, -1, -1, 1, 1, 2]), [*vars(piece)][1:]
        name = self.random.choice(names)
        fewer = replace(piece, times=max(piece.times - 1, 0))
        choices = [
            lambda: (replace(piece, block=self.states(block)),),
            lambda: (replace(piece, **{name: max(getattr(piece, name) + by, 0)}),),
            lambda: (replace(piece, **{name: 0}),),
            lambda: (replace(piece, **{"times": getattr(piece, name), name: piece.times}),),
            lambda: (self.repeated(block, abs(by), 0), piece),
            lambda: (replace(piece, **{names[-1]: 0}), self.repeated(block, abs(by) - 1, 0)),
            lambda: (block, fewer),
            lambda: (fewer, block),
            # Write the same letters with the block rotated.
            lambda: (block[:turn], replace(fewer, block=block[turn:] + block[:turn]), block[turn:]),
        ]
        return tuple(self.one(choices))

    def word(self, word: Word) -> Word:
        """Return a copy of a word with a part altered, removed, repeated or reversed."""
        i = self.random.randrange(len(word) + 1)
        j = self.random.randrange(i, len(word) + 1)
        choices: Choices = [
            lambda: (*word[:i], *word[j:]),
            lambda: (*word[:j], *word[i:]),
            lambda: (*word[:i], *word[i:j][::-1], *word[j:]),
        ]
        if word[i:]:
            choices += [lambda: (*word[:i], *self.piece(word[i]), *word[i + 1 :])] * 9
        return tuple(self.one(choices))

    def certificate(self, proof: Certificate) -> Certificate:
        """Return an altered certificate."""
        word, by = proof.word, self.random.choice([-1, 1, self.modulus, proof.period])
        later = tuple(
            replace(p, times=p.times + p.growth) if isinstance(p, Power) else p for p in word
        )
        longer = tuple(replace(p, growth=2 * p.growth) if isinstance(p, Power) else p for p in word)
        choices: Choices = [
            *[lambda: replace(proof, word=self.word(word))] * 6,
            lambda: replace(proof, tail=self.states(proof.tail)),
            lambda: replace(proof, row=max(proof.row + by, 0)),
            lambda: replace(proof, period=max(proof.period + by, 1)),
            lambda: replace(proof, row=proof.row + proof.period, word=later),
            lambda: replace(proof, period=2 * proof.period, word=longer),
        ]
        altered = self.one(choices)
        assert isinstance(altered, Certificate)
        return altered

    def staircase(self, proof: Staircase) -> Staircase:
        """Return an altered staircase."""
        by = self.random.choice([-1, 1, -self.modulus, self.modulus])
        i = self.random.randrange(len(proof.loops))
        loop, (a, b) = proof.loops[i], proof.loops[i].turns
        choices: Choices = [
            *[lambda: replace(loop, word=self.word(loop.word))] * 6,
            lambda: replace(loop, tail=self.states(loop.tail)),
            lambda: replace(loop, rows=max(loop.rows + by, 1)),
            lambda: replace(loop, then=max(loop.then + by, 0)),
            lambda: replace(loop, turns=(max(a + by, 0), b)),
            lambda: replace(loop, turns=(a, max(b + by, 0))),
        ]
        loops = *proof.loops[:i], self.one(choices), *proof.loops[i + 1 :]
        choices = [
            *[lambda: replace(proof, loops=loops)] * 6,
            *[lambda: replace(proof, settled=self.word(proof.settled))] * 2,
            *[lambda: replace(proof, step=self.word(proof.step))] * 2,
            lambda: replace(proof, row=max(proof.row + by, 0)),
        ]
        altered = self.one(choices)
        assert isinstance(altered, Staircase)
        return altered
