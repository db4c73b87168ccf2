"""Argument checks shared by the public functions: integers, choices, functions and text."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable, Sequence

MAX_MESSAGE_LENGTH = 500
"""Maximum length of an error message in characters, whatever the input."""

# Maximum length, in characters, of text that a message quotes in full.
_MAX_QUOTED = 200


def check_integer(value: object, name: str, minimum: int = 0, maximum: int | None = None) -> int:
    """Return `value` as an `int` between `minimum` and `maximum`, both inclusive.

    `name` describes the argument in the message. NumPy integers are accepted. Booleans are
    rejected: `True` in place of a heap is a mistake, not a heap of size 1.

    Raises:
        ValueError: if `value` is not an integer in that range; the message quotes it.

    >>> check_integer(3, "a heap")
    3
    >>> check_integer(-1, "a heap")
    Traceback (most recent call last):
    ...
    ValueError: a heap must be an integer ≥ 0, not -1
    """
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)  # type: ignore[arg-type]
        if number < minimum or (maximum is not None and number > maximum):
            raise TypeError
    except TypeError:
        limits = f"≥ {minimum}" if maximum is None else f"from {minimum} to {short_repr(maximum)}"
        raise ValueError(f"{name} must be an integer {limits}, not {short_repr(value)}") from None
    return number


def set_integer(record: object, field: str, minimum: int = 0, maximum: int | None = None) -> None:
    """Validate a field of a frozen dataclass with `check_integer` and store it as an `int`."""
    value = check_integer(getattr(record, field), field, minimum, maximum)
    object.__setattr__(record, field, value)


def short_repr(value: object) -> str:
    """Return `repr(value)` for an error message, abbreviated if it is long.

    >>> short_repr(-1), short_repr(10**100_000)
    ('-1', '(a number of 332193 bits)')
    >>> print(short_repr("x" * 1000))
    'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'… (1000 characters)
    """
    if type(value) is str:
        return _short_text_repr(value)
    try:
        return shorten(decimal(value) if type(value) is int else repr(value))
    except (ValueError, RecursionError):
        return f"(a {type(value).__name__} that is too long to write)"


def _short_text_repr(text: str) -> str:
    # An unprintable character takes up to ten characters in a repr.
    for beginning in (text[: _MAX_QUOTED + 1], text[:60], text[:15]):
        if len(quoted := repr(beginning)) <= _MAX_QUOTED:
            break
    return quoted if beginning == text else f"{quoted}… ({len(text)} characters)"


def shorten(text: str, maximum: int = _MAX_QUOTED) -> str:
    """Return `text` unchanged, or its beginning and its length if it exceeds `maximum` characters.

    >>> shorten("(4, 2, 1)"), shorten("(4, 2, 1)", 8)
    ('(4, 2, 1)', '(4, 2, 1)… (9 characters)')
    """
    return text if len(text) <= maximum else f"{text[:60]}… ({len(text)} characters)"


def decimal(number: int) -> str:
    """Return an integer in decimal notation, or its size in bits if it has too many digits.

    >>> decimal(12), decimal(10**100_000)
    ('12', '(a number of 332193 bits)')
    """
    try:
        return str(number)
    except ValueError:
        return f"(a number of {number.bit_length()} bits)"


def join_and(parts: Iterable[object]) -> str:
    """Join one or more parts with commas, but use "and" before the last one instead of a comma.

    >>> join_and([1, 2, 3])
    '1, 2 and 3'
    """
    *first, last = map(str, parts)
    return f"{', '.join(first)} and {last}" if first else last


def check_choice(value: object, name: str, choices: Sequence[object]) -> None:
    """Raise a `ValueError` unless `value` is one of `choices`; `name` is the argument's name.

    >>> check_choice("up", "direction", ("left", "right"))
    Traceback (most recent call last):
    ...
    ValueError: direction must be 'left' or 'right', not 'up'
    """
    # Comparing the values is not enough, since 1 == True.
    if not any(type(value) is type(choice) and value == choice for choice in choices):
        raise ValueError(
            f"{name} must be {' or '.join(map(repr, choices))}, not {short_repr(value)}"
        )


def check_callable(value: object, name: str, of: str) -> None:
    """Raise a `ValueError` unless `value` is callable; `of` describes its expected arguments.

    >>> check_callable(3, "progress", "one number")
    Traceback (most recent call last):
    ...
    ValueError: progress must be a function of one number, not 3
    """
    if not callable(value):
        raise ValueError(f"{name} must be a function of {of}, not {short_repr(value)}")


def check_text(value: object) -> str:
    """Return `value` if it is a `str`.

    Raises:
        ValueError: if `value` is not a `str`; the message quotes it.

    >>> check_text(None)
    Traceback (most recent call last):
    ...
    ValueError: expected a position as text, got None
    """
    if not isinstance(value, str):
        raise ValueError(f"expected a position as text, got {short_repr(value)}")
    return value


def file_name(path: object) -> str:
    """Return a file path as text.

    Raises:
        ValueError: if `path` is neither a path object nor a nonempty string without NUL characters.

    >>> file_name("")
    Traceback (most recent call last):
    ...
    ValueError: expected a file path, got ''
    """
    name = os.fspath(path) if isinstance(path, os.PathLike) else path
    if not isinstance(name, str) or not name or "\0" in name:
        raise ValueError(f"expected a file path, got {short_repr(path)}")
    return name
