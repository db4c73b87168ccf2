"""Blocking Nim: its rules and families, the article's closed forms, and the grids of two heaps."""

from __future__ import annotations

import math
from itertools import combinations, pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimtwist import Solver
from nimtwist.games import BlockingNim, pair_grid
from nimtwist.games.blocking import Boxes
from nimtwist.games.pair_grid import PairGrid
from nimtwist.games.restrictions import longest_run, smallest_allowed, strictest
from tests.strategies import blocking_games, restrictions

Heaps = tuple[int, ...]
Restriction = frozenset[int]

NONE, ONE, TWO = frozenset[int](), frozenset({1}), frozenset({2})
PILES = [(), (1,), (2,), (3,), (5,), (1, 1), (1, 2), (1, 4), (2, 2), (3, 4), (1, 2, 2)]


def residue(taken: int, modulus: int) -> int:
    return taken % modulus or modulus


# --- Rules ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "position", "options"),
    [
        (BlockingNim(3, [{1}]), ((), ONE), []),
        (BlockingNim(3, [{1}]), ((1,), ONE), []),
        (BlockingNim(3, [{1}]), ((4,), ONE), [((2,), ONE), ((1,), ONE)]),
        (BlockingNim(2, [{1}, {2}]), ((1, 1), TWO), [((1,), ONE), ((1,), TWO)]),
        (BlockingNim(2, [{2}]), ((1, 3), TWO), [((1, 2), TWO), ((1,), TWO), ((3,), TWO)]),
        (BlockingNim(1, [{1}, ()]), ((7,), ONE), []),
        (BlockingNim(1, [()]), ((0, 2), NONE), [((1,), NONE), ((), NONE)]),
    ],
)
def test_options_written_out(
    rules: BlockingNim, position: tuple[Heaps, Restriction], options: list[object]
) -> None:
    assert rules.options(position) == options


@given(blocking_games(), st.sampled_from(PILES))
def test_options_are_what_the_rules_say(rules: BlockingNim, heaps: Heaps) -> None:
    for forbidden in rules.family:
        after = {
            (tuple(sorted(filter(None, (*heaps[:i], heap - taken, *heaps[i + 1 :])))), restriction)
            for i, heap in enumerate(heaps)
            for taken in range(1, heap + 1)
            if residue(taken, rules.modulus) not in forbidden
            for restriction in rules.restrictions
        }
        options = rules.options((heaps, forbidden))
        assert set(options) == after
        assert len(options) == len(after)


@pytest.mark.parametrize("modulus", [1, 2, 3, 5])
def test_the_families_of_the_article_are_all_sets_of_k_or_at_most_k_residues(modulus: int) -> None:
    residues = range(1, modulus + 1)
    smaller: set[Restriction] = set()
    for k in range(modulus + 1):
        exactly = set(map(frozenset, combinations(residues, k)))
        smaller |= exactly
        assert BlockingNim.exactly(modulus, k).restrictions == exactly
        assert BlockingNim.up_to(modulus, k).restrictions == smaller
        assert len(BlockingNim.exactly(modulus, k).family) == math.comb(modulus, k)


def test_a_family_of_65536_restrictions_is_listed_and_no_larger_one() -> None:
    assert len(BlockingNim.up_to(16, 16).restrictions) == 65536
    with pytest.raises(ValueError, match="too large a family"):
        BlockingNim.up_to(65536, 1)


@pytest.mark.parametrize("k", [1, 399])
def test_only_the_restrictions_of_the_family_count(k: int) -> None:
    assert len(BlockingNim.exactly(400, k).restrictions) == 400


def test_games_are_equal_if_their_families_are_however_written() -> None:
    game = BlockingNim(3, [[1], (2, 2), {3}])
    assert game == BlockingNim.exactly(3, 1) and hash(game) == hash(BlockingNim.exactly(3, 1))
    assert game != BlockingNim(4, [[1], [2], [3]]) and game != BlockingNim.up_to(3, 1)
    assert eval(repr(game)) == game
    assert BlockingNim(3, [{2, 3}, {1}, ()]).family == (NONE, ONE, frozenset({2, 3}))


# --- Notation ------------------------------------------------------------------------------------


@given(blocking_games(9), st.lists(st.integers(0, 10**6), max_size=4), st.data())
def test_what_is_shown_is_read_again(
    rules: BlockingNim, heaps: list[int], data: st.DataObject
) -> None:
    forbidden = data.draw(st.sampled_from(rules.family))
    read = rules.read(rules.show((tuple(heaps), forbidden)))
    assert read == (tuple(sorted(filter(None, heaps))), forbidden)


