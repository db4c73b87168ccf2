"""Whether a staircase is a proof: decided here, by a page of code that knows of no search.

A row is a list of pieces, blocks with how often they come: a + b·s + c·j times, in all stages s ≥ 0
and before all turns j of a loop at once. The last piece is the tail, which comes for ever. Three
facts make a proof of it:

- row `row`, computed one after the other from row 0, is the one that is said;
- the settled part, and the step of any stage after it, are there again after n rows, and the states
  of a reader that leaves them are the same after each step;
- right of them, for all s and j at once, each turn leads to the next one, the last one to the next
  loop, and the last loop to the step of this stage and the first loop of the next.

By induction it is then true for all sizes.
"""

from __future__ import annotations

import math

from nimtwist._checks import quoted
from nimtwist.atlas._steps import PairSteps, Steps, UnreadableError
from nimtwist.atlas.staircase import Growing, Loop, Staircase, Word
from nimtwist.games.blocking import BlockingNim

__all__ = ["counting_flaw"]

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
_MOST_COMPARED, _EACH = 1 << 28, 1 << 12  # letters; what a comparison costs besides


class _Flaw(Exception):
    """What is wrong with a staircase."""


def counting_flaw(rules: BlockingNim, staircase: Staircase) -> str | None:
    r"""Return what is wrong with a staircase for a game, as a sentence; `None` if it is a proof.

    Raises:
        ValueError: if `rules` is not a `BlockingNim` with a modulus up to 6, or `staircase` is not
            a `Staircase`.

    >>> nim = BlockingNim(1, [[]])
    >>> counting_flaw(nim, Staircase(0, (), (b"\1",), (Loop((), b"\0", 1, (0, 0), 1),))) is None
    True
    >>> counting_flaw(nim, Staircase(0, (), (b"\1",), (Loop((), b"\0", 1, (0, 0), 2),)))
    'after loop 1 the next stage does not begin'
    """
    if not isinstance(rules, BlockingNim) or rules.modulus > 6:
        raise ValueError(
            f"a staircase is for a BlockingNim with a modulus up to 6, not {quoted(rules)}"
        )
    if not isinstance(staircase, Staircase):
        raise ValueError(f"a proof of counting is a Staircase, not {quoted(staircase)}")
    try:
        _check_numbers(rules.modulus, staircase)
        steps = PairSteps(rules)
        entered = _check_settled(steps, rules.modulus, staircase)
        _check_loops(steps, entered, staircase)
        _check_first(steps, rules.modulus, staircase)
    except (_Flaw, UnreadableError) as flaw:
        return str(flaw)
    return None


def _check_numbers(modulus: int, staircase: Staircase) -> None:
    parts: list[tuple[str, Word, Region]] = [
        ("the settled part", staircase.settled, _STAGES),
        ("the step", staircase.step, _STAGES),
    ]
    for number, loop in enumerate(staircase.loops, 1):
        if len(loop.tail) != modulus:
            raise _Flaw(f"the tail of loop {number} must have {modulus} letters")
        if loop.rows % modulus or loop.then % modulus:
            raise _Flaw(f"the rows of loop {number} are no multiples of {modulus}")
        parts.append((f"loop {number}", (*loop.word, loop.tail), loop.turns))
    if not sum(loop.rows * sum(loop.turns) + loop.then for loop in staircase.loops):
        raise _Flaw("a stage has no rows")
    for name, word, region in parts:
        for block, times in _pieces(word):
            if any(state >> modulus for state in block):
                raise _Flaw(f"a letter stands for a residue above {modulus}")
            if not _at_least(times, 0, region):
                raise _Flaw(f"a block of {name} may come less often than never")
    for name, word, _ in parts[:2]:
        if any(c or (b and word is staircase.settled) for _, (_, b, c) in _pieces(word)):
            raise _Flaw(f"a block of {name} grows with what is not known there")


def _check_settled(steps: Steps, modulus: int, staircase: Staircase) -> list[int]:
    """Check the settled part; return the states that leave it, in n rows one after the other."""
    entered = [0] * modulus
    for name, word in [("settled part", staircase.settled), ("step", staircase.step)]:
        start, left = _pieces(word), list[int]()
        row = start
        for state in entered:
            row, after = _read(steps, state, row, _STAGES)
            left.append(after)
        if not _same([*row, (b"\0", _FOR_EVER)], [*start, (b"\0", _FOR_EVER)], _STAGES):
            raise _Flaw(f"the {name} is not there again after {modulus} rows")
        if name == "step" and left != entered:
            raise _Flaw("the step is not left as it is entered")
        entered = left
    return entered


def _check_loops(steps: Steps, entered: list[int], staircase: Staircase) -> None:
    """Check that turns, loops and stages follow one another, right of the settled part."""
    done = 0

    def after(row: Pieces, rows: int, region: Region) -> Pieces:
        nonlocal done
        for _ in range(rows):
            row, _ = _read(steps, entered[done % len(entered)], row, region)
            done += 1
        return row

    for number, loop in enumerate(staircase.loops, 1):
        row = _row(loop)
        a, b = loop.turns
        turned = after(row, loop.rows, (a - 1, b)) if a or b else _moved(row, turn=1)
        if not _same(turned, _moved(row, turn=1), (a - 1, b)):
            raise _Flaw(f"a turn of loop {number} does not lead to the next one")
        last: Pieces = [(block, (x + z * a, y + z * b, 0)) for block, (x, y, z) in row]
        row = after(last, loop.then, _STAGES)
        if number < len(staircase.loops):
            following, name = _at_turn_0(_row(staircase.loops[number])), "loop"
        else:
            first = _moved(_at_turn_0(_row(staircase.loops[0])), stage=1)
            following, name = [*_pieces(staircase.step), *first], "stage"
        if not _same(row, following, _STAGES):
            raise _Flaw(f"after loop {number} the next {name} does not begin")


def _check_first(steps: Steps, modulus: int, staircase: Staircase) -> None:
    row: Pieces = [(bytes(modulus), _FOR_EVER)]
    for _ in range(staircase.row):
        row, _ = _read(steps, 0, row, _STAGES)
    first = _pieces(staircase.settled) + _at_turn_0(_row(staircase.loops[0]))
    if not _same(row, [(block, (times[0], 0, 0)) for block, times in first], _STAGES):
        raise _Flaw(f"row {staircase.row} of the game is another one")


def _pieces(word: Word) -> Pieces:
    pieces = [
        (p.block, (p.times, p.stage, p.turn)) if isinstance(p, Growing) else (p, _ONCE)
        for p in word
    ]
    return [piece for piece in pieces if piece[0]]


def _row(loop: Loop) -> Pieces:
    return [*_pieces(loop.word), (loop.tail, _FOR_EVER)]


def _moved(row: Pieces, stage: int = 0, turn: int = 0) -> Pieces:
    return [(block, (a + b * stage + c * turn, b, c)) for block, (a, b, c) in row]


def _at_turn_0(row: Pieces) -> Pieces:
    return [(block, (a, b, 0)) for block, (a, b, _) in row]


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
                raise _Flaw("a block may come too few times to be read")
            if copies > _MOST_COPIES or letters > _MOST_LETTERS:
                raise _Flaw("too much is to be read before a block settles")
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
        compared += len(ahead) + len(a) + len(b) + _EACH
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
    if _at_least(_minus(second, first), 0, region):
        return first
    if _at_least(_minus(first, second), 0, region):
        return second
    return None


def _take(row: Pieces, times: Times) -> None:
    block, often = row.pop()
    if often != times:
        row.append((block, _minus(often, times)))
