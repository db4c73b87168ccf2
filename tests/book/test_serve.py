"""The book is served as by a static host, to this machine only."""

from __future__ import annotations

import gzip
import os
import re
import socket
import struct
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


@pytest.mark.parametrize("accept", ["identity", "", "br", "gzip;q=0", "x-gzipped"])
def test_who_takes_nothing_compressed_gets_the_file_as_it_is(
    accept: str, folder: Path, get: Ask
) -> None:
    answer = get("/index.html", {"Accept-Encoding": accept})
    assert answer.body == (folder / "index.html").read_bytes()
    assert answer.headers["Content-Encoding"] is None
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert int(answer.headers["Content-Length"]) == len(answer.body)


@pytest.mark.parametrize("suffix", [*serve.PACKED, ".data", ""])
def test_what_is_packed_is_sent_as_it_is(suffix: str, folder: Path, get: Ask) -> None:
    bytes_ = add(folder, f"file{suffix}")
    answer = get(f"/file{suffix}", GZIP)
    assert answer.body == bytes_
    assert answer.headers["Content-Encoding"] is answer.headers["Vary"] is None
    assert answer.headers["Content-Type"] == serve.PACKED.get(suffix, "application/octet-stream")
    assert int(answer.headers["Content-Length"]) == len(bytes_)


def test_types_do_not_depend_on_the_machine(
    folder: Path, get: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mimetypes.guess_type", lambda *_: ("text/wrong", None))
    expected = {
        "engine.mjs": "text/javascript; charset=utf-8",
        "engine.js": "text/javascript; charset=utf-8",
        "engine.wasm": "application/wasm",
        "engine.strange": "application/octet-stream",
        "text.woff2": "font/woff2",
    }
    for name in expected:
        add(folder, name)
    assert {name: get(f"/{name}").headers["Content-Type"] for name in expected} == expected


def test_the_book_has_no_file_of_a_type_unknown(book: Path) -> None:
    # Sphinx leaves these for other programs, and no page asks for them.
    programs = {"", ".inv", ".mo", ".po"}
    suffixes = {path.suffix for path in book.rglob("*") if path.is_file()}
    assert suffixes - programs <= {*serve.LOOSE, *serve.PACKED}


@pytest.mark.parametrize("path", ["/index.html", "/absent.html", "/chapter"])
@pytest.mark.parametrize("headers", [{}, GZIP], ids=["as it is", "compressed"])
def test_head_says_what_get_says_without_the_body(
    path: str, headers: dict[str, str], get: Ask
) -> None:
    get_, head = get(path, headers), get(path, headers, method="HEAD")
    for answer in (get_, head):
        del answer.headers["Date"]
    assert (head.status, head.headers.items()) == (get_.status, get_.headers.items())
    assert head.body == b""


def test_a_file_is_compressed_once(get: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    first = get("/index.html", GZIP).body
    monkeypatch.setattr("gzip.compress", lambda *_, **__: pytest.fail("compressed again"))
    assert get("/index.html", GZIP).body == first


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


@pytest.mark.parametrize("since", ["yesterday", "Thu, 01 Jan 1970 00:00:00 GMT", ""])
def test_a_date_of_another_file_gets_the_file(since: str, get: Ask) -> None:
    assert get("/index.html", {"If-Modified-Since": since}).status == 200


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


def test_one_connection_is_enough(folder: Path, http: serve.Server) -> None:
    connection = connect(http)
    ask(connection, "/")
    socket_ = connection.sock
    for path in ("/index.html", "/chapter", "/chapter/"):
        ask(connection, path, GZIP)
        assert connection.sock is socket_
    connection.close()


def test_an_old_client_is_told_the_end_by_closing(folder: Path, http: serve.Server) -> None:
    with socket.create_connection(
        (serve.HOST, http.server_port), timeout=PATIENCE / 1000
    ) as client:
        client.sendall(b"GET /index.html HTTP/1.0\r\n\r\n")
        with client.makefile("rb") as answer:
            assert answer.read().endswith((folder / "index.html").read_bytes())


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


def test_nobody_is_told_that_a_client_hung_up(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (folder / "large.data").write_bytes(bytes(50_000_000))
    with served(folder) as http:
        http.daemon_threads = False  # the server waits for its answers when it closes
        client = socket.create_connection((serve.HOST, http.server_port), timeout=PATIENCE / 1000)
        client.sendall(b"GET /large.data HTTP/1.1\r\nHost: here\r\n\r\n")
        assert client.recv(4) == b"HTTP"
        # Closed without a farewell, as by a browser that is killed.
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        client.close()
    assert capfd.readouterr().err == ""


def test_other_errors_are_told(
    http: serve.Server, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> str:
        raise ZeroDivisionError

    monkeypatch.setattr(serve.Handler, "translate_path", broken)
    connection = connect(http)
    with pytest.raises(ConnectionError):
        ask(connection, "/")
    connection.close()
    assert "ZeroDivisionError" in capfd.readouterr().err


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


def test_a_port_that_cannot_be_had_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def forbidden(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    add(tmp_path / serve.BOOK, "index.html")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(serve, "Server", forbidden)
    with pytest.raises(SystemExit):
        serve.main(["--port", "80"])
    assert "the port 80 cannot be used: Permission denied" in capsys.readouterr().err
