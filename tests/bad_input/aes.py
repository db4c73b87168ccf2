"""What AES may be given, and what is said of what may not."""

from __future__ import annotations

from nimbook.finite_fields import aes
from nimtwist.games import PolyMuM
from tests.bad_input import Call, Sentence

BLOCK = bytes(range(16))
BOX = aes.s_box()

CALLS: dict[str, Call] = {
    "affine": (aes.affine, (0x53,)),
    "compare": (aes.compare, (aes.encrypt, 1, BOX, 7)),
    "encrypt": (aes.encrypt, (BLOCK, BLOCK, BOX)),
    "expand_key": (aes.expand_key, (BLOCK, BOX)),
    "inverse": (aes.inverse, (0x53, aes.FIELD)),
    "read_byte": (aes.read_byte, ("0x53",)),
    "rounds": (aes.rounds, (BLOCK, BLOCK, BOX)),
    "s_box": (aes.s_box, (aes.FIELD,)),
}

TAKES_LONG = {"compare"}

SENTENCES: list[Sentence] = [
    (
        lambda: aes.inverse(256),
        "a byte must be a whole number, from 0 to 255, not 256",
    ),
    (
        lambda: aes.read_byte("256"),
        "'256' is no byte: write a number from 0 to 255, or 0x00 to 0xff",
    ),
    (
        lambda: aes.s_box(PolyMuM(0b1011)),
        f"bytes make a BinaryField of degree 8, not {PolyMuM(0b1011)!r}",
    ),
    (
        lambda: aes.encrypt(b"short", BLOCK),
        "a block of AES-128 must be 16 bytes, not b'short'",
    ),
    (
        lambda: aes.expand_key("0" * 16),  # type: ignore[arg-type]
        "a key of AES-128 must be 16 bytes, not '0000000000000000'",
    ),
    (
        lambda: aes.rounds(BLOCK, BLOCK, [1, 2]),
        "an S-box must be a sequence of 256 bytes, not [1, 2]",
    ),
    (
        lambda: aes.rounds(BLOCK, BLOCK, [256] * 256),
        "a byte must be a whole number, from 0 to 255, not 256",
    ),
]
