"""How tests are run: what hangs is ended and named, and they may be run in any order."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.book.conftest import ROOT


def run(*arguments: str, ci: str = "") -> subprocess.CompletedProcess[str]:
    """Run tests as this project runs its own; `ci` is the variable that CI sets."""
    options = ["-c", "pyproject.toml", "-p", "conftest", "-p", "no:cacheprovider", "--color=no"]
    return subprocess.run(
        [sys.executable, "-m", "pytest", *options, *arguments],
        cwd=ROOT,
        env={**os.environ, "CI": ci},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("option", "browser", "ci", "status"),
    [
        ("-n0", "chromium", "", 1),
        ("-n0", "firefox", "", 0),
    ],
)
def test_pages_that_could_not_be_tested_are_counted_and_an_error(
    option: str, browser: str, ci: str, status: int, tmp_path: Path
) -> None:
    """Without Firefox, its tests are skipped: what it checks is checked in Chromium in depth."""
    tests = tmp_path / "test_pages.py"
    tests.write_text(
        f"""import pytest
from tests.book.conftest import installed
from tools import system
@pytest.mark.parametrize("page", range(2))
def test_page(page, monkeypatch):
    monkeypatch.setattr("shutil.which", lambda _: None)
    installed(system.{browser})
def test_all_else(): pass
""",
        "utf8",
    )
    found = run(option, str(tests), ci=ci)
    assert found.returncode == status, found.stdout
    assert "1 passed, 2 skipped in " in found.stdout
    assert ("2 tests were skipped. The tests " in found.stdout) == (status == 1)


@pytest.mark.parametrize("skip", ['@pytest.mark.skip(reason="later")', ""])
def test_a_test_that_is_skipped_is_an_error(skip: str, tmp_path: Path) -> None:
    tests = tmp_path / "test_skipped.py"
    tests.write_text(f"import pytest\n{skip}\ndef test_one(): pass\ndef test_two(): pass\n", "utf8")
    found = run("-n0", str(tests))
    assert found.returncode == (1 if skip else 0), found.stdout
    assert ("1 tests were skipped. later" in found.stdout) == bool(skip)


@pytest.mark.parametrize("option", ["-k=two", "--deselect=test_one"])
def test_on_ci_no_option_leaves_tests_out(option: str, tmp_path: Path) -> None:
    tests = tmp_path / "test_some.py"
    tests.write_text("def test_one(): pass\ndef test_two(): pass\n", "utf8")
    found = run("-n0", option, str(tests), ci="true")
    assert found.returncode == pytest.ExitCode.USAGE_ERROR
    assert "on CI all tests run: remove the option" in found.stderr
