"""What rests on the rules of Stones, on the search, and on the arithmetic beside them."""

from __future__ import annotations
