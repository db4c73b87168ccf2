"""Test that tampered notebooks fail, each cell for the right reason, and that missing tests do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook

from conftest import WIDGET_STATE
from tests.lib.pages import ROOT
from tools import execute

EXPLORER = "from nimbook.widgets import explorer\nexplorer(lambda heap: str(heap), heap=range(3))"
# Sources of notebook cells, by the reason that pytest must report for each cell's failure.
CELLS = {
    "mismatch 'text/plain'": "6 * 7",
    "mismatch 'text/html'": "from IPython.display import HTML\nHTML('<b>42</b>')",
    "mismatch 'image/svg+xml'": "from IPython.display import SVG\nSVG('<svg id=\"a42\"/>')",
    "the cell was not executed": "5",
    "the cell displays a widget whose state is not in the notebook": EXPLORER,
    "the cell wrote a warning to stderr": "import sys\nprint('careful', file=sys.stderr)",
    "the cell opts out of the comparison": "7",
}


def executed(path: Path, *sources: str) -> NotebookNode:
    """Return an executed notebook: the given cells, and a last cell that the tests never change."""
    cells = [new_code_cell(source, id=f"cell-{n}") for n, source in enumerate([*sources, "8"])]
    nbformat.write(new_notebook(cells=cells), path)
    notebook: NotebookNode = nbformat.reads(execute.execute_notebook(path), as_version=4)
    return notebook


def run_pytest(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run pytest in a process of its own, with the configuration of the book."""
    options = ["-c", "pyproject.toml", "-p", "conftest", "-p", "no:cacheprovider", "--color=no"]
    return subprocess.run(
        [sys.executable, "-m", "pytest", *options, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("processes", "least", "code"),
    [
        (0, 2, pytest.ExitCode.OK),
        (0, 3, pytest.ExitCode.TESTS_FAILED),
        (1, 3, pytest.ExitCode.TESTS_FAILED),
    ],
)
def test_run_with_too_few_tests_fails(
    tmp_path: Path, processes: int, least: int, code: pytest.ExitCode
) -> None:
    path = tmp_path / "test_some.py"
    path.write_text(
        "import pytest\ndef test_a(): pass\ndef test_b(): pass\n"
        "@pytest.mark.full\ndef test_c(): pass\n"
    )
    run = run_pytest(f"-n{processes}", f"--at-least={least}", str(path))
    assert run.returncode == code, run.stdout + run.stderr
    counts = {"collected": 3, "deselected": 1, "run": 2, "must run": least}
    lines = {" ".join(line.split()) for line in run.stdout.splitlines()}
    assert {f"{count} {name}" for name, count in counts.items()} <= lines, run.stdout


@pytest.mark.full
def test_tampering_is_detected(tmp_path: Path) -> None:
    """Check that each tampered cell fails, and that untouched cells pass.

    Changes outside the cell outputs must be detected too.
    """
    path, other_path = tmp_path / "0.ipynb", tmp_path / "1.ipynb"
    notebook = executed(path, *CELLS.values())
    for cell in notebook.cells[:3]:
        for kind, result in cell.outputs[0].data.items():
            cell.outputs[0].data[kind] = result.replace("42", "43")
    notebook.cells[3].update(outputs=[], execution_count=None)
    notebook.metadata["widgets"][WIDGET_STATE]["state"].clear()
    notebook.cells[6].metadata["tags"] = ["nbval-ignore-output"]
    nbformat.write(notebook, path)

    other = executed(other_path, EXPLORER)
    # Change the state of a widget that is not itself the output of a cell.
    states = other.metadata["widgets"][WIDGET_STATE]["state"].values()
    labelled = [each["state"] for each in states if each["state"].get("description")]
    labelled[0]["description"] += "s"
    nbformat.write(other, other_path)

    run = run_pytest("-rN", str(tmp_path))  # omit the summary, which would repeat the reasons
    assert run.returncode == pytest.ExitCode.TESTS_FAILED, run.stdout
    assert f"{len(CELLS) + 2} failed, 3 passed" in run.stdout, run.stdout
    for reason in CELLS:
        assert run.stdout.count(reason) == 1, run.stdout
    before, _, after = run.stdout.partition("1.ipynb: bytes _")
    assert '"description": "heaps"' in after and "1.ipynb: " not in before, run.stdout
