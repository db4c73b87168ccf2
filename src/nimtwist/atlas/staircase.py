"""Staircases: certificates of games that count.

In the rows of some games, numbers go up and down. The left part of a row is *settled*: it is there
again n rows later, and ever after. Right of it some blocks are repeated, and with each *turn* of a
*loop* a block comes more or less often, by a fixed number, until one is used up; then another loop
may begin. After the loops, at the end of a *stage*, the settled part has become longer by a *step*,
and all begins again with larger numbers: in the steps, as in a staircase, the stages are counted.

A staircase says, for all stages s ≥ 0 and all turns j ≥ 0 of a loop of it: before turn j, and after
the last turn, the row is `settled`, then `step` for each stage from 0 to s - 1, then the loop's
`word`, and its `tail` again and again. How often a block comes, and how many turns a loop has, are
sums like a + b·s + c·j. The first row of all, in stage 0, is row `row` (`nimtwist.atlas.rows`);
each turn takes `rows` rows, and it is `then` rows from the last turn to the next loop or stage.
`nimtwist.atlas.counting` decides whether that is true of a game.

As text, a staircase is a JSON object, described by `staircase.schema.json` beside this file.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from nimtwist._checks import quoted, whole
from nimtwist.atlas.certificate import (
    LETTERS,
    Certificate,
    Power,
    check_block,
    check_letters,
    letters,
)

__all__ = ["Growing", "Loop", "Staircase", "Word", "counts"]

_MOST = 1 << 17
_STAGES_TRIED = 10


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

    @property
    def certificate(self) -> Certificate | None:
        """The ordinary certificate that says the same, if nothing is counted; `None` otherwise."""
        loop = self.loops[0]
        pieces = [*self.settled, *self.step, *loop.word]
        grows = any(isinstance(piece, Growing) and (piece.stage or piece.turn) for piece in pieces)
        if len(self.loops) > 1 or any(loop.turns) or grows:
            return None
        before, after = (
            [Power(p.block, p.times, 0) if isinstance(p, Growing) else p for p in word]
            for word in (self.settled, loop.word)
        )
        step = b"".join(map(_spelled, self.step))
        grown = [Power(step, 0, 1)] if step else []
        return Certificate(self.row, loop.then, (*before, *grown, *after), loop.tail)

    def check(self) -> None:
        """Raise a `ValueError` unless every part is of its type and within its range.

        The letters may be any bytes: whether they are states depends on the game.

        >>> Staircase(-1, (), (), ()).check()
        Traceback (most recent call last):
        ...
        ValueError: the row of a staircase must be a whole number, from 0 to 131072, not -1
        """
        whole(self.row, "the row of a staircase", 0, _MOST)
        _check_word(self.settled)
        _check_word(self.step)
        if not isinstance(self.loops, tuple) or not self.loops:
            raise ValueError(f"the loops of a staircase are a tuple, not {quoted(self.loops)}")
        for loop in self.loops:
            if not isinstance(loop, Loop):
                raise ValueError(f"a loop of a staircase must be a Loop, not {quoted(loop)}")
            _check_word(loop.word)
            check_letters(loop.tail, "the tail of a loop")
            whole(loop.rows, "the rows of a turn", 1, _MOST)
            if not isinstance(loop.turns, tuple) or len(loop.turns) != 2:
                raise ValueError(f"the turns of a loop are two numbers, not {quoted(loop.turns)}")
            for number in loop.turns:
                whole(number, "how many turns a loop has", 0, _MOST)
            whole(loop.then, "the rows after a loop", 0, _MOST)

    @classmethod
    def read(cls, text: str) -> Staircase:
        """Parse a staircase.

        Raises:
            ValueError: if the text is not a staircase; the message says where.

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
        loops = tuple(map(_loop, said["loops"]))
        read = cls(said["row"], _word(said["settled"]), _word(said["step"]), loops)
        read.check()
        return read


def counts(staircase: Staircase) -> bool:
    """Return whether the good pairs of a game with this staircase are not a semilinear set.

    They are none if two polynomials in s, the first row of a stage and how many letters are settled
    there, are no multiples of each other but for a constant, and if what comes after those letters
    is another word in the next stage, from a place that does not depend on s. Then some more or
    fewer letters are settled, by a bounded number; and if the good pairs were semilinear, how many
    there are would be a linear function of the row, from residue to residue. (atlas.counting)

    Raises:
        ValueError: if `staircase` is not a `Staircase`.

    >>> nim = '{"row":0,"settled":[],"step":["1"],"loops":[{"word":[],"tail":"0","rows":1,'
    >>> counts(Staircase.read(nim + '"turns":[0,0],"then":1}]}'))
    False
    """
    if not isinstance(staircase, Staircase):
        raise ValueError(f"what counts is a Staircase, not {quoted(staircase)}")
    rows, more_rows = (sum(loop.rows * loop.turns[i] for loop in staircase.loops) for i in (0, 1))
    rows += sum(loop.then for loop in staircase.loops)
    size, next_size = (len(b"".join(_spelled(p, s) for p in staircase.step)) for s in (0, 1))
    if size * more_rows == (next_size - size) * rows:
        return False
    word = staircase.loops[0].word
    for s in range(_STAGES_TRIED):
        now, later = _beginning(word, s), _beginning(staircase.step, s)
        if not any(isinstance(piece, Growing) and piece.stage for piece in staircase.step):
            later += _beginning(word, s + 1)
        if any(a != b for a, b in zip(now, later, strict=False)):
            return True
    return False


def _spelled(piece: bytes | Growing, s: int = 0) -> bytes:
    if isinstance(piece, Growing):
        return piece.block * (piece.times + piece.stage * s)
    return piece


def _beginning(word: Word, s: int) -> bytes:
    """Return the letters with which a word begins in stage s and in all later ones."""
    letters = b""
    for piece in word:
        letters += _spelled(piece, s)
        if isinstance(piece, Growing) and piece.stage:
            break
    return letters


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
    return Growing(_states(said[0]), *said[1:])


def _check_word(word: object) -> None:
    if not isinstance(word, tuple):
        raise ValueError(f"a word of a staircase must be a tuple, not {quoted(word)}")
    for piece in word:
        if isinstance(piece, Growing):
            check_block(piece.block, "a block of a staircase")
            for number in (piece.times, piece.stage, piece.turn):
                whole(number, "how often a block comes", -_MOST, _MOST)
        else:
            check_letters(piece, "a piece of a staircase's word")


def _loop(said: Any) -> Loop:
    if not isinstance(said, dict) or sorted(said) != ["rows", "tail", "then", "turns", "word"]:
        raise ValueError(
            f"a loop is a JSON object with word, tail, rows, turns and then, not {quoted(said)}"
        )
    turns = said["turns"]
    if isinstance(turns, list):
        turns = tuple(turns)
    return Loop(_word(said["word"]), _states(said["tail"]), said["rows"], turns, said["then"])


def _states(said: Any) -> bytes:
    if isinstance(said, str):
        found = list(map(LETTERS.find, said))
        if min(found, default=0) >= 0:
            return bytes(found)
    raise ValueError(f"states are a text of the characters {LETTERS}, not {quoted(said)}")
