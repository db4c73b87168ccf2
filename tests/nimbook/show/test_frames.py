"""A table shows what is in it, and its CSV file has the same."""

from __future__ import annotations

import base64
import re
from io import BytesIO

import pandas as pd

from nimbook.show import Table, compared, shown

GAMES = pd.DataFrame(
    {"outcome": ["P", "N"], "value": [0, 20000], "name": ["<empty>", None]},
    index=pd.Index([1, 2], name="heap"),
)


def csv(table: Table, **how: object) -> pd.DataFrame:
    data = re.search(r'base64,([^"]*)', table)
    assert data
    return pd.read_csv(BytesIO(base64.b64decode(data[1])), index_col=0, **how)  # type: ignore[call-overload, no-any-return]


def test_a_table_is_had_as_csv_as_it_is() -> None:
    table = shown(GAMES, "Heaps", "heaps")
    assert 'download="heaps.csv"' in table
    pd.testing.assert_frame_equal(csv(table), GAMES)


def test_printed_and_computed_are_one_value_where_they_agree() -> None:
    printed = GAMES.assign(value=[0, 19999])
    table = compared(printed, GAMES, "Heaps", "heaps")
    assert "<caption>Heaps: 5 of 6 values as printed</caption>" in table
    assert re.findall(r">([^<]*[✓✗][^<]*)<", table) == [
        "P ✓",
        "0 ✓",
        "&lt;empty&gt; ✓",
        "N ✓",
        "19999 ✗ 20000",
    ]
    assert re.findall(r'<td class="([^"]*nt-wrong)">(\d+)', table) == [("nt-wrong", "19999")]
    data = csv(table, header=[0, 1])
    assert data["printed"]["value"].tolist() == [0, 19999]
    assert data["computed"]["value"].tolist() == [0, 20000]
