"""What is published can be held against a build: its files, their list, and who signed that."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.book.conftest import ROOT, root_of, served
from tools import manifest, verify
from tools.serve import BOOK, Handler

PRIVATE, PUBLIC = manifest.new_key()


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small build, which is the one here."""
    monkeypatch.chdir(tmp_path)
    (BOOK / "_static").mkdir(parents=True)
    for name in ("index.html", "_static/a b.css", ".buildinfo"):
        (BOOK / name).write_text(name, "utf8")
    Path("book").mkdir()
    return tmp_path / BOOK


@pytest.fixture
def copy(build: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, signed by the publisher, whose key is known here."""
    manifest.PUBLIC_KEY.write_text(PUBLIC, "ascii")
    monkeypatch.setenv(manifest.SECRET, PRIVATE)
    manifest.main(["--sign"])
    return shutil.copytree(build, Path("copy").resolve())


def test_the_list_is_one_that_others_check(build: Path) -> None:
    manifest.main([])
    text = (build / manifest.NAME).read_text("utf8")
    assert [*manifest.read(text)] == ["_static/a b.css", "index.html"]
    check = ["sha256sum", "--check", "--strict", manifest.NAME]
    assert subprocess.run(check, cwd=build, check=False, capture_output=True).returncode == 0
    (build / "index.html").write_text("another", "utf8")
    assert subprocess.run(check, cwd=build, check=False, capture_output=True).returncode == 1


def test_the_signature_is_one_that_others_check(copy: Path) -> None:
    check = ["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", str(manifest.PUBLIC_KEY)]
    check += ["-rawin", "-in", manifest.NAME, "-sigfile", manifest.SIGNATURE]
    shutil.copy(manifest.PUBLIC_KEY, copy / "publisher.pem")
    check[check.index("-inkey") + 1] = "publisher.pem"
    for status in (0, 1):
        done = subprocess.run(check, cwd=copy, check=False, capture_output=True)
        assert done.returncode == status, done.stderr
        (copy / manifest.NAME).write_text("another", "utf8")


@pytest.mark.parametrize("line", ["0" * 64 + "  ../a", "0" * 64 + "  /a", "0" * 64 + " a", "\0"])
def test_a_line_that_is_none_is_quoted(line: str) -> None:
    with pytest.raises(ValueError, match="is no line of SHA256SUMS"):
        manifest.read(f"{'0' * 64}  index.html\n{line}\n")


def test_a_copy_is_what_is_built(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with served(copy) as http:
        for place in (root_of(http), str(copy)):
            assert verify.main([place]) == 0
            assert "All 2 files of " in capsys.readouterr().out


def another_page(copy: Path) -> None:
    (copy / "index.html").write_text("another", "utf8")


def another_page_and_list(copy: Path) -> None:
    another_page(copy)
    (copy / manifest.NAME).write_text(manifest.written(manifest.sums(copy)), "utf8")


def another_signature(copy: Path) -> None:
    private, public = manifest.new_key()
    text = (copy / manifest.NAME).read_text("utf8")
    (copy / manifest.SIGNATURE).write_bytes(manifest.sign(text, private, public))


def one_more(copy: Path) -> None:
    (copy / "more.html").write_text("more", "utf8")


def hidden_ones(copy: Path) -> None:
    (copy / ".htaccess").write_text("Redirect / elsewhere", "utf8")
    (copy / "folder").symlink_to(copy.parent, target_is_directory=True)


def a_page_less(copy: Path) -> None:
    (copy / "index.html").unlink()


def no_signature(copy: Path) -> None:
    (copy / manifest.SIGNATURE).unlink()


@pytest.mark.parametrize(
    ("change", "sentences"),
    [
        (another_page, ["index.html is not as its list says."]),
        (
            another_page_and_list,
            [
                "It is not the publisher who signed it.",
                "index.html is built with other contents here.",
            ],
        ),
        (another_signature, ["It is not the publisher who signed it."]),
        (one_more, ["more.html is not on its list."]),
        (hidden_ones, [".htaccess is not on its list.", "folder is not on its list."]),
        (a_page_less, ["index.html is missing."]),
        (no_signature, ["It is not signed."]),
    ],
)
def test_whatever_is_changed_in_a_copy_is_named(
    change: Callable[[Path], None],
    sentences: list[str],
    copy: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    change(copy)
    assert verify.main([str(copy)]) == 1
    assert capsys.readouterr().err.splitlines()[-len(sentences) - 1 :] == [
        f"{copy} is not what is built here.",
        *sentences,
    ]


def test_what_is_published_beside_a_build_is_named(
    copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (copy / manifest.VERSIONS).mkdir()
    (copy / manifest.FULL_CHECK).write_text("[]", "ascii")
    assert verify.main([str(copy)]) == 0
    said = capsys.readouterr().out
    assert "Not compared, as no list names it: full_ledger.json, v." in said


def test_another_version_is_not_what_is_built(
    build: Path, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(12):
        (build / f"{number}.html").touch()
    (build / "index.html").unlink()
    assert verify.main([str(copy)]) == 1
    said = capsys.readouterr().err.splitlines()
    assert "index.html is not built here." in said
    assert "0.html is built here, and not on its list." in said
    assert said[-1] == "So it is with 2 more."


def test_what_is_published_beside_a_build_is_not_of_it(build: Path) -> None:
    listed = manifest.sums(build)
    for name in (manifest.NAME, manifest.SIGNATURE, manifest.FULL_CHECK):
        (build / name).touch()
    (build / manifest.VERSIONS / "0.1.0").mkdir(parents=True)
    (build / manifest.VERSIONS / "0.1.0/index.html").touch()
    assert manifest.sums(build) == listed


def test_without_a_list_it_is_no_copy(
    build: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        verify.main([str(tmp_path / "elsewhere")])
    assert "is no copy of the book: it has no SHA256SUMS" in capsys.readouterr().err
    with served(build) as http:
        closed = root_of(http)
    with pytest.raises(SystemExit):
        verify.main([closed])
    assert "Connection refused" in capsys.readouterr().err


def test_a_connection_that_breaks_off_is_not_taken_for_another_copy(
    copy: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    send_header = Handler.send_header

    def promise_more(handler: Handler, name: str, value: str) -> None:
        send_header(handler, name, "1000" if name == "Content-Length" else value)

    monkeypatch.setattr(Handler, "send_header", promise_more)
    monkeypatch.setattr(Handler, "protocol_version", "HTTP/1.0")  # it hangs up
    with served(copy) as http, pytest.raises(SystemExit):
        verify.main([root_of(http)])
    assert "cannot be read: IncompleteRead" in capsys.readouterr().err


def test_without_a_key_that_is_said(
    build: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    manifest.main([])
    assert verify.main([str(build)]) == 0
    assert "No signature is checked" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        manifest.main(["--sign"])
    assert "--new-key` makes both" in capsys.readouterr().err


def test_a_key_is_made_once_and_signs(
    build: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    manifest.main(["--new-key"])
    private = capsys.readouterr().out
    monkeypatch.setenv(manifest.SECRET, private)
    manifest.main(["--sign"])
    assert verify.main([str(build)]) == 0
    with pytest.raises(SystemExit):
        manifest.main(["--new-key"])
    monkeypatch.setenv(manifest.SECRET, PRIVATE)
    with pytest.raises(SystemExit):
        manifest.main(["--sign"])
    assert "is not the private half of book/publisher.pem" in capsys.readouterr().err
    manifest.main([])
    assert not (build / manifest.SIGNATURE).exists(), "it is of another list"


def test_the_book_that_is_built_has_its_list(book: Path) -> None:
    assert manifest.read((book / manifest.NAME).read_text("utf8")) == manifest.sums(book)
    assert not (ROOT / manifest.PUBLIC_KEY).exists() or "PUBLIC KEY" in (
        ROOT / manifest.PUBLIC_KEY
    ).read_text("ascii")
