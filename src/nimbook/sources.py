"""The book's sources, in the order in which the ledger lists them."""

from __future__ import annotations

from nimbook.ledger import Source

__all__ = ["ATLAS", "MUM", "NIMBER", "PODIUM", "SEAMS", "SOURCES", "STONES", "TWIST"]

TWIST = Source("twist", "Nim with a modular Muller twist", reference="gavel2004")
NIMBER = Source("nimber", "nimber, an encyclopedia note", reference="nimbernote")
STONES = Source("stones", "How to play Nimbers?", reference="lebruyn2011")
MUM = Source("mum", "Multiplicative Modular Nim (MuM)", reference="tyagi2025")
PODIUM = Source("podium", "Many-player Nim with the podium rule", reference="muliadi")
ATLAS = Source("atlas", "The open problem (this book)", own=True)
SEAMS = Source("seam", "The seams of mumbers (this book)", own=True)

SOURCES = (TWIST, NIMBER, STONES, MUM, PODIUM, ATLAS, SEAMS)
