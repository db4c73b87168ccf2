"""Sphinx extension: says in each page what it may load and run, and lets no other script into one.

Scripts are files of the book. One script stands in the pages themselves, `colours.js`, and runs
because the policy has its hash. Nothing that somebody writes into a page or a notebook joins it:
where there is a script, a handler such as `onclick`, or an address with `javascript:`, the build
ends and names the page.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.typing import ExtensionMetadata

COLOURS = Path(__file__).with_name("colours.js").read_text("utf8")
"""The script that stands in every page."""

_HASH = base64.b64encode(hashlib.sha256(COLOURS.encode()).digest()).decode()
# Nothing comes from another host. Drawings and widgets have inline styles. The worker that runs
# Python starts from a blob, and so inherits the policy; Python is WebAssembly.
POLICY = "; ".join(
    (
        f"script-src 'self' 'sha256-{_HASH}' 'wasm-unsafe-eval'",
        "worker-src 'self' blob:",
        "default-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "object-src 'none'",
        "form-action 'self'",
        "base-uri 'none'",
    )
)
"""The content security policy of every page."""

_META = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
# Of a script that is data for another one.
_DATA = re.compile(r"application/([\w.-]+\+)?json", re.IGNORECASE)
# Browsers overlook white space and control characters at the beginning, and line breaks anywhere.
_RUNS = re.compile("[\0-\x20]*" + r"[\t\r\n]*".join("javascript:"), re.IGNORECASE)
# What widgets show may be HTML.
_STATE = "application/vnd.jupyter.widget-state+json"
_SUSPECT = re.compile(r"<script|\bon\w+\s*=|script\s*:", re.IGNORECASE)
_ELSEWHERE = re.compile(r"\s*([a-z][a-z0-9+.-]*:|[/\\]{2})", re.IGNORECASE)
_MOST_QUOTED = 60


def strangers(page: str) -> list[str]:
    """Return what would run in a page and is not the book's own, each in words that quote it.

    Args:
        page: the HTML of a page, or of a part of one.

    >>> strangers("<p onclick='go()'>a</p><script>start()</script>")
    ["the handler onclick='go()'", "the script 'start()'"]
    """
    reader = _Reader()
    reader.feed(page)
    reader.close()
    return reader.found


class _Reader(HTMLParser):
    """Reads a page, and notes what would run in it."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._script: str | None = None
        self._state: str | None = None

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Look at the attributes of an element, and begin to read a script."""
        given = {name: value or "" for name, value in attributes}
        self.found += _in_attributes(given)
        kind = given.get("type", "").strip()
        self._state = "" if tag == "script" and kind == _STATE else None
        if tag != "script" or _DATA.fullmatch(kind):
            return
        # In a drawing, a script names its file in another way.
        file = next((given[name] for name in ("src", "href", "xlink:href") if name in given), None)
        if file is None:
            self._script = ""
        elif _ELSEWHERE.match(file):
            self.found.append(f"the script from {_quoted(file)}")

    def handle_data(self, data: str) -> None:
        """Read on in a script, or in the state of the widgets."""
        if self._script is not None:
            self._script += data
        if self._state is not None:
            self._state += data

    def handle_endtag(self, tag: str) -> None:
        """End a script."""
        if tag == "script":
            self._end()

    def _end(self) -> None:
        if self._script is not None and self._script not in ("", COLOURS):
            self.found.append(f"the script {_quoted(self._script)}")
        if self._state:
            for text in _texts(json.loads(self._state)):
                # It has all drawings of a page, and few words that look like any of this.
                self.found += strangers(text) if _SUSPECT.search(unescape(text)) else []
        self._script = self._state = None


def _texts(value: object) -> Iterator[str]:
    """Yield the texts in JSON."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts(part)


def _in_attributes(given: dict[str, str]) -> Iterator[str]:
    for name, value in given.items():
        if re.fullmatch(r"on\w+", name):
            yield f"the handler {name}={_quoted(value)}"
        elif _RUNS.match(value):
            yield f"the address {_quoted(value)}"
        elif name == "srcdoc":
            yield from strangers(value)


def _quoted(text: str) -> str:
    words = " ".join(text.split())
    return repr(words if len(words) <= _MOST_QUOTED else f"{words[:_MOST_QUOTED]}…")


def write_policies(app: Sphinx, error: Exception | None) -> None:
    """Put the policy at the top of every page that was written.

    Raises:
        ExtensionError: if there is in one what would run and is not the book's own. Then no page
            has got its policy, and all are looked at again when the book is built the next time.
    """
    if error or app.builder.format != "html":
        return
    new = {}
    for path in Path(app.outdir).rglob("*.html"):
        page = path.read_text("utf8")
        # The pages of templates have no head.
        head = "<head>" if "<head>" in page else ""
        if f"{head}{_META}" not in page:
            new[path] = page.replace(head, f"{head}{_META}", 1)
    wrong = [
        f"The page {path.relative_to(app.outdir).with_suffix('')} may not have {found}."
        for path, page in sorted(new.items())
        for found in strangers(page)
    ]
    if wrong:
        allowed = "Scripts are files in book/_theme, and are listed in _config.yml."
        raise ExtensionError("\n".join([*wrong, allowed]))
    for path, page in new.items():
        path.write_text(page, "utf8")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Called by Sphinx."""
    app.connect("build-finished", write_policies)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
