"""Northcott's game played: a button on each square to which a token of the player's may go."""

from __future__ import annotations

from functools import partial

import ipywidgets as ipw

from nimbook.play._play import Adviser, Play, adviser, board, position_of, seen_by_player
from nimtwist.game import Outcome
from nimtwist.games.nim import nim_sum
from nimtwist.games.northcott import Northcott, Rows, gaps, winning_advances

__all__: list[str] = []


class _ByNim:
    """Plays Nim with the gaps: play need not end, so no search of all of it would."""

    def __init__(self, rules: Northcott) -> None:
        self._rules = rules

    def outcome(self, position: Rows) -> Outcome:
        return "N" if nim_sum(gaps(position)) else "P"

    def winning_options(self, position: Rows) -> list[Rows]:
        return winning_advances(self._rules, position)


@adviser.register
def _northcott_adviser(rules: Northcott, position: Rows) -> Adviser:
    return _ByNim(rules)


@seen_by_player.register
def _turned(rules: Northcott, position: Rows) -> Rows:
    return rules.turned(position)


@board.register
def _northcott_board(rules: Northcott, play: Play) -> list[ipw.Widget]:
    position_of(rules, play)
    table = play.table
    targets = {
        (row, new): option
        for option in rules.options(play.position)
        for row, ((old, _), (new, _)) in enumerate(
            zip(play.position, rules.turned(option), strict=True)
        )
        if old != new
    }

    def square(row: int, column: int) -> ipw.Widget:
        left, right = table[row]
        if (row, column) in targets:
            widget = play.button(
                str(column),
                partial(play.move, targets[row, column]),
                tooltip=f"row {row + 1}: move from {left} to {column}",
            )
            widget.add_class("nt-stick-button")
        elif column in (left, right):
            kind, sign, whose = (
                ("P", "▸", "yours") if column == left else ("N", "◂", "the engine's")
            )
            widget = ipw.HTML(
                f'<span class="nt"><b class="nt-tag nt-{kind}" role="img" '
                f'aria-label="{whose}, on {column}">{sign}</b></span>'
            )
        else:
            widget = ipw.Label("·")
        widget.layout.width = "2.3rem"
        widget.add_class("nt-square")
        return widget

    return [
        ipw.HBox(
            [
                ipw.Label(f"gap {gap}", layout=ipw.Layout(width="3.2rem")),
                *(square(row, column) for column in range(rules.width)),
            ]
        )
        for row, gap in enumerate(gaps(table))
    ]
