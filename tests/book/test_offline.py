"""Tests of reading and running the book offline, of installing it, and of what it keeps."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from ext.head import FONTS, LICENCE
from ext.offline import (
    FALLBACK,
    NOT_FOUND,
    PATIENCE,
    add_versions,
    link_from_root,
    logger,
    service_worker,
)
from ext.trees import read_pages
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from benchmarks.live import OFFLINE_READY
from tests.lib.boards import DENIED
from tests.lib.live import (
    CHAPTER_OF,
    CHAPTERS,
    lab_of,
    legal_buttons,
    wait_for_message,
    wait_until,
)
from tests.lib.pages import (
    LIGHT_DOM,
    PAGES,
    PHONE,
    READY,
    ROOT,
    Visit,
    blank_page,
    constant,
    kept,
    new_window,
    parse_page,
    parsed_pages_group,
    transfer_size,
)
from tests.lib.steps import site as site_of
from tools.live import CONTENTS
from tools.serve import BOOK, Handler, served

KEPT = re.compile(r"the book for reading offline \(\d+\.\d MB\)")
DELAY = 3_000
"""The number of milliseconds after which a page begins to keep the book."""
MAX_KEPT = 2_750_000
"""The number of bytes that one visit may load to keep the whole book."""


@pytest.fixture(scope="module")
def site(book: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the book on a server that publishes it below a path."""
    folder = tmp_path_factory.mktemp("host")
    (folder / "a").mkdir()
    (folder / "a/book").symlink_to(book)
    with served(folder) as address:
        yield f"{address}/a/book"


@contextmanager
def reader(browser: Browser, **others: Any) -> Iterator[BrowserContext]:
    """Open a phone's browser, whose service workers work, and whose clock can be put forward."""
    options: dict[str, Any] = {"service_workers": "allow", "has_touch": True, "is_mobile": True}
    with new_window(browser, width=PHONE, **options, **others) as context:
        context.clock.install()
        yield context


def foot(page: Page) -> Locator:
    return page.locator(".live-storage")


def visit_once(context: BrowserContext, address: str) -> Visit:
    """Open a page, and wait until the book has been kept."""
    view = Visit(context.new_page())
    view.go(address)
    context.clock.fast_forward(DELAY)
    expect(foot(view.page)).to_contain_text(KEPT)
    return view


@pytest.fixture(scope="module")
def kept_book(browser: Browser, site: str) -> Iterator[BrowserContext]:
    """A phone's browser in which one visit to the first chapter has kept the book."""
    with reader(browser) as context:
        visit_once(context, f"{site}/{CHAPTERS[0]}.html").page.close()
        yield context


@pytest.fixture
def phone(kept_book: BrowserContext) -> Iterator[BrowserContext]:
    """The same browser without open pages. A test may take it offline."""
    yield kept_book
    kept_book.set_offline(False)
    for page in kept_book.pages:
        page.close()


# --- Reading -------------------------------------------------------------------------------------


def test_one_visit_keeps_all_pages(phone: BrowserContext, site: str, book: Path) -> None:
    """Compare the kept files with those of the build, and open some pages offline.

    `test_pages.test_page_weight_is_limited` checks that every page loads only files of the build
    that are kept.
    """
    phone.set_offline(True)
    view = Visit(phone.new_page())
    view.go(f"{site}/{CHAPTERS[-1]}.html")
    expect(view.page.locator("h1").first).to_be_attached()
    live = f"{site}/{constant(book, 'LIVE')}"
    assert sorted(url for url in kept(view.page) if not url.startswith(live)) == sorted(
        f"{site}/{name}" if "?" in name else f"{site}/{name}?v={digest}"
        for name, digest in constant(book, "KEPT").items()
    )
    view.page.goto(f"{site}/search.html?q=nim")
    expect(view.page.locator("#search-results li").first).to_be_visible()
    for absent in ("book/absent.html", "v/0.1/book/intro.html"):
        view.go(f"{site}/{absent}")
        assert view.page.url == f"{site}/{FALLBACK}.html"
    listed = view.page.locator("article li a").evaluate_all("all => all.map(({href}) => href)")
    assert {f"{site}/{name}.html" for name in CHAPTERS} <= {*listed}
    view.page.goto(f"{site}/")
    view.page.wait_for_url(f"{site}/{PAGES[0]}.html")
    view.page.wait_for_function(READY)
    # Every script, style, font and image that the pages load has been kept.
    assert view.errors == []


