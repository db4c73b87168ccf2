"""Polynomial MuM played: a heap is a row of coefficients, and one chooses those to leave."""

from __future__ import annotations

from functools import partial
from random import Random

import ipywidgets as ipw

from nimbook.play._heaps import Key, Place, Row, moved
from nimbook.play._marks import look
from nimbook.play._play import Play, board
from nimbook.play.boards.mum import WHOLE, ProductBoard
from nimtwist.algebra import polynomial_text
from nimtwist.games.polymum import PolyMuM
from nimtwist.games.products import Heaps


class _PolynomialBoard(ProductBoard):
    """A heap is the coefficients of a polynomial: tiles that are on or off.

    What is chosen on them is a draft; a button leaves it.
    """

    rules: PolyMuM
    tip = "Tap tiles to choose a smaller polynomial, and leave it."

    def __init__(self, rules: PolyMuM, play: Play) -> None:
        super().__init__(rules, play)
        self.drafts: dict[Place, int] = {}
        """What each heap is to become."""
        self._buttons: dict[Place, ipw.Button] = {}

    def row(self, place: Place) -> Row:
        """Return a new heap for the page, with the button that leaves what is chosen."""
        row = Row()
        look(row.box, "nt-tiles")
        self._buttons[place] = self.play.button("", partial(self._leave, place))
        row.widget.children = [row.number, row.box, self._buttons[place]]
        return row

    def grow(self, place: Place) -> None:
        """Make the tiles that a heap needs now, as far as they are missing."""
        box, size = self.rows[place].box, self.sizes[place]
        new = range(len(box.children), max(self.rules.degree, size.bit_length()))
        tiles = [self.part((place, power), **self._shared) for power in new]
        box.children = [*tiles[::-1], *box.children]

    def name(self, size: int) -> str:
        """Return what stands before a heap."""
        text = polynomial_text(size)
        return text if text == str(size) else f"{size} = {text}"

    def count_sticks(self, size: int) -> int:
        """Return the size: nothing of a heap is drawn otherwise."""
        return size

    def amount(self, key: Key) -> int:
        """Return how much is taken when what is chosen is left."""
        return self.sizes[key[0]] - self.drafts[key[0]]

    def tap(self, key: Key) -> None:
        """Turn a tile on or off."""
        self.drafts[key[0]] ^= 1 << key[1]
        self.update()

    def prepare(self) -> None:
        """Find where the heaps are now; a move ends what was begun before it."""
        before = self.sizes
        super().prepare()
        for place, size in self.sizes.items():
            if self.motion.anew or before.get(place) != size:
                self.drafts[place] = size

    def _mark(self) -> None:
        """Find what each heap should become for the winning moves that a hint has named."""
        self._advised: dict[Place, int] = {}
        for option in self.play.hinted:
            if WHOLE in self.sizes and len(option) == 1:
                self._advised.setdefault(WHOLE, option[0])
                continue
            after = moved(self.places, self.play.position, option)
            changed = [i for i, size in enumerate(after) if size != self.places[i]]
            if len(changed) == 1:
                self._advised.setdefault(changed[0], after[changed[0]])

    def show_part(self, key: Key, button: ipw.Button) -> None:
        """Show a tile."""
        place, power = key
        bit, name = 1 << power, polynomial_text(1 << power)
        size = self.sizes.get(place, 0)
        draft = self.drafts[place] if size else 0
        button.description = name
        button.tooltip = f"{name}: {'on' if draft & bit else 'off'}"
        kinds = {
            "nt-on": bool(draft & bit),
            "nt-last": bool((size ^ size + sum(self.gone.get(place, []))) & bit),
            "nt-hint": bool((self._advised.get(place, draft) ^ draft) & bit),
        }
        look(button, "nt-tile", **kinds)

    def finish(self) -> None:
        """Show the numbers of the heaps, and the buttons that leave what is chosen."""
        super().finish()
        for place, size in self.sizes.items():
            draft, button = self.drafts[place], self._buttons[place]
            button.layout.display = "none" if draft == size else None
            button.description = f"leave {polynomial_text(draft)}"
            button.tooltip = f"make {size} into {draft} = {polynomial_text(draft)}"
            kinds = {
                "nt-forbidden": not self._may_leave(place),
                "nt-hint": draft == self._advised.get(place),
            }
            look(button, "nt-do", **kinds)

    def _may_leave(self, place: Place) -> bool:
        return self.drafts[place] > 0 and self.is_option(self.left((place, 0)))

    def _leave(self, place: Place) -> None:
        key = place, 0
        if not self._may_leave(place):
            raise ValueError(self.refusal(key))
        self.tapped[len(self.play.match.transcript)] = (key,)
        self.play.move(self.left(key))
        highest = max(self.sizes.get(place, 0).bit_length() - 1, 0)
        (self.play._title if self.play.match.over else self.parts[place, highest]).focus()

    def product_words(self, heaps: Heaps) -> str:
        product = polynomial_text(self.rules.product(heaps))
        if len(heaps) == 1:
            return f"{polynomial_text(heaps[0])} is {product} in the field"
        factors = "·".join(f"({polynomial_text(heap)})" for heap in heaps)
        return f"{factors} is {product} in the field"

    def deal(self, chance: Random) -> Heaps:
        """Return two or three elements of the field."""
        most = (1 << self.rules.degree) - 1
        return tuple(
            sorted(chance.randint(min(2, most), most) for _ in range(chance.randint(2, 3)))
        )


board.register(PolyMuM, _PolynomialBoard)
