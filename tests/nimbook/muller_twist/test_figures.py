"""Blocking Nim from afar: squares for the P-positions, and a census that counts right."""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations
from typing import Any

import pandas as pd
import pytest

from nimbook.claims.twist import FIGURE_4, Sizes, period_break
from nimbook.muller_twist import figures
from nimbook.muller_twist.figures import (
    beside_a_heap,
    family_census,
    outcome_maps,
    period_of_pairs,
    periods_by_heaps,
    periods_by_modulus,
    room_in_boxes,
    statements_of_figure_1,
    told_residues,
)
from nimtwist.atlas.search import find
from nimtwist.games.blocking import BlockingNim, PairGrid


def test_maps_have_a_square_for_each_p_and_name_every_grid(images: list[Any]) -> None:
    maps = outcome_maps({"one": ["PN", "NP"], "b & c": ["NNP"]})
    assert images == [[[True, False], [False, True]], [[False, False, True]]]
    assert maps.title == "P-positions: one; b & c"
    assert "first heap" in maps._repr_svg_() and "b &amp; c" in maps._repr_svg_()


def first_allowed(modulus: int, restriction: tuple[int, ...]) -> int:
    """Return the least number of sticks allowed; the modulus + 1 if there is none."""
    return min(set(range(1, modulus + 2)) - set(restriction))


def forbids_a_run(modulus: int, restriction: tuple[int, ...], length: int) -> bool:
    """Return whether all of some `length` numbers in a row are forbidden."""
    return any(
        all((start + i) % modulus in {r % modulus for r in restriction} for i in range(length))
        for start in range(modulus)
    )


def kind(modulus: int, family: tuple[tuple[int, ...], ...]) -> str:
    """Return what settles a family, said in other words than in the package."""
    residues = tuple(range(1, modulus + 1))
    if residues in family:
        return "can forbid everything"
    largest = max(len(restriction) for restriction in family)
    if residues[:largest] in family:
        return "Observation 1"
    box = max(first_allowed(modulus, restriction) for restriction in family)
    if any(forbids_a_run(modulus, restriction, box) for restriction in family):
        return "open"
    return "box theorem besides"


def subsets(things: list[tuple[int, ...]]) -> chain[tuple[tuple[int, ...], ...]]:
    return chain.from_iterable(combinations(things, size) for size in range(1, len(things) + 1))


def test_the_census_is_that_of_a_direct_count() -> None:
    census = family_census(3)
    assert census.index.tolist() == [1, 2, 3]
    assert census.index.name == "modulus"
    for modulus in census.index:
        restrictions = [
            restriction
            for size in range(modulus + 1)
            for restriction in combinations(range(1, modulus + 1), size)
        ]
        kinds = [kind(modulus, family) for family in subsets(restrictions)]
        assert len(kinds) == 2 ** (2**modulus) - 1
        row = census.loc[modulus].to_dict()
        assert row.pop("families") == len(kinds)
        assert row == {name: kinds.count(name) for name in row}
        assert sum(row.values()) == len(kinds)


def test_a_smaller_census_is_the_beginning_of_a_larger_one() -> None:
    pd.testing.assert_frame_equal(family_census(1), family_census(2).head(1))


# --- What fits in a box, a third heap, periods ---------------------------------------------------


def test_a_heap_is_marked_if_its_remainder_is_below_what_must_be_taken(images: list[Any]) -> None:
    picture = room_in_boxes(BlockingNim.exactly(4, 2), 11)
    [lines] = images
    axes: Any = picture.axes[0]
    names = [label.get_text() for label in axes.get_yticklabels()]
    restrictions = [[int(part.removeprefix("not ")) for part in n.split(", ")] for n in names]
    assert sorted(restrictions) == [[*pair] for pair in combinations(range(1, 5), 2)]
    for row, (restriction, marks) in enumerate(zip(restrictions, lines[2::6], strict=True)):
        least = first_allowed(4, tuple(restriction))
        assert marks == [heap % 3 < least for heap in range(12)]
        assert lines[6 * row] == [False] * 12
    said = [text.get_text() for text in axes.texts]
    assert said == [f"at least {first_allowed(4, tuple(r))}" for r in restrictions]


def test_there_are_no_boxes_where_everything_may_be_forbidden() -> None:
    with pytest.raises(ValueError, match=r"BlockingNim\(2, .*\) forbids every number"):
        room_in_boxes(BlockingNim(2, [{1, 2}]), 5)


