"""What the drawings may be given, and what is said of what may not."""

from __future__ import annotations

from nimbook import draw
from nimbook.claims import LEDGER
from nimbook.draw.answers import Answers
from nimbook.ledger import Ledger
from nimtwist import Solver, Tree
from nimtwist.games import Nim
from tests.bad_input import Call

ANSWERS = Answers("outcome", moves={(0, 1): [(0, 0)]})
TOY = Ledger([LEDGER["twist.ex-nimsum"]])

CALLS: dict[str, Call] = {
    "Drawing": (draw.Drawing, ("<b>mex</b>",)),
    "agreement": (draw.agreement, (["PN"], ["PP"])),
    "badge": (draw.badge, ("holds",)),
    "compared": (draw.compared, (["PN", "NP"], ["PN", "PP"], "two", 2, ANSWERS)),
    "grid": (
        draw.grid,
        (["PN", "NP"], "two", 2, {(1, 1): "now"}, "first", "second", [1, 3], ANSWERS),
    ),
    "outcome_tag": (draw.outcome_tag, ("P",)),
    "panels": (draw.panels, ("<p>a</p>", "<p>b</p>")),
    "table": (draw.table, (["x", "mex"], [[5, 6]], "a table")),
    "tree": (draw.tree, (Tree((1,)), str, Solver(Nim()).outcome, "a tree", lambda a, b: True)),
    "verdict_card": (draw.verdict_card, (TOY.check("twist.ex-nimsum"),)),
}
