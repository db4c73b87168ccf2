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

from nimtwist._checks import set_integer, short_repr

__all__ = ["LETTERS", "Certificate", "Power", "letters"]

LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-"
"""The characters that stand for states in texts, by the numbers of the states."""

MOST = 10**18
"""The largest number in a certificate. How much there is to read is limited by the checkers."""


@dataclass(frozen=True)
class Power:
    """A block of states that is repeated: `times` in the first row, `growth` more each period.

    Raises:
        ValueError: if the block is not bytes, or empty, or a number is not one from 0 to 10^18.
    """

    block: bytes
    times: int
    growth: int

    def __post_init__(self) -> None:
        check_states(self.block, "a block of a certificate")
        set_integer(self, "times", 0, MOST)
        set_integer(self, "growth", 0, MOST)


@dataclass(frozen=True)
class Certificate:
    r"""What every `period`-th row from `row` on is: `word`, and then `tail` again and again.

    The game that it is meant for is not part of it: one certificate may serve several games.

    Raises:
        ValueError: if `word` is not a tuple of bytes and powers, `tail` is not bytes or is empty,
            `period` is not an integer from 1 to 10^18, or `row` not one from 0.

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

    def __post_init__(self) -> None:
        set_integer(self, "row", 0, MOST)
        set_integer(self, "period", 1, MOST)
        check_word(self.word, "the word of a certificate", Power)
        check_states(self.tail, "the tail of a certificate")

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
                f"not {short_repr(text)}"
            )
        if not isinstance(said["word"], list):
            raise ValueError(f"the word of a certificate is a list, not {short_repr(said['word'])}")
        word = tuple(map(_piece, said["word"]))
        return cls(said["row"], said["period"], word, states(said["tail"]))


def letters(states: bytes) -> str:
    """Return states as the characters that stand for them.

    >>> letters(bytes([0, 5, 63]))
    '05-'
    """
    return "".join(LETTERS[state] for state in states)


def _piece(said: Any) -> bytes | Power:
    if isinstance(said, str):
        return states(said)
    if not isinstance(said, list) or len(said) != 3:
        raise ValueError(
            "a piece of a certificate's word is a text, or a list of a block, how often it comes, "
            f"and its growth; not {short_repr(said)}"
        )
    return Power(states(said[0]), *said[1:])


def states(said: Any) -> bytes:
    """Return the states that the characters of a text stand for."""
    if isinstance(said, str):
        found = list(map(LETTERS.find, said))
        if -1 not in found:
            return bytes(found)
    raise ValueError(f"states are a text of the characters {LETTERS}, not {short_repr(said)}")


def check_states(value: object, name: str) -> None:
    """Raise a `ValueError` if `value` is not bytes, or is empty."""
    if type(value) is not bytes or not value:
        raise ValueError(f"{name} must be bytes, at least one, not {short_repr(value)}")


def check_word(value: object, name: str, repeated: type) -> None:
    """Raise a `ValueError` if `value` is not a tuple of bytes and of records of repeated blocks."""
    if type(value) is not tuple or not all(type(p) in (bytes, repeated) for p in value):
        raise ValueError(
            f"{name} must be a tuple of bytes and of {repeated.__name__}s, not {short_repr(value)}"
        )
