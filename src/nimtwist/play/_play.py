"""A lab in which one plays against the engine: any ruleset, on a board of its own or on buttons."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from functools import partial, singledispatch
from html import escape
from typing import Any, Protocol, cast

import ipywidgets as ipw

from nimtwist._checks import check_callable, quoted, shortened, whole, written
from nimtwist._parts import sentence, style
from nimtwist.drawing import outcome_tag
from nimtwist.drawing._base import plain_text
from nimtwist.game import Notation, Outcome, Ruleset, Solver, canonical
from nimtwist.links import Inputs, register
from nimtwist.play._podium import MOST_PLAYERS, Podium, some_of

__all__ = [
    "Adviser",
    "Play",
    "adviser",
    "board",
    "count_options",
    "position_of",
    "row",
    "seen_by_player",
    "told",
]

# A ruleset and a position; under the podium rule, the number of players.
Game = tuple[Ruleset[Any], Any] | tuple[Ruleset[Any], Any, int | None]

# A game from a position within these bounds is solved while a person waits.
_MOST_OPTIONS = 1_000
_MOST_WORK = 4_000_000
"""How many numbers a search may write down, in all the positions that it looks at."""
_OVER = "there is no move left: the game is over"
# Among more losing moves than these, the engine does not look for the trickiest.
_MOST_COMPARED = 60


class Play:
    """A game against a perfect opponent, for any ruleset; `widget` is what to display.

    The player moves by clicking, or by typing the position to leave. The engine replies with a
    winning move if there is one, and otherwise with a move that leaves few winning replies. It
    says who is winning when asked, takes moves back, and explains an illegal move in a sentence.

    Under the podium rule the engine plays all the others, Bob, Charlie and so on, each for the best
    place that they can still have, and each says why.

    Args:
        rules: any ruleset. With a `nimtwist.game.Notation` its positions can be typed; with a
            `board` of its own they look like the game.
        position: where play begins; it is the player's turn.
        name: by which the lab can be linked to (`nimtwist.links`); its input is `start`, the
            position to start from, if positions can be typed.
        players: how many play under the podium rule, from 2 to 6; the lab then has a slider for
            it, which is the input `players`. Without a number, one plays against the engine.

    Raises:
        ValueError: if `rules` has no `options`, the ruleset refuses the position, the game from
            it is too large, `players` is not from 2 to 6, or there is a name and it is none that a
            lab may have.

    >>> from nimtwist.games import Nim
    >>> game = Play(Nim(), (3, 2, 1))
    >>> game.move((2, 2, 1))
    >>> game.position, game.message
    ((2, 2, 0), 'You leave (2, 2, 1), the engine (2, 2). Your move.')
    >>> game = Play(Nim(), (2, 2, 1), players=3)
    >>> game.move((2, 1, 1))
    >>> game.message
    'You leave (2, 1, 1), the engine (1, 1, 1) as Bob and (1, 1) as Charlie. Your move.'
    """

    def __init__(
        self,
        rules: Ruleset[Any],
        position: Any,
        name: str | None = None,
        players: int | None = None,
    ) -> None:
        self._start = ipw.Text(description="start from") if isinstance(rules, Notation) else None
        controls: dict[str, ipw.Widget] = {"start": self._start} if self._start else {}
        if players is not None:
            controls["players"] = ipw.IntSlider(_seats(players), 2, MOST_PLAYERS)

        def setup(start: str = "", players: int | None = None) -> Game:
            if not self._states:
                return rules, position, players
            begun = self._states[0][0]
            return rules, begun if start == self.show(begun) else _read(rules, start), players

        def brief(start: str) -> str:
            """Return a position without brackets and blanks, if that reads the same."""
            short = re.sub(r"[()]|(?<=,) ", "", start)
            try:
                return short if _read(rules, short) == _read(rules, start) else start
            except ValueError:
                return start

        self._open(setup, controls, name, brief)

    @classmethod
    def chosen_by(
        cls, setup: Callable[..., Game], name: str | None = None, /, **controls: ipw.Widget
    ) -> Play:
        """Return a game whose rules and beginning the reader chooses by controls.

        `setup` takes the values of the controls by name and returns the rules and the position,
        and, under the podium rule, the number of players. Every change begins a new game; if
        `setup` raises a `ValueError`, or the game is too large, the sentence is shown and the game
        goes on. With a name, the lab can be linked to.

        Raises:
            ValueError: if `setup` cannot be called, refuses the values of the controls, or
                returns no game; and as for a `Play`, and for a `nimtwist.widgets.lab`.

        >>> from nimtwist.games import Nim
        >>> game = Play.chosen_by(lambda heap: (Nim(), (1, heap)), heap=ipw.IntSlider(3, 0, 9))
        >>> game.widget.children[0].value = 5
        >>> game.position
        (1, 5)
        """
        check_callable(setup, "setup", "the values of the controls")
        play = cls.__new__(cls)
        play._start = None  # the controls say it, and stay as the reader left them
        play._open(setup, controls, name)
        return play

    def _open(
        self,
        setup: Callable[..., Game],
        controls: dict[str, ipw.Widget],
        name: str | None,
        brief: Callable[[str], str] = str,
    ) -> None:
        self._setup = setup
        self._inputs = Inputs(controls, self._choose, brief)
        for control in controls.values():
            if control.has_trait("continuous_update"):
                control.continuous_update = False  # no game for each number that a slider passes
        # The position on the table, what was said of it, what the player and the others had left
        # on the way to it, and what the others said of their moves, as HTML.
        self._states: list[tuple[Any, str, tuple[Any, ...], str]] = []
        self._wrong = ""
        self.chosen: Any = None
        """What a board wants to remember from one move to the next."""
        self._typed = ipw.Text(description="or type", continuous_update=False)
        self._typed.placeholder = "the position to leave"
        # Not a stop of the Tab key, but a place for the focus: see `button`.
        self._title = ipw.Label(tabbable=False)
        self._title.add_class("nt-position")
        self._board, self._said, self._error = ipw.VBox(), ipw.HTML(), ipw.HTML()
        self._typed.observe(self._move_typed, "value")
        actions = {
            "Who is winning?": self.judge,
            "Hint": self.hint,
            "Undo": self.undo,
            "Let the engine move": self.let_engine_move,
            "New game": self.restart,
        }
        buttons = [self.button(label, action) for label, action in actions.items()]
        self._actions = ipw.HBox(buttons, layout=ipw.Layout(flex_flow="row wrap"))
        self.widget = ipw.VBox()
        self.widget.add_class("nt-lab")
        self._begin(*self._game())
        if name is not None:
            self.widget.add_class(register(name, self._inputs))

    def _repr_mimebundle_(self, **arguments: Any) -> Any:
        return self.widget._repr_mimebundle_(**arguments)

    @property
    def position(self) -> Any:
        """The position on the table; it is the player's turn."""
        return self._states[-1][0]

    @property
    def left(self) -> Any:
        """The position that the engine has replied to; `None` before its first move."""
        return self.trail[0] if self.trail else None

    @property
    def trail(self) -> tuple[Any, ...]:
        """What the player left, and what was left by each reply; nothing before the first move."""
        return self._states[-1][2]

    @property
    def table(self) -> Any:
        """The position as the player sees it, even when it is the engine that cannot move."""
        won = self.left is not None and not self.rules.options(self.left)
        return seen_by_player(self.rules, self.position) if won else self.position

    @property
    def message(self) -> str:
        """What the lab last said of the game."""
        return self._states[-1][1]

    @property
    def error(self) -> str:
        """The sentence about what could not be done; empty if all is well."""
        return self._wrong

    def show(self, position: Any) -> str:
        """Return a position as text.

        Raises:
            ValueError: if the ruleset refuses the position.
        """
        return _show(self.rules, position)

    def button(self, name: str, action: Callable[[], object], **traits: Any) -> ipw.Button:
        """Return a button that does `action`, and shows the sentence if it cannot be done.

        A button that is gone with the board on which it was pressed leaves the keyboard's focus
        to the position above the next board.

        Raises:
            ValueError: if `name` is not text, or `action` cannot be called.
        """
        plain_text(name, "the name of a button")
        check_callable(action, "action", "no argument")
        if "layout" not in traits:  # a board may give many buttons one
            traits["layout"] = ipw.Layout(width="auto")
        button = ipw.Button(description=name, **traits)

        def press(_: object) -> None:
            self._attempt(action)
            if button.comm is None:  # closed
                self._title.focus()

        button.on_click(press)
        return button

    def restart(self, position: Any = None) -> None:
        """Begin again from a position, or from where the game began.

        Raises:
            ValueError: if the ruleset refuses the position, or the game from it is too large.
        """
        self._begin(self.rules, self._states[0][0] if position is None else position, self._players)

    def _game(self) -> tuple[Ruleset[Any], Any, int | None]:
        """Return the game that the controls say."""
        game = self._setup(**self._inputs.values)
        if not isinstance(game, tuple) or len(game) not in (2, 3):
            raise ValueError(f"setup returns a ruleset and a position, not {quoted(game)}")
        rules, position, players = game if len(game) == 3 else (*game, None)
        if not isinstance(rules, Ruleset) or isinstance(rules, type):
            raise ValueError(f"a game takes a ruleset, a value with options(), not {quoted(rules)}")
        position = canonical(rules, position)
        return rules, position, None if players is None else _seats(players)

    def _choose(self) -> None:
        def choose() -> None:
            game = self._game()
            if game == (self.rules, self._states[0][0], self._players):
                self._show_start()  # put back as it was: the game goes on
            else:
                self._begin(*game)

        self._attempt(choose)

    def _begin(self, rules: Ruleset[Any], position: Any, players: int | None) -> None:
        position = canonical(rules, position)
        count = count_options(rules, position)
        shown = _show(rules, position)
        if count > _MOST_OPTIONS:
            raise ValueError(
                f"{shortened(shown)} has {written(count)} options, too many to play here: at most "
                f"{_MOST_OPTIONS}"
            )
        self._opponents: _Engine | Podium = (
            _Engine(rules, adviser(rules, position))
            if players is None
            else Podium(_searched(rules, position, players), players, partial(_show, rules))
        )
        self.rules, self._players = rules, players
        begin = "Your move." if count else "There is no move to make."
        seats = self._opponents.seats if isinstance(self._opponents, Podium) else ""
        self._states = [(position, begin, (), seats)]
        self._show_start()
        self.widget.children = [
            *self._inputs.controls.values(),
            self._title,
            self._board,
            *([self._typed] if isinstance(rules, Notation) else []),
            self._actions,
            self._error,
            self._said,
            style(),
        ]
        self._redraw()

    def _show_start(self) -> None:
        if self._start is not None:
            self._start.value = self.show(self._states[0][0])

    def move(self, option: Any) -> None:
        """Make the player's move, and the engine's reply.

        Raises:
            ValueError: if it is no option; the sentence says why.
        """
        options = self.rules.options(self.position)
        if not options:
            raise ValueError(_OVER)
        left = canonical(self.rules, option)
        if left not in options:
            why = None
            if isinstance(self.rules, Notation):
                why = self.rules.why_illegal(self.position, option)
            raise ValueError(why or f"{quoted(option)} is no option of {quoted(self.position)}")
        self._play(left, f"You leave {self.show(seen_by_player(self.rules, left))}")

    def let_engine_move(self) -> None:
        """Let the engine make the move that is the player's.

        Raises:
            ValueError: if there is no move.
        """
        if not self.rules.options(self.position):
            raise ValueError(_OVER)
        self._play(seen_by_player(self.rules, self.position), "You pass the turn")

    def _play(self, left: Any, said: str) -> None:
        names, trail, notes = self._opponents.names, [left], ""
        for name in names:
            if not self.rules.options(trail[-1]):
                break
            trail.append(self._opponents.best(trail[-1]))
            if isinstance(self._opponents, Podium):
                action = told(self.rules, *trail[-2:])
                notes += self._opponents.reason(name, action, *trail[-2:])
        *_, position = trail
        replies = [
            self.show(reply) + (f" as {name}" if notes else "")
            for reply, name in zip(trail[1:], names, strict=False)
        ]
        if replies:
            said += f", the engine {_listed(replies)}."
        if self.rules.options(position):
            said += " Your move."
        else:
            if not replies:
                said += f", and {names[0]} cannot move. You win!"
            elif len(replies) == len(names):
                said += f" You cannot move: {names[-1]} wins."
            else:
                said += f" {names[len(replies)]} cannot move: {names[len(replies) - 1]} wins."
            if isinstance(self._opponents, Podium):
                notes += self._opponents.standings(len(replies))
        self._states.append((position, said, tuple(trail), notes))
        self._redraw()

    def undo(self) -> None:
        """Take back the player's last move and the reply.

        Raises:
            ValueError: if no move was made.
        """
        if len(self._states) == 1:
            raise ValueError("there is no move to take back")
        self._states.pop()
        self._redraw()

    def judge(self) -> None:
        """Say who is winning, with the outcome of the position, or how the game ended."""
        over = not self.rules.options(self.position)
        self._say(escape(self.message) if over else self._opponents.judge(self.position))

    def hint(self) -> None:
        """Name the winning moves, or say that there is none, or how the game ended."""
        over = not self.rules.options(self.position)
        self._say(escape(self.message if over else self._opponents.hint(self.position)))

    def _say(self, html: str) -> None:
        self._said.value = f'<div class="nt" role="status">{html}</div>'

    def _redraw(self) -> None:
        self._title.value = self.show(self.table)
        notes = self._states[-1][3]
        old, new = self._board.children, board(self.rules, self)
        if notes:
            new = [*new, ipw.HTML(f'<div class="nt">{notes}</div>')]
        self._board.children = new
        for widget in old:
            if widget not in new:
                _close(widget)
        self._typed.value = ""
        self._say(escape(self.message))

    def _attempt(self, action: Callable[[], object]) -> None:
        try:
            action()
            self._wrong = ""
        except ValueError as wrong:
            self._wrong = str(wrong)
        self._error.value = sentence(self._wrong)

    def _move_typed(self, change: dict[str, Any]) -> None:
        def move() -> None:
            wanted = seen_by_player(self.rules, _read(self.rules, change["new"]))
            same = (
                o for o in self.rules.options(self.position) if self.show(o) == self.show(wanted)
            )
            self.move(next(same, wanted))

        if change["new"]:
            self._attempt(move)


