"""AES, compared with another implementation; the standard's examples are in `mum.sec-6.5`."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from nimbook import aes
from nimtwist.games import PolyMuM


def library(block: bytes, key: bytes) -> bytes:
    return Cipher(algorithms.AES(key), modes.ECB()).encryptor().update(block)


def test_every_entry_of_the_box_is_compared_with_the_library() -> None:
    assert aes.compare(library, 300) == {"blocks": 300, "different": 0, "entries used": 256}
    assert aes.compare(library, 1)["entries used"] < 200
    other = aes.s_box(PolyMuM(0b100011101))
    assert sorted(other) == list(range(256))
    assert aes.compare(library, 2, other)["different"] == 2


@pytest.mark.parametrize("text", ["256", "-1", "", "0x", "0x100", "ff", "8 3", "²", "9" * 5000])
def test_other_text_is_no_byte(text: str) -> None:
    with pytest.raises(ValueError, match="is not a byte"):
        aes.read_byte(text)
