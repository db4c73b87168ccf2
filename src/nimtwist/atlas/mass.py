"""Certificates for as many games of a modulus as time allows, and which games they settle.

Games with the same states on small heaps are a group. The largest groups come first. A game of a
group is searched; its certificate settles all games of the group that have the same states for ever
(`nimtwist.atlas.alike`); then one of those that are left is searched, and so on, until a search is
in vain. What searches have found is kept in a log, so that a run can be interrupted and go on, and
what it amounts to is worked out from the log alone.

Like `nimtwist.atlas.bulk` this needs NumPy and numba, by the extra `atlas`.
"""

from __future__ import annotations

import json
import math
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from nimtwist._checks import check_callable, quoted, whole
from nimtwist.atlas import bulk
from nimtwist.atlas.alike import decisive
from nimtwist.atlas.bulk import Codes
from nimtwist.atlas.families import rules_of, show_family
from nimtwist.atlas.kinds import kind
from nimtwist.atlas.search import find

__all__ = ["Found", "Log", "Run", "Sample", "boxes", "certify", "sampled"]

_SIZE = 64  # Games are in a group that have the same states on heaps below this,
_PATTERN = 32  # and the same pattern if the same pairs of heaps below this are good.
_KEPT = 5.0  # so many seconds at most are lost if a run is killed


@dataclass(frozen=True)
class Found:
    """What is kept of a certificate: its class, where it begins, its period, and whom it serves.

    Args:
        kind: a name from `kinds.KINDS`.
        row: the row that the first period starts with.
        period: the number of rows of a period.
        mask: the bits of a code that decide; see `alike.decisive`.
        bits: those of them that are in the codes of the games that it settles.
    """

    kind: str
    row: int
    period: int
    mask: int
    bits: int


def _search(modulus: int, code: int, limit: int) -> Found | None:
    rules = rules_of(modulus, code)
    proof = find(rules, limit)
    if proof is None:
        return None
    return Found(kind(rules, proof).name, proof.row, proof.period, *decisive(rules, proof))


# --- What has been found -------------------------------------------------------------------------


class _TimeIsUpError(Exception):
    """No more games are to be searched."""


class Log:
    """A file of what searches have found: a line for each, with the seconds of a processor it took.

    Args:
        path: the file. It is made when there is something to write.
        modulus: the modulus of the games.

    Raises:
        ValueError: if the modulus is not one from 1 to 6, or the file is no such log.
    """

    def __init__(self, path: str | os.PathLike[str], modulus: int) -> None:
        self.modulus = whole(modulus, "the modulus of a log", 1, bulk.LARGEST_MODULUS)
        self.path = Path(path)
        self._known = dict[tuple[int, int], tuple[float, Found | None]]()
        self._new = list[str]()
        self._until = 0.0
        self._written = time.monotonic()
        self._read()

    def _read(self) -> None:
        kept, _, torn = (self.path.read_bytes() if self.path.exists() else b"").rpartition(b"\n")
        for line in kept.decode("utf8", "replace").splitlines():
            try:
                modulus, code, limit, seconds, *found = json.loads(line)
                known = Found(*found) if found else None
            except (TypeError, ValueError):
                modulus = None
            if modulus != self.modulus:
                raise ValueError(
                    f"{quoted(str(self.path))} is no log of searches modulo {self.modulus}: "
                    f"a line of it is {quoted(line)}"
                )
            self._known[code, limit] = seconds, known
        if torn:  # the run was killed when it wrote
            os.truncate(self.path, len(kept) + 1 if kept else 0)

    @property
    def seconds(self) -> float:
        """The seconds of a processor that all searches took."""
        return sum(seconds for seconds, _ in self._known.values())

    def __len__(self) -> int:
        return len(self._known)

    def search(self, code: int, limit: int) -> Found | None:
        """Return what a search finds in so many rows: from the log if it is there, or by search."""
        if (code, limit) not in self._known:
            if time.monotonic() >= self._until:
                raise _TimeIsUpError
            start = time.process_time()
            found = _search(self.modulus, code, limit)
            seconds = round(time.process_time() - start, 5)
            self._known[code, limit] = seconds, found
            said = [self.modulus, code, limit, seconds, *(asdict(found).values() if found else ())]
            self._new.append(json.dumps(said) + "\n")
            if time.monotonic() - self._written > _KEPT:
                self.write()
        return self._known[code, limit][1]

    def write(self) -> None:
        """Write what is new to the file."""
        with self.path.open("a", encoding="utf8") as file:
            file.write("".join(self._new))
        self._new, self._written = [], time.monotonic()

    def allow(self, seconds: float) -> None:
        """Let games be searched for so many seconds from now; before, none are."""
        self._until = time.monotonic() + seconds