class _Engine:
    """The engine alone: it wins if it can, and if not, it makes that hard to the reader."""

    names = ("the engine",)

    def __init__(self, rules: Ruleset[Any], adviser: Adviser) -> None:
        self._rules, self._adviser = rules, adviser

    def best(self, position: Any) -> Any:
        winning = self._adviser.winning_options(position)
        if winning:
            return winning[0]
        options = self._rules.options(position)[:_MOST_COMPARED]
        return min(options, key=lambda option: len(self._adviser.winning_options(option)))

    def judge(self, position: Any) -> str:
        outcome = self._adviser.outcome(position)
        who = "you can win" if outcome == "N" else "the engine wins, if it makes no mistake"
        return f"{escape(_show(self._rules, position))} is {outcome_tag(outcome)}: {who}."

    def hint(self, position: Any) -> str:
        winning = [
            _show(self._rules, seen_by_player(self._rules, option))
            for option in self._adviser.winning_options(position)
        ]
        if not winning:
            return "No move wins against perfect play."
        return f"To win, leave {some_of(winning)}."


def _seats(players: object) -> int:
    return whole(players, "the number of players", 2, MOST_PLAYERS)


def _listed(parts: Sequence[str]) -> str:
    """Return parts of a sentence with commas, and "and" before the last one."""
    *before, last = parts
    return f"{', '.join(before)} and {last}" if before else last


