"""Games in progress, with their rules, players and moves.

The players in a `Match` can be people or the opponent in `nimbook.play.opponent`. This module
does not depend on widgets.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import lru_cache, partial
from random import Random
from typing import Any, Generic, TypeVar

from nimbook.play.opponent import (
    LEVELS,
    MAX_OPTIONS,
    PERFECT,
    Assessment,
    Seat,
    finishing_order,
    make_opponent,
    oracle,
)
from nimtwist.checks import check_choice, check_integer, short_repr, shorten
from nimtwist.game import Notation, Ruleset, canonical, describe_move
from nimtwist.protocol import check_ruleset, count_options, random_option, show, turned, why_illegal

__all__ = [
    "MAX_PLAYERS",
    "PLAYERS",
    "Match",
    "Move",
    "Seat",
    "oracle",
]

Position = TypeVar("Position", bound=Hashable)

PLAYERS = ("Alice", "Bob", "Charlie", "Dora", "Emil", "Fay")
"""The players' names, in order of play."""
MAX_PLAYERS = len(PLAYERS)


@dataclass(frozen=True)
class Move(Generic[Position]):
    """A move or a pass.

    `before` is the position as seen by the player who moves, and `after` is the position as seen by
    the next player.

    Under the podium rule, `reason` explains the opponent's choice in a sentence or two.
    """

    seat: Seat
    before: Position
    after: Position
    action: str
    reason: str = ""

    @property
    def is_pass(self) -> bool:
        """True if the player passed."""
        return self.action == _PASS

    @property
    def sentence(self) -> str:
        """The move as a sentence such as "Bob takes 2 from the heap of 5."."""
        return f"{_capital(self.seat.clause(self.action))}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