# --- As many games as possible -------------------------------------------------------------------


@dataclass(frozen=True)
class Run:
    """What a run has done so far.

    Args:
        searched: the number of games that were searched.
        certified: the number of certificates found.
        settled: how many games these settle, of each class.
        games: the number of games of the modulus.
        patterns_tried: the number of different patterns, on 32 × 32, of which a game was settled or
            searched in vain.
        patterns_settled: the number of those of which all games are settled.
        patterns: the number of all different patterns.
        longest_period: the longest period of a certificate, and the game it was found for.
        latest_row: the latest row at which a first period starts, and the game.
        seconds: the seconds of a processor that the searches took, as they were measured.
    """

    searched: int
    certified: int
    settled: dict[str, int]
    games: int
    patterns_tried: int
    patterns_settled: int
    patterns: int
    longest_period: tuple[int, str]
    latest_row: tuple[int, str]
    seconds: float


def certify(
    log: Log, seconds: float = 0, progress: Callable[[int, int], object] | None = None
) -> Run:
    """Search the games of a modulus, those of the largest groups first, and say what is settled.

    Args:
        log: what has been found before; what is found is added.
        seconds: for how long to search.
        progress: called after each group with the number of games in the groups done and of all.

    Raises:
        ValueError: if an argument is anything else.
    """
    if not isinstance(log, Log):
        raise ValueError(f"what has been found is a Log, not {quoted(log)}")
    if progress is not None:
        check_callable(progress, "progress", "two numbers")
    codes = bulk.codes(log.modulus)
    settled, tried = np.zeros(len(codes), np.int8), np.zeros(len(codes), np.bool_)
    certified, names = list[tuple[int, Found]](), [""]
    done = searched = 0
    log.allow(seconds)
    with suppress(_TimeIsUpError):
        for group in _groups(log.modulus, codes):
            for left, serves, found in _settle(log, codes, group):
                searched += 1
                tried[left[:1]] = True
                if found:
                    if found.kind not in names:
                        names.append(found.kind)
                    settled[left[serves]] = names.index(found.kind)
                    certified.append((int(codes[left[0]]), found))
            done += len(group)
            if progress is not None:
                progress(done, len(codes))
    log.write()
    tried |= settled > 0
    pattern = bulk.distinct(log.modulus, codes, _PATTERN).first
    return Run(
        searched,
        len(certified),
        {names[k]: int((settled == k).sum()) for k in range(1, len(names))},
        len(codes),
        len(np.unique(pattern[tried])),
        len(np.unique(pattern)) - len(np.unique(pattern[settled == 0])),
        len(np.unique(pattern)),
        _most(log.modulus, [(found.period, code) for code, found in certified]),
        _most(log.modulus, [(found.row, code) for code, found in certified]),
        round(log.seconds, 1),
    )


def _groups(modulus: int, codes: Codes) -> Iterator[NDArray[np.intp]]:
    """Yield the indices of the games of each group; of groups of a size, in a random order."""
    classes = bulk.distinct(modulus, codes, _SIZE, states=True)
    order, ends = np.argsort(classes.first, kind="stable"), classes.sizes.cumsum()
    shuffled = [*range(len(ends))]
    Random(modulus).shuffle(shuffled)
    for i in sorted(shuffled, key=lambda i: -classes.sizes[i]):
        yield order[ends[i] - classes.sizes[i] : ends[i]]


def _settle(
    log: Log, codes: Codes, left: NDArray[np.intp]
) -> Iterator[tuple[NDArray[np.intp], NDArray[np.bool_], Found | None]]:
    """Yield, for each search, the games that were left, which of them it settled, and how."""
    found: Found | None
    while len(left):
        # The more games there are to settle, the more rows are worth while.
        found = log.search(int(codes[left[0]]), min(1000, 200 + 8 * len(left)))
        if not found:
            yield left, np.zeros(len(left), np.bool_), None
            return
        serves = codes[left] & np.uint64(found.mask) == np.uint64(found.bits)
        yield left, serves, found
        left = left[~serves]


