"""What a reader sees of a page: nothing is told too early, or told twice."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Browser, Locator

from tests.book import test_pages
from tests.book.conftest import ROOT
from tests.book.test_pages import PAGES, Visit, parsed, visit
from tools import execute

view, windows = test_pages.view, test_pages.windows


@pytest.mark.parametrize("path", execute.notebooks(), ids=lambda path: path.stem)
def test_no_answer_stands_above_its_question(path: Path) -> None:
    """The source of a `reveal` has its answer in it."""
    told = [
        cell.source
        for cell in nbformat.read(ROOT / path, as_version=4).cells
        if "reveal(" in cell.source and "remove-input" not in cell.metadata.get("tags", [])
    ]
    assert not told


@pytest.mark.parametrize("name", PAGES)
def test_a_title_says_nothing_twice(name: str, book: Path) -> None:
    title = parsed(book / f"{name}.html").title
    assert title
    parts = title.text.split(" — ")
    assert len(parts) == len(set(parts))


def test_what_is_cut_off_scrolls_and_says_so(view: Visit) -> None:
    """A table, a drawing, or a formula fits, or fades out on the sides where it goes on."""
    boxes = view.page.evaluate(
        """async () => {
          const boxes = [...document.querySelectorAll(
            ".nt-scroll, mjx-container[display], .text_html:has(> div > table.dataframe)")]
            .filter((box) => box.checkVisibility());
          const shown = () => new Promise((done) => requestAnimationFrame(
            () => requestAnimationFrame(done)));
          const found = [];
          for (const place of [0, 1e6]) {
            for (const box of boxes) box.scrollLeft = place;
            await shown();
            for (const box of boxes) {
              const fits = box.scrollWidth <= box.clientWidth + 1;
              const more = fits ? undefined : place ? "before" : "after";
              const fades = getComputedStyle(box).maskImage !== "none";
              if (box.dataset.more !== more || fades === fits)
                found.push([place, box.dataset.more, fades, box.outerHTML.slice(0, 200)]);
            }
          }
          for (const box of boxes) box.scrollLeft = 0;
          await shown();
          return found;
        }"""
    )
    assert not boxes


def test_captions_stay_in_sight(view: Visit) -> None:
    """At both ends of what scrolls."""
    cut = view.page.evaluate(
        """() => [...document.querySelectorAll(".nt-scroll caption")]
          .filter((caption) => caption.checkVisibility())
          .filter((caption) => {
            const box = caption.closest(".nt-scroll");
            return [0, 1e6].some((place) => {
              box.scrollLeft = place;
              const text = document.createRange();
              text.selectNodeContents(caption);
              const seen = box.getBoundingClientRect();
              const { left, right } = text.getBoundingClientRect();
              box.scrollLeft = 0;
              return left < seen.left - 1 || right > seen.right + 1;
            });
          })
          .map((caption) => caption.textContent)"""
    )
    assert not cut


def test_nothing_in_an_experiment_is_cut_off(view: Visit) -> None:
    """What sticks out of an explorer or a lab is hidden, unless it is in a box that scrolls."""
    cut = view.page.evaluate(
        """() => [...document.querySelectorAll(".nt-explorer, .nt-lab")].flatMap((box) => {
          const { left, right } = box.getBoundingClientRect();
          return [...box.querySelectorAll("*")].filter((element) => {
            const seen = element.getBoundingClientRect();
            return element.checkVisibility() && !element.parentElement.closest(".nt-scroll, svg")
              && seen.width && (seen.right > right + 1 || seen.left < left - 1);
          }).map((element) => element.outerHTML.slice(0, 200));
        })"""
    )
    assert not cut


def test_tables_by_pandas_are_aligned(view: Visit) -> None:
    """Headers as what is below them, with room between the columns and no row without a cell."""
    wrong = view.page.evaluate(
        """() => [...document.querySelectorAll("table.dataframe")].flatMap((table) => {
          const cells = [...table.querySelectorAll("th, td")];
          const styles = cells.map((cell) => getComputedStyle(cell));
          const heads = table.tHead.rows.length;
          return [
            ...styles.filter((style) => style.textAlign !== "right").map(() => "alignment"),
            ...styles.filter((style) => parseFloat(style.paddingLeft) < 4
              || parseFloat(style.paddingRight) < 4).map(() => "padding"),
            ...(heads === 1 ? [] : ["headers"]),
          ];
        })"""
    )
    assert not wrong


def test_a_cut_is_of_the_picture_above(browser: Browser, site: str) -> None:
    """Every edge has the letter, and the place, that it has where a reader first sees it."""
    with visit(browser, f"{site}/notebooks/05_gallery.html") as gallery:
        explorer = gallery.page.locator(".nt-explorer").filter(
            has=gallery.page.get_by_label("cut", exact=True)
        )
        above = _letters(explorer.locator("xpath=preceding::*[name()='svg'][@role='img'][1]"))
        menu = explorer.locator("select")
        cuts = menu.locator("option").all_inner_texts()
        assert len(cuts) > 1
        assert {letter for letter, *_ in above} == set(cuts)
        for cut in cuts:
            menu.select_option(label=cut)
            left = _letters(explorer.locator("svg[role=img]").filter(visible=True))
            assert left < above
            assert cut not in {letter for letter, *_ in left}


def _letters(picture: Locator) -> set[tuple[str, ...]]:
    """Return the letters of a picture of Hackenbush, and where they stand."""
    found = picture.locator("text").evaluate_all(
        """texts => texts.map((text) => [text.textContent, text.getAttribute("x"),
          text.getAttribute("y")]).filter(([letter]) => /[a-z]/.test(letter))"""
    )
    return {tuple(letter) for letter in found}
