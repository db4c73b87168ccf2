"""What the drawings may be given, and what is said of what may not."""

from __future__ import annotations

from nimtwist import Solver, Tree, drawing
from nimtwist.claims import LEDGER
from nimtwist.claims.ledger import Ledger
from nimtwist.games import Nim
from tests.bad_input import Call

PLACE = ((1, 2), frozenset({1}))
TOY = Ledger([LEDGER["twist.ex-nimsum"]])

CALLS: dict[str, Call] = {
    "Drawing": (drawing.Drawing, ("<b>mex</b>",)),
    "agreement": (drawing.agreement, (["PN"], ["PP"])),
    "badge": (drawing.badge, ("holds",)),
    "beside": (drawing.beside, (["x", "mex"], [[5, 6]], [[5, 7]], "a table", 1)),
    "binary_columns": (drawing.binary_columns, ((1, 2),)),
    "compared": (drawing.compared, (["PN", "NP"], ["PN", "PP"], "two", 2)),
    "family_grids": (drawing.family_grids, (3, "1; 2", 4)),
    "grid": (
        drawing.grid,
        (["PN", "NP"], "two", 2, {(1, 1): "now"}, "first", "second", [1, 3]),
    ),
    "heaps": (drawing.heaps, ((1, 2),)),
    "in_place": (drawing.in_place, (Tree(PLACE), (2, 1), True)),
    "mex_table": (drawing.mex_table, (3, 2)),
    "nim_position": (drawing.nim_position, ((1, 2), Solver(Nim()))),
    "outcome_tag": (drawing.outcome_tag, ("P",)),
    "panels": (drawing.panels, ("<p>a</p>", "<p>b</p>")),
    "table": (drawing.table, (["x", "mex"], [[5, 6]], "a table")),
    "tree": (drawing.tree, (Tree((1,)), str, Solver(Nim()).outcome, "a tree", lambda a, b: True)),
    "verdict_card": (drawing.verdict_card, (TOY.check("twist.ex-nimsum"),)),
}
