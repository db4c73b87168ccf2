"""The book is served as by a static host, to this machine only."""

from __future__ import annotations

import gzip
import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from email.message import Message
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.book.conftest import PATIENCE, ROOT, served
from tools import serve

TEXT = "Take one, two or three sticks. " * 100
GZIP = {"Accept-Encoding": "gzip, deflate, br"}
HASH = "0123456789abcdef"
CACHE = {"lasting": "max-age=31536000, immutable", "asked for anew": "no-cache"}


@dataclass(frozen=True)
class Answer:
    """What a server answered."""

    status: int
    headers: Message
    body: bytes


Ask = Callable[..., Answer]


def ask(
    connection: HTTPConnection,
    path: str,
    headers: Mapping[str, str] | None = None,
    method: str = "GET",
) -> Answer:
    """Send a request as it is, without correcting its path."""
    connection.request(method, path, headers={"Accept-Encoding": "identity", **(headers or {})})
    with connection.getresponse() as answer:
        return Answer(answer.status, answer.headers, answer.read())


def connect(http: serve.Server) -> HTTPConnection:
    return HTTPConnection(serve.HOST, http.server_port, timeout=PATIENCE / 1000)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder beside a file that is nobody's business."""
    (tmp_path / "secret.html").write_text("secret", "utf8")
    folder = tmp_path / "html"
    for name in ["index.html", "chapter/index.html", "chapter/page.html"]:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"{name}: {TEXT}", "utf8")
    (folder / "empty").mkdir()
    return folder


@pytest.fixture
def http(folder: Path) -> Iterator[serve.Server]:
    with served(folder) as http:
        yield http


@pytest.fixture
def get(http: serve.Server) -> Iterator[Ask]:
    """Ask the server, over one connection that it keeps open."""
    connection = connect(http)
    yield lambda *arguments, **options: ask(connection, *arguments, **options)
    connection.close()


