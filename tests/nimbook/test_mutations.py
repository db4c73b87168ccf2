"""Tests that the claims detect mutations of the code that they depend on."""

from __future__ import annotations

import inspect
import re
import sys
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from types import FunctionType
from typing import Any

import pytest

from nimbook import seams_checker
from nimbook.claims import LEDGER, check
from nimbook.claims.nim import sum_by_columns
from nimbook.claims.stones import circle
from nimbook.claims.transfinite import winning_corners
from nimbook.ordinal_search import products_by_mex
from nimbook.seams import Seams, find_seams
from nimtwist import MultiMove, Rank, grundy_value
from nimtwist.algebra import BinaryField, nimber, tower
from nimtwist.atlas import _steps, counting, counting_search
from nimtwist.atlas._steps import PairSteps
from nimtwist.atlas.checker import base_flaw
from nimtwist.atlas.cubes import _Cube
from nimtwist.atlas.equivalence import occurring_bits
from nimtwist.atlas.extra_heaps import _PlaneSteps
from nimtwist.atlas.families import maximal
from nimtwist.atlas.one_restriction import _States
from nimtwist.atlas.rows import Reader
from nimtwist.atlas.search import grown
from nimtwist.atlas.staircase import counts
from nimtwist.games import BlockingNim, Cram, Hackenbush, Nim, Northcott, hackenbush
from nimtwist.games.blocking import Boxes
from nimtwist.games.cram import CramSolver
from nimtwist.games.mumber import Mumber
from nimtwist.games.nim import nim_sum
from nimtwist.games.octal import _ascending, values_below
from nimtwist.games.pair_grid import PairGrid
from nimtwist.games.products import ProductGame
from nimtwist.games.restrictions import smallest_allowed
from nimtwist.games.stones import _as_worded
from nimtwist.podium import Standings, _sums, delta, is_zero

# Claims about MuM that are checked by play
PLAY = "def-3.1 prop-3.2 prop-3.3 def-3.4 ex-3.5 sec-3.4"
BOARD = "stones.transfinite stones.transfinite-winner"
PODIUM_RULE = "kingmaker def-2.1"
COMPOSITE = "sec-5 sec-5.1 table-5.2 table-A.2"
MOVES = "def-6.1 sec-6.4.win sec-6.4.strand"
MUMBERS = "thm-4.1.1 thm-4.1.2 thm-4.1.3 lemma-4.2 prop-4.3 future"
VALUES = "nimber.nim nimber.sprague-grundy"
# Claims that are checked with a table of nim-products (PRODUCTS) or of nim-sums (SUMS)
PRODUCTS = "mul inverse field fermat table-mul table-pow2"
SUMS = "add add-laws table-add"
# Claims that are checked by computing the Grundy values of stones by mex
BY_MEX = "grundy ex-14-8 ex-position puzzle nimber.no-game"
# Claims that fail if the rules (RULES), bit-parallel grids (GRIDS) or boxes (BOXES) are wrong
RULES = "odd-even fig-1 thm-1 fig-2 equiv thm-2 note-2 cor-1 sec-3.2 fig-3 fig-4 ex-421 lemma-2"
SUMS_OF_HEAPS = "lemma-1 ex-nimsum odd-even thm-1 ex-421 thm-2 sec-3.2"
GRIDS = "obs-1 obs-2 open"
BOXES = "thm-1r thm-2 sec-3.2 obs-1 open"

Broken = list[tuple[Any, ...]]

