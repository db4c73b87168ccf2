"""Sphinx extension: the landing page, with a game that readers can play right away.

````{door}```` is the board, ````{puzzle}```` the puzzle of the day, ````{picture}```` a map of
nim-products, and ````{found}```` a summary of the checked claims. The build computes everything in
advance, including the outcome of every position, so the page's script only looks up the results.
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
from book_share import COLOUR_MAP, IMAGE_METADATA, description, meta
from docutils import nodes
from matplotlib.image import imsave
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from nimtwist import Solver, nimber
from nimtwist.games import BlockingNim, Nim

HEAPS = 4
"""Maximum number of heaps on a board."""

LARGEST = {"nim": 7, "twist": 5}
"""Maximum number of sticks in a heap, by game."""

# With the twist, players forbid a number from 1 to the modulus. No heap is larger than the modulus,
# so forbidding a residue forbids just one number of sticks.
TWIST = BlockingNim.exactly(LARGEST["twist"], 1)

FIRST = {"nim": ((1, 3, 5), 0), "twist": ((2, 3, 4), 2)}
"""Starting position of the first game of each kind: the heaps and the forbidden number, or 0."""

_DIGITS = "0123456789abcdefghijklmnopqrstuv"
_SIZE = 64
_PICTURE = "_static/nim-products.png"

Heaps = tuple[int, ...]
_nim, _twist = Solver(Nim()), Solver(TWIST)


def _position(heaps: Heaps, forbidden: int) -> Any:
    present = tuple(sorted(filter(None, heaps)))
    return (present, frozenset({forbidden})) if forbidden else present


def is_lost(heaps: Heaps, forbidden: int = 0) -> bool:
    """Return whether the player to move loses. The game is plain Nim if `forbidden` is 0.

    >>> is_lost((1, 2, 3)), is_lost((1, 2, 3), 2)
    (True, False)
    """
    solver: Solver[Any] = _twist if forbidden else _nim
    return solver.outcome(_position(heaps, forbidden)) == "P"


def table(game: str) -> dict[str, object]:
    """Return the outcomes of a game's positions, in the format that `book/door/table.ts` reads."""
    largest = LARGEST[game]
    numbers = largest if game == "twist" else 0
    masks = (
        sum(is_lost(heaps, n) << i for i, n in enumerate(range(1, numbers + 1) or [0]))
        for heaps in combinations_with_replacement(range(largest + 1), HEAPS)
    )
    lost = "".join(_DIGITS[mask] for mask in masks)
    return {"heaps": HEAPS, "largest": largest, "names": numbers, "lost": lost}


def is_puzzle(heaps: Heaps, forbidden: int = 0) -> bool:
    """Return whether exactly one move wins; the same move in two equal heaps counts as two.

    >>> is_puzzle((1, 4, 4)), is_puzzle((1, 3, 3)), is_puzzle((1, 6, 6, 6))
    (True, False, False)
    """
    solver: Solver[Any] = _twist if forbidden else _nim
    options = solver.winning_options(_position(heaps, forbidden))
    if len(options) != 1:
        return False
    [result] = [option[0] if forbidden else option for option in options]
    [size] = Counter(heaps) - Counter(result)
    return heaps.count(size) == 1


def puzzles() -> list[str]:
    """Return the positions with a single winning move, in the order used for the daily puzzle."""
    puzzles = []
    for game, largest in LARGEST.items():
        for heaps in combinations_with_replacement(range(largest + 1), HEAPS):
            present = tuple(filter(None, heaps))
            for n in range(1, largest + 1) if game == "twist" else [0]:
                # Skip positions with fewer than three heaps or seven sticks: they are too easy.
                if len(present) < 3 or sum(present) < 7:
                    continue
                if is_puzzle(present, n):
                    puzzles.append("".join(map(str, present)) + (f":{n}" if n else ""))
    # Consecutive positions look alike, so shuffle the list. A fixed seed makes builds reproducible.
    random.Random("a puzzle a day").shuffle(puzzles)
    return puzzles


@cache
def data() -> str:
    """Return the data for the page's script, as JSON."""
    for heaps, forbidden in FIRST.values():
        if is_lost(heaps, forbidden):
            raise ValueError(
                f"the first game must be winnable, but {heaps} with {forbidden} forbidden is lost"
            )
    first = {
        game: {"heaps": heaps, "forbidden": forbidden} for game, (heaps, forbidden) in FIRST.items()
    }
    values = {"nim": table("nim"), "twist": table("twist"), "first": first, "puzzles": puzzles()}
    return json.dumps(values, separators=(",", ":"))


