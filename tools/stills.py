"""Static snapshots of the built book's pages, for the PDF."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

from bs4 import BeautifulSoup, Tag
from docutils.nodes import make_id
from playwright.sync_api import Page, Route, sync_playwright
from sphinx_external_toc.parsing import parse_toc_yaml

from tools import serve, system

ANSWERS = "book/exercises"
"""The page with all exercises; in the PDF it contains their answers."""

# Pages that only work on the screen, and the sources of the formal proofs.
_ON_SCREEN = re.compile(r"book/(assignment|formal_(?!proofs))")
_TIMEOUT = 120_000  # milliseconds

READY = """() => {
  const views = document.querySelectorAll(
    'script[type="application/vnd.jupyter.widget-view+json"]');
  const widgets = document.querySelectorAll(
    ".widget-subarea:not(.live-output *) > .lm-Widget");
  return document.readyState === "complete"
    && views.length === widgets.length
    && !document.querySelector(".widget-still, .widget-box > [class=lm-Widget]")
    && !document.querySelector(".math:not(:has(mjx-container))")
    && document.fonts.status === "loaded";
}"""
"""JavaScript that tests whether a page's own widgets are complete and its formulas are typeset.

Widgets in the outputs of readers' cells do not count."""

# A script that replaces controls with their values, makes links absolute, drops interactive
# elements, and returns the article and its styles.
_SNAPSHOT = """() => {
  const article = document.querySelector(".bd-article");
  for (const control of article.querySelectorAll("select, input, textarea")) {
    const value = document.createElement("span");
    value.className = "on-paper-value";
    value.textContent = control.selectedOptions?.[0]?.textContent ?? control.value;
    control.replaceWith(value);
  }
  for (const link of article.querySelectorAll("a[href]")) {
    // In an SVG, the property `href` of a link is not a string.
    link.setAttribute("href", new URL(link.getAttribute("href"), document.baseURI).href);
  }
  for (const image of article.querySelectorAll("img")) {
    image.setAttribute("src", image.src);
    image.removeAttribute("loading");
  }
  for (const removed of article.querySelectorAll(
    "script, .slider-container, .headerlink, .copybtn, .live-bar, .live-toolbar, .live-source," +
    "#to-take-along, .on-screen, section:has(> .tag_try-it)"
  )) removed.remove();
  const sheets = [...document.styleSheets].filter(({ ownerNode }) => !article.contains(ownerNode));
  return {
    html: article.innerHTML,
    linked: sheets.filter(({ href }) => href).map(({ href }) => href),
    rules: sheets.filter(({ href }) => !href)
      .flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText)),
  };
}"""


@dataclass(frozen=True)
class Still:
    """A snapshot of a page: its article, linked stylesheets and inline CSS rules."""

    name: str
    article: Tag
    linked: tuple[str, ...]
    rules: tuple[str, ...]


def page_names() -> list[str]:
    """Return the names of all printed pages, in the order in which they appear in the book."""
    return [name for name in parse_toc_yaml("_toc.yml") if not _ON_SCREEN.match(name)]


@contextmanager
def browser(url: str, files: Mapping[str, Path | str]) -> Iterator[Page]:
    """Yield a Chromium page in which `url` serves the built book and some extra files.

    All other requests are blocked, and no request reaches the network.

    Raises:
        FileNotFoundError: when the block ends, if a requested file was missing.
    """
    missing: list[str] = []

    def fulfil(route: Route) -> None:
        name = unquote(urlsplit(route.request.url).path).removeprefix(urlsplit(url).path)
        file = files.get(name, serve.BOOK / name)
        if isinstance(file, Path) and not file.is_file():
            missing.append(name)
            return route.abort()
        type_ = serve.Handler.extensions_map.get(Path(name).suffix)
        body = file.read_bytes() if isinstance(file, Path) else file
        route.fulfill(body=body, content_type=type_)

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=system.chromium())
        context = chromium.new_context(service_workers="block", color_scheme="light")
        context.route("**/*", lambda route: route.abort())
        context.route(f"{url}**", fulfil)
        context.set_default_timeout(_TIMEOUT)
        yield context.new_page()
        chromium.close()
    if missing:
        raise FileNotFoundError(f"the book lacks {', '.join(sorted(set(missing)))}")


def capture(page: Page, url: str, name: str) -> Still:
    """Open a page of the book, and return a snapshot of its print version."""
    page.goto(f"{url}{name}.html")
    page.wait_for_function(READY)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.wait_for_function(READY)
    snapshot = page.evaluate(_SNAPSHOT)
    article = BeautifulSoup(f"<div>{snapshot['html']}</div>", "html.parser").div
    assert article is not None
    for removed in article.select(
        ".cell:has(> details.hide):not(:has(.cell_output)), details.hide, style"
    ):
        removed.decompose()
    for widget in article.select(".lm-Widget [id], label[for]"):
        if not widget.find_parent("svg"):
            widget.attrs.pop("for", None)  # the ids of controls are random
            if re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", str(widget.get("id"))):
                del widget["id"]
    return Still(name, article, tuple(snapshot["linked"]), tuple(snapshot["rules"]))


