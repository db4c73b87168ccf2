"""The opponent, which uses a game's theory or a search to choose and explain moves.

The ledger has checked the theory against brute force. This module does not depend on widgets.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic

from nimbook.show.podium import place_name
from nimtwist.checks import decimal, shorten
from nimtwist.game import Oracle, Outcome
from nimtwist.protocol import (
    Position,
    Ruleset,
    count_options,
    feature,
    random_option,
    show,
)
from nimtwist.sequences import HEAPS
from nimtwist.solve import BestSolver, Play

__all__ = [
    "LEVELS",
    "MESSAGES",
    "PERFECT",
    "Assessment",
    "Opponent",
    "Seat",
    "make_opponent",
    "oracle",
]

LEVELS = {"beginner": 0.75, "good": 0.25, "perfect": 0.0}
"""The levels of the opponent, each with the probability that it makes a mistake if it can.

The pages' scripts read this dictionary too (`tools.live`), so a level means the same everywhere.
"""
*_, PERFECT = LEVELS

MESSAGES = {
    "wrong": "Where did I go wrong?",
    "mistake": "Here you could still {better}. It was a mistake to {move}. Try again.",
    "win": "win",
    "improve": "do better",
    "no_mistake": "You made no mistake: this start is lost if the opponent makes none either.",
    "others_mistake": "You made no mistake. The mistake of another player has cost you your place.",
    "no_win": "No move wins against perfect play.",
    "to_win": "To win, {moves}.",
    "next": "Next: {level}",
    "beaten": "You beat the {opponent}.",
    "beginner": "beginner",
    "good": "good opponent",
    "perfect": "perfect opponent",
    "rival": "rival, who trusts a wrong theory",
}
"""The sentences about a game that do not depend on its rules, for Python and the pages' scripts."""

# The limits below ensure that readers need not wait long for a game to be solved.
MAX_OPTIONS = 1_000
"""The maximum number of options listed for a position."""
_MAX_WORK = 4_000_000
"""The maximum total size of the positions that a search may generate."""
# How many losing moves to compare when looking for the one with the fewest winning replies.
_MAX_COMPARED = 60


# --- Oracles -------------------------------------------------------------------------------------


def oracle(rules: Ruleset[Any], position: Any, play: Play = "normal") -> BestSolver:
    """Return an oracle for a position and all positions that can be reached from it.

    It is a `BestSolver`, which uses the closed form of the game if there is one, and otherwise a
    proved period, certificate or quotient, or a search.

    Raises:
        ValueError: if a search is needed, but there are too many positions to search.

    >>> from nimtwist.games import Kayles, Nim
    >>> oracle(Nim(), (10**6, 2)).outcome((10**6, 2)), oracle(Kayles(), (4, 2), 3).rank((4, 2), 3)
    ('N', 2)
    """
    remaining: float = _MAX_WORK

    def spend(work: int) -> None:
        nonlocal remaining
        remaining -= work
        if remaining < 0:
            raise ValueError(
                f"the game from {shorten(show(rules, position))} is too large to play here: a "
                f"search would generate more than {_MAX_WORK:,} numbers"
            )

    solver = BestSolver(rules, play, spend=spend)
    solver.outcome(position)
    if play == "normal" and feature(rules, "solver"):
        solver.winning_options(position)
    remaining = math.inf
    return solver


# --- Messages ------------------------------------------------------------------------------------

_VERB = re.compile("(^| and )([a-z]+)")

Words = Callable[[Position, Position], str]
"""Describes the move from a position to an option without a subject, as in "take 2 from …"."""


@dataclass(frozen=True)
class Seat:
    """A player. If a match has only one human player, that player's name is "you"."""

    name: str
    is_human: bool

    def clause(self, action: str) -> str:
        """Return a clause that says that the player performs an action.

        The action is worded like the result of `nimtwist.game.describe_move`.

        >>> Seat("you", True).clause("pass the turn"), Seat("Bob", False).clause("leave (2, 1)")
        ('you pass the turn', 'Bob leaves (2, 1)')
        >>> Seat("the engine", False).clause("take 2 from the heap of 5 and forbid 1")
        'the engine takes 2 from the heap of 5 and forbids 1'
        """
        if self.name == "you":
            return f"you {action}"
        third = _VERB.sub(lambda verb: f"{verb[0]}{'es' if verb[0][-1] == 's' else 's'}", action)
        return f"{self.name} {third}"

    @property
    def is_or_are(self) -> str:
        """The player's name followed by the matching verb, as in "you are" or "Bob is"."""
        return f"{self.name} {'are' if self.name == 'you' else 'is'}"


