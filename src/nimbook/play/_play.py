"""A lab for playing any game against an opponent, on a board or with buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial, singledispatch
from html import escape
from random import Random
from typing import Any, Generic, TypeVar

import ipywidgets as ipw

from nimbook._parts import Experiment, error_html, style_widgets
from nimbook.play.links import Inputs, register
from nimbook.play.match import MAX_PLAYERS, Match
from nimbook.play.opponent import LEVELS, MESSAGES, PERFECT
from nimbook.play.record import compact, encode_moves, replay_moves
from nimbook.show import outcome_tag
from nimbook.show.podium import podium_picture, table_picture
from nimtwist.game import Notation, Ruleset, describe_move
from nimtwist.protocol import feature

__all__ = ["Board", "Play", "board_for", "labelled_row", "replace_children", "set_classes"]

RNG = Random()
"""The source of random starting positions and of the seeds for the opponent's mistakes."""

GO_ON = "Go on from here"
_WRONG, _PASS = MESSAGES["wrong"], "Let the engine move"

# The number of random starting positions to try when looking for one that the player can win.
_MAX_DEALS = 30

# The menu value for games without the opponent; ipywidgets reserves `None` for no selection.
_NOBODY = "people"

# A ruleset, a position and, under the podium rule, the number of players.
Game = tuple[Ruleset[Any], Any] | tuple[Ruleset[Any], Any, int | None]


