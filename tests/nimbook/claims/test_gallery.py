"""The claims of the note on nimbers, for the games there are."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from nimbook.claims import LEDGER, check
from nimbook.claims.gallery import (
    CLAIMS,
    PRINCIPLES,
    PRINTED,
    above_each_ground_edge,
    compiled_cram_solver,
    cram,
    cram_runs,
    published_cram_values,
    symmetric_reply,
)
from nimbook.samples import pictures
from nimtwist import Solver
from nimtwist.compiled.cram import CompiledCram
from nimtwist.games import Cram, Hackenbush
from nimtwist.games.cram import CramSolver
from nimtwist.games.hackenbush import Picture
from nimtwist.games.nim import nim_sum
from tests.verdicts import checked, with_the_ledger


def test_the_ledger_has_the_claims_of_the_note_for_the_games_there_are() -> None:
    assert [claim.id for claim in CLAIMS] == [
        "nimber.cram",
        "nimber.northcott",
        "nimber.hackenbush",
        "nimber.kayles",
    ]


@with_the_ledger
@pytest.mark.parametrize(
    ("id_", "counterexample"),
    [
        ("nimber.northcott", "2-3 on 4 squares: 0-3 may be answered by 0-2, which loses"),
        (
            "nimber.hackenbush",
            "(0-1, 0-1, 1-1) has the value 1, its connections (0-1, 1-1) and (0-1, 1-1) have 2 "
            "and 2",
        ),
    ],
)
def test_they_stand_under_a_reading(id_: str, counterexample: str) -> None:
    verdict = checked(id_).verdict
    assert (verdict.verdict, verdict.printed.counterexample) == ("conditional", counterexample)
    assert verdict.repaired is not None and verdict.repaired.failures == 0


# --- Hackenbush ----------------------------------------------------------------------------------


def test_the_smallest_pictures_on_which_ground_edges_are_no_heaps_are_three() -> None:
    solver = Solver(Hackenbush())
    failing = [
        Hackenbush().show(picture)
        for picture in pictures(3)
        if nim_sum(map(solver.grundy, above_each_ground_edge(picture))) != solver.grundy(picture)
    ]
    assert failing == ["(0-1, 0-1, 1-1)", "(0-1, 0-1, 1-2)", "(0-1, 0-2, 1-2)"]


def test_a_value_is_odd_if_the_number_of_edges_is() -> None:
    assert all(PRINCIPLES.grundy(picture) % 2 == len(picture.edges) % 2 for picture in pictures(5))


def test_above_each_ground_edge_stands_what_it_alone_would_hold() -> None:
    parts = above_each_ground_edge(Picture([(0, 0), (0, 1), (0, 2), (1, 2), (2, 3), (3, 3)]))
    assert list(map(str, parts)) == ["(0-0)", "(0-1, 1-2, 2-3, 3-3)", "(0-2, 1-2, 2-3, 3-3)"]


# --- Cram ----------------------------------------------------------------------------------------


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


def test_every_published_board_is_within_the_full_range_or_was_solved_once() -> None:
    full, once = LEDGER["nimber.cram"].full, dict(cram_runs())
    for rows, columns in published_cram_values():
        again = any(columns <= full[by].get(rows, 0) for by in ("boards", "compiled"))
        assert again or (rows, columns) in once


def test_what_was_found_once_is_what_is_published_and_says_what_it_took() -> None:
    for sides, run in cram_runs():
        assert published_cram_values()[sides] == run["value"]
        assert run["regions"] > 1000 and run["seconds"] > 0 and run["starts"] >= 1


def test_without_numba_no_compiled_search_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(compiled_cram_solver(), CompiledCram)
    monkeypatch.setitem(sys.modules, "numba", None)
    for name in ("nimtwist.compiled.cram", "nimtwist.compiled._cram"):
        monkeypatch.delitem(sys.modules, name)
    assert compiled_cram_solver() is None
    sizes: dict[str, Any] = {"boards": {2: 3}, "searched": 0, "played": 0}
    assert [*cram(compiled={4: 5}, **sizes)] == [*cram(compiled={}, **sizes)]


def test_a_compiled_search_that_is_wrong_turns_the_claim_red(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = CompiledCram.grundy
    monkeypatch.setattr(CompiledCram, "grundy", lambda self, board: found(self, board) ^ 1)
    sizes: dict[str, Any] = {"searched": 0, "played": 0}
    both = filter(None, cram({3: 5}, {3: 5}, **sizes))
    assert next(both) == "3 × 1 has 1, compiled 0"
    alone = filter(None, cram({}, {4: 5}, **sizes))
    assert next(alone) == "4 × 1 has 3, published is 2"


@pytest.fixture
def nothing_kept() -> Iterator[None]:
    """Keep published values that a test changes from the other tests."""
    published_cram_values.cache_clear()
    yield
    published_cram_values.cache_clear()


@pytest.mark.parametrize(
    ("source", "rows", "columns", "other"),
    [
        ("schneider", 1, 4, [9, 5]),
        ("schneider", 3, 5, [9, 3054]),
        ("beling", 4, 5, 9),
        ("beling", 4, 8, 9),
    ],
)
def test_another_published_value_turns_the_claim_red(
    source: str,
    rows: int,
    columns: int,
    other: Any,
    nothing_kept: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(PRINTED[source][str(rows)], str(columns), other)
    verdict = check("nimber.cram")
    assert verdict.trouble is not None
    value = CompiledCram().grundy(Cram.rectangle(rows, columns))
    assert verdict.printed.counterexample == (f"{rows} × {columns} has {value}, published is 9")


def test_a_board_without_a_published_value_is_compared_with_none() -> None:
    """So nothing is compared with itself, and the number of cases does not say more than it is."""
    sizes: dict[str, Any] = {"searched": 0, "played": 0}
    once = len(list(cram_runs()))
    known, unknown = (list(cram({rows: n}, {}, **sizes))[:-once] for rows, n in ((4, 5), (2, 6)))
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
        ("..../....", 2, 4, "but this move covers 4"),
        (".../.../...", 3, 3, "but this move covers 1"),
        ("##.", 1, 3, "but this move covers 1"),
        ("##../#...", 2, 4, "but this move covers 3"),
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
