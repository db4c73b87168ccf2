"""What the pages of the built book show, with nothing left to run, joined to one book."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag, urlsplit

import yaml
from bs4 import BeautifulSoup, Tag
from docutils.nodes import make_id
from playwright.sync_api import Page, Route, sync_playwright
from sphinx_external_toc.parsing import parse_toc_yaml

from tools import serve, system

ANSWERS = "book/exercises"
"""The page with all exercises, which in the book is that of their answers."""

_PATIENCE = 120_000  # milliseconds

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
"""Whether the widgets that are written in a page are there with all that is in them, and its maths
is set. What a reader's own cell shows is not written in it."""

# A control shows its value, links and pictures name the site, and what is only heard is left out.
_STAND = """() => {
  const article = document.querySelector(".bd-article");
  for (const control of article.querySelectorAll("select, input")) {
    const value = document.createElement("span");
    value.className = "on-paper-value";
    value.textContent = control.selectedOptions?.[0]?.textContent ?? control.value;
    control.replaceWith(value);
  }
  for (const link of article.querySelectorAll("a[href]")) {
    // In a drawing, a link's own `href` is no text.
    link.setAttribute("href", new URL(link.getAttribute("href"), document.baseURI).href);
  }
  for (const image of article.querySelectorAll("img")) {
    image.setAttribute("src", image.src);
    image.removeAttribute("loading");
  }
  for (const gone of article.querySelectorAll(
    "script, .slider-container, .headerlink, .copybtn, .live-bar, .live-line, .live-own," +
    "#to-take-along"
  )) gone.remove();
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
    """A page as it stands: what its article shows, and by which stylesheets and rules."""

    name: str
    article: Tag
    linked: tuple[str, ...]
    rules: tuple[str, ...]

    @property
    def slug(self) -> str:
        """The last part of the page's name.

        >>> Still("notebooks/01_impartial_games", Tag(name="div"), (), ()).slug
        '01_impartial_games'
        """
        return self.name.rpartition("/")[2]


def names() -> list[str]:
    """Return the names of the pages, in the order of the book."""
    return list(parse_toc_yaml("_toc.yml"))


@contextmanager
def browser(url: str, files: Mapping[str, Path | str]) -> Iterator[Page]:
    """Yield a page of Chromium in which the site at `url` is the built book, and some more files.

    Nothing is asked of any other host, nor of that one.
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
        context.set_default_timeout(_PATIENCE)
        yield context.new_page()
        chromium.close()
    if missing:
        raise FileNotFoundError(f"the book lacks {', '.join(sorted(set(missing)))}")


def still(page: Page, url: str, name: str) -> Still:
    """Open a page of the book, and return what it shows on paper."""
    page.goto(f"{url}{name}.html")
    page.wait_for_function(READY)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.wait_for_function(READY)
    shown = page.evaluate(_STAND)
    article = BeautifulSoup(f"<div>{shown['html']}</div>", "html.parser").div
    assert article is not None
    for gone in article.select(
        ".cell:has(> details.hide):not(:has(.cell_output)), details.hide, style"
    ):
        gone.decompose()
    for widget in article.select(".lm-Widget [id], label[for]"):
        if not widget.find_parent("svg"):
            widget.attrs.pop("for", None)  # of controls, whose names are random
            if re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", str(widget.get("id"))):
                del widget["id"]
    return Still(name, article, tuple(shown["linked"]), tuple(shown["rules"]))


def target(href: str, url: str, ids: dict[str, set[str]]) -> tuple[str, str] | None:
    """Return the page of the book, and the id in it, to which a link leads; `None` for elsewhere.

    Args:
        href: an address.
        url: the address of the site.
        ids: those of each page.

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


def about() -> dict[str, Any]:
    """Return what `CITATION.cff` says of the book."""
    known: dict[str, Any] = yaml.safe_load(Path("CITATION.cff").read_text("utf8"))
    return known


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
            found = target(str(link["href"]), url, ids)
            if found:
                link["href"] = f"#{place(*found)}"
        for tag in page.article.select("[id]"):
            # Drawings and tables have styles that know their ids; links in them are places.
            styled = tag.name in ("svg", "table", "td", "th") or tag.find_parent("svg")
            if not styled or tag.name == "a":
                tag["id"] = place(page.name, str(tag["id"]))


def answer(pages: Sequence[Still]) -> None:
    """Have the page of exercises be that of their answers, and each exercise lead to its own."""
    (sheet,) = (page for page in pages if page.name == ANSWERS)
    extra = "section > p, .nt-sheet-choice, .nt-task > :not(.nt-head, .nt-worked)"
    for tag in sheet.article.select(extra):
        tag.decompose()
    only(sheet.article, "h1").string = "Answers to the exercises"
    for page in (page for page in pages if page is not sheet):
        for exercise in page.article.select(".nt-exercise"):
            known = json.loads(str(only(exercise, "[data-exercise]")["data-exercise"]))
            name = f"task-{make_id(known['id'])}"
            solved = only(sheet.article, f"[id='{place(ANSWERS, name)}']")
            exercise["id"] = place(page.name, name)
            only(solved, ".nt-head b").wrap(Tag(name="a", attrs={"href": f"#{exercise['id']}"}))
            only(exercise, ".nt-help").replace_with(_reference("Answer", solved["id"]))
        chapter = page.slug.partition("_")[2]
        for tried in page.article.select(".nt-help:has(> details)"):
            answers = place(ANSWERS, make_id(f"exercises-{chapter}"))
            solved = tried.wrap(Tag(name="div", attrs={"id": f"{answers}-try-it"}))
            solved.replace_with(_reference("Solution", solved["id"]))
            only(solved, "summary").string = "Try it yourself"
            only(sheet.article, f"[id='{answers}']").append(solved)


def certify(pages: Sequence[Still]) -> None:
    """Have the card of each claim say in a line on which page the ledger has the rest."""
    for page in pages:
        for card in page.article.select(".nt-card:has(> details)"):
            details = only(card, ":scope > details")
            line = only(details, ":scope > summary")
            claim = only(details, ":scope > p > a:has(code)")
            line.name, line["id"] = "p", details["id"]
            line.append(" (")
            line.append(_to_page(f"{claim.get_text()} on page ", str(claim["href"])[1:]))
            line.append(")")
            details.replace_with(line)


def only(tag: Tag, selector: str) -> Tag:
    """Return the one element of a tag that a selector finds."""
    (found,) = tag.select(selector)
    return found


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
        items.append(_entry(only(page.article, "h1"), f"<ol>{sections}</ol>" if sections else ""))
    return f'<nav class="book-contents"><h1>Contents</h1><ol>{"".join(items)}</ol></nav>'


def _entry(heading: Tag, below: str = "") -> str:
    section = heading.find_parent(id=True)
    assert section is not None
    words = re.sub("</?a[^>]*>", "", heading.decode_contents())
    link = f'<a href="#{section["id"]}"><span>{words}</span><span class="page"></span></a>'
    return f"<li>{link}{below}</li>"