ATLAS: Broken = [
    (maximal, "c < other", "len(c) < len(other)", "reduction"),
    (BlockingNim.options, "% self.modulus", "% (self.modulus + 1)", "lines reduction"),
    (Reader.next, "word + tail, after", "word, after", "certificates two-heaps"),
    (Reader.next, "self.read(row.word, state)", "self.read(row.word, 1)", "census two-heaps"),
    (grown, "later.row - first.row", "1", "certificates two-heaps different"),
    (occurring_bits, "state | letter", "state & letter", "different"),
    (_steps._read_row, "if after == state:", "if True:", "two-heaps modulo-5 counting"),
    (PairSteps.__init__, "not reached & numbers", "reached <= numbers", "modulo-5 counting"),
    (counting_search._fitted, "a.turns != b.turns", "a.turns == b.turns", "counting"),
    (counting._check_loops, "done % len(entered)", "0", "counting"),
    (counts, "more_rows == (", "more_rows != (", "counting"),
    # A mutation of the rules of blocking Nim
    (BlockingNim.options, "(taken - 1) % self.modulus + 1", "taken % self.modulus", "single cubes"),
    # A mutation of the code that computes Grundy values under a single restriction
    (_States.step, "self.low + value", "value", "single"),
    # Mutations of the code for cubes
    (_Cube.grow, "line[-1] >> top", "line[-1] >> 1", "three bounded one-period one-state-period"),
    (_Cube.grow, "union |= line[-1]", "union = line[-1]", "cubes figure-4 three bounded"),
    (_Cube.repeats, "all(", "any(", "cubes figure-4 three four bounded one-state-period"),
    # Mutations of the code for two heaps with extra heaps
    (_PlaneSteps.__missing__, "if good[option]:", "if not good[option]:", "figure-4 four", "slow"),
    (base_flaw, "range(certificate.row)", "range(1, certificate.row)", "beside"),
]

NIMBER: Broken = [
    # Mutations of Cram and its solver
    (Cram.options, "(row + 1, column)", "(row + 2, column)", "cram"),
    (CramSolver._split, "mask ^= part", "mask = 0", "cram"),
    # Mutations of Northcott's game
    (Northcott.options, "if square != left", "if square or left", "northcott"),
    (Northcott.options, ", right)\n", ", right - 1)\n", "northcott"),
    # Mutations of Hackenbush
    (Hackenbush.options, "range(len(", "range(1, len(", "hackenbush"),
    (hackenbush._standing, "edge[0] in reached", "edge[0] == 0", "hackenbush"),
    # Mutations of Kayles
    (_ascending, "max_part)) + 1)", "max_part)))", "kayles"),
    (values_below, "values[1 : half + 1]", "values[1:half]", "kayles"),
    (Nim.options, "range(1, heap)", "range(1, heap - 1)", VALUES),
    (sum_by_columns, "n >> place", "n", "twist.lemma-1 twist.ex-nimsum"),
    # Mutations of the tables filled by mex
    (nimber._fill_table, "mex(excluded(table, a, b))", "len(excluded(table, a, b))", SUMS),
    (nimber.sums_by_mex, "*table[a],", "*table[a][:1],", SUMS),
    (nimber.products_by_mex, "row[b] ^ left ^ corner", "row[b] ^ left", PRODUCTS),
    (nimber.products_by_mex, "table[:a]", "table[1:a]", PRODUCTS),
    # Mutations of the function that finds roots
    (nimber.roots, "not value(x)", "value(x)", "cubic"),
    (nimber.roots, 'digit == "1"', 'digit == "0"', "cubic"),
    # Mutations of the code that multiplies infinite nimbers
    (tower._multiply_monomials, "_alpha(p)", "{(): p}", "ordinal-mex omega"),
    (tower._add_exponents, "% p + carry", "% p", "closure"),
    (tower._square, "(c, c)", "(c, 1)", "closure omega"),
    # A mutation of the products defined by mex
    (products_by_mex, "r ^ s ^ t", "r ^ s", "ordinal-mex"),
    # Mutations that affect winning moves on the infinite board
    (tower.inv, "nimber.inv(c)", "c", BOARD),
    (winning_corners, "if (v := y + total", "if (v := total", BOARD),
    # Mutations of the field generators
    (tower._alpha, "from_int(excess(p))", "{}", "lenstra"),
    (tower._components, "% q == 0 else", "% q else", "lenstra lenstra-rule closure"),
]

