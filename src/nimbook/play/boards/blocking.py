"""The board for blocking Nim: heaps, the current restriction, and a choice of the next one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from html import escape
from random import Random
from typing import Any

import ipywidgets as ipw

from nimbook._parts import menu_label
from nimbook.play._heaps import HeapsBoard
from nimbook.play._parts_board import Taps
from nimbook.play._play import Play, board_for, labelled_row, set_classes
from nimtwist.games.blocking import BlockingNim, BlockingPosition
from nimtwist.games.restrictions import Restriction

# The maximum number of restrictions shown as chips; a larger family gets a menu instead.
_MAX_CHIPS = 12
# The maximum number of forbidden numbers listed on the sign for the current restriction.
_MAX_NAMED = 6


class _BlockingBoard(HeapsBoard[BlockingNim]):
    """A board on which a move takes two taps: one takes sticks, and one says what to forbid."""

    tip = "Tap a stick to take it and all to its right. Then say what to forbid."

    def __init__(self, rules: BlockingNim, play: Play) -> None:
        super().__init__(rules, play)
        self._sign = ipw.HTML()
        self.chips: dict[Restriction, ipw.Button] = {}
        """The buttons for the restrictions, unless there is a menu."""
        self._menu: ipw.Dropdown | None = None
        self._choice: ipw.Widget | None = None

    def heaps(self, position: BlockingPosition) -> tuple[int, ...]:
        return position[0]

    def option(self, heaps: tuple[int, ...]) -> BlockingPosition:
        return heaps, self.rules.family[0]

    def options_by_taps(self) -> Mapping[Taps, BlockingPosition]:
        # A move that takes the last stick is complete, because nothing is left to forbid.
        return {
            (*taps, restriction)[: 2 if heaps else 1]: (heaps, restriction)
            for taps, (heaps, _) in super().options_by_taps().items()
            for restriction in self.rules.family[: None if heaps else 1]
        }

    def forbid(self, restriction: Restriction) -> None:
        """Complete a move by setting the restriction on the next player."""
        if not self.chosen:
            raise ValueError("first tap a stick to take it and all to its right, then forbid")
        self.tap(restriction)

    def prompt(self) -> str:
        if not self.chosen:
            return ""
        [(place, _)], match = self.chosen, self.play.match
        single = all(len(restriction) == 1 for restriction in self.rules.family)
        numbers, opponent = "a number" if single else "numbers", match.seats[match.turn - 1].name
        taking = f"Taking {self.amount(self.chosen[0])} from the heap of {self.sizes[place]}."
        return f"{taking} Now forbid {numbers} for {opponent}."

    def widgets(self) -> list[ipw.Widget]:
        """Return a sign with the restriction, the heaps, and a choice of the next restriction."""
        heaps, forbidden = self.play.position
        largest, modulus = max(heaps, default=0), self.rules.modulus
        numbers = [n for n in range(1, largest + 1) if (n - 1) % modulus + 1 in forbidden]
        text = "Take any number."
        if self.play.match.is_over and numbers:
            text = "Every possible number is forbidden."
        elif numbers:
            more = ", …" if len(numbers) > _MAX_NAMED else ""
            text = f"Not {', '.join(map(str, numbers[:_MAX_NAMED]))}{more}"
            if set(numbers) != forbidden:
                text += f" (that is {menu_label(forbidden)} modulo {modulus})"
        css_class = "nt-sign nt-no" if numbers else "nt-sign"
        self._sign.value = f'<div class="nt"><span class="{css_class}">{escape(text)}</span></div>'
        self._sign.layout.display = None if largest else "none"
        if self._choice is None:
            self._choice = self._new_choice()
        self._choice.layout.display = "none" if self.play.match.is_over else None
        self._show_choice()
        return [self._sign, self._picture, self._choice, self._tip]

    def deal(self, rng: Random) -> BlockingPosition:
        heaps = tuple(sorted(rng.randint(2, 7) for _ in range(3)))
        return heaps, rng.choice(self.rules.family)

    def _new_choice(self) -> ipw.Widget:
        labels = {restriction: menu_label(restriction) for restriction in self.rules.family}
        if len(labels) > _MAX_CHIPS:
            options = [("choose", ""), *((label, key) for key, label in labels.items())]
            self._menu = ipw.Dropdown(options=options, description="forbid")
            self._menu.observe(self._choose_from_menu, "value")
            return self._menu
        self.chips = {
            restriction: self.play.button(label, partial(self.forbid, restriction))
            for restriction, label in labels.items()
        }
        modulus, largest = self.rules.modulus, max(self.play.position[0], default=0)
        label = "forbid" if largest <= modulus else f"forbid (modulo {modulus})"
        choice = labelled_row(label, list(self.chips.values()))
        choice.add_class("nt-chips")
        return choice

    def _choose_from_menu(self, change: dict[str, Any]) -> None:
        if change["new"]:
            self.play._attempt(partial(self.forbid, change["new"]))
            self._menu.value = ""  # type: ignore[union-attr]

    def _show_choice(self) -> None:
        hinted = self.hinted & {*self.rules.family}
        if self._menu is not None:
            set_classes(self._menu, **{"nt-hint": bool(hinted), "nt-idle": not self.chosen})
        for restriction, chip in self.chips.items():
            chip.tooltip = f"forbid {menu_label(restriction)}"
            conditional = {"nt-idle": not self.chosen, "nt-hint": restriction in hinted}
            set_classes(chip, "nt-chip", **conditional)


board_for.register(BlockingNim, _BlockingBoard)
