"""Cram drawn: what is on a board, games against symmetric replies, regions."""

from __future__ import annotations

import re

import pytest

from nimbook.gallery.cram import (
    cram_analysis,
    cram_board,
    symmetric_game,
    symmetric_steps,
    two_row_moves,
    two_rows,
)
from nimtwist import Solver
from nimtwist.games import Cram
from tests.nimbook.show.test_draw import SVG, cells_of, parsed, text_of


def dominoes(drawing: str) -> list[str]:
    """Return whose the dominoes on a board are."""
    rectangles = [*parsed(drawing).iter(f"{SVG}rect")][1:]
    return [rectangle.attrib["class"].removeprefix("nt-domino nt-") for rectangle in rectangles]


def blocked(drawing: str) -> int:
    """Return how many cells of a board are drawn blocked."""
    paths = parsed(drawing).iter(f"{SVG}path")
    [cells] = (path.attrib["d"] for path in paths if path.attrib["class"] == "nt-blocked")
    return cells.count("z")


def test_a_board_shows_free_cells_blocked_ones_and_dominoes_in_order() -> None:
    position = Cram().read("..##/...#")
    drawing = cram_board(position, 2, 4, [((0, 2), (0, 3))])
    assert blocked(drawing) == 1
    assert dominoes(drawing) == ["first"]
    [svg] = parsed(drawing).iter(f"{SVG}svg")
    assert svg.findtext(f"{SVG}title") == "A board of 2 × 4 with 5 free cells"
    assert svg.findtext(f"{SVG}desc") == "1 covers row 1, columns 3 and 4."


def test_upright_dominoes_and_second_players_are_told_apart() -> None:
    drawing = cram_board(frozenset(), 2, 2, [((0, 0), (0, 1)), ((1, 0), (1, 1))])
    assert dominoes(drawing) == ["first", "second"]
    assert blocked(drawing) == 0
    assert "1 covers row 1, columns 1 and 2. 2 covers row 2, columns 1 and 2." in drawing
    upright = cram_board(frozenset(), 2, 1, [((1, 0), (0, 0))])
    assert "1 covers rows 1 and 2, column 1." in upright
    [domino] = (r for r in parsed(upright).iter(f"{SVG}rect") if "nt-domino" in r.attrib["class"])
    assert float(domino.attrib["height"]) > 2 * float(domino.attrib["width"])


def test_a_board_without_a_record_is_described_by_its_rows() -> None:
    assert "The rows are .#./..., a dot for a free cell." in cram_board(
        Cram().read(".#./..."), 2, 3
    )


@pytest.mark.parametrize("other_plays", ["at the top", "in the middle", "at the bottom"])
@pytest.mark.parametrize("board", ["4 × 4", "3 × 4", "2 × 7", "1×6"])
def test_a_game_against_symmetric_replies_is_won_by_who_replies(
    board: str, other_plays: str
) -> None:
    rows, columns = map(int, board.split("×"))
    steps = symmetric_steps(board, other_plays)
    assert len(steps) % 2 == (rows % 2 == columns % 2)
    drawings = [symmetric_game(board, other_plays, step) for step in steps]
    for step, drawing in enumerate(drawings):
        assert len(dominoes(drawing)) == step
        said = text_of(next(parsed(drawing).iter("p")))
        assert ("looks the same" in said) == (step > 0 and (len(steps) - 1 - step) % 2 == 0)
    assert "no move left" in drawings[-1]
    assert not any("no move left" in drawing for drawing in drawings[:-1])


@pytest.mark.parametrize("columns", range(1, 6))
def test_what_is_said_of_a_move_on_two_rows_is_what_the_search_finds(columns: int) -> None:
    search = Solver(Cram())
    board = Cram.rectangle(2, columns)
    values = []
    for move in two_row_moves(columns):
        said = text_of(next(parsed(two_rows(columns, move)).iter("p")))
        assert said.endswith(f"board of 2 × {columns} has the value {columns % 2}.")
        left = re.search(r"1 leaves the value (\d)|1 leaves .*? = (\d)", said)
        assert left
        values.append(int(left[1] or left[2]))
        if "columns" in move:
            assert f"cannot leave the value {columns % 2}" in said
    assert set(values) == {search.grundy(option) for option in Cram().options(board)}
    assert columns % 2 not in values


def test_an_analysis_has_each_region_with_its_value_and_the_winning_moves() -> None:
    drawing = cram_analysis("..#....")
    assert cells_of(drawing) == [["2", "1"], ["4", "2"]]
    said = text_of(parsed(drawing))
    wins = "row 1, columns 4 and 5; or row 1, columns 6 and 7"
    assert f"This is N, with the value 3: to win, cover {wins}." in said
    assert "column 3; or 2 more." in text_of(parsed(cram_analysis("...../.....")))
    assert cells_of(cram_analysis("..#..")) == [["2", "1"], ["2", "1"]]
    assert "with the value 0: no move wins" in text_of(parsed(cram_analysis("..#..")))
    assert "No cell is free." in cram_analysis("#")


@pytest.mark.parametrize("board", ["." * 65, "/".join("." * 65)])
def test_a_board_that_is_too_large_to_draw_is_refused(board: str) -> None:
    with pytest.raises(ValueError, match="is too large to draw: at most 64 × 64"):
        cram_analysis(board)