def test_kept_files_are_small(book: Path) -> None:
    files = constant(book, "KEPT")
    assert {f"{name}.html" for name in PAGES} <= files.keys()
    sizes = {name: transfer_size(book / name.partition("?")[0]) for name in files}
    assert sum(sizes.values()) <= MAX_KEPT
    # Neither the files of live mode nor downloads are kept.
    assert not [name for name in files if "/live/" in name or re.search("whl|ipynb|csv|pdf", name)]


# --- Releases, and devices and servers that fail --------------------------------------------------


def put(file: Path, body: str | bytes, time: int) -> None:
    """Write a file that was last changed at a given time, which browsers compare with their own."""
    file.write_bytes(body.encode() if isinstance(body, str) else body)
    os.utime(file, (time, time))


def publish(folder: Path, release: int, patience: int = PATIENCE) -> None:
    """Publish a release of a small book in which the texts of the pages and a script are new.

    The pages keep the book as all pages do, with the script `reader.js` of the real book.
    """
    put(folder / "a.js", f"document.title += ' with release {release}';", release)
    put(folder / "reader.js", (ROOT / BOOK / "_static/reader.js").read_bytes(), release)
    scripts = "".join(f'<script src="{name}.js?v={release}"></script>' for name in ("a", "reader"))
    for name in ("page", "second", FALLBACK):
        html = f"<!doctype html><title>Page {release}</title>{scripts}"
        put(folder / f"{name}.html", html, release)
    worker = service_worker(folder, read_pages(folder), ROOT, patience)
    put(folder / "service_worker.js", worker, release)


@pytest.fixture
def small_book(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """An empty page in a window for the small book, and a server for it. Its URL is relative."""
    with served(tmp_path) as address, reader(browser, base_url=f"{address}/") as context:
        yield context.new_page()


# Returns whether the number of kept files whose URLs contain a text is right.
KEPT_URLS = """([text, count]) => {
  const check = async () => {
    const keys = await (await caches.open("nim-with-a-twist")).keys();
    return keys.filter(({url}) => url.includes(text)).length === count;
  };
  check().then((result) => { globalThis.rightCount = result; });
  return globalThis.rightCount;
}"""


def assert_release(page: Page, name: str, release: int) -> None:
    """Open a page of the small book, and check the releases of its text and of its script."""
    page.goto(f"{name}.html")
    expect(page).to_have_title(f"Page {release} with release {release}")


def keep_small_book(page: Page, release: int) -> None:
    """Open a page of the small book, and have it keep the release."""
    assert_release(page, "page", release)
    page.context.clock.fast_forward(DELAY)


def be_unavailable(handler: Handler) -> None:
    handler.send_error(HTTPStatus.SERVICE_UNAVAILABLE)


def test_releases_are_never_mixed(
    small_book: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Interrupt the download of a new release, and read offline before and after it is complete."""
    page, context = small_book, small_book.context
    publish(tmp_path, 1)
    keep_small_book(page, 1)
    page.wait_for_function(KEPT_URLS, arg=["", 5])
    before = kept(page)
    publish(tmp_path, 2)
    complete = (tmp_path / "second.html").read_bytes()
    put(tmp_path / "second.html", "a login page", 2)
    # Even if the page is slow to be ready, it must not have kept the book unnoticed.
    page.add_init_script("addEventListener('nt-kept', () => { globalThis.stopped = true; })")
    keep_small_book(page, 2)
    page.wait_for_function("() => globalThis.stopped")
    page.wait_for_function(KEPT_URLS, arg=["page.html?v=", 2])
    assert {*before} < {*kept(page)}
    context.set_offline(True)
    assert_release(page, "page", 2)
    assert_release(page, "second", 1)
    context.set_offline(False)
    put(tmp_path / "second.html", complete, 3)
    keep_small_book(page, 2)
    page.wait_for_function(KEPT_URLS, arg=["", 5])
    assert not {*before} & {*kept(page)}
    context.set_offline(True)
    assert_release(page, "second", 2)
    context.set_offline(False)
    monkeypatch.setattr(Handler, "do_GET", be_unavailable)
    assert_release(page, "second", 2)


DAMAGE = """async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const headers = {"Content-Type": "text/javascript"};
    await cache.put("a.js?v=1", new Response("damaged(", {headers}));
  }
}"""


def test_damaged_files_and_pages_of_a_silent_server_are_replaced(
    small_book: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The service worker waits for the server not even a millisecond."""
    publish(tmp_path, 1, patience=0)
    keep_small_book(small_book, 1)
    small_book.wait_for_function(KEPT_URLS, arg=["", 5])
    end = Event()

    def be_silent(handler: Handler) -> None:
        end.wait()
        be_unavailable(handler)

    with monkeypatch.context() as patch:
        patch.setattr(Handler, "do_GET", be_silent)
        try:
            assert_release(small_book, "page", 1)
        finally:
            end.set()
    small_book.evaluate(DAMAGE)
    assert_release(small_book, "page", 1)