class Play:
    """A game against an opponent, under any ruleset; display it with `widget`.

    The player moves by clicking, or by typing the next position. A perfect opponent replies with a
    winning move if there is one, and otherwise with a move that leaves few winning replies. Weaker
    opponents make mistakes, and a second person can take the opponent's place. The lab says who is
    winning, lists the moves so far and can undo them, shows earlier positions, and explains why a
    move is illegal. After a loss, it goes back to the position before the player's last mistake. If
    the board can deal positions, "New game" starts from a new position that the player can win.
    Everything but the board, the message and the usual buttons is folded away under "More".

    Under the podium rule, the opponent plays everyone else (Bob, Charlie and so on). Each of them
    aims for the best place still within reach and explains every move.

    Args:
        rules: any ruleset. If it is a `nimtwist.game.Notation`, its positions can be typed. If a
            `Board` is registered for it, that board draws them.
        position: the starting position; the player moves first.
        name: the name of the lab in links (`nimbook.play.links`). A link can set the inputs
            `opponent`, `moves` and, if positions can be typed, `start`.
        players: the number of players under the podium rule, from 2 to 6. A slider can change this
            number, and links contain it as the input `players`. By default (`None`), there is no
            podium rule, and one person plays against the opponent.
        misere: whether a player who cannot move wins.

    Raises:
        ValueError: if `rules` has no `options`, the ruleset rejects the position, the game is too
            large, `players` is not an integer from 2 to 6 or is given for misère play, or the name
            is invalid.

    >>> from nimtwist.games import Nim
    >>> game = Play(Nim(), (3, 2, 1))
    >>> game.move((2, 2, 1))
    >>> game.position, game.message
    ((2, 2), 'You take 1 from the heap of 3. The engine takes 1 from the heap of 1. Your move.')
    >>> game.undo()
    >>> game.hint()
    >>> game.hinted
    []
    """

    match: Match[Any]
    """The match up to the displayed position."""
    full_match: Match[Any]
    """The match with all moves so far, even while an earlier position is displayed."""

    def __init__(
        self,
        rules: Ruleset[Any],
        position: Any,
        name: str | None = None,
        players: int | None = None,
        misere: bool = False,
    ) -> None:
        match = Match(rules, position, players, misere=misere)
        controls: dict[str, ipw.Widget] = {}
        if isinstance(rules, Notation):
            controls["start"] = ipw.Text(match.show(match.start), description="start from")
        if players is not None:
            controls["players"] = ipw.IntSlider(match.players, 2, MAX_PLAYERS)

        def setup(start: str | None = None, players: int | None = None) -> Game:
            initial = self.match.start
            if start is not None and not start.strip():
                initial = self._deal_match().start
            elif start is not None and start != self.show(initial):
                assert isinstance(rules, Notation)
                initial = rules.read(start)
            return rules, initial, players

        def control_values(start: Any) -> dict[str, Any]:
            return {"start": self.show(start)} if "start" in controls else {}

        self._initialise(setup, controls, name, control_values, match)

    @classmethod
    def with_controls(
        cls,
        setup: Callable[..., Game],
        name: str | None,
        control_values: Callable[[Any], dict[str, Any]],
        /,
        **controls: ipw.Widget,
    ) -> Play:
        """Return a game whose rules and starting position are set by controls.

        `setup` takes the values of the controls as keyword arguments and returns the rules, the
        position and, under the podium rule, the number of players. Every change starts a new game.
        If `setup` raises a `ValueError` or the game is too large, the error message is displayed,
        the old game continues, and the controls are reset as in `nimbook.widgets.lab`. If the lab
        has a name, links can lead to it.

        `control_values` takes a starting position and returns the values of the controls that
        produce it; it is used when a new position is dealt. If the text for the start is empty,
        `setup` should choose a position itself. `setup` is also called with an empty text if the
        reader changes a slider or menu so that the typed position becomes invalid.

        Raises:
            ValueError: if `setup` rejects the values of the controls, or for any reason listed
                under `Play` and `nimbook.widgets.lab`.

        >>> from nimtwist.games import Nim
        >>> slider = ipw.IntSlider(3, 0, 9)
        >>> game = Play.with_controls(
        ...     lambda heap: (Nim(), (heap,)), None, lambda heaps: {"heap": heaps[0]}, heap=slider
        ... )
        >>> slider.value = 5
        >>> game.position
        (5,)
        """
        play = cls.__new__(cls)
        play._initialise(setup, controls, name, control_values)
        return play

    def _initialise(
        self,
        setup: Callable[..., Game],
        controls: dict[str, ipw.Widget],
        name: str | None,
        control_values: Callable[[Any], dict[str, Any]],
        match: Match[Any] | None = None,
    ) -> None:
        self._setup, self._control_values = setup, control_values
        match = match or Match(*setup(**{key: widget.value for key, widget in controls.items()}))
        others = "a second person" if match.players is None else "everyone is a person"
        self._opponent = ipw.Dropdown(
            options={**{level: level for level in LEVELS}, others: _NOBODY}, value=PERFECT
        )
        controls = {**controls, "opponent": self._opponent}
        self._inputs = Inputs(controls, self._controls_changed, self._show_error, self._link_inputs)
        for control in controls.values():
            if control.has_trait("continuous_update"):
                control.continuous_update = False  # wait until the slider is released
        self.board: Any = None  # becomes a `Board` when the first match starts
        self.hinted: list[Any] = []
        """The options that the latest hint names and the board highlights; empty without a hint."""
        self.error = ""
        """The error message on display; empty if there is none."""
        self._typed = ipw.Text(description="or type", continuous_update=False)
        self._typed.placeholder = "the next position"
        # The title is not a tab stop, but `button` may move the focus to it.
        self._title = ipw.Label(tabbable=False)
        self._title.add_class("nt-position")
        self._table, self._status, self._error = ipw.VBox(), ipw.HTML(), ipw.HTML()
        self._typed.observe(self._make_typed_move, "value")
        commands = {
            "Hint": self.hint,
            _WRONG: self.show_mistake,
            "Undo": self.undo,
            "New game": self.new_game,
            "Who is winning?": self.judge,
            _PASS: self.let_opponent_move,
            "Start again": self.restart,
        }
        self._buttons = {label: self.button(label, action) for label, action in commands.items()}
        buttons = [*self._buttons.values()]
        self._opener = ipw.ToggleButton(False, description="More", layout=ipw.Layout(width="auto"))
        self._opener.observe(lambda _: self._fold(), "value")
        self._opener.add_class("nt-opener")
        self._buttons[_WRONG].add_class("nt-wrong")
        self._actions = _row([*buttons[:4], self._opener])
        self._more_actions = _row(buttons[4:])
        self._replay = [
            self.button("◀", self.back, tooltip="one move back"),
            self.button("▶", self.forward, tooltip="one move forward"),
            self.button(GO_ON, self.resume),
            ipw.ToggleButton(False, layout=ipw.Layout(width="auto")),
        ]
        self._replay[-1].observe(lambda _: self._update_move_list(), "value")
        self._steps = _row(self._replay)
        self._steps.add_class("nt-replay")
        self._moves = ipw.HTML()
        self._more = ipw.VBox()
        self._fold()
        self.widget = Experiment()
        self.widget.add_class("nt-lab")
        self._start_match(match)
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
        """The displayed position, as seen by the player to move."""
        return self.match.position

    @property
    def message(self) -> str:
        """The latest message about the game."""
        return self.match.message

    def show(self, position: Any) -> str:
        """Return a position as text."""
        return self.match.show(position)

    def button(self, name: str, action: Callable[[], object], **traits: Any) -> ipw.Button:
        """Return a button that runs `action` and displays any error message.

        If the action removes, hides or disables the button, the keyboard focus moves to the text of
        the position above the board, unless the action has moved it with `focus`.
        """
        if "layout" not in traits:  # a board may share one layout among many buttons
            traits["layout"] = ipw.Layout(width="auto")
        button = ipw.Button(description=name, **traits)

        def press(_: object) -> None:
            self._focused = False
            self._attempt(action)
            if not self._focused and (button.disabled or not _is_shown(button, self.widget)):
                self._title.focus()

        button.on_click(press)
        return button

    def focus(self, widget: ipw.DOMWidget) -> None:
        """Move the keyboard focus to a widget, or to the text of the position if it is hidden."""
        self._focused = True
        (widget if _is_shown(widget, self.widget) else self._title).focus()

    def restart(self, position: Any = None) -> None:
        """Restart the game, by default from the same starting position."""
        self._start_match(self.match.rematch(position, RNG.randrange(1 << 32)))

    def new_game(self) -> None:
        """Start a new game from a new position that the player can win.

        If the board does not deal such a position, start from the same position as before.
        """
        self._start_match(self._deal_match())

    def move(self, option: Any) -> None:
        """Make the player's move and the opponent's reply."""
        self._check_is_latest()
        self.match.push(option)
        self._reply()

    def let_opponent_move(self) -> None:
        """Pass, so that the opponent moves from the player's position."""
        self._check_is_latest()
        self.match.pass_turn()
        self._reply()

    def undo(self) -> None:
        """Cancel a move that is not complete, or undo the player's last move and the reply."""
        self._check_is_latest()
        if not self.board.cancel():
            self.match.undo()
        self._redraw()

    def show_mistake(self) -> None:
        """Go back to the position before the player's last mistake, and name the mistake."""
        self._check_is_latest()
        number, start = self.match.last_mistake, self.match.after_moves(0)
        # With more than two players, the mistakes of others can be costly.
        others = start.seat.is_human and start.can_win
        message = MESSAGES["others_mistake" if others else "no_mistake"]
        if number is not None:
            mistake = self.match.transcript[number]
            self.match.go_back(number)
            better = MESSAGES["win" if self.match.can_win else "improve"]
            message = MESSAGES["mistake"].format(better=better, move=mistake.action)
        self._redraw()
        self._show_message(escape(message))

    def show_after(self, count: int) -> None:
        """Show the game after its first `count` moves. Nobody can move until play is resumed."""
        full = self.full_match
        self.match = full.after_moves(count) if count < len(full.transcript) else full
        self._redraw()

    def back(self) -> None:
        """Show the position one move earlier."""
        if not self.match.transcript:
            raise ValueError("this is the beginning of the game")
        self.show_after(len(self.match.transcript) - 1)

    def forward(self) -> None:
        """Show the position one move later or, in the latest position, redo undone moves."""
        if self.match is not self.full_match:
            self.show_after(len(self.match.transcript) + 1)
        elif self.match.can_redo:
            self.match.redo()
            self._redraw()
        else:
            raise ValueError("this is the latest position of the game")

    def resume(self) -> None:
        """Resume play from the displayed position, discarding all later moves."""
        self.full_match = self.match
        self._reply()

    def _check_is_latest(self) -> None:
        if self.match is not self.full_match:
            raise ValueError(
                f"this is an earlier position: press “{GO_ON}” to play from here, or ▶ to return "
                "to the game"
            )

    def judge(self) -> None:
        """Say who is winning and what the outcome of the position is, or how the game ended."""
        judged = self.match.judge()
        tag = outcome_tag(judged.outcome) if judged.outcome else ""
        self._show_message(f"{escape(judged.text)}{tag}{escape(judged.rest)}")

    def hint(self) -> None:
        """Name and highlight the winning moves, or say that there are none."""
        self.hinted = self.match.recommended
        self._draw()
        self._show_message(escape(self.match.hint()))

    def _match_from_controls(self) -> Match[Any]:
        """Return the match that the controls describe.

        If they still describe the current match, return that match.
        """
        controls = self._inputs.controls.items()
        text_inputs = {name for name, control in controls if isinstance(control, ipw.Text)}
        try:
            return self._build_match()
        except ValueError as error:
            if not text_inputs or text_inputs & self._inputs.pending:
                raise
            try:
                return self._build_match(**dict.fromkeys(text_inputs, ""))
            except ValueError:
                raise error from None

    def _build_match(self, **overrides: Any) -> Match[Any]:
        """Return the match that the controls describe, after overriding some of their values."""
        values = {**self._inputs.values, **overrides}
        level = values.pop("opponent")
        people: tuple[int, ...] = (0,)
        game: Any = self._setup(**values)
        rules, start, players = (*game, None)[:3]
        if level == _NOBODY:
            people, level = tuple(range(players or 2)), PERFECT
        setting = rules, start, players, people, level
        if setting == self.full_match.setting[:5]:
            return self.full_match
        return Match(*setting, RNG.randrange(1 << 32), self.full_match.misere)

    def _controls_changed(self, moves: str | None = None) -> None:
        match = self._match_from_controls()
        if match is self.full_match and moves is None:
            self._show_start()  # the controls again describe the current game
        else:
            self._start_match(match, moves)
        self._show_error("")

    def _link_inputs(self) -> dict[str, str]:
        """Return the starting position and the moves, encoded as text for a link."""
        rules, texts = self.rules, {}
        if "start" in self._inputs.controls and isinstance(rules, Notation):
            texts["start"] = compact(rules, self.full_match.start)
        if moves := encode_moves(self.full_match):
            texts["moves"] = moves
        return texts

    def _deal_match(self) -> Match[Any]:
        """Return a match with a new starting position that the player can win.

        If no such position is found, return a match with the old starting position.
        """
        rules, tried = self.match.rules, {self.match.start}
        for _ in range(_MAX_DEALS):
            start = self.board.deal(RNG)
            if start not in tried:
                tried.add(start)
                with suppress(ValueError):  # the game is too large, or a control is out of range
                    match = self._build_match(**self._values_in_range(start))
                    if (match.rules, match.start) == (rules, start) and match.can_win:
                        return match
        return self.match.rematch(seed=RNG.randrange(1 << 32))

    def _values_in_range(self, start: Any) -> dict[str, Any]:
        values = self._control_values(start)
        for name, value in values.items():
            control = self._inputs.controls[name]
            if control.has_trait("max") and not control.min <= value <= control.max:
                raise ValueError(f"{value} is out of the range of {name}")
        return values

    def _start_match(self, match: Match[Any], moves: str | None = None) -> None:
        before = dict(vars(self))
        rules = match.rules
        self.match = self.full_match = match
        if self.board is None or self.board.rules != rules:
            self.board = board_for(rules, self)
        match.words = self.board.describe
        try:
            if moves is not None:
                self.match = self.full_match = replay_moves(match, moves)
            self._reply()
        except ValueError:  # illegal move or game too large: restore the old match
            if "match" in before:
                vars(self).update(before)
                self._redraw()
            raise
        self._show_start()
        alone = len(match.people) == len(match.seats)
        self._buttons[_PASS].layout.display = "none" if alone else None
        self._more.children = [
            *self._inputs.controls.values(),
            *([self._typed] if isinstance(rules, Notation) else []),
            *(self._more_actions, self._steps, self._moves),
        ]
        self.widget.children = [
            *(self._title, self._table, self._error, self._status, self._actions, self._more),
            *style_widgets(),
        ]

    def _fold(self) -> None:
        """Show the settings and the other actions if the reader wants to see more."""
        is_open = self._opener.value
        self._more.layout.display = None if is_open else "none"
        set_classes(self._more, "nt-more", "nt-open" if is_open else "")

    def _show_start(self) -> None:
        self._inputs._sync(self._control_values(self.match.start))

    def _reply(self) -> None:
        self.match.reply()
        self._redraw()

    def _redraw(self) -> None:
        self.hinted = []
        self._draw()
        self._typed.value = ""
        self.show_turn()

    def show_turn(self) -> None:
        """Show the message about the displayed position."""
        match, full = self.match, self.full_match
        if match is full:
            self._show_message(escape(self.board.prompt() or self.message + self._praise))
        else:
            count = len(match.transcript)
            last = match.transcript[-1].sentence if count else "The beginning."
            self._show_message(escape(f"After {count} of {len(full.transcript)} moves. {last}"))

    @property
    def _praise(self) -> str:
        """A sentence that says which opponent the reader has beaten, after a space; "" if none."""
        match = self.match
        if not match.transcript or len(match.people) > 1 or not match.winner:
            return ""
        opponent = MESSAGES["rival" if feature(self.rules, "rival") else match.level]
        return f" {MESSAGES['beaten'].format(opponent=opponent)}" if match.winner.is_human else ""

    def _draw(self) -> None:
        self._title.value = self.show(self.match.displayed_position)
        replace_children(self._table, [*self.board.update(), *self._notes()])
        winner = self.match.winner if self.match.transcript else None
        ended = "" if winner is None else "nt-won" if winner.is_human else "nt-lost"
        set_classes(self._table, "nt-desk", ended)
        lost = ended == "nt-lost" and len(self.match.people) == 1
        self._buttons[_WRONG].layout.display = None if lost else "none"
        self._buttons["Hint"].layout.display = "none" if ended else None
        self._update_move_list()

    def _update_move_list(self) -> None:
        """Update the list of moves, if it is open, and the buttons that step through the moves."""
        match, moves = self.match, self.full_match.transcript
        *_, resume, is_open = self._replay
        is_open.description = f"Moves so far: {len(moves)}"
        resume.layout.display = "none" if match is self.full_match else None
        self._steps.layout.display = None if moves or match.can_redo else "none"
        lines = ""
        for number, move in enumerate(moves if is_open.value else (), 1):
            mark = ' aria-current="step"' if number == len(match.transcript) else ""
            lines += f"<li{mark}>{escape(move.sentence)}</li>"
        html = f'<div class="nt"><ol class="nt-transcript">{lines}</ol></div>'
        self._moves.value = html if lines else ""

    def _notes(self) -> list[ipw.Widget]:
        """Return notes for the podium rule: the players, the opponent's reasons and the result."""
        match = self.match
        if match.players is None:
            return []
        if match.is_over:
            return [_note(podium_picture([seat.name for seat in match.finishing_order]))]
        notes = str(table_picture([seat.name for seat in match.seats], match.turn))
        for move in match.round:
            if move.reason:
                notes += f"<p><b>{move.seat.name}</b>: {escape(move.reason)}</p>"
        return [_note(notes)]

    def _show_message(self, html: str) -> None:
        ended = ' class="nt-end"' if self.match.is_over and self.match.transcript else ""
        self._status.value = f'<div class="nt" role="status"><p{ended}>{html}</p></div>'

    def _attempt(self, action: Callable[[], object]) -> None:
        self._inputs.drop_rejected()
        try:
            action()
        except ValueError as error:
            self._show_error(str(error))
        else:
            self._show_error("")

    def _show_error(self, message: str) -> None:
        self.error = message
        self._error.value = error_html(message)

    def _make_typed_move(self, change: dict[str, Any]) -> None:
        if change["new"]:
            self._attempt(lambda: self.move(self.match.read(change["new"])))


