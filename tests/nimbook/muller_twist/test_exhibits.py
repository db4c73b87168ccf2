"""What a reader types of blocking Nim: families of restrictions, and games in them."""

from __future__ import annotations

import pytest

from nimbook.muller_twist.exhibits import read_family, read_game
from nimtwist.games import BlockingNim

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
    ("piles", "forbid", "sentence"),
    [
        ("4, two", "1", f"'two' is not a heap: {NOT_HEAPS}"),
        ("4, 2", "1, 4", "a forbidden residue must be a whole number, from 1 to 3, not 4"),
        ("4, 2", "0", "a forbidden residue must be a whole number, from 1 to 3, not 0"),
    ],
)
def test_what_is_no_game_is_refused(piles: str, forbid: str, sentence: str) -> None:
    with pytest.raises(ValueError) as caught:
        read_game(piles, 3, forbid)
    assert str(caught.value) == sentence


def test_what_is_no_family_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^'-2' is not a residue: residues are whole numbers"):
        read_family("1; -2")
