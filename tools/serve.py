"""`python -m tools.serve [--port PORT]`: show the built book to a browser on this machine."""

from __future__ import annotations

import argparse
import errno
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

BOOK = Path("_build/html")
HOST = "127.0.0.1"
PORT = 8000


class Handler(SimpleHTTPRequestHandler):
    """Serves files, and says nothing of those it served."""

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Be silent; errors are still printed."""


def server(folder: Path, port: int) -> ThreadingHTTPServer:
    """Return a server of a folder on this machine only; on a free port if the port is taken."""
    handler = partial(Handler, directory=str(folder))
    try:
        return ThreadingHTTPServer((HOST, port), handler)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        return ThreadingHTTPServer((HOST, 0), handler)


def main(arguments: list[str] | None = None) -> None:
    """Serve the book until interrupted."""
    parser = argparse.ArgumentParser(prog="python -m tools.serve", description=__doc__)
    parser.add_argument("--port", type=int, default=PORT, help=f"the usual one is {PORT}")
    options = parser.parse_args(arguments)
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
