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
from typing import Any, TypeVar

from nimtwist._checks import check_callable, whole
from nimtwist.claims.ledger import SIGNS, Verdict
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


# What a page can show; beyond, a browser and its reader would be lost.
_MOST_ROWS = 64
_MOST_STICKS = 500
_MOST_LEVELS = 64
_MOST_NODES = 2_000


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


def plain_text(value: object, name: str) -> str:
    """Return `value` if it is a `str`; a `ValueError` quotes what is not."""
    if not isinstance(value, str):
        raise ValueError(f"{name} must be text, not {value!r}")
    return value


def _listed(values: object, name: str) -> list[Any]:
    try:
        return list(values)  # type: ignore[call-overload, no-any-return]
    except TypeError:
        raise ValueError(f"{name} must be a sequence, not {values!r}") from None


# What scrolls where it does not fit must have a name; the page makes it reachable by keyboard.
def _scroll(inner: str, name: str) -> Drawing:
    return Drawing(
        f'<div class="nt nt-scroll" role="group" aria-label="{escape(name)}">{inner}</div>'
    )


def outcome_tag(outcome: str) -> str:
    """Return the letter P or N in its colour, to stand in a line of text.

    Raises:
        ValueError: if `outcome` is anything else.

    >>> outcome_tag("P")
    '<b class="nt-tag nt-P">P</b>'
    """
    if outcome not in ("P", "N"):
        raise ValueError(f"an outcome is 'P' or 'N', not {outcome!r}")
    return f'<b class="nt-tag nt-{outcome}">{outcome}</b>'


