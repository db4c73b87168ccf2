"""How the checkers read a row: letter by letter, but nothing long twice; and for all sizes at once.

The searches have a reader of their own; neither knows of the other.

A row for all sizes is a list of pieces, blocks with how often they come: a + b·s + c·j times, for
all s >= 0 and j in a region. The last piece is the tail, which comes for ever.
"""

from __future__ import annotations

import math

from nimtwist._checks import short_repr
from nimtwist.games.blocking import BlockingNim

Times = tuple[float, int, int]
"""The numbers a, b, c of a + b·s + c·j. For a tail, a is `math.inf`."""

Pieces = list[tuple[bytes, Times]]

Region = tuple[int, int]
"""The numbers p, q of the region s ≥ 0, 0 ≤ j ≤ p + q·s."""

_ONCE: Times = (1, 0, 0)
_FOR_EVER: Times = (math.inf, 0, 0)
_STAGES: Region = (0, 0)

# No block keeps the checker busy for ever. What is found by search is far below these.
_MOST_COPIES, _MOST_LETTERS = 1 << 8, 1 << 21
_MOST_COMPARED, _EACH_COMPARED = 1 << 28, 1 << 12  # letters; what a comparison costs besides

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
    letters: int

    def __init__(self) -> None:
        self._kept: dict[tuple[bytes, int], tuple[bytes, int]] = {}
        self._left = _MOST_LOOKED_UP

    def spell(self, block: bytes, state: int) -> tuple[bytes, int]:
        """Return what is written when a block is read from a state, and the state after it."""
        new = bytearray()
        self._left -= len(block)  # pragma: no mutate: it only limits the time of a checker
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
                "a certificate is for a BlockingNim with a modulus up to 6, not "
                f"{short_repr(rules)}"
            )
        self.modulus = n = rules.modulus
        self.letters = 1 << n
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


# --- Rows for all sizes ---------------------------------------------------------------------------


def _moved(row: Pieces, stage: int = 0, turn: int = 0) -> Pieces:
    return [(block, (a + b * stage + c * turn, b, c)) for block, (a, b, c) in row]


def _at_least(times: Times, least: int, region: Region) -> bool:
    """Return whether a + b·s + c·j is `least` or more in all of a region; if in doubt, it is not.

    For a given s it is smallest at one of the two ends of j, and there it is linear in s.
    """
    (a, b, c), (p, q) = times, region
    return all(fixed >= least and grows >= 0 for fixed, grows in [(a, b), (a + c * p, b + c * q)])


def _minus(times: Times, other: Times) -> Times:
    (a, b, c), (d, e, f) = times, other
    return times if times == _FOR_EVER else (a - d, b - e, c - f)


def _read(steps: Steps, state: int, row: Pieces, region: Region) -> tuple[Pieces, int]:
    """Return what is written when a row is read, for all s and j at once, and the state then."""
    written: Pieces = []
    letters = 0
    for block, times in row:
        copies = 0
        while any(times):
            new, after = steps.read(block, state)
            copies, letters = copies + 1, letters + len(block)
            if after == state:  # so it is after every further copy
                written.append((new, times))
                break
            if not _at_least(times, 1, region):
                raise UnreadableError("a block may come too few times to be read")
            if copies > _MOST_COPIES or letters > _MOST_LETTERS:
                raise UnreadableError("too much is to be read before a block settles")
            written.append((new, _ONCE))
            state, times = after, _minus(times, _ONCE)
    return _tidy(written), state


def _tidy(row: Pieces) -> Pieces:
    """Return the same row with copies of a repeated block that lie beside it counted in."""
    tidy: Pieces = []
    for block, times in row:
        if times == _ONCE:
            if tidy and tidy[-1][1] == _ONCE:
                block = tidy.pop()[0] + block
            start = 0
            while tidy and block.startswith(tidy[-1][0], start):
                before, often = tidy[-1]
                tidy[-1] = before, _minus(often, (-1, 0, 0))
                start += len(before)
            if start < len(block):
                tidy.append((block[start:], _ONCE))
        else:
            if tidy and tidy[-1][1] == _ONCE:
                before = tidy.pop()[0]
                end = len(before)
                while before.endswith(block, 0, end):
                    times, end = _minus(times, (-1, 0, 0)), end - len(block)
                if end:
                    tidy.append((before[:end], _ONCE))
            if tidy and tidy[-1][0] == block:
                times = _minus(times, _minus((0, 0, 0), tidy.pop()[1]))
            tidy.append((block, times))
    return tidy


def _same(first: Pieces, second: Pieces, region: Region) -> bool:
    """Return whether two rows are the same for all s and j; if in doubt, they are not.

    What has been read of one row and not yet of the other is kept in `ahead`. If x are the letters
    ahead, and blocks a and b come next, then from x·a = b·x follows x·a^m = b^m·x for every m.
    """
    left, right = ([piece for piece in reversed(row) if any(piece[1])] for row in (first, second))
    ahead = b""  # of the left row; the rows change places if it is the right one that is ahead
    compared = 0
    while compared < _MOST_COMPARED:
        (a, i), (b, j) = left[-1], right[-1]
        # This only limits the time until the rows are given up.
        compared += len(ahead) + len(a) + len(b) + _EACH_COMPARED  # pragma: no mutate
        if ahead + a == b + ahead and (common := _smaller(i, j, region)):
            if common == _FOR_EVER:
                return True
            _take(left, common)
            _take(right, common)
        elif i == j == _FOR_EVER or not _at_least(j, 1, region):
            return False
        else:
            _take(right, _ONCE)
            both = min(len(ahead), len(b))
            if ahead[:both] != b[:both]:
                return False
            ahead, behind = ahead[both:], b[both:]
            if behind:
                ahead, left, right = behind, right, left
    return False


def _smaller(first: Times, second: Times, region: Region) -> Times | None:
    """Return the one of two numbers that is the smaller one in all of the region, if one is."""
    for one, other in ((first, second), (second, first)):
        if _at_least(_minus(other, one), 0, region):
            return one
    return None


def _take(row: Pieces, times: Times) -> None:
    block, often = row.pop()
    if often != times:
        row.append((block, _minus(often, times)))
