"""Sphinx extension: the benchmark results of `make bench`.

````{how-fast}```` reads `benchmarks/results.json` and describes the machine on which the times were
measured. A chart compares our times with the times of our peers, which are other implementations or
lower bounds. It shows the measured ratios and the ratios that we promise not to exceed. The section
on each subject has a table of times, and charts that show how the times grow with size.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from docutils import nodes
from matplotlib.ticker import EngFormatter, FuncFormatter, NullFormatter
from pandas import DataFrame
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from ext.figures import embed_svg
from nimbook.show import Picture, colour, data_table

RESULTS = "benchmarks/results.json"

Measured = dict[str, Any]
"""A subject, a table row or a growth measurement from the results; see `benchmarks.measure`."""

duration = EngFormatter("s", places=2, sep="\N{NO-BREAK SPACE}")


def heading(about: str) -> str:
    """Return the heading for a subject: what its description says was timed.

    >>> heading("Time nim products against plain recursion, a C program and ogdoad.")
    'Nim products'
    """
    timed = re.split(r"[,.:]| against ", re.sub("^(?:Time|Measure) ", "", about))[0]
    return timed[:1].upper() + timed[1:]


def with_code(about: str) -> list[nodes.Node]:
    """Convert text to nodes, showing parts between backticks as code.

    >>> [node.astext() for node in with_code("Calls `mul`, in C.")]
    ['Calls ', 'mul', ', in C.']
    """
    parts = enumerate(about.split("`"))
    return [nodes.literal("", part) if odd % 2 else nodes.Text(part) for odd, part in parts]


def format_ratio(ratio: float) -> str:
    """Format a ratio with three significant digits, or as an integer if it is at least 100.

    >>> format_ratio(0.012345), format_ratio(1.15), format_ratio(12345.6)
    ('0.0123', '1.15', '12,346')
    """
    return f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.3g}"


def table(rows: Iterable[Measured]) -> DataFrame:
    """Convert the benchmark results for a subject to a table for display."""
    lines = []
    for row in rows:
        peer = row["peer_seconds"]
        lines.append(
            {
                "task": row["what"],
                "n": row["n"].replace(" × ", "\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}"),
                "ratio": "" if peer is None else format_ratio(row["seconds"] / peer),
                "at most": "" if row["limit"] is None else format_ratio(row["limit"]),
                "time": duration(row["seconds"]),
                "compared with": row["peer"],
                "its time": "not installed" if peer is None else duration(peer),
                "note": row["note"],
            }
        )
    frame = DataFrame(lines).set_index("task")
    return frame.loc[:, [*(frame != "").any()]]


def ratios(subjects: Sequence[Measured]) -> Picture:
    """Chart the ratio of our time to the peer's time for each benchmark, on a logarithmic scale.

    A peer is another implementation or a lower bound. The chart also marks the maximum ratio that
    we promise for each benchmark. It omits benchmarks without such a promise, and benchmarks whose
    peer is not installed.
    """
    rows = [row for subject in subjects for row in subject["rows"]]
    lines = [row for row in rows if row["peer_seconds"] and row["limit"]]
    values = [row["seconds"] / row["peer_seconds"] for row in lines]
    kept = sum(value <= row["limit"] for value, row in zip(values, lines, strict=True))
    picture = Picture(
        "Our time divided by that of the peer or lower bound; bars mark the ratios that we promise",
        f"A dot for each of {len(lines)} rows on a logarithmic scale, from "
        f"{format_ratio(min(values))} to {format_ratio(max(values))}. A bar marks the promised "
        f"ratio; {kept} promises are kept.",
        (5.2, 0.6 + 0.19 * len(lines)),
        layout="constrained",
    )
    axes = picture.add_subplot()
    places = range(len(lines))
    axes.axvline(1, color=colour("muted"), linewidth=1)
    limits = [row["limit"] for row in lines]
    shades = [
        colour("p") if value <= limit else colour("n-line")
        for value, limit in zip(values, limits, strict=True)
    ]
    axes.hlines(places, limits, values, colors=shades, linewidth=1)
    axes.scatter(values, places, c=shades, s=18, zorder=3)
    axes.scatter(limits, places, marker="|", sizes=[70], color=colour("text"), zorder=4)
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: format_ratio(value)))
    axes.set_yticks(places, [f"{row['what']}, {row['n']}" for row in lines], fontsize=9.5)
    axes.set_ylim(len(lines) - 0.4, -0.6)
    axes.set_xlabel("ratio of times")
    return picture


def growth_chart(subject: Measured) -> Picture:
    """Plot time against size for each task of a subject, with a fitted line and its exponent."""
    growths = subject["growths"]
    summary = "; ".join(
        f"{growth['what']}: exponent {growth['exponent']:.2f}, size: {growth['size']}"
        for growth in growths
    )
    picture = Picture(
        f"{heading(subject['about'])}: time against size, with a fitted line",
        f"Time against size, both on logarithmic scales, with a line fitted to each. {summary}.",
        (4.4, 0.3 + 2.3 * len(growths)),
        layout="constrained",
    )
    panels = picture.subplots(len(growths), squeeze=False).flat
    for growth, axes in zip(growths, panels, strict=True):
        sizes, seconds = zip(*growth["points"], strict=True)
        axes.plot(sizes, seconds, "o", color=colour("p"), markersize=4)
        axes.plot(
            sizes,
            [growth["factor"] * size ** growth["exponent"] for size in sizes],
            color=colour("n-line"),
            linewidth=1,
        )
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xticks(sizes, [f"{size:,}" for size in sizes])
        axes.set_xticks([], minor=True)
        axes.yaxis.set_major_formatter(EngFormatter("s", sep=" "))
        axes.yaxis.set_minor_formatter(NullFormatter())
        axes.set_title(f"{growth['what']}: exponent {growth['exponent']:.2f}", fontsize=10)
        axes.set(xlabel=growth["size"], ylabel="time")
    return picture


def describe_machine(machine: Measured, date: str) -> str:
    """Describe the machine on which the times were measured, and the package versions."""
    instructions = ", ".join(machine["instructions"]) or "none that we use"
    versions = ", ".join(
        f"{name} {version}" for name, version in machine["packages"].items() if version
    )
    absent = [name for name, version in machine["packages"].items() if not version]
    missing = f" Not installed: {', '.join(absent)}." if absent else ""
    return (
        f"Measured on {date}: {machine['processor']}, {machine['cores']} cores, "
        f"{int(machine['memory'].split()[0]) / 2**20:.0f} GiB; vector instructions: "
        f"{instructions}. {machine['system']}, Python {machine['python']}, {versions}.{missing}"
    )


class HowFast(SphinxDirective):
    """A directive that shows all benchmark results."""

    def run(self) -> list[nodes.Node]:
        """Return a description of the machine, a chart of ratios, and a section on each subject."""
        path = Path(self.env.srcdir, RESULTS)
        self.env.note_dependency(str(path))
        results = json.loads(path.read_text("utf8"))
        text = describe_machine(results["machine"], results["date"])
        return [
            nodes.paragraph("", text),
            self._figure(ratios(results["subjects"]), "ratios"),
            *map(self._section, results["subjects"]),
        ]

    def _section(self, subject: Measured) -> nodes.Node:
        title = heading(subject["about"])
        section = nodes.section(ids=[f"speed-{subject['name']}"], names=[title.lower()])
        section += nodes.title("", title)
        section += nodes.paragraph("", "", *with_code(subject["about"]))
        times = data_table(
            table(subject["rows"]), f"{title}: measured times", f"speed-{subject['name']}"
        )
        section += nodes.raw("", times, format="html")
        if subject["growths"]:
            section += self._figure(growth_chart(subject), subject["name"])
        return section

    def _figure(self, picture: Picture, name: str) -> nodes.Node:
        """Write a picture to a file, and return it as HTML in the colours of the theme."""
        file = f"_images/how-fast-{name}.svg"
        root = "../" * self.env.docname.count("/")
        html = embed_svg(picture._repr_svg_(), Path(self.env.app.outdir, file), root + file)
        return nodes.raw("", html, format="html")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the extension."""
    app.add_directive("how-fast", HowFast)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
