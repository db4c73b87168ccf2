"""`make update` takes the newest versions, and says what they change."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.book.conftest import ROOT
from tools import update


def test_all_that_is_pinned_is_known() -> None:
    versions = update.versions()
    assert {"jupyter-book", "uv", "galois", "pyodide"} <= versions.keys()
    for name, held in update.HELD.items():
        assert versions[name].startswith(f"{held}."), "what is held is needed"


def test_commands_to_look_up_versions_are_understood() -> None:
    """All of their options: with none of the lists, the command fails on that alone."""
    command = update.compiled(update.NAMES[1])
    assert [name for name in command if name.endswith((".in", ".txt"))] == [
        "requirements.txt",
        "requirements-bench.in",
        "requirements-bench.txt",
    ]


@pytest.mark.parametrize("status", [0, 2])
def test_what_changed_is_said_even_if_the_book_is_not_built(
    status: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    ran: list[tuple[str, ...]] = []

    def run(
        command: tuple[str, ...], check: bool, env: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Be uv, which finds a newer version of all, and make, which builds another page."""
        ran.append(tuple(command))
        if "uv" in command:
            Path(command[-1]).write_text("six==2.0 \\\n    --hash=sha256:0\n", "utf8")
        else:
            Path("_build/html/index.html").write_text("new", "utf8")
        return subprocess.CompletedProcess(command, 0 if check else status)

    def npm(arguments: list[str]) -> int:
        assert arguments[-2:] == ["tar@latest", "mathjax@3"]
        return 0

    for name in update.NAMES:
        Path(f"{name}.txt").write_text("six==1.0 \\\n    --hash=sha256:0\n", "utf8")
    listed = {"dependencies": {"tar": "1.0"}, "devDependencies": {"mathjax": "3.0"}}
    Path("package.json").write_text(json.dumps(listed), "utf8")
    page = Path("_build/html/index.html")
    page.parent.mkdir(parents=True)
    page.write_text("old", "utf8")
    monkeypatch.setattr("subprocess.run", run)
    monkeypatch.setattr(update, "npm", npm)
    assert update.main() == status
    said = capsys.readouterr().out
    assert "- six 1.0 → 2.0\n" in said
    assert ("- index.html\n" in said) == (status == 0)
    assert ("not built" in said) == (status != 0)
    assert ran[-1] == ("make", "notebooks", "book")


def test_where_nothing_changes_that_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(update, "_take_newest", lambda: None)
    monkeypatch.setattr(update, "_made", dict)
    monkeypatch.setattr(update, "_REBUILT", ("true",))
    assert update.main() == 0
    said = "Packages:\n- none\nChapters and files of the site that differ:\n- none\n"
    assert capsys.readouterr().out == said


def test_make_updates_with_what_is_pinned_for_that() -> None:
    makefile = (ROOT / "Makefile").read_text("utf8")
    assert "\nupdate: $(UPKEEP) book" in makefile
    assert "\naudit: $(UPKEEP)" in makefile
