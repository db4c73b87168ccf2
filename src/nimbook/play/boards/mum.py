"""The boards for MuM and polynomial MuM: heaps, their product, and consolidation."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from html import escape
from itertools import combinations_with_replacement
from math import prod
from random import Random
from typing import Any

import ipywidgets as ipw

from nimbook.play._heaps import HeapsBoard, Key, Place, Row, heaps_after_move
from nimbook.play._parts_board import Taps
from nimbook.play._play import Play, board_for, set_classes
from nimbook.play.opponent import oracle
from nimtwist.algebra import polynomial_text
from nimtwist.checks import decimal
from nimtwist.games.mum import MuM
from nimtwist.games.polymum import PolyMuM
from nimtwist.games.products import Heaps, ProductGame

__all__ = ["heaps_text", "parse_start"]

_CONSOLIDATED = "whole"
"""The place of the single heap that results from consolidation."""


def parse_start(rules: ProductGame, text: str) -> Heaps:
    """Parse heaps or, if the text is blank, return two small heaps that form an N-position.

    If no such heaps are found, return two heaps of 1.

    >>> from nimtwist import MuM
    >>> parse_start(MuM(5), "8, 7"), parse_start(MuM(5), ""), parse_start(MuM(2), "")
    ((7, 8), (2, 2), (1, 1))
    """
    if text.strip():
        return rules.read(text)
    for heaps in combinations_with_replacement(range(2, 30), 2):
        with suppress(ValueError):  # the heaps are not a position of this game
            if oracle(rules, rules.canonical(heaps)).outcome(heaps) == "N":
                return heaps
    return 1, 1


def heaps_text(position: Heaps) -> dict[str, str]:
    """Return the heaps as text for the control `heaps`.

    >>> heaps_text((3, 8))
    {'heaps': '8, 3'}
    """
    return {"heaps": ", ".join(map(str, reversed(position)))}


class _ProductBoard(HeapsBoard[Any], ABC):
    """A board of heaps, the largest first, with their product and the consolidated heap."""

    rules: ProductGame

    def __init__(self, rules: ProductGame, play: Play) -> None:
        super().__init__(rules, play)
        self._product_box, self._stranded_box = ipw.HTML(), ipw.HTML()

    @abstractmethod
    def product_words(self, heaps: Heaps) -> str:
        """Return the product of the heaps in words."""

    def widgets(self) -> list[ipw.Widget]:
        heaps = self.play.position[::-1]
        self._product_box.value = (
            f'<div class="nt nt-product">{escape(self.product_words(heaps))}</div>'
        )
        self._product_box.layout.display = None if heaps else "none"
        # Only the single heap can be used, and the board must fit a phone's screen.
        only_single = self.is_idle and self.rules.consolidation == "same-turn"
        self._picture.layout.display = "none" if only_single else None
        return [self._product_box, self._picture, *self._consolidation_widgets(), self._tip]

    @property
    def is_idle(self) -> bool:
        """True if the player must consolidate the heaps before doing anything else."""
        return self.rules.compulsory and bool(self._consolidated)

    def prepare(self) -> None:
        super().prepare()
        position, rules = self.play.position, self.rules
        can_consolidate = not self.play.match.is_over and rules.consolidates(position)
        self._consolidated = rules.consolidated(position) if can_consolidate else ()
        if self._consolidated and rules.consolidation == "same-turn":
            [self.sizes[_CONSOLIDATED]] = self._consolidated
            if _CONSOLIDATED not in self.rows:
                self.rows[_CONSOLIDATED] = self.new_row(_CONSOLIDATED)
            self.add_parts(_CONSOLIDATED)

    def _consolidation_widgets(self) -> list[ipw.Widget]:
        """Return the widgets that explain a consolidation and show the resulting heap."""
        rules, play, heaps, single = self.rules, self.play, self.play.position, self._consolidated
        widgets = [
            self._stranded_box,
            *(row.widget for place, row in self.rows.items() if place == _CONSOLIDATED),
        ]
        for widget in widgets:
            widget.layout.display = None if single else "none"
        if not single:
            return widgets
        must = "must" if rules.compulsory else "may"
        turn = "which is your move"
        if rules.consolidation == "same-turn":
            turn = "and you move from there"
        stranded = " is stranded" * rules.is_stranded(heaps)
        merge = f"you {must} merge it into {play.show(single)}, {turn}"
        text = f"{play.show(heaps)}{stranded}: {merge}."
        self._stranded_box.value = f'<div class="nt">{escape(text)}</div>'
        if rules.consolidation == "own-turn":
            button = play.button(
                f"merge the heaps into {play.show(single)}", partial(play.move, single)
            )
            set_classes(button, "nt-do", **{"nt-hint": single in play.hinted})
            return [*widgets, button]
        return widgets

    def options_by_taps(self) -> Mapping[Taps, Any]:
        # A move must leave at least one stick in the heap that it changes.
        return {
            taps: option
            for taps, option in super().options_by_taps().items()
            if not self._takes_all(taps[0])
        }

    def _takes_all(self, key: Key) -> bool:
        return self.amount(key) == self.sizes[key[0]]

    def option_after(self, key: Key) -> Any:
        return (
            (self.sizes[_CONSOLIDATED] - self.amount(key),)
            if key[0] == _CONSOLIDATED
            else super().option_after(key)
        )

    def refusal_message(self, key: Key) -> str:
        # This message would be wrong if the player had to consolidate first, because the tapped
        # stick might then be in the consolidated heap.
        if self._takes_all(key) and not self.is_idle:
            heaps = self.play.show(self.play.position)
            return f"at least 1 must be left in each heap of {heaps}"
        return super().refusal_message(key)


class _MuMBoard(_ProductBoard):
    rules: MuM

    def __init__(self, rules: MuM, play: Play) -> None:
        super().__init__(rules, play)
        modulus = decimal(rules.modulus)
        rest = {
            "coprime": f"a number that shares no factor with {modulus}",
            "not divisible": f"no multiple of {modulus}",
            "any": "at least 1",
        }
        self.tip += f" Take less than {modulus}, and leave {rest[rules.heaps]}."

    def max_take(self, heap: int) -> int:
        return min(heap - 1, self.rules.modulus - 1)

    def add_parts(self, place: Place) -> None:
        """Add missing sticks, and remove those of a merged heap that was larger than at the start.

        The look of a position therefore does not depend on the positions shown before.
        """
        super().add_parts(place)
        start = dict[Place, int](enumerate(sorted(self.play.match.start, reverse=True)))
        needed = self.count_sticks(self.sizes[place]) + self.just_taken[place].total()
        box, most = self.rows[place].box, max(start.get(place, 0), needed)
        for index in range(most, len(box.children)):
            self.parts.pop((place, index)).close()
        box.children = box.children[:most]

    def product_words(self, heaps: Heaps) -> str:
        product, modulus = prod(heaps), self.rules.modulus
        factors = " × ".join(map(decimal, heaps))
        equal = f"{factors} = {decimal(product)}, which is" if len(heaps) > 1 else f"{factors} is"
        return f"{equal} {product % modulus} modulo {modulus}"

    def deal(self, rng: Random) -> Heaps:
        largest = 9 if self.rules.modulus < 8 else 13
        heaps = [heap for heap in range(2, largest + 1) if self.rules._is_heap(heap)]
        return tuple(sorted(rng.choice(heaps) for _ in range(rng.randint(2, 3))))


board_for.register(MuM, _MuMBoard)


# --- Polynomial MuM: a heap is a row of coefficients, which the player toggles --------------------


class _PolynomialBoard(_ProductBoard):
    """A board whose heaps are polynomials, shown as rows of tiles for the coefficients.

    Tapping a tile toggles a coefficient in the draft of a heap; a button plays the draft.
    """

    rules: PolyMuM
    tip = 'Switch tiles on or off, then tap "leave …".'

    def __init__(self, rules: PolyMuM, play: Play) -> None:
        super().__init__(rules, play)
        self.drafts: dict[Place, int] = {}
        """The draft of each heap, which the player edits before moving."""
        self._buttons: dict[Place, ipw.Button] = {}

    def new_row(self, place: Place) -> Row:
        row = Row()
        set_classes(row.box, "nt-tiles")
        self._buttons[place] = self.play.button("", partial(self._leave_draft, place))
        row.widget.children = [row.number, row.box, self._buttons[place]]
        return row

    def add_parts(self, place: Place) -> None:
        box, size = self.rows[place].box, self.sizes[place]
        new = range(len(box.children), max(self.rules.degree, size.bit_length()))
        tiles = [self.add_part((place, power), **self._shared_traits) for power in new]
        box.children = [*tiles[::-1], *box.children]

    def heap_label(self, size: int) -> str:
        text = polynomial_text(size)
        return text if text == str(size) else f"{size} = {text}"

    def count_sticks(self, size: int) -> int:
        return size  # never draw part of a heap in bundles

    def amount(self, key: Key) -> int:
        """Return the amount by which the draft reduces the heap."""
        return self.sizes[key[0]] - self.drafts[key[0]]

    def tap(self, key: Key) -> None:
        """Toggle a tile in the draft of a heap, and discard the drafts of the other heaps."""
        place, power = key
        self.drafts = {**self.sizes, place: self.drafts[place] ^ 1 << power}
        self.update()

    def cancel(self) -> bool:
        is_begun = {**self.drafts, **self.sizes} != self.drafts
        self.drafts.update(self.sizes)
        return is_begun

    def prepare(self) -> None:
        before = self.sizes
        super().prepare()
        for place, size in self.sizes.items():  # discard the drafts after a move
            if self.match_changed or before.get(place) != size:
                self.drafts[place] = size

    def _update_marks(self) -> None:
        """Find the heaps that a hint recommends changing, and the sizes to change them to."""
        self._hinted_heaps: dict[Place, int] = {}
        for option in self.play.hinted:
            if _CONSOLIDATED in self.sizes and len(option) == 1:
                self._hinted_heaps.setdefault(_CONSOLIDATED, option[0])
                continue
            after = heaps_after_move(self.heap_sizes, self.play.position, option)
            changed = [i for i, size in enumerate(after) if size != self.heap_sizes[i]]
            if len(changed) == 1:
                self._hinted_heaps.setdefault(changed[0], after[changed[0]])

    def show_part(self, key: Key, button: ipw.Button) -> None:
        place, power = key
        bit, name = 1 << power, polynomial_text(1 << power)
        size = self.sizes.get(place, 0)
        draft = self.drafts[place] if size else 0
        button.description = name
        button.tooltip = f"{name}: {'on' if draft & bit else 'off'}"
        conditional = {
            "nt-on": bool(draft & bit),
            "nt-last": bool((size ^ size + self.just_taken[place].total()) & bit),
            "nt-hint": bool((self._hinted_heaps.get(place, draft) ^ draft) & bit),
        }
        set_classes(button, "nt-tile", **conditional)

    def finish(self) -> None:
        super().finish()
        for place, size in self.sizes.items():
            draft, button = self.drafts[place], self._buttons[place]
            button.layout.display = "none" if draft == size else None
            button.description = f"leave {polynomial_text(draft)}"
            button.tooltip = f"make {size} into {draft} = {polynomial_text(draft)}"
            conditional = {
                "nt-forbidden": not self._is_legal_draft(place),
                "nt-hint": draft == self._hinted_heaps.get(place),
            }
            set_classes(button, "nt-do", **conditional)

    def _is_legal_draft(self, place: Place) -> bool:
        return self.drafts[place] > 0 and self.is_option(self.option_after((place, 0)))

    def _leave_draft(self, place: Place) -> None:
        key = place, 0
        if not self._is_legal_draft(place):
            raise ValueError(self.refusal_message(key))
        self.taps_by_move[len(self.play.match.transcript)] = (key,)
        self.play.move(self.option_after(key))
        highest = max(self.sizes.get(place, 0).bit_length() - 1, 0)
        self.play.focus(self.play._title if self.play.match.is_over else self.parts[place, highest])

    def product_words(self, heaps: Heaps) -> str:
        product = polynomial_text(self.rules.product(heaps))
        modulus = polynomial_text(self.rules.polynomial)
        if len(heaps) == 1:
            return f"{polynomial_text(heaps[0])} is {product} modulo {modulus}"
        factors = "·".join(f"({polynomial_text(heap)})" for heap in heaps)
        return f"{factors} is {product} modulo {modulus}"

    def deal(self, rng: Random) -> Heaps:
        largest = (1 << self.rules.degree) - 1
        count = rng.randint(2, 3)
        return tuple(sorted(rng.randint(min(2, largest), largest) for _ in range(count)))


board_for.register(PolyMuM, _PolynomialBoard)
