"""The search for staircases: loops are seen in the rows, and how they grow from stage to stage.

As in `nimtwist.atlas.search`, a guess proves nothing: `nimtwist.atlas.counting` decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise

from nimtwist._checks import whole
from nimtwist.atlas.certificate import Certificate, Power
from nimtwist.atlas.counting import Growing, Loop, Staircase, Word, counting_flaw
from nimtwist.atlas.rows import Row, rows
from nimtwist.atlas.search import shape
from nimtwist.games.blocking import BlockingNim

__all__ = ["find_staircase"]

# A loop is seen if so many rows in a row are alike, and a stage if so many are alike.
_TURNS = 3
_STAGES = 4
_MOST_LOOPS = 30


@dataclass(frozen=True)
class _Run:
    """Rows that are alike: `first` is the number of the first one, among those looked at."""

    first: int
    turns: int
    key: object


def find_staircase(rules: BlockingNim, limit: int = 1500) -> Staircase | None:
    """Return a staircase of a game that counts, found in its first rows; `None` if none is.

    Args:
        rules: a `BlockingNim` with a modulus up to 6.
        limit: how many rows to compute, a whole number, at least 1.

    Raises:
        ValueError: if an argument is anything else.
    """
    most = whole(limit, "the number of rows to search", least=1)
    computed = [*islice(rows(rules), most)]
    for every in (1, 2):
        apart = every * rules.modulus
        seen = computed[most % apart :: apart]
        if len(seen) < 2:
            return None
        for guess in _guesses(seen, apart, most % apart):
            if counting_flaw(rules, guess) is None:
                return guess
    return None


def _guesses(seen: Sequence[Row], apart: int, first: int) -> Iterator[Staircase]:
    """Yield the staircases that go through the last stages, the one that begins first, first."""
    settled = [_common(row.word, seen[-1].word) for row in seen[:-1]]
    runs = _runs(seen, settled)[:-1]
    for loops in range(1, min(_MOST_LOOPS, len(runs) // _STAGES) + 1):
        keys = [run.key for run in runs[-_STAGES * loops :]]
        if keys[:loops] * _STAGES == keys:
            stages = [runs[end - loops : end] for end in range(len(runs), loops - 1, -loops)]
            guess = _fitted(seen, settled, apart, first, stages[_STAGES - 1 :: -1])
            earlier = list[Staircase]()
            while guess:
                earlier.append(guess)
                guess = _earlier(guess, seen, apart, first)
            yield from reversed(earlier)
            return


def _runs(seen: Sequence[Row], settled: Sequence[int]) -> list[_Run]:
    """Return where rows are alike, but for how often blocks come, and that by fixed numbers."""
    shapes = [
        shape(Row(row.word[size:], row.tail)) for row, size in zip(seen, settled, strict=False)
    ]
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
    return _key(a), tuple(q.times - p.times for p, q in zip(a.powers, b.powers, strict=True))


def _key(shape: Certificate) -> object:
    return shape.tail, tuple(
        (piece.block,) if isinstance(piece, Power) else piece for piece in shape.word
    )


def _common(a: bytes, b: bytes) -> int:
    """Return how many letters two words begin with in common."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _fitted(
    seen: Sequence[Row],
    settled: Sequence[int],
    apart: int,
    first: int,
    stages: Sequence[Sequence[_Run]],
) -> Staircase | None:
    """Return the staircase that goes through some stages, and begins with the first of them."""
    # Only loops that become longer are loops; others are rows on the way.
    kept = [i for i, run in enumerate(stages[0]) if run.turns != stages[1][i].turns]
    if not kept:
        return None
    last = [
        [stage[i] for i in kept] for stage in stages
    ]
    sizes = [settled[stage[0].first] for stage in last]
    loops = list[Loop]()
    for i, run in enumerate(last[0]):
        same = [stage[i] for stage in last[:-1]]
        following = last[0][i + 1 :] + last[1][:1]
        middle = run.turns // 2
        word = _through(
            [
                (s, j, seen[t].word[sizes[s] :], seen[t].tail)
                for s, other in enumerate(same)
                for j in (middle, middle + 1)
                for t in [other.first + j]
            ],
            modulus=len(seen[0].tail),
        )
        if word is None:
            return None
        then = apart * (following[0].first - run.first - run.turns)
        grows = same[1].turns - run.turns
        tail = seen[run.first].tail
        loops.append(Loop(word, tail, apart, (run.turns, grows), then))
    step = _through(
        [
            (s, j, seen[after[0].first].word[sizes[s] : sizes[s + 1]], b"")
            for s, after in enumerate(last[1:])
            for j in (0, 1)
        ],
        modulus=len(seen[0].tail),
    )
    if step is None:
        return None
    begin = last[0][0].first
    return Staircase(first + apart * begin, _flat(seen[begin].word[: sizes[0]], seen), step, tuple(loops))


def _flat(word: bytes, seen: Sequence[Row]) -> Word:
    return tuple(
        Growing(piece.block, piece.times) if isinstance(piece, Power) else piece
        for piece in shape(Row(word, seen[0].tail)).word
    )


def _through(points: Sequence[tuple[int, int, bytes, bytes]], modulus: int) -> Word | None:
    """Return the word that is the given ones, for numbers s and j; `None` if there is none.

    The first three must be for (0, j), (0, j + 1) and (1, j).
    """
    shapes = [(s, j, shape(Row(word, bytes(modulus)))) for s, j, word, _ in points]
    if len({_key(found) for _, _, found in shapes}) > 1:
        return None
    (_, j, here), (_, _, turned), (_, _, later) = shapes[:3]
    pieces = list[bytes | Growing]()
    numbers = zip(here.powers, turned.powers, later.powers, strict=True)
    for piece in here.word:
        if isinstance(piece, Power):
            a, b, c = (power.times for power in next(numbers))
            piece = Growing(piece.block, a - j * (b - a), c - a, b - a)
        pieces.append(piece)
    word = tuple(pieces)
    said = all(_spelled(word, s, j) == letters for s, j, letters, _ in points)
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


def _earlier(
    staircase: Staircase, seen: Sequence[Row], apart: int, first: int
) -> Staircase | None:
    """Return the same staircase from one stage earlier on, if the rows are like that."""
    rows_ = sum(
        loop.rows * (loop.turns[0] - loop.turns[1]) + loop.then for loop in staircase.loops
    )
    number = (staircase.row - rows_ - first) // apart
    step, word = (_spelled(w, -1, 0) for w in (staircase.step, staircase.loops[0].word))
    if number < 0 or step is None or word is None:
        return None
    if any(loop.turns[0] - loop.turns[1] < 0 for loop in staircase.loops):
        return None
    settled = b"".join(_spelled((piece,), 0, 0) or b"" for piece in staircase.settled)
    if not settled.endswith(step):
        return None
    settled = settled[: len(settled) - len(step)]
    row = seen[number]
    said = settled + word
    most = max(len(said), len(row.word)) + len(row.tail)
    tail = staircase.loops[0].tail
    if not all(row[y] == Row(said, tail)[y] for y in range(most)):
        return None

    def moved(word: Word) -> Word:
        return tuple(
            replace(piece, times=piece.times - piece.stage) if isinstance(piece, Growing) else piece
            for piece in word
        )

    return Staircase(
        first + apart * number,
        _flat(settled, seen),
        moved(staircase.step),
        tuple(
            replace(
                loop, word=moved(loop.word), turns=(loop.turns[0] - loop.turns[1], loop.turns[1])
            )
            for loop in staircase.loops
        ),
    )
