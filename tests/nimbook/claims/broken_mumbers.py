"""Mutations of MuM's rules, mumbers and seam certificates, each with claims that detect it."""

from __future__ import annotations

from nimbook import seams_checker
from nimbook.seams import Seams, find_seams
from nimtwist.games.mumber import Mumber
from nimtwist.games.products import ProductGame

SOURCE = "mum"

MUMBERS = "thm-4.1.1 thm-4.1.2 thm-4.1.3 lemma-4.2 prop-4.3 future"

MUTATIONS = [
    # A mutation of the rules of MuM
    (ProductGame._smaller, "limit + 1", "limit", MUMBERS),
    # A mutation of the recursion that defines mumbers
    (Mumber.__call__, "count(1)", "count(2)", MUMBERS),
    # Mutations of the certificates and their checker
    (find_seams, "starts[i] = gap + 1", "starts[i] = gap", "seam.eleven seam.moduli"),
    (Seams.narrowed, "max(0, gap - start)", "max(0, gap)", "seam.eleven"),
    (seams_checker._stranded, "!= 1 and", "!= 1 and False and", "seam.moduli"),
]
