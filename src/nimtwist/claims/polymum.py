"""The claims of "Multiplicative Modular Nim (MuM)" on heaps that are elements of a field."""

from __future__ import annotations

from nimtwist.claims.mum import MUM

__all__ = ["MUM"]