MUM: Broken = [
    # Mutations of the rules of MuM
    (ProductGame._smaller, "- limit + 1", "- limit + 2", f"{PLAY} ex-4.4"),
    (ProductGame._reduced, "each_heap(heaps)", "[*each_heap(heaps)][:1]", f"{PLAY} table-A.1"),
    (ProductGame._smaller, "limit + 1", "limit", f"{COMPOSITE} {MUMBERS}"),
    (ProductGame._smaller, "1), heap", "1) + 1, heap", COMPOSITE),
    # A mutation of the code that computes Grundy values
    (grundy_value, "set(values)", "set(values[1:])", "ex-4.4 table-A.1"),
    # Mutations of the field arithmetic
    (BinaryField._times, "a ^= self.polynomial", "a ^= self.polynomial ^ 1", "sec-6.5 table-6"),
    (BinaryField._inverse, "factor ^= ", "factor |= ", "table-6 sec-6.4.win sec-6.4.strand"),
    # Mutations of the moves in polynomial MuM
    (ProductGame._smaller, ", heap))", ", heap - 1))", f"{MOVES} sec-6.2 table-6"),
    (ProductGame._smaller, "limit or heap", "limit or 1", "sec-6.2"),
    (ProductGame._to_one, "self._inverse(", "(", f"{MOVES} sec-6.5"),
    # A mutation of the recursion that defines mumbers
    (Mumber.__call__, "count(1)", "count(2)", MUMBERS),
    # Mutations of the certificates and their checker
    (find_seams, "starts[i] = gap + 1", "starts[i] = gap", "seam.eleven seam.moduli"),
    (Seams.narrowed, "max(0, gap - start)", "max(0, gap)", "seam.eleven"),
    (seams_checker._stranded, "!= 1 and", "!= 1 and False and", "seam.moduli"),
]

PODIUM: Broken = [
    # Mutations of the podium rule and of ranks
    (Standings.__call__, "self.players, 0, -1", "1, self.players + 1", f"{PODIUM_RULE} def-2.3"),
    (Standings.__call__, "worst[:i] + ", "", "kingmaker thm-2.2"),
    (Standings.__call__, "standing[:-1]", "standing[-2::-1]", f"{PODIUM_RULE} thm-2.2 def-2.3"),
    (Rank.__call__, "+ 1) %", "+ 2) %", "def-2.3 lemma-2.4 thm-2.5 thm-3.2 why-2"),
    (MultiMove.options, "range(self.most)", "range(self.most + 1)", "lemma-2.4 thm-2.5"),
    # Mutations of sums without carry
    (delta, "bit_length()", "bit_length() + 1", "def-3.1"),
    (_sums, "% players", "% (players + 1)", "def-2.3 def-3.1 ex-algorithm"),
    (is_zero, "not any(", "not all(", "def-3.1 thm-3.2 ex-algorithm"),
    (Rank.__call__, "default=self.players - 1", "default=0", "moore twist stones sums"),
    (Rank.__call__, "+ 1) % self.players", "+ 1) % 2", "moore twist stones sums"),
]

STONES: Broken = [
    # Mutations of the rules of Stones
    (_as_worded, "yield others  #", "pass  #", f"rules axes nim lenstra {BY_MEX}"),
    (_as_worded, "range(1, x)), *(", "range(2, x)), *(", f"rules axes nim lenstra {BY_MEX}"),
    # A mutation of the nim-sums defined by mex
    (nimber.sums_by_mex, "{*table[a], ", "{", "nim-sum sum-by-product"),
    # Mutations of the arithmetic
    (nimber.add, "^", "|", "nim-sum f16 sum-by-product"),
    (circle, "order(generator)", "order(generator) - 1", "f16"),
]

TWIST: Broken = [
    # Mutations of the rules of blocking Nim
    (BlockingNim.options, "(taken - 1) % self.modulus", "taken % self.modulus", RULES),
    (BlockingNim.options, "not in forbidden", "not in ()", RULES),
    # Mutations of the bit-parallel grid
    (PairGrid._sweep, "(row << 1 |", "(row |", "obs-1 open"),
    (PairGrid._sweep, "| column >> top", "", GRIDS),
    # Mutations of the closed forms
    (nim_sum, "reduce(xor,", "reduce(max,", f"{SUMS_OF_HEAPS} {GRIDS} {VALUES}"),
    (smallest_allowed, "modulus), 1", "modulus), 2", BOXES),
    (Boxes.outcome, "heap % size < smallest", "heap % size <= smallest", BOXES),
]

