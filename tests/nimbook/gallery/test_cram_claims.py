"""The claim on Cram, the published values beside it, and symmetric replies."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from nimbook.claims import LEDGER, check
from nimbook.gallery.claims import PRINTED, cram, published_cram_values, symmetric_reply
from nimtwist.games import Cram
from nimtwist.games.cram import CramSolver


def test_every_published_value_of_a_board_that_takes_no_time_is_ours() -> None:
    solver = CramSolver()
    found = {
        (rows, columns): solver.grundy(Cram.rectangle(rows, columns))
        for rows, columns in published_cram_values()
        if rows == 1 or rows * columns <= 25
    }
    assert found == {sides: published_cram_values()[sides] for sides in found}
    assert len(found) > 90


def test_the_boards_are_in_order_and_not_higher_than_wide() -> None:
    values = published_cram_values()
    assert list(values) == sorted(values)
    assert all(rows <= columns for rows, columns in values)


def test_every_published_board_is_within_the_full_range() -> None:
    boards = LEDGER["nimber.cram"].full["boards"]
    assert all(columns <= boards[rows] for rows, columns in published_cram_values())


@pytest.mark.parametrize(
    ("source", "rows", "columns", "other"),
    [("schneider", 1, 4, [9, 5]), ("schneider", 3, 5, [9, 3054]), ("beling", 4, 5, 9)],
)
def test_another_published_value_turns_the_claim_red(
    source: str, rows: int, columns: int, other: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PRINTED[source][str(rows)], str(columns), other)
    verdict = check("nimber.cram")
    assert verdict.trouble is not None
    value = CramSolver().grundy(Cram.rectangle(rows, columns))
    assert verdict.printed.counterexample == (f"{rows} × {columns} has {value}, published is 9")


def test_a_board_without_a_published_value_is_compared_with_none() -> None:
    """So nothing is compared with itself, and the number of cases does not say more than it is."""
    sizes: dict[str, Any] = {"searched": 0, "played": 0}
    known, unknown = (list(cram({rows: n}, **sizes)) for rows, n in ((4, 5), (2, 6)))
    # 4 × 1 and 4 × 4 are published twice, the others once; something is claimed of each.
    assert len(known) == 2 + 1 + 1 + 2 + 1 + 5
    # 2 × 1 is published twice, 2 × 6 not at all; two things are claimed of each.
    assert len(unknown) == 2 + 1 + 1 + 1 + 1 + 2 * 6


# --- The strategy by symmetry --------------------------------------------------------------------


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 3), (3, 2), (1, 6), (2, 5), (4, 4)])
def test_the_symmetric_reply_is_an_option_whatever_the_other_does(rows: int, columns: int) -> None:
    board = Cram.rectangle(rows, columns)
    even = rows % 2 == columns % 2 == 0
    answered = [board if even else symmetric_reply(board, rows, columns)]
    for position in answered:
        for option in Cram().options(position):
            reply = symmetric_reply(option, rows, columns)
            assert reply in Cram().options(option)
            if reply not in answered:
                answered.append(reply)
    assert not Cram().options(answered[-1])


@pytest.mark.parametrize(
    ("text", "rows", "columns", "sentence"),
    [
        ("..../....", 2, 4, "and this move covers 4"),
        (".../.../...", 3, 3, "and this move covers 1"),
        ("##.", 1, 3, "and this move covers 1"),
        ("##../#...", 2, 4, "and this move covers 3"),
    ],
)
def test_where_there_is_no_symmetric_reply(
    text: str, rows: int, columns: int, sentence: str
) -> None:
    with pytest.raises(ValueError, match="symmetric reply") as refused:
        symmetric_reply(Cram().read(text), rows, columns)
    assert str(refused.value).endswith(sentence)


def test_boards_of_any_orientation_begin_in_the_middle() -> None:
    for rows, columns in product(range(1, 8), repeat=2):
        if (rows + columns) % 2:
            board = Cram.rectangle(rows, columns)
            middle = board - symmetric_reply(board, rows, columns)
            assert {(rows - 1 - row, columns - 1 - column) for row, column in middle} == middle
