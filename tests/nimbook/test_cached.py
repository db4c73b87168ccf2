"""Tests of saved verdicts: a change of a file discards exactly those that depend on it."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from types import FrameType, SimpleNamespace
from typing import Any

import pytest

from nimbook import __main__ as command
from nimbook import cached
from nimbook.cached import SOURCE, Cache, Sources
from nimbook.claims import LEDGER, MODULES
from nimbook.ledger import Scope, Verdict

# A claim of each module that is checked in a tenth of a second.
IDS = (
    *("nimber.nim", "twist.equiv", "nimber.inverse", "stones.axes", "nimber.kayles", "mum.def-3.4"),
    *("mum.table-5.2", "mum.sec-6.5", "mum.thm-4.1.2", "seam.eleven", "nimber.lenstra-rule"),
    *("podium.thm-2.2", "podium.moore", "atlas.lines", "atlas.single"),
)


SOURCES = Sources(SOURCE)


@pytest.mark.parametrize("id_", IDS)
def test_checks_run_code_of_their_dependencies_only(id_: str) -> None:
    run = set[str]()

    def record(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            run.add(frame.f_code.co_filename)

    before = sys.gettrace()
    sys.settrace(record)
    try:
        LEDGER.check(id_)
    finally:
        sys.settrace(before)
    ours = {Path(name) for name in run if name.startswith(str(SOURCE))}
    assert len(ours) > 3
    assert ours <= {*SOURCES.files(f"nimbook.claims.{MODULES[id_]}")}


def test_every_module_has_a_claim_that_is_traced() -> None:
    assert {MODULES[id_] for id_ in IDS} == set(MODULES.values())


CHANGES = {
    "nimbook/claims/podium_games.py": ["podium.moore"],
    "nimbook/claims/printed/transfinite.json": [],
    "nimtwist/atlas/checker.py": ["atlas.lines"],
    "nimtwist/checks.py": ["podium.moore", "atlas.lines"],
    "nimtwist/solve.py": [],
}
"""Files, and the claims that depend on them."""


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the packages, on which the keys of claims depend during the test."""
    copy = tmp_path / "src"
    shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(cached, "SOURCE", copy)
    return copy


def test_keys_depend_on_scope_statement_python_and_packages(monkeypatch: Any) -> None:
    id_, keys = "podium.moore", list[str]()

    def add_key(extra: str = "") -> None:
        keys.append(Cache("", extra).key(id_, "quick"))

    add_key()
    add_key()
    assert keys[0] == keys.pop()
    keys.append(Cache("").key(id_, "full"))
    add_key("another version of the tests")
    with monkeypatch.context() as patch:
        patch.setattr(cached, "read_fields", lambda _: {"moore": {"statement": "0 = 1."}})
        add_key()
    with monkeypatch.context() as patch:
        patch.setattr(sys, "version", "4.0")
        add_key()
    monkeypatch.setattr(cached, "distributions", lambda: [SimpleNamespace(name="a", version="1")])
    add_key()
    assert len(set(keys)) == 6


def test_saved_verdicts_are_used_until_their_key_changes(
    source: Path, tmp_path: Path, monkeypatch: Any, capsys: Any
) -> None:
    ids, folder, checks = ["podium.moore", "atlas.lines"], tmp_path / "new" / "cache", list[str]()
    check = LEDGER.check

    def counted(id_: str, scope: Scope = "quick") -> Verdict:
        checks.append(id_)
        return check(id_, scope)

    monkeypatch.setattr(LEDGER, "check", counted)

    def run() -> list[dict[str, Any]]:
        checks.clear()
        arguments = ["--json", "--workers", "1", "--cache", str(folder), *ids]
        assert command.main(["claims", *arguments]) == 0
        verdicts: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
        return verdicts

    first = run()
    assert checks == ids and len(list(folder.iterdir())) == 2
    assert run() == first and checks == []
    # A verdict with another key, or a damaged file, is not used.
    moore, lines = (folder / f"{id_}.quick.json" for id_ in ids)
    key, data = json.loads(moore.read_text())
    forged = {**data, "printed": {**data["printed"], "failures": 1}}
    moore.write_text(json.dumps([key[::-1], forged]))
    lines.write_text(lines.read_text()[:100])
    again = run()
    assert checks == ids
    assert [{**one, "seconds": 0} for one in again] == [{**one, "seconds": 0} for one in first]
    lines.write_text(moore.read_text())  # the verdict on another claim
    run()
    assert checks == ["atlas.lines"]
    # A change of a file discards the verdicts that depend on it.
    for name, discarded in CHANGES.items():
        path = source / name
        path.write_text(path.read_text("utf8") + "\n", "utf8")
        run()
        assert checks == discarded, name
