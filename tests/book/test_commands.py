"""The commands that the README promises, and what they do where something is missing."""

from __future__ import annotations

import ast
import errno
import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import nbformat
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.book.conftest import ROOT
from tools import execute, system, update

README = (ROOT / "README.md").read_text("utf8")
MAKEFILE = (ROOT / "Makefile").read_text("utf8")


def commands(text: str) -> set[str]:
    """Return the commands that stand on a line of their own or between backticks."""
    return set(re.findall(r"(?:^|`)(make [a-z]+)(?=`|$|\s+#)", text, re.MULTILINE))


def test_the_first_screen_of_the_readme_has_the_two_commands() -> None:
    (block, *_) = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    assert commands(block) == {"make serve", "make test"}
    assert README.index(block) < README.index("\n## ")


def planned(command: str) -> str:
    """Return what a command would run."""
    plan = subprocess.run(
        [*command.split(), "--dry-run"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert plan.returncode == 0, plan.stderr
    return plan.stdout


@pytest.mark.parametrize("command", sorted(commands(README)))
def test_make_knows_every_command_of_the_readme(command: str) -> None:
    planned(command)
    assert f"\n{command.removeprefix('make ')}:" in MAKEFILE


@pytest.mark.parametrize(("locale", "used"), [("C", "C.UTF-8"), ("de_DE.UTF-8", "de_DE.UTF-8")])
def test_the_folder_may_have_letters_that_a_plain_locale_has_not(locale: str, used: str) -> None:
    asked = ["make", "--silent", "--eval", "show: ; @echo $$LC_ALL", "show"]
    environment = {**os.environ, "LC_ALL": locale}
    assert subprocess.check_output(asked, cwd=ROOT, env=environment, text=True) == f"{used}\n"


def test_to_check_the_engine_one_needs_no_page_and_no_browser() -> None:
    """Whatever needs them is tested in `tests/book`."""
    of_pages = re.compile("jupyter-book|tools.system chromium|tests/book")
    assert set(of_pages.findall(planned("make test"))) == {"jupyter-book", "tools.system chromium"}
    assert set(of_pages.findall(planned("make check"))) == {"tests/book"}
    assert " --ignore=tests/book\n" in planned("make check")


def test_the_full_scope_is_run_on_request() -> None:
    assert " --full\n" in planned("make full")
    assert "--full" not in planned("make test")


def of_ci() -> list[str]:
    """Return the commands of `.ci/run`, in order."""
    lines = (ROOT / ".ci/run").read_text("utf8").splitlines()
    assert "set -eo pipefail" in lines
    return [line for line in lines if line.startswith("make")]


def test_ci_runs_what_the_readme_tells_to_run() -> None:
    assert of_ci() == ["make test", "make book"]
    assert "make test" in commands(README)


def test_requirements_are_exact_and_hold_every_direct_one() -> None:
    for name in update.NAMES:
        lines = (ROOT / f"{name}.in").read_text("utf8").splitlines()
        direct = {re.split(r"[=<>\s]", line)[0].lower() for line in lines if re.match(r"\w", line)}
        assert direct <= pinned(name).keys()
    assert pinned("requirements")["jupyter-book"] == "1.0.4.post1"


def test_nothing_is_installed_without_the_hashes_of_its_files() -> None:
    installs = re.findall(r"\$\(PIP\).*", MAKEFILE)
    assert installs == [
        "$(PIP) --require-hashes -r",
        "$(PIP) --no-deps --no-build-isolation -e .",  # the book itself
    ]
    assert set(re.findall(r"\$\(EXACTLY\) (.*)", MAKEFILE)) == {f"{n}.txt" for n in update.NAMES}
    for name in update.NAMES:
        text = (ROOT / f"{name}.txt").read_text("utf8")
        packages = re.split(r"^(?=\w)", text, flags=re.MULTILINE)[1:]
        assert len(packages) >= len(pinned(name))
        for package in packages:
            assert re.search(r"--hash=sha256:[0-9a-f]{64}\n", package), package
    assert "integrity" in (ROOT / "package-lock.json").read_text("utf8")


def pinned(name: str) -> dict[str, str]:
    """Return the versions in a list of requirements, by package."""
    return update.pinned((ROOT / f"{name}.txt").read_text("utf8"))


def test_a_notebook_that_cannot_be_written_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def read_only(*_: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    path = tmp_path / "chapter.ipynb"
    nbformat.write(nbformat.v4.new_notebook(), path)
    monkeypatch.setattr(execute, "executed", lambda *_: "")
    monkeypatch.setattr(Path, "write_text", read_only)
    with pytest.raises(SystemExit) as ended:
        execute.main([str(path)])
    assert ended.value.code == 2
    assert f"{path} cannot be written: Read-only file system" in capsys.readouterr().err


def test_a_notebook_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        execute.main(["--check", "none.ipynb"])
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert said.endswith("'none.ipynb' cannot be read: No such file or directory\n")


def project() -> dict[str, Any]:
    """Return what the distribution says of itself."""
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf8"))["project"]
    return found


def imported(source: str) -> set[str]:
    """Return the top-level modules that a source imports, wherever; without Python's own."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names.add(node.module or "")
    return {name.partition(".")[0] for name in names} - {*sys.stdlib_module_names, "nimbook"}


def of_package(name: str) -> list[str]:
    """Return the sources of a package of ours."""
    return [path.read_text("utf8") for path in (ROOT / "src" / name).rglob("*.py")]


BULK = {"bulk.py", "table.py", "mass.py", "presburger.py", "driver.py", "_processes.py"}
"""The modules that need an extra, by their names."""

COMPILED = {"arrays", "compiled"}
"""The rooms of what is compiled, which needs the extra `fast`, and llvmlite, which numba brings."""


def test_the_engine_needs_nothing_but_python() -> None:
    extras = project()["optional-dependencies"]
    extra = {
        re.split("[-[]", Requirement(text).name)[0]
        for name in ("atlas", "dask", "fast", "proof")
        for text in extras[name]
    } | {"llvmlite"}
    for path in (ROOT / "src/nimtwist").rglob("*.py"):
        beyond = imported(path.read_text("utf8")) - {"nimtwist"}
        bulk = path.name in BULK or path.parent.name in COMPILED
        assert beyond <= (extra if bulk else set()), path
    assert "dependencies" not in project()


def test_what_chapters_import_is_installed_by_the_extra_book() -> None:
    """A chapter that is downloaded runs after `pip install .[book]`, in its Jupyter."""
    chapters = [nbformat.read(path, 4) for path in sorted((ROOT / "notebooks").glob("*.ipynb"))]
    cells = [
        cell.source for chapter in chapters for cell in chapter.cells if cell.cell_type == "code"
    ]
    modules = set().union(*map(imported, [*cells, *of_package("nimbook")]))
    assert {"ipywidgets", "matplotlib", "cryptography"} <= modules
    homes = packages_distributions()
    needed = {canonicalize_name(name) for module in modules for name in homes[module]}
    needed.remove(canonicalize_name("nimtwist"))
    declared = project()["optional-dependencies"]["book"]
    assert needed <= {canonicalize_name(Requirement(text).name) for text in declared}
    assert "jupyterlab" in declared


def test_the_extra_book_has_the_bounds_of_the_requirements() -> None:
    lines = (ROOT / "requirements.in").read_text("utf8").splitlines()
    direct = {line.partition(" #")[0] for line in lines}
    assert set(project()["optional-dependencies"]["book"]) <= direct
    versions = pinned("requirements")
    for text in project()["optional-dependencies"]["book"]:
        requirement = Requirement(text)
        assert requirement.specifier.contains(versions[canonicalize_name(requirement.name)])


def test_the_readme_tells_what_the_extra_book_is() -> None:
    assert "`pip install '.[book]'`" in README


@pytest.mark.parametrize(
    ("need", "looks", "sentence"),
    [
        ("chromium", "shutil.which", "install the package `chromium`"),
        ("firefox", "shutil.which", "install the package `firefox-esr`"),
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


@pytest.mark.parametrize(
    ("need", "package"), [("chromium", "chromium"), ("firefox", "firefox-esr")]
)
def test_root_installs_what_is_missing(
    need: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[list[str]] = []
    installed = {"apt-get": "apt-get"}

    def run(command: list[str], **_: object) -> None:
        ran.append(command)
        if "install" in command:
            installed[command[-1]] = command[-1]

    monkeypatch.setattr("shutil.which", installed.get)
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("subprocess.run", run)
    system.main(need)
    assert [command[-1] for command in ran] == ["update", package]


def test_without_a_browser_all_else_is_tested() -> None:
    """Make goes on where one cannot be installed; pytest says what that leaves out."""
    for target in ("test", "full"):
        recipe = MAKEFILE.partition(f"\n{target}:")[2].partition("\n\n")[0]
        for browser in ("chromium", "firefox"):
            assert f"\n\t-$(BIN)/python -m tools.system {browser}\n" in recipe
