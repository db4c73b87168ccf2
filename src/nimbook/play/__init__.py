"""Labs for playing any game against an opponent, on a board or with buttons.

A game in progress is a `nimbook.play.match.Match`, which does not depend on widgets. The boards
are in `nimbook.play.boards`.
"""

from nimbook.play import boards
from nimbook.play._heaps_table import heaps_table
from nimbook.play._play import Board, Play, board_for
from nimbook.play._written import WrittenPlay
from nimbook.play.boards.mum import heaps_text, parse_start
from nimbook.play.match import Match

__all__ = [
    "Board",
    "Match",
    "Play",
    "WrittenPlay",
    "board_for",
    "boards",
    "heaps_table",
    "heaps_text",
    "parse_start",
]
