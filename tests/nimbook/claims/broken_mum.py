"""What rests on the rules of MuM, on the search, and on the closed forms beside them."""

from __future__ import annotations
