"""Tests for matches without widgets: moves, undo and redo, and engines of different strengths."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimbook.play.match import Match, Seat, oracle
from nimbook.play.opponent import LEVELS, make_opponent
from nimbook.play.record import encode_moves, replay_moves
from nimbook.show.podium import place_name
from nimtwist import Solver, Sum
from nimtwist.games import Cram, Kayles, Moore, MuM, Nim, Northcott, Octal
from nimtwist.podium import PodiumSolver
from tests.lib.positions import GAMES

ENDING = [game for game in GAMES if not isinstance(game[0], Northcott)]

# --- Making and undoing moves --------------------------------------------------------------------

ACTS = st.lists(st.tuples(st.sampled_from(["push", "reply", "pass", "undo"]), st.integers(0, 99)))


@st.composite
def matches(draw: st.DrawFn) -> Match[Any]:
    """Generate a match of any kind, possibly with some moves already made."""
    rules, start = draw(st.sampled_from(GAMES))
    most = 2 if isinstance(rules, Northcott) else 6
    players = draw(st.none() | st.integers(2, most)) if most > 2 else None
    people = draw(st.sets(st.integers(0, (players or 2) - 1)))
    level, seed = draw(st.sampled_from([*LEVELS])), draw(st.integers(0, 99))
    match = Match(rules, start, players, people=people, level=level, seed=seed)
    for act, number in draw(ACTS):
        if act == "undo":
            with suppress(ValueError):  # no human player has moved yet
                match.undo()
        elif not match.is_over:
            if act == "push":
                match.push(match.options[number % len(match.options)])
            elif act == "pass" and match.seat.is_human:
                match.pass_turn()
            elif act == "reply" and people:
                match.reply()
    return match


def state(match: Match[Any]) -> tuple[Any, ...]:
    """Return the complete public state of a match."""
    return (
        *(match.setting, match.transcript, match.position, match.displayed_position, match.options),
        *(match.turn, match.seat, match.is_over, match.winner, match.finishing_order, match.round),
        *(match.message, match.judge(), match.hint()),
    )


@given(matches(), st.integers(0, 99))
def test_records_and_the_match_before_a_move_restore_the_state(
    match: Match[Any], number: int
) -> None:
    before, transcript = state(match), match.transcript
    assert state(replay_moves(match.rematch(), encode_moves(match))) == before
    weaker = Match(match.rules, match.start, match.players, match.people, "beginner", 5)
    again = replay_moves(weaker, encode_moves(match)).transcript
    assert [move.after for move in again] == [move.after for move in transcript]
    if not match.is_over:
        option = match.options[number % len(match.options)]
        match.push(option)
        assert match.position == option
        assert state(match.after_moves(len(transcript))) == before


@given(matches(), st.integers(0, 99) | st.text() | st.none())
def test_invalid_actions_leave_the_match_unchanged(match: Match[Any], junk: Any) -> None:
    before = state(match)
    invalid: list[Callable[[], object]] = []
    if match.is_over:
        invalid += [partial(match.push, match.position), match.pass_turn]
    elif junk not in match.options:
        invalid.append(partial(match.push, junk))
    if not match.seat.is_human:
        invalid.append(match.pass_turn)
    if not match.transcript:
        invalid.append(match.undo)
    for act in invalid:
        with pytest.raises(ValueError):
            act()
        assert state(match) == before


@given(matches())
def test_undo_returns_to_the_last_turn_of_a_person(match: Match[Any]) -> None:
    turns = [i for i, move in enumerate(match.transcript) if move.seat.is_human]
    if not turns:
        with pytest.raises(ValueError, match=r"^there is no move to take back$"):
            match.undo()
        return
    before = match.transcript
    assert match.round == before[turns[-1] :]
    match.undo()
    assert match.transcript == before[: turns[-1]]
    assert match.seat.is_human


def test_redo_is_possible_until_another_move_is_made() -> None:
    match = Match(Nim(), (2, 1), people=(0, 1))
    for option in ((1, 1), (1,)):
        match.push(option)
    played = match.transcript
    match.undo()
    assert match.after_moves(1).can_redo is False
    match.undo()
    match.redo()
    assert match.position == (1, 1) and match.can_redo
    match.redo()
    assert match.transcript == played and not match.can_redo
    for act in (lambda: match.push((1,)), match.pass_turn):
        match.undo()
        act()
        with pytest.raises(ValueError, match="there is nothing to redo"):
            match.redo()


@given(matches())
def test_players_finish_in_reverse_order_of_their_last_turns(match: Match[Any]) -> None:
    if not match.is_over:
        assert match.winner is None and match.finishing_order == [] and match.options
        return
    seats = match.seats
    assert not match.options
    assert match.winner == match.finishing_order[0]
    assert match.winner == (match.transcript[-1].seat if match.transcript else seats[-1])
    places = [seats.index(seat) for seat in match.finishing_order]
    assert all((a - b) % len(seats) == 1 for a, b in pairwise(places))


# --- The engine at full strength -----------------------------------------------------------------


def lines(match: Match[Any]) -> Iterator[Match[Any]]:
    """Yield every finished match that the human players can bring about."""
    match.reply()
    if match.is_over:
        yield match
        return
    for option in tuple(match.options):
        branch = match.after_moves(len(match.transcript))
        branch.push(option)
        yield from lines(branch)


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(("rules", "start"), ENDING, ids=repr)
def test_the_engine_wins_every_line_from_a_winning_position(
    rules: Any, start: Any, misere: bool
) -> None:
    solver = Solver(rules, misere=misere)
    wins = 0
    for position in filter(rules.options, [start, *rules.options(start)]):
        engine = 0 if solver.outcome(position) == "N" else 1
        match = Match(rules, position, people=[1 - engine], misere=misere)
        assert match.can_win == (engine == 0)
        for ended in lines(match.rematch(seed=wins)):
            assert ended.winner == match.seats[engine] == Seat("the engine", False)
            assert (ended.transcript[-1].seat == ended.winner) != misere
            ending = "The last move loses" if misere else "No moves left"
            assert ended.message.endswith(f"{ending}: the engine wins.")
            wins += 1
    assert wins


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("rules", "start"), ENDING[:3] + ENDING[7:8], ids=repr)
def test_perfect_engines_finish_in_their_podium_places(
    rules: Any, start: Any, players: int
) -> None:
    solver, names = PodiumSolver(rules), ["Alice", "Bob", "Charlie", "Dora"]
    match = Match(rules, start, players, people=[])
    assert [seat.name for seat in match.seats] == names[:players]
    assert match.can_win == (solver.standings(start, players)[0] == 1)
    match.reply()
    places = [match.finishing_order.index(seat) + 1 for seat in match.seats]
    assert places == list(solver.standings(start, players))
    for move in match.transcript:
        place = solver.standings(move.before, players)[0]
        assert f"{move.seat.name} should finish {place_name(place)}." in move.reason


@pytest.mark.parametrize("players", [3, 4])
def test_opponents_that_cannot_list_all_options_choose_the_best_place(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nimbook.play.opponent.MAX_OPTIONS", 0)
    monkeypatch.setattr("nimbook.play.opponent._MAX_COMPARED", 1)
    solver = PodiumSolver(Nim())
    for start in product(range(1, 6), repeat=4):
        opponent = make_opponent(Nim(), start, players)
        best = opponent.best(start)
        place = solver.standings(start, players)[0]
        assert solver.rank(best, players) + 1 == place, start
        assert not opponent.is_mistake(start, best)
        hint = opponent.hint(start, Seat("you", True), lambda before, after: str(after))
        assert f"finish {place_name(place)}" in hint and hint.startswith("After") == (
            place == players
        )
        reason = opponent.reason(Seat("Bob", False), start, best)
        assert reason.endswith(f" Bob should finish {place_name(place)}. No other move is better.")


@pytest.mark.parametrize("start", [(10**6,) * 4, (10**6,) * 3 + (1, 1, 5), (2**70, 9, 8, 7, 6)])
def test_best_moves_of_large_nim_do_not_change_the_predicted_places(start: tuple[int, ...]) -> None:
    match = Match(Nim(), start, 4)
    predicted = str(match.judge()).partition(": ")[2]
    for _ in range(3):
        match.push(match.recommended[0])
        assert match.reply()
        assert str(match.judge()).partition(": ")[2] == predicted


# --- Weaker engines ------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "probability"), LEVELS.items())
def test_opponents_make_mistakes_with_the_probability_of_their_level(
    level: str, probability: float
) -> None:
    seeds, mistakes = 400, 0
    for seed in range(seeds):
        match = Match(Nim(), (5, 4, 3), people=[1], level=level, seed=seed)
        [move] = match.reply()
        assert seed or match.rematch().reply() == [move], "the seed determines the mistakes"
        mistakes += Solver(Nim()).outcome(move.after) == "N"
    deviation = 4 * (probability * (1 - probability) / seeds) ** 0.5
    assert abs(mistakes / seeds - probability) <= deviation


# --- Typed moves ----------------------------------------------------------------------------------


def test_options_can_be_typed_in_any_order() -> None:
    match = Match(Nim(), (3, 2, 0))
    assert match.read("3, 1") == (1, 3)
    turned = Match(Northcott(6), ((1, 4), (2, 3)))
    assert turned.read("3-4, 2-3") in turned.options
    turned.pass_turn()
    assert turned.position == Northcott(6).turned(turned.start)
    assert turned.displayed_position == turned.start


# --- Oracles -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "start"),
    [
        (MuM(101, "own-turn"), (300, 300, 300)),
        (Sum(Octal("0.6"), Nim()), ((4_000,), (1,))),
    ],
    ids=repr,
)
def test_games_too_large_to_search_are_rejected(
    rules: Any, start: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nimbook.play.opponent._MAX_WORK", 50_000)
    with pytest.raises(ValueError, match=r"is too large to play here: .* more than 50,000 numbers"):
        oracle(rules, start)


def test_a_games_own_solver_is_limited_until_its_first_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("nimbook.play.opponent._MAX_WORK", 500_000)
    with pytest.raises(ValueError, match=r"the game from \.{5}/.* is too large to play here"):
        oracle(Cram(), Cram.rectangle(5, 5))
    monkeypatch.setattr("nimbook.play.opponent._MAX_WORK", 0)
    assert oracle(Cram(), Cram.rectangle(3, 3)).outcome(Cram.rectangle(5, 5)) == "P"


class Unlistable(Moore):
    """A version of Moore's Nim that refuses to list more than 1,000 options."""

    def options(self, position: tuple[int, ...], /) -> list[tuple[int, ...]]:
        """Return the options, after checking that there are at most 1,000."""
        assert self.count_options(position) <= 1_000
        return super().options(position)


@pytest.mark.parametrize("level", ["beginner", "perfect"])
@pytest.mark.parametrize(
    ("rules", "start"),
    [
        *((Unlistable(2), (30, 30, 1)), (Unlistable(5), (10**30,) * 7)),
        (Kayles(), (10**30, 1000, 7)),
    ],
    ids=["small", "large", "recurrence"],
)
def test_games_with_a_theory_have_no_size_limit(rules: Any, start: Any, level: str) -> None:
    match = Match(rules, start, level=level, seed=1)
    assert not match.is_listed and match.judge().outcome == "N"
    assert match.hint().startswith("To win, take ")
    for option in match.recommended[:5]:
        match.push(option)
        assert match.judge().outcome == "P" and not match.recommended
        match.reply()
        assert match.judge().outcome == "N" and match.recommended
        match.undo()
