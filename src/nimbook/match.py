"""A game being played: its rules, its players, and the moves so far. Nothing here knows of widgets.

A `Match` is played by people and by the engine. The engine asks an `Oracle`: the game's theory,
which the ledger has checked against a search, or else a search.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, TypeVar

from nimtwist._checks import quoted, shortened, whole, written
from nimtwist.game import (
    Notation,
    Oracle,
    Outcome,
    Ruleset,
    Solver,
    Sum,
    SumSolver,
    canonical,
)

__all__ = [
    "MOST_PLAYERS",
    "PERFECT",
    "PLAYERS",
    "Judgement",
    "Match",
    "Move",
    "Seat",
    "oracle",
    "place_name",
]

Position = TypeVar("Position", bound=Hashable)

PLAYERS = ("Alice", "Bob", "Charlie", "Dora", "Emil", "Fay")
"""The players' names, in the order in which they move."""
MOST_PLAYERS = len(PLAYERS)

PERFECT = 10
"""The strength of an engine that makes no mistake."""

# A game from a position within these bounds is solved while a person waits.
_MOST_OPTIONS = 1_000
_MOST_WORK = 4_000_000
"""How many numbers a search may write down, in all the positions that it looks at."""
# How many positions a game's own solver may meet, give or take a few thousand.
_MOST_MET = 20_000
# Among more losing moves than these, the engine does not look for the trickiest.
_MOST_COMPARED = 60


# --- What a match asks of a game besides its options ---------------------------------------------


def _show(rules: Ruleset[Any], position: object) -> str:
    return rules.show(position) if isinstance(rules, Notation) else repr(position)


def _turned(rules: Ruleset[Any], position: Any) -> Any:
    """Return a position as the other player sees it; turned twice, it is the same again.

    In most games both players see the same; in some, they are seen by the player to move.
    """
    turned = getattr(rules, "turned", None)
    return position if turned is None else turned(position)


def _describe_move(rules: Ruleset[Any], position: object, option: object) -> str:
    """Return what a player does to move to an option, as in "take 2 from the heap of 5"."""
    describe = getattr(rules, "describe_move", None)
    if describe is None:
        return f"leave {_show(rules, _turned(rules, option))}"
    return str(describe(position, option))


def _why_not(rules: Ruleset[Any], position: object, option: object) -> str:
    """Return why one cannot move from a position to something that is not an option of it."""
    reason = rules.why_illegal(position, option) if isinstance(rules, Notation) else None
    return reason or f"{quoted(option)} is not an option of {quoted(position)}"


def _count_options(rules: Ruleset[Any], position: Any) -> int:
    """Return how many options there are, without listing them if the rules can count them."""
    count = getattr(rules, "count_options", None)
    return len(rules.options(position)) if count is None else int(count(position))


# --- Who knows how a game stands -----------------------------------------------------------------


class _TooLargeError(Exception):
    """A game is larger than can be searched while a person waits."""


@dataclass
class _Budget:
    """How many numbers may still be written down."""

    left: float = field(default_factory=lambda: _MOST_WORK)


class _Bounded(Generic[Position]):
    """A ruleset that stops when its options would be too much to write down."""

    def __init__(self, rules: Ruleset[Position], budget: _Budget) -> None:
        self._rules, self._budget = rules, budget
        if hasattr(rules, "components"):
            self.components = rules.components

    def options(self, position: Position, /) -> Sequence[Position]:
        options = self._rules.options(position)
        # A position without options takes time, too.
        self._budget.left -= (len(options) + 10) * _size(position)
        if self._budget.left < 0:
            raise _TooLargeError
        return options


def _bounded(rules: Ruleset[Any], budget: _Budget) -> Ruleset[Any]:
    if type(rules) is Sum:
        return Sum(tuple(_bounded(one, budget) for one in rules.rules))
    return _Bounded(rules, budget)


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
    budget = _Budget()
    found = solver(_bounded(rules, budget))
    try:
        ask(found, position)
    except _TooLargeError:
        raise ValueError(
            f"the game from {shortened(_show(rules, position))} is too large to play here: to "
            f"search it, more than {_MOST_WORK} numbers would be written down"
        ) from None
    budget.left = math.inf
    return found


