"""Tests that each error message names the invalid argument and states the violated rule."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from operator import truediv
from typing import Any, cast

import pytest

from nimtwist import Nimber, Rules, Sum, Vectors, table
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
from nimtwist.atlas.mass import Searches, search_sample
from nimtwist.atlas.one_restriction import SingleProof, solve_single
from nimtwist.atlas.staircase import Growing
from nimtwist.checks import short_repr
from nimtwist.frames import frame
from nimtwist.games import (
    Cram,
    Hackenbush,
    Kayles,
    Moore,
    MuM,
    Nim,
    Northcott,
    PolyMuM,
    Stones,
    TakeAndBreak,
    TurningCorners,
    mum_tables,
    pair_grid,
)
from nimtwist.games.blocking import BlockingNim
from nimtwist.games.cram import CramSolver
from nimtwist.games.hackenbush import Picture
from nimtwist.games.heaps import MAX_OPTIONS, check_option_count, read_heaps
from nimtwist.nimber import isomorphism
from nimtwist.ordinal import Ordinal, kappa
from nimtwist.podium import reduction
from nimtwist.processes import as_done, pool

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
    ("from 1 to 6", lambda bad: Searches("-", bad)),
    ("from 1 to 255", lambda bad: families.rules_of(3, bad)),
    ("from 1 to 256", lambda bad: pool(processes=bad).__enter__()),
    ("from 1 to 167", lambda bad: search_sample(Searches("-", 4), bad)),
    ("from 0 to 100000", lambda bad: Picture.stalks([bad])),
    ("from 0 to 999", lambda bad: Cram().options(frozenset({(bad, 0)}))),
    ("from 1 to 4096", lambda bad: driver.pattern(FAMILY, bad)),
    ("from 1 to 4096", lambda bad: driver.run(3, bad, "-", POOL)),
    ("from 1 to 4096", lambda bad: bulk.distinct(3, bulk.codes(3), bad)),
    ("from 1 to 65536", lambda bad: driver.run(3, 8, "-", POOL, limit=bad)),
    ("from 1 to 65536", lambda bad: driver.search_again("-", bad)),
    ("from -1000000000000000000 to 1000000000000000000", lambda bad: Growing(b"0", bad)),
    ("the arguments of a task", lambda bad: next(as_done(Executor(), bad, ()))),
    ("from 0 to 2", Picture([(0, 1)] * 3).cut),
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


# --- Other bad input -----------------------------------------------------------------------------

W, NO = Ordinal.parse("w"), frozenset[int]()
LARGE_FIELD = Ordinal.parse("w^(w^4)+w^(w^3)+w^(w^2)+w")
NOT_VECTORS: list[Any] = [
    *(([], []), ([(1, 0)], [(1,)]), ([(0, 0)], []), ([], [(1, -1)]), ([(1, 0.5)], [])),
]
NOT_ORDINALS = "2*3 (w+1)*2 w*0 w*w w*(w+1) 1+w w+0 0+w 2^3 (w w+ x"
CORNERS: Any = frozenset((x, 9) for x in range(1, 151))


def nested(depth: int) -> Sum:
    """Return sums of Nim inside each other."""
    return Sum(Nim() if depth == 1 else nested(depth - 1))


# Each message is followed by calls that raise a `ValueError` with this message.
REFUSED: dict[str, list[Callable[[], object]]] = {
    "vector": [partial(Vectors, *vectors) for vectors in NOT_VECTORS],
    "position|heap": [
        partial(Vectors([(1, 0)]).options, cast(Any, bad)) for bad in [(1,), (1, 2, 3), (1, -1), 3]
    ],
    "is not a board": [partial(Cram().read, t) for t in ("", "..//..", "..;..", "ab", "../.x")],
    "at most 1,000 rows and columns": [
        partial(Cram().read, "." * 1001),
        partial(Cram().read, "/".join("." * 1001)),
    ],
    "401 connected free cells is too large": [
        lambda: CramSolver().outcome(Cram.rectangle(1, 401)),
    ],
    "at most 12": [lambda: Northcott(2).read("0-1 " * 13)],
    "at most 1,000 are allowed": [lambda: Hackenbush().read("0-1," * 1001)],
    "is not a heap": [partial(read_heaps, t) for t in ("X", "X4", "4, X, 4", "((", "-1", "４")],
    "parenthesis without its partner": [
        partial(Stones().read, t) for t in ("((1,2)", "(1,2),3,4)", "(1,2)(", ")1,2(")
    ],
    r"to the left of the right token, not as in \(3, 1\)": [lambda: Northcott(5).read("0-1 3-1")],
    r"\(1,\) has up to 1000001 options, too many to list": [
        lambda: check_option_count(MAX_OPTIONS + 1, (1,), 1),
    ],
    "a forbidden residue must be an integer from 1 to 3, not [04]": [
        partial(BlockingNim, 3, [{bad}]) for bad in (0, 4)
    ],
    "left by a move that takes 1 must be an integer from 0 to 10, not 11": [
        lambda: TakeAndBreak({1: [11]}),
    ],
    "too large a family": [lambda: BlockingNim.up_to(65536, 1)],
    "irreducible polynomial of degree 1, 2, 4 or 8": [
        partial(isomorphism, bad) for bad in (1, 0b1011, 0b101, 0b10001, 0x101, 0x100, 0x11B << 1)
    ],
    "must return 1 of the rows": [
        partial(reduction, (1,), 2, lambda *_, rows=rows: rows) for rows in ([5], [])
    ],
    "at most 50 deep, not 51": [lambda: nested(51)],
    "is not a sum of 2 games": [
        lambda: Sum(Nim(), BlockingNim.exactly(2, 1)).read("1"),
        lambda: Sum(Nim(), Rules(list)).read("1 + 1 + 1"),
        lambda: Sum(Sum(Nim(), Nim())).read("(1 + 1)"),
    ],
    "'x' is not a position: expected a Python literal": [
        lambda: Sum(Nim(), Rules(range)).read("1 + x"),
    ],
    r"a power below 2\^256 of an odd prime up to 709, not \d+$": [
        partial(kappa, q) for q in (4096, 719, 3**162, 6)
    ],
    r"is not an ordinal below ω\^\(ω\^ω\) in Cantor normal form": [
        partial(Ordinal.parse, t) for t in NOT_ORDINALS.split()
    ],
    r"out of range: its exponent must be below ω\^12250": [
        partial(Ordinal.parse, text) for text in ("w^(w^12250)", f"w^({2**256})")
    ],
    "expected an odd prime up to 709, got 1231": [lambda: Ordinal.parse("w^(w^200*5+w)") ** 1231],
    "0 has no inverse|cannot divide .* by 0": [
        call
        for zero in (Nimber(0), Ordinal(0))
        for call in (zero.inv, partial(pow, zero, -1), partial(truediv, 1, zero))
    ]
    + [partial(truediv, W, Nimber(0)), partial(truediv, W, Ordinal(0))],
    r"not all prime factors of 2\^(220|1024) - 1 are known": [
        Ordinal.parse("w^(w^3)").order,
        Nimber(1 << 512).order,
    ],
    "0 has no multiplicative order": [Ordinal(0).order, Nimber(0).order],
    "needs a field of degree": [
        *(LARGE_FIELD.conjugates, LARGE_FIELD.minimal_polynomial, LARGE_FIELD.inv),
        *(Nimber(1 << 2048).conjugates, partial(pow, LARGE_FIELD, 10**9)),
    ],
    "^expected a finite nimber, got ω$": [partial(Nimber, W), partial(int, W)],
    "too many": [lambda: solve_single(4, frozenset({1, 2, 4}), 10**8 // 4 + 1)],
    "a tuple of integers": [
        partial(SingleProof, 3, frozenset({2}), 0, 4, 2, 0, cast(Any, values))
        for values in ([0, 1, 0, 1], (0, 1, 0, "1"), (0, 1, 0, True))
    ],
    "too many planes": [lambda: extra_heaps.planes((15, 16))],
    r"\(1, 1\) with one more heap is not in a table of at most 2 heaps up to 3": [
        lambda: mum_tables.MuMTable(MuM(5), 2, 3).row((1, 1)),
    ],
    "from 2 to 1000000000000, not 1000000000001": [
        lambda: MuM(10**12 + 1, heaps="not divisible"),
    ],
    "a modulus up to 6": [
        lambda: checker.flaw(BlockingNim(7, [{1}]), cast(Any, search.find(FAMILY))),
    ],
    "options must be a function of one position, not": [
        partial(Rules, cast(Any, bad)) for bad in (3, "n", None)
    ],
    "value must be 'outcome' or 'grundy', not 'rank'": [
        lambda: table(Nim(), (range(4), range(4)), cast(Any, "rank")),
    ],
    "a data frame has two axes, not 1": [lambda: frame(Nim(), [range(4)])],
}


@pytest.mark.parametrize(
    ("message", "call"),
    [(message, call) for message, calls in REFUSED.items() for call in calls],
)
def test_bad_input_is_refused(message: str, call: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=message):
        call()


TOO_MANY: list[tuple[Any, Any]] = [
    (Nim(), (*range(1, 1000), 10**5)),
    (Moore(2), (1,) * 400),
    (Kayles(), (90_000,) * 120),
    (BlockingNim.up_to(1, 1), (tuple(range(1, 301)), NO)),
    (Cram(), Cram.rectangle(60, 60)),
    (Northcott(10), ((0, 9),) * 1100),
    (Stones(), CORNERS),
    (TurningCorners(), CORNERS),
    (Hackenbush(), Picture.stalks([1] * 4000)),
]


@pytest.mark.parametrize(("rules", "position"), TOO_MANY)
def test_positions_with_too_many_options_are_refused(rules: Any, position: Any) -> None:
    with pytest.raises(ValueError, match="too many to list: at most 10,000,000 parts") as refusal:
        rules.options(position)
    assert str(refusal.value).startswith(short_repr(position))


@pytest.mark.parametrize(
    "call",
    [
        lambda: len(Cram().read("." * 1000)) == len(Cram().read("/".join("." * 1000))) == 1000,
        lambda: CramSolver().outcome(Cram.rectangle(1, 400)) == "N",
        lambda: Northcott(2).read("0-1 " * 12) == ((0, 1),) * 12,
        lambda: Hackenbush().read("0-1," * 1000).edges == ((0, 1),) * 1000,
        lambda: not any(map(check_option_count, [MAX_OPTIONS], [(1,)], [10])),
        lambda: len(BlockingNim.up_to(16, 16).restrictions) == 65536,
        lambda: nested(50).rules == (nested(49),),
        lambda: kappa(2048) == Nimber(1 << 1024) and kappa(3**161).terms[0][1] == 1,
        lambda: str(Ordinal.parse("w^(w^12249)")) == "ω^(ω^12249)",
        lambda: str(Ordinal.parse(f"w^({2**256 - 1})")) == f"ω^{2**256 - 1}",
        lambda: Ordinal.parse("(" * 19 + "w" + ")" * 19) == W,
        lambda: Ordinal.parse("9" * 1000) == 10**1000 - 1,
        lambda: solve_single(4, frozenset({1, 2, 4}), 10**8 // 4),
        lambda: len(extra_heaps.planes((15, 15))) == 16 * 17 // 2,
    ],
)
def test_limits_are_inclusive(call: Callable[[], object]) -> None:
    assert call()
