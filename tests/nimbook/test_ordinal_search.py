"""Tests of the search for excesses; the claims nimber.lenstra and its like check its results."""

from __future__ import annotations

import pytest

from nimbook.ordinal_search import search_excess


def test_searches_in_very_large_fields_are_rejected() -> None:
    with pytest.raises(ValueError, match="a field of degree 15180, which exceeds"):
        search_excess(139)
