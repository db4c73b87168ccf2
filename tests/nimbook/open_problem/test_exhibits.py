"""The labs of the atlas say what a search finds, and take no false certificate for a proof."""

from __future__ import annotations

import base64
import re
from io import BytesIO

import matplotlib.image
import pytest

from nimbook.open_problem.exhibits import board, checked, grown, one_pair, png, residues, told
from nimtwist import BlockingNim
from nimtwist.atlas.certificate import Certificate
from nimtwist.atlas.families import read_family, show_family
from nimtwist.atlas.search import find
from tests.nimbook.open_problem.brute import GAMES, is_good, reached, solver

WEDGE = read_family(4, "1,3; 1,2,4; 2,3,4")
SIZE = 13


@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_a_board_has_the_moves_to_good_pairs_that_a_search_finds(rules: BlockingNim) -> None:
    found = residues(rules, SIZE)
    for x in range(SIZE):
        for y in range(SIZE):
            there = {r + 1 for r in range(rules.modulus) if found[x][y] >> r & 1}
            assert there == reached(rules, x, y), (x, y)


@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_a_board_shows_good_pairs_in_gold(rules: BlockingNim) -> None:
    drawn = board(rules, SIZE)
    data = re.search(r"base64,([^\"]*)", drawn)
    assert data
    pixels = matplotlib.image.imread(BytesIO(base64.b64decode(data[1])))
    assert pixels.shape[:2] == (SIZE, SIZE)
    gold = {(x, y) for x in range(SIZE) for y in range(SIZE) if pixels[x][y][0] > pixels[x][y][2]}
    assert gold == {(x, y) for x in range(SIZE) for y in range(SIZE) if is_good(rules, x, y)}
    assert f"{len(gold)} of {SIZE**2} pairs are good" in drawn


@pytest.mark.parametrize("width", [1, 2, 5])
def test_a_picture_has_the_colours_it_was_given(width: int) -> None:
    colours = ["#102030", "#405060", "#ff0102"]
    rows = [bytes((i + j) % 3 for j in range(width)) for i in range(4)]
    read = matplotlib.image.imread(BytesIO(png(rows, colours)))
    shown = [["#" + bytes((255 * p[:3] + 0.5).astype("u1")).hex() for p in row] for row in read]
    assert shown == [[colours[number] for number in row] for row in rows]


def test_a_game_is_proved_as_soon_as_there_are_rows_enough() -> None:
    found = find(WEDGE)
    assert found
    needed = found.row + found.period + 1
    family = show_family(WEDGE)
    assert f"No certificate is found within {needed - 1} rows" in grown(4, family, needed - 1)
    proved = grown(4, family, needed)
    assert "a proof for heaps of all sizes" in proved and "slopes 1/2 and 2" in proved
    assert f"From row {found.row} on, every {found.period}th row" in proved


def test_a_word_can_be_read_back() -> None:
    """Letters, blocks and exponents, as they are shown, are those of the certificate."""
    found = find(WEDGE)
    assert found
    shown = re.search(r"<code>(.*?)</code>", told(WEDGE, found))
    assert shown
    said: list[object] = []
    for literal, block, exponent in re.findall(r"(\w+)(?: |$)|\((\w+)\)<sup>(.*?)</sup>", shown[1]):
        times, _, growth = exponent.partition(" + ")
        number = int(growth.removesuffix("t") or 1) if growth else 0
        said.append(literal or ("tail" if times == "∞" else [block, int(times), number]))
    assert said.pop() == "tail"
    text = Certificate.read(found.text()).text()
    again = [piece for piece in said]
    assert f'"word":{again}'.replace(" ", "").replace("'", '"') in text


