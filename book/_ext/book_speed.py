"""Sphinx extension: how fast the engines are, as `make bench` measured it.

````{how-fast}```` reads `benchmarks/results.json`: it names the machine, draws the ratios that are
promised, and has a section for each subject, with its table and with how its times grow.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from math import ceil
from pathlib import Path
from typing import Any

from book_figures import in_page
from docutils import nodes
from matplotlib.ticker import EngFormatter, FuncFormatter, NullFormatter
from pandas import DataFrame
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from nimbook.show import Picture, colour, shown

RESULTS = "benchmarks/results.json"

Measured = dict[str, Any]
"""A subject, a row or a growth, as the file has it: see `benchmarks.measure`."""

duration = EngFormatter("s", places=2, sep="\N{NO-BREAK SPACE}")


def heading(about: str) -> str:
    """Return the first words of what a subject is about.

    >>> heading("Nim products, beside the recursion. Twice.")
    'Nim products'
    """
    return about.replace(":", ",").replace(".", ",").partition(",")[0]


def with_code(about: str) -> list[nodes.Node]:
    """Return a text with its names of code as such.

    >>> [node.astext() for node in with_code("Beside `mul`, in C.")]
    ['Beside ', 'mul', ', in C.']
    """
    parts = enumerate(about.split("`"))
    return [nodes.literal("", part) if odd % 2 else nodes.Text(part) for odd, part in parts]


def times(ratio: float) -> str:
    """Return a ratio with three digits, or whole.

    >>> times(0.012345), times(1.15), times(12345.6)
    ('0.0123', '1.15', '12,346')
    """
    return f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.3g}"


def table(rows: Iterable[Measured]) -> DataFrame:
    """Return rows as they are shown."""
    lines = []
    for row in rows:
        beside = row["peer_seconds"]
        lines.append(
            {
                "what": row["what"],
                "n": row["n"].replace(" × ", "\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}"),
                "ratio": "" if beside is None else times(row["seconds"] / beside),
                "at most": "" if row["limit"] is None else times(row["limit"]),
                "time": duration(row["seconds"]),
                "beside": row["peer"],
                "its time": "not installed" if beside is None else duration(beside),
                "note": row["note"],
            }
        )
    frame = DataFrame(lines).set_index("what")
    return frame.loc[:, [*(frame != "").any()]]


def ratios(subjects: Sequence[Measured]) -> Picture:
    """Return a chart of the ratios that are promised, a line for each, on a logarithmic scale."""
    rows = [row for subject in subjects for row in subject["rows"]]
    lines = [row for row in rows if row["peer_seconds"] and row["limit"]]
    found = [row["seconds"] / row["peer_seconds"] for row in lines]
    kept = sum(each <= row["limit"] for each, row in zip(found, lines, strict=True))
    picture = Picture(
        "Our time divided by that of the peer or floor, where we have promised a ratio",
        f"A dot for each of {len(lines)} rows on a logarithmic scale, from {times(min(found))} to "
        f"{times(max(found))}; on the right, what each is beside. A bar marks the ratio that is "
        f"promised; {kept} are kept.",
        (7.2, 0.6 + 0.19 * len(lines)),
        layout="constrained",
    )
    axes = picture.add_subplot()
    places = range(len(lines))
    axes.axvline(1, color=colour("muted"), linewidth=1)
    limits = [row["limit"] for row in lines]
    shades = [
        colour("p") if each <= limit else colour("n-line")
        for each, limit in zip(found, limits, strict=True)
    ]
    axes.hlines(places, limits, found, colors=shades, linewidth=1)
    axes.scatter(found, places, c=shades, s=18, zorder=3)
    axes.scatter(limits, places, marker="|", sizes=[70], color=colour("text"), zorder=4)
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: times(value)))
    axes.set_yticks(places, [f"{row['what']}, {row['n']}" for row in lines], fontsize=7)
    peers = axes.secondary_yaxis("right")
    peers.set_yticks(places, [row["peer"] for row in lines], fontsize=7)
    axes.set_ylim(len(lines) - 0.4, -0.6)
    axes.set_xlabel("ratio: left of 1, ours is faster; left of the bar, the promise is kept")
    return picture


def growth_chart(subject: Measured) -> Picture:
    """Return the times of a subject's solvers against size, each with its line and its exponent."""
    growths = subject["growths"]
    across = min(2, len(growths))
    told = "; ".join(
        f"{growth['what']}: about the power {growth['exponent']:.2f} of the {growth['size']}"
        for growth in growths
    )
    picture = Picture(
        f"How time grows: {heading(subject['about'])}",
        f"Time against size, both on logarithmic scales, with a line fitted to each. {told}.",
        (3.6 * across + 0.4, 0.5 + 2.6 * ceil(len(growths) / across)),
        layout="constrained",
    )
    panels = picture.subplots(ceil(len(growths) / across), across, squeeze=False).flat
    for growth, axes in zip(growths, panels, strict=False):
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
        axes.set_title(f"{growth['what']}: exponent {growth['exponent']:.2f}", fontsize=9)
        axes.set_xlabel(growth["size"])
    for axes in panels:
        axes.remove()
    return picture


def described(machine: Measured, date: str) -> str:
    """Return the machine and the versions in words."""
    has = ", ".join(machine["instructions"]) or "none of those that we use"
    versions = ", ".join(f"{name} {found}" for name, found in machine["packages"].items() if found)
    absent = [name for name, found in machine["packages"].items() if not found]
    missing = f" Not installed: {', '.join(absent)}." if absent else ""
    return (
        f"Measured on {date}: {machine['processor']}, {machine['cores']} cores, "
        f"{int(machine['memory'].split()[0]) / 2**20:.0f} GiB; vector instructions: {has}. "
        f"{machine['system']}, Python {machine['python']}, {versions}.{missing}"
    )


class HowFast(SphinxDirective):
    """All that was measured."""

    def run(self) -> list[nodes.Node]:
        """Return the machine, the chart of the promised ratios, and a section for each subject."""
        path = Path(self.env.srcdir, RESULTS)
        self.env.note_dependency(str(path))
        results = json.loads(path.read_text("utf8"))
        said = described(results["machine"], results["date"])
        return [
            nodes.paragraph("", said),
            self._drawn(ratios(results["subjects"]), "ratios"),
            *map(self._section, results["subjects"]),
        ]

    def _section(self, subject: Measured) -> nodes.Node:
        title = heading(subject["about"])
        section = nodes.section(ids=[f"speed-{subject['name']}"], names=[title.lower()])
        section += nodes.title("", title)
        section += nodes.paragraph("", "", *with_code(subject["about"]))
        measured = shown(table(subject["rows"]), "Measured times", f"speed-{subject['name']}")
        section += nodes.raw("", measured, format="html")
        if subject["growths"]:
            section += self._drawn(growth_chart(subject), subject["name"])
        return section

    def _drawn(self, picture: Picture, name: str) -> nodes.Node:
        """Return a picture in the colours of the page, and write its file."""
        svg = picture._repr_svg_()
        file = f"_images/how-fast-{name}.svg"
        target = Path(self.env.app.outdir, file)
        target.parent.mkdir(exist_ok=True)
        target.write_text(svg, "utf8")
        root = "../" * self.env.docname.count("/")
        return nodes.raw("", in_page(svg, root + file), format="html")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Called by Sphinx."""
    app.add_directive("how-fast", HowFast)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
