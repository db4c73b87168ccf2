"""The book as a PDF: what `make pdf` has printed, against what the pages of the built book have."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup, Tag
from pypdf import PdfReader

from conftest import PAGES
from nimbook import CHAPTERS
from nimbook.exercises import exercises_of
from tools import pdf, portable, stills
from tools.stills import Still

STATE = "application/vnd.jupyter.widget-state+json"
REVEAL = "ToggleButtonsModel"


@dataclass(frozen=True)
class Printed:
    """What is to be known of a PDF."""

    bookmarks: list[tuple[int, str]]
    places: set[str]
    inside: list[str]
    outside: list[str]
    pages: list[str]


def bookmarks(entries: list[Any], depth: int = 0) -> list[tuple[int, str]]:
    """Return the bookmarks of a PDF with their depths, in its order."""
    found: list[tuple[int, str]] = []
    for entry in entries:
        if isinstance(entry, list):
            found += bookmarks(entry, depth + 1)
        else:
            found.append((depth, entry.title))
    return found


def read(path: Path) -> Printed:
    """Read a PDF."""
    reader = PdfReader(path)
    notes = [note.get_object() for page in reader.pages for note in page.get("/Annots") or []]
    outside = [note["/A"]["/URI"] for note in notes if "/URI" in note.get("/A", {})]
    inside = [str(note["/Dest"]).removeprefix("/") for note in notes if "/Dest" in note]
    assert len(inside) + len(outside) == len(notes)
    return Printed(
        bookmarks(reader.outline),
        {name.removeprefix("/") for name in reader.named_destinations},
        inside,
        outside,
        [page.extract_text() for page in reader.pages],
    )


@dataclass(frozen=True)
class Due:
    """What a PDF of the book must have: its headings, and how many experiments of each page."""

    headings: list[tuple[int, str]]
    experiments: Counter[str]


def headings(page: Tag) -> list[tuple[int, str]]:
    """Return the headings of a built page, with their depths."""
    for link in page.select(".headerlink"):
        link.decompose()
    return [
        (int(heading.name[1]) - 1, heading.get_text())
        for heading in page.select("h1, h2, h3, h4, h5, h6")
    ]


def experiments(page: BeautifulSoup) -> int:
    """Return how many experiments a built page has; a question is none."""
    many = len(page.select(".door, .atlas, .tag_try-it"))
    for script in page.select(f'script[type="{STATE}"]'):
        models = json.loads(script.get_text())["state"]
        for model in models.values():
            classes = model["state"].get("_dom_classes", [])
            parts = [models[name[10:]] for name in model["state"].get("children", [])]
            question = REVEAL in [part["model_name"] for part in parts]
            many += "nt-lab" in classes or ("nt-explorer" in classes and not question)
    return many


def due(book: Path) -> Due:
    """Return what the PDF of a built book must have."""
    found, many = [(0, "Contents")], Counter[str]()
    for name in stills.names():
        page = BeautifulSoup((book / f"{name}.html").read_text("utf8"), "html.parser")
        article = page.select_one(".bd-article")
        assert article
        many[name] = experiments(page)
        if name == stills.ANSWERS:
            found.append((0, "Answers to the exercises"))
            found += headings(article)[1:]
        else:
            found += headings(article)
    return Due(found, many)


def plain(text: str) -> str:
    """Return text without blanks, and without the ligatures of a font."""
    for one, two in (("ﬁ", "fi"), ("ﬂ", "fl"), ("ﬀ", "ff"), ("ﬃ", "ffi"), ("ﬄ", "ffl")):
        text = text.replace(one, two)
    return re.sub(r"\s+", "", text)


def flaws(printed: Printed, due: Due) -> list[str]:
    """Return what is wrong with the PDF of a book, a sentence each."""
    wrong = []
    if printed.bookmarks != due.headings:
        lost = [title for title in due.headings if title not in printed.bookmarks]
        wrong.append(f"the bookmarks are not the headings: {lost[:3]}")
    dead = {link for link in printed.inside if link not in printed.places}
    if dead or len(printed.inside) < len(due.headings):
        wrong.append(f"links lead nowhere: {sorted(dead)[:3]}")
    # A link of two lines is two, and what is near each other has one address.
    tried = Counter(
        re.sub(r".*/((?:book|notebooks)/\w+)[.]html#.*", r"\1", link)
        for link in printed.outside
        if re.search(r"[.]html#(?!lab-.*[?])", link)
    )
    for name, many in due.experiments.items():
        if tried[name] < many:
            wrong.append(f"{name} has {many} experiments, and {tried[name]} links to them")
    for number, text in enumerate(printed.pages, 1):
        if len(plain(text)) < 100:
            wrong.append(f"page {number} is empty")
    everything = plain("".join(printed.pages))
    for number, chapter in enumerate(CHAPTERS, 1):
        for step, exercise in enumerate(exercises_of(chapter), 1):
            # What is raised stands elsewhere in the text of a PDF.
            parts = BeautifulSoup(exercise.solved, "html.parser").strings
            if not all(plain(part) in everything for part in parts):
                wrong.append(f"the answer to exercise {number}.{step} is missing")
    return wrong


@pytest.fixture(scope="module")
def printed(book: Path) -> Printed:
    path = book / portable.PDF.name
    assert path.exists(), "the book is not printed: run `make pdf`"
    return read(path)


@pytest.fixture(scope="module")
def needed(book: Path) -> Due:
    return due(book)


@pytest.mark.full
@pytest.mark.xdist_group("pdf")
def test_the_whole_book_is_printed(
    printed: Printed, needed: Due, record_property: Callable[[str, object], None]
) -> None:
    assert not flaws(printed, needed)
    assert sum(needed.experiments.values()) > 80
    record_property(PAGES, len(printed.pages))


def without(of: list[Any], last: object) -> list[Any]:
    """Return a list without all that are equal to one of it."""
    assert last in of
    return [one for one in of if one != last]


BROKEN: dict[str, Callable[[Printed], Printed]] = {
    "the bookmarks are not": lambda book: replace(book, bookmarks=book.bookmarks[:-1]),
    "links lead nowhere": lambda book: replace(book, places=book.places - {book.inside[-1]}),
    "experiments, and": lambda book: replace(
        book, outside=without(book.outside, next(x for x in book.outside if "#lab-nim" in x))
    ),
    "is empty": lambda book: replace(book, pages=[*book.pages, "6. Multiplying heaps 7"]),
    "the answer to": lambda book: replace(
        book, pages=[page.replace("⊕", "") for page in book.pages]
    ),
}


@pytest.mark.full
@pytest.mark.xdist_group("pdf")
@pytest.mark.parametrize("fault", BROKEN)
def test_what_is_missing_in_print_is_found(fault: str, printed: Printed, needed: Due) -> None:
    assert all(fault in wrong for wrong in flaws(BROKEN[fault](printed), needed))
    assert flaws(BROKEN[fault](printed), needed)


@pytest.mark.full
@pytest.mark.xdist_group("pdf")
def test_figures_are_drawings_in_print(printed: Printed, book: Path) -> None:
    """The words of a figure are words, on the page of its caption."""
    pages, figures = [plain(page) for page in printed.pages], 0
    for name in stills.names():
        page = BeautifulSoup((book / f"{name}.html").read_text("utf8"), "html.parser")
        for figure in page.select(".nt-figure"):
            caption = figure.select_one("figcaption")
            assert caption
            words = {plain(each.get_text()) for each in figure.select("svg text")}
            said = plain(caption.get_text()).removesuffix("SVG")
            assert any(all(each in text for each in {said, *words}) for text in pages), caption
            figures += 1
    assert figures


SITE = "https://example.org/nim/"


def page(name: str, html: str) -> Still:
    """Return a page of a small book."""
    article = BeautifulSoup(f"<div>{html}</div>", "html.parser").div
    assert article
    return Still(name, article, (f"{SITE}_static/style.css",), ("a { color: red; }",))


def small_book() -> list[Still]:
    """Return a book of two chapters, whose ids are the same."""
    first = f"""<section id="one"><h1>1. One</h1><section id="part"><h2>Part</h2>
      <a href="{SITE}b/two.html#part">the other</a> <a href="{SITE}b/two.html">all</a>
      <a href="{SITE}a/one.html#lab-x?heap=1">lab</a> <a href="{SITE}_static/x.csv">CSV</a>
      <p class="on-paper"><a href="{SITE}a/one.html#part">here</a></p></section></section>"""
    second = '<section id="two"><h1>2. Two</h1><section id="part"><h2>Part</h2></section></section>'
    return [page("a/one", first), page("b/two", second)]


def test_links_inside_the_book_stay_inside() -> None:
    book = small_book()
    stills.join(book, SITE)
    assert [link["href"] for link in book[0].article.select("a")] == [
        "#two.part",
        "#two",
        f"{SITE}a/one.html#lab-x?heap=1",
        f"{SITE}_static/x.csv",
        f"{SITE}a/one.html#part",
    ]
    soup = BeautifulSoup(pdf.joined(book, SITE), "html.parser")
    ids = [tag["id"] for tag in soup.select("[id]")]
    assert len(ids) == len(set(ids)) and {"two", "two.part", "one.part"} <= set(ids)
    styles = soup.select("link")
    assert len(styles) == 1


@pytest.mark.full
@pytest.mark.xdist_group("pdf")
@pytest.mark.parametrize("width", ["100%", "300mm"])
def test_what_is_wider_than_a_page_is_refused(width: str, book: Path) -> None:
    """The browser would cut it off, or make everything small."""
    html = f'<section id="one"><h1>One</h1><div style="width: {width}">wide</div></section>'
    site: dict[str, Path | str] = pdf.fonts()
    pages = [replace(page("a/one", html), linked=())]
    stills.join(pages, SITE)

    def printed() -> bytes:
        with stills.browser(SITE, site) as chromium:
            return pdf.printed(chromium, pages, SITE, site)

    # In a thread of its own: there may be a browser of other tests in this one.
    with ThreadPoolExecutor(1) as threads:
        printing = threads.submit(printed)
        if width == "100%":
            assert printing.result()
        else:
            with pytest.raises(ValueError, match=r'wider than a page.*300mm">wide'):
                printing.result()


def test_a_card_says_where_the_ledger_has_it() -> None:
    card = """<section id="one"><h1>One</h1><div class="nt nt-card"><details id="card">
      <summary><span>✓</span> checked</summary><p><a href="#ledger.claim-x"><code>x</code></a> and
      <a href="#two">more</a></p></details></div></section>"""
    book = [page("a/one", card)]
    stills.certify(book)
    (line,) = book[0].article.select(".nt-card > #card")
    assert " ".join(line.get_text().split()) == "✓ checked (x on page )"
    assert [link["href"] for link in line.select("a")] == ["#ledger.claim-x"]


def test_the_contents_have_the_numbers_of_pages() -> None:
    book = small_book()
    stills.join(book, SITE)
    text = BeautifulSoup(pdf.numbered(stills.contents(book), {"two.two": 9}), "html.parser")
    lines = [" ".join(line.stripped_strings) for line in text.select("li > a")]
    assert lines == ["1. One 000", "Part 000", "2. Two 9", "Part 000"]


def test_the_landing_page_links_to_what_is_there(tmp_path: Path) -> None:
    landing, file = tmp_path / "book/intro.html", tmp_path / "book.pdf"
    landing.parent.mkdir()
    landing.write_text('<p id="to-take-along" hidden></p>', "utf8")
    for size in ("1 MB", "2 MB"):  # once more, after a second printing
        portable.offer(landing, {file: size})
        assert landing.read_text("utf8").count(f'href="../book.pdf">{size}</a>') == 1
    landing.write_text("<p></p>", "utf8")
    with pytest.raises(ValueError, match="no place for a link"):
        portable.offer(landing, {file: "1 MB"})


def test_nothing_of_when_and_where_it_was_made_is_in_the_pdf() -> None:
    made = [
        f"/Creator (Mozilla/5.0 \\(X11\\) HeadlessChrome/{release}.0 Safari/537.36 and more)"
        f"/CreationDate (D:{year}1122223751+00'00')/ID (node{node:08})".encode()
        for release, year, node in ((156, 2026, 7), (199, 2031, 4711))
    ]
    assert made[0] != made[1] and pdf.fixed(made[0]) == pdf.fixed(made[1])
