"""A lab in which one plays against the engine: any ruleset, on a board of its own or on buttons."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from functools import partial, singledispatch
from html import escape
from typing import Any, Protocol, cast

import ipywidgets as ipw

from nimtwist._checks import check_callable
from nimtwist._parts import sentence, style
from nimtwist.drawing import outcome_tag
from nimtwist.drawing._base import plain_text
from nimtwist.game import Notation, Outcome, Ruleset, Solver
from nimtwist.links import Inputs, register

__all__ = [
    "Adviser",
    "Play",
    "adviser",
    "board",
    "count_options",
    "position_of",
    "row",
    "seen_by_player",
]

Game = tuple[Ruleset[Any], Any]

# A game from a position within these bounds is solved while a person waits.
_MOST_OPTIONS = 1_000
_MOST_MOVES = 1_000_000
_OVER = "there is no move left: the game is over"
# Among more losing moves than these, the engine does not look for the trickiest.
_MOST_COMPARED = 60


class Play:
    """A game against a perfect opponent, for any ruleset; `widget` is what to display.

    The player moves by clicking, or by typing the position to leave. The engine replies with a
    winning move if there is one, and otherwise with a move that leaves few winning replies. It
    says who is winning when asked, takes moves back, and explains an illegal move in a sentence.

    Args:
        rules: any ruleset. With a `nimtwist.game.Notation` its positions can be typed; with a
            `board` of its own they look like the game.
        position: where play begins; it is the player's turn.
        name: by which the lab can be linked to (`nimtwist.links`); its input is `start`, the
            position to start from, if positions can be typed.

    Raises:
        ValueError: if `rules` has no `options`, the ruleset refuses the position, the game from
            it is too large, or there is a name and it is none that a lab may have.

    >>> from nimtwist.games import Nim
    >>> game = Play(Nim(), (3, 2, 1))
    >>> game.move((2, 2, 1))
    >>> game.position, game.message
    ((2, 2, 0), 'You leave (2, 2, 1), the engine (2, 2). Your move.')
    """

    def __init__(self, rules: Ruleset[Any], position: Any, name: str | None = None) -> None:
        self._start = ipw.Text(description="start from") if isinstance(rules, Notation) else None

        def setup(start: str = "") -> Game:
            if not self._states:
                return rules, position
            begun = self._states[0][0]
            return rules, begun if start == self.show(begun) else _read(rules, start)

        def brief(start: str) -> str:
            """Return a position without brackets and blanks, if that reads the same."""
            short = re.sub(r"[()]|(?<=,) ", "", start)
            try:
                return short if _read(rules, short) == _read(rules, start) else start
            except ValueError:
                return start

        self._open(setup, {"start": self._start} if self._start else {}, name, brief)

    @classmethod
    def chosen_by(
        cls, setup: Callable[..., Game], name: str | None = None, /, **controls: ipw.Widget
    ) -> Play:
        """Return a game whose rules and beginning the reader chooses by controls.

        `setup` takes the values of the controls by name and returns the rules and the position.
        Every change begins a new game; if `setup` raises a `ValueError`, or the game is too
        large, the sentence is shown and the game goes on. With a name, the lab can be linked to.

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
        # The position on the table, what was said of it, and what the player had left before.
        self._states: list[tuple[Any, str, Any]] = []
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
        self._begin(self.rules, self._states[0][0] if position is None else position)

    def _game(self) -> Game:
        """Return the game that the controls say."""
        game = self._setup(**self._inputs.values)
        if not isinstance(game, tuple) or len(game) != 2:
            raise ValueError(f"setup returns a ruleset and a position, not {game!r}")
        if not isinstance(game[0], Ruleset) or isinstance(game[0], type):
            raise ValueError(f"a game takes a ruleset, a value with options(), not {game[0]!r}")
        return game

    def _choose(self) -> None:
        def choose() -> None:
            game = self._game()
            if game == (self.rules, self._states[0][0]):
                self._show_start()  # put back as it was: the game goes on
            else:
                self._begin(*game)

        self._attempt(choose)

    def _begin(self, rules: Ruleset[Any], position: Any) -> None:
        count = count_options(rules, position)
        shown = _show(rules, position)
        if count > _MOST_OPTIONS:
            raise ValueError(
                f"{shown} has {count} options, too many to play here: at most {_MOST_OPTIONS}"
            )
        self.rules, self._adviser = rules, adviser(rules, position)
        self._states = [(position, "Your move." if count else "There is no move to make.", None)]
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
        if option not in options:
            why = None
            if isinstance(self.rules, Notation):
                why = self.rules.refusal(self.position, option)
            raise ValueError(why or f"{option!r} is no option of {self.position!r}")
        self._play(option, f"You leave {self.show(seen_by_player(self.rules, option))}")

    def let_engine_move(self) -> None:
        """Let the engine make the move that is the player's.

        Raises:
            ValueError: if there is no move.
        """
        if not self.rules.options(self.position):
            raise ValueError(_OVER)
        self._play(seen_by_player(self.rules, self.position), "You pass the turn")

    def _play(self, left: Any, said: str) -> None:
        if not self.rules.options(left):
            self._states.append((left, f"{said}, and the engine cannot move. You win!", left))
        else:
            reply = self._best(left)
            over = not self.rules.options(reply)
            end = "You cannot move: the engine wins." if over else "Your move."
            self._states.append((reply, f"{said}, the engine {self.show(reply)}. {end}", left))
        self._redraw()

    def _best(self, position: Any) -> Any:
        winning = self._adviser.winning_options(position)
        if winning:
            return winning[0]
        options = self.rules.options(position)[:_MOST_COMPARED]
        return min(options, key=lambda option: len(self._adviser.winning_options(option)))

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
        if not self.rules.options(self.position):
            return self._say(escape(self.message))
        outcome = self._adviser.outcome(self.position)
        who = "you can win" if outcome == "N" else "the engine wins, if it makes no mistake"
        self._say(f"{escape(self.show(self.position))} is {outcome_tag(outcome)}: {who}.")

    def hint(self) -> None:
        """Name the winning moves, or say that there is none, or how the game ended."""
        if not self.rules.options(self.position):
            return self._say(escape(self.message))
        winning = [
            self.show(seen_by_player(self.rules, option))
            for option in self._adviser.winning_options(self.position)
        ]
        more = f", or {len(winning) - 3} more" if len(winning) > 3 else ""
        self._say(
            f"To win, leave {escape(' or '.join(winning[:3]))}{more}."
            if winning
            else "No move wins against perfect play."
        )

    def _say(self, html: str) -> None:
        self._said.value = f'<div class="nt" role="status">{html}</div>'

    def _redraw(self) -> None:
        self._title.value = self.show(self.table)
        old, new = self._board.children, board(self.rules, self)
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
    """A game has more moves than can be looked at while a person waits."""


class _Bounded:
    """A ruleset that stops when it has been asked for too many options."""

    def __init__(self, rules: Ruleset[Any]) -> None:
        self._rules = rules
        self.left: float = _MOST_MOVES

    def options(self, position: Any, /) -> Sequence[Any]:
        options = self._rules.options(position)
        self.left -= len(options)
        if self.left < 0:
            raise _TooLargeError
        return options


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
    bounded = _Bounded(rules)
    solver = Solver(bounded)
    try:
        solver.outcome(position)
    except _TooLargeError:
        raise ValueError(
            f"the game from {_show(rules, position)} has more than {_MOST_MOVES} moves, too many "
            "to play here"
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
        raise ValueError(f"a board of {rules!r} is for a game by these rules, not for {play!r}")
    return play.position


def row(name: str, buttons: list[ipw.Button]) -> ipw.HBox:
    """Return buttons in a row, with a name before them."""
    label = ipw.Label(name)
    label.add_class("nt-heap-label")
    return ipw.HBox([label, *buttons], layout=ipw.Layout(flex_flow="row wrap"))
