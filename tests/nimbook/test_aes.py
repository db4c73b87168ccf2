"""AES: the standard's own examples, and another AES that ships with a library."""

from __future__ import annotations

import random
from itertools import product

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from nimbook import aes
from nimbook.claims.mum_fields import PRINTED
from nimtwist import Solver
from nimtwist._checks import quoted
from nimtwist.games import PolyMuM

BOX = bytes.fromhex("".join(PRINTED["s-box"]))
EXAMPLES = [PRINTED["B"], PRINTED["C.1"]]


def library(block: bytes, key: bytes) -> bytes:
    return Cipher(algorithms.AES(key), modes.ECB()).encryptor().update(block)


def test_the_box_is_the_printed_one_and_a_permutation() -> None:
    assert aes.s_box() == BOX
    assert sorted(BOX) == list(range(256))


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_of_the_standard(example: dict[str, str]) -> None:
    block, key = bytes.fromhex(example["block"]), bytes.fromhex(example["key"])
    states = [state.hex() for state in aes.rounds(block, key)]
    assert len(states) == 11
    assert states[: len(example["starts"])] == list(example["starts"])
    assert states[-1] == example["ciphertext"] == library(block, key).hex()
    assert aes.encrypt(block, key) == bytes.fromhex(example["ciphertext"])


def test_the_last_round_key_of_the_first_example() -> None:
    # FIPS 197, appendix A.1.
    keys = aes.expand_key(bytes.fromhex(PRINTED["B"]["key"]), BOX)
    assert len(keys) == 11
    assert keys[-1].hex() == "d014f9a8c9ee2589e13f0cc8b6630ca6"


def test_every_entry_of_the_box_is_compared_with_the_library() -> None:
    assert aes.compare(library, 300) == {"blocks": 300, "different": 0, "entries used": 256}
    assert aes.compare(library, 1)["entries used"] < 200


def samples() -> dict[int, tuple[bytes, bytes]]:
    """Return for each entry of the box a block and a key for which it is looked up."""
    choices = random.Random(197)
    found: dict[int, tuple[bytes, bytes]] = {}
    while len(found) < 256:
        block, key = choices.randbytes(16), choices.randbytes(16)
        for state in aes.rounds(block, key)[:-1]:  # what goes through the box in each round
            found.update(dict.fromkeys(set(state) - found.keys(), (block, key)))
    return found


def test_any_single_wrong_entry_of_the_box_is_found_out() -> None:
    for entry, (block, key) in samples().items():
        wrong = bytearray(aes.s_box())
        wrong[entry] ^= 1
        assert aes.encrypt(block, key, wrong) != library(block, key)


def test_boxes_of_other_fields_are_other_boxes() -> None:
    other = aes.s_box(PolyMuM(0b100011101))
    assert other != BOX and sorted(other) == list(range(256))
    assert aes.compare(library, 2, other)["different"] == 2


def test_an_inverse_is_what_makes_a_lost_position() -> None:
    solver = Solver(PolyMuM(aes.FIELD.polynomial))
    for byte in (1, 2, 3):
        assert solver.outcome(tuple(sorted((byte, aes.inverse(byte))))) == "P"
    assert (aes.inverse(0xFF), aes.inverse(0x1C)) == (0x1C, 0xFF)
    assert aes.inverse(0) == 0


def test_the_affine_map_is_affine_and_has_no_fixed_point_after_the_inverse() -> None:
    for a, b in product((0, 1, 0x53, 0x80, 0xFF), repeat=2):
        assert aes.affine(a) ^ aes.affine(b) == aes.affine(a ^ b) ^ 0x63
    assert not [byte for byte in range(256) if BOX[byte] in (byte, byte ^ 0xFF)]


@pytest.mark.parametrize(
    ("text", "byte"),
    [("0", 0), (" 83 ", 83), ("255", 255), ("0x53", 83), ("0XfF", 255), ("0x0", 0)],
)
def test_a_byte_is_read_as_a_person_types_it(text: str, byte: int) -> None:
    assert aes.read_byte(text) == byte


@pytest.mark.parametrize("text", ["256", "-1", "", "0x", "0x100", "ff", "8 3", "²", "9" * 5000])
def test_what_is_no_byte_is_refused(text: str) -> None:
    with pytest.raises(ValueError) as caught:
        aes.read_byte(text)
    assert str(caught.value) == (
        f"{quoted(text)} is not a byte: write a number from 0 to 255, or 0x00 to 0xff"
    )
