"""Polynomial MuM played: a heap is a row of coefficients, and one chooses those to leave."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from random import Random

from nimbook.play._heaps import Heap
from nimbook.play._marks import look
from nimbook.play._play import board
from nimbook.play.boards.mum import ProductBoard
from nimtwist.algebra import polynomial_text
from nimtwist.games.polymum import PolyMuM
from nimtwist.games.products import Heaps


class Tiles(Heap):
    """A heap as the coefficients of a polynomial: tiles that are on or off.

    What is chosen on them is a draft; a button leaves it.
    """

    def __init__(self, board: _PolynomialBoard, take: Callable[[int], None]) -> None:
        super().__init__(board, take)
        self._width, self.draft, self._made = board.width, 0, 0
        self._box._dom_classes = ("nt-tiles",)
        self._leave = self._play.button("", self._leave_draft)
        self._leave.add_class("nt-do")

    def show(self, size: int, gone: Sequence[int], name: str, hints: Collection[int]) -> None:
        """Show the heap, and what the others have just changed."""
        self._hint = size - min(hints) if hints else None
        changed = size ^ (size + sum(gone))
        made = len(self._play.match.transcript)
        if (size, made) != (self.size, self._made):  # a move ends what was begun before it
            self.draft = size
        self.size, self._made = size, made
        text = polynomial_text(size)
        self._number.value = name if name == text else f"{name} = {text}"
        width = self._width(size + sum(gone))
        while len(self.buttons) < width:
            flip = partial(self._flip, len(self.buttons))
            self.buttons.append(self._play.button("", flip, **self._shared))
        self._changed = changed
        self._draw()
        self._box.children = self.buttons[::-1]
        self.widget.children = [self._number, self._box, self._leave]

    def focus(self) -> None:
        """Put the keyboard's focus where a move from here begins."""
        self.buttons[max(self.size.bit_length() - 1, 0)].focus()

    def _flip(self, power: int) -> None:
        self.draft ^= 1 << power
        self._draw()

    def _leave_draft(self) -> None:
        self.take(self.size - self.draft)

    def _draw(self) -> None:
        for power, tile in enumerate(self.buttons):
            bit, on = 1 << power, self.draft >> power & 1
            with tile.hold_sync():
                tile.description = polynomial_text(bit)
                tile.tooltip = f"{polynomial_text(bit)}: {'on' if on else 'off'}"
                look(
                    tile,
                    "nt-tile",
                    **{
                        "nt-on": bool(on),
                        "nt-last": bool(self._changed & bit),
                        "nt-hint": self._hint is not None and bool((self._hint ^ self.draft) & bit),
                    },
                )
        draft = polynomial_text(self.draft)
        begun = self.draft != self.size
        self._leave.layout.display = None if begun else "none"
        self._leave.description = f"leave {draft}"
        self._leave.tooltip = f"make {self.size} into {self.draft} = {draft}"
        legal = begun and self._board.is_legal(self, self.size - self.draft)
        kinds = {"nt-forbidden": not legal, "nt-hint": self.draft == self._hint}
        look(self._leave, "nt-do", **kinds)


class _PolynomialBoard(ProductBoard):
    rules: PolyMuM
    tip = "Tap tiles to choose a smaller polynomial, and leave it."

    def width(self, heap: int) -> int:
        """Return how many tiles a heap has."""
        return max(self.rules.degree, heap.bit_length())

    def new_heap(self, take: Callable[[int], None]) -> Heap:
        return Tiles(self, take)

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
