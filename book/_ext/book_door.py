"""Sphinx extension: the landing page, with a game that is played at once.

````{door}```` is the board, ````{puzzle}```` the puzzle of the day, ````{picture}```` a map of
nim-products, and ````{found}```` what came of checking the claims. Who wins which position, the
puzzles, the picture and the findings are computed when the book is built; the page's script looks
them up.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

from book_ledger import Details, Summary, anchor, chapters, read_claims
from book_pages import link_to
from book_share import ABOUT_IMAGE, SHADES, description, meta
from docutils import nodes
from matplotlib.image import imsave
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from nimtwist import Solver, nimber
from nimtwist.games import BlockingNim, Nim

HEAPS = 4
"""The most heaps on a board."""

LARGEST = {"nim": 7, "twist": 5}
"""The most sticks in a heap, in each game."""

# With the twist, one names a number that is to be had: no heap is larger, so that a number is its
# own residue.
TWIST = BlockingNim.exactly(LARGEST["twist"], 1)

FIRST = {"nim": ((1, 3, 5), 0), "twist": ((2, 3, 4), 2)}
"""Where the first game of each kind begins: heaps, and the number that is forbidden, or 0."""

_DIGITS = "0123456789abcdefghijklmnopqrstuv"
_SIZE = 64
_PICTURE = "_static/nim-products.png"

Heaps = tuple[int, ...]
_nim, _twist = Solver(Nim()), Solver(TWIST)


def _position(heaps: Heaps, forbidden: int) -> Any:
    present = tuple(sorted(filter(None, heaps)))
    return (present, frozenset({forbidden})) if forbidden else present


def is_lost(heaps: Heaps, forbidden: int = 0) -> bool:
    """Return whether whoever is to move loses, by search; plain Nim if nothing is forbidden.

    >>> is_lost((1, 2, 3)), is_lost((1, 2, 3), 2)
    (True, False)
    """
    solver: Solver[Any] = _twist if forbidden else _nim
    return solver.outcome(_position(heaps, forbidden)) == "P"


def table(game: str) -> dict[str, object]:
    """Return who wins what, as the page's script reads it: see `book/door/table.ts`."""
    largest = LARGEST[game]
    names = largest if game == "twist" else 0
    masks = (
        sum(is_lost(heaps, name) << i for i, name in enumerate(range(1, names + 1) or [0]))
        for heaps in combinations_with_replacement(range(largest + 1), HEAPS)
    )
    lost = "".join(_DIGITS[mask] for mask in masks)
    return {"heaps": HEAPS, "largest": largest, "names": names, "lost": lost}


def is_puzzle(heaps: Heaps, forbidden: int = 0) -> bool:
    """Return whether one move wins, and only one: not the same in another heap of that size.

    >>> is_puzzle((1, 4, 4)), is_puzzle((1, 3, 3)), is_puzzle((1, 6, 6, 6))
    (True, False, False)
    """
    solver: Solver[Any] = _twist if forbidden else _nim
    options = solver.winning_options(_position(heaps, forbidden))
    if len(options) != 1:
        return False
    [left] = [option[0] if forbidden else option for option in options]
    [size] = Counter(heaps) - Counter(left)
    return heaps.count(size) == 1


def puzzles() -> list[str]:
    """Return positions that are won by one move only, in the order in which days come to them."""
    found = []
    for game, largest in LARGEST.items():
        for heaps in combinations_with_replacement(range(largest + 1), HEAPS):
            present = tuple(filter(None, heaps))
            for name in range(1, largest + 1) if game == "twist" else [0]:
                # Small ones are no puzzles. In each, several heaps could be touched.
                if len(present) < 3 or sum(present) < 7:
                    continue
                if is_puzzle(present, name):
                    found.append("".join(map(str, present)) + (f":{name}" if name else ""))
    # Neighbours in the list look alike; days are to differ. The same at every build.
    random.Random("a puzzle a day").shuffle(found)
    return found


@cache
def data() -> str:
    """Return what the page's script knows, as JSON."""
    for heaps, forbidden in FIRST.values():
        if is_lost(heaps, forbidden):
            raise ValueError(f"the first game cannot be won from {heaps}, not {forbidden}")
    first = {
        game: {"heaps": heaps, "forbidden": forbidden} for game, (heaps, forbidden) in FIRST.items()
    }
    known = {"nim": table("nim"), "twist": table("twist"), "first": first, "puzzles": puzzles()}
    return json.dumps(known, separators=(",", ":"))


# --- The board ------------------------------------------------------------------------------------


def _row(size: int) -> str:
    sticks = "".join(
        f'<button type="button" class="door-stick" data-n="{size - i}" '
        f'aria-label="take {size - i} from the heap of {size}"><i></i></button>'
        for i in range(size)
    )
    return f'<div class="door-heap" role="group" aria-label="heap of {size}">{sticks}</div>'


def _tool(name: str, words: str, attributes: str = "") -> str:
    return f'<button type="button" data-tool="{name}"{attributes}>{words}</button>'


