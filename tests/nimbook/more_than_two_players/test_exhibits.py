"""The podium rule drawn: places that are right, digits that add up, ranks that the search finds."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimbook.match import PLAYERS, place_name
from nimbook.more_than_two_players.exhibits import (
    boxed_ranks,
    delta_table,
    podium_table,
    podium_tree,
    rank_grid,
    reduction_analysis,
    reduction_step,
    reduction_tables,
)
from nimtwist import Solver, podium
from nimtwist.games import BlockingNim, Nim
from nimtwist.podium import PodiumSolver
from tests.experiments import cells, said
from tests.nimbook.show.test_draw import SVG, parsed

WORKED = (47, 4, 20, 23, 44)


def digits(table: Element) -> tuple[list[str], list[list[str]], list[str]]:
    """Return the heads of a table's rows, their digits, and the sums below the line."""
    heads = ["".join(row.itertext()) for row in table.iterfind(".//tbody/tr/th")]
    rows = [
        [cell.text or "" for cell in row.iterfind("td")] for row in table.iterfind(".//tbody/tr")
    ]
    return heads, rows, [cell.text or "" for cell in table.iterfind(".//tfoot/tr/td")]


def test_places_have_endings() -> None:
    assert [place_name(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 102)] == [
        *("1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd")
    ]


@pytest.mark.parametrize("players", range(2, 7))
def test_the_table_of_places_is_the_rule(players: int) -> None:
    """A path of moves that nobody chooses: its standing is the definition alone."""
    table = parsed(podium_table(players))
    rows = ["".join(th.itertext()) for th in table.iterfind(".//tbody/tr/th")]
    assert rows == list(PLAYERS[:players])
    for winner, row in enumerate(table.iterfind(".//tbody/tr")):
        # Alice begins; ones in heaps of one are taken by turns until the winner takes the last.
        standing = PodiumSolver(Nim()).standings((1,) * (winner + 1), players)
        assert [cell.text for cell in row.iterfind("td")] == list(map(place_name, standing))


def test_the_kingmaker_s_tree() -> None:
    picture = parsed(podium_tree(Nim(), (2, 1), 3))
    texts = [text.text or "" for text in picture.iter(f"{SVG}text")]
    nodes = [tuple(texts[i : i + 4]) for i in range(0, len(texts), 4)]
    bob, charlie = (
        ("1st Bob", "2nd Alice", "3rd Charlie"),
        ("1st Charlie", "2nd Bob", "3rd Alice"),
    )
    assert sorted(nodes) == sorted(
        [
            ("Alice at (2, 1)", *bob),
            *[("Bob at (1)", *bob), ("Bob at (1, 1)", *charlie), ("Bob at (2)", *bob)],
            *[("Charlie stuck", *bob)] * 2,
            *[("Charlie at (1)", *charlie)] * 2,
            *[("Alice stuck", *charlie)] * 2,
        ]
    )
    thick = [edge for edge in picture.iter(f"{SVG}path") if "nt-best" in edge.attrib["class"]]
    # Alice may empty either heap; with 2 left, Bob takes both; the rest has one move.
    assert len(thick) == 2 + 1 + 1 + 1 + 2
    words = picture.findtext(f".//{SVG}desc") or ""
    assert words.startswith(
        "From Alice at (2, 1) 1st Bob 2nd Alice 3rd Charlie to Bob at (2) 1st Bob 2nd Alice "
        "3rd Charlie (best), Bob at (1) 1st Bob 2nd Alice 3rd Charlie (best), Bob at (1, 1)"
    )


@given(st.lists(st.integers(0, 70), max_size=5).map(tuple), st.integers(2, 12))
def test_columns_add_up_and_those_that_are_not_0_are_lit(
    heaps: tuple[int, ...], players: int
) -> None:
    table = parsed(delta_table(heaps, players))
    heads, rows, sums = digits(table)
    assert heads == list(map(str, heaps))
    places = [int(place.text or "") for place in table.iterfind(".//thead/tr/th")]
    assert [
        sum(p for p, digit in zip(places, row, strict=True) if digit == "1") for row in rows
    ] == (list(heaps))
    for column, total in enumerate(sums):
        assert int(total) == sum(row[column] == "1" for row in rows) % players
    assert tuple(map(int, sums)) == podium.delta(heaps, players)
    for row in [*table.iterfind(".//tbody/tr"), *table.iterfind(".//tfoot/tr")]:
        lit = [cell.get("class") == "nt-lit" for cell in row.iterfind("td")]
        assert lit == [total != "0" for total in sums]


