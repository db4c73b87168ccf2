"""What the encyclopedia note "nimber" claims of infinite nimbers."""

from __future__ import annotations

from nimtwist.claims.gallery import NIMBER

__all__ = ["NIMBER"]