def board(id_: str, label: str, heaps: Heaps, rule: str, said: str, *tools: str) -> str:
    """Return a board as it is before its script runs: it looks the same, and hears nothing."""
    chips = "".join(
        f'<button type="button" disabled aria-label="forbid {n}">{n}</button>'
        for n in range(1, LARGEST["twist"] + 1)
    )
    return f"""<div class="door" id="{id_}" data-game="nim" role="region" aria-label="{label}">
      {rule}
      <div class="door-board" inert>{"".join(map(_row, heaps))}</div>
      <p class="door-said" role="status">{said}</p>
      <div class="door-chips" role="group" aria-label="a number to forbid" inert>{chips}</div>
      <div class="door-tools">{"".join(tools)}</div>
      <noscript><p>The sticks are moved by a script, which this browser does not run. Matches on a
      table do as well.</p></noscript>
    </div>"""


class Door(SphinxDirective):
    """A game at once."""

    def run(self) -> list[nodes.Node]:
        """Return the board with the first position, and the data for both boards."""
        heaps, _ = FIRST["nim"]
        html = board(
            "door-game",
            "A game against the book",
            heaps,
            f"""<p class="door-rule"><span>Take any number of sticks from one heap. Whoever takes
            the last stick wins.</span><span>Now the twist: when you have taken, you name a number
            from 1 to {LARGEST["twist"]}, which the other may not take next. Who cannot take
            loses.</span></p>""",
            "Your move: tap a stick, and it goes with those to its right.",
            _tool("twist", "After a game: the twist", " disabled"),
            _tool("hint", "Show me"),
            _tool("undo", "Undo", " disabled"),
            _tool("new", "New game"),
            _tool("two", "Two people", ' aria-pressed="false"'),
        )
        script = f'<script type="application/json" id="door-data">{data()}</script>'
        return [nodes.raw("", html + script, format="html", brings="door")]


class PuzzleOfTheDay(SphinxDirective):
    """A position that is won by one move only; a script chooses it by the date."""

    def run(self) -> list[nodes.Node]:
        """Return the board with one of the puzzles."""
        plain = next(puzzle for puzzle in json.loads(data())["puzzles"] if ":" not in puzzle)
        html = board(
            "door-puzzle",
            "The puzzle of the day",
            tuple(map(int, plain)),
            '<p class="door-rule">Plain Nim: only one move wins. Which?</p>',
            "Which sticks?",
            _tool("again", "Try again", " disabled"),
            _tool("hint", "Show me"),
        )
        return [nodes.raw("", html, format="html")]


# --- The picture ----------------------------------------------------------------------------------


def products(size: int) -> list[list[int]]:
    """Return the nim-products of all pairs of numbers below `size`.

    >>> products(5)[4][4]
    6
    """
    return [[nimber.mul(i, j) for j in range(size)] for i in range(size)]


class Map(SphinxDirective):
    """The nim-products of all pairs of small numbers, one square each."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the picture, with the content as its caption."""
        size = _SIZE
        alt = (
            f"A cloth of {size} by {size} small squares, from black through red to a pale yellow. "
            "It falls into larger squares, and these into larger ones, each woven in its own way"
        )
        root = "../" * self.env.docname.count("/")
        image = (
            f'<img class="door-map dark-light" src="{root}{_PICTURE}" alt="{escape(alt)}" '
            f'width="{size}" height="{size}" loading="lazy">'
        )
        caption = nodes.container(classes=["door-caption"])
        self.state.nested_parse(self.content, self.content_offset, caption)
        return [
            nodes.container(
                "", nodes.raw("", image, format="html"), caption, classes=["door-picture"]
            )
        ]


def draw(app: Sphinx, error: Exception | None) -> None:
    """Draw the map."""
    if error or app.builder.format != "html":
        return
    cloth = products(_SIZE)
    imsave(Path(app.outdir, _PICTURE), cloth, cmap=SHADES, metadata=ABOUT_IMAGE)


# --- What was found -------------------------------------------------------------------------------


_THEOREMS = ("theorem", "proposition", "lemma")