def _show(rules: Ruleset[Any], position: Any) -> str:
    return rules.show(position) if isinstance(rules, Notation) else repr(position)


def _read(rules: Ruleset[Any], text: str) -> Any:
    return cast("Notation[Any]", rules).read(text)


def _close(widget: ipw.Widget) -> None:
    for child in getattr(widget, "children", ()):
        _close(child)
    for look in ("layout", "style"):
        if widget.has_trait(look):
            getattr(widget, look).close()
    widget.close()


class _TooLargeError(Exception):
    """A game is larger than can be searched while a person waits."""


class _Bounded:
    """A ruleset that stops when its options would be too much to write down."""

    def __init__(self, rules: Ruleset[Any]) -> None:
        self._rules = rules
        self.left: float = _MOST_WORK

    def options(self, position: Any, /) -> Sequence[Any]:
        options = self._rules.options(position)
        # A position without options takes its time, too.
        self.left -= (len(options) + 10) * _size(position)
        if self.left < 0:
            raise _TooLargeError
        return options


def _size(position: Any) -> int:
    """Return what it takes to write a position down: 1, and as much again for each of its parts."""
    if isinstance(position, tuple | frozenset):
        return 1 + sum(map(_size, position))
    return 1


class Adviser(Protocol):
    """Who tells the engine how a game stands, as a `Solver` does."""

    def outcome(self, position: Any, /) -> Outcome:
        """Return "P" if the player who just moved wins, "N" if the next player does."""
        ...

    def winning_options(self, position: Any, /) -> Sequence[Any]:
        """Return the options that are P."""
        ...


