"""The atlas of the open problem: all games in a list, on a phone, from a file, without Python."""

from __future__ import annotations

import csv
import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Locator, expect

from nimbook.atlas import ATLAS
from nimbook.show.certificates import residues
from nimtwist.atlas import table
from nimtwist.atlas.families import code_of, read_family
from tests.book.test_pages import Visit, phone

CHAPTER = "notebooks/12_open_problem"
MOST_BYTES = 400_000

pytestmark = pytest.mark.xdist_group(CHAPTER)

Line = dict[str, Any]


@pytest.fixture(scope="module")
def lines() -> list[Line]:
    """The games of the atlas."""
    return [*table.read(ATLAS).lines]


@pytest.fixture(scope="module")
def patterns(lines: list[Line]) -> list[Line]:
    """The first game of each pattern."""
    firsts: dict[tuple[int, str], Line] = {}
    for line in lines:
        firsts.setdefault((line["modulus"], line["pattern"]), line)
    return [*firsts.values()]


@pytest.fixture
def view(browser: Browser, book: Path) -> Iterator[Visit]:
    """The chapter on a phone, from its file, where one has come to the atlas."""
    with phone(browser, reduced_motion="reduce") as view:
        view.page.goto(f"{(book / CHAPTER).as_uri()}.html")
        expect(view.page.locator(".atlas-count")).to_have_text(
            "The list loads when you scroll to it."
        )
        view.requests.append("at the top")
        view.page.locator("#atlas").scroll_into_view_if_needed()
        expect(view.page.locator(".atlas-list table")).to_have_count(1)
        yield view


@pytest.fixture
def atlas(view: Visit) -> Locator:
    return view.page.locator("#atlas")


def shown(line: Line) -> list[str]:
    """Return what the list is to say of a game."""
    numbers = ["–" if line[name] is None else str(line[name]) for name in ("period", "row")]
    return [str(line["modulus"]), line["antichain"], line["class"], *numbers]


def has(atlas: Locator, games: list[Line], kind: str = "pattern") -> None:
    """See that the list has these games, of which it shows the first."""
    some = f"{len(games):,} {kind}{'s' * (len(games) != 1)}."
    assert atlas.locator(".atlas-count").inner_text() == some
    found = atlas.locator(".atlas-list tbody tr").evaluate_all(
        "lines => lines.map((line) => [...line.cells].map((cell) => cell.textContent))"
    )
    assert found == [shown(line) for line in games[:12]]


def title(line: Line) -> str:
    return f"Modulo {line['modulus']}: {line['antichain']}"


def go(atlas: Locator, modulus: int, family: str) -> None:
    """Go to a game by its address."""
    atlas.page.evaluate(
        "address => { location.hash = address; }", f"#atlas?modulus={modulus}&family={family}"
    )


def test_all_games_are_packed_in_little_space(book: Path, lines: list[Line]) -> None:
    """And can be downloaded as CSV and Parquet."""
    script = (book / "_static/atlas-data.js").read_bytes()
    assert len(gzip.compress(script)) < MOST_BYTES
    assert (book / "_static/atlas.parquet").read_bytes() == ATLAS.read_bytes()
    with (book / "_static/atlas.csv").open(encoding="utf8", newline="") as file:
        rows = [*csv.DictReader(file)]
    for name in ("antichain", "class", "period"):
        told = ["" if line[name] is None else str(line[name]) for line in lines]
        assert [row[name] for row in rows] == told


