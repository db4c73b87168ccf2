"""The benchmark results of `make bench`.

````{how-fast}```` reads `benchmarks/results.json`. It describes the machine on which the times were
measured, and shows for each subject a table of our times beside those of our peers, and a table of
how our times grow with size.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from docutils import nodes
from matplotlib.ticker import EngFormatter
from pandas import DataFrame
from sphinx.util.docutils import SphinxDirective

from nimbook.show import data_table

RESULTS = "benchmarks/results.json"

Measured = dict[str, Any]
"""A subject of the results, or a row of its tables; see `benchmarks.measure`."""

# Without `places`, it shows the four significant digits that `make bench` saves, and no more.
duration = EngFormatter("s", sep="\N{NO-BREAK SPACE}")


def heading(about: str) -> str:
    """Return the heading for a subject: what its description says was timed.

    >>> heading("Time nim products against plain recursion, a C program and ogdoad.")
    'Nim products'
    """
    timed = re.split(r"[,.:]| against ", re.sub("^(?:Time|Measure) ", "", about))[0]
    return timed[:1].upper() + timed[1:]


def times(row: Measured) -> dict[str, str]:
    """Return a row of the table of times; a ratio has three digits, or none after the point."""
    peer = row["peer_seconds"]
    ratio = row["seconds"] / peer if peer else 0
    return {
        "task": row["what"],
        "n": row["n"].replace(" × ", "\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}"),
        "ratio": (f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.3g}") if peer else "",
        "time": duration(row["seconds"]),
        "compared with": row["peer"],
        "its time": duration(peer) if peer else "not installed" if row["peer"] else "",
        "note": row["note"],
    }


def growth(row: Measured) -> dict[str, str]:
    """Return a row of the table of growth: the fitted exponent, and the time for each size."""
    points = ", ".join(f"{size:,}: {duration(seconds)}" for size, seconds in row["points"])
    exponent = f"{row['exponent']:.2f}"
    return {"task": row["what"], "exponent": exponent, "size": row["size"], "times": points}


class HowFast(SphinxDirective):
    """A directive that shows all benchmark results."""

    def run(self) -> list[nodes.Node]:
        """Return a description of the machine, and a section on each subject."""
        path = Path(self.env.srcdir, RESULTS)
        self.env.note_dependency(str(path))
        results = json.loads(path.read_text("utf8"))
        text = f"Measured on {results['date']}: {results['machine']}."
        return [nodes.paragraph("", text), *map(self._section, results["subjects"])]

    def _section(self, subject: Measured) -> nodes.Node:
        title, name = heading(subject["about"]), f"speed-{subject['name']}"
        parts = self.parse_inline(subject["about"])[0]
        section = nodes.section("", nodes.title("", title), nodes.paragraph("", "", *parts))
        section["ids"], section["names"] = [name], [title.lower()]
        section += self._table(map(times, subject["rows"]), f"{title}: measured times", name)
        if subject["growths"]:
            lines, caption = map(growth, subject["growths"]), f"{title}: time against size"
            section += self._table(lines, caption, f"{name}-growth")
        return section

    def _table(self, lines: Iterable[Measured], caption: str, file: str) -> nodes.Node:
        frame = DataFrame(lines).set_index("task")
        table = data_table(frame.loc[:, (frame != "").any()], caption, file)
        return nodes.raw("", table, format="html")
