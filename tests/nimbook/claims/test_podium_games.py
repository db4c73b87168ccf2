"""The claims one step past the podium paper, and what is found where a theory falls."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from nimbook.claims.podium_games import (
    DAY_3,
    NumberedGames,
    StackedStones,
    blocking_rank,
    classes,
    moore_rank,
    not_cancelled,
    out_of_reach,
    telling_company,
    twist,
)
from nimtwist import Solver
from nimtwist.games import BlockingNim, Moore, Nim, Stones
from nimtwist.games.blocking import Boxes
from nimtwist.podium import is_zero, rank
from tests.verdicts import checked, with_the_ledger


@with_the_ledger
@pytest.mark.parametrize("name", ["moore", "twist", "stones", "sums"])
def test_each_claim_holds(name: str) -> None:
    found = checked(f"podium.{name}").verdict
    assert (found.verdict, found.trouble) == ("holds", None)


# --- Moore's games -------------------------------------------------------------------------------


def test_nim_among_n_players_is_moores_game_with_k_one_less() -> None:
    nim, moore = Solver(Nim()), Solver(Moore(2))
    for heaps in product(range(5), repeat=3):
        assert (nim.rank(heaps, 3) == 0) == (moore.outcome(heaps) == "P") == is_zero(heaps, 3)


def test_two_moves_of_two_heaps_each_clear_four() -> None:
    assert [moore_rank((1,) * count, 2, 3) for count in range(8)] == [0, 1, 1, 2, 2, 0, 1, 1]


# --- Blocking Nim --------------------------------------------------------------------------------


def test_between_two_players_the_rank_by_boxes_is_theorem_2() -> None:
    game = BlockingNim.exactly(4, 2)
    theory = Boxes(game, 3)
    for position in product(combinations(range(9), 2), game.family):
        assert (blocking_rank(game, position, 2) == 0) == (theory.outcome(position) == "P")


def test_three_players_by_hand() -> None:
    """One-blocking: 2, 2 and 2 are one box each, 3, 3 and 3 too, unless 1 is allowed."""
    solver, game = Solver(BlockingNim.exactly(3, 1)), BlockingNim.exactly(3, 1)
    not_1, not_2 = frozenset({1}), frozenset({2})
    for heaps, forbidden, found in [
        ((2, 2, 2), not_2, 0),
        ((3, 3, 3), not_1, 0),
        ((3, 3, 3), not_2, 1),
        ((2, 2, 4), not_1, 1),
        ((2, 2), not_1, 2),
        ((2, 2), not_2, 2),
        ((1, 1), not_1, 0),
        ((1, 1), not_2, 1),
    ]:
        assert solver.rank((heaps, forbidden), 3) == found
        assert blocking_rank(game, (heaps, forbidden), 3) == found


def test_where_two_equal_heaps_hide_from_the_boxes() -> None:
    """Forbidding 2 and 3, or 1 and 3: a box has 2 sizes, and 3 cannot be lowered to 0 or 1."""
    game = BlockingNim(3, [{2, 3}, {1, 3}])
    assert out_of_reach(game) == ((3,), frozenset({2, 3}))
    wrong = [
        heaps
        for heaps in combinations(range(4), 2)
        for forbidden in game.family
        if Solver(game).rank((heaps, forbidden), 3) != blocking_rank(game, (heaps, forbidden), 3)
    ]
    assert wrong


def test_the_equal_heaps_themselves_need_not_be_a_0_position() -> None:
    """Under "not 2", a 2 cannot get into the lowest box; boxes are wrong about (1, 2)."""
    not_2 = frozenset({2})
    for modulus in (2, 3):
        game = BlockingNim(modulus, [not_2])
        solver = Solver(game)
        assert out_of_reach(game) == ((2,), not_2)
        assert solver.rank(((2, 2), not_2), 3) == 1
        assert solver.rank(((1, 2), not_2), 3) == 0 < blocking_rank(game, ((1, 2), not_2), 3)
    assert all(solver.rank(((heap, heap), not_2), 3) for heap in range(1, 13))


def test_that_the_equal_heaps_alone_show_it_is_refuted() -> None:
    quick = {"players": 3, "every": 2, "modulus": 2, "sizes": {1: 2}}
    assert not any(twist(**quick))
    assert list(filter(None, twist(**quick, inside=False))) == [
        "BlockingNim(2, [[2]]), 3 players: boxes are right about (2, 2) not 2"
    ]


# --- Stones --------------------------------------------------------------------------------------


def test_stones_that_meet_make_a_stone_no_heap() -> None:
    pair = frozenset({(1, 1), (1, 2)})
    assert Solver(Stones()).rank(pair, 3) == 1 and rank((1, 2), 3) == 2
    assert Solver(StackedStones()).rank(tuple(sorted(pair)), 3) == 2


def test_stacks_are_single_stones_until_two_meet() -> None:
    assert StackedStones().options(((2, 2),)) == [
        (),
        ((2, 1),),
        ((1, 2),),
        ((1, 1), (1, 2), (2, 1)),
    ]


def test_stacking_changes_nothing_between_two_players() -> None:
    worded, stacked = Solver(Stones()), Solver(StackedStones())
    spots = [(x, y) for x in (1, 2) for y in (1, 2)]
    for count in range(4):
        for stones in combinations(spots, count):
            together = stacked.outcome(tuple(sorted(stones)))
            assert worded.outcome(frozenset(stones)) == together


# --- Sums of games -------------------------------------------------------------------------------


def test_every_number_below_16_is_another_game_born_by_day_3() -> None:
    heap = {0: 0, 1: 1, 2: 3, 3: 11, 4: 2059}
    for size, number in heap.items():
        options = NumberedGames().options((number,))
        assert options == [(heap[n],) if n else () for n in range(size)]
    assert max(option for game in range(DAY_3) for (option,) in filter(None, below(game))) == 3


def below(game: int) -> list[tuple[int, ...]]:
    return NumberedGames().options((game,))


def test_between_two_players_the_classes_are_the_grundy_values() -> None:
    solver = Solver(NumberedGames())
    for value, alike in enumerate(classes(2, 1)):
        assert {solver.grundy((game,)) for game in alike} == {value}


@pytest.mark.parametrize(("players", "company"), [(3, 2), (4, 3)])
def test_among_more_every_game_is_a_class_of_its_own(players: int, company: int) -> None:
    assert len(classes(players, company)) == DAY_3 > len(classes(players, company - 1))


def test_the_smallest_company_that_tells_two_games_apart() -> None:
    solver = Solver(NumberedGames())
    beside = telling_company(0, 4, 3, 2)
    assert beside == (3, 12)
    assert solver.rank(beside, 3) != solver.rank((3, 4, 12), 3)
    assert telling_company(1, 1, 3, 2) is None


def test_copies_that_do_not_cancel() -> None:
    assert [not_cancelled(n) for n in (2, 3, 4)] == [[], [12], [5, 12, 13]]
