"""The claims of "Multiplicative Modular Nim (MuM)" on mumbers: Theorem 4.1 and its proof."""

from __future__ import annotations

from nimtwist.claims.mum import MUM

__all__ = ["MUM"]
