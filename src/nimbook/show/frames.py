"""Data frames as tables in the style of the book, each with a CSV download link."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from html import escape
from numbers import Number
from typing import Any

import pandas as pd
from pandas.io.formats.style import Styler

from nimbook.show._base import Drawing, scroll, wrap

__all__ = ["Table", "comparison_table", "data_table"]


class Table(Drawing):
    """An HTML table; `frame` is the data frame that it shows."""

    frame: pd.DataFrame

    def __repr__(self) -> str:
        return repr(self.frame)


def data_table(
    frame: pd.DataFrame,
    caption: str,
    file: str,
    data: pd.DataFrame | None = None,
    differs: pd.DataFrame | None = None,
    show: Callable[[Any], str] = str,
) -> Table:
    """Return a data frame as a table with a caption and a CSV download link.

    Numeric columns are right-aligned, and others are left-aligned. P and N are shown in their usual
    colours. `file` is the name of the CSV file, without the extension. The file contains `data` if
    it is given, and otherwise `frame`. Cells where `differs` is true are marked as wrong. `show`
    returns the HTML of cells that are neither text nor numbers.

    >>> table = data_table(pd.DataFrame({"x": [2, 3], "x²": [4, 9]}), "Squares", "squares")
    >>> table
       x  x²
    0  2   4
    1  3   9
    >>> "squares.csv" in table
    True
    """
    headed = frame.rename_axis(index=None)
    if frame.columns.nlevels == 1 and frame.columns.name is None:
        # Move the name of the index to the header row; otherwise pandas adds a row just for it.
        headed.columns.name = frame.index.name
    style = Styler(headed, cell_ids=False, uuid="")
    style.format(
        lambda cell: (
            escape(cell)
            if isinstance(cell, str)
            else f"{cell:,}"
            if isinstance(cell, Number)
            else show(cell)
        ),
        na_rep="",
    )
    style.format_index(escape="html").format_index(escape="html", axis="columns")
    style.set_caption(escape(caption)).set_table_attributes('class="dataframe nt-frame"')
    text_columns = {
        column
        for column in range(frame.shape[1])
        if not all(_is_number(cell) for cell in frame.iloc[:, column])
    }

    def attributes(match: re.Match[str]) -> str:
        kind, row, column = match["kind"], match["row"], match["column"]
        if kind == "row_heading":
            return 'scope="row"'
        classes = ["nt-words"] if column and int(column) in text_columns else []
        if kind == "data":
            i, j = int(row), int(column)
            cell = frame.iat[i, j]
            classes += [f"nt-{cell}"] if cell in ("P", "N") else []
            classes += ["nt-wrong"] if differs is not None and differs.iat[i, j] else []
        css = f'class="{" ".join(classes)}"' if classes else ""
        return " ".join(filter(None, ("" if kind == "data" else 'scope="col"', css)))

    html = re.sub(r"<style.*?</style>\s*| id=\"T_\w*\"", "", style.to_html(), flags=re.S)
    html = re.sub(
        r'class="(?P<kind>data|row_heading|col_heading|index_name|blank)\b(?: level\d+)?'
        r'(?: row(?P<row>\d+))?(?: col(?P<column>\d+))?[^"]*"',
        attributes,
        html,
    )
    html = re.sub(r" +(?=>)|(?<=>)\n\s*(?=<)", "", html)
    html = html.replace('<th scope="col">&nbsp;</th>', "<td></td>")  # the corner is not a header
    csv = base64.b64encode((frame if data is None else data).to_csv().encode()).decode()
    link = f'<a download="{escape(file)}.csv" href="data:text/csv;base64,{csv}">CSV</a>'
    table = Table(wrap(f'{scroll(html, caption)}<p class="nt-download">{link}</p>', "nt-data"))
    table.frame = frame
    return table


def _text(cell: object) -> str:
    return "" if pd.isna(cell) else str(cell)  # type: ignore[call-overload]


def _is_number(cell: object) -> bool:
    """Return whether a cell is empty or a number, possibly followed by ✓ or ✗."""
    text = _text(cell)
    return not text or re.match(r"[-−+]?\d[\d.,]*%?($|\s[✓✗])", text) is not None


def comparison_table(
    printed: pd.DataFrame, computed: pd.DataFrame, caption: str, file: str
) -> Table:
    """Compare a printed table with a computed one, cell by cell.

    A cell whose values agree shows the value with a tick; any other cell shows both values. The
    caption counts the cells that agree. The CSV file contains both tables side by side.

    Raises:
        ValueError: if the tables do not have the same rows and columns.

    >>> ours = pd.DataFrame({"x²": [4, 9]}, index=[2, 3])
    >>> comparison_table(pd.DataFrame({"x²": [4, 6]}, index=[2, 3]), ours, "Squares", "squares")
          x²
    2    4 ✓
    3  6 ✗ 9
    """
    differs = ~((printed == computed) | (printed.isna() & computed.isna()))
    old, new = (table.astype(object).map(_text) for table in (printed, computed))
    both = (old + " ✓").where(old != "", "").where(~differs, old + " ✗ " + new)
    agreeing = differs.size - int(differs.to_numpy().sum())
    count = "all" if agreeing == differs.size else f"{agreeing} of"
    data = pd.concat({"printed": printed, "computed": computed}, axis="columns")
    return data_table(
        both, f"{caption}: {count} {differs.size} values as printed", file, data, differs
    )
