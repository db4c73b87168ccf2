"""`python -m tools.serve [--port PORT]`: show the built book to a browser on this machine."""

from __future__ import annotations

import argparse
import errno
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

BOOK = Path("_build/html")
HOST = "127.0.0.1"
PORT = 8000


class Handler(SimpleHTTPRequestHandler):
    """Serves the files of a folder, and prints nothing but errors."""

    protocol_version = "HTTP/1.1"
    # Headers and body are sent one after the other, and the body must not wait for an answer.
    disable_nagle_algorithm = True
    # Whatever the machine's own list of types says, a browser runs no script of another type.
    extensions_map = {  # noqa: RUF012 - as the base class has it
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".css": "text/css",
        ".html": "text/html; charset=utf-8",
        ".svg": "image/svg+xml",
        ".json": "application/json",
    }

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Be silent; errors are still printed."""

    def end_headers(self) -> None:
        """Have the browser ask each time whether a file has changed: the book may be built anew."""
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()


class Server(ThreadingHTTPServer):
    """A server that takes it calmly when a browser hangs up."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print what went wrong, unless the browser has just stopped listening."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def server(folder: Path, port: int) -> Server:
    """Return a server of a folder on this machine only; on a free port if the port is taken."""
    handler = partial(Handler, directory=str(folder))
    try:
        return Server((HOST, port), handler)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        return Server((HOST, 0), handler)


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder on a free port while the block runs; yield the address."""
    with server(folder, port=0) as http:
        often = 0.05  # seconds between two looks at whether to stop
        thread = Thread(target=http.serve_forever, args=[often])
        thread.start()
        try:
            yield f"http://{HOST}:{http.server_port}"
        finally:
            http.shutdown()
            thread.join()


def main(arguments: list[str] | None = None) -> None:
    """Serve the book until interrupted."""
    parser = argparse.ArgumentParser(prog="python -m tools.serve", description=__doc__)
    parser.add_argument("--port", type=int, default=PORT, help=f"the default is {PORT}")
    options = parser.parse_args(arguments)
    if not 0 <= options.port <= 65535:
        parser.error(
            f"a port is a number from 0, which means any free one, to 65535, not {options.port}"
        )
    if not (BOOK / "index.html").exists():
        parser.error(f"there is no book in {BOOK}; build it with `make book`")
    with server(BOOK, options.port) as book:
        print(f"The book is at http://{HOST}:{book.server_port}/ (Ctrl-C stops)", flush=True)
        try:
            book.serve_forever()
        except KeyboardInterrupt:
            print()


if __name__ == "__main__":
    main()
