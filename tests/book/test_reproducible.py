"""Test that building the book is reproducible. For notebooks, `conftest.py` checks this."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.lib.pages import ROOT
from tools.live import compress
from tools.serve import BOOK


def test_compressed_files_are_the_same_with_each_version_of_python() -> None:
    assert compress(b"")[:10].hex(" ") == "1f 8b 08 00 00 00 00 00 02 ff"


@pytest.mark.full
@pytest.mark.timeout(1800)
def test_clean_build_elsewhere_is_byte_identical(book: Path, tmp_path: Path) -> None:
    """Build the book and its PDF in another folder, time zone and language."""
    elsewhere = tmp_path / "zwei Bücher"
    ignored = shutil.ignore_patterns("_build", "_assets", ".git", ".venv", "*cache*")
    shutil.copytree(ROOT, elsewhere, ignore=ignored, symlinks=True)
    (elsewhere / ".venv").symlink_to(ROOT / ".venv")
    environment = {**os.environ, "TZ": "Asia/Tokyo", "LANG": "C", "LC_ALL": "C"}
    subprocess.run(["make", "pdf"], cwd=elsewhere, env=environment, check=True)
    sums = (elsewhere / BOOK / "SHA256SUMS").read_text("utf8")
    assert "nim-with-a-twist.pdf" in sums
    assert sums == (book / "SHA256SUMS").read_text("utf8")
