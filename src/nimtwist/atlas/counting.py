"""Games that count: certificates of rows that no ordinary certificate describes, and their checker.

In the rows of some games, numbers go up and down. The left part of a row is *settled*: it is there
again n rows later, and ever after. Right of it some blocks are repeated, and with each *turn* of a
*loop* a block comes more or less often, by a fixed number, until one is used up; then another loop
may begin. After the loops, at the end of a *stage*, the settled part has become longer by a *step*,
and all begins again with larger numbers: the steps are a staircase, in which the stages are counted.

A staircase says, for all stages s ≥ 0 and all turns j ≥ 0 of a loop of it: before turn j, and after
the last turn, the row is `settled`, then `step` for each stage from 0 to s - 1, then the loop's
`word`, and its `tail` again and again. How often a block comes, and how many turns a loop has, are
sums like a + b·s + c·j. The first row of all, in stage 0, is row `row` (`nimtwist.atlas.rows`);
each turn takes `rows` rows, and it is `then` rows from the last turn to the next loop or stage.

Three facts make a proof of it, all of them decided here, by code that knows of no search:

- row `row`, computed one after the other from row 0, is the one that is said;
- the settled part, and the step of any stage after it, are there again after n rows, and the states
  of the reader that leaves them are the same in stage after stage;
- right of them, for all s and j at once, each turn leads to the next one, the last one to the next
  loop, and the last loop to the step of this stage and the first loop of the next.

By induction it is then true for all sizes. What is linear in s and j is known to be large enough
where it counts if it is on the borders of the region 0 ≤ j ≤ last turn.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from nimtwist._checks import quoted, whole
from nimtwist.atlas.certificate import LETTERS, letters
from nimtwist.games.blocking import BlockingNim

__all__ = ["Growing", "Loop", "Staircase", "counting_flaw"]

_MOST = 1 << 15


@dataclass(frozen=True)
class Growing:
    """A block that comes `times` + `stage`·s + `turn`·j times, in stage s, before turn j."""

    block: bytes
    times: int
    stage: int = 0
    turn: int = 0


Word = tuple[bytes | Growing, ...]


@dataclass(frozen=True)
class Loop:
    """Rows that are alike: `turns` = (a, b) says that there are a + b·s turns in stage s."""

    word: Word
    tail: bytes
    rows: int
    turns: tuple[int, int]
    then: int


@dataclass(frozen=True)
class Staircase:
    """What the rows of a game that counts are, from `row` on, for ever.

    The game that it is meant for is not part of it.

    >>> nim = '{"row":0,"settled":[],"step":["1"],"loops":[{"word":[],"tail":"0","rows":1,'
    >>> nim += '"turns":[0,0],"then":1}]}'
    >>> Staircase.read(nim).text() == nim
    True
    """

    row: int
    settled: Word
    step: Word
    loops: tuple[Loop, ...]

    def text(self) -> str:
        """Return the staircase as JSON, on one line, always the same."""
        said = {
            "row": self.row,
            "settled": _said(self.settled),
            "step": _said(self.step),
            "loops": [
                {
                    "word": _said(loop.word),
                    "tail": letters(loop.tail),
                    "rows": loop.rows,
                    "turns": [*loop.turns],
                    "then": loop.then,
                }
                for loop in self.loops
            ],
        }
        return json.dumps(said, separators=(",", ":"))

    @classmethod
    def read(cls, text: str) -> Staircase:
        """Return the staircase that a text is.

        Raises:
            ValueError: if it is not one; the message says where.

        >>> Staircase.read('{"row": 1}')
        Traceback (most recent call last):
        ...
        ValueError: a staircase is a JSON object with row, settled, step and loops, not '{"row": 1}'
        """
        try:
            said = json.loads(text)
        except (TypeError, ValueError, RecursionError):
            said = None
        if not isinstance(said, dict) or sorted(said) != ["loops", "row", "settled", "step"]:
            raise ValueError(
                "a staircase is a JSON object with row, settled, step and loops, "
                f"not {quoted(text)}"
            )
        if not isinstance(said["loops"], list) or not said["loops"]:
            raise ValueError(f"a staircase has a list of loops, not {quoted(said['loops'])}")
        return cls(
            whole(said["row"], "the row of a staircase", 0, _MOST),
            _word(said["settled"]),
            _word(said["step"]),
            tuple(map(_loop, said["loops"])),
        )


# --- The checker ---------------------------------------------------------------------------------

Times = tuple[float, int, int]
"""How often a block comes: a + b·s + c·j times. For a tail, a is `math.inf`."""

Pieces = list[tuple[bytes, Times]]

Steps = dict[tuple[int, int], tuple[int, int]]

_ONCE: Times = (1, 0, 0)
_FOR_EVER: Times = (math.inf, 0, 0)
_STAGES = (0, 0)
"""The region with j = 0 in every stage."""


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
        steps = _steps(rules)
        entered = _check_settled(steps, rules.modulus, staircase)
        _check_loops(steps, entered, staircase)
        _check_first(steps, rules.modulus, staircase)
    except _Flaw as flaw:
        return str(flaw)
    return None


def _check_numbers(modulus: int, staircase: Staircase) -> None:
    words = [staircase.settled, staircase.step, *(loop.word for loop in staircase.loops)]
    blocks = [*(block for word in words for block, _ in _pieces(word))]
    tails = [loop.tail for loop in staircase.loops]
    if any(state >> modulus for block in [*blocks, *tails] for state in block):
        raise _Flaw(f"a letter stands for a residue above {modulus}")
    for number, loop in enumerate(staircase.loops, 1):
        if len(loop.tail) != modulus:
            raise _Flaw(f"the tail of loop {number} must have {modulus} letters")
        if loop.rows % modulus or loop.rows < 1:
            raise _Flaw(f"the rows of a turn of loop {number} are no multiple of {modulus}")
        if min(loop.turns) < 0 or loop.then < 0:
            raise _Flaw(f"loop {number} has fewer than no turns, or than no rows after them")
    if sum(loop.then for loop in staircase.loops) % modulus:
        raise _Flaw(f"the rows of a stage are no multiple of {modulus}")
    if not sum(loop.rows * sum(loop.turns) + loop.then for loop in staircase.loops):
        raise _Flaw("a stage has no rows")


def _check_settled(steps: Steps, modulus: int, staircase: Staircase) -> list[int]:
    """Check the settled part; return the states that leave it, in n rows one after the other."""
    entered = [0] * modulus
    for name, word in [("settled part", staircase.settled), ("step", staircase.step)]:
        start = _pieces(word)
        if any(times[2] or (times[1] and name == "settled part") for _, times in start):
            raise _Flaw(f"a block of the {name} depends on what is not known there")
        row, left = start, list[int]()
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

    def after(row: Pieces, rows: int, region: tuple[int, int]) -> Pieces:
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
    return [
        (p.block, (p.times, p.stage, p.turn)) if isinstance(p, Growing) else (p, _ONCE)
        for p in word
    ]


def _row(loop: Loop) -> Pieces:
    return [*_pieces(loop.word), (loop.tail, _FOR_EVER)]


def _moved(row: Pieces, stage: int = 0, turn: int = 0) -> Pieces:
    return [(block, (a + b * stage + c * turn, b, c)) for block, (a, b, c) in row]


def _at_turn_0(row: Pieces) -> Pieces:
    return [(block, (a, b, 0)) for block, (a, b, _) in row]


def _steps(rules: BlockingNim) -> Steps:
    """Return the reader's next state and what it writes, by its state and the letter it reads."""
    n, steps = rules.modulus, {}
    allowed = [{r for r in range(n) if r + 1 not in c} for c in rules.restrictions]
    for state in range(1 << n):
        for letter in range(1 << n):
            reached = {r for r in range(n) if (state | letter) >> r & 1}
            good = any(not reached & numbers for numbers in allowed)
            # One stick further on, residue r has become r + 1; and a good pair is 1 away.
            one, two = (s << 1 & (1 << n) - 1 | s >> n - 1 | good for s in (state, letter))
            steps[state, letter] = one, two
    return steps