def test_the_list_is_loaded_when_one_comes_to_it_and_filtered(
    view: Visit, atlas: Locator, lines: list[Line], patterns: list[Line]
) -> None:
    """Not before; from a file, and nothing from anywhere else."""
    names = [Path(urlsplit(url).path).name for url in view.requests]
    assert names.index("atlas.js") < names.index("at the top") < names.index("atlas-data.js")
    assert names.count("atlas-data.js") == 1
    assert {urlsplit(url).scheme for url in view.requests} <= {"file", "data", ""}
    assert view.page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    def control(name: str) -> Locator:
        return atlas.locator(f".atlas-filter [name={name}]")

    has(atlas, patterns)
    control("all").check()
    has(atlas, lines, "game")
    control("modulus").select_option("4")
    has(atlas, [x for x in lines if x["modulus"] == 4], "game")
    control("all").uncheck()
    control("class").select_option("diagonal")
    fours = [x for x in patterns if x["modulus"] == 4 and x["class"] == "diagonal"]
    has(atlas, fours)
    control("period").select_option("6-20")
    few = [x for x in fours if 6 <= x["period"] <= 20]
    has(atlas, few)
    control("period").select_option("")
    control("family").fill("1,4;2")
    some = [x for x in fours if "1,4; 2" in x["antichain"]]
    has(atlas, some)
    assert 0 < len(some) < len(fours) > len(few) > 0
    control("family").fill("junk")
    has(atlas, [])


PIXELS = """canvas => [...canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height)
  .data].filter((_, i) => i % 4 !== 3)"""


def test_boards_are_those_that_the_engine_draws(atlas: Locator, lines: list[Line]) -> None:
    """For a game of each class: gold where a pair is good."""
    chosen = {line["class"]: line for line in lines if line["modulus"] < 5} | {
        line["class"]: line for line in lines[:: len(lines) // 5]
    }
    canvas = atlas.locator(".atlas-game canvas")
    for line in chosen.values():
        go(atlas, line["modulus"], line["antichain"])
        expect(atlas.locator(".atlas-game h3")).to_have_text(title(line))
        atlas.get_by_role("button", name="32", exact=True).tap()
        colours = canvas.evaluate(PIXELS)
        rules = read_family(line["modulus"], line["antichain"])
        code, told = code_of(rules), residues(rules, 32)
        good = [bool(code >> t & 1) for row in told for t in row]
        warm = [r > b for r, _, b in zip(*[iter(colours)] * 3, strict=True)]
        assert warm == good, line["antichain"]
        assert f": {sum(good)} of 1024 are good" in str(canvas.get_attribute("aria-label"))
    large = atlas.get_by_role("button", name="512", exact=True)
    large.tap()
    assert canvas.evaluate("canvas => canvas.width") == 512
    expect(large).to_have_attribute("aria-pressed", "true")


def test_a_game_has_an_address_and_leads_to_the_labs(
    view: Visit, atlas: Locator, lines: list[Line], patterns: list[Line]
) -> None:
    heading = atlas.locator(".atlas-game h3")
    atlas.get_by_role("button", name="after").tap()
    button = atlas.locator(".atlas-list tbody tr").nth(2).get_by_role("button")
    button.focus()
    view.page.keyboard.press("Enter")
    expect(heading).to_have_text(title(patterns[14]))
    expect(button).to_have_attribute("aria-current", "true")
    here = atlas.get_by_role("link", name="link to this game").get_attribute("href")
    assert here and view.page.url.endswith(here)
    with view.page.context.new_page() as other:
        other.goto(view.page.url)
        expect(other.locator(".atlas-game h3")).to_have_text(title(patterns[14]))
        expect(other.locator(".atlas-game")).to_be_in_viewport()

    go(atlas, 4, "<b>")
    expect(atlas.locator(".atlas-count")).to_have_text("The atlas has no game “<b>” modulo 4.")
    expect(heading).to_have_text(title(patterns[14]))

    line = next(x for x in lines if x["certificate"] and x["modulus"] == 4)
    go(atlas, 4, line["antichain"])
    expect(heading).to_have_text(title(line))
    assert atlas.locator(".atlas-game details code").text_content() == line["certificate"]
    for name, lab in (("in the lab", "grow"), ("check it here", "certificate")):
        href = atlas.get_by_role("link", name=name).get_attribute("href")
        url = urlsplit(href or "")
        assert url.fragment.startswith(f"lab-{lab}?")
        values = parse_qs(url.fragment.partition("?")[2])
        assert (values["modulus"], values["family"]) == (["4"], [line["antichain"]])
