"""Tools shared by the commands: argument parsing, error messages and exit statuses."""

from __future__ import annotations

import argparse
import math
import os
import re
import sys
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from typing import NoReturn

from nimtwist.checks import MAX_MESSAGE_LENGTH, short_repr, shorten


class Parser(argparse.ArgumentParser):
    """An argument parser that abbreviates long error messages."""

    def error(self, message: str) -> NoReturn:
        """Print an error message and exit with status 2."""
        super().error(shorten(message, MAX_MESSAGE_LENGTH))


def parse_integer(text: str) -> int:
    """Parse an integer argument.

    Raises:
        ArgumentTypeError: if `text` is not an integer of at most 30 digits.

    >>> parse_integer("-12")
    -12
    """
    if not re.fullmatch("[+-]?[0-9]{1,30}", text):
        raise argparse.ArgumentTypeError(
            f"expected an integer of at most 30 digits, got {short_repr(text)}"
        )
    return int(text)


def parse_seconds(text: str) -> float:
    """Parse a duration in seconds.

    Raises:
        ArgumentTypeError: if `text` is not a number ≥ 0.

    >>> parse_seconds("0.5")
    0.5
    """
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not value >= 0:
        raise argparse.ArgumentTypeError(
            f"expected a number of seconds ≥ 0, such as 60 or 0.5, got {short_repr(text)}"
        )
    return value


def run_command(work: Callable[[], int], note: str = "") -> int:
    """Run a command and return its exit status.

    A failure is printed to standard error as one sentence, without a traceback; a broken pipe is
    silent. If the work was interrupted or a worker process died, `note` (for example, a hint on how
    to resume) is appended to the message.
    """
    try:
        status = work()
        sys.stdout.flush()
        return status
    except BrokenPipeError:  # the reader of the output has stopped reading
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except (OSError, ValueError) as error:
        status, message = 2, explain(error)
    except BrokenExecutor as error:
        status, message = 1, f"{error}{note}"
    except KeyboardInterrupt:
        status, message = 130, f"interrupted{note}"
    print(message, file=sys.stderr)
    return status


def explain(error: Exception) -> str:
    """Return the message of an error, with its notes; an `OSError` begins with the file's name.

    >>> explain(OSError(28, "No space left on device", "table"))
    'table: No space left on device'
    """
    if isinstance(error, OSError):
        return f"{error.filename or 'a file'}: {error.strerror or error}"
    return "\n".join([str(error), *getattr(error, "__notes__", ())])
