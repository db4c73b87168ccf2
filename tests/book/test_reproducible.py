"""Running a notebook, or building the book, once more changes no byte.

Of the chapters, conftest.py sees that.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.book.conftest import ROOT
from tools.serve import BOOK


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
