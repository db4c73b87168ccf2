"""Sphinx extension: figures that follow the theme of the page.

A notebook stores a figure as an SVG file with a title and a description. The build embeds the SVG
in the page, with a link to the original file. Colours that also occur in the stylesheet become CSS
variables, so they follow the theme. The colours of plates with a dark ground become variables as
well; on screen these plates look the same in both themes, and on paper the ground is white.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from functools import cache
from hashlib import sha256
from html import escape, unescape
from io import BytesIO
from pathlib import Path
from unicodedata import normalize

from docutils import nodes
from PIL import Image
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from nimbook.show._base import stylesheet

PLATE = {"#0d1219": "--nt-plate", "#ece7da": "--nt-on-plate", "#9aa1ab": "--nt-plate-muted"}
"""The variables for the ground and the letters of a dark plate; only `print.css` sets them."""


@cache
def colours() -> dict[str, str]:
    """Return the CSS variable for each colour of the light theme and of dark plates."""
    light, _, _ = stylesheet("nimbook.show", "style.css").partition("}")
    variables = re.findall(r"(--nt-[\w-]+): (#[0-9a-f]{6})", light)
    return {shade: name for name, shade in reversed(variables)} | PLATE


_PNG = re.compile(r"data:image/png;base64,([\w+/=\s]+)")


def compress(png: re.Match[str]) -> str:
    """Return a PNG image as a data URI of a WebP image with the same pixels, which is smaller."""
    image, file = Image.open(BytesIO(b64decode(png[1]))), BytesIO()
    image.save(file, "webp", lossless=True, exact=True, quality=100, method=6)
    return f"data:image/webp;base64,{b64encode(file.getvalue()).decode()}"


def embed_svg(svg: str, file: str) -> str:
    """Return a figure as HTML: the SVG in theme colours, a caption, and a link to the file.

    A prefix makes the ids in the SVG unique on the page.

    >>> svg = '<svg width="72pt" viewBox="0 0 72 72"><title>A line</title><desc>It rises.</desc>'
    >>> page = embed_svg(svg + '<path id="a" style="stroke: #1d5fa5"/></svg>', "a-line.svg")
    >>> "stroke: var(--nt-p, #1d5fa5)" in page, ">A line" in page
    (True, True)
    """
    drawing = svg[svg.index("<svg") :]
    prefix = f"f{sha256(svg.encode()).hexdigest()[:8]}"
    [title] = re.findall(r"<title>(.*?)</title>", drawing)
    [width] = re.findall(r'<svg[^>]* width="([\d.]+)pt"', drawing)
    [box] = re.findall(r'<svg[^>]* viewBox="[\d.]+ [\d.]+ ([\d.]+ [\d.]+)"', drawing)
    is_tall = float(box.split()[1]) > 1.6 * float(box.split()[0])
    # Remove the SVG's own stylesheet, which would apply to the whole page. The book's stylesheet
    # already contains the same rules.
    drawing = re.sub(r"<defs>\s*<style.*?</style>\s*</defs>|<!--.*?-->", "", drawing, flags=re.S)
    used = set(re.findall(r'(?:url\(|xlink:href="|[^:]href=")#(\w+)', drawing))
    drawing = re.sub(
        r' id="([^"]+)"', lambda i: f' id="{prefix}-{i[1]}"' if i[1] in used else "", drawing
    )
    drawing = re.sub(r'(url\(|href=")#(\w+)', rf"\1#{prefix}-\2", drawing)
    drawing = re.sub(
        r"#[0-9a-f]{6}\b",
        lambda shade: (
            f"var({colours()[shade[0]]}, {shade[0]})" if shade[0] in colours() else shade[0]
        ),
        drawing,
    )
    # The stylesheet sets a lower limit, so that small figures stay readable.
    drawing = re.sub(r"font-size: ([\d.]+px)", r"font-size: max(\1, var(--nt-least, 0px))", drawing)
    head = f'<svg role="img" aria-labelledby="{prefix}-title" aria-describedby="{prefix}-desc"'
    drawing = drawing.replace("<svg", head, 1)
    drawing = drawing.replace("<title>", f'<title id="{prefix}-title">', 1)
    drawing = drawing.replace("<desc>", f'<desc id="{prefix}-desc">', 1)
    drawing = _PNG.sub(compress, re.sub(r">\s*\n\s*<", "><", drawing))
    return (
        f'<figure class="nt-figure{" nt-tall" * is_tall}" '
        f'style="--nt-width: {float(width) / 0.75:.0f}px">'
        f'<div class="nt-scroll" role="group" aria-label="{title}">{drawing}</div>'
        f'<figcaption>{title} <a class="nt-download" download href="{escape(file)}">SVG</a>'
        "</figcaption></figure>"
    )


def place_figures(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Replace the figures of a page with embedded SVG."""
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
        node.replace_self(nodes.raw("", embed_svg(svg, root + name), format="html"))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the extension."""
    app.connect("doctree-resolved", place_figures)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