@pytest.mark.parametrize(
    ("base", "root"), [("", "/"), ("https://b.org/c/", "/c/")], ids=["unknown", "known"]
)
def test_build_asks_for_the_address_that_missing_pages_need(
    monkeypatch: pytest.MonkeyPatch, base: str, root: str
) -> None:
    messages: list[str] = []
    monkeypatch.setattr(logger, "info", lambda text, *_: messages.append(text))
    html = '<a href="b.html"></a><a href="#c"></a><a href="https://d.org"></a><img src="./e.svg">'
    html += '<form action="search.html"></form>'
    folder = site_of(base=base, pages={NOT_FOUND: f"<body>{html}"})
    link_from_root(folder)
    tree = folder.pages[NOT_FOUND].tree
    assert [link.get("href") for link in tree.iter("a")] == [f"{root}b.html", "#c", "https://d.org"]
    assert [tree.find(".//img").get("src"), tree.find(".//form").get("action")] == [
        f"{root}e.svg",
        f"{root}search.html",
    ]
    assert ["BOOK_URL" in text for text in messages] == [True] * (not base)


def test_scripts_and_styles_get_a_version_of_their_content(tmp_path: Path) -> None:
    (tmp_path / "_static").mkdir()
    (tmp_path / "_static/a.js").write_text("1", "utf8")
    names = ["a.js", "a.js?digest=0", "a.js?v=0", "absent.js"]
    html = "".join(f'<script src="../_static/{name}"></script>' for name in names)
    folder = site_of(tmp_path, pages={"book/a": f"<head>{html}</head>"})
    add_versions(folder)
    *present, absent = (each.get("src") for each in folder.pages["book/a"].scripts())
    [address] = {*present}
    assert re.fullmatch(r"../_static/a.js\?v=\w{8}", address) and absent == "../_static/absent.js"


# --- Deleting ------------------------------------------------------------------------------------

NOTHING = re.compile("Saved on this device: nothing")


def assert_nothing_is_kept(page: Page, address: str) -> None:
    """Open a page, let ten seconds pass, and check that the page has kept nothing."""
    page.goto(address)
    page.wait_for_function(READY)
    page.clock.run_for(10_000)
    expect(foot(page)).to_contain_text(NOTHING)
    assert page.evaluate("caches.keys()") == []
    assert page.evaluate("navigator.serviceWorker.getRegistrations()") == []