def target(href: str, url: str, ids: dict[str, set[str]]) -> tuple[str, str] | None:
    """Return the page of the book and the id that a link points to, or `None` if there are none.

    Args:
        href: the address of the link.
        url: the address of the site.
        ids: the ids in each page.

    >>> target("http://a/book/ledger.html#claim-1", "http://a/", {"book/ledger": {"claim-1"}})
    ('book/ledger', 'claim-1')
    >>> target("http://b/book/ledger.html", "http://a/", {"book/ledger": {"claim-1"}})
    >>> target("http://a/ledger.html#lab-x?y=1", "http://a/", {"ledger": set()})
    """
    address, fragment = urldefrag(href)
    name = address.removeprefix(url).removesuffix(".html")
    if not address.startswith(url) or name not in ids:
        return None
    if fragment and fragment not in ids[name]:
        return None
    return name, fragment


def anchor(name: str, fragment: str = "") -> str:
    """Return the id in the PDF for a page of the book or an element of a page.

    >>> anchor("notebooks/02_muller_twist", "thm-1")
    '02_muller_twist.thm-1'
    """
    return ".".join(filter(None, (name.rpartition("/")[2], fragment)))


def link_pages(pages: Sequence[Still], url: str) -> None:
    """Make the ids of elements unique across all pages, and redirect internal links to them."""
    ids = {page.name: {str(tag["id"]) for tag in page.article.select("[id]")} for page in pages}
    for page in pages:
        for link in page.article.select("a[href]:not(.on-paper *)"):
            destination = target(str(link["href"]), url, ids)
            if destination:
                link["href"] = f"#{anchor(*destination)}"
        for tag in page.article.select("[id]"):
            # The styles of drawings and tables refer to ids, so keep all ids in them except those
            # of links.
            styled = tag.name in ("svg", "table", "td", "th") or tag.find_parent("svg")
            if not styled or tag.name == "a":
                tag["id"] = anchor(page.name, str(tag["id"]))


def unlink_site(pages: Sequence[Still], url: str) -> None:
    """Remove all links to the site, for a book whose address is not known."""
    for page in pages:
        for link in page.article.select(f"a[href^='{url}']"):
            del link["href"]
            if line := link.find_parent(class_="on-paper"):
                words, _, _ = line.get_text().partition(" at ")
                line.string = f"{words} on the website of this book"


def insert_answers(pages: Sequence[Still]) -> None:
    """Turn the exercise page into a page of answers, and link each exercise to its answer."""
    (sheet,) = (page for page in pages if page.name == ANSWERS)
    extra = "section > p, .nt-sheet-choice, .nt-task > :not(.nt-head, .nt-worked)"
    for tag in sheet.article.select(extra):
        tag.decompose()
    only(sheet.article, "h1").string = "Answers to the exercises"
    for page in (page for page in pages if page is not sheet):
        for exercise in page.article.select(".nt-exercise"):
            data = json.loads(str(only(exercise, "[data-exercise]")["data-exercise"]))
            name = f"task-{make_id(data['id'])}"
            answer = only(sheet.article, f"[id='{anchor(ANSWERS, name)}']")
            exercise["id"] = anchor(page.name, name)
            only(answer, ".nt-head b").wrap(Tag(name="a", attrs={"href": f"#{exercise['id']}"}))
            line = Tag(name="p", attrs={"class": "on-paper"})
            line.append(_page_link("Answer on page ", answer["id"]))
            only(exercise, ".nt-help").replace_with(line)


def shorten_cards(pages: Sequence[Still]) -> None:
    """Replace the details in each verdict card with the page number of the claim's ledger entry."""
    for page in pages:
        for card in page.article.select(".nt-card:has(> details)"):
            details = only(card, ":scope > details")
            line = only(details, ":scope > summary")
            claim = only(details, ":scope > p > a:has(code)")
            line.name, line["id"] = "p", details["id"]
            line.append(" (")
            line.append(_page_link(f"{claim.get_text()} on page ", str(claim["href"])[1:]))
            line.append(")")
            details.replace_with(line)


def only(tag: Tag, selector: str) -> Tag:
    """Return the only element that matches a selector among the descendants of a tag."""
    (element,) = tag.select(selector)
    return element


def _page_link(text: str, id_: object) -> Tag:
    """Return a link to an element, ending with a blank to be filled with the page number."""
    link = Tag(name="a", attrs={"href": f"#{id_}"})
    link.append(text)
    link.append(Tag(name="span", attrs={"class": "page"}))
    return link


def contents(pages: Sequence[Still]) -> str:
    """Return the table of contents, with chapters and sections."""
    items = []
    for page in pages:
        sections = "".join(_entry(tag) for tag in page.article.select("h2"))
        items.append(_entry(only(page.article, "h1"), f"<ol>{sections}</ol>" if sections else ""))
    return f'<nav class="book-contents"><h1>Contents</h1><ol>{"".join(items)}</ol></nav>'


def _entry(heading: Tag, subentries: str = "") -> str:
    section = heading.find_parent(id=True)
    assert section is not None
    title = re.sub("</?a[^>]*>|<img[^>]*>", "", heading.decode_contents())
    link = f'<a href="#{section["id"]}"><span>{title}</span><span class="page"></span></a>'
    return f"<li>{link}{subentries}</li>"
