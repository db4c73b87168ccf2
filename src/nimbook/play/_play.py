"""A lab in which one plays against the engine: any ruleset, on a board of its own or on buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial, singledispatch
from html import escape
from random import Random
from typing import Any, Generic, TypeVar

import ipywidgets as ipw

from nimbook._parts import sentence, style
from nimbook.links import Inputs, register
from nimbook.match import MAX_PLAYERS, PERFECT, Match
from nimbook.record import brief, recorded, replayed
from nimbook.show import outcome_tag
from nimbook.show.podium import podium_picture, table_picture
from nimtwist.game import Notation, Ruleset, describe_move

__all__ = ["Board", "Play", "board_for", "labelled_row", "replace_children", "set_classes"]

OPPONENTS = {"beginner": 2, "improver": 5, "expert": 8, "perfect": PERFECT}
"""How strong the engine is, by the names in the menu."""

RNG = Random()
"""What starts and mistakes depend on."""

GO_ON = "Go on from here"

# So many starts are dealt, for one that can be won.
_MAX_DEALS = 30

# What stands in the menu for people in all seats; `None` would be no choice at all.
_NO_ENGINE = "people"

# A ruleset and a position, and under the podium rule the number of players.
Game = tuple[Ruleset[Any], Any] | tuple[Ruleset[Any], Any, int | None]


class Play:
    """A game against an opponent, for any ruleset; `widget` is what to display.

    The player moves by clicking, or by typing the position to leave. A perfect engine replies with
    a winning move if there is one, and otherwise with a move that leaves few winning replies;
    weaker ones err, and another person may take its place. The lab says who is winning when asked,
    takes moves back, lists them, shows earlier positions, and explains an illegal move in a
    sentence. A new game begins from a start that the player can win, if the board deals any.

    Under the podium rule the engine plays all the others, Bob, Charlie and so on, each for the best
    place still within reach, and each says why.

    Args:
        rules: any ruleset. With a `nimtwist.game.Notation` its positions can be typed; with a
            `Board` of its own they look like the game.
        position: where play begins; it is the player's turn.
        name: the name by which the lab can be linked to (`nimbook.links`); its inputs are `start`,
            the position to start from, if positions can be typed, `opponent` and `moves`.
        players: how many play under the podium rule, from 2 to 6; the lab then has a slider for
            it, which is the input `players`. Without a number, one plays against the engine.

    Raises:
        ValueError: if `rules` has no `options`, the ruleset refuses the position, the game from it
            is too large, `players` is not from 2 to 6, or a lab may not have this name.

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
    """The match as it is shown."""
    full_match: Match[Any]
    """The match with all moves so far: another one while an earlier position is shown."""

    def __init__(
        self,
        rules: Ruleset[Any],
        position: Any,
        name: str | None = None,
        players: int | None = None,
    ) -> None:
        match = Match(rules, position, players)
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
    def chosen_by(
        cls,
        setup: Callable[..., Game],
        name: str | None,
        control_values: Callable[[Any], dict[str, Any]],
        /,
        **controls: ipw.Widget,
    ) -> Play:
        """Return a game whose rules and start the reader chooses with controls.

        `setup` takes the values of the controls by name and returns the rules and the position,
        and, under the podium rule, the number of players. Every change begins a new game; if
        `setup` raises a `ValueError`, or the game is too large, the message is shown, the controls
        go back and the old game goes on. With a name, the lab can be linked to.

        `texts` returns the values of controls that choose a start, so that new starts can be
        dealt. `setup` should choose a start of its own if a text for it is empty: so it is asked
        if the start does not fit when the reader moves a slider or chooses from a menu.

        Raises:
            ValueError: if `setup` refuses the values of the controls; also as for a `Play`, and for
                a `nimbook.widgets.lab`.

        >>> from nimtwist.games import Nim
        >>> slider = ipw.IntSlider(3, 0, 9)
        >>> game = Play.chosen_by(
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
        self._opponent = ipw.Dropdown(options={**OPPONENTS, others: _NO_ENGINE}, value=PERFECT)
        controls = {**controls, "opponent": self._opponent}
        self._inputs = Inputs(controls, self._controls_changed, self._show_error, self._link_inputs)
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
        self._table, self._status, self._error = ipw.VBox(), ipw.HTML(), ipw.HTML()
        self._typed.observe(self._make_typed_move, "value")
        actions = {
            "Who is winning?": self.judge,
            "Hint": self.hint,
            "Undo": self.undo,
            "Let the engine move": self.let_engine_move,
            "Start again": self.restart,
            "New game": self.new_game,
        }
        self._buttons = {label: self.button(label, action) for label, action in actions.items()}
        self._actions = ipw.HBox(layout=ipw.Layout(flex_flow="row wrap"))
        self._actions.add_class("nt-actions")
        self._replay = [
            self.button("◀", self.back, tooltip="one move back"),
            self.button("▶", self.forward, tooltip="one move forward"),
            self.button(GO_ON, self.resume),
            ipw.ToggleButton(False, layout=ipw.Layout(width="auto")),
        ]
        self._replay[-1].observe(lambda _: self._update_move_list(), "value")
        self._steps = ipw.HBox(self._replay, layout=ipw.Layout(flex_flow="row wrap"))
        self._steps.add_class("nt-replay")
        self._moves = ipw.HTML()
        self.widget = ipw.VBox()
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
        """The position on the table; it is the player's turn."""
        return self.match.position

    @property
    def message(self) -> str:
        """What the lab last said about the game."""
        return self.match.message

    def show(self, position: Any) -> str:
        """Return a position as text."""
        return self.match.show(position)

    def button(self, name: str, action: Callable[[], object], **traits: Any) -> ipw.Button:
        """Return a button that does `action`, and shows the error message if it cannot.

        If pressing the button replaces the board it is on, the keyboard's focus moves to the
        position above the new board.
        """
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
        """Begin again from a position, or from where the game began."""
        self._start_match(self.match.rematch(position, RNG.randrange(1 << 32)))

    def new_game(self) -> None:
        """Begin a new game from another start, which the player can win, if the board deals one."""
        self._start_match(self._deal_match())

    def move(self, option: Any) -> None:
        """Make the player's move, and the engine's reply."""
        self._check_is_latest()
        self.match.push(option)
        self._reply()

    def let_engine_move(self) -> None:
        """Let the engine make the player's move."""
        self._check_is_latest()
        self.match.pass_turn()
        self._reply()

    def undo(self) -> None:
        """Take back the player's last move and the reply."""
        self._check_is_latest()
        self.match.undo()
        self._redraw()

    def show_after(self, count: int) -> None:
        """Show the game as it was after so many moves; until it goes on, nobody can move."""
        whole = self.full_match
        self.match = whole.until(count) if count < len(whole.transcript) else whole
        self._redraw()

    def back(self) -> None:
        """Show the position one move earlier."""
        if not self.match.transcript:
            raise ValueError("this is the beginning of the game")
        self.show_after(len(self.match.transcript) - 1)

    def forward(self) -> None:
        """Show the position one move later, or make the moves again that were undone last."""
        if self.match is not self.full_match:
            self.show_after(len(self.match.transcript) + 1)
        elif self.match.can_redo:
            self.match.redo()
            self._redraw()
        else:
            raise ValueError("this is the latest position of the game")

    def resume(self) -> None:
        """Go on playing from the position that is shown; what came later is given up."""
        self.full_match = self.match
        self._reply()

    def _check_is_latest(self) -> None:
        if self.match is not self.full_match:
            raise ValueError(
                f"this is an earlier position: press “{GO_ON}” to play from here, or ▶ to return "
                "to the game"
            )

    def judge(self) -> None:
        """Say who is winning, with the outcome of the position, or how the game ended."""
        judged = self.match.judge()
        tag = outcome_tag(judged.outcome) if judged.outcome else ""
        self._show_message(f"{escape(judged.text)}{tag}{escape(judged.rest)}")

    def hint(self) -> None:
        """Show and name the winning moves, or say that there are none, or how the game ended."""
        self.hinted = self.match.recommended
        self._draw()
        self._show_message(escape(self.match.hint()))

    def _match_from_controls(self) -> Match[Any]:
        """Return a match as the controls say: the one on the table, if that is what they say."""
        controls = self._inputs.controls.items()
        texts = {name for name, control in controls if isinstance(control, ipw.Text)}
        try:
            return self._build_match()
        except ValueError as wrong:
            if not texts or texts & self._inputs.pending:
                raise
            try:
                return self._build_match(**dict.fromkeys(texts, ""))
            except ValueError:
                raise wrong from None

    def _build_match(self, **texts: Any) -> Match[Any]:
        """Return a match as the controls say, or would say with other texts."""
        values = {**self._inputs.values, **texts}
        strength = values.pop("opponent")
        people: tuple[int, ...] = (0,)
        game: Any = self._setup(**values)
        rules, start, players = (*game, None)[:3]
        if strength == _NO_ENGINE:
            people, strength = tuple(range(players or 2)), PERFECT
        setting = rules, start, players, people, strength
        if setting == self.full_match.setting[:5]:
            return self.full_match
        return Match(*setting, RNG.randrange(1 << 32))

    def _controls_changed(self, moves: str | None = None) -> None:
        match = self._match_from_controls()
        if match is self.full_match and moves is None:
            self._show_start()  # put back as it was: the game goes on
        else:
            self._start_match(match, moves)
        self._show_error("")

    def _link_inputs(self) -> dict[str, str]:
        """Return what a link says of the game, besides the values of the controls."""
        rules, texts = self.rules, {}
        if "start" in self._inputs.controls and isinstance(rules, Notation):
            texts["start"] = brief(rules, self.full_match.start)
        if moves := recorded(self.full_match):
            texts["moves"] = moves
        return texts

    def _deal_match(self) -> Match[Any]:
        """Return a match from a new start that the player to move can win, if one is dealt."""
        rules, tried = self.match.rules, {self.match.start}
        for _ in range(_MAX_DEALS):
            start = self.board.deal(RNG)
            if start not in tried:
                tried.add(start)
                with suppress(ValueError):  # too large, or the controls cannot say it
                    match = self._build_match(**self._values_in_range(start))
                    if (match.rules, match.start) == (rules, start) and match.can_win:
                        return match
        return self.match.rematch(seed=RNG.randrange(1 << 32))

    def _values_in_range(self, start: Any) -> dict[str, Any]:
        texts = self._control_values(start)
        for name, value in texts.items():
            control = self._inputs.controls[name]
            if control.has_trait("max") and not control.min <= value <= control.max:
                raise ValueError(f"{value} is out of the range of {name}")
        return texts

    def _start_match(self, match: Match[Any], moves: str | None = None) -> None:
        before = dict(vars(self))
        rules = match.rules
        self.match = self.full_match = match
        if self.board is None or self.board.rules != rules:
            self.board = board_for(rules, self)
        match.words = self.board.describe
        try:
            if moves is not None:
                self.match = self.full_match = replayed(match, moves)
            self._reply()
        except ValueError:  # an illegal move, or more than the board can show: nothing changes
            if "match" in before:
                vars(self).update(before)
                self._redraw()
            raise
        self._show_start()
        engine = "Let the engine move"
        alone = len(match.people) == len(match.seats)
        self._actions.children = [
            button for name, button in self._buttons.items() if name != engine or not alone
        ]
        self.widget.children = [
            *self._inputs.controls.values(),
            self._title,
            self._table,
            self._error,
            self._status,
            *([self._typed] if isinstance(rules, Notation) else []),
            self._actions,
            *(self._steps, self._moves),
            *style(),
        ]

    def _show_start(self) -> None:
        self._inputs._sync(self._control_values(self.match.start))

    def _reply(self) -> None:
        self.match.reply()
        self._redraw()

    def _redraw(self) -> None:
        self.hinted = []
        self._draw()
        self._typed.value = ""
        match, whole = self.match, self.full_match
        if match is whole:
            self._show_message(escape(self.message))
        else:
            count = len(match.transcript)
            last = match.transcript[-1].sentence if count else "The beginning."
            self._show_message(escape(f"After {count} of {len(whole.transcript)} moves. {last}"))

    def _draw(self) -> None:
        self._title.value = self.show(self.match.displayed_position)
        replace_children(self._table, [*self.board.update(), *self._notes()])
        winner = self.match.winner if self.match.transcript else None
        ended = "" if winner is None else "nt-won" if winner.is_human else "nt-lost"
        set_classes(self._table, ended)
        self._update_move_list()

    def _update_move_list(self) -> None:
        """Show the moves of the match so far, if the list is open, and the steps back and forth."""
        match, moves = self.match, self.full_match.transcript
        *_, resume, is_open = self._replay
        is_open.description = f"Moves so far: {len(moves)}"
        resume.layout.display = "none" if match is self.full_match else None
        self._steps.layout.display = None if moves or match.can_redo else "none"
        lines = ""
        for number, move in enumerate(moves if is_open.value else (), 1):
            mark = ' aria-current="step"' if number == len(match.transcript) else ""
            lines += f"<li{mark}>{escape(move.sentence)}</li>"
        listed = f'<div class="nt"><ol class="nt-transcript">{lines}</ol></div>'
        self._moves.value = listed if lines else ""

    def _notes(self) -> list[ipw.Widget]:
        """Return what else to say under the podium rule: the others' reasons, the end."""
        match = self.match
        if match.players is None:
            return []
        names = [seat.name for seat in match.seats]
        notes = "" if match.over else table_picture(names, match.turn)
        for move in match.round:
            if move.reason:
                notes += f"<p><b>{move.seat.name}</b>: {escape(move.reason)}</p>"
        if match.over:
            notes += podium_picture([seat.name for seat in match.finishing_order])
        return [_note(notes)]

    def _show_message(self, html: str) -> None:
        ended = ' class="nt-end"' if self.match.over and self.match.transcript else ""
        self._status.value = f'<div class="nt" role="status"><p{ended}>{html}</p></div>'

    def _attempt(self, action: Callable[[], object]) -> None:
        try:
            action()
        except ValueError as wrong:
            self._show_error(str(wrong))
        else:
            self._show_error("")

    def _show_error(self, wrong: str) -> None:
        self.error = wrong
        self._error.value = sentence(wrong)

    def _make_typed_move(self, change: dict[str, Any]) -> None:
        if change["new"]:
            self._attempt(lambda: self.move(self.match.read(change["new"])))


