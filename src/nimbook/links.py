"""Links to labs: the inputs of a lab, as the fragment of an address.

A lab with a name can be linked to, as in `#lab-blocking?piles=4,2,1&modulus=3&forbid=1`: a page
puts the `fragment` of a lab into its address, and lets a lab `follow` the one that it finds there.
What a fragment says goes into the controls as if the reader had entered it, all of it or nothing.
The link to a game has its moves as well, `moves=3.0.12` (`nimbook.record`), which are played again.
Nothing in a link is evaluated, and messages about it are plain text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any
from urllib.parse import parse_qsl, urlencode

import ipywidgets as ipw

from nimtwist._checks import short_repr

__all__ = ["Inputs", "follow", "fragment", "register"]

_PREFIX = "lab-"
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_MAX_LENGTH = 2_000
_MOVES = "moves"
# A page's numbers are exact up to 15 digits.
_EXACT_INTEGERS = range(1 - 10**15, 10**15)

_labs: dict[str, Inputs] = {}


class Inputs:
    """The inputs of a lab: named controls, their values, and how a link writes them.

    A control named `first_heap` is `first_heap` in a link, and labelled "first heap" unless it has
    a label.

    Args:
        controls: widgets with a value, by name.
        on_change: called after each change, and once if a link changes several controls. If it raises
            a `ValueError`, all controls go back to what they were when it last did not.
        on_error: called with the sentence if `changed` has refused what a reader entered.
        extra_texts: returns what the link to a game says otherwise, or besides, its `moves` among it;
            `changed` then takes the moves that a link gives, an empty text if it gives none.

    >>> inputs = Inputs({"first_heap": ipw.Text("3"), "size": ipw.IntSlider(2, 0, 9)})
    >>> inputs.set({"size": "7"})
    >>> inputs.values
    {'first_heap': '3', 'size': 7}
    """

    def __init__(
        self,
        controls: Mapping[str, ipw.Widget],
        on_change: Callable[..., object] = lambda: None,
        on_error: Callable[[str], object] = lambda sentence: None,
        extra_texts: Callable[[], Mapping[str, str]] | None = None,
    ) -> None:
        self.controls = dict(controls)
        """The widgets by name."""
        self._notify, self._report_error, self._extra_texts, self._paused = (
            on_change,
            on_error,
            extra_texts,
            False,
        )
        for name, control in self.controls.items():
            control.description = control.description or name.replace("_", " ")
            if isinstance(control, ipw.Text):
                control.continuous_update = False
            control.observe(self._on_change, "value")
        self._accepted = self.values

    @property
    def values(self) -> dict[str, Any]:
        """The values of the controls by name."""
        return {name: control.value for name, control in self.controls.items()}

    @property
    def pending(self) -> set[str]:
        """The controls whose values have not been accepted yet, while `changed` looks at them."""
        return {name for name, value in self.values.items() if value != self._accepted[name]}

    @property
    def texts(self) -> dict[str, str]:
        """The values as a link writes them, and the moves of a game that has some.

        A menu in which nothing is chosen is left out.

        Raises:
            ValueError: if a control is of a kind that cannot be linked to.
        """
        texts = {name: _serialize(name, control) for name, control in self.controls.items()}
        if self._extra_texts:
            texts |= self._extra_texts()
        return {name: text for name, text in texts.items() if text is not None}

    def _assign(self, values: Mapping[str, Any]) -> None:
        """Set the named controls without calling `changed`."""
        self._paused = True
        try:
            for name, value in values.items():
                self.controls[name].value = value
        finally:
            self._paused = False

    def _sync(self, values: Mapping[str, Any]) -> None:
        """Have the named controls show what is so already."""
        self._assign(values)
        self._accepted = self.values

    def set(self, texts: Mapping[str, str]) -> None:
        """Set the named controls to what the texts mean, all of them or none.

        Raises:
            ValueError: if there is no such control, or it cannot take what the text means, or
                `changed` refuses it; the message quotes it and says what is allowed.
        """
        texts = dict(texts)
        moves = [texts.pop(_MOVES, "")] if self._extra_texts and texts else []
        self._assign({name: self._parse(name, text) for name, text in texts.items()})
        if moves or self.pending:
            self._apply(*moves)

    def _parse(self, name: str, text: str) -> Any:
        if name not in self.controls:
            known = (
                f"its inputs are {_join_names(self.controls)}" if self.controls else "it has none"
            )
            raise ValueError(f"the lab has no input {short_repr(name)}: {known}")
        choices = _choices(self.controls[name])
        if choices is None:
            return text
        if isinstance(choices, range):
            if re.fullmatch("-?[0-9]{1,15}", text) and int(text) in choices:
                return int(text)
            steps = f" in steps of {choices.step}" if choices.step > 1 else ""
            allowed = f"an integer from {choices[0]} to {choices[-1]}{steps}"
        elif text in choices:
            return choices[text]
        else:
            allowed = f"one of {_join_names(choices)}" if choices else "a menu without options"
        raise ValueError(f"the input {short_repr(name)} is {allowed}, not {short_repr(text)}")

    def _on_change(self, _event: object) -> None:
        if not self._paused:
            try:
                self._apply()
            except ValueError as wrong:
                self._report_error(str(wrong))

    def _apply(self, *moves: str) -> None:
        try:
            self._notify(*moves)
        except BaseException:
            self._sync(self._accepted)
            raise
        self._accepted = self.values


def register(name: str, inputs: Inputs) -> str:
    """Give a lab a name, and return what links and the page call it; the newest of a name counts.

    Raises:
        ValueError: if `name` is not made of lower-case letters, digits and single hyphens, or one
            of the controls cannot be linked to.

    >>> register("figure-4", Inputs({"start": ipw.Text("7, 5, 3")}))
    'lab-figure-4'
    """
    if not _NAME.fullmatch(name):
        raise ValueError(
            "the name of a lab is made of lower-case letters, digits and hyphens, as in "
            f"'figure-4': not {short_repr(name)}"
        )
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
    if len(link) > _MAX_LENGTH:
        raise ValueError(
            f"the link {short_repr(link)} is too long: at most {_MAX_LENGTH} characters"
        )
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
    ValueError: the input 'boxes' is one of 'yes', 'no', not 'perhaps'
    """
    if len(fragment) > _MAX_LENGTH:
        raise ValueError(
            f"the link {short_repr(fragment)} is too long: at most {_MAX_LENGTH} characters"
        )
    head, _, query = fragment.removeprefix("#").partition("?")
    if not head.startswith(_PREFIX):
        raise ValueError(
            f"a link to a lab begins with {_PREFIX!r} and the lab's name, not with "
            f"{short_repr(head)}"
        )
    name = head.removeprefix(_PREFIX)
    _lab(name).set(_parse_query(query))
    return name


