"""Moore's Nim played: sticks are chosen in several heaps, and taken together."""

from __future__ import annotations

import ipywidgets as ipw

from nimbook.play._heaps import HeapsBoard, Key, Place, moved
from nimbook.play._marks import look
from nimbook.play._play import Play, board
from nimtwist.games.moore import Moore


class _MooreBoard(HeapsBoard[Moore]):
    """Taps choose what to take from each heap, and a button takes it."""

    def __init__(self, rules: Moore, play: Play) -> None:
        super().__init__(rules, play)
        heaps = "one heap" if rules.k == 1 else f"up to {rules.k} heaps"
        self.tip = f"Tap sticks in {heaps}, then take them."
        self.draft: dict[Place, int] = {}
        """How many sticks are chosen, by the places of the heaps."""
        self._do: ipw.Button | None = None

    def chosen_in(self, place: Place) -> int:
        """Return how many sticks of a heap are chosen."""
        return self.draft.get(place, 0)

    def may_tap(self, key: Key) -> bool:
        """Return whether a stick may be chosen: all may."""
        return True

    def tap(self, key: Key) -> None:
        """Choose a stick and all to its right; the same again, nothing."""
        amount = self.amount(key)
        self.draft[key[0]] = 0 if self.chosen_in(key[0]) == amount else amount
        self.update()

    def prepare(self) -> None:
        """Find where the heaps are now; a move ends what was chosen before it."""
        if self.motion.anew:
            self.draft = {}
        super().prepare()

    def _mark(self) -> None:
        """Mark how much to take from which places for the first move that a hint has named."""
        self.hinted = set()
        for option in self.play.hinted[:1]:
            after = moved(self.places, self.play.position, option)
            for place, (old, new) in enumerate(zip(self.places, after, strict=True)):
                if new < old and old == self.count_sticks(old):
                    self.hinted.add((place, new))

    def below(self) -> list[ipw.Widget]:
        """Return the button that takes what is chosen."""
        if self._do is None or self._do.comm is None:
            self._do = self.play.button("", self._take_chosen)
        chosen = self._left_by_draft()
        amounts = " and ".join(str(taken) for _, taken in sorted(self.draft.items()) if taken)
        self._do.description = f"take {amounts}" if amounts else "take …"
        kinds = {
            "nt-forbidden": bool(amounts) and not self.is_option(chosen),
            "nt-hint": chosen in self.play.hinted,
        }
        look(self._do, "nt-do", **kinds)
        self._do.layout.display = "none" if self.play.match.over else None
        return [self._do]

    def _left_by_draft(self) -> tuple[int, ...]:
        sizes = (size - self.chosen_in(place) for place, size in enumerate(self.places))
        return tuple(sorted(filter(None, sizes)))

    def _take_chosen(self) -> None:
        if not any(self.draft.values()):
            raise ValueError("choose some sticks first: tap them")
        self.play.move(self._left_by_draft())


board.register(Moore, _MooreBoard)
