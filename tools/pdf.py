"""`python -m tools.pdf [--url URL]`: produce a PDF of the built book.

The PDF contains all pages in order, with internal links, a table of contents, bookmarks, page
numbers and, at the end, answers to the exercises. Labs link to the website at URL. By default, URL
is the value of the environment variable BOOK_URL if it is set, and otherwise the address in
`CITATION.cff`. If there is no address, there are no links to the website.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import struct
import zlib
from collections.abc import Sequence
from datetime import date
from hashlib import sha256
from html import escape
from importlib.util import find_spec
from io import BytesIO
from operator import itemgetter
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup
from playwright.sync_api import Page
from pypdf import PdfReader

from tools import stills
from tools.serve import BOOK, HOST, PORT
from tools.stills import Still, anchor, author_names, citation, contents, only

PDF = BOOK / "nim-with-a-twist.pdf"
_STYLE = Path(__file__).with_name("pdf.css")
_JOINED = "joined.html"
_PLACEHOLDER = "000"
_UNRELEASED = date(1980, 1, 1)
# The width of the text area in pixels.
_WIDTH = round((210 - 2 * 22) / 25.4 * 96)
# A script that returns the first 100 characters of an element that is too wide for the page, or
# null if there is none.
_TOO_WIDE = """(width) => {
  if (document.documentElement.scrollWidth <= width) return null;
  const wide = [...document.querySelectorAll("body :not(math, math *, svg *)")]
    .filter((each) => each.getBoundingClientRect().right > width + 1);
  return wide.at(-1).outerHTML.slice(0, 100);
}"""


# A script that allows page breaks inside all blocks that would leave half a page empty.
_BREAK_LONG = """() => {
  for (const block of document.querySelectorAll(".chapter :is(div, table, blockquote, dl)")) {
    const isLong = block.getBoundingClientRect().height > 480;
    block.classList.toggle("nt-long", isLong && !block.closest(".nt-figure, .nt-explorer"));
  }
}"""


def fonts() -> dict[str, Path | str]:
    """Map paths on the site to Matplotlib's font files, which are the same on every machine."""
    spec = find_spec("matplotlib")
    assert spec and spec.origin
    folder = Path(spec.origin).parent / "mpl-data/fonts/ttf"
    names = re.findall(r"_fonts/([^)]+)", _STYLE.read_text("utf8"))
    return {f"_fonts/{name}": folder / name for name in names}


def join_pages(pages: Sequence[Still], url: str) -> str:
    """Return the book as one HTML page, with blanks for the page numbers.

    Args:
        pages: the pages of the book, with their links and answers already in place.
        url: the address of the site, or an empty string if it is not known.
    """
    meta = citation()
    title, _, subtitle = meta["title"].partition(": ")
    names = " and ".join(author_names(meta))
    released = meta.get("date-released", "unreleased")
    linked = dict.fromkeys(sheet for page in pages for sheet in page.linked)
    rules = dict.fromkeys(rule for page in pages for rule in page.rules)
    headings = {f"p{page.slug}": only(page.article, "h1").get_text().strip() for page in pages}
    running_heads = "".join(
        f".{page} {{ page: {page}; }}"
        f"@page {page} {{ @top-left {{ content: {json.dumps(heading)}; }} }}"
        for page, heading in headings.items()
    )
    link = f'<a href="{url}">{url}</a><br>' if url else ""
    chapters = "".join(
        f'<div class="chapter p{page.slug}" id="{anchor(page.name)}">'
        f"{page.article.decode_contents()}</div>"
        for page in pages
    )
    return f"""<!DOCTYPE html><html lang="en" data-theme="light" data-mode="light"><head>
<meta charset="utf-8"><title>{escape(title)}</title>
{"".join(f'<link rel="stylesheet" href="{escape(sheet)}">' for sheet in linked)}
<style>{"".join(rules)}</style><style>{_STYLE.read_text("utf8")}{running_heads}</style></head>
<body><main class="bd-main"><div class="bd-content"><article class="bd-article">
<div class="title-page"><p class="title">{escape(title)}</p>
<p class="subtitle">{escape(subtitle)}</p>
<p>{escape(names)}</p><p class="imprint">Version {meta["version"]}, {released}<br>
{link}Text: CC BY 4.0. Code: MIT licence.</p></div>
{contents(pages)}{chapters}</article></div></main></body></html>"""


def fill_page_numbers(book: str, pages: dict[str, int]) -> str:
    """Fill in page numbers, using placeholders of a similar width for unknown ones.

    >>> line = '<a href="#x"><span>X</span><span class="page"></span></a>'
    >>> fill_page_numbers(line, {"x": 7})
    '<a href="#x"><span>X</span><span class="page">7</span></a>'
    """
    soup = BeautifulSoup(book, "html.parser")
    for number in soup.select("a > .page"):
        assert number.parent
        id_ = str(number.parent["href"])[1:]
        number.string = str(pages.get(id_, _PLACEHOLDER))
    return str(soup)


