"""A lab in which one plays against the engine: any ruleset, on a board of its own or on buttons."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache, partial, singledispatch
from html import escape
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, Generic, TypeVar

import ipywidgets as ipw

from nimbook import CHAPTERS
from nimbook._parts import sentence, style
from nimbook.draw import outcome_tag
from nimbook.draw._base import plain_text, stylesheet
from nimbook.draw.podium import podium_picture, table_picture
from nimbook.links import Inputs, register
from nimbook.match import MOST_PLAYERS, Match
from nimtwist._checks import check_callable, quoted
from nimtwist.game import Notation, Ruleset

__all__ = ["Board", "Play", "board", "row"]

BOARDS = stylesheet("nimbook.play", "boards.css")
"""The stylesheet of the boards."""

# A ruleset and a position, and under the podium rule the number of players; or a whole match.
Game = tuple[Ruleset[Any], Any] | tuple[Ruleset[Any], Any, int | None] | Match[Any]


class Play:
    """A game against a perfect opponent, for any ruleset; `widget` is what to display.

    The player moves by clicking, or by typing the position to leave. The engine replies with a
    winning move if there is one, and otherwise with a move that leaves few winning replies. It
    says who is winning when asked, takes moves back, and explains an illegal move in a sentence.

    Under the podium rule the engine plays all the others, Bob, Charlie and so on, each for the best
    place still within reach, and each says why.

    All that is known about the game is in its `match`, a `nimbook.match.Match`; this shows it.

    Args:
        rules: any ruleset. With a `nimtwist.game.Notation` its positions can be typed; with a
            `Board` of its own they look like the game.
        position: where play begins; it is the player's turn.
        name: the name by which the lab can be linked to (`nimbook.links`); its input is `start`,
            the position to start from, if positions can be typed.
        players: how many play under the podium rule, from 2 to 6; the lab then has a slider for
            it, which is the input `players`. Without a number, one plays against the engine.

    Raises:
        ValueError: if `rules` has no `options`, the ruleset refuses the position, the game from it
            is too large, `players` is not from 2 to 6, or a lab may not have this name.

    >>> from nimtwist.games import Nim
    >>> game = Play(Nim(), (3, 2, 1))
    >>> game.move((2, 2, 1))
    >>> game.position, game.message
    ((2, 2), 'You leave (2, 2, 1), the engine (2, 2). Your move.')
    >>> game = Play(Nim(), (2, 2, 1), players=3)
    >>> game.move((2, 1, 1))
    >>> game.message
    'You leave (2, 1, 1), the engine (1, 1, 1) as Bob and (1, 1) as Charlie. Your move.'
    """

    match: Match[Any]

    def __init__(
        self,
        rules: Ruleset[Any],
        position: Any,
        name: str | None = None,
        players: int | None = None,
    ) -> None:
        match = Match(rules, position, players)
        self._start = ipw.Text(description="start from") if isinstance(rules, Notation) else None
        controls: dict[str, ipw.Widget] = {"start": self._start} if self._start else {}
        if players is not None:
            controls["players"] = ipw.IntSlider(match.players, 2, MOST_PLAYERS)
        read: Any = getattr(rules, "read", None)

        def setup(start: str | None = None, players: int | None = None) -> Game:
            begun = self.match.start
            if start is not None and start != self.show(begun):
                begun = read(start)
            return rules, begun, players

        def brief(start: str) -> str:
            """Return a position without brackets and blanks, if it still reads the same."""
            short = re.sub(r"[()]|(?<=,) ", "", start)
            try:
                return short if read(short) == read(start) else start
            except ValueError:
                return start

        self._open(setup, controls, name, match, brief)

    @classmethod
    def chosen_by(
        cls, setup: Callable[..., Game], name: str | None = None, /, **controls: ipw.Widget
    ) -> Play:
        """Return a game whose rules and start the reader chooses with controls.

        `setup` takes the values of the controls by name and returns the rules and the position,
        and, under the podium rule, the number of players; or else a `Match`. Every change begins a
        new game; if `setup` raises a `ValueError`, or the game is too large, the message is shown
        and the old game goes on. With a name, the lab can be linked to.

        Raises:
            ValueError: if `setup` cannot be called, refuses the values of the controls, or does not
                return a game; also as for a `Play`, and for a `nimbook.widgets.lab`.

        >>> from nimtwist.games import Nim
        >>> game = Play.chosen_by(lambda heap: (Nim(), (1, heap)), heap=ipw.IntSlider(3, 0, 9))
        >>> game.widget.children[0].value = 5
        >>> game.position
        (1, 5)
        """
        check_callable(setup, "setup", "the values of the controls")
        play = cls.__new__(cls)
        play._start = None  # the controls set it, and stay as the reader left them
        play._open(setup, controls, name)
        return play

    def _open(
        self,
        setup: Callable[..., Game],
        controls: dict[str, ipw.Widget],
        name: str | None,
        match: Match[Any] | None = None,
        brief: Callable[[str], str] = str,
    ) -> None:
        _register_boards()
        self._setup = setup
        self._inputs = Inputs(controls, self._choose, brief)
        for control in controls.values():
            if control.has_trait("continuous_update"):
                control.continuous_update = False  # no game for each number that a slider passes
        self.board: Any = None  # a `Board`, as soon as there is a match
        self.hinted: list[Any] = []
        """The options that a hint has just named, for the board to show; empty otherwise."""
        self.error = ""
        """The sentence about what could not be done; empty if all is well."""
        self._typed = ipw.Text(description="or type", continuous_update=False)
        self._typed.placeholder = "the position to leave"
        # The Tab key does not stop here, but the focus may be put here: see `button`.
        self._title = ipw.Label(tabbable=False)
        self._title.add_class("nt-position")
        self._table, self._said, self._error = ipw.VBox(), ipw.HTML(), ipw.HTML()
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
        self._begin(match or self._game())
        if name is not None:
            self.widget.add_class(register(name, self._inputs))

    def _repr_mimebundle_(self, **arguments: Any) -> Any:
        return self.widget._repr_mimebundle_(**arguments)

    @property
    def rules(self) -> Any:
        """The ruleset."""
        return self.match.rules

    @property
    def position(self) -> Any:
        """The position on the table; it is the player's turn."""
        return self.match.position

    @property
    def left(self) -> Any:
        """The position that the engine has replied to; `None` before its first move."""
        return self.trail[0] if self.trail else None

    @property
    def trail(self) -> tuple[Any, ...]:
        """What the player left, and what each reply left; empty before the first move."""
        return tuple(move.after for move in self.match.round)

    @property
    def message(self) -> str:
        """What the lab last said about the game."""
        return self.match.message

    def show(self, position: Any) -> str:
        """Return a position as text.

        Raises:
            ValueError: if the ruleset refuses the position.
        """
        return self.match.show(position)

    def button(self, name: str, action: Callable[[], object], **traits: Any) -> ipw.Button:
        """Return a button that does `action`, and shows the error message if it cannot.

        If pressing the button replaces the board it is on, the keyboard's focus moves to the
        position above the new board.

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
        self._begin(self.match.again(position))

    def move(self, option: Any) -> None:
        """Make the player's move, and the engine's reply.

        Raises:
            ValueError: if it is not an option; the message says why.
        """
        self.match.push(option)
        self._reply()

    def let_engine_move(self) -> None:
        """Let the engine make the player's move.

        Raises:
            ValueError: if there is no move.
        """
        self.match.pass_turn()
        self._reply()

    def undo(self) -> None:
        """Take back the player's last move and the reply.

        Raises:
            ValueError: if no move was made.
        """
        self.match.undo()
        self._redraw()

    def judge(self) -> None:
        """Say who is winning, with the outcome of the position, or how the game ended."""
        judged = self.match.judge()
        tag = outcome_tag(judged.outcome) if judged.outcome else ""
        self._say(f"{escape(judged.text)}{tag}{escape(judged.rest)}")

    def hint(self) -> None:
        """Show and name the winning moves, or say that there are none, or how the game ended."""
        self.hinted = self.match.advised
        self._draw()
        self._say(escape(self.match.hint()))

    def _game(self) -> Game:
        """Return the game that the controls set."""
        game = self._setup(**self._inputs.values)
        if isinstance(game, Match) or (isinstance(game, tuple) and len(game) in (2, 3)):
            return game
        raise ValueError(f"setup must return a ruleset and a position, not {quoted(game)}")

    def _choose(self) -> None:
        def choose() -> None:
            game = self._game()
            chosen = game.setting if isinstance(game, Match) else (*game, None)[:3]
            if chosen == self.match.setting[: len(chosen)]:
                self._show_start()  # put back as it was: the game goes on
            else:
                self._begin(game)

        self._attempt(choose)

    def _begin(self, game: Game) -> None:
        before: Any = vars(self).get("match")
        old_board = self.board
        self.match = game if isinstance(game, Match) else Match(*game)
        rules = self.match.rules
        if self.board is None or self.board.rules != rules:
            self.board = board(rules, self)
        try:
            self._reply()
        except ValueError:  # the board cannot show it: the game before goes on
            if before is not None:
                self.match, self.board = before, old_board
                self._redraw()
            raise
        self._show_start()
        self.widget.children = [
            *self._inputs.controls.values(),
            self._title,
            self._table,
            *([self._typed] if isinstance(rules, Notation) else []),
            self._actions,
            self._error,
            self._said,
            style(BOARDS),
        ]

    def _show_start(self) -> None:
        if self._start is not None:
            self._start.value = self.show(self.match.start)

    def _reply(self) -> None:
        self.match.reply()
        self._redraw()

    def _redraw(self) -> None:
        self.hinted = []
        self._draw()
        self._typed.value = ""
        self._say(escape(self.message))

    def _draw(self) -> None:
        self._title.value = self.show(self.match.seen)
        old, new = self._table.children, [*self.board.update(), *self._notes()]
        self._table.children = new
        for widget in old:
            if widget not in new:
                _close(widget)

    def _notes(self) -> list[ipw.Widget]:
        """Return what else to say under the podium rule: the others' reasons, the end."""
        match = self.match
        if match.players is None:
            return []
        names = [seat.name for seat in match.seats]
        notes = "" if match.over else table_picture(names, match.turn)
        for move in match.round:
            if move.reason:
                name = move.seat.name
                said = escape(f"{move.sentence.removeprefix(name)} {move.reason}")
                notes += f"<p><b>{name}</b>{said}</p>"
        if match.over:
            notes += podium_picture([seat.name for seat in match.standing])
        return [_note(notes)]

    def _say(self, html: str) -> None:
        self._said.value = f'<div class="nt" role="status">{html}</div>'

    def _attempt(self, action: Callable[[], object]) -> None:
        try:
            action()
            self.error = ""
        except ValueError as wrong:
            self.error = str(wrong)
        self._error.value = sentence(self.error)

    def _move_typed(self, change: dict[str, Any]) -> None:
        if change["new"]:
            self._attempt(lambda: self.move(self.match.read(change["new"])))


