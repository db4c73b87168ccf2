"""What rests on the rules of the note's games."""

from __future__ import annotations

from nimtwist import Sum
from nimtwist.games import Nim
from tests.mutations import Mutation

SOURCE = "nimber"
VALUES = "nimber.nim nimber.sprague-grundy"

MUTATIONS: list[tuple[Mutation, str]] = [
    (Mutation(Nim.options, "range(heap)", "range(heap - 1)"), VALUES),
    (
        Mutation(Sum.options, "enumerate(self.rules)", "enumerate(self.rules[:1])"),
        "sprague-grundy",
    ),
]
