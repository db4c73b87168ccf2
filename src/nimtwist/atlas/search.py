"""The search for certificates: rows are computed, and two of the same shape make a guess.

A guess costs little and proves nothing: whether it is a proof is decided by
`nimtwist.atlas.checker`.
"""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Iterator
from functools import cache
from itertools import islice

from nimtwist._checks import check_integer, short_repr
from nimtwist.atlas.certificate import Certificate, Power
from nimtwist.atlas.checker import step_flaw
from nimtwist.atlas.rows import Row, rows
from nimtwist.games.blocking import BlockingNim

__all__ = ["find", "shape"]

# A block is seen as repeated if it comes at least so many times in a row.
_COPIES = 4
# Of the earlier rows with the same shape, so many are compared with.
_REMEMBERED = 6
# Guesses are checked as long as no more rows are read in vain than so many times those computed:
# some games look periodic again and again, each time with a longer period.
_PATIENCE = 8


def find(rules: BlockingNim, limit: int = 400) -> Certificate | None:
    """Return a certificate for two heaps, found in the first rows of a game; `None` if none is.

    Args:
        rules: a `BlockingNim` with a modulus up to 6.
        limit: how many rows to compute, an integer ≥ 1.

    Raises:
        ValueError: if an argument is anything else.

    >>> find(BlockingNim(1, [[]])).text()  # Nim
    '{"row":4,"period":1,"word":[["1",4,1]],"tail":"0"}'
    """
    most = check_integer(limit, "the number of rows to search", least=1)
    alike, in_vain = _Alike(), 0
    for number, row in enumerate(islice(rows(rules), most)):
        for found, earlier in alike.add(number, row):
            guess = _grown(earlier, found)
            if guess and in_vain < _PATIENCE * number:
                if not step_flaw(rules, guess):
                    return guess
                in_vain += guess.period
    return None


def _grown(first: Certificate, later: Certificate) -> Certificate | None:
    """Guess that what has grown from one row to a later one always grows; `None` if some shrank."""
    grown = [b.times - a.times for a, b in zip(first.powers, later.powers)]
    if min(grown, default=0) < 0:
        return None
    grows = iter(grown)
    word = tuple(
        Power(piece.block, piece.times, next(grows)) if isinstance(piece, Power) else piece
        for piece in first.word
    )
    return Certificate(first.row, later.row - first.row, word, first.tail)


class _Alike:
    """The rows so far, by their shapes.

    Rows of the same shape begin and end with the same letters, as a block comes four times at
    least. The shape of a row is looked for when there is another row that does.
    """

    def __init__(self) -> None:
        self._alone = dict[object, tuple[Row, int] | None]()
        self._seen: dict[object, deque[Certificate]] = defaultdict(
            lambda: deque(maxlen=_REMEMBERED)
        )

    def add(self, number: int, row: Row) -> list[tuple[Certificate, Certificate]]:
        """Return the shape of a new row with each earlier one that is like it, the last first."""
        most = _COPIES * len(row.tail)
        ends = row.tail, row.word[:most], row.word[-most:], len(row.word) % len(row.tail)
        if ends not in self._alone:
            self._alone[ends] = row, number
            return []
        other, self._alone[ends] = self._alone[ends], None
        if other:
            self._remember(shape(*other))
        found = shape(row, number)
        alike = [(found, earlier) for earlier in reversed(self._seen[_key(found)])]
        self._remember(found)
        return alike

    def _remember(self, found: Certificate) -> None:
        self._seen[_key(found)].append(found)


def shape(row: Row, number: int = 0) -> Certificate:
    r"""Return a row with its repetitions as powers: what a certificate would say without growth.

    Of blocks of n, 2n, … letters the shortest are looked for first.

    >>> shape(Row(b"\1\0\0\0\0\2", b"\3")).word
    (b'\x01', Power(block=b'\x00', times=4, growth=0), b'\x02')
    """
    if not isinstance(row, Row):
        raise ValueError(f"the shape of a Row is looked for, not of {short_repr(row)}")
    word, size = row.word, len(row.tail)
    whole_word = int.from_bytes(word)
    found = list[tuple[int, int, int]]()  # start, length of the block, times
    free, length = [(0, len(word))], 0
    while free := [part for part in free if part[1] - part[0] >= _COPIES * (length + size)]:
        length += size
        # From there on, a letter is 0 here where it is the same as the one a block before it.
        differs = (whole_word ^ whole_word >> 8 * length).to_bytes(len(word))
        if bytes((_COPIES - 1) * length) not in differs:
            continue
        left = list[tuple[int, int]]()
        for start, end in free:
            for match in _same_for((_COPIES - 1) * length).finditer(differs, start + length, end):
                # Two repetitions may overlap; the letters that they share belong to the first.
                begin = max(start, match.start() - length)
                times = (match.end() - begin) // length
                if times >= _COPIES:
                    found.append((begin, length, times))
                    left.append((start, begin))
                    start = begin + times * length
            left.append((start, end))
        free = left
    return Certificate(
        check_integer(number, "the number of a row"),
        1,
        tuple(_pieces(word, sorted(found))),
        row.tail,
    )


@cache
def _same_for(letters: int) -> re.Pattern[bytes]:
    return re.compile(rb"\0{%d,}" % letters)


def _pieces(word: bytes, found: list[tuple[int, int, int]]) -> Iterator[bytes | Power]:
    done = 0
    for start, length, times in found:
        if start > done:
            yield word[done:start]
        yield Power(word[start : start + length], times, 0)
        done = start + length * times
    if done < len(word):
        yield word[done:]


def _key(shape: Certificate) -> object:
    return shape.tail, tuple(
        (piece.block,) if isinstance(piece, Power) else piece for piece in shape.word
    )
