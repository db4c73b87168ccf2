"""Figures that follow the theme of the page, and numbers for figures and tables.

A notebook stores a figure as an SVG file with a title and a description. Its colours are CSS
variables, which the file itself sets to greys; in its images, each grey stands for a colour of the
palette. The build replaces the greys by colours when it reads a notebook. It embeds the SVG in the
page, where the variables follow the theme, with a link to a file in the colours of the light theme.
Readers may use this file elsewhere, so it names its source and its licence.

Sphinx numbers all figures and tables that have a caption, except those in explorers, labs and
questions, and each gets an id derived from its caption. ``{fig}`periods-of-kayles` `` is a link to
the figure or table with this caption on the same page; its text is, for example, "Table 5.2".
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from hashlib import sha256
from html import escape, unescape
from importlib.resources import files
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Any
from unicodedata import normalize

import nbformat
import numpy as np
from docutils import nodes
from nbformat import NotebookNode
from nbformat.notebooknode import from_dict
from PIL import Image
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.roles import XRefRole

import nimtwist
from ext.citation import name_of as author_of
from ext.head import LICENCE
from ext.trees import Site
from nimbook.show.palette import GREYS, palette

_DEFINITION = re.compile(r"--nt-([\w-]+): (#[0-9a-f]{6})")
"""Matches the definition of a colour in a figure."""
_DEFINITIONS = re.compile(r'(<svg[^>]*?) style="background: [^"]*"')
"""Matches the start of a figure, with its background and the definitions of its colours."""

_PNG = re.compile(r"data:image/png;base64,([\w+/=\s]+)")


def compress(png: re.Match[str]) -> str:
    """Return a PNG image as a data URI of a WebP image with the same pixels, which is smaller."""
    image, file = Image.open(BytesIO(b64decode(png[1]))), BytesIO()
    image.save(file, "webp", lossless=True, exact=True, quality=100, method=6)
    return f"data:image/webp;base64,{b64encode(file.getvalue()).decode()}"


def recolour(png: re.Match[str]) -> str:
    """Return a PNG image with colours in place of greys, unless other colours occur in it."""
    pixels = np.array(Image.open(BytesIO(b64decode(png[1]))).convert("RGBA"))
    codes = pixels[..., :3] @ (1 << 16, 1 << 8, 1)
    visible = pixels[..., 3] > 0
    names = {int(grey[1:], 16): name for name, grey in GREYS.items()}
    used = {*np.unique(codes[visible]).tolist()}
    if not used <= names.keys():
        return png[0]
    for code in used:
        colour = bytes.fromhex(palette()[names[code]][1:])
        pixels[visible & (codes == code), :3] = [*colour]
    file = BytesIO()
    Image.fromarray(pixels).save(file, "png", optimize=True)
    return f"data:image/png;base64,{b64encode(file.getvalue()).decode()}"


def add_colours(value: Any) -> Any:
    """Replace the greys in all strings of a part of a notebook by the colours of the light theme.

    >>> add_colours('<svg style="--nt-p: #323232">') == f'<svg style="--nt-p: {palette()["p"]}">'
    True
    """
    if isinstance(value, str):
        value = _DEFINITION.sub(lambda grey: f"--nt-{grey[1]}: {palette()[grey[1]]}", value)
        value = value.replace(f"background: {GREYS['back']}", f"background: {palette()['back']}")
        return _PNG.sub(recolour, value)
    if isinstance(value, list):
        return [*map(add_colours, value)]
    return {k: add_colours(v) for k, v in value.items()} if isinstance(value, dict) else value


def fixed_colours(svg: str) -> str:
    """Return an SVG file with its colours in place of the variables.

    >>> fixed_colours('<svg style="background: #fdfdfd; --nt-p: #323232"><g fill="var(--nt-p)"/>')
    '<svg><g fill="#323232"/>'
    """
    colours = dict(_DEFINITION.findall(svg))
    svg = re.sub(r"var\(--nt-([\w-]+)\)", lambda name: colours[name[1]], svg)
    return _DEFINITIONS.sub(r"\1", svg, count=1)


def read_notebook(text: str) -> NotebookNode:
    """Return a committed notebook in the colours of the light theme."""
    notebook: NotebookNode = from_dict(add_colours(nbformat.reads(text, as_version=4)))
    return notebook


def colour_source(app: Sphinx, page: str, source: list[str]) -> None:
    """Add the colours to a notebook when Sphinx reads it, and again when they have changed."""
    if app.env.doc2path(page).endswith(".ipynb"):
        app.env.note_dependency(str(files("nimbook.show") / "palette.css"))
        source[0] = nbformat.writes(read_notebook(source[0]))


def embed_svg(svg: str, target: Path, link: str) -> str:
    """Write a figure to a file, and return it as HTML in the colours of the theme.

    Args:
        svg: the figure, with variables for its colours.
        target: the path of the file, which has the colours of the light theme.
        link: the URL of the file.

    Returns:
        The SVG with a caption and the link. A prefix makes its ids unique on the page.
    """
    target.parent.mkdir(exist_ok=True)
    target.write_text(fixed_colours(svg), "utf8")
    drawing = _DEFINITIONS.sub(r"\1", svg[svg.index("<svg") :], count=1)
    prefix = f"f{sha256(svg.encode()).hexdigest()[:8]}"
    [title] = re.findall(r"<title>(.*?)</title>", drawing)
    [width] = re.findall(r'<svg[^>]* width="([\d.]+)pt"', drawing)
    [box] = re.findall(r'<svg[^>]* viewBox="[\d.]+ [\d.]+ ([\d.]+ [\d.]+)"', drawing)
    is_tall = float(box.split()[1]) > 1.6 * float(box.split()[0])
    # Remove the SVG's own stylesheet, which would apply to the whole page. The book's stylesheet
    # already contains the same rules.
    drawing = re.sub(r"<defs>\s*<style.*?</style>\s*</defs>|<!--.*?-->", "", drawing, flags=re.S)
    used = set(re.findall(r'(?:url\(|xlink:href="|[^:]href=")#([\w-]+)', drawing))
    drawing = re.sub(
        r' id="([^"]+)"', lambda i: f' id="{prefix}-{i[1]}"' if i[1] in used else "", drawing
    )
    drawing = re.sub(r'(url\(|href=")#([\w-]+)', rf"\1#{prefix}-\2", drawing)
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
        f'<figcaption>{title} <a class="nt-download" download href="{escape(link)}">SVG</a>'
        "</figcaption></figure>"
    )


class Marker(nodes.Invisible, nodes.Element):
    """A marker before a figure or table, which Sphinx numbers; its id is that of the caption."""


class figure_marker(Marker):
    """A marker before a figure."""


class table_marker(Marker):
    """A marker before a table."""


_CAPTION = re.compile(r"<(figcaption|caption)>(.*?)(?= <a class=\"nt-download\"|</\1>)", re.DOTALL)


def plain(caption: str) -> str:
    """Return the text of a caption, without the names of the axes of a grid.

    >>> plain('<i>a</i> &lt; b<span class="nt-axes">a ↓ b →</span>')
    'a < b'
    """
    return unescape(re.sub('<span class="nt-axes">.*?</span>|<.*?>', "", caption))


def name_of(caption: str) -> str:
    """Return the name that is derived from a caption: its words up to the first colon or semicolon.

    >>> name_of("Northcott’s mumbers modulo 5: 208 of 256 cells as the product")
    'northcotts-mumbers-modulo-5'
    """
    text = normalize("NFKD", re.split("[:;]", plain(caption))[0]).lower()
    words = "-".join(re.findall("[a-z0-9]+", re.sub("['’\u0300-\u036f]", "", text)))
    return re.sub("-[^-]*$", "", words[:61]) if len(words) > 60 else words


def captions_of(node: nodes.Node, root: Path) -> list[tuple[str, str]]:
    """Return the captions in the output of a cell or directive, each with its kind.

    The kind is "figure" or "table".
    """
    if isinstance(node, nodes.image):
        return [
            ("figure", title) for title in re.findall("<title>(.*?)</title>", svg_of(node, root))
        ]
    if not isinstance(node, nodes.raw) or "nt-predict" in node.astext():
        return []
    kinds = {"caption": "table", "figcaption": "figure"}
    return [(kinds[tag], caption) for tag, caption in _CAPTION.findall(node.astext())]


def svg_of(node: nodes.image, root: Path) -> str:
    """Return the SVG of a figure, or an empty string for any other image."""
    source = Path(root, node["uri"])
    svg = source.read_text("utf8") if source.suffix == ".svg" and source.exists() else ""
    return svg if "<desc>" in svg else ""


def mark_captions(app: Sphinx, doctree: nodes.document) -> None:
    """Insert a marker for each caption of a page, so that Sphinx numbers it and can refer to it."""
    page, labels = app.env.docname, app.env.get_domain("std").data["labels"]
    classes, names = {"figure": figure_marker, "table": table_marker}, set[str]()
    for node in [*doctree.findall(nodes.Element)]:
        for kind, caption in captions_of(node, Path(app.srcdir)):
            stem = name_of(caption)
            name = next(n for i in count(1) if (n := f"{stem}-{i}" if i > 1 else stem) not in names)
            names.add(name)
            marker = classes[kind]("", ids=[f"{kind}-{name}"])
            doctree.set_id(marker)
            labels[f"{page}#{name}"] = page, marker["ids"][0], caption
            assert node.parent is not None
            node.parent.insert(node.parent.index(node), marker)


def restart_numbers(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Let the numbers of each page start from 1; Sphinx counts on through unnumbered chapters."""
    for kinds in env.toc_fignumbers.values():
        for kind in ("figure", "table"):
            numbers = kinds.get(kind, {})
            first = min((number[-1] for number in numbers.values()), default=1)
            numbers.update({id_: (*n[:-1], n[-1] - first + 1) for id_, n in numbers.items()})
    return []


