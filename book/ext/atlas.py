"""An interactive browser for the atlas.

````{atlas}```` lists all games and shows details of the selected game in a panel. The build
converts the table of games into a script, which the page loads when the reader scrolls to the list.
The browser computes and draws the board of the selected game.
"""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Sequence
from functools import cache
from io import StringIO
from itertools import groupby
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from ext.citation import CITATION, bibtex, read_citation
from ext.trees import Site, render, version
from nimbook.atlas import ATLAS
from nimtwist.atlas import table
from nimtwist.atlas.kinds import KINDS

_DATA = "_static/atlas-data.js"
_TABLES = ("_static/atlas.csv", "_static/atlas.parquet")
_PROOFS = ("certificate", "staircase")
_MAX_PROOF = 20_000  # maximum number of characters in a proof shown on the page

Row = dict[str, Any]


def pack(rows: Sequence[Row]) -> dict[str, object]:
    """Return the rows of the atlas in the compact format that `book/site/atlas/data.ts` reads.

    Games with the same data share one entry. A family of restrictions is written without commas
    and semicolons: "1,3; 2,4" becomes "13 24". The empty restriction is written "0".
    """
    patterns: dict[tuple[int, str], int] = {}
    entries: dict[str, list[object]] = {}
    games = []
    names, indices = list(KINDS), dict[str, int]()
    for modulus, group in groupby(rows, lambda row: row["modulus"]):
        families, positions, classes = [], [], []
        for row in group:
            pattern = patterns.setdefault((modulus, row["pattern"]), len(patterns))
            entry = [pattern, *_data(row)]
            key = json.dumps(entry)
            entries[key] = entry
            families.append(_compact(row["antichain"]))
            positions.append(indices.setdefault(key, len(indices)))
            classes.append(str(names.index(row["class"])))
        games.append([modulus, ",".join(families), positions, "".join(classes)])
    return {"classes": KINDS, "known": [*entries.values()], "games": games}


def _data(row: Row) -> list[object]:
    """Return a game's proportion of good pairs, and its certificate or staircase, if any."""
    share = round(row["density"], 4)
    proof = row["certificate"] or row["staircase"]
    if proof is None:
        return [share]
    text = proof if len(proof) <= _MAX_PROOF else "too long"
    if row["staircase"] is not None:
        return [share, None, None, None, None, text]
    return [share, row["period"], row["row"], row["slopes"], text]


def _compact(antichain: str) -> str:
    return antichain.replace("nothing", "0").replace(",", "").replace(";", "")


@cache
def script() -> str:
    """Return the script that defines the data of all games for the atlas page."""
    rows = table.read(ATLAS).lines
    return f"globalThis.nimAtlas={json.dumps(pack(rows), separators=(',', ':'))};\n"


def to_csv(rows: Sequence[Row]) -> str:
    """Return the table as CSV, omitting the proofs, which are too long for a spreadsheet cell."""
    columns = [name for name in table.COLUMNS if name not in _PROOFS]
    text = StringIO()
    writer = csv.DictWriter(text, columns, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for row in rows:
        exponents = " ".join(map(str, row["exponents"] or ()))
        writer.writerow({**row, "exponents": exponents})
    return text.getvalue()


class AtlasList(SphinxDirective):
    """A directive for the list of all games in the atlas, with details of the selected game."""

    def run(self) -> list[nodes.Node]:
        """Return the list as it looks before its script runs, with its controls disabled."""
        srcdir = Path(self.env.srcdir)
        for path in (ATLAS, srcdir / CITATION):
            self.env.note_dependency(str(path))
        citation = bibtex(
            read_citation(srcdir),
            self.config.copyright,
            "atlas, {game}",
            f"{self.env.docname}.html{{address}}",
            key="atlas-{key}",
        )
        root = "../" * self.env.docname.count("/")
        csv_file, parquet = (f"{root}{file}" for file in _TABLES)
        moduli = sorted({row["modulus"] for row in table.read(ATLAS).lines})
        html = render(
            "atlas.html",
            data=f"{root}{_DATA}?v={version(script().encode())}",
            citation=citation,
            moduli=[(modulus, modulus) for modulus in moduli],
            classes=[(name, name) for name in KINDS],
            columns=table.COLUMNS,
            csv=csv_file,
            parquet=parquet,
        )
        return [nodes.raw("", html, format="html", assets="atlas")]


def write_atlas(site: Site) -> None:
    """Write the script that the atlas page loads, and the files that readers can download."""
    csv_file, parquet = (site.folder / name for name in _TABLES)
    (site.folder / _DATA).write_text(script(), "utf8")
    csv_file.write_text(to_csv(table.read(ATLAS).lines), "utf8")
    shutil.copy(ATLAS, parquet)
