"""What rests on the rules of the note's games."""

from __future__ import annotations

from nimbook.claims import gallery
from nimbook.claims.gallery import symmetric_reply
from nimtwist import LoopySolver
from nimtwist.games import Cram, Hackenbush, Northcott, Octal, hackenbush
from nimtwist.games.cram import CramSolver
from nimtwist.games.hackenbush import Picture, Principles, fuse
from nimtwist.games.northcott import NimInGaps, gaps
from nimtwist.games.octal import Periodic, left_of

SOURCE = "nimber"

MUTATIONS = [
    # Cram, its solver, and the symmetric replies.
    (Cram.options, "(row + 1, column)", "(row + 2, column)", "cram"),
    (CramSolver._split, "mask ^= part", "mask = 0", "cram"),
    (CramSolver._split, "(part << 1 | part >> 1 | part << step", "(part << 1", "cram"),
    (CramSolver._options, "(1, region.step)", "(1,)", "cram"),
    (CramSolver._sum_is, "value ^=", "value |=", "cram"),
    (CramSolver._is, "range(value + 1)", "range(value, value + 1)", "cram"),
    (CramSolver._reaches, "reached << value", "reached << value + 1", "cram"),
    (CramSolver._options, "|= 1 << value", "|= 2 << value", "cram"),
    (CramSolver._region, '"0".join', '"".join', "cram"),
    (symmetric_reply, "(rows - 1 - row, ", "(row, ", "cram"),
    (symmetric_reply, "position - middle", "position", "cram"),
    # Northcott's game.
    (Northcott.options, "if square != left", "if square or left", "northcott"),
    (Northcott.options, ", right)\n", ", right - 1)\n", "northcott"),
    (Northcott.options, "left + 1", "left + 2", "northcott"),
    (Northcott.turned, "(last - right, last - left)", "(left, right)", "northcott"),
    (LoopySolver.outcome, '"N" if moves % 2 else "P"', '"N"', "northcott"),
    (LoopySolver._analyse, "% 2 == 0", "% 2 == 1", "northcott"),
    (LoopySolver._analyse, "(won or not ", "(won and not ", "northcott"),
    (gaps, "right - left - 1", "right - left", "northcott"),
    (NimInGaps.outcome, "nim_sum(gaps(", "sum(gaps(", "northcott"),
    (NimInGaps.winning_options, "retreats=False", "retreats=True", "northcott"),
    (gallery._ByTheBook.answers, "range(was, was + 1)", "range(was)", "northcott"),
    # Hackenbush.
    (Hackenbush.options, "range(len(", "range(1, len(", "hackenbush"),
    (hackenbush._standing, "edge[0] in reached", "edge[0] == 0", "hackenbush"),
    (Picture.cut, "index + 1 :", "index + 2 :", "hackenbush"),
    (fuse, "home[a] = find(parents[a])", "home[a] = 0", "hackenbush"),
    (fuse, "tree.remove(edge)", "tree.discard(0)", "hackenbush"),
    (Principles.grundy, "+ 1", "+ 2", "hackenbush"),
    (Principles.grundy, "values[a] ^= 1", "values[a] += 1", "hackenbush"),
    # Kayles.
    (left_of, "most)) + 1)", "most)))", "kayles"),
    (left_of, "if digit & 2 and left", "if digit & 4 and left > 4", "kayles"),
    (Octal.components, "(heap,) for", "(heap // 2,) for", "kayles"),
    (Periodic._value, "self.start) %", "self.start + 1) %", "kayles"),
]
