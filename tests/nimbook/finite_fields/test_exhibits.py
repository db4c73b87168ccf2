"""Finite fields drawn: what a reader sees, held against the field and the game."""

from __future__ import annotations

import re

import pytest

from nimbook.claims.mum_fields import PRINTED, fields
from nimbook.finite_fields import aes, exhibits
from nimtwist import Solver
from nimtwist.games import PolyMuM
from nimtwist.nimber import mul
from tests.experiments import cells, said

SMALL = [*fields(2), *fields(3), *fields(4)]


def test_the_elements_of_a_field_are_in_three_notations() -> None:
    assert cells(exhibits.field_table(0b1011))[1:] == [
        ["1", "1", "x⁰ or x⁷", "1", "1", "x⁰ or x⁷"],
        ["x", "2", "x¹", "x² + 1", "5", "x⁶"],
        ["x²", "4", "x²", "x² + x + 1", "7", "x⁵"],
        ["x + 1", "3", "x³", "x² + x", "6", "x⁴"],
        ["x² + x", "6", "x⁴", "x + 1", "3", "x³"],
        ["x² + x + 1", "7", "x⁵", "x²", "4", "x²"],
        ["x² + 1", "5", "x⁶", "x", "2", "x¹"],
    ]


def test_where_the_powers_of_x_are_too_few_others_are_taken() -> None:
    table = exhibits.field_table(0b11111)
    assert cells(table)[0][2] == "power of (x + 1)"
    assert sorted(int(row[1]) for row in cells(table)[1:]) == list(range(1, 16))


@pytest.mark.parametrize("polynomial", SMALL)
def test_inverses_are_marked_in_the_products_and_paired_on_the_circle(polynomial: int) -> None:
    rules = PolyMuM(polynomial)
    heaps = range(1, 1 << rules.degree)
    rows = cells(exhibits.field_products(polynomial))[1:]
    assert [[int(cell) for cell in row[1:]] for row in rows] == [
        [rules.mul(a, b) for b in heaps] for a in heaps
    ]
    assert exhibits.field_products(polynomial).count('class="nt-now">1<') == len(heaps)
    circle = exhibits.field_inverses(polynomial)
    labels = re.findall(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*>(\d+)<', circle)
    place = {(x, y): int(n) for x, y, n in labels}
    assert sorted(place.values()) == list(heaps)
    chords = re.findall(r'class="nt-chord" x1="(.*?)" y1="(.*?)" x2="(.*?)" y2="(.*?)"', circle)
    couples = [(place[a, b], place[c, d]) for a, b, c, d in chords]
    assert len(couples) == len(heaps) // 2
    assert all(rules.mul(a, b) == 1 for a, b in couples)
    assert all(a == c for a, _, c, _ in chords)  # an inverse lies straight above or below


@pytest.mark.parametrize("polynomial", SMALL)
def test_the_letters_of_pairs_are_those_of_the_game(polynomial: int) -> None:
    rules = PolyMuM(polynomial)
    solver = Solver(rules)
    letters = [row[1:] for row in cells(exhibits.stranded_grid(polynomial))[1:]]
    for a, row in enumerate(letters, 1):
        for b, letter in enumerate(row, 1):
            pair = (min(a, b), max(a, b))
            assert (letter == "P") == (solver.outcome(pair) == "P")
            assert (letter == "S") == rules.is_stranded(pair)
    counted = sum(row[i:].count("S") for i, row in enumerate(letters))
    assert f": {counted} of " in said(exhibits.stranded_grid(polynomial))


@pytest.mark.parametrize(
    ("heaps", "sentence"),
    [
        (
            (6, 2),
            "(6, 2) is N: the product is 7, x² + x + 1, its inverse 4; to win, turn 6 into 5.",
        ),
        (
            (2, 2),
            "(2, 2) is N: the product is 4, x², its inverse 7; stranded, and becomes (4). To win, "
            "leave (1).",
        ),
        (
            (2, 5),
            "(5, 2) is P: the product is 1, 1, its inverse 1; no move wins, as each one changes "
            "the product.",
        ),
        (
            (7, 6),
            "(7, 6) is N: the product is 4, x², its inverse 7; to win, turn 7 into 3 or 6 into 4.",
        ),
    ],
)
def test_winning_moves_are_divisions(heaps: tuple[int, int], sentence: str) -> None:
    assert said(exhibits.polymum_position(0b1011, heaps)).startswith(sentence)


def test_a_square_of_bytes() -> None:
    box = exhibits.byte_grid(aes.s_box(), "the S-box", {0x53: "now"})
    rows = cells(box)
    assert rows[0][1:] == [f"{digit:x}" for digit in range(16)]
    assert [" ".join(row[1:]) for row in rows[1:]] == PRINTED["s-box"]
    assert box.count('class="nt-now">ed<') == box.count("nt-now") == 1


@pytest.mark.parametrize("byte", [0, 1, 0x1C, 0x53, 0xFF])
def test_the_steps_lead_to_the_entry_of_the_box(byte: int) -> None:
    steps = cells(exhibits.s_box_steps(byte))[1:]
    columns = [int(row[1], 2) for row in steps]
    assert [int(row[2], 16) for row in steps] == columns
    assert columns[0] == byte and columns[1] == aes.inverse(byte)
    total = 0
    for value in columns[1:-1]:
        total ^= value
    assert columns[-1] == total == aes.s_box()[byte]
    expected = {
        0: "0 is no heap: it stays 0",
        0x1C: "the heaps 28 and 255 are lost: 255 is the inverse",
        0x53: "beside the heap 83, to win, turn 255 into 202",
    }
    assert steps[1][0] == expected.get(byte, steps[1][0])


def test_nimbers_and_bytes_are_two_names_of_one_field() -> None:
    there = [int(cell, 16) for row in cells(exhibits.nimber_bytes())[1:] for cell in row[1:]]
    back = [int(cell, 16) for row in cells(exhibits.nimber_bytes(True))[1:] for cell in row[1:]]
    assert [back[byte] for byte in there] == list(range(256))
    for a, b in ((2, 3), (16, 16), (83, 202), (255, 254)):
        assert there[mul(a, b)] == aes.FIELD.mul(there[a], there[b])
        assert there[a ^ b] == there[a] ^ there[b]
        assert f"{a} ⊗ {b} = {mul(a, b)} goes to {there[mul(a, b)]:02x}, the same" in said(
            exhibits.nimber_product(a, b)
        )
    for marked in (exhibits.nimber_bytes(), exhibits.nimber_bytes(True)):
        assert (marked.count("nt-now"), marked.count("nt-seen")) == (4, 12)
