"""`python -m tools.portable [--url URL]`: make a PDF of the built book.

What its pages show is joined: chapters in their order, links that lead from one to another, and the
answers to the exercises at the end. Experiments have links to the site, which is at URL, or where
the environment's BOOK_URL says, or else where `make serve` shows it.
"""

from __future__ import annotations

import argparse
import os
import re
from io import BytesIO
from pathlib import Path

from pypdf import PdfReader

from tools import pdf, stills
from tools.stills import BOOK, HERE, about

NAME = "nim-with-a-twist"
PDF = BOOK / f"{NAME}.pdf"


def offer(landing: Path, files: dict[Path, str]) -> None:
    """Have the landing page, which names no such files when it is built, link to them.

    Raises:
        ValueError: if the page has no place for that.
    """
    links = " · ".join(
        f'<a href="{os.path.relpath(file, landing.parent)}">{words}</a>'
        for file, words in files.items()
    )
    text, found = re.subn(
        '<p id="to-take-along"[^>]*>.*?</p>',
        f'<p id="to-take-along">To take along: {links}</p>',
        landing.read_text("utf8"),
    )
    if found != 1:
        raise ValueError(f"{landing} has no place for a link to the PDF")
    landing.write_text(text, "utf8")


def main(arguments: list[str] | None = None) -> None:
    """Make the PDF of the built book."""
    parser = argparse.ArgumentParser(prog="python -m tools.portable", description=__doc__)
    default = os.environ.get("BOOK_URL") or about().get("url", HERE)
    parser.add_argument("--url", default=default, help=f"the site's address, here {default}")
    options = parser.parse_args(arguments)
    url = options.url.rstrip("/") + "/"
    if not re.match("https?://", url):
        parser.error(f"an address begins with http:// or https://, not {options.url!r}")
    if not (BOOK / "index.html").exists():
        parser.error(f"there is no book in {BOOK}; build it with `make book`")
    site = pdf.fonts()
    with stills.browser(url, site) as page:
        pages = [stills.still(page, url, name) for name in stills.names()]
        stills.join(pages, url)
        stills.answer(pages)
        stills.certify(pages)
        PDF.write_bytes(pdf.printed(page, pages, url, site))
    count = len(PdfReader(BytesIO(PDF.read_bytes())).pages)
    words = f"the whole book as a PDF, {count} pages, {PDF.stat().st_size / 1e6:.0f} MB"
    offer(BOOK / f"{stills.names()[0]}.html", {PDF: words})
    print(f"{PDF}: {words}")


if __name__ == "__main__":
    main()
