"""Sphinx extension: the atlas, which readers can browse, with nothing but the page's own script.

````{atlas}```` is a list of all games with a place for the one that is chosen. What is known of
them is written, when the book is built, from the table that ships with it, into a script of its
own; the page loads it when a reader comes to the list. Boards are drawn in the page.
"""

from __future__ import annotations

import csv
import hashlib
import json
import shutil
from collections.abc import Iterable, Sequence
from functools import cache
from html import escape
from io import StringIO
from itertools import groupby
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from nimbook.atlas import ATLAS
from nimtwist.atlas import table
from nimtwist.atlas.kinds import KINDS

_DATA = "_static/atlas-data.js"
_TABLES = ("_static/atlas.csv", "_static/atlas.parquet")
_PROOFS = ("certificate", "staircase")
_LONGEST = 20_000  # characters of a proof that the page shows

Line = dict[str, Any]


def packed(lines: Sequence[Line]) -> dict[str, object]:
    """Return the lines of the atlas in little space, as `book/atlas/data.ts` reads them.

    What is known is written once for all games of which the same is known. A family is written
    without spaces and commas: "13 24", and "0" for the empty restriction.
    """
    patterns: dict[tuple[int, str], int] = {}
    known: dict[str, list[object]] = {}
    games = []
    names, places = list(KINDS), dict[str, int]()
    for modulus, group in groupby(lines, lambda line: line["modulus"]):
        families, where, classes = [], [], []
        for line in group:
            pattern = patterns.setdefault((modulus, line["pattern"]), len(patterns))
            its = [pattern, *_known(line)]
            key = json.dumps(its)
            known[key] = its
            families.append(_brief(line["antichain"]))
            where.append(places.setdefault(key, len(places)))
            classes.append(str(names.index(line["class"])))
        games.append([modulus, ",".join(families), where, "".join(classes)])
    return {"classes": KINDS, "known": [*known.values()], "games": games}


def _known(line: Line) -> list[object]:
    """Return the share of good pairs, and what the certificate says, if there is one."""
    share = round(line["density"], 4)
    proof = line["certificate"] or line["staircase"]
    if proof is None:
        return [share]
    shown = proof if len(proof) <= _LONGEST else "too long"
    if line["staircase"] is not None:
        return [share, None, None, None, None, shown]
    return [share, line["period"], line["row"], line["slopes"], shown]


def _brief(antichain: str) -> str:
    return antichain.replace("nothing", "0").replace(",", "").replace(";", "")


@cache
def script() -> str:
    """Return the script with what is known of all games."""
    lines = table.read(ATLAS).lines
    return f"globalThis.nimAtlas={json.dumps(packed(lines), separators=(',', ':'))};\n"


def spreadsheet(lines: Sequence[Line]) -> str:
    """Return the table as CSV, without the proofs, which are too long for a cell."""
    columns = [name for name in table.COLUMNS if name not in _PROOFS]
    text = StringIO()
    writer = csv.DictWriter(text, columns, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for line in lines:
        growths = " ".join(map(str, line["exponents"] or ()))
        writer.writerow({**line, "exponents": growths})
    return text.getvalue()


def _options(options: Iterable[tuple[str, str]]) -> str:
    return "".join(f'<option value="{value}">{words}</option>' for value, words in options)


_PERIODS = [
    *(("", "any period"), ("1-1", "1"), ("2-5", "2 to 5"), ("6-20", "6 to 20")),
    *(("21-100", "21 to 100"), ("101-", "over 100"), ("none", "none known")),
]
_ORDERS = [
    *(("", "by modulus and family"), ("period", "longest period first")),
    *(("row", "latest first row first"), ("share", "most good pairs first")),
]


def _dictionary() -> str:
    """Return what the columns of the files mean, as entries of a list of terms."""
    return "".join(
        f"<dt><code>{name}</code> ({kind})</dt><dd>{escape(meaning)}</dd>"
        for name, (kind, meaning) in table.COLUMNS.items()
    )


class AtlasList(SphinxDirective):
    """All games of the atlas, and one that is chosen."""

    def run(self) -> list[nodes.Node]:
        """Return the list before its script runs: it looks nearly the same, and hears nothing."""
        self.env.note_dependency(str(ATLAS))
        root = "../" * self.env.docname.count("/")
        version = hashlib.sha256(script().encode()).hexdigest()[:8]
        moduli = sorted({line["modulus"] for line in table.read(ATLAS).lines})
        controls = "".join(
            f'<label>{label} <select name="{name}" disabled>{_options(options)}</select></label>'
            for label, name, options in (
                ("modulus", "modulus", [("", "any"), *((str(n), str(n)) for n in moduli)]),
                ("class", "class", [("", "any"), *((name, name) for name in KINDS)]),
                ("period", "period", _PERIODS),
                ("order", "order", _ORDERS),
            )
        )
        files = " or ".join(
            f'<a href="{root}{file}" download>{words}</a>'
            for file, words in zip(
                _TABLES, ("CSV, without the proofs", "Parquet, with them"), strict=True
            )
        )
        html = f"""<div class="atlas" id="atlas" data-src="{root}{_DATA}?v={version}"
          role="region" aria-label="The atlas">
          <form class="atlas-filter">{controls}
            <label>family <input name="family" type="search" placeholder="1,3; 2,4" disabled
              autocomplete="off"></label>
            <label class="atlas-check"><input name="all" type="checkbox" disabled> every game, not
              only the first of each pattern</label>
          </form>
          <p class="atlas-count" role="status">The list is loaded when you come here.</p>
          <div class="atlas-both">
            <section class="atlas-game" aria-label="The game that is chosen"></section>
            <div class="atlas-list"></div>
          </div>
          <p class="atlas-files">All of it: {files}.</p>
          <details><summary>What the columns mean</summary><dl>{_dictionary()}</dl></details>
          <noscript><p>The list is made by a script, which this browser does not run.</p></noscript>
        </div>"""
        return [nodes.raw("", html, format="html", brings="atlas")]


def write(app: Sphinx, error: Exception | None) -> None:
    """Write what is known of the games: for the page, and as files to take away."""
    if error or app.builder.format != "html":
        return
    sheet, parquet = (Path(app.outdir, name) for name in _TABLES)
    Path(app.outdir, _DATA).write_text(script(), "utf8")
    sheet.write_text(spreadsheet(table.read(ATLAS).lines), "utf8")
    shutil.copy(ATLAS, parquet)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Called by Sphinx."""
    app.add_directive("atlas", AtlasList)
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
