"""Grids, tables, boards and trees as HTML and SVG text that a page or a widget can show.

Every drawing reads without colour and without sight: grids are tables with headers and a caption,
pictures have a title and a description. Colours come from one stylesheet, `STYLE`, which follows
the light or dark theme of the page.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import TypeVar

from nimtwist._checks import whole
from nimtwist.claims.ledger import Finding, Verdict
from nimtwist.game import Solver, Tree
from nimtwist.games._heaps import check_heaps
from nimtwist.games.blocking import (
    BlockingNim,
    BlockingPosition,
    PileGrid,
    box_outcome,
    read_family,
    show_restriction,
    smallest_allowed,
)
from nimtwist.games.nim import Nim, nim_sum

__all__ = [
    "STYLE",
    "Drawing",
    "agreement",
    "badge",
    "binary_columns",
    "compared",
    "family_grids",
    "grid",
    "heaps",
    "in_place",
    "mex_table",
    "nim_position",
    "outcome_tag",
    "panels",
    "table",
    "tree",
    "verdict_card",
]

Position = TypeVar("Position")

STYLE = re.sub(
    r"\s+",
    " ",
    re.sub(r"/\*.*?\*/", "", (files("nimtwist") / "style.css").read_text("utf-8"), flags=re.S),
).strip()
"""The stylesheet of all drawings."""


class Drawing(str):
    """HTML text that a notebook shows as a picture, with its stylesheet.

    >>> Drawing("<b>mex</b>")
    <Drawing of 10 characters>
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<Drawing of {len(self)} characters>"

    def _repr_html_(self) -> str:
        return f"<style>{STYLE}</style>{self}"


def _wrap(inner: str, kind: str) -> Drawing:
    return Drawing(f'<div class="nt {kind}">{inner}</div>')


# A region that scrolls must be reachable by keyboard, and so needs a role and a name.
def _scroll(inner: str, name: str) -> Drawing:
    return Drawing(
        f'<div class="nt nt-scroll" tabindex="0" role="region" aria-label="{escape(name)}">'
        f"{inner}</div>"
    )


def outcome_tag(outcome: str) -> str:
    """Return the letter P or N in its colour, to stand in a line of text.

    >>> outcome_tag("P")
    '<b class="nt-tag nt-P">P</b>'
    """
    return f'<b class="nt-tag nt-{escape(outcome)}">{escape(outcome)}</b>'


def panels(*drawings: str) -> Drawing:
    """Return drawings side by side, one below the other where there is no room."""
    return _wrap("".join(drawings), "nt-panels")


def grid(
    rows: Sequence[Sequence[object]],
    caption: str,
    box: int | None = None,
    marks: Mapping[tuple[int, int], str] | None = None,
    rows_are: str = "first pile",
    columns_are: str = "second pile",
) -> Drawing:
    """Return a grid of cells as a table, its rows and columns numbered from 0.

    `rows` are strings of P and N, or sequences of anything. `box` draws lines around boxes of
    that many rows and columns. `marks` adds a class to a cell: "now", "seen" or "wrong".

    Raises:
        ValueError: if the rows have different lengths.

    >>> "PN" in re.sub("<[^>]*>", "", grid(["PN", "NP"], "two piles"))
    True
    """
    width = len(rows[0]) if rows else 0
    for row in rows:
        if len(row) != width:
            raise ValueError(f"row {row!r} of a grid has {len(row)} cells, and others {width}")
    marks = marks or {}
    head = '<td class="nt-corner"></td>' + "".join(
        f'<th scope="col">{j}</th>' for j in range(width)
    )
    body = [_row(i, row, marks) for i, row in enumerate(rows)]
    step = box or max(len(body), 1)
    groups = "".join(
        f"<tbody>{''.join(body[i : i + step])}</tbody>" for i in range(0, len(body), step)
    )
    columns = "".join(
        f'<colgroup span="{min(step, width - j)}"></colgroup>' for j in range(0, width, step)
    )
    kind = "nt-grid nt-boxed" if box else "nt-grid"
    return _scroll(
        f'<table class="{kind}"><caption>{escape(caption)}</caption>'
        f'<colgroup span="1"></colgroup>{columns}<thead><tr>{head}</tr></thead>'
        f"{groups}</table>",
        f"{caption}; rows: {rows_are}, columns: {columns_are}",
    )


