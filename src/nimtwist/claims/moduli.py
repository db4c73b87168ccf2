"""The claims of "Multiplicative Modular Nim (MuM)" on composite moduli and on Nim beside MuM."""

from __future__ import annotations

from nimtwist.claims.mum import MUM

__all__ = ["MUM"]