def _at_least(times: Times, least: int, region: tuple[int, int]) -> bool:
    """Return whether a + b·s + c·j is `least` or more for all s ≥ 0 and 0 ≤ j ≤ p + q·s.

    For a given s it is smallest at one of the two ends of j, and there it is linear in s.
    """
    (a, b, c), (p, q) = times, region
    return all(fixed >= least and grows >= 0 for fixed, grows in [(a, b), (a + c * p, b + c * q)])


def _minus(times: Times, other: Times) -> Times:
    (a, b, c), (d, e, f) = times, other
    return a - d, b - e, c - f


def _read(
    steps: Steps, state: int, row: Pieces, region: tuple[int, int]
) -> tuple[Pieces, int]:
    """Return what is written when a row is read, for all s and j at once, and the state then."""
    written: Pieces = []
    for block, times in row:
        while any(times):
            new, after = bytearray(), state
            for letter in block:
                after, there = steps[after, letter]
                new.append(there)
            if after == state:  # so it is after every further copy
                written.append((bytes(new), times))
                break
            if not _at_least(times, 1, region):
                raise _Flaw("a block may come too few times to be read")
            written.append((bytes(new), _ONCE))
            state, times = after, _minus(times, _ONCE)
    return _tidy(written), state


def _tidy(row: Pieces) -> Pieces:
    """Return the same row with copies of a repeated block that lie beside it counted in."""
    tidy: Pieces = []
    for block, times in row:
        if times == _ONCE:
            if tidy and tidy[-1][1] == _ONCE:
                block = tidy.pop()[0] + block
            while tidy and block.startswith(tidy[-1][0]):
                before, often = tidy[-1]
                tidy[-1] = before, _minus(often, (-1, 0, 0))
                block = block[len(before) :]
            if block:
                tidy.append((block, _ONCE))
        else:
            while tidy and tidy[-1][1] == _ONCE and tidy[-1][0].endswith(block):
                before, _ = tidy.pop()
                times = _minus(times, (-1, 0, 0))
                if len(before) > len(block):
                    tidy.append((before[: -len(block)], _ONCE))
            if tidy and tidy[-1][0] == block and tidy[-1][1] != _ONCE:
                times = _minus(times, _minus((0, 0, 0), tidy.pop()[1]))
            tidy.append((block, times))
    return tidy


