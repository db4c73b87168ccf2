"""Tests of predictions and animations in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.lib.boards import TOUCHED
from tests.lib.pages import (
    HEIGHT,
    MIN_TARGET,
    PAGES,
    PHONE,
    WIDE,
    accessibility_violations,
    excerpt,
    phone,
)

CHAPTER = "notebooks/02_muller_twist"
ANIMATED = "notebooks/01_impartial_games.html"


# --- Predictions ----------------------------------------------------------------------------------


def check_unanswered(prediction: Locator) -> None:
    """Check that the reader sees the question and the answers, and nothing else."""
    expect(prediction.locator("p:visible")).to_have_count(1)  # the question
    expect(prediction.locator(".nt-why")).to_be_hidden()


@pytest.fixture(scope="module")
def predictions(
    request: pytest.FixtureRequest, browser: Browser, site: str
) -> Iterator[list[Locator]]:
    """The predictions of a chapter, alone on a phone. Each test takes its answers back."""
    with phone(browser) as visit:
        visit.go(f"{site}/{request.param}.html")
        visit.page.evaluate(
            """document.querySelector(".bd-article").replaceChildren(
              ...document.querySelectorAll(".cell:has(.nt-predict)"))"""
        )
        yield visit.page.locator(".nt-predict").all()


CHAPTERS = [page for page in PAGES if page.startswith("notebooks/")]


@pytest.mark.parametrize(
    "predictions",
    [pytest.param(name, marks=[pytest.mark.full] * (name != CHAPTER)) for name in CHAPTERS],
    indirect=True,
)
def test_each_answer_is_compared_with_the_truth(predictions: list[Locator]) -> None:
    for prediction in predictions:
        check_replies(prediction)
    if predictions:
        assert not accessibility_violations(predictions[0].page, ".nt-predict")


def check_replies(prediction: Locator) -> None:
    """Choose each answer in turn, and take it back."""
    right = prediction.locator(".nt-right").inner_text()
    for answer in prediction.locator("label").all():
        check_unanswered(prediction)
        text = answer.inner_text()
        replies: dict[str | None, str] = {
            "nt-right": f"You said {text}: right.",
            "nt-wrong": f"You said {text}; the answer is {right}. ",
            "nt-tell": f"The answer is {right}.",
        }
        assert min(answer.evaluate(TOUCHED)) >= MIN_TARGET - 1
        answer.tap()
        reply = prediction.locator("[role=status] > p:visible")
        expect(reply).to_contain_text(replies[answer.get_attribute("class")])
        expect(prediction.locator(".nt-why")).to_be_visible()
        # The other answers can no longer be chosen.
        expect(prediction.get_by_role("checkbox")).to_have_count(1)
        answer.tap()


@pytest.mark.parametrize("predictions", [CHAPTER], indirect=True)
def test_predictions_are_made_with_the_keyboard(predictions: list[Locator]) -> None:
    assert len(predictions) > 3
    prediction = predictions[0]
    keyboard = prediction.page.keyboard
    boxes = prediction.get_by_role("checkbox")
    count = boxes.count()
    boxes.first.focus()
    for _ in range(count - 2):
        keyboard.press("Tab")
        check_unanswered(prediction)
    expect(boxes.nth(count - 2)).to_be_focused()
    keyboard.press("Space")
    expect(prediction.locator("[role=status] > p:visible")).to_contain_text("You said Neither")
    keyboard.press("Space")
    check_unanswered(prediction)


def test_predictions_need_no_script(browser: Browser, site: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{site}/{CHAPTER}.html")
        prediction = page.locator(".nt-predict").first
        check_unanswered(prediction)
        prediction.locator(".nt-right").click()
        expect(prediction.locator("[role=status] > p:visible")).to_contain_text("right.")


# --- Animations -----------------------------------------------------------------------------------


def caption(animation: Locator) -> Locator:
    return animation.locator("li > p:visible")


@contextmanager
def animated(browser: Browser, site: str, **options: Any) -> Iterator[Page]:
    """Yield a phone with the section that has the animation."""
    address = f"{site}/{ANIMATED}"
    body = excerpt(ANIMATED, "nt-motion")
    with phone(browser, **options) as visit:
        # Without scripts, the browser cancels their downloads.
        visit.recording = options.get("java_script_enabled", True)
        visit.page.route(address, lambda route: route.fulfill(body=body, content_type="text/html"))
        visit.page.clock.install(time=0)
        visit.page.goto(address)
        visit.page.clock.pause_at(3600)  # from now on, time passes only when a test says so
        yield visit.page


def test_animations_are_played_stepped_and_restarted(browser: Browser, site: str) -> None:
    with animated(browser, site) as page:
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


def test_parts_move_between_frames(browser: Browser, site: str) -> None:
    with animated(browser, site) as page:
        moved = page.locator(".nt-motion").evaluate(
            """(box) => {
              box.querySelector("[data-motion=step]").click();
              return document.getAnimations()
                .map(({effect}) => effect.getKeyframes().map(({transform}) => transform))
                .filter(([from, to]) => from !== to).length;
            }"""
        )
        assert moved > 2


def strip(page: Page) -> None:
    """Check that all frames of an animation are visible, and its controls are not."""
    animation = page.locator(".nt-motion")
    expect(caption(animation)).to_have_count(animation.locator("li").count())
    expect(animation.get_by_role("button")).to_have_count(0)


def test_animations_are_strips_without_motion_without_scripts_and_in_print(
    browser: Browser, site: str
) -> None:
    for options in ({"reduced_motion": "reduce"}, {"java_script_enabled": False}):
        with animated(browser, site, **options) as page:
            for width in (PHONE, WIDE):
                page.set_viewport_size({"width": width, "height": HEIGHT})
                strip(page)
    with animated(browser, site) as page:
        expect(caption(page.locator(".nt-motion"))).to_have_count(1)
        page.emulate_media(media="print")
        strip(page)