def test_a_restriction_that_forbids_nothing_is_not_written_but_said() -> None:
    rules = BlockingNim.up_to(2, 1)
    assert rules.show(((1, 2), NONE)) == "(2, 1)"
    assert rules.describe_move(((2,), ONE), ((), NONE)).endswith(" and forbid nothing")


def test_what_is_no_residue_is_quoted_beside_those_that_are() -> None:
    with pytest.raises(ValueError) as caught:
        BlockingNim(2, [{1}]).canonical(((1,), frozenset({1, "a"})))  # type: ignore[arg-type]
    assert str(caught.value) == (
        "the restriction ['a', 1] is not in the family of BlockingNim(2, [[1]])"
    )


@pytest.mark.parametrize(
    "text", ["4 2 1 not 1 not 3", "(4, 2, 1) not 1, 3", "1,2,4 not 3 and not 1", "1 4 2 not (1 3)"]
)
def test_positions_are_read_in_any_common_form(text: str) -> None:
    assert BlockingNim.exactly(4, 2).read(text) == ((1, 2, 4), frozenset({1, 3}))


@pytest.mark.parametrize("rules", [BlockingNim.exactly(3, 1), BlockingNim(2, [(), {1}, {1, 2}])])
def test_a_move_is_refused_exactly_if_it_is_no_option(rules: BlockingNim) -> None:
    positions = list(product(PILES, rules.family))
    for position in positions:
        options = set(rules.options(position))
        for option in positions:
            refused = rules.why_illegal(position, option) is not None
            assert refused == (option not in options), (position, option)
            # In another order, and with an empty heap, it is the same position.
            heaps, forbidden = option
            other = ((0, *reversed(heaps)), forbidden)
            assert (rules.why_illegal(position, other) is not None) == refused, (position, other)


@pytest.mark.parametrize(
    ("position", "option", "sentence"),
    [
        (
            ((4,), frozenset({1, 3})),
            ((1,), frozenset({1, 2})),
            "taking 3 is forbidden: the number taken must not be 1 or 3 modulo 4",
        ),
        (
            ((4,), frozenset({1, 3})),
            ((2,), ONE),
            "the restriction [1] is not in the family of "
            "BlockingNim(4, [[1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]])",
        ),
        (
            ((2, 4), frozenset({1, 3})),
            ((2, 5), frozenset({1, 3})),
            "a move makes a heap smaller, but (4, 2) to (5, 2) makes one larger",
        ),
    ],
)
def test_a_refusal_says_why(
    position: tuple[Heaps, Restriction], option: tuple[Heaps, Restriction], sentence: str
) -> None:
    assert BlockingNim.exactly(4, 2).why_illegal(position, option) == sentence


# --- Closed forms --------------------------------------------------------------------------------


@pytest.mark.parametrize("modulus", [1, 2, 3, 4])
def test_smallest_allowed_and_runs_by_counting(modulus: int) -> None:
    for forbidden in BlockingNim.up_to(modulus, modulus).family:
        allowed = [n for n in range(1, 40) if residue(n, modulus) not in forbidden]
        assert smallest_allowed(modulus, forbidden) == min(allowed, default=math.inf)
        gaps = [after - before - 1 for before, after in pairwise(allowed)]
        assert longest_run(modulus, forbidden) == max(gaps, default=math.inf)


def test_a_run_is_one_of_residues() -> None:
    with pytest.raises(ValueError, match="from 1 to 3, not 4"):
        longest_run(3, [1, 4])


@given(blocking_games())
def test_smallest_unavoidable_is_what_a_player_can_force(rules: BlockingNim) -> None:
    heap = 2 * rules.modulus
    forced = [
        min((heap - sum(left) for left, _ in rules.options(((heap,), forbidden))), default=math.inf)
        for forbidden in rules.family
    ]
    assert rules.smallest_unavoidable == max(forced)


@given(st.integers(1, 5), st.data())
def test_strictest_forces_most_of_all_restrictions_of_its_size(
    modulus: int, data: st.DataObject
) -> None:
    k = data.draw(st.integers(0, modulus))
    assert strictest(k) == {n for n in range(1, 40) if n <= k}
    assert (
        smallest_allowed(modulus, strictest(k))
        == BlockingNim.exactly(modulus, k).smallest_unavoidable
    )


