"""What rests on the rules of MuM, on the search, and on the closed forms beside them."""

from __future__ import annotations

from nimbook.claims import mum
from nimtwist import grundy_value, normal_outcome
from nimtwist.games._heaps import each_heap
from nimtwist.games.mum import MuM
from nimtwist.games.mumber import Mumber
from nimtwist.games.products import ProductGame

SOURCE = "mum"

MUTATIONS = [
    # The rules.
    (
        ProductGame._smaller,
        "- most + 1",
        "- most + 2",
        "def-3.1 prop-3.2 prop-3.3 def-3.4 ex-3.5 sec-3.4 ex-4.4",
    ),
    (ProductGame._smaller, "max(1, heap", "max(2, heap", "def-3.1 prop-3.3 def-3.4 ex-3.5 ex-4.4"),
    (MuM._is_heap, "== 1", "> 0", "def-3.1"),
    (MuM._times, "% self.modulus", "% (self.modulus + 1)", "ex-3.5 sec-3.4"),
    (
        ProductGame._reduced,
        "each_heap(heaps)",
        "list(each_heap(heaps))[:1]",
        "def-3.1 prop-3.2 prop-3.3 def-3.4 ex-3.5 sec-3.4 table-A.1",
    ),
    (
        each_heap,
        "heaps[:i] + heaps[i + 1 :]",
        "heaps[:i]",
        "def-3.1 prop-3.2 prop-3.3 def-3.4 sec-3.4 table-A.1",
    ),
    (MuM.consolidated, "prod(factors", "sum(factors", "prop-3.2 prop-3.3 sec-3.4 table-A.1"),
    (
        ProductGame.consolidates,
        'consolidation == "n',
        'consolidation != "n',
        "def-3.1 prop-3.2 prop-3.3 def-3.4 ex-3.5 sec-3.4 table-A.1",
    ),
    (ProductGame._joined, '== "own-turn"', '!= "own-turn"', "prop-3.2 prop-3.3 table-A.1"),
    (ProductGame.options, "if self.compulsory", "if not self.compulsory", "sec-3.4 table-A.1"),
    (ProductGame.is_stranded, "!= 1 and", "== 1 and", "ex-3.5 sec-3.4"),
    (MuM._standing_for, "heap - value", "heap + value", "prop-3.2 sec-3.4"),
    # The search.
    (
        normal_outcome,
        "in outcomes else",
        "in outcomes or not outcomes else",
        "prop-3.2 prop-3.3 def-3.4 ex-3.5",
    ),
    (grundy_value, "set(values)", "set(values[1:])", "ex-4.4 table-A.1"),
    (Mumber.__call__, "set(mumbers)", "set(mumbers[1:])", "sec-3.4 ex-4.4"),
    # The closed forms.
    (mum.winning_amount, "(1 - pow", "(2 - pow", "prop-3.2"),
    (mum._columns, "- 1) %", "- 2) %", "table-A.1"),
]
