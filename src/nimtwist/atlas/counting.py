"""Whether a staircase is a proof: decided here, by a page of code that knows of no search.

Rows are read for all stages s ≥ 0 and before all turns j of a loop at once. Three facts make it a
proof:

- row `row`, computed one after the other from row 0, is the one that is said;
- the settled part, and the step of any stage after it, are there again after n rows, and the states
  of a reader that leaves them are the same after each step;
- right of them, for all s and j at once, each turn leads to the next one, the last one to the next
  loop, and the last loop to the step of this stage and the first loop of the next.

By induction it is then true for all sizes.
"""

from __future__ import annotations

from nimtwist._checks import short_repr
from nimtwist.atlas._steps import (
    _FOR_EVER,
    _ONCE,
    _STAGES,
    PairSteps,
    Pieces,
    Region,
    Steps,
    UnreadableError,
    _at_least,
    _moved,
    _read,
    _same,
)
from nimtwist.atlas.staircase import Growing, Loop, Staircase, Word
from nimtwist.games.blocking import BlockingNim

__all__ = ["counting_flaw"]


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
    steps = PairSteps(rules)
    if not isinstance(staircase, Staircase):
        raise ValueError(f"a proof of counting is a Staircase, not {short_repr(staircase)}")
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
        turns = (a - 1, b)
        if (a or b) and not _same(after(row, loop.rows, turns), _moved(row, turn=1), turns):
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


def _at_turn_0(row: Pieces) -> Pieces:
    return [(block, (a, b, 0)) for block, (a, b, _) in row]