@pytest.mark.parametrize(
    ("heaps", "size", "least", "outcome"),
    [
        ((), 3, 1, "P"),
        ((4, 3), 3, 2, "P"),
        ((5, 3), 3, 2, "N"),
        ((4, 0), 3, 2, "N"),
        ((9, 4, 2), 2, 2, "N"),
        ((8, 5, 12), 4, 2, "P"),
        ((7, 1), math.inf, 8, "P"),
        ((7, 8), math.inf, 8, "N"),
        ((10**30,), math.inf, math.inf, "P"),
        ((10**30, 10**30), 10**29, math.inf, "P"),
    ],
)
def test_boxes_written_out(heaps: Heaps, size: float, least: float, outcome: str) -> None:
    forbidden = ONE if least == math.inf else strictest(int(least) - 1)
    rules = BlockingNim(1 if least == math.inf else 9, [forbidden])
    assert smallest_allowed(rules.modulus, forbidden) == least
    assert Boxes(rules, size).outcome((heaps, forbidden)) == outcome


@pytest.mark.parametrize("rules", [BlockingNim.exactly(3, 1), BlockingNim.up_to(4, 2)])
def test_with_several_boxes_every_winning_move_is_found(rules: BlockingNim) -> None:
    boxes, solver = rules.closed_form, Solver(rules)
    assert boxes is not None
    for position in product(PILES, rules.family):
        assert boxes.winning_options(position) == solver.winning_options(position)


def test_in_one_box_few_sticks_are_taken_from_a_heap_of_any_size() -> None:
    boxes = Boxes(BlockingNim.up_to(1, 1), math.inf)
    assert boxes.winning_options(((10**30,), NONE)) == [((10**30 - 1,), ONE)]


def test_boxes_of_too_many_pairs_are_refused() -> None:
    boxes = Boxes(BlockingNim.exactly(3, 1), 2)
    with pytest.raises(ValueError) as caught:
        boxes.rows(ONE, 10_001)
    assert str(caught.value) == (
        "the size of a grid must be a whole number, from 1 to 10000, not 10001"
    )


@given(blocking_games(8), st.integers(1, 20), st.one_of(st.integers(1, 9), st.just(math.inf)))
def test_boxes_of_pairs_are_those_of_each_pair(rules: BlockingNim, size: int, box: float) -> None:
    boxes = Boxes(rules, box)
    for forbidden in rules.family:
        rows = boxes.rows(forbidden, size)
        assert list(map(len, rows)) == [size] * size
        for i, j in product(range(size), repeat=2):
            assert rows[i][j] == boxes.outcome(((i, j), forbidden))


# --- Grids ---------------------------------------------------------------------------------------


@given(blocking_games(8), st.integers(1, 10))
def test_a_grid_is_the_solver_on_every_cell(rules: BlockingNim, size: int) -> None:
    solver, grid = Solver(rules), PairGrid(rules, size)
    for forbidden in rules.family:
        rows = grid.rows(forbidden)
        assert [len(row) for row in rows] == [size] * size
        for i, j in product(range(size), repeat=2):
            outcome = solver.outcome((tuple(sorted((i, j))), forbidden))
            assert rows[i][j] == grid.outcome(i, j, forbidden) == outcome, (i, j, forbidden)


@pytest.mark.parametrize("k", [0, 1, 3, 4])
def test_a_grid_of_the_families_of_the_article(k: int) -> None:
    for rules in (BlockingNim.exactly(4, k), BlockingNim.up_to(4, k)):
        solver, grid = Solver(rules), PairGrid(rules, 16)
        for forbidden in rules.family:
            rows = grid.rows(forbidden)
            for i, j in product(range(16), repeat=2):
                assert rows[i][j] == solver.outcome((tuple(sorted((i, j))), forbidden))


@given(blocking_games(8), st.integers(1, 40))
def test_diagonals_have_the_cells_of_rows(rules: BlockingNim, size: int) -> None:
    width = min(rules.modulus, size)
    masks = {sum(1 << r - 1 for r in s if r <= width) for s in rules.family}
    told: list[int] = []
    rows = pair_grid._by_cells(masks, width, size, told.append)
    assert list(map(list, pair_grid._by_diagonals(masks, width, size, told.append))) == rows
    assert told == [*range(1, size + 1)] * 2


