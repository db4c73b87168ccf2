"""Blocking Nim played: what is forbidden is struck out, and a menu says what to forbid next."""

from __future__ import annotations

from functools import partial

import ipywidgets as ipw

from nimbook._parts import words
from nimbook.play._heaps import heap_of_buttons, heaps_shown
from nimbook.play._play import Play, board, count_options, position_of
from nimtwist.games.blocking import BlockingNim, BlockingPosition

__all__: list[str] = []


@count_options.register
def _blocking_options(rules: BlockingNim, position: BlockingPosition) -> int:
    rules.show(position)
    piles, forbidden = set(position[0]), position[1]
    blocked = sum((pile - r) // rules.modulus + 1 for pile in piles for r in forbidden)
    return (sum(piles) - blocked) * len(rules.family)


@board.register
def _blocking_board(rules: BlockingNim, play: Play) -> list[ipw.Widget]:
    piles, forbidden = position_of(rules, play)
    chosen = play.chosen if play.chosen in rules.restrictions else rules.family[0]
    forbid = ipw.Dropdown(
        options=[(words(restriction), restriction) for restriction in rules.family],
        value=chosen,
        description="and forbid",
    )

    def take(pile: int, taken: int) -> None:
        play.chosen = forbid.value
        others = list(piles)
        others.remove(pile)
        left = [pile - taken] if taken < pile else []
        play.move((tuple(sorted([*others, *left])), forbid.value))

    largest_first = piles[::-1]
    rows = [
        heap_of_buttons(play, pile, name, partial(take, pile), range(1, pile + 1))
        for i, name in heaps_shown(largest_first)
        for pile in [largest_first[i]]
    ]
    for row in rows:
        for button in row.children[1:]:
            # Of a large pile, the number is typed.
            taken = button.description
            if taken.isdecimal() and (int(taken) - 1) % rules.modulus + 1 in forbidden:
                button.add_class("nt-forbidden")
                button.tooltip += ": forbidden"
    return [*rows, forbid]
