"""`python -m tools.serve [--port PORT]`: serve the built book on this machine."""

from __future__ import annotations

import argparse
import errno
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

BOOK = Path("_build/html")
HOST = "127.0.0.1"
PORT = 8000


class Handler(SimpleHTTPRequestHandler):
    """A request handler that serves the files of a folder and logs only errors."""

    protocol_version = "HTTP/1.1"
    # Headers and body are sent separately; Nagle's algorithm would delay the body.
    disable_nagle_algorithm = True
    # Override the machine's MIME types, because browsers reject scripts of the wrong type.
    extensions_map = {  # noqa: RUF012 - as in the base class
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".css": "text/css",
        ".html": "text/html; charset=utf-8",
        ".svg": "image/svg+xml",
        ".json": "application/json",
        ".webmanifest": "application/manifest+json",
    }

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Do not log requests; errors are still printed."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Send the book's own page instead of a missing one."""
        page = Path(self.directory, "404.html")
        if code == HTTPStatus.NOT_FOUND and page.is_file():
            self.error_message_format = page.read_text("utf8").replace("%", "%%")
        super().send_error(code, message, explain)

    def end_headers(self) -> None:
        """Make browsers revalidate cached files, since the book may be rebuilt."""
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()


class Server(ThreadingHTTPServer):
    """A server that prints no error when the browser closes a connection."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print the error, unless the browser closed the connection."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def server(folder: Path, port: int) -> Server:
    """Return a local server for a folder, on a free port if the given port is taken."""
    handler = partial(Handler, directory=str(folder))
    try:
        return Server((HOST, port), handler)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        return Server((HOST, 0), handler)


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder on a free port while the block runs; yield the address of the server."""
    with server(folder, port=0) as http:
        poll_interval = 0.05  # seconds
        thread = Thread(target=http.serve_forever, args=[poll_interval])
        thread.start()
        try:
            yield f"http://{HOST}:{http.server_port}"
        finally:
            http.shutdown()
            thread.join()


def main(arguments: list[str] | None = None) -> None:
    """Serve the book until interrupted."""
    parser = argparse.ArgumentParser(prog="python -m tools.serve", description=__doc__)
    parser.add_argument("--port", type=int, default=PORT, help=f"port number (default: {PORT})")
    options = parser.parse_args(arguments)
    if not 0 <= options.port <= 65535:
        parser.error(f"the port must be from 0 (any free port) to 65535, not {options.port}")
    if not (BOOK / "index.html").exists():
        parser.error(f"no book in {BOOK}; build it with `make book`")
    with server(BOOK, options.port) as book:
        print(f"The book is at http://{HOST}:{book.server_port}/ (Ctrl-C to stop)", flush=True)
        try:
            book.serve_forever()
        except KeyboardInterrupt:
            print()


if __name__ == "__main__":
    main()