@pytest.mark.parametrize("modulus", [8, 9, 12])
def test_a_grid_of_more_residues_than_a_byte_has_bits(modulus: int) -> None:
    rules = BlockingNim(modulus, [{1}, {2, modulus}, {3, 4, modulus - 1}])
    solver, grid = Solver(rules), PairGrid(rules, 14)
    for i, row in enumerate(grid.rows(ONE)):
        for j, cell in enumerate(row):
            assert cell == solver.outcome((tuple(sorted((i, j))), ONE)) == grid.outcome(i, j, ONE)


def test_a_grid_smaller_than_the_modulus_does_not_depend_on_it() -> None:
    small, huge = (BlockingNim(n, [{1}, {2, n}]) for n in (20, 10**30))
    assert PairGrid(small, 9).rows(ONE) == PairGrid(huge, 9).rows(ONE)


def test_a_grid_calls_progress_after_each_row() -> None:
    rows: list[int] = []
    PairGrid(BlockingNim.exactly(3, 1), 5, rows.append)
    assert rows == [1, 2, 3, 4, 5]


# --- Families ------------------------------------------------------------------------------------


def boxes_are_right(rules: BlockingNim, box: float, size: int) -> bool:
    """Compare the outcomes by boxes of the size `box` with every pair of heaps below `size`."""
    grid, boxes = PairGrid(rules, size), Boxes(rules, box)
    return all(
        cell == boxes.outcome(((i, j), forbidden))
        for forbidden in rules.family
        for i, row in enumerate(grid.rows(forbidden))
        for j, cell in enumerate(row)
    )


@given(blocking_games())
def test_a_game_is_a_box_game_exactly_if_boxes_give_every_outcome(rules: BlockingNim) -> None:
    """Heaps below 2n are enough to show that boxes fail, and they stay right far beyond.

    Boxes of s make no single heap p >= s a P-position. But if a restriction forbids s numbers in
    a row, a + 1 to a + s, then it forbids every move from p ≡ a + s (mod n) to the heaps below s;
    and these are the only ones that are good to leave, as long as the boxes are right. The least
    such p is below s + n, and s <= n.
    """
    s = rules.smallest_unavoidable
    assert rules.is_box_game == (rules.closed_form is not None)
    assert rules.is_box_game == boxes_are_right(rules, s, 2 * rules.modulus)
    assert rules.is_box_game == boxes_are_right(rules, s, 4 * rules.modulus + 3)


@given(blocking_games())
def test_boxes_of_no_other_size_give_every_outcome(rules: BlockingNim) -> None:
    """With larger boxes (s, s) would be an N-position, with smaller ones the heap of that size."""
    for box in {*range(1, rules.modulus + 2), math.inf} - {rules.smallest_unavoidable}:
        assert not boxes_are_right(rules, box, 2 * rules.modulus + 3)


@given(st.integers(2, 6), st.data())
def test_a_run_of_forbidden_numbers_shows_on_one_heap(modulus: int, data: st.DataObject) -> None:
    family = data.draw(st.lists(restrictions(modulus), min_size=1, max_size=4))
    rules = BlockingNim(modulus, family)
    if rules.is_box_game:
        return
    s = int(rules.smallest_unavoidable)
    solver, boxes = Solver(rules), Boxes(rules, s)
    assert any(
        boxes.outcome(((heap,), forbidden)) != solver.outcome(((heap,), forbidden))
        for heap in range(s + modulus)
        for forbidden in rules.family
    )


@given(st.integers(1, 5), st.data())
def test_without_the_strictest_theorem_2_fails_at_the_latest_at_s_and_s(
    modulus: int, data: st.DataObject
) -> None:
    """Observation 2, with s the smallest unavoidable number of the family; s <= k.

    No restriction has a smallest allowed number above s, so Theorem 2 calls every pair (q, s) with
    q <= s an N-position. If it is right of all those with q < s, no move from (s, s) reaches a
    P-position, and so (s, s) is one.
    """
    k = data.draw(st.integers(1, modulus))
    others = st.frozensets(st.integers(1, modulus), max_size=k).filter(lambda r: r != strictest(k))
    rules = BlockingNim(modulus, data.draw(st.lists(others, min_size=1, max_size=4)))
    s = int(rules.smallest_unavoidable)
    assert s <= k
    grid, theorem_2 = PairGrid(rules, s + 1), Boxes(rules, k + 1)
    assert any(
        grid.outcome(i, j, forbidden) != theorem_2.outcome(((i, j), forbidden))
        for i, j in product(range(s + 1), repeat=2)
        for forbidden in rules.family
    )
