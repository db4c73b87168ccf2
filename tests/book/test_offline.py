"""Tests of reading and running the book offline, of installing it, and of what it keeps."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from ext.offline import FALLBACK, NOT_FOUND, add_versions, link_from_root, logger, service_worker
from ext.trees import read_pages
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from benchmarks.live import OFFLINE_READY
from tests.lib.live import (
    CHAPTER_OF,
    CHAPTERS,
    lab_of,
    labs,
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
    constant,
    new_window,
    parse_page,
    parsed_pages_group,
    transfer_size,
)
from tests.lib.steps import site as site_of
from tools.live import CONTENTS
from tools.serve import Handler, served

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
def reader(browser: Browser) -> Iterator[BrowserContext]:
    """Open a phone's browser, whose service workers work, and whose clock can be put forward."""
    options: dict[str, Any] = {"service_workers": "allow", "has_touch": True, "is_mobile": True}
    with new_window(browser, width=PHONE, **options) as context:
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


def kept(page: Page) -> list[str]:
    """Return the URLs of all files that are kept."""
    urls: list[str] = page.evaluate(
        """async () => {
          const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
          const keys = await Promise.all(caches_.map((cache) => cache.keys()));
          return keys.flat().map(({url}) => url);
        }"""
    )
    return urls


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
    for name in (CHAPTERS[0], CHAPTERS[-1], "search"):
        view.go(f"{site}/{name}.html")
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


# --- A new release -------------------------------------------------------------------------------


def release(book: Path, old: bytes, new: bytes) -> None:
    """Publish a release in which a text on all pages, a script and a stylesheet are new."""
    for path in [*book.rglob("*.html"), book / "_static/reader.js", book / "_static/book.css"]:
        body = path.read_bytes().replace(old, new)
        body = re.sub(rb"((?:reader\.js|book\.css)\?v=)\w+", rb"\g<1>" + new.hex().encode(), body)
        path.unlink()  # it is a link to the file of the built book
        path.write_bytes(body)
    code = (ROOT / "book/site/live/service_worker.js").read_text("utf8")
    worker = service_worker(book, read_pages(book), code, constant(book, "LIVE"))
    (book / "service_worker.js").unlink()
    (book / "service_worker.js").write_text(worker, "utf8")


def versions(page: Page) -> list[str]:
    """Return the release of a page, of its script, and of its stylesheet."""
    found: list[str] = page.evaluate(
        """async () => {
          const urls = [location.href, ...[...document.querySelectorAll(
            "script[src*='/reader.js'], link[href*='/book.css']")].map((e) => e.src ?? e.href)];
          const texts = await Promise.all(urls.map(async (url) => (await fetch(url)).text()));
          return texts.map((text) => /release-[0-9]/.exec(text)?.[0]);
        }"""
    )
    assert len(found) == 3
    return found


def test_releases_are_never_mixed(browser: Browser, book: Path, tmp_path: Path) -> None:
    """Interrupt the download of a new release, and read offline before and after it is complete."""
    copy = tmp_path / "book"
    shutil.copytree(book, copy, ignore=shutil.ignore_patterns("live"))
    for name in ("reader.js", "book.css"):
        text = (copy / "_static" / name).read_text("utf8")
        (copy / "_static" / name).unlink()
        (copy / "_static" / name).write_text(f"{text}\n/* release-0 */", "utf8")
    release(copy, b"</h1>", b"<!-- release-0 --></h1>")
    release(copy, b"release-0", b"release-1")
    first, last = f"{CHAPTERS[0]}.html", f"{CHAPTERS[-1]}.html"
    with served(copy) as address, reader(browser) as context:
        page = visit_once(context, f"{address}/{first}").page
        before = kept(page)
        release(copy, b"release-1", b"release-2")
        complete = (copy / last).read_bytes()
        (copy / last).write_bytes(b"a login page")
        login = f"{address}/{last}?v="
        # Even if the page is slow to be ready, it must not have kept the book unnoticed.
        page.add_init_script("addEventListener('nt-kept', () => { globalThis.stopped = true; })")
        with context.expect_event("requestfinished", lambda request: login in request.url):
            page.goto(f"{address}/{first}")
            page.wait_for_function(READY)
            assert versions(page) == ["release-2"] * 3
            context.clock.fast_forward(DELAY)
        page.wait_for_function("() => globalThis.stopped")
        page.wait_for_function(KEPT_URLS, arg=[f"{first}?v=", 2])
        assert {*before} < {*kept(page)}
        context.set_offline(True)
        for name, expected in ((first, "release-2"), (last, "release-1")):
            page.goto(f"{address}/{name}")
            assert versions(page) == [expected] * 3
        context.set_offline(False)
        (copy / last).write_bytes(complete)
        page.goto(f"{address}/{first}")
        context.clock.fast_forward(DELAY)
        page.wait_for_function(KEPT_URLS, arg=[f"{first}?v=", 1])
        assert len(kept(page)) == len(before)
        context.set_offline(True)
        page.goto(f"{address}/{last}")
        assert versions(page) == ["release-2"] * 3


# Returns whether the number of kept files whose URLs contain a text is right.
KEPT_URLS = """([text, count]) => {
  const check = async () => {
    const keys = await (await caches.open("nim-with-a-twist")).keys();
    return keys.filter(({url}) => url.includes(text)).length === count;
  };
  check().then((result) => { globalThis.rightCount = result; });
  return globalThis.rightCount;
}"""


