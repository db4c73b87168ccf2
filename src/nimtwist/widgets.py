"""Experiments: explorers, whose states are all drawn beforehand, and labs, which compute.

An *explorer* works wherever its page is shown, with no Python behind it: controls only choose
which of the finished drawings is visible. A *lab* takes free input and needs Python, in Jupyter
or in the page. Both are ordinary ipywidgets; they use `HTML` and `observe` and nothing else that
would have to capture output.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial, singledispatch
from html import escape
from typing import Any, cast

import ipywidgets as ipw

from nimtwist.drawing import STYLE, outcome_tag
from nimtwist.game import Notation, Ruleset, Solver
from nimtwist.games.blocking import BlockingNim
from nimtwist.games.nim import Nim

__all__ = ["Play", "board", "explorer", "lab", "reveal"]

Axis = Iterable[Any] | Callable[..., Iterable[Any]]

# A game from a position within these bounds is solved while a person waits.
_MOST_OPTIONS = 1_000
_MOST_POSITIONS = 100_000
# Among more losing moves than these, the engine does not look for the trickiest.
_MOST_COMPARED = 60


def _style() -> ipw.HTML:
    return ipw.HTML(f"<style>{STYLE}</style>", layout=ipw.Layout(display="none"))


def _sentence(wrong: str) -> str:
    return f'<div class="nt nt-error" role="alert">{escape(wrong)}</div>' if wrong else ""


class _Shared:
    """One layout and one style for the many drawings of an explorer, not a pair for each."""

    def __init__(self) -> None:
        plain = ipw.HTML()
        self._look = {"layout": plain.layout, "style": plain.style}

    def html(self, text: str) -> ipw.HTML:
        return ipw.HTML(str(text), **self._look)


def explorer(
    draw: Callable[..., str], /, *, begin: Mapping[str, Any] | None = None, **axes: Axis
) -> ipw.VBox:
    """Return controls that choose among drawings, all made now: `draw` of every choice.

    Each axis is named as an argument of `draw` and gives the values it runs over: a range becomes
    a slider, anything else a menu. The axis may depend on the axes before it, as a function of
    their values by name; it then has a control for each of their choices. An axis named
    `blocked_residues` is labelled "blocked residues". Values are shown by `str`, sets as "1, 3".

    `begin` says with which values to begin, by axis; the first ones if it does not say. The
    result works on a static page, by mouse and by keyboard.

    Raises:
        ValueError: if there is no axis, an axis has no values, or `begin` names none of them.

    >>> box = explorer(lambda a, b: f"{a} + {b} = {a + b}", a=range(3), b=lambda a: range(a + 1))
    >>> type(box).__name__
    'VBox'
    """
    if not axes:
        raise ValueError("an explorer needs an axis to move along, as in heap=range(8)")
    begin = begin or {}
    if not begin.keys() <= axes.keys():
        raise ValueError(f"begin names {sorted(begin.keys() - axes.keys())}, which are no axes")
    shared = _Shared()

    def first(name: str, values: Sequence[Any]) -> int:
        wanted = begin.get(name, values[0])
        # An axis that depends on others may not have the value in every branch.
        return values.index(wanted) if wanted in values else 0

    def control_of(name: str, values: Sequence[Any]) -> ipw.Widget:
        return _control(name, values, first(name, values))

    # A plain axis has one control for all branches; a dependent one has one for each.
    controls = {
        name: control_of(name, _values(name, axis))
        for name, axis in axes.items()
        if not callable(axis)
    }

    def branch(names: Sequence[str], chosen: dict[str, Any]) -> ipw.Widget:
        if not names:
            return shared.html(draw(**chosen))
        name, *rest = names
        axis = axes[name]
        values = _values(name, axis(**chosen) if callable(axis) else axis)
        stack = ipw.Stack(
            [branch(rest, {**chosen, name: value}) for value in values],
            selected_index=first(name, values),
        )
        if name in controls:
            _choose(controls[name], stack)
            return stack
        control = control_of(name, values)
        _choose(control, stack)
        return ipw.VBox([control, stack])

    content = branch(list(axes), {})
    box = ipw.VBox([*controls.values(), content, _style()])
    box.add_class("nt-explorer")
    return box


def _values(name: str, values: Iterable[Any]) -> Sequence[Any]:
    listed = values if isinstance(values, range) else list(values)
    if not listed:
        raise ValueError(f"the axis {name!r} of an explorer has no values")
    return listed


def _words(value: object) -> str:
    if isinstance(value, frozenset):
        return ", ".join(map(str, sorted(value))) or "none"
    return str(value)


def _control(name: str, values: Sequence[Any], index: int) -> ipw.Widget:
    kind = ipw.SelectionSlider if isinstance(values, range) and len(values) > 1 else ipw.Dropdown
    options = [(_words(value), i) for i, value in enumerate(values)]
    return kind(options=options, index=index, description=name.replace("_", " "))


def _choose(control: ipw.Widget, stack: ipw.Stack) -> None:
    """Let the control choose what the stack shows, in the page itself."""
    ipw.jslink((control, "index"), (stack, "selected_index"))


def reveal(question: str, answer: str, button: str = "Reveal") -> ipw.VBox:
    """Return a question with a button that shows its answer: predict first.

    It works on a static page.
    """
    shared = _Shared()
    toggle = ipw.ToggleButtons(options=["Predict first", button], index=0)
    toggle.style.button_width = "auto"
    answered = f'<div class="nt" role="status">{answer}</div>'
    stack = ipw.Stack([shared.html(""), shared.html(answered)], selected_index=0)
    _choose(toggle, stack)
    box = ipw.VBox([shared.html(f'<div class="nt">{question}</div>'), toggle, stack, _style()])
    box.add_class("nt-explorer")
    return box


def lab(draw: Callable[..., str], **controls: ipw.Widget) -> ipw.VBox:
    """Return controls with the drawing of what they say, drawn anew at every change.

    `draw` takes the values of the controls by name. If it raises a `ValueError`, the sentence is
    shown and the last good drawing stays.

    >>> box = lab(lambda heap: f"a heap of {int(heap)}", heap=ipw.Text("3"))
    >>> box.children[-2].value
    'a heap of 3'
    """
    picture, error = ipw.HTML(), ipw.HTML()

    def update(_: object = None) -> None:
        try:
            picture.value = str(draw(**{name: c.value for name, c in controls.items()}))
            error.value = ""
        except ValueError as wrong:
            error.value = _sentence(str(wrong))

    for name, control in controls.items():
        control.description = control.description or name.replace("_", " ")
        if isinstance(control, ipw.Text):
            control.continuous_update = False
        control.observe(update, "value")
    update()
    box = ipw.VBox([*controls.values(), error, picture, _style()])
    box.add_class("nt-lab")
    return box


class Play:
    """A game against a perfect opponent, for any ruleset; `widget` is what to display.

    The player moves by clicking, or by typing the position to leave. The engine replies with a
    winning move if there is one, and otherwise with a move that leaves few winning replies. It
    says who is winning when asked, takes moves back, and explains an illegal move in a sentence.

    Args:
        rules: any ruleset. With a `nimtwist.game.Notation` its positions can be typed; with a
            `board` of its own they look like the game.
        position: where play begins; it is the player's turn.

    Raises:
        ValueError: if the ruleset refuses the position, or the game from it is too large.

    >>> game = Play(Nim(), (3, 2, 1))
    >>> game.move((2, 2, 1))
    >>> game.position, game.message
    ((2, 2, 0), 'You leave (2, 2, 1), the engine (2, 2). Your move.')
    """

    def __init__(self, rules: Ruleset[Any], position: Any) -> None:
        self.rules = rules
        self._states: list[tuple[Any, str]] = []
        self._wrong = ""
        self.chosen: Any = None
        """What a board wants to remember from one move to the next."""
        self._start = ipw.Text(description="start from", continuous_update=False)
        self._typed = ipw.Text(description="or type", continuous_update=False)
        self._typed.placeholder = "the position to leave"
        self._title, self._board, self._said, self._error = (
            ipw.HTML(), ipw.VBox(), ipw.HTML(), ipw.HTML()
        )  # fmt: skip
        actions = {
            "Who is winning?": self.judge,
            "Hint": self.hint,
            "Undo": self.undo,
            "Let the engine move": self.let_engine_move,
            "New game": self.restart,
        }
        buttons = [self.button(name, action) for name, action in actions.items()]
        self.restart(position)
        self._start.observe(self._start_typed, "value")
        self._typed.observe(self._move_typed, "value")
        readable = isinstance(rules, Notation)
        self.widget = ipw.VBox(
            [
                *([self._start] if readable else []),
                self._title,
                self._board,
                *([self._typed] if readable else []),
                ipw.HBox(buttons, layout=ipw.Layout(flex_flow="row wrap")),
                self._error,
                self._said,
                _style(),
            ]
        )
        self.widget.add_class("nt-lab")

    def _repr_mimebundle_(self, **arguments: Any) -> Any:
        return self.widget._repr_mimebundle_(**arguments)

    @property
    def position(self) -> Any:
        """The position on the table; it is the player's turn."""
        return self._states[-1][0]

    @property
    def message(self) -> str:
        """What the lab last said of the game."""
        return self._states[-1][1]

    @property
    def error(self) -> str:
        """The sentence about what could not be done; empty if all is well."""
        return self._wrong

    def show(self, position: Any) -> str:
        """Return a position as text."""
        return self.rules.show(position) if isinstance(self.rules, Notation) else repr(position)

    def button(self, name: str, action: Callable[[], object], **traits: Any) -> ipw.Button:
        """Return a button that does `action`, and shows the sentence if it cannot be done."""
        button = ipw.Button(description=name, layout=ipw.Layout(width="auto"), **traits)
        button.on_click(lambda _: self._attempt(action))
        return button

    def restart(self, position: Any = None) -> None:
        """Begin again from a position, or from where the game began."""
        position = self._states[0][0] if position is None else position
        options = self.rules.options(position)
        if len(options) > _MOST_OPTIONS:
            raise ValueError(
                f"{self.show(position)} has {len(options)} options, too many to play here: "
                f"at most {_MOST_OPTIONS}"
            )

        def bounded(count: int) -> None:
            if count > _MOST_POSITIONS:
                raise ValueError(
                    f"the game from {self.show(position)} has more than {_MOST_POSITIONS} "
                    "positions, too many to play here"
                )

        solver = Solver(self.rules, bounded)
        solver.outcome(position)
        self._solver = solver
        self._states = [(position, "Your move." if options else "There is no move to make.")]
        self._start.value = self.show(position)
        self._redraw()

    def move(self, option: Any) -> None:
        """Make the player's move, and the engine's reply.

        Raises:
            ValueError: if it is no option; the sentence says why.
        """
        if option not in self.rules.options(self.position):
            why = None
            if isinstance(self.rules, Notation):
                why = self.rules.refusal(self.position, option)
            raise ValueError(why or f"{self.show(option)} is no option of this position")
        self._play(option, f"You leave {self.show(option)}")

    def let_engine_move(self) -> None:
        """Let the engine make the move that is the player's.

        Raises:
            ValueError: if there is no move.
        """
        if not self.rules.options(self.position):
            raise ValueError("there is no move left: the game is over")
        self._play(self.position, "You pass the turn")

    def _play(self, left: Any, said: str) -> None:
        if not self.rules.options(left):
            self._states.append((left, f"{said}, and the engine cannot move. You win!"))
        else:
            reply = self._best(left)
            over = not self.rules.options(reply)
            end = "You cannot move: the engine wins." if over else "Your move."
            self._states.append((reply, f"{said}, the engine {self.show(reply)}. {end}"))
        self._redraw()

    def _best(self, position: Any) -> Any:
        winning = self._solver.winning_options(position)
        if winning:
            return winning[0]
        options = self.rules.options(position)[:_MOST_COMPARED]
        return min(options, key=lambda option: len(self._solver.winning_options(option)))

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
        """Say who is winning, with the outcome of the position."""
        outcome = self._solver.outcome(self.position)
        who = "you can win" if outcome == "N" else "the engine wins, if it makes no mistake"
        self._say(f"{escape(self.show(self.position))} is {outcome_tag(outcome)}: {who}.")

    def hint(self) -> None:
        """Name the winning moves, or say that there is none."""
        winning = [self.show(option) for option in self._solver.winning_options(self.position)]
        more = f", or {len(winning) - 3} more" if len(winning) > 3 else ""
        self._say(
            f"To win, leave {escape(' or '.join(winning[:3]))}{more}."
            if winning
            else "No move wins against perfect play."
        )

    def _say(self, html: str) -> None:
        self._said.value = f'<div class="nt" role="status">{html}</div>'

    def _redraw(self) -> None:
        self._title.value = f'<div class="nt"><b>{escape(self.show(self.position))}</b></div>'
        old = self._board.children
        self._board.children = board(self.rules, self)
        for widget in old:
            _close(widget)
        self._say(escape(self.message))

    def _attempt(self, action: Callable[[], object]) -> None:
        try:
            action()
            self._wrong = ""
        except ValueError as wrong:
            self._wrong = str(wrong)
        self._error.value = _sentence(self._wrong)

    def _read(self, text: str) -> Any:
        return cast("Notation[Any]", self.rules).read(text)

    def _start_typed(self, change: dict[str, Any]) -> None:
        if change["new"] != self.show(self._states[0][0]):
            self._attempt(lambda: self.restart(self._read(change["new"])))

    def _move_typed(self, change: dict[str, Any]) -> None:
        def move() -> None:
            wanted = self._read(change["new"])
            same = (
                o for o in self.rules.options(self.position) if self.show(o) == self.show(wanted)
            )
            self.move(next(same, wanted))
            self._typed.value = ""

        if change["new"]:
            self._attempt(move)


