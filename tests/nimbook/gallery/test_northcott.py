"""The board of Northcott's game: where its tokens are, in the picture and in words."""

from __future__ import annotations

import pytest

from nimbook.gallery.northcott import northcott_board, northcott_position, northcott_retreat
from nimtwist import LoopySolver
from nimtwist.games import Northcott
from nimtwist.games.northcott import Rows
from tests.nimbook.show.test_draw import SVG, parsed, text_of

RULES = Northcott(6)
SOLVER = LoopySolver(RULES)


@pytest.mark.parametrize("position", [((0, 5),), ((2, 3), (0, 4), (1, 3))])
def test_the_tokens_stand_on_their_squares_and_the_gap_beside_the_row(position: Rows) -> None:
    picture = parsed(northcott_board(RULES, position))
    circles = [*picture.iter(f"{SVG}circle")]
    columns = [int(float(circle.attrib["cx"]) // 32) for circle in circles]
    assert columns == [square for row in position for square in row]
    texts = [text.text for text in picture.iter(f"{SVG}text")]
    assert texts[:6] == ["0", "1", "2", "3", "4", "5"]
    assert [text for text in texts if text and text.startswith("gap")] == [
        f"gap {right - left - 1}" for left, right in position
    ]


def test_the_board_is_described_in_words() -> None:
    picture = parsed(northcott_board(RULES, ((2, 3), (0, 4))))
    assert picture.findtext(f".//{SVG}title") == "Northcott's game: 2-3, 0-4"
    assert picture.findtext(f".//{SVG}desc") == (
        "Row 1: tokens on 2 and 3, gap 0. Row 2: tokens on 0 and 4, gap 3."
    )


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        (((0, 4), (1, 2)), "The gaps 3, 0: N; to win, move from 0 to 3 in row 1"),
        (((0, 2), (1, 3)), "The gaps 1, 1: P; no move wins"),
    ],
)
def test_a_position_comes_with_its_outcome_and_the_fastest_way_to_win(
    position: Rows, sentence: str
) -> None:
    moves = SOLVER.remoteness(position)
    said = text_of(next(parsed(northcott_position(position, SOLVER)).iter("p")))
    assert said == f"{sentence}; played well it lasts {moves} moves."


def test_a_retreat_is_followed() -> None:
    drawing = parsed(northcott_retreat(((1, 3), (0, 2)), 1, 2, SOLVER))
    assert [text_of(p) for p in drawing.iter("p")] == [
        "You leave this, P.",
        "The gap of 1 grows to 3.",
        "You follow: P again.",
    ]
    titles = [title.text for title in drawing.iter(f"{SVG}title")]
    assert titles == [f"Northcott's game: {row}, 0-2" for row in ("1-3", "1-5", "3-5")]
