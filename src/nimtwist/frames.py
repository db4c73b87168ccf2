"""Tables of outcomes and Grundy values as pandas data frames; this needs the extra [pandas]."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pandas import DataFrame

from nimtwist.protocol import Ruleset
from nimtwist.tables import table

__all__ = ["frame"]


def frame(
    rules: Ruleset[Any], axes: Sequence[Iterable[Any]], *args: Any, **options: Any
) -> DataFrame:
    """Return a `nimtwist.tables.table` with two axes as a data frame.

    All arguments are those of `table`. The method `to_csv` of the result writes a CSV file.

    Raises:
        ValueError: if there are not two axes, and whenever `table` raises it.

    >>> from nimtwist.games import Nim
    >>> frame(Nim(), (range(2), range(3)), "grundy")
       0  1  2
    0  0  1  2
    1  1  0  3
    """
    if len(axes) != 2:
        raise ValueError(f"a data frame has two axes, not {len(axes)}")
    rows, columns = map(list, axes)
    return DataFrame(table(rules, (rows, columns), *args, **options), rows, columns)
