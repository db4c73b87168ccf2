"""Tests that the toolkit refuses bad arguments with a message that says what is allowed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import ipywidgets as ipw
import pytest

from nimbook.claims import check
from nimbook.ordinal_search import search_excess
from nimbook.play import Play, WrittenPlay
from nimbook.play.links import Inputs, register
from nimbook.play.match import Match
from nimbook.residues import combine, prime_powers
from nimbook.show import tree
from nimbook.show.motion import repeating_rows
from nimbook.show.palette import colour
from nimbook.study.conjectures import conjectures
from nimbook.study.exports import notebook_file, python_file
from nimbook.study.forms import coordinates, positions, read_position
from nimbook.study.sequences import recognise
from nimbook.study.study import Study
from nimbook.widgets import lab, predict
from nimtwist import Tree
from nimtwist.atlas.families import read_family
from nimtwist.games import BlockingNim, Hackenbush, Nim, Northcott
from nimtwist.games.hackenbush import Picture
from tests.lib.chapters import from_chapter


def path_of(length: int) -> Tree[int]:
    root = Tree(0)
    for number in range(1, length):
        root = Tree(number, [root])
    return root


def read_byte(text: str) -> Any:
    return from_chapter("08", "read_byte")(text)


def octal_study(template: str, size: int, kind: str) -> Study:
    return Study("octal", "0.7", template, size, kind)


LETTERS = "the name of a lab must consist of lower-case letters"
TOO_LARGE = "too large to draw: at most 64 levels and 2,000 nodes"
TWISTED = BlockingNim.exactly(6, 3)

REFUSALS: dict[str, list[tuple[Callable[..., Any], *tuple[Any, ...]]]] = {
    # Numbers
    "is not a byte": [
        (read_byte, text) for text in ("256", "-1", "", "0x", "0x100", "ff", "8 3", "²", "9" * 5000)
    ],
    "the modulus must be an integer": [(prime_powers, n) for n in (1, 10**12 + 1, True)],
    "pairwise coprime": [(combine, {4: 1, 6: 1})],
    "a field of degree 15180, which exceeds": [(search_excess, 139)],
    # Claims
    r"no such claim: 'twist.thm1'; did you mean twist\.thm-1 ": [(check, "twist.thm1")],
    "no such claim: 7;": [(check, 7)],
    "the scope must be 'quick' or 'full', not 'slow'": [(check, "twist.thm-1", "slow")],
    # Drawings
    "unknown colour 'blue': choose one of back, text, ": [(colour, "blue")],
    "none of the first 12 rows": [(repeating_rows, read_family(2, "1; 2"))],
    TOO_LARGE: [(tree, path_of(65), str), (tree, Tree(0, [*map(Tree, range(2000))]), str)],
    # Games
    "has too many edges to draw: at most 26": [(Play, Hackenbush(), Picture.stalks([27]))],
    "a match takes a ruleset, an object with options": [(Match, 7, 3), (Match, Nim, (2, 1))],
    "the number of players must be": [
        (partial(Play, players=players), Nim(), (2, 1)) for players in (1, 7)
    ],
    "play must end": [(partial(Play, players=3), Northcott(4), ((0, 3),))],
    "misère play is not defined for 3 players": [(partial(Match, misere=True), Nim(), (2, 1), 3)],
    "must be 'beginner' or 'good' or 'perfect', not 'expert'": [
        (partial(Match, level="expert"), Nim(), (2, 1))
    ],
    "board of text and buttons, got a Dropdown": [
        (WrittenPlay, TWISTED, ((9,), TWISTED.family[0]))
    ],
    # Labs and predictions
    LETTERS: [
        (lab, str, name) for name in ("", "Nim", "4", "-a", "a-", "a--b", "a b", "a_b", "ø", "a\n")
    ],
    r"^the input 'secret' cannot be linked to: .* Password$": [
        (register, "secret", Inputs({"secret": ipw.Password("x")}))
    ],
    "expected two to five answers": [
        (predict, "", dict.fromkeys(range(count), ""), 0, "") for count in (0, 1, 6)
    ],
    r"7 is not one of the answers \[1, 2\]": [(predict, "", {1: "", 2: ""}, 7, "")],
    # The workbench
    "no coordinate x": [
        *((coordinates, template) for template in ("(3, y)", "()", "7")),
        (octal_study, "(3,)", 9, "outcomes"),
        *((make, "octal", "0.7", "(y,)", 9) for make in (python_file, notebook_file)),
    ],
    "are x and y": [(positions, "(x, y)", 1)],
    "are x$": [(positions, "(x,)", 1, 2)],
    "contains x": [(read_position, "(x, y)")],
    "text": [(read_position, 7)],
    "must be an integer from 4 to 10000": [(octal_study, "(x,)", 3, "outcomes")],
    "integer from 4 to 100, not 101": [(octal_study, "(x, y)", 101, "outcomes")],
    "kind must be 'outcomes' or": [(octal_study, "(x,)", 9, "ranks")],
    "not 0": [(make, "octal", "0.7", "(x,)", 0) for make in (python_file, notebook_file)],
    "row 0 must have length 3, which is the number of rows, not 4": [(conjectures, [[0] * 4] * 3)],
    "row 3 must have length 4": [(conjectures, [*[[0] * 4] * 3, [0] * 5])],
    "must be an integer ≥ 0, not 'P'": [
        (conjectures, ["P"] * 7 + [0]),
        (conjectures, ["P"] * 7 + ["Q"]),
        (recognise, "PNNP"),
    ],
    "must be an integer ≥ 0, not -1": [(conjectures, [[0, -1], [1, 0]])],
    r"must be an integer ≥ 0, not \[0, 1\]": [(conjectures, [[0, 1], 1])],
}
"""For each message, the calls that it refuses."""


@pytest.mark.parametrize("message", REFUSALS)
def test_bad_arguments_are_refused(message: str) -> None:
    for function, *arguments in REFUSALS[message]:
        with pytest.raises(ValueError, match=message):
            function(*arguments)


def test_the_largest_path_can_be_drawn() -> None:
    assert tree(path_of(64), lambda node: str(node.position))
