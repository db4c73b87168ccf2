"""A search for certificates for as many games with one modulus as time allows.

Games with the same states on small heaps form a group; the largest groups come first. The search
takes one game of a group. A certificate for this game also solves all games of the group that have
the same states as this game for heaps of any size (`nimtwist.atlas.equivalence`). Then the search
takes one of the remaining games, and so on, until no certificate is found for a game. After all
groups have had a turn, the groups with unsolved games get a second turn, and then a third if
necessary, each with more rows. The results are saved in a log, so that an interrupted run can
resume, and the totals are computed from this log.

Like `nimtwist.atlas.bulk`, this module needs NumPy and numba (extra `atlas`).
"""

from __future__ import annotations

import math
import os
import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from nimtwist._files import Log
from nimtwist.atlas import bulk
from nimtwist.atlas.bulk import Codes
from nimtwist.atlas.equivalence import decisive_bits
from nimtwist.atlas.families import LARGEST_MODULUS, rules_of, show_family
from nimtwist.atlas.kinds import CERTIFIED, kind
from nimtwist.atlas.search import find
from nimtwist.checks import check_integer, file_name

__all__ = ["Sample", "Searches", "Summary", "certify", "search_sample", "wilson_interval"]

_GROUP_SIZE = 64  # the states on heaps below this size determine the group of a game
_PATTERN_SIZE = 32  # the good pairs of heaps below this size form the pattern of a game
_ROW_FACTORS = (1, 4, 16)  # factors of the row limit for a group's first, second and third turn

Indices = NDArray[np.intp]
Progress = Callable[[int, int], object]


# --- The results of searches ---------------------------------------------------------------------


@dataclass(frozen=True)
class Result:
    """A summary of a certificate: the class of its game, its first row and period, and its scope.

    The scope is given by `mask` and `bits`, as in `equivalence.decisive_bits`: the certificate
    holds for all games whose codes have these bits under the mask.
    """

    kind: str
    row: int
    period: int
    mask: int
    bits: int


def _search(modulus: int, code: int, limit: int) -> Result | None:
    rules = rules_of(modulus, code)
    proof = find(rules, limit)
    if proof is None:
        return None
    return Result(kind(rules, proof).name, proof.row, proof.period, *decisive_bits(rules, proof))


class Searches:
    """The searches of games with one modulus, saved in a log.

    A result in the log is a list: the code of the game, the number of rows searched, the CPU time
    in seconds and, if a certificate was found, the fields of its `Result`.

    Args:
        path: the log. It is created when the first result is added.
        modulus: the modulus of the games, an integer from 1 to 6.

    Raises:
        ValueError: if an argument is invalid, or the file is not a log of this modulus.
    """

    def __init__(self, path: str | os.PathLike[str], modulus: int) -> None:
        self.modulus = check_integer(modulus, "the modulus", 1, LARGEST_MODULUS)
        self._log = Log(Path(file_name(path)), f"searches modulo {self.modulus}")
        self._results: dict[tuple[int, int], tuple[float, Result | None]] = {
            (code, limit): (seconds, Result(*fields) if fields else None)
            for code, limit, seconds, *fields in self._log.results
        }

    def search(
        self, code: int, limit: int, is_late: Callable[[], bool] = lambda: False
    ) -> tuple[float, Result | None]:
        """Return the CPU time and the result of searching a game's first `limit` rows.

        If they are not in the log yet, the game is searched now.

        Raises:
            TimeoutError: if a search is needed but `is_late` returns true.
        """
        if (code, limit) not in self._results:
            if is_late():
                raise TimeoutError
            start = time.process_time()
            result = _search(self.modulus, code, limit)
            seconds = round(time.process_time() - start, 5)
            self._results[code, limit] = seconds, result
            self._log.add([code, limit, seconds, *(vars(result).values() if result else ())])
        return self._results[code, limit]


# --- A run over all games ------------------------------------------------------------------------


@dataclass(frozen=True)
class Summary:
    """The progress of a run.

    Args:
        searched: the number of searches.
        certificates: the number of certificates found; no two are for games with the same states.
        settled: for each class, the number of games solved by these certificates.
        patterns: the numbers of different patterns on heaps below 32: all of them (`all`), those
            with at least one game that is solved or was searched without success (`tried`), those
            with at least one solved game (`met`), and those with no unsolved game (`settled`).
        period: the longest period of a certificate, and the game it was found for.
        row: the largest preperiod of a certificate (its first row), and the game it was found for.
        seconds: the measured CPU time of the searches, in seconds.
    """

    searched: int
    certificates: int
    settled: dict[str, int]
    patterns: dict[str, int]
    period: tuple[int, str]
    row: tuple[int, str]
    seconds: float


