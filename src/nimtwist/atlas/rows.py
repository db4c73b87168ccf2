"""Exact infinite rows of a game with two heaps: each is a finite word followed by a repeating tail.

The *state* V(x, y) of a pair is the set of residues of those moves in the first heap that lead to
good pairs; by symmetry V(y, x) is the state of the second heap. A pair is good if the game's code
has the bit for the union of these two states. Adding one stick to the first heap rotates its state
by one place, and adds residue 1 to it if the pair was good. Row x is the sequence of the states
V(x, 0), V(x, 1), …, stored as bytes. A *reader*, whose own state is V(y, x), reads row x from left
to right and writes row x + 1. Along a row the reader's state only gains residues, up to rotation;
so a row is a finite word followed by a tail of n letters, repeated without end; here n is the
modulus (atlas.lines).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from nimtwist.atlas.families import code_of
from nimtwist.checks import check_integer
from nimtwist.games.blocking import BlockingNim

__all__ = ["Reader", "Row", "rows"]

# Rows are read in chunks of this many blocks of n letters; most chunks are in the cache already.
_CHUNK_BLOCKS = 4
_CACHE_SIZE = 1 << 16


@dataclass(frozen=True)
class Row:
    """A row of states: the bytes of `word`, then those of `tail`, repeated without end.

    >>> row = Row(bytes([0, 1]), bytes([2, 3]))
    >>> [row[y] for y in range(7)]
    [0, 1, 2, 3, 2, 3, 2]
    """

    word: bytes
    tail: bytes

    def __getitem__(self, y: int) -> int:
        offset = y - len(self.word)
        return self.word[y] if offset < 0 else self.tail[offset % len(self.tail)]


class Reader:
    r"""A reader that turns each row of a game's states into the next row.

    >>> reader = Reader(BlockingNim(1, [[]]))  # Nim
    >>> reader.read(bytes([0, 0, 0]), 0)
    (b'\x01\x00\x00', 1)
    """

    def __init__(self, rules: BlockingNim) -> None:
        self._code = code_of(rules)
        self.modulus = rules.modulus
        top, full = self.modulus - 1, (1 << self.modulus) - 1
        self._rotated = [(s << 1 | s >> top) & full for s in range(full + 1)]
        self._cache = dict[tuple[bytes, int], tuple[bytes, int]]()

    def read(self, word: bytes, state: int) -> tuple[bytes, int]:
        """Read `word`, starting in `state`; return the word written and the final state."""
        cache, size, written = self._cache, _CHUNK_BLOCKS * self.modulus, list[bytes]()
        for start in range(0, len(word), size):
            chunk = word[start : start + size], state
            if chunk not in cache:
                if len(cache) == _CACHE_SIZE:
                    cache.clear()
                cache[chunk] = self._read(*chunk)
            new, state = cache[chunk]
            written.append(new)
        return b"".join(written), state

    def _read(self, word: bytes, state: int) -> tuple[bytes, int]:
        code, rotated, written = self._code, self._rotated, bytearray()
        for letter in word:
            good = code >> (state | letter) & 1
            written.append(rotated[letter] | good)
            state = rotated[state] | good
        return bytes(written), state

    def next(self, row: Row, state: int = 0) -> Row:
        """Read a row, starting in `state`, and return the row that the reader writes.

        The word of the new row is as short as possible. If the reader starts in state 0, the state
        at the left edge of the table, the new row is the next row of the game.
        """
        word, state = self.read(row.word, state)
        tail, after = self.read(row.tail, state)
        while after != state:  # at most n times, as reading a whole tail only adds residues
            word, state = word + tail, after
            tail, after = self.read(row.tail, state)
        return shortest(word, tail)


def shortest(word: bytes, tail: bytes) -> Row:
    """Return the row that consists of a word and a tail, with the word as short as possible."""
    size = len(tail)
    same = 0
    while same < len(word) and word[-1 - same] == tail[-1 - same % size]:
        same += 1
    turn = same % size
    return Row(word[: len(word) - same], tail[size - turn :] + tail[: size - turn])


def rows(rules: BlockingNim, first: int = 0) -> Iterator[Row]:
    r"""Yield the exact infinite rows of a game with two heaps, starting with row `first`.

    Raises:
        ValueError: if `rules` is not a `BlockingNim` with a modulus up to 6, or `first` is not an
            integer ≥ 0.

    >>> nim = rows(BlockingNim(1, [[]]))
    >>> for _ in range(3):
    ...     print(next(nim))
    Row(word=b'', tail=b'\x00')
    Row(word=b'\x01', tail=b'\x00')
    Row(word=b'\x01\x01', tail=b'\x00')
    """
    first = check_integer(first, "the first row")
    reader, row = Reader(rules), Row(b"", bytes(rules.modulus))
    for number in count():
        if number >= first:
            yield row
        row = reader.next(row)