class Match(Generic[Position]):
    """A game in progress: its players, the moves so far, and the player to move.

    By default, one person plays against the opponent and moves first. If `players` is given, the
    podium rule applies: each player aims for the best place still within reach.

    Args:
        rules: any ruleset.
        start: the starting position.
        players: the number of players under the podium rule, from 2 to 6, or `None` for an ordinary
            two-player game.
        people: the seats taken by people. Seats are numbered from 0 in the order of play.
        level: a level of the opponent, from `nimbook.play.opponent.LEVELS`.
        seed: together with the number of moves made, this determines the opponent's mistakes.
        misere: whether a player who cannot move wins.

    Raises:
        ValueError: if `rules` has no `options`, the ruleset rejects the position, the game is too
            large, there is no such level, `players` is not between 2 and 6, or `players` is given
            for misère play.

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
        level: str = PERFECT,
        seed: int = 0,
        misere: bool = False,
    ) -> None:
        check_ruleset(rules, "a match")
        count = 2
        if players is not None:
            count = players = check_integer(players, "the number of players", 2, MAX_PLAYERS)
            if misere:
                raise ValueError(f"misère play is not defined for {players} players on a podium")
        check_choice(level, "the level", tuple(LEVELS))
        start = canonical(rules, start)
        self.use_rules(rules, start)
        self.players = players
        self.people = tuple(sorted({*people}))
        self.level, self.seed, self.misere = level, seed, misere
        alone = len(self.people) == 1
        names = ("the engine",) * count if alone and players is None else PLAYERS
        self.seats = tuple(
            Seat("you" if alone and i in self.people else names[i], i in self.people)
            for i in range(count)
        )
        self._opponent = make_opponent(rules, start, players, misere)
        self.words: Callable[[Position, Position], str] = partial(describe_move, rules)
        """Describes a move, like `nimtwist.game.describe_move`; a board may replace it."""
        self._moves: list[Move[Position]] = []
        self._undone: list[list[Move[Position]]] = []

    def use_rules(self, rules: Ruleset[Position], start: Position) -> None:
        """Set the rules and the starting position.

        This also creates new caches for the options of a single position and for their number.
        """
        self.rules, self.start = rules, start
        self._count = lru_cache(1)(partial(count_options, rules))
        self._list = lru_cache(1)(rules.options)

    @property
    def setting(self) -> tuple[Any, ...]:
        """The arguments with which the match was created, including the seed."""
        players = self.players, self.people, self.level
        return (self.rules, self.start, *players, self.seed, self.misere)

    def rematch(self, start: Position | None = None, seed: int | None = None) -> Match[Position]:
        """Return a new match between the same players, by default with the same start and seed."""
        start = self.start if start is None else start
        seed = self.seed if seed is None else seed
        players = self.players, self.people, self.level
        return Match(self.rules, start, *players, seed, self.misere)

    def after_moves(self, count: int) -> Match[Position]:
        """Return a copy of the match as it was after `count` moves. Play can continue from it."""
        earlier = copy(self)
        earlier._moves = self._moves[:count]
        earlier._undone = []
        return earlier

    # --- State of the match

    @property
    def transcript(self) -> tuple[Move[Position], ...]:
        """The moves so far."""
        return tuple(self._moves)

    @property
    def position(self) -> Position:
        """The current position, as seen by the player to move."""
        return self._moves[-1].after if self._moves else self.start

    @property
    def options(self) -> Sequence[Position]:
        """The options of the current position.

        Raises:
            ValueError: if there are too many to list; see `count`.
        """
        if not self.is_listed:
            raise ValueError(
                f"{shorten(self.show(self.position))} has {self.count} options, too many to "
                f"list: at most {MAX_OPTIONS:,}"
            )
        return self._list(self.position)

    @property
    def count(self) -> int:
        """The number of options, or a slight overestimate.

        The options can be listed only if this number is at most 1,000.
        """
        return self._count(self.position)

    @property
    def is_listed(self) -> bool:
        """True if there are few enough options to list."""
        return self.count <= MAX_OPTIONS

    @property
    def turn(self) -> int:
        """The number of the seat whose player is to move."""
        return len(self._moves) % len(self.seats)

    @property
    def seat(self) -> Seat:
        """The player to move."""
        return self.seats[self.turn]

    @property
    def is_over(self) -> bool:
        """True if the current position is terminal."""
        return self.is_listed and not self.options

    @property
    def winner(self) -> Seat | None:
        """The winner if the game is over, and otherwise `None`.

        The winner made the last move or, in misère play, cannot move.
        """
        return self.finishing_order[0] if self.is_over else None

    @property
    def finishing_order(self) -> list[Seat]:
        """The players from first to last place if the game is over, and otherwise an empty list."""
        winner = self.turn if self.misere else self.turn - 1
        return finishing_order(self.seats, winner) if self.is_over else []

    @property
    def round(self) -> tuple[Move[Position], ...]:
        """The moves since the last move by a person, including that move."""
        return self.transcript[self._last_person_move() or 0 :]

    @property
    def displayed_position(self) -> Position:
        """The position as a person sees it, even if the opponent is to move."""
        others = bool(self.people) and not self.seat.is_human
        return self.seen_by_opponent(self.position) if others else self.position

    @property
    def message(self) -> str:
        """The last round in words, followed by whose turn it is or who has won."""
        sentences = [move.sentence for move in self.round]
        if self.misere and not self._moves:
            sentences.append("Misère play: whoever makes the last move loses.")
        if not self.is_over:
            whose = "Your" if self.seat.name == "you" else f"{_capital(self.seat.name)}'s"
            sentences.append(f"{whose} move.")
        elif not self._moves:
            sentences.append("There are no legal moves.")
        else:
            name = self.finishing_order[0].name
            wins = "you win!" if name == "you" else f"{name} wins."
            sentences.append(f"{'The last move loses' if self.misere else 'No moves left'}: {wins}")
        return " ".join(sentences)

    @property
    def can_win(self) -> bool:
        """True if the player to move wins, or finishes first, under optimal play.

        For a game that is too large to search, it is true only if theory proves that the player
        wins.
        """
        return not self.is_over and self._opponent.can_win(self.position)

    @property
    def last_mistake(self) -> int | None:
        """The index of the last mistake by a person, or `None` if no person has made one.

        A mistake turns a winning position into a losing one. Under the podium rule, it is a move
        after which the best place that the player can still reach is worse than before.

        >>> from nimtwist.games import Nim
        >>> match = Match(Nim(), (3, 2))
        >>> match.push((3, 1))
        >>> [move.action for move in match.reply()]
        ['take 2 from the heap of 3']
        >>> mistake = match.transcript[match.last_mistake]
        >>> mistake.before, mistake.action
        ((2, 3), 'take 1 from the heap of 2')
        """
        moves = [
            number
            for number, move in enumerate(self._moves)
            if move.seat.is_human and self._opponent.is_mistake(move.before, move.after)
        ]
        return max(moves, default=None)

    def judge(self) -> Assessment:
        """Return a sentence about who is winning or, if the game is over, about how it ended."""
        if self.is_over:
            return Assessment(self.message)
        return self._opponent.judge(
            self.position, self.seats[self.turn :] + self.seats[: self.turn]
        )

    @property
    def recommended(self) -> list[Position]:
        """The winning options or, under the podium rule, those that lead to the best place."""
        return [] if self.is_over else self._opponent.recommended(self.position)

    @property
    def mistakes(self) -> list[Position]:
        """The options from which an opponent chooses that is about to make a mistake.

        If every option is as good as any other, these are all options. Nobody misses a move that
        ends the game with a win, or with the best place: if there is one, the list is empty.

        >>> from nimtwist.games import Nim
        >>> Match(Nim(), (1, 2)).mistakes, Match(Nim(), (2,)).mistakes
        ([(2,), (1,)], [])
        """
        best = self.recommended
        if any(not self.rules.options(option) for option in best):
            return []
        options = list(dict.fromkeys(self.options))
        return [option for option in options if best and option not in best] or options

    def pick_mistake(self, rng: Random) -> Position:
        """Return a random mistake, or the best move if there is no mistake to make.

        If there are too many options to list, return any option.
        """
        if not self.is_listed:
            return random_option(self.rules, self.position, rng)
        mistakes = self.mistakes
        return rng.choice(mistakes) if mistakes else self._best

    @property
    def _best(self) -> Position:
        best: Position = self._opponent.best(self.position)
        return best

    def hint(self) -> str:
        """Return a sentence about the winning moves, or about how the game ended."""
        if self.is_over:
            return self.message
        return self._opponent.hint(self.position, self.seat, self.words)

    def show(self, position: Position) -> str:
        """Return a position as text."""
        return show(self.rules, position)

    def seen_by_opponent(self, position: Position) -> Position:
        """Return a position as seen by the opponent.

        In most games, both players see the same position.
        """
        return turned(self.rules, position)

    def read(self, text: str) -> Position:
        """Parse the text of an option; its parts may be written in any order.

        If the text denotes a position that is not an option, return that position anyway, so that
        `push` can explain why the move is illegal.

        Raises:
            ValueError: if the text is not a position.
        """
        assert isinstance(self.rules, Notation)
        wanted: Position = self.seen_by_opponent(self.rules.read(text))
        if not self.is_listed:
            return canonical(self.rules, wanted)
        shown = self.show(wanted)
        return next((option for option in self.options if self.show(option) == shown), wanted)

    # --- Actions

    def push(self, option: Position) -> None:
        """Make a move to an option on behalf of the player to move.

        Raises:
            ValueError: if the move is illegal; the message explains why.
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
        """Pass, so that the next player moves from the same position.

        Raises:
            ValueError: if the game is over, or the opponent is to move.
        """
        self._check_not_over()
        if not self.seat.is_human:
            raise ValueError(f"only a person may pass, not {self.seat.name}")
        self._append(self.seen_by_opponent(self.position), _PASS)

    def reply(self) -> list[Move[Position]]:
        """Let the opponent move until a person is to move or the game is over; return its moves."""
        before = len(self._moves)
        while not self.seat.is_human and not self.is_over:
            self.push(self._reply_option())
        return self._moves[before:]

    def undo(self) -> None:
        """Undo a person's last move and all moves after it.

        Raises:
            ValueError: if no person has made a move.
        """
        last = self._last_person_move()
        if last is None:
            raise ValueError("there is no move to take back")
        self.go_back(last)

    def go_back(self, count: int) -> None:
        """Undo all moves after the first `count` moves."""
        self._undone.append(self._moves[count:])
        del self._moves[count:]

    def redo(self) -> None:
        """Redo the moves undone by the last `undo`.

        Raises:
            ValueError: if there are no such moves, or if another move has been made since.
        """
        if not self._undone:
            raise ValueError("there is nothing to redo")
        self._moves += self._undone.pop()

    @property
    def can_redo(self) -> bool:
        """True if there are undone moves to redo."""
        return bool(self._undone)

    def _check_not_over(self) -> None:
        if self.is_over:
            raise ValueError("the game is over")

    def _append(self, after: Position, action: str) -> None:
        seat, before = self.seat, self.position
        reason = "" if seat.is_human else self._opponent.reason(seat, before, after)
        self._undone = []
        self._moves.append(Move(seat, before, after, action, reason))

    def _reply_option(self) -> Position:
        """Return the opponent's move, which may be a mistake below the highest level."""
        rng = Random(f"{self.seed}, {len(self._moves)}")
        if rng.random() < LEVELS[self.level]:
            return self.pick_mistake(rng)
        return self._best

    def _last_person_move(self) -> int | None:
        """Return the index of the last move made by a person, or `None` if there is none."""
        moves = range(len(self._moves) - 1, -1, -1)
        return next((i for i in moves if self._moves[i].seat.is_human), None)


_PASS = "pass the turn"