@singledispatch
def adviser(rules: Ruleset[Any], position: Any) -> Adviser:
    """Return who advises the engine in the game from a position: a search of all of it.

    A game that is too large for that has its own by `adviser.register`: a faster search, or a
    theory that the ledger has held against the search.

    Raises:
        ValueError: if the game from the position is too large.
    """
    return _searched(rules, position, 2)


def _searched(rules: Ruleset[Any], position: Any, players: int) -> Solver[Any]:
    """Return a solver that has been through all of the game, if that is not too large."""
    bounded = _Bounded(rules)
    solver = Solver(bounded)
    try:
        solver.rank(position, players)
    except _TooLargeError:
        raise ValueError(
            f"the game from {shortened(_show(rules, position))} is too large to play here: to "
            f"search it, more than {_MOST_WORK} numbers would be written down"
        ) from None
    bounded.left = math.inf
    return solver


@singledispatch
def seen_by_player(rules: Ruleset[Any], position: Any) -> Any:
    """Return a position from which the engine is to move, as the player sees it; and back.

    It is the same, unless positions are seen from the player to move: such a game registers how
    the board is turned round.
    """
    return position


@singledispatch
def told(rules: Ruleset[Any], position: Any, option: Any) -> str:
    """Return what a player does who moves from a position to an option, as in "takes 2"."""
    return f"leaves {_show(rules, option)}"