@dataclass(frozen=True)
class Assessment:
    """A sentence about who is winning, split before and after the letter P or N.

    If the sentence does not contain an outcome, `text` is the whole sentence.
    """

    text: str
    outcome: Outcome | None = None
    rest: str = ""

    def __str__(self) -> str:
        return f"{self.text}{self.outcome or ''}{self.rest}"


def finishing_order(seats: Sequence[Seat], winner: int) -> list[Seat]:
    """Return the players in finishing order, given the seat of the player who moves last."""
    return [seats[(winner - behind) % len(seats)] for behind in range(len(seats))]


def _join_moves(words: Words[Position], position: Position, options: Sequence[Position]) -> str:
    """Describe the first three distinct moves, and say how many others there are."""
    moves = list(dict.fromkeys(words(position, option) for option in options))
    ways = f"{len(moves) - 3} other way{'s' if len(moves) > 4 else ''}"
    return ", or ".join([*moves[:3], *([f"move in {ways}"] if moves[3:] else [])])


# --- Opponents ------------------------------------------------------------------------------------


class _Duel(Generic[Position]):
    """The opponent of one person.

    If it cannot win, it makes winning hard for that person. If the ruleset has a `rival`, it moves
    by that oracle, which may be wrong; everything else that it says is still true.
    """

    def __init__(self, rules: Ruleset[Position], position: Position, misere: bool) -> None:
        self._rules = rules
        self._oracle: Oracle[Position] = oracle(rules, position, "misère" if misere else "normal")
        rival = None if misere else feature(rules, "rival")
        self._rival: Oracle[Position] = self._oracle if rival is None else rival

    def best(self, position: Position) -> Position:
        """Return the best move."""
        winning = self._rival.winning_options(position)
        if winning:
            return winning[0]
        options = _sample_options(self._rules, position)
        return min(options, key=lambda option: len(self._rival.winning_options(option)))

    def reason(self, seat: Seat, position: Position, option: Position) -> str:
        """Explain a player's move in a sentence or two; return "" if there is nothing to say."""
        return ""

    def can_win(self, position: Position) -> bool:
        """Return whether the player to move wins under optimal play."""
        return self._oracle.outcome(position) == "N"

    def is_mistake(self, position: Position, option: Position) -> bool:
        """Return whether a move makes the best result that the player can reach worse."""
        best, after = "PDN", "NDP"  # from the worst result to the best, before and after the move
        outcome = self._oracle.outcome
        return after.index(outcome(option)) < best.index(outcome(position))

    def judge(self, position: Position, seats: Sequence[Seat]) -> Assessment:
        """Return a sentence about who can win; `seats` begins with the player to move."""
        outcome: Any = self._oracle.outcome(position)
        if outcome == "D":
            return Assessment(
                "This is a draw: neither player can force a win, and play need not end."
            )
        winner = seats[0] if outcome == "N" else seats[-1]
        who = f"{winner.name} can win"
        if outcome == "P" and not winner.is_human:
            who = f"{winner.name} wins if it makes no mistakes"
        return Assessment("This is ", outcome, f": {who}.")

    def recommended(self, position: Position) -> list[Position]:
        """Return the known winning options."""
        return list(self._oracle.winning_options(position))

    def hint(self, position: Position, seat: Seat, words: Words[Position]) -> str:
        """Return a sentence that names some winning moves, or says that no move wins."""
        moves = _join_moves(words, position, self.recommended(position))
        return MESSAGES["to_win"].format(moves=moves) if moves else MESSAGES["no_win"]


