"""Exercises on a page, which has no Python: answered, hinted at, solved, kept; and the sheet."""

from __future__ import annotations

from playwright.sync_api import Browser, Locator, expect

from nimbook import CHAPTERS
from nimbook.exercises import Exercise, exercises_of, shown
from tests.book.test_pages import FINGER, PHONE, Visit, faults, phone

KEPT = "nim-with-a-twist:exercise:"


def page_of(chapter: str) -> str:
    return f"notebooks/{CHAPTERS.index(chapter) + 1:02}_{chapter}"


def box(view: Visit, number: int) -> Locator:
    return view.page.locator(".nt-exercise").nth(number)


def said(view: Visit, number: int) -> Locator:
    return box(view, number).get_by_role("status")


def answer(view: Visit, number: int, exercise: Exercise, form: str) -> None:
    """Answer an exercise by touch."""
    if exercise.answer.choices:
        box(view, number).get_by_role("button", name=form, exact=True).tap()
    else:
        box(view, number).get_by_label("Answer").fill(shown(exercise.answer.kind, form))
        box(view, number).get_by_role("button", name="Check").tap()


def is_small(button: Locator) -> bool:
    size = button.bounding_box()
    assert size
    return size["height"] < FINGER or size["width"] < FINGER


def test_exercises_are_solved_on_a_phone_and_kept(browser: Browser, site: str) -> None:
    balanced, first_move, how_many, *others = exercises_of("impartial_games")
    many = 3 + len(others)
    with phone(browser) as view:
        view.go(f"{site}/{page_of('impartial_games')}.html")
        page = view.page
        count = page.locator(".nt-count")
        forget = page.get_by_role("button", name="Forget my answers")
        expect(count).to_have_text(f"0 of {many} solved")

        answer(view, 0, balanced, "N")
        expect(said(view, 0)).to_have_text(balanced.answer.said["N"])
        answer(view, 0, balanced, "P")
        expect(said(view, 0)).to_have_text("Right.")
        expect(count).to_have_text(f"1 of {many} solved")

        field = box(view, 1).get_by_label("Answer")
        for typed, sentence in {
            "4, 4, 2": "After (4, 4, 2) your opponent leaves (4, 4) and wins.",
            "(1 1 4)": "A move takes from one heap only, but (5, 4, 2) to (4, 1, 1) does not.",
            "two": first_move.answer.unreadable,
        }.items():
            field.fill(typed)
            field.press("Enter")
            expect(said(view, 1)).to_have_text(sentence)
            expect(said(view, 1)).to_have_attribute("data-is", "wrong")
        field.fill(" 4,１, 5 ")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")  # on the button
        expect(said(view, 1)).to_have_text("Right.")
        expect(box(view, 1).get_by_text("✓ solved")).to_be_visible()

        help_ = box(view, 2).locator(".nt-help")
        expect(help_.get_by_text("Hint 2 of 2")).to_be_hidden()
        help_.get_by_text("Hint 1 of 2").tap()
        help_.get_by_text("Hint 2 of 2").tap()
        expect(help_.get_by_text(how_many.hints[1])).to_be_visible()
        solution = help_.get_by_text(how_many.answer.shown, exact=True)
        expect(solution).to_be_hidden()
        help_.get_by_text("Solution").focus()
        page.keyboard.press("Enter")
        expect(solution).to_be_visible()

        buttons = page.locator(".nt-exercises :is(button, summary, input)").all()
        assert not [b for b in buttons if b.is_visible() and is_small(b)]
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE
        assert faults(page, ".nt-exercises") == []

        answer(view, 2, how_many, "1")  # which is wrong, and so is not kept
        expect(said(view, 2)).to_have_text(how_many.answer.said["1"])
        held = page.evaluate("Object.keys(localStorage).filter(key => key.includes('exercise'))")
        assert sorted(held) == sorted(KEPT + one.id for one in (balanced, first_move))
        # What is not right any more, as the exercise has changed, does not count.
        page.evaluate("key => localStorage.setItem(key, '9')", KEPT + how_many.id)
        view.go(page.url)
        expect(count).to_have_text(f"2 of {many} solved")
        expect(box(view, 2).get_by_label("Answer")).to_have_value("")
        expect(said(view, 1)).to_have_text("Right.")
        expect(box(view, 1).get_by_label("Answer")).to_have_value(" 4,１, 5 ")
        expect(box(view, 2).get_by_text("✓ solved")).to_be_hidden()
        forget.tap()
        expect(count).to_have_text(f"0 of {many} solved")
        expect(box(view, 1).get_by_label("Answer")).to_have_value("")
        assert "exercise" not in page.evaluate("JSON.stringify(localStorage)")
        assert not [url for url in view.requests if "pyodide" in url]
