"""The solver against the definitions, written a second time, by recursion and without a memo."""

from __future__ import annotations

import pickle
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from types import FrameType, SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimbook.claims.podium import played_out
from nimtwist import (
    EndlessPlayError,
    Kayles,
    LoopySolver,
    MultiMove,
    Notation,
    Octal,
    Rank,
    Ruleset,
    SearchLimitError,
    Solver,
    Sum,
    SumSolver,
    Tree,
    grundy_value,
    mex,
    misere_outcome,
    normal_outcome,
)
from nimtwist.game import describe_move
from nimtwist.games import BlockingNim, Moore, Nim
from nimtwist.podium import Standings
from tests.strategies import Graph, Index, Path, blocking_games, dags, graphs

QUESTIONS: dict[str, Callable[[Solver[Any], Any], Any]] = {
    "outcome": lambda solver, position: solver.outcome(position),
    "grundy": lambda solver, position: solver.grundy(position),
    "rank": lambda solver, position: solver.rank(position, 3),
    "winning_options": lambda solver, position: solver.winning_options(position),
    "strategy": lambda solver, position: solver.strategy(position),
    "evaluate": lambda solver, position: solver.evaluate(position, shortest_play),
}


def shortest_play(lengths: list[int]) -> int:
    """Return how soon play can end: a rule of recursion as a reader writes it."""
    return 1 + min(lengths, default=-1)


each_question = pytest.mark.parametrize("ask", QUESTIONS.values(), ids=QUESTIONS)

# --- The definitions, again ----------------------------------------------------------------------


def next_player_wins(rules: Ruleset[Any], position: Any) -> bool:
    return any(not next_player_wins(rules, option) for option in rules.options(position))


def value(rules: Ruleset[Any], position: Any) -> int:
    below = [value(rules, option) for option in rules.options(position)]
    return min(n for n in range(len(below) + 1) if n not in below)


def rank(rules: Ruleset[Any], position: Any, players: int) -> int:
    """Count from now who wins: the next player is the first, the one who just moved is 0."""
    return (played_out(rules, position, players)[0] + 1) % players


def endless(graph: Graph, start: int) -> set[int]:
    """Return the positions that can be reached from `start` and from themselves by moves."""

    def beyond(position: int) -> set[int]:
        found: set[int] = set()
        unseen = [position]
        while unseen:
            new = set(graph.edges[unseen.pop()]) - found
            found |= new
            unseen += new
        return found

    return {position for position in {start} | beyond(start) if position in beyond(position)}


# --- mex -----------------------------------------------------------------------------------------


@given(st.lists(st.integers(0, 12)), st.integers(0, 12))
def test_mex_is_the_least_number_from_start_that_is_missing(values: list[int], start: int) -> None:
    least = mex(values, start)
    assert least >= start and least not in values
    assert set(range(start, least)) <= set(values)


@given(st.lists(st.integers(0, 12)))
def test_mex_asks_neither_for_an_order_nor_for_a_list(values: list[int]) -> None:
    assert mex(iter(values)) == mex(set(values)) == mex(sorted(values) * 2)


# --- Answers -------------------------------------------------------------------------------------


@given(dags())
def test_the_solver_answers_by_the_definitions(graph: Graph) -> None:
    solver = Solver(graph)
    for position in reversed(graph.positions):
        options = dict.fromkeys(graph.edges[position])
        assert solver.outcome(position) == "PN"[next_player_wins(graph, position)]
        assert solver.grundy(position) == value(graph, position)
        assert solver.winning_options(position) == [
            option for option in options if not next_player_wins(graph, option)
        ]


@given(dags(7), st.integers(2, 5))
def test_rank_is_what_comes_of_playing_it_out(graph: Graph, players: int) -> None:
    solver = Solver(graph)
    for position in graph.positions:
        assert solver.rank(position, players) == rank(graph, position, players)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ranks_of_nim_are_what_comes_of_playing_it_out(players: int) -> None:
    solver = Solver(Nim())
    for position in product(range(3), repeat=3):
        assert solver.rank(position, players) == rank(Nim(), position, players)


@given(dags())
def test_with_two_players_rank_is_the_outcome(graph: Graph) -> None:
    solver, fresh = Solver(graph), Solver(graph)
    for position in graph.positions:
        assert "PN"[solver.rank(position)] == fresh.outcome(position)


