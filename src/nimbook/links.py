"""Links to labs: the inputs of a lab, as the fragment of an address.

A lab with a name can be linked to, as in `#lab-blocking?piles=4,2,1&modulus=3&forbid=1`: a page
puts the `fragment` of a lab into its address, and lets a lab `follow` the one that it finds there.
What a fragment says goes into the controls as if the reader had entered it, all of it or nothing.
The link to a game has its moves as well, `moves=3.0.12` (`nimbook.record`), which are played again.
Nothing in a link is evaluated, and messages about it are plain text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any
from urllib.parse import unquote_to_bytes, urlencode

import ipywidgets as ipw

from nimtwist._checks import quoted

__all__ = ["Inputs", "follow", "fragment", "register"]

_PREFIX = "lab-"
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_LONGEST = 2_000
_MOVES = "moves"
# A page's numbers are exact up to 15 digits.
_NUMBERS = range(1 - 10**15, 10**15)

_labs: dict[str, Inputs] = {}


class Inputs:
    """The inputs of a lab: named controls, their values, and how a link writes them.

    A control named `first_heap` is `first_heap` in a link, and labelled "first heap" unless it has
    a label.

    Args:
        controls: widgets with a value, by name.
        changed: called after each change, and once if a link changes several controls. If it raises
            a `ValueError`, all controls go back to what they were when it last did not.
        brief: returns a shorter way to write a text in a link.
        refused: called with the sentence if `changed` has refused what a reader entered.
        moves: returns the moves of a game, as a text; `changed` then takes those that a link gives,
            an empty text if it gives none.

    Raises:
        ValueError: if an argument is of the wrong kind.

    >>> inputs = Inputs({"first_heap": ipw.Text("3"), "size": ipw.IntSlider(2, 0, 9)})
    >>> inputs.set({"size": "7"})
    >>> inputs.values
    {'first_heap': '3', 'size': 7}
    """

    def __init__(
        self,
        controls: Mapping[str, ipw.Widget],
        changed: Callable[..., object] = lambda: None,
        brief: Callable[[str], str] = str,
        refused: Callable[[str], object] = lambda sentence: None,
        moves: Callable[[], str] | None = None,
    ) -> None:
        if not isinstance(controls, Mapping):
            raise ValueError(
                f"controls are a mapping from names to widgets, not {quoted(controls)}"
            )
        for name, control in controls.items():
            if not isinstance(control, ipw.Widget) or not control.has_trait("value"):
                raise ValueError(
                    f"the control {quoted(name)} is a widget with a value, not {quoted(control)}"
                )
        self.controls = dict(controls)
        """The widgets by name."""
        self._changed, self._brief, self._held = changed, brief, False
        self._refused, self._moves = refused, moves
        for name, control in self.controls.items():
            control.description = control.description or name.replace("_", " ")
            if isinstance(control, ipw.Text):
                control.continuous_update = False
            control.observe(self._observed, "value")
        self._kept = self.values

    @property
    def values(self) -> dict[str, Any]:
        """The values of the controls by name."""
        return {name: control.value for name, control in self.controls.items()}

    @property
    def touched(self) -> set[str]:
        """The controls whose values have not been accepted yet, while `changed` looks at them."""
        return {name for name, value in self.values.items() if value != self._kept[name]}

    @property
    def texts(self) -> dict[str, str]:
        """The values as a link writes them, and the moves of a game that has some.

        A menu in which nothing is chosen is left out.

        Raises:
            ValueError: if a control is of a kind that cannot be linked to.
        """
        texts = {}
        for name, control in self.controls.items():
            _reader(name, control)
            text = _text(control)
            if text is not None:
                texts[name] = self._brief(text) if isinstance(control, ipw.Text) else text
        if moves := self._moves and self._moves():
            texts[_MOVES] = moves
        return texts

    def _put(self, values: Mapping[str, Any]) -> None:
        """Set the named controls without calling `changed`: they show what is so already."""
        held, self._held = self._held, True
        try:
            for name, value in values.items():
                self.controls[name].value = value
        finally:
            self._held = held
        self._kept = self.values

    def set(self, texts: Mapping[str, str]) -> None:
        """Set the named controls to what the texts mean, all of them or none.

        Raises:
            ValueError: if there is no such control, or it cannot take what the text means, or
                `changed` refuses it; the message quotes it and says what is allowed.
        """
        is_game = self._moves is not None
        values = {
            name: self._read(name, text)
            for name, text in dict(texts).items()
            if not is_game or name != _MOVES
        }
        self._held = True
        try:
            for name, value in values.items():
                self.controls[name].value = value
        finally:
            self._held = False
        if is_game and texts:
            self._change(texts.get(_MOVES, ""))
        elif self.touched:
            self._change()

    def _read(self, name: str, text: str) -> Any:
        if name not in self.controls:
            known = f"its inputs are {_listed(self.controls)}" if self.controls else "it has none"
            raise ValueError(f"the lab has no input {quoted(name)}: {known}")
        control = self.controls[name]
        try:
            return _reader(name, control)(control, text)
        except _NotAllowedError as rule:
            raise ValueError(f"the input {quoted(name)} is {rule}, not {quoted(text)}") from None

    def _observed(self, _change: object) -> None:
        if not self._held:
            try:
                self._change()
            except ValueError as wrong:
                self._refused(str(wrong))

    def _change(self, *moves: str) -> None:
        try:
            self._changed(*moves)
        except BaseException:
            self._put(self._kept)
            raise
        self._kept = self.values


def register(name: str, inputs: Inputs) -> str:
    """Give a lab a name, and return what links and the page call it; the newest of a name counts.

    Raises:
        ValueError: if `name` is not made of lower-case letters, digits and single hyphens, or
            `inputs` is not an `Inputs`, or one of its controls cannot be linked to.

    >>> register("figure-4", Inputs({"start": ipw.Text("7, 5, 3")}))
    'lab-figure-4'
    """
    if not _NAME.fullmatch(name):
        raise ValueError(
            "the name of a lab is made of lower-case letters, digits and hyphens, as in "
            f"'figure-4': not {quoted(name)}"
        )
    if not isinstance(inputs, Inputs):
        raise ValueError(f"a lab is registered with its Inputs, not with {quoted(inputs)}")
    _ = inputs.texts  # refuses what cannot be linked to
    _labs[name] = inputs
    return _PREFIX + name


def fragment(name: str) -> str:
    """Return the link to the lab of this name with its present inputs, without "#".

    Raises:
        ValueError: if there is no such lab, or its inputs are too long for a link.

    >>> _ = register("heaps", Inputs({"heaps": ipw.Text("4,2,1"), "boxes": ipw.Checkbox(True)}))
    >>> fragment("heaps")
    'lab-heaps?heaps=4,2,1&boxes=yes'
    """
    query = urlencode(_lab(name).texts, safe=",;")
    link = f"{_PREFIX}{name}?{query}" if query else _PREFIX + name
    if len(link) > _LONGEST:
        raise ValueError(f"the link {quoted(link)} is too long: at most {_LONGEST} characters")
    return link


def follow(fragment: str) -> str:
    """Set the inputs of the lab that a link names, and return the lab's name.

    Inputs that are not mentioned keep their values, but a game has the moves of the link and no
    others, if the link says anything of it. If any part is wrong, nothing changes.

    Args:
        fragment: as from the function `fragment`, with or without "#".

    Raises:
        ValueError: if it is not a link to an existing lab, or an input cannot take its value, or a
            move is illegal; the message quotes what is wrong and says what is allowed.

    >>> _ = register("heaps", Inputs({"heaps": ipw.Text("4,2,1"), "boxes": ipw.Checkbox(True)}))
    >>> follow("#lab-heaps?heaps=3+3&boxes=no")
    'heaps'
    >>> follow("lab-heaps?boxes=perhaps")
    Traceback (most recent call last):
    ...
    ValueError: the input 'boxes' is 'yes' or 'no', not 'perhaps'
    """
    if not isinstance(fragment, str):
        raise ValueError(f"a link to a lab is text, not {quoted(fragment)}")
    if len(fragment) > _LONGEST:
        raise ValueError(f"the link {quoted(fragment)} is too long: at most {_LONGEST} characters")
    head, _, query = fragment.removeprefix("#").partition("?")
    if not head.startswith(_PREFIX):
        raise ValueError(
            f"a link to a lab begins with {_PREFIX!r} and the lab's name, not with {quoted(head)}"
        )
    name = head.removeprefix(_PREFIX)
    _lab(name).set(_texts(query))
    return name


def _lab(name: str) -> Inputs:
    if name not in _labs:
        known = f"the labs are {_listed(_labs)}" if _labs else "no lab has a name"
        raise ValueError(f"there is no lab {quoted(name)}: {known}")
    return _labs[name]


def _texts(query: str) -> dict[str, str]:
    """Return the inputs that a link gives, by name."""
    texts: dict[str, str] = {}
    for part in query.split("&") if query else []:
        name, equals, text = part.partition("=")
        if not equals:
            raise ValueError(
                f"an input is given by its name and a value, as in heap=3, not by {quoted(part)}"
            )
        name, text = _decoded(name), _decoded(text)
        if name in texts:
            raise ValueError(f"the input {quoted(name)} is given twice, but may be given only once")
        texts[name] = text
    return texts


def _decoded(text: str) -> str:
    # A % that begins no escape would otherwise be ignored silently.
    if re.search("%(?![0-9A-Fa-f]{2})", text):
        raise ValueError(f"in {quoted(text)} a % is not followed by two hexadecimal digits")
    try:
        return unquote_to_bytes(text.replace("+", " ")).decode()
    except UnicodeError:
        raise ValueError(f"{quoted(text)} is not text in UTF-8") from None


def _listed(names: Iterable[str]) -> str:
    first, *more = [quoted(name) for name in names]
    return ", ".join([first, *more[:19], *(["…"] if len(more) > 19 else [])])


# --- The kinds of controls -----------------------------------------------------------------------


class _NotAllowedError(Exception):
    """A control cannot take a text; the exception says what it can take."""


def _text(control: ipw.Widget) -> str | None:
    if isinstance(control, ipw.Checkbox):
        return "yes" if control.value else "no"
    return control.label if control.has_trait("label") else str(control.value)


def _any_text(_control: ipw.Widget, text: str) -> str:
    return text


def _whole(control: ipw.Widget, text: str) -> int:
    if control.has_trait("max"):
        # Any number may be typed, but a slider stops only at its steps.
        step = control.step if isinstance(control, ipw.IntSlider) else 1
        allowed = range(control.min, control.max + 1, step)
    else:
        allowed = _NUMBERS
    if not re.fullmatch("-?[0-9]{1,15}", text) or int(text) not in allowed:
        steps = f" in steps of {allowed.step}" if allowed.step > 1 else ""
        raise _NotAllowedError(f"a whole number from {allowed[0]} to {allowed[-1]}{steps}")
    return int(text)


def _option(control: ipw.Widget, text: str) -> object:
    options = dict(zip(control._options_labels, control._options_values, strict=True))
    if text not in options:
        raise _NotAllowedError(
            f"one of {_listed(options)}" if options else "a menu without options"
        )
    return options[text]


def _yes_or_no(_control: ipw.Widget, text: str) -> bool:
    if text not in ("yes", "no"):
        raise _NotAllowedError("'yes' or 'no'")
    return text == "yes"


_READERS: dict[type[ipw.Widget], Callable[[ipw.Widget, str], Any]] = {
    ipw.Text: _any_text,
    **dict.fromkeys((ipw.IntSlider, ipw.BoundedIntText, ipw.IntText), _whole),
    **dict.fromkeys((ipw.SelectionSlider, ipw.Dropdown, ipw.ToggleButtons), _option),
    ipw.Checkbox: _yes_or_no,
}


def _reader(name: str, control: ipw.Widget) -> Callable[[ipw.Widget, str], Any]:
    # By exact class: a password, which is also a Text, has no place in an address.
    if type(control) not in _READERS:
        kinds = ", ".join(kind.__name__ for kind in _READERS)
        raise ValueError(
            f"the input {quoted(name)} cannot be linked to: {type(control).__name__} is not one "
            f"of {kinds}"
        )
    return _READERS[type(control)]