class _Podium(Generic[Position]):
    """The opponent for several players.

    It always moves to an option whose rank is as small as possible. If there are too many options
    to list, it compares those that the theory of the game recommends with a sample of the others.
    """

    def __init__(self, rules: Ruleset[Position], position: Position, players: int) -> None:
        self._rules, self._count = rules, players
        self._solver = oracle(rules, position, players)

    def _places(self, position: Position) -> dict[Position, int]:
        """Map each option to the place in which the player who chooses it will finish.

        All players are assumed to play optimally.
        """
        if self._is_listed(position):
            options = [*self._rules.options(position)]
        else:
            theory: Any = feature(self._rules, "podium_theory")
            options = theory(self._count).best_options(position)
            options += _sample_options(self._rules, position)
        return {option: self._solver.rank(option, self._count) + 1 for option in options}

    def _is_listed(self, position: Position) -> bool:
        return count_options(self._rules, position) <= MAX_OPTIONS

    def best(self, position: Position) -> Position:
        # Choose the last of the best moves. In Nim, this move takes the fewest sticks, so the game
        # lasts longer.
        return self.recommended(position)[-1]

    def reason(self, seat: Seat, position: Position, option: Position) -> str:
        name, places = seat.name, self._places(position)
        place, others = places[option], list(places.values())
        ties = others.count(place) - 1
        worse = " or ".join(place_name(other) for other in sorted(set(others) - {place}))
        better = [other for other in others if other < place]
        if better:
            why = f"Another move would leave {name} {place_name(min(better))}."
        elif not self._is_listed(position):
            why = "No other move is better."
        elif not worse:
            why = "All other moves are just as good." if ties else "There is no other move."
        elif not ties:
            why = f"Every other move leaves {name} {worse}."
        else:
            as_good = f"{ties} others are" if ties > 1 else "Another one is"
            why = f"{as_good} just as good; the rest leave {name} {worse}."
        return f"With this move, {name} should finish {place_name(place)}. {why}"

    def can_win(self, position: Position) -> bool:
        return self._solver.rank(position, self._count) == 1

    def is_mistake(self, position: Position, option: Position) -> bool:
        best = min(self._places(position).values())
        return self._solver.rank(option, self._count) + 1 > best

    def judge(self, position: Position, seats: Sequence[Seat]) -> Assessment:
        rank = self._solver.rank(position, self._count)
        order = enumerate(finishing_order(seats, rank - 1), 1)
        places = ", ".join(f"{place_name(i)} {seat.name}" for i, seat in order)
        return Assessment(f"The rank is {rank}. With optimal play: {places}.")

    def recommended(self, position: Position) -> list[Position]:
        places = self._places(position)
        best = min(places.values())
        return [option for option, place in places.items() if place == best]

    def hint(self, position: Position, seat: Seat, words: Words[Position]) -> str:
        places = self._places(position)
        best = min(places.values())
        is_same = self._is_listed(position) and set(places.values()) == {best}
        if is_same or best == self._count:
            return f"After every move, {seat.is_or_are} due to finish {place_name(best)}."
        moves = _join_moves(words, position, self.recommended(position))
        return f"To finish {place_name(best)}, {moves}."


def _sample_options(rules: Ruleset[Position], position: Position) -> Sequence[Position]:
    """Return the first few options or, if there are too many to list, a random sample of them."""
    if count_options(rules, position) <= MAX_OPTIONS:
        return rules.options(position)[:_MAX_COMPARED]
    rng = Random(repr(position))
    return [random_option(rules, position, rng) for _ in range(_MAX_COMPARED)]


Opponent = _Duel[Any] | _Podium[Any]


def make_opponent(
    rules: Ruleset[Any], start: Any, players: int | None, misere: bool = False
) -> Opponent:
    """Return an opponent that plays from `start`, perfectly if the game can be solved.

    Raises:
        ValueError: if `start` has too many options, or if the game is too large to search.
    """
    count, has_podium_theory = count_options(rules, start), bool(feature(rules, "podium_theory"))
    # There is no limit on the number of options if the game has a closed form or a recurrence and
    # the rules can choose a random option without listing all of them.
    has_theory = isinstance(rules, HEAPS) or feature(rules, "closed_form") is not None
    has_theory = has_theory and not misere and bool(feature(rules, "random_option"))
    if count > MAX_OPTIONS and not (has_theory if players is None else has_podium_theory):
        raise ValueError(
            f"{shorten(show(rules, start))} has {decimal(count)} options, too many to play "
            f"here: at most {MAX_OPTIONS:,}"
        )
    if players is None:
        return _Duel(rules, start, misere)
    return _Podium(rules, start, players)
