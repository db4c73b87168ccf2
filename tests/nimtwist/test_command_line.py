"""Tests for the engine's command line, which runs without third-party packages."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from nimtwist.__main__ import GAMES, solution

ALONE = """
import runpy, sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in {*sys.stdlib_module_names, "nimtwist"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
runpy.run_module("nimtwist", run_name="__main__", alter_sys=True)
"""
"""A script that runs the command line as if no other package were installed."""


def run_alone(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", ALONE, *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False, timeout=60)


def test_the_engine_alone_lists_and_runs_its_commands() -> None:
    overview = run_alone("--help")
    assert (overview.returncode, overview.stderr) == (0, "")
    assert all(f"  {name} " in overview.stdout for name in ("solve", "atlas", "cram"))
    assert run_alone("solve", "nim", "3, 5").stdout.split()[1] == "N"
    for command, extra in [("atlas", "atlas"), ("cram", "fast")]:
        result = run_alone(command, "--help")
        assert result.returncode == 1
        assert result.stderr.endswith(f"is not installed: pip install 'nimtwist[{extra}]'\n")


def test_console_scripts_name_functions() -> None:
    for project in (".", "toolkit"):
        text = Path(project, "pyproject.toml").read_text("utf8")
        [target] = tomllib.loads(text)["project"]["scripts"].values()
        module, _, function = target.partition(":")
        assert callable(getattr(import_module(module), function))


EXAMPLES = {
    "blocking": ("blocking:3:1", "4, 2, 1 not 1", "N", "(2, 2, 1) not 1"),
    "cram": ("cram", "../..", "P", "none"),
    "hackenbush": ("hackenbush", "0-1 1-2", "N", ""),
    "kayles": ("kayles", "3, 3", "P", "none"),
    "moore": ("moore:2", "1, 1, 1", "P", "none"),
    "mum": ("mum:5", "3, 7", "P", "none"),
    "nim": ("nim", "3, 4, 5", "N", "(5, 4, 1)"),
    "octal": ("octal:0.77", "5, 4", "N", "(4, 4)"),
    "stones": ("stones", "(1, 1)", "N", ""),
}


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_solved(name: str) -> None:
    game, position, outcome, winning = EXAMPLES[name]
    lines = [line.split(maxsplit=1) for line in solution(game, position).splitlines()]
    assert lines[0][1] == outcome and (lines[1][1].split()[-1] == "0") == (outcome == "P")
    assert winning in lines[2][1]


@pytest.mark.parametrize("game", ["go", "mum", "mum:x", "mum:1:2", "nim:3", "octal:9"])
def test_invalid_games_are_quoted_in_the_message(game: str) -> None:
    with pytest.raises(ValueError, match=game.rpartition(":")[2]):
        solution(game, "1")
