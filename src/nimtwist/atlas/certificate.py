"""Certificates: finite descriptions of the rows of a game with two heaps, from some row onward.

A certificate states that for every t ≥ 0, row `row + period·t` of the states
(`nimtwist.atlas.rows`) is a fixed word in which some blocks are repeated, followed by a tail that
repeats without end. A block with growth g gains g copies in each period. Since a row determines all
later rows, this solves the game with two heaps of any size. `nimtwist.atlas.checker` decides
whether a certificate holds for a game.

As text, a certificate is a JSON object; `certificate.schema.json` in this directory describes it. A
state is written as one of the 64 characters of `LETTERS`: the index of the character has bit r - 1
set for each residue r in the state.
"""

from __future__ import annotations

import json
from dataclasses import astuple, dataclass, fields
from typing import Any

from nimtwist.checks import join_and, set_integer, short_repr

__all__ = ["LETTERS", "Certificate", "Power", "letters"]

LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-"
"""The characters that represent states in texts; a state is an index into them."""

MAX_NUMBER = 10**18
"""The largest integer allowed in a certificate. The checkers limit the work of reading it."""


@dataclass(frozen=True)
class Power:
    """A repeated block of states: `times` copies in the first row and `growth` more per period.

    Raises:
        ValueError: if `block` is not a nonempty `bytes` object, or if `times` or `growth` is not an
            integer from 0 to 10^18.
    """

    block: bytes
    times: int
    growth: int

    def __post_init__(self) -> None:
        check_states(self.block, "a block of a certificate")
        set_integer(self, "times", 0, MAX_NUMBER)
        set_integer(self, "growth", 0, MAX_NUMBER)


@dataclass(frozen=True)
class Certificate:
    r"""A description of every `period`-th row from `row` on: `word`, then `tail` repeated forever.

    A certificate does not name its game: it may hold for several games.

    Raises:
        ValueError: if `word` is not a tuple of `bytes` and `Power` objects, `tail` is not a
            nonempty `bytes` object, `row` is not an integer from 0 to 10^18, or `period` is not an
            integer from 1 to 10^18.

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
        set_integer(self, "row", 0, MAX_NUMBER)
        set_integer(self, "period", 1, MAX_NUMBER)
        check_word(self.word, "the word of a certificate", Power)
        check_states(self.tail, "the tail of a certificate")

    @property
    def powers(self) -> list[Power]:
        """The repeated blocks of the word."""
        return [piece for piece in self.word if isinstance(piece, Power)]

    def text(self) -> str:
        """Return the certificate as one line of JSON; equal certificates give equal text."""
        word, tail = word_data(self.word), letters(self.tail)
        data = {"row": self.row, "period": self.period, "word": word, "tail": tail}
        return json.dumps(data, separators=(",", ":"))

    @classmethod
    def read(cls, text: str) -> Certificate:
        """Parse the text of a certificate.

        Raises:
            ValueError: if the text is not a certificate; the message quotes the invalid part.

        >>> Certificate.read("{}")
        Traceback (most recent call last):
        ...
        ValueError: a certificate must be a JSON object with row, period, word and tail, not '{}'
        """
        data = read_object(text, "certificate", ["row", "period", "word", "tail"])
        word = parse_word(data["word"], "certificate", Power)
        return cls(data["row"], data["period"], word, parse_states(data["tail"]))


def read_object(text: str, kind: str, names: list[str]) -> dict[str, Any]:
    """Parse a JSON object that has exactly the given names."""
    try:
        data = json.loads(text)
    except (TypeError, ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or sorted(data) != sorted(names):
        raise ValueError(
            f"a {kind} must be a JSON object with {join_and(names)}, not {short_repr(text)}"
        )
    return data


def letters(states: bytes) -> str:
    """Return states as text, with one character of `LETTERS` for each state.

    >>> letters(bytes([0, 5, 63]))
    '05-'
    """
    return "".join(LETTERS[state] for state in states)


def word_data(word: tuple[Any, ...]) -> list[object]:
    """Return a word as JSON data."""
    return [
        letters(piece) if isinstance(piece, bytes) else [letters(piece.block), *astuple(piece)[1:]]
        for piece in word
    ]


def parse_word(data: Any, kind: str, repeated: type[Any]) -> tuple[Any, ...]:
    """Parse a word, the inverse of `word_data`; its repeated blocks are of the class `repeated`."""
    if not isinstance(data, list):
        raise ValueError(f"a word of a {kind} must be a list, not {short_repr(data)}")
    names = [field.name for field in fields(repeated)]
    word = list[Any]()
    for piece in data:
        if isinstance(piece, str):
            word.append(parse_states(piece))
        elif isinstance(piece, list) and len(piece) == len(names):
            word.append(repeated(parse_states(piece[0]), *piece[1:]))
        else:
            raise ValueError(
                f"a piece of a {kind}'s word must be a string or a list [{', '.join(names)}], "
                f"not {short_repr(piece)}"
            )
    return tuple(word)


def parse_states(text: Any) -> bytes:
    """Parse states: the inverse of `letters`.

    Raises:
        ValueError: if `text` is not a string of the characters in `LETTERS`.
    """
    if isinstance(text, str):
        indices = list(map(LETTERS.find, text))
        if -1 not in indices:
            return bytes(indices)
    raise ValueError(f"states must be a string of the characters {LETTERS}, not {short_repr(text)}")


def check_states(value: object, name: str) -> None:
    """Raise a `ValueError` unless `value` is a nonempty `bytes` object."""
    if type(value) is not bytes or not value:
        raise ValueError(f"{name} must be a nonempty bytes object, not {short_repr(value)}")


def check_word(value: object, name: str, repeated: type) -> None:
    """Raise a `ValueError` unless `value` is a tuple of `bytes` and `repeated` objects."""
    if type(value) is not tuple or not all(type(p) in (bytes, repeated) for p in value):
        raise ValueError(
            f"{name} must be a tuple of bytes and {repeated.__name__}s, not {short_repr(value)}"
        )
