"""AES, compared with another implementation; the standard's examples are in `mum.sec-6.5`."""

from __future__ import annotations

import pytest

from nimbook import aes
from nimtwist.games import PolyMuM
from tests.chapters import from_chapter


def test_every_entry_of_the_box_is_compared_with_the_library() -> None:
    compare = from_chapter("08", "compare")
    assert compare(aes.s_box(), 300) == {"blocks": 300, "different": 0, "entries used": 256}
    assert compare(aes.s_box(), 1)["entries used"] < 200
    other = aes.s_box(PolyMuM(0b100011101))
    assert sorted(other) == list(range(256))
    assert compare(other, 2)["different"] == 2


@pytest.mark.parametrize(
    ("text", "byte"),
    [("0", 0), (" 83 ", 83), ("255", 255), ("0x53", 83), ("0XfF", 255), ("0x0", 0)],
)
def test_a_byte_is_read_as_a_person_types_it(text: str, byte: int) -> None:
    assert from_chapter("08", "read_byte")(text) == byte


@pytest.mark.parametrize("text", ["256", "-1", "", "0x", "0x100", "ff", "8 3", "²", "9" * 5000])
def test_other_text_is_no_byte(text: str) -> None:
    with pytest.raises(ValueError, match="is not a byte"):
        from_chapter("08", "read_byte")(text)