def page_numbers(pdf: bytes) -> dict[str, int]:
    """Return the page number of each named destination of a PDF."""
    reader = PdfReader(BytesIO(pdf))
    numbers = {page.indirect_reference: number for number, page in enumerate(reader.pages, 1)}
    return {
        name.removeprefix("/"): numbers[destination.raw_get("/Page")]
        for name, destination in reader.named_destinations.items()
    }


def with_metadata(pdf: bytes, metadata: dict[str, Any]) -> bytes:
    r"""Replace the `/Creator` entry with the authors, and all times with the release date.

    This makes the PDF reproducible. Each replacement has the same length as the original, because
    a PDF contains byte offsets.

    >>> names = {"authors": [{"name": "Ann"}]}
    >>> with_metadata(rb"/Creator (A browser \(new\))", names)
    b'/Author (Ann)               '
    >>> with_metadata(b"/ModDate (D:20991231235959+00'00')", names)
    b"/ModDate (D:19800101000000+00'00')"
    """
    authors = re.sub(r"[()\\]", "", " and ".join(author_names(metadata)))

    def author(match: re.Match[bytes]) -> bytes:
        size = len(match[0])
        names = authors.encode("latin-1", "replace")[: size - len("/Author ()")]
        return (b"/Author (%s)" % names).ljust(size)

    pdf = re.sub(rb"/Creator \((?:[^()\\]|\\.)*\)", author, pdf)
    day = f"D:{metadata.get('date-released', _UNRELEASED):%Y%m%d}000000".encode()
    pdf = re.sub(rb"(?<=Date \()D:\d{14}", day, pdf)
    # Node ids depend on the pages opened before this one, so renumber them, keeping their order.
    nodes = sorted(set(re.findall(rb"\(node(\d+)\)", pdf)))
    names = {node: b"(node%0*d)" % (len(node), count) for count, node in enumerate(nodes)}
    return re.sub(rb"\(node(\d+)\)", lambda node: names[node[1]], pdf)


def with_fixed_bookmarks(pdf: bytes, book: str) -> bytes:
    """Remove repeated text from bookmarks, without changing the length of the PDF.

    When Chromium moves a heading to the next page, parts of the heading appear twice or three times
    in its bookmark.

    >>> with_fixed_bookmarks(b"/Title (1. 1. Nim Nim )/", "<h1><span>1. </span>Nim </h1>")
    b'/Title (1. Nim )       /'
    """
    for heading in BeautifulSoup(book, "html.parser").select("h1, h2, h3, h4, h5, h6"):
        parts = [*heading.strings]
        title = _title("".join(parts))
        for times in (2, 3):
            repeated = _title("".join(part * times for part in parts))
            pdf = pdf.replace(repeated, title.ljust(len(repeated)))
    return pdf


def _title(text: str) -> bytes:
    if text.isascii():
        return b"/Title (" + re.sub(r"([()\\])", r"\\\1", text).encode() + b")"
    return b"/Title <" + f"\ufeff{text}".encode("utf-16-be").hex().upper().encode() + b">"


_PER_STREAM = 200  # objects


