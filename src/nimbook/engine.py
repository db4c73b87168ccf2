"""How the engine plays: it asks an `Oracle`, a game's theory or else a search, and says why.

The theory is that which the ledger has checked against a search. Nothing here knows of widgets.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, TypeVar

from nimtwist._checks import decimal, shorten
from nimtwist.game import Notation, Oracle, Outcome, Position, Ruleset, canonical
from nimtwist.podium import ZeroSums
from nimtwist.solver import Solver
from nimtwist.sums import Sum, SumSolver

__all__ = ["Judgement", "Seat", "engine_of", "oracle", "place_name"]

# A game from a position within these bounds is solved while a person waits.
MOST_OPTIONS = 1_000
"""How many options of a position are listed."""
_MOST_WORK = 4_000_000
"""How many numbers a search may write down, in all the positions that it looks at."""
# How many positions a game's own solver may meet, give or take a few thousand.
_MOST_MET = 20_000
# How many seconds a theory or a game's own solver may take, about.
_MOST_SECONDS = 1
# Among more losing moves than these, the engine does not look for the trickiest.
_MOST_COMPARED = 60


# --- What is asked of a game besides its options -------------------------------------------------


def show(rules: Ruleset[Any], position: object) -> str:
    """Return a position as text."""
    return rules.show(position) if isinstance(rules, Notation) else repr(position)


def why_not(rules: Ruleset[Any], position: object, option: object) -> str | None:
    """Return why one cannot move to what is no option; `None` if the rules do not say."""
    return rules.why_illegal(position, option) if isinstance(rules, Notation) else None


def count_options(rules: Ruleset[Any], position: Any) -> int:
    """Return how many options there are, without listing them if the rules can count them."""
    count = getattr(rules, "count_options", None)
    return len(rules.options(position)) if count is None else int(count(position))


def any_option(rules: Ruleset[Any], position: Any, chance: Random) -> Any:
    """Return an option by chance, of a game that may be too large to list its options.

    >>> from nimtwist import Nim
    >>> any_option(Nim(), (10**30,), Random(1)) < (10**30,)
    True
    """
    random_option = getattr(rules, "random_option", None)
    if random_option is not None:
        return random_option(position, chance)
    return chance.choice(rules.options(position))


# --- Who knows how a game stands -----------------------------------------------------------------


class _Bounded(Generic[Position]):
    """A ruleset that says how much its options are to write down, before it returns them."""

    def __init__(self, rules: Ruleset[Position], spend: Callable[[int], object]) -> None:
        self._rules, self._spend = rules, spend
        if hasattr(rules, "components"):
            self.components = rules.components

    def options(self, position: Position, /) -> Sequence[Position]:
        options = self._rules.options(position)
        # A position without options takes time, too.
        self._spend((len(options) + 10) * _size(position))
        return options


def _bounded(rules: Ruleset[Any], spend: Callable[[int], object]) -> Ruleset[Any]:
    if type(rules) is Sum:
        return Sum(tuple(_bounded(one, spend) for one in rules.rules))
    return _Bounded(rules, spend)


def _size(position: object) -> int:
    """Return what it takes to write a position down: 1, plus the size of each of its parts."""
    if isinstance(position, tuple | frozenset):
        return 1 + sum(map(_size, position))
    return 1


Searcher = TypeVar("Searcher", bound=Solver[Any] | SumSolver[Any])


def _searched(
    solver: Callable[[Ruleset[Any]], Searcher],
    rules: Ruleset[Any],
    position: object,
    ask: Callable[[Searcher, Any], object],
) -> Searcher:
    """Return a solver that has solved a position; raise a `ValueError` if that takes long."""
    left: float = _MOST_WORK

    def spend(work: int) -> None:
        nonlocal left
        left -= work
        if left < 0:
            raise ValueError(
                f"the game from {shorten(show(rules, position))} is too large to play here: to "
                f"search it, more than {_MOST_WORK} numbers would be written down"
            )

    found = solver(_bounded(rules, spend))
    ask(found, position)
    left = math.inf
    return found


def _searched_by(
    solver: Callable[..., Oracle[Any]], rules: Ruleset[Any], position: Any
) -> Oracle[Any]:
    """Return a game's own solver, which counts what it meets, once it has solved a position."""
    most: float = _MOST_MET

    def stop(count: int) -> None:
        if count > most:
            shown = shorten(show(rules, position))
            raise ValueError(f"{shown} is too large to solve here: more than {most} positions")

    found = solver(stop)
    found.winning_options(position)
    found.outcome(position)
    most = math.inf
    return found


