"""Tests that the values of a reader's game are those of brute force, wherever they appear."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from nimbook.study.exports import python_file, sage
from nimbook.study.forms import EXAMPLES, Example, coordinates, positions
from nimbook.study.study import GRUNDY, KINDS, MISERE, OUTCOMES, Study
from nimtwist import check_rules
from nimtwist.__main__ import solution
from tests.lib import own_brute as brute

GAMES: list[Any] = [
    *((*game[:3], brute.Oracle(game[3])) for game in brute.GAMES),
    *((game.form, game.text, game.positions, brute.EXAMPLES[game.name]) for game in EXAMPLES),
]
each_game = pytest.mark.parametrize(
    ("form", "text", "template", "oracle"), GAMES, ids=lambda value: str(value)[:20]
)


def expected(template: str, size: int, oracle: brute.Oracle, kind: str) -> list[Any]:
    """Return the values by brute force: a list for one coordinate, and a list of rows for two."""
    value = (brute.misere if kind == MISERE else brute.grundy)(oracle.options)
    values: dict[tuple[int, ...], Any] = {}
    for place in product(range(size), repeat=len(coordinates(template))):
        values[place] = value(oracle.convert(positions(template, *place)))
        if kind == OUTCOMES:
            values[place] = "PN"[values[place] > 0]
    if coordinates(template) == ("x",):
        return [*values.values()]
    return [[values[x, y] for y in range(size)] for x in range(size)]


@each_game
@pytest.mark.parametrize("kind", KINDS)
def test_values(form: str, text: str, template: str, oracle: brute.Oracle, kind: str) -> None:
    study = Study(form, text, template, 4 if kind == MISERE else 6, kind)
    study.compute()
    assert study.values == expected(template, study.size, oracle, kind)
    assert not study.note
    for place in product(range(4), repeat=len(study.axes)):
        position = study.position(*place)
        assert study.read(study.show(position)) == position


def numbers(text: str) -> list[list[str]]:
    """Return the outcomes and numbers on each line of a text, without titles."""
    lines = [re.sub(r".*:", "", line).split() for line in text.splitlines()]
    return [line for line in lines if line]


@each_game
def test_scripts(form: str, text: str, template: str, oracle: brute.Oracle) -> None:
    is_single = coordinates(template) == ("x",)
    size = 9 if is_single else 6
    values, _, period = brute.printed(python_file(form, text, template, size)).partition("Period:")
    assert bool(period) == is_single
    found, outcomes = (expected(template, size, oracle, kind) for kind in (GRUNDY, OUTCOMES))
    rows = [found] if is_single else [*outcomes, *found]
    assert numbers(values) == [[*map(str, row)] for row in rows]


@each_game
def test_sage_code(form: str, text: str, template: str, oracle: brute.Oracle) -> None:
    code = sage(form, text)
    assert (code is None) == (form in ("code", "blocking"))
    if code is None:
        return
    # The preparser of SageMath reads ^^ as exclusive or, and ^ as a power.
    assert "^" not in code.replace("^^", "")
    rows = brute.printed(code.replace("^^", "^")).splitlines()
    value, length = brute.grundy(oracle.options), 100
    if form == "vectors":
        length = 12
    for row in rows[:20]:
        first, _, values = row.partition("[")
        place = tuple(map(int, first.split()))
        actual = list(map(int, values.rstrip("]").split(", ")))
        assert len(actual) == length
        assert actual[:9] == [value((*place, n)) for n in range(9)], place
    assert len(rows) == 12 ** len(rows[0].partition("[")[0].split())


@pytest.mark.parametrize("game", EXAMPLES, ids=lambda game: game.name)
def test_the_command_line_solves_the_files(game: Example, tmp_path: Path) -> None:
    path = tmp_path / "mygame.py"
    path.write_text(python_file(game.form, game.text, game.positions, 9), "utf8")
    study = Study(game.form, game.text, game.positions, 4, GRUNDY)
    start = study.read(game.start)
    check_rules(study.rules, [start])
    outcome, value, winning = solution(str(path), game.start.strip("()")).splitlines()
    assert outcome.split() == ["outcome", "N"] and winning.split()[-1] != "none"
    assert value.split()[-1] == str(study.solver.grundy(start))
