"""The search for staircases, which looks in the rows for loops that grow from stage to stage.

Only the part of a row to the right of its settled letters is computed, so that even late rows are
cheap. If this part recurs, everything is periodic from there on. Such rows also form a staircase
with one loop and no turns.

As in `nimtwist.atlas.search`, a guess proves nothing: `nimtwist.atlas.counting` decides whether it
is a proof.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from nimtwist.atlas.certificate import Certificate, Power
from nimtwist.atlas.counting import counting_flaw
from nimtwist.atlas.rows import Reader, Row, shortest
from nimtwist.atlas.search import shape, state_key
from nimtwist.atlas.staircase import Growing, Loop, Staircase, Word
from nimtwist.checks import check_integer
from nimtwist.games.blocking import BlockingNim

__all__ = ["Edge", "edges", "find_recurrence", "find_staircase"]

# A loop is recognized only if it has at least this many turns.
_MIN_TURNS = 3
_MAX_LOOPS = 200
# Guesses are first made after this many rows, and again each time the number of rows has doubled.
_FIRST_GUESS = 500


@dataclass(frozen=True)
class Edge:
    """The part of a row to the right of its settled letters.

    `settled` is the number of settled letters, and `entered` lists the states in which a reader
    enters this part in this row and in the next n - 1 rows, where n is the modulus.
    """

    row: int
    settled: int
    entered: tuple[int, ...]
    rest: Row


@dataclass(frozen=True)
class _Run:
    """A run of similar edges; `first` is the index of its first edge."""

    first: int
    turns: int
    key: object


def edges(rules: BlockingNim, settled: bytearray) -> Iterator[Edge]:
    r"""Yield the edge of every n-th row, endlessly, and append the settled letters to `settled`.

    Here n is the modulus. A letter is settled if all letters before it are settled and if it recurs
    n rows later. From then on it recurs every n rows, and so do the states in which a reader leaves
    it.

    >>> from itertools import islice
    >>> settled = bytearray()
    >>> for edge in islice(edges(BlockingNim(1, [[]]), settled), 3):
    ...     print(edge.row, edge.settled, edge.rest, settled)
    0 0 Row(word=b'', tail=b'\x00') bytearray(b'')
    1 1 Row(word=b'', tail=b'\x00') bytearray(b'\x01')
    2 2 Row(word=b'', tail=b'\x00') bytearray(b'\x01\x01')
    """
    reader, number = Reader(rules), 0
    n = reader.modulus
    entered, rest = (0,) * n, Row(b"", bytes(n))
    while True:
        done = 0
        for letter in rest.word:
            written, leaving = bytes([letter]), list[int]()
            for state in entered:
                written, after = reader.read(written, state)
                leaving.append(after)
            if written[0] != letter:
                break
            entered, done = tuple(leaving), done + 1
        settled += rest.word[:done]
        rest = Row(rest.word[done:], rest.tail)
        yield Edge(number, len(settled), entered, rest)
        for state in entered:
            rest = reader.next(rest, state)
        number += n


def find_recurrence(
    rules: BlockingNim, limit: int = 20_000, letters: int = 20_000_000
) -> Certificate | None:
    """Search for an edge that recurs; return the resulting certificate, or `None` if none is found.

    Args:
        rules: a `BlockingNim` with a modulus up to 6.
        limit: the number of rows to compute, an integer ≥ 1.
        letters: the maximum total number of letters in all edges, an integer ≥ 1. Games with wide
            edges reach this limit early.

    Raises:
        ValueError: if an argument is invalid.

    >>> find_recurrence(BlockingNim(1, [[]])).text()  # Nim
    '{"row":0,"period":1,"word":[["1",0,1]],"tail":"0"}'
    """
    max_rows = check_integer(limit, "the number of rows to search", minimum=1)
    remaining = check_integer(letters, "the number of letters to compute", minimum=1)
    settled, seen = bytearray(), dict[object, Edge]()
    for edge in edges(rules, settled):
        first = seen.setdefault((edge.entered, edge.rest), edge)
        if first is not edge:
            return _periodic(first, edge, settled).certificate
        remaining -= len(edge.rest.word)
        if edge.row >= max_rows or remaining < 0:
            return None
    return None


def find_staircase(rules: BlockingNim, limit: int = 4000) -> Staircase | None:
    """Search the first rows of a game for a staircase; return `None` if none is found.

    Args:
        rules: a `BlockingNim` with a modulus up to 6.
        limit: the number of rows to compute, an integer ≥ 1.

    Raises:
        ValueError: if an argument is invalid.

    >>> find_staircase(BlockingNim(1, [[]])).certificate.text()  # Nim
    '{"row":0,"period":1,"word":[["1",0,1]],"tail":"0"}'
    """
    max_rows = check_integer(limit, "the number of rows to search", minimum=1)
    settled, seen, next_guess = bytearray(), list[Edge](), _FIRST_GUESS
    shapes, by_key = list[Certificate](), dict[object, Edge]()
    for edge in edges(rules, settled):
        key = edge.entered, edge.rest
        if key in by_key:
            periodic = _periodic(by_key[key], edge, settled)
            return periodic if counting_flaw(rules, periodic) is None else None
        by_key[key] = edge
        seen.append(edge)
        shapes.append(shape(edge.rest))
        if edge.row >= min(next_guess, max_rows):
            for step in (1, 2):  # a turn may take n or 2n rows
                start = (len(seen) - 1) % step
                for guess in _guesses(seen[start::step], shapes[start::step], settled):
                    if counting_flaw(rules, guess) is None:
                        return guess
            next_guess *= 2
        if edge.row >= max_rows:
            return None
    return None


def _periodic(first: Edge, again: Edge, settled: bytearray) -> Staircase:
    step = bytes(settled[first.settled : again.settled])
    loop = Loop(
        _flat(first.rest.word, first),
        first.rest.tail,
        len(first.entered),
        (0, 0),
        again.row - first.row,
    )
    return Staircase(
        first.row, _flat(settled[: first.settled], first), (step,) if step else (), (loop,)
    )


def _guesses(
    seen: Sequence[Edge], shapes: Sequence[Certificate], settled: bytearray
) -> Iterator[Staircase]:
    """Yield staircases that fit the latest stages, in ascending order of their first rows."""
    runs = _runs(shapes)[:-1]
    for loops in range(1, min(_MAX_LOOPS, (len(runs) - 1) // 2) + 1):
        first, then = runs[-1 - 2 * loops : -1 - loops], runs[-1 - loops : -1]
        keys = [run.key for run in runs[-1 - 2 * loops :]]
        if keys[loops:] == keys[:-loops]:
            guess = _fitted(seen, settled, first, then, runs[-1])
            earlier = list[Staircase]()
            while guess:
                earlier.append(guess)
                guess = _earlier(guess, seen, settled)
            yield from reversed(earlier)
            return


def _runs(shapes: Sequence[Certificate]) -> list[_Run]:
    """Return the runs of rows that differ only in how often blocks are repeated.

    Within a run, each block's number of copies changes by a constant amount from row to row.
    """
    changes = [_change(a, b) for a, b in pairwise(shapes)]
    runs, start = list[_Run](), 0
    for end in range(1, len(changes) + 1):
        if end == len(changes) or changes[end] != changes[start]:
            if changes[start] is not None and end - start >= _MIN_TURNS:
                runs.append(_Run(start, end - start, changes[start]))
            start = end
    return runs


def _change(a: Certificate, b: Certificate) -> object:
    if state_key(a) != state_key(b):
        return None
    return state_key(a), tuple(q.times - p.times for p, q in zip(a.powers, b.powers))


def _fitted(
    seen: Sequence[Edge],
    settled: bytearray,
    first: Sequence[_Run],
    then: Sequence[_Run],
    end: _Run,
) -> Staircase | None:
    """Return a staircase that fits two stages and the start of a third, or `None` if none does.

    `first` and `then` are the runs of the two stages, and `end` is the first run of the third.
    """
    # Only runs that become longer are loops; the others are rows between loops.
    growing = [i for i, (a, b) in enumerate(zip(first, then)) if a.turns != b.turns]
    if not growing or growing[0] != 0 or any(first[i].turns > then[i].turns for i in growing):
        return None
    stages = [[stage[i] for i in growing] for stage in (first, then)]
    one, two, three = (seen[run.first] for run in (first[0], then[0], end))
    loops = list[Loop]()
    modulus, rows = len(one.entered), seen[1].row - seen[0].row

    for run, later, following in zip(*stages, [*stages[0][1:], stages[1][0]]):
        middle = run.turns // 2
        points = [
            (s, j, bytes(settled[start.settled : edge.settled]) + edge.rest.word)
            for s, start, run_ in [(0, one, run), (1, two, later)]
            for j in (middle, middle + 1)
            for edge in [seen[run_.first + j]]
        ]
        word = _through(points, modulus)
        if word is None:
            return None
        turns = run.turns, later.turns - run.turns
        after = rows * (following.first - run.first - run.turns)
        loops.append(Loop(word, seen[run.first].rest.tail, rows, turns, after))
    steps = [
        (s, j, bytes(settled[a.settled : b.settled]))
        for s, a, b in [(0, one, two), (1, two, three)]
        for j in (0, 1)
    ]
    step = _through(steps, modulus)
    if step is None:
        return None
    return Staircase(one.row, _flat(settled[: one.settled], one), step, tuple(loops))


def _flat(word: bytes | bytearray, edge: Edge) -> Word:
    return tuple(
        Growing(piece.block, piece.times) if isinstance(piece, Power) else piece
        for piece in shape(Row(bytes(word), edge.rest.tail)).word
    )


def _through(points: Sequence[tuple[int, int, bytes]], modulus: int) -> Word | None:
    """Return a word that expands to the given letters at every point, or `None` if there is none.

    Each point is a triple: s, j, and the letters for this s and j. The first three points must be
    for (0, j), (0, j + 1) and (1, j), with the same j.
    """
    shapes = [(s, j, shape(Row(word, bytes(modulus)))) for s, j, word in points]
    if len({state_key(certificate) for _, _, certificate in shapes}) > 1:
        return None
    (_, j, base), (_, _, next_turn), (_, _, next_stage) = shapes[:3]
    pieces = list[bytes | Growing]()
    powers = zip(base.powers, next_turn.powers, next_stage.powers)
    for piece in base.word:
        if isinstance(piece, Power):
            a, b, c = (power.times for power in next(powers))
            pieces.append(Growing(piece.block, a - j * (b - a), c - a, b - a))
        else:
            pieces.append(piece)
    word = tuple(pieces)
    fits = all(_expand(word, s, j) == letters for s, j, letters in points)
    return word if fits else None


def _expand(word: Word, s: int, j: int) -> bytes | None:
    """Return a word's letters in stage s before turn j, or `None` if a multiplicity is negative."""
    expanded = b""
    for piece in word:
        if isinstance(piece, Growing):
            times = piece.times + piece.stage * s + piece.turn * j
            if times < 0:
                return None
            expanded += piece.block * times
        else:
            expanded += piece
    return expanded


