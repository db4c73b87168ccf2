"""Tests of the downloadable notebooks and packages."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import nbformat
import pytest
from docutils import nodes
from ext.downloads import WHEELS, Chapter, escaped
from ext.figures import read_notebook
from nbformat import NotebookNode

from tests.lib.live import cells, notebook
from tests.lib.pages import NAMES, ROOT

# MyST syntax that JupyterLab does not render: directives, roles and labels.
RAW = re.compile(r"^:::|^```\{|\{[a-z]+(?::[a-z]+)?\}`|^\([\w-]+\)=$|^:label:|nt-pointer", re.M)

# Words that make sense only in the page
PAGE = re.compile(r"\b[Tt]his (page|browser)\b|\bon the page\b|JavaScript|when you scroll")


def downloaded(book: Path, name: str) -> NotebookNode:
    notebook: NotebookNode = nbformat.read(book / f"_sources/notebooks/{name}.ipynb", as_version=4)
    return notebook


def texts(chapter: NotebookNode) -> list[str]:
    return [cell.source for cell in chapter.cells if cell.cell_type == "markdown"]


@pytest.mark.parametrize("name", NAMES)
def test_download_is_the_chapter_without_myst_syntax(name: str, book: Path) -> None:
    download, original = downloaded(book, name), notebook(f"notebooks/{name}")
    nbformat.validate(download)
    coloured = read_notebook(nbformat.writes(original))
    (first, *others), (start, *expected) = cells(download), cells(coloured)
    assert others == expected
    assert first["source"] == start["source"] and first["outputs"] and not start["outputs"]
    assert download.metadata == coloured.metadata
    prose = "\n\n".join(texts(download))
    assert not RAW.findall(prose)
    assert not PAGE.findall(prose)
    assert any(RAW.search(text) for text in texts(original))
    assert len(prose) > 0.7 * len("".join(texts(original)))


@pytest.mark.parametrize("wheel", WHEELS.values())
def test_wheel_contains_exactly_the_package_files(wheel: str, book: Path) -> None:
    package = wheel.partition("-")[0]
    with zipfile.ZipFile(book / "_static" / wheel) as archive:
        contents = {
            name: archive.read(name) for name in archive.namelist() if ".dist-info/" not in name
        }
    expected = {
        str(path.relative_to(ROOT / "src")): path.read_bytes()
        for path in (ROOT / "src" / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    if package == "nimbook":
        data = f"{wheel.rpartition('-py3')[0]}.data/data/share/jupyter/lab/settings/overrides.d"
        settings = ROOT / "toolkit/lab/overrides.d/nimbook.json"
        expected[f"{data}/nimbook.json"] = settings.read_bytes()
    assert contents == expected


def converted(*parts: nodes.Node, base: str = "") -> str:
    """Convert parts of a page to Markdown."""

    class Part(Chapter):
        def __init__(self) -> None:
            self.base, self.page, self.works = base, "notebooks/a", {}

    return Part().blocks(nodes.container("", *parts))


def test_nodes_are_converted_to_markdown() -> None:
    link = nodes.reference("", "Theorem 2", refuri="b.html#two")
    formula = nodes.math_block("", "a | b", number=3, label="eq", nowrap=False)
    item = nodes.list_item("", nodes.paragraph("", "one"), nodes.paragraph("", "more"))
    assert converted(nodes.paragraph("", "", nodes.Text("a*b "), link)) == r"a\*b Theorem 2"
    assert converted(nodes.paragraph("", "", link.deepcopy()), base="https://x.org/y/") == (
        "[Theorem 2](https://x.org/y/notebooks/b.html#two)"
    )
    assert converted(formula) == "$$\na | b\\tag{3}\n$$"
    assert converted(nodes.enumerated_list("", item)) == "1. one\n\n   more"
    assert converted(nodes.note("", nodes.paragraph("", "so"))) == "> **Note**\n>\n> so"
    form = nodes.raw("", "<form>any</form>", format="html", assets="atlas")
    assert converted(form, base="https://x.org/y/") == (
        "*(An interactive part is here on [this chapter's page in the book]"
        "(https://x.org/y/notebooks/a.html).)*"
    )
    assert escaped("$1 <b>") == r"\$1 \<b\>"


@pytest.mark.full
@pytest.mark.timeout(1800)
def test_download_runs_with_only_the_packages_installed(book: Path, tmp_path: Path) -> None:
    """Follow the instructions in the first cell of chapter 8, and run the chapter.

    No other chapter has more dependencies.
    """
    name = NAMES[7]
    venv, path = tmp_path / "venv", tmp_path / f"{name}.ipynb"
    nbformat.write(downloaded(book, name), path)
    subprocess.run([sys.executable, "-m", "venv", venv], check=True)
    packages = [book / "_static" / wheel for wheel in WHEELS.values()]
    subprocess.run([venv / "bin/pip", "install", "--quiet", *packages], check=True)
    command = [str(venv / "bin/jupyter"), "nbconvert", "--to", "notebook", "--execute", "--inplace"]
    environment = {"PATH": f"{venv / 'bin'}:/usr/bin:/bin", "HOME": str(tmp_path)}
    result = subprocess.run(
        [*command, str(path)],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr[-2000:]
    executed = cells(nbformat.read(path, as_version=4))
    assert all(cell.execution_count for cell in executed)
    assert not [out for cell in executed for out in cell.outputs if out.output_type == "error"]
