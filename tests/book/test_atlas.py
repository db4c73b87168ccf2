"""Test the atlas in chapter 12 on a phone. The page is opened from a file and runs no Python."""

from __future__ import annotations

import csv
import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from ext.citation import bibtex, read_citation
from playwright.sync_api import Browser, Locator, expect

from nimbook.atlas import ATLAS
from nimbook.show.certificates import residues
from nimbook.show.palette import shades
from nimtwist.atlas import table
from nimtwist.atlas.families import code_of, read_family
from tests.lib.pages import FITS, ROOT, Visit, phone

CHAPTER = "notebooks/12_open_problem"
MAX_BYTES = 400_000

pytestmark = pytest.mark.xdist_group(CHAPTER)

Line = dict[str, Any]


@pytest.fixture(scope="module")
def lines() -> list[Line]:
    """All games in the atlas."""
    return [*table.read(ATLAS).lines]


@pytest.fixture(scope="module")
def patterns(lines: list[Line]) -> list[Line]:
    """The first game in the atlas for each combination of modulus and pattern."""
    firsts: dict[tuple[int, str], Line] = {}
    for line in lines:
        firsts.setdefault((line["modulus"], line["pattern"]), line)
    return [*firsts.values()]


@pytest.fixture(scope="module")
def view(browser: Browser, book: Path) -> Iterator[Visit]:
    """The chapter, opened from its file on a phone and scrolled to the atlas. Tests share it."""
    with phone(browser, reduced_motion="reduce") as view:
        view.page.goto(f"{(book / CHAPTER).as_uri()}.html")
        expect(view.page.locator(".atlas-count")).to_have_text(
            "The list loads when you scroll to it."
        )
        view.requests.append("at the top")
        view.page.locator("#atlas").scroll_into_view_if_needed()
        expect(view.page.locator(".atlas-list table")).to_have_count(1)
        view.requests.append("list is shown")
        yield view


@pytest.fixture
def atlas(view: Visit) -> Locator:
    return view.page.locator("#atlas")


def row(line: Line) -> list[str]:
    """Return the texts expected in the cells of a game's row."""
    numbers = ["–" if line[name] is None else str(line[name]) for name in ("period", "row")]
    return [str(line["modulus"]), line["antichain"], line["class"], *numbers]


def assert_lists(atlas: Locator, games: list[Line], kind: str = "pattern") -> None:
    """Check the number of games that the list reports, and the games on its first page."""
    count = f"{len(games):,} {kind}{'s' * (len(games) != 1)}."
    assert atlas.locator(".atlas-count").inner_text() == count
    rows = atlas.locator(".atlas-list tbody tr").evaluate_all(
        "lines => lines.map((line) => [...line.cells].map((cell) => cell.textContent))"
    )
    assert rows == [row(line) for line in games[:12]]


def title(line: Line) -> str:
    return f"Modulo {line['modulus']}: {line['antichain']}"


def go(atlas: Locator, modulus: int, family: str) -> None:
    """Open a game in the atlas by changing the fragment of the page's address."""
    atlas.page.evaluate(
        "address => { location.hash = address; }", f"#atlas?modulus={modulus}&family={family}"
    )


def test_atlas_data_is_small_and_downloadable(book: Path, lines: list[Line]) -> None:
    """Compare the CSV and Parquet downloads with the atlas."""
    script = (book / "_static/atlas-data.js").read_bytes()
    assert len(gzip.compress(script)) < MAX_BYTES
    assert (book / "_static/atlas.parquet").read_bytes() == ATLAS.read_bytes()
    with (book / "_static/atlas.csv").open(encoding="utf8", newline="") as file:
        rows = [*csv.DictReader(file)]
    for name in ("antichain", "class", "period"):
        expected = ["" if line[name] is None else str(line[name]) for line in lines]
        assert [row[name] for row in rows] == expected


def test_list_is_loaded_on_scroll_and_filtered(
    view: Visit, atlas: Locator, lines: list[Line], patterns: list[Line]
) -> None:
    """Check that the list is loaded once, when the reader scrolls to it, and that its filters work.

    The page must not send requests to any server.
    """
    names = [Path(urlsplit(url).path).name for url in view.requests]
    del names[names.index("list is shown") :]  # other tests load the page again
    assert names.index("atlas.js") < names.index("at the top") < names.index("atlas-data.js")
    assert names.count("atlas-data.js") == 1
    assert {urlsplit(url).scheme for url in view.requests} <= {"file", "data", ""}
    assert view.page.evaluate(FITS)

    def control(name: str) -> Locator:
        return atlas.locator(f".atlas-filter [name={name}]")

    assert_lists(atlas, patterns)
    control("all").check()
    assert_lists(atlas, lines, "game")
    control("modulus").select_option("4")
    assert_lists(atlas, [x for x in lines if x["modulus"] == 4], "game")
    control("all").uncheck()
    control("class").select_option("diagonal")
    fours = [x for x in patterns if x["modulus"] == 4 and x["class"] == "diagonal"]
    assert_lists(atlas, fours)
    control("period").select_option("6-20")
    few = [x for x in fours if 6 <= x["period"] <= 20]
    assert_lists(atlas, few)
    control("period").select_option("")
    control("family").fill("1,4;2")
    some = [x for x in fours if "1,4; 2" in x["antichain"]]
    assert_lists(atlas, some)
    assert 0 < len(some) < len(fours) > len(few) > 0
    control("family").fill("junk")
    assert_lists(atlas, [])