def _earlier(staircase: Staircase, seen: Sequence[Edge], settled: bytearray) -> Staircase | None:
    """Extend a staircase back by one stage; return `None` if the result does not fit the rows."""
    if any(a < b for a, b in (loop.turns for loop in staircase.loops)):
        return None
    loops = [
        replace(loop, word=_before(loop.word), turns=(loop.turns[0] - loop.turns[1], loop.turns[1]))
        for loop in staircase.loops
    ]
    step = _before(staircase.step)
    row = staircase.row - sum(loop.rows * loop.turns[0] + loop.then for loop in loops)
    added, word = _expand(step, 0, 0), _expand(loops[0].word, 0, 0)
    edge = next((edge for edge in seen if edge.row == row), None)
    if edge is None or added is None or word is None:
        return None
    size = sum(len(_expand((piece,), 0, 0) or b"") for piece in staircase.settled) - len(added)
    if size < 0:
        return None
    expected = shortest(bytes(settled[:size]) + word, loops[0].tail)
    actual = shortest(bytes(settled[: edge.settled]) + edge.rest.word, edge.rest.tail)
    if expected != actual:
        return None
    return Staircase(row, _flat(settled[:size], edge), step, tuple(loops))


def _before(word: Word) -> Word:
    return tuple(
        replace(piece, times=piece.times - piece.stage) if isinstance(piece, Growing) else piece
        for piece in word
    )
