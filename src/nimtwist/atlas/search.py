"""The search for certificates, which makes guesses from pairs of rows with the same shape.

A guess is cheap and proves nothing: `nimtwist.atlas.checker` decides whether it is a proof.
"""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Iterator
from functools import cache
from itertools import islice

from nimtwist.atlas.certificate import Certificate, Power
from nimtwist.atlas.checker import step_flaw
from nimtwist.atlas.rows import Row, rows
from nimtwist.checks import check_integer, short_repr
from nimtwist.games.blocking import BlockingNim

__all__ = ["find", "shape"]

# A block counts as repeated if there are at least this many successive copies of it.
_MIN_COPIES = 4
# A row is compared with at most this many earlier rows of the same shape.
_MAX_EARLIER = 6
# All failed checks together may read at most `_PATIENCE` rows for each row computed so far. Without
# this limit, games that look periodic again and again, each time with a longer period, would take
# too much time.
_PATIENCE = 8


def find(rules: BlockingNim, limit: int = 400) -> Certificate | None:
    """Search the rows of a game with two heaps for a certificate; return `None` if none is found.

    Args:
        rules: a `BlockingNim` with a modulus up to 6.
        limit: the number of rows to compute, an integer ≥ 1.

    Raises:
        ValueError: if an argument is invalid.

    >>> find(BlockingNim(1, [[]])).text()  # Nim
    '{"row":4,"period":1,"word":[["1",4,1]],"tail":"0"}'
    """
    max_rows = check_integer(limit, "the number of rows to search", minimum=1)
    shapes, wasted = _Shapes(), 0
    for number, row in enumerate(islice(rows(rules), max_rows)):
        for current, earlier in shapes.add(number, row):
            guess = grown(earlier, current)
            if guess and wasted < _PATIENCE * number:
                if not step_flaw(rules, guess):
                    return guess
                wasted += guess.period
    return None


def grown(first: Certificate, later: Certificate) -> Certificate | None:
    """Guess a certificate from how blocks grew between two rows, or return `None` if any shrank."""
    grown = [b.times - a.times for a, b in zip(first.powers, later.powers)]
    if min(grown, default=0) < 0:
        return None
    grows = iter(grown)
    word = tuple(
        Power(piece.block, piece.times, next(grows)) if isinstance(piece, Power) else piece
        for piece in first.word
    )
    return Certificate(first.row, later.row - first.row, word, first.tail)


class _Shapes:
    """The rows computed so far, grouped by their shapes.

    Rows of the same shape start and end with the same letters, as each repeated block occurs at
    least four times. The shape of a row is computed only when another row starts and ends in the
    same way.
    """

    def __init__(self) -> None:
        self._pending = dict[object, tuple[Row, int] | None]()
        self._seen: dict[object, deque[Certificate]] = defaultdict(
            lambda: deque(maxlen=_MAX_EARLIER)
        )

    def add(self, number: int, row: Row) -> list[tuple[Certificate, Certificate]]:
        """Add a row; return its shape paired with each similar earlier shape, latest first."""
        size = _MIN_COPIES * len(row.tail)
        ends = row.tail, row.word[:size], row.word[-size:], len(row.word) % len(row.tail)
        if ends not in self._pending:
            self._pending[ends] = row, number
            return []
        other, self._pending[ends] = self._pending[ends], None
        if other:
            self._append(shape(*other))
        current = shape(row, number)
        pairs = [(current, earlier) for earlier in reversed(self._seen[state_key(current)])]
        self._append(current)
        return pairs

    def _append(self, certificate: Certificate) -> None:
        self._seen[state_key(certificate)].append(certificate)


def shape(row: Row, number: int = 0) -> Certificate:
    r"""Return a row as a certificate without growth, with repeated blocks written as powers.

    The length of a repeated block is a multiple of the length of the tail. Shorter blocks take
    precedence over longer ones.

    >>> shape(Row(b"\1\0\0\0\0\2", b"\3")).word
    (b'\x01', Power(block=b'\x00', times=4, growth=0), b'\x02')
    """
    if not isinstance(row, Row):
        raise ValueError(f"row must be a Row, not {short_repr(row)}")
    word, size = row.word, len(row.tail)
    whole_word = int.from_bytes(word)
    repetitions = list[tuple[int, int, int]]()  # start, block length, number of copies
    free, length = [(0, len(word))], 0
    while free := [part for part in free if part[1] - part[0] >= _MIN_COPIES * (length + size)]:
        length += size
        # From index `length` on, a byte is 0 if the letter there equals the letter one block
        # earlier.
        differs = (whole_word ^ whole_word >> 8 * length).to_bytes(len(word))
        if bytes((_MIN_COPIES - 1) * length) not in differs:
            continue
        gaps = list[tuple[int, int]]()
        for start, end in free:
            for match in _zeros((_MIN_COPIES - 1) * length).finditer(differs, start + length, end):
                # If two repetitions overlap, the letters they share belong to the first.
                begin = max(start, match.start() - length)
                times = (match.end() - begin) // length
                if times >= _MIN_COPIES:
                    repetitions.append((begin, length, times))
                    gaps.append((start, begin))
                    start = begin + times * length
            gaps.append((start, end))
        free = gaps
    return Certificate(
        check_integer(number, "the number of a row"),
        1,
        tuple(_pieces(word, sorted(repetitions))),
        row.tail,
    )


@cache
def _zeros(minimum: int) -> re.Pattern[bytes]:
    return re.compile(rb"\0{%d,}" % minimum)


def _pieces(word: bytes, repetitions: list[tuple[int, int, int]]) -> Iterator[bytes | Power]:
    done = 0
    for start, length, times in repetitions:
        if start > done:
            yield word[done:start]
        yield Power(word[start : start + length], times, 0)
        done = start + length * times
    if done < len(word):
        yield word[done:]


def state_key(shape: Certificate) -> object:
    return shape.tail, tuple(
        (piece.block,) if isinstance(piece, Power) else piece for piece in shape.word
    )