# --- The board ------------------------------------------------------------------------------------


def _row(size: int) -> str:
    sticks = "".join(
        f'<button type="button" class="door-stick" data-n="{size - i}" '
        f'aria-label="take {size - i} from the heap of {size}"><i></i></button>'
        for i in range(size)
    )
    return f'<div class="door-heap" role="group" aria-label="heap of {size}">{sticks}</div>'


def _tool(name: str, label: str, attributes: str = "") -> str:
    return f'<button type="button" data-tool="{name}"{attributes}>{label}</button>'


def board(id_: str, label: str, heaps: Heaps, rule: str, message: str, *tools: str) -> str:
    """Return a board as it looks before its script runs, with its controls disabled."""
    chips = "".join(
        f'<button type="button" disabled aria-label="forbid {n}">{n}</button>'
        for n in range(1, LARGEST["twist"] + 1)
    )
    return f"""<div class="door" id="{id_}" data-game="nim" role="region" aria-label="{label}">
      {rule}
      <div class="door-board" inert>{"".join(map(_row, heaps))}</div>
      <p class="door-message" role="status">{message}</p>
      <div class="door-chips" role="group" aria-label="a number to forbid" inert>{chips}</div>
      <div class="door-tools">{"".join(tools)}</div>
      <noscript><p>The game needs JavaScript, which is off in this browser. You can play with real
      matches instead.</p></noscript>
    </div>"""


class Door(SphinxDirective):
    """A directive for the board on which readers play against the book."""

    def run(self) -> list[nodes.Node]:
        """Return the board in its starting position, and the data for the board and the puzzle."""
        heaps, _ = FIRST["nim"]
        html = board(
            "door-game",
            "A game against the book",
            heaps,
            f"""<p class="door-rule"><span>Take any number of sticks from one heap. Whoever takes
            the last stick wins.</span><span>Now the twist: after taking, you name a number
            from 1 to {LARGEST["twist"]} that your opponent may not take next. A player who cannot
            take any sticks loses.</span></p>""",
            "Your move: tap a stick to take it and all sticks to its right.",
            _tool("twist", "After a game: the twist", " disabled"),
            _tool("hint", "Show me"),
            _tool("undo", "Undo", " disabled"),
            _tool("new", "New game"),
            _tool("two", "Two people", ' aria-pressed="false"'),
        )
        script = f'<script type="application/json" id="door-data">{data()}</script>'
        return [nodes.raw("", html + script, format="html", assets="door")]


class PuzzleOfTheDay(SphinxDirective):
    """A directive for the puzzle of the day: a position with a single winning move."""

    def run(self) -> list[nodes.Node]:
        """Return the board with the first puzzle of plain Nim."""
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
    """Return the nim-products of all pairs of nimbers below `size`.

    >>> products(5)[4][4]
    6
    """
    return [[nimber.mul(i, j) for j in range(size)] for i in range(size)]


