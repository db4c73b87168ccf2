"""The reader that the checkers use.

It reads a single block letter by letter, and a whole family of rows at once. It is independent of
the reader in `nimtwist.atlas.rows`, which the searches use.

A list of pieces describes a family of rows, one for each pair of integers s and j in a `Region`.
Each piece is a block of letters with its number of copies, a + b·s + c·j. The last piece is the
tail, which repeats without end.
"""

from __future__ import annotations

import math

from nimtwist.checks import short_repr
from nimtwist.games.blocking import BlockingNim

Times = tuple[float, int, int]
"""The coefficients a, b, c of a multiplicity a + b·s + c·j. For a tail, a is `math.inf`."""

Pieces = list[tuple[bytes, Times]]

Region = tuple[int, int]
"""The coefficients p, q of the region s ≥ 0, 0 ≤ j ≤ p + q·s."""

_ONCE: Times = (1, 0, 0)
_INFINITE: Times = (math.inf, 0, 0)
_STAGES: Region = (0, 0)

# The reader gives up on a row if its state has still not settled after this many copies of one
# piece, or after this many letters of the row in total. The proofs found by the searches stay far
# below both limits.
_MAX_COPIES, _MAX_LETTERS = 1 << 8, 1 << 21
# `_rows_equal` gives up after comparing `_MAX_COMPARED` letters. To allow for overhead, each
# comparison of two blocks counts as `_COMPARISON_COST` additional letters.
_MAX_COMPARED, _COMPARISON_COST = 1 << 28, 1 << 12

# The sizes of a large and of a small chunk, in letters. If a large chunk is not in the cache, it is
# read in small chunks.
_CHUNK_SIZES = 256, 32
_CACHE_SIZE = 1 << 16
# The maximum number of look-ups (of letters and chunks) for one proof: a few minutes of work.
_MAX_LOOKUPS = 1 << 29
_READ_COST = 8  # overhead of reading a block, counted in look-ups


class UnreadableError(Exception):
    """Raised if a row cannot be read for all sizes at once, or if reading it exceeds the limits."""


class Steps(dict[tuple[int, int], tuple[int, int]]):
    """The reader's transitions, from (state, letter read) to (next state, letter written).

    Transitions are computed on first use, so the keys are exactly the pairs read so far. Reading
    raises an `UnreadableError` once the budget of look-ups is used up.
    """

    modulus: int
    letters: int

    def __init__(self) -> None:
        self._cache: dict[tuple[bytes, int], tuple[bytes, int]] = {}
        self._budget = _MAX_LOOKUPS

    def read_letters(self, block: bytes, state: int) -> tuple[bytes, int]:
        """Read a block letter by letter; return the block written and the next state."""
        new = bytearray()
        self._budget -= len(block)  # pragma: no mutate: only limits the running time
        for letter in block:
            state, letter_written = self[state, letter]
            new.append(letter_written)
        return bytes(new), state

    def read(self, block: bytes, state: int) -> tuple[bytes, int]:
        """Read a block like `read_letters`, but cache chunks, because most recur in long rows."""
        self._budget -= _READ_COST + len(block) // _CHUNK_SIZES[0]
        if self._budget < 0:
            raise UnreadableError(f"reading needs more than {_MAX_LOOKUPS:,} look-ups")
        return self._read(block, state, *_CHUNK_SIZES)

    def _read(self, block: bytes, state: int, letters: int, *smaller: int) -> tuple[bytes, int]:
        cache, written = self._cache, list[bytes]()
        for start in range(0, len(block), letters):
            part = block[start : start + letters], state
            if part not in cache:
                new = self._read(*part, *smaller) if smaller else self.read_letters(*part)
                if len(cache) >= _CACHE_SIZE:
                    cache.clear()
                cache[part] = new
            output, state = cache[part]
            written.append(output)
        return b"".join(written), state


class PairSteps(Steps):
    """The transitions of the reader for games with two heaps; its letters are sets of residues."""

    def __init__(self, rules: BlockingNim) -> None:
        Steps.__init__(self)
        if not isinstance(rules, BlockingNim) or rules.modulus > 6:
            raise ValueError(
                f"rules must be a BlockingNim with a modulus up to 6, not {short_repr(rules)}"
            )
        self.modulus = n = rules.modulus
        self.letters = 1 << n
        allowed = [{r for r in range(n) if r + 1 not in c} for c in rules.restrictions]
        sets = [{r for r in range(n) if t >> r & 1} for t in range(1 << n)]
        self._good = [any(not reached & numbers for numbers in allowed) for reached in sets]

    def __missing__(self, read: tuple[int, int]) -> tuple[int, int]:
        n, (state, letter) = self.modulus, read
        good = self._good[state | letter]
        # With one more stick, residue r becomes r + 1 (and n becomes 1), and residue 1 is added if
        # the pair is good.
        one, two = [s << 1 & (1 << n) - 1 | s >> n - 1 | good for s in read]
        self[read] = one, two
        return one, two