# --- A device or a server that fails --------------------------------------------------------------

# Keeps the book, and waits for the service worker to say so.
KEEP = """async () => {
  const { serviceWorker } = navigator;
  const said = (target, type) => new Promise((done) => { target[`on${type}`] = done; });
  const controlled = serviceWorker.controller || said(serviceWorker, "controllerchange");
  await serviceWorker.register("service_worker.js");
  await controlled;
  const kept = said(serviceWorker, "message");
  serviceWorker.controller.postMessage("keep");
  await kept;
}"""
DAMAGE = """async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const headers = {"Content-Type": "text/javascript"};
    await cache.put("a.js?v=1", new Response("damaged(", {headers}));
  }
}"""


@pytest.fixture
def kept_page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """A small book, kept by a service worker that waits for the server not even a millisecond."""
    html = "<!doctype html><title>Page</title><script src='a.js?v=1'></script>"
    for name in ("page", FALLBACK):
        (tmp_path / f"{name}.html").write_text(html.replace("'", '"'), "utf8")
    (tmp_path / "a.js").write_text("document.title += ' with its script';", "utf8")
    code = (ROOT / "book/site/live/service_worker.js").read_text("utf8")
    worker = service_worker(tmp_path, read_pages(tmp_path), code, "live", patience=0)
    (tmp_path / "service_worker.js").write_text(worker, "utf8")
    with served(tmp_path) as address, reader(browser) as context:
        page = context.new_page()
        page.goto(f"{address}/page.html")
        page.evaluate(KEEP)
        yield page


def test_damaged_file_is_loaded_again(kept_page: Page) -> None:
    kept_page.evaluate(DAMAGE)
    kept_page.reload()
    expect(kept_page).to_have_title("Page with its script")


@pytest.mark.parametrize("fault", ["silent", "unavailable"])
def test_kept_page_replaces_that_of_a_server_that_fails(
    kept_page: Page, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    end = Event()

    def fail(handler: Handler) -> None:
        if fault == "silent":
            end.wait()
        handler.send_error(HTTPStatus.SERVICE_UNAVAILABLE)

    monkeypatch.setattr(Handler, "do_GET", fail)
    try:
        kept_page.reload()
        expect(kept_page).to_have_title("Page with its script")
    finally:
        end.set()


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


def test_deleted_book_is_not_kept_again_in_the_same_tab(browser: Browser, site: str) -> None:
    with reader(browser) as context:
        page = visit_once(context, f"{site}/{PAGES[1]}.html").page
        foot(page).get_by_role("button", name="Delete saved data").tap()
        with page.expect_navigation():
            foot(page).get_by_role("button", name="Delete", exact=True).tap()
        expect(foot(page)).to_contain_text("Everything has been deleted. Saved on this device: no")
        expect(foot(page)).to_contain_text("Nothing of the book is kept until you close this tab.")
        assert_nothing_is_kept(page, f"{site}/{PAGES[0]}.html")
        visit_once(context, f"{site}/{PAGES[1]}.html")


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
    view.go(f"{site}/{CHAPTER_OF['hackenbush']}.html")
    expect(invitation(page, "hackenbush")).to_contain_text("Tap to use: Python is on this device")
    legal_buttons(asleep(page, "hackenbush")).first.press("Enter")
    wait_until("live", page)
    wait_for_message(lab_of(page, "hackenbush"), re.compile(r"^You cut"))
    assert view.errors == []


@pytest.fixture(scope="module")
def desktop(browser: Browser) -> Iterator[BrowserContext]:
    """A window whose pages load Python once, without a service worker."""
    with new_window(browser) as context:
        yield context


@pytest.mark.parametrize(
    ("chapter", "control", "use"),
    [
        pytest.param(9, "select", "click", marks=pytest.mark.full),
        (9, "input[type=text]", "type"),
        (1, "[role=slider]", "press"),
        pytest.param(1, "[role=slider]", "drag", marks=pytest.mark.full),
    ],
)
def test_control_that_wakes_a_lab_gets_the_focus_and_the_input(
    chapter: int, control: str, use: str, desktop: BrowserContext, site: str
) -> None:
    with desktop.new_page() as page:
        page.goto(f"{site}/{CHAPTERS[chapter]}.html")
        page.wait_for_function(READY)
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


# Makes it impossible to save anything that belongs to the book.
FULL = """const { setItem } = Storage.prototype;
Storage.prototype.setItem = function (name, value) {
  if (name.startsWith("nim-with-a-twist")) throw new DOMException("full");
  setItem.call(this, name, value);
}"""


def test_labs_wake_if_storage_is_full(desktop: BrowserContext, site: str) -> None:
    with desktop.new_page() as page:
        view = Visit(page)
        page.add_init_script(FULL)
        view.go(f"{site}/{CHAPTERS[0]}.html")
        invitation(page, next(iter(labs(CHAPTERS[0])))).get_by_role("button").first.click()
        wait_until("live", page)
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
def test_page_links_to_the_manifest(name: str, book: Path) -> None:
    page = parse_page(book / f"{name}.html")
    [manifest] = page.cssselect("head link[rel=manifest]")
    assert (book / name).parent.joinpath(manifest.get("href")).resolve() == (
        book / "manifest.webmanifest"
    )
    schemes = [colour.get("media") for colour in page.cssselect("meta[name=theme-color]")]
    assert schemes == ["(prefers-color-scheme: light)", "(prefers-color-scheme: dark)"]