def place_figures(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Replace the figures of a page with embedded SVG, and number all captions."""
    if app.builder.name not in ("html", "dirhtml", "singlehtml"):
        return
    root = app.builder.get_relative_uri(page, "index").removesuffix("index.html")
    kinds = app.env.toc_fignumbers.get(page, {})
    for marker in [*doctree.findall(Marker)]:
        [id_] = marker["ids"]
        kind, _, name = id_.partition("-")
        number = ".".join(map(str, kinds[kind][id_]))
        siblings = marker.findall(include_self=False, descend=False, siblings=True)
        output = next(node for node in siblings if isinstance(node, nodes.image | nodes.raw))
        if isinstance(output, nodes.image):
            svg, file = svg_of(output, Path(app.srcdir)), f"_images/{Path(page).name}-{name}.svg"
            html = embed_svg(svg, Path(app.outdir, file), root + file)
            figure = nodes.raw("", html, format="html")
            output.replace_self(figure)
            output = figure
        # A link to a figure leads to its top, not to the caption below it.
        label = f'<span class="nt-number">{kind.title()} {number}</span> '
        before, tag, after = re.split("<(figcaption|caption)>", output.astext(), maxsplit=1)
        start, figure_tag, rest = before.rpartition("<figure")
        if tag == "figcaption" and figure_tag:
            html = f'{start}<figure id="{id_}"{rest}<figcaption>{label}{after}'
        else:
            html = f'{before}<{tag} id="{id_}">{label}{after}'
        output[:] = [nodes.Text(html)]
        marker.parent.remove(marker)


_METADATA = re.compile(r"<metadata>.*?</metadata>\n", re.DOTALL)


def add_credits(site: Site) -> None:
    """Name the authors, the source and the licence of each figure in its file, as metadata."""
    book = f"{site.citation['title']}, version {nimtwist.__version__}"
    authors = ", ".join(map(author_of, site.citation["authors"]))
    for page in site.documents():
        title = site.app.env.titles[page.name].astext()
        for link in page.tree.iterfind(".//figcaption/a[@download]"):
            [number] = link.getparent().find_class("nt-number")
            source = f"{book}, {title}, {number.text_content()}"
            metadata = (
                '<metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
                'xmlns:cc="http://creativecommons.org/ns#" '
                'xmlns:dc="http://purl.org/dc/elements/1.1/"><cc:Work rdf:about="">'
                f"<dc:creator>{escape(authors)}</dc:creator><dc:source>{escape(source)}</dc:source>"
                f'<cc:license rdf:resource="{LICENCE}"/></cc:Work></rdf:RDF></metadata>\n'
            )
            path = site.folder / str(link.get("href")).removeprefix(page.root)
            svg = _METADATA.sub("", path.read_text("utf8"))
            path.write_text(svg.replace("</desc>\n", f"</desc>\n{metadata}", 1), "utf8")


class FigureRole(XRefRole):
    """A role for a link to a figure or table on the same page, such as "Figure 2.3"."""

    def process_link(
        self,
        env: BuildEnvironment,
        refnode: nodes.Element,
        has_explicit_title: bool,
        title: str,
        target: str,
    ) -> tuple[str, str]:
        """Let Sphinx find the number; it warns about names that do not exist."""
        refnode["refdomain"], refnode["reftype"] = "std", "numref"
        return title, f"{env.docname}#{target}"
