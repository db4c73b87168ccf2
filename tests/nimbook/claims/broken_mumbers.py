"""Mutations of the rules, the mumber recursion and certificates of seams, with their claims."""

from __future__ import annotations

from nimbook import seams_checker
from nimbook.seams import Seams, find
from nimtwist.games.mumber import Mumber
from nimtwist.games.products import ProductGame

SOURCE = "mum"

MUMBERS = "thm-4.1.1 thm-4.1.2 thm-4.1.3 lemma-4.2 prop-4.3 future"

MUTATIONS = [
    # The rules.
    (ProductGame._smaller, "limit + 1", "limit", MUMBERS),
    # The recursion of mumbers.
    (Mumber.__call__, "count(1)", "count(2)", MUMBERS),
    # Certificates and their checker.
    (find, "starts[i] = gap + 1", "starts[i] = gap", "seam.eleven seam.moduli"),
    (Seams.narrowed, "max(0, gap - start)", "max(0, gap)", "seam.eleven"),
    (seams_checker._stranded, "!= 1 and", "!= 1 and False and", "seam.moduli"),
]