def _same(first: Pieces, second: Pieces, region: tuple[int, int]) -> bool:
    """Return whether two rows are the same for all s and j; if in doubt, they are not.

    What has been read of one row and not yet of the other is kept in `ahead`. If x are the letters
    ahead, and blocks a and b come next, then from x·a = b·x follows x·a^m = b^m·x for every m.
    """
    left, right = ([piece for piece in reversed(row) if any(piece[1])] for row in (first, second))
    ahead = b""  # of the left row; the rows change places if it is the right one that is ahead
    while True:
        (a, i), (b, j) = left[-1], right[-1]
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


def _smaller(first: Times, second: Times, region: tuple[int, int]) -> Times | None:
    """Return the one of two numbers that is the smaller one in all of the region, if one is."""
    if second == _FOR_EVER or _at_least(_minus(second, first), 0, region):
        return first
    if first == _FOR_EVER or _at_least(_minus(first, second), 0, region):
        return second
    return None


def _take(row: Pieces, times: Times) -> None:
    block, often = row.pop()
    if often != times:
        row.append((block, _minus(often, times)))


# --- The text ------------------------------------------------------------------------------------


def _said(word: Word) -> list[object]:
    return [
        [letters(p.block), p.times, p.stage, p.turn] if isinstance(p, Growing) else letters(p)
        for p in word
    ]


def _word(said: Any) -> Word:
    if not isinstance(said, list):
        raise ValueError(f"a word of a staircase is a list, not {quoted(said)}")
    return tuple(map(_piece, said))


def _piece(said: Any) -> bytes | Growing:
    if isinstance(said, str):
        return _states(said)
    if not isinstance(said, list) or len(said) != 4:
        raise ValueError(
            "a piece of a staircase's word is a text, or a list of a block and three numbers: how "
            f"often it comes, and how often more in each stage and turn; not {quoted(said)}"
        )
    block, (times, stage, turn) = _states(said[0]), (
        whole(number, "how often a block comes", -_MOST, _MOST) for number in said[1:]
    )
    if not block:
        raise ValueError("a block of a staircase must not be empty")
    return Growing(block, times, stage, turn)


def _loop(said: Any) -> Loop:
    if not isinstance(said, dict) or sorted(said) != ["rows", "tail", "then", "turns", "word"]:
        raise ValueError(
            f"a loop is a JSON object with word, tail, rows, turns and then, not {quoted(said)}"
        )
    turns = said["turns"]
    if not isinstance(turns, list) or len(turns) != 2:
        raise ValueError(f"the turns of a loop are two numbers, not {quoted(turns)}")
    a, b = (whole(number, "how many turns a loop has", 0, _MOST) for number in turns)
    return Loop(
        _word(said["word"]),
        _states(said["tail"]),
        whole(said["rows"], "the rows of a turn", 1, _MOST),
        (a, b),
        whole(said["then"], "the rows after a loop", 0, _MOST),
    )


def _states(said: Any) -> bytes:
    if isinstance(said, str):
        found = list(map(LETTERS.find, said))
        if min(found, default=0) >= 0:
            return bytes(found)
    raise ValueError(f"states are a text of the characters {LETTERS}, not {quoted(said)}")