def soonest(rules: Ruleset[Any], position: Any) -> int:
    options = list(rules.options(position))
    return 1 + min(soonest(rules, option) for option in options) if options else 0


def in_order(below: list[str]) -> str:
    """Return the game tree as brackets: a rule that depends on the order of the options."""
    return f"({''.join(below)})"


def last_to_move_loses(rules: Ruleset[Any], position: Any) -> bool:
    """Return whether the next player wins in misère play."""
    options = list(rules.options(position))
    return not options or any(not last_to_move_loses(rules, option) for option in options)


@given(dags())
def test_a_rule_makes_the_value_of_a_position_of_those_of_its_options(graph: Graph) -> None:
    solver = Solver(graph)
    for position in reversed(graph.positions):
        assert solver.evaluate(position, shortest_play) == soonest(graph, position)
        misere = solver.evaluate(position, misere_outcome)
        assert misere == "PN"[last_to_move_loses(graph, position)]
        assert solver.evaluate(position, normal_outcome) == solver.outcome(position)
        assert solver.evaluate(position, mex) == solver.evaluate(position, grundy_value)
        assert solver.evaluate(position, Rank(3)) == solver.rank(position, 3)
        below = [solver.evaluate(option, in_order) for option in graph.edges[position]]
        assert solver.evaluate(position, in_order) == f"({''.join(below)})"


def test_a_rule_is_asked_once_about_each_position() -> None:
    asked = 0

    def count(values: list[int]) -> int:
        nonlocal asked
        asked += 1
        return sum(values) or 1

    solver = Solver(Nim())
    plays = solver.evaluate((1, 1, 1), count), solver.evaluate((1, 1), count)
    assert (plays, asked) == ((1, 1), 4)


def test_a_rule_must_be_hashable() -> None:
    class Unhashable:
        __hash__ = None  # type: ignore[assignment]

        def __call__(self, values: list[int]) -> int:
            return 0

        def __repr__(self) -> str:
            return "a rule"

    with pytest.raises(ValueError, match="the rule a rule is not hashable: it must be immutable"):
        Solver(Nim()).evaluate((1,), Unhashable())


@given(blocking_games(4))
def test_the_solver_answers_by_the_definitions_on_blocking_nim(rules: BlockingNim) -> None:
    solver = Solver(rules)
    for heaps, forbidden in product([(3,), (1, 2), (2, 2)], rules.family):
        assert (
            solver.outcome((heaps, forbidden)) == "PN"[next_player_wins(rules, (heaps, forbidden))]
        )
        assert solver.grundy((heaps, forbidden)) == value(rules, (heaps, forbidden))


@given(dags(7), st.data())
def test_a_strategy_answers_every_try_of_the_loser(graph: Graph, data: st.DataObject) -> None:
    kept = data.draw(st.frozensets(st.sampled_from(graph.positions)))
    solver = Solver(graph)

    def check(tree: Tree[int]) -> None:
        options = list(dict.fromkeys(graph.edges[tree.position]))
        if next_player_wins(graph, tree.position):
            below = [option for option in options if not next_player_wins(graph, option)]
        else:
            below = [option for option in options if option in kept]
        assert [child.position for child in tree.children] == below
        for child in tree.children:
            check(child)

    check(solver.strategy(graph.positions[-1], keep=kept.__contains__))


@given(dags(7), st.integers(0, 4))
def test_a_tree_is_the_options_of_the_options_as_deep_as_asked(graph: Graph, depth: int) -> None:
    def below(position: int, depth: int) -> Tree[int]:
        options = graph.edges[position] if depth else ()
        return Tree(position, [below(option, depth - 1) for option in options])

    start = graph.positions[-1]
    assert Tree.of(graph, start, depth) == below(start, depth)


def test_a_path_may_be_100_000_positions_deep() -> None:
    solver, start = Solver(Path()), 100_001
    assert solver.outcome(start) == "N"
    assert solver.grundy(start) == 1
    assert solver.rank(start, players=7) == start % 7
    assert solver.winning_options(start) == [start - 1]
    tree, moves = Tree.of(Path(), start, 10**30), 0
    while tree.children:
        [tree], moves = tree.children, moves + 1
    assert moves == start