class ProductMap(SphinxDirective):
    """A directive for a picture of small nim-products, with a square for each pair of nimbers."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the picture, captioned with the content of the directive."""
        size = _SIZE
        alt = (
            f"A pattern of {size} by {size} small squares, from black through red to pale yellow. "
            "They form larger squares, and these larger ones still, each with its own texture"
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
    """Draw the map of nim-products."""
    if error or app.builder.format != "html":
        return
    values = products(_SIZE)
    imsave(Path(app.outdir, _PICTURE), values, cmap=COLOUR_MAP, metadata=IMAGE_METADATA)


# --- The findings ---------------------------------------------------------------------------------


_THEOREMS = ("theorem", "proposition", "lemma")


class Findings(SphinxDirective):
    """A directive for a summary of the checked claims, with a list for each kind of finding.

    For example, one list contains the refuted claims with their repairs. Another list contains the
    new theorems, that is, the theorems that the ledger attributes to this book.
    """

    def run(self) -> list[nodes.Node]:
        """Return a sentence with the number of claims, and a list for each kind of finding."""
        claims = read_claims(self)
        self.chapters = chapters(Path(self.env.srcdir))
        refuted = [claim for claim in claims if claim["verdict"] == "refuted"]
        refuted.sort(key=lambda claim: claim["kind"] not in _THEOREMS)
        conditional = [claim for claim in claims if claim["verdict"] == "conditional"]
        proved = [claim for claim in claims if claim["verdict"] == "proved"]
        open_ = [claim for claim in claims if claim["verdict"] == "open"]
        return [
            *self.total(claims, refuted, conditional),
            *self.group("Refuted, and what is true instead", map(self.finding, refuted)),
            *self.group("New theorems, with proofs", self.new(claims), "new"),
            *self.group("Proved for all sizes, by certificates", map(self.finding, proved)),
            *self.group("Open, with partial answers", map(self.finding, open_)),
            self.rest("True under an extra condition", conditional),
        ]

    def total(
        self, claims: list[Any], refuted: list[Any], conditional: list[Any]
    ) -> list[nodes.Node]:
        """Return a sentence that says how many claims there are and how many of them are wrong."""
        sources = [claim["source"] for claim in claims if not claim["own"]]
        wrong, nearly = (sum(not c["own"] for c in group) for group in (refuted, conditional))
        text = (
            f"Of {len(sources)} claims from {len(set(sources))} sources, {wrong} are wrong, and "
            f"{nearly} more hold only under an extra condition. Each comes with its smallest "
            "counterexample and a repair that has been checked as well. Tap one."
        )
        return [nodes.paragraph("", text)]

    def group(self, title: str, items: Iterable[Details], kind: str = "claims") -> list[nodes.Node]:
        """Return a heading and the findings below it, or an empty list if there are no findings."""
        findings = [*items]
        if not findings:
            return []
        heading = nodes.paragraph("", f"{title} ({len(findings)})", classes=["door-group"])
        findings[0]["open"] = True  # expanded, to show readers that entries have details
        return [heading, nodes.container("", *findings, classes=["door-found", f"door-{kind}"])]

    def rest(self, title: str, claims: list[Any]) -> nodes.Node:
        """Return a group of less important findings, collapsed under its title."""
        head = Summary("", f"{title} ({len(claims)})", classes=["door-group"])
        return Details("", head, *self.group(title, map(self.finding, claims))[1:])

    def new(self, claims: list[Any]) -> Iterator[Details]:
        """Yield the book's own theorems, with links to their proofs."""
        for claim in claims:
            for theorem in claim["new"]:
                sign = nodes.inline("", "✓ theorem", classes=["nt-holds"])
                statement = self.inline(theorem["statement"])
                words = nodes.inline("", "Proof")
                proof = link_to(self.env.docname, theorem["label"], "ref", "prf", words)
                head = Summary("", "", nodes.inline("", "", sign, nodes.Text(" "), *statement))
                yield Details("", head, self.links(claim, proof), classes=["nt"])

    def finding(self, claim: dict[str, Any]) -> Details:
        """Return a claim's entry: its statement, the reason for the verdict, and any repair."""
        verdict = f"{claim['sign']} {claim['kind']}"
        statement = nodes.inline(
            "",
            "",
            nodes.inline("", verdict, classes=[f"nt-{claim['verdict']}"]),
            nodes.Text(" "),
            *self.inline(claim["statement"]),
        )
        head = Summary("", "", statement)
        answer = claim["reading"] if claim["verdict"] == "open" else None
        repair = claim["repaired"] and claim["repaired"]["statement"]
        facts = [
            ("Why", claim["because"]),
            ("Smallest case", claim["counterexample"]),
            ("True instead", repair),
            ("Found so far", answer),
        ]
        paragraphs = [
            nodes.paragraph("", "", nodes.strong("", f"{term}: "), *self.inline(text))
            for term, text in facts
            if text
        ]
        return Details("", head, *paragraphs, self.links(claim), classes=["nt"])

    def links(self, claim: dict[str, Any], *links: nodes.Node) -> nodes.Node:
        """Return a paragraph with the given links, a link to a claim, and a link to its chapter."""
        paragraph = nodes.paragraph()
        for link in links:
            paragraph += [link, nodes.Text(" · ")]
        words = nodes.inline("", claim["id"])
        paragraph += link_to(self.env.docname, anchor(claim["id"]), words=words)
        page = self.chapters[claim["chapter"]].page
        paragraph += [nodes.Text(" · "), link_to(self.env.docname, f"/{page}", "doc")]
        return paragraph

    def inline(self, text: str) -> list[nodes.Node]:
        """Parse inline markup, such as formulas."""
        parsed, messages = self.parse_inline(text)
        return [*parsed, *messages]


# --- The page -------------------------------------------------------------------------------------


def write_front_door(app: Sphinx, error: Exception | None) -> None:
    """Write the root page of the site, which redirects to the first page of the book."""
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
    """Set up the extension."""
    app.add_directive("door", Door)
    app.add_directive("puzzle", PuzzleOfTheDay)
    app.add_directive("picture", ProductMap)
    app.add_directive("found", Findings)
    app.connect("build-finished", draw)
    # Run before the extensions that add the content security policy or write their own root page.
    app.connect("build-finished", write_front_door, priority=100)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
