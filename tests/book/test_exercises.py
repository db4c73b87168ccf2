"""Test the exercises on a phone, on a page where Python is not running."""

from __future__ import annotations

from playwright.sync_api import Browser, Locator, expect

from nimbook.exercises import Exercise, display_form, exercises_of
from tests.lib.pages import MIN_TARGET, PHONE, Visit, accessibility_violations, phone

STORAGE_PREFIX = "nim-with-a-twist:exercise:"


def box(view: Visit, number: int) -> Locator:
    return view.page.locator(".nt-exercise").nth(number)


def message(view: Visit, number: int) -> Locator:
    return box(view, number).get_by_role("status")


def answer(view: Visit, number: int, exercise: Exercise, form: str) -> None:
    """Answer an exercise on a touch screen."""
    if exercise.answer.choices:
        box(view, number).get_by_role("button", name=form, exact=True).tap()
    else:
        box(view, number).get_by_label("Answer").fill(display_form(exercise.answer.kind, form))
        box(view, number).get_by_role("button", name="Check").tap()


def test_solved_exercises_are_saved_on_a_phone(browser: Browser, site: str) -> None:
    balanced, first_move, how_many, *others = exercises_of("impartial_games")
    total = 3 + len(others)
    name = "notebooks/01_impartial_games.html"
    with phone(browser) as view:
        page = view.page
        page.goto(f"{site}/{name}")
        count = page.locator(".nt-count")
        discard = page.get_by_role("button", name="Clear my answers")
        expect(count).to_have_text(f"0 of {total} solved")

        answer(view, 0, balanced, "N")
        expect(message(view, 0)).to_have_text(balanced.answer.replies["N"])
        answer(view, 0, balanced, "P")
        expect(message(view, 0)).to_have_text("Right.")
        expect(count).to_have_text(f"1 of {total} solved")

        field = box(view, 1).get_by_label("Answer")
        for text, reply in {
            "4, 4, 2": "After (4, 4, 2), your opponent moves to (4, 4) and wins.",
            "(1 1 4)": "A move takes from one heap only, but (5, 4, 2) to (4, 1, 1) does not.",
            "two": first_move.answer.unreadable,
        }.items():
            field.fill(text)
            field.press("Enter")
            expect(message(view, 1)).to_have_text(reply)
            expect(message(view, 1)).to_have_attribute("data-is", "wrong")
        field.fill(" 4,１, 5 ")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")  # presses the *Check* button
        expect(message(view, 1)).to_have_text("Right.")
        expect(box(view, 1).get_by_text("✓ solved")).to_be_visible()

        help_ = box(view, 2).locator(".nt-help")
        expect(help_.get_by_text("Hint 2 of 2")).to_be_hidden()
        help_.get_by_text("Hint 1 of 2").tap()
        help_.get_by_text("Hint 2 of 2").tap()
        expect(help_.get_by_text(how_many.hints[1])).to_be_visible()
        solution = help_.get_by_text(how_many.answer.display, exact=True)
        expect(solution).to_be_hidden()
        help_.get_by_text("Solution").focus()
        page.keyboard.press("Enter")
        expect(solution).to_be_visible()

        sizes = page.locator(".nt-exercises :is(button, summary, input):visible").evaluate_all(
            "all => all.map((each) => [each.offsetWidth, each.offsetHeight])"
        )
        assert len(sizes) > 10 and min(map(min, sizes)) >= MIN_TARGET
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE
        assert accessibility_violations(page, ".nt-exercises") == []

        answer(view, 2, how_many, "1")  # a wrong answer, so it is not saved
        expect(message(view, 2)).to_have_text(how_many.answer.replies["1"])
        saved = page.evaluate("Object.keys(localStorage).filter(key => key.includes('exercise'))")
        assert sorted(saved) == sorted(STORAGE_PREFIX + one.id for one in (balanced, first_move))
        # A saved answer that is now wrong, because the exercise has changed, must not count.
        page.evaluate("key => localStorage.setItem(key, '9')", STORAGE_PREFIX + how_many.id)
        page.reload()
        expect(count).to_have_text(f"2 of {total} solved")
        expect(box(view, 2).get_by_label("Answer")).to_have_value("")
        expect(message(view, 1)).to_have_text("Right.")
        expect(box(view, 1).get_by_label("Answer")).to_have_value(" 4,１, 5 ")
        expect(box(view, 2).get_by_text("✓ solved")).to_be_hidden()
        discard.tap()
        expect(count).to_have_text(f"0 of {total} solved")
        expect(box(view, 1).get_by_label("Answer")).to_have_value("")
        assert STORAGE_PREFIX not in page.evaluate("JSON.stringify(localStorage)")
        assert not [url for url in view.requests if "pyodide" in url]
