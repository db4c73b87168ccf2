"""A check that cannot fail proves nothing: break the engine on purpose, and it goes red."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from nimtwist import Solver, Sum
from nimtwist.claims import LEDGER, boards, check, twist
from nimtwist.claims.twist import PRINTED
from nimtwist.games import BlockingNim, Nim
from nimtwist.games.blocking import (
    PileGrid,
    _GoodMasks,
    box_outcome,
    longest_run,
    odd_or_even_kinds,
    smallest_allowed,
    strictest,
    theorem_1,
    theorem_2,
)
from nimtwist.games.nim import nim_sum
from tests.mutations import Mutation

# Most claims about outcomes; they stand or fall with the rules.
RULES = "odd-even fig-1 thm-1 fig-2 equiv thm-2 note-2 cor-1 sec-3.2 fig-3 fig-4"
GRIDS = "obs-1 obs-2 open"
BOXES = "thm-1r thm-2 sec-3.2 obs-1 open"
VALUES = "nimber.nim nimber.sprague-grundy"

MUTATIONS = [
    # The rules.
    (
        Mutation(BlockingNim.options, "(taken - 1) % self.modulus", "taken % self.modulus"),
        f"{RULES} ex-421 lemma-2",
    ),
    (
        Mutation(BlockingNim.options, "(taken - 1) % self.modulus + 1", "taken % self.modulus"),
        "fig-4",
    ),
    (
        Mutation(BlockingNim.options, "not in forbidden", "not in ()"),
        f"{RULES} ex-421 lemma-2",
    ),
    (
        Mutation(BlockingNim.options, "in self.family]", "in self.family[1:]]"),
        f"{RULES} lemma-2",
    ),
    (
        Mutation(BlockingNim.options, "in self.family]", "in self.family[:-1]]"),
        "lemma-2 thm-2 sec-3.2 fig-4",
    ),
    (
        Mutation(BlockingNim.options, "range(1, pile + 1)", "range(1, pile)"),
        "odd-even fig-1 thm-1 fig-2 thm-2 note-2 sec-3.2 fig-3 fig-4",
    ),
    (
        Mutation(BlockingNim.options, "sorted(set(piles), reverse=True)", "sorted(piles)[-1:]"),
        "odd-even fig-1 thm-1 ex-421 thm-2 note-2 sec-3.2 fig-4",
    ),
    (Mutation(Nim.options, "range(heap)", "range(heap - 1)"), VALUES),
    (
        Mutation(Sum.options, "enumerate(self.rules)", "enumerate(self.rules[:1])"),
        "nimber.sprague-grundy",
    ),
    # The solver.
    (Mutation(Solver.grundy, "set(values)", "set(values), 1"), VALUES),
    (Mutation(Solver.rank, "min(ranks", "max(ranks"), f"{RULES} ex-421 {VALUES}"),
    (Mutation(Solver._fold, "in below]", "in below[1:]]"), f"{RULES} {VALUES}"),
    (Mutation(Solver._fold, "in below]", "in below[:-1]]"), f"thm-2 sec-3.2 fig-4 {VALUES}"),
    (Mutation(Solver.winning_options, '== "P"', '== "N"'), "fig-1 nimber.nim"),
    (Mutation(Solver.strategy, '== "N"', '== "P"'), "fig-1"),
    (Mutation(twist.sensible, "default=0) + 1", "default=0)"), "fig-1"),
    # The grid.
    (Mutation(PileGrid.__init__, "(row << 1 | row >> top)", "(row | row >> top)"), "obs-1 open"),
    (Mutation(PileGrid.__init__, "(column << 1 | column >> top)", "(column << 1)"), GRIDS),
    (Mutation(PileGrid.__init__, "reach = row | column", "reach = row"), GRIDS),
    (Mutation(PileGrid._mask, "1 << residue - 1", "1 << residue"), "obs-1 open"),
    (Mutation(PileGrid.rows, "if r & allowed", "if not r & allowed"), GRIDS),
    (Mutation(_GoodMasks.__missing__, "any(", "all("), "obs-1 open"),
    # The closed forms.
    (
        Mutation(nim_sum, "reduce(xor,", "reduce(max,"),
        f"ex-nimsum odd-even thm-1 ex-421 thm-2 sec-3.2 {GRIDS} {VALUES}",
    ),
    (Mutation(twist._sum_by_columns, "% 2)", "% 3)"), "lemma-1 ex-nimsum"),
    (Mutation(smallest_allowed, "range(1, ", "range(2, "), BOXES),
    (Mutation(box_outcome, "pile % size < least", "pile % size <= least"), BOXES),
    (Mutation(box_outcome, '"P" if balanced and ', '"P" if '), BOXES),
    (Mutation(theorem_1, "blocked == {1}", "blocked == {2}"), "thm-1 thm-1r"),
    (Mutation(theorem_1, "pile // 2", "pile // 3"), "thm-1 thm-1r"),
    (Mutation(theorem_2, "+ 1,", "+ 2,"), "thm-1r thm-2 sec-3.2"),
    (Mutation(odd_or_even_kinds, "total == 1", "total == 2"), "odd-even"),
    (Mutation(strictest, "range(1, ", "range(2, "), "obs-1 obs-2"),
    (Mutation(longest_run, "run = last = 0", "run = last = 1"), "open"),
]


def full_ids(names: str) -> list[str]:
    return [name if name in LEDGER else f"twist.{name}" for name in names.split()]


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    """Forget what the checkers keep: answers of a broken engine, and of the whole one."""
    for cached in (boards._blocking_solver, twist._boxes):
        cached.cache_clear()
    yield
    for cached in (boards._blocking_solver, twist._boxes):
        cached.cache_clear()


@pytest.mark.parametrize(("mutation", "claims"), MUTATIONS, ids=[str(m) for m, _ in MUTATIONS])
def test_a_broken_line_turns_the_claims_red_that_rest_on_it(
    mutation: Mutation, claims: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    mutation.apply(monkeypatch)
    green = [id_ for id_ in full_ids(claims) if check(id_).trouble is None]
    assert not green


def test_every_claim_is_turned_red_by_some_broken_line() -> None:
    assert {id_ for _, claims in MUTATIONS for id_ in full_ids(claims)} == set(LEDGER)


@pytest.mark.parametrize(
    ("figure", "part"), [(f, part) for f in ("fig-2", "fig-3", "fig-4") for part in PRINTED[f]]
)
@pytest.mark.parametrize(("row", "column"), [(0, 0), (2, 5), (6, 6)])
def test_another_letter_in_a_printed_figure_turns_it_red(
    figure: str, part: str, row: int, column: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows: list[str] = list(PRINTED[figure][part])
    letters = list(rows[row])
    letters[column] = "N" if letters[column] == "P" else "P"
    rows[row] = "".join(letters)
    monkeypatch.setitem(PRINTED[figure], part, rows)
    assert check(f"twist.{figure}").trouble is not None


@pytest.mark.parametrize(
    ("part", "tree"),
    [
        ("moves", ["(4, 2, 1)", ["(2, 2, 1)"], ["(1, 2, 1)"], ["(4, 2)"]]),
        ("win", ["(4, 2, 1) not 1", ["(2, 2, 1) not 2"]]),
        ("win", ["(4, 2, 1) not 1", ["(2, 2, 1) not 1", ["(2, 1) not 1", ["(1) not 1"]]]]),
    ],
)
def test_another_tree_in_figure_1_turns_it_red(
    part: str, tree: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PRINTED["fig-1"], part, tree)
    assert check("twist.fig-1").trouble is not None