def _row(i: int, row: Sequence[object], marks: Mapping[tuple[int, int], str]) -> str:
    cells = []
    for j, cell in enumerate(row):
        classes = [f"nt-{cell}"] if cell in ("P", "N") else []
        if (i, j) in marks:
            classes.append(f"nt-{marks[i, j]}")
        kind = f' class="{" ".join(classes)}"' if classes else ""
        cells.append(f"<td{kind}>{'' if cell is None else escape(str(cell))}</td>")
    return f'<tr><th scope="row">{i}</th>{"".join(cells)}</tr>'


def agreement(rows: Sequence[str], printed: Sequence[str]) -> str:
    """Return in a sentence how many cells of a grid are as printed.

    Raises:
        ValueError: if the grids have different shapes.

    >>> agreement(["PN", "NP"], ["PN", "NN"])
    '3 of 4 cells as printed'
    """
    cells = [a == b for r, s in zip(rows, printed, strict=True) for a, b in zip(r, s, strict=True)]
    return f"{sum(cells)} of {len(cells)} cells as printed"


def compared(
    rows: Sequence[str], printed: Sequence[str], caption: str, box: int | None = None
) -> Drawing:
    """Return a grid as computed, with a sentence on how many cells are as printed.

    Cells that are not are framed.

    Raises:
        ValueError: if the grids have different shapes.

    >>> "3 of 4 cells as printed" in compared(["PN", "NP"], ["PN", "NN"], "two piles")
    True
    """
    sentence = agreement(rows, printed)
    wrong = {
        (i, j): "wrong"
        for i, (row, line) in enumerate(zip(rows, printed, strict=True))
        for j, (cell, other) in enumerate(zip(row, line, strict=True))
        if cell != other
    }
    return grid(rows, f"{caption}: {sentence}", box, wrong)


def table(header: Sequence[str], rows: Iterable[Sequence[object]], caption: str) -> Drawing:
    """Return a table; the first column heads its row. A cell that is a `Drawing` is HTML.

    >>> "<td>6</td>" in table(["x", "mex"], [[5, 6]], "a table")
    True
    """

    def html(cell: object) -> str:
        return cell if isinstance(cell, Drawing) else escape(str(cell))

    def data(cell: object) -> str:
        kind = f' class="nt-{cell}"' if cell in ("P", "N") else ""
        return f"<td{kind}>{html(cell)}</td>"

    head = "".join(f'<th scope="col">{html(name)}</th>' for name in header)
    body = "".join(
        f'<tr><th scope="row">{html(first)}</th>{"".join(map(data, rest))}</tr>'
        for first, *rest in rows
    )
    return _scroll(
        f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table>",
        caption,
    )


def binary_columns(numbers: tuple[int, ...]) -> Drawing:
    """Return numbers in binary, one below the other, and their nim-sum under the line.

    Raises:
        ValueError: if `numbers` is not a tuple of whole numbers.
    """
    total = nim_sum(check_heaps(numbers))
    places = range(max((*numbers, 1)).bit_length() - 1, -1, -1)

    def digits(number: int) -> list[object]:
        return [number, *(number >> place & 1 for place in places)]

    named = Drawing(f"nim-sum&nbsp;{total}")
    return table(
        ["heap", *(str(1 << place) for place in places)],
        [*map(digits, numbers), [named, *digits(total)[1:]]],
        f"The nim-sum of {', '.join(map(str, numbers))} is {total}",
    )


def mex_table(size: int, step: int) -> Drawing:
    """Return the table of Nim's values for two heaps below `size`, filled as far as `step` cells.

    The cell being filled is marked, and so are the cells of its options, whose mex it is.

    Raises:
        ValueError: if `size` is not a whole number, at least 1, or `step` none from 1 to its
            square.
    """
    size = whole(size, "the size of a table", least=1)
    step = whole(step, "the step", 1, size * size)
    solver, (row, column) = Solver(Nim()), divmod(step - 1, size)
    values = [
        [solver.grundy((i, j)) if i * size + j < step else None for j in range(size)]
        for i in range(size)
    ]
    options = [(option[0], option[1]) for option in Nim().options((row, column))]
    marks = {option: "seen" for option in options} | {(row, column): "now"}
    seen = sorted({solver.grundy(option) for option in options})
    sentence = f"({row}, {column}): mex {{{', '.join(map(str, seen))}}} = {values[row][column]}"
    return grid(values, sentence, marks=marks, rows_are="first heap", columns_are="second heap")