@pytest.mark.parametrize("period", [1, 2, 3, 4, 11, 12, 13, 21, 22, 111])
def test_periods_are_counted_as_in_english(period: int) -> None:
    said = told(BlockingNim(1, [[]]), Certificate(1, period, (), b"\0"))
    ends = {2: "2nd", 3: "3rd", 21: "21st", 22: "22nd"}
    words = "every row" if period == 1 else f"every {ends.get(period, f'{period}th')} row"
    assert f"on, {words} is" in said


def test_every_altered_letter_is_refuted() -> None:
    found = find(WEDGE)
    assert found
    text, family = found.text(), show_family(WEDGE)
    assert "nt-proved" in checked(4, family, text)
    altered = 0
    for place, letter in enumerate(text):
        for other in "059DF":
            if letter == other or not re.match("[0-9A-Z]", letter):
                continue
            try:
                said = checked(4, family, text[:place] + other + text[place + 1 :])
            except ValueError:
                continue
            altered += 1
            # What is still true says the same of a later row, or with blocks counted otherwise.
            if "nt-proved" in said:
                again = Certificate.read(text[:place] + other + text[place + 1 :])
                assert (again.row, again.word) != (found.row, found.word)
                assert again.word == found.word and again.tail == found.tail
            else:
                assert "Not a proof: " in said
    assert altered > 100


@pytest.mark.parametrize("rules", [WEDGE, BlockingNim(3, [[2]]), BlockingNim(2, [[]])], ids=str)
def test_a_pair_is_decided_as_a_search_decides_it(rules: BlockingNim) -> None:
    family = show_family(rules)
    for x, y in [(0, 0), (1, 0), (3, 5), (9, 4), (8, 8), (11, 12)]:
        said = one_pair(rules.modulus, family, str(x), f" {y}")
        assert ("is good" in said) == is_good(rules, x, y)
        moves = sorted(reached(rules, x, y))
        by = f"by taking {', '.join(map(str, moves))} modulo {rules.modulus}."
        assert (by if moves else "by no move.") in said
        items = re.findall(r"<li>(.*?): <b [^>]*>([PN])</b>(.*?)</li>", said)
        assert len(items) == len(rules.family)
        for forbidden, (_, outcome, how) in zip(rules.family, items, strict=True):
            position = rules.canonical(((x, y), forbidden))
            assert outcome == solver(rules).outcome(position)
            move = re.search(r"take (\d+) from the (first|second) heap, and say “(.*)”", how)
            assert bool(move) == (outcome == "N")
            if move:
                taken = int(move[1])
                left = (x - taken, y) if move[2] == "first" else (x, y - taken)
                named = [int(r) for r in re.findall(r"\d+", move[3])]
                after = rules.canonical((left, frozenset(named)))
                assert after in rules.options(position)
                assert solver(rules).outcome(after) == "P"


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: grown(4, "1,5", 10), "5"),
        (lambda: grown(4, "1; 1,2", 10), "'1; 1,2' is not an antichain"),
        (lambda: grown(7, "1", 10), "the modulus must be a whole number, from 1 to 6, not 7"),
        (lambda: grown(4, "1", 401), "from 1 to 400, not 401"),
        (lambda: checked(4, "1", "junk"), "a certificate is a JSON object"),
        (lambda: checked(4, "1", "[" * 20_001), "at most 20000 letters"),
        (
            lambda: checked(4, "1", '{"row":9000,"period":4,"word":[],"tail":"0000"}'),
            "row 9000 and a period of 4 are too much to be checked here",
        ),
        (lambda: one_pair(5, "1,5; 3,4", "1", "1"), "'1,5; 3,4' modulo 5 no certificate is found"),
        (lambda: one_pair(2, "1", "-1", "1"), "from 0 to 10^30, not '-1'"),
        (lambda: one_pair(2, "1", str(10**30 + 1), "1"), "from 0 to 10^30, not '1000"),
    ],
)
def test_bad_input_is_quoted(call: object, sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        call()  # type: ignore[operator]


def test_nothing_is_asked_for_when_nothing_was_pasted() -> None:
    assert "Paste a certificate" in checked(4, "1", " ")