BROKEN = {
    "atlas": ATLAS,
    "nimber": NIMBER,
    "mum": MUM,
    "podium": PODIUM,
    "stones": STONES,
    "twist": TWIST,
}
"""For each source, broken lines of functions, the claims that detect them, and whether it is slow.

The claims are names in this source, or ids in another one.
"""


@dataclass(frozen=True)
class Mutation:
    """A mutation that replaces the only occurrence of `old` in a function's source with `new`."""

    function: Callable[..., Any] | cached_property[Any]
    old: str
    new: str

    def __str__(self) -> str:
        return f"{_plain(self.function).__qualname__}: {self.old} -> {self.new}"

    @property
    def module(self) -> str:
        """The name of the function's module."""
        return _plain(self.function).__module__

    def apply(self, patch: pytest.MonkeyPatch) -> None:
        """Replace the function's code object, which affects all references to the function."""
        function = _plain(self.function)
        source = textwrap.dedent(inspect.getsource(function))
        assert source.count(self.old) == 1, f"{self}: expected the old text exactly once"
        names: dict[str, Any] = {}
        exec(
            compile(source.replace(self.old, self.new), function.__code__.co_filename, "exec"),
            {**function.__globals__},
            names,
        )
        [mutated] = names.values()
        patch.setattr(function, "__code__", _plain(mutated).__code__)


def _plain(function: Any) -> FunctionType:
    """Unwrap a cached function or property."""
    if isinstance(function, cached_property):
        function = function.func
    function = inspect.unwrap(function)
    assert isinstance(function, FunctionType)
    return function


def mutations() -> Iterator[tuple[Mutation, list[str], bool]]:
    """Yield each mutation, the ids of the claims that must detect it, and whether it is slow."""
    for source, broken in BROKEN.items():
        for function, old, new, names, *slow in broken:
            ids = [name if name in LEDGER else f"{source}.{name}" for name in names.split()]
            yield Mutation(function, old, new), ids, bool(slow)


MUTATIONS = list(mutations())


@pytest.fixture(autouse=True)
def empty_caches() -> Iterator[None]:
    """Clear all caches, so that the mutated and the original engine share no results."""
    clear_caches()
    yield
    clear_caches()


def clear_caches() -> None:
    for name, module in [*sys.modules.items()]:
        if name.startswith(("nimbook", "nimtwist")):
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


def fails(id_: str) -> bool:
    """Return whether a claim (in repaired form, if it has a repair) fails or has a broken check."""
    claim = LEDGER[id_]
    arguments = {**claim.quick, **(claim.repair.arguments if claim.repair else {})}
    return any(case.fails for case in claim.checker(**arguments)) or check(id_).problem is not None


def scoped() -> Iterator[Any]:
    """Yield all mutations, marking those that the quick scope does not need as `full`.

    In the quick scope, every claim still detects at least one mutation.
    """
    covered = set[str]()
    for mutation, claims, slow in MUTATIONS:
        is_quick = not slow and not covered.issuperset(claims)
        covered.update(claims if is_quick else ())
        marks = () if is_quick else pytest.mark.full
        yield pytest.param(mutation, claims, marks=marks, id=str(mutation))


SCOPED = [*scoped()]


@pytest.mark.parametrize(("mutation", "claims"), SCOPED)
def test_mutations_are_detected_by_the_claims(
    mutation: Mutation, claims: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    mutation.apply(monkeypatch)
    undetected = [id_ for id_ in claims if not fails(id_)]
    assert not undetected


def test_every_claim_detects_a_mutation_in_the_quick_scope() -> None:
    quick = [claims for _, claims in (param.values for param in SCOPED if not param.marks)]
    assert {id_ for claims in quick for id_ in claims} == set(LEDGER)


def test_every_claim_detects_a_mutation_outside_the_checkers() -> None:
    """A mutation of the checker itself would not show that the checker tests the engine."""
    engine = [
        claims
        for mutation, claims, _ in MUTATIONS
        if not re.match(r"nimbook\.claims\.\w+", mutation.module)
    ]
    assert set(LEDGER) - {id_ for claims in engine for id_ in claims} == set()
