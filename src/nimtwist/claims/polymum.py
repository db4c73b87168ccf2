"""The claims of "Multiplicative Modular Nim (MuM)" on polynomials: heaps that are elements of finite fields."""

from __future__ import annotations

from nimtwist.claims.mum import MUM

__all__ = ["MUM"]
