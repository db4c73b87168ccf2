"""`python -m tools.serve [--port PORT]`: show the built book to a browser on this machine.

The browser gets what a static host would send: compressed files, with their types and with how long
they may be cached.
"""

from __future__ import annotations

import argparse
import errno
import gzip
import io
import os
import re
import sys
from functools import lru_cache, partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from nimtwist._checks import quoted
from nimtwist._commands import Parser

BOOK = Path("_build/html")
HOST = "127.0.0.1"
PORT = 8000
MOST_PORT = 65535

# Types by file extension, whatever the machine's own list says. LOOSE files are sent compressed;
# PACKED files are compressed already, as files with any other extension may be.
LOOSE = {
    ".css": "text/css; charset=utf-8",
    ".csv": "text/csv; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ipynb": "application/json",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".md": "text/markdown; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
}
PACKED = {
    ".packed": "application/octet-stream",
    ".parquet": "application/vnd.apache.parquet",
    ".pdf": "application/pdf",
    ".png": "image/png",
    ".tgz": "application/gzip",
    ".whl": "application/zip",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}
OTHER = "application/octet-stream"

# Addresses that change when the content does.
LASTING = re.compile(r"/_static/live/[0-9a-f]{16}/|\.[0-9a-f]{64}\.css$|\?v=[0-9a-f]+$")


@lru_cache(maxsize=256)
def compressed(path: str, _modified: int, _size: int) -> bytes:
    """Return a file compressed; the work is done once, as long as the file stays the same."""
    return gzip.compress(Path(path).read_bytes(), compresslevel=6, mtime=0)  # as hosts do


class Handler(SimpleHTTPRequestHandler):
    """Serves the files of a folder, and prints nothing but errors.

    Args:
        prefix: what the addresses of the folder begin with.
        arguments: what the base class takes.
        options: what the base class takes.
    """

    protocol_version = "HTTP/1.1"
    # Headers and body are sent one after the other, and the body must not wait for an answer.
    disable_nagle_algorithm = True

    def __init__(self, *arguments: Any, prefix: str, **options: Any) -> None:
        self.prefix = prefix
        super().__init__(*arguments, **options)

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Be silent; errors are still printed."""

    def translate_path(self, path: str) -> str:
        """Return the file or folder at an address; an empty path outside the prefix."""
        path = urlsplit(path).path
        if not f"{path}/".startswith(f"{self.prefix}/"):
            return ""
        return super().translate_path(path.removeprefix(self.prefix))

    def guess_type(self, path: str | os.PathLike[str]) -> str:
        """Return the type of a file."""
        return {**LOOSE, **PACKED}.get(Path(path).suffix, OTHER)

    def send_head(self) -> io.BytesIO | None:
        """Send the headers of a file, and return its bytes as sent; `None` if there are none."""
        path = self.translate_path(self.path)
        if os.path.isdir(path):
            if not path.endswith("/"):
                super().send_head()  # sends the browser to the folder's own address
                return None
            path += "index.html"
        if not os.path.isfile(path):
            self.send_error(HTTPStatus.NOT_FOUND)
            return None
        return self._send_head_of(path)

    def _send_head_of(self, path: str) -> io.BytesIO | None:
        stat, loose = os.stat(path), Path(path).suffix in LOOSE
        modified = self.date_time_string(stat.st_mtime)
        headers = {
            "Cache-Control": "max-age=31536000, immutable"
            if LASTING.search(self.path)
            else "no-cache",
            "Last-Modified": modified,
        }
        if loose:
            headers["Vary"] = "Accept-Encoding"
        # A browser repeats the date that it was given. Any other date, even a later one, belongs to
        # another file: a book that is built again may be older.
        if self.headers["If-Modified-Since"] == modified:
            status, body = HTTPStatus.NOT_MODIFIED, None
        else:
            status = HTTPStatus.OK
            if loose and "gzip" in re.split(r"\s*,\s*", self.headers.get("Accept-Encoding", "")):
                headers["Content-Encoding"] = "gzip"
                body = io.BytesIO(compressed(path, stat.st_mtime_ns, stat.st_size))
            else:
                body = io.BytesIO(Path(path).read_bytes())
            headers["Content-Type"] = self.guess_type(path)
            headers["Content-Length"] = str(body.getbuffer().nbytes)
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        return body


class Server(ThreadingHTTPServer):
    """A server that takes it calmly when a browser hangs up."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print what went wrong, unless the browser has just stopped listening."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def server(folder: Path, port: int, prefix: str = "") -> Server:
    """Return a server of a folder on this machine only; on a free port if the port is taken.

    Args:
        folder: what is served.
        port: the port to listen on; 0 means any free one.
        prefix: what addresses begin with, such as `/repo`; all others are not found.
    """
    handler = partial(Handler, directory=str(folder), prefix=prefix.rstrip("/"))
    try:
        return Server((HOST, port), handler)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        return Server((HOST, 0), handler)


def _port(text: str) -> int:
    """Return the port that an argument names."""
    if not re.fullmatch("[0-9]{1,5}", text) or int(text) > MOST_PORT:
        raise argparse.ArgumentTypeError(
            f"{quoted(text)} is not a port: ports are whole numbers from 0, which means any free "
            f"one, to {MOST_PORT}"
        )
    return int(text)


def main(arguments: list[str] | None = None) -> None:
    """Serve the book until interrupted."""
    parser = Parser(prog="python -m tools.serve", description=__doc__)
    parser.add_argument("--port", type=_port, default=PORT, help=f"the default is {PORT}")
    options = parser.parse_args(arguments)
    if not (BOOK / "index.html").exists():
        parser.error(f"there is no book in {BOOK}; build it with `make book`")
    try:
        book = server(BOOK, options.port)
    except OSError as error:
        parser.error(f"the port {options.port} cannot be used: {error.strerror}")
    with book:
        print(f"The book is at http://{HOST}:{book.server_port}/ (Ctrl-C stops)", flush=True)
        try:
            book.serve_forever()
        except KeyboardInterrupt:
            print()


if __name__ == "__main__":
    main()
