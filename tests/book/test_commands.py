"""The commands that the README promises, and what they do where something is missing."""

from __future__ import annotations

import re
import subprocess

import pytest

from tests.book.conftest import ROOT
from tools import system

README = (ROOT / "README.md").read_text("utf8")
MAKEFILE = (ROOT / "Makefile").read_text("utf8")


def commands(text: str) -> set[str]:
    """Return the commands that stand on a line of their own or between backticks."""
    return set(re.findall(r"(?:^|`)(make [a-z]+)(?=`|$|\s+#)", text, re.MULTILINE))


def test_the_first_screen_of_the_readme_has_the_two_commands() -> None:
    (block, *_) = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    assert commands(block) == {"make serve", "make test"}
    assert README.index(block) < README.index("\n## ")


@pytest.mark.parametrize("command", sorted(commands(README)))
def test_make_knows_every_command_of_the_readme(command: str) -> None:
    plan = subprocess.run(
        [*command.split(), "--dry-run"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert plan.returncode == 0, plan.stderr
    assert f"\n{command.removeprefix('make ')}:" in MAKEFILE


def test_ci_runs_what_the_readme_tells_to_run() -> None:
    lines = (ROOT / ".ci/run").read_text("utf8").splitlines()
    assert "set -eo pipefail" in lines
    assert [line for line in lines if line.startswith("make")] == ["make test", "make book"]
    assert "make test" in commands(README)


def test_requirements_are_exact_and_hold_every_direct_one() -> None:
    def lines(name: str) -> list[str]:
        text = (ROOT / name).read_text("utf8")
        return [line for line in text.splitlines() if line and not line.startswith(("#", " "))]

    pinned = dict(line.split(" ;")[0].split("==") for line in lines("requirements.txt"))
    direct = {re.split(r"[=<>]", line)[0].lower() for line in lines("requirements.in")}
    assert direct <= pinned.keys()
    assert pinned["jupyter-book"] == "1.0.4.post1"


@pytest.mark.parametrize(
    ("need", "looks", "sentence"),
    [
        ("chromium", "shutil.which", "install the package `chromium`"),
        ("venv", "importlib.util.find_spec", "install the package `python3-venv`"),
    ],
)
def test_what_is_missing_is_named_to_whoever_may_not_install_it(
    need: str, looks: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(looks, lambda _: None)
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    with pytest.raises(SystemExit, match=sentence):
        system.main(need)


def test_root_installs_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[list[str]] = []
    installed = {"apt-get": "apt-get"}

    def run(command: list[str], **_: object) -> None:
        ran.append(command)
        if "install" in command:
            installed["chromium"] = "chromium"

    monkeypatch.setattr("shutil.which", installed.get)
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("subprocess.run", run)
    system.main("chromium")
    assert [command[-1] for command in ran] == ["update", "chromium"]
