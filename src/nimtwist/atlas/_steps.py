"""How the checker of certificates reads a row: letter by letter, and long words faster than that.

The search has a reader of its own; neither knows of the other.
"""

from __future__ import annotations

import re

from nimtwist._checks import quoted
from nimtwist.games.blocking import BlockingNim

# Of a block of so many letters or more, only the first few are read one by one; there a state gains
# most of what it does.
_LONG, _SHORT = 256, 32
# States have at most 6 bits; the letter where one gains is marked by another.
_GAIN = 0x80
_MARK = re.compile(rb"[\x80-\xff]")
_WITHOUT_MARKS = bytes(letter & ~_GAIN for letter in range(256))


class Steps(dict[tuple[int, int], tuple[int, int]]):
    """The reader's next state and what it writes, by its state and the letter it reads.

    Each is worked out when it is first read: so the keys are what has been met.
    """

    def read(self, block: bytes, state: int) -> tuple[bytes, int]:
        """Return what is written when a block is read from a state, and the state after it."""
        new = bytearray()
        for letter in block:
            state, there = self[state, letter]
            new.append(there)
        return bytes(new), state


class PairSteps(Steps):
    """Steps of the reader of two heaps, whose letters are states."""

    def __init__(self, rules: BlockingNim) -> None:
        if not isinstance(rules, BlockingNim) or rules.modulus > 6:
            raise ValueError(
                f"a certificate is for a BlockingNim with a modulus up to 6, not {quoted(rules)}"
            )
        self.modulus = n = rules.modulus
        allowed = [{r for r in range(n) if r + 1 not in c} for c in rules.restrictions]
        sets = [{r for r in range(n) if t >> r & 1} for t in range(1 << n)]
        self._good = [any(not reached & numbers for numbers in allowed) for reached in sets]
        self._tables: dict[int, bytes] = {}
        self._met: dict[int, bytes] = {}

    def __missing__(self, read: tuple[int, int]) -> tuple[int, int]:
        self[read] = step = self._step(*read)
        return step

    def _step(self, state: int, letter: int) -> tuple[int, int]:
        good = self._good[state | letter]
        # One stick further on, residue r has become r + 1; and a good pair is 1 away.
        return self._turned(state) | good, self._turned(letter) | good

    def _turned(self, state: int) -> int:
        return state << 1 & (1 << self.modulus) - 1 | state >> self.modulus - 1

    def read(self, block: bytes, state: int) -> tuple[bytes, int]:
        """Read a block faster than letter by letter, if it is long.

        A state mostly turns and gains nothing. As long as that is so, every n-th letter is read
        from the same state; the first letter where it is not so has a mark.
        """
        if len(block) < _LONG:
            return super().read(block, state)
        new, state = super().read(block[:_SHORT], state)
        written, rest, n = [new], block[_SHORT:], self.modulus
        while rest:
            states, lanes, marked = [state], list[bytes](), bytearray(len(rest))
            for start in range(n):
                lanes.append(rest[start::n])
                marked[start::n] = lanes[-1].translate(self._table(states[-1]))
                states.append(self._turned(states[-1]))
            gain = None if marked.isascii() else _MARK.search(marked)
            end = gain.end() if gain else len(rest)
            for start in range(n):
                self._meet(states[start], lanes[start][: -((start - end) // n)])
            written.append(bytes(marked[:end]).translate(_WITHOUT_MARKS))
            last = (end - 1) % n
            state = self[states[last], rest[end - 1]][0]
            rest = rest[end:]
        return b"".join(written), state

    def _table(self, state: int) -> bytes:
        """Return what is written for each letter read from a state, marked where that gains."""
        if state not in self._tables:
            steps = (self._step(state, letter) for letter in range(1 << self.modulus))
            marked = bytes(there | _GAIN * (on != self._turned(state)) for on, there in steps)
            self._tables[state] = marked.ljust(256, b"\0")
        return self._tables[state]

    def _meet(self, state: int, letters: bytes) -> None:
        met = self._met.setdefault(state, b"")
        for letter in {*letters.translate(None, met)}:
            self[state, letter] = self._step(state, letter)
            self._met[state] += bytes([letter])
