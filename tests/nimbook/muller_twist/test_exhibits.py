"""Blocking Nim drawn: Figure 1 with its heaps in their places, and the grids of a family."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from math import inf
from typing import Any

import pytest

from nimbook.claims.twist import FIGURE_1, ONE_BLOCKING, PRINTED, sensible
from nimbook.muller_twist.exhibits import family_grids, in_place, read_family, read_game
from nimbook.show import tree
from nimtwist import BlockingNim, Solver, Tree
from nimtwist.game import Outcome
from tests.nimbook.show.test_draw import (
    cells_of,
    check_drawing,
    marked,
    nodes_of,
    parsed,
    text_of,
)

# --- Figure 1 ------------------------------------------------------------------------------------


def shape(root: Tree[Any], label: Callable[[Tree[Any]], str]) -> list[Any]:
    return [label(root), *(shape(child, label) for child in root.children)]


def test_figure_1_above_is_as_printed_but_that_the_root_names_its_restriction() -> None:
    moves = dict(ONE_BLOCKING.options(FIGURE_1))
    root = Tree(FIGURE_1, [Tree(option) for option in moves.items()])
    label = in_place(root, (4, 2, 1), unnamed=True)
    assert shape(root, label) == ["(4, 2, 1) not 1", ["(2, 2, 1)?"], ["(1, 2, 1)?"], ["(4, 1)?"]]
    printed = PRINTED["fig-1"]["moves"]
    assert [f"{name}?" for [name] in printed[1:]] == [label(child) for child in root.children]
    levels = nodes_of(tree(root, label))
    assert [[text for *_, text in nodes] for nodes in levels.values()] == [
        ["(4, 2, 1) not 1"],
        ["(2, 2, 1)?", "(1, 2, 1)?", "(4, 1)?"],
    ]


def test_figure_1_below_is_as_printed_but_for_daggers() -> None:
    game = Solver(ONE_BLOCKING)
    root = game.strategy(FIGURE_1, keep=lambda position: sensible(ONE_BLOCKING, position))
    label = in_place(root, (4, 2, 1))
    assert shape(root, lambda node: label(node).removesuffix(" †")) == PRINTED["fig-1"]["win"]
    ends = [text for nodes in nodes_of(tree(root, label)).values() for *_, text in nodes]
    assert [text for text in ends if "†" in text] == ["(1) not 1 †", "(1, 1) not 1 †"]


def test_labels_keep_heaps_in_their_places() -> None:
    # The heap of 3 in the middle becomes 1, then the first goes.
    root = Tree(
        ((2, 3, 5), frozenset({1})),
        [Tree(((1, 2, 5), frozenset({2})), [Tree(((1, 5), frozenset({3})))])],
    )
    assert shape(root, in_place(root, (2, 3, 5))) == [
        "(2, 3, 5) not 1",
        ["(2, 1, 5) not 2", ["(1, 5) not 3 †"]],
    ]


# --- Families ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("modulus", "family", "size"),
    [(3, "2, 3; 1, 3", 7), (4, "1, 3; 2, 4", 6), (4, "2, 3; 1, 3", 8), (3, "1; 1, 2, 3", 5)],
)
def test_the_wrong_cells_of_a_family_are_those_that_the_solver_says(
    modulus: int, family: str, size: int
) -> None:
    rules = BlockingNim(modulus, [map(int, part.split(",")) for part in family.split(";")])
    solver = Solver(rules)
    least = {r: min({*range(1, modulus + 1)} - r, default=inf) for r in rules.family}
    box = max(least.values())
    drawing = family_grids(modulus, family, size)
    grids = re.findall(r"<table.*?</table>", drawing)
    count = 0
    for forbidden, drawn in zip(rules.family, grids, strict=True):
        found: dict[tuple[int, int], Outcome] = {
            (i, j): solver.outcome((tuple(sorted((i, j))), forbidden))
            for i, j in product(range(size), repeat=2)
        }
        assert cells_of(drawn) == [[found[i, j] for j in range(size)] for i in range(size)]
        by_boxes = {
            (i, j): i // box == j // box and max(i % box, j % box) < least[forbidden]
            for i, j in found
        }
        wrong = {cell for cell in found if (found[cell] == "P") != by_boxes[cell]}
        assert marked(drawn, "wrong") == wrong
        assert ("nt-boxed" in drawn) == (modulus not in map(len, rules.family))
        count += len(wrong)
    sentence = text_of(parsed(drawing)[0][0])
    assert sentence.endswith(f" {count or 'no'} cell{'s are' if count > 1 else ' is'} wrong.")


def test_what_a_family_says_when_everything_or_nothing_may_be_forbidden() -> None:
    assert (
        "<p>Some restriction forbids every number. With one box for everything, no cell is wrong."
        in family_grids(2, "1, 2", 3)
    )
    assert "nothing forbidden" in family_grids(2, "; 1", 3)


def test_the_grids_of_a_family_are_as_every_drawing_is() -> None:
    check_drawing(lambda: family_grids(3, "2, 3; 1, 3", 6))


@pytest.mark.parametrize(
    ("modulus", "family", "sentence"),
    [
        (
            4,
            "1, x",
            "'x' is not a residue: residues are whole numbers from 0 to 1000000, separated by "
            "commas, as in 4, 2, 1",
        ),
        (2, "1; 3", "a forbidden residue must be a whole number, from 1 to 2, not 3"),
        (
            8,
            "; 1; 2; 3; 4; 5; 6; 7; 8; 1, 2; 1, 3; 1, 4; 1, 5",
            "13 restrictions are too many to draw: at most 12",
        ),
    ],
)
def test_a_family_that_cannot_be_drawn_is_refused(modulus: int, family: str, sentence: str) -> None:
    with pytest.raises(ValueError) as refused:
        family_grids(modulus, family, 5)
    assert str(refused.value) == sentence


# --- What a reader types -------------------------------------------------------------------------

NOT_HEAPS = "heaps are whole numbers from 0 to 1000000, separated by commas, as in 4, 2, 1"


@pytest.mark.parametrize(
    ("text", "family"),
    [
        ("1; 2, 3", [{1}, {2, 3}]),
        ("1 3;;2", [{1, 3}, set(), {2}]),
        ("", [set()]),
        ("(1, 1)", [{1}]),
    ],
)
def test_a_family_is_read_restriction_by_restriction(text: str, family: list[set[int]]) -> None:
    assert read_family(text) == family


@pytest.mark.parametrize(
    ("forbid", "forbidden"),
    [
        ("1", frozenset({1})),
        ("3 1", frozenset({1, 3})),
        ("2, 2", frozenset({2})),
        ("", frozenset()),
        ("1, 2, 3", frozenset({1, 2, 3})),
    ],
)
def test_a_game_is_read_in_which_every_player_forbids_as_many(
    forbid: str, forbidden: frozenset[int]
) -> None:
    rules, position = read_game("(4, 1 2)", 3, forbid)
    assert (rules, position) == (BlockingNim.exactly(3, len(forbidden)), ((1, 2, 4), forbidden))
    assert rules.options(position) or len(forbidden) == 3


@pytest.mark.parametrize(
    ("heaps", "forbid", "sentence"),
    [
        ("4, two", "1", f"'two' is not a heap: {NOT_HEAPS}"),
        ("4, 2", "1, 4", "a forbidden residue must be a whole number, from 1 to 3, not 4"),
        ("4, 2", "0", "a forbidden residue must be a whole number, from 1 to 3, not 0"),
    ],
)
def test_what_is_no_game_is_refused(heaps: str, forbid: str, sentence: str) -> None:
    with pytest.raises(ValueError) as caught:
        read_game(heaps, 3, forbid)
    assert str(caught.value) == sentence


def test_what_is_no_family_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^'-2' is not a residue: residues are whole numbers"):
        read_family("1; -2")
