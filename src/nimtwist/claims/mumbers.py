"""The claims of "Multiplicative Modular Nim (MuM)" on mumbers: Theorem 4.1, its proof, what is true of it."""

from __future__ import annotations

from nimtwist.claims.mum import MUM

__all__ = ["MUM"]
