"""What rests on the recursion of mumbers, on when heaps are consolidated, and on sums."""

from __future__ import annotations

from nimbook import seams_checker
from nimbook.seams import Seams, find
from nimtwist import grundy_value
from nimtwist.games import MuM, PolyMuM
from nimtwist.games.mum import PowerMuM, ProductIsOne
from nimtwist.games.mum_tables import MuMTable
from nimtwist.games.mumber import Mumber
from nimtwist.games.nim import nim_sum
from nimtwist.games.products import ProductGame

SOURCE = "mum"

MUMBERS = "thm-4.1.1 thm-4.1.2 thm-4.1.3 lemma-4.2 prop-4.3 future"

MUTATIONS = [
    # The rules.
    (ProductGame._smaller, "most + 1", "most", MUMBERS),
    (
        MuM._is_heap,
        "gcd(heap, self.modulus) == 1",
        "True",
        "thm-4.1.1 thm-4.1.2 lemma-4.2 prop-4.3 future",
    ),
    (MuM.consolidated, "prod(factors)", "sum(factors)", "thm-4.1.3 future"),
    (MuM._may_join, "or heaps[-1]", "and heaps[-1]", "prop-4.3"),
    (ProductGame._may_join, "> 1", "> 2", "future"),
    (ProductGame._joined, '"own-turn"', '"same-turn"', "thm-4.1.2 prop-4.3 future"),
    (ProductGame.options, "if self.compulsory", "if not self.compulsory", "thm-4.1.3"),
    (PolyMuM.consolidated, "self.product(position)", "1", "future"),
    (PowerMuM.options, "= (sum(heaps),)", "= heaps", "future"),
    # The recursion, by search and in bulk, and Sprague and Grundy's.
    (Mumber.__call__, "count(1)", "count(2)", MUMBERS),
    (MuMTable._enter, "product != 1 and", "product == 1 and", "thm-4.1.1"),
    (MuMTable._joined, "- 1 & ~own", "- 1", "thm-4.1.1"),
    (MuMTable._mumber, "units[place]", "units[place - 1]", "thm-4.1.1"),
    (grundy_value, "set(values)", "set(values), 1", "future"),
    (nim_sum, "reduce(xor,", "reduce(max,", "thm-4.1.3"),
    # Certificates, and their checker.
    (find, "starts[i] = gap + 1", "starts[i] = gap", "seam.eleven seam.moduli"),
    (Seams.narrowed, "max(0, gap - start)", "max(0, gap)", "seam.eleven"),
    (seams_checker._lowered, "heap - n + 1", "heap - n", "seam.eleven"),
    (seams_checker._stranded, "!= 1 and", "!= 1 and False and", "seam.moduli"),
    (seams_checker.flaw, "start + step + n - 1", "start", "seam.eleven"),
    # The closed forms.
    (ProductIsOne.outcome, "== 1", "!= 1", "thm-4.1.2"),
]
