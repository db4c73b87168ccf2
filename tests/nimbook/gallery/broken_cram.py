"""What rests on the rules of Cram, on its solver, and on the symmetric replies."""

from __future__ import annotations

from nimbook.gallery.claims import symmetric_reply
from nimtwist.games import Cram
from nimtwist.games.cram import CramSolver
from tests.mutations import Mutation

SOURCE = "nimber"

MUTATIONS: list[tuple[Mutation, str]] = [
    (Mutation(Cram.options, "(row + 1, column)", "(row + 2, column)"), "cram"),
    (Mutation(CramSolver._split, "mask ^= part", "mask = 0"), "cram"),
    (Mutation(CramSolver._split, "(part << 1 | part >> 1 | part << step", "(part << 1"), "cram"),
    (Mutation(CramSolver._options, "(1, region.step)", "(1,)"), "cram"),
    (Mutation(CramSolver._sum_is, "value ^=", "value |="), "cram"),
    (Mutation(CramSolver._is, "range(value + 1)", "range(value, value + 1)"), "cram"),
    (Mutation(CramSolver._reaches, "|= 1 << value", "|= 2 << value"), "cram"),
    (Mutation(CramSolver._region, '"0".join', '"".join'), "cram"),
    (Mutation(symmetric_reply, "(rows - 1 - row, ", "(row, "), "cram"),
    (Mutation(symmetric_reply, "position - middle", "position"), "cram"),
]
