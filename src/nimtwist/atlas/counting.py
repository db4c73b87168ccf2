"""The checker for staircases: about a page of code that is independent of the searches.

Rows are read for all stages s ≥ 0 and all turns j of a loop at once. A staircase is a proof if

- row `row` of the game, computed row by row from row 0, is the first row of the staircase;
- the settled part and the step of every stage recur after n rows, where n is the modulus, and the
  reader is in the same states when it leaves a step as when it entered the step;
- to the right of the steps, for all s and j at once, each turn leads to the next, the last turn of
  a loop leads to the next loop, and the last loop leads to the step of this stage followed by the
  first loop of the next stage.

By induction, the staircase then holds for all sizes.
"""

from __future__ import annotations

from nimtwist.atlas._steps import (
    _INFINITE,
    _ONCE,
    _STAGES,
    PairSteps,
    Pieces,
    Region,
    Steps,
    UnreadableError,
    _at_least,
    _read_row,
    _rows_equal,
    _shifted,
)
from nimtwist.atlas.staircase import Growing, Loop, Staircase, Word
from nimtwist.checks import short_repr
from nimtwist.games.blocking import BlockingNim

__all__ = ["counting_flaw"]


class _Flaw(Exception):
    """Raised if a staircase is not a proof; the message gives the reason."""


def counting_flaw(rules: BlockingNim, staircase: Staircase) -> str | None:
    r"""Describe a flaw in a staircase for a game, or return `None` if the staircase is valid.

    Raises:
        ValueError: if `rules` is not a `BlockingNim` with a modulus up to 6, or `staircase` is not
            a `Staircase`.

    >>> nim = BlockingNim(1, [[]])
    >>> counting_flaw(nim, Staircase(0, (), (b"\1",), (Loop((), b"\0", 1, (0, 0), 1),))) is None
    True
    >>> counting_flaw(nim, Staircase(0, (), (b"\1",), (Loop((), b"\0", 1, (0, 0), 2),)))
    'the next stage does not begin after loop 1'
    """
    steps = PairSteps(rules)
    if not isinstance(staircase, Staircase):
        raise ValueError(f"a proof of counting must be a Staircase, not {short_repr(staircase)}")
    try:
        _check_numbers(rules.modulus, staircase)
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
            raise _Flaw(f"the numbers of rows in loop {number} are not multiples of {modulus}")
        parts.append((f"loop {number}", (*loop.word, loop.tail), loop.turns))
    if not sum(loop.rows * sum(loop.turns) + loop.then for loop in staircase.loops):
        raise _Flaw("a stage has no rows")
    for name, word, region in parts:
        for block, times in _pieces(word):
            if any(state >> modulus for state in block):
                raise _Flaw(f"a letter contains a residue above {modulus}")
            if not _at_least(times, 0, region):
                raise _Flaw(f"a block of {name} may have a negative number of copies")
    for name, word, _ in parts[:2]:
        if any(c or (b and word is staircase.settled) for _, (_, b, c) in _pieces(word)):
            raise _Flaw(f"a block of {name} grows with a variable that is not defined there")


def _check_settled(steps: Steps, modulus: int, staircase: Staircase) -> list[int]:
    """Check the settled part and the step; return the states in which the reader leaves the step.

    The list contains one state for each of `modulus` successive rows.
    """
    entered = [0] * modulus
    for name, word in [("settled part", staircase.settled), ("step", staircase.step)]:
        start, leaving = _pieces(word), list[int]()
        row = start
        for state in entered:
            row, after = _read_row(steps, state, row, _STAGES)
            leaving.append(after)
        if not _rows_equal([*row, (b"\0", _INFINITE)], [*start, (b"\0", _INFINITE)], _STAGES):
            raise _Flaw(f"the {name} does not recur after {modulus} rows")
        if name == "step" and leaving != entered:
            raise _Flaw("the step changes the states of its reader")
        entered = leaving
    return entered


def _check_loops(steps: Steps, entered: list[int], staircase: Staircase) -> None:
    """Check that, to the right of the settled part, each turn, loop and stage leads to the next."""
    done = 0

    def after(row: Pieces, rows: int, region: Region) -> Pieces:
        nonlocal done
        for _ in range(rows):
            row, _ = _read_row(steps, entered[done % len(entered)], row, region)
            done += 1
        return row

    for number, loop in enumerate(staircase.loops, 1):
        row = _row(loop)
        a, b = loop.turns
        turns = (a - 1, b)
        if (a or b) and not _rows_equal(after(row, loop.rows, turns), _shifted(row, turn=1), turns):
            raise _Flaw(f"a turn of loop {number} does not lead to the next turn")
        last: Pieces = [(block, (x + z * a, y + z * b, 0)) for block, (x, y, z) in row]
        row = after(last, loop.then, _STAGES)
        if number < len(staircase.loops):
            following, name = _at_turn_0(_row(staircase.loops[number])), "loop"
        else:
            first = _shifted(_at_turn_0(_row(staircase.loops[0])), stage=1)
            following, name = [*_pieces(staircase.step), *first], "stage"
        if not _rows_equal(row, following, _STAGES):
            raise _Flaw(f"the next {name} does not begin after loop {number}")


def _check_first(steps: Steps, modulus: int, staircase: Staircase) -> None:
    row: Pieces = [(bytes(modulus), _INFINITE)]
    for _ in range(staircase.row):
        row, _ = _read_row(steps, 0, row, _STAGES)
    first = _pieces(staircase.settled) + _at_turn_0(_row(staircase.loops[0]))
    if not _rows_equal(row, [(block, (times[0], 0, 0)) for block, times in first], _STAGES):
        raise _Flaw(f"row {staircase.row} of the game differs from the staircase")


def _pieces(word: Word) -> Pieces:
    pieces = [
        (p.block, (p.times, p.stage, p.turn)) if isinstance(p, Growing) else (p, _ONCE)
        for p in word
    ]
    return [piece for piece in pieces if piece[0]]


def _row(loop: Loop) -> Pieces:
    return [*_pieces(loop.word), (loop.tail, _INFINITE)]


def _at_turn_0(row: Pieces) -> Pieces:
    return [(block, (a, b, 0)) for block, (a, b, _) in row]
