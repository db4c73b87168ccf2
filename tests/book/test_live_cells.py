"""What the page runs when a reader wakes it: the cells tagged `live`, in order, and no others."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import book_live
import nbformat
import pytest
from bs4 import BeautifulSoup
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook

from conftest import WIDGET_STATE, WIDGET_VIEW
from tests.book import test_kernel
from tests.book.conftest import ROOT
from tests.book.test_kernel import Page
from tools import execute

page = test_kernel.page

NOTEBOOKS = execute.notebook_paths()
CHAPTERS = [path for path in NOTEBOOKS if path.parent.name == "notebooks"]

# A page's Python has none of these; what asks for one fails, wherever it is asked for.
LACK = """
import sys, warnings
sys.modules.update(dict.fromkeys(["cryptography", "matplotlib", "numpy", "pandas", "tqdm"]))
warnings.simplefilter("error")
"""
ABSENT = r"This cell needs (.*), which the page does not have; open the chapter in Jupyter\."


def cells(notebook: NotebookNode, tag: str = "") -> list[NotebookNode]:
    """Return the cells of code that have the tag, or all."""
    return [
        cell
        for cell in notebook.cells
        if cell.cell_type == "code" and (not tag or tag in cell.metadata.get("tags", []))
    ]


def lab_names(notebook: NotebookNode, cell: NotebookNode) -> Iterator[str | None]:
    """Yield the name of each lab that a cell shows, or `None` for one that has no name.

    A written board is none: the page has it as HTML.
    """
    saved = notebook.metadata.get("widgets", {}).get(WIDGET_STATE, {}).get("state", {})
    for output in cell.outputs:
        if WIDGET_VIEW in output.get("data", {}) and "text/html" not in output.data:
            state = saved[output.data[WIDGET_VIEW]["model_id"]]["state"]
            classes = state.get("_dom_classes", [])
            if "nt-lab" in classes:
                names = [kind.removeprefix("lab-") for kind in classes if kind.startswith("lab-")]
                yield names[0] if names else None


@pytest.fixture
def notebook(path: Path) -> NotebookNode:
    found: NotebookNode = nbformat.read(ROOT / path, as_version=4)
    return found


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=[pytest.mark.full] * (number % 6 > 0), id=str(path))
        for number, path in enumerate(NOTEBOOKS)
    ],
)
def test_live_cells_alone_run_in_a_python_with_nothing_else(
    notebook: NotebookNode, page: Page
) -> None:
    """And their labs follow the links that they give."""
    page.run(LACK)
    page.chapter(**{cell.id: cell.source for cell in cells(notebook)})
    for cell in cells(notebook, "live"):
        said = page.run(cell.source, cell.id)
        assert said.value is True, said.trouble
        for name in lab_names(notebook, cell):
            link = page.link(str(name)).value
            assert page.follow(str(link), cell.id).value == name
            assert page.link(str(name)).value == link


# What is in the others takes long to compute.
QUICK = "01"
QUICKLY = [
    pytest.param(path, marks=[] if path.name.startswith(QUICK) else pytest.mark.full)
    for path in CHAPTERS
]


@pytest.mark.parametrize("path", QUICKLY, ids=str)
def test_every_cell_that_is_shown_runs_by_itself(
    path: Path, notebook: NotebookNode, page: Page
) -> None:
    """It needs none to be run before it; one that asks for what the page lacks says so."""
    written = book_live.chapter_cells(ROOT / path)
    sources = {cell["id"]: cell["source"] for cell in written if cell["shown"]}
    shown = [cell for cell in cells(notebook) if is_shown(cell)]
    assert [*sources] == [cell.id for cell in shown]
    page.run(LACK)
    for cell in shown:
        page.chapter(**{cell["id"]: cell["source"] for cell in written if not cell["check"]})
        said = page.run(sources[cell.id], cell.id)
        if said.value is True:
            seen = book_live.CARD.fullmatch(cell.source) or (
                cell.outputs and "remove-output" not in cell.metadata.get("tags", [])
            )
            assert bool(said.outputs) == bool(seen), cell.id
        else:
            assert re.fullmatch(ABSENT, said.trouble), f"{cell.id}: {said.trouble}"
            assert makes_a_picture(cell) or "cryptography" in said.trouble, cell.id


def is_shown(cell: NotebookNode) -> bool:
    """Return whether readers see the source of a cell, or of the check in its verdict card."""
    hidden = "remove-input" in cell.metadata.get("tags", [])
    return not hidden or book_live.CARD.fullmatch(cell.source) is not None


def makes_a_picture(cell: NotebookNode) -> bool:
    """Whether a cell shows what only matplotlib or pandas could have made, or begins to make it."""
    if not cell.outputs:
        return "pandas" in cell.source
    kinds = {kind for output in cell.outputs for kind in output.get("data", {})}
    tables = [output.data["text/html"] for output in cell.outputs if "text/html" in output.data]
    return bool(kinds & {"image/svg+xml", "image/png"}) or 'class="dataframe' in "".join(tables)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=str)
def test_every_lab_is_live_and_has_a_name_of_its_own(notebook: NotebookNode) -> None:
    labs = {cell.id: list(lab_names(notebook, cell)) for cell in cells(notebook)}
    made = {cell.id for cell in cells(notebook) if re.search(r"\b(lab|Play\S*)\(", cell.source)}
    assert {cell for cell, names in labs.items() if names} == made
    assert made <= {cell.id for cell in cells(notebook, "live")}
    names = [name for found in labs.values() for name in found]
    assert None not in names and len(set(names)) == len(names)


# --- What is written into a page -----------------------------------------------------------------


@pytest.mark.parametrize("path", CHAPTERS, ids=str)
def test_a_page_has_only_the_definitions_of_hidden_cells(
    path: Path, notebook: NotebookNode
) -> None:
    """Other cells may use them; what a hidden cell shows, such as an answer, stays hidden."""
    written = {cell["id"]: cell["source"] for cell in book_live.chapter_cells(ROOT / path)}
    hidden = [
        c for c in cells(notebook) if not is_shown(c) and "live" not in c.metadata.get("tags", [])
    ]
    assert hidden
    for cell in hidden:
        definitions = [x for x in ast.parse(cell.source).body if not isinstance(x, ast.Expr)]
        source = ast.parse(written.get(cell.id, ""))
        assert ast.dump(source) == ast.dump(ast.Module(definitions, []))


@pytest.mark.parametrize("source", ["'</script>'", "'<!--<script>'", "'</SCRIPT >' < '\u2028'"])
def test_a_source_cannot_end_the_script_around_it(source: str, tmp_path: Path) -> None:
    path = tmp_path / "notebook.ipynb"
    cell = new_code_cell(source, id="a", metadata={"tags": ["live"]})
    nbformat.write(new_notebook(cells=[cell]), path)
    app: Any = SimpleNamespace(env=SimpleNamespace(doc2path=lambda _: str(path)), srcdir=str(ROOT))
    context = {"body": "", "pathto": lambda *_, **__: "../"}
    book_live.write_cells(app, "page", "", context, object())  # type: ignore[arg-type]
    page = BeautifulSoup(f"{context['body']}<p id=after>after</p>", "html.parser")
    [script] = page.select("#live-page")
    assert json.loads(script.string or "")["cells"][0]["source"] == source
    assert page.select("p#after")
