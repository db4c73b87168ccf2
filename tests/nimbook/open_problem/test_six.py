"""What the book says of modulus 6: its tables say what the file does, and the file what is so."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

import pytest

from nimbook.open_problem.six import classes, facts, known
from nimtwist.atlas.kinds import CERTIFIED
from nimtwist.atlas.mass import Log, certify, sampled, wilson
from tools import six as tool


def test_what_the_file_says_fits_together() -> None:
    census, sample, run = (known()[part] for part in ("census", "sample", "run"))
    assert census["games"] == 7_828_353 and census["patterns"]["32"] == run["patterns"]["all"]
    assert census["states"]["64"] < census["patterns"]["64"] < census["games"]
    assert Counter(sample["each"].split()) == Counter(
        {**sample["settled"], "unexplained": sample["searched"] - sum(sample["settled"].values())}
    )
    assert [*sample["settled"]] == [*run["settled"]] == [*CERTIFIED]
    assert sample["share"] == [*wilson(sum(sample["settled"].values()), sample["searched"])]
    assert sum(run["settled"].values()) <= census["games"]
    assert run["settled"]["boxes"] <= census["boxes"]
    assert run["certificates"] <= run["searched"]
    assert run["patterns"]["settled"] <= run["patterns"]["met"] <= run["patterns"]["tried"]


def test_the_tables_say_what_the_file_does() -> None:
    census, sample, run = (known()[part] for part in ("census", "sample", "run"))
    table = classes()
    assert [*table.index] == [*CERTIFIED, "no certificate yet"]
    assert table["sample"].sum() == sample["searched"] == 2000
    assert table["all games"].sum() == census["games"]
    for name in CERTIFIED:
        assert table.loc[name, "sample"] == sample["settled"][name]
        assert table.loc[name, "all games"] == run["settled"][name]
    shares = table[["sample, %", "all games, %"]].sum()
    assert all(abs(share - 100) < 0.3 for share in shares)
    said = facts()["known"]
    assert said["different patterns on 32 × 32"] == f"{census['patterns']['32']:,}"
    assert said["games that they settle"] == f"{sum(run['settled'].values()):,}"
    assert said["longest period"].startswith(f"{max(sample['period'][0], run['period'][0])}: ")


def test_the_file_is_made_from_logs_always_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = tool.text(tmp_path, 60, 3, 12, 60)
    assert text == tool.text(tmp_path, 0, 3, 12, 60)
    made = json.loads(text)
    assert made["run"]["settled"] == {"boxes": 11, "bounded": 5, "diagonal": 3, "wedge": 0}
    assert made["census"] == {
        "games": 19,
        "boxes": 11,
        "patterns": {"8": 10, "16": 10, "32": 10, "64": 10},
        "states": {"8": 10, "16": 10, "32": 10, "64": 10},
    }
    for part in ("census", "sample", "run"):
        assert {*made[part]} == {*known()[part]}
    monkeypatch.setattr(tool, "text", lambda logs, seconds: f"{logs.name} {seconds}")
    monkeypatch.setattr(tool, "SIX", tmp_path / "six.json")
    monkeypatch.setattr(sys, "argv", ["six", str(tmp_path), "--seconds", "3"])
    tool.main()
    assert (tmp_path / "six.json").read_text("utf8") == f"{tmp_path.name} 3.0"


def test_a_folder_that_is_not_there_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["six", "no-folder"])
    with pytest.raises(SystemExit, match="2"):
        tool.main()
    assert "there is no folder 'no-folder'" in capsys.readouterr().err


@pytest.mark.full
def test_the_census_is_made_again() -> None:
    assert json.loads(json.dumps(tool.census())) == known()["census"]


@pytest.mark.full
def test_a_part_of_the_sample_is_made_again(tmp_path: Path) -> None:
    said = known()["sample"]
    again = sampled(Log(tmp_path / "log", 6), 100, said["seed"], said["limit"])
    assert again.each.split() == said["each"].split()[:100]


@pytest.mark.full
def test_a_part_of_the_run_settles_no_more_than_all_of_it(tmp_path: Path) -> None:
    said = known()["run"]
    again = certify(Log(tmp_path / "log", 6), 10)
    assert 0 < again.certificates <= again.searched < said["searched"]
    assert all(again.settled[name] <= said["settled"][name] for name in CERTIFIED)
