"""Tests for the limits of the search for excesses.

The results of the search are checked by claims such as nimber.lenstra.
"""

from __future__ import annotations

import pytest

from nimbook.ordinal_search import search_excess


def test_searches_in_very_large_fields_are_rejected() -> None:
    with pytest.raises(ValueError, match="a field of degree 15180, which exceeds"):
        search_excess(139)
