"""A readable AES-128, with the S-box derived from inverses in a field of bytes.

National Institute of Standards and Technology, "Advanced Encryption Standard (AES)", FIPS 197;
docstrings cite its sections. The code is meant to be read, not to protect secrets: it is slow, and
its running time leaks information about the data.

Every function that uses an S-box takes it as an argument, so that readers can try a wrong one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from nimtwist.algebra import BinaryField

FIELD = BinaryField(0b100011011)
"""The field of AES: polynomials modulo x⁸ + x⁴ + x³ + x + 1. (FIPS 197, 4.2)"""

_ROUNDS = 10


def inverse(byte: int, field: BinaryField = FIELD) -> int:
    """Return the inverse of a byte in a field, or 0 if the byte is 0, which has no inverse.

    In Polynomial MuM, a heap and its inverse form a losing position. (mum.sec-6.5; FIPS 197, 5.1.1)

    >>> hex(inverse(0x53))
    '0xca'
    """
    return field.inv(byte) if byte else 0


def affine(byte: int) -> int:
    """Apply the affine map of the S-box to a byte.

    The result is the XOR of 63₁₆ and the byte rotated left by 0, 1, 2, 3 and 4 places.
    (FIPS 197, 5.1.1)

    >>> hex(affine(0xCA))
    '0xed'
    """
    total = 0x63
    for places in range(5):
        total ^= (byte << places | byte >> 8 - places) & 255
    return total


@cache
def s_box(field: BinaryField = FIELD) -> bytes:
    """Return the S-box, which inverts each byte and then applies the affine map to the result.

    (FIPS 197, 5.1.1)

    >>> hex(s_box()[0x53])
    '0xed'
    """
    return bytes(affine(inverse(byte, field)) for byte in range(256))


def encrypt(block: bytes, key: bytes, box: Sequence[int] | None = None) -> bytes:
    """Encrypt a 16-byte block with a 16-byte key, using AES-128.

    (FIPS 197, 5.1)

    >>> encrypt(bytes.fromhex("00112233445566778899aabbccddeeff"), bytes(range(16))).hex()
    '69c4e0d86a7b0430d8cdb78070b4c55a'
    """
    return round_states(block, key, box)[-1]


# --- The cipher ----------------------------------------------------------------------------------
# A state is stored column by column: byte r + 4c is in row r and column c.


def round_states(block: bytes, key: bytes, box: Sequence[int] | None = None) -> list[bytes]:
    """Return the state at the start of each of the ten rounds, followed by the encrypted block.

    >>> states = round_states(bytes.fromhex("00112233445566778899aabbccddeeff"), bytes(range(16)))
    >>> len(states), states[1].hex()
    (11, '89d810e8855ace682d1843d8cb128fe4')
    """
    box = s_box() if box is None else box
    first, *others = expand_key(key, box)
    states = [_xor(block, first)]
    for number, round_key in enumerate(others, 1):
        state = bytes(box[byte] for byte in states[-1])
        state = bytes(state[(i + 4 * (i % 4)) % 16] for i in range(16))  # rotate row r left by r
        if number < _ROUNDS:
            state = _mixed(state)
        states.append(_xor(state, round_key))
    return states


def _mixed(state: bytes) -> bytes:
    """Mix each column: replace each byte with a sum of multiples of the bytes in its column.

    The factor is 2 for the byte itself. Going down the column and wrapping around at the bottom,
    the factors are 3, 1 and 1 for the next three bytes.
    """

    def mixed(i: int) -> int:
        a, b, c, d = (state[i - i % 4 + (i + n) % 4] for n in range(4))
        return FIELD.mul(2, a ^ b) ^ b ^ c ^ d

    return bytes(map(mixed, range(16)))


def expand_key(key: bytes, box: Sequence[int]) -> list[bytes]:
    """Return the eleven round keys derived from a 16-byte key.

    (FIPS 197, 5.2)

    >>> expand_key(bytes.fromhex("2b7e151628aed2a6abf7158809cf4f3c"), s_box())[1].hex()
    'a0fafe1788542cb123a339392a6c7605'
    """
    words = [key[:4], key[4:8], key[8:12], key[12:]]
    while len(words) < 4 * (_ROUNDS + 1):
        word = words[-1]
        if len(words) % 4 == 0:
            first, *rest = (box[byte] for byte in (*word[1:], word[0]))
            word = bytes([first ^ FIELD.pow(2, len(words) // 4 - 1), *rest])
        words.append(_xor(words[-4], word))
    return [b"".join(words[i : i + 4]) for i in range(0, len(words), 4)]


def _xor(a: bytes, b: bytes) -> bytes:
    return bytes(x ^ y for x, y in zip(a, b, strict=True))
