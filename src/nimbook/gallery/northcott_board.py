"""Northcott's game played: a button on each square to which a token of the player's may go."""

from __future__ import annotations

from functools import partial

import ipywidgets as ipw

from nimbook.play._play import Board, board
from nimtwist.games.northcott import Northcott, Rows, gaps

__all__: list[str] = []


class _NorthcottBoard(Board[Northcott]):
    def update(self) -> list[ipw.Widget]:
        rules, position, seen = self.rules, self.play.position, self.play.match.seen
        targets = {
            (row, new): option
            for option in self.play.match.options
            for row, ((old, _), (new, _)) in enumerate(
                zip(position, rules.turned(option), strict=True)
            )
            if old != new
        }
        return [
            ipw.HBox(
                [
                    ipw.Label(f"gap {gap}", layout=ipw.Layout(width="3.2rem")),
                    *(
                        self._square(row, column, seen[row], targets.get((row, column)))
                        for column in range(rules.width)
                    ),
                ]
            )
            for row, gap in enumerate(gaps(seen))
        ]

    def _square(
        self, row: int, column: int, tokens: tuple[int, int], option: Rows | None
    ) -> ipw.Widget:
        """Return a square: a button if a move to it leaves an option, or what stands on it."""
        left, _ = tokens
        if option is not None:
            widget = self.play.button(
                str(column),
                partial(self.play.move, option),
                tooltip=f"row {row + 1}: move from {left} to {column}",
            )
            widget.add_class("nt-stick-button")
        elif column in tokens:
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


board.register(Northcott, _NorthcottBoard)