@singledispatch
def count_options(rules: Ruleset[Any], position: Any) -> int:
    """Return how many options a position has, without a list of them where that may be long."""
    return len(rules.options(position))


@singledispatch
def board(rules: object, play: Play) -> list[ipw.Widget]:
    """Return the widgets on which a position of this game is played, by clicking.

    Without a board of its own, a game shows its options as buttons. A game has its own by
    `board.register`; widgets that it returns again stay as they are on the page.

    Raises:
        ValueError: if `play` is not a game by these rules.
    """
    options = play.rules.options(position_of(rules, play))
    buttons = [
        play.button(play.show(seen_by_player(play.rules, option)), partial(play.move, option))
        for option in options
    ]
    return [row("leave", buttons)] if buttons else []


def position_of(rules: object, play: Play) -> Any:
    """Return the position on the table, if `play` is a game by these rules."""
    if not isinstance(play, Play) or play.rules != rules:
        raise ValueError(
            f"a board of {quoted(rules)} is for a game by these rules, not for {quoted(play)}"
        )
    return play.position


def row(name: str, buttons: list[ipw.Button]) -> ipw.HBox:
    """Return buttons in a row, with a name before them."""
    label = ipw.Label(name)
    label.add_class("nt-heap-label")
    return ipw.HBox([label, *buttons], layout=ipw.Layout(flex_flow="row wrap"))
