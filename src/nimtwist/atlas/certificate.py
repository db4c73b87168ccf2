"""Certificates: what the rows of two heaps are, from some row on, for ever, in a few words.

A certificate says: for every t ≥ 0, row `row + period·t` of the states (`nimtwist.atlas.rows`) is a
fixed word in which some blocks are repeated, a block of growth g one time more often in each period
for every unit of g; and then a tail that repeats without end. As a row determines all rows after
it, this settles the game with two heaps of any size. `nimtwist.atlas.checker` decides whether it is
true of a game.

As text, a certificate is a JSON object, described by `certificate.schema.json` beside this file. A
state is one of the 64 characters of `LETTERS`, the one whose index has bit r - 1 set for each
residue r in the state.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from nimtwist._checks import quoted, whole

__all__ = ["LETTERS", "Certificate", "Power", "letters"]

LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-"
"""The characters that stand for states in texts, by the numbers of the states."""

_MOST_LETTERS = 1 << 20
# To check a certificate, all its rows have to be computed.
_MOST_ROWS = 1 << 15
_MOST_TIMES = 1 << 62


@dataclass(frozen=True)
class Power:
    """A block of states that is repeated: `times` in the first row, `growth` more each period."""

    block: bytes
    times: int
    growth: int


@dataclass(frozen=True)
class Certificate:
    r"""What every `period`-th row from `row` on is: `word`, and then `tail` again and again.

    The game that it is meant for is not part of it: one certificate may serve several games.

    >>> nim = Certificate(1, 1, (Power(b"\1", 1, 1),), b"\0")
    >>> nim.text()
    '{"row":1,"period":1,"word":[["1",1,1]],"tail":"0"}'
    >>> Certificate.read(nim.text()) == nim
    True
    """

    row: int
    period: int
    word: tuple[bytes | Power, ...]
    tail: bytes

    @property
    def powers(self) -> list[Power]:
        """The blocks that are repeated."""
        return [piece for piece in self.word if isinstance(piece, Power)]

    def text(self) -> str:
        """Return the certificate as JSON, on one line, always the same."""
        word = [
            [letters(piece.block), piece.times, piece.growth]
            if isinstance(piece, Power)
            else letters(piece)
            for piece in self.word
        ]
        said = {"row": self.row, "period": self.period, "word": word, "tail": letters(self.tail)}
        return json.dumps(said, separators=(",", ":"))

    def check(self) -> None:
        r"""Raise a `ValueError` unless every part is of its type and within its range.

        The letters may be any bytes: whether they are states depends on the game.

        >>> Certificate(-5, 1, (), b"\0").check()
        Traceback (most recent call last):
        ...
        ValueError: the row of a certificate must be a whole number, from 0 to 32768, not -5
        """
        whole(self.row, "the row of a certificate", 0, _MOST_ROWS)
        whole(self.period, "the period of a certificate", 1, _MOST_ROWS)
        if not isinstance(self.word, tuple):
            raise ValueError(f"the word of a certificate must be a tuple, not {quoted(self.word)}")
        for piece in self.word:
            if isinstance(piece, Power):
                check_block(piece.block, "a block of a certificate")
                whole(piece.times, "how often a block comes", 0, _MOST_TIMES)
                whole(piece.growth, "the growth of a block", 0, _MOST_TIMES)
            else:
                check_letters(piece, "a piece of a certificate's word")
        check_block(self.tail, "the tail of a certificate")

    @classmethod
    def read(cls, text: str) -> Certificate:
        """Parse a certificate.

        Raises:
            ValueError: if the text is not a certificate; the message says where.

        >>> Certificate.read('{"row": 1}')
        Traceback (most recent call last):
        ...
        ValueError: a certificate is a JSON object with row, period, word and tail, not '{"row": 1}'
        """
        try:
            said = json.loads(text)
        except (TypeError, ValueError, RecursionError):
            said = None
        if not isinstance(said, dict) or sorted(said) != ["period", "row", "tail", "word"]:
            raise ValueError(
                "a certificate is a JSON object with row, period, word and tail, "
                f"not {quoted(text)}"
            )
        if not isinstance(said["word"], list):
            raise ValueError(f"the word of a certificate is a list, not {quoted(said['word'])}")
        word = tuple(map(_piece, said["word"]))
        read = cls(said["row"], said["period"], word, _states(said["tail"]))
        read.check()
        return read


def check_letters(letters: object, name: str) -> None:
    """Raise a `ValueError` unless `letters` are bytes, and not too many."""
    if not isinstance(letters, bytes) or len(letters) > _MOST_LETTERS:
        most = f"at most {_MOST_LETTERS} bytes"
        raise ValueError(f"{name} must be {most}, not {quoted(letters)}")


def check_block(block: object, name: str) -> None:
    """Raise a `ValueError` unless a block that may be repeated is bytes, at least one of them."""
    check_letters(block, name)
    if not block:
        raise ValueError(f"{name} must not be empty")


def letters(states: bytes) -> str:
    """Return states as the characters that stand for them.

    >>> letters(bytes([0, 5, 63]))
    '05-'
    """
    return "".join(LETTERS[state] for state in states)


def _piece(said: Any) -> bytes | Power:
    if isinstance(said, str):
        return _states(said)
    if not isinstance(said, list) or len(said) != 3:
        raise ValueError(
            "a piece of a certificate's word is a text, or a list of a block, how often it comes, "
            f"and its growth; not {quoted(said)}"
        )
    return Power(_states(said[0]), said[1], said[2])


def _states(said: Any) -> bytes:
    if isinstance(said, str) and len(said) <= _MOST_LETTERS:
        found = list(map(LETTERS.find, said))
        if min(found, default=0) >= 0:
            return bytes(found)
    raise ValueError(f"states are a text of the characters {LETTERS}, not {quoted(said)}")
