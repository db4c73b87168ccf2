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

from nimtwist._checks import check_integer, set_integer, short_repr
from nimtwist.atlas.certificate import (
    MOST,
    Certificate,
    Power,
    check_states,
    check_word,
    letters,
    states,
)

__all__ = ["Growing", "Loop", "Staircase", "Word", "counts"]

_STAGES_TRIED = 10
_MOST_SPELLED = 1 << 20  # letters


@dataclass(frozen=True)
class Growing:
    """A block that comes `times` + `stage`·s + `turn`·j times, in stage s, before turn j.

    Raises:
        ValueError: if the block is not bytes, or empty, or a number is not within ±10^18.
    """

    block: bytes
    times: int
    stage: int = 0
    turn: int = 0

    def __post_init__(self) -> None:
        check_states(self.block, "a block of a staircase")
        for field in ("times", "stage", "turn"):
            set_integer(self, field, -MOST, MOST)


Word = tuple[bytes | Growing, ...]


@dataclass(frozen=True)
class Loop:
    """Rows that are alike: `turns` = (a, b) says that there are a + b·s turns in stage s.

    Raises:
        ValueError: if `word` is not a tuple of bytes and growing blocks, `tail` is not bytes or is
            empty, `turns` is not a pair, `rows` is not an integer from 1 to 10^18, or another
            number not one from 0.
    """

    word: Word
    tail: bytes
    rows: int
    turns: tuple[int, int]
    then: int

    def __post_init__(self) -> None:
        check_word(self.word, "the word of a loop", Growing)
        check_states(self.tail, "the tail of a loop")
        set_integer(self, "rows", 1, MOST)
        set_integer(self, "then", 0, MOST)
        if type(self.turns) is not tuple or len(self.turns) != 2:
            raise ValueError(f"the turns of a loop are two numbers, not {short_repr(self.turns)}")
        turns = (
            check_integer(number, "how many turns a loop has", 0, MOST) for number in self.turns
        )
        object.__setattr__(self, "turns", tuple(turns))


@dataclass(frozen=True)
class Staircase:
    """What the rows of a game that counts are, from `row` on, for ever.

    The game that it is meant for is not part of it.

    Raises:
        ValueError: if `row` is not an integer from 0 to 10^18, `settled` or `step` is not a
            tuple of bytes and growing blocks, or `loops` not a tuple of loops, at least one.

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
        set_integer(self, "row", 0, MOST)
        check_word(self.settled, "the settled part of a staircase", Growing)
        check_word(self.step, "the step of a staircase", Growing)
        loops = self.loops
        if type(loops) is not tuple or not loops or not all(type(one) is Loop for one in loops):
            raise ValueError(
                f"the loops of a staircase must be a tuple of Loops, at least one, not "
                f"{short_repr(loops)}"
            )

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
        """The ordinary certificate that says the same, if nothing is counted; `None` otherwise.

        It is `None`, too, if the step has more than 2^20 letters, all of which it would repeat.
        """
        loop = self.loops[0]
        pieces = [*self.settled, *self.step, *loop.word]
        grows = any(isinstance(piece, Growing) and (piece.stage or piece.turn) for piece in pieces)
        long = sum(_length(piece, 0) for piece in self.step) > _MOST_SPELLED
        if len(self.loops) > 1 or any(loop.turns) or grows or long:
            return None
        before, after = (
            [Power(p.block, p.times, 0) if isinstance(p, Growing) else p for p in word]
            for word in (self.settled, loop.word)
        )
        step = b"".join(map(_spelled, self.step))
        grown = [Power(step, 0, 1)] if step else []
        return Certificate(self.row, loop.then, (*before, *grown, *after), loop.tail)

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
                f"not {short_repr(text)}"
            )
        if not isinstance(said["loops"], list):
            raise ValueError(f"a staircase has a list of loops, not {short_repr(said['loops'])}")
        return cls(
            said["row"],
            _word(said["settled"]),
            _word(said["step"]),
            tuple(map(_loop, said["loops"])),
        )


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
        raise ValueError(f"what counts is a Staircase, not {short_repr(staircase)}")
    rows, more_rows = (sum(loop.rows * loop.turns[i] for loop in staircase.loops) for i in (0, 1))
    rows += sum(loop.then for loop in staircase.loops)
    size, next_size = (sum(_length(piece, s) for piece in staircase.step) for s in (0, 1))
    if size * more_rows == (next_size - size) * rows:
        return False
    word = staircase.loops[0].word
    for s in range(_STAGES_TRIED):
        now, later = _beginning(word, s), _beginning(staircase.step, s)
        if not any(isinstance(piece, Growing) and piece.stage for piece in staircase.step):
            later += _beginning(word, s + 1)
        if any(a != b for a, b in zip(now, later)):
            return True
    return False


def _length(piece: bytes | Growing, s: int) -> int:
    if isinstance(piece, Growing):
        return len(piece.block) * (piece.times + piece.stage * s)
    return len(piece)


def _spelled(piece: bytes | Growing, s: int = 0) -> bytes:
    """Return a piece in stage s; of one with more than 2^20 letters, as many or a few more."""
    if isinstance(piece, Growing):
        most = _MOST_SPELLED // len(piece.block) + 1
        return piece.block * min(piece.times + piece.stage * s, most)
    return piece


def _beginning(word: Word, s: int) -> bytes:
    """Return letters with which a word begins in stage s and in all later ones."""
    letters = b""
    for piece in word:
        letters += _spelled(piece, s)
        if (isinstance(piece, Growing) and piece.stage) or len(letters) > _MOST_SPELLED:
            break
    return letters


def _said(word: Word) -> list[object]:
    return [
        [letters(p.block), p.times, p.stage, p.turn] if isinstance(p, Growing) else letters(p)
        for p in word
    ]


def _word(said: Any) -> Word:
    if not isinstance(said, list):
        raise ValueError(f"a word of a staircase is a list, not {short_repr(said)}")
    return tuple(map(_piece, said))


def _piece(said: Any) -> bytes | Growing:
    if isinstance(said, str):
        return states(said)
    if not isinstance(said, list) or len(said) != 4:
        raise ValueError(
            "a piece of a staircase's word is a text, or a list of a block and three numbers: how "
            f"often it comes, and how often more in each stage and turn; not {short_repr(said)}"
        )
    return Growing(states(said[0]), *said[1:])


def _loop(said: Any) -> Loop:
    if not isinstance(said, dict) or sorted(said) != ["rows", "tail", "then", "turns", "word"]:
        raise ValueError(
            f"a loop is a JSON object with word, tail, rows, turns and then, not {short_repr(said)}"
        )
    word, tail, turns = _word(said["word"]), states(said["tail"]), said["turns"]
    turns = tuple(turns) if isinstance(turns, list) else turns
    return Loop(word, tail, said["rows"], turns, said["then"])