def compact(pdf: bytes) -> bytes:
    """Return a PDF from Chromium with its small objects compressed.

    Chromium compresses only pictures and the text of pages. Most of the file consists of the tags
    that make it accessible.
    """
    offsets: dict[int, int] = PdfReader(BytesIO(pdf)).xref[0]
    ends = [*sorted(offsets.values()), pdf.rindex(b"\nxref\n")][1:]
    objects = {}
    for (number, start), end in zip(sorted(offsets.items(), key=itemgetter(1)), ends, strict=True):
        objects[number] = pdf[start:end]
    output = bytearray(b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n")
    # For each object, its entry in the table: its kind and place, as the PDF specification says.
    entries = {0: (0, 0, 65535)}

    def add(number: int, text: bytes) -> None:
        entries[number] = (1, len(output), 0)
        output.extend(text)

    def add_stream(number: int, attributes: str, content: bytes) -> None:
        content = zlib.compress(content, 9)
        head = f"{number} 0 obj\n<</Filter/FlateDecode/Length {len(content)}{attributes}>>stream\n"
        add(number, head.encode() + content + b"\nendstream\nendobj\n")

    small = {}
    for number, text in sorted(objects.items()):
        if re.search(rb">>\s*stream\r?\n", text):
            add(number, text)
        else:
            small[number] = re.sub(rb"^\d+ 0 obj\s*|\s*endobj\s*$", b"", text)
    size = max(objects) + 1
    for first in range(0, len(small), _PER_STREAM):
        batch = [*small.items()][first : first + _PER_STREAM]
        index, body = "", b""
        for place, (number, text) in enumerate(batch):
            entries[number] = (2, size, place)
            index += f"{number} {len(body)} "
            body += text + b"\n"
        attributes = f"/Type/ObjStm/N {len(batch)}/First {len(index)}"
        add_stream(size, attributes, index.encode() + body)
        size += 1
    trailer = re.findall(rb"trailer\s*<</Size \d+(.*?)>>\s*startxref", pdf, re.DOTALL)[-1]
    start = len(output)
    entries[size] = (1, start, 0)
    table = b"".join(struct.pack(">BIH", *entries.get(i, (0, 0, 0))) for i in range(size + 1))
    attributes = f"/Type/XRef/W[1 4 2]/Size {size + 1}{trailer.decode('latin-1')}"
    add_stream(size, attributes, table)
    return bytes(output) + b"startxref\n%d\n%%%%EOF\n" % start


def render(page: Page, book: str, url: str, site: dict[str, Path | str]) -> bytes:
    """Render the book as a PDF.

    Args:
        page: the browser page in which the PDF is produced.
        book: the book as one HTML page.
        url: the address at which the browser finds the site.
        site: extra files that are served to the browser, by name. The book is added to them.
    """
    page.set_viewport_size({"width": _WIDTH, "height": _WIDTH})

    def with_numbers(numbers: dict[str, int]) -> bytes:
        site[_JOINED] = fill_page_numbers(book, numbers)
        page.goto(f"{url}{_JOINED}")
        page.evaluate("document.fonts.ready")
        page.emulate_media(media="print")
        if wide := page.evaluate(_TOO_WIDE, _WIDTH):
            raise ValueError(
                f"an element is too wide for the page, which would shrink to fit: {wide}"
            )
        page.evaluate(_BREAK_LONG)
        return page.pdf(prefer_css_page_size=True, print_background=True, outline=True, tagged=True)

    numbers = page_numbers(with_numbers({}))
    pdf = with_numbers(numbers)
    if page_numbers(pdf) != numbers:
        raise ValueError("filling in the page numbers changed the page breaks")
    return compact(with_fixed_bookmarks(with_metadata(pdf, citation()), book))


def add_link(page: Path, label: str, url: str) -> None:
    """Insert a link to the PDF into a built page, and into its citation if it has one.

    Update the hash of the page in the service worker, too.

    Raises:
        ValueError: if the page has no placeholder for the link.
    """
    link = f'<a href="{os.path.relpath(PDF, page.parent)}">{label}</a>'
    text, count = re.subn(
        '<p id="to-take-along"[^>]*>.*?</p>',
        f'<p id="to-take-along">Download: {link}</p>',
        page.read_text("utf8"),
    )
    if count != 1:
        raise ValueError(f"{page} has no placeholder for a link to the PDF")
    text = re.sub('<meta name="citation_pdf_url"[^>]*>\n', "", text)
    # The page has an address only if that of the site is known.
    tag = '<meta name="citation_public_url"'
    pdf = f'<meta name="citation_pdf_url" content="{escape(url)}{PDF.name}">'
    text = text.replace(tag, f"{pdf}\n{tag}")
    name, before = page.relative_to(BOOK).as_posix(), page.read_bytes()
    page.write_text(text, "utf8")
    worker = BOOK / "service_worker.js"
    code = worker.read_text("utf8")
    old, new = (json.dumps({name: file_hash(body)})[1:-1] for body in (before, page.read_bytes()))
    if old not in code:
        raise ValueError(f"the service worker does not keep {name}")
    worker.write_text(code.replace(old, new), "utf8")


def file_hash(content: bytes) -> str:
    """Return the hash by which the service worker recognizes a file; see `book/ext/offline.py`."""
    return sha256(content).hexdigest()[:16]


def main() -> None:
    """Produce the PDF of the built book."""
    parser = argparse.ArgumentParser(prog="python -m tools.pdf", description=__doc__)
    default = os.environ.get("BOOK_URL") or citation().get("url", "")
    parser.add_argument("--url", default=default, help=f"address of the site (default: {default})")
    url = parser.parse_args().url
    if url and not re.match("https?://", url):
        parser.error(f"expected an address that begins with http:// or https://, got {url!r}")
    if not (BOOK / "index.html").exists():
        parser.error(f"no book in {BOOK}; build it with `make book`")
    url = f"{url.rstrip('/')}/" if url else ""
    address = url or f"http://{HOST}:{PORT}/"
    site = fonts()
    with stills.browser(address, site) as page:
        pages = [stills.capture(page, address, name) for name in stills.page_names()]
        stills.link_pages(pages, address)
        stills.insert_answers(pages)
        stills.shorten_cards(pages)
        if not url:
            stills.unlink_site(pages, address)
        PDF.write_bytes(render(page, join_pages(pages, url), address, site))
    label = (
        f"the whole book as a PDF, {len(PdfReader(PDF).pages)} pages, "
        f"{PDF.stat().st_size / 1e6:.0f} MB"
    )
    for name in (stills.page_names()[0], "book/about"):
        add_link(BOOK / f"{name}.html", label, url)
    print(f"{PDF}: {label}")


if __name__ == "__main__":
    main()
