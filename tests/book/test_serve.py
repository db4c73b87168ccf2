"""The book is served to this machine only."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.book.conftest import ROOT
from tools import serve


def test_another_port_is_taken_and_said(book: Path) -> None:
    with socket.create_server((serve.HOST, 0)) as taken:
        usual = taken.getsockname()[1]
        command = [sys.executable, "-m", "tools.serve", "--port", str(usual)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            address = re.search(r"http://127\.0\.0\.1:(\d+)/", process.stdout.readline())
            assert address and int(address[1]) != usual
            with urlopen(address[0]) as page:
                assert page.read() == (book / "index.html").read_bytes()
                assert page.headers["Cache-Control"] == "no-cache"
            process.terminate()


def test_without_a_book_it_says_how_to_build_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        serve.main([])
    assert "make book" in capsys.readouterr().err
