"""Test of the archive of all figures."""

from __future__ import annotations

import csv
from io import BytesIO, StringIO
from pathlib import Path
from urllib.parse import urljoin
from zipfile import ZipFile

from ext.figure_pack import ARCHIVE, SCALE
from ext.head import LICENCE
from PIL import Image

from tests.lib.pages import PAGES, parse_page, parsed_pages_group

MAX_BYTES = 10_000_000


@parsed_pages_group
def test_archive_contains_all_figures_with_licence(book: Path) -> None:
    figures = {}
    for page in PAGES:
        for figure in parse_page(book / f"{page}.html").select("figure.nt-figure"):
            caption, link = figure.select_one("figcaption"), figure.select_one("a.nt-download")
            assert caption and link
            file = book / urljoin(f"{page}.html", str(link["href"]))
            text = " ".join(caption.get_text().removesuffix("SVG").split())
            figures[file.read_bytes()] = text, str(figure["style"])
    assert len(figures) > 50
    with ZipFile(book / ARCHIVE) as archive:
        contents = {Path(name).name: archive.read(name) for name in archive.namelist()}
    assert sum(map(len, contents.values())) < MAX_BYTES
    assert LICENCE in contents.pop("LICENSE.txt").decode()
    rows = [*csv.DictReader(StringIO(contents.pop("index.csv").decode()))]
    assert len(rows) == len(figures)
    for row in rows:
        svg = contents.pop(row["svg"])
        text, style = figures[svg]
        assert f"{row['number']} {row['caption']}".split() == text.split()
        assert LICENCE in svg.decode() and row["page"] in svg.decode()
        image = Image.open(BytesIO(contents.pop(row["png"])))
        assert image.width == int(row["png_width"])
        width = float(style.removeprefix("--nt-width: ").removesuffix("px"))
        assert abs(image.width - SCALE * width) <= SCALE
        # The edges of letters have many shades.
        assert len(image.convert("L").getcolors() or ()) > 20, row
    assert not contents
