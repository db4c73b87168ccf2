"""How Cram, Hackenbush and Northcott's game are played by theory."""

from __future__ import annotations

from nimbook.gallery.hackenbush import edge_letters
from nimbook.match import Guide, Oracle, guide
from nimtwist.game import Outcome
from nimtwist.games.cram import Cram, CramPosition, solve_quickly
from nimtwist.games.hackenbush import Hackenbush, Picture, picture_value
from nimtwist.games.nim import nim_sum
from nimtwist.games.northcott import Northcott, Rows, gaps, winning_advances


class _CramGuide(Guide[CramPosition]):
    def oracle(self, position: CramPosition) -> Oracle[CramPosition]:
        return solve_quickly(position)

    def count_options(self, position: CramPosition) -> int:
        below = {(row + 1, column) for row, column in position}
        right = {(row, column + 1) for row, column in position}
        return len(position & below) + len(position & right)


guide.register(Cram, _CramGuide)


class _ByPrinciples:
    """Knows the value of a picture by the fusion and colon principles."""

    def outcome(self, position: Picture) -> Outcome:
        return "N" if picture_value(position) else "P"

    def winning_options(self, position: Picture) -> list[Picture]:
        options = dict.fromkeys(Hackenbush().options(position))
        return [option for option in options if not picture_value(option)]


class _HackenbushGuide(Guide[Picture]):
    def oracle(self, position: Picture) -> Oracle[Picture]:
        edge_letters(position)  # refuses what is too large to draw
        return _ByPrinciples()


guide.register(Hackenbush, _HackenbushGuide)


class _ByNim:
    """Plays Nim with the gaps: play need not end, so no search of all of it would."""

    def __init__(self, rules: Northcott) -> None:
        self._rules = rules

    def outcome(self, position: Rows) -> Outcome:
        return "N" if nim_sum(gaps(position)) else "P"

    def winning_options(self, position: Rows) -> list[Rows]:
        return winning_advances(self._rules, position)


class _NorthcottGuide(Guide[Rows]):
    rules: Northcott

    def oracle(self, position: Rows) -> Oracle[Rows]:
        return _ByNim(self.rules)

    def turned(self, position: Rows) -> Rows:
        return self.rules.turned(position)


guide.register(Northcott, _NorthcottGuide)
