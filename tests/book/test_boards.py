"""Games of heaps played in a live page as on a phone: by touch, with what the engine took seen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.book import test_live
from tests.book.test_live import CHAPTER_OF, Woken, chapters_of, go_to, lab_of, message
from tests.book.test_pages import WIDE

woken, live = test_live.woken, test_live.live

PHONE = {"width": 390, "height": 844}
SMALLEST = 44
STICK = ".nt-stick:not(.nt-taken, .nt-gone)"


class Phone:
    """A live page as a phone shows it, and a finger on it."""

    def __init__(self, live: Woken) -> None:
        self.page = live.page
        self.session = live.page.context.new_cdp_session(live.page)
        self.page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
        self.session.send(
            "Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 1}
        )

    def tap(self, target: Locator) -> None:
        """Put a finger on the middle of something, and lift it again."""
        target.evaluate("element => element.scrollIntoView({block: 'center', behavior: 'instant'})")
        box = target.bounding_box()
        assert box
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        for kind, points in (("touchStart", [point]), ("touchEnd", [])):
            self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def leave(self) -> None:
        """Be a desk again."""
        self.session.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
        self.session.detach()
        self.page.evaluate(NO_LINK)
        self.page.emulate_media(reduced_motion="no-preference")
        self.page.set_viewport_size({"width": WIDE, "height": 844})


@pytest.fixture
def phone(live: Woken) -> Iterator[Phone]:
    phone = Phone(live)
    yield phone
    phone.leave()


# As a link is followed only when the address changes, and once more when the page is reloaded.
NO_LINK = "history.replaceState(null, '', location.pathname)"


def open_game(page: Page, name: str, start: str, inputs: str) -> Locator:
    """Begin a game from a start, whatever others have played before, and return its lab."""
    lab = lab_of(page, name)
    page.evaluate(NO_LINK)
    go_to(page, f"lab-{name}?{inputs}&opponent=perfect")
    lab.get_by_role("button", name="Start again").click()
    expect(lab.locator(".nt-position")).to_have_text(start)
    expect(lab.locator(".nt-gone")).to_have_count(0)
    expect(message(lab)).to_have_text("Your move.")
    return lab


def too_small(lab: Locator) -> list[str]:
    """Return what on the board of a lab is too small for a finger, or sticks out of it."""
    found: list[str] = lab.evaluate(
        """(lab, least) => [...lab.querySelectorAll(
             ".nt-stick, .nt-chip, .nt-pin, .nt-tile, .nt-do")]
          .filter((button) => button.checkVisibility({visibilityProperty: true}))
          .filter((button) => {
            const {width, height, left, right} = button.getBoundingClientRect();
            return width < least || height < least || left < 0 || right > innerWidth;
          })
          .map((button) => button.outerHTML)""",
        SMALLEST,
    )
    return found


ON_THEIR_WAY = """lab => lab.getAnimations({subtree: true})
  .filter(({playState}) => playState === "running").length"""


def animations(lab: Locator) -> int:
    """Return how many sticks of a lab are on their way."""
    count: int = lab.evaluate(ON_THEIR_WAY)
    return count


def gone(lab: Locator) -> Locator:
    return lab.locator(".nt-stick.nt-gone")


@chapters_of(CHAPTER_OF["nim"])
def test_nim_is_played_by_touch(phone: Phone) -> None:
    page = phone.page
    lab = open_game(page, "nim", "(5, 4, 3)", "start=5,4,3")
    sticks = lab.locator(STICK)
    expect(sticks).to_have_count(12)
    assert not too_small(lab)
    before = message(lab).inner_text()
    phone.tap(lab.get_by_role("button", name="take 2 of 3", exact=True))
    expect(message(lab)).not_to_have_text(before)
    expect(gone(lab)).not_to_have_count(0)
    assert animations(lab) == gone(lab).count()
    expect(lab.locator(f"{STICK}, .nt-gone")).to_have_count(10)
    # When they have gone, an outline stays; a hint moves nothing.
    page.wait_for_function(f"lab => !({ON_THEIR_WAY})(lab)", arg=lab.element_handle())
    assert faded(lab) == [0] * gone(lab).count()
    before = message(lab).inner_text()
    phone.tap(lab.get_by_role("button", name="Hint", exact=True))
    expect(message(lab)).not_to_have_text(before)
    expect(lab.locator(".nt-stick.nt-hint")).not_to_have_count(0)
    assert animations(lab) == 0 and gone(lab).count()
    left = sticks.count() + gone(lab).count()
    phone.tap(lab.locator(".nt-stick.nt-hint").first)
    expect(lab.locator(".nt-hint")).to_have_count(0)
    assert lab.locator(f"{STICK}, .nt-gone").count() < left
    # Where motion is unwelcome, there is an outline at once.
    page.emulate_media(reduced_motion="reduce")
    open_game(page, "nim", "(5, 4, 3)", "start=5,4,3")
    phone.tap(lab.get_by_role("button", name="take 1 of 4", exact=True))
    expect(gone(lab)).not_to_have_count(0)
    assert animations(lab) == 0
    assert faded(lab) == [0] * gone(lab).count()


def faded(lab: Locator) -> list[float]:
    """Return how much is still seen of the sticks that were taken."""
    seen: list[float] = gone(lab).evaluate_all(
        "all => all.map((stick) => Number(getComputedStyle(stick, '::before').opacity))"
    )
    return seen


@pytest.mark.full
@chapters_of(CHAPTER_OF["blocking"])
def test_blocking_nim_is_played_by_touch(phone: Phone) -> None:
    start = "piles=5,4,2&modulus=3&forbid=1"
    lab = open_game(phone.page, "blocking", "(5, 4, 2) not 1", start)
    expect(lab.locator(".nt-sign")).to_have_text("Not 1, 4 (that is 1 modulo 3)")
    assert not too_small(lab)
    # What is forbidden looks so, not by its colour alone, and says why.
    crossed = lab.get_by_role("button", name="take 1 of 5: forbidden")
    assert "linear-gradient" in crossed.evaluate("e => getComputedStyle(e).backgroundImage")
    phone.tap(crossed)
    expect(lab.get_by_role("alert")).to_have_text(
        "taking 1 is forbidden: the number taken must not be 1 modulo 3"
    )
    expect(message(lab)).to_have_text("Your move.")
    phone.tap(lab.get_by_role("button", name="2", exact=True))
    expect(lab.locator(".nt-chip.nt-chosen")).to_have_text("2")
    phone.tap(lab.get_by_role("button", name="take 2 of 5", exact=True))
    expect(message(lab)).not_to_have_text("Your move.")
    expect(gone(lab)).not_to_have_count(0)
    assert not too_small(lab)


@pytest.mark.full
@chapters_of(CHAPTER_OF["kayles"], CHAPTER_OF["mum"], CHAPTER_OF["polymum"], CHAPTER_OF["podium"])
def test_every_board_of_heaps_is_large_enough_for_a_finger(phone: Phone, live: Woken) -> None:
    tried = 0
    for lab in test_live.games(live):
        tried += lab.locator(".nt-stick, .nt-pin, .nt-tile").count() > 0
        assert not too_small(lab)
    assert tried