def add(folder: Path, name: str) -> bytes:
    """Add a file, and return what is in it."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(TEXT, "utf8")
    return path.read_bytes()


@pytest.mark.parametrize("suffix", serve.LOOSE)
def test_what_is_loose_is_compressed_for_who_takes_that(
    suffix: str, folder: Path, get: Ask
) -> None:
    bytes_ = add(folder, f"file{suffix}")
    answer = get(f"/file{suffix}", GZIP)
    assert answer.status == 200
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["Content-Type"] == serve.LOOSE[suffix]
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert int(answer.headers["Content-Length"]) == len(answer.body) < len(bytes_)
    assert gzip.decompress(answer.body) == bytes_


@pytest.mark.parametrize("suffix", [*serve.PACKED, ".data", ""])
def test_what_is_packed_is_sent_as_it_is(suffix: str, folder: Path, get: Ask) -> None:
    bytes_ = add(folder, f"file{suffix}")
    answer = get(f"/file{suffix}", GZIP)
    assert answer.body == bytes_
    assert answer.headers["Content-Encoding"] is answer.headers["Vary"] is None
    assert answer.headers["Content-Type"] == serve.PACKED.get(suffix, "application/octet-stream")
    assert int(answer.headers["Content-Length"]) == len(bytes_)


@pytest.mark.parametrize("headers", [{}, GZIP], ids=["as it is", "compressed"])
def test_a_file_that_a_browser_has_is_not_sent_again(headers: dict[str, str], get: Ask) -> None:
    first = get("/index.html", headers)
    again = get("/index.html", {**headers, "If-Modified-Since": first.headers["Last-Modified"]})
    assert (again.status, again.body) == (304, b"")
    for name in ("Cache-Control", "Last-Modified", "Vary"):
        assert again.headers[name] == first.headers[name]
    assert get("/index.html", headers).body == first.body  # nothing is left of the other answer


@pytest.mark.parametrize("seconds", [-60, 60], ids=["older", "newer"])
@pytest.mark.parametrize("headers", [{}, GZIP], ids=["as it is", "compressed"])
def test_a_file_that_has_changed_is_sent_fresh(
    headers: dict[str, str], seconds: int, folder: Path, get: Ask
) -> None:
    path = folder / "index.html"
    first = get("/index.html", headers)
    then = path.stat().st_mtime + seconds
    path.write_text(path.read_text("utf8").upper(), "utf8")  # of the same size
    os.utime(path, (then, then))
    again = get("/index.html", {**headers, "If-Modified-Since": first.headers["Last-Modified"]})
    assert again.status == 200
    body = gzip.decompress(again.body) if headers else again.body
    assert body == path.read_bytes()


@pytest.mark.parametrize(
    ("path", "kept"),
    [
        (f"/_static/live/{HASH}/engine.wasm", "lasting"),
        (f"/_static/live/{HASH}/deep/engine.mjs", "lasting"),
        (f"/_static/mystnb.{4 * HASH}.css", "lasting"),
        ("/_static/book.css?v=574df5a3", "lasting"),
        ("/_static/book.css", "asked for anew"),
        ("/_static/book.css?v=latest", "asked for anew"),
        ("/_static/book.css?v=", "asked for anew"),
        ("/_static/live/manifest.json", "asked for anew"),
        (f"/_static/live/{HASH[1:]}/engine.wasm", "asked for anew"),
        (f"/_static/mystnb.{HASH}.css", "asked for anew"),
        ("/index.html", "asked for anew"),
        ("/", "asked for anew"),
    ],
)
def test_only_what_changes_its_address_with_its_content_is_kept_unasked(
    path: str, kept: str, folder: Path, get: Ask
) -> None:
    if not path.endswith(("/", "index.html")):
        add(folder, path[1:].split("?")[0])
    answer = get(path, GZIP)
    assert answer.status == 200
    assert answer.headers["Cache-Control"] == CACHE[kept]


def test_a_folder_is_its_index(folder: Path, get: Ask) -> None:
    there = get("/chapter?a=b")
    assert (there.status, there.headers["Location"]) == (301, "/chapter/?a=b")
    assert get("/chapter/").body == (folder / "chapter/index.html").read_bytes()


@pytest.mark.parametrize("path", ["/absent.html", "/empty/", "/index.html/", "/%00"])
def test_there_is_nothing_but_the_files(path: str, get: Ask) -> None:
    assert get(path).status == 404


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.html",
        "/chapter/../../secret.html",
        "/%2e%2e/secret.html",
        "/..%2fsecret.html",
        "/..\\secret.html",
        "//../secret.html",
        "../secret.html",
    ],
)
@pytest.mark.parametrize("prefix", ["", "/repo"])
def test_no_path_leads_out_of_the_folder(path: str, prefix: str, folder: Path) -> None:
    with served(folder, prefix) as http:
        connection = connect(http)
        answer = ask(connection, f"{prefix}{path}")
        connection.close()
    assert answer.status == 404
    assert b"secret" not in answer.body


@pytest.mark.parametrize("prefix", ["/repo", "/repo/"])
def test_a_book_may_be_served_below_a_prefix(prefix: str, folder: Path) -> None:
    with served(folder, prefix) as http:
        connection = connect(http)
        page = ask(connection, "/repo/chapter/page.html")
        assert page.body == (folder / "chapter/page.html").read_bytes()
        assert ask(connection, "/repo/").body == (folder / "index.html").read_bytes()
        assert ask(connection, "/repo").headers["Location"] == "/repo/"
        assert ask(connection, "/repo/chapter").headers["Location"] == "/repo/chapter/"
        for outside in ("/", "/index.html", "/repository/index.html", "/repo.html", "/Repo/"):
            assert ask(connection, outside).status == 404
        connection.close()


def test_another_port_is_taken_and_said(book: Path) -> None:
    with socket.create_server((serve.HOST, 0)) as taken:
        usual = taken.getsockname()[1]
        process = subprocess.Popen(
            [sys.executable, "-m", "tools.serve", "--port", str(usual)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        with process:
            assert process.stdout
            said = process.stdout.readline()
            address = re.search(r"http://(127\.0\.0\.1:(\d+))/", said)
            assert address, said
            assert int(address[2]) != usual
            connection = HTTPConnection(address[1])
            assert ask(connection, "/").body == (book / "index.html").read_bytes()
            connection.close()
            process.terminate()


def test_this_machine_only_hears(http: serve.Server) -> None:
    assert http.server_address[0] == "127.0.0.1"


def test_without_a_book_it_says_how_to_build_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        serve.main([])
    assert "make book" in capsys.readouterr().err


@pytest.mark.parametrize(
    "port", ["80000", "65536", "-1", "-80000", "http", "8000.0", "", "٣", "9" * 99]
)
def test_what_is_no_port_is_refused_in_a_sentence(
    port: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        serve.main(["--port", port])
    said = capsys.readouterr().err
    assert ended.value.code == 2
    assert f"{port[:20]}" in said
    assert (
        "is not a port: ports are whole numbers from 0, which means any free one, to 65535" in said
    )
    assert len(said) < 500
