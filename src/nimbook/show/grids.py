"""HTML grids and tables, with headers and captions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from itertools import islice
from typing import Any

from nimbook.show._base import Drawing, scroll, wrap
from nimbook.show.answers import Answers, Cell, Formula, How, answers
from nimtwist.game import Ruleset, canonical
from nimtwist.games.nim import nim_sum
from nimtwist.protocol import feature

__all__ = [
    "Formula",
    "agreement",
    "binary_columns",
    "cell_table",
    "grid",
    "outcome_tag",
    "panels",
    "table",
]


def outcome_tag(outcome: str) -> str:
    """Return the letter P or N in its colour, for use in running text.

    >>> outcome_tag("P")
    '<b class="nt-tag nt-P">P</b>'
    """
    return f'<b class="nt-tag nt-{outcome}">{outcome}</b>'


def panels(*drawings: str) -> Drawing:
    """Return the drawings arranged side by side, in several rows if there is not enough room."""
    return wrap("".join(drawings), "nt-panels")


def grid(
    value: Callable[..., object],
    rows: Iterable[Any],
    columns: Iterable[Any] | None = None,
    caption: str = "",
    *,
    rules: Ruleset[Any] | None = None,
    position: Callable[[Any, Any], Any] | None = None,
    option_value: Callable[[Any], object] | None = None,
    show: Callable[[Any], str] | None = None,
    theory: Callable[[Any, Any], object] | Sequence[Sequence[object]] | None = None,
    claim: str = "claimed",
    formula: Formula | None = None,
    marks: Mapping[Cell, str] | None = None,
    box: int | None = None,
    filled: int | None = None,
    how: How | None = None,
    name: str = "",
    cell_name: str = "",
    number: int = 0,
    row_label: str = "first heap",
    column_label: str = "second heap",
) -> Drawing:
    """Return a grid of the values of a function of two coordinates, or of the positions of a game.

    Args:
        value: a function of the labels of a row and a column; or, with `rules`, a function that
            takes a position and returns "P" or "N", a Grundy value, or a podium rank.
        rows: the labels of the rows.
        columns: the labels of the columns; by default, those of the rows.
        caption: the caption.
        rules: the game, for a grid of positions. Such a grid is interactive: selecting a cell marks
            its options, highlights the options that decide its value, and explains this value.
        position: a function that returns the position for the labels of a row and a column, in
            canonical form; by default, the labels are the sizes of two heaps.
        option_value: a function that returns the value of a position when a move leads to it, if
            that differs from the value in its cell. The value may be followed by a space and some
            words, which are quoted in the explanation.
        show: a function that returns the name of a position outside the grid; the default is
            `rules.show`.
        theory: a function that returns the claimed value for the labels of a row and a column; or
            the claimed values, row by row. Cells that differ from the theory are framed, and the
            caption counts the cells that agree with it.
        claim: the caption's words, after "as", for cells that agree with the theory, for example
                "claimed" or "in the article".
        formula: a formula to be quoted in the explanation of each cell.
        marks: CSS classes of individual cells ("now", "seen" or "wrong"), keyed by the indices
            (row, column); they take precedence over frames.
        box: the number of rows and columns in each box; boxes are outlined.
        how: "outcome", "mex" or "rank", if the values alone do not show how a cell follows from its
            options; or "product", for a table of nim-products without `rules`.
        filled: the number of cells to fill, row by row; by default, all cells are filled.
        name: the name by which the text refers to cells of this grid.
        cell_name: a template for the name of a cell, with `{row}` and `{column}`.
        number: the number of players, for podium ranks; or the modulus, for mumbers.
        row_label: the meaning of the rows.
        column_label: the meaning of the columns.

    >>> from nimtwist import Nim, Solver
    >>> nim = grid(
    ...     Solver(Nim()).grundy, range(8), caption="Nim", rules=Nim(), theory=lambda a, b: a ^ b
    ... )
    >>> "Nim: all 64 cells as claimed" in nim
    True
    >>> "5 of 9 cells as claimed" in grid(int.__xor__, range(3), theory=lambda a, b: a - b)
    True
    """
    heads = list(rows)
    tops = heads if columns is None else list(columns)
    all_pairs = {(i, j): (a, b) for i, a in enumerate(heads) for j, b in enumerate(tops)}
    pairs = dict(islice(all_pairs.items(), filled))
    responses = None
    predicted = {cell: formula.value(a, b) for cell, (a, b) in pairs.items()} if formula else {}
    if rules is None:
        cells = {cell: value(a, b) for cell, (a, b) in pairs.items()}
        if how:
            responses = Answers(
                how, name=name, label=cell_name, formula=formula, formula_values=predicted
            )
    else:
        at = position or (lambda a, b: canonical(rules, (a, b)))
        positions = {cell: at(a, b) for cell, (a, b) in pairs.items()}
        memo = {here: value(here) for here in dict.fromkeys(positions.values())}
        cells = {cell: memo[here] for cell, here in positions.items()}
        outcomes = all(cell in ("P", "N") for cell in cells.values())
        responses = answers(
            how or ("outcome" if outcomes else "rank" if "P" in cells.values() else "mex"),
            rules,
            positions,
            option_value or (lambda here: memo[here] if here in memo else value(here)),
            show or feature(rules, "show") or str,
            name=name,
            label=cell_name,
            number=number,
            formula=formula,
            formula_values=predicted,
        )
    values_by_row = [[cells.get((i, j)) for j in range(len(tops))] for i in range(len(heads))]
    wrong = {}
    if theory is not None:
        claimed = [[theory(a, b) for b in tops] for a in heads] if callable(theory) else theory
        caption = f"{caption}: {agreement(values_by_row, claimed, claim)}".removeprefix(": ")
        wrong = {(i, j): "wrong" for i, j in cells if values_by_row[i][j] != claimed[i][j]}
    return cell_table(
        values_by_row,
        caption,
        box,
        wrong | dict(marks or {}),
        row_label,
        column_label,
        heads,
        tops,
        responses,
    )


def cell_table(
    rows: Sequence[Sequence[object]],
    caption: str,
    box: int | None = None,
    marks: Mapping[Cell, str] | None = None,
    row_label: str = "first heap",
    column_label: str = "second heap",
    labels: Sequence[object] | None = None,
    columns: Sequence[object] | None = None,
    answers: Answers | None = None,
    points: bool = False,
) -> Drawing:
    """Return a grid of the given cells, with rows and columns numbered from 0.

    Args:
        rows: strings of P and N, or sequences of other cells.
        caption: the caption.
        box: the number of rows and columns in each box; boxes are outlined.
        marks: CSS classes of individual cells ("now", "seen" or "wrong"), keyed by (row, column).
        row_label: the meaning of the rows.
        column_label: the meaning of the columns.
        labels: the labels of the rows, used instead of their numbers.
        columns: the labels of the columns, used instead of their numbers.
        answers: explanations of the cells; one is shown when a reader selects its cell.
        points: whether the cells are the intersections of a board. If so, rows are numbered from
            the bottom up, and the column labels are below the last row.

    >>> import re
    >>> "PN" in re.sub("<[^>]*>", "", cell_table(["PN", "NP"], "two heaps"))
    True
    """
    width, marks = len(rows[0]) if rows else 0, marks or {}
    heads, tops = labels or range(len(rows)), columns or range(width)
    head = '<td class="nt-corner"></td>' + "".join(
        f'<th scope="col">{escape(str(name))}</th>' for name in tops
    )
    body = []
    for i, (name, row) in enumerate(zip(heads[::-1] if points else heads, rows, strict=True)):
        cells = "".join(_data(cell, marks.get((i, j), "")) for j, cell in enumerate(row))
        body.append(f'<tr><th scope="row">{escape(str(name))}</th>{cells}</tr>')
    step = box or max(len(body), 1)
    groups = "".join(
        f"<tbody>{''.join(body[i : i + step])}</tbody>" for i in range(0, len(body), step)
    )
    column_groups = "".join(
        f'<colgroup span="{min(step, width - j)}"></colgroup>' for j in range(0, width, step)
    )
    kind = f"nt-grid{' nt-boxed' if box else ''}{' nt-points' if points else ''}"
    attributes = f' style="--nt-columns: {width}"' + (answers.attributes(rows) if answers else "")
    axes = f"{escape(row_label)} {'↑' if points else '↓'} {escape(column_label)} →"
    return scroll(
        f'<table class="{kind}"{attributes}><caption>{escape(caption)}'
        f'<span class="nt-axes">{axes}</span></caption>'
        f'<colgroup span="1"></colgroup>{column_groups}<thead><tr>{head}</tr></thead>'
        f"{groups}</table>",
        caption,
    )


def agreement(
    rows: Sequence[Sequence[object]], printed: Sequence[Sequence[object]], claim: str = "printed"
) -> str:
    """Return a phrase that says how many cells of a grid agree with the printed ones.

    If some do not, the phrase adds that they are framed, as in `grid`.

    >>> agreement(["PN", "NP"], ["PN", "NN"])
    '3 of 4 cells as printed, others framed'
    """
    cells = [a == b for r, s in zip(rows, printed, strict=True) for a, b in zip(r, s, strict=True)]
    count = "all" if all(cells) else f"{sum(cells)} of"
    framed = "" if all(cells) else ", others framed"
    return f"{count} {len(cells)} cells as {claim}{framed}"


def table(header: Sequence[str], rows: Iterable[Sequence[object]], caption: str) -> Drawing:
    """Return a table whose first column contains row headers. Cells may be `Drawing` objects.

    >>> "<td>6</td>" in table(["x", "mex"], [[5, 6]], "a table")
    True
    """
    head = "".join(  # the corner is not a header
        f'<th scope="col">{_html(name)}</th>' if name != "" else "<td></td>" for name in header
    )
    body = "".join(
        f'<tr><th scope="row">{_html(first)}</th>{"".join(map(_data, rest))}</tr>'
        for first, *rest in rows
    )
    return scroll(
        f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table>",
        caption,
    )


def binary_columns(numbers: Sequence[int]) -> Drawing:
    """Return a table of the numbers in binary, with their nim-sum in the last row.

    >>> "9 ⊕ 3 = 10, in binary" in binary_columns((9, 3))
    True
    """
    total = nim_sum(numbers)
    places = range(max(*numbers, 1).bit_length() - 1, -1, -1)

    def digits(number: int) -> list[int]:
        return [number >> place & 1 for place in places]

    return table(
        ["heap", *(str(1 << place) for place in places)],
        [
            *([number, *digits(number)] for number in numbers),
            [Drawing(f"nim-sum&nbsp;{total}"), *digits(total)],
        ],
        f"The nim-sum {' ⊕ '.join(map(str, numbers))} = {total}, in binary",
    )


def _data(cell: object, mark: str = "") -> str:
    """Return a table cell, with a class for its outcome and a class for its mark."""
    kinds = [str(cell)] if cell in ("P", "N") else []
    classes = " ".join(f"nt-{kind}" for kind in [*kinds, mark] if kind)
    kind = f' class="{classes}"' if classes else ""
    return f"<td{kind}>{'' if cell is None else _html(cell)}</td>"


def _html(cell: object) -> str:
    """Return the content of a cell as HTML; allow line breaks in long words, but not in tuples."""
    if isinstance(cell, Drawing):
        return cell
    text = re.sub(
        r"\w{24,}",
        lambda long: re.sub("(?!^)(?=(?:.{16})+$)", "<wbr/>", long[0]),
        escape(str(cell)),
    )
    return re.sub(r"\([\d, ]{3,14}\)", lambda pair: pair[0].replace(" ", "&nbsp;"), text)
