"""The open problem where a game counts: rows that are known for all sizes, by a staircase."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations

from nimbook.ledger import Case, Claims, Proof, read_words
from nimbook.sources import ATLAS
from nimtwist.atlas.counting import counting_flaw
from nimtwist.atlas.counting_search import find_staircase
from nimtwist.atlas.families import read_family
from nimtwist.atlas.search import find
from nimtwist.atlas.staircase import Staircase, counts

CLAIMS = Claims(ATLAS, "open_problem", read_words("atlas_counting"))


def _with_any(family: str, *more: str) -> list[str]:
    """Return the family with any choice of more restrictions."""
    choices = (chosen for size in range(len(more) + 1) for chosen in combinations(more, size))
    return ["; ".join([family, *chosen]) for chosen in choices]


COUNTING = (
    _with_any("1,3; 2,3; 2,4; 1,2,5", "3,4"),
    _with_any("1,3; 2,3; 1,2,4; 1,2,5", "3,4"),
    _with_any("1,2; 2,3; 1,3,4; 1,4,5", "2,4", "2,5", "3,5"),
    _with_any("1,5; 3,4", "2"),
    _with_any("1,5; 2,4; 2,5; 3,4", "1,3"),
    _with_any("1,5; 2,4; 3,4"),
    _with_any("1,5; 2,4; 3,4; 3,5"),
    _with_any("1,3,4; 1,4,5; 2,3,4", "2,5", "3,5"),
    _with_any("1,3,4; 1,4,5; 2,3,4; 2,4,5", "3,5"),
)
"""Games modulo 5 that count; those with the same staircase stand together."""

_GAMES = sum(map(len, COUNTING))


def _slower(staircase: Staircase) -> Staircase:
    """Return the staircase with n more rows from each loop to the next one."""
    loops = (replace(loop, then=loop.then + len(loop.tail)) for loop in staircase.loops)
    return replace(staircase, loops=tuple(loops))


def _steady(staircase: Staircase) -> Staircase:
    """Return the staircase with as many turns in each stage."""
    loops = (replace(loop, turns=(loop.turns[0], 0)) for loop in staircase.loops)
    return replace(staircase, loops=tuple(loops))


@cache
def _found(family: str, limit: int) -> Staircase | None:
    return find_staircase(read_family(5, family), limit)


@CLAIMS.of(
    "counting",
    statement="Some games count: all their rows are known, by a staircase, and yet their good "
    "pairs are not a semilinear set, so that they have no certificate. "
    f"At least {_GAMES} games modulo 5 are of this kind.",
    range_=lambda a: (
        f"{sum(map(len, COUNTING[: a['kinds']]))} of the {_GAMES} games, each with its staircase: "
        "two heaps of any size"
    ),
    quick={"kinds": 3, "limit": 4000},
    full={"kinds": len(COUNTING), "limit": 32_000},
    controls={
        "the same with five rows more after each loop": {"changed": _slower},
        "the same with as many turns in each stage": {"changed": _steady},
        "200 rows are enough to see it": {"limit": 200},
        "so does 1,2; 1,3,4; 2,3,4": {"too": [["1,2; 1,3,4; 2,3,4"]]},
        "they have a certificate": {"ordinary": True},
    },
)
def counting(
    kinds: int,
    limit: int,
    changed: Callable[[Staircase], Staircase] = lambda s: s,
    too: Sequence[Sequence[str]] = (),
    ordinary: bool = False,
) -> Iterator[Case]:
    for first, *others in (*COUNTING[:kinds], *too):
        found = _found(first, limit)
        for family in (first, *others):
            rules, none = read_family(5, family), "no staircase is found"
            flaw = counting_flaw(rules, changed(found)) if found else none
            yield Proof(f"{family} modulo 5", flaw)
            yield Case(f"{family} modulo 5 counts", True, found is not None and counts(found))
        if ordinary:
            certificate = find(read_family(5, first), 200)
            instance = f"a certificate of {first} modulo 5 exists"
            yield Case(instance, True, certificate is not None)