# --- Rows for all sizes ---------------------------------------------------------------------------


def _shifted(row: Pieces, stage: int = 0, turn: int = 0) -> Pieces:
    return [(block, (a + b * stage + c * turn, b, c)) for block, (a, b, c) in row]


def _at_least(times: Times, minimum: int, region: Region) -> bool:
    """Return whether a multiplicity is at least `minimum` throughout a region.

    `False` may also mean undecided. The multiplicity is a + b·s + c·j, with the coefficients in
    `times`. For fixed s, its smallest value occurs at the lower or upper end of the range of j; at
    each end, it is a linear function of s.
    """
    (a, b, c), (p, q) = times, region
    return all(
        constant >= minimum and slope >= 0 for constant, slope in [(a, b), (a + c * p, b + c * q)]
    )


def _subtract(times: Times, other: Times) -> Times:
    (a, b, c), (d, e, f) = times, other
    return times if times == _INFINITE else (a - d, b - e, c - f)


def _read_row(steps: Steps, state: int, row: Pieces, region: Region) -> tuple[Pieces, int]:
    """Read a row for all s and j in a region; return the row written and the final state."""
    written: Pieces = []
    letters = 0
    for block, times in row:
        copies = 0
        while any(times):
            new, after = steps.read(block, state)
            copies, letters = copies + 1, letters + len(block)
            if after == state:  # then every further copy leaves the state unchanged
                written.append((new, times))
                break
            if not _at_least(times, 1, region):
                raise UnreadableError("a block may be repeated too few times to be read")
            if copies > _MAX_COPIES or letters > _MAX_LETTERS:
                raise UnreadableError("a block needs too many copies to settle")
            written.append((new, _ONCE))
            state, times = after, _subtract(times, _ONCE)
    return _tidy(written), state


def _tidy(row: Pieces) -> Pieces:
    """Return the same row after merging each repeated block with adjacent copies of it."""
    tidy: Pieces = []
    for block, times in row:
        if times == _ONCE:
            if tidy and tidy[-1][1] == _ONCE:
                block = tidy.pop()[0] + block
            start = 0
            while tidy and block.startswith(tidy[-1][0], start):
                before, count = tidy[-1]
                tidy[-1] = before, _subtract(count, (-1, 0, 0))
                start += len(before)
            if start < len(block):
                tidy.append((block[start:], _ONCE))
        else:
            if tidy and tidy[-1][1] == _ONCE:
                before = tidy.pop()[0]
                end = len(before)
                while before.endswith(block, 0, end):
                    times, end = _subtract(times, (-1, 0, 0)), end - len(block)
                if end:
                    tidy.append((before[:end], _ONCE))
            if tidy and tidy[-1][0] == block:
                times = _subtract(times, _subtract((0, 0, 0), tidy.pop()[1]))
            tidy.append((block, times))
    return tidy


def _rows_equal(first: Pieces, second: Pieces, region: Region) -> bool:
    """Return whether two rows are equal throughout a region; `False` may also mean undecided.

    `ahead` holds the letters of one row that the other has not matched yet. If `ahead` is the word
    x and the next blocks of the two rows are a and b, then x·a = b·x implies x·a^m = b^m·x for
    every m, so m copies of each block can be skipped at once.
    """
    left, right = ([piece for piece in reversed(row) if any(piece[1])] for row in (first, second))
    ahead = b""  # letters of the left row; if the right row gets ahead, the rows are swapped
    compared = 0
    while compared < _MAX_COMPARED:
        (a, i), (b, j) = left[-1], right[-1]
        # The exact count does not matter: its only purpose is to limit the running time.
        compared += len(ahead) + len(a) + len(b) + _COMPARISON_COST  # pragma: no mutate
        if ahead + a == b + ahead and (common := _minimum(i, j, region)):
            if common == _INFINITE:
                return True
            _remove(left, common)
            _remove(right, common)
        elif i == j == _INFINITE or not _at_least(j, 1, region):
            return False
        else:
            _remove(right, _ONCE)
            common_size = min(len(ahead), len(b))
            if ahead[:common_size] != b[:common_size]:
                return False
            ahead, rest = ahead[common_size:], b[common_size:]
            if rest:
                ahead, left, right = rest, right, left
    return False


def _minimum(first: Times, second: Times, region: Region) -> Times | None:
    """Return whichever multiplicity is smaller throughout a region, or `None` if undecided."""
    for one, other in ((first, second), (second, first)):
        if _at_least(_subtract(other, one), 0, region):
            return one
    return None


def _remove(row: Pieces, times: Times) -> None:
    block, count = row.pop()
    if count != times:
        row.append((block, _subtract(count, times)))
