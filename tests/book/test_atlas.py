"""The atlas of the open problem: all games in a list, on a phone, from a file, without Python."""

from __future__ import annotations

import csv
import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from nimbook.atlas import ATLAS
from nimbook.show.certificates import residues
from nimtwist.atlas import table
from nimtwist.atlas.families import code_of, read_family
from tests.book.test_pages import HEIGHT, PHONE, Visit

CHAPTER = "notebooks/12_open_problem"
MOST_BYTES = 400_000

pytestmark = pytest.mark.xdist_group(CHAPTER)

Line = dict[str, Any]


@pytest.fixture(scope="module")
def lines() -> list[Line]:
    """The games of the atlas."""
    return [*table.read(ATLAS).lines]


def patterns(lines: list[Line]) -> list[Line]:
    """Return the first game of each pattern."""
    firsts: dict[tuple[int, str], Line] = {}
    for line in lines:
        firsts.setdefault((line["modulus"], line["pattern"]), line)
    return [*firsts.values()]


@pytest.fixture(scope="module")
def opened(browser: Browser, book: Path) -> Iterator[Visit]:
    """The chapter on a phone, from its file, at the top."""
    with browser.new_context(
        viewport={"width": PHONE, "height": HEIGHT},
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
    ) as context:
        visit = Visit(context.new_page())
        visit.page.goto(f"{(book / CHAPTER).as_uri()}.html")
        expect(visit.page.locator(".atlas-count")).to_have_text(
            "The list is loaded when you come here."
        )
        visit.requests.append("at the top")
        yield visit


@pytest.fixture
def page(opened: Visit) -> Iterator[Page]:
    """The page with the atlas open and no filter set."""
    page = opened.page
    page.locator("#atlas").scroll_into_view_if_needed()
    expect(page.locator(".atlas-list table")).to_have_count(1)
    page.evaluate(
        """() => {
          const form = document.querySelector(".atlas-filter");
          form.reset();
          form.dispatchEvent(new Event("input"));
        }"""
    )
    yield page
    assert not opened.errors


def control(page: Page, name: str) -> Locator:
    return page.locator(f".atlas-filter [name={name}]")


def count(page: Page) -> int:
    """Return how many games the list says it has."""
    said = re.match(r"([\d,]+) (?:pattern|game)s?\.$", page.locator(".atlas-count").inner_text())
    assert said
    return int(said[1].replace(",", ""))


def listed(page: Page) -> list[list[str]]:
    """Return what the lines of the list say."""
    found: list[list[str]] = page.locator(".atlas-list tbody tr").evaluate_all(
        "lines => lines.map((line) => [...line.cells].map((cell) => cell.textContent))"
    )
    return found


def shown(line: Line) -> list[str]:
    """Return what the list is to say of a game."""
    numbers = ["–" if line[name] is None else str(line[name]) for name in ("period", "row")]
    return [str(line["modulus"]), line["antichain"], line["class"], *numbers]


def go(page: Page, line: Line) -> None:
    """Go to a game by its address."""
    page.evaluate(
        "address => { location.hash = address; }",
        f"#atlas?modulus={line['modulus']}&family={line['antichain']}",
    )
    expect(page.locator(".atlas-game h3")).to_have_text(
        f"Modulo {line['modulus']}: {line['antichain']}"
    )


def test_the_list_is_loaded_when_one_comes_to_it(opened: Visit, page: Page) -> None:
    """Not before; from a file, and nothing from anywhere else."""
    names = [Path(urlsplit(url).path).name for url in opened.requests]
    assert names.index("atlas.js") < names.index("at the top") < names.index("atlas-data.js")
    assert names.count("atlas-data.js") == 1
    assert {urlsplit(url).scheme for url in opened.requests} <= {"file", "data", ""}
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


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


