"""Tests that invalid bytes are rejected. Chapter 8 checks its AES code against a library."""

from __future__ import annotations

import pytest

from tests.lib.chapters import from_chapter


@pytest.mark.parametrize("text", ["256", "-1", "", "0x", "0x100", "ff", "8 3", "²", "9" * 5000])
def test_invalid_bytes_are_rejected(text: str) -> None:
    with pytest.raises(ValueError, match="is not a byte"):
        from_chapter("08", "read_byte")(text)
