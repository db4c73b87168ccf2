"""Tests of the local server for the book."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.lib.pages import ROOT
from tools import serve


def test_server_falls_back_to_another_port(book: Path) -> None:
    with socket.create_server((serve.HOST, 0)) as other:
        occupied = other.getsockname()[1]
        command = [sys.executable, "-m", "tools.serve", "--port", str(occupied)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            address = re.search(r"http://127\.0\.0\.1:(\d+)/", process.stdout.readline())
            assert address and int(address[1]) != occupied
            with urlopen(address[0]) as page:
                assert page.read() == (book / "index.html").read_bytes()
                assert page.headers["Cache-Control"] == "no-cache"
            process.terminate()


def test_missing_book_gives_a_build_hint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        serve.main([])
    assert "make book" in capsys.readouterr().err