def _most(modulus: int, numbers: list[tuple[int, int]]) -> tuple[int, str]:
    most, code = max(numbers, default=(0, 1), key=lambda pair: (pair[0], -pair[1]))
    return most, show_family(rules_of(modulus, code))


def boxes(modulus: int, codes: Codes) -> NDArray[np.bool_]:
    """Return which games are solved by boxes: `BlockingNim.is_box_game`, of many games at once.

    That is so if no restriction has a longer run of residues than one that has the first ones.

    >>> boxes(3, bulk.codes(3)).sum()
    np.int64(15)
    """
    modulus, full = whole(modulus, "the modulus", 1, bulk.LARGEST_MODULUS), (1 << modulus) - 1
    found = np.ones(len(codes), np.bool_)
    for length in range(1, modulus + 1):
        first = (1 << length) - 1
        runs = {(first << turn | first >> modulus - turn) & full for turn in range(modulus)}
        has_run = codes & np.uint64(sum(1 << run for run in runs)) != 0
        found &= ~has_run | (codes >> np.uint64(first) & np.uint64(1) != 0)
    return found


# --- A random sample -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Sample:
    """How many of some games that were chosen at random have a certificate.

    Args:
        seed: the number that the choice depends on.
        limit: how many rows of a game were searched.
        searched: the number of games.
        certified: how many of them have a certificate, of each class.
        share: the ends of the interval of Wilson, at 95 %, of the share of all games that a
            certificate would be found for in so many rows.
        longest_period: the longest period of a certificate, and its game.
        latest_row: the latest row at which a first period starts, and its game.
        seconds: the seconds of a processor that the searches took, as they were measured.
    """

    seed: int
    limit: int
    searched: int
    certified: dict[str, int]
    share: tuple[float, float]
    longest_period: tuple[int, str]
    latest_row: tuple[int, str]
    seconds: float


def sampled(
    log: Log,
    count: int,
    seed: int = 0,
    limit: int = 3000,
    seconds: float = math.inf,
    progress: Callable[[int, int], object] | None = None,
) -> Sample:
    """Search a random sample of all games of a modulus; each game is as likely as any other.

    Args:
        log: what has been found before; what is found is added.
        count: the number of games.
        seed: a whole number; the games depend on it. The first ones are those of a smaller sample.
        limit: how many rows of each to search.
        seconds: for how long to search; the sample is smaller if that is not enough.
        progress: called after each game with the number of games done and of all.

    Raises:
        ValueError: if an argument is anything else.
    """
    if not isinstance(log, Log):
        raise ValueError(f"what has been found is a Log, not {quoted(log)}")
    if progress is not None:
        check_callable(progress, "progress", "two numbers")
    codes = bulk.codes(log.modulus)
    count = whole(count, "the number of games", 1, len(codes))
    limit = whole(limit, "the number of rows to search", least=1)
    chosen = Random(whole(seed, "the seed")).sample(range(len(codes)), len(codes))[:count]
    found = list[tuple[int, Found]]()
    done = 0
    log.allow(seconds)
    with suppress(_TimeIsUpError):
        for code in codes[chosen].tolist():
            proof = log.search(code, limit)
            if proof:
                found.append((code, proof))
            done += 1
            if progress is not None:
                progress(done, count)
    log.write()
    return Sample(
        seed,
        limit,
        done,
        dict(sorted(Counter(proof.kind for _, proof in found).items())),
        wilson(len(found), done),
        _most(log.modulus, [(proof.period, code) for code, proof in found]),
        _most(log.modulus, [(proof.row, code) for code, proof in found]),
        round(log.seconds, 1),
    )


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Return the interval of Wilson for a share, at 95 %.

    >>> wilson(90, 100)
    (0.8256, 0.9448)
    """
    z, share = 1.959964, successes / trials
    middle = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    off = z / (1 + z * z / trials)
    off *= math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    return round(middle - off, 4), round(middle + off, 4)
