"""How the checkers read a row: letter by letter, but nothing long twice.

The searches have a reader of their own; neither knows of the other.
"""

from __future__ import annotations

from nimtwist._checks import quoted
from nimtwist.games.blocking import BlockingNim

_AT_ONCE = 256, 32  # letters; what is not known yet is read in shorter parts
_MOST_KEPT = 1 << 16
# No proof keeps a checker busy for ever: so many letters and parts are looked up, for minutes.
_MOST_LOOKED_UP = 1 << 29
_EACH = 8  # what reading a short block costs besides, in look-ups


class UnreadableError(Exception):
    """A row cannot be read for all sizes at once, or not soon; the exception says why."""


class Steps(dict[tuple[int, int], tuple[int, int]]):
    """The reader's next state and what it writes, by its state and the letter it reads.

    Each is worked out when it is first read: so the keys are what has been met. Who reads for too
    long is stopped by an `UnreadableError`.
    """

    modulus: int

    def __init__(self) -> None:
        self._kept: dict[tuple[bytes, int], tuple[bytes, int]] = {}
        self._left = _MOST_LOOKED_UP

    def spell(self, block: bytes, state: int) -> tuple[bytes, int]:
        """Return what is written when a block is read from a state, and the state after it."""
        new = bytearray()
        self._left -= len(block)
        for letter in block:
            state, there = self[state, letter]
            new.append(there)
        return bytes(new), state

    def read(self, block: bytes, state: int) -> tuple[bytes, int]:
        """Return the same, and keep it by parts: long rows say most of what they say again."""
        self._left -= _EACH + len(block) // _AT_ONCE[0]
        if self._left < 0:
            raise UnreadableError(f"more than {_MOST_LOOKED_UP} look-ups are needed to read on")
        return self._read(block, state, *_AT_ONCE)

    def _read(self, block: bytes, state: int, letters: int, *fewer: int) -> tuple[bytes, int]:
        kept, written = self._kept, list[bytes]()
        for start in range(0, len(block), letters):
            part = block[start : start + letters], state
            if part not in kept:
                new = self._read(*part, *fewer) if fewer else self.spell(*part)
                if len(kept) >= _MOST_KEPT:
                    kept.clear()
                kept[part] = new
            there, state = kept[part]
            written.append(there)
        return b"".join(written), state


class PairSteps(Steps):
    """Steps of the reader of two heaps, whose letters are states."""

    def __init__(self, rules: BlockingNim) -> None:
        Steps.__init__(self)
        if not isinstance(rules, BlockingNim) or rules.modulus > 6:
            raise ValueError(
                f"a certificate is for a BlockingNim with a modulus up to 6, not {quoted(rules)}"
            )
        self.modulus = n = rules.modulus
        allowed = [{r for r in range(n) if r + 1 not in c} for c in rules.restrictions]
        sets = [{r for r in range(n) if t >> r & 1} for t in range(1 << n)]
        self._good = [any(not reached & numbers for numbers in allowed) for reached in sets]

    def __missing__(self, read: tuple[int, int]) -> tuple[int, int]:
        n, (state, letter) = self.modulus, read
        good = self._good[state | letter]
        # One stick further on, residue r has become r + 1; and a good pair is 1 away.
        one, two = [s << 1 & (1 << n) - 1 | s >> n - 1 | good for s in read]
        self[read] = one, two
        return one, two
