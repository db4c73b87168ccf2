"""Rows of two heaps, exactly and without end: a finite word, then a block that repeats for ever.

The *state* V(x, y) of a pair is the set of residues of those moves in the first heap that lead to
good pairs; by symmetry V(y, x) is that of the second heap. A pair is good if the union of the two
is in the game's code, and the state one stick on is the state rotated by one place, with residue 1
if the pair is good. Row x is the word of the states V(x, 0), V(x, 1), …, written as bytes: reading
it from left to right, with V(y, x) as the reader's own state, writes row x + 1. A state read along
a row only gains, up to the rotation; so a row is a finite word and then a block of n letters for
ever (atlas.lines).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from nimtwist._checks import check_integer
from nimtwist.atlas.families import code_of
from nimtwist.games.blocking import BlockingNim

__all__ = ["Reader", "Row", "rows"]

# So many blocks of n letters are read at a time: most have been read before, from the same state.
_BLOCKS = 4
# So many of them are kept in mind.
_KNOWN = 1 << 16


@dataclass(frozen=True)
class Row:
    """A row of states: the bytes of `word`, and then those of `tail`, again and again.

    >>> row = Row(bytes([0, 1]), bytes([2, 3]))
    >>> [row[y] for y in range(7)]
    [0, 1, 2, 3, 2, 3, 2]
    """

    word: bytes
    tail: bytes

    def __getitem__(self, y: int) -> int:
        past = y - len(self.word)
        return self.word[y] if past < 0 else self.tail[past % len(self.tail)]


class Reader:
    r"""Reads rows of states of a game, and writes what the next row has in their place.

    `code` and `modulus` say which game it is; see `nimtwist.atlas.families`.

    >>> reader = Reader(BlockingNim(1, [[]]))  # Nim
    >>> reader.read(bytes([0, 0, 0]), 0)
    (b'\x01\x00\x00', 1)
    """

    def __init__(self, rules: BlockingNim) -> None:
        self._code = code_of(rules)
        self.rules, self.modulus = rules, rules.modulus
        top, full = self.modulus - 1, (1 << self.modulus) - 1
        self._on = [(s << 1 | s >> top) & full for s in range(full + 1)]
        self._known = dict[tuple[bytes, int], tuple[bytes, int]]()

    def read(self, word: bytes, state: int) -> tuple[bytes, int]:
        """Return what is written when `word` is read from `state`, and the state after it."""
        known, size, written = self._known, _BLOCKS * self.modulus, list[bytes]()
        for start in range(0, len(word), size):
            read = word[start : start + size], state
            if read not in known:
                if len(known) == _KNOWN:
                    known.clear()
                known[read] = self._read(*read)
            new, state = known[read]
            written.append(new)
        return b"".join(written), state

    def _read(self, word: bytes, state: int) -> tuple[bytes, int]:
        code, on, written = self._code, self._on, bytearray()
        for letter in word:
            good = code >> (state | letter) & 1
            written.append(on[letter] | good)
            state = on[state] | good
        return bytes(written), state

    def next(self, row: Row, state: int = 0) -> Row:
        """Return what is written when a row is read from `state`, with the shortest word.

        From the beginning of the board, with the state 0, that is the next row.
        """
        word, state = self.read(row.word, state)
        tail, after = self.read(row.tail, state)
        while after != state:  # at most n times: on reading a whole block a state only gains
            word, state = word + tail, after
            tail, after = self.read(row.tail, state)
        return shortest(word, tail)


def shortest(word: bytes, tail: bytes) -> Row:
    """Return the same row with the shortest word."""
    size = len(tail)
    same = 0
    while same < len(word) and word[-1 - same] == tail[-1 - same % size]:
        same += 1
    turn = same % size
    return Row(word[: len(word) - same], tail[size - turn :] + tail[: size - turn])


def rows(rules: BlockingNim, first: int = 0) -> Iterator[Row]:
    r"""Yield the rows of two heaps from row `first` on, each exactly and without end.

    Raises:
        ValueError: if `rules` is not a `BlockingNim` with a modulus up to 6, or `first` is not a
            integer, at least 0.

    >>> nim = rows(BlockingNim(1, [[]]))
    >>> for _ in range(3):
    ...     print(next(nim))
    Row(word=b'', tail=b'\x00')
    Row(word=b'\x01', tail=b'\x00')
    Row(word=b'\x01\x01', tail=b'\x00')
    """
    reader, row = Reader(rules), Row(b"", bytes(rules.modulus))
    for number in _numbers(check_integer(first, "the first row")):
        if number:
            yield row
        row = reader.next(row)


def _numbers(first: int) -> Iterator[bool]:
    yield from (False for _ in range(first))
    while True:
        yield True
