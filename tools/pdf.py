"""`python -m tools.pdf [--url URL]`: make a PDF of the built book.

What its pages show is joined: chapters in their order, links that lead from one to another, and the
answers to the exercises at the end; with contents, bookmarks and numbers of pages. Experiments have
links to the site, which is at URL, or where the environment's BOOK_URL says, or else where `make
serve` shows it.
"""

from __future__ import annotations

import argparse
import json
import os
import re
from collections.abc import Sequence
from html import escape
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

from bs4 import BeautifulSoup
from playwright.sync_api import Page
from pypdf import PdfReader

from tools import stills
from tools.serve import BOOK, HOST, PORT
from tools.stills import Still, about, contents, only, place

PDF = BOOK / "nim-with-a-twist.pdf"
_STYLE = Path(__file__).with_name("pdf.css")
_JOINED = "joined.html"
_UNKNOWN = "000"
# The width in pixels of what is between the margins, and the widest thing that does not fit.
_WIDTH = round((210 - 2 * 22) / 25.4 * 96)
_TOO_WIDE = """(width) => {
  if (document.documentElement.scrollWidth <= width) return null;
  const wide = [...document.querySelectorAll("body :not(math, math *, svg *)")]
    .filter((each) => each.getBoundingClientRect().right > width + 1);
  return wide.at(-1).outerHTML.slice(0, 100);
}"""


def fonts() -> dict[str, Path | str]:
    """Return the fonts, as files of the site: those of matplotlib, the same on every machine."""
    found = find_spec("matplotlib")
    assert found and found.origin
    folder = Path(found.origin).parent / "mpl-data/fonts/ttf"
    names = re.findall(r"_fonts/([^)]+)", _STYLE.read_text("utf8"))
    return {f"_fonts/{name}": folder / name for name in names}


def joined(pages: Sequence[Still], url: str) -> str:
    """Return the book as one page, in which no number of a page is known."""
    known = about()
    title, _, subtitle = known["title"].partition(": ")
    names = " and ".join(author["name"] for author in known["authors"])
    linked = dict.fromkeys(sheet for page in pages for sheet in page.linked)
    rules = dict.fromkeys(rule for page in pages for rule in page.rules)
    heads = {f"p{page.slug}": only(page.article, "h1").get_text().strip() for page in pages}
    running = "".join(
        f".{page} {{ page: {page}; }}"
        f"@page {page} {{ @top-left {{ content: {json.dumps(head)}; }} }}"
        for page, head in heads.items()
    )
    chapters = "".join(
        f'<div class="chapter p{page.slug}" id="{place(page.name)}">'
        f"{page.article.decode_contents()}</div>"
        for page in pages
    )
    return f"""<!DOCTYPE html><html lang="en" data-theme="light" data-mode="light"><head>
<meta charset="utf-8"><title>{escape(title)}</title>
{"".join(f'<link rel="stylesheet" href="{escape(sheet)}">' for sheet in linked)}
<style>{"".join(rules)}</style><style>{_STYLE.read_text("utf8")}{running}</style></head>
<body><main class="bd-main"><div class="bd-content"><article class="bd-article">
<div class="title-page"><p class="title">{escape(title)}</p>
<p class="subtitle">{escape(subtitle)}</p>
<p>{escape(names)}</p><p class="imprint">Version {known["version"]}, {known["date-released"]}<br>
<a href="{url}">{url}</a><br>Text: CC BY 4.0. Code: MIT licence.</p></div>
{contents(pages)}{chapters}</article></div></main></body></html>"""


def numbered(book: str, pages: dict[str, int]) -> str:
    """Return the book with the numbers of pages where they are named; unknown ones take some room.

    >>> line = '<a href="#x"><span>X</span><span class="page"></span></a>'
    >>> numbered(line, {"x": 7})
    '<a href="#x"><span>X</span><span class="page">7</span></a>'
    """
    soup = BeautifulSoup(book, "html.parser")
    for number in soup.select("a > .page"):
        assert number.parent
        to = str(number.parent["href"])[1:]
        number.string = str(pages.get(to, _UNKNOWN))
    return str(soup)


def found(pdf: bytes) -> dict[str, int]:
    """Return the number of the page of each place to which a link of the PDF leads."""
    reader = PdfReader(BytesIO(pdf))
    numbers = {page.indirect_reference: number for number, page in enumerate(reader.pages, 1)}
    return {
        name.removeprefix("/"): numbers[to.raw_get("/Page")]
        for name, to in reader.named_destinations.items()
    }


