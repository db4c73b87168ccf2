"""Mutants of a small package: what survives, what may, and what is said of a list that rots."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from tests.book.conftest import ROOT
from tools.mutants import (
    KILLED,
    LIST,
    SAME,
    SURVIVED,
    TIMEOUT,
    Engine,
    Mutant,
    Results,
    Runner,
    apply,
    mutants,
)

SOURCE = """\
from functools import cache


@cache
def least(a, b):
    return a if a < b else b


def rest(n, by=2):
    assert isinstance(n, int)
    while n >= by:
        n -= by
    return n
"""

TESTS = """\
from tiny.sums import least, rest


def test_least():
    assert least(1, 2) == least(2, 1) == 1


def test_rest():
    assert [rest(n) for n in range(5)] == [0, 1, 0, 1, 0]
"""

EQUAL = """\
[[survivors]]
functions = ["sums.least"]
before = "a < b"
after = ["a <= b"]
reason = "Of two equal numbers, either is the least."
"""

STALE = """\
[[survivors]]
functions = ["sums.rest", "parts.rest"]
before = "n >= by"
after = ["n > by"]
reason = "Nobody has looked."
"""


def engine(folder: Path, survivors: str) -> Engine:
    """Write the package, its tests and the list to a folder."""
    files = {
        "src/tiny/__init__.py": "",
        "src/tiny/sums.py": SOURCE,
        "tests/test_sums.py": TESTS,
        str(LIST): f'package = "src/tiny"\nmodules = ["*.py"]\ntests = ["tests"]\n{survivors}',
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf8")
    return Engine.read(folder / LIST)


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the mutants of the package in a folder."""
    return subprocess.run(
        [sys.executable, "-m", "tools.mutants", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": f"{ROOT}:{folder / 'src'}"},
        capture_output=True,
        text=True,
        check=False,
    )


def found(source: str = SOURCE) -> dict[tuple[str, str], Mutant]:
    """Return the mutants of a source by their functions and what they become."""
    return {(mutant.function, mutant.after): mutant for mutant in mutants(source)}


def test_each_function_has_mutants_whatever_decorates_it() -> None:
    assert {
        ("least", "return a if a <= b else b"),
        ("least", "return a if (a < b) and False else b"),
        ("rest", "def rest(n, by=3):"),
        ("rest", "while n > by:"),
        ("rest", "n += by"),
        ("rest", "n = by"),
    } <= found().keys()


def test_what_is_no_code_of_a_function_has_no_mutants() -> None:
    source = "N = 1\n\nclass C:\n    n: int = 1\n    def f(self, m: int | None) -> 'int': ...\n"
    assert not found(source)


def test_a_change_of_several_lines_is_told_by_those_that_differ() -> None:
    source = "def f(a, b):\n    return max(\n        a,\n        b + 1,\n        2,\n    )\n"
    [mutant] = [mutant for mutant in mutants(source) if mutant.after == "b - 1,"]
    assert mutant.before == "b + 1,"


def test_whoever_holds_a_function_has_its_mutant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine(tmp_path, "")
    monkeypatch.syspath_prepend(str(tmp_path / "src"))
    sums: Any = importlib.import_module("tiny.sums")
    least, rest = sums.least, sums.rest
    assert apply(found()["least", "return a if (a < b) and False else b"], "tiny.sums")
    assert least(1, 2) == 2
    assert apply(found()["rest", "def rest(n, by=3):"], "tiny.sums")
    assert rest(5) == rest(5, 3)
    none = Mutant("rest", "", "", first=0, last=0, text="")
    assert not apply(none, "tiny.sums")
    for name in ("tiny.sums", "tiny"):
        monkeypatch.delitem(sys.modules, name)


def results(**ends: str) -> dict[str, dict[Mutant, str]]:
    """Return results: 100 mutants that are killed, and others that come to these ends."""
    many = {Mutant("least", f"{n}", "", n, n, ""): KILLED for n in range(100)}
    return {"sums": many | {found()["least", after]: end for after, end in ends.items()}}


LESS = {"return a if a <= b else b": SURVIVED}
UNLISTED = "sums.least: survives\n  - return a if a < b else b\n  + return a if a <= b else b"
IDLE = "sums.least: listed, but no survivor\n  - a < b\n  + a <= b"


@pytest.mark.parametrize(
    ("survivors", "ends", "complaints"),
    [
        (EQUAL, LESS, []),
        ("", LESS, [UNLISTED]),
        (EQUAL.replace("sums.least", "sums.rest"), LESS, [IDLE.replace("least", "rest"), UNLISTED]),
        (EQUAL.replace("a <= b", "b <= a"), LESS, [IDLE.replace("a <= b", "b <= a"), UNLISTED]),
        (EQUAL, {**LESS, "return a if (a < b) and False else b": TIMEOUT}, []),
        (EQUAL, {"return a if a <= b else b": TIMEOUT}, []),
        (EQUAL, {"return a if a <= b else b": KILLED}, [IDLE]),
        (EQUAL, {}, [IDLE]),
    ],
)
def test_the_list_has_exactly_what_survives(
    survivors: str, ends: dict[str, str], complaints: list[str], tmp_path: Path
) -> None:
    assert list(engine(tmp_path, survivors).complaints(results(**ends))) == complaints


def test_a_module_in_which_too_many_survive_is_named_even_if_they_are_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = engine(tmp_path, EQUAL)
    few = {"sums": dict(list(results(**LESS)["sums"].items())[-20:])}
    assert not list(listed.complaints(few))
    few["sums"].popitem()
    few["sums"] |= {Mutant("least", "a < b", "a <= b", 0, 0, ""): SURVIVED}
    few["sums"] |= {Mutant("least", "(a < b)", "(a <= b)", 0, 0, ""): SURVIVED}
    assert list(listed.complaints(few)) == ["sums: of the mutants, only 90.5 % are killed"]
    assert not list(listed.complaints({"sums": {Mutant("least", "", "", 0, 0, ""): SAME}}))[1:]


def test_results_are_kept_while_nothing_changes(tmp_path: Path) -> None:
    path = tmp_path / "sums.jsonl"
    first = Results(path, "source", "tests")
    first.add(0, KILLED)
    first.add(1, SURVIVED)
    assert Results(path, "source", "tests").known == {0: KILLED, 1: SURVIVED}
    assert Results(path, "source", "other tests", again=True).known == {0: KILLED}
    assert Results(path, "other source", "other tests", again=True).known == {}
    path.unlink()
    Results(path, "source", "tests").add(0, KILLED)
    assert Results(path, "source", "other tests").known == {}


def test_a_mutant_gets_all_tests_of_its_module_and_the_quickest_of_others(tmp_path: Path) -> None:
    runner = Runner(engine(tmp_path, ""), ["sums"], again=False, processes=1)
    others = {f"{name}::test": 0.3 * len(name) for name in ("aaaa", "b", "cc", "ddd")}
    chosen = []
    for own in (1.0, 2.5, 9.0):
        runner.seconds = {**others, "test_sums.py::test": own}
        runner.covering = defaultdict(list, {"sums.rest": [*runner.seconds]})
        first, *rest = runner._tests("sums", "sums.rest")
        assert first == "test_sums.py::test"
        chosen.append([one.removesuffix("::test") for one in rest])
    assert chosen == [["b", "cc", "ddd", "aaaa"], ["b", "cc", "ddd"], ["b", "cc"]]


def test_every_function_that_is_listed_is_there() -> None:
    listed = Engine.read(ROOT / LIST)
    sources = {name: (ROOT / path).read_text("utf8") for name, path in listed.modules.items()}
    assert {"podium", "game", "algebra.nimber", "games.nim"} <= sources.keys()
    for entry in listed.survivors:
        assert entry["reason"]
        for function in entry["functions"]:
            module = next(name for name in sources if function.startswith(f"{name}."))
            lines = [line.strip() for line in sources[module].splitlines()]
            assert entry["before"] in " ".join(lines), entry


@pytest.mark.full
def test_what_survives_is_named_and_what_does_not_end_is_killed(tmp_path: Path) -> None:
    engine(tmp_path, STALE)
    wrong = run(tmp_path)
    assert wrong.returncode == 1, wrong.stderr
    assert UNLISTED in wrong.stdout
    assert "sums.rest: listed, but no survivor" in wrong.stdout
    assert "parts.rest: listed, but no survivor" in wrong.stdout
    assert " 0 timeout" not in wrong.stdout
    engine(tmp_path, EQUAL)
    kept = (tmp_path / "_build/mutants/sums.jsonl").read_text("utf8")
    right = run(tmp_path, "sums")
    assert "least" not in right.stdout, right.stdout
    assert (tmp_path / "_build/mutants/sums.jsonl").read_text("utf8") == kept
