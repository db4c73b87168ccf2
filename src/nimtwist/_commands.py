"""What the commands have in common: what cannot be done is refused in a sentence."""

from __future__ import annotations

import argparse
import math
import re
import sys
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from typing import NoReturn

from nimtwist._checks import LONGEST_SENTENCE, short_repr, shorten

__all__ = ["Parser", "ended", "number", "seconds"]


class Parser(argparse.ArgumentParser):
    """Reads a command line; what it refuses is quoted, but not repeated in full if it is long."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and end with the status 2."""
        super().error(shorten(message, LONGEST_SENTENCE))


def number(text: str) -> int:
    """Return the integer that an argument is.

    Raises:
        ArgumentTypeError: if it is none, or one of more digits than any that is allowed.

    >>> number("-12")
    -12
    """
    if not re.fullmatch("[+-]?[0-9]{1,30}", text):
        raise argparse.ArgumentTypeError(
            f"{short_repr(text)} is not an integer of at most 30 digits"
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
            f"{short_repr(text)} is no time in seconds: it is a number, at least 0, as in 60 or 0.5"
        )
    return time


def ended(work: Callable[[], int], kept: str = "") -> int:
    """Do the work of a command, and return its status: that of the work, or of how it failed.

    Then a sentence says why; where work was broken off, with what was `kept` of it.
    """
    try:
        return work()
    except ValueError as error:
        status, sentence = 2, str(error)
    except OSError as error:
        status, sentence = 2, f"{error.filename or 'a file'}: {error.strerror or error}"
    except BrokenExecutor as error:
        status, sentence = 1, f"{error}{kept}"
    except KeyboardInterrupt:
        status, sentence = 130, f"interrupted{kept}"
    print(sentence, file=sys.stderr)
    return status
