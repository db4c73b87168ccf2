"""A content security policy for every page, and a check for foreign scripts.

All scripts are loaded from the book's own files, except `colours.js`, which is inline and is
allowed by its hash. If a page contains any other inline script, an event handler such as `onclick`,
or a `javascript:` URL, the build fails and names the page.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from html import unescape
from pathlib import Path

from lxml.html import HtmlElement
from sphinx.errors import ExtensionError

from ext.trees import STATE, Site, element, parse

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

# Matches the type of a script element that contains data rather than code.
_DATA = re.compile(r"application/([\w.-]+\+)?json", re.IGNORECASE)
# Matches the start of a `javascript:` URL. Browsers ignore white space and control characters at
# the start of a URL, and tabs and line breaks anywhere in it.
_RUNS = re.compile("[\0-\x20]*" + r"[\t\r\n]*".join("javascript:"), re.IGNORECASE)
_SUSPECT = re.compile(r"<script|\bon\w+\s*=|script\s*:", re.IGNORECASE)
_ELSEWHERE = re.compile(r"\s*([a-z][a-z0-9+.-]*:|[/\\]{2})", re.IGNORECASE)
_MAX_QUOTED = 60


def foreign_scripts(tree: HtmlElement) -> list[str]:
    """Describe all foreign scripts, event handlers and `javascript:` URLs below an element.

    >>> foreign_scripts(parse("<p onclick='go()'>a</p><script>start()</script>"))
    ["the handler onclick='go()'", "the script 'start()'"]
    """
    return [violation for element in tree.iter() for violation in _check(element)]


def _check(element: HtmlElement) -> Iterator[str]:
    yield from _check_attributes(element.attrib)
    if element.tag != "script":
        return
    kind, text = element.get("type", "").strip(), element.text or ""
    if kind == STATE:
        for value in _texts(json.loads(text)):
            # Parse only suspicious strings, since the state contains many large drawings.
            if _SUSPECT.search(unescape(value)):
                yield from foreign_scripts(parse(f"<body>{value}"))
    if _DATA.fullmatch(kind):
        return
    # SVG scripts use `href` or `xlink:href`.
    names = (name for name in ("src", "href", "xlink:href") if name in element.attrib)
    if (name := next(names, None)) is None:
        if text not in ("", COLOURS):
            yield f"the script {_quoted(text)}"
    elif _ELSEWHERE.match(element.get(name)):
        yield f"the script from {_quoted(element.get(name))}"


def _texts(value: object) -> Iterator[str]:
    """Yield all strings inside a JSON value, at any depth."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts(part)


def _check_attributes(values: Mapping[str, str]) -> Iterator[str]:
    for name, value in values.items():
        if name.startswith("on"):
            yield f"the handler {name}={_quoted(value)}"
        elif _RUNS.match(value):
            yield f"the address {_quoted(value)}"
        elif name == "srcdoc":
            yield from foreign_scripts(parse(f"<body>{value}"))


def _quoted(text: str) -> str:
    line = " ".join(text.split())
    return repr(line if len(line) <= _MAX_QUOTED else f"{line[:_MAX_QUOTED]}…")


def add_policy(site: Site) -> None:
    """Insert the policy at the top of every page, before anything that it may forbid.

    Raises:
        ExtensionError: if a page contains a foreign script.
    """
    errors = []
    for page in site.pages.values():
        policy = element("meta", http_equiv="Content-Security-Policy", content=POLICY)
        page.head.insert(0, policy)
        errors += [
            f"The page {page.name} must not contain {found}."
            for found in foreign_scripts(page.tree)
        ]
    if errors:
        hint = "Put scripts into files in book/site, and list them in _config.yml."
        raise ExtensionError("\n".join([*errors, hint]))