def _searched_by(
    solver: Callable[..., Oracle[Any]], rules: Ruleset[Any], position: object
) -> Oracle[Any]:
    """Return a game's own solver, which counts what it meets, once it has solved a position."""
    most: float = _MOST_MET

    def stop(count: int) -> None:
        if count > most:
            shown = shortened(_show(rules, position))
            raise ValueError(f"{shown} takes more than {most} regions to solve")

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
    theory: Oracle[Any] | None = getattr(rules, "closed_form", None)
    if theory is not None:
        return theory
    own: Callable[..., Oracle[Any]] | None = getattr(rules, "solver", None)
    if own is not None:
        return _searched_by(own, rules, position)
    if hasattr(rules, "components") or type(rules) is Sum:
        return _searched(SumSolver, rules, position, SumSolver.outcome)
    return _searched(Solver, rules, position, Solver.outcome)


def place_name(place: int) -> str:
    """Return a place on the podium as "1st", "2nd" and so on.

    Raises:
        ValueError: if `place` is not a whole number, at least 1.

    >>> [place_name(place) for place in (1, 2, 3, 11, 22)]
    ['1st', '2nd', '3rd', '11th', '22nd']
    """
    place = whole(place, "a place", 1)
    ending = {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{'th' if place % 100 in (11, 12, 13) else ending}"


# --- Who plays, and what they do -----------------------------------------------------------------


@dataclass(frozen=True)
class Seat:
    """A player: a name, "you" for the only person at the table, and whether it is a person."""

    name: str
    is_human: bool

    def does(self, action: str) -> str:
        """Return an action with its subject.

        >>> Seat("you", True).does("pass the turn"), Seat("Bob", False).does("leave (2, 1)")
        ('you pass the turn', 'Bob leaves (2, 1)')
        """
        if self.name == "you":
            return f"you {action}"
        verb, _, rest = action.partition(" ")
        return f"{self.name} {verb}{'es' if verb.endswith('s') else 's'} {rest}"


@dataclass(frozen=True)
class Move(Generic[Position]):
    """A move, or a turn that was passed: `before` as its player sees it, `after` as the next.

    Under the podium rule, `reason` says why the engine makes it, in a sentence or two.
    """

    seat: Seat
    before: Position
    after: Position
    action: str
    reason: str = ""

    @property
    def sentence(self) -> str:
        """The move in a sentence, as in "Bob takes 2 from the heap of 5."."""
        return f"{_capital(self.seat.does(self.action))}."


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


class _Duel(Generic[Position]):
    """How the engine plays against one opponent: it wins if it can, or else makes winning hard."""

    def __init__(self, rules: Ruleset[Position], position: Position) -> None:
        self._rules = rules
        self._oracle: Oracle[Position] = oracle(rules, position)

    def best(self, position: Position) -> Position:
        winning = self._oracle.winning_options(position)
        if winning:
            return winning[0]
        options: Sequence[Position] = self._rules.options(position)[:_MOST_COMPARED]
        return min(options, key=lambda option: len(self._oracle.winning_options(option)))

    def reason(self, seat: Seat, position: Position, option: Position) -> str:
        return ""

    def judge(self, position: Position, seats: Sequence[Seat]) -> Judgement:
        outcome = self._oracle.outcome(position)
        winner = seats[0] if outcome == "N" else seats[-1]
        who = f"{winner.name} can win"
        if outcome == "P" and not winner.is_human:
            who = f"{winner.name} wins, if it makes no mistake"
        return Judgement(f"{_show(self._rules, position)} is ", outcome, f": {who}.")

    def advised(self, position: Position) -> list[Position]:
        return list(self._oracle.winning_options(position))

    def hint(self, position: Position, seat: Seat) -> str:
        rules = self._rules
        winning = [_show(rules, _turned(rules, option)) for option in self.advised(position)]
        if not winning:
            return "No move wins against perfect play."
        return f"To win, leave {_some_of(winning)}."


class _Podium(Generic[Position]):
    """How the engine plays for several players: each moves to the least rank it can leave."""

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
        places = self._places(position)
        return min(reversed(places), key=places.__getitem__)

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

    def judge(self, position: Position, seats: Sequence[Seat]) -> Judgement:
        rank = self._solver.rank(position, self._count)
        order = _finish(seats, rank - 1)
        places = ", ".join(f"{place_name(i)} {seat.name}" for i, seat in enumerate(order, 1))
        return Judgement(
            f"{_show(self._rules, position)} has rank {rank}. If all play well: {places}."
        )

    def advised(self, position: Position) -> list[Position]:
        places = self._places(position)
        best = min(places.values())
        return [option for option, place in places.items() if place == best]

    def hint(self, position: Position, seat: Seat) -> str:
        places = self._places(position)
        best = min(places.values())
        if set(places.values()) == {best}:
            who = "you are" if seat.name == "you" else f"{seat.name} is"
            return f"After every move {who} to finish {place_name(best)}."
        moves = [_show(self._rules, option) for option, place in places.items() if place == best]
        return f"To finish {place_name(best)}, leave {_some_of([*dict.fromkeys(moves)])}."


def _finish(seats: Sequence[Seat], winner: int) -> list[Seat]:
    """Return who finishes first, second and so on, if the last move is by the seat `winner`."""
    return [seats[(winner - behind) % len(seats)] for behind in range(len(seats))]


def _some_of(moves: Sequence[str]) -> str:
    """Return the first three of several moves, and how many more there are."""
    more = f", or {len(moves) - 3} more" if len(moves) > 3 else ""
    return f"{' or '.join(moves[:3])}{more}"


def _listed(parts: Sequence[str]) -> str:
    """Return parts of a sentence with commas, and "and" before the last one."""
    *before, last = parts
    return f"{', '.join(before)} and {last}" if before else last


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# --- The match -----------------------------------------------------------------------------------


class Match(Generic[Position]):
    """A game from its start to now: who plays, which moves were made, and whose turn it is.

    One person and the engine play, and the person begins, unless `people` says otherwise. With a
    number of players they play under the podium rule, each for the best place still within reach.

    Args:
        rules: any ruleset.
        start: the position where play begins.
        players: how many play under the podium rule, from 2 to 6; `None` for two who only want to
            win.
        people: the seats at which people sit, numbered from 0 in the order of play.
        strength: from 0, an engine that moves at random, to `PERFECT`; in between it makes a random
            move now and then.
        seed: what its mistakes depend on, besides the number of moves made.

    Raises:
        ValueError: if `rules` has no `options`, the ruleset refuses the position, the game from
            it is too large, or another argument is not as said here.

    >>> from nimtwist.games import Nim
    >>> match = Match(Nim(), (3, 2, 1))
    >>> match.push((2, 2, 1))
    >>> [move.sentence for move in match.reply()]
    ['The engine takes 1 from the heap of 1.']
    >>> match.position, match.message
    ((2, 2), 'You leave (2, 2, 1), the engine (2, 2). Your move.')
    """

    def __init__(
        self,
        rules: Ruleset[Position],
        start: Position,
        players: int | None = None,
        people: Collection[int] = (0,),
        strength: int = PERFECT,
        seed: int = 0,
    ) -> None:
        if not isinstance(rules, Ruleset) or isinstance(rules, type):
            raise ValueError(f"a game takes a ruleset, a value with options(), not {quoted(rules)}")
        count = 2
        if players is not None:
            count = players = whole(players, "the number of players", 2, MOST_PLAYERS)
        start = canonical(rules, start)
        self.rules, self.start, self.players = rules, start, players
        self.people = _check_people(people, count)
        self.strength = whole(strength, "the strength of the engine", 0, PERFECT)
        self.seed = whole(seed, "the seed")
        alone = len(self.people) == 1
        engine = ("the engine",) * count if alone and players is None else PLAYERS
        self.seats = tuple(
            Seat("you" if alone and i in self.people else engine[i], i in self.people)
            for i in range(count)
        )
        count = _count_options(rules, start)
        if count > _MOST_OPTIONS:
            raise ValueError(
                f"{shortened(_show(rules, start))} has {written(count)} options, too many to play "
                f"here: at most {_MOST_OPTIONS}"
            )
        self._engine: _Duel[Position] | _Podium[Position] = (
            _Duel(rules, start) if players is None else _Podium(rules, start, players)
        )
        self._moves: list[Move[Position]] = []
        self._listed: tuple[Position, Sequence[Position]] = start, rules.options(start)

    @property
    def setting(self) -> tuple[Any, ...]:
        """What defines the match: two with the same setting are the same until a move is made."""
        return (self.rules, self.start, self.players, self.people, self.strength, self.seed)

    def again(self, start: Position | None = None) -> Match[Position]:
        """Return a new match between the same players, from the same position or another one.

        Raises:
            ValueError: if the ruleset refuses the position, or the game from it is too large.
        """
        rules, first, *rest = self.setting
        return Match(rules, first if start is None else start, *rest)

    # --- How it stands

    @property
    def transcript(self) -> tuple[Move[Position], ...]:
        """The moves so far."""
        return tuple(self._moves)

    @property
    def position(self) -> Position:
        """The position on the table, as seen by the player whose turn it is."""
        return self._moves[-1].after if self._moves else self.start

    @property
    def options(self) -> Sequence[Position]:
        """The positions that may be left; they are listed only once for each position."""
        position = self.position
        if self._listed[0] is not position:
            self._listed = position, self.rules.options(position)
        return self._listed[1]

    @property
    def turn(self) -> int:
        """The number of the seat whose turn it is."""
        return len(self._moves) % len(self.seats)

    @property
    def seat(self) -> Seat:
        """The player whose turn it is."""
        return self.seats[self.turn]

    @property
    def over(self) -> bool:
        """Whether there is no move left."""
        return not self.options

    @property
    def winner(self) -> Seat | None:
        """Who made the last move, once the game is over; the player who cannot move has not won."""
        return self.seats[self.turn - 1] if self.over else None

    @property
    def standing(self) -> list[Seat]:
        """Who has finished first, second and so on; nobody while the game goes on."""
        return _finish(self.seats, self.turn - 1) if self.over else []

    @property
    def round(self) -> tuple[Move[Position], ...]:
        """The moves since it was last a person's turn, the person's own one first."""
        return self.transcript[self._last_turn() or 0 :]

    @property
    def seen(self) -> Position:
        """The position as a person sees it, even when it is the engine that cannot move."""
        last = self._moves[-1].seat if self._moves else None
        won = last is not None and last.is_human and self.over
        return self.turned(self.position) if won else self.position

    @property
    def message(self) -> str:
        """The last round in words, and whose turn it is or who has won."""
        over, stuck = self.over, self.seat
        next_move = "Your move." if stuck.name == "you" else f"{_capital(stuck.name)}'s move."
        if not self._moves:
            return "There is no move to make." if over else next_move
        show, replies = self.show, list(self.round)
        said = []
        if replies[0].seat.is_human:
            first = replies.pop(0)
            passed = first.action == _PASS
            leave = f"leave {show(self.turned(first.after))}"
            said.append(_capital(first.seat.does(_PASS if passed else leave)))
        if replies:
            left = _listed(
                [
                    show(reply.after) + (f" as {reply.seat.name}" if self.players else "")
                    for reply in replies
                ]
            )
            said.append(f"the engine {left}" if said else f"The engine leaves {left}")
        sentence = ", ".join(said)
        if not over:
            return f"{sentence}. {next_move}"
        winner = self.seats[self.turn - 1]
        if winner.name == "you":
            return f"{sentence}, and {stuck.name} cannot move. You win!"
        return f"{sentence}. {_capital(stuck.name)} cannot move: {winner.name} wins."

    def judge(self) -> Judgement:
        """Return who is winning, with the outcome of the position, or how the game ended."""
        if self.over:
            return Judgement(self.message)
        return self._engine.judge(self.position, self._in_turn())

    @property
    def advised(self) -> list[Position]:
        """The options that win, or those with the best place that is left; none if none wins."""
        return [] if self.over else self._engine.advised(self.position)

    def hint(self) -> str:
        """Return a sentence on the winning moves, or that there are none, or how the game ended."""
        return self.message if self.over else self._engine.hint(self.position, self.seat)

    def show(self, position: Position) -> str:
        """Return a position as text.

        Raises:
            ValueError: if the ruleset refuses the position.
        """
        return _show(self.rules, position)

    def turned(self, position: Position) -> Position:
        """Return a position as the other player sees it: as it is, in most games."""
        turned: Position = _turned(self.rules, position)
        return turned

    def read(self, text: str) -> Position:
        """Return the option that a text means, in whatever order it is written.

        A position that is not an option is returned as well, for `push` to say why it is not.

        Raises:
            ValueError: if the text means no position.
        """
        assert isinstance(self.rules, Notation)
        wanted = self.turned(self.rules.read(text))
        shown = self.show(wanted)
        return next((option for option in self.options if self.show(option) == shown), wanted)

    # --- What is done

    def push(self, option: Position) -> None:
        """Make a move, for the player whose turn it is.

        Raises:
            ValueError: if it is not an option; the message says why.
        """
        self._check_goes_on()
        option = canonical(self.rules, option)
        if option not in self.options:
            raise ValueError(_why_not(self.rules, self.position, option))
        self._add(option, _describe_move(self.rules, self.position, option))

    def pass_turn(self) -> None:
        """Let the next player move from the same position.

        Raises:
            ValueError: if there is no move to leave to them, or it is the engine's turn.
        """
        self._check_goes_on()
        if not self.seat.is_human:
            raise ValueError(f"only a person may pass the turn, not {self.seat.name}")
        self._add(self.turned(self.position), _PASS)

    def reply(self) -> list[Move[Position]]:
        """Let the engine move until it is a person's turn or the game is over; return its moves."""
        before = len(self._moves)
        while not self.seat.is_human and not self.over:
            self.push(self._choice())
        return self._moves[before:]

    def pop(self) -> Move[Position]:
        """Take the last move back, and return it.

        Raises:
            ValueError: if no move was made.
        """
        if not self._moves:
            raise ValueError(_NO_MOVE)
        return self._moves.pop()

    def undo(self) -> None:
        """Take back moves until it is the turn of the person who moved last.

        Raises:
            ValueError: if no person has moved.
        """
        last = self._last_turn()
        if last is None:
            raise ValueError(_NO_MOVE)
        del self._moves[last:]

    def _check_goes_on(self) -> None:
        if self.over:
            raise ValueError("there is no move left: the game is over")

    def _add(self, after: Position, action: str) -> None:
        seat, before = self.seat, self.position
        reason = "" if seat.is_human else self._engine.reason(seat, before, after)
        self._moves.append(Move(seat, before, after, action, reason))

    def _choice(self) -> Position:
        """Return the engine's move: the best one or, below full strength, perhaps a random one."""
        chance = Random(f"{self.seed}, {len(self._moves)}")
        if chance.randrange(PERFECT) < self.strength:
            return self._engine.best(self.position)
        return chance.choice(self.options)

    def _in_turn(self) -> tuple[Seat, ...]:
        """Return the seats in order of play, from the one whose turn it is."""
        return self.seats[self.turn :] + self.seats[: self.turn]

    def _last_turn(self) -> int | None:
        """Return the number of the last move by a person, if there is one."""
        moves = range(len(self._moves) - 1, -1, -1)
        return next((i for i in moves if self._moves[i].seat.is_human), None)


_PASS = "pass the turn"
_NO_MOVE = "there is no move to take back"


def _check_people(people: object, count: int) -> tuple[int, ...]:
    if not isinstance(people, Collection) or isinstance(people, str | bytes):
        raise ValueError(f"the people are given by their seats, as in (0, 1), not {quoted(people)}")
    return tuple(sorted({whole(seat, "the seat of a person", 0, count - 1) for seat in people}))
