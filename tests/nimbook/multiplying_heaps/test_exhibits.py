"""MuM drawn: tallies that count, a play that keeps to the rules, grids with the right frames."""

from __future__ import annotations

import math
import re

import pytest

from nimbook.claims.mum import WORKED
from nimbook.multiplying_heaps.exhibits import (
    LAYERS,
    mum_game,
    mum_grid,
    mum_heaps,
    mum_position,
    read_mum,
    winning_turn,
)
from nimbook.samples import coprime_boards
from nimtwist import Solver
from nimtwist.games import MuM
from nimtwist.games.mum import MumberSolver
from tests.experiments import said
from tests.nimbook.show.test_draw import SVG, parsed

RULES = MuM(5)


def strokes(path: str) -> int:
    """Return how many upright strokes a path has."""
    return len(re.findall("v1[48]", path))


@pytest.mark.parametrize("modulus", [2, 5, 12])
def test_tallies_have_as_many_strokes_as_heaps_have_sticks(modulus: int) -> None:
    rules = MuM(modulus, heaps="any")
    for heap in (1, modulus - 1, modulus, 3 * modulus + 1, 4 * modulus):
        picture = parsed(mum_heaps(rules, (1, heap)))
        row = [*picture.iter(f"{SVG}g")][0 if heap > 1 else 1]
        texts = [text.text or "" for text in row.iter(f"{SVG}text")]
        by_kind = {"nt-edge": 0, "nt-stick": 0}
        for path in row.iter(f"{SVG}path"):
            by_kind[path.attrib["class"]] += strokes(path.attrib["d"])
        assert by_kind["nt-edge"] + by_kind["nt-stick"] == heap
        assert by_kind["nt-stick"] == heap % modulus
        assert (texts[0], texts[-1]) == (str(heap), f"≡ {heap % modulus}")


def test_heaps_are_described_in_words() -> None:
    picture = parsed(mum_heaps(RULES, (3, 7)))
    assert picture.findtext(f".//{SVG}title") == "Heaps (7, 3) modulo 5"
    assert picture.findtext(f".//{SVG}desc") == "7 leaves 2; 3 leaves 3"


@pytest.mark.parametrize(
    ("rules", "position", "sentence"),
    [
        (RULES, (7, 8), "(8, 7): product 56 ≡ 1, P; no move wins."),
        (RULES, (2, 7), "(7, 2): product 14 ≡ 4, N; to win, leave (3, 2)."),
        (RULES, (2, 2), "(2, 2): product 4, N; stranded, and becomes (4); to win, leave (1)."),
        (
            MuM(5, "own-turn"),
            (2, 2),
            "(2, 2): product 4, P; stranded, and becomes (4); no move wins.",
        ),
        (MuM(5, "never"), (2, 2), "(2, 2): product 4, P; no move wins."),
    ],
)
def test_a_position_says_who_wins_and_how(
    rules: MuM, position: tuple[int, ...], sentence: str
) -> None:
    assert said(mum_position(position, Solver(rules))).startswith(sentence)


def test_the_worked_game_is_described_step_by_step() -> None:
    lines = [
        "The heaps are (8, 7): product 56 ≡ 1, P.",
        "Player 1 leaves (7, 4): product 28 ≡ 3, N.",
        "Player 2 leaves (7, 3): product 21 ≡ 1, P.",
        "Player 1 leaves (4, 3): product 12 ≡ 2, N.",
        "Player 2 leaves (3, 2): product 6 ≡ 1, P.",
        "Player 1 leaves (2, 2): product 4, N, stranded.",
        "Player 2 consolidates into (4): product 4, N.",
        "Player 2 leaves (1): product 1, P.",
    ]
    for step in range(len(lines)):
        drawn = parsed(mum_game(RULES, WORKED, step))
        items = [*drawn.iter("li")]
        assert ["".join(item.itertext()) for item in items] == lines[: step + 1]
        assert [item.get("aria-current") for item in items] == [None] * step + ["step"]


@pytest.mark.parametrize(
    "rules", [RULES, MuM(7, "own-turn"), MuM(9), MuM(10, "never"), MuM(5, heaps="any")], ids=repr
)
def test_the_grids_are_those_of_the_search(rules: MuM) -> None:
    largest, modulus = 12, rules.modulus
    coprime = rules.heaps == "coprime"
    heaps = [h for h in range(1, largest + 1) if not coprime or math.gcd(h, modulus) == 1]
    solver = MumberSolver(rules, modulus if coprime else 1)
    for layer in LAYERS:
        table = parsed(mum_grid(rules, largest, layer))
        assert [th.text for th in table.iterfind(".//thead/tr/th")] == [*map(str, heaps)]
        framed = 0
        for first, row in zip(heaps, table.iterfind(".//tbody/tr"), strict=True):
            assert row.findtext("th") == str(first)
            for second, cell in zip(heaps, row.iterfind("td"), strict=True):
                position = tuple(sorted((first, second)))
                residue, mumber = first * second % modulus or modulus, solver.mumber(position)
                said = {
                    "outcome": solver.outcome(position),
                    "product": str(residue % modulus),
                    "mumber": str(mumber),
                    "difference": str(mumber - residue).replace("-", "−")
                    if mumber != residue
                    else "·",
                }
                wrong = {
                    "outcome": (solver.outcome(position) == "P") != (residue == 1),
                    "product": False,
                }.get(layer, mumber != residue)
                assert cell.text == said[layer]
                kinds = cell.get("class", "").split()
                assert ("nt-wrong" in kinds) == wrong
                assert ("nt-seen" in kinds) == (layer == "product" and residue == 1)
                framed += wrong and first <= second
        if layer != "product":
            pairs = len(heaps) * (len(heaps) + 1) // 2
            assert f"{framed} of {pairs} pairs are framed" in (table.findtext(".//caption") or "")


@pytest.mark.parametrize("modulus", range(2, 11))
def test_the_turn_wins_and_consolidates_where_heaps_are_stranded(modulus: int) -> None:
    rules = MuM(modulus)
    solver = Solver(rules)
    for position in coprime_boards(modulus, 3, 11):
        turn = winning_turn(rules, position)
        assert bool(turn) == (solver.outcome(position) == "N")
        if turn:
            assert turn[-1] in solver.winning_options(position)
            joined = [rules.consolidated(position)] if rules.is_stranded(position) else []
            assert turn[:-1] == joined


def test_the_end_of_example_3_5() -> None:
    """Stranded modulo 5; one heap of 4; 3 taken from it; a losing 1."""
    assert winning_turn(MuM(5), (2, 2)) == [(4,), (1,)]


@pytest.mark.parametrize(
    ("heaps", "modulus", "sentence"),
    [
        ("7, 10", 5, "heap 10 is divisible by the modulus 5; MuM heaps are coprime to it"),
        (
            "7, 1O",
            5,
            "'1O' is not a heap: heaps are whole numbers from 0 to 1000000, separated by "
            "commas, as in 4, 2, 1",
        ),
        ("7", 1, "the modulus must be a whole number, at least 2, not 1"),
    ],
)
def test_what_is_no_game_is_refused(heaps: str, modulus: int, sentence: str) -> None:
    with pytest.raises(ValueError) as caught:
        read_mum(heaps, modulus, "same-turn")
    assert str(caught.value) == sentence
