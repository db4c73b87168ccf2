"""The search for staircases: loops are seen in the rows, and how they grow from stage to stage.

Only the part of a row right of what is settled is computed, so that rows far on cost little. If it
comes again, all is periodic from there on: that is a staircase too, with one loop of no turns.

As in `nimtwist.atlas.search`, a guess proves nothing: `nimtwist.atlas.counting` decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from nimtwist._checks import check_integer
from nimtwist.atlas.certificate import Certificate, Power
from nimtwist.atlas.counting import counting_flaw
from nimtwist.atlas.rows import Reader, Row, shortest
from nimtwist.atlas.search import _key, shape
from nimtwist.atlas.staircase import Growing, Loop, Staircase, Word
from nimtwist.games.blocking import BlockingNim

__all__ = ["Edge", "edges", "find_recurrence", "find_staircase"]

# A loop is seen if it has so many turns.
_TURNS = 3
_MOST_LOOPS = 200
# How many rows are computed before a staircase is first looked for; and then each time twice those.
_FIRST = 500


@dataclass(frozen=True)
class Edge:
    """What a row is right of its settled part, of so many letters, and what enters it.

    `entered` are the states in which a reader comes to it, in this row and the n - 1 after it.
    """

    row: int
    settled: int
    entered: tuple[int, ...]
    rest: Row


@dataclass(frozen=True)
class _Run:
    """Edges that are alike: `first` is the number of the first one, among those looked at."""

    first: int
    turns: int
    key: object


def edges(rules: BlockingNim, settled: bytearray) -> Iterator[Edge]:
    r"""Yield the edge of every n-th row, without end; the letters that settle go to `settled`.

    A letter is settled if all before it are and if it is there again n rows later. Then it is ever
    after, and so is what leaves it.

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
            now, left = bytes([letter]), list[int]()
            for state in entered:
                now, after = reader.read(now, state)
                left.append(after)
            if now[0] != letter:
                break
            entered, done = tuple(left), done + 1
        settled += rest.word[:done]
        rest = Row(rest.word[done:], rest.tail)
        yield Edge(number, len(settled), entered, rest)
        for state in entered:
            rest = reader.next(rest, state)
        number += n


def find_recurrence(
    rules: BlockingNim, limit: int = 20_000, letters: int = 20_000_000
) -> Certificate | None:
    """Return a certificate of a game whose edge comes again, far on; `None` if none does.

    Args:
        rules: a `BlockingNim` with a modulus up to 6.
        limit: how many rows to compute, an integer ≥ 1.
        letters: how many letters of edges to compute, an integer ≥ 1. Games whose
            edges become wide are given up soon.

    Raises:
        ValueError: if an argument is anything else.

    >>> find_recurrence(BlockingNim(1, [[]])).text()  # Nim
    '{"row":0,"period":1,"word":[["1",0,1]],"tail":"0"}'
    """
    most = check_integer(limit, "the number of rows to search", least=1)
    wide = check_integer(letters, "the number of letters to compute", least=1)
    settled, met = bytearray(), dict[object, Edge]()
    for edge in edges(rules, settled):
        first = met.setdefault((edge.entered, edge.rest), edge)
        if first is not edge:
            return _periodic(first, edge, settled).certificate
        wide -= len(edge.rest.word)
        if edge.row >= most or wide < 0:
            return None
    return None


