"""AES, written to be read: its S-box from inverses in a field of bytes, and AES-128 around it.

National Institute of Standards and Technology, "Advanced Encryption Standard (AES)", FIPS 197; the
numbers of its sections stand beside what is taken from them. This is for looking at, not for
secrets: it is slow, and how long it takes tells what it works on.

A box is an argument wherever one is used, so that a wrong one can be tried.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from functools import cache

from nimtwist._checks import check_callable, check_text, quoted, whole
from nimtwist.algebra import BinaryField

__all__ = [
    "FIELD",
    "affine",
    "compare",
    "encrypt",
    "expand_key",
    "inverse",
    "read_byte",
    "rounds",
    "s_box",
]

FIELD = BinaryField(0b100011011)
"""The field of AES, of polynomials modulo x⁸ + x⁴ + x³ + x + 1. (FIPS 197, 4.2)"""

_ROUNDS = 10
_LARGEST = (1 << 8) - 1
_LARGEST_SEED = 1 << 64


def read_byte(text: str) -> int:
    """Return the byte that a person types: a number below 256, or two hexadecimal digits after 0x.

    Raises:
        ValueError: if `text` is anything else.

    >>> read_byte("83"), read_byte("0x53")
    (83, 83)
    """
    match = re.fullmatch(r"\s*(?:([0-9]{1,3})|0[xX]([0-9a-fA-F]{1,2}))\s*", check_text(text))
    byte = -1 if match is None else int(match[1]) if match[1] else int(match[2], 16)
    if not 0 <= byte <= _LARGEST:
        raise ValueError(
            f"{quoted(text)} is no byte: write a number from 0 to 255, or 0x00 to 0xff"
        )
    return byte


def inverse(byte: int, field: BinaryField = FIELD) -> int:
    """Return the inverse of a byte in a field; 0 for 0, which has none.

    Beside a heap of Polynomial MuM it is the heap that loses. (mum.sec-6.5; FIPS 197, 5.1.1)

    Raises:
        ValueError: if `byte` is not a whole number from 0 to 255, or `field` is no `BinaryField`
            of degree 8.

    >>> hex(inverse(0x53))
    '0xca'
    """
    byte, field = _byte(byte), _field(field)
    return field.inv(byte) if byte else 0


def affine(byte: int) -> int:
    """Return a byte turned to the left by 0 to 4 places, all these added, and 63₁₆ added.

    The sums are without carry. (FIPS 197, 5.1.1)

    Raises:
        ValueError: if `byte` is not a whole number from 0 to 255.

    >>> hex(affine(0xCA))
    '0xed'
    """
    byte = _byte(byte)
    total = 0x63
    for places in range(5):
        total ^= (byte << places | byte >> 8 - places) & _LARGEST
    return total


def s_box(field: BinaryField = FIELD) -> bytes:
    """Return the S-box: for each byte, `affine` of its `inverse`.

    (FIPS 197, 5.1.1)

    Raises:
        ValueError: if `field` is no `BinaryField` of degree 8.

    >>> hex(s_box()[0x53])
    '0xed'
    """
    return _s_box(_field(field))


@cache
def _s_box(field: BinaryField) -> bytes:
    return bytes(affine(inverse(byte, field)) for byte in range(256))


def expand_key(key: bytes, box: Sequence[int] | None = None) -> list[bytes]:
    """Return the eleven keys of the rounds.

    (FIPS 197, 5.2)

    Raises:
        ValueError: if `key` is not 16 bytes, or `box` is not a sequence of 256 bytes.

    >>> expand_key(bytes.fromhex("2b7e151628aed2a6abf7158809cf4f3c"))[1].hex()
    'a0fafe1788542cb123a339392a6c7605'
    """
    return _keys(_block(key, "a key"), _box(box))


def rounds(block: bytes, key: bytes, box: Sequence[int] | None = None) -> list[bytes]:
    """Return the state at the start of each of the ten rounds, and the block enciphered.

    Raises:
        ValueError: if `block` or `key` is not 16 bytes, or `box` is not a sequence of 256 bytes.

    >>> states = rounds(bytes.fromhex("00112233445566778899aabbccddeeff"), bytes(range(16)))
    >>> len(states), states[1].hex()
    (11, '89d810e8855ace682d1843d8cb128fe4')
    """
    return _rounds(_block(block, "a block"), _block(key, "a key"), _box(box))


def encrypt(block: bytes, key: bytes, box: Sequence[int] | None = None) -> bytes:
    """Return the block enciphered by AES-128.

    (FIPS 197, 5.1)

    Raises:
        ValueError: as for `rounds`.

    >>> encrypt(bytes.fromhex("00112233445566778899aabbccddeeff"), bytes(range(16))).hex()
    '69c4e0d86a7b0430d8cdb78070b4c55a'
    """
    return rounds(block, key, box)[-1]


def compare(
    other: Callable[[bytes, bytes], bytes],
    blocks: int,
    box: Sequence[int] | None = None,
    seed: int = 0,
) -> dict[str, int]:
    """Return how often another AES-128 differs from this one, on random blocks and keys.

    And how many entries of the box were looked up, of 256: those that were not could be anything.

    Args:
        other: returns a block, the first argument, enciphered by a key, the second.
        blocks: how many to try.
        box: the S-box of this AES.
        seed: another one is for other blocks and keys.

    Raises:
        ValueError: if an argument is not of its kind.

    >>> compare(encrypt, 20)
    {'blocks': 20, 'different': 0, 'entries used': 256}
    """
    check_callable(other, "the other AES", "a block and a key")
    choices = random.Random(whole(seed, "a seed", 0, _LARGEST_SEED))
    counted, different = _Counted(_box(box)), 0
    for _ in range(whole(blocks, "the number of blocks")):
        block, key = choices.randbytes(16), choices.randbytes(16)
        different += other(block, key) != _rounds(block, key, counted)[-1]
    return {"blocks": blocks, "different": different, "entries used": len(counted.used)}


class _Counted(Sequence[int]):
    """A box that knows which of its entries were looked up."""

    def __init__(self, box: Sequence[int]) -> None:
        self._box = box
        self.used: set[int] = set()

    def __len__(self) -> int:
        return len(self._box)

    def __getitem__(self, byte: int) -> int:  # type: ignore[override]
        self.used.add(byte)
        return self._box[byte]


# --- The cipher ----------------------------------------------------------------------------------
# A state is its columns, one after the other: byte r + 4c is in row r and column c.


def _rounds(block: bytes, key: bytes, box: Sequence[int]) -> list[bytes]:
    first, *others = _keys(key, box)
    states = [_added(block, first)]
    for number, round_key in enumerate(others, 1):
        state = bytes(box[byte] for byte in states[-1])
        state = bytes(state[(i + 4 * (i % 4)) % 16] for i in range(16))  # row r moves by r columns
        if number < _ROUNDS:
            state = _mixed(state)
        states.append(_added(state, round_key))
    return states


def _mixed(state: bytes) -> bytes:
    """Return the state with each column mixed: 2, 3, 1 and 1 times its bytes from one on."""

    def mixed(i: int) -> int:
        a, b, c, d = (state[i - i % 4 + (i + n) % 4] for n in range(4))
        return FIELD.mul(2, a ^ b) ^ b ^ c ^ d

    return bytes(map(mixed, range(16)))


def _keys(key: bytes, box: Sequence[int]) -> list[bytes]:
    words = [key[i : i + 4] for i in range(0, 16, 4)]
    while len(words) < 4 * (_ROUNDS + 1):
        word = words[-1]
        if len(words) % 4 == 0:
            first, *rest = (box[byte] for byte in (*word[1:], word[0]))
            word = bytes([first ^ FIELD.pow(2, len(words) // 4 - 1), *rest])
        words.append(_added(words[-4], word))
    return [b"".join(words[i : i + 4]) for i in range(0, len(words), 4)]


def _added(a: bytes, b: bytes) -> bytes:
    return bytes(x ^ y for x, y in zip(a, b, strict=True))


# --- What is asked of arguments ------------------------------------------------------------------


def _byte(value: object) -> int:
    return whole(value, "a byte", 0, _LARGEST)


def _block(value: object, name: str) -> bytes:
    if not isinstance(value, bytes) or len(value) != 16:
        raise ValueError(f"{name} of AES-128 must be 16 bytes, not {quoted(value)}")
    return value


def _box(value: Sequence[int] | None) -> Sequence[int]:
    if value is None:
        return s_box()
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != 256:
        raise ValueError(f"an S-box must be a sequence of 256 bytes, not {quoted(value)}")
    return bytes(map(_byte, value))


def _field(field: object) -> BinaryField:
    if not isinstance(field, BinaryField) or field.degree != 8:
        raise ValueError(f"bytes make a BinaryField of degree 8, not {quoted(field)}")
    return field
