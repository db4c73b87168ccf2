"""MuM: rules under every reading, notation, and the theory and the table against the search."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter
from dataclasses import replace
from itertools import accumulate, combinations_with_replacement, pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimtwist import Solver, mex
from nimtwist.games import MuM
from nimtwist.games._heaps import canonical_heaps
from nimtwist.games.mum import HeapKind, PowerMuM, ProductIsOne, Remainders
from nimtwist.games.mum_tables import MuMSolver, MuMTable
from nimtwist.games.mumber import Mumber, MumberSolver
from nimtwist.games.products import Consolidation, When
from nimtwist.sums import Sum
from tests.strategies import Index

CONSOLIDATIONS: tuple[Consolidation, ...] = ("same-turn", "own-turn", "never")
KINDS: tuple[HeapKind, ...] = ("coprime", "not divisible", "any")
MODULI = range(2, 11)


FROM_6 = [(2,), (3,), (4,)]


def readings(modulus: int) -> list[MuM]:
    """Return MuM in every reading that there is."""
    prime = all(modulus % d for d in range(2, modulus))
    return [
        MuM(modulus, consolidation, kind, compulsory)
        for consolidation, kind, compulsory in product(CONSOLIDATIONS, KINDS, (True, False))
        if prime or kind != "not divisible" or consolidation == "never"
    ]


def positions(rules: MuM, count: int, largest: int) -> list[tuple[int, ...]]:
    """Return the positions of so many heaps at most, by the words of the rules."""
    heaps = list(range(1, largest + 1))
    if rules.heaps == "coprime":
        heaps = [heap for heap in heaps if math.gcd(heap, rules.modulus) == 1]
    elif rules.heaps == "not divisible":
        heaps = [heap for heap in heaps if heap % rules.modulus]
    sizes = range(count + 1)
    return [heaped for size in sizes for heaped in combinations_with_replacement(heaps, size)]


@st.composite
def games(draw: st.DrawFn) -> tuple[MuM, tuple[int, ...]]:
    """A reading of MuM, and a position in it."""
    rules = draw(st.sampled_from(readings(draw(st.integers(2, 30)))))
    return rules, tuple(sorted(draw(st.lists(heaps_of(rules), max_size=4))))


def heaps_of(rules: MuM) -> st.SearchStrategy[int]:
    """Heaps that the rules allow."""
    allowed = set(positions(rules, 1, 2 * rules.modulus)) - {()}
    return st.sampled_from(sorted(heap for (heap,) in allowed))


# --- The rules -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "position", "options"),
    [
        (MuM(5), (), []),
        (MuM(5), (1, 1), []),
        (MuM(5), (2, 3), [(1, 3), (1, 2), (2, 2)]),
        (MuM(5), (7,), [(3,), (4,), (6,)]),
        (MuM(5), (1, 8), [(1, 4), (1, 6), (1, 7)]),
        (MuM(5), (2, 2), [(1,), (2,), (3,)]),
        (MuM(5, "own-turn"), (2, 2), [(4,)]),
        (MuM(5, "never"), (2, 2), [(1, 2)]),
        (MuM(5, compulsory=False), (2, 2), [(1, 2), (1,), (2,), (3,)]),
        (MuM(5, "own-turn", compulsory=False), (2, 2), [(1, 2), (4,)]),
        (MuM(5, compulsory=False, when="always"), (2, 3), [(1, 3), (1, 2), (2, 2), *FROM_6]),
        (MuM(5, when="always"), (2, 3), FROM_6),
        (MuM(5, "own-turn", when="always"), (2, 3), [(6,)]),
        (MuM(5, when="small"), (2, 3), FROM_6),
        (MuM(5, when="small"), (1, 6), [(1, 2), (1, 3), (1, 4)]),
        (MuM(5, when="always"), (1, 6), [(2,), (3,), (4,)]),
        (MuM(5, heaps="any", when="small"), (1, 5), [(1, 1), (1, 2), (1, 3), (1, 4)]),
        (MuM(5, compulsory=False, when="always"), (3,), [(1,), (2,)]),
        (MuM(15), (16,), [(2,), (4,), (7,), (8,), (11,), (13,), (14,)]),
        (MuM(4, "never", "not divisible"), (2, 3), [(1, 3), (1, 2), (2, 2)]),
        (MuM(5, heaps="any"), (5,), [(1,), (2,), (3,), (4,)]),
        (MuM(5, heaps="any"), (7,), [(3,), (4,), (5,), (6,)]),
        (MuM(2), (7, 9), []),
    ],
)
def test_options_written_out(
    rules: MuM, position: tuple[int, ...], options: list[tuple[int, ...]]
) -> None:
    assert rules.options(position) == options


@given(games())
def test_a_move_takes_less_than_the_modulus_and_leaves_a_heap(
    game: tuple[MuM, tuple[int, ...]],
) -> None:
    rules, position = game
    never = MuM(rules.modulus, "never", rules.heaps)
    moves = {
        tuple(sorted((*position[:i], heap - amount, *position[i + 1 :])))
        for i, heap in enumerate(position)
        for amount in range(1, rules.modulus)
        if (heap - amount,) in positions(rules, 1, 2 * rules.modulus)
    }
    options = never.options(position)
    assert set(options) == moves
    assert len(options) == len(moves)
    product_1 = {option for option in moves if math.prod(option) % rules.modulus == 1}
    assert rules.product(position) == math.prod(position) % rules.modulus
    stranded = rules.product(position) != 1 and not product_1
    assert rules.is_stranded(position) == stranded
    to_one = rules.moves_to_one(position)
    assert len(to_one) == len(product_1)
    for heap, amount in to_one:
        left = list(position)
        left[left.index(heap)] -= amount
        assert tuple(sorted(left)) in product_1


@given(games())
def test_what_becomes_of_a_stranded_position(game: tuple[MuM, tuple[int, ...]]) -> None:
    rules, position = game
    moves = set(MuM(rules.modulus, "never", rules.heaps).options(position))
    options = set(rules.options(position))
    if rules.consolidation == "never" or not rules.is_stranded(position):
        assert options == moves
        return
    single = (math.prod(position),)
    assert rules.consolidated(position) == single
    assert not rules.is_stranded(single)
    joined = {single} if rules.consolidation == "own-turn" else set(rules.options(single))
    assert options == (joined if rules.compulsory else moves | joined)


def test_the_smallest_position_that_strands() -> None:
    """As far as the text survives: modulo 5, where every move makes the same product."""
    stranded = [position for position in positions(MuM(5), 3, 9) if MuM(5).is_stranded(position)]
    assert stranded == [(2, 2), (1, 2, 2), (2, 2, 2), (3, 3, 3)]
    assert {MuM(5).product(option) for option in MuM(5, "never").options((2, 2))} == {2}


@given(games())
def test_what_is_shown_is_read_again(game: tuple[MuM, tuple[int, ...]]) -> None:
    rules, position = game
    assert rules.read(rules.show(position)) == position


@pytest.mark.parametrize("rules", readings(5) + readings(4), ids=repr)
def test_a_move_is_refused_exactly_if_it_is_no_option(rules: MuM) -> None:
    some = positions(rules, 2, 7)
    for position in some:
        options = rules.options(position)
        for option in {*some, *options}:
            refused = rules.why_illegal(position, option)
            assert (refused is None) == (option in options), (position, option, refused)


@pytest.mark.parametrize(
    ("rules", "position", "option", "sentence"),
    [
        (MuM(5), (3,), (3,), "a move takes at least one stick, but (3) to (3) takes none"),
        (MuM(5), (3, 4), (2, 3, 3), "a move takes from one heap only, but (4, 3) to (3, 3, 2)"),
        (MuM(5), (3, 7), (7,), "a heap keeps at least 1, but one heap of (7, 3) is gone"),
        (MuM(5), (8,), (2,), "a move takes less than the modulus 5, but this one takes 6"),
        (MuM(5), (8,), (5,), "heap 5 is divisible by the modulus 5; MuM heaps are coprime to it"),
        (
            MuM(5),
            (2, 2),
            (1, 2),
            "(2, 2) is stranded and becomes (4), from which the same player moves: "
            "a move takes from one heap only",
        ),
        (
            MuM(5, "own-turn"),
            (2, 2),
            (3,),
            "(2, 2) is stranded and becomes (4), not (3)",
        ),
        (
            MuM(5, when="small"),
            (2, 3),
            (1, 3),
            "(3, 2) becomes (6), from which the same player moves: a move takes from one heap only",
        ),
    ],
)
def test_a_refusal_says_why(
    rules: MuM, position: tuple[int, ...], option: tuple[int, ...], sentence: str
) -> None:
    assert (rules.why_illegal(position, option) or "").startswith(sentence)


def test_heaps_of_a_hundred_thousand_digits() -> None:
    rules, heap = MuM(7), 10**100_000
    assert rules.product((3, heap)) == 3 * pow(10, 100_000, 7) % 7
    assert len(rules.options((heap,))) == 5
    ((after,),) = ProductIsOne(rules).winning_options((heap,))
    assert after % 7 == 1
    assert 0 < heap - after < 7
    assert rules.why_illegal((heap,), (after,)) is None
    assert rules.why_illegal((heap,), (1,)) == (
        "a move takes less than the modulus 7, but this one takes (a number of 332193 bits)"
    )
    assert rules.show((2, heap)) == "((a number of 332193 bits), 2)"
    with pytest.raises(
        ValueError, match=r"^heap \(a number of .* bits\) is divisible by the modulus"
    ):
        rules.product((7 * heap,))


def test_a_hundred_thousand_heaps() -> None:
    rules, position = MuM(7), (2,) * 40_000 + (4,) * 60_000
    assert rules.product(position) == pow(2, 160_000, 7) == 2
    assert rules.moves_to_one(position) == [(2, 1), (4, 2)]
    assert rules.consolidated(position) == (1 << 160_000,)


def test_without_heaps_the_product_is_1() -> None:
    assert (MuM(7).product(()), MuM(7).consolidated(())) == (1, (1,))


def test_play_ends_although_a_turn_may_leave_more_sticks() -> None:
    """What the proofs of chapters 6 and 7 rest on: fewer heaps, or as many and fewer sticks."""
    grown = set()
    for modulus in range(2, 12):
        rules = MuM(modulus, heaps="any")
        for before in combinations_with_replacement(range(1, modulus + 4), 2):
            for after in rules.options(before):
                assert (len(after), sum(after)) < (len(before), sum(before))
                if sum(after) > sum(before):
                    grown.add((modulus, before))
                    assert rules.is_stranded(before)
    assert (7, (3, 3)) in grown and (5, (2, 2)) not in grown


# --- Mumbers -------------------------------------------------------------------------------------


def test_mumbers_are_defined_by_mex() -> None:
    for rules in [*readings(5), *readings(6)]:
        solver, of_units = MumberSolver(rules), MumberSolver(rules, modulus=rules.modulus)
        units = [n for n in range(1, 100) if math.gcd(n, rules.modulus) == 1]
        for position in positions(rules, 2, 8):
            options = rules.options(position)
            assert solver.mumber(position) == mex(map(solver.mumber, options), start=1)
            seen = set(map(of_units.mumber, options))
            assert of_units.mumber(position) == min(set(units) - seen)


def test_a_mumber_solver_has_one_modulus_and_tells_how_far_it_is() -> None:
    told: list[int] = []
    solver = MumberSolver(MuM(11, "never"), 9, told.append)
    units = [n for n in range(1, 100) if math.gcd(n, 9) == 1]
    assert (solver.modulus, solver.mumber((7, *(10,) * 5))) == (9, units[6 ^ 9])
    assert told
    assert Mumber(Index(11)) == Mumber(11)  # type: ignore[arg-type]


def test_a_mumber_solver_answers_its_questions_apart() -> None:
    solver = MumberSolver(MuM(5))
    assert [solver.mumber((2, 2)), solver.grundy((2, 2)), solver.rank((2, 2), 3)] == [4, 3, 1]
    both = MumberSolver(Sum((MuM(5), MuM(5))))
    assert both.mumber(((3,), (2,))) == 1 + (2 ^ 1)


def test_example_4_4_is_the_recursion_with_any_heaps() -> None:
    solver = MumberSolver(MuM(5, heaps="any"))
    assert [solver.grundy((heap,)) for heap in range(1, 8)] == [0, 1, 2, 3, 4, 0, 1]
    assert [solver.mumber((heap,)) for heap in range(1, 8)] == [1, 2, 3, 4, 5, 1, 2]


def test_only_one_reading_has_the_recursive_values_of_table_a_1() -> None:
    pairs = list(combinations_with_replacement((1, 2, 3, 4, 6), 2))
    printed = [0, 1, 2, 3, 0, 3, 0, 2, 1, 3, 1, 2, 0, 3, 0]
    agree = []
    for rules in readings(5):
        solver = Solver(rules)
        if [solver.grundy((*pair, 6)) for pair in pairs] == printed:
            agree.append(rules)
    assert agree == [MuM(5, "same-turn", kind) for kind in KINDS]


# --- The theory ----------------------------------------------------------------------------------


@pytest.mark.parametrize("modulus", MODULI)
def test_on_the_same_turn_the_product_decides_and_all_winning_moves_are_known(
    modulus: int,
) -> None:
    for rules in (MuM(modulus), MuM(modulus, compulsory=False)):
        solver, theory = Solver(rules), ProductIsOne(rules)
        for position in positions(rules, 3, 11):
            assert theory.outcome(position) == solver.outcome(position)
            winning = theory.winning_options(position)
            assert sorted(winning) == sorted(solver.winning_options(position))


def test_there_is_a_theory_for_the_rules_of_the_source_and_without_consolidation() -> None:
    for compulsory in (True, False):
        rules = MuM(5, compulsory=compulsory)
        assert type(rules.closed_form) is ProductIsOne
        for kind in KINDS:
            never = MuM(10**6, "never", kind, compulsory)
            assert type(never.closed_form) is Remainders
            assert replace(never, modulus=10**6 + 1).closed_form is None
        for other in (
            replace(rules, consolidation="own-turn"),
            replace(rules, heaps="any"),
            replace(rules, when="small"),
        ):
            assert other.closed_form is None


def test_moves_in_larger_heaps_come_first() -> None:
    assert ProductIsOne(MuM(7)).winning_options((2, 2, 4)) == [(2, 2, 2), (1, 2, 4)]


@pytest.mark.parametrize("modulus", MODULI)
def test_without_consolidation_the_value_is_a_nim_sum(modulus: int) -> None:
    for rules in readings(modulus):
        if rules.consolidation == "never":
            solver, theory = Solver(rules), Remainders(rules)
            for position in positions(rules, 3, 8):
                assert theory.grundy(position) == solver.grundy(position)


@given(st.sampled_from([2, 3, 5, 7, 11, 13]), st.data())
def test_modulo_a_prime_the_value_is_that_of_remainders_less_1(
    prime: int, data: st.DataObject
) -> None:
    rules = MuM(prime, "never")
    heaps = tuple(data.draw(st.lists(heaps_of(rules), max_size=5)))
    value = 0
    for heap in heaps:
        value ^= heap % prime - 1
    assert Remainders(rules).grundy(heaps) == value


def test_powers_are_merged_exactly_if_no_move_makes_the_product_1() -> None:
    """Their values do not show it."""
    rules = PowerMuM(4)
    for heaps in combinations_with_replacement(range(1, 8), 3):
        moves = [
            canonical_heaps((*heaps[:i], heap - amount, *heaps[i + 1 :]))
            for i, heap in enumerate(heaps)
            for amount in range(1, min(heap, 3) + 1)
        ]
        if sum(heaps) % 4 and not any(sum(left) % 4 == 0 for left in moves):
            moves = [canonical_heaps((sum(heaps) - amount,)) for amount in (1, 2, 3)]
        assert set(rules.options(heaps)) == set(moves), heaps


@pytest.mark.parametrize("order", range(1, 8))
def test_of_powers_the_value_is_the_sum_modulo_the_order(order: int) -> None:
    solver = Solver(PowerMuM(order))
    for count, largest in ((1, 20), (2, 2 * order + 2), (3, order + 2)):
        for position in combinations_with_replacement(range(largest + 1), count):
            assert solver.grundy(position) == sum(position) % order


@pytest.mark.parametrize("prime", [3, 5, 7, 11])
def test_heaps_numbered_from_0_go_down_as_exponents_do(prime: int) -> None:
    """What chapter 9 says of both: by less than p - 1, and to 0."""
    heaps = [heap for heap in range(1, 5 * prime) if heap % prime]
    for number, heap in enumerate(heaps):
        lower = {heaps.index(smaller) for (smaller,) in MuM(prime).options((heap,))}
        assert lower == {sum(left) for left in PowerMuM(prime - 1).options((number,))}


# --- The table -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "modulus",
    [pytest.param(n, marks=[pytest.mark.full] * (n not in (4, 5, 9))) for n in MODULI],
)
def test_the_table_is_what_the_search_finds_under_every_reading(modulus: int) -> None:
    small = MuM(modulus, compulsory=False, when="small")
    always = MuM(modulus, compulsory=False, when="always")
    for rules in [*readings(modulus), small, always]:
        table, solver = MuMTable(rules, 3, 8), MumberSolver(rules)
        of_units = MumberSolver(rules, modulus=modulus)
        assert list(table.positions()) == positions(rules, 3, 8)
        for position in table.positions():
            assert table.grundy(position) == solver.grundy(position), (rules, position)
            assert table.outcome(position) == solver.outcome(position)
            assert table.mumber(position) == solver.mumber(position)
            assert table.mumber(position, of_units=True) == of_units.mumber(position)


def test_the_list_of_mumbers_is_what_the_table_says_of_each_position() -> None:
    for rules in (MuM(5), MuM(6), MuM(4, "never", "any")):
        table, every = MuMTable(rules, 3, 8), positions(rules, 3, 8)
        for count in range(4):
            of_count = [position for position in every if len(position) == count]
            assert table.mumbers(count) == [
                (position, table.mumber(position, of_units=True)) for position in of_count
            ]


@pytest.mark.parametrize("consolidation", CONSOLIDATIONS)
def test_the_table_of_four_heaps_and_larger_ones(consolidation: Consolidation) -> None:
    rules = MuM(7, consolidation)
    table, solver = MuMTable(rules, 4, 16), Solver(rules)
    for position in positions(rules, 4, 16)[::13]:
        assert table.grundy(position[::-1]) == solver.grundy(position), position


@pytest.mark.parametrize("when", ["stranded", "small"])
@pytest.mark.parametrize("compulsory", [True, False])
@pytest.mark.parametrize("consolidation", CONSOLIDATIONS)
def test_a_table_large_enough_for_planes(
    consolidation: Consolidation, compulsory: bool, when: When
) -> None:
    rules = MuM(7, consolidation, "coprime", compulsory, when)
    table, solver = MuMTable(rules, 3, 24), Solver(rules)
    assert 3 in table._boxes
    for position in positions(rules, 3, 24)[::7]:
        assert table.grundy(position) == solver.grundy(position), position
        heap = bisect_left(table._heaps, position[-1]) if position else 0
        assert not position or table.row(position[:-1])[heap] == table.grundy(position)


@pytest.mark.parametrize(
    ("rules", "in_planes"),
    [
        (MuM(2), False),
        (MuM(3), True),
        (MuM(3, "own-turn", when="small"), True),
        (MuM(7, "never", "any"), True),
        (MuM(7, heaps="any", when="small"), True),
        (MuM(7, heaps="any"), False),
        (MuM(7, when="always"), False),
    ],
    ids=repr,
)
def test_planes_are_for_rules_that_only_consolidate_small_heaps(
    rules: MuM, in_planes: bool
) -> None:
    table, solver = MuMTable(rules, 3, 24), Solver(rules)
    assert (3 in table._boxes) == in_planes
    for position in positions(rules, 3, 24):
        assert table.grundy(position) == solver.grundy(position), position


def test_progress_of_planes_is_told_after_some() -> None:
    met: list[int] = []
    MuMTable(MuM(7), 3, 40, met.append)
    sums = Counter(map(sum, product(range(35), repeat=3)))
    finished = set(accumulate(sums[plane] for plane in range(3 * 34 + 1)))
    assert {done - 35 - 35**2 for done in met} <= finished
    steps = [after - before for before, after in pairwise([0, *met, 35 + 35**2 + 35**3])]
    assert min(steps[:-1]) >= 4096 > steps[-1] and max(steps) < 2 * 4096


def test_progress_of_positions_is_told_after_every_4096() -> None:
    met: list[int] = []
    MuMTable(MuM(7, heaps="any"), 3, 40, met.append)
    assert met == list(range(4096, math.comb(43, 3), 4096)) and len(met) == 3


# --- The solver ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "modulus",
    [pytest.param(n, marks=[pytest.mark.full] * (n != 5)) for n in MODULI],
)
def test_the_solver_made_for_it_finds_what_the_search_finds_under_every_reading(
    modulus: int,
) -> None:
    small = MuM(modulus, compulsory=False, when="small")
    always = MuM(modulus, compulsory=False, when="always")
    for rules in [*readings(modulus), small, always]:
        search = MumberSolver(rules, modulus)
        both = positions(rules, 2, 2 * modulus)[::9]
        for position in [*both, *positions(rules, 4, 6)[::9], (1, 1, 1)]:
            solver = rules.solver()  # in a new one, the box is as large as the position
            assert solver.grundy(position[::-1]) == search.grundy(position), (rules, position)
            assert solver.mumber(position, of_units=True) == search.mumber(position)
            assert solver.outcome(position) == search.outcome(position)


def test_questions_in_any_order_have_the_same_answers() -> None:
    rules = MuM(5)
    table, solver = MuMTable(rules, 3, 23), rules.solver()
    for position in positions(rules, 3, 23)[::-89] + positions(rules, 3, 23)[::57]:
        assert solver.grundy(position) == table.grundy(position), position
    assert (
        repr(solver) == "MuMSolver(MuM(modulus=5, consolidation='same-turn', heaps='coprime', "
        "compulsory=True, when='stranded'))"
    )


def test_it_goes_on_where_it_was_interrupted_and_works_nothing_out_again() -> None:
    met: list[int] = []

    def stop(cells: int) -> None:
        met.append(cells)
        if len(met) % 3 == 0:
            raise KeyboardInterrupt

    rules, asked = MuM(7), 0
    solver = MuMSolver(rules, stop)
    while asked < 99:
        asked += 1
        try:
            value = solver.grundy((38, 39, 40))
            break
        except KeyboardInterrupt:
            pass
    assert asked > 1 and value == MuMTable(rules, 3, 40).grundy((38, 39, 40))
    assert met == sorted(set(met)) and met[-1] <= 33 * 34 * 35
    told = len(met)
    assert solver.grundy((36, 37, 38)) >= 0 and len(met) == told


def test_a_larger_box_has_what_the_smaller_ones_had() -> None:
    met: list[int] = []
    solver = MuM(7).solver(met.append)
    long, wide = (20, 801), (99, 100)
    first = solver.grundy(long), solver.grundy(wide)
    told = len(met)
    assert told and (solver.grundy(long), solver.grundy(wide)) == first and len(met) == told


def test_it_says_how_long_an_answer_takes() -> None:
    solver = MuM(11).solver()
    assert solver.takes(()) == solver.takes((10**400,)) == 0.0
    assert 0 < solver.takes((100, 101)) < 1 < 10 < solver.takes((999, 1000, 1002)) < 100
    solver.grundy((100, 101))
    assert solver.takes((100, 101)) == solver.takes((30, 40)) == 0.0 < solver.takes((100, 102))
    assert solver.takes((10**400, 10**400)) == 1e294  # no float says it
    assert MuM(11, heaps="any").solver().takes((2, 3)) == math.inf


def test_a_search_tells_how_far_it_is() -> None:
    told: list[int] = []
    MuM(7, when="always").solver(told.append).grundy((71, 72))
    assert told == sorted(set(told)) and told