def set_classes(widget: ipw.DOMWidget, *classes: str, **conditional: bool) -> None:
    """Set the CSS classes of a widget, replacing all others. Empty strings are ignored.

    A class that is passed by keyword is set only if its value is true.

    >>> label = ipw.Label()
    >>> set_classes(label, "nt-stick", "", **{"nt-hint": True, "nt-far": False})
    >>> label._dom_classes
    ('nt-stick', 'nt-hint')
    """
    names = *filter(None, classes), *(name for name in conditional if conditional[name])
    if widget._dom_classes != names:  # assigning would validate them again
        widget._dom_classes = names


def _row(buttons: Sequence[ipw.Widget]) -> ipw.HBox:
    """Return a row of buttons that may wrap."""
    row = ipw.HBox(buttons, layout=ipw.Layout(flex_flow="row wrap"))
    row.add_class("nt-actions")
    return row


def _note(html: str) -> ipw.HTML:
    return ipw.HTML(f'<div class="nt">{html}</div>')


def _is_shown(widget: ipw.Widget, within: ipw.Widget) -> bool:
    """Return whether a widget is a part of another one, and no part that contains it is hidden."""
    children = getattr(within, "children", ())
    return within.layout.display != "none" and (
        widget is within or any(_is_shown(widget, child) for child in children)
    )


