"""What a staircase says, row by row: straight from its definition, and altered in every place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from nimtwist.atlas.counting_search import find_staircase
from nimtwist.atlas.families import read_family
from nimtwist.atlas.rows import Row
from nimtwist.atlas.staircase import Growing, Staircase, Word
from nimtwist.games import BlockingNim

COUNTING = ["1,3; 2,3; 2,4; 1,2,5", "1,2; 2,3; 1,3,4; 1,4,5", "1,3; 2,3; 1,2,4; 1,2,5"]
"""Games modulo 5 that count, the one whose staircase is the shortest first."""


@cache
def staircase(family: str) -> tuple[BlockingNim, Staircase]:
    """Return a game modulo 5 and the staircase that is found for it."""
    rules = read_family(5, family)
    found = find_staircase(rules)
    assert found is not None
    return rules, found


def spelled(word: Word, s: int, j: int) -> bytes:
    """Return a word in stage s before turn j."""
    return b"".join(
        p.block * (p.times + p.stage * s + p.turn * j) if isinstance(p, Growing) else p
        for p in word
    )


def said(staircase: Staircase, stages: int) -> Iterator[tuple[int, Row]]:
    """Yield the rows that a staircase speaks of in the first stages, with their numbers."""
    number, settled = staircase.row, spelled(staircase.settled, 0, 0)
    for s in range(stages):
        for loop in staircase.loops:
            turns = loop.turns[0] + loop.turns[1] * s
            for j in range(turns + 1):
                yield number + loop.rows * j, Row(settled + spelled(loop.word, s, j), loop.tail)
            number += loop.rows * turns + loop.then
        settled += spelled(staircase.step, s, 0)


def altered(staircase: Staircase, modulus: int) -> Iterator[Staircase]:
    """Yield staircases that say something else: each letter and each number changed."""

    def other(states: bytes) -> Iterator[bytes]:
        for place, letter in enumerate(states):
            yield states[:place] + bytes([(letter + 1) % (1 << modulus)]) + states[place + 1 :]

    def words(word: Word) -> Iterator[Word]:
        for i, piece in enumerate(word):
            others = list[bytes | Growing]()
            if isinstance(piece, Growing):
                others += [replace(piece, block=block) for block in other(piece.block)]
                for name in ("times", "stage", "turn"):
                    others += [
                        replace(piece, **{name: getattr(piece, name) + more}) for more in (1, -1)
                    ]
            else:
                others += other(piece)
            yield from ((*word[:i], changed, *word[i + 1 :]) for changed in others)
            yield (*word[:i], *word[i + 1 :])
            yield (*word[: i + 1], *word[i:])

    yield from (replace(staircase, settled=word) for word in words(staircase.settled))
    yield from (replace(staircase, step=word) for word in words(staircase.step))
    for row in (abs(staircase.row - 1), staircase.row + 1, staircase.row + modulus):
        yield replace(staircase, row=row)
    for i, loop in enumerate(staircase.loops):
        others = [replace(loop, word=word) for word in words(loop.word)]
        others += [replace(loop, tail=tail) for tail in other(loop.tail)]
        others += [replace(loop, rows=rows) for rows in (1, 2 * loop.rows)]
        a, b = loop.turns
        turns = [(a + 1, b), (a - 1, b), (a, b + 1), (a, b - 1)]
        others += [replace(loop, turns=changed) for changed in turns if min(changed) >= 0]
        for more in (1, -modulus, modulus):
            others += [replace(loop, then=loop.then + more)] if loop.then + more >= 0 else []
        before, after = staircase.loops[:i], staircase.loops[i + 1 :]
        for changed in others:
            yield replace(staircase, loops=(*before, changed, *after))
        yield replace(staircase, loops=(*before, loop, loop, *after))
    if len(staircase.loops) > 1:
        yield replace(staircase, loops=staircase.loops[1:])
        yield replace(staircase, loops=staircase.loops[::-1])
