"""The book as an app that can be installed and read offline.

All pages link to a web app manifest, whose icons are drawn by the build. The service worker
(`book/site/live/service_worker.js`) keeps all pages, and the scripts, styles, fonts and images that
they load, on the reader's device. Offline, `offline.html` takes the place of any other page.
Online, `404.html` takes the place of pages that do not exist.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from os.path import normpath
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

from matplotlib import style
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from sphinx.application import Sphinx
from sphinx.util import logging

from ext.figures import add_colours, fixed_colours
from ext.head import to_png
from ext.slides import SLIDES
from ext.trees import Page, Site, element, render, version
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

SERVICE_WORKER = Path("book/site/live/service_worker.js")
_LIVE = Path("book/_assets/live.json")
_URL = re.compile(r"""(?:url\(|@import )["']?(?!data:|#)([^"')]+)""")
_LOADED = {"stylesheet", "preload", "icon"}
# Attributes that contain an address.
_ADDRESSES = ("href", "src", "action", "data-content_root")


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
    return to_png(figure)


def link_manifest(site: Site) -> None:
    """Link all pages to the manifest, and name the colours of the browser's own bars."""
    for page in site.pages.values():
        page.add_to_head(element("link", rel="manifest", href=page.root + MANIFEST))
        for scheme, colours in (("light", palette()), ("dark", palette("dark"))):
            media = f"(prefers-color-scheme: {scheme})"
            page.add_to_head(
                element("meta", name="theme-color", media=media, content=colours["table"])
            )


def write_manifest(site: Site) -> None:
    """Write the manifest, draw its icons, and add the colours to the icon of the pages."""
    favicon = site.folder / "_static/favicon.svg"
    favicon.write_text(fixed_colours(add_colours(favicon.read_text("utf8"))), "utf8")
    colours = [palette()[name] for name in ("table", "wood", "head")]
    icons = []
    for name, (size, scale) in ICONS.items():
        file = f"_static/{name}.png"
        (site.folder / file).write_bytes(icon(size, scale, *colours))
        purpose = "any" if scale == 1 else "maskable"
        sizes = {"sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        icons.append({"src": file, **sizes})
    # All addresses are relative to the manifest, so the book can be published at any path.
    manifest = {
        "name": site.app.config.html_title,
        "short_name": "Nim",
        "start_url": f"{site.app.config.root_doc}.html",
        "scope": "./",
        "display": "standalone",
        "lang": "en",
        "theme_color": palette()["table"],
        "background_color": palette()["table"],
        "icons": icons,
    }
    (site.folder / MANIFEST).write_text(json.dumps(manifest), "utf8")


# --- Reading offline ------------------------------------------------------------------------------


def collect_pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield the page for readers without a network, and the page for addresses without a page.

    Readers see the first one offline in place of a page that is not kept.
    """
    names = [app.config.root_doc, *app.env.toctree_includes[app.config.root_doc]]
    pages = [
        (app.builder.get_relative_uri(FALLBACK, name), app.env.titles[name].astext())
        for name in names
    ]
    robots = '<meta name="robots" content="noindex">'
    body = render("offline.html", pages=pages)
    context = {"title": "Not on your device", "body": body, "metatags": robots}
    yield FALLBACK, context, "page.html"
    prompt = app.config.html_theme_options["search_bar_text"]
    body = render("not_found.html", pages=pages, prompt=prompt)
    yield NOT_FOUND, {"title": "No such page", "body": body, "metatags": robots}, "page.html"


def link_from_root(site: Site) -> None:
    """Make the links of the page `NOT_FOUND` independent of the address that was not found.

    They begin at the root of the host, or below it if the book has an address.
    """
    if not site.base:
        logger.info(
            "If you publish the book below a path, set BOOK_URL to its address: until then, "
            "%s.html looks for its styles and links at the root of the host.",
            NOT_FOUND,
        )
    root = urlsplit(site.base).path or "/"
    for each in site.pages[NOT_FOUND].tree.iter("*"):
        for name in _ADDRESSES:
            address = each.get(name, "#")
            if not address.startswith(("#", "/")) and not urlsplit(address).scheme:
                each.set(name, root + address.removeprefix("./"))


def add_versions(site: Site) -> None:
    """Add a version of the content to the URL of each script and stylesheet.

    Browsers and the service worker then never combine a page with files of another release.
    """
    known: dict[Path, str] = {}
    for page in site.pages.values():
        for each in page.tree.iter("script", "link"):
            name = "src" if each.tag == "script" else "href"
            address = each.get(name, "").partition("?")[0]
            # The folder of the page may not exist yet.
            file = Path(normpath((site.folder / page.name).parent / address))
            if address.endswith((".js", ".css")) and file.is_file():
                known.setdefault(file, version(file.read_bytes()))
                each.set(name, f"{address}?v={known[file]}")


def loaded(page: Page) -> Iterator[str]:
    """Yield the addresses of the scripts, styles, fonts and images that a page loads.

    >>> from ext.trees import parse
    >>> tree = parse('<link href="a.css?v=1" rel="stylesheet"><a href="b.html"><img src="c.svg">')
    >>> [*loaded(Page("a", tree))]
    ['a.css?v=1', 'c.svg']
    """
    for each in page.tree.iter("*"):
        if each.tag in ("script", "img") and "src" in each.attrib:
            yield each.get("src")
        elif each.tag == "link" and each.get("rel") in _LOADED:
            yield each.get("href")
        if css := each.text if each.tag == "style" else each.get("style"):
            yield from _URL.findall(css)


def kept(folder: Path, pages: Mapping[str, Page]) -> dict[str, str]:
    """Map each file of a built book that is kept for reading offline to a hash of its content.

    The files that pages load come before the pages. Slides are not kept.

    Args:
        folder: the folder of the built book.
        pages: its pages by name.
    """
    names = sorted(name for name in pages if name != NOT_FOUND and not name.startswith(SLIDES))
    waiting = [(f"{name}.html", address) for name in names for address in loaded(pages[name])]
    files: dict[str, Path] = {}
    while waiting:
        base, address = waiting.pop()
        url = urlsplit(urljoin(f"/{base}", address))
        file = folder / unquote(url.path).lstrip("/")
        name = url.path.lstrip("/") + (f"?{url.query}" if url.query else "")
        if not url.netloc and name not in files and file.is_file():
            files[name] = file
            if file.suffix == ".css":
                waiting += [(name, each) for each in _URL.findall(file.read_text("utf8"))]
    order = sorted(names, key=lambda name: name != FALLBACK)
    everything = dict(sorted(files.items())) | {
        f"{name}.html": folder / f"{name}.html" for name in order
    }
    return {name: sha256(file.read_bytes()).hexdigest()[:16] for name, file in everything.items()}


def service_worker(
    folder: Path, pages: Mapping[str, Page], source: Path, patience: int = PATIENCE
) -> str:
    """Return the service worker of a built book.

    Args:
        folder: the folder of the built book.
        pages: its pages by name.
        source: the folder of the book's sources.
        patience: how many milliseconds to wait for a server that does not answer.
    """
    live = json.loads((source / _LIVE).read_text("utf8"))["folder"]
    constants = {"KEPT": kept(folder, pages), "LIVE": live, "PATIENCE": patience}
    lines = [f"const {name} = {json.dumps(value)};" for name, value in constants.items()]
    return "\n".join([*lines, (source / SERVICE_WORKER).read_text("utf8")])


def write_service_worker(site: Site) -> None:
    """Write the service worker, including the list of files that it keeps."""
    text = service_worker(site.folder, site.pages, site.source)
    (site.folder / SERVICE_WORKER.name).write_text(text, "utf8")
