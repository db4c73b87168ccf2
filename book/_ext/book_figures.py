"""Sphinx extension: figures follow the theme of the page.

A notebook holds a figure as an SVG file with a title and a description. In the page it stands as
SVG, in which the colours that the stylesheet knows are those of the theme; the file is there to be
taken.
"""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from html import escape, unescape
from pathlib import Path
from unicodedata import normalize

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from nimbook.show._base import stylesheet


@cache
def colours() -> dict[str, str]:
    """Return the colours of the light theme, each with its name in the stylesheet."""
    light, _, _ = stylesheet("nimbook.show", "style.css").partition("}")
    found = re.findall(r"(--nt-[\w-]+): (#[0-9a-f]{6})", light)
    return {shade: name for name, shade in reversed(found)}


def in_page(svg: str, file: str) -> str:
    """Return a figure as HTML: SVG in the colours of the page, its title, and a link to its file.

    Ids are made different from those of other figures.

    >>> svg = '<svg width="72pt" viewBox="0 0 72 72"><title>A line</title><desc>It rises.</desc>'
    >>> page = in_page(svg + '<path id="a" style="stroke: #1d5fa5"/></svg>', "a-line.svg")
    >>> "stroke: var(--nt-p, #1d5fa5)" in page, ">A line" in page
    (True, True)
    """
    drawing = svg[svg.index("<svg") :]
    mark = f"f{sha256(svg.encode()).hexdigest()[:8]}"
    [title] = re.findall(r"<title>(.*?)</title>", drawing)
    [width] = re.findall(r'<svg[^>]* width="([\d.]+)pt"', drawing)
    # The rule would be one for the whole page; it is in the pages' stylesheet.
    drawing = re.sub(r"<defs>\s*<style.*?</style>\s*</defs>|<!--.*?-->", "", drawing, flags=re.S)
    used = set(re.findall(r'(?:url\(|xlink:href="|[^:]href=")#(\w+)', drawing))
    drawing = re.sub(
        r' id="([^"]+)"', lambda i: f' id="{mark}-{i[1]}"' if i[1] in used else "", drawing
    )
    drawing = re.sub(r'(url\(|href=")#(\w+)', rf"\1#{mark}-\2", drawing)
    drawing = re.sub(
        r"#[0-9a-f]{6}\b",
        lambda shade: (
            f"var({colours()[shade[0]]}, {shade[0]})" if shade[0] in colours() else shade[0]
        ),
        drawing,
    )
    head = f'<svg role="img" aria-labelledby="{mark}-title" aria-describedby="{mark}-desc"'
    drawing = drawing.replace("<svg", head, 1)
    drawing = drawing.replace("<title>", f'<title id="{mark}-title">', 1)
    drawing = drawing.replace("<desc>", f'<desc id="{mark}-desc">', 1)
    drawing = re.sub(r">\s*\n\s*<", "><", drawing)
    return (
        f'<figure class="nt-figure" style="--nt-width: {float(width) / 0.75:.0f}px">'
        f'<div class="nt-scroll" role="group" aria-label="{title}">{drawing}</div><figcaption>'
        f'{title} <a class="nt-take" download href="{escape(file)}">SVG</a></figcaption></figure>'
    )


def place_figures(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Put the figures of a page into it."""
    if app.builder.name not in ("html", "dirhtml", "singlehtml"):
        return
    root = app.builder.get_relative_uri(page, "index").removesuffix("index.html")
    for node in [*doctree.findall(nodes.image)]:
        source = Path(app.srcdir, node["uri"])
        svg = source.read_text("utf8") if source.suffix == ".svg" and source.exists() else ""
        if "<desc>" not in svg:
            continue
        [title] = re.findall(r"<title>(.*?)</title>", svg)
        plain = normalize("NFKD", unescape(title)).lower()
        words = "-".join(re.findall(r"[a-z0-9]+", plain))[:60]
        name = f"_images/{Path(page).name}-{words}.svg"
        target = Path(app.outdir, name)
        target.parent.mkdir(exist_ok=True)
        target.write_text(svg, "utf8")
        node.replace_self(nodes.raw("", in_page(svg, root + name), format="html"))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Called by Sphinx."""
    app.connect("doctree-resolved", place_figures)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
