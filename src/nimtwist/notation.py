"""Games from text: the names and codes by which the command line and the workbench know games."""

from __future__ import annotations

import os
import re
import runpy
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from nimtwist import games
from nimtwist.checks import check_text, short_repr
from nimtwist.protocol import Ruleset
from nimtwist.rules import defined_rules
from nimtwist.sums import Sum

__all__ = ["GAMES", "Game", "read_game", "read_numbers"]

_MAX_TEXT = 1_000_000  # characters, for graphs
_MAX_DIGITS = 6


class Game(NamedTuple):
    """A kind of game: how its code is written, an example, and the function that reads the code.

    If `syntax` is empty, there is one game of this kind, and `read` takes no argument.
    """

    syntax: str
    example: str
    read: Callable[..., Ruleset[Any]]


def read_game(text: str) -> Ruleset[Any]:
    """Return the game with a name, a code or a file; several games with plus signs are a sum.

    A game is a name in `GAMES`, followed by a colon and a code if the game needs one, or the path
    of a Python file. The file defines either `rules`, a ruleset, or a function `options` and
    perhaps `canonical` and `components`: the arguments of `Rules`.

    Raises:
        ValueError: if there is no such game or file, if the code is not one, or if the file does
            not define a game. An exception raised by the file is propagated.

    >>> read_game("subtract: 1-3"), read_game("kayles + nim")
    (Subtraction(amounts=(1, 2, 3)), Sum(Kayles(), Nim()))
    """
    text = check_text(text).strip()
    if os.path.exists(text):
        return defined_rules(runpy.run_path(text), os.path.basename(text))
    parts = re.split(r"\s\+\s", text)
    if len(parts) > 1:
        return Sum(*map(read_game, parts))
    name, _, code = (part.strip() for part in text.partition(":"))
    if text.endswith(".py") or "/" in name:
        raise ValueError(f"there is no file {short_repr(text)}")
    if name not in GAMES:
        raise ValueError(
            f"game must be one of {', '.join(GAMES)}, several of them with plus signs, or a Python "
            f"file such as game.py, not {short_repr(name)}"
        )
    game = GAMES[name]
    if bool(game.syntax) != bool(code) or len(code) > _MAX_TEXT:
        colon = f":{game.syntax}, as in {name}:{game.example}" if game.syntax else ""
        raise ValueError(f"expected {name}{colon}, got {short_repr(text)}")
    return game.read(code) if code else game.read()


def read_numbers(text: str) -> list[int]:
    """Parse integers and ranges of integers, separated by commas or spaces.

    Raises:
        ValueError: if `text` contains anything else.

    >>> read_numbers("{1, 5-7}")
    [1, 5, 6, 7]
    """
    numbers: list[int] = []
    inner = check_text(text).strip().removeprefix("{").removesuffix("}")
    digits = f"[0-9]{{1,{_MAX_DIGITS}}}"
    for word in re.findall(r"[^\s,]+", inner) or [text]:
        match = re.fullmatch(f"({digits})(?:[-–]({digits}))?", word)
        run = range(int(match[1]), int(match[2] or match[1]) + 1) if match else ()
        if not run:
            raise ValueError(
                f"{short_repr(word)} is not a number or a range: expected integers of at most "
                f"{_MAX_DIGITS} digits, separated by commas, as in 1, 2, 5-7"
            )
        numbers += run
    return numbers


def _read_integers(make: Callable[..., Ruleset[Any]], text: str) -> Ruleset[Any]:
    """Return the game with the integers that colons separate in `text` as arguments."""
    words = [word.strip() for word in text.split(":")]
    for word in words:
        if not re.fullmatch("[+-]?[0-9]{1,30}", word):
            raise ValueError(f"expected an integer of at most 30 digits, got {short_repr(word)}")
    return make(*map(int, words))


def _read_blocking(text: str) -> games.BlockingNim:
    if text.count(":") != 1 or re.search("[,;]", text):
        raise ValueError(
            f"{short_repr(text)} is not a modulus, a colon and a number of residues, as in 3:1; "
            "for other families, see twist"
        )
    rules = _read_integers(games.BlockingNim.exactly, text)
    assert isinstance(rules, games.BlockingNim)
    return rules


