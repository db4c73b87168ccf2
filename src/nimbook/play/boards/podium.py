"""Moore's Nim played: sticks are chosen in several heaps, and taken together."""

from __future__ import annotations

import ipywidgets as ipw

from nimbook.play._heaps import Heap, HeapsBoard, moved
from nimbook.play._marks import look
from nimbook.play._play import Play, board
from nimtwist.games.moore import Moore


class _MooreBoard(HeapsBoard[Moore]):
    """Taps choose what to take from each heap, and a button takes it."""

    def __init__(self, rules: Moore, play: Play) -> None:
        super().__init__(rules, play)
        heaps = "one heap" if rules.k == 1 else f"up to {rules.k} heaps"
        self.tip = f"Tap sticks in {heaps}, then take them."
        self.draft: dict[int, int] = {}
        """How many sticks are chosen, by the places of the heaps."""
        self._moves = 0
        self._do: ipw.Button | None = None

    def chosen(self, heap: Heap) -> int:
        """Return how many sticks of a heap are chosen."""
        return self.draft.get(self.place_of(heap), 0)

    def take(self, place: int, amount: int) -> None:
        """Choose so much in a place; the same again, nothing."""
        if self.draft.get(place) == amount:
            del self.draft[place]
        else:
            self.draft[place] = amount
        self.update()

    def update(self) -> list[ipw.Widget]:
        """Show the heaps on the table."""
        if self._moves != len(self.play.match.transcript):
            self.draft = {}
        self._moves = len(self.play.match.transcript)
        self.draft = {i: n for i, n in self.draft.items() if i < len(self.places)}
        return super().update()

    def below(self) -> list[ipw.Widget]:
        """Return the button that takes what is chosen."""
        if self._do is None or self._do.comm is None:
            self._do = self.play.button("", self._take_chosen)
        amounts = " and ".join(str(taken) for _, taken in sorted(self.draft.items()))
        self._do.description = f"take {amounts}" if amounts else "take …"
        illegal = bool(amounts) and not self._is_option(self._left_by_draft())
        named = [tuple(sorted(option)) for option in self.play.hinted]
        look(
            self._do,
            "nt-do",
            **{"nt-forbidden": illegal, "nt-hint": self._left_by_draft() in named},
        )
        self._do.layout.display = "none" if self.play.match.over else None
        return [self._do]

    def is_legal(self, heap: Heap, amount: int) -> bool:
        """Return whether a stick may be chosen: all may."""
        return True

    def hints(self) -> dict[int, set[int]]:
        """Return how much to take from which places for the first move that a hint has named."""
        found: dict[int, set[int]] = {}
        for option in self.play.hinted[:1]:
            after = moved(self.places, self.play.position, option)
            for place, (old, new) in enumerate(zip(self.places, after, strict=True)):
                if new < old:
                    found[place] = {old - new}
        return found

    def _left_by_draft(self) -> tuple[int, ...]:
        sizes = (size - self.draft.get(i, 0) for i, size in enumerate(self.places))
        return tuple(sorted(filter(None, sizes)))

    def _take_chosen(self) -> None:
        if not self.draft:
            raise ValueError("choose some sticks first: tap them")
        self.play.move(self._left_by_draft())


board.register(Moore, _MooreBoard)
