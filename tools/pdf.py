"""`python -m tools.pdf`: produce a PDF of the built book.

The PDF contains all pages in order, with internal links, a table of contents, bookmarks, page
numbers and, at the end, answers to the exercises. Labs link to the website if its address is known.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import date
from html import escape
from io import BytesIO
from pathlib import Path

import matplotlib
import pikepdf
from bs4 import BeautifulSoup
from ext.citation import Citation, name_of, read_citation
from ext.offline import SERVICE_WORKER, service_worker
from ext.trees import element, read_pages, to_html
from playwright.sync_api import Page

from tools import stills
from tools.serve import BOOK, HOST, PORT
from tools.stills import Still, anchor, contents, only

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
    folder = Path(matplotlib.get_data_path(), "fonts/ttf")
    names = re.findall(r"_fonts/([^)]+)", _STYLE.read_text("utf8"))
    return {f"_fonts/{name}": folder / name for name in names}


def join_pages(pages: Sequence[Still], url: str) -> str:
    """Return the book as one HTML page, with blanks for the page numbers.

    Args:
        pages: the pages of the book, with their links and answers already in place.
        url: the address of the site, or an empty string if it is not known.
    """
    meta = read_citation(Path())
    title, _, subtitle = meta["title"].partition(": ")
    names = " and ".join(map(name_of, meta["authors"]))
    released = meta.get("date-released", "unreleased")
    linked = dict.fromkeys(sheet for page in pages for sheet in page.linked)
    rules = dict.fromkeys(rule for page in pages for rule in page.rules)
    headings = {anchor(page.name): only(page.article, "h1").get_text().strip() for page in pages}
    running_heads = "".join(
        f".p{name} {{ page: p{name}; }}"
        f"@page p{name} {{ @top-left {{ content: {json.dumps(heading)}; }} }}"
        for name, heading in headings.items()
    )
    link = f'<a href="{url}">{url}</a><br>' if url else ""
    chapters = "".join(
        f'<div class="chapter p{anchor(page.name)}" id="{anchor(page.name)}">'
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
    with pikepdf.open(BytesIO(pdf)) as document:
        numbers = {page.obj.objgen: number for number, page in enumerate(document.pages, 1)}
        return {
            name.removeprefix("/"): numbers[destination[0].objgen]
            for name, destination in document.Root.Dests.items()
        }


def finish(pdf: bytes, book: str, metadata: Citation) -> bytes:
    """Return a PDF from Chromium with the book's metadata, and its small objects compressed.

    Chromium compresses only pictures and the text of pages. Most of the file consists of the tags
    that make it accessible. The result is the same whenever the same book is rendered.
    """
    # Node ids depend on the pages opened before this one, so renumber them, keeping their order.
    nodes = sorted(set(re.findall(rb"\(node(\d+)\)", pdf)))
    names = {node: b"(node%0*d)" % (len(node), count) for count, node in enumerate(nodes)}
    pdf = re.sub(rb"\(node(\d+)\)", lambda node: names[node[1]], pdf)
    file = BytesIO()
    with pikepdf.open(BytesIO(pdf)) as document:
        set_metadata(document, metadata)
        fix_bookmarks(document, book)
        document.save(
            file, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate
        )
    return file.getvalue()


def set_metadata(document: pikepdf.Pdf, metadata: Citation) -> None:
    """Name the authors of a PDF instead of the browser, and set its times to the release date."""
    del document.docinfo["/Creator"]
    document.docinfo["/Author"] = " and ".join(map(name_of, metadata["authors"]))
    day = metadata.get("date-released", _UNRELEASED)
    for name in ("/CreationDate", "/ModDate"):
        document.docinfo[name] = f"D:{day:%Y%m%d}000000Z"


def fix_bookmarks(document: pikepdf.Pdf, book: str) -> None:
    """Remove repeated text from the bookmarks of a PDF.

    When Chromium moves a heading to the next page, parts of the heading appear twice or three times
    in its bookmark, as in "1. 1. Nim Nim".
    """
    titles = {}
    for heading in BeautifulSoup(book, "html.parser").select("h1, h2, h3, h4, h5, h6"):
        parts = [*heading.strings]
        for times in (2, 3):
            titles["".join(part * times for part in parts)] = "".join(parts)
    for item in document.objects:
        if isinstance(item, pikepdf.Dictionary) and str(item.get("/Title")) in titles:
            item["/Title"] = titles[str(item["/Title"])]


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
    return finish(pdf, book, read_citation(Path()))


def add_links(label: str, url: str) -> None:
    """Insert links to the PDF into two built pages, and into their citations if they have one.

    Update the service worker, too, which keeps these pages.
    """
    pages = read_pages(BOOK)
    for page in (pages[stills.page_names()[0]], pages["book/about"]):
        place = page.tree.get_element_by_id("to-take-along")
        place.attrib.pop("hidden", None)
        place[:], place.text = [element("a", label, href=page.root + PDF.name)], "Download: "
        for old in page.metas("citation_pdf_url"):
            old.drop_tree()
        # The page has an address only if that of the site is known.
        for address in page.metas("citation_public_url"):
            pdf = element("meta", name="citation_pdf_url", content=url + PDF.name)
            pdf.tail = "\n"
            address.addprevious(pdf)
        (BOOK / f"{page.name}.html").write_text(to_html(page.tree), "utf8")
    (BOOK / SERVICE_WORKER.name).write_text(service_worker(BOOK, pages, Path()), "utf8")


def main() -> None:
    """Produce the PDF of the built book."""
    if not (BOOK / "index.html").exists():
        raise SystemExit(f"no book in {BOOK}; build it with `make book`")
    url = read_citation(Path()).get("url", "")
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
    with pikepdf.open(PDF) as document:
        length = f"{len(document.pages)} pages, {PDF.stat().st_size / 1e6:.0f} MB"
    label = f"the whole book as a PDF, {length}"
    add_links(label, url)
    print(f"{PDF}: {label}")


if __name__ == "__main__":
    main()
