"""A compiled solver for Cram on boards of up to 63 squares (extra `[fast]`).

Like `CramSolver`, it finds Grundy values by testing whether a region has a given value. This search
is due to J. Lemoine and S. Viennot, "Nimbers are inevitable", Theoretical Computer Science 462
(2012). Results are stored in a table of bounded size, which can be saved to a file and loaded
again.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from typing import BinaryIO

import numpy as np

from nimtwist._files import locked, replacing
from nimtwist.checks import check_callable, check_integer, file_name, short_repr
from nimtwist.compiled import _cram
from nimtwist.compiled._cram import Numbers
from nimtwist.game import Outcome, ValueOracle
from nimtwist.games.cram import Cram, CramPosition, free_regions

__all__ = ["FORMAT", "CompiledCram"]

FORMAT = 1
"""The version of the file format, recorded in every file."""

_TITLE = f"nimtwist: values of regions of Cram, format {FORMAT}\n".encode()
_ENTRY = 16  # bytes per entry
_BUCKET = _cram.BUCKET * _ENTRY
_INITIAL_BUCKETS = 1 << 13  # these buckets take up one mebibyte
_MAX_MEMORY = 1 << 16  # in mebibytes (64 GiB)
_SLICE = 1 << 13  # regions to search between calls to `progress`, about 20 ms of work
_CHUNK = 1 << 14  # entries read or written at a time

Region = tuple[int, int]


class CompiledCram(ValueOracle[CramPosition]):
    """A solver for outcomes and Grundy values of `Cram`, about forty times as fast as `CramSolver`.

    Like `CramSolver`, it treats a position as the sum of its regions and uses no theorem about
    Cram. The bounding box of each region may have at most 63 squares.

    Results are stored in a table that grows to at most `memory` mebibytes; when it is full, entries
    for small regions are evicted first. An interrupted search keeps its results, and the next call
    resumes from there, even in another process if the table was written with `save` and read with
    `load`.

    `progress`, if given, is called several times a second with the number of regions searched so
    far. The search can be interrupted only during these calls.

    Raises:
        ValueError: if `progress` is not callable, or if `memory` is not an integer from 1 to 65,536
            or exceeds the available memory.

    >>> solver = CompiledCram()
    >>> solver.grundy(Cram.rectangle(4, 5)), solver.outcome(Cram.rectangle(5, 5))
    (2, 'P')
    """

    def __init__(self, progress: Callable[[int], object] | None = None, memory: int = 1024) -> None:
        if progress is not None:
            check_callable(progress, "progress", "one number")
        mebibytes = check_integer(memory, "memory in mebibytes", 1, _MAX_MEMORY)
        self.rules = Cram()
        self._progress = progress
        # The operating system allocates the zeroed pages only when they are written to.
        capacity = 1 << (mebibytes * 2**20 // _BUCKET).bit_length() - 1
        try:
            self._table: Numbers = np.zeros((capacity, _cram.BUCKET, 2), np.int64)
        except MemoryError:
            raise ValueError(
                f"a table of {mebibytes} MiB does not fit in the memory of this machine"
            ) from None
        self._buckets = min(capacity, _INITIAL_BUCKETS)
        self._frames: Numbers = np.zeros((_cram.DEPTH, _cram.FRAME), np.int64)
        self._options: Numbers = np.zeros((_cram.OPTIONS, _cram.OPTION), np.int64)
        self._order: Numbers = np.zeros(_cram.OPTIONS, np.int64)
        self._state: Numbers = np.zeros(_cram.STATE, np.int64)
        self._searched = 0
        self._saved: tuple[int, ...] = ()  # the stamp of the last file saved; the table includes it

    @property
    def searched(self) -> int:
        """The number of regions searched so far; a region searched twice counts twice."""
        return self._searched

    @property
    def stored(self) -> int:
        """The number of regions in the table."""
        return int(self._state[_cram.STORED])

    @property
    def bytes_used(self) -> int:
        """The size of the active part of the table in bytes."""
        return self._buckets * _BUCKET

    def grundy(self, position: CramPosition, /) -> int:
        """Return the Grundy value of a position.

        >>> [CompiledCram().grundy(Cram.rectangle(3, n)) for n in range(1, 8)]
        [1, 1, 0, 1, 1, 4, 1]
        """
        total = 0
        for region in _read(position):
            total ^= self._ask(region)
        return total

    def outcome(self, position: CramPosition, /) -> Outcome:
        """Return "P" if the player who just moved wins, "N" if the next player wins.

        This is faster than computing the Grundy value.

        >>> CompiledCram().outcome(Cram.rectangle(3, 3))
        'P'
        """
        regions, wanted = _read(position), 0
        for region in regions[:-1]:
            wanted ^= self._ask(region)
        is_p = self._ask(regions[-1], wanted) == wanted if regions else True
        return "P" if is_p else "N"

    def _ask(self, region: Region, wanted: int = -1) -> int:
        """Return the value of a region, or -1 if it is only known to differ from `wanted`."""
        if wanted > region[0].bit_count() // 2:
            return -1
        info = _cram.lookup(self._table, self._buckets, *region)
        if info >> _cram.VALUE & 0xFF:
            return (info >> _cram.VALUE & 0xFF) - 1
        _cram.start(self._frames, self._state, *region, wanted)
        try:
            while self._state[_cram.LEVEL] >= 0:
                self._grow()
                self._searched += _cram.search(
                    self._table,
                    self._buckets,
                    self._frames,
                    self._options,
                    self._order,
                    self._state,
                    _SLICE,
                )
                if self._progress:
                    self._progress(self._searched)
        finally:
            _cram.store_partial(self._table, self._buckets, self._frames, self._state)
        return int(self._state[_cram.ANSWER])

    def _grow(self, more: int = 0) -> None:
        """Double the active part of the table until it has room for `more` new regions.

        There is room if at least half of the active part would still be empty after adding them.
        The doubling stops when the whole table is active.
        """
        while 2 * (
            self.stored + more + _SLICE
        ) > _cram.BUCKET * self._buckets and self._buckets < len(self._table):
            _cram.double_buckets(self._table, self._buckets)
            self._buckets *= 2

    # --- Files -----------------------------------------------------------------------------------

    def save(self, path: str | os.PathLike[str], /) -> None:
        """Add the table to a file, which is created if it does not exist.

        The entries that are already in the file are first added to the table, as by `load`, so that
        several processes can save to the same file. The file is replaced atomically.

        Raises:
            ValueError: if `path` is not a file path, or names a file that `load` rejects.
            OSError: if the file cannot be written.
        """
        name = file_name(path)
        with locked(name):
            if os.path.exists(name) and _stamp(os.stat(name)) != self._saved:
                self.load(name)
            digest = hashlib.sha256()
            with replacing(name) as file:
                for piece in self._pieces():
                    digest.update(piece)
                    file.write(piece)
                file.write(digest.digest())
            self._saved = _stamp(os.stat(name))

    def _pieces(self) -> Iterator[bytes]:
        yield _TITLE
        entries = self._table[: self._buckets].reshape(-1, 2)
        for start in range(0, len(entries), _CHUNK):
            piece = entries[start : start + _CHUNK]
            yield piece[piece[:, 0] != 0].astype("<i8").tobytes()

    def load(self, path: str | os.PathLike[str], /) -> None:
        """Load a file written by `save` and add its entries to the table.

        Raises:
            ValueError: if the file cannot be read, was not written by `save`, or has been truncated
                or altered since; the table is then left unchanged.
        """
        name = file_name(path)
        try:
            with open(name, "rb") as file:
                self._load(file, short_repr(name))
        except OSError as error:
            raise ValueError(f"{short_repr(name)} cannot be read: {error.strerror}") from None

    def _load(self, file: BinaryIO, name: str) -> None:
        if file.read(len(_TITLE)) != _TITLE:
            raise ValueError(f"{name} does not start with the header {short_repr(_TITLE)}")
        # Verify the whole file before using any of it.
        digest, start, valid = hashlib.sha256(_TITLE), file.tell(), True
        size = max(0, os.fstat(file.fileno()).st_size - start - digest.digest_size)
        size -= size % _ENTRY
        for piece in _read_pieces(file, size):
            digest.update(piece)
            valid &= bool(_cram.are_possible(_entries(piece)))
        if file.read() != digest.digest():
            raise ValueError(f"{name} was truncated or altered: its digest does not match")
        if not valid:
            raise ValueError(f"{name} contains impossible entries")
        file.seek(start)
        # Grow the table first, so that as few entries as possible are evicted.
        self._grow(size // _ENTRY)
        for piece in _read_pieces(file, size):
            self._state[_cram.STORED] += _cram.merge(self._table, self._buckets, _entries(piece))


def _stamp(stat: os.stat_result) -> tuple[int, ...]:
    """Return numbers that differ if a file has been replaced."""
    return stat.st_dev, stat.st_ino, stat.st_size, stat.st_mtime_ns


def _entries(piece: bytes) -> Numbers:
    return np.frombuffer(piece, "<i8").reshape(-1, 2).astype(np.int64)


def _read_pieces(file: BinaryIO, size: int) -> Iterator[bytes]:
    while piece := file.read(min(size, _CHUNK * _ENTRY)):
        size -= len(piece)
        yield piece


def _read(position: CramPosition) -> list[Region]:
    """Return the regions of a position, fewest moves first, without pairs of equal regions."""
    regions: set[Region] = set()
    for cells in free_regions(position):
        places = [*zip(*cells)]
        (top, left), sides = map(min, places), [max(p) - min(p) + 1 for p in places]
        height, width = sorted(sides)
        if height * width > _cram.MAX_CELLS:
            raise ValueError(
                f"a region's box may have at most {_cram.MAX_CELLS} squares, not "
                f"{sides[0]} × {sides[1]}"
            )
        mask = 0
        for row, column in cells:
            short, long = row - top, column - left
            if height != sides[0]:
                short, long = long, short
            mask |= 1 << long * height + short
        regions ^= {_cram.canonical(mask, height)}
    return sorted(regions, key=lambda region: (_cram.count_moves(*region), region))
