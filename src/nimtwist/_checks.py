"""What every public function asks of a whole number, said once."""

from __future__ import annotations

import operator

__all__ = ["whole"]


def whole(value: object, name: str, least: int = 0, most: int | None = None) -> int:
    """Return `value` as an `int` if it is a whole number from `least` to `most`.

    `name` says in the error what the value was meant to be. Booleans are refused: `True` in the
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
        limits = f"at least {least}" if most is None else f"from {least} to {most}"
        raise ValueError(f"{name} must be a whole number, {limits}, not {value!r}") from None
    return number
