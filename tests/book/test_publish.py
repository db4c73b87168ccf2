"""What is published: the newest version, all versions below `v/`, and the last check in full."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tools import manifest, publish, verify
from tools.serve import BOOK

CLAIM = {"id": "nim.one", "verdict": "holds", "cases": 7, "seconds": 0.5, "trouble": None}
VERSIONS = ("0.9.0", "0.2.0", "0.10.0")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with archives of some versions, and with what came of checking the newest."""
    monkeypatch.chdir(tmp_path)
    for version in VERSIONS:
        for name in ("index.html", "book/ledger.html", ".buildinfo"):
            path = BOOK / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"{name} of {version}", "utf8")
        manifest.main([])
        monkeypatch.setattr("nimtwist.__version__", version)
        publish.main(["archive", "archives"])
    Path("claims.json").write_text(json.dumps([CLAIM, CLAIM | {"trouble": "no case"}]), "utf8")
    return tmp_path


def test_the_newest_is_the_site_and_all_stay_readable(folder: Path) -> None:
    publish.main(["site", "archives", "claims.json", "site"])
    site = folder / "site"
    assert (site / "index.html").read_text("utf8") == "index.html of 0.10.0"
    for version in VERSIONS:
        page = site / "v" / version / "book/ledger.html"
        assert page.read_text("utf8") == f"book/ledger.html of {version}"
    links = (site / "v/index.html").read_text("utf8")
    assert links.index("0.10.0/") < links.index("0.9.0/") < links.index("0.2.0/")
    assert not [*site.rglob(".buildinfo")], "no host publishes hidden files"


def test_the_last_check_is_beside_it(folder: Path) -> None:
    publish.main(["site", "archives", "claims.json", "site"])
    checked = json.loads((folder / "site" / manifest.FULL_CHECK).read_text("utf8"))
    assert checked.pop("date") == datetime.now(UTC).date().isoformat()
    assert checked == {
        "version": "0.10.0",
        "claims": 2,
        "verdicts": {"holds": 2},
        "cases": 14,
        "seconds": 1,
        "trouble": ["nim.one"],
    }


def test_what_is_published_can_be_held_against_a_build(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    publish.main(["site", "archives", "claims.json", "site"])
    assert verify.main(["site"]) == 0
    assert verify.main(["site/v/0.10.0"]) == 0
    assert verify.main(["site/v/0.2.0"]) == 1
    assert "index.html is built with other contents here." in capsys.readouterr().err


def test_the_same_build_gives_the_same_archive(folder: Path) -> None:
    one, other = (publish.archive(BOOK, folder / name, "1.0.0") for name in ("one", "other"))
    assert one.read_bytes() == other.read_bytes()


def test_the_claims_are_those_of_the_newest(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("nimtwist.__version__", "0.9.0")
    with pytest.raises(SystemExit):
        publish.main(["site", "archives", "claims.json", "site"])
    assert "this is version 0.9.0, and the newest is 0.10.0" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("site-1.tar.gz", "is no archive of a version"), ("notes.txt", "is no archive of a version")],
)
def test_a_file_that_is_none_of_them_is_named(
    name: str, sentence: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "archives" / name).touch()
    with pytest.raises(SystemExit):
        publish.main(["site", "archives", "claims.json", "site"])
    said = capsys.readouterr().err
    assert sentence in said and name in said


def test_without_archives_or_with_too_many_nothing_is_published(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "none").mkdir()
    with pytest.raises(SystemExit):
        publish.main(["site", "none", "claims.json", "site"])
    assert "there is no archive of a version in none" in capsys.readouterr().err
    monkeypatch.setattr(publish, "LARGEST", 10)
    with pytest.raises(SystemExit):
        publish.main(["site", "archives", "claims.json", "site"])
    assert "3 versions have " in capsys.readouterr().err
