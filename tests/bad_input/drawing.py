"""What the drawings may be given, and what is said of what may not."""

from __future__ import annotations

from nimbook import show as draw
from nimbook.claims import LEDGER
from nimbook.ledger import Ledger
from nimbook.show.answers import Answers
from nimtwist import Solver, Tree
from nimtwist.games import Nim
from tests.bad_input import Call

ANSWERS = Answers("outcome", moves={(0, 1): [(0, 0)]})
TOY = Ledger([LEDGER["twist.ex-nimsum"]])

CALLS: dict[str, Call] = {
    "Drawing": (draw.Drawing, ("<b>mex</b>",)),
    "agreement": (draw.agreement, (["PN"], ["PP"])),
    "badge": (draw.badge, ("holds",)),
    "compared": (draw.cell_table, (["PN", "NP"], ["PN", "PP"], "two", 2, ANSWERS)),
    "grid": (
        draw.cell_table,
        (["PN", "NP"], "two", 2, {(1, 1): "now"}, "first", "second", [1, 3], ANSWERS),
    ),
    "outcome_tag": (draw.outcome_tag, ("P",)),
    "panels": (draw.panels, ("<p>a</p>", "<p>b</p>")),
    "table": (draw.table, (["x", "mex"], [[5, 6]], "a table")),
    "tree": (draw.tree, (Tree((1,)), str, Solver(Nim()).outcome, "a tree", lambda a, b: True)),
    "verdict_card": (draw.verdict_card, (TOY.check("twist.ex-nimsum"),)),
}