@given(dags(7))
def test_options_may_be_a_generator(graph: Graph) -> None:
    class Lazy:
        def options(self, position: int) -> Iterator[int]:
            yield from graph.edges[position]

    start = graph.positions[-1]
    for name, ask in QUESTIONS.items():
        lazy: Solver[int] = Solver(Lazy())  # type: ignore[arg-type]
        assert ask(lazy, start) == ask(Solver(graph), start), name


def test_games_say_what_they_can_do() -> None:
    assert isinstance(Path(), Ruleset) and not isinstance(Path(), Notation)
    for rules in (Nim(), BlockingNim.exactly(2, 1)):
        assert isinstance(rules, Ruleset) and isinstance(rules, Notation)
    assert repr(Solver(Nim())) == "Solver(Nim())"


# --- Endless play --------------------------------------------------------------------------------


@each_question
@pytest.mark.parametrize(
    ("graph", "again"),
    [
        pytest.param(Graph(((0,),)), {0}, id="a position is its own option"),
        pytest.param(Graph(((1,), (0,))), {0, 1}, id="two positions lead to each other"),
        pytest.param(Graph(((1,), (2,), (3,), (4,), (3,))), {3, 4}, id="deep down"),
        pytest.param(Graph(((1, 2, 3), (), (1,), (1, 2, 3))), {3}, id="by the last option only"),
        pytest.param(Graph(((1, 2), (), (1, 0))), {0, 2}, id="back to the start"),
    ],
)
def test_endless_play_is_an_error_that_names_a_position_of_the_cycle(
    ask: Callable[..., Any], graph: Graph, again: set[int]
) -> None:
    with pytest.raises(EndlessPlayError) as caught:
        ask(Solver(graph), 0)
    assert caught.value.position in again
    assert str(caught.value) == (
        f"position {caught.value.position} was met again on its own path: play need not end, and "
        "outcomes are defined only for games in which it must"
    )


@given(graphs())
def test_endless_play_is_found_exactly_where_it_can_be_reached(graph: Graph) -> None:
    again = [endless(graph, start) for start in graph.positions]
    for name, ask in QUESTIONS.items():
        solver = Solver(graph)
        for start in graph.positions:
            if again[start]:
                with pytest.raises(EndlessPlayError) as caught:
                    ask(solver, start)
                assert caught.value.position in again[start], name
            else:
                # An error at another position leaves nothing wrong behind.
                assert ask(solver, start) == ask(Solver(graph), start), name


@given(graphs())
def test_a_cycle_is_found_as_soon_as_it_is_closed(graph: Graph) -> None:
    for start in graph.positions:
        rules = Pair(graph)
        with suppress(EndlessPlayError):
            Solver(rules).outcome((start,))
        assert len(rules.asked) == len(set(rules.asked))


# --- Interruption and progress -------------------------------------------------------------------


def test_progress_is_called_with_growing_counts() -> None:
    counts: list[int] = []
    Solver(Path(), counts.append).outcome(20_000)
    assert len(counts) >= 4
    assert counts == sorted(set(counts)) and counts[-1] <= 20_001


@pytest.mark.parametrize(
    "after", [1, *(pytest.param(after, marks=pytest.mark.full) for after in (2, 3))]
)
def test_a_search_stopped_by_progress_goes_on_when_asked_again(after: int) -> None:
    calls = 0

    def progress(count: int) -> None:
        nonlocal calls
        calls += 1
        if calls == after:
            raise KeyboardInterrupt

    solver, start = Solver(Nim(), progress), (40, 40, 40)
    with pytest.raises(KeyboardInterrupt):
        solver.grundy(start)
    assert solver.grundy(start) == 40
    for heaps in product(range(0, 41, 5), repeat=3):
        assert solver.grundy(heaps) == heaps[0] ^ heaps[1] ^ heaps[2]


@dataclass
class Fuse:
    """A graph whose `options` fail once, at the call that is set."""

    graph: Graph
    calls_left: int

    def options(self, position: int, /) -> tuple[int, ...]:
        """Return the options, or fail."""
        self.calls_left -= 1
        if self.calls_left == 0:
            raise RuntimeError("the fuse")
        return self.graph.edges[position]


