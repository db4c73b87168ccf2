"""Certificates for as many games of a modulus as time allows, and how many games they settle.

Games with the same states on small heaps are a group. The largest groups come first. A game of a
group is searched; its certificate settles all games of the group that have the same states for ever
(`nimtwist.atlas.alike`); then one of those that are left is searched, and so on, until a search is
in vain. When all groups have had their turn, those with games left have another one, with more
rows. What searches find is kept in a log: so a run can be interrupted and go on, and what it
amounts to is worked out from its log.

Like `nimtwist.atlas.bulk` this needs NumPy and numba, by the extra `atlas`.
"""

from __future__ import annotations

import json
import math
import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from nimtwist._checks import check_integer, file_name, short_repr
from nimtwist.atlas import bulk
from nimtwist.atlas.alike import decisive
from nimtwist.atlas.bulk import Codes
from nimtwist.atlas.families import LARGEST_MODULUS, rules_of, show_family
from nimtwist.atlas.kinds import CERTIFIED, kind
from nimtwist.atlas.search import find

__all__ = ["Log", "Run", "Sample", "certify", "sampled", "wilson"]

_SIZE = 64  # games with the same states on heaps below this are a group
_PATTERN = 32  # games with the same good pairs below this have the same pattern
_TURNS = (1, 4, 16)  # rows, the second and the third time, are so many times those of the first

_NONE = "unexplained"

Indices = NDArray[np.intp]
Progress = Callable[[int, int], object]


# --- What searches have found --------------------------------------------------------------------