def _read_twist(text: str) -> games.BlockingNim:
    if match := re.fullmatch(r"\s*([0-9]{1,3})\s+of\s+([0-9]{1,3})\s*", text):
        return games.BlockingNim.exactly(int(match[2]), int(match[1]))
    match = re.fullmatch(r"\s*([0-9]{1,3})\s*:(.*)", text, flags=re.DOTALL)
    if not match:
        raise ValueError(
            f"{short_repr(text)} has no modulus: expected an integer from 1 to 999, a colon and "
            "what may be forbidden, as in 3: 1; 2; none"
        )
    family = [[] if part == "none" else read_numbers(part) for part in _parts(match[2])]
    return games.BlockingNim(int(match[1]), family)


def _read_vectors(text: str) -> games.Vectors:
    vectors: dict[str, list[tuple[int, ...]]] = {"": [], "*": []}
    for part in _parts(text):
        match = re.fullmatch(r"\(?([0-9]{1,3}(?:\s*,\s*[0-9]{1,3})*)\)?\s*(\*?)", part)
        if not match:
            raise ValueError(
                f"{short_repr(part)} is not a vector: expected integers from 0 to 999, separated "
                "by commas, and a star if any positive multiple may be subtracted, as in 1, 0*"
            )
        vectors[match[2]].append(tuple(map(int, match[1].split(","))))
    return games.Vectors(once=vectors[""], repeated=vectors["*"])


def _read_breaking(text: str) -> games.TakeAndBreak:
    text, different = re.subn(r"\bdifferent\b", " ", text, flags=re.IGNORECASE)
    moves: dict[int, set[int]] = {}
    for part in _parts(text):
        taken, colon, left = part.partition(":")
        if not colon:
            raise ValueError(
                f"{short_repr(part)} has no colon: expected a number of sticks taken, a colon and "
                "the numbers of heaps that may be left, as in 1: 0, 1"
            )
        counts = set(read_numbers(left))
        for number in read_numbers(taken):
            moves[number] = moves.get(number, set()) | counts
    return games.TakeAndBreak(moves, different=bool(different))


def _parts(text: str) -> list[str]:
    """Return the nonempty parts of a text, which semicolons or line breaks separate."""
    return [part.strip() for part in re.split("[;\n]", text) if part.strip()]


def _read_graph(make: Callable[..., Ruleset[Any]], text: str) -> Ruleset[Any]:
    """Return the game on the graph with the given edges, or with those in a file of that name."""
    if os.path.isfile(text):
        text = Path(text).read_text("utf8")
    elif re.fullmatch(r"\S*[./]\S*", text):  # vertices have neither points nor slashes
        raise ValueError(f"there is no file {short_repr(text)}")
    return make(text)


GAMES = {
    "arckayles": Game("EDGES or FILE", "a-b, b-c, c-d", partial(_read_graph, games.ArcKayles)),
    "blocking": Game("MODULUS:RESIDUES", "3:1", _read_blocking),
    "break": Game("TAKEN: HEAPS LEFT; …", "0: 2 different", _read_breaking),
    "coins": Game("CODE", "1-3", games.CoinTurning),
    "cram": Game("", "", games.Cram),
    "digraph": Game("ARCS or FILE", "1-2, 2-1, 2-3", partial(_read_graph, games.DigraphGame)),
    "geography": Game("ARCS or FILE", "a-b, b-c", partial(_read_graph, games.Geography)),
    "hackenbush": Game("", "", games.Hackenbush),
    "kayles": Game("", "", games.Kayles),
    "moore": Game("HEAPS", "2", partial(_read_integers, games.Moore)),
    "mum": Game("MODULUS", "5", partial(_read_integers, games.MuM)),
    "nim": Game("", "", games.Nim),
    "nodekayles": Game("EDGES or FILE", "a-b, b-c", partial(_read_graph, games.NodeKayles)),
    "northcott": Game("WIDTH", "8", partial(_read_integers, games.Northcott)),
    "octal": Game("CODE", "0.77", games.Octal),
    "stones": Game("", "", games.Stones),
    "subtract": Game(
        "AMOUNT, AMOUNT, …", "1, 2, 3", lambda text: games.Subtraction(read_numbers(text))
    ),
    "twist": Game("MODULUS: FORBIDDEN; …", "3: 1; 2; none", _read_twist),
    "vectors": Game("VECTOR; …", "1,0*; 0,1*; 1,1*", _read_vectors),
    "wythoff": Game("", "", lambda: _read_vectors("1,0*; 0,1*; 1,1*")),
}
"""The games that are known by name."""