def _lab(name: str) -> Inputs:
    if name not in _labs:
        known = f"the labs are {_join_names(_labs)}" if _labs else "no lab has a name"
        raise ValueError(f"there is no lab {short_repr(name)}: {known}")
    return _labs[name]


def _parse_query(query: str) -> dict[str, str]:
    """Return the inputs that a link gives, by name."""
    if not query:
        return {}
    try:
        query.encode()
        inputs = parse_qsl(query, keep_blank_values=True, strict_parsing=True, errors="strict")
    except ValueError:
        raise ValueError(
            "inputs are given by names and values in UTF-8, as in heap=3&size=4, not by "
            f"{short_repr(query)}"
        ) from None
    [(name, count), *_] = Counter(name for name, _ in inputs).most_common()
    if count > 1:
        raise ValueError(f"the input {short_repr(name)} is given {count} times, not once")
    return dict(inputs)


def _join_names(names: Iterable[str]) -> str:
    first, *more = [short_repr(name) for name in names]
    return ", ".join([first, *more[:19], *(["…"] if len(more) > 19 else [])])


# --- The kinds of controls -----------------------------------------------------------------------

_INTEGERS = (ipw.IntSlider, ipw.BoundedIntText, ipw.IntText)
_MENUS = (ipw.SelectionSlider, ipw.Dropdown, ipw.ToggleButtons)


def _serialize(name: str, control: ipw.Widget) -> str | None:
    """Return the value of a control as a link writes it."""
    kinds = (ipw.Text, *_INTEGERS, *_MENUS, ipw.Checkbox)
    # By exact class: a password, which is also a Text, has no place in an address.
    if type(control) not in kinds:
        raise ValueError(
            f"the input {short_repr(name)} cannot be linked to: {type(control).__name__} is not "
            f"one of {', '.join(kind.__name__ for kind in kinds)}"
        )
    if isinstance(control, ipw.Checkbox):
        return "yes" if control.value else "no"
    return control.label if isinstance(control, _MENUS) else str(control.value)


def _choices(control: ipw.Widget) -> range | dict[str, Any] | None:
    """Return what a control can take, menus by what they say; `None` if it is any text."""
    if isinstance(control, ipw.Checkbox):
        return {"yes": True, "no": False}
    if isinstance(control, _MENUS):
        return dict(zip(control._options_labels, control._options_values, strict=True))
    if not isinstance(control, _INTEGERS):
        return None
    # Any number may be typed, but a slider stops only at its steps.
    step = control.step if isinstance(control, ipw.IntSlider) else 1
    is_bounded = control.has_trait("max")
    return range(control.min, control.max + 1, step) if is_bounded else _EXACT_INTEGERS
