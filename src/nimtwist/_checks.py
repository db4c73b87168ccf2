"""Checks of arguments that the public functions share: whole numbers, functions and text."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable, Sequence

LONGEST_SENTENCE = 500
"""How many characters the message of a refusal has at most, whatever is refused."""

# The longest text that a message quotes in full.
_LONGEST = 200


def whole(value: object, name: str, least: int = 0, most: int | None = None) -> int:
    """Return `value` as an `int` if it is a whole number from `least` to `most`.

    `name` says in the message what the value was meant to be. Booleans are rejected: `True` in
    place of a heap is a mistake, not a heap of one. NumPy's integers are whole numbers.

    Raises:
        ValueError: if it is anything else; the message quotes the value and states the rule.

    >>> whole(3, "a heap")
    3
    >>> whole(-1, "a heap")
    Traceback (most recent call last):
    ...
    ValueError: a heap must be a whole number, at least 0, not -1
    """
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)  # type: ignore[arg-type]
        if number < least or (most is not None and number > most):
            raise TypeError
    except TypeError:
        limits = f"at least {least}" if most is None else f"from {least} to {quoted(most)}"
        raise ValueError(f"{name} must be a whole number, {limits}, not {quoted(value)}") from None
    return number


def keep_whole(record: object, field: str, least: int = 0, most: int | None = None) -> None:
    """Keep a field of a frozen record as an `int`; raise a `ValueError` if it is no such number."""
    object.__setattr__(record, field, whole(getattr(record, field), field, least, most))


def quoted(value: object) -> str:
    """Return `value` as messages quote it: in full if it is short, else its beginning or size.

    >>> quoted(-1), quoted(10**100_000)
    ('-1', '(a number of 332193 bits)')
    >>> print(quoted("x" * 1000))
    'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'… (1000 characters)
    """
    if type(value) is str:
        return _quoted_text(value)
    try:
        return shortened(written(value) if type(value) is int else repr(value))
    except (ValueError, RecursionError):
        return f"(a {type(value).__name__} that is too long to write)"


def _quoted_text(text: str) -> str:
    # What is not printable takes up to ten characters.
    for beginning in (text[: _LONGEST + 1], text[:60], text[:15]):
        if len(shown := repr(beginning)) <= _LONGEST:
            break
    return shown if beginning == text else f"{shown}… ({len(text)} characters)"


def shortened(text: str, most: int = _LONGEST) -> str:
    """Return a text in full if it has at most so many characters, else its beginning and length.

    >>> shortened("(4, 2, 1)"), shortened("(4, 2, 1)", 8)
    ('(4, 2, 1)', '(4, 2, 1)… (9 characters)')
    """
    return text if len(text) <= most else f"{text[:60]}… ({len(text)} characters)"


def written(number: int) -> str:
    """Return a number in decimal, or its size if it is too long for Python to write.

    >>> written(12), written(10**100_000)
    ('12', '(a number of 332193 bits)')
    """
    try:
        return str(number)
    except ValueError:
        return f"(a number of {number.bit_length()} bits)"


def joined(parts: Iterable[object]) -> str:
    """Return parts, at least one, as a sentence has them: with commas, and "and" before the last.

    >>> joined([1, 2, 3])
    '1, 2 and 3'
    """
    *first, last = map(str, parts)
    return f"{', '.join(first)} and {last}" if first else last


def check_choice(value: object, name: str, choices: Sequence[object]) -> None:
    """Raise a `ValueError` if `value` is not one of `choices`; `name` says what it is meant for.

    >>> check_choice("up", "the way", ("left", "right"))
    Traceback (most recent call last):
    ...
    ValueError: the way must be 'left' or 'right', not 'up'
    """
    # Equality is not enough: 1 == True.
    if not any(type(value) is type(choice) and value == choice for choice in choices):
        raise ValueError(f"{name} must be {' or '.join(map(repr, choices))}, not {quoted(value)}")


def check_callable(value: object, name: str, of: str) -> None:
    """Raise a `ValueError` if `value`, called `name`, is not a function; `of` names its arguments.

    >>> check_callable(3, "progress", "one number")
    Traceback (most recent call last):
    ...
    ValueError: progress must be a function of one number, not 3
    """
    if not callable(value):
        raise ValueError(f"{name} must be a function of {of}, not {quoted(value)}")


def check_text(value: object) -> str:
    """Return `value` if it is a `str`; raise a `ValueError` that quotes it if not.

    >>> check_text(None)
    Traceback (most recent call last):
    ...
    ValueError: a position is read from text, not from None
    """
    if not isinstance(value, str):
        raise ValueError(f"a position is read from text, not from {quoted(value)}")
    return value


def named(path: object) -> str:
    """Return the name of a file; raise a `ValueError` that quotes what is no name of one.

    >>> named("")
    Traceback (most recent call last):
    ...
    ValueError: a file is named by a path, not by ''
    """
    name = os.fspath(path) if isinstance(path, os.PathLike) else path
    if not isinstance(name, str) or not name or "\0" in name:
        raise ValueError(f"a file is named by a path, not by {quoted(path)}")
    return name
