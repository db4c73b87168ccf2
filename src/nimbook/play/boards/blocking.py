"""The board for blocking Nim: heaps, the current restriction, and a choice of the next one."""

from __future__ import annotations

from functools import partial
from html import escape
from random import Random

import ipywidgets as ipw

from nimbook._parts import menu_label
from nimbook.play._heaps import HeapsBoard
from nimbook.play._play import Play, board_for, labelled_row, set_classes
from nimtwist.games.blocking import BlockingNim, BlockingPosition
from nimtwist.games.restrictions import Restriction

# The maximum number of restrictions shown as chips; a larger family gets a menu instead.
_MAX_CHIPS = 12
# The maximum number of forbidden numbers listed on the sign for the current restriction.
_MAX_NAMED = 6


class _BlockingBoard(HeapsBoard[BlockingNim]):
    tip = "First choose what to forbid, then tap a stick to take it and all to its right."

    def __init__(self, rules: BlockingNim, play: Play) -> None:
        super().__init__(rules, play)
        self.forbid = rules.family[0]
        """The restriction that the player's next move will set."""
        self._sign = ipw.HTML()
        self.chips: dict[Restriction, ipw.Button] = {}
        """The buttons for the restrictions, unless there is a menu."""
        self._menu: ipw.Dropdown | None = None
        self._choice: ipw.Widget | None = None

    def heaps(self, position: BlockingPosition) -> tuple[int, ...]:
        return position[0]

    def option(self, heaps: tuple[int, ...]) -> BlockingPosition:
        return heaps, self.forbid

    def prepare(self) -> None:
        """Pick one of the hint's moves, preferably one that sets the chosen restriction."""
        super().prepare()
        hinted: list[BlockingPosition] = self.play.hinted
        self._hinted_moves = [
            *(option for option in hinted if option[1] == self.forbid),
            *hinted,
        ][:1]

    def _update_marks(self) -> None:
        super()._update_marks()
        hinted = [heaps for heaps, _ in self._hinted_moves]
        self.hinted = {
            taps[0] for taps, (heaps, _) in self._options_by_taps.items() if heaps in hinted
        }

    def choose(self, restriction: Restriction) -> None:
        """Choose the restriction that the next move will set."""
        self.forbid = restriction
        self.update()

    def widgets(self) -> list[ipw.Widget]:
        """Return a sign with the restriction, a control to choose the next one, and the heaps."""
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
        if self._choice is None or self._choice.comm is None:
            self._choice = self._new_choice()
        self._choice.layout.display = "none" if self.play.match.is_over else None
        self._show_choice()
        return [self._sign, self._choice, *super().widgets()]

    def deal(self, rng: Random) -> BlockingPosition:
        heaps = tuple(sorted(rng.randint(2, 7) for _ in range(3)))
        return heaps, rng.choice(self.rules.family)

    def _new_choice(self) -> ipw.Widget:
        family = self.rules.family
        if len(family) > _MAX_CHIPS:
            self._menu = ipw.Dropdown(
                options=[(menu_label(restriction), restriction) for restriction in family],
                value=self.forbid,
                description="forbid next",
            )
            self._menu.observe(lambda change: self.choose(change["new"]), "value")
            return self._menu
        self.chips = {
            restriction: self.play.button(
                menu_label(restriction), partial(self.choose, restriction)
            )
            for restriction in family
        }
        choice = labelled_row("forbid next", list(self.chips.values()))
        choice.add_class("nt-chips")
        return choice

    def _show_choice(self) -> None:
        hinted = [forbid for _, forbid in self._hinted_moves]
        if self._menu is not None:
            self._menu.value = self.forbid
            set_classes(self._menu, **{"nt-hint": bool(hinted)})
        for restriction, chip in self.chips.items():
            chosen = restriction == self.forbid
            chip.tooltip = f"forbid {menu_label(restriction)} next{': chosen' if chosen else ''}"
            set_classes(chip, "nt-chip", **{"nt-chosen": chosen, "nt-hint": restriction in hinted})


board_for.register(BlockingNim, _BlockingBoard)
