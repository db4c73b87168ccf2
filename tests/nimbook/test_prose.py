"""Tests of running text: typed-in results, citations, lists, raw outputs and false statements.

A cell, or a role such as `known`, produces most results in the text. The others are computed here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from itertools import pairwise, product
from pathlib import Path

import nbformat
import pytest

from nimbook import aes
from nimbook.atlas import ATLAS, modulo_6
from nimbook.claims.seams import certificate
from nimbook.claims.stones import WORKED
from nimtwist import BlockingNim, Kayles, Nim, Octal, PolyMuM, Solver, Stones, podium
from nimtwist.algebra import is_irreducible
from nimtwist.atlas import table
from nimtwist.atlas.families import read_family
from nimtwist.misere import misere_quotient
from nimtwist.ordinal import kappa
from tests.lib.chapters import from_chapter
from tests.lib.verdicts import checked, with_the_ledger

WORDS = {1: "one", 2: "two", 3: "three", 12: "twelve"}
LONGEST = "1,4; 1,5; 3,4; 3,5; 4,5"


NOTEBOOKS = sorted(Path("notebooks").glob("*.ipynb"))
CLAIMS = sorted(Path("src/nimbook/claims").glob("*.toml"))
PAGES = [*sorted(Path("book").glob("**/*.md")), *sorted(Path("src/nimbook/exercises").glob("*.md"))]


def parts_of(path: Path, *kinds: str) -> list[str]:
    """Return the sources of the cells of a notebook, or the text of another file."""
    if path.suffix != ".ipynb":
        return [path.read_text("utf8")]
    cells = nbformat.read(path, as_version=4).cells
    return [cell.source for cell in cells if not kinds or cell.cell_type in kinds]


def opening() -> tuple[object, ...]:
    nim, start = Solver(Nim()), (3, 4, 5)
    return WORDS[len(nim.rules.options(start))], WORDS[len(nim.winning_options(start))]


def stones() -> tuple[object, ...]:
    return len(Stones().options(WORKED)), len([*Stones().closed_form.winning_moves(WORKED)])


def winning_byte() -> tuple[object, ...]:
    rules = PolyMuM(aes.FIELD.polynomial)
    smaller = range(1, 255)
    winning = [heap for heap in smaller if rules.product((83, heap)) == 1]
    return len(smaller), WORDS[len(winning)], winning[0]


def octics() -> tuple[object, ...]:
    return (sum(map(is_irreducible, range(1 << 8, 2 << 8))),)


def dark_columns() -> tuple[object, ...]:
    cases = [*product(range(2, 7), range(8))]
    dark = [fourth for n, fourth in cases if not any(podium.delta((5, 5, 5, fourth), n))]
    return WORDS[len(dark)], len(cases), WORDS[dark.count(5)], WORDS[len(dark)]


def third_heaps() -> tuple[object, ...]:
    game = Solver(BlockingNim(6, [{2, 3, 6}, {1, 3, 4, 6}]))
    outcomes = (game.outcome(((2, 5, third), frozenset({2, 3, 6}))) for third in (11, 14, 17))
    return tuple({"N": "an N", "P": "a P"}[outcome] for outcome in outcomes)


def longest() -> tuple[object, ...]:
    [row] = [row for row in table.read(ATLAS).lines if row["antichain"] == LONGEST]
    return f"{row['period']:,}", f"{len(row['certificate']):,}"


def recurrence() -> tuple[object, ...]:
    row, period = from_chapter("12", "recurrence")(read_family(5, LONGEST), 150_000)
    return f"{row:,}", f"{period:,}"


def boxes_modulo_6() -> tuple[object, ...]:
    found = modulo_6()
    unsolved = found["census"]["boxes"] - found["run"]["settled"]["boxes"]
    return WORDS[unsolved], WORDS[unsolved]


def last_quotient_of_kayles() -> tuple[object, ...]:
    orders = {row: misere_quotient(Kayles(), range(row + 1)).order for row in (26, 27, 60)}
    return (min(row for row, order in orders.items() if order == orders[60]),)


def quotients_of_dawsons_kayles() -> tuple[object, ...]:
    orders = [misere_quotient(Octal("0.07"), range(row + 1)).order for row in (20, 24)]
    return 24, max(orders)


def games_in_the_atlas() -> tuple[object, ...]:
    games = Counter(row["modulus"] for row in table.read(ATLAS).lines)
    numbers = [games[modulus] for modulus in range(1, 6)] + [modulo_6()["census"]["games"]]
    return sum(numbers[:4]), ", ".join(f"{number:,}" for number in numbers[:5]), f"{numbers[5]:,}"


SENTENCES: list[tuple[str, str, Callable[[], tuple[object, ...]]]] = [
    ("01", "Of your {} first moves, only {} wins.", opening),
    ("04", "You have {} legal moves, and {} of them win.", stones),
    ("04", "this method takes {} divisions, instead", lambda: (sum(map(min, WORKED)),)),
    ("08", "Of the {} ways to reduce the larger heap, only {} wins: leaving {}.", winning_byte),
    ("08", "There are {} irreducible polynomials of degree 8 alone.", octics),
    ("08", "There are {} irreducible polynomials of degree 8. Take another", octics),
    ("10", "has $2^{{{}}}$ elements", lambda: (kappa(23).degree(),)),
    ("11", "in {} of the {} cases in the explorer, and in {} of these {}", dark_columns),
    (
        "12",
        "11 gives {}-position, a third heap of 14 {}-position, a third heap of 17 {}",
        third_heaps,
    ),
    ("12", "120 and {}, in agreement with the certificates. The second certificate is {}", longest),
    (
        "12",
        "run for {} rows before they start to repeat, and then repeat every {} rows",
        recurrence,
    ),
    ("12", "For {} games of boxes, which Theorem 2", boxes_modulo_6),
    ("12", "the first table counts {} more games of boxes than the second", boxes_modulo_6),
    ("13", "the quotient of Kayles grows, but only up to {} pins", last_quotient_of_kayles),
    ("13", "up to {} pins, which have up to {} elements", quotients_of_dawsons_kayles),
    ("atlas", "each of the {0} games has a certificate", games_in_the_atlas),
    ("atlas", "There are {1} and {2} games modulo 1, 2, 3, 4, 5 and 6", games_in_the_atlas),
    (
        "seams",
        "{} mumbers determine all others, and a short program checks that each of these {}",
        lambda: 2 * (len(certificate(11, 2).mumbers),),
    ),
]
"""Sentences with braces in place of the numbers, each with its chapter or its file of claims."""


def text_of(name: str) -> str:
    """Return the running text of a chapter or of a file of claims, on a single line."""
    [path] = [path for path in [*NOTEBOOKS, *CLAIMS] if name in (path.stem, path.stem[:2])]
    return " ".join(" ".join(parts_of(path, "markdown")).split())


@pytest.mark.parametrize(
    ("name", "sentence", "compute"),
    [
        pytest.param(
            *each,
            marks=[pytest.mark.full] * (each[2] is recurrence),
            id=f"{each[0]}-{each[1][:30]}",
        )
        for each in SENTENCES
    ],
)
def test_sentence(name: str, sentence: str, compute: Callable[[], tuple[object, ...]]) -> None:
    numbers = compute()
    assert sentence.format(*numbers) in text_of(name), numbers


# The book has theorems, figures and tables with such numbers, too.
CITED = re.compile(
    r"\b(Theorem|Lemma|Proposition|Corollary|Observation|Definition|Example|Figure|[Tt]able)"
    r" \d+(\.\d+)?\b"
)
OWNED = re.compile(r"(['’]s|\bits|Gavel and Strimling,) $")
OWNER_FOLLOWS = re.compile(
    r"( \([a-c]\)( and \([a-c]\))?|, [\w ]+,)? of (Gavel and Strimling|the preprint)"
)


@pytest.mark.parametrize("path", [*NOTEBOOKS, *PAGES, *CLAIMS], ids=lambda path: path.stem)
def test_numbered_statements_of_sources_are_ascribed(path: Path) -> None:
    ambiguous = []
    for part in parts_of(path):
        text = re.sub(r"\{[\w:]+\}`[^`]*`", "", " ".join(part.split()))
        for found in CITED.finditer(text):
            before, after = text[: found.start()], text[found.end() :]
            if not OWNED.search(before) and not OWNER_FOLLOWS.match(after):
                ambiguous.append(f"{before[-40:]}{found[0]}{after[:40]}")
    assert ambiguous == []


MARKER = re.compile(r" {0,3}(1[.)] |[-+*>] |#+ |=+$|-+$)")
NOT_PROSE = re.compile(r"(?ms)^ *(```|\$\$|<script).*?(```|\$\$|</script>)|\A---$.*?^---$")


@pytest.mark.parametrize("path", [*NOTEBOOKS, *PAGES], ids=lambda path: path.stem)
def test_no_line_of_a_paragraph_begins_a_list_or_heading(path: Path) -> None:
    """A line that Markdown reads as a list or a heading must not continue a sentence."""
    accidents = []
    for part in parts_of(path, "markdown"):
        for block in re.split(r"\n\s*\n", NOT_PROSE.sub("", part)):
            first, *_ = lines = block.strip("\n").split("\n")
            if not re.match(r" *([-+*:|<(\[{#]|\d+[.)] )", first):
                pairs = [pair for pair in pairwise(lines) if MARKER.match(pair[1])]
                accidents += [pair for pair in pairs if not re.search(r"[.:;?!”*)]$", pair[0])]
    assert accidents == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_no_output_is_a_raw_container(path: Path) -> None:
    """Show a result as a sentence or a table, not as a Python dictionary, tuple or set."""
    raw = [
        output.data["text/plain"]
        for cell in nbformat.read(path, as_version=4).cells
        for output in cell.get("outputs", ())
        if [*output.get("data", ())] == ["text/plain"]
        and output.data["text/plain"].startswith(("(", "{"))
    ]
    assert raw == []


BOX = re.compile(r":::\{prf:(?!proof)\w+\}.*?\n:::", re.DOTALL)
CLAIM = re.compile(r"\{claim\}`([^`]+)`")


def boxes(text: str) -> list[tuple[str, str]]:
    """Return each box (theorem, lemma, definition, …) and the text between it and the next box."""
    starts = [*BOX.finditer(text)]
    ends = [*(box.start() for box in starts[1:]), len(text)]
    return [(box[0], text[box.end() : end]) for box, end in zip(starts, ends, strict=True)]


@with_the_ledger
@pytest.mark.parametrize("path", NOTEBOOKS[:-1], ids=lambda path: path.stem)
def test_false_printed_statements_are_outside_theorem_boxes(path: Path) -> None:
    text = "\n\n".join(parts_of(path, "markdown"))  # the workbench, the last one, has no theorems
    theorems = boxes(text)
    assert theorems
    before = text[: text.index(theorems[0][0])]
    for box, after in theorems:
        false = [
            id_
            for id_ in CLAIM.findall(box)
            if checked(id_).verdict.verdict in ("refuted", "conditional")
        ]
        assert not re.search("as printed", box, re.IGNORECASE), box
        # The statement as printed may also come before the box that contains its repair.
        assert not false or "s printed*" in after or "s printed*" in before[-1500:], (false, box)
        before += box + after