def test_filters_leave_what_they_say(page: Page, lines: list[Line]) -> None:
    firsts = patterns(lines)
    assert count(page) == len(firsts)
    assert listed(page) == [shown(line) for line in firsts[:12]]
    control(page, "all").check()
    assert count(page) == len(lines)
    control(page, "modulus").select_option("4")
    assert count(page) == 167
    control(page, "all").uncheck()
    assert count(page) == 45
    control(page, "class").select_option("diagonal")
    fours = [x for x in firsts if x["modulus"] == 4 and x["class"] == "diagonal"]
    assert count(page) == len(fours)
    control(page, "period").select_option("6-20")
    few = [x for x in fours if 6 <= x["period"] <= 20]
    assert listed(page) == [shown(line) for line in few[:12]] and 0 < len(few) < len(fours)
    control(page, "period").select_option("")
    control(page, "family").fill("1,4;2")
    some = [x for x in fours if "1,4; 2" in x["antichain"]]
    assert listed(page) == [shown(line) for line in some] and some
    control(page, "family").fill("junk")
    assert count(page) == 0 and not listed(page)


PIXELS = """canvas => [...canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height)
  .data].filter((_, i) => i % 4 !== 3)"""


def test_boards_are_those_that_the_engine_draws(page: Page, lines: list[Line]) -> None:
    """For a game of each class: gold where a pair is good."""
    chosen = {line["class"]: line for line in lines if line["modulus"] < 5} | {
        line["class"]: line for line in lines[:: len(lines) // 5]
    }
    page.locator("#atlas").get_by_role("button", name="32", exact=True).tap()
    for line in chosen.values():
        go(page, line)
        page.locator("#atlas").get_by_role("button", name="32", exact=True).tap()
        canvas = page.locator(".atlas-game canvas")
        colours = canvas.evaluate(PIXELS)
        rules = read_family(line["modulus"], line["antichain"])
        code, told = code_of(rules), residues(rules, 32)
        good = [bool(code >> t & 1) for row in told for t in row]
        warm = [r > b for r, _, b in zip(*[iter(colours)] * 3, strict=True)]
        assert warm == good, line["antichain"]
        assert f": {sum(good)} of 1024 are good" in str(canvas.get_attribute("aria-label"))
    page.locator("#atlas").get_by_role("button", name="512", exact=True).tap()
    assert canvas.evaluate("canvas => canvas.width") == 512
    expect(page.locator("#atlas").get_by_role("button", name="512", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )


def test_a_game_leads_to_the_labs(page: Page, lines: list[Line]) -> None:
    line = next(x for x in lines if x["certificate"] and x["modulus"] == 4)
    go(page, line)
    assert page.locator(".atlas-game details code").text_content() == line["certificate"]
    for name, lab in (("in the lab", "grow"), ("check it here", "certificate")):
        href = page.locator("#atlas").get_by_role("link", name=name).get_attribute("href")
        url = urlsplit(href or "")
        assert url.fragment.startswith(f"lab-{lab}?")
        values = parse_qs(url.fragment.partition("?")[2])
        assert (values["modulus"], values["family"]) == (["4"], [line["antichain"]])


def test_a_game_that_is_tapped_has_an_address(page: Page, lines: list[Line]) -> None:
    page.locator("#atlas").get_by_role("button", name="after").tap()
    line = patterns(lines)[14]
    button = page.locator(".atlas-list tbody tr").nth(2).get_by_role("button")
    button.focus()
    page.keyboard.press("Enter")
    title = f"Modulo {line['modulus']}: {line['antichain']}"
    expect(page.locator(".atlas-game h3")).to_have_text(title)
    expect(button).to_have_attribute("aria-current", "true")
    here = (
        page.locator("#atlas").get_by_role("link", name="link to this game").get_attribute("href")
    )
    assert here and page.url.endswith(here)
    with page.context.new_page() as other:
        visit = Visit(other)
        other.goto(page.url)
        expect(other.locator(".atlas-game h3")).to_have_text(title)
        expect(other.locator(".atlas-game")).to_be_in_viewport()
        assert not visit.errors


def test_an_address_of_no_game_says_so(page: Page) -> None:
    title = page.locator(".atlas-game h3").inner_text()
    page.evaluate("location.hash = '#atlas?modulus=4&family=<b>'")
    expect(page.locator(".atlas-count")).to_have_text("The atlas has no game “<b>” modulo 4.")
    expect(page.locator(".atlas-game h3")).to_have_text(title)
