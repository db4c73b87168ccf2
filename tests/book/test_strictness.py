"""A chapter that is not what running it gives is found out, for the right reason."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from tests.book.conftest import ROOT, explorer_notebook
from tools import execute

CHAPTER = ROOT / "notebooks/03_nimber_arithmetic.ipynb"


def copy(path: Path = CHAPTER) -> NotebookNode:
    notebook: NotebookNode = nbformat.read(path, as_version=4)
    return notebook


def code(notebook: NotebookNode) -> list[NotebookNode]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def validate(folder: Path, *notebooks: NotebookNode) -> subprocess.CompletedProcess[str]:
    for number, notebook in enumerate(notebooks):
        nbformat.write(notebook, folder / f"{number}.ipynb")
    options = ["-c", "pyproject.toml", "-p", "conftest", "-p", "no:cacheprovider", "--color=no"]
    return subprocess.run(
        # -rN: no summary that says each reason again, in full or in part, as pytest does under CI.
        [sys.executable, "-m", "pytest", *options, "-rN", str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def change(kind: str, digit: str) -> Callable[[NotebookNode], None]:
    """Return what changes a digit of the first result that has one; `digit` ends in its group."""

    def tamper(notebook: NotebookNode) -> None:
        for cell in code(notebook):
            for output in cell.outputs:
                text = output.get("data", {}).get(kind, "")
                if found := re.search(digit, text):
                    other = str((int(found[1]) + 1) % 10)
                    start, end = found.span(1)
                    output.data[kind] = text[:start] + other + text[end:]
                    return
        pytest.fail(f"no result of the chapter has {digit!r} in {kind}")

    return tamper


# The last cells show something and define nothing: none fails because another does.


def strip(notebook: NotebookNode) -> None:
    code(notebook)[-1].update(outputs=[], execution_count=None)


def forget_widgets(notebook: NotebookNode) -> None:
    """Forget the state of one widget that a cell shows."""
    [state] = notebook.metadata["widgets"].values()
    view = "application/vnd.jupyter.widget-view+json"
    shown = (o.data[view] for c in code(notebook) for o in c.outputs if view in o.get("data", {}))
    del state["state"][next(shown)["model_id"]]


def warn(notebook: NotebookNode) -> None:
    cell = code(notebook)[-2]
    cell.source = f"import sys; print('careful', file=sys.stderr)\n{cell.source}"
    cell.outputs.insert(0, nbformat.v4.new_output("stream", name="stderr", text="careful\n"))


def exempt(notebook: NotebookNode) -> None:
    code(notebook)[-3].metadata["tags"] = ["nbval-ignore-output"]


TAMPERINGS = {
    "number": (change("text/plain", r"^\((\d)"), "mismatch 'text/plain'"),
    "table": (change("text/html", r'nt-frame"[^$]*?<td>(\d)'), "mismatch 'text/html'"),
    "svg": (change("image/svg+xml", r'<path d="M (\d)'), "mismatch 'image/svg+xml'"),
    "stripped": (strip, "the cell was not executed"),
    "widget": (forget_widgets, "the cell shows a widget whose state is not in the notebook"),
    "warning": (warn, "the cell wrote a warning to stderr"),
    "exempt": (exempt, "the cell is exempt from being compared"),
}


def describe(notebook: NotebookNode) -> None:
    """Change what is no result of a cell."""
    [state] = notebook.metadata["widgets"].values()
    described = [m for m in state["state"].values() if m["state"].get("description")]
    described[0]["state"]["description"] += "s"


@pytest.mark.full
def test_tampering_is_found_out(tmp_path: Path) -> None:
    """Each kind in a cell of its own; the cells that nobody touched pass, the bytes do not."""
    small = tmp_path / "small"
    nbformat.write(explorer_notebook(), small)
    small.write_text(execute.executed(small), "utf8")
    notebook, other = copy(), copy(small)
    for tamper, _ in TAMPERINGS.values():
        tamper(notebook)
    describe(other)
    run = validate(tmp_path, notebook, other)
    assert run.returncode == pytest.ExitCode.TESTS_FAILED, run.stdout
    passed = len(code(notebook)) - len(TAMPERINGS) + len(code(other))
    assert f"{len(TAMPERINGS) + 2} failed, {passed} passed" in run.stdout, run.stdout
    for _, reason in TAMPERINGS.values():
        assert run.stdout.count(reason) == 1, run.stdout
    assert run.stdout.count("1.ipynb: bytes _") == 1, run.stdout
    assert run.stdout.rpartition("1.ipynb: bytes _")[2].count("the metadata, which holds") == 1, (
        run.stdout
    )
