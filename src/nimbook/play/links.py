"""Links to labs: a lab's inputs, encoded as the fragment of a URL.

A named lab can be linked to, as in `#lab-blocking?piles=4,2,1&modulus=3&forbid=1`. A page uses
`fragment` to write the state of a lab into the page's URL, and `follow` to set up a lab from a
fragment that is already in the URL. The values in a fragment are entered into the controls as if
the reader had typed them, but if one of them is invalid, none is accepted. A link to a game also
contains the moves to replay, as in `moves=3.0.12` (see `nimbook.play.record`). Nothing in a link is
evaluated as code (see `nimbook.study.workbench` for links that contain code), and error messages
about links are plain text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any
from urllib.parse import parse_qsl, urlencode

import ipywidgets as ipw

from nimtwist.checks import short_repr

__all__ = ["Inputs", "follow", "fragment", "register"]

_PREFIX = "lab-"
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_MAX_LENGTH = 8_000  # characters, as for links to code
_MOVES = "moves"
# JavaScript represents integers of up to 15 digits exactly.
_EXACT_INTEGERS = range(1 - 10**15, 10**15)

_labs: dict[str, Inputs] = {}


class Inputs:
    """A lab's inputs: its named controls, their values, and the texts that represent them in links.

    A link refers to controls by name. A control named `first_heap` is labelled "first heap" unless
    it already has a label.

    Args:
        controls: widgets that have a value, keyed by name.
        on_change: called after each change, but only once if a link changes several controls. If it
            raises a `ValueError`, all controls return to the last accepted values, except that text
            that the reader has typed stays in its field until it is corrected or something else
            changes.
        on_error: called with the error message when `on_change` rejects the reader's input.
        extra_texts: for a game, a function that returns more texts to put into a link, including
            `moves`; they take precedence over the texts of the controls. If this function is given
            and a link contains any inputs, `on_change` is called with the moves in the link, or
            with an empty string if the link contains no moves.

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
        """The widgets, keyed by name."""
        self._notify, self._report_error, self._extra_texts, self._paused = (
            on_change,
            on_error,
            extra_texts,
            False,
        )
        for name, control in self.controls.items():
            control.description = control.description or name.replace("_", " ")
            if isinstance(control, _TEXTS):
                control.continuous_update = False
            control.observe(self._on_change, "value")
        self._accepted = self.values
        self._rejected: set[str] = set()  # the field that shows rejected text, if there is one

    @property
    def values(self) -> dict[str, Any]:
        """The values of the controls, keyed by name."""
        return {name: control.value for name, control in self.controls.items()}

    @property
    def pending(self) -> set[str]:
        """The names of the controls whose values `on_change` has not accepted yet."""
        return {name for name, value in self.values.items() if value != self._accepted[name]}

    @property
    def texts(self) -> dict[str, str]:
        """The accepted values as they appear in a link; for a game, also the moves if any.

        A menu without a selection is omitted.

        Raises:
            ValueError: if a link cannot represent a control of this type.
        """
        texts = {name: _serialize(name, control) for name, control in self.controls.items()}
        texts |= {name: self._accepted[name] for name in self._rejected}
        if self._extra_texts:
            texts |= self._extra_texts()
        return {name: text for name, text in texts.items() if text is not None}

    def _assign(self, values: Mapping[str, Any]) -> None:
        """Set the named controls without calling `on_change`."""
        self._paused = True
        try:
            for name, value in values.items():
                self.controls[name].value = value
        finally:
            self._paused = False

    def _sync(self, values: Mapping[str, Any]) -> None:
        """Make the named controls show values that have already been accepted."""
        self._assign(values)
        self._accepted = self.values

    def drop_rejected(self) -> None:
        """Replace rejected text, if there is any, by the last accepted text."""
        self._assign({name: self._accepted[name] for name in self._rejected})
        self._rejected = set()

    def set(self, texts: Mapping[str, str]) -> None:
        """Parse the texts and set the named controls. If any text is invalid, set none of them.

        Raises:
            ValueError: if a name is unknown, a text is not a valid value, or `on_change` rejects
                a value; the message quotes the text and says what is allowed.
        """
        texts = dict(texts)
        moves = [texts.pop(_MOVES, "")] if self._extra_texts and texts else []
        parsed = {name: self._parse(name, text) for name, text in texts.items()}
        before, rejected = self.values, self._rejected
        self.drop_rejected()
        self._assign(parsed)
        if moves or self.pending or rejected:
            try:
                self._apply(*moves)
            except BaseException:
                self._assign({name: before[name] for name in rejected})
                self._rejected = rejected
                raise

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
        raise ValueError(f"the input {short_repr(name)} must be {allowed}, not {short_repr(text)}")

    def _on_change(self, change: dict[str, Any]) -> None:
        if self._paused:
            return
        [name] = [name for name, control in self.controls.items() if control is change["owner"]]
        self._rejected -= {name}
        self.drop_rejected()
        try:
            self._apply()
        except ValueError as error:
            if isinstance(change["owner"], _TEXTS):
                self._assign({name: change["new"]})
                self._rejected = {name}
            self._report_error(str(error))

    def _apply(self, *moves: str) -> None:
        try:
            self._notify(*moves)
        except BaseException:
            self._sync(self._accepted)
            raise
        self._accepted = self.values