def find_staircase(rules: BlockingNim, limit: int = 4000) -> Staircase | None:
    """Return a staircase of a game, found in its first rows; `None` if none is.

    Args:
        rules: a `BlockingNim` with a modulus up to 6.
        limit: how many rows to compute, an integer ≥ 1.

    Raises:
        ValueError: if an argument is anything else.

    >>> find_staircase(BlockingNim(1, [[]])).certificate.text()  # Nim
    '{"row":0,"period":1,"word":[["1",0,1]],"tail":"0"}'
    """
    most = check_integer(limit, "the number of rows to search", least=1)
    settled, seen, look = bytearray(), list[Edge](), _FIRST
    shapes, met = list[Certificate](), dict[object, Edge]()
    for edge in edges(rules, settled):
        key = edge.entered, edge.rest
        if key in met:
            periodic = _periodic(met[key], edge, settled)
            return periodic if counting_flaw(rules, periodic) is None else None
        met[key] = edge
        seen.append(edge)
        shapes.append(shape(edge.rest))
        if edge.row >= min(look, most):
            for every in (1, 2):  # a turn may take n rows, or 2n
                last = (len(seen) - 1) % every
                for guess in _guesses(seen[last::every], shapes[last::every], settled):
                    if counting_flaw(rules, guess) is None:
                        return guess
            look *= 2
        if edge.row >= most:
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
    """Yield the staircases that go through the last stages, the one that begins first, first."""
    runs = _runs(shapes)[:-1]
    for loops in range(1, min(_MOST_LOOPS, (len(runs) - 1) // 2) + 1):
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
    """Return where rows are alike, but for how often blocks come, and that by fixed numbers."""
    changes = [_change(a, b) for a, b in pairwise(shapes)]
    runs, start = list[_Run](), 0
    for end in range(1, len(changes) + 1):
        if end == len(changes) or changes[end] != changes[start]:
            if changes[start] is not None and end - start >= _TURNS:
                runs.append(_Run(start, end - start, changes[start]))
            start = end
    return runs


def _change(a: Certificate, b: Certificate) -> object:
    if _key(a) != _key(b):
        return None
    return _key(a), tuple(q.times - p.times for p, q in zip(a.powers, b.powers))


def _fitted(
    seen: Sequence[Edge],
    settled: bytearray,
    first: Sequence[_Run],
    then: Sequence[_Run],
    end: _Run,
) -> Staircase | None:
    """Return the staircase that goes through two stages and the beginning of a third one."""
    # Only loops that become longer are loops; others are rows on the way.
    kept = [i for i, (a, b) in enumerate(zip(first, then)) if a.turns != b.turns]
    if not kept or kept[0] != 0 or any(first[i].turns > then[i].turns for i in kept):
        return None
    stages = [[stage[i] for i in kept] for stage in (first, then)]
    one, two, three = (seen[run.first] for run in (first[0], then[0], end))
    loops = list[Loop]()
    modulus, apart = len(one.entered), seen[1].row - seen[0].row

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
        after = apart * (following.first - run.first - run.turns)
        loops.append(Loop(word, seen[run.first].rest.tail, apart, turns, after))
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
    """Return the word that is the given ones, for numbers s and j; `None` if there is none.

    The first three must be for (0, j), (0, j + 1) and (1, j).
    """
    shapes = [(s, j, shape(Row(word, bytes(modulus)))) for s, j, word in points]
    if len({_key(found) for _, _, found in shapes}) > 1:
        return None
    (_, j, here), (_, _, turned), (_, _, later) = shapes[:3]
    pieces = list[bytes | Growing]()
    numbers = zip(here.powers, turned.powers, later.powers)
    for piece in here.word:
        if isinstance(piece, Power):
            a, b, c = (power.times for power in next(numbers))
            pieces.append(Growing(piece.block, a - j * (b - a), c - a, b - a))
        else:
            pieces.append(piece)
    word = tuple(pieces)
    said = all(_spelled(word, s, j) == letters for s, j, letters in points)
    return word if said else None


def _spelled(word: Word, s: int, j: int) -> bytes | None:
    """Return a word in stage s before turn j, `None` if a block comes less often than never."""
    spelled = b""
    for piece in word:
        if isinstance(piece, Growing):
            times = piece.times + piece.stage * s + piece.turn * j
            if times < 0:
                return None
            spelled += piece.block * times
        else:
            spelled += piece
    return spelled


def _earlier(staircase: Staircase, seen: Sequence[Edge], settled: bytearray) -> Staircase | None:
    """Return the same staircase from one stage earlier on, if the rows are like that."""
    if any(a < b for a, b in (loop.turns for loop in staircase.loops)):
        return None
    loops = [
        replace(loop, word=_before(loop.word), turns=(loop.turns[0] - loop.turns[1], loop.turns[1]))
        for loop in staircase.loops
    ]
    step = _before(staircase.step)
    row = staircase.row - sum(loop.rows * loop.turns[0] + loop.then for loop in loops)
    spelled, word = _spelled(step, 0, 0), _spelled(loops[0].word, 0, 0)
    edge = next((edge for edge in seen if edge.row == row), None)
    if edge is None or spelled is None or word is None:
        return None
    size = sum(len(_spelled((piece,), 0, 0) or b"") for piece in staircase.settled) - len(spelled)
    if size < 0:
        return None
    said = shortest(bytes(settled[:size]) + word, loops[0].tail)
    found = shortest(bytes(settled[: edge.settled]) + edge.rest.word, edge.rest.tail)
    if said != found:
        return None
    return Staircase(row, _flat(settled[:size], edge), step, tuple(loops))


def _before(word: Word) -> Word:
    return tuple(
        replace(piece, times=piece.times - piece.stage) if isinstance(piece, Growing) else piece
        for piece in word
    )
