"""`python -m tools.pdf [--url URL]`: print the built book as one PDF.

What its pages show is joined: chapters in their order, links that lead from one to another, and the
answers to the exercises at the end. Experiments have links to the site, which is at URL, or where
the environment's BOOK_URL says, or else where `make serve` shows it.
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
from typing import Any

import yaml
from bs4 import BeautifulSoup, Tag
from docutils.nodes import make_id
from pypdf import PdfReader

from tools import stills
from tools.stills import BOOK, HERE, Still

PDF = BOOK / "nim-with-a-twist.pdf"
ANSWERS = "book/exercises"
"""The page with all exercises, which in the PDF is that of their answers."""

_STYLE = Path(__file__).with_name("pdf.css")
_JOINED = "joined.html"
_UNKNOWN = "000"


def about() -> dict[str, Any]:
    """Return what `CITATION.cff` says of the book."""
    known: dict[str, Any] = yaml.safe_load(Path("CITATION.cff").read_text("utf8"))
    return known


def fonts() -> dict[str, Path | str]:
    """Return the fonts, as files of the site: those of matplotlib, the same on every machine."""
    found = find_spec("matplotlib")
    assert found and found.origin
    folder = Path(found.origin).parent / "mpl-data/fonts/ttf"
    names = re.findall(r"_fonts/([^)]+)", _STYLE.read_text("utf8"))
    return {f"_fonts/{name}": folder / name for name in names}


def place(name: str, fragment: str = "") -> str:
    """Return the id in the PDF of a page of the book, or of an element of it.

    >>> place("notebooks/02_muller_twist", "thm-1")
    '02_muller_twist.thm-1'
    """
    return ".".join(filter(None, (name.rpartition("/")[2], fragment)))


def join(pages: Sequence[Still], url: str) -> None:
    """Give all elements ids of their own, and have the links lead to these."""
    ids = {page.name: {str(tag["id"]) for tag in page.article.select("[id]")} for page in pages}
    for page in pages:
        for link in page.article.select("a[href]:not(.on-paper *)"):
            found = stills.target(str(link["href"]), url, ids)
            if found:
                link["href"] = f"#{place(*found)}"
        for tag in page.article.select("[id]"):
            # Drawings and tables have styles that know their ids.
            if tag.name not in ("svg", "table", "td", "th") and not tag.find_parent("svg"):
                tag["id"] = place(page.name, str(tag["id"]))


def answer(pages: Sequence[Still]) -> None:
    """Have the page of exercises be that of their answers, and each exercise lead to its own."""
    (sheet,) = (page for page in pages if page.name == ANSWERS)
    extra = "section > p, .nt-sheet-choice, .nt-task > :not(.nt-head, .nt-worked)"
    for tag in sheet.article.select(extra):
        tag.decompose()
    _only(sheet.article, "h1").string = "Answers to the exercises"
    for page in (page for page in pages if page is not sheet):
        for exercise in page.article.select(".nt-exercise"):
            known = json.loads(str(_only(exercise, "[data-exercise]")["data-exercise"]))
            name = f"task-{make_id(known['id'])}"
            solved = _only(sheet.article, f"[id='{place(ANSWERS, name)}']")
            exercise["id"] = place(page.name, name)
            _lead(_only(solved, ".nt-head b"), exercise["id"])
            _only(exercise, ".nt-help").replace_with(_reference("Answer", solved["id"]))
        chapter = page.slug.partition("_")[2]
        for tried in page.article.select(".nt-help:has(> details)"):
            answers = place(ANSWERS, make_id(f"exercises-{chapter}"))
            solved = tried.wrap(Tag(name="div", attrs={"id": f"{answers}-try-it"}))
            solved.replace_with(_reference("Solution", solved["id"]))
            _only(solved, "summary").string = "Try it yourself"
            _only(sheet.article, f"[id='{answers}']").append(solved)


def _only(tag: Tag, selector: str) -> Tag:
    """Return the one element of a tag that a selector finds."""
    (found,) = tag.select(selector)
    return found


def _lead(tag: Tag, to: object) -> None:
    """Make a link of what a tag contains."""
    link = Tag(name="a", attrs={"href": f"#{to}"})
    link.extend([*tag.contents])
    tag.append(link)


def _reference(word: str, to: object) -> Tag:
    """Return a line that names the page of an element."""
    line = Tag(name="p", attrs={"class": "on-paper"})
    line.append(_to_page(f"{word} on page ", to))
    return line


def _to_page(words: str, to: object) -> Tag:
    """Return a link to an element that ends with the number of its page, once that is known."""
    link = Tag(name="a", attrs={"href": f"#{to}"})
    link.append(words)
    link.append(Tag(name="span", attrs={"class": "page"}))
    return link


def contents(pages: Sequence[Still]) -> str:
    """Return the table of contents, with chapters and their sections."""
    items = []
    for page in pages:
        sections = "".join(_entry(tag) for tag in page.article.select("h2"))
        items.append(f"{_entry(_only(page.article, 'h1'))}<ol>{sections}</ol>")
    return f'<nav class="book-contents"><h1>Contents</h1><ol>{"".join(items)}</ol></nav>'


def _entry(heading: Tag) -> str:
    section = heading.find_parent(id=True)
    assert section is not None
    words = re.sub("</?a[^>]*>", "", heading.decode_contents())
    return f'<li><a href="#{section["id"]}"><span>{words}</span><span class="page"></span></a></li>'


def joined(pages: Sequence[Still], url: str) -> str:
    """Return the book as one page, in which no number of a page is known."""
    known = about()
    title, _, subtitle = known["title"].partition(": ")
    names = " and ".join(author["name"] for author in known["authors"])
    linked = dict.fromkeys(sheet for page in pages for sheet in page.linked)
    rules = dict.fromkeys(rule for page in pages for rule in page.rules)
    heads = {f"p{page.slug}": _only(page.article, "h1").get_text().strip() for page in pages}
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
    return re.sub(rb"(?<=Date \()D:\d{14}", day, pdf)


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


def offer(pages: int, size: int) -> None:
    """Have the landing page, which says nothing of a PDF when it is built, link to it."""
    landing = BOOK / f"{stills.names()[0]}.html"
    link = os.path.relpath(PDF, landing.parent)
    words = f"The whole book as a PDF</a>: {pages} pages, {size / 1e6:.0f} MB, to be printed."
    text, found = re.subn(
        r'<p id="to-take-along"[^>]*>.*?</p>',
        f'<p id="to-take-along"><a href="{link}">{words}</p>',
        landing.read_text("utf8"),
    )
    if found != 1:
        raise SystemExit(f"{landing} has no place for a link to the PDF.")
    landing.write_text(text, "utf8")


def main(arguments: list[str] | None = None) -> None:
    """Print the book that is built."""
    parser = argparse.ArgumentParser(prog="python -m tools.pdf", description=__doc__)
    default = os.environ.get("BOOK_URL") or about().get("url", HERE)
    parser.add_argument("--url", default=default, help=f"the site's address, here {default}")
    options = parser.parse_args(arguments)
    url = options.url.rstrip("/") + "/"
    if not re.match("https?://", url):
        parser.error(f"an address begins with http:// or https://, not {options.url!r}")
    if not (BOOK / "index.html").exists():
        parser.error(f"there is no book in {BOOK}; build it with `make book`")
    site = fonts()
    with stills.browser(url, site) as page:
        pages = [stills.still(page, url, name) for name in stills.names()]
        join(pages, url)
        answer(pages)
        book = joined(pages, url)

        def printed(numbers: dict[str, int]) -> bytes:
            site[_JOINED] = numbered(book, numbers)
            page.goto(f"{url}{_JOINED}")
            page.evaluate("document.fonts.ready")
            return page.pdf(
                prefer_css_page_size=True, print_background=True, outline=True, tagged=True
            )

        numbers = found(printed({}))
        pdf = printed(numbers)
        if found(pdf) != numbers:
            raise SystemExit("The numbers of the pages do not fit where they are written.")
    PDF.write_bytes(mended(fixed(pdf), book))
    count = len(PdfReader(PDF).pages)
    offer(count, len(pdf))
    print(f"{PDF}: {count} pages, {len(pdf) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