def nim_position(position: tuple[int, ...], solver: Solver[tuple[int, ...]]) -> Drawing:
    """Return a position of Nim: its sticks, its nim-sum, its outcome and the winning moves.

    Outcome and moves are the solver's, from the game itself; the nim-sum stands beside them.

    Raises:
        ValueError: if `position` is not a tuple of whole numbers.
    """
    wins = [
        f"{before - after} from the heap of {before}"
        for option in solver.winning_options(position)
        for before, after in zip(position, option, strict=True)
        if before != after
    ]
    winning = f"to win, take {' or '.join(wins)}" if wins else "no move wins"
    sentence = f"{Nim().show(position)} is {outcome_tag(solver.outcome(position))}: {winning}."
    return _wrap(f"<p>{sentence}</p>{panels(heaps(position), binary_columns(position))}", "")


def heaps(piles: tuple[int, ...]) -> Drawing:
    """Return heaps as rows of sticks.

    Raises:
        ValueError: if `piles` is not a tuple of whole numbers.
    """
    check_heaps(piles)
    height, step = 30, 12
    sticks = "".join(
        f'<text x="0" y="{row * height + 20}">{pile}</text>'
        + "".join(
            f'<rect class="nt-stick" x="{30 + stick * step}" y="{row * height + 4}" width="6" '
            f'height="22" rx="3"/>'
            for stick in range(pile)
        )
        for row, pile in enumerate(piles)
    )
    name = f"Heaps of {', '.join(map(str, piles))}" if piles else "No heaps"
    width = 36 + step * max((*piles, 1))
    return _scroll(_svg(width, height * max(len(piles), 1), name, "", sticks), name)


def _svg(width: float, height: float, title: str, description: str, inner: str) -> str:
    about = f"<desc>{escape(description)}</desc>" if description else ""
    return (
        f'<svg role="img" xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}"><title>{escape(title)}</title>{about}{inner}</svg>'
    )


def tree(
    root: Tree[Position],
    label: Callable[[Tree[Position]], str],
    outcome: Callable[[Position], str] | None = None,
    title: str = "A game tree",
) -> Drawing:
    """Return a game tree, the root at the top, each node with its label and, if given, P or N."""
    high, gap = 62, 14
    nodes: list[str] = []
    edges: list[str] = []
    sentences: list[str] = []
    right = 0.0

    def name(node: Tree[Position]) -> str:
        return label(node) + (f" {outcome(node.position)}" if outcome else "")

    def width(node: Tree[Position]) -> float:
        return 9.0 * len(name(node)) + 16

    def place(node: Tree[Position], depth: int, left: float) -> tuple[float, float]:
        """Draw the subtree from x = left on; return its node's centre and its right edge."""
        nonlocal right
        wide = width(node)
        if node.children:
            centres, edge = [], left
            for child in node.children:
                centre, edge = place(child, depth + 1, edge)
                centres.append(centre)
                edge += gap
            edge -= gap
            middle = (centres[0] + centres[-1]) / 2
            sentences.append(
                f"From {name(node)} to {', '.join(name(child) for child in node.children)}."
            )
        else:
            centres, middle, edge = [], left + wide / 2, left + wide
        middle = max(middle, left + wide / 2)
        edge = max(edge, middle + wide / 2)
        right = max(right, edge)
        top = depth * high + 4
        edges.extend(
            f'<path class="nt-edge" d="M{middle:g} {top + 28}L{centre:g} {top + high}"/>'
            for centre in centres
        )
        kind = f" nt-{outcome(node.position)}" if outcome else ""
        nodes.append(
            f'<rect class="nt-node{kind}" x="{middle - wide / 2:g}" y="{top}" width="{wide:g}" '
            f'height="28" rx="6"/><text class="{kind.strip()}" x="{middle:g}" y="{top + 19}" '
            f'text-anchor="middle">{escape(name(node))}</text>'
        )
        return middle, edge

    place(root, 0, 2)
    tall = _depth(root) * high - high + 40
    inner = "".join(edges + nodes).replace(' class=""', "")
    return _scroll(_svg(right + 2, tall, title, " ".join(reversed(sentences)), inner), title)


def _depth(node: Tree[Position]) -> int:
    return 1 + max(map(_depth, node.children), default=0)


