"""A game being played: its rules, its players, and the moves so far. Nothing here knows of widgets.

A `Match` is played by people and by the engine, which `nimbook.engine` advises.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import lru_cache, partial
from random import Random
from typing import Any, Generic, TypeVar

from nimbook.engine import (
    MAX_OPTIONS,
    Judgement,
    Seat,
    count_options,
    finishing_order,
    make_engine,
    oracle,
    pick_option,
    place_name,
    show,
    why_illegal,
)
from nimtwist._checks import check_integer, short_repr, shorten
from nimtwist.game import Notation, Ruleset, canonical, describe_move

__all__ = [
    "MAX_PLAYERS",
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
MAX_PLAYERS = len(PLAYERS)

PERFECT = 10
"""The strength of an engine that makes no mistake."""


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
    def passed(self) -> bool:
        """Whether the turn was passed, and nothing moved."""
        return self.action == _PASS

    @property
    def sentence(self) -> str:
        """The move in a sentence, as in "Bob takes 2 from the heap of 5."."""
        return f"{_capital(self.seat.clause(self.action))}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


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
            it is too large, or `players` is not from 2 to 6.

    >>> from nimtwist.games import Nim
    >>> match = Match(Nim(), (3, 2, 1))
    >>> match.push((2, 2, 1))
    >>> [move.sentence for move in match.reply()]
    ['The engine takes 1 from the heap of 1.']
    >>> match.position, match.message
    ((2, 2), 'You take 1 from the heap of 3. The engine takes 1 from the heap of 1. Your move.')
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
            raise ValueError(
                f"a game takes a ruleset, a value with options(), not {short_repr(rules)}"
            )
        count = 2
        if players is not None:
            count = players = check_integer(players, "the number of players", 2, MAX_PLAYERS)
        start = canonical(rules, start)
        self.use_rules(rules, start)
        self.players = players
        self.people = tuple(sorted({*people}))
        self.strength, self.seed = strength, seed
        alone = len(self.people) == 1
        engine = ("the engine",) * count if alone and players is None else PLAYERS
        self.seats = tuple(
            Seat("you" if alone and i in self.people else engine[i], i in self.people)
            for i in range(count)
        )
        self._engine = make_engine(rules, start, players)
        self.words: Callable[[Position, Position], str] = partial(describe_move, rules)
        """What says a move, as `nimtwist.game.describe_move` does; a board may have its own."""
        self._moves: list[Move[Position]] = []
        self._undone: list[list[Move[Position]]] = []

    def use_rules(self, rules: Ruleset[Position], start: Position) -> None:
        """Let the moves be counted and listed by some rules, as those of the game from `start`."""
        self.rules, self.start = rules, start
        self._count = lru_cache(1)(partial(count_options, rules))
        self._list = lru_cache(1)(rules.options)

    @property
    def setting(self) -> tuple[Any, ...]:
        """What defines the match: two with the same setting are the same until a move is made."""
        return (self.rules, self.start, self.players, self.people, self.strength, self.seed)

    def rematch(self, start: Position | None = None, seed: int | None = None) -> Match[Position]:
        """Return a new match between the same players, from the same position or another one."""
        start = self.start if start is None else start
        seed = self.seed if seed is None else seed
        return Match(self.rules, start, self.players, self.people, self.strength, seed)

    def until(self, count: int) -> Match[Position]:
        """Return the match as it was after some of its moves, to look at or to go on from."""
        earlier = copy(self)
        earlier._moves = self._moves[:count]
        earlier._undone = []
        return earlier

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
        """The positions that may be left.

        Raises:
            ValueError: if they are too many to list, see `count`.
        """
        if not self.is_listed:
            raise ValueError(
                f"{shorten(self.show(self.position))} has {self.count} options, too many to "
                f"list: at most {MAX_OPTIONS}"
            )
        return self._list(self.position)

    @property
    def count(self) -> int:
        """How many options there are, or a few more; they are listed up to a thousand."""
        return self._count(self.position)

    @property
    def is_listed(self) -> bool:
        """Whether the options are few enough to be listed."""
        return self.count <= MAX_OPTIONS

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
        return self.is_listed and not self.options

    @property
    def winner(self) -> Seat | None:
        """Who made the last move, once the game is over; the player who cannot move has not won."""
        return self.seats[self.turn - 1] if self.over else None

    @property
    def finishing_order(self) -> list[Seat]:
        """Who has finished first, second and so on; nobody while the game goes on."""
        return finishing_order(self.seats, self.turn - 1) if self.over else []

    @property
    def round(self) -> tuple[Move[Position], ...]:
        """The moves since it was last a person's turn, the person's own one first."""
        return self.transcript[self._last_person_move() or 0 :]

    @property
    def displayed_position(self) -> Position:
        """The position as a person sees it, even when it is the engine's turn."""
        engines = bool(self.people) and not self.seat.is_human
        return self.turned(self.position) if engines else self.position

    @property
    def message(self) -> str:
        """The last round in words, and whose turn it is or who has won."""
        said = [move.sentence for move in self.round]
        if not self.over:
            whose = "Your" if self.seat.name == "you" else f"{_capital(self.seat.name)}'s"
            said.append(f"{whose} move.")
        elif not said:
            said.append("There is no move to make.")
        else:
            name = self.finishing_order[0].name
            wins = "you win!" if name == "you" else f"{name} wins."
            said.append(f"No move is left: {wins}")
        return " ".join(said)

    @property
    def can_win(self) -> bool:
        """Whether the player to move wins, or finishes first, if nobody makes a mistake.

        For a game too large to search, whether it is known.
        """
        return not self.over and self._engine.can_win(self.position)

    def judge(self) -> Judgement:
        """Return who is winning, with the outcome of the position, or how the game ended."""
        if self.over:
            return Judgement(self.message)
        return self._engine.judge(self.position, self.seats[self.turn :] + self.seats[: self.turn])

    @property
    def recommended(self) -> list[Position]:
        """The options that win, or those with the best place that is left; none if none wins."""
        return [] if self.over else self._engine.recommended(self.position)

    def hint(self) -> str:
        """Return a sentence on the winning moves, or that there are none, or how the game ended."""
        if self.over:
            return self.message
        return self._engine.hint(self.position, self.seat, self.words)

    def show(self, position: Position) -> str:
        """Return a position as text."""
        return show(self.rules, position)

    def turned(self, position: Position) -> Position:
        """Return a position as the other player sees it: as it is, in most games."""
        turned: Callable[[Position], Position] = getattr(self.rules, "turned", lambda same: same)
        return turned(position)

    def read(self, text: str) -> Position:
        """Return the option that a text means, in whatever order it is written.

        A position that is not an option is returned as well, for `push` to say why it is not.

        Raises:
            ValueError: if the text means no position.
        """
        assert isinstance(self.rules, Notation)
        wanted: Position = self.turned(self.rules.read(text))
        if not self.is_listed:
            return canonical(self.rules, wanted)
        shown = self.show(wanted)
        return next((option for option in self.options if self.show(option) == shown), wanted)

    # --- What is done

    def push(self, option: Position) -> None:
        """Make a move, for the player whose turn it is.

        Raises:
            ValueError: if it is not an option; the message says why.
        """
        self._check_not_over()
        option = canonical(self.rules, option)
        if not self.is_listed or option not in self.options:
            reason = why_illegal(self.rules, self.position, option)
            if reason or self.is_listed:
                here = short_repr(self.position)
                raise ValueError(reason or f"{short_repr(option)} is not an option of {here}")
        self._append(option, self.words(self.position, option))

    def pass_turn(self) -> None:
        """Let the next player move from the same position.

        Raises:
            ValueError: if there is no move to leave to them, or it is the engine's turn.
        """
        self._check_not_over()
        if not self.seat.is_human:
            raise ValueError(f"only a person may pass the turn, not {self.seat.name}")
        self._append(self.turned(self.position), _PASS)

    def reply(self) -> list[Move[Position]]:
        """Let the engine move until it is a person's turn or the game is over; return its moves."""
        before = len(self._moves)
        while not self.seat.is_human and not self.over:
            self.push(self._engine_option())
        return self._moves[before:]

    def undo(self) -> None:
        """Take back moves until it is the turn of the person who moved last.

        Raises:
            ValueError: if no person has moved.
        """
        last = self._last_person_move()
        if last is None:
            raise ValueError("there is no move to take back")
        self._undone.append(self._moves[last:])
        del self._moves[last:]

    def redo(self) -> None:
        """Make the moves again that were last taken back by `undo`.

        Raises:
            ValueError: if none were, or another move has been made since.
        """
        if not self._undone:
            raise ValueError("there is no move to make again")
        self._moves += self._undone.pop()

    @property
    def can_redo(self) -> bool:
        """Whether moves have been taken back that can be made again."""
        return bool(self._undone)

    def _check_not_over(self) -> None:
        if self.over:
            raise ValueError("there is no move left: the game is over")

    def _append(self, after: Position, action: str) -> None:
        seat, before = self.seat, self.position
        reason = "" if seat.is_human else self._engine.reason(seat, before, after)
        self._undone = []
        self._moves.append(Move(seat, before, after, action, reason))

    def _engine_option(self) -> Position:
        """Return the engine's move: the best one or, below full strength, perhaps a random one."""
        rng = Random(f"{self.seed}, {len(self._moves)}")
        if rng.randrange(PERFECT) < self.strength:
            best: Position = self._engine.best(self.position)
            return best
        choice: Position = pick_option(self.rules, self.position, rng)
        return choice

    def _last_person_move(self) -> int | None:
        """Return the number of the last move by a person, if there is one."""
        moves = range(len(self._moves) - 1, -1, -1)
        return next((i for i in moves if self._moves[i].seat.is_human), None)


_PASS = "pass the turn"
