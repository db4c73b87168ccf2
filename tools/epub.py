"""The book as an EPUB.

It has the text, formulas as MathML, tables and drawings, the answers to the exercises at the end,
and at each experiment that it shows a link to the site.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from io import BytesIO
from pathlib import Path
from urllib.parse import unquote
from uuid import NAMESPACE_URL, uuid5
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from playwright.sync_api import Page

from tools import serve
from tools.stills import BOOK, Still, about
from tools.stills import contents as listed

_STYLES = [Path("src/nimbook/show/style.css"), Path(__file__).with_name("epub.css")]
# What of a page is its looks and its workings, and says nothing in a book.
_GONE = """.nt-take, .nt-answer, .sd-stretched-link, .widget-toggle-buttons,
  :is(.door, .atlas, .nt-lab) > :not(.on-paper), mjx-container > :not(mjx-assistive-mml)"""
# Attributes that only pages understand.
_UNKNOWN = re.compile("data-|aria-disabled|tabindex|contenteditable|inert|jax|ctxtmenu|download")
_WRITTEN = """(html) => {
  const page = new DOMParser().parseFromString(html, "text/html");
  return new XMLSerializer().serializeToString(page);
}"""


def simplify(page: Still, images: dict[str, Path], url: str) -> None:
    """Leave of a page what a book has."""
    for gone in page.article.select(_GONE):
        gone.decompose()
    for formula in page.article.select("mjx-container"):
        maths = formula.select_one("math")
        assert maths
        if formula.get("display") == "true":
            maths["display"] = "block"
        formula.replace_with(maths)
    for image in page.article.select("img"):
        path = unquote(str(image["src"]).partition("?")[0])
        if path.startswith(url):
            file = BOOK / path.removeprefix(url)
            images[f"images/{file.name}"] = file
            image["src"] = f"images/{file.name}"
    for link in page.article.select("a[href^='#']"):
        place = str(link["href"])[1:]
        link["href"] = f"{place.partition('.')[0]}.xhtml" + (f"#{place}" if "." in place else "")
    for numbered in page.article.select("a:has(> .page)"):
        numbered.string = numbered.get_text().removesuffix(" on page ")
    for button in page.article.select("button"):
        button.name = "span"
        button.attrs.pop("type", None)
    for tag in page.article.find_all(True):
        for name in [name for name in tag.attrs if _UNKNOWN.match(name)]:
            del tag[name]


def xhtml(page: Page, title: str, body: str) -> str:
    """Return a document, as XML."""
    html = (
        f'<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<link rel="stylesheet" href="book.css"></head><body>{body}</body></html>'
    )
    written: str = page.evaluate(_WRITTEN, html)
    return f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n{written}'


def style() -> str:
    """Return the stylesheet, with colours in the place of their names.

    >>> "var(" in style()
    False
    """
    text = "".join(path.read_text("utf8") for path in _STYLES)
    light, _, _ = text.partition("}")
    named = dict(re.findall(r"(--nt-[\w-]+): ([^;]+);", light))
    text = re.sub(r"html\[data-theme=.dark.\][^{]*\{[^}]*\}", "", text)
    return re.sub(r"var\((--nt-[\w-]+)[^)]*\)", lambda name: named.get(name[1], "inherit"), text)


def plain_colours(html: str) -> str:
    """Return HTML in which colours with names have those of the light theme.

    >>> plain_colours('<path style="stroke: var(--nt-p, #1d5fa5)">')
    '<path style="stroke: #1d5fa5">'
    """
    return re.sub(r"var\(--[\w-]+, ([^()]+)\)", r"\1", html)


def contents(pages: Sequence[Still]) -> str:
    """Return the table of contents, which is the navigation as well."""
    text = re.sub('<span class="page"></span>', "", listed(pages))
    text = re.sub(
        r'href="#([^".]+)([^"]*)"',
        lambda to: f'href="{to[1]}.xhtml{f"#{to[1]}{to[2]}" if to[2] else ""}"',
        text,
    )
    return text.replace("<nav", '<nav epub:type="toc"', 1)


def package(pages: Sequence[Still], images: dict[str, Path], documents: dict[str, str]) -> str:
    """Return what the book says of itself and of its files."""
    known = about()
    authors = "".join(f"<dc:creator>{escape(one['name'])}</dc:creator>" for one in known["authors"])
    document = 'media-type="application/xhtml+xml"'
    files = [
        f'<item id="nav" href="nav.xhtml" {document} properties="nav"/>',
        '<item id="style" href="book.css" media-type="text/css"/>',
    ]
    for page in pages:
        kinds = {"mathml": "<math", "svg": "<svg"}
        has = " ".join(kind for kind, tag in kinds.items() if tag in documents[page.slug])
        properties = f' properties="{has}"' if has else ""
        files.append(f'<item id="p{page.slug}" href="{page.slug}.xhtml" {document}{properties}/>')
    for number, name in enumerate(images):
        image = {**serve.LOOSE, **serve.PACKED}[Path(name).suffix]
        files.append(f'<item id="i{number}" href="{name}" media-type="{image}"/>')
    spine = "".join(f'<itemref idref="p{page.slug}"/>' for page in pages)
    return f"""<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="en">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:{uuid5(NAMESPACE_URL, known["title"])}</dc:identifier>
<dc:title>{escape(known["title"])}</dc:title><dc:language>en</dc:language>{authors}
<meta property="dcterms:modified">{known["date-released"]}T00:00:00Z</meta></metadata>
<manifest>{"".join(files)}</manifest><spine><itemref idref="nav"/>{spine}</spine></package>"""


_CONTAINER = """<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
<rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
"""


def archived(files: dict[str, bytes]) -> bytes:
    """Return an archive; the same files give the same bytes."""
    written = BytesIO()
    with ZipFile(written, "w") as archive:
        for name, body in files.items():
            entry = ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
            entry.compress_type = ZIP_STORED if name == "mimetype" else ZIP_DEFLATED
            archive.writestr(entry, body)
    return written.getvalue()


def written(page: Page, pages: Sequence[Still], url: str) -> bytes:
    """Return the EPUB of pages that are joined and answered, which are changed."""
    images: dict[str, Path] = {}
    documents = {}
    for one in pages:
        simplify(one, images, url)
        title = one.article.select_one("h1")
        assert title
        body = plain_colours(one.article.decode_contents())
        documents[one.slug] = xhtml(page, title.get_text(), f'<div id="{one.slug}">{body}</div>')
    nav = xhtml(page, "Contents", contents(pages))
    nav = nav.replace("<html", '<html xmlns:epub="http://www.idpf.org/2007/ops"', 1)
    return archived(
        {
            "mimetype": b"application/epub+zip",
            "META-INF/container.xml": _CONTAINER.encode(),
            "book.opf": package(pages, images, documents).encode(),
            "nav.xhtml": nav.encode(),
            "book.css": style().encode(),
            **{f"{slug}.xhtml": text.encode() for slug, text in documents.items()},
            **{name: file.read_bytes() for name, file in images.items()},
        }
    )