PIXELS = """canvas => [...canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height)
  .data].filter((_, i) => i % 4 !== 3)"""


def test_boards_agree_with_the_engine(atlas: Locator, lines: list[Line]) -> None:
    """For one game of each class, check that exactly the good pairs are drawn in blue."""
    sample = {line["class"]: line for line in lines if line["modulus"] < 5} | {
        line["class"]: line for line in lines[:: len(lines) // 5]
    }
    canvas = atlas.locator(".atlas-game canvas")
    for line in sample.values():
        go(atlas, line["modulus"], line["antichain"])
        expect(atlas.locator(".atlas-game h3")).to_have_text(title(line))
        atlas.get_by_role("button", name="32", exact=True).tap()
        colours = canvas.evaluate(PIXELS)
        rules = read_family(line["modulus"], line["antichain"])
        code, sets = code_of(rules), residues(rules, 32)
        good = [bool(code >> t & 1) for cells in sets for t in cells]
        blue = {bytes.fromhex(shade[1:]) for shade in shades("p")}
        pixels = zip(*[iter(colours)] * 3, strict=True)
        assert [bytes(pixel) in blue for pixel in pixels] == good, line["antichain"]
        assert f": {sum(good)} of 1024 are good" in str(canvas.get_attribute("aria-label"))
    large = atlas.get_by_role("button", name="512", exact=True)
    large.tap()
    assert canvas.evaluate("canvas => canvas.width") == 512
    expect(large).to_have_attribute("aria-pressed", "true")


def test_games_have_addresses_and_links_to_labs(
    view: Visit, atlas: Locator, lines: list[Line], patterns: list[Line]
) -> None:
    heading = atlas.locator(".atlas-game h3")
    for control in atlas.locator(".atlas-filter select").all():
        control.select_option("")
    atlas.locator(".atlas-filter [name=family]").fill("")
    assert_lists(atlas, patterns)
    atlas.get_by_role("button", name="next").tap()
    button = atlas.locator(".atlas-list tbody tr").nth(2).get_by_role("button")
    button.focus()
    view.page.keyboard.press("Enter")
    expect(heading).to_have_text(title(patterns[14]))
    expect(button).to_have_attribute("aria-current", "true")
    here = atlas.get_by_role("link", name="link to this game").get_attribute("href")
    assert here and view.page.url.endswith(here)
    view.page.reload()
    expect(heading).to_have_text(title(patterns[14]))
    expect(atlas.locator(".atlas-game")).to_be_in_viewport()

    line = patterns[14]
    atlas.get_by_text("Cite this game").tap()
    game = f"atlas, modulus {line['modulus']}, family {line['antichain']} ({line['class']}, "
    game += f"period {line['period']} from row {line['row']})"
    key = f"atlas-{line['modulus']}-{re.sub('[^0-9]+', '.', line['antichain'])}"
    citation = bibtex(read_citation(ROOT), "2026", game, f"{CHAPTER}.html{here}", key).strip()
    assert atlas.locator(".nt-cite pre").text_content() == citation

    go(atlas, 4, "<b>")
    expect(atlas.locator(".atlas-count")).to_have_text("The atlas has no game “<b>” modulo 4.")
    expect(heading).to_have_text(title(patterns[14]))

    line = next(x for x in lines if x["certificate"] and x["modulus"] == 4)
    go(atlas, 4, line["antichain"])
    expect(heading).to_have_text(title(line))
    expect(atlas.locator(".atlas-count")).not_to_contain_text("no game")
    assert atlas.locator(".atlas-game details code").text_content() == line["certificate"]
    for name, lab in (("open in the lab", "grow"), ("check the certificate", "certificate")):
        href = atlas.get_by_role("link", name=name).get_attribute("href")
        url = urlsplit(href or "")
        assert url.fragment.startswith(f"lab-{lab}?")
        values = parse_qs(url.fragment.partition("?")[2])
        assert (values["modulus"], values["family"]) == (["4"], [line["antichain"]])