def oracle(rules: Ruleset[Any], position: Any) -> Oracle[Any]:
    """Return what knows how the game from a position stands: its theory, or else a search.

    Raises:
        ValueError: if no theory is known, and the game from the position is too large to search, or
            play need not end.

    >>> from nimtwist.games import Kayles, Nim
    >>> oracle(Nim(), (4, 2)), oracle(Kayles(), (4, 2)).outcome((4, 2))
    (Bouton(rules=Nim()), 'N')
    """
    seconds: Callable[[Any], float] = getattr(rules, "seconds", lambda _: 0)
    theory: Oracle[Any] | None = getattr(rules, "closed_form", None)
    if theory is not None and seconds(position) < _MOST_SECONDS:
        return theory
    own: Callable[..., Oracle[Any]] | None = getattr(rules, "solver", None)
    if own is not None:
        return _searched_by(own, rules, position)
    if hasattr(rules, "components") or type(rules) is Sum:
        return _searched(SumSolver, rules, position, SumSolver.outcome)
    return _searched(Solver, rules, position, Solver.outcome)


def place_name(place: int) -> str:
    """Return a place on the podium as "1st", "2nd" and so on.

    >>> [place_name(place) for place in (1, 2, 3, 11, 22)]
    ['1st', '2nd', '3rd', '11th', '22nd']
    """
    ending = {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{'th' if place % 100 in (11, 12, 13) else ending}"


# --- What is said --------------------------------------------------------------------------------

_VERB = re.compile("(^| and )([a-z]+)")

Words = Callable[[Position, Position], str]
"""Says what a player does to move from a position to an option, without a subject."""


@dataclass(frozen=True)
class Seat:
    """A player: a name, "you" for the only person at the table, and whether it is a person."""

    name: str
    is_human: bool

    def does(self, action: str) -> str:
        """Return an action, as `nimtwist.game.describe_move` words it, with its subject.

        >>> Seat("you", True).does("pass the turn"), Seat("Bob", False).does("leave (2, 1)")
        ('you pass the turn', 'Bob leaves (2, 1)')
        >>> Seat("the engine", False).does("take 2 from the heap of 5 and forbid 1")
        'the engine takes 2 from the heap of 5 and forbids 1'
        """
        if self.name == "you":
            return f"you {action}"
        third = _VERB.sub(lambda verb: f"{verb[0]}{'es' if verb[0][-1] == 's' else 's'}", action)
        return f"{self.name} {third}"

    @property
    def is_or_are(self) -> str:
        """The player with a verb: "you are" or "Bob is"."""
        return f"{self.name} {'are' if self.name == 'you' else 'is'}"


@dataclass(frozen=True)
class Judgement:
    """How a match stands, in a sentence: what precedes the outcome's letter, the letter, the rest.

    Where the sentence names no outcome, all of it is in `text`.
    """

    text: str
    outcome: Outcome | None = None
    rest: str = ""

    def __str__(self) -> str:
        return f"{self.text}{self.outcome or ''}{self.rest}"


def finish(seats: Sequence[Seat], winner: int) -> list[Seat]:
    """Return who finishes first, second and so on, if the last move is by the seat `winner`."""
    return [seats[(winner - behind) % len(seats)] for behind in range(len(seats))]


def _in_words(words: Words[Position], position: Position, options: Sequence[Position]) -> str:
    """Return the first three of several moves, each once, and how many others there are."""
    moves = list(dict.fromkeys(words(position, option) for option in options))
    ways = f"{len(moves) - 3} other way{'s' if len(moves) > 4 else ''}"
    return ", or ".join([*moves[:3], *([f"move in {ways}"] if moves[3:] else [])])


def _standing(rank: int, seats: Sequence[Seat]) -> Judgement:
    order = enumerate(finish(seats, rank - 1), 1)
    places = ", ".join(f"{place_name(i)} {seat.name}" for i, seat in order)
    return Judgement(f"The rank is {rank}. If all play well: {places}.")


# --- How the engine plays ------------------------------------------------------------------------


class _Duel(Generic[Position]):
    """Against one opponent: the engine wins if it can, or else makes winning hard."""

    def __init__(self, rules: Ruleset[Position], position: Position) -> None:
        self._rules = rules
        self._oracle: Oracle[Position] = oracle(rules, position)

    def best(self, position: Position) -> Position:
        """Return the move of an engine that makes no mistake."""
        winning = self._oracle.winning_options(position)
        if winning:
            return winning[0]
        options = _some_options(self._rules, position)
        return min(options, key=lambda option: len(self._oracle.winning_options(option)))

    def reason(self, seat: Seat, position: Position, option: Position) -> str:
        """Return why the player on a seat makes a move, in a sentence or two."""
        return ""

    def can_win(self, position: Position) -> bool:
        """Return whether the player to move wins if nobody makes a mistake."""
        return self._oracle.outcome(position) == "N"

    def judge(self, position: Position, seats: Sequence[Seat]) -> Judgement:
        """Return how a position stands; the first of the `seats` is the next to move."""
        outcome = self._oracle.outcome(position)
        winner = seats[0] if outcome == "N" else seats[-1]
        who = f"{winner.name} can win"
        if outcome == "P" and not winner.is_human:
            who = f"{winner.name} wins, if it makes no mistake"
        return Judgement("This is ", outcome, f": {who}.")

    def advised(self, position: Position) -> list[Position]:
        """Return the options that win, as far as is known."""
        return list(self._oracle.winning_options(position))

    def hint(self, position: Position, seat: Seat, words: Words[Position]) -> str:
        """Return a sentence on the options that are `advised`."""
        moves = _in_words(words, position, self.advised(position))
        return f"To win, {moves}." if moves else "No move wins against perfect play."


class _Podium(Generic[Position]):
    """For several players, after a search: each moves to the least rank it can leave."""

    def __init__(self, rules: Ruleset[Position], position: Position, players: int) -> None:
        self._rules, self._count = rules, players
        self._solver: Solver[Position] = _searched(
            Solver, rules, position, lambda solver, start: solver.rank(start, players)
        )

    def _places(self, position: Position) -> dict[Position, int]:
        """Return the place in which a player finishes after each option, if all play well."""
        options = dict.fromkeys(self._rules.options(position))
        return {option: self._solver.rank(option, self._count) + 1 for option in options}

    def best(self, position: Position) -> Position:
        # The last of several best moves: in Nim it takes the fewest sticks, so the game lasts
        # longer.
        return self.advised(position)[-1]

    def reason(self, seat: Seat, position: Position, option: Position) -> str:
        name, places = seat.name, self._places(position)
        place, others = places[option], list(places.values())
        alike = others.count(place) - 1
        worse = " or ".join(place_name(other) for other in sorted(set(others) - {place}))
        better = [other for other in others if other < place]
        if not worse:
            why = "Every other move is as good." if alike else "There is no other move."
        elif better:
            why = f"Another move would leave {name} {place_name(min(better))}."
        elif not alike:
            why = f"Every other move leaves {name} {worse}."
        else:
            as_good = f"{alike} others are" if alike > 1 else "Another one is"
            why = f"{as_good} as good; the rest leave {name} {worse}."
        return f"The rank is {place - 1} then, so {name} is to finish {place_name(place)}. {why}"

    def can_win(self, position: Position) -> bool:
        return self._solver.rank(position, self._count) == 1

    def judge(self, position: Position, seats: Sequence[Seat]) -> Judgement:
        return _standing(self._solver.rank(position, self._count), seats)

    def advised(self, position: Position) -> list[Position]:
        places = self._places(position)
        best = min(places.values())
        return [option for option, place in places.items() if place == best]

    def hint(self, position: Position, seat: Seat, words: Words[Position]) -> str:
        places = self._places(position)
        best = min(places.values())
        if set(places.values()) == {best}:
            return f"After every move {seat.is_or_are} to finish {place_name(best)}."
        moves = _in_words(words, position, self.advised(position))
        return f"To finish {place_name(best)}, {moves}."


class _PodiumByTheory:
    """For several players and Nim of any size: whoever makes all column sums 0 finishes first.

    That is all that the theory tells; who can leave it to nobody else to do so finishes second.
    (podium.thm-3.2)
    """

    def __init__(self, rules: Any, players: int) -> None:
        self._rules, self._count = rules, players
        theory: ZeroSums = rules.podium_theory(players)
        self._to_zero, self._is_zero = theory.winning_options, theory.is_zero

    def best(self, position: Any) -> Any:
        if zeros := self._to_zero(position):
            return zeros[0]
        options = _some_options(self._rules, position)
        return next((option for option in options if self._to_zero(option)), options[0])

    def reason(self, seat: Seat, position: Any, option: Any) -> str:
        if self._is_zero(option):
            return f"All column sums are 0 then, so {seat.name} is to finish 1st."
        if self._to_zero(position):
            return f"Another move would leave {seat.name} 1st."
        if self._to_zero(option):
            return f"The next player can make all column sums 0, so {seat.name} is to finish 2nd."
        return "No move makes all column sums 0, and the theory does not say which is best."

    def can_win(self, position: Any) -> bool:
        return bool(self._to_zero(position))

    def judge(self, position: Any, seats: Sequence[Seat]) -> Judgement:
        if self._is_zero(position):
            return _standing(0, seats)
        if self.can_win(position):
            return _standing(1, seats)
        return Judgement(
            f"The column sums are not all 0, and no move makes them so: {seats[-1].is_or_are} not "
            f"to finish 1st, nor {seats[0].is_or_are}. The theory says no more, and the game is "
            "too large to search."
        )

    def advised(self, position: Any) -> list[Any]:
        return self._to_zero(position)

    def hint(self, position: Any, seat: Seat, words: Words[Any]) -> str:
        if moves := _in_words(words, position, self.advised(position)):
            return f"To finish 1st, {moves}."
        if self._is_zero(position):
            last = place_name(self._count)
            return f"All column sums are 0: after every move {seat.is_or_are} to finish {last}."
        return "No move makes all column sums 0; which is best, the theory does not say."


def _some_options(rules: Ruleset[Position], position: Position) -> Sequence[Position]:
    """Return some of the options, not all by chance, if they are many."""
    if count_options(rules, position) <= MOST_OPTIONS:
        return rules.options(position)[:_MOST_COMPARED]
    chance = Random(repr(position))
    return [any_option(rules, position, chance) for _ in range(_MOST_COMPARED)]


Engine = _Duel[Any] | _Podium[Any] | _PodiumByTheory


def engine_of(rules: Ruleset[Any], start: Any, players: int | None) -> Engine:
    """Return an engine that plays a game from a position on, perfectly if theory or search tell.

    Raises:
        ValueError: if the game is too large.
    """
    count, by_ranks = count_options(rules, start), hasattr(rules, "podium_theory")
    # Theory advises in a game of any size, if the options need not be listed.
    by_theory = hasattr(rules, "random_option") and getattr(rules, "closed_form", None) is not None
    if count > MOST_OPTIONS and not (by_theory if players is None else by_ranks):
        raise ValueError(
            f"{shorten(show(rules, start))} has {decimal(count)} options, too many to play "
            f"here: at most {MOST_OPTIONS}"
        )
    if players is None:
        return _Duel(rules, start)
    if by_ranks and _work_for_nim(canonical(rules, start)) > _MOST_WORK:
        return _PodiumByTheory(rules, players)
    return _Podium(rules, start, players)


def _work_for_nim(heaps: tuple[int, ...]) -> int:
    """Return about how many numbers are written down when Nim is searched from a position."""
    counts = Counter(heaps).items()
    positions = math.prod(math.comb(count + heap, heap) for heap, count in counts)
    return positions * (sum(heap for heap, _ in counts) + 10) * (1 + len(heaps)) // 8
