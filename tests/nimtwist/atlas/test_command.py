"""Tests for `python -m nimtwist atlas`: its files, its output and its exit status."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest

from nimtwist.atlas import command, driver
from nimtwist.atlas.checker import flaw
from nimtwist.atlas.command import main
from nimtwist.atlas.driver import run
from nimtwist.atlas.table import read, write
from tests.lib.processes import InlineExecutor, session_ended, wait_for
from tests.lib.proofs import certified


@pytest.fixture(scope="module")
def atlas_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("made") / "atlas"
    run([2, 3], 16, out, certify=True, executor=InlineExecutor())
    return out


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the command run its tasks in this process."""
    monkeypatch.setattr("nimtwist.processes.workers", lambda jobs: nullcontext(InlineExecutor()))


@pytest.mark.usefixtures("in_process")
def test_an_atlas_is_built_and_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "atlas"
    options = ["--modulus", "1-3", "--size", "16", "--out", str(out)]
    all_proved = (["--certify"], 26, "boxes 17, bounded 6, diagonal 3")
    for certify, proofs, kinds in [all_proved, ([], 0, "boxes 17, unexplained 9")]:
        assert main([*options, *certify]) == main(["--check", str(out)]) == 0
        made, checked = capsys.readouterr().out.splitlines()
        assert made == f"{out}: 26 games, 16 patterns, {proofs} with a certificate: {kinds}"
        assert checked == f"{out}: {proofs} certificates, all valid"
    assert [file.name for file in tmp_path.iterdir()] == ["atlas"]


# --- False certificates --------------------------------------------------------------------------


@pytest.mark.usefixtures("in_process")
def test_a_false_certificate_is_reported(
    atlas_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    atlas = read(atlas_file)
    first, *others = atlas.lines
    other = atlas.lines[2]
    assert other["antichain"] == "2"
    lines = [{**first, "certificate": other["certificate"]}, *others]
    path = tmp_path / "changed"
    write(path, replace(atlas, lines=lines))
    assert main(["--check", str(path)]) == 1
    captured = capsys.readouterr()
    assert captured.err == f"modulo 2, nothing: {flaw(certified(2)[0][0], certified(2)[2][1])}\n"
    assert captured.out == f"{path}: 24 certificates, 1 wrong\n"


ONE = {
    "modulus": 2,
    "restrictions": [[]],
    "certificate": {"row": 8, "period": 2, "word": [["21", 4, 1]], "tail": "00"},
}


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize(
    ("text", "status", "message"),
    [
        (json.dumps(ONE), 0, "1 certificate, valid"),
        (
            json.dumps({**ONE, "restrictions": [[1]]}),
            1,
            "modulo 2, 1: the word 2 rows after row 8 is not that of the next period",
        ),
        (json.dumps({**ONE, "restrictions": [[1], []]}), 2, "'nothing; 1' is not an antichain"),
        (json.dumps(ONE)[:-9], 2, "is not a JSON object with modulus, restrictions and"),
    ],
)
def test_a_single_certificate_is_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, status: int, message: str
) -> None:
    (tmp_path / "one.json").write_text(text)
    assert main(["--check", str(tmp_path / "one.json")]) == status
    captured = capsys.readouterr()
    assert message in (captured.err if status else captured.out)
    assert captured.err.count("\n") == bool(status)


# --- Bad input -----------------------------------------------------------------------------------


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--modulus", "6", "--out", "a"], "there are too many games modulo 6"),
        (["--modulus", "3-2", "--out", "a"], "expected at least one modulus, got range(3, 3)"),
        (["--modulus", "2", "--out", "no/a"], "no such folder: 'no'"),
        (["--modulus", "2", "--out", "."], "'.' is a folder, not a file"),
        (["--modulus", "2", "--out", "precious"], "'precious' is not an atlas, or was cut short"),
        (["--modulus", "2", "--out", "cut"], "'cut' is not an atlas, or was cut short or altered"),
        (["--check", "cut"], "'cut' is not an atlas, or was cut short or altered"),
    ],
)
def test_bad_input_is_rejected_and_nothing_is_overwritten(
    atlas_file: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    options: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    files = {"precious": b"mine", "cut": atlas_file.read_bytes()[:-100]}
    for name, data in files.items():
        Path(name).write_bytes(data)
    assert main(options) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1 and message in captured.err
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == files


# --- Options -------------------------------------------------------------------------------------


def test_options_are_passed_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def record(*args: Any, **kwargs: Any) -> None:
        calls.append((*args, kwargs))
        raise KeyboardInterrupt

    calls = list[Any]()
    for name in ("run", "search_again"):
        monkeypatch.setattr(driver, name, record)
    monkeypatch.setattr(command, "pool", lambda *args: nullcontext(args))
    more = ["--size=9", "--limit=8", "--most=7", "--jobs=6", "--scheduler=there", "--certify"]
    for line in ["--again=b"], ["--modulus=4", "--out=a"], ["--modulus=2-3", "--out=a", *more]:
        assert main(line) == 130
    default = dict(certify=False, executor=(None, None), limit=3000, most=None, progress=ANY)
    other = dict(certify=True, executor=("there", 6), limit=8, most=7, progress=ANY)
    assert calls[:2] == [("b", 3000, ANY, {}), (range(4, 5), 64, "a", default)]
    assert calls[2:] == [(range(2, 4), 9, "a", other)]
    resumable = "interrupted; progress is saved, run the command again to resume\n"
    assert capsys.readouterr().err == 2 * "interrupted\n" + resumable


# --- Ctrl-C --------------------------------------------------------------------------------------

MAIN = """
import os, signal, sys
from nimtwist._files import Log
from nimtwist.atlas import command

if __name__ == "__main__":
    original = Log.add

    def add(*arguments):
        original(*arguments)
        os.killpg(0, signal.SIGINT)

    Log.add = add
    # If the tests run in the background, the signal is ignored, and this process inherits that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.exit(command.main(sys.argv[1:]))
"""


def test_a_second_start_resumes_after_ctrl_c(tmp_path: Path) -> None:
    """After the first result is saved, all processes receive the signal that Ctrl-C sends."""
    out, script = tmp_path / "atlas", tmp_path / "main.py"
    script.write_text(MAIN)
    options = ["--modulus", "3", "--size", "16", "--out", str(out), "--certify", "--jobs", "1"]
    process = subprocess.Popen(
        [sys.executable, str(script), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf8",
        start_new_session=True,
    )
    output, errors = process.communicate()
    assert (process.returncode, output) == (130, "")
    assert errors == "interrupted; progress is saved, run the command again to resume\n"
    wait_for(lambda: session_ended(process.pid))
    assert not out.exists() and (tmp_path / "atlas.log").read_bytes().count(b"\n") == 1 + 1
    run(3, 16, tmp_path / "other", certify=True, executor=InlineExecutor())
    run(3, 16, out, certify=True, executor=InlineExecutor())
    assert out.read_bytes() == (tmp_path / "other").read_bytes()