def _close(widget: ipw.Widget) -> None:
    for child in getattr(widget, "children", ()):
        _close(child)
    widget.close()


@singledispatch
def board(rules: object, play: Play) -> list[ipw.Widget]:
    """Return the widgets on which a position of this game is played, by clicking.

    Without a board of its own, a game shows its options as buttons. A game has its own by
    `board.register`.
    """
    options = play.rules.options(play.position)
    return [
        ipw.HBox(
            [play.button(play.show(option), partial(play.move, option)) for option in options],
            layout=ipw.Layout(flex_flow="row wrap"),
        )
    ]


def _heap(play: Play, heap: int, move: Callable[[int], object]) -> ipw.HBox:
    """Return a heap as a row of buttons, one for each number that may be taken of it."""
    buttons = [
        play.button(str(taken), partial(move, taken), tooltip=f"take {taken} of {heap}")
        for taken in range(1, heap + 1)
    ]
    for button in buttons:
        button.add_class("nt-stick-button")
    label = ipw.Label(f"heap of {heap}: take")
    label.add_class("nt-heap-label")
    return ipw.HBox([label, *buttons], layout=ipw.Layout(flex_flow="row wrap"))


@board.register
def _nim_board(rules: Nim, play: Play) -> list[ipw.Widget]:
    heaps = play.position

    def take(i: int, taken: int) -> None:
        play.move((*heaps[:i], heaps[i] - taken, *heaps[i + 1 :]))

    return [_heap(play, heap, partial(take, i)) for i, heap in enumerate(heaps) if heap]


@board.register
def _blocking_board(rules: BlockingNim, play: Play) -> list[ipw.Widget]:
    piles, forbidden = play.position
    chosen = play.chosen if play.chosen in rules.restrictions else rules.family[0]
    forbid = ipw.Dropdown(
        options=[(_words(restriction), restriction) for restriction in rules.family],
        value=chosen,
        description="and forbid",
    )

    def take(pile: int, taken: int) -> None:
        play.chosen = forbid.value
        others = list(piles)
        others.remove(pile)
        left = [pile - taken] if taken < pile else []
        play.move((tuple(sorted([*others, *left])), forbid.value))

    rows = [_heap(play, pile, partial(take, pile)) for pile in reversed(piles) if pile]
    for row in rows:
        for taken, button in enumerate(row.children[1:], 1):
            if (taken - 1) % rules.modulus + 1 in forbidden:
                button.add_class("nt-forbidden")
                button.tooltip += ": forbidden"
    return [*rows, forbid]
