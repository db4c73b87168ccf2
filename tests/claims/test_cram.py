"""The claim on Cram, and the published values beside it."""

from __future__ import annotations

import pytest

from nimtwist.claims import check
from nimtwist.claims.gallery import published_cram_values
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


def test_tables_that_overlap_agree() -> None:
    values = published_cram_values()
    assert [values[1, n] for n in (2, 3, 4, 5)] == [1, 1, 2, 0]
    assert values[4, 4] == 0
    assert list(values) == sorted(values)
    assert all(rows <= columns for rows, columns in values)


@pytest.mark.parametrize("sides", [(1, 7), (3, 3), (3, 5)])
def test_another_published_value_turns_the_claim_red(
    sides: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(published_cram_values(), sides, 9)
    verdict = check("nimber.cram")
    assert verdict.trouble is not None
    value = CramSolver().grundy(Cram.rectangle(*sides))
    assert verdict.printed.counterexample == (
        f"{sides[0]} × {sides[1]} has {value}, published is 9"
    )
