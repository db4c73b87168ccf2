"""A notebook that is not what running it gives is found out, for the right reason."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook

from tools.execute import executed

ROOT = Path(__file__).parents[2]
NUMBER, TABLE, SVG, PNG, WIDGET = range(5)
CELLS = [
    "6 * 7",
    "import pandas\npandas.DataFrame({'heap': [3, 5], 'value': [3, 5]})",
    "from IPython.display import SVG\n"
    'SVG(\'<svg xmlns="http://www.w3.org/2000/svg"><title>r</title><circle r="3"/></svg>\')',
    "import io, matplotlib.figure\nfrom IPython.display import Image\n"
    "figure, png = matplotlib.figure.Figure((1, 1)), io.BytesIO()\n"
    "figure.add_subplot().plot([1, 2])\nfigure.savefig(png)\nImage(png.getvalue())",
    "import ipywidgets\nipywidgets.IntSlider(description='heap')",
]


@pytest.fixture(scope="session")
def honest(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The text of a notebook with every kind of result, just executed."""
    path = tmp_path_factory.mktemp("honest") / "notebook.ipynb"
    cells = [new_code_cell(source, id=f"cell-{i}") for i, source in enumerate(CELLS)]
    nbformat.write(new_notebook(cells=cells), path)
    return executed(path)


def validate(notebook: NotebookNode, path: Path) -> subprocess.CompletedProcess[str]:
    nbformat.write(notebook, path)
    options = ["-c", "pyproject.toml", "-p", "conftest", "-p", "no:cacheprovider", "--color=no"]
    return subprocess.run(
        [sys.executable, "-m", "pytest", *options, str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def edit(cell: int, kind: str, old: str, new: str) -> Callable[[NotebookNode], None]:
    """Return what replaces a part of a result, which must be there to be replaced."""

    def tamper(notebook: NotebookNode) -> None:
        data = notebook.cells[cell].outputs[0].data
        assert old in data[kind]
        data[kind] = data[kind].replace(old, new, 1)

    return tamper


def strip(notebook: NotebookNode) -> None:
    notebook.cells[NUMBER].update(outputs=[], execution_count=None)


def forget_widgets(notebook: NotebookNode) -> None:
    del notebook.metadata["widgets"]


def warn(notebook: NotebookNode) -> None:
    cell = notebook.cells[NUMBER]
    cell.source = f"import sys; print('careful', file=sys.stderr)\n{cell.source}"
    cell.outputs.insert(0, nbformat.v4.new_output("stream", name="stderr", text="careful\n"))


def exempt(notebook: NotebookNode) -> None:
    notebook.cells[NUMBER].metadata["tags"] = ["nbval-ignore-output"]


TAMPERINGS = {
    "number": (edit(NUMBER, "text/plain", "42", "43"), "mismatch 'text/plain'"),
    "table": (edit(TABLE, "text/html", "<td>5</td>", "<td>6</td>"), "mismatch 'text/html'"),
    "svg": (edit(SVG, "image/svg+xml", 'r="3"', 'r="4"'), "mismatch 'image/svg+xml'"),
    "png": (edit(PNG, "image/png", "A", "B"), "mismatch 'image/png'"),
    "stripped": (strip, "the cell was not executed"),
    "widget": (forget_widgets, "the cell shows a widget whose state is not in the notebook"),
    "warning": (warn, "the cell wrote a warning to stderr"),
    "exempt": (exempt, "the cell is exempt from being compared"),
}


def test_an_honest_notebook_passes(honest: str, tmp_path: Path) -> None:
    run = validate(nbformat.reads(honest, as_version=4), tmp_path / "notebook.ipynb")
    assert run.returncode == 0, run.stdout
    assert f"{len(CELLS)} passed" in run.stdout


@pytest.mark.parametrize("name", TAMPERINGS)
def test_tampering_is_found_out(name: str, honest: str, tmp_path: Path) -> None:
    tamper, reason = TAMPERINGS[name]
    notebook = nbformat.reads(honest, as_version=4)
    tamper(notebook)
    run = validate(notebook, tmp_path / "notebook.ipynb")
    assert run.returncode == pytest.ExitCode.TESTS_FAILED, run.stdout
    assert f"1 failed, {len(CELLS) - 1} passed" in run.stdout
    assert reason in run.stdout