def fixed(pdf: bytes) -> bytes:
    r"""Return the PDF with its author, and without when and by which browser it was made.

    Nothing in it moves: what is written is as long as what was there.

    >>> fixed(rb"/Creator (A browser \(new\), and a very long name)")
    b'/Author (The authors of Nim with a Twist)         '
    >>> fixed(b"/ModDate (D:20991231235959+00'00')")
    b"/ModDate (D:20261121000000+00'00')"
    """
    known = about()
    authors = " and ".join(author["name"] for author in known["authors"])

    def author(found: re.Match[bytes]) -> bytes:
        return f"/Author ({authors})".encode("ascii").ljust(len(found[0]))

    pdf = re.sub(rb"/Creator \((?:[^()\\]|\\.)*\)", author, pdf)
    day = f"D:{known['date-released']:%Y%m%d}000000".encode()
    pdf = re.sub(rb"(?<=Date \()D:\d{14}", day, pdf)
    # The browser counts the nodes of all pages that it has opened; their order is kept.
    nodes = sorted(set(re.findall(rb"\(node(\d+)\)", pdf)))
    names = {node: b"(node%0*d)" % (len(node), count) for count, node in enumerate(nodes)}
    return re.sub(rb"\(node(\d+)\)", lambda node: names[node[1]], pdf)


def mended(pdf: bytes, book: str) -> bytes:
    """Return the PDF with bookmarks that say once what Chromium says twice.

    It repeats the parts of a heading that it has moved to the next page. Nothing in the PDF moves.

    >>> mended(b"/Title (1. 1. Nim Nim )/", "<h1><span>1. </span>Nim </h1>")
    b'/Title (1. Nim )       /'
    """
    for heading in BeautifulSoup(book, "html.parser").select("h1, h2, h3, h4, h5, h6"):
        parts = [*heading.strings]
        once = _title("".join(parts))
        for times in (2, 3):
            often = _title("".join(part * times for part in parts))
            pdf = pdf.replace(often, once.ljust(len(often)))
    return pdf


def _title(text: str) -> bytes:
    if text.isascii():
        return b"/Title (" + re.sub(r"([()\\])", r"\\\1", text).encode() + b")"
    return b"/Title <" + f"\ufeff{text}".encode("utf-16-be").hex().upper().encode() + b">"


def printed(page: Page, pages: Sequence[Still], url: str, site: dict[str, Path | str]) -> bytes:
    """Return the PDF.

    Args:
        page: of the browser.
        pages: those of the book, joined and answered.
        url: the address of the site.
        site: the files that it has in the browser beside those of the book.
    """
    book = joined(pages, url)
    page.set_viewport_size({"width": _WIDTH, "height": _WIDTH})

    def with_numbers(numbers: dict[str, int]) -> bytes:
        site[_JOINED] = numbered(book, numbers)
        page.goto(f"{url}{_JOINED}")
        page.evaluate("document.fonts.ready")
        page.emulate_media(media="print")
        if wide := page.evaluate(_TOO_WIDE, _WIDTH):
            raise ValueError(
                f"this is wider than a page, and would make all that is on it small: {wide}"
            )
        return page.pdf(prefer_css_page_size=True, print_background=True, outline=True, tagged=True)

    numbers = found(with_numbers({}))
    pdf = with_numbers(numbers)
    if found(pdf) != numbers:
        raise ValueError("the numbers of the pages do not fit where they are written")
    return mended(fixed(pdf), book)


def offer(landing: Path, words: str) -> None:
    """Have the landing page, which names no PDF when it is built, link to it.

    Raises:
        ValueError: if the page has no place for that.
    """
    link = f'<a href="{os.path.relpath(PDF, landing.parent)}">{words}</a>'
    text, found = re.subn(
        '<p id="to-take-along"[^>]*>.*?</p>',
        f'<p id="to-take-along">To take along: {link}</p>',
        landing.read_text("utf8"),
    )
    if found != 1:
        raise ValueError(f"{landing} has no place for a link to the PDF")
    landing.write_text(text, "utf8")


def main() -> None:
    """Make the PDF of the built book."""
    parser = argparse.ArgumentParser(prog="python -m tools.pdf", description=__doc__)
    default = os.environ.get("BOOK_URL") or about().get("url", f"http://{HOST}:{PORT}/")
    parser.add_argument("--url", default=default, help=f"the site's address, here {default}")
    url = parser.parse_args().url.rstrip("/") + "/"
    if not re.match("https?://", url):
        parser.error(f"an address begins with http:// or https://, not {url!r}")
    if not (BOOK / "index.html").exists():
        parser.error(f"there is no book in {BOOK}; build it with `make book`")
    site = fonts()
    with stills.browser(url, site) as page:
        pages = [stills.still(page, url, name) for name in stills.names()]
        stills.join(pages, url)
        stills.answer(pages)
        stills.certify(pages)
        PDF.write_bytes(printed(page, pages, url, site))
    words = (
        f"the whole book as a PDF, {len(PdfReader(PDF).pages)} pages, "
        f"{PDF.stat().st_size / 1e6:.0f} MB"
    )
    offer(BOOK / f"{stills.names()[0]}.html", words)
    print(f"{PDF}: {words}")


if __name__ == "__main__":
    main()