def test_beside_a_third_heap_the_marks_are_those_of_a_search(images: list[Any]) -> None:
    boxes = BlockingNim.exactly(3, 2)
    beside_a_heap({"boxes": (boxes, {1, 3}), "not": (FIGURE_4, [3, 1])}, 4, 8)
    with_boxes, without = images
    assert with_boxes == [
        [i // 3 ^ j // 3 == 1 and max(i % 3, j % 3, 1) < 2 for j in range(8)] for i in range(8)
    ]

    @cache
    def lost(heaps: tuple[int, ...], residue: int) -> bool:
        """Whether a player loses who must take this residue modulo 3, and then names 1 or 2."""
        return not any(
            lost((*heaps[:k], heap - taken, *heaps[k + 1 :]), named)
            for k, heap in enumerate(heaps)
            for taken in range(residue, heap + 1, 3)
            for named in (1, 2)
        )

    assert without == [[lost((i, j, 4), 2) for j in range(8)] for i in range(8)]


def test_the_relatives_of_figure_4_leave_out_the_strictest() -> None:
    assert told_residues(3) == FIGURE_4
    for modulus in (2, 5):
        allowed = [{*range(1, modulus + 1)} - r for r in told_residues(modulus).restrictions]
        assert sorted(map(min, allowed)) == [*range(1, modulus)]
        assert all(len(one) == 1 for one in allowed)
    with pytest.raises(ValueError, match="the modulus must be a whole number, at least 2, not 1"):
        told_residues(1)


@pytest.mark.parametrize("modulus", [3, 4, 5])
def test_periods_by_modulus_are_those_of_a_larger_search(modulus: int) -> None:
    line: Any = periods_by_modulus([modulus]).loc[modulus]
    period, begins = line["period"], line["begins at"]
    size = 20 * modulus
    cells = PairGrid(told_residues(modulus), size)
    grids = [cells.rows(forbidden) for forbidden in cells.rules.family]

    def fits(start: int, length: int) -> bool:
        return all(
            row[start : size - length] == row[start + length :] for rows in grids for row in rows
        )

    assert fits(begins, period)
    assert begins == 0 or not fits(begins - 1, period)
    assert not any(fits(size // 2, shorter) for shorter in range(1, period))
    assert line["known for"] == "all sizes"


def test_a_period_beyond_the_certificates_is_known_as_far_as_it_was_looked() -> None:
    assert periods_by_modulus([7]).loc[7].to_dict() == {
        "period": 7,
        "begins at": 10,
        "known for": "heaps below 84",
    }


def test_where_something_grows_there_is_no_lattice() -> None:
    nim = BlockingNim(1, [[]])
    found = find(nim)
    assert found and found.powers and not figures._is_lattice(nim, found.period)


def test_a_period_that_is_not_seen_twice_is_none() -> None:
    assert period_of_pairs([["PNPN", "NPNP", "PNPN", "NPNP"]], 2) == 0
    assert period_of_pairs([["PNNP", "NPNP", "PNPN", "NPNP"]], 2) is None


def test_periods_by_heaps_begin_where_a_search_says() -> None:
    table = periods_by_heaps({2: 12, 3: 9})
    assert table["sizes to"].tolist() == [12, 9]
    for heaps, largest, begins in table.reset_index().to_numpy().tolist():
        sizes = Sizes({heaps: largest})
        assert period_break(FIGURE_4, 3, begins, sizes) is None
        assert period_break(FIGURE_4, 3, begins - 1, sizes) is not None
    assert periods_by_heaps({4: 7}).at[4, "the period begins at"] == "nowhere up to 1"


def test_every_statement_of_the_caption_has_its_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    table = statements_of_figure_1()
    assert len(table) == 10 and all(said.endswith(" ✓") for said in table["the game says"])
    monkeypatch.setattr(figures, "caption_of_figure_1", lambda: iter([("two ways", "3", False)]))
    assert statements_of_figure_1()["the game says"].tolist() == ["3 ✗"]


@pytest.mark.full
def test_figures_are_the_same_bytes_again_and_light() -> None:
    def made() -> list[str]:
        games = {"a": (BlockingNim.exactly(3, 2), [1, 3])}
        pictures = [
            room_in_boxes(BlockingNim.exactly(4, 2), 11),
            beside_a_heap(games, 3, 12),
            outcome_maps({"a": PairGrid(told_residues(8), 60).rows(frozenset(range(2, 9)))}),
        ]
        return [picture._repr_svg_() for picture in pictures]

    first = made()
    assert first == made()
    assert max(map(len, first)) < 60_000