def panels(*drawings: str) -> Drawing:
    """Return drawings side by side, one below the other where there is no room.

    Raises:
        ValueError: if one of them is not text.
    """
    return _wrap("".join(plain_text(drawing, "a drawing") for drawing in drawings), "nt-panels")


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
        ValueError: if the rows have different lengths, a mark is not in the grid, or an argument
            is not of its kind.

    >>> "PN" in re.sub("<[^>]*>", "", grid(["PN", "NP"], "two piles"))
    True
    """
    listed = [_listed(row, "a row of a grid") for row in _listed(rows, "the rows of a grid")]
    width = len(listed[0]) if listed else 0
    if any(len(row) != width for row in listed):
        raise ValueError(f"the rows of a grid must have one length, not as in {rows!r}")
    plain_text(caption, "the caption of a grid")
    box = None if box is None else whole(box, "the size of a box", least=1)
    marks = _check_marks(marks, rows, width) if marks is not None else {}
    head = '<td class="nt-corner"></td>' + "".join(
        f'<th scope="col">{j}</th>' for j in range(width)
    )
    body = [_row(i, row, marks) for i, row in enumerate(listed)]
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


def _check_marks(
    marks: object, rows: Sequence[object], width: int
) -> Mapping[tuple[int, int], str]:
    if not isinstance(marks, Mapping):
        raise ValueError(f"marks must be a mapping of cells, not {marks!r}")
    cells = {(i, j) for i in range(len(rows)) for j in range(width)}
    for cell, mark in marks.items():
        if cell not in cells or mark not in ("now", "seen", "wrong"):
            raise ValueError(
                f"cells of {rows!r} are marked 'now', 'seen' or 'wrong', not as in {marks!r}"
            )
    return marks


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
    ours = [_listed(row, "a row of a grid") for row in _listed(rows, "a grid")]
    theirs = [_listed(row, "a row of a grid") for row in _listed(printed, "a grid")]
    if list(map(len, ours)) != list(map(len, theirs)):
        raise ValueError(f"grids of different shapes cannot agree: {rows!r} and {printed!r}")
    cells = [a == b for r, s in zip(ours, theirs, strict=True) for a, b in zip(r, s, strict=True)]
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

    Raises:
        ValueError: if a row is not as long as the header, or an argument is not of its kind.

    >>> "<td>6</td>" in table(["x", "mex"], [[5, 6]], "a table")
    True
    """
    names = _listed(header, "the header of a table")
    listed = []
    for row in _listed(rows, "the rows of a table"):
        listed.append(_listed(row, "a row of a table"))
        if len(listed[-1]) != len(names) or not names:
            raise ValueError(f"row {row!r} of a table does not fit the header {header!r}")
    plain_text(caption, "the caption of a table")

    def html(cell: object) -> str:
        return cell if isinstance(cell, Drawing) else escape(str(cell))

    def data(cell: object) -> str:
        kind = f' class="nt-{cell}"' if cell in ("P", "N") else ""
        return f"<td{kind}>{html(cell)}</td>"

    head = "".join(f'<th scope="col">{html(name)}</th>' for name in names)
    body = "".join(
        f'<tr><th scope="row">{html(first)}</th>{"".join(map(data, rest))}</tr>'
        for first, *rest in listed
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
        ValueError: if `size` is not a whole number from 1 to 64, or `step` none from 1 to its
            square.
    """
    size = whole(size, "the size of a table", 1, _MOST_ROWS)
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
        ValueError: if `position` is not as for `heaps`, or `solver` is not a solver of Nim.
    """
    if not isinstance(solver, Solver) or not isinstance(solver.rules, Nim):
        raise ValueError(f"a position of Nim needs a solver of Nim, not {solver!r}")
    sticks = heaps(position)
    wins = [
        f"{before - after} from the heap of {before}"
        for option in solver.winning_options(position)
        for before, after in zip(position, option, strict=True)
        if before != after
    ]
    winning = f"to win, take {' or '.join(wins)}" if wins else "no move wins"
    sentence = f"{Nim().show(position)} is {outcome_tag(solver.outcome(position))}: {winning}."
    return _wrap(f"<p>{sentence}</p>{panels(sticks, binary_columns(position))}", "")


def heaps(piles: tuple[int, ...]) -> Drawing:
    """Return heaps as rows of sticks.

    Raises:
        ValueError: if `piles` is not a tuple of whole numbers, or has more than 500 sticks.
    """
    if sum(check_heaps(piles)) > _MOST_STICKS:
        raise ValueError(f"{piles!r} are too many sticks to draw: at most {_MOST_STICKS}")
    height, step = 30, 12
    sticks = "".join(
        f'<text x="0" y="{row * height + 20}">{pile}</text>'
        f'<path class="nt-stick" d="M{33 - step} {row * height + 7}{f"m{step} 0v16m0-16" * pile}"/>'
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
    """Return a game tree, the root at the top, each node with its label and, if given, P or N.

    Raises:
        ValueError: if the tree has more than 64 levels or 2000 nodes, or an argument is not of
            its kind.
    """
    levels = _levels(root)
    check_callable(label, "label", "one tree")
    if outcome is not None:
        check_callable(outcome, "outcome", "one position")
    plain_text(title, "the title of a tree")
    high, gap = 62, 14
    nodes: list[str] = []
    edges: list[str] = []
    sentences: list[str] = []
    right = 0.0

    def name(node: Tree[Position]) -> str:
        named = plain_text(label(node), "the label of a node")
        return f"{named} {outcome(node.position)}" if outcome else named

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
    tall = levels * high - high + 40
    inner = "".join(edges + nodes).replace(' class=""', "")
    return _scroll(_svg(right + 2, tall, title, " ".join(reversed(sentences)), inner), title)


def _levels(root: Tree[Position]) -> int:
    """Return how many levels a tree has; a `ValueError` if it is none, or too large to draw."""
    level, levels, nodes = [root], 0, 0
    while level:
        for node in level:
            if not isinstance(node, Tree):
                raise ValueError(f"a game tree is a Tree of Trees, not {node!r}")
        levels, nodes = levels + 1, nodes + len(level)
        if levels > _MOST_LEVELS or nodes > _MOST_NODES:
            raise ValueError(
                f"the tree of {root.position!r} is too large to draw: at most {_MOST_LEVELS} "
                f"levels and {_MOST_NODES} nodes"
            )
        level = [child for node in level for child in node.children]
    return levels


def in_place(
    root: Tree[BlockingPosition], piles: tuple[int, ...], unnamed: bool = False
) -> Callable[[Tree[BlockingPosition]], str]:
    """Return labels for a tree of blocking Nim in which each pile keeps its place.

    Positions have their piles sorted; the source writes them in the order in which they lie on
    the table, which is `piles` at the root. `unnamed` puts a question mark for the restrictions
    below the root. The end of play has a dagger.

    Raises:
        ValueError: if the tree is too large to draw, or not one of blocking Nim that begins with
            these piles.
    """
    _levels(root)
    order = tuple(filter(None, check_heaps(piles)))
    if Counter(order) != Counter(_piles(root.position)):
        raise ValueError(f"piles of {piles} are not those of {root.position!r}")
    labels: dict[int, str] = {}
    unfinished = [(root, order)]
    while unfinished:
        node, order = unfinished.pop()
        named = show_restriction(node.position[1])
        end = "" if node.children or unnamed else " †"
        shown = "?" if unnamed and node is not root else f" {named}{end}"
        labels[id(node)] = f"({', '.join(map(str, order))}){shown}"
        unfinished += [(child, _follow(order, child.position)) for child in node.children]
    return lambda node: labels[id(node)]


def _follow(order: tuple[int, ...], position: object) -> tuple[int, ...]:
    """Return the piles after a move to a position, each in its place."""
    piles = Counter(_piles(position))
    gone, left = Counter(order) - piles, piles - Counter(order)
    if gone.total() != 1 or left.total() > 1:
        raise ValueError(f"no move leads from piles of {order} to {position!r}")
    [pile] = gone
    place = order.index(pile)
    return (*order[:place], *left, *order[place + 1 :])


def _piles(position: object) -> tuple[int, ...]:
    if not isinstance(position, tuple) or len(position) != 2:
        raise ValueError(f"position {position!r} is not a pair (piles, forbidden)")
    return tuple(filter(None, check_heaps(position[0])))


def family_grids(modulus: int, family: str, size: int) -> Drawing:
    """Return the outcomes for two piles under each restriction of a family, as a reader types it.

    Boxes are of the smallest unavoidable number; cells in which they are wrong are framed.

    Raises:
        ValueError: if `family` is not as for `read_family`, or has more than 12 restrictions, or
            `size` is not a whole number from 1 to 64.

    >>> "no cell is wrong" in family_grids(4, "1, 3; 2, 4", 6)
    True
    """
    rules = BlockingNim(modulus, read_family(family))
    size = whole(size, "the size of a grid", 1, _MOST_ROWS)
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
        "Some restriction forbids every number. With one box for everything,"
        if box == math.inf
        else f"The smallest unavoidable number is {box}. With boxes of that size,"
    )
    found = f"{all_wrong or 'no'} cell{'s are' if all_wrong > 1 else ' is'} wrong"
    return _wrap(f"<p>{boxes} {found}.</p>{panels(*grids)}", "nt-family")


def badge(verdict: str) -> str:
    """Return a verdict of the ledger as a badge.

    Raises:
        ValueError: if it is none of holds, refuted, conditional, cited, open.

    >>> badge("holds")
    '<span class="nt-badge nt-holds">✓ holds</span>'
    """
    if not isinstance(verdict, str) or verdict not in SIGNS:
        raise ValueError(f"a verdict is one of {', '.join(SIGNS)}, not {verdict!r}")
    return f'<span class="nt-badge nt-{verdict}">{SIGNS[verdict]} {verdict}</span>'


def verdict_card(verdict: Verdict) -> Drawing:
    """Return what the ledger found about a claim: verdict, range, cases, control, repair.

    Raises:
        ValueError: if `verdict` is not a `Verdict`.
    """
    if not isinstance(verdict, Verdict):
        raise ValueError(f"a card is of a Verdict, not of {verdict!r}")
    items = "".join(
        f"<dt>{escape(term)}</dt><dd>{escape(description)}</dd>"
        for term, description in verdict.facts
    )
    return _wrap(
        f"<p><code>{escape(verdict.claim.id)}</code> {badge(verdict.verdict)}</p><dl>{items}</dl>",
        "nt-card",
    )