def in_place(
    root: Tree[BlockingPosition], piles: tuple[int, ...], unnamed: bool = False
) -> Callable[[Tree[BlockingPosition]], str]:
    """Return labels for a tree of blocking Nim in which each pile keeps its place.

    Positions have their piles sorted; the source writes them in the order in which they lie on
    the table, which is `piles` at the root. `unnamed` puts a question mark for the restrictions
    below the root. The end of play has a dagger.
    """
    labels: dict[int, str] = {}
    unfinished = [(root, piles)]
    while unfinished:
        node, order = unfinished.pop()
        named = show_restriction(node.position[1])
        end = "" if node.children or unnamed else " †"
        shown = "?" if unnamed and node is not root else f" {named}{end}"
        labels[id(node)] = f"({', '.join(map(str, order))}){shown}"
        unfinished += [(child, _follow(order, child.position[0])) for child in node.children]
    return lambda node: labels[id(node)]


def _follow(order: tuple[int, ...], after: tuple[int, ...]) -> tuple[int, ...]:
    """Return the piles after a move, each in its place; `after` has them sorted."""
    [pile] = (Counter(order) - Counter(after)).elements()
    place = order.index(pile)
    left = (Counter(after) - Counter(order)).elements()
    return (*order[:place], *left, *order[place + 1 :])


def family_grids(modulus: int, family: str, size: int) -> Drawing:
    """Return the outcomes for two piles under each restriction of a family, as a reader types it.

    Boxes are of the smallest unavoidable number; cells in which they are wrong are framed.

    Raises:
        ValueError: if `family` is not as for `read_family`, or has more than 12 restrictions.

    >>> "no cell is wrong" in family_grids(4, "1, 3; 2, 4", 6)
    True
    """
    rules = BlockingNim(modulus, read_family(family))
    if len(rules.family) > 12:
        raise ValueError(f"{len(rules.family)} restrictions are too many to draw: at most 12")
    cells, box = PileGrid(rules, size), rules.smallest_unavoidable
    grids, all_wrong = [], 0
    for forbidden in rules.family:
        rows, least = cells.rows(forbidden), smallest_allowed(modulus, forbidden)
        wrong = {
            (i, j): "wrong"
            for i, row in enumerate(rows)
            for j, outcome in enumerate(row)
            if outcome != box_outcome((i, j), box, least)
        }
        all_wrong += len(wrong)
        named = show_restriction(forbidden) or "nothing forbidden"
        grids.append(grid(rows, named, box if isinstance(box, int) else None, wrong))
    boxes = (
        "Some restriction forbids every number."
        if box == math.inf
        else f"The smallest unavoidable number is {box}."
    )
    found = f"{all_wrong} cells are wrong" if all_wrong else "no cell is wrong"
    return _wrap(f"<p>{boxes} With boxes of that size, {found}.</p>{panels(*grids)}", "nt-family")


_SIGNS = {"holds": "✓", "refuted": "✗", "conditional": "◐", "cited": "❝", "open": "○"}


def badge(verdict: str) -> str:
    """Return a verdict of the ledger as a badge.

    Raises:
        ValueError: if it is none of holds, refuted, conditional, cited, open.

    >>> badge("holds")
    '<span class="nt-badge nt-holds">✓ holds</span>'
    """
    if verdict not in _SIGNS:
        raise ValueError(f"a verdict is one of {', '.join(_SIGNS)}, not {verdict!r}")
    return f'<span class="nt-badge nt-{verdict}">{_SIGNS[verdict]} {verdict}</span>'


def verdict_card(verdict: Verdict) -> Drawing:
    """Return what the ledger found about a claim: verdict, range, cases, control, repair."""

    def counted(finding: Finding) -> str:
        failures = f"{finding.failures:,} of them fail" if finding.failures else "none fails"
        return f"{finding.cases:,} cases, {failures}"

    printed, repaired = verdict.printed, verdict.repaired
    lines = [("checked", printed.range), ("found", counted(printed))]
    if printed.counterexample:
        lines.append(("smallest", printed.counterexample))
    if verdict.reading != "as printed":
        lines.append(("stands if" if repaired else "note", verdict.reading))
    if repaired:
        lines.append(("repaired", repaired.statement))
        lines.append(("checked", repaired.range))
        lines.append(("found", counted(repaired)))
    refuted = "refuted, as it must be" if verdict.control else "NOT refuted"
    lines.append(("control", f"{verdict.claim.control.statement} — {refuted}"))
    items = "".join(f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in lines)
    return _wrap(
        f"<p><code>{escape(verdict.claim.id)}</code> {badge(verdict.verdict)}</p><dl>{items}</dl>",
        "nt-card",
    )
