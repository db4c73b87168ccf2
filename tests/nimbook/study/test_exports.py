"""Tests that run the files and snippets for a reader's game, and compare what they print."""

from __future__ import annotations

import csv
import io
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import nbformat
import pytest

from nimbook.study.exports import cgscript, csv_file, notebook_file, python_file, sage
from nimbook.study.forms import EXAMPLES, coordinates, positions
from tests.lib import own_brute as brute

BY_NAME = {example.name: example for example in EXAMPLES}
CODE = '''\
"""Take a stick, or halve the heap."""
from __future__ import annotations

nimtwist = rules = None

def options(heap):
    return [heap - 1, heap // 2] if heap > 1 else [0] * heap
'''
SUM = "from nimtwist.games import *\nrules = Kayles() + Nim()\n"
KAYLES, NIM = brute.octal("077"), brute.subtraction(*range(1, 20))


def _kayles_or_nim(pair: Any) -> list[Any]:
    rows, heaps = pair
    return [(left, heaps) for left in KAYLES(rows)] + [(rows, left) for left in NIM(heaps)]


OTHERS = [
    ("code", SUM, "((x,), (y,))", _kayles_or_nim),
    ("code", CODE, "x", lambda n: [n - 1, n // 2] if n > 1 else [0] * n),
    ("octal", ".77", "(x, 1)", brute.octal("077")),
    ("octal", ".77", "(y, 1, x)", brute.octal("077")),
    ("break", "1: 0, 1, 2, 3; 2: 4", "(x,)", brute.take_and_break({1: [0, 1, 2, 3], 2: [4]})),
    ("break", "1: 2, 3 different", "(x,)", brute.take_and_break({1: [2, 3]}, True)),
    ("vectors", "2,1; 1,2; 0,1*", "(x, y)", brute.vectors([(2, 1), (1, 2)], [(0, 1)])),
    ("vectors", "1*; 3", "(x,)", brute.vectors([(3,)], [(1,)])),
    ("vectors", "2; 3", "(x,)", brute.subtraction(2, 3)),
    ("vectors", "1,0,1; 0,2,0*", "(x, y, 1)", brute.vectors([(1, 0, 1)], [(0, 2, 0)])),
    ("blocking", "2: none; 1", "((x, 1), {})", brute.blocking(2, [], [1])),
]
GAMES = [
    *(
        pytest.param((example.form, example.text, example.positions), oracle, id=example.name)
        for example in EXAMPLES
        if not (oracle := brute.EXAMPLES[example.name]).outcomes_only
    ),
    *(pytest.param(game[:3], brute.Oracle(game[3]), id=f"{game[0]} {game[2]}") for game in OTHERS),
]


def numbers(text: str) -> list[list[str]]:
    """Return the outcomes and numbers on each line of a text, without titles."""
    lines = [re.sub(r".*:", "", line).split() for line in text.splitlines()]
    return [line for line in lines if line]


def expected(template: str, size: int, oracle: brute.Oracle) -> list[list[str]]:
    """Return the lines of outcomes and values, by brute force."""
    value = brute.grundy(oracle.options)

    def line(places: Iterable[Sequence[int]]) -> list[int]:
        return [value(oracle.convert(positions(template, *place))) for place in places]

    if coordinates(template) == ("x",):
        return [[str(value) for value in line((x,) for x in range(size))]]
    rows = [line((x, y) for y in range(size)) for x in range(size)]
    outcomes = [["N" if value else "P" for value in row] for row in rows]
    return outcomes + [[str(value) for value in row] for row in rows]


def printed(code: str) -> str:
    with redirect_stdout(io.StringIO()) as text:
        exec(code, {"__name__": "__main__"})
    return text.getvalue()


@pytest.mark.parametrize(("game", "oracle"), GAMES)
def test_scripts_print_the_values(game: tuple[str, str, str], oracle: brute.Oracle) -> None:
    size = 9 if coordinates(game[2]) == ("x",) else 6
    text = printed(python_file(*game, size))
    assert ("Period" in text) == (coordinates(game[2]) == ("x",))
    text = text.partition("Period:")[0]
    assert numbers(text) == expected(game[2], size, oracle)
    assert numbers(text) != expected(game[2], size, brute.Oracle(lambda position: []))


def test_scripts_run_in_a_process_of_their_own() -> None:
    for name in ("Chomp", "Subtraction game"):
        example, size = BY_NAME[name], 5 if name == "Chomp" else 20
        script = python_file(example.form, example.text, example.positions, size)
        run = subprocess.run(
            [sys.executable, "-"], input=script, capture_output=True, text=True, encoding="utf-8"
        )
        assert not run.stderr
        text, _, period = run.stdout.partition("Period:")
        assert numbers(text) == expected(example.positions, size, brute.EXAMPLES[name])
        assert ("length=7" in period) == (name == "Subtraction game")


def test_scripts_use_all_functions_of_the_code() -> None:
    for name, arguments in {
        "Nimble": "options",
        "Chomp": "options, canonical=canonical",
        "Treblecross": "options, canonical=canonical, components=components",
    }.items():
        example = BY_NAME[name]
        script = python_file(example.form, example.text, example.positions, 5)
        assert f"rules = nimtwist.Rules({arguments})\n" in script


def test_scripts_claim_a_proof_for_single_heaps_only() -> None:
    assert "Guy and Smith" in printed(python_file("octal", "0.77", "(x,)", 200))
    period = printed(python_file("octal", "0.77", "(x, 7)", 200)).partition("Period:")[2]
    assert "length=12" in period and "theorem=None" in period


@pytest.mark.parametrize("name", ["Euclid", "Treblecross", "Grundy's game"])
def test_notebooks_run_the_script(name: str) -> None:
    example = BY_NAME[name]
    game = example.form, example.text, example.positions, 7
    notebook = nbformat.reads(notebook_file(*game), as_version=nbformat.NO_CONVERT)
    nbformat.validate(notebook)
    assert (notebook.nbformat, notebook.nbformat_minor) == (4, 5)
    first, *cells = notebook.cells
    assert first.cell_type == "markdown" and "pip install" in first.source
    assert {cell.cell_type for cell in cells} == {"code"}
    assert printed("\n".join(cell.source for cell in cells)) == printed(python_file(*game))


@pytest.mark.parametrize(("game", "oracle"), GAMES)
def test_sage_code_prints_the_values(game: tuple[str, str, str], oracle: brute.Oracle) -> None:
    form, text, _ = game
    code = sage(form, text)
    assert (code is None) == (form in ("code", "blocking"))
    if code is None:
        return
    # The preparser of SageMath reads ^^ as exclusive or, and ^ as a power.
    assert "^" not in code.replace("^^", "")
    rows = printed(code.replace("^^", "^")).splitlines()
    value, length = brute.grundy(oracle.options), 12 if form == "vectors" else 100
    for row in rows[:20]:
        first, _, values = row.partition("[")
        place = tuple(map(int, first.split()))
        actual = list(map(int, values.rstrip("]").split(", ")))
        assert len(actual) == length
        assert actual[:9] == [value((*place, n)) for n in range(9)], place
    dimension = 1 + len(rows[0].partition("[")[0].split())
    assert len(rows) == 12 ** (dimension - 1)


def test_sage_code_has_at_most_three_dimensions() -> None:
    assert sage("vectors", "1,0,0*; 0,1,1") and not sage("vectors", "1,0,0,0*")


# CGSuite is not available to tests, so the commands can be compared as text only. Their names and
# codes are those of its source: cgsuite/lang/resources/game/heap and core/impartial/TBCode.scala.
@pytest.mark.parametrize(
    ("form", "text", "ruleset"),
    [
        ("subtract", "2, 3, 7", 'TakeAndBreak("0.0330003")'),
        ("octal", ".137", 'TakeAndBreak("0.137")'),
        ("octal", "4.3", 'TakeAndBreak("4.3")'),
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
    assert list(csv.reader(csv_file([7, 'a "b", c']).splitlines()))[1:] == [
        ["0", "7"],
        ["1", 'a "b", c'],
    ]
    assert csv_file([]) == "x,value\n"


def test_bad_arguments_are_rejected() -> None:
    for make in (python_file, notebook_file):
        for arguments, why in {
            ("octal", "9", "(x,)", 9): "'9'",
            ("octal", "0.7", "(y,)", 9): "coordinate x",
            ("octal", "0.7", "(x,)", 0): "not 0",
        }.items():
            with pytest.raises(ValueError, match=re.escape(why)):
                make(*arguments)
    for translate in (cgscript, sage):
        with pytest.raises(ValueError, match="'9'"):
            translate("octal", "9")


def test_the_code_of_a_reader_runs_once(tmp_path: Path) -> None:
    log = tmp_path / "log"
    code = f"with open({str(log)!r}, 'a') as log:\n    log.write('run ')\noptions = range"
    files = [make("code", code, "x", 9) for make in (python_file, notebook_file)]
    assert log.read_text() == "run " and all("nimtwist.Rules(options)" in text for text in files)
