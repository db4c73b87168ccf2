"""Tests that a reader's game has the values found by brute force, also in files to download."""

from __future__ import annotations

import csv
import re
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any

import nbformat
import pytest

from nimbook.study.exports import cgscript, csv_file, notebook_file, python_file
from nimbook.study.forms import EXAMPLES, Example, coordinates, positions
from nimbook.study.study import GRUNDY, KINDS, MISERE, OUTCOMES, Study
from nimtwist import check_rules
from nimtwist.__main__ import solution
from tests.lib import own_brute as brute
from tests.lib.own_brute import printed

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
    if players := re.search("[0-9]", kind):
        value = brute.rank(oracle.options, int(players[0]))
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
    study = Study(form, text, template, 6 if kind in (OUTCOMES, GRUNDY) else 4, kind)
    study.compute()
    assert study.values == expected(template, study.size, oracle, kind)
    assert not study.note
    for place in product(range(4), repeat=len(study.axes)):
        position = study.position(*place)
        assert study.read(study.show(position)) == position


@pytest.mark.parametrize("name", brute.AS_PLAYED)
def test_outcomes_of_games_as_played(name: str) -> None:
    """Compare two games with the octal games that stand for them, which have other options."""
    outcomes = []
    for oracle in (brute.AS_PLAYED[name], brute.EXAMPLES[name]):
        value = brute.grundy(oracle.options)
        # A strip of fewer than three squares is full before anyone can win.
        heaps = [(n,) for n in range(3, 9)] + [(3, 4), (4, 5), (3, 3, 3)]
        outcomes.append([value(oracle.convert(each)) > 0 for each in heaps])
    assert outcomes[0] == outcomes[1] and {*outcomes[0]} == {True, False}


def numbers(text: str) -> list[list[str]]:
    """Return the outcomes and numbers on each line of a text, without titles."""
    lines = [re.sub(r".*:", "", line).split() for line in text.splitlines()]
    return [line for line in lines if line]


@each_game
def test_scripts(form: str, text: str, template: str, oracle: brute.Oracle) -> None:
    is_single = coordinates(template) == ("x",)
    size = 9 if is_single else 6
    shown, _, why = printed(python_file(form, text, template, size)).partition("For example: ")
    assert re.search(r" is an? [PN]-position with Grundy value \d+: .*\.\n[A-Z].*: .*\.$", why)
    values, _, period = shown.partition("Period:")
    assert bool(period) == is_single
    found, outcomes = (expected(template, size, oracle, kind) for kind in (GRUNDY, OUTCOMES))
    rows = [found] if is_single else [*outcomes, *found]
    assert numbers(values) == [[*map(str, row)] for row in rows]


@pytest.mark.parametrize("game", EXAMPLES, ids=lambda game: game.name)
def test_the_command_line_solves_the_files(game: Example, tmp_path: Path) -> None:
    path = tmp_path / "mygame.py"
    path.write_text(python_file(game.form, game.text, game.positions, 9), "utf8")
    study = Study(game.form, game.text, game.positions, 4, GRUNDY)
    start = study.read(game.start)
    check_rules(study.rules, [start])
    lines = solution(str(path), game.start.strip("()")).splitlines()
    outcome, value, winning = lines[:3]
    assert outcome.split() == ["outcome", "N"] and winning.split()[-1] != "none"
    assert value.split()[-1] == str(study.solver.grundy(start))


# --- Files and snippets ---------------------------------------------------------------------------


TREBLECROSS = next(example for example in EXAMPLES if example.name == "Treblecross")


def test_scripts_run_in_a_process_of_their_own_with_all_functions_of_the_code() -> None:
    script = python_file(TREBLECROSS.form, TREBLECROSS.text, TREBLECROSS.positions, 20)
    run = subprocess.run(
        [sys.executable, "-"], input=script, capture_output=True, text=True, encoding="utf-8"
    )
    assert not run.stderr and run.stdout == printed(script)
    functions = "options, canonical=canonical, components=components"
    assert f"rules = nimtwist.Rules({functions})\n" in script


def test_scripts_claim_a_proof_for_single_heaps_only() -> None:
    assert "Guy and Smith" in printed(python_file("octal", "0.77", "(x,)", 200))
    period = printed(python_file("octal", "0.77", "(x, 7)", 200)).partition("Period:")[2]
    assert "length=12" in period and "theorem=None" in period


def test_notebooks_run_the_script() -> None:
    game = TREBLECROSS.form, TREBLECROSS.text, TREBLECROSS.positions, 7
    notebook = nbformat.reads(notebook_file(*game), as_version=nbformat.NO_CONVERT)
    nbformat.validate(notebook)
    assert (notebook.nbformat, notebook.nbformat_minor) == (4, 5)
    first, *cells = notebook.cells
    assert first.cell_type == "markdown" and "pip install" in first.source
    assert {cell.cell_type for cell in cells} == {"code"}
    assert printed("\n".join(cell.source for cell in cells)) == printed(python_file(*game))


# CGSuite is not available to tests, so the commands can be compared as text only. Their names and
# codes are those of its source: cgsuite/lang/resources/game/heap and core/impartial/TBCode.scala.
@pytest.mark.parametrize(
    ("form", "text", "ruleset"),
    [
        ("subtract", "2, 3, 7", 'TakeAndBreak("0.0330003")'),
        ("octal", ".137", 'TakeAndBreak("0.137")'),
        ("octal", "4.0", 'TakeAndBreak("4.0")'),
        ("break", "0: 2 different", 'TakeAndBreak("4!.0")'),
        ("break", "1: 1; 3: 0-3 different", 'TakeAndBreak("0.2!0F!")'),
        ("break", "0: 4; 1: 3; 2: 0, 6", 'TakeAndBreak("&16;.8&65;")'),
        (
            "vectors",
            "1,0; 1,2*",
            "FunctionalCoordinateRuleset((m, n) -> setof((m - k, n) for k from 1 to 1 where k <= m)"
            " Union setof((m - k, n - 2*k) for k from 1 to m + n where k <= m and 2*k <= n))",
        ),
        ("vectors", "1*", None),
        ("blocking", "2 of 3", None),
        ("code", "1 / 0", None),
    ],
)
def test_cgscript(form: str, text: str, ruleset: str | None) -> None:
    commands = cgscript(form, text)
    if ruleset is None:
        assert commands is None
    else:
        assert commands and commands.splitlines()[1] == f"R := game.heap.{ruleset}"
        heaps = "R.NimValueSequence(100)\nR.CheckPeriodicity(1000)\n"
        assert commands.endswith("R.NimValueTable(11, 11)\n" if form == "vectors" else heaps)


def test_csv_files_contain_all_values() -> None:
    rows = [[str(x * y) for y in range(3)] for x in range(4)]
    head, *lines = csv.reader(csv_file(rows).splitlines())
    assert head[1:] == ["0", "1", "2"]
    assert lines == [[str(x), *row] for x, row in enumerate(rows)]
    line = csv_file([7, 'a "b", c'])
    assert [*csv.reader(line.splitlines())] == [["x", "value"], ["0", "7"], ["1", 'a "b", c']]


def test_the_code_of_a_reader_runs_once(tmp_path: Path) -> None:
    log = tmp_path / "log"
    code = f"with open({str(log)!r}, 'a') as log:\n    log.write('run ')\noptions = range"
    files = [make("code", code, "x", 9) for make in (python_file, notebook_file)]
    assert log.read_text() == "run " and all("nimtwist.Rules(options)" in text for text in files)
