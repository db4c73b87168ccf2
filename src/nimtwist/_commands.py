"""What the commands have in common: a command line is refused in a sentence of bounded length."""

from __future__ import annotations

import argparse
import math
import re
from typing import NoReturn

from nimtwist._checks import LONGEST_SENTENCE, quoted, shortened

__all__ = ["Parser", "number", "seconds"]


class Parser(argparse.ArgumentParser):
    """Reads a command line; what it refuses is quoted, but not repeated in full if it is long."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and end with the status 2."""
        super().error(shortened(message, LONGEST_SENTENCE))


def number(text: str) -> int:
    """Return the whole number that an argument is.

    Raises:
        ArgumentTypeError: if it is none, or one of more digits than any that is allowed.

    >>> number("-12")
    -12
    """
    if not re.fullmatch("[+-]?[0-9]{1,30}", text):
        raise argparse.ArgumentTypeError(
            f"{quoted(text)} is not a whole number of at most 30 digits"
        )
    return int(text)


def seconds(text: str) -> float:
    """Return the time that an argument is, in seconds.

    Raises:
        ArgumentTypeError: if it is none, or negative.

    >>> seconds("0.5")
    0.5
    """
    try:
        time = float(text)
    except ValueError:
        time = math.nan
    if not time >= 0:
        raise argparse.ArgumentTypeError(
            f"{quoted(text)} is no time in seconds: it is a number, at least 0, as in 60 or 0.5"
        )
    return time
