"""What rests on the rules of the note's games."""

from __future__ import annotations

from nimbook.claims import gallery
from nimbook.claims.gallery import symmetric_reply
from nimtwist import LoopySolver
from nimtwist.games import Cram, Hackenbush, Northcott, hackenbush
from nimtwist.games.cram import CramSolver
from nimtwist.games.hackenbush import Picture, Principles, fuse
from nimtwist.games.northcott import NimInGaps, gaps
from tests.mutations import Mutation

SOURCE = "nimber"

MUTATIONS: list[tuple[Mutation, str]] = [
    # Cram, its solver, and the symmetric replies.
    (Mutation(Cram.options, "(row + 1, column)", "(row + 2, column)"), "cram"),
    (Mutation(CramSolver._split, "mask ^= part", "mask = 0"), "cram"),
    (Mutation(CramSolver._split, "(part << 1 | part >> 1 | part << step", "(part << 1"), "cram"),
    (Mutation(CramSolver._options, "(1, region.step)", "(1,)"), "cram"),
    (Mutation(CramSolver._sum_is, "value ^=", "value |="), "cram"),
    (Mutation(CramSolver._is, "range(value + 1)", "range(value, value + 1)"), "cram"),
    (Mutation(CramSolver._reaches, "reached << value", "reached << value + 1"), "cram"),
    (Mutation(CramSolver._options, "|= 1 << value", "|= 2 << value"), "cram"),
    (Mutation(CramSolver._region, '"0".join', '"".join'), "cram"),
    (Mutation(symmetric_reply, "(rows - 1 - row, ", "(row, "), "cram"),
    (Mutation(symmetric_reply, "position - middle", "position"), "cram"),
    # Northcott's game.
    (Mutation(Northcott.options, "if square != left", "if square or left"), "northcott"),
    (Mutation(Northcott.options, ", right)\n", ", right - 1)\n"), "northcott"),
    (Mutation(Northcott.options, "left + 1", "left + 2"), "northcott"),
    (Mutation(Northcott.turned, "(last - right, last - left)", "(left, right)"), "northcott"),
    (Mutation(LoopySolver.outcome, '"N" if moves % 2 else "P"', '"N"'), "northcott"),
    (Mutation(LoopySolver._analyse, "% 2 == 0", "% 2 == 1"), "northcott"),
    (Mutation(LoopySolver._analyse, "(won or not ", "(won and not "), "northcott"),
    (Mutation(gaps, "right - left - 1", "right - left"), "northcott"),
    (Mutation(NimInGaps.outcome, "nim_sum(gaps(", "sum(gaps("), "northcott"),
    (Mutation(NimInGaps.winning_options, "retreats=False", "retreats=True"), "northcott"),
    (Mutation(gallery._ByTheBook.answers, "range(was, was + 1)", "range(was)"), "northcott"),
    # Hackenbush.
    (Mutation(Hackenbush.options, "range(len(", "range(1, len("), "hackenbush"),
    (Mutation(hackenbush._standing, "if edge[0] in reached", "if True"), "hackenbush"),
    (Mutation(Picture.cut, "index + 1 :", "index + 2 :"), "hackenbush"),
    (Mutation(fuse, "home[a] = find(parents[a])", "home[a] = 0"), "hackenbush"),
    (Mutation(fuse, "tree.remove(edge)", "tree.discard(0)"), "hackenbush"),
    (Mutation(Principles.grundy, "+ 1", "+ 2"), "hackenbush"),
    (Mutation(Principles.grundy, "values[a] ^= 1", "values[a] += 1"), "hackenbush"),
]