def register(name: str, inputs: Inputs) -> str:
    """Register a lab under a name, and return the id that links and the page use for it.

    If another lab already has this name, the new lab replaces it.

    Raises:
        ValueError: if `name` does not consist of lower-case letters, digits and single hyphens, or
            a link cannot represent one of the controls.

    >>> register("figure-4", Inputs({"start": ipw.Text("7, 5, 3")}))
    'lab-figure-4'
    """
    if not _NAME.fullmatch(name):
        raise ValueError(
            "the name of a lab must consist of lower-case letters, digits and hyphens, as in "
            f"'figure-4', not {short_repr(name)}"
        )
    _ = inputs.texts  # raises an error if a link cannot represent a control
    _labs[name] = inputs
    return _PREFIX + name


def fragment(name: str) -> str:
    """Return a link to the named lab with its current inputs, without the "#".

    Raises:
        ValueError: if no lab has this name, or if the link would be too long.

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
    """Set the inputs of the lab named in a link, and return the lab's name.

    Inputs that the link does not mention keep their values. If a link to a game sets any input, the
    moves in the link replace all moves made so far. If any part of the link is invalid, nothing
    changes.

    Args:
        fragment: a link as returned by the function `fragment`, with or without "#".

    Raises:
        ValueError: if the link does not name an existing lab, a value is invalid, or a move is
            illegal; the message quotes the invalid part and says what is allowed.

    >>> _ = register("heaps", Inputs({"heaps": ipw.Text("4,2,1"), "boxes": ipw.Checkbox(True)}))
    >>> follow("#lab-heaps?heaps=3+3&boxes=no")
    'heaps'
    >>> follow("lab-heaps?boxes=perhaps")
    Traceback (most recent call last):
    ...
    ValueError: the input 'boxes' must be one of 'yes', 'no', not 'perhaps'
    """
    if len(fragment) > _MAX_LENGTH:
        raise ValueError(
            f"the link {short_repr(fragment)} is too long: at most {_MAX_LENGTH} characters"
        )
    head, _, query = fragment.removeprefix("#").partition("?")
    if not head.startswith(_PREFIX):
        raise ValueError(
            f"a link to a lab must begin with {_PREFIX!r} and the lab's name, not with "
            f"{short_repr(head)}"
        )
    name = head.removeprefix(_PREFIX)
    _lab(name).set(_parse_query(query))
    return name


def _lab(name: str) -> Inputs:
    if name not in _labs:
        known = f"expected {_join_names(_labs)}" if _labs else "no lab has a name"
        raise ValueError(f"no such lab: {short_repr(name)}; {known}")
    return _labs[name]


def _parse_query(query: str) -> dict[str, str]:
    """Parse the query part of a link into a dictionary from the names of inputs to their texts."""
    if not query:
        return {}
    try:
        query.encode()
        inputs = parse_qsl(query, keep_blank_values=True, strict_parsing=True, errors="strict")
    except ValueError:
        raise ValueError(
            f"expected names and values in UTF-8, as in heap=3&size=4, got {short_repr(query)}"
        ) from None
    [(name, count), *_] = Counter(name for name, _ in inputs).most_common()
    if count > 1:
        raise ValueError(f"the input {short_repr(name)} must be given once, not {count} times")
    return dict(inputs)


def _join_names(names: Iterable[str]) -> str:
    first, *more = [short_repr(name) for name in names]
    return ", ".join([first, *more[:19], *(["…"] if len(more) > 19 else [])])


# --- Types of controls ---------------------------------------------------------------------------

_TEXTS = (ipw.Text, ipw.Textarea)
_INTEGERS = (ipw.IntSlider, ipw.BoundedIntText, ipw.IntText)
_MENUS = (ipw.SelectionSlider, ipw.Dropdown, ipw.ToggleButtons)


def _serialize(name: str, control: ipw.Widget) -> str | None:
    """Return the text that represents the value of a control in a link."""
    kinds = (*_TEXTS, *_INTEGERS, *_MENUS, ipw.Checkbox)
    # Compare exact classes: Password is a subclass of Text but must not end up in a URL.
    if type(control) not in kinds:
        raise ValueError(
            f"the input {short_repr(name)} cannot be linked to: expected one of "
            f"{', '.join(kind.__name__ for kind in kinds)}, got {type(control).__name__}"
        )
    if isinstance(control, ipw.Checkbox):
        return "yes" if control.value else "no"
    return control.label if isinstance(control, _MENUS) else str(control.value)


def _choices(control: ipw.Widget) -> range | dict[str, Any] | None:
    """Return the values that a control accepts, or `None` if it accepts any text.

    The values are a range of integers, or a dictionary from labels to values.
    """
    if isinstance(control, ipw.Checkbox):
        return {"yes": True, "no": False}
    if isinstance(control, _MENUS):
        return dict(zip(control._options_labels, control._options_values, strict=True))
    if not isinstance(control, _INTEGERS):
        return None
    # A slider can only stop at its steps; the other controls accept any integer in their range.
    step = control.step if isinstance(control, ipw.IntSlider) else 1
    is_bounded = control.has_trait("max")
    return range(control.min, control.max + 1, step) if is_bounded else _EXACT_INTEGERS
