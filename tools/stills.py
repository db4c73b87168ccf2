"""What the pages of the built book show, with nothing left to run: for the PDF and the EPUB."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

from bs4 import BeautifulSoup, Tag
from playwright.sync_api import Page, Route, sync_playwright
from sphinx_external_toc.parsing import parse_toc_yaml

from tools import serve, system

BOOK = serve.BOOK
HERE = f"http://{serve.HOST}:{serve.PORT}/"
"""Where `make serve` shows the book: the address of a book that is nowhere else."""

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
  for (const link of article.querySelectorAll("a[href]")) link.setAttribute("href", link.href);
  for (const image of article.querySelectorAll("img")) {
    image.setAttribute("src", image.src);
    image.removeAttribute("loading");
  }
  for (const gone of article.querySelectorAll(
    "script, .slider-container, .headerlink, .copybtn, .live-bar, .live-line, .live-own"
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
        file = files.get(name, BOOK / name)
        if isinstance(file, Path) and not file.is_file():
            missing.append(name)
            return route.abort()
        kind = Path(name).suffix
        type_ = {**serve.LOOSE, **serve.PACKED}.get(kind, serve.OTHER)
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
        raise FileNotFoundError(f"the book in {BOOK} lacks {', '.join(sorted(set(missing)))}")


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
