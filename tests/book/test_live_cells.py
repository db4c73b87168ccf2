"""Tests that run the cells of chapters the way a live page does."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest
from bs4 import BeautifulSoup
from ext import live
from ext.trees import to_html
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook

from tests.lib import kernel as process
from tests.lib.kernel import Page
from tests.lib.live import cells, is_shown, lab_names
from tests.lib.pages import ROOT
from tests.lib.steps import site
from tools import execute

page = process.page

NOTEBOOKS = execute.notebook_paths()
CHAPTERS = [path for path in NOTEBOOKS if path.parent.name == "notebooks"]

# Blocks imports of modules that are not available in a page, and turns warnings into errors.
HIDE_MODULES = """
import sys, warnings
sys.modules.update(dict.fromkeys(["cryptography", "matplotlib", "numpy", "pandas", "tqdm"]))
warnings.simplefilter("error")
"""
MISSING_LIBRARY = (
    r"This cell needs (.*), which the page does not have; open the chapter in Jupyter\."
)


@pytest.fixture
def notebook(path: Path) -> NotebookNode:
    notebook: NotebookNode = nbformat.read(ROOT / path, as_version=4)
    return notebook


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=[pytest.mark.full] * (number != 6), id=str(path))
        for number, path in enumerate(NOTEBOOKS)
    ],
)
def test_live_cells_run_without_the_others(notebook: NotebookNode, page: Page) -> None:
    """Run only the live cells, and check that a link to each lab restores the lab's state."""
    page.run(HIDE_MODULES)
    page.chapter(**{cell.id: cell.source for cell in cells(notebook)})
    for cell in cells(notebook, "live"):
        reply = page.run(cell.source, cell.id)
        assert reply.value is True, reply.traceback
        for name in lab_names(notebook, cell):
            link = page.link(str(name)).value
            assert page.follow(str(link), cell.id).value == name
            assert page.link(str(name)).value == link


# The number of the only chapter fast enough for the quick tests. The other chapters run only
# in the full test suite.
QUICK = "01"
BY_DURATION = [
    pytest.param(path, marks=[] if path.name.startswith(QUICK) else pytest.mark.full)
    for path in CHAPTERS
]


@pytest.mark.parametrize("path", BY_DURATION, ids=str)
def test_every_shown_cell_runs_on_its_own(path: Path, notebook: NotebookNode, page: Page) -> None:
    """Check that cells fail only if a library is missing, and that the error names the library."""
    embedded = live.chapter_cells(ROOT / path)
    sources = {cell["id"]: cell["source"] for cell in embedded if cell["shown"]}
    shown = [cell for cell in cells(notebook) if is_shown(cell)]
    assert [*sources] == [cell.id for cell in shown]
    page.run(HIDE_MODULES)
    for cell in shown:
        page.chapter(**{cell["id"]: cell["source"] for cell in embedded if not cell["check"]})
        reply = page.run(sources[cell.id], cell.id)
        if reply.value is True:
            has_output = live.CARD.fullmatch(cell.source) or (
                cell.outputs and "remove-output" not in cell.metadata.get("tags", [])
            )
            assert bool(reply.outputs) == bool(has_output), cell.id
        else:
            assert re.fullmatch(MISSING_LIBRARY, reply.traceback), f"{cell.id}: {reply.traceback}"
            without_plot = "cryptography" in reply.traceback or "import numpy" in cell.source
            assert needs_plotting(cell) or without_plot, cell.id


def needs_plotting(cell: NotebookNode) -> bool:
    """Return whether a cell needs matplotlib or pandas, judging by its output or its source."""
    if not cell.outputs:
        return "pandas" in cell.source
    shown = [output.get("data", {}) for output in cell.outputs]
    tables = "".join(data.get("text/html", "") for data in shown)
    kinds = {kind for data in shown for kind in data}
    return bool(kinds & {"image/svg+xml", "image/png"}) or 'class="dataframe' in tables


@pytest.mark.parametrize("path", NOTEBOOKS, ids=str)
def test_every_lab_is_live_and_has_a_unique_name(notebook: NotebookNode) -> None:
    labs = {cell.id: list(lab_names(notebook, cell)) for cell in cells(notebook)}
    creators = {
        cell.id
        for cell in cells(notebook)
        if re.search(r"\b(lab|Play\S*|Workbench)\(", cell.source)
    }
    assert {cell for cell, names in labs.items() if names} == creators
    assert creators <= {cell.id for cell in cells(notebook, "live")}
    names = [name for in_cell in labs.values() for name in in_cell]
    assert None not in names and len(set(names)) == len(names)


# --- The data embedded in a page -----------------------------------------------------------------


@pytest.mark.parametrize("path", CHAPTERS, ids=str)
def test_page_has_only_the_definitions_of_hidden_cells(path: Path, notebook: NotebookNode) -> None:
    """Check that the page contains the hidden cells, but without their expressions.

    The expressions are left out because they may reveal answers.
    """
    embedded = {cell["id"]: cell["source"] for cell in live.chapter_cells(ROOT / path)}
    hidden = [
        c for c in cells(notebook) if not is_shown(c) and "live" not in c.metadata.get("tags", [])
    ]
    assert hidden or "verdict_card" not in path.read_text("utf8")
    for cell in hidden:
        definitions = [x for x in ast.parse(cell.source).body if not isinstance(x, ast.Expr)]
        source = ast.parse(embedded.get(cell.id, ""))
        assert ast.dump(source) == ast.dump(ast.Module(definitions, []))


@pytest.mark.parametrize("source", ["'</script>'", "'<!--<script>'", "'</SCRIPT >' < '\u2028'"])
def test_source_cannot_close_its_script_element(source: str, tmp_path: Path) -> None:
    path = tmp_path / "notebook.ipynb"
    cell = new_code_cell(source, id="a", metadata={"tags": ["live"]})
    nbformat.write(new_notebook(cells=[cell]), path)
    folder = site(a="<article></article>")
    env = SimpleNamespace(doc2path=lambda _: str(path), found_docs={"a"})
    folder.app.env, folder.app.srcdir = env, ROOT  # type: ignore[assignment]
    live.embed_cells(folder)
    html = to_html(folder.pages["a"].tree)
    page = BeautifulSoup(f"{html}<p id=after>after</p>", "html.parser")
    [script] = page.select("#live-page")
    assert json.loads(script.string or "")["cells"][0]["source"] == source
    assert page.select("p#after")
