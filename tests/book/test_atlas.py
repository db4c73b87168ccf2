"""The atlas of the open problem: all games in a list, on a phone, from a file, without Python."""

from __future__ import annotations

import csv
import gzip
import json
import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import book_atlas
import ipywidgets as ipw
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from nimbook import links
from nimbook.atlas import ATLAS
from nimbook.show.certificates import residues
from nimtwist.atlas import table
from nimtwist.atlas.families import code_of, read_family
from nimtwist.atlas.kinds import KINDS
from tests.book.test_pages import HEIGHT, PHONE, Visit
from tests.chapters import from_chapter

MOST_ROWS = 400  # of the board in the lab

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
    """And can be had as files."""
    script = (book / "_static/atlas-data.js").read_text("utf8")
    assert len(gzip.compress(script.encode())) < MOST_BYTES
    data = json.loads(script.removeprefix("globalThis.nimAtlas=").removesuffix(";\n"))
    assert data == json.loads(json.dumps(book_atlas.packed(lines)))
    assert data["classes"] == KINDS
    numbers: dict[tuple[int, str], int] = {}
    for (modulus, group), packed in zip(
        groupby(lines, lambda line: line["modulus"]), data["games"], strict=True
    ):
        games, (n, families, places, classes) = [*group], packed
        assert n == modulus
        for line, brief, place, kind in zip(
            games, families.split(","), places, classes, strict=True
        ):
            family = "; ".join(",".join(part).replace("0", "nothing") for part in brief.split(" "))
            assert family == line["antichain"]
            assert [*KINDS][int(kind)] == line["class"]
            number, share, *proved = data["known"][place]
            assert numbers.setdefault((modulus, line["pattern"]), number) == number
            assert share == pytest.approx(line["density"], abs=1e-4)
            assert bool(line["staircase"]) == (len(proved) == 5)
            if line["staircase"]:
                assert proved[:4] == [None] * 4
                assert proved[4] in (line["staircase"], "too long")
                continue
            told = [line[name] for name in ("period", "row", "slopes")]
            assert proved[:3] == (told if line["period"] else [])
            if line["certificate"]:
                assert proved[3] in (line["certificate"], "too long")
    assert len({*numbers.values()}) == len(numbers) == len(patterns(lines))
    assert (book / "_static/atlas.parquet").read_bytes() == ATLAS.read_bytes()
    with (book / "_static/atlas.csv").open(encoding="utf8", newline="") as file:
        rows = [*csv.DictReader(file)]
    assert [row["antichain"] for row in rows] == [line["antichain"] for line in lines]
    assert [row["period"] for row in rows] == [
        "" if line["period"] is None else str(line["period"]) for line in lines
    ]


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


def test_lists_are_in_order_and_have_pages(page: Page, lines: list[Line]) -> None:
    firsts = patterns(lines)
    control(page, "order").select_option("period")
    periods = sorted((x["period"] or 0 for x in firsts), reverse=True)
    assert [int(line[3]) for line in listed(page)] == periods[:12]
    control(page, "order").select_option("")
    after = page.locator("#atlas").get_by_role("button", name="after")
    after.focus()
    for turned in (1, 2):
        page.keyboard.press("Enter")
        assert listed(page) == [shown(x) for x in firsts[12 * turned : 12 * turned + 12]]
        expect(after).to_be_focused()
    page.locator("#atlas").get_by_role("button", name="before").tap()
    assert listed(page) == [shown(x) for x in firsts[12:24]]


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


@pytest.fixture(scope="module")
def labs() -> dict[str, links.Inputs]:
    """The labs that the atlas leads to, as links see them."""
    last = {
        "grow": {"rows": ipw.IntSlider(1, 1, MOST_ROWS)},
        "certificate": {"certificate": ipw.Text()},
    }
    found = {}
    for name, more in last.items():
        controls = {"modulus": ipw.IntSlider(4, 1, 6), "family": ipw.Text("1"), **more}
        found[name] = links.Inputs(controls)
        links.register(name, found[name])
    return found


def test_a_game_leads_to_the_labs(
    page: Page, lines: list[Line], labs: dict[str, links.Inputs]
) -> None:
    """With inputs under which they say that it is proved."""
    grown, checked = from_chapter("12", "grown"), from_chapter("12", "checked")
    certified = [x for x in lines if x["certificate"] and x["row"] + x["period"] < MOST_ROWS]
    for line in (certified[len(certified) // 3], certified[-3], certified[len(certified) // 2]):
        go(page, line)
        said = page.locator(".atlas-game details code").text_content()
        assert said == line["certificate"]
        for name, call in (("in the lab", grown), ("check it here", checked)):
            href = page.locator("#atlas").get_by_role("link", name=name).get_attribute("href")
            assert href
            values = labs[links.follow(href)].values
            assert (values["modulus"], values["family"]) == (line["modulus"], line["antichain"])
            assert "nt-proved" in call(*values.values())
    long = next(x for x in lines if 2000 < len(x["certificate"] or "") < 20_000)
    go(page, long)
    href = page.locator("#atlas").get_by_role("link", name="check it here").get_attribute("href")
    assert href and labs[links.follow(href)].values["certificate"] == ""


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
