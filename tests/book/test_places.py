"""Tests of the search, the list of theorems, and link previews."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

from lxml.html import HtmlElement
from playwright.sync_api import Browser, Locator, Page, expect

from tests.lib.pages import (
    HEIGHT,
    PAGES,
    ROOT,
    WIDE,
    Visit,
    accessibility_violations,
    has_anchor,
    new_window,
    parse_page,
    parsed_pages_group,
    visit,
)

CHAPTERS = [name for name in PAGES if name.startswith("notebooks/")]
GLOSSARY, THEOREMS, LEDGER = "book/glossary.html", "book/theorems.html", "book/ledger.html"


@cache
def places(book: Path) -> list[dict[str, str]]:
    """Return the entries of the search index."""
    script = (book / "_static/places.js").read_text("utf8")
    pages = json.loads(script.removeprefix("const PLACES = ").rstrip(";\n"))
    names = "kind", "to", "title", "text", "label"
    found = []
    for page, (_, *rows) in pages.items():
        for row in rows:
            id_ = f"{row[6]}.{row[2]}" if row[1] == "." else row[1]
            place = {**dict(zip(names, row, strict=False)), "to": f"{page}#{id_}" if id_ else page}
            found.append(place)
    return found


# --- The search ----------------------------------------------------------------------------------

TWIST, STONES = "notebooks/02_muller_twist.html", "notebooks/04_playing_with_stones.html"
FIRST_RESULTS = {
    "mex": f"{GLOSSARY}#term-mex",
    "nimber": f"{GLOSSARY}#term-nimber",
    "nimsum": f"{GLOSSARY}#term-nim-sum",
    "stranded": f"{GLOSSARY}#term-stranded",
    "Podium ranks": f"{GLOSSARY}#term-podium-rank",
    "hackenbusch": f"{GLOSSARY}#term-Hackenbush",
    "chomp": f"{GLOSSARY}#term-Chomp",
    "misère": f"{GLOSSARY}#term-misere-play",
    "loopy": f"{GLOSSARY}#term-loopy-game",
    "winning strategy": f"{GLOSSARY}#term-winning-strategy",
    "octal": f"{GLOSSARY}#term-octal-game",
    "hexadecimal": f"{GLOSSARY}#term-hexadecimal-game",
    "coin turning": f"{GLOSSARY}#term-coin-turning-game",
    "take and break": f"{GLOSSARY}#term-take-and-break-game",
    "Node Kayles": f"{GLOSSARY}#term-Node-Kayles",
    "geography": f"{GLOSSARY}#term-Geography",
    "genus": f"{GLOSSARY}#term-genus",
    # Synonyms
    "xor": f"{GLOSSARY}#term-nim-sum",
    "exclusive or": f"{GLOSSARY}#term-nim-sum",
    "Sprague–Grundy value": f"{GLOSSARY}#term-Grundy-value",
    "previous player": f"{GLOSSARY}#term-P-position",
    "partizan": f"{GLOSSARY}#term-partizan-game",
    "nimber multiplication": f"{GLOSSARY}#term-nim-product",
    "podium": f"{GLOSSARY}#term-podium-rule",
    "merge": f"{GLOSSARY}#term-consolidation",
    "dependencies": "book/map.html",
    # Theorems before sections, terms and claims
    "Theorem 4.1": f"{STONES}#thm-stones",
    "theorem 2": f"{TWIST}#thm-2",
    "2.2": f"{TWIST}#thm-1",
    "box theorem": f"{TWIST}#box-theorem",
    "bouton": "notebooks/01_impartial_games.html#thm-bouton",
    "sprague grundy": "notebooks/01_impartial_games.html#thm-sprague-grundy",
    "moore": "notebooks/11_more_than_two_players.html#thm-moore-li",
    "chinese remainder": "notebooks/07_composite_moduli.html#thm-crt",
    # Other places
    "chapter 2": TWIST,
    "section 4.6": f"{STONES}#multiplying-games-with-coins",
    "own game": "notebooks/13_your_own_game.html",
    "workbench": "notebooks/13_your_own_game.html#the-workbench",
    "toolkit": "book/api_toolkit.html",
    "graph": "book/api_graphs.html",
    "several players": "book/api_players.html",
    "ranks": "notebooks/11_more_than_two_players.html#def-podium-rank",
    "prerequisites": "book/teaching.html#prerequisites",
    "embed": "book/teaching.html#embed-labs-and-games-in-your-own-pages",
    "syllabus": "book/teaching.html",
    "homework": "book/assignment.html",
    "misere_quotient": "book/api.html#nimtwist.misere.misere_quotient",
    "heat_map": "book/api_toolkit.html#nimbook.show.heat_map",
    "LoopySolver.remoteness": "book/api.html#nimtwist.loopy.LoopySolver.remoteness",
    "thm-4.1.1": f"{LEDGER}#claim-mum-thm-4-1-1",
    "uber": "book/bibliography.html#ref-sprague1935",
}


# Enters queries one after another. Returns, for each query, the address of the first result, the
# message, and the texts of all results.
SEARCH = """(field, queries) => queries.map((query) => {
  field.value = query;
  field.dispatchEvent(new Event("input", {bubbles: true}));
  const results = [...document.querySelectorAll("#search-results > li")];
  return [
    results[0]?.querySelector("a").getAttribute("href"),
    document.querySelector("[role=status]").textContent,
    results.map((result) => result.innerText),
  ];
})"""


def test_best_result_comes_first(browser: Browser, site: str) -> None:
    """Start the search from another page, and check the first result of each query."""
    with visit(browser, f"{site}/book/bibliography.html") as view:
        page = view.page
        page.keyboard.press("Control+k")
        page.keyboard.type("sticks")
        page.keyboard.press("Enter")
        results = page.locator("#search-results > li")
        expect(results.first).to_contain_text("sticks")
        field = page.locator("main").get_by_role("searchbox")
        expect(field).to_be_focused()
        found = field.evaluate(SEARCH, [*FIRST_RESULTS])
        for (query, place), (address, message, texts) in zip(
            FIRST_RESULTS.items(), found, strict=True
        ):
            assert address == place, query
            assert "Found " in message
            assert not [text for text in texts if re.search(r"[\\$]|  ", text)]
        assert page.url == f"{site}/search.html?q={query}"
        assert not accessibility_violations(page, "main")
        field.fill("nim" * 33_000)  # a long query, which is truncated
        expect(page.get_by_role("status")).to_contain_text("No results for “nimnim")
        field.fill("xyzzy")
        expect(page.get_by_role("status")).to_have_text("No results for “xyzzy”.")
        expect(results).to_have_count(0)
        field.fill("stranded")
        results.locator("a").first.click()
        expect(page.locator("#term-stranded")).to_be_in_viewport()


@parsed_pages_group
def test_all_search_results_exist(book: Path) -> None:
    for place in places(book):
        page, _, id_ = place["to"].partition("#")
        assert not id_ or has_anchor(book / page, id_), place


def test_search_index_is_complete(book: Path) -> None:
    """Check that each theorem, definition, claim, term and reference is listed exactly once."""
    targets = [place["to"] for place in places(book)]
    assert sorted(set(targets)) == sorted(targets)
    claims = json.loads((ROOT / "_build/ledger.json").read_text("utf8"))
    labels = {place.get("label") for place in places(book)}
    assert {claim["id"] for claim in claims} <= labels
    source = (ROOT / "book/glossary.md").read_text("utf8")
    terms = re.findall(r"^(?!:|#|An arrow)(\S.*)$", source, re.MULTILINE)
    assert {term.replace("'", "’") for term in terms} == {
        place["title"] for place in places(book) if place["kind"] == "term"
    }
    works = re.findall(r"^@\w+\{(\w+),", (ROOT / "book/references.bib").read_text("utf8"), re.M)
    assert {f"book/bibliography.html#ref-{work}" for work in works} <= {*targets}
    statements = [
        (f"{chapter}.html#{label}", chapter)
        for chapter in CHAPTERS
        for label in re.findall(r":label: ([\w-]+)", (ROOT / f"{chapter}.ipynb").read_text("utf8"))
    ]
    assert len(statements) > 60
    assert {place for place, _ in statements} <= {*targets}


# --- Theorems ------------------------------------------------------------------------------------


@parsed_pages_group
def test_list_of_theorems_agrees_with_the_chapters(book: Path) -> None:
    """Check that all theorems are listed in order, in the same words and with the right links."""
    listed = parse_page(book / THEOREMS).cssselect("div.proof[id]")
    originals = [
        (name, theorem)
        for name in CHAPTERS
        for theorem in parse_page(book / f"{name}.html").cssselect("div.proof[id]")
    ]
    assert len(listed) == len(originals) > 60
    for entry, (name, theorem) in zip(listed, originals, strict=True):
        assert words(entry) == words(theorem)
        [link] = entry.cssselect(".admonition-title a")
        assert link.get("href") == f"../{name}.html#{theorem.get('id')}"
        assert re.fullmatch(r"[A-Z][a-z]+ \d+\.\d+", link.text_content())
        assert entry.get("id") == theorem.get("id")


def words(element: HtmlElement) -> list[str]:
    return " ".join(element.itertext()).split()


# --- Previews of links ---------------------------------------------------------------------------


def add_link(page: Page, kind: str, address: str) -> Locator:
    """Add a link with a preview to a page, like the links in the chapters."""
    page.evaluate(
        """([kind, href]) => document.querySelector("h1 + p").insertAdjacentHTML(
          "beforeend", ` <a data-preview="${kind}" href="${href}">a link</a>`)""",
        [kind, address],
    )
    return page.locator(f"h1 + p a[href='{address}']")


PREVIEWS = {
    ("theorem", "../notebooks/04_playing_with_stones.html#thm-stones"): "Theorem 4.1 (Stones add",
    ("claim", "ledger.html#claim-mum-thm-4-1-2"): "A position is a P-position if and only if",
    ("term", "#term-stranded"): "In MuM, a position whose product is not 1",
    ("reference", "bibliography.html#ref-sprague1935"): "Sprague. Über mathematische Kampfspiele",
}


def test_link_previews(browser: Browser, site: str) -> None:
    """Open previews by mouse, keyboard and touch. A second tap follows the link."""
    with new_window(browser, has_touch=True) as context:
        view = Visit(context.new_page())
        page = view.page
        page.clock.install(time=0)
        view.go(f"{site}/{GLOSSARY}")
        panel = page.locator("#preview")
        links = [add_link(page, *target) for target in PREVIEWS]
        page.evaluate(
            """document.querySelector("#term-stranded + dd p").insertAdjacentHTML("beforeend",
              "<b id=inner tabindex=0>b</b> <a href='#inner'>a</a>")"""
        )
        for link, text in zip(links, PREVIEWS.values(), strict=True):
            link.hover()
            expect(panel).to_contain_text(text)
            expect(panel).to_be_visible()
            assert "\\" not in panel.inner_text()
            inside = panel.locator("#preview-text")
            assert not inside.locator("[id], [tabindex], a, button").count()
            box = panel.bounding_box()
            assert box and box["x"] >= 0 and box["x"] + box["width"] <= WIDE
            assert box["y"] >= 0 and box["y"] + box["height"] <= HEIGHT
        assert box
        page.clock.pause_at(3600)
        page.mouse.move(box["x"] + 9, box["y"] - 3)  # between the link and the panel
        page.mouse.move(box["x"] + 9, box["y"] + 9)
        page.clock.run_for(400)  # longer than the delay before the panel closes
        expect(panel).to_be_visible()
        page.clock.resume()
        page.mouse.move(1, 1)
        expect(panel).to_be_hidden()
        theorem = links[0]
        links[1].focus()
        page.keyboard.press("Shift+Tab")
        expect(theorem).to_be_focused()
        expect(panel.locator("mjx-container").first).to_be_visible()
        expect(theorem).to_have_accessible_description(re.compile("Stones add"))
        assert not accessibility_violations(page, "#preview")
        page.keyboard.press("Escape")
        expect(panel).to_be_hidden()
        expect(theorem).to_be_focused()
        expect(theorem).to_have_accessible_description("")
        before = page.url
        theorem.tap()
        expect(panel).to_contain_text("Stones add")
        panel.get_by_role("button", name="Close").tap()
        expect(panel).to_be_hidden()
        theorem.tap()
        expect(panel).to_be_visible()
        page.touchscreen.tap(WIDE - 5, HEIGHT - 5)
        expect(panel).to_be_hidden()
        theorem.tap()
        expect(panel.get_by_role("link", name="Go there")).to_be_visible()
        assert page.url == before
        theorem.tap()
        page.wait_for_url("**/04_playing_with_stones.html#thm-stones", wait_until="commit")
        assert not view.errors
