"""What the book *Nim with a Twist* adds to its engine: claims, exhibits, experiments.

There is a folder for each chapter, named as its notebook.
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
"""The folders of the chapters, in their order."""