class Found(SphinxDirective):
    """What came of checking the claims: which fell, what is true instead, and what is new.

    New is a theorem that the ledger says is of this book; a repair is what is true instead.
    """

    def run(self) -> list[nodes.Node]:
        """Return a sentence with totals, and a list for each kind of finding."""
        claims = read_claims(self)
        self.chapters = chapters(Path(self.env.srcdir))
        fell = [claim for claim in claims if claim["verdict"] == "refuted"]
        fell.sort(key=lambda claim: claim["kind"] not in _THEOREMS)
        nearly = [claim for claim in claims if claim["verdict"] == "conditional"]
        settled = [claim for claim in claims if claim["verdict"] == "proved"]
        asked = [claim for claim in claims if claim["verdict"] == "open"]
        return [
            *self.total(claims, fell, nearly),
            *self.group("What fell, and what is true instead", map(self.finding, fell)),
            *self.group("New: theorems of this book, with their proofs", self.new(claims), "new"),
            *self.group("Proved for all sizes, by certificates", map(self.finding, settled)),
            *self.group("Asked, and answered in part", map(self.finding, asked)),
            self.rest("True, but for a word", nearly),
        ]

    def total(self, claims: list[Any], fell: list[Any], nearly: list[Any]) -> list[nodes.Node]:
        """Return how many claims there are, and how many are wrong."""
        theirs = [claim["source"] for claim in claims if not claim["own"]]
        wrong, nearly_right = (sum(not c["own"] for c in group) for group in (fell, nearly))
        text = (
            f"Of {len(theirs)} claims of {len(set(theirs))} sources, {wrong} are wrong, and "
            f"{nearly_right} more are right only if a word is added. Each has its smallest "
            "counterexample, and a repair that was checked in its turn. Tap one."
        )
        return [nodes.paragraph("", text)]

    def group(self, title: str, found: Iterable[Details], kind: str = "claims") -> list[nodes.Node]:
        """Return some of what was found; nothing if there is none."""
        findings = [*found]
        if not findings:
            return []
        heading = nodes.paragraph("", f"{title} ({len(findings)})", classes=["door-group"])
        findings[0]["open"] = True  # the first shows what there is to be seen
        return [heading, nodes.container("", *findings, classes=["door-found", f"door-{kind}"])]

    def rest(self, title: str, claims: list[Any]) -> nodes.Node:
        """Return findings of less weight, to be opened."""
        head = Summary("", f"{title} ({len(claims)})", classes=["door-group"])
        return Details("", head, *self.group(title, map(self.finding, claims))[1:])

    def new(self, claims: list[Any]) -> Iterator[Details]:
        """Yield the theorems that no source has: what they say, and where they are proved."""
        for claim in claims:
            for theorem in claim["new"]:
                sign = nodes.inline("", "✓ theorem", classes=["nt-holds"])
                statement = self.inline(theorem["statement"])
                words = nodes.inline("", "The proof")
                proof = link_to(self.env.docname, theorem["label"], "ref", "prf", words)
                said = Summary("", "", nodes.inline("", "", sign, nodes.Text(" "), *statement))
                yield Details("", said, self.links(claim, proof), classes=["nt"])

    def finding(self, claim: dict[str, Any]) -> Details:
        """Return one claim: what it says, why it is wrong, and what is true."""
        verdict = f"{claim['sign']} {claim['kind']}"
        statement = nodes.inline(
            "",
            "",
            nodes.inline("", verdict, classes=[f"nt-{claim['verdict']}"]),
            nodes.Text(" "),
            *self.inline(claim["statement"]),
        )
        said = Summary("", "", statement)
        answer = claim["reading"] if claim["verdict"] == "open" else None
        instead = claim["repaired"] and claim["repaired"]["statement"]
        facts = [
            ("Why", claim["because"]),
            ("Smallest case", claim["counterexample"]),
            ("True instead", instead),
            ("Found", answer),
        ]
        told = [
            nodes.paragraph("", "", nodes.strong("", f"{term}: "), *self.inline(text))
            for term, text in facts
            if text
        ]
        return Details("", said, *told, self.links(claim), classes=["nt"])

    def links(self, claim: dict[str, Any], *links: nodes.Node) -> nodes.Node:
        """Return some links, and those to a claim and to its chapter."""
        paragraph = nodes.paragraph()
        for link in links:
            paragraph += [link, nodes.Text(" · ")]
        words = nodes.inline("", claim["id"])
        paragraph += link_to(self.env.docname, anchor(claim["id"]), words=words)
        page = self.chapters[claim["chapter"]].page
        paragraph += [nodes.Text(" · "), link_to(self.env.docname, f"/{page}", "doc")]
        return paragraph

    def inline(self, text: str) -> list[nodes.Node]:
        """Parse inline markup, such as maths."""
        parsed, messages = self.parse_inline(text)
        return [*parsed, *messages]


# --- The page -------------------------------------------------------------------------------------


def write_front_door(app: Sphinx, error: Exception | None) -> None:
    """Write the page at the root, which leads to the first one: it is the one that people share."""
    if error or app.builder.format != "html":
        return
    first = f"{app.config.root_doc}.html"
    home = app.config.root_doc
    words = description(app, home, app.env.get_doctree(home))
    title = escape(app.config.html_title)
    icon = f"_static/{Path(app.config.html_favicon).name}"
    Path(app.outdir, "index.html").write_text(
        f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<title>{title}</title>
<meta name="description" content="{escape(words)}">
{meta(app, home, words, "")}
<link rel="icon" href="{icon}">
<meta http-equiv="Refresh" content="0; url={first}">
</head><body><a href="{first}">{title}</a></body></html>
""",
        "utf8",
    )


def setup(app: Sphinx) -> ExtensionMetadata:
    """Called by Sphinx."""
    app.add_directive("door", Door)
    app.add_directive("puzzle", PuzzleOfTheDay)
    app.add_directive("picture", Map)
    app.add_directive("found", Found)
    app.connect("build-finished", draw)
    # Before the policies are written into the pages, and another extension writes its own.
    app.connect("build-finished", write_front_door, priority=100)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