def test_the_worked_example_is_drawn_table_by_table() -> None:
    tables = list(parsed(reduction_tables(WORKED, 4)).iter("table"))
    steps = podium.reduction(WORKED, 4)
    assert len(tables) == len(steps) == 6
    for table, step in zip(tables, steps, strict=True):
        heads, rows, sums = digits(table)
        assert rows == [list(f"{heap:06b}") for heap in step.heaps]
        assert tuple(map(int, sums)) == step.sums
        changed = [row.get("class") == "nt-changed" for row in table.iterfind(".//tbody/tr")]
        assert changed == [row in step.changed for row in range(5)]
        assert ["was" in head for head in heads] == changed
    assert digits(tables[1])[0] == ["31 (was 47)", "4", "20", "23", "31 (was 44)"]


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        (0, "Δ is 222122."),
        (
            1,
            "The 1st column had the sum 2, so 2 of its ones must go: 47 to 31, 44 to 31. "
            "Δ is 002133 now.",
        ),
        (3, "The 4th column had the sum 1, so 1 of its ones must go: 23 to 19. Δ is 000033 now."),
        (
            5,
            "The 6th column had the sum 3, so 3 of its ones must go: 17 to 16, 21 to 20, 21 to 20. "
            "Δ is 0: done.",
        ),
    ],
)
def test_each_step_is_described(step: int, sentence: str) -> None:
    assert said(reduction_step(WORKED, 4, step)).startswith(sentence)


def test_the_first_step_may_be_drawn_as_it_is_worded() -> None:
    printed = list(parsed(reduction_tables((1, 2, 2), 3, "not n - 1")).iter("table"))
    assert [digits(table)[2] for table in printed] == [
        ["2", "1"],
        ["2", "0"],
        ["0", "2"],
        ["0", "0"],
    ]
    assert len(list(parsed(reduction_tables((1, 1), 3, "not n - 1")).iter("table"))) == 1


@pytest.mark.parametrize(
    ("heaps", "players", "sentence"),
    [
        (
            WORKED,
            4,
            "The algorithm lowers 3 heaps: 47 to 16, 23 to 20, 44 to 20. No way is shorter:",
        ),
        ((2, 2, 2, 3), 3, "The algorithm lowers 2 heaps: "),
        ((5, 5, 5), 3, "Δ is 0: (5, 5, 5) is a 0-position."),
        ((), 3, "Δ is 0: () is a 0-position."),
    ],
)
def test_the_algorithm_stands_beside_the_shortest_ways(
    heaps: tuple[int, ...], players: int, sentence: str
) -> None:
    drawn = reduction_analysis(heaps, players)
    assert said(drawn).startswith(sentence)
    ends = {
        tuple(map(int, re.findall("[0-9]+", "".join(row.itertext()))))
        for table in parsed(drawn).iter("table")
        if "nt-delta" not in table.get("class", "")
        for row in table.iterfind(".//tbody/tr/th")
    }
    rank = Solver(Nim()).rank(heaps, players) if max(heaps, default=0) < 9 else 3
    assert f"has rank {rank}." in said(drawn) or not rank
    assert all(podium.is_zero(end, players) for end in ends) and bool(ends) == bool(rank)


@pytest.mark.parametrize("heaps", [(1,) * 9, (64,), (1, 2, 3, 99)])
def test_more_than_can_be_looked_through_is_refused(heaps: tuple[int, ...]) -> None:
    with pytest.raises(ValueError) as caught:
        reduction_analysis(heaps, 3)
    assert str(caught.value) == (
        f"{heaps} is too much to look through here: at most 8 heaps, up to 63"
    )


def test_a_tree_of_too_many_nodes_or_players_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^the tree of \(4, 4, 4\) is too large to draw"):
        podium_tree(Nim(), (4, 4, 4), 3)
    with pytest.raises(ValueError, match=r"^the number of players .* from 2 to 6, not 7$"):
        podium_tree(Nim(), (1,), 7)


def test_a_way_that_is_not_shortest_is_said_to_be_none() -> None:
    words = said(reduction_analysis((2, 2, 2, 3), 3))
    assert "1 heap would do: (3, 2, 2, 2) has rank 1." in words
    assert words.endswith("The shortest ways to a 0-position0-positionmoves(2, 2, 2)3 to 0")


@pytest.mark.parametrize(("players", "others"), [(2, ()), (3, (2,)), (3, (1, 3)), (4, (2, 2))])
def test_the_grids_of_ranks_are_those_of_the_search(players: int, others: tuple[int, ...]) -> None:
    table, solver = parsed(rank_grid(players, others, 4)), Solver(Nim())
    for i, row in enumerate(table.iterfind(".//tbody/tr")):
        ranks = [solver.rank((i, j, *others), players) for j in range(5)]
        assert [cell.text for cell in row.iterfind("td")] == [str(rank or "P") for rank in ranks]
        assert [cell.get("class") for cell in row.iterfind("td")] == [
            None if rank else "nt-P" for rank in ranks
        ]
    caption = table.findtext(".//caption") or ""
    assert caption.endswith(f"{players} players, ranks: P exactly where Δ is 0, at 25 of 25 places")


# --- Other games at the same table ---------------------------------------------------------------


@pytest.mark.parametrize(("players", "forbidden"), [(2, [2]), (3, [1]), (4, [1, 3])])
def test_a_grid_of_boxes_is_the_search(players: int, forbidden: list[int]) -> None:
    drawn = boxed_ranks(players, 3, forbidden, 3, 4)
    assert "as boxes say at 25 of 25 places" in drawn
    solver = Solver(BlockingNim.exactly(3, len(forbidden)))
    boxed = [row[1:] for row in cells(drawn)[-5:]]
    for i in range(5):
        for j in range(5):
            heaps = tuple(sorted(heap for heap in (3, i, j) if heap))
            rank = solver.rank((heaps, frozenset(forbidden)), players)
            assert boxed[i][j] == str(rank or "P")
