"""Tests that each error message names the invalid argument and states the violated rule."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any

import pytest

from nimtwist import (
    MultiMove,
    PowerMuM,
    Solver,
    Tree,
    arrays,
    check_rules,
    mex,
    nim_sum,
    nimber,
)
from nimtwist.algebra import BinaryField, Ordinal, ordinal, polynomial_text
from nimtwist.algebra import nimber as finite
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
from nimtwist.atlas.certificate import Power
from nimtwist.atlas.counting import counting_flaw
from nimtwist.atlas.mass import Log, search_sample
from nimtwist.atlas.one_restriction import SingleProof, solve_single
from nimtwist.atlas.staircase import Growing, Loop, Staircase
from nimtwist.compiled.cram import CompiledCram
from nimtwist.games import (
    Cram,
    Kayles,
    Moore,
    MuM,
    Nim,
    Northcott,
    PolyMuM,
    Stones,
    TurningCorners,
    mum_tables,
    mumber,
    octal,
    pair_grid,
    restrictions,
)
from nimtwist.games.blocking import BlockingNim, Boxes
from nimtwist.games.cram import CramSolver
from nimtwist.games.hackenbush import Picture
from nimtwist.podium import Standings, delta, rank, reduction
from nimtwist.processes import as_done, check_processes, pool

POOL: Any = None
FAMILY = BlockingNim(3, [{1}])
SINGLE = solve_single(3, frozenset({2}))
assert SINGLE

INVALID_CALLS: list[tuple[str, Callable[[Any], object]]] = [
    ("≥ 0", lambda bad: Nim().options((bad,))),
    ("≥ 0", lambda bad: TurningCorners().options(frozenset({(bad, 1)}))),
    ("≥ 0", lambda bad: Tree.of(Nim(), (1,), bad)),
    ("≥ 0", lambda bad: mex([bad])),
    ("≥ 0", lambda bad: mex([], start=bad)),
    ("≥ 0", lambda bad: nim_sum([bad])),
    ("≥ 0", lambda bad: nimber.add(bad, 1)),
    ("≥ 0", Ordinal),
    ("≥ 0", PolyMuM(7).remainder),
    ("≥ 0", lambda bad: octal.Periodic(Kayles(), bad, 1)),
    ("≥ 0", lambda bad: mum_tables.MuMTable(MuM(5), bad, 1)),
    ("≥ 0", PolyMuM(7, heaps="any").element),
    ("≥ 0", lambda bad: Picture([(0, bad)])),
    ("≥ 0", lambda bad: next(rows.rows(FAMILY, bad))),
    ("≥ 0", lambda bad: search.shape(next(rows.rows(FAMILY)), bad)),
    ("≥ 0", polynomial_text),
    ("≥ 0", SINGLE.value),
    ("≥ 0", lambda bad: SingleProof(3, frozenset(), bad, 4, 2, 0, ())),
    ("≥ 1", Moore),
    ("≥ 1", PowerMuM),
    ("≥ 1", lambda bad: MuM(5, heaps="any").options((bad,))),
    ("≥ 1", lambda bad: families.read_family(bad, "1")),
    ("≥ 1", lambda bad: BlockingNim(bad, [()])),
    ("≥ 1", lambda bad: MultiMove(Nim(), bad)),
    ("≥ 1", lambda bad: Stones().options(frozenset({(1, bad)}))),
    ("≥ 1", lambda bad: Solver(Nim(), limit=bad)),
    ("≥ 1", lambda bad: mum_tables.MuMTable(MuM(5), 1, bad)),
    ("≥ 1", mumber.Mumber),
    ("≥ 1", lambda bad: octal.Periodic(Kayles(), 0, bad)),
    ("≥ 1", lambda bad: restrictions.smallest_allowed(bad, ())),
    ("≥ 1", lambda bad: restrictions.longest_run(bad, ())),
    ("≥ 1", lambda bad: cubes.find_cube(FAMILY, 1, bad)),
    ("≥ 1", lambda bad: search.find(FAMILY, bad)),
    ("≥ 1", lambda bad: extra_heaps.find_extra_heaps_proof(FAMILY, (), bad)),
    ("≥ 1", lambda bad: counting_search.find_recurrence(FAMILY, bad)),
    ("≥ 1", lambda bad: counting_search.find_recurrence(FAMILY, 9, bad)),
    ("≥ 1", lambda bad: counting_search.find_staircase(FAMILY, bad)),
    ("≥ 1", lambda bad: SingleProof(3, frozenset(), 0, bad, 2, 0, ())),
    ("≥ 1", lambda bad: solve_single(3, frozenset({2}), bad)),
    ("≥ 1", lambda bad: finite.trace(1, bad)),
    ("≥ 1", finite.roots),
    ("≥ 1", finite.isomorphism),
    ("≥ 2", MuM),
    ("≥ 2", BinaryField),
    ("≥ 2", Northcott),
    ("≥ 2", ordinal.kappa),
    ("≥ 2", lambda bad: ordinal.roots(1, bad)),
    ("≥ 2", lambda bad: delta((1,), bad)),
    ("≥ 2", lambda bad: rank((1,), bad)),
    ("≥ 2", lambda bad: reduction((1,), bad)),
    ("≥ 2", lambda bad: Solver(Nim()).rank((1,), bad)),
    ("from 1 to 3", lambda bad: BlockingNim(3, [{bad}])),
    ("from 1 to 3", lambda bad: restrictions.longest_run(3, {bad})),
    ("from 1 to 3", lambda bad: restrictions.smallest_allowed(3, {bad})),
    ("from 1 to 4", lambda bad: Northcott(5).options(((0, bad),))),
    ("from 0 to 3", lambda bad: Northcott(5).options(((bad, 4),))),
    ("from 0 to 3", lambda bad: BlockingNim.exactly(3, bad)),
    ("from 0 to 3", lambda bad: PolyMuM(7).mul(bad, 1)),
    ("from 0 to 3", lambda bad: mum_tables.MuMTable(MuM(5), 3, 1).mumbers(bad)),
    ("from 0 to 3", lambda bad: pair_grid.PairGrid(FAMILY, 4).outcome(bad, 1, frozenset())),
    ("from 0 to 2", Picture([(0, 1)] * 3).cut),
    ("from 1 to 5", lambda bad: next(families.antichains(bad))),
    ("≥ 1", lambda bad: driver.run(3, 8, "-", POOL, most=bad)),
    ("from 1 to 6", bulk.codes),
    ("from 1 to 6", lambda bad: families.rules_of(bad, 1)),
    ("from 1 to 6", lambda bad: bulk.patterns(bad, bulk.codes(3), 1)),
    ("from 1 to 6", lambda bad: driver.run(bad, 1, "-", POOL)),
    ("from 1 to 6", lambda bad: Log("-", bad)),
    ("from 0 to 16", lambda bad: finite.roots(2, bad)),
    ("from 1 to 16", lambda bad: cubes.find_cube(FAMILY, bad)),
    ("from 1 to 16", lambda bad: cubes.CubeProof(bad, 0, 1)),
    ("from 1 to 255", lambda bad: families.rules_of(3, bad)),
    ("from 1 to 256", check_processes),
    ("from 1 to 256", lambda bad: pool(processes=bad).__enter__()),
    ("from 1 to 167", lambda bad: search_sample(Log("-", 4), bad)),
    ("from 0 to 512", lambda bad: finite.sums_by_mex(bad, 1)),
    ("from 0 to 512", lambda bad: finite.sums_by_mex(1, bad)),
    ("from 0 to 999", lambda bad: Cram().options(frozenset({(bad, 0)}))),
    ("from 1 to 1000", lambda bad: Cram.rectangle(bad, 1)),
    ("from 1 to 1000", lambda bad: Cram.rectangle(1, bad)),
    ("from 2 to 1000", Standings),
    ("from 1 to 4096", lambda bad: driver.pattern(FAMILY, bad)),
    ("from 1 to 4096", lambda bad: driver.run(3, bad, "-", POOL)),
    ("from 1 to 4096", lambda bad: bulk.patterns(3, bulk.codes(3), bad)),
    ("from 1 to 10000", lambda bad: pair_grid.PairGrid(FAMILY, bad)),
    ("from 1 to 10000", lambda bad: Boxes(FAMILY, 1).rows(frozenset(), bad)),
    ("from 1 to 65536", lambda bad: BlockingNim.up_to(bad, 0)),
    ("from 1 to 65536", lambda bad: CompiledCram(memory=bad)),
    ("from 1 to 65536", lambda bad: driver.run(3, 8, "-", POOL, limit=bad)),
    ("from 1 to 65536", lambda bad: driver.search_again("-", bad)),
    ("from 0 to 100000", lambda bad: Picture.stalks([bad])),
    ("from 0 to 1048576", restrictions.strictest),
    ("from 0 to 1000000000000000000", lambda bad: Power(b"0", bad, 0)),
    ("from 0 to 1000000000000000000", lambda bad: Loop((), b"0", 1, (0, 0), bad)),
    ("from 0 to 1000000000000000000", lambda bad: Staircase(bad, (), (), ())),
    ("from 1 to 1000000000000000000", lambda bad: Loop((), b"0", bad, (0, 0), 0)),
    ("from -1000000000000000000 to 1000000000000000000", lambda bad: Growing(b"0", bad)),
    ("True or False", lambda bad: Northcott(5, bad)),
    ("True or False", lambda bad: Standings(3, bad)),
    ("True or False", lambda bad: MuM(5, compulsory=bad)),
    ("True or False", lambda bad: PolyMuM(7, compulsory=bad)),
    ("True or False", lambda bad: mum_tables.MuMTable(MuM(5), 1, 1).mumber((1,), of_units=bad)),
    ("'same-turn' or 'own-turn' or 'never'", lambda bad: MuM(5, bad)),
    ("'same-turn' or 'own-turn' or 'never'", lambda bad: PolyMuM(7, bad)),
    ("'coprime' or 'not divisible' or 'any'", lambda bad: MuM(5, heaps=bad)),
    ("'canonical' or 'any'", lambda bad: PolyMuM(7, heaps=bad)),
    ("'elements' or 'polynomial' or 'any'", lambda bad: PolyMuM(7, amounts=bad)),
    ("'stranded' or 'small' or 'always'", lambda bad: MuM(5, when=bad)),
    ("'stranded' or 'always'", lambda bad: PolyMuM(7, when=bad)),
    ("'as worded' or 'rectangles'", Stones),
    ("'any' or 'normal'", lambda bad: check_rules(Nim(), [], bad)),
    ("'leftmost' or 'not n - 1'", lambda bad: reduction((1,), 2, start=bad)),
    ("'gfni' or 'numba' or None", lambda bad: arrays.inv(bulk.codes(2), backend=bad)),
    ("one number", CramSolver),
    ("one number", CompiledCram),
    ("one number", lambda bad: Solver(Nim(), bad)),
    ("a list of rows and a number", lambda bad: reduction((1,), 2, bad)),
    ("the list of the options' values", lambda bad: Solver(Nim()).evaluate((1,), bad)),
    ("the arguments of a task", lambda bad: next(as_done(Executor(), bad, ()))),
    ("one position", lambda bad: Solver(Nim()).strategy((1,), bad)),
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