def certify(
    searches: Searches,
    seconds: float = 0,
    progress: Progress = lambda done, total: None,
    clock: Callable[[], float] = time.monotonic,
) -> Summary:
    """Search all games with the modulus of `searches`, group by group, and return the progress.

    Args:
        searches: the results so far; new results are added.
        seconds: the time in seconds, ≥ 0, after which no new search is started.
        progress: called after each group with the number of solved games and the number of all
            games.
        clock: a function that returns the time in seconds.
    """
    codes = bulk.codes(searches.modulus)
    kinds, tried = np.full(len(codes), -1, np.int8), np.zeros(len(codes), np.bool_)
    certificates, times = list[tuple[int, Result]](), list[float]()
    groups, done = _groups(searches.modulus, codes), 0
    until = clock() + seconds
    with suppress(TimeoutError):
        for factor in _ROW_FACTORS:
            unfinished = list[Indices]()
            for remaining in groups:
                while len(remaining):
                    # The more games a certificate might solve, the more rows are worth searching.
                    limit = factor * min(1000, 200 + 8 * len(remaining))
                    seconds_taken, result = searches.search(
                        int(codes[remaining[0]]), limit, lambda: clock() >= until
                    )
                    times.append(seconds_taken)
                    tried[remaining[0]] = True
                    if not result:
                        unfinished.append(remaining)
                        break
                    certificates.append((int(codes[remaining[0]]), result))
                    solved = codes[remaining] & np.uint64(result.mask) == np.uint64(result.bits)
                    kinds[remaining[solved]] = CERTIFIED.index(result.kind)
                    remaining, done = remaining[~solved], done + int(solved.sum())
                progress(done, len(codes))
            groups = unfinished
    pattern, settled = bulk.distinct(searches.modulus, codes, _PATTERN_SIZE).first, kinds >= 0
    total, unsettled = len(np.unique(pattern)), len(np.unique(pattern[~settled]))
    return Summary(
        searched=len(times),
        certificates=len(certificates),
        settled={name: int((kinds == i).sum()) for i, name in enumerate(CERTIFIED)},
        patterns={
            "all": total,
            "tried": len(np.unique(pattern[tried | settled])),
            "met": len(np.unique(pattern[settled])),
            "settled": total - unsettled,
        },
        **_records(searches.modulus, certificates),
        seconds=round(sum(times), 1),
    )


def _groups(modulus: int, codes: Codes) -> list[Indices]:
    """Return the indices of the games of each group; groups of equal size are in random order."""
    groups = bulk.distinct(modulus, codes, _GROUP_SIZE, states=True).members
    Random(modulus).shuffle(groups)
    return sorted(groups, key=lambda games: -len(games))


def _records(modulus: int, results: Iterable[tuple[int, Result]]) -> dict[str, tuple[int, str]]:
    """Return the largest period and the largest first row, each with a game that attains it."""
    best = {
        name: max(((getattr(result, name), -code) for code, result in results), default=None)
        for name in ("period", "row")
    }
    return {
        name: (record[0], show_family(rules_of(modulus, -record[1]))) if record else (0, "")
        for name, record in best.items()
    }


# --- A random sample -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Sample:
    """The results of searching a random sample of games.

    Args:
        seed: the seed of the random choice.
        limit: the number of rows that were searched in each game.
        searched: the number of games.
        settled: for each class, the number of games with a certificate.
        share: the 95 % Wilson interval for the share of all games for which the search would find a
            certificate in `limit` rows.
        period: the longest period of a certificate, and the game it was found for.
        row: the largest preperiod of a certificate (its first row), and the game it was found for.
        seconds: the measured CPU time of the searches, in seconds.
    """

    seed: int
    limit: int
    searched: int
    settled: dict[str, int]
    share: tuple[float, float]
    period: tuple[int, str]
    row: tuple[int, str]
    seconds: float


def search_sample(
    searches: Searches,
    count: int,
    seed: int = 0,
    limit: int = 3000,
    progress: Progress = lambda done, total: None,
) -> Sample:
    """Search a uniformly random sample of the games with the modulus of `searches`.

    Args:
        searches: the results so far; new results are added.
        count: the number of games. A larger sample starts with the games of a smaller one.
        seed: the seed of the random choice, an integer ≥ 0.
        limit: the number of rows to search in each game.
        progress: called after each game with the number of finished games and the sample size.

    Raises:
        ValueError: if `count` is not an integer from 1 to the number of games.
    """
    codes = bulk.codes(searches.modulus)
    count = check_integer(count, "the number of games", 1, len(codes))
    random, chosen = Random(seed), dict[int, None]()
    while len(chosen) < count:
        chosen[random.randrange(len(codes))] = None
    searched = list[tuple[int, float, Result | None]]()
    for code in codes[[*chosen]].tolist():
        searched.append((code, *searches.search(code, limit)))
        progress(len(searched), count)
    by_class = Counter(result.kind for _, _, result in searched if result)
    return Sample(
        seed=seed,
        limit=limit,
        searched=len(searched),
        settled={name: by_class[name] for name in CERTIFIED},
        share=wilson_interval(by_class.total(), len(searched)),
        **_records(searches.modulus, [(code, result) for code, _, result in searched if result]),
        seconds=round(sum(seconds for _, seconds, _ in searched), 1),
    )


def wilson_interval(successes: int, trials: int) -> tuple[float, float]:
    """Return the 95 % Wilson confidence interval for a proportion.

    >>> wilson_interval(90, 100)
    (0.8256, 0.9448)
    """
    share = successes / trials
    square = 1.959964**2 / trials
    margin = math.sqrt(square * share * (1 - share) + square * square / 4)
    middle = share + square / 2
    return round((middle - margin) / (1 + square), 4), round((middle + margin) / (1 + square), 4)
