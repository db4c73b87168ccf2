"""Chapters to take along: notebooks that are read, and run, away from this site."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import nbformat
import pytest
from book_downloads import WHEELS, Chapter, escaped
from docutils import nodes
from nbformat import NotebookNode

from nimbook import CHAPTERS
from tests.book.conftest import ROOT
from tests.book.test_live import notebook
from tests.book.test_live_cells import cells

NAMES = [f"{number:02}_{name}" for number, name in enumerate(CHAPTERS, 1)]
# What JupyterLab would show as it is written: directives, roles, labels.
RAW = re.compile(r"^:::|^```\{|\{[a-z]+(?::[a-z]+)?\}`|^\([\w-]+\)=$|^:label:|nt-pointer", re.M)


def downloaded(book: Path, name: str) -> NotebookNode:
    found: NotebookNode = nbformat.read(book / f"_sources/notebooks/{name}.ipynb", as_version=4)
    return found


def texts(chapter: NotebookNode) -> list[str]:
    return [cell.source for cell in chapter.cells if cell.cell_type == "markdown"]


@pytest.mark.parametrize("name", NAMES)
def test_a_download_is_the_chapter_without_what_only_the_site_understands(
    name: str, book: Path
) -> None:
    taken, original = downloaded(book, name), notebook(f"notebooks/{name}")
    nbformat.validate(taken)
    assert cells(taken) == cells(original)
    assert taken.metadata == original.metadata
    prose = "\n\n".join(texts(taken))
    assert not RAW.findall(prose)
    assert any(RAW.search(text) for text in texts(original))
    assert len(prose) > 0.7 * len("".join(texts(original)))


@pytest.mark.parametrize("wheel", WHEELS.values())
def test_each_package_is_published_with_the_pages(wheel: str, book: Path) -> None:
    package = wheel.partition("-")[0]
    with zipfile.ZipFile(book / "_static" / wheel) as opened:
        names = {name for name in opened.namelist() if ".dist-info/" not in name}
        assert names == {
            str(path.relative_to(ROOT / "src"))
            for path in (ROOT / "src" / package).rglob("*")
            if path.is_file() and "__pycache__" not in path.parts
        }
        assert all(opened.read(name) == (ROOT / "src" / name).read_bytes() for name in names)


def told(*parts: nodes.Node, base: str = "") -> str:
    """Return what becomes of parts of a page."""

    class Part(Chapter):
        def __init__(self) -> None:
            self.base, self.page, self.works = base, "notebooks/a", {}

    return Part().blocks(nodes.container("", *parts))


def test_parts_of_a_page_become_markdown() -> None:
    link = nodes.reference("", "Theorem 2", refuri="b.html#two")
    formula = nodes.math_block("", "a | b", number=3, label="eq", nowrap=False)
    item = nodes.list_item("", nodes.paragraph("", "one"), nodes.paragraph("", "more"))
    assert told(nodes.paragraph("", "", nodes.Text("a*b "), link)) == r"a\*b Theorem 2"
    assert told(nodes.paragraph("", "", link.deepcopy()), base="https://x.org/y/") == (
        "[Theorem 2](https://x.org/y/notebooks/b.html#two)"
    )
    assert told(formula) == "$$\na | b\\tag{3}\n$$"
    assert told(nodes.enumerated_list("", item)) == "1. one\n\n   more"
    assert told(nodes.note("", nodes.paragraph("", "so"))) == "> **Note**\n>\n> so"
    assert escaped("$1 <b>") == r"\$1 \<b\>"


@pytest.mark.full
@pytest.mark.timeout(1800)
def test_a_download_runs_where_only_the_package_is_installed(book: Path, tmp_path: Path) -> None:
    """Chapter 8, which needs most: in a fresh environment, as its first cell tells."""
    name = NAMES[7]
    venv, path = tmp_path / "venv", tmp_path / f"{name}.ipynb"
    nbformat.write(downloaded(book, name), path)
    subprocess.run([sys.executable, "-m", "venv", venv], check=True)
    packages = [book / "_static" / wheel for wheel in WHEELS.values()]
    subprocess.run([venv / "bin/pip", "install", "--quiet", *packages], check=True)
    command = [str(venv / "bin/jupyter"), "nbconvert", "--to", "notebook", "--execute", "--inplace"]
    environment = {"PATH": f"{venv / 'bin'}:/usr/bin:/bin", "HOME": str(tmp_path)}
    done = subprocess.run(
        [*command, str(path)],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    ran = cells(nbformat.read(path, as_version=4))
    assert all(cell.execution_count for cell in ran)
    assert not [out for cell in ran for out in cell.outputs if out.output_type == "error"]