@given(dags(), st.integers(1, 9))
def test_a_failure_of_options_leaves_nothing_wrong_behind(graph: Graph, call: int) -> None:
    for name, ask in QUESTIONS.items():
        rules = Fuse(graph, call)
        solver = Solver(rules)
        try:
            ask(solver, graph.positions[-1])
        except RuntimeError as error:
            assert str(error) == "the fuse"
        rules.calls_left = 0
        for position in graph.positions:
            assert ask(solver, position) == ask(Solver(graph), position), name


def interrupted_at(line: int, walk: Any, ask: Callable[[Any], object], position: Any) -> bool:
    """Ask a solver about a position, and stop at the nth line of its walk, if that has so many."""
    left = line

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal left
        if frame.f_code is not walk.__code__:
            return None
        if event == "line":
            left -= 1
            if not left:
                raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        ask(position)
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(before)
    return False


def test_an_interruption_at_any_line_leaves_nothing_wrong_behind() -> None:
    graph = Graph(((), (0,), (0, 1), (1,), (3, 0, 2), (4, 1), (5, 2, 3)))
    expected = [value(graph, position) for position in graph.positions]

    line = 1
    last = graph.positions[-1]
    while interrupted_at(line, Solver.evaluate, (solver := Solver(graph)).grundy, last):
        assert [solver.grundy(position) for position in graph.positions] == expected
        line += 1
    assert line > 100


# --- Canonical forms and kinds of numbers --------------------------------------------------------


class Sorted:
    """Nim as a ruleset that knows the canonical form only, and is asked about nothing else."""

    def canonical(self, position: tuple[int, ...], /) -> tuple[int, ...]:
        """Return the heaps in order."""
        return Nim().canonical(position)

    def options(self, position: tuple[int, ...], /) -> list[tuple[int, ...]]:
        """Return the options of heaps that are in order."""
        assert position == self.canonical(position)
        return Nim().options(position)

    def components(self, position: tuple[int, ...], /) -> list[tuple[int, ...]]:
        """Return the heaps of a position, one by one."""
        assert position == self.canonical(position)
        return [(heap,) for heap in position]


def of_a_solver(ask: Callable[[Solver[Any], Any], Any]) -> Callable[[Any, Any], Any]:
    """Return the question as one about a ruleset and a position."""
    return lambda rules, position: ask(Solver(rules), position)


CANONICAL: dict[str, Callable[[Any, Any], Any]] = {
    **{f"Solver.{name}": of_a_solver(ask) for name, ask in QUESTIONS.items()},
    "SumSolver.grundy": lambda rules, p: SumSolver(rules).grundy(p),
    "SumSolver.winning_options": lambda rules, p: SumSolver(rules).winning_options(p),
    "LoopySolver.remoteness": lambda rules, p: LoopySolver(rules).remoteness(p),
    "LoopySolver.winning_options": lambda rules, p: LoopySolver(rules).winning_options(p),
    "MultiMove.canonical": lambda rules, p: MultiMove(rules, 2).canonical(p),
    "MultiMove.options": lambda rules, p: MultiMove(rules, 2).options(p),
    "Sum.options": lambda rules, p: Sum((rules,)).options((p,)),
    "Tree.of": lambda rules, p: Tree.of(rules, p, 2),
}


@pytest.mark.parametrize("ask", CANONICAL.values(), ids=CANONICAL)
def test_a_ruleset_is_asked_about_canonical_forms_only(ask: Callable[[Any, Any], Any]) -> None:
    assert ask(Sorted(), (2, 0, 1)) == ask(Sorted(), (1, 2))


def test_numbers_of_players_and_of_moves_are_kept_as_plain_numbers() -> None:
    three: Any = Index(3)
    for kept in (Rank(three).players, Standings(three).players, MultiMove(Nim(), three).most):
        assert type(kept) is int and kept == 3


class Turning:
    """A game on pairs, seen by the player to move; nobody has words for its moves."""

    def options(self, position: tuple[int, int], /) -> list[tuple[int, int]]:
        """Return the options: the first number becomes 0."""
        left, right = position
        return [(right, 0)] if left else []

    def turned(self, position: tuple[int, int], /) -> tuple[int, int]:
        """Return the position as the other player sees it."""
        return position[::-1]


