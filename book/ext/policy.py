"""Sphinx extension: a content security policy for every page, and a check for foreign scripts.

All scripts are loaded from the book's own files, except `colours.js`, which is inline and is
allowed by its hash. If a page contains any other inline script, an event handler such as `onclick`,
or a `javascript:` URL, the build fails and names the page.
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
"""The inline script of every page."""

_HASH = base64.b64encode(hashlib.sha256(COLOURS.encode()).digest()).decode()
# Pages may load nothing from other hosts. Drawings and widgets need inline styles. The Python
# worker needs WebAssembly; it is started from a blob so that it inherits the policy.
POLICY = "; ".join(
    (
        f"script-src 'self' 'sha256-{_HASH}' 'wasm-unsafe-eval'",
        "worker-src 'self' blob:",
        "default-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "manifest-src 'self'",
        "object-src 'none'",
        "form-action 'self'",
        "base-uri 'none'",
    )
)
"""The content security policy of every page."""

_META = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
# Matches the type of a script element that contains data rather than code.
_DATA = re.compile(r"application/([\w.-]+\+)?json", re.IGNORECASE)
# Matches the start of a `javascript:` URL. Browsers ignore white space and control characters at
# the start of a URL, and tabs and line breaks anywhere in it.
_RUNS = re.compile("[\0-\x20]*" + r"[\t\r\n]*".join("javascript:"), re.IGNORECASE)
# The type of a script element that contains widget state, which may include HTML.
_STATE = "application/vnd.jupyter.widget-state+json"
_SUSPECT = re.compile(r"<script|\bon\w+\s*=|script\s*:", re.IGNORECASE)
_ELSEWHERE = re.compile(r"\s*([a-z][a-z0-9+.-]*:|[/\\]{2})", re.IGNORECASE)
_MAX_QUOTED = 60


def foreign_scripts(page: str) -> list[str]:
    """Describe all foreign scripts, event handlers and `javascript:` URLs in a page.

    Args:
        page: the HTML of a page or part of a page.

    >>> foreign_scripts("<p onclick='go()'>a</p><script>start()</script>")
    ["the handler onclick='go()'", "the script 'start()'"]
    """
    parser = _Parser()
    parser.feed(page)
    parser.close()
    return parser.violations


class _Parser(HTMLParser):
    """A parser that collects descriptions of foreign scripts."""

    def __init__(self) -> None:
        super().__init__()
        self.violations: list[str] = []
        self._script: str | None = None
        self._state: str | None = None

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Check the attributes of an element, and prepare to collect the text of a script."""
        values = {name: value or "" for name, value in attributes}
        self.violations += _check_attributes(values)
        kind = values.get("type", "").strip()
        self._state = "" if tag == "script" and kind == _STATE else None
        if tag != "script" or _DATA.fullmatch(kind):
            return
        # SVG scripts use `href` or `xlink:href`.
        file = next(
            (values[name] for name in ("src", "href", "xlink:href") if name in values), None
        )
        if file is None:
            self._script = ""
        elif _ELSEWHERE.match(file):
            self.violations.append(f"the script from {_quoted(file)}")

    def handle_data(self, data: str) -> None:
        """Collect the text of a script or of the widget state."""
        if self._script is not None:
            self._script += data
        if self._state is not None:
            self._state += data

    def handle_endtag(self, tag: str) -> None:
        """Check the collected text at the end of a script element."""
        if tag == "script":
            self._end()

    def _end(self) -> None:
        if self._script is not None and self._script not in ("", COLOURS):
            self.violations.append(f"the script {_quoted(self._script)}")
        if self._state:
            for text in _texts(json.loads(self._state)):
                # Parse only suspicious strings, since the state contains many large drawings.
                self.violations += foreign_scripts(text) if _SUSPECT.search(unescape(text)) else []
        self._script = self._state = None


def _texts(value: object) -> Iterator[str]:
    """Yield all strings inside a JSON value, at any depth."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts(part)


def _check_attributes(values: dict[str, str]) -> Iterator[str]:
    for name, value in values.items():
        if re.fullmatch(r"on\w+", name):
            yield f"the handler {name}={_quoted(value)}"
        elif _RUNS.match(value):
            yield f"the address {_quoted(value)}"
        elif name == "srcdoc":
            yield from foreign_scripts(value)


def _quoted(text: str) -> str:
    line = " ".join(text.split())
    return repr(line if len(line) <= _MAX_QUOTED else f"{line[:_MAX_QUOTED]}…")


def write_policies(app: Sphinx, error: Exception | None) -> None:
    """Insert the policy at the top of every page that does not have it yet.

    Raises:
        ExtensionError: if a page contains a foreign script. In that case the policy is not added to
            any page, so the next build checks all of them again.
    """
    if error or app.builder.format != "html":
        return
    new = {}
    for path in Path(app.outdir).rglob("*.html"):
        page = path.read_text("utf8")
        # The theme's static files include templates without a head; put the policy at their top.
        head = "<head>" if "<head>" in page else ""
        if f"{head}{_META}" not in page:
            new[path] = page.replace(head, f"{head}{_META}", 1)
    errors = [
        f"The page {path.relative_to(app.outdir).with_suffix('')} must not contain {found}."
        for path, page in sorted(new.items())
        for found in foreign_scripts(page)
    ]
    if errors:
        hint = "Put scripts into files in book/_theme, and list them in _config.yml."
        raise ExtensionError("\n".join([*errors, hint]))
    for path, page in new.items():
        path.write_text(page, "utf8")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the extension."""
    app.connect("build-finished", write_policies)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
