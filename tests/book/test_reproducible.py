"""Running a notebook, or building the book, once more changes no byte.

Of the chapters, conftest.py sees that.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from tests.book.conftest import ROOT, explorer_notebook
from tools import execute
from tools.serve import BOOK


@pytest.mark.full
def test_the_tool_writes_down_what_the_notebooks_are_compared_with(tmp_path: Path) -> None:
    path = tmp_path / "notebook.ipynb"
    nbformat.write(explorer_notebook(), path)
    old = execute.executed(path)
    path.write_text(old, "utf8")
    new = execute.executed(path)
    assert "widget-state" in old
    assert old == new, "\n".join(execute.differences(old, new))


@pytest.mark.full
def test_a_check_names_the_cell_that_differs_and_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "notebook.ipynb"
    nbformat.write(new_notebook(cells=[new_code_cell("6 * 7", id="product")]), path)
    assert execute.main([str(path)]) == 0
    assert execute.main(["--check", str(path)]) == 0
    tampered = path.read_text("utf8").replace("42", "43")
    path.write_text(tampered, "utf8")
    assert execute.main(["--check", str(path)]) == 1
    assert f"{path}: cell 0 differs: 6 * 7" in capsys.readouterr().err
    assert path.read_text("utf8") == tampered


@pytest.mark.full
@pytest.mark.timeout(1800)
def test_a_clean_build_elsewhere_has_the_same_bytes(book: Path, tmp_path: Path) -> None:
    """Also in another folder, time zone and language, the PDF included."""
    elsewhere = tmp_path / "zwei Bücher"
    made = shutil.ignore_patterns("_build", "_assets", ".git", ".venv", "*cache*")
    shutil.copytree(ROOT, elsewhere, ignore=made, symlinks=True)
    (elsewhere / ".venv").symlink_to(ROOT / ".venv")
    other = {**os.environ, "TZ": "Asia/Tokyo", "LANG": "C", "LC_ALL": "C"}
    subprocess.run(["make", "pdf"], cwd=elsewhere, env=other, check=True)
    sums = (elsewhere / BOOK / "SHA256SUMS").read_text("utf8")
    assert "nim-with-a-twist.pdf" in sums
    assert sums == (book / "SHA256SUMS").read_text("utf8")