class Written(Turning):
    """The same, with positions that can be written."""

    def show(self, position: tuple[int, int], /) -> str:
        """Return the numbers with a bar between them."""
        return "{}|{}".format(*position)

    def read(self, text: str, /) -> tuple[int, int]:
        """Return the position that `show` writes."""
        left, right = map(int, text.split("|"))
        return left, right

    def why_illegal(self, position: Any, option: Any, /) -> None:
        """Refuse nothing."""


@pytest.mark.parametrize(
    ("rules", "position", "option", "words"),
    [
        (Turning(), (1, 2), (2, 0), "leave (0, 2)"),
        (Written(), (1, 2), (2, 0), "leave 0|2"),
        (Path(), 5, 3, "take 2 from the heap of 5"),
        (Path(), 5, 5, "leave 5"),
        (Path(), 5, 7, "leave 7"),
    ],
)
def test_a_move_without_words_of_its_own_is_told_by_what_is_left(
    rules: Any, position: Any, option: Any, words: str
) -> None:
    assert describe_move(rules, position, option) == words


# --- Sums ----------------------------------------------------------------------------------------


@given(dags(6), dags(6))
def test_the_value_of_a_sum_is_the_nim_sum_in_either_order(one: Graph, other: Graph) -> None:
    both, swapped = Solver(Sum((one, other))), Solver(Sum((other, one)))
    for left, right in product(one.positions, other.positions):
        total = Solver(one).grundy(left) ^ Solver(other).grundy(right)
        assert both.grundy((left, right)) == swapped.grundy((right, left)) == total


@given(dags())
def test_a_game_and_its_copy_are_won_by_the_one_who_just_moved(graph: Graph) -> None:
    solver = Solver(Sum((graph, graph)))
    assert all(solver.outcome((position, position)) == "P" for position in graph.positions)


@given(dags(5))
def test_the_sum_of_nothing_is_ended_and_of_one_game_is_that_game(graph: Graph) -> None:
    assert Sum(()).options(()) == []
    alone: Sum[int] = Sum((graph,))
    for position in graph.positions:
        assert alone.options((position,)) == [(option,) for option in graph.edges[position]]


SUM: Sum[Any] = Sum((Nim(), BlockingNim.exactly(2, 1)))
FEW = [
    (heaps, ((pile,), frozenset({forbidden})))
    for heaps, pile, forbidden in product([(), (1,), (2,), (1, 1)], range(3), (1, 2))
]


@pytest.mark.parametrize("position", FEW, ids=SUM.show)
def test_a_sum_is_written_by_its_games_and_read_again(position: Any) -> None:
    assert SUM.read(SUM.show(position)) == SUM.canonical(position)
    options = SUM.options(position)
    for option in map(SUM.canonical, FEW):
        assert (SUM.why_illegal(position, option) is None) == (option in options), option


@pytest.mark.parametrize(
    ("refused", "sentence"),
    [
        (
            lambda: SUM.why_illegal(((2,), FEW[0][1]), ((1,), FEW[1][1])),
            "a move is made in exactly one of the games, but this one in 2",
        ),
        (
            lambda: SUM.why_illegal(((2,), FEW[0][1]), ((2, 1), FEW[0][1])),
            "a move takes from one heap only, but (2) to (2, 1) does not",
        ),
        (
            lambda: Sum((Nim(), Path())).why_illegal(((), 3), ((), 5)),
            "5 is not an option of 3",
        ),
        (
            lambda: Sum((Nim(), Path())).why_illegal(((), 3), ((-1,), 3)),
            "a heap must be a whole number, at least 0, not -1",
        ),
    ],
)
def test_a_refused_move_in_a_sum_says_why(refused: Callable[[], str | None], sentence: str) -> None:
    assert refused() == sentence


def test_a_sum_has_games_that_nobody_has_words_for() -> None:
    rules: Sum[Any] = Sum((Nim(), Path()))
    assert rules.show(((2, 1), 3)) == "(2, 1) + 3"
    assert rules.why_illegal(((2, 1), 3), ((2, 1), 2)) is None


@pytest.mark.parametrize(("rules", "text"), [(SUM, "1"), (Sum((Nim(), Path())), "1 + 1")])
def test_what_is_no_sum_is_not_read(rules: Any, text: str) -> None:
    with pytest.raises(ValueError, match="is not a sum of 2 games"):
        rules.read(text)