def set_classes(widget: ipw.DOMWidget, *classes: str, **conditional: bool) -> None:
    """Give a widget these classes in the place of those that it had; "" is none.

    Those that are given by name are for a widget of which they are true.

    >>> label = ipw.Label()
    >>> set_classes(label, "nt-stick", "", **{"nt-hint": True, "nt-far": False})
    >>> label._dom_classes
    ('nt-stick', 'nt-hint')
    """
    widget._dom_classes = (
        *filter(None, classes),
        *(name for name in conditional if conditional[name]),
    )


def _note(html: str) -> ipw.HTML:
    return ipw.HTML(f'<div class="nt">{html}</div>')


def replace_children(box: ipw.Box, children: Sequence[ipw.Widget]) -> None:
    """Show widgets in a box, and close those that it showed before and shows no more."""
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
    """What a game is played on: by default, its picture, if it has one, and a button an option.

    A game with a board of its own has a subclass, registered by `board_for.register(Rules, ItsBoard)`.
    A board lasts as long as its `play` has the same `rules`.
    """

    def __init__(self, rules: Rules, play: Play) -> None:
        self.rules, self.play = rules, play

    def update(self) -> Sequence[ipw.Widget]:
        """Return the widgets that show the position on the table, from top to bottom.

        Those that are returned again stay as they are on the page.
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
        own = getattr(self.rules, "picture", None)
        shown = [] if own is None else [_note(own(match.displayed_position))]
        return [*shown, labelled_row("", buttons)] if buttons else shown

    def describe(self, before: Any, after: Any) -> str:
        """Return what a player does to move from a position to an option.

        These are the rules' own words, see `nimtwist.game.describe_move`, unless a reader of the
        board needs others.
        """
        return describe_move(self.play.rules, before, after)

    def deal(self, rng: Random) -> Any:
        """Return a start by chance, of a size that is fun; by default, where the match began."""
        return self.play.match.start


@singledispatch
def board_for(rules: object, play: Play) -> Board[Any]:
    """Return the board of a game."""
    return Board(rules, play)


def labelled_row(name: str, buttons: Sequence[ipw.Widget]) -> ipw.HBox:
    """Return buttons in a row, with a name before them."""
    label = ipw.Label(name)
    label.add_class("nt-heap-label")
    return ipw.HBox([label, *buttons], layout=ipw.Layout(flex_flow="row wrap"))