def _note(html: str) -> ipw.HTML:
    return ipw.HTML(f'<div class="nt">{html}</div>')


def _close(widget: ipw.Widget) -> None:
    for child in getattr(widget, "children", ()):
        _close(child)
    for look in ("layout", "style"):
        if widget.has_trait(look):
            getattr(widget, look).close()
    widget.close()


# --- Boards --------------------------------------------------------------------------------------

Rules = TypeVar("Rules")


class Board(Generic[Rules]):
    """What a game is played on, with clicks: by default, a button for each option.

    A game with a board of its own has a subclass, registered by `board.register(Rules, ItsBoard)`.
    A board lasts as long as its `play` has the same `rules`, and may remember things meanwhile.

    Raises:
        ValueError: if `play` is not a game by these rules.
    """

    def __init__(self, rules: Rules, play: Play) -> None:
        if not isinstance(play, Play) or play.rules != rules:
            raise ValueError(
                f"a board of {quoted(rules)} is for a game by these rules, not for {quoted(play)}"
            )
        self.rules, self.play = rules, play

    def update(self) -> Sequence[ipw.Widget]:
        """Return the widgets that show the position on the table, from top to bottom.

        Those that are returned again stay as they are on the page.
        """
        play, match = self.play, self.play.match
        describe = getattr(self.rules, "describe_move", None)
        buttons = []
        for option in match.options:
            words = (
                describe(match.position, option) if describe else play.show(match.turned(option))
            )
            buttons.append(play.button(words, partial(play.move, option)))
            buttons[-1].add_class("nt-do")
            if option in play.hinted:
                buttons[-1].add_class("nt-hint")
        return [row("" if describe else "leave", buttons)] if buttons else []

    def deal(self, chance: Random) -> Any:
        """Return a random position to start from, of a size that is fun: by default, the start."""
        return self.play.match.start


@cache
def _register_boards() -> None:
    """Import the boards that chapters have for their games; they import this module."""
    import_module("nimbook.play._sum")
    for chapter in CHAPTERS:
        if find_spec(f"nimbook.{chapter}.boards"):
            import_module(f"nimbook.{chapter}.boards")


@singledispatch
def board(rules: object, play: Play) -> Board[Any]:
    """Return the board of a game.

    Raises:
        ValueError: if `play` is not a game by these rules.
    """
    return Board(rules, play)


def row(name: str, buttons: Sequence[ipw.Widget]) -> ipw.HBox:
    """Return buttons in a row, with a name before them."""
    label = ipw.Label(name)
    label.add_class("nt-heap-label")
    return ipw.HBox([label, *buttons], layout=ipw.Layout(flex_flow="row wrap"))