class Pair:
    """Two positions of a graph, in sum: its components are the single ones."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.asked: list[tuple[int, ...]] = []

    def options(self, position: tuple[int, ...], /) -> list[tuple[int, ...]]:
        """Return what a move in one of the graphs leaves."""
        self.asked.append(position)
        return [
            (*position[:i], option, *position[i + 1 :])
            for i, place in enumerate(position)
            for option in self.graph.edges[place]
        ]

    def components(self, position: tuple[int, ...], /) -> list[tuple[int, ...]]:
        """Return the positions of the graph, one by one."""
        return [(place,) for place in position]


@given(dags(6))
def test_the_sum_solver_finds_the_values_of_sums(graph: Graph) -> None:
    sums, solver = SumSolver(Pair(graph)), Solver(Pair(graph))
    for pair in product(graph.positions, repeat=2):
        assert sums.grundy(pair) == solver.grundy(pair)
        assert sums.outcome(pair) == solver.outcome(pair)
        assert sums.winning_options(pair) == solver.winning_options(pair)
    two, one = SumSolver(Sum((graph, Pair(graph)))), Solver(Sum((graph, Pair(graph))))
    last = graph.positions[-1]
    assert two.grundy((last, (last, last))) == one.grundy((last, (last, last)))


def test_games_of_a_sum_may_have_the_same_positions() -> None:
    rules: Sum[Any] = Sum((Nim(), Sum((Kayles(), Nim()))))
    sums, solver = SumSolver(rules), Solver(rules)
    for one, two, three in product(range(5), repeat=3):
        position = ((one,), ((two,), (three,)))
        assert sums.grundy(position) == solver.grundy(position)


@given(dags(6))
def test_the_sum_solver_solves_a_component_once(graph: Graph) -> None:
    rules = Pair(graph)
    solver = SumSolver(rules)
    for pair in product(graph.positions, repeat=2):
        solver.grundy(pair)
    assert len(rules.asked) == len(set(rules.asked)) == len(graph.positions)


@given(dags(5))
def test_the_sum_solver_solves_the_games_of_a_sum_one_by_one(graph: Graph) -> None:
    rules, last = Pair(graph), graph.positions[-1]
    SumSolver(Sum((rules, Sum((rules, rules))))).grundy(((last,), ((last,), (last, last))))
    assert set(rules.asked) <= {(position,) for position in graph.positions}
    assert len(rules.asked) == len(set(rules.asked))


def test_the_sum_solver_has_no_limit_of_depth_and_tells_its_progress() -> None:
    counts: list[int] = []
    assert SumSolver(Path(), counts.append).grundy(100_001) == 1
    assert len(counts) >= 20 and counts == sorted(set(counts)) and counts[-1] <= 100_002
    assert SumSolver(Octal("0.1")).grundy((1,) * 100_001) == 1


@given(graphs())
def test_the_sum_solver_finds_endless_play(graph: Graph) -> None:
    solver = SumSolver(graph)
    for start in graph.positions:
        again = endless(graph, start)
        if again:
            with pytest.raises(EndlessPlayError) as caught:
                solver.grundy(start)
            assert caught.value.position in again
        else:
            assert solver.grundy(start) == value(graph, start)


def test_an_interruption_at_any_line_leaves_the_sum_solver_sound() -> None:
    expected = [Solver(Kayles()).grundy((row,)) for row in range(6)]

    line = 1
    while interrupted_at(line, SumSolver._value, (solver := SumSolver(Kayles())).grundy, (5,)):
        assert [solver.grundy((row,)) for row in range(6)] == expected
        line += 1
    assert line > 100


# --- Where play need not end ---------------------------------------------------------------------


def forced(rules: Graph, moves: int) -> list[str]:
    """Return the outcome of each position in games that are drawn after so many moves."""
    outcomes = ["D" if rules.options(position) else "P" for position in rules.positions]
    for _ in range(moves):
        below = [[outcomes[option] for option in rules.options(p)] for p in rules.positions]
        outcomes = ["N" if "P" in b else "D" if "D" in b else "P" for b in below]
    return outcomes


@given(graphs())
def test_the_loopy_solver_finds_who_can_force_an_end(graph: Graph) -> None:
    solver = LoopySolver(graph)
    for position in graph.positions:
        moves = solver.remoteness(position)
        outcome = solver.outcome(position)
        if moves is None:
            assert outcome == "D" == forced(graph, len(graph.positions))[position]
        else:
            assert forced(graph, moves)[position] == outcome != "D"
            assert moves == 0 or forced(graph, moves - 1)[position] == "D"


@given(dags())
def test_where_play_must_end_both_solvers_agree(graph: Graph) -> None:
    solver, loopy = Solver(graph), LoopySolver(graph)
    for position in graph.positions:
        assert loopy.outcome(position) == solver.outcome(position)
        won = loopy.winning_options(position)
        assert sorted(won) == sorted(solver.winning_options(position))
        assert [*map(loopy.remoteness, won)] == sorted(
            moves for moves in map(loopy.remoteness, won) if moves is not None
        )


def test_a_draw_is_where_both_can_go_on() -> None:
    # From 0 one may end at 2 or go round by 1; the one at 1 has no choice. 3 and 4 go round.
    solver = LoopySolver(Graph(((1, 2), (0,), (), (4,), (3, 0))))
    assert [solver.outcome(position) for position in range(5)] == ["N", "P", "P", "D", "D"]
    assert [solver.remoteness(position) for position in range(5)] == [1, 2, 0, None, None]
    assert solver.winning_options(0) == [2, 1]
    assert solver.winning_options(3) == []


def test_the_winner_hurries_whichever_end_is_looked_at_first() -> None:
    # From 6 one ends at once, at 0, or wins the long way round by 5, 3 and 1; from 7 the other way.
    solver = LoopySolver(Graph(((), (), (0,), (1,), (2,), (3,), (0, 5), (1, 4), (6, 7))))
    assert solver.remoteness(8) == 2
    assert [solver.remoteness(position) for position in range(8)] == [0, 0, 1, 1, 2, 2, 1, 1]
    assert solver.winning_options(6) == [0, 5] and solver.winning_options(7) == [1, 4]


def test_the_loopy_solver_tells_its_progress() -> None:
    counts: list[int] = []
    assert LoopySolver(Path(), counts.append).remoteness(9_000) == 9_000
    assert counts == [4096, 8192]


class Asked(Path):
    """A path that remembers which positions it was asked about."""

    positions: list[int]

    def options(self, position: int, /) -> Any:
        """Return the options."""
        self.positions.append(position)
        return super().options(position)


@pytest.mark.parametrize("after", [4096, 8192])
def test_an_interrupted_loopy_search_asks_for_nothing_again(after: int) -> None:
    asked: list[int] = []
    interruptions = [KeyboardInterrupt]

    def progress(count: int) -> None:
        if count == after and interruptions:
            raise interruptions.pop()

    rules = Asked()
    object.__setattr__(rules, "positions", asked)
    solver = LoopySolver(rules, progress)
    with pytest.raises(KeyboardInterrupt):
        solver.remoteness(9_000)
    assert len(asked) == after
    assert solver.remoteness(9_000) == 9_000
    assert asked == list(range(9_000, -1, -1))


def test_an_interruption_at_any_line_leaves_the_loopy_memo_sound() -> None:
    graph = Graph(((), (0,), (0, 1), (1, 4), (3, 0, 2), (4, 1), (5, 6), (6, 7), (7,)))
    whole = LoopySolver(graph)
    expected = [whole.remoteness(position) for position in graph.positions]

    line = 1
    last = graph.positions[-2]
    while interrupted_at(
        line, LoopySolver._analyse, (solver := LoopySolver(graph)).remoteness, last
    ):
        assert [solver.remoteness(position) for position in graph.positions] == expected
        line += 1
    assert line > 100


@pytest.mark.parametrize(
    "error", [EndlessPlayError((1, 2)), SearchLimitError((1, 2), 30)], ids=repr
)
def test_errors_of_searches_survive_pickling(error: Any) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), vars(again), str(again)) == (type(error), vars(error), str(error))


# --- Rules of users ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rules:
    """A game whose options are those of a function."""

    options: Callable[..., Any]


class Heap:
    """One heap, from which one stick at a time is taken or two."""

    def options(self, heap: int) -> list[int]:
        """Return the heap with one stick less, and with two."""
        return [left for left in (heap - 1, heap - 2) if left >= 0]


SEARCHES: list[Callable[[Any], Any]] = [
    lambda rules: Solver(rules, limit=1000).outcome(3),
    lambda rules: SumSolver(rules, limit=1000).outcome(3),
    lambda rules: LoopySolver(rules, limit=1000).outcome(3),
]


@pytest.mark.parametrize("search", SEARCHES)
def test_a_search_without_end_is_stopped_at_the_limit(search: Callable[[Any], Any]) -> None:
    with pytest.raises(SearchLimitError, match="from position 3 was stopped after 1,000 positions"):
        search(Rules(lambda n: [n + 1]))


def test_the_limit_counts_positions() -> None:
    for solver in (Solver, SumSolver, LoopySolver):
        assert solver(Heap(), limit=101).outcome(100) == "N"
        with pytest.raises(SearchLimitError):
            solver(Heap(), limit=100).outcome(100)
    assert Solver(Heap(), limit=None).outcome(100) == "N"


def test_searches_have_a_limit_unless_told_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Solver(Heap())._limit == SumSolver(Heap())._limit == LoopySolver(Heap())._limit
    assert Solver(Heap())._limit <= 10**7  # what a machine with a few gigabytes can hold
    for module in ("solver", "sums"):
        monkeypatch.setattr(f"nimtwist.{module}._LIMIT", 1000)
    for listed in (lambda: MultiMove(Rules(lambda n: [n + 1]), 10**9).options(3),
                   lambda: Tree.of(Rules(lambda n: [n, n]), 3, 100)):  # fmt: skip
        with pytest.raises(SearchLimitError, match="from position 3"):
            listed()
    with pytest.raises(SearchLimitError):
        Solver(Heap(), limit=100).strategy(40)


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        (lambda n: None, ValueError, r"options\(3\) must return a list of positions, not None"),
        (lambda n: [n - 1] if n else 5, ValueError, r"options\(0\) must return a list"),
        (lambda n: [[n]], ValueError, r"options\(3\) must contain immutable positions.*not \[3\]"),
        (lambda n: [n - 1, [n]] if n > 1 else [], ValueError, r"options\(\d\) must contain"),
        (lambda n: [n - 1] if n else [()[n]], IndexError, r"options\(0\)"),
        (lambda n, player: [n], TypeError, r"options\(3\)"),
    ],
)
def test_errors_in_rules_name_the_position(
    search: Callable[[Any], Any], options: Any, error: type[Exception], words: str
) -> None:
    with pytest.raises(error) as caught:
        search(Rules(options))
    message = "\n".join([str(caught.value), *getattr(caught.value, "__notes__", [])])
    assert re.search(words, message)


def test_partizan_rules_are_refused() -> None:
    rules = SimpleNamespace(left_options=list, right_options=list, options=list)
    for taker in (Solver, SumSolver, LoopySolver, lambda rules: Tree.of(rules, 1, 1)):
        with pytest.raises(ValueError, match=r"impartial game, .* is partizan"):
            taker(rules)


def test_a_ruleset_for_sums_must_be_hashable() -> None:
    with pytest.raises(ValueError, match="is not hashable"):
        SumSolver(SimpleNamespace(options=lambda n: [])).outcome(3)


def test_trees_and_sums_may_be_deep_up_to_a_limit() -> None:
    one, two = (Tree.of(Rules(lambda n: [n - 1] if n else []), 5000, 5000) for _ in range(2))
    assert one == two and one != Tree.of(Heap(), 5000, 1)
    assert repr(one).count("Tree(") == 101 and "…" in repr(one)
    rules: Any = Nim()
    for _ in range(50):
        rules = Sum((rules,))
    assert Solver(rules).outcome(nested(50)) == SumSolver(rules).outcome(nested(50)) == "N"
    with pytest.raises(ValueError, match="sums can be nested at most 50 deep, not 51"):
        Sum((Nim(), rules))


def nested(depth: int) -> Any:
    return (1,) if not depth else (nested(depth - 1),)


def test_nested_sums_are_equal_if_their_games_are() -> None:
    one: Any = Sum((Sum((Nim(), Moore(2))), Nim()))
    other: Any = Sum((Sum((Nim(), Moore(2))), Nim()))
    assert one == other and hash(one) == hash(other)
    assert one != Sum((Sum((Nim(), Moore(3))), Nim())) != Sum((Nim(), Sum((Nim(), Moore(2)))))
