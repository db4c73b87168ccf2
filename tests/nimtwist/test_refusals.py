"""Tests that each error message names the invalid argument and states the violated rule."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any

import pytest

from nimtwist.atlas import (
    bulk,
    checker,
    counting_search,
    cubes,
    driver,
    extra_heaps,
    families,
    rows,
    search,
)
from nimtwist.atlas.counting import counting_flaw
from nimtwist.atlas.mass import Log, search_sample
from nimtwist.atlas.one_restriction import solve_single
from nimtwist.atlas.staircase import Growing
from nimtwist.games import (
    Cram,
    Kayles,
    MuM,
    Northcott,
    PolyMuM,
    Stones,
    TurningCorners,
    mum_tables,
    octal,
    pair_grid,
)
from nimtwist.games.blocking import BlockingNim
from nimtwist.games.hackenbush import Picture
from nimtwist.processes import as_done, check_processes, pool

POOL: Any = None
FAMILY = BlockingNim(3, [{1}])
SINGLE = solve_single(3, frozenset({2}))
assert SINGLE

# The rules for arguments of all public functions are checked in `test_junk`. These are rules for
# parts of arguments, for functions of another form, and for functions that start long work.
INVALID_CALLS: list[tuple[str, Callable[[Any], object]]] = [
    ("≥ 0", lambda bad: TurningCorners().options(frozenset({(bad, 1)}))),
    ("≥ 0", lambda bad: mum_tables.MuMTable(MuM(5), bad, 1)),
    ("≥ 0", lambda bad: next(rows.rows(FAMILY, bad))),
    ("≥ 1", lambda bad: MuM(5, heaps="any").options((bad,))),
    ("≥ 1", lambda bad: Stones().options(frozenset({(1, bad)}))),
    ("≥ 1", lambda bad: mum_tables.MuMTable(MuM(5), 1, bad)),
    ("from 1 to 4", lambda bad: Northcott(5).options(((0, bad),))),
    ("from 0 to 3", lambda bad: Northcott(5).options(((bad, 4),))),
    ("from 0 to 3", lambda bad: PolyMuM(7).mul(bad, 1)),
    ("from 0 to 3", lambda bad: mum_tables.MuMTable(MuM(5), 3, 1).mumbers(bad)),
    ("from 0 to 3", lambda bad: pair_grid.PairGrid(FAMILY, 4).outcome(bad, 1, frozenset())),
    ("≥ 1", lambda bad: driver.run(3, 8, "-", POOL, most=bad)),
    ("from 1 to 6", lambda bad: driver.run(bad, 1, "-", POOL)),
    ("from 1 to 6", lambda bad: Log("-", bad)),
    ("from 1 to 255", lambda bad: families.rules_of(3, bad)),
    ("from 1 to 256", lambda bad: pool(processes=bad).__enter__()),
    ("from 1 to 167", lambda bad: search_sample(Log("-", 4), bad)),
    ("from 0 to 999", lambda bad: Cram().options(frozenset({(bad, 0)}))),
    ("from 1 to 4096", lambda bad: driver.pattern(FAMILY, bad)),
    ("from 1 to 4096", lambda bad: driver.run(3, bad, "-", POOL)),
    ("from 1 to 4096", lambda bad: bulk.patterns(3, bulk.codes(3), bad)),
    ("from 1 to 65536", lambda bad: driver.run(3, 8, "-", POOL, limit=bad)),
    ("from 1 to 65536", lambda bad: driver.search_again("-", bad)),
    ("from -1000000000000000000 to 1000000000000000000", lambda bad: Growing(b"0", bad)),
    ("the arguments of a task", lambda bad: next(as_done(Executor(), bad, ()))),
    ("≥ 0", lambda bad: octal.Periodic(Kayles(), bad, 1)),
    ("≥ 1", lambda bad: octal.Periodic(Kayles(), 0, bad)),
    ("from 0 to 2", Picture([(0, 1)] * 3).cut),
    ("from 1 to 256", check_processes),
]


@pytest.mark.parametrize(("rule", "call"), INVALID_CALLS)
def test_messages_name_the_argument_and_state_the_rule(
    rule: str, call: Callable[[Any], object]
) -> None:
    kind = "(an integer |a function of |)"
    with pytest.raises(
        ValueError, match=rf"^[a-z](GF|[^A-Z])* must be {kind}{re.escape(rule)}, not '\?'$"
    ):
        call("?")


PROOFS: list[tuple[Callable[..., object], object]] = [
    (checker.flaw, search.find(FAMILY)),
    (counting_flaw, counting_search.find_staircase(FAMILY)),
    (cubes.cube_flaw, cubes.CubeProof(3, 6, 3)),
    (extra_heaps.extra_heaps_flaw, extra_heaps.find_extra_heaps_proof(FAMILY, (2,))),
]


@pytest.mark.parametrize(("flaw", "proof"), PROOFS)
def test_checkers_reject_invalid_games_and_proofs(
    flaw: Callable[..., object], proof: object
) -> None:
    assert proof
    for arguments in ((FAMILY, "?"), ("?", proof)):
        with pytest.raises(ValueError, match=r"not .*'\?'"):
            flaw(*arguments)


def test_certificates_require_a_modulus_of_at_most_6() -> None:
    proof = search.find(FAMILY)
    assert proof
    with pytest.raises(ValueError, match="a modulus up to 6"):
        checker.flaw(BlockingNim(7, [{1}]), proof)
