"""The search for excesses; what it finds is compared in the claims nimber.lenstra and its like."""

from __future__ import annotations

import pytest

from nimbook.ordinal_search import search_excess


def test_a_search_that_would_take_minutes_is_refused() -> None:
    with pytest.raises(ValueError, match="a field of degree 15180, and the largest allowed"):
        search_excess(139)
