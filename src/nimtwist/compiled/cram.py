"""Cram on boards of up to 63 squares, by a compiled search (extra `[fast]`).

It is the search of `CramSolver`, after J. Lemoine and S. Viennot, "Nimbers are
inevitable", Theoretical Computer Science 462 (2012): has a region this value? What it finds out
about regions is kept in a table of a bounded size, which can be written to a file and read again.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

import numpy as np

from nimtwist._checks import check_callable, check_integer, file_name, short_repr
from nimtwist.compiled import _cram
from nimtwist.compiled._cram import Numbers
from nimtwist.game import Outcome, ValueOracle
from nimtwist.games.cram import Cram, CramPosition, free_regions

__all__ = ["FORMAT", "CompiledCram"]

FORMAT = 1
"""The version of the format of files, in every file."""

_TITLE = f"nimtwist: values of regions of Cram, format {FORMAT}\n".encode()
_ENTRY = 16  # bytes
_BUCKET = _cram.BUCKET * _ENTRY
_LEAST = 1 << 13  # buckets: a mebibyte
_LARGEST = 1 << 16  # mebibytes
_SLICE = 1 << 13  # regions that are looked into before progress is told: some 20 milliseconds
_CHUNK = 1 << 14  # entries that are written or read at a time

Region = tuple[int, int]


class CompiledCram(ValueOracle[CramPosition]):
    """Finds outcomes and Grundy values of `Cram`, some forty times as fast as `CramSolver`.

    A position is the sum of its regions, as for `CramSolver`, and no theorem about Cram is used.
    Each region has to lie in a box of at most 63 squares.

    What is found out about regions is kept in a table that grows up to `memory` mebibytes; where
    it is full, small regions are forgotten first. A search that is interrupted keeps what it has
    found out, and asking again goes on from there, in another process too if the table was written
    with `save` and read with `load`.

    `progress`, if given, is called several times a second with the number of regions looked into so
    far; between two calls, nothing can interrupt the search.

    Raises:
        ValueError: if `progress` cannot be called, or `memory` is not an integer from 1 to
            65536, or more than there is.

    >>> solver = CompiledCram()
    >>> solver.grundy(Cram.rectangle(4, 5)), solver.outcome(Cram.rectangle(5, 5))
    (2, 'P')
    """

    def __init__(self, progress: Callable[[int], object] | None = None, memory: int = 1024) -> None:
        if progress is not None:
            check_callable(progress, "progress", "one number")
        mebibytes = check_integer(memory, "the memory in mebibytes", 1, _LARGEST)
        self.rules = Cram()
        self._progress = progress
        # Memory that is not in use yet is not taken from the machine.
        most = 1 << (mebibytes * 2**20 // _BUCKET).bit_length() - 1
        try:
            self._table: Numbers = np.zeros((most, _cram.BUCKET, 2), np.int64)
        except MemoryError:
            raise ValueError(
                f"a table of {mebibytes} MiB is more than this machine has room for"
            ) from None
        self._buckets = min(most, _LEAST)
        self._frames: Numbers = np.zeros((_cram.DEPTH, _cram.FRAME), np.int64)
        self._options: Numbers = np.zeros((_cram.OPTIONS, _cram.OPTION), np.int64)
        self._order: Numbers = np.zeros(_cram.OPTIONS, np.int64)
        self._state: Numbers = np.zeros(_cram.STATE, np.int64)
        self._looked = 0

    @property
    def looked(self) -> int:
        """How many times a region was looked into."""
        return self._looked

    @property
    def known(self) -> int:
        """How many regions something is known of."""
        return int(self._state[_cram.KNOWN])

    @property
    def taken(self) -> int:
        """How many bytes of the table are in use."""
        return self._buckets * _BUCKET

    def grundy(self, position: CramPosition, /) -> int:
        """Return the Grundy value.

        >>> [CompiledCram().grundy(Cram.rectangle(3, n)) for n in range(1, 8)]
        [1, 1, 0, 1, 1, 4, 1]
        """
        total = 0
        for region in _read(position):
            total ^= self._ask(region)
        return total

    def outcome(self, position: CramPosition, /) -> Outcome:
        """Return "P" if the player who just moved wins, "N" if the next player does.

        This is faster than finding the Grundy value.

        >>> CompiledCram().outcome(Cram.rectangle(3, 3))
        'P'
        """
        regions, wanted = _read(position), 0
        for region in regions[:-1]:
            wanted ^= self._ask(region)
        lost = self._ask(regions[-1], wanted) == wanted if regions else True
        return "P" if lost else "N"

    def _ask(self, region: Region, wanted: int = -1) -> int:
        """Return the value of a region, or -1 if it is found only not to be the one wanted."""
        if wanted > region[0].bit_count() // 2:
            return -1
        what = _cram.known(self._table, self._buckets, *region)
        if what >> _cram.VALUE & 0xFF:
            return (what >> _cram.VALUE & 0xFF) - 1
        _cram.ask(self._frames, self._state, *region, wanted)
        try:
            while self._state[_cram.LEVEL] >= 0:
                self._grow()
                self._looked += _cram.search(
                    self._table,
                    self._buckets,
                    self._frames,
                    self._options,
                    self._order,
                    self._state,
                    _SLICE,
                )
                if self._progress:
                    self._progress(self._looked)
        finally:
            _cram.leave(self._table, self._buckets, self._frames, self._state)
        return int(self._state[_cram.ANSWER])

    def _grow(self, more: int = 0) -> None:
        """Put so much of the table in use that half of it is free when more regions are known."""
        while 2 * (
            self.known + more + _SLICE
        ) > _cram.BUCKET * self._buckets and self._buckets < len(self._table):
            _cram.double(self._table, self._buckets)
            self._buckets *= 2

    # --- Files -----------------------------------------------------------------------------------

    def save(self, path: str | os.PathLike[str], /) -> None:
        """Write what is known to a file: all of it, or nothing; what was there before is replaced.

        Raises:
            ValueError: if `path` is not a path.
            OSError: if the file cannot be written.
        """
        name = file_name(path)
        new, digest = Path(f"{name}.new"), hashlib.sha256()
        try:
            with new.open("wb") as file:
                for piece in self._pieces():
                    digest.update(piece)
                    file.write(piece)
                file.write(digest.digest())
                file.flush()
                os.fsync(file.fileno())
            new.replace(name)
        finally:
            new.unlink(missing_ok=True)

    def _pieces(self) -> Iterator[bytes]:
        yield _TITLE
        entries = self._table[: self._buckets].reshape(-1, 2)
        for start in range(0, len(entries), _CHUNK):
            piece = entries[start : start + _CHUNK]
            yield piece[piece[:, 0] != 0].astype("<i8").tobytes()

    def load(self, path: str | os.PathLike[str], /) -> None:
        """Read what `save` wrote, and know it, too.

        Raises:
            ValueError: if the file cannot be read, is none that `save` wrote, or was cut short or
                altered since; the message says what is wrong. Then nothing of it is known.
        """
        name = file_name(path)
        try:
            with open(name, "rb") as file:
                self._load(file, short_repr(name))
        except OSError as error:
            raise ValueError(f"{short_repr(name)} cannot be read: {error.strerror}") from None

    def _load(self, file: BinaryIO, name: str) -> None:
        if file.read(len(_TITLE)) != _TITLE:
            raise ValueError(f"{name} does not begin as this version writes: {short_repr(_TITLE)}")
        # Nothing is believed before all of it is read.
        digest, start, checked = hashlib.sha256(_TITLE), file.tell(), True
        left = max(0, os.fstat(file.fileno()).st_size - start - digest.digest_size)
        left -= left % _ENTRY
        for piece in _read_pieces(file, left):
            digest.update(piece)
            checked &= bool(_cram.possible(_entries(piece)))
        if file.read() != digest.digest():
            raise ValueError(f"{name} was cut short or altered: its digest is another one")
        if not checked:
            raise ValueError(f"{name} says what no search can find")
        file.seek(start)
        # With as much of the table in use as when it was written, nothing is forgotten.
        self._grow(left // _ENTRY)
        for piece in _read_pieces(file, left):
            self._state[_cram.KNOWN] += _cram.keep_all(self._table, self._buckets, _entries(piece))


def _entries(piece: bytes) -> Numbers:
    return np.frombuffer(piece, "<i8").reshape(-1, 2).astype(np.int64)


def _read_pieces(file: BinaryIO, size: int) -> Iterator[bytes]:
    while piece := file.read(min(size, _CHUNK * _ENTRY)):
        size -= len(piece)
        yield piece


def _read(position: CramPosition) -> list[Region]:
    """Return the regions of a position, fewest moves first, without those that cancel."""
    regions: set[Region] = set()
    for cells in free_regions(position):
        places = [*zip(*cells)]
        (top, left), sides = map(min, places), [max(p) - min(p) + 1 for p in places]
        height, width = sorted(sides)
        if height * width > _cram.MOST_CELLS:
            raise ValueError(
                f"a region in a box of {sides[0]} × {sides[1]} squares is too large for this "
                f"search: at most {_cram.MOST_CELLS} squares"
            )
        mask = 0
        for row, column in cells:
            short, long = row - top, column - left
            if height != sides[0]:
                short, long = long, short
            mask |= 1 << long * height + short
        regions ^= {_cram.canonical(mask, height)}
    return sorted(regions, key=lambda region: (_cram.moves(*region), region))
