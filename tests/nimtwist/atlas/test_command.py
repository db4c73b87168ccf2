"""`python -m nimtwist atlas`: what it makes and says, and how it ends."""

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
from tests.nimtwist.atlas.proofs import certified
from tests.nimtwist.test_processes import MINUTE, Here, ended


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("made") / "atlas"
    run([2, 3], 16, out, certify=True, executor=Here())
    return out


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the command do its work in this process."""
    monkeypatch.setattr("nimtwist._processes.workers", lambda jobs: nullcontext(Here()))


@pytest.mark.usefixtures("here")
def test_it_makes_an_atlas_and_checks_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "atlas"
    asked = ["--modulus", "1-3", "--size", "16", "--out", str(out)]
    all_proved = (["--certify"], 26, "boxes 17, bounded 6, diagonal 3")
    for certify, proofs, kinds in [all_proved, ([], 0, "boxes 17, unexplained 9")]:
        assert main([*asked, *certify]) == main(["--check", str(out)]) == 0
        made, checked = capsys.readouterr().out.splitlines()
        assert made == f"{out}: 26 games, 16 patterns, {proofs} with a certificate: {kinds}"
        assert checked == f"{out}: {proofs} certificates, all of them proofs"
    assert [file.name for file in tmp_path.iterdir()] == ["atlas"]


# --- Files that are wrong ------------------------------------------------------------------------


@pytest.mark.usefixtures("here")
def test_a_false_certificate_is_named(
    made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    atlas = read(made)
    first, *others = atlas.lines
    other = atlas.lines[2]
    assert other["antichain"] == "2"
    lines = [{**first, "certificate": other["certificate"]}, *others]
    path = tmp_path / "changed"
    write(path, replace(atlas, lines=lines))
    assert main(["--check", str(path)]) == 1
    said = capsys.readouterr()
    assert said.err == f"modulo 2, nothing: {flaw(certified(2)[0][0], certified(2)[2][1])}\n"
    assert said.out == f"{path}: 24 certificates, 1 found wrong\n"


ONE = {
    "modulus": 2,
    "restrictions": [[]],
    "certificate": {"row": 8, "period": 2, "word": [["21", 4, 1]], "tail": "00"},
}


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("text", "status", "said"),
    [
        (json.dumps(ONE), 0, "1 certificate, a proof"),
        (
            json.dumps({**ONE, "restrictions": [[1]]}),
            1,
            "modulo 2, 1: after 2 rows from row 8 the word is not that of the next period",
        ),
        (json.dumps({**ONE, "restrictions": [[1], []]}), 2, "'nothing; 1' is not an antichain"),
        (json.dumps(ONE)[:-9], 2, "is not a JSON object with modulus, restrictions and"),
    ],
)
def test_a_single_certificate_is_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, status: int, said: str
) -> None:
    (tmp_path / "one.json").write_text(text)
    assert main(["--check", str(tmp_path / "one.json")]) == status
    shown = capsys.readouterr()
    assert said in (shown.err if status else shown.out)
    assert shown.err.count("\n") == bool(status)


# --- Bad input -----------------------------------------------------------------------------------


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (["--modulus", "6", "--out", "a"], "there are too many games modulo 6"),
        (["--modulus", "3-2", "--out", "a"], "an atlas has at least one modulus"),
        (["--modulus", "2", "--out", "no/a"], "there is no folder 'no' to write a file in"),
        (["--modulus", "2", "--out", "."], "'.' is a folder, not a file"),
        (["--modulus", "2", "--out", "precious"], "'precious' is not an atlas, or was cut short"),
        (["--modulus", "2", "--out", "cut"], "'cut' is not an atlas, or was cut short or altered"),
        (["--check", "cut"], "'cut' is not an atlas, or was cut short or altered"),
    ],
)
def test_bad_input_is_refused_and_nothing_is_overwritten(
    made: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    asked: list[str],
    sentence: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    files = {"precious": b"mine", "cut": made.read_bytes()[:-100]}
    for name, data in files.items():
        Path(name).write_bytes(data)
    assert main(asked) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1 and sentence in said.err
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == files


# --- What is asked -------------------------------------------------------------------------------


def test_what_is_asked_is_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def done(*given: Any, **options: Any) -> None:
        asked.append((*given, options))
        raise KeyboardInterrupt

    asked = list[Any]()
    for name in ("run", "search_again"):
        monkeypatch.setattr(driver, name, done)
    monkeypatch.setattr(command, "pool", lambda *where: nullcontext(where))
    more = ["--size=9", "--limit=8", "--most=7", "--jobs=6", "--scheduler=there", "--certify"]
    for line in ["--again=b"], ["--modulus=4", "--out=a"], ["--modulus=2-3", "--out=a", *more]:
        assert main(line) == 130
    default = dict(certify=False, executor=(None, None), limit=3000, most=None, progress=ANY)
    other = dict(certify=True, executor=("there", 6), limit=8, most=7, progress=ANY)
    assert asked[:2] == [("b", 3000, ANY, {}), (range(4, 5), 64, "a", default)]
    assert asked[2:] == [(range(2, 4), 9, "a", other)]
    goes_on = "interrupted; what is done is kept, and a second start goes on from there\n"
    assert capsys.readouterr().err == 2 * "interrupted\n" + goes_on


# --- Ctrl-C, and workers that die ----------------------------------------------------------------

MAIN = """
import os, signal, sys
from nimtwist.atlas import command, driver

if __name__ == "__main__":
    put = driver._Parts.write

    def write(*arguments):
        put(*arguments)
        os.killpg(0, signal.SIGINT)

    driver._Parts.write = write
    # Where tests run in the background, the signal is ignored, and so it would be here.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.exit(command.main(sys.argv[1:]))
"""


def test_what_is_done_is_kept_and_a_second_start_goes_on(tmp_path: Path) -> None:
    """As in a terminal, all processes get the signal, when the first part has been written."""
    out, script = tmp_path / "atlas", tmp_path / "main.py"
    script.write_text(MAIN)
    asked = ["--modulus", "3", "--size", "16", "--out", str(out), "--certify", "--jobs", "2"]
    begun = subprocess.Popen(
        [sys.executable, str(script), *asked],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf8",
        start_new_session=True,
    )
    said, wrong = begun.communicate(timeout=MINUTE)
    assert (begun.returncode, said) == (130, "")
    assert wrong == "interrupted; what is done is kept, and a second start goes on from there\n"
    assert ended(begun.pid)
    parts = [*out.with_name("atlas.parts").glob("part-*.json")]
    assert not out.exists() and len(parts) == 1
    run(3, 16, tmp_path / "other", certify=True, executor=Here())
    run(3, 16, out, certify=True, executor=Here())
    assert out.read_bytes() == (tmp_path / "other").read_bytes()
