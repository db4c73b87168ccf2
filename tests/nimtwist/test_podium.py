"""The podium rule against every strategy there is; sums, ranks and the algorithm against search."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations_with_replacement, pairwise, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimbook.claims.podium import played_out
from nimtwist import EndlessPlayError, MultiMove, Solver
from nimtwist.games import Cram, Nim, Northcott
from nimtwist.games.nim import nim_sum
from nimtwist.podium import (
    PodiumSolver,
    Standings,
    Step,
    ZeroSums,
    delta,
    is_zero,
    nearest,
    rank,
    reduction,
)
from tests.strategies import Graph, dags

EXAMPLE = (47, 4, 20, 23, 44)

small = st.lists(st.integers(0, 7), max_size=5).map(tuple)
large = st.lists(st.integers(0, 1 << 70), max_size=9).map(tuple)
players = st.integers(2, 6)


def lowered(before: Sequence[int], after: Sequence[int]) -> int:
    assert all(b <= a for a, b in zip(before, after, strict=True))
    return sum(b < a for a, b in zip(before, after, strict=True))


# --- The podium rule -----------------------------------------------------------------------------


@given(dags(7), players)
def test_the_standing_is_what_comes_of_playing_it_out(graph: Graph, n: int) -> None:
    solver = PodiumSolver(graph)
    for position in graph.positions:
        order = played_out(graph, position, n)
        assert [order.index(player) + 1 for player in range(n)] == list(
            solver.standings(position, n)
        )
        assert solver.winners(position, n) == {order[0]}


def equilibria(graph: Graph, start: int, n: int, podium: bool) -> set[tuple[int, ...]]:
    """Try every strategy, one for all players as a position says who is on turn."""

    def result(choice: Sequence[Any], position: int) -> tuple[int, ...]:
        if choice[position] is None:
            return tuple(range(n, 0, -1))
        after = result(choice, choice[position])
        return (after[-1], *after[:-1])

    def wish(choice: Sequence[Any], option: int) -> int:
        place = result(choice, option)[-1]
        return place if podium else int(place > 1)

    choices: Iterator[Sequence[Any]] = product(*(edges or (None,) for edges in graph.edges))
    return {
        result(choice, start)
        for choice in choices
        if all(
            wish(choice, choice[position]) == min(wish(choice, option) for option in edges)
            for position, edges in enumerate(graph.edges)
            if edges
        )
    }


@given(dags(6), st.integers(2, 5), st.booleans())
def test_possible_standings_are_those_of_the_strategies_that_nobody_betters(
    graph: Graph, n: int, podium: bool
) -> None:
    start = graph.positions[-1]
    possible = PodiumSolver(graph).possible_standings(start, n, podium)
    assert possible == equilibria(graph, start, n, podium)
    assert len(possible) == 1 or not podium


def test_the_kingmaker_chooses_unless_there_is_a_podium() -> None:
    solver = PodiumSolver(Nim())
    assert solver.winners((2, 1), 3, podium=False) == {1, 2}
    assert solver.standings((2, 1), 3) == (2, 1, 3)


def test_a_game_that_need_not_end_has_no_standing() -> None:
    with pytest.raises(EndlessPlayError):
        PodiumSolver(Northcott(4)).standings(((1, 2),), 3)


@given(dags(7), st.integers(1, 5))
def test_a_turn_is_any_path_of_so_many_moves(graph: Graph, most: int) -> None:
    def reached(position: int, moves: int) -> Iterator[int]:
        for option in graph.options(position) if moves else ():
            yield option
            yield from reached(option, moves - 1)

    turns = MultiMove(graph, most)
    for position in graph.positions:
        options = turns.options(position)
        assert len(options) == len(set(options))
        assert set(options) == set(reached(position, most))


@pytest.mark.parametrize("most", [1, 2, 3])
def test_turns_of_nim_take_from_so_many_heaps_at_once(most: int) -> None:
    for heaps in product(range(4), repeat=3):
        left = product(*(range(heap + 1) for heap in heaps))
        lower = (option for option in left if 1 <= lowered(heaps, option) <= most)
        assert set(MultiMove(Nim(), most).options(heaps)) == set(map(Nim().canonical, lower))


def test_turns_of_one_move_are_the_game() -> None:
    board = Cram.rectangle(2, 3)
    assert MultiMove(Cram(), 1).options(board) == list(dict.fromkeys(Cram().options(board)))


# --- Sums and ranks ------------------------------------------------------------------------------


@given(large, players)
def test_each_digit_is_the_number_of_ones_in_its_column(heaps: tuple[int, ...], n: int) -> None:
    digits = delta(heaps, n)
    assert len(digits) == max(heaps, default=0).bit_length()
    for place, digit in enumerate(reversed(digits)):
        assert digit == sum(heap >> place & 1 for heap in heaps) % n


def test_delta_of_the_example_and_of_nothing() -> None:
    assert delta(EXAMPLE, 4) == (2, 2, 2, 1, 2, 2)
    assert delta((), 3) == delta((0, 0), 3) == ()
    assert delta((1 << 64, 1 << 64), 2) == (0,) * 65


@given(large, players, st.data())
def test_zero_is_what_delta_says(heaps: tuple[int, ...], n: int, data: st.DataObject) -> None:
    assert is_zero(heaps, n) == (not any(delta(heaps, n)))
    assert is_zero(heaps, 2) == (nim_sum(heaps) == 0)
    copies = data.draw(st.permutations(heaps * n))
    assert is_zero(tuple(copies), n)
    assert rank(tuple(copies[: 2 * n]) * n, n) == 0


@pytest.mark.parametrize("n", range(2, 8))
def test_zero_of_all_small_heaps_is_what_delta_says(n: int) -> None:
    for count in range(8):
        for heaps in combinations_with_replacement(range(7), count):
            assert is_zero(heaps, n) == (not any(delta(heaps, n))), heaps


@given(st.integers(1, 20), st.integers(1, 70), st.integers(2, 7), st.integers(0, 2**32), st.data())
def test_zero_is_that_every_column_adds_up_to_a_multiple(
    count: int, digits: int, n: int, seed: int, data: st.DataObject
) -> None:
    source = random.Random(seed)
    heaps = [0] * count
    for place in range(digits):
        ones = n * source.randrange(count // n + 1)
        for row in source.sample(range(count), ones):
            heaps[row] |= 1 << place
    assert is_zero(tuple(heaps), n)
    # Another digit makes a difference; so does one more in two columns, of which one may make up
    # for the other in the sum of the heaps.
    row, other = (data.draw(st.integers(0, count - 1)) for _ in range(2))
    low, high = (data.draw(st.integers(0, digits)) for _ in range(2))
    heaps[row] ^= 1 << low
    assert not is_zero(tuple(heaps), n)
    heaps[other] ^= 1 << high
    assert is_zero(tuple(heaps), n) == (not any(delta(tuple(heaps), n)))


@given(st.lists(st.integers(1, 12), max_size=4), players)
def test_the_moves_that_make_all_sums_0_are_all_of_them(heaps: list[int], n: int) -> None:
    position = tuple(sorted(heaps))
    zeros = [option for option in Nim().options(position) if is_zero(option, n)]
    found = ZeroSums(n).winning_options(position)
    assert sorted(found) == sorted(zeros) and len(set(found)) == len(found)
    assert ZeroSums(n).is_zero(position) == is_zero(position, n)


@given(st.lists(st.integers(0, 5), max_size=5).map(tuple), players)
def test_ranks_of_nim_are_those_of_the_search(heaps: tuple[int, ...], n: int) -> None:
    assert rank(heaps, n) == Solver(Nim()).rank(tuple(sorted(filter(None, heaps))), n)


@given(small, st.integers(2, 5))
def test_the_nearest_are_all_that_lower_the_fewest_heaps(heaps: tuple[int, ...], n: int) -> None:
    zeros = [p for p in product(*(range(heap + 1) for heap in heaps)) if not any(delta(p, n))]
    fewest = min(lowered(heaps, zero) for zero in zeros)
    assert rank(heaps, n) == fewest
    assert nearest(heaps, n) == [zero for zero in zeros if lowered(heaps, zero) == fewest]


@given(large, players)
def test_a_rank_is_no_less_than_the_first_digit_and_no_more_than_the_algorithm_takes(
    heaps: tuple[int, ...], n: int
) -> None:
    taken = lowered(heaps, reduction(heaps, n)[-1].heaps)
    assert next(filter(None, delta(heaps, n)), 0) <= rank(heaps, n) <= taken <= n - 1


@given(st.lists(st.integers(0, 63), max_size=4).map(tuple), st.integers(0, 99), players)
def test_how_long_the_longest_heap_is_does_not_matter(
    heaps: tuple[int, ...], more: int, n: int
) -> None:
    if n > 2:
        assert rank((*heaps, 64 + more), n) == rank((*heaps, 64), n)


def test_the_example_has_five_nearest() -> None:
    assert rank(EXAMPLE, 4) == 3
    found = nearest(EXAMPLE, 4)
    assert len(found) == 5 and (16, 4, 20, 20, 20) in found


# --- The algorithm -------------------------------------------------------------------------------


@given(large, players, st.integers())
def test_the_algorithm_zeroes_column_by_column_whatever_it_chooses(
    heaps: tuple[int, ...], n: int, seed: int
) -> None:
    source = random.Random(seed)

    def choose(rows: Sequence[int], count: int) -> list[int]:
        assert 0 < count <= len(rows)
        return source.sample(list(rows), count)

    steps = reduction(heaps, n, choose)
    width = len(delta(heaps, n))
    assert steps[0] == Step(heaps, delta(heaps, n))
    modified: set[int] = set()
    for before, step in pairwise(steps):
        column = step.column
        assert column is not None and not any(before.sums[:column]) and before.sums[column]
        assert not any(step.sums[: column + 1]) and len(step.changed) == before.sums[column]
        place = 1 << (width - 1 - column)
        for row, (old, new) in enumerate(zip(before.heaps, step.heaps, strict=True)):
            assert (row in step.changed) == (old != new)
            if old != new:
                assert old & place and new == (old - old % place - place) + place - 1
        # Those that have been changed come first, and all of them have a one here.
        assert modified <= set(step.changed) or set(step.changed) <= modified
        modified |= set(step.changed)
        assert step.sums == (0,) * (width - len(delta(step.heaps, n))) + delta(step.heaps, n)
    assert not any(steps[-1].sums)
    assert lowered(heaps, steps[-1].heaps) == len(modified) < n


def test_the_other_start_changes_too_many_or_finds_no_column() -> None:
    steps = reduction((1, 2, 2), 3, start="not n - 1")
    assert [step.column for step in steps] == [None, 1, 0, 1]
    assert lowered((1, 2, 2), steps[-1].heaps) == 3
    assert reduction((1, 1), 3, start="not n - 1") == [Step((1, 1), (2,))]


def test_the_example_does_not_tell_where_to_begin_but_that_n_minus_1_is_made_0_too() -> None:
    steps = reduction(EXAMPLE, 4)
    assert reduction(EXAMPLE, 4, start="not n - 1") == steps
    made_0 = [
        before.sums[after.column] for before, after in pairwise(steps) if after.column is not None
    ]
    assert made_0 == [2, 2, 1, 3, 3]


# --- What is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: Standings(1), "the number of players must be a whole number, from 2 to 1000"),
        (lambda: Standings(1001), "from 2 to 1000, not 1001"),
        (lambda: Standings(3, "yes"), "podium must be True or False, not 'yes'"),  # type: ignore
        (lambda: is_zero((1, 2), 1), "the number of players must be a whole number, at least 2"),
        (lambda: delta((1, -2), 3), "-2"),
        (lambda: reduction((1, 2), 3, 4), "the chooser must be a function of rows and how many"),  # type: ignore
        (lambda: reduction((1, 2), 3, start="x"), "the start must be 'leftmost' or 'not n - 1'"),  # type: ignore
        (lambda: reduction((1,), 2, lambda *_: [5]), "choose 1 of the rows [0], not {5}"),
        (lambda: reduction((1,), 2, lambda *_: []), "choose 1 of the rows [0], not set()"),
    ],
)
def test_bad_input_is_quoted(call: Callable[[], object], sentence: str) -> None:
    with pytest.raises(ValueError) as refused:
        call()
    assert sentence in str(refused.value)
