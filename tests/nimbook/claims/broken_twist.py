"""What rests on the rules of blocking Nim, on the solver, and on the theory beside them."""

from __future__ import annotations

from nimbook.claims import twist
from nimtwist import Oracle, Solver, grundy_value, normal_outcome
from nimtwist.games import BlockingNim
from nimtwist.games.blocking import Boxes
from nimtwist.games.nim import nim_sum
from nimtwist.games.pair_grid import PairGrid
from nimtwist.games.restrictions import longest_run, smallest_allowed, strictest
from tests.nimbook.claims.broken_nim import VALUES

SOURCE = "twist"

# Most claims about outcomes; they stand or fall with the rules.
RULES = "odd-even fig-1 thm-1 fig-2 equiv thm-2 note-2 cor-1 sec-3.2 fig-3 fig-4"
GRIDS = "obs-1 obs-2 open"
BOXES = "thm-1r thm-2 sec-3.2 obs-1 open"

MUTATIONS = [
    # The rules.
    (
        BlockingNim.options,
        "(taken - 1) % self.modulus",
        "taken % self.modulus",
        f"{RULES} ex-421 lemma-2",
    ),
    (BlockingNim.options, "(taken - 1) % self.modulus + 1", "taken % self.modulus", "fig-4"),
    (BlockingNim.options, "not in forbidden", "not in ()", f"{RULES} ex-421 lemma-2"),
    (BlockingNim.options, "(after), family)", "(after), family[1:])", f"{RULES} lemma-2"),
    (
        BlockingNim.options,
        "(after), family)",
        "(after), family[:-1])",
        "lemma-2 thm-2 sec-3.2 fig-4",
    ),
    (
        BlockingNim.options,
        "range(1, heap + 1)",
        "range(1, heap)",
        "odd-even fig-1 thm-1 fig-2 thm-2 note-2 sec-3.2 fig-3 fig-4",
    ),
    (
        BlockingNim.options,
        "reversed(list(each_heap(heaps)))",
        "list(each_heap(heaps))[-1:]",
        "odd-even fig-1 thm-1 ex-421 thm-2 note-2 sec-3.2 fig-4",
    ),
    # The solver.
    (grundy_value, "set(values)", "set(values), 1", VALUES),
    (
        normal_outcome,
        '"P" in outcomes',
        'outcomes and "N" not in outcomes',
        f"{RULES} ex-421 {VALUES}",
    ),
    (Solver.evaluate, "in below]", "in below[1:]]", f"{RULES} {VALUES}"),
    (Solver.evaluate, "in below]", "in below[:-1]]", f"thm-2 sec-3.2 fig-4 {VALUES}"),
    (Oracle.winning_options, '== "P"', '== "N"', "fig-1 nimber.nim"),
    (Solver.strategy, '== "N"', '== "P"', "fig-1"),
    (twist.sensible, "default=0) + 1", "default=0)", "fig-1"),
    # The grid.
    (PairGrid._sweep, "(row << 1 |", "(row |", "obs-1 open"),
    (PairGrid._sweep, "| column >> top", "", GRIDS),
    (PairGrid._sweep, "row | column\n", "row | row\n", GRIDS),
    (PairGrid._sweep, "not reach & ~mask", "reach == mask", "obs-1 open"),
    (PairGrid._mask, "1 << residue - 1", "1 << residue", "obs-1 open"),
    (PairGrid.rows, "reach & allowed", "not reach & allowed", GRIDS),
    # The closed forms.
    (
        nim_sum,
        "reduce(xor,",
        "reduce(max,",
        f"lemma-1 ex-nimsum odd-even thm-1 ex-421 thm-2 sec-3.2 {GRIDS} {VALUES}",
    ),
    (smallest_allowed, "modulus), 1", "modulus), 2", BOXES),
    (Boxes.outcome, "heap % size < least", "heap % size <= least", BOXES),
    (Boxes.outcome, '"P" if balanced and ', '"P" if ', BOXES),
    (twist.theorem_1, "forbidden == {1}", "forbidden == {2}", "thm-1 thm-1r"),
    (twist.theorem_1, "heap // size", "heap // (size + 1)", "thm-1 thm-1r"),
    (twist.theorem_2, "k + 1)", "k + 2)", "thm-1r thm-2 sec-3.2"),
    (strictest, "range(1, ", "range(2, ", "obs-1 obs-2"),
    (longest_run, "run = last = 0", "run = last = 1", "open"),
]