def test_deleted_book_is_kept_again_only_in_another_tab(phone: BrowserContext, site: str) -> None:
    page = visit_once(phone, f"{site}/{PAGES[1]}.html").page
    foot(page).get_by_role("button", name="Delete saved data").tap()
    with page.expect_navigation():
        foot(page).get_by_role("button", name="Delete", exact=True).tap()
    expect(foot(page)).to_contain_text("Everything has been deleted. Saved on this device: no")
    expect(foot(page)).to_contain_text("Nothing of the book is kept until you close this tab.")
    assert_nothing_is_kept(page, f"{site}/{PAGES[1]}.html")
    visit_once(phone, f"{site}/{PAGES[1]}.html")


def test_nothing_is_kept_if_the_reader_saves_data(browser: Browser, site: str) -> None:
    with reader(browser) as context:
        page = context.new_page()
        page.add_init_script(
            "Object.defineProperty(navigator, 'connection', {value: {saveData: true}})"
        )
        assert_nothing_is_kept(page, f"{site}/{PAGES[1]}.html")


# --- Labs ----------------------------------------------------------------------------------------


def asleep(page: Page, name: str) -> Locator:
    return page.locator(f"{LIGHT_DOM}.live-asleep > .lab-{name}")


def invitation(page: Page, lab: str) -> Locator:
    """Return the line above a lab that invites readers to use the lab."""
    return page.locator(f".live-toolbar:has(+ .widget-subarea > .lab-{lab})")


def test_first_tap_wakes_labs_and_then_all_chapters_run_offline(
    phone: BrowserContext, site: str
) -> None:
    """Check also that the bar is one row, and does not cover the heading that a link leads to."""
    megabytes = json.loads((ROOT / CONTENTS).read_text("utf8"))["megabytes"]
    view = Visit(phone.new_page())
    view.go(f"{site}/{CHAPTER_OF['nim']}.html")
    page, bar = view.page, view.page.locator(".live-bar")
    assert bar.evaluate("bar => bar.offsetHeight") <= 48
    text = bar.get_by_role("status")
    assert text.evaluate("text => text.scrollWidth <= text.clientWidth")
    lab = asleep(page, "nim")
    line = invitation(page, "nim")
    expect(line).to_contain_text(f"Tap to use: loads Python ({megabytes} MB, once)")
    expect(lab).to_have_css("filter", "none")
    expect(lab).to_have_css("opacity", "1")
    legal_buttons(lab).first.tap()
    expect(line.get_by_role("progressbar")).to_be_visible()
    wait_until("live", page)
    woken = lab_of(page, "nim")
    # The engine has replied to the tap, and the focus is on the board.
    wait_for_message(woken, re.compile(r"^You take"))
    expect(woken.locator(":focus")).to_have_count(1)
    page.emulate_media(reduced_motion="reduce")  # a smooth scroll passes the right position
    page.evaluate("location.hash = document.querySelectorAll('section > section')[2].id")
    page.wait_for_function(
        """() => {
          const heading = document.querySelector(":target > h2").getBoundingClientRect();
          const bars = [".live-bar", ".bd-header-article"].map((selector) =>
            document.querySelector(selector).getBoundingClientRect().bottom);
          return Math.max(...bars) <= heading.top && heading.top < Math.max(...bars) + 60;
        }"""
    )
    page.wait_for_function(OFFLINE_READY)
    phone.set_offline(True)
    view.go(f"{site}/{CHAPTERS[9]}.html")
    line = page.locator(".live-toolbar").filter(has_text="Tap to use: Python is on this device")
    expect(line.first).to_be_visible()
    wake_with(page, "input[type=text]", "type")
    assert view.errors == []


