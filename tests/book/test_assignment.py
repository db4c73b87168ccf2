"""Tests of assignments: teachers make them, students answer, and teachers read the codes."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import quote

from ext.trees import parse
from playwright.sync_api import Browser, Page, expect

from nimbook import CHAPTERS
from nimbook.exercises import display_form, exercises_of
from nimbook.exercises.variants import COUNT, variants
from tests.lib.pages import accessibility_violations, attributes, phone

PAGE = "book/assignment"
CHAPTER = "impartial_games"


def hand_in(page: Page, name: str, right: bool) -> tuple[str, str]:
    """Answer as a new student. Return the question and the code to hand in."""
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Start").click()
    question = page.locator(".nt-exercise").first.inner_text()
    page.get_by_label("Answer to 1").fill("six")  # an answer that cannot be read is no try
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".nt-reply")).to_contain_text("Please enter heaps")
    page.get_by_label("Answer to 1").fill("1, 1")
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".nt-reply")).to_have_text("Not yet.")
    if right:
        [answer] = [answer for text, answer in variants(CHAPTER) if text in question]
        page.get_by_label("Answer to 1").fill(display_form(answer.kind, answer.right[0]))
        page.get_by_role("button", name="Check").click()
        expect(page.locator(".nt-reply")).to_have_text("Right.")
    return question, page.get_by_label("Code", exact=True).input_value()


def test_codes_tell_the_teacher_what_was_solved(browser: Browser, site: str) -> None:
    students = {"=Ada": True, "-Bob ♞": False, '+Cleo "C"': True, "@Dan": True}
    with phone(browser) as view:
        page = view.page
        view.go(f"{site}/{PAGE}.html")
        page.locator("#assignment summary").first.click()
        page.get_by_label("Own numbers").first.check()
        page.get_by_label("Proof: P1.1").check()
        page.get_by_label("Seed").fill("a seed")
        assert not accessibility_violations(page, "#assignment")
        view.go(page.get_by_label("Link for your students").input_value())
        # The students use the same device, one after another.
        work = {name: hand_in(page, name, right) for name, right in students.items()}
        assert len({question for question, _ in work.values()}) > 1  # they have different numbers
        page.reload()  # nothing is lost
        assert page.get_by_label("Code", exact=True).input_value() == work["@Dan"][1]
        page.get_by_text("For teachers: read the codes").click()
        assert not accessibility_violations(page, "#assignment")
        codes = [code for _, code in work.values()]
        damaged = codes[0].replace(".", ".x", 1)
        wrapped = "\n> ".join(codes[1][i : i + 60] for i in range(0, len(codes[1]), 60))
        texts = ["Dear Eve,", codes[0], codes[0], wrapped, *codes[2:], damaged, codes[3][:40]]
        page.get_by_label("Paste codes").fill("\n".join(texts))
        page.get_by_role("button", name="Read the codes").click()
        rows = page.locator(".as-table tbody tr").all_inner_texts()
        assert sorted(row.split("\t")[:2] for row in rows) == sorted(
            [name, f"{int(right)} of 1"] for name, right in students.items()
        )
        assert [row.split("\t")[2] for row in rows if "Bob" in row] == ["✗ (1) 1, 1"]
        expect(page.locator(".as-reader")).to_contain_text("Handed in separately: 2 (P1.1")
        expect(page.locator(".as-reader [role=status]").last).to_have_text(
            "4 codes were read. Code 5 is incomplete or has a typo. "
            "Code 6 is incomplete or has a typo."
        )
        with page.expect_download() as download:
            page.get_by_role("button", name="as CSV").click()
        table = Path(download.value.path()).read_text("utf8")
        # No spreadsheet runs a name as a formula.
        names = ("'=Ada", "'-Bob ♞", '\'+Cleo ""C""', "'@Dan")
        assert all(
            f'"{name}","{int(right)} of 1"' in table
            for name, right in zip(names, students.values(), strict=True)
        )
        page.get_by_label("Paste codes").fill(codes[0])
        page.evaluate("location.hash = location.hash.replace('seed=a', 'seed=b')")
        page.get_by_text("For teachers: read the codes").click()
        page.get_by_label("Paste codes").fill(codes[0])
        page.get_by_role("button", name="Read the codes").click()
        expect(page.locator(".as-reader")).to_contain_text("Code 1 belongs to another assignment.")


def test_work_belongs_to_one_name_and_survives_unless_damaged(browser: Browser, site: str) -> None:
    with phone(browser) as view:
        page = view.page
        view.go(f"{site}/{PAGE}.html#tasks={CHAPTER}.balanced")
        name, start = page.get_by_label("Your name"), page.get_by_role("button", name="Start")
        name.fill(" Ada  Byron")
        start.click()
        page.locator(".as-row button").first.click()
        expect(page.locator(".nt-reply")).not_to_be_empty()
        name.fill("Ada Byron ")  # the same name, apart from spaces
        start.click()
        expect(page.locator(".nt-reply")).not_to_be_empty()
        name.fill("Bob")
        start.click()
        expect(page.locator(".nt-reply")).to_be_empty()
        page.reload()
        expect(name).to_have_value("Bob")
        expect(page.locator(".nt-reply")).to_be_empty()
        find = "Object.keys(localStorage).find((key) => /^(?!.*damaged).*assignment/.test(key))"
        for damaged in ("garbage", '{"name": "Ada"}', '{"name": "Ada", "given": [{"text": 1}]}'):
            page.evaluate(f"text => {{ localStorage[{find}] = text; }}", damaged)
            page.reload()
            expect(page.get_by_role("alert").first).to_contain_text("could not be read")
            expect(name).to_have_value("")
            name.fill("Bob")
            start.click()


BAD_LINKS = {
    "title=x": "This link contains no exercises.",
    "tasks=impartial_games.nothing": "there is no exercise “impartial_games.nothing”",
    "tasks=impartial_games.balanced impartial_games.balanced": "different exercises",
    f"tasks=impartial_games.balanced&title={'x' * 101}": "at most 100 characters",
}


def test_bad_links_are_explained(browser: Browser, site: str) -> None:
    with phone(browser) as view:
        view.go(f"{site}/{PAGE}.html")
        for fragment, message in BAD_LINKS.items():
            view.page.evaluate(
                "fragment => { location.hash = fragment; }", quote(fragment, safe="=&")
            )
            expect(view.page.get_by_role("alert")).to_contain_text(message)


def test_all_exercises_can_be_chosen(book: Path) -> None:
    page = parse((book / f"{PAGE}.html").read_text("utf8"))
    [data] = page.cssselect("#assignment-data")
    chapters = json.loads(data.text)
    proofs = {*attributes(book / "book/proof_exercises.html", "id")}
    assert len(chapters) == len(CHAPTERS)
    for name, chapter in zip(CHAPTERS, chapters, strict=True):
        own = [len(task["variants"]) for task in chapter["tasks"]]
        assert own.count(1) == len(exercises_of(name))
        assert own.count(COUNT) == 1
        assert own.count(0) >= 3
        links = [task["id"] for task in chapter["tasks"] if not task["variants"]]
        assert {*links} <= proofs