def replace_children(box: ipw.Box, children: Sequence[ipw.Widget]) -> None:
    """Replace the children of a box, and close the widgets that it no longer contains."""
    old, box.children = box.children, children
    for widget in old:
        if widget not in children:
            _close(widget)


def _close(widget: ipw.Widget) -> None:
    for child in getattr(widget, "children", ()):
        _close(child)
    for part in ("layout", "style"):
        if widget.has_trait(part):
            getattr(widget, part).close()
    widget.close()


# --- Boards --------------------------------------------------------------------------------------

Rules = TypeVar("Rules")


class Board(Generic[Rules]):
    """The board of a game: by default, a picture (if there is one) and a button for each option.

    Use `board_for.register(Rules, CustomBoard)` to register a subclass for a game. A board is kept
    as long as the rules of its `play` do not change.
    """

    def __init__(self, rules: Rules, play: Play) -> None:
        self.rules, self.play = rules, play

    def update(self) -> Sequence[ipw.Widget]:
        """Update and return the widgets that show the current position, from top to bottom.

        Widgets that were already displayed are not redrawn.
        """
        play, match = self.play, self.play.match
        if not match.is_listed:
            return []
        buttons = []
        for option in match.options:
            words = self.describe(match.position, option)
            buttons.append(play.button(words, partial(play.move, option)))
            buttons[-1].add_class("nt-do")
            if option in play.hinted:
                buttons[-1].add_class("nt-hint")
        picture = feature(self.rules, "picture")
        widgets = [] if picture is None else [_note(picture(match.displayed_position))]
        return [*widgets, labelled_row("", buttons)] if buttons else widgets

    def describe(self, before: Any, after: Any) -> str:
        """Describe a move in words, without a subject.

        The default is `nimtwist.game.describe_move`. A board may override this method, for example
        to use the labels of its parts.
        """
        return describe_move(self.play.rules, before, after)

    def prompt(self) -> str:
        """Return what to do next if a move is not complete yet, and otherwise an empty string."""
        return ""

    def cancel(self) -> bool:
        """Cancel a move that is not complete yet, and return whether there was one."""
        return False

    def deal(self, rng: Random) -> Any:
        """Return a random starting position that is fun to play.

        Unless a board overrides this method, it returns the current starting position.
        """
        return self.play.match.start


@singledispatch
def board_for(rules: object, play: Play) -> Board[Any]:
    """Return a board for the given rules."""
    return Board(rules, play)


def labelled_row(name: str, buttons: Sequence[ipw.Widget]) -> ipw.HBox:
    """Return a row of buttons, preceded by a label."""
    label = ipw.Label(name)
    label.add_class("nt-heap-label")
    return ipw.HBox([label, *buttons], layout=ipw.Layout(flex_flow="row wrap"))