def wake_with(page: Page, control: str, use: str) -> None:
    """Use a control of a sleeping lab, which must get the focus and the input when it has woken."""
    chosen = page.locator(f"{LIGHT_DOM}.live-asleep {control}:visible").last
    label = str(chosen.get_attribute("aria-label"))
    value = chosen.get_attribute("aria-valuetext")
    chosen.press("Tab")  # this only moves the focus
    expect(page.locator(".live-bar")).to_have_attribute("data-state", "asleep")
    if use == "click":
        chosen.click()
    elif use == "drag":
        chosen.hover()
        page.mouse.down()
        page.mouse.move(0, 0)
        page.mouse.up()
    elif use == "press":
        chosen.press("ArrowLeft")
    else:
        chosen.click()
        chosen.press("Control+a")
        page.keyboard.type("7")
    assert chosen.get_attribute("aria-valuetext") == value  # it has not moved while asleep
    wait_until("live", page)
    woken = page.locator(f"{LIGHT_DOM}.widget-subarea:not(.live-asleep) {control}:focus")
    expect(woken).to_have_attribute("aria-label", label)
    if use == "type":
        expect(woken).to_have_value("7")
    if use == "press":
        expect(woken).not_to_have_attribute("aria-valuetext", str(value))


@pytest.mark.parametrize(
    ("chapter", "control", "use"),
    [
        pytest.param(1, "[role=slider]", "press", marks=pytest.mark.full),
        pytest.param(1, "[role=slider]", "drag", marks=pytest.mark.full),
        pytest.param(9, "select", "click", marks=pytest.mark.full),
    ],
)
def test_labs_wake_without_a_service_worker_and_without_storage(
    chapter: int, control: str, use: str, browser: Browser, site: str
) -> None:
    with blank_page(browser) as page:
        view = Visit(page)
        page.add_init_script(DENIED)
        view.go(f"{site}/{CHAPTERS[chapter]}.html")
        wake_with(page, control, use)
        assert view.errors == []


# --- The bar -------------------------------------------------------------------------------------


@parsed_pages_group
@pytest.mark.parametrize("name", CHAPTERS)
def test_bar_comes_after_the_opening_game(name: str, book: Path) -> None:
    chapter = parse_page(book / f"{name}.html").cssselect("article section")[0]
    [bar] = chapter.cssselect(".live-placeholder")
    above = bar.getprevious()
    openings = chapter.cssselect(":scope > .cell:has(.nt-written)")
    assert above is openings[0] if openings else above.tag == "h1"


# --- Installing ----------------------------------------------------------------------------------


def test_book_can_be_installed(complete_browser: Browser, book: Path, site: str) -> None:
    with reader(complete_browser) as context:
        page = context.new_page()
        page.goto(f"{site}/{PAGES[0]}.html")
        session = context.new_cdp_session(page)
        found = session.send("Page.getAppManifest")
        assert found["url"] == f"{site}/manifest.webmanifest" and not found["errors"]
        errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
        # All contexts of the test browser are incognito.
        assert [error["errorId"] for error in errors] == ["in-incognito"]
    manifest = json.loads(found["data"])
    assert (book / manifest["start_url"]).is_file()
    for icon in manifest["icons"]:
        header = (book / icon["src"]).read_bytes()[:24]
        size = "x".join(str(int.from_bytes(header[i : i + 4])) for i in (16, 20))
        assert header[:4] == b"\x89PNG" and icon["sizes"] == size
    assert {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]} >= {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }


@parsed_pages_group
@pytest.mark.parametrize("name", [*PAGES, "search", FALLBACK])
def test_head_has_links_to_the_manifest_and_fonts_before_scripts(name: str, book: Path) -> None:
    page, root = parse_page(book / f"{name}.html"), "../" * name.count("/")
    manifests = [link.get("href") for link in page.cssselect("link[rel=manifest]")]
    assert manifests == [f"{root}manifest.webmanifest"]
    fonts = {f"{root}_static/vendor/fonts/{font}.woff2" for font in FONTS}
    above = page.cssselect("script:not([type])")[0].itersiblings(preceding=True)
    assert {link.get("href") for link in above} >= {*manifests, *fonts, LICENCE}
    schemes = [colour.get("media") for colour in page.cssselect("meta[name=theme-color]")]
    assert schemes == ["(prefers-color-scheme: light)", "(prefers-color-scheme: dark)"]
