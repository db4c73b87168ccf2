"""What rests on the rules of Nim and of sums."""

from __future__ import annotations

from nimbook.claims import nim as claims
from nimtwist import Sum
from nimtwist.games import Nim
from nimtwist.games.nim import Bouton

SOURCE = "nimber"
VALUES = "nimber.nim nimber.sprague-grundy"

MUTATIONS = [
    (Nim.options, "range(1, heap)", "range(1, heap - 1)", VALUES),
    (Sum.options, "enumerate(self.rules)", "enumerate(self.rules[:1])", "sprague-grundy"),
    (Bouton.grundy, "nim_sum(", "sum(", "nim"),
    (Bouton.winning_options, "heap ^ total < heap", "heap ^ total <= heap", "nim"),
    (claims.sum_by_columns, "n >> place", "n", "twist.lemma-1 twist.ex-nimsum"),
]
