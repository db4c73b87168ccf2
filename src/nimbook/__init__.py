"""Toolkit of the book *Nim with a Twist*: claims, exhibits and labs.

Claims and exercises identify chapters by the names in `CHAPTERS`.
"""

CHAPTERS = (
    "impartial_games",
    "muller_twist",
    "nimber_arithmetic",
    "playing_with_stones",
    "gallery",
    "multiplying_heaps",
    "composite_moduli",
    "finite_fields",
    "mumbers",
    "beyond_infinity",
    "more_than_two_players",
    "open_problem",
)
"""The names of the chapters, in order; each notebook is named after its chapter."""