@dataclass(frozen=True)
class Found:
    """What is kept of a certificate: the class of its game, its row and period, whom it serves.

    `mask` and `bits` are as `alike.decisive` gives them.
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


class Log:
    """A file of what searches have found: a line for each, with the time that it took.

    A line is a JSON list: the modulus, the code of the game, the number of rows, the seconds of a
    processor, and what there is to say of the certificate, if one was found.

    Args:
        path: the file. It is made when there is something to write.
        modulus: that of the games, an integer from 1 to 6.

    Raises:
        ValueError: if an argument is anything else, or the file is no such log.
    """

    def __init__(self, path: str | os.PathLike[str], modulus: int) -> None:
        self.path = Path(file_name(path))
        self.modulus = check_integer(modulus, "the modulus of a log", 1, LARGEST_MODULUS)
        self._known = dict[tuple[int, int], tuple[float, Found | None]]()
        text = self.path.read_bytes() if self.path.exists() else b""
        whole_lines = text[: text.rfind(b"\n") + 1]
        begun, begins = text[len(whole_lines) :], f"[{self.modulus}, ".encode()
        if not (begun.startswith(begins) or begins.startswith(begun)):
            raise self._refusal(begun.decode("utf8", "replace"))
        for line in whole_lines.decode("utf8", "replace").splitlines():
            self._know(line)
        if whole_lines != text:  # a run was killed while it wrote
            os.truncate(self.path, len(whole_lines))

    def _know(self, line: str) -> None:
        try:
            modulus, code, limit, seconds, *found = json.loads(line)
            self._known[code, limit] = float(seconds), Found(*found) if found else None
        except (TypeError, ValueError, OverflowError, RecursionError):
            modulus = None
        if modulus != self.modulus:
            raise self._refusal(line)

    def _refusal(self, line: str) -> ValueError:
        return ValueError(
            f"{short_repr(str(self.path))} is no log of searches modulo {self.modulus}: "
            f"it has the line {short_repr(line)}"
        )

    def search(self, code: int, limit: int, until: float = math.inf) -> tuple[float, Found | None]:
        """Return how long the search of a game took, and what it found in so many rows.

        If it has not been searched yet, it is now, unless the monotonic clock has come to `until`.

        Raises:
            TimeoutError: if the clock is there.
        """
        if (code, limit) not in self._known:
            if time.monotonic() >= until:
                raise TimeoutError
            start = time.process_time()
            found = _search(self.modulus, code, limit)
            took = round(time.process_time() - start, 5)
            self._known[code, limit] = took, found
            said = [self.modulus, code, limit, took, *(vars(found).values() if found else ())]
            with self.path.open("a", encoding="utf8") as file:
                file.write(json.dumps(said) + "\n")
        return self._known[code, limit]


# --- As many games as possible -------------------------------------------------------------------


@dataclass(frozen=True)
class Run:
    """How far a run has come.

    Args:
        searched: the number of games that were searched.
        certificates: the number of certificates found, each for other states.
        settled: how many games they settle, by class.
        patterns: of the different patterns on 32 × 32, how many there are in all (`all`), of how
            many a game is settled or was searched in vain (`tried`), of how many a game is settled
            (`met`), and of how many every game (`settled`).
        period: the longest period of a certificate, and the game that it was found for.
        row: the latest row with which the first period of a certificate starts, and the game.
        seconds: the seconds of a processor that the searches took, as they were measured.
    """

    searched: int
    certificates: int
    settled: dict[str, int]
    patterns: dict[str, int]
    period: tuple[int, str]
    row: tuple[int, str]
    seconds: float


def certify(log: Log, seconds: float = 0, progress: Progress | None = None) -> Run:
    """Search the games of a modulus, one of each group, and say how far that has come.

    Args:
        log: what was found before; what is found is added.
        seconds: for how long to search, a number, at least 0.
        progress: called after each group with the number of games settled, and of all games.
    """
    codes = bulk.codes(log.modulus)
    kinds, tried = np.full(len(codes), -1, np.int8), np.zeros(len(codes), np.bool_)
    certificates, took = list[tuple[int, Found]](), list[float]()
    groups, done = [*_groups(log.modulus, codes)], 0
    until = time.monotonic() + seconds
    with suppress(TimeoutError):
        for turn in _TURNS:
            in_vain = list[Indices]()
            for left in groups:
                while len(left):
                    # The more games may be settled, the more rows are worth while.
                    limit = turn * min(1000, 200 + 8 * len(left))
                    seconds_taken, found = log.search(int(codes[left[0]]), limit, until)
                    took.append(seconds_taken)
                    tried[left[0]] = True
                    if not found:
                        in_vain.append(left)
                        break
                    certificates.append((int(codes[left[0]]), found))
                    serves = codes[left] & np.uint64(found.mask) == np.uint64(found.bits)
                    kinds[left[serves]] = CERTIFIED.index(found.kind)
                    left, done = left[~serves], done + int(serves.sum())
                if progress is not None:
                    progress(done, len(codes))
            groups = in_vain
    pattern, settled = bulk.distinct(log.modulus, codes, _PATTERN).first, kinds >= 0
    every, not_yet = len(np.unique(pattern)), len(np.unique(pattern[~settled]))
    return Run(
        searched=len(took),
        certificates=len(certificates),
        settled={name: int((kinds == i).sum()) for i, name in enumerate(CERTIFIED)},
        patterns={
            "all": every,
            "tried": len(np.unique(pattern[tried | settled])),
            "met": len(np.unique(pattern[settled])),
            "settled": every - not_yet,
        },
        **_records(log.modulus, certificates),
        seconds=round(sum(took), 1),
    )


def _groups(modulus: int, codes: Codes) -> Iterator[Indices]:
    """Yield the indices of the games of each group; groups of one size come in a random order."""
    found = bulk.distinct(modulus, codes, _SIZE, states=True)
    members, ends = np.argsort(found.first, kind="stable"), found.sizes.cumsum()
    order = [*range(len(ends))]
    Random(modulus).shuffle(order)
    for i in sorted(order, key=lambda i: -found.sizes[i]):
        yield members[ends[i] - found.sizes[i] : ends[i]]


def _records(modulus: int, found: Iterable[tuple[int, Found]]) -> dict[str, tuple[int, str]]:
    """Return the longest period and the latest row, each with its game; of equals, the first."""
    best = {
        name: max(((getattr(proof, name), -code) for code, proof in found), default=None)
        for name in ("period", "row")
    }
    return {
        name: (most[0], show_family(rules_of(modulus, -most[1]))) if most else (0, "")
        for name, most in best.items()
    }


# --- A random sample -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Sample:
    """How many of some games that were chosen at random have a certificate.

    Args:
        seed: the number that the choice depends on.
        limit: how many rows of a game were searched.
        searched: the number of games.
        each: the class of each of them in turn, with blanks between them; a game without a
            certificate is unexplained.
        settled: how many games there are of each class.
        share: the ends of the interval of Wilson, at 95 %, for the share of all games of which a
            certificate would be found in so many rows.
        period: the longest period of a certificate, and the game that it was found for.
        row: the latest row with which the first period of a certificate starts, and the game.
        seconds: the seconds of a processor that the searches took, as they were measured.
    """

    seed: int
    limit: int
    searched: int
    each: str
    settled: dict[str, int]
    share: tuple[float, float]
    period: tuple[int, str]
    row: tuple[int, str]
    seconds: float


def sampled(
    log: Log,
    count: int,
    seed: int = 0,
    limit: int = 3000,
    progress: Progress | None = None,
) -> Sample:
    """Search some games of a modulus, each game being as likely as any other.

    Args:
        log: what was found before; what is found is added.
        count: how many games. Those of a smaller sample come first.
        seed: an integer ≥ 0, that the choice depends on.
        limit: how many rows of each to search.
        progress: called after each game with the number of games done, and of all.

    Raises:
        ValueError: if there are not so many games.
    """
    codes = bulk.codes(log.modulus)
    count = check_integer(count, "the number of games", 1, len(codes))
    random, chosen = Random(seed), dict[int, None]()
    while len(chosen) < count:
        chosen[random.randrange(len(codes))] = None
    searched = list[tuple[int, float, Found | None]]()
    for code in codes[[*chosen]].tolist():
        searched.append((code, *log.search(code, limit)))
        if progress is not None:
            progress(len(searched), count)
    each = [found.kind if found else _NONE for _, _, found in searched]
    by_class = Counter(each)
    return Sample(
        seed=seed,
        limit=limit,
        searched=len(searched),
        each=" ".join(each),
        settled={name: by_class[name] for name in CERTIFIED},
        share=wilson(len(each) - by_class[_NONE], len(each)),
        **_records(log.modulus, [(code, found) for code, _, found in searched if found]),
        seconds=round(sum(took for _, took, _ in searched), 1),
    )


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Return the interval of Wilson, at 95 %, for the share that some successes are a sample of.

    >>> wilson(90, 100)
    (0.8256, 0.9448)
    """
    share = successes / trials
    square = 1.959964**2 / trials
    off = math.sqrt(square * share * (1 - share) + square * square / 4)
    middle = share + square / 2
    return round((middle - off) / (1 + square), 4), round((middle + off) / (1 + square), 4)
