"""Tests of the files and snippets for a reader's game; `test_games` compares what they print."""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from nimbook.study.exports import cgscript, csv_file, notebook_file, python_file, sage
from nimbook.study.forms import EXAMPLES
from tests.lib.own_brute import printed

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


def test_sage_code_has_at_most_three_dimensions() -> None:
    assert sage("vectors", "1,0,0*; 0,1,1") and not sage("vectors", "1,0,0,0*")


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
