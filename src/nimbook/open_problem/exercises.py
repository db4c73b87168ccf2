"""The exercises of the chapter on the open problem."""

from nimbook.exercises import Exercises

EXERCISES = Exercises(__package__)
"""The exercises, in the chapter's order."""


@EXERCISES.last
def try_it() -> str:
    """Return the solution of the last section."""
    return ""
