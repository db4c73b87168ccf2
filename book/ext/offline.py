"""Sphinx extension: the book as an app that can be installed and read offline.

All pages link to a web app manifest, whose icons are drawn by the build. The service worker
(`book/site/live/service_worker.js`) keeps all pages, and the scripts, styles, fonts and images that
they load, on the reader's device. Offline, `offline.html` takes the place of any other page.
Online, `404.html` takes the place of pages that do not exist.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from hashlib import sha256
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

from matplotlib import style
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

from ext.figures import add_colours, fixed_colours
from ext.share import IMAGE_METADATA
from ext.slides import SLIDES
from nimbook.show.palette import palette

logger = logging.getLogger(__name__)

MANIFEST = "manifest.webmanifest"
FALLBACK = "offline"
"""The page that replaces pages that are not kept."""

NOT_FOUND = "404"
"""The page that hosts send if there is no page at an address."""

ICONS = {"icon-192": (192, 1.0), "icon-512": (512, 1.0), "icon-maskable": (512, 0.75)}
"""Width and scale of each icon. A launcher may cut off the outer tenth of a maskable icon."""

PATIENCE = 3000
"""How many milliseconds a kept page waits for the server before the device shows its own copy."""

_SERVICE_WORKER = Path("book/site/live/service_worker.js")
_LIVE = Path("book/_assets/live.json")
_TAG = re.compile(r"<(?:script|link|img)\b[^<>]*>")
_ATTRIBUTE = re.compile(r'\s(rel|src|href)="([^"]*)"')
_URL = re.compile(r"""(?:url\(|@import )["']?(?!data:|#)([^"')]+)""")
_LOADED = {"stylesheet", "preload", "icon"}
# Matches the URL of a script or stylesheet that has no version, or that of another file: the build
# changes the theme's files, whose `digest` stays the same.
_UNVERSIONED = re.compile(
    r'(<(?:script|link)\b[^<>]*\b(?:src|href)=")([^"?]+\.(?:js|css))(?:[?]digest=\w+)?"'
)

# Matches the beginning of a relative URL.
_RELATIVE = re.compile(r'(?<=\s)(href|src|action|data-content_root)="(?![#/]|[a-z]+:)(?:\./)?')


# --- Manifest -------------------------------------------------------------------------------------


@style.context("default")
def icon(size: int, scale: float, table: str, wood: str, head: str) -> bytes:
    """Return the book's icon as PNG data: four matches on a table, one of them twisted.

    Args:
        size: the width of the image, in pixels.
        scale: the size of the matches, relative to the image.
        table: the colour of the table.
        wood: the colour of the matches.
        head: the colour of their heads.
    """
    figure = Figure(figsize=(1, 1), dpi=size, facecolor=table)
    for x, lean in ((-0.33, 0), (-0.14, 0), (0.1, 0.06), (0.33, 0)):
        ends = [(0.5 + scale * (x - lean), 0.5 - 0.3 * scale)]
        ends.append((0.5 + scale * (x + lean), 0.5 + 0.3 * scale))
        for part, colour, width in ((0.0, wood, 6), (0.86, head, 8)):
            start = [a + part * (b - a) for a, b in zip(*ends, strict=True)]
            xs, ys = zip(start, ends[1], strict=True)
            line = Line2D(xs, ys, color=colour, linewidth=width * scale, solid_capstyle="round")
            figure.add_artist(line)
    file = BytesIO()
    figure.savefig(file, metadata=IMAGE_METADATA)
    return file.getvalue()


def link_manifest(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object
) -> None:
    """Link a page to the manifest, and name the colours of the browser's own bars."""
    tags = [f'<link rel="manifest" href="{context["pathto"](MANIFEST, resource=True)}">']
    for scheme, colours in (("light", palette()), ("dark", palette("dark"))):
        media = f"(prefers-color-scheme: {scheme})"
        tags.append(f'<meta name="theme-color" media="{media}" content="{colours["table"]}">')
    context["metatags"] = "\n".join([context.get("metatags", ""), *tags])


def write_manifest(app: Sphinx, error: Exception | None) -> None:
    """Write the manifest, draw its icons, and add the colours to the icon of the pages."""
    if error or app.builder.format != "html":
        return
    favicon = Path(app.outdir, "_static", Path(app.config.html_favicon).name)
    favicon.write_text(fixed_colours(add_colours(favicon.read_text("utf8"))), "utf8")
    colours = [palette()[name] for name in ("table", "wood", "head")]
    icons = []
    for name, (size, scale) in ICONS.items():
        file = f"_static/{name}.png"
        Path(app.outdir, file).write_bytes(icon(size, scale, *colours))
        purpose = "any" if scale == 1 else "maskable"
        sizes = {"sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        icons.append({"src": file, **sizes})
    # All addresses are relative to the manifest, so the book can be published at any path.
    manifest = {
        "name": app.config.html_title,
        "short_name": "Nim",
        "start_url": f"{app.config.root_doc}.html",
        "scope": "./",
        "display": "standalone",
        "lang": "en",
        "theme_color": palette()["table"],
        "background_color": palette()["table"],
        "icons": icons,
    }
    Path(app.outdir, MANIFEST).write_text(json.dumps(manifest), "utf8")


# --- Reading offline ------------------------------------------------------------------------------


def collect_pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield the page for readers without a network, and the page for addresses without a page.

    Readers see the first one offline in place of a page that is not kept.
    """
    pages = [app.config.root_doc, *app.env.toctree_includes[app.config.root_doc]]
    items = (
        f'<li><a href="{app.builder.get_relative_uri(FALLBACK, page)}">'
        f"{escape(app.env.titles[page].astext())}</a></li>"
        for page in pages
    )
    contents = f"<ul>{''.join(items)}</ul>"
    robots = '<meta name="robots" content="noindex">'
    body = (
        "<h1>This page is not on your device</h1>"
        "<p>You are offline, and the page that you asked for has not been kept. "
        f"These pages have been:</p>{contents}"
    )
    context = {"title": "Not on your device", "body": body, "metatags": robots}
    yield FALLBACK, context, "page.html"
    prompt = app.config.html_theme_options["search_bar_text"]
    body = (
        "<h1>There is no such page</h1>"
        "<p>The book has no page at this address. Perhaps the search finds what you want:</p>"
        '<form class="bd-search d-flex align-items-center mb-3" action="search.html">'
        '<i class="fa-solid fa-magnifying-glass"></i>'
        f'<input type="search" class="form-control" name="q" placeholder="{prompt}" '
        f'aria-label="{prompt}"></form><p>These are the pages of the book:</p>{contents}'
    )
    yield NOT_FOUND, {"title": "No such page", "body": body, "metatags": robots}, "page.html"


def link_from_root(app: Sphinx, error: Exception | None) -> None:
    """Make the links of the page `NOT_FOUND` independent of the address that was not found.

    They begin at the root of the host, or below it if the book has an address.
    """
    if error or app.builder.name != "html":
        return
    if not app.config.html_baseurl:
        logger.info(
            "If you publish the book below a path, set BOOK_URL to its address: until then, "
            "%s.html looks for its styles and links at the root of the host.",
            NOT_FOUND,
        )
    path = Path(app.outdir, f"{NOT_FOUND}.html")
    root = urlsplit(app.config.html_baseurl).path or "/"
    path.write_text(_RELATIVE.sub(rf'\1="{root}', path.read_text("utf8")), "utf8")


def add_versions(app: Sphinx, error: Exception | None) -> None:
    """Add a version of the content to the URL of each script and stylesheet that has none.

    Browsers and the service worker then never combine a page with files of another release.
    """
    if error or app.builder.name != "html":
        return
    root = Path(app.outdir)
    for path in pages(root):

        def add_version(match: re.Match[str], folder: Path = path.parent) -> str:
            file = folder / match[2]
            return f'{match[1]}{match[2]}?v={_hash(file)[:8]}"' if file.is_file() else match[0]

        text = path.read_text("utf8")
        new = _UNVERSIONED.sub(add_version, text)
        if new != text:
            path.write_text(new, "utf8")


def pages(root: Path) -> list[Path]:
    """Return the files of all pages of a built book."""
    return [path for path in sorted(root.rglob("*.html")) if "_static" not in path.parts]


def loaded(text: str) -> Iterator[str]:
    """Yield the addresses of the scripts, styles, fonts and images that a page or style loads.

    >>> [*loaded('<link href="a.css?v=1" rel="stylesheet"><a href="b.html"><img src="c.svg">')]
    ['a.css?v=1', 'c.svg']
    """
    for tag in _TAG.findall(text):
        values = dict(_ATTRIBUTE.findall(tag))
        if "src" in values or values.get("rel") in _LOADED:
            yield values.get("src") or values["href"]
    yield from _URL.findall(text)


def kept(root: Path) -> dict[str, str]:
    """Map each file of a built book that is kept for reading offline to a hash of its content.

    The files that pages load come before the pages. Slides are not kept.
    """
    documents = [
        path for path in pages(root) if path.stem != NOT_FOUND and path.parent != root / SLIDES
    ]
    files: dict[str, Path] = {}
    waiting = [(path.relative_to(root).as_posix(), path) for path in documents]
    while waiting:
        base, path = waiting.pop()
        for address in loaded(path.read_text("utf8")):
            url = urlsplit(urljoin(f"/{base}", address))
            file = root / unquote(url.path).lstrip("/")
            name = url.path.lstrip("/") + (f"?{url.query}" if url.query else "")
            if not url.netloc and name not in files and file.is_file():
                files[name] = file
                waiting += [(url.path.lstrip("/"), file)] * (file.suffix == ".css")
    fallback = root / f"{FALLBACK}.html"
    order = [fallback, *(path for path in documents if path != fallback)]
    everything = dict(sorted(files.items())) | {
        path.relative_to(root).as_posix(): path for path in order
    }
    return {name: _hash(path) for name, path in everything.items()}


def _hash(file: Path) -> str:
    return sha256(file.read_bytes()).hexdigest()[:16]


def service_worker(root: Path, code: str, live: str, patience: int = PATIENCE) -> str:
    """Return the service worker of a built book.

    Args:
        root: the folder of the built book.
        code: the source of the service worker.
        live: the folder of live mode, relative to `root`.
        patience: how many milliseconds to wait for a server that does not answer.
    """
    constants = {"KEPT": kept(root), "LIVE": live, "PATIENCE": patience}
    lines = [f"const {name} = {json.dumps(value)};" for name, value in constants.items()]
    return "\n".join([*lines, code])


def write_service_worker(app: Sphinx, error: Exception | None) -> None:
    """Write the service worker, including the list of files that it keeps."""
    if error or app.builder.name != "html":
        return
    code = Path(app.srcdir, _SERVICE_WORKER).read_text("utf8")
    live = json.loads(Path(app.srcdir, _LIVE).read_text("utf8"))["folder"]
    text = service_worker(Path(app.outdir), code, live)
    Path(app.outdir, _SERVICE_WORKER.name).write_text(text, "utf8")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the extension."""
    app.connect("html-page-context", link_manifest)
    app.connect("html-collect-pages", collect_pages)
    app.connect("build-finished", write_manifest)
    app.connect("build-finished", add_versions, priority=997)
    app.connect("build-finished", link_from_root, priority=998)
    app.connect("build-finished", write_service_worker, priority=999)  # after all files are written
    return {"parallel_read_safe": True, "parallel_write_safe": True}
