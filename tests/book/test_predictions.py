"""Tests of predictions and animations in a browser."""

from __future__ import annotations

from pathlib import Path

from ext.trees import parse
from lxml.html import tostring
from playwright.sync_api import Browser, Locator, expect

from tests.lib.boards import TOUCHED, opened
from tests.lib.pages import (
    HEIGHT,
    MIN_TARGET,
    NAMES,
    PHONE,
    WIDE,
    accessibility_violations,
    phone,
)

ANIMATED = "notebooks/01_impartial_games.html"


# --- Predictions ----------------------------------------------------------------------------------


# Chooses each answer in turn, and takes it back. Returns, for each answer, its class and text, the
# number of paragraphs visible before, and the reply, other text and checkboxes visible then.
REPLIES = """(prediction) => {
  const shown = (selector) =>
    [...prediction.querySelectorAll(selector)].filter((part) => part.checkVisibility());
  return [...prediction.querySelectorAll("label")].map((answer) => {
    const [before, text] = [shown("p").length, answer.innerText];
    answer.click();
    const reply = shown("[role=status] > p").map((part) => part.innerText).join(" ");
    const counts = [before, shown(".nt-why").length, shown("input").length];
    answer.click();
    return [answer.className, text, reply, counts];
  });
}"""


def test_each_answer_is_compared_with_the_truth(browser: Browser, site: str, book: Path) -> None:
    """Show the predictions of all chapters on one page, on a phone."""
    pages = [parse(Path(book, f"notebooks/{name}.html").read_text("utf8")) for name in NAMES]
    found = [each for page in pages for each in page.cssselect(".cell:has(.nt-predict)")]
    html = "".join(tostring(each, encoding="unicode") for each in found)
    with opened(browser, site, NAMES[1], random=0) as visit:
        page = visit.page
        page.locator(".bd-article").evaluate(
            "(article, html) => { article.innerHTML = html; }", html
        )
        predictions = page.locator(".nt-predict").all()
        assert len(predictions) == len(found) > 15
        for prediction in predictions:
            right = prediction.locator(".nt-right").inner_text()
            for kind, text, reply, counts in prediction.evaluate(REPLIES):
                expected = {
                    "nt-right": f"You said {text}: right.",
                    "nt-wrong": f"You said {text}; the answer is {right}. ",
                    "nt-tell": f"The answer is {right}.",
                }
                assert expected[kind] in reply
                # Before, there is only the question, and then no other answer can be chosen.
                assert counts == [1, 1, 1]
        sizes = predictions[0].locator("label").evaluate_all(f"all => all.map({TOUCHED})")
        assert min(map(min, sizes)) >= MIN_TARGET - 1
        assert not accessibility_violations(page, ".nt-predict")

        # The same with a finger, and with the keyboard.
        first = predictions[0]
        reply = first.locator("[role=status] > p:visible")
        first.locator(".nt-right").tap()
        expect(reply).to_contain_text("right.")
        first.locator(".nt-right").tap()
        boxes = first.get_by_role("checkbox")
        count = boxes.count()
        boxes.first.focus()
        for _ in range(count - 2):
            page.keyboard.press("Tab")
            expect(reply).to_have_count(0)
        expect(boxes.nth(count - 2)).to_be_focused()
        page.keyboard.press("Space")
        expect(reply).to_contain_text("You said ")
        page.keyboard.press("Space")
        expect(reply).to_have_count(0)


# --- Animations -----------------------------------------------------------------------------------


def caption(animation: Locator) -> Locator:
    return animation.locator("li > p:visible")


def assert_strip(animation: Locator) -> None:
    """Check that all frames of an animation are visible at any width, and its controls are not."""
    for width in (WIDE, PHONE):
        animation.page.set_viewport_size({"width": width, "height": HEIGHT})
        expect(caption(animation)).to_have_count(animation.locator("li").count())
        expect(animation.get_by_role("button")).to_have_count(0)


# Returns how many parts move if the next frame is shown.
MOVED = """(box) => {
  box.querySelector("[data-motion=step]").click();
  return document.getAnimations()
    .map(({effect}) => effect.getKeyframes().map(({transform}) => transform))
    .filter(([from, to]) => from !== to).length;
}"""


def test_animations_are_played_stepped_restarted_and_printed(browser: Browser, site: str) -> None:
    with phone(browser) as visit:
        page = visit.page
        page.clock.install(time=0)
        page.goto(f"{site}/{ANIMATED}")
        page.clock.pause_at(3600)  # from now on, time passes only when the test says so
        animation = page.locator(".nt-motion")
        captions = animation.locator("li > p").evaluate_all("all => all.map((p) => p.textContent)")
        play, step, restart = animation.get_by_role("button").all()
        slider = animation.get_by_role("slider")
        for button in (play, step, restart):
            assert min(button.evaluate(TOUCHED)) >= MIN_TARGET - 1
        expect(caption(animation)).to_have_text(captions[0])
        step.tap()
        expect(caption(animation)).to_have_text(captions[1])
        expect(slider).to_have_value("1")
        play.tap()
        expect(play).to_have_text("Pause")
        expect(caption(animation)).to_have_text(captions[2])
        page.clock.run_for(60_000)
        expect(caption(animation)).to_have_text(captions[-1])
        expect(play).to_have_text("Play")
        play.tap()
        expect(caption(animation)).to_have_text(captions[0])
        play.tap()
        expect(play).to_have_text("Play")
        page.clock.run_for(60_000)
        expect(caption(animation)).to_have_text(captions[0])
        slider.focus()
        slider.press("End")
        expect(caption(animation)).to_have_text(captions[-1])
        restart.tap()
        expect(caption(animation)).to_have_text(captions[0])
        page.clock.resume()  # axe needs time to pass
        assert not accessibility_violations(page, ".nt-motion")
        assert animation.evaluate(MOVED) > 2
        page.emulate_media(media="print")
        assert_strip(animation)
        page.emulate_media(media="screen", reduced_motion="reduce")
        assert_strip(animation)
