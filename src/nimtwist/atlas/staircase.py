"""Staircases: certificates for games that count.

Some games *count*: in their rows, the number of copies of a block goes up and down. The left part
of a row is *settled*: if n is the modulus, it recurs in every n-th row from then on. To its right,
some blocks are repeated, and with each *turn* of a *loop* the number of copies of a block grows or
shrinks by a constant, until a block is used up; then another loop may begin. After the loops, at
the end of a *stage*, the settled part is longer by a *step*, and everything starts again with
larger numbers. Like a staircase, the settled part has one step for each stage.

A staircase describes the rows for all stages s ≥ 0 and, within a stage, all turns j ≥ 0 of a loop.
Before turn j, and after the last turn, the row is `settled`, then `step` for each stage from 0 to
s - 1, then the loop's `word`, then its `tail`, repeated without end. The numbers of copies and of
turns are linear expressions, such as a + b·s + c·j. The first row of stage 0 is row `row`
(`nimtwist.atlas.rows`); each turn takes `rows` rows, and `then` rows lead from the last turn to the
next loop or stage. `nimtwist.atlas.counting` decides whether a staircase holds for a game.

As text, a staircase is a JSON object; `staircase.schema.json` in this directory describes it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from nimtwist.atlas.certificate import (
    MAX_NUMBER,
    Certificate,
    Power,
    check_states,
    check_word,
    letters,
    parse_states,
    parse_word,
    read_object,
    word_data,
)
from nimtwist.checks import check_integer, set_integer, short_repr

__all__ = ["Growing", "Loop", "Staircase", "Word", "counts"]

_STAGES_TRIED = 10
_MAX_EXPANDED = 1 << 20  # maximum number of letters when a word is written out


@dataclass(frozen=True)
class Growing:
    """A block with `times` + `stage`·s + `turn`·j copies in stage s before turn j.

    Raises:
        ValueError: if `block` is not a nonempty `bytes` object, or if `times`, `stage` or `turn` is
            not an integer from -10^18 to 10^18.
    """

    block: bytes
    times: int
    stage: int = 0
    turn: int = 0

    def __post_init__(self) -> None:
        check_states(self.block, "a block of a staircase")
        for field in ("times", "stage", "turn"):
            set_integer(self, field, -MAX_NUMBER, MAX_NUMBER)


Word = tuple[bytes | Growing, ...]


@dataclass(frozen=True)
class Loop:
    """A sequence of similar rows, with a + b·s turns in stage s if `turns` is (a, b).

    Raises:
        ValueError: if `word` is not a tuple of `bytes` and `Growing` objects, `tail` is not a
            nonempty `bytes` object, `turns` is not a pair of integers from 0 to 10^18, `rows` is
            not an integer from 1 to 10^18, or `then` is not an integer from 0 to 10^18.
    """

    word: Word
    tail: bytes
    rows: int
    turns: tuple[int, int]
    then: int

    def __post_init__(self) -> None:
        check_word(self.word, "the word of a loop", Growing)
        check_states(self.tail, "the tail of a loop")
        set_integer(self, "rows", 1, MAX_NUMBER)
        set_integer(self, "then", 0, MAX_NUMBER)
        if type(self.turns) is not tuple or len(self.turns) != 2:
            raise ValueError(f"the turns of a loop must be a pair, not {short_repr(self.turns)}")
        turns = (
            check_integer(number, "a number of turns of a loop", 0, MAX_NUMBER)
            for number in self.turns
        )
        object.__setattr__(self, "turns", tuple(turns))


@dataclass(frozen=True)
class Staircase:
    """A description of all rows from `row` on, in a game that counts.

    A staircase does not name its game: it may hold for several games.

    Raises:
        ValueError: if `row` is not an integer from 0 to 10^18, `settled` or `step` is not a tuple
            of `bytes` and `Growing` objects, or `loops` is not a nonempty tuple of `Loop` objects.

    >>> nim = '{"row":0,"settled":[],"step":["1"],"loops":[{"word":[],"tail":"0","rows":1,'
    >>> nim += '"turns":[0,0],"then":1}]}'
    >>> Staircase.read(nim).text() == nim
    True
    """

    row: int
    settled: Word
    step: Word
    loops: tuple[Loop, ...]

    def __post_init__(self) -> None:
        set_integer(self, "row", 0, MAX_NUMBER)
        check_word(self.settled, "the settled part of a staircase", Growing)
        check_word(self.step, "the step of a staircase", Growing)
        loops = self.loops
        if type(loops) is not tuple or not loops or not all(type(one) is Loop for one in loops):
            raise ValueError(
                f"the loops of a staircase must be a nonempty tuple of Loops, not "
                f"{short_repr(loops)}"
            )

    def text(self) -> str:
        """Return the staircase as one line of JSON; equal staircases give equal text."""
        data = {
            "row": self.row,
            "settled": word_data(self.settled),
            "step": word_data(self.step),
            "loops": [
                {
                    "word": word_data(loop.word),
                    "tail": letters(loop.tail),
                    "rows": loop.rows,
                    "turns": [*loop.turns],
                    "then": loop.then,
                }
                for loop in self.loops
            ],
        }
        return json.dumps(data, separators=(",", ":"))

    @property
    def certificate(self) -> Certificate | None:
        """The equivalent certificate, or `None` if the staircase cannot be converted.

        A staircase can be converted if it has only one loop, this loop has no turns, no block
        grows, and the step has at most 2^20 letters. (The certificate spells out the whole step.)
        """
        loop = self.loops[0]
        pieces = [*self.settled, *self.step, *loop.word]
        grows = any(isinstance(piece, Growing) and (piece.stage or piece.turn) for piece in pieces)
        long = sum(_length(piece, 0) for piece in self.step) > _MAX_EXPANDED
        if len(self.loops) > 1 or any(loop.turns) or grows or long:
            return None
        before, after = (
            [Power(p.block, p.times, 0) if isinstance(p, Growing) else p for p in word]
            for word in (self.settled, loop.word)
        )
        step = b"".join(map(_expand, self.step))
        steps = [Power(step, 0, 1)] if step else []
        return Certificate(self.row, loop.then, (*before, *steps, *after), loop.tail)

    @classmethod
    def read(cls, text: str) -> Staircase:
        """Parse the text of a staircase.

        Raises:
            ValueError: if the text is not a staircase; the message quotes the invalid part.

        >>> Staircase.read("{}")
        Traceback (most recent call last):
        ...
        ValueError: a staircase must be a JSON object with row, settled, step and loops, not '{}'
        """
        data = read_object(text, "staircase", ["row", "settled", "step", "loops"])
        loops = data["loops"]
        if not isinstance(loops, list):
            raise ValueError(f"the loops of a staircase must be a list, not {short_repr(loops)}")
        return cls(
            data["row"],
            parse_word(data["settled"], "staircase", Growing),
            parse_word(data["step"], "staircase", Growing),
            tuple(map(_loop, loops)),
        )


def staircase_of(certificate: Certificate) -> Staircase | None:
    """Return the equivalent staircase, or `None` unless exactly one block of the certificate grows.

    Each stage is a period, and its step consists of the copies that the block gains.
    """
    word, steps = certificate.word, [power for power in certificate.powers if power.growth]
    if len(steps) != 1:
        return None
    end = word.index(steps[0]) + 1
    pieces = tuple(Growing(p.block, p.times) if isinstance(p, Power) else p for p in word)
    loop = Loop(pieces[end:], certificate.tail, len(certificate.tail), (0, 0), certificate.period)
    step = Growing(steps[0].block, steps[0].growth)
    return Staircase(certificate.row, pieces[:end], (step,), (loop,))


def counts(staircase: Staircase) -> bool:
    """Return whether a staircase proves that the good pairs of its game are not semilinear.

    They are not semilinear if two conditions hold. First, the index of the first row of stage s and
    the number of letters settled there are polynomials in s that are not multiples of each other up
    to an additive constant. Second, the letters after the settled ones change from one stage to the
    next, at a position that does not depend on s. Then the actual number of settled letters differs
    from the polynomial by a bounded amount; but if the good pairs were semilinear, this number
    would be a linear function of the row in each residue class. (atlas.counting)

    Raises:
        ValueError: if `staircase` is not a `Staircase`.

    >>> nim = '{"row":0,"settled":[],"step":["1"],"loops":[{"word":[],"tail":"0","rows":1,'
    >>> counts(Staircase.read(nim + '"turns":[0,0],"then":1}]}'))
    False
    """
    if not isinstance(staircase, Staircase):
        raise ValueError(f"a proof of counting must be a Staircase, not {short_repr(staircase)}")
    rows, more_rows = (sum(loop.rows * loop.turns[i] for loop in staircase.loops) for i in (0, 1))
    rows += sum(loop.then for loop in staircase.loops)
    size, next_size = (sum(_length(piece, s) for piece in staircase.step) for s in (0, 1))
    if size * more_rows == (next_size - size) * rows:
        return False
    word = staircase.loops[0].word
    for s in range(_STAGES_TRIED):
        current, following = _prefix(word, s), _prefix(staircase.step, s)
        if not any(isinstance(piece, Growing) and piece.stage for piece in staircase.step):
            following += _prefix(word, s + 1)
        if any(a != b for a, b in zip(current, following)):
            return True
    return False


def _length(piece: bytes | Growing, s: int) -> int:
    if isinstance(piece, Growing):
        return len(piece.block) * (piece.times + piece.stage * s)
    return len(piece)


def _expand(piece: bytes | Growing, s: int = 0) -> bytes:
    """Return the letters of a piece in stage s, truncated shortly after 2^20 letters."""
    if isinstance(piece, Growing):
        max_times = _MAX_EXPANDED // len(piece.block) + 1
        return piece.block * min(piece.times + piece.stage * s, max_times)
    return piece


def _prefix(word: Word, s: int) -> bytes:
    """Return letters that the word begins with in stage s and in every later stage."""
    letters = b""
    for piece in word:
        letters += _expand(piece, s)
        if (isinstance(piece, Growing) and piece.stage) or len(letters) > _MAX_EXPANDED:
            break
    return letters


def _loop(data: Any) -> Loop:
    if not isinstance(data, dict) or sorted(data) != ["rows", "tail", "then", "turns", "word"]:
        raise ValueError(
            "a loop must be a JSON object with word, tail, rows, turns and then, "
            f"not {short_repr(data)}"
        )
    word, tail = parse_word(data["word"], "staircase", Growing), parse_states(data["tail"])
    turns = data["turns"]
    turns = tuple(turns) if isinstance(turns, list) else turns
    return Loop(word, tail, data["rows"], turns, data["then"])
