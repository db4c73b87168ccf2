"""What live mode does when something on the way is wrong, and what a reader's code cannot do to it.

The browser keeps what servers call lasting, right or wrong, as any reader's does.
"""

from __future__ import annotations

import io
import re
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from socketserver import BaseRequestHandler, ThreadingTCPServer

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from benchmarks.live import KEPT, REMEMBERED
from tests.book import test_live
from tests.book.conftest import root_of, served
from tests.book.test_live import (
    CHAPTERS,
    GAMES,
    START,
    Woken,
    alert,
    anywhere,
    bar,
    beside,
    change,
    chapters_of,
    controls,
    in_full,
    lab_of,
    labs,
    live_files,
    once,
    press,
    run,
    run_live,
    stay_live,
    text,
    try_it,
    use_labs,
    wait_until,
    wait_until_true,
    write,
)
from tests.book.test_pages import READY, Visit, blank
from tools.serve import HOST, Handler, Server

woken, live = test_live.woken, test_live.live
# In Firefox, and only in full.
in_firefox = chapters_of(firefox_in_full=CHAPTERS[:1])

# Another name of the folder of live mode, as when the book is published with other contents.
LATER = "f" * 16
PORTAL = b"<!doctype html><title>Welcome</title><p>Enter the password of this network."
WRONG = ["another page", "half of it", "broken off", "nothing", "missing", "stalled"]
ONCE = "stalled once"
# Milliseconds in which nothing arrives, for a page that is not as patient as usual.
STALLED = 2_000


@pytest.fixture
def wrong(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """What is wrong with the answers of servers, by the name of the file; at first, nothing."""
    wrong: dict[str, str] = {}
    over = threading.Event()
    send_head = Handler.send_head

    def send(handler: Handler) -> io.BytesIO | None:
        path = Path(handler.translate_path(handler.path))
        how = wrong.get(path.name)
        if how is None and path.suffix == ".html" and path.is_file():
            return send_impatient(handler, path)
        if how is None:
            return send_head(handler)
        if how == ONCE:
            how = "stalled"
            del wrong[path.name]
        if how == "missing":
            handler.send_error(404)
            return None
        if how == "nothing":
            handler.close_connection = True
            return None
        whole = path.read_bytes()
        body = PORTAL if how == "another page" else whole[: len(whole) // 2]
        kind = "text/html" if how == "another page" else handler.guess_type(path)
        handler.send_response(200)
        handler.send_header("Content-Type", kind)
        handler.send_header("Cache-Control", "max-age=31536000, immutable")
        length = whole if how == "broken off" else body
        handler.send_header("Content-Length", str(len(length)))
        handler.end_headers()
        handler.close_connection = True
        if how == "stalled":
            handler.wfile.write(body[:1000])
            over.wait()
            return None
        return io.BytesIO(body)

    monkeypatch.setattr(Handler, "send_head", send)
    yield wrong
    over.set()


def send_impatient(handler: Handler, path: Path) -> io.BytesIO:
    """Send a page that does not wait long for what stands still."""
    told = b'id="live-page">{'
    page = path.read_bytes().replace(told, told + f'"stalled": {STALLED}, '.encode())
    handler.send_response(200)
    handler.send_header("Content-Type", handler.guess_type(path))
    handler.send_header("Content-Length", str(len(page)))
    handler.end_headers()
    return io.BytesIO(page)


@pytest.fixture
def publish(book: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """What publishes the book anew: live mode is in a folder with another name from then on."""
    [folder] = (book / "_static/live").iterdir()
    translate_path, send_head = Handler.translate_path, Handler.send_head

    def translate(handler: Handler, path: str) -> str:
        return (
            "" if folder.name in path else translate_path(handler, path.replace(LATER, folder.name))
        )

    def send(handler: Handler) -> io.BytesIO | None:
        path = Path(handler.translate_path(handler.path))
        if (path.name != "service_worker.js" and path.suffix != ".html") or not path.is_file():
            return send_head(handler)
        body = path.read_bytes().replace(folder.name.encode(), LATER.encode())
        handler.send_response(200)
        handler.send_header("Content-Type", handler.guess_type(path))
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        return io.BytesIO(body)

    def publish() -> None:
        monkeypatch.setattr(Handler, "translate_path", translate)
        monkeypatch.setattr(Handler, "send_head", send)

    return publish


def kept(page: Page) -> None:
    """Wait until all that the chapter needs is kept."""
    page.wait_for_function(KEPT, timeout=START)


def kept_addresses(page: Page) -> list[str]:
    """Return the addresses of all that is kept for reading without a connection."""
    addresses: list[str] = page.evaluate(
        """async () => {
          const cache = await caches.open("nim-with-a-twist");
          return (await cache.keys()).map(({url}) => url);
        }"""
    )
    return addresses


@dataclass
class Kept:
    """A chapter at an address of its own, which is live, and all that it needs is kept."""

    view: Visit
    http: Server
    asked: set[str]
    """The addresses of what it had asked for when that was kept."""
    there: set[str]
    """The addresses of what was kept then."""


# What a page may ask for that cannot be kept.
STRANGE = ("absent.png", "https://elsewhere.invalid/picture.png")
LOADED = """() => performance.getEntriesByType("resource").map(({name}) => name)"""


@pytest.fixture(scope="module")
def lasting(woken: Woken, book: Path) -> Iterator[Kept]:
    """A chapter that is run live and kept once; what tests do to it, they undo."""
    woken.leave()
    with served(book) as http, woken.page.context.new_page() as page:
        view = Visit(page)
        view.go(f"{root_of(http)}/{woken.name}.html")
        with page.expect_response(f"**/{STRANGE[0]}"):
            page.evaluate(
                """(strange) => strange.forEach((src) => {
                  document.body.append(Object.assign(new Image(), {src}));
                })""",
                STRANGE,
            )
        run_live(page)
        asked = {url.split("?")[0] for url in page.evaluate(LOADED)}
        kept(page)
        view.leave()
        woken.hear()
        yield Kept(view, http, asked, set(kept_addresses(page)))
        woken.leave()
        page.goto("about:blank")
    woken.hear()


@pytest.fixture
def stored(live: Woken, lasting: Kept) -> Iterator[Kept]:
    """The chapter that is kept, live as it was; nobody listens to the other one meanwhile."""
    live.leave()
    page, address = lasting.view.page, f"{root_of(lasting.http)}/{live.name}.html"
    if page.url != address:
        lasting.view.go(address)
    stay_live(page)
    kept(page)
    lasting.view.errors.clear()
    lasting.view.hear()
    yield lasting
    lasting.view.leave()
    live.hear()


@contextmanager
def opened(live: Woken, book: Path) -> Iterator[Page]:
    """Open the chapter at another address, where nothing was kept before."""
    with served(book) as http, beside(live) as view:
        view.go(f"{root_of(http)}/{live.name}.html")
        yield view.page
        # What it still asks for breaks off while nobody listens to the other page.
        view.page.goto("about:blank")


def fails(page: Page, sentence: str) -> None:
    """Press Run live, and see that it ends, and with which sentence."""
    press(page, "Run live")
    expect(alert(page)).to_contain_text(re.compile(sentence), timeout=START)
    wait_until("ended", page)


def forget(page: Page) -> None:
    """Clear what the browser itself has kept, without being asked to."""
    session = page.context.new_cdp_session(page)
    session.send("Network.clearBrowserCache")
    session.detach()


# --- A network that answers with something else --------------------------------------------------


# What a reader may press while Python is on its way, and what is said then.
STOPPED = "Stopped. The labs are asleep again."


@contextmanager
def little_room(page: Page, size: int) -> Iterator[None]:
    """Let the browser keep no more for a page than so many bytes."""
    session = page.context.new_cdp_session(page)
    origin = {"origin": page.evaluate("location.origin")}
    session.send("Storage.overrideQuotaForOrigin", {**origin, "quotaSize": size})
    yield
    session.send("Storage.overrideQuotaForOrigin", origin)
    session.detach()


@once
def test_one_fault_of_each_kind_ends_in_a_sentence_and_then_python_starts(
    live: Woken, book: Path, wrong: dict[str, str]
) -> None:
    """Each file has another fault. In the end, there is no room to keep anything, either.

    For what stands still one has to wait; here it is stopped.
    """
    with opened(live, book) as page, little_room(page, 1000):
        for path, how in zip(live_files(book), cycle(WRONG[:-1]), strict=False):
            wrong[path.name] = how
            fails(page, f"{re.escape(path.name)} cannot be loaded")
            wrong.clear()
            forget(page)
        wrong["engine.packed"] = WRONG[-1]
        press(page, "Run live")
        wait_until("starting", page)
        press(page, "Stop")
        expect(bar(page).get_by_role("status")).to_have_text(STOPPED)
        wrong.clear()
        forget(page)
        run_live(page)
        expect(alert(page)).to_be_hidden()
        use_labs(page)
        assert not [url for url in kept_addresses(page) if "/_static/live/" in url]


# Of what stands still more is said.
SAID = {"stalled": ": nothing of it has come for 2 seconds"}


@pytest.fixture
def bare(browser: Browser, book: Path) -> Iterator[Page]:
    """The chapter in a browser that keeps nothing, where each start loads all files."""
    with (
        served(book) as http,
        browser.new_context(service_workers="block") as context,
    ):
        page = context.new_page()
        Visit(page).go(f"{root_of(http)}/{CHAPTERS[0]}.html")
        yield page


@pytest.mark.full
@pytest.mark.xdist_group("live")
@pytest.mark.parametrize("how", WRONG)
def test_every_fault_of_every_file_ends_in_a_sentence_and_then_python_starts(
    how: str, book: Path, wrong: dict[str, str], bare: Page
) -> None:
    bare.reload()  # with what is wrong, it is impatient
    bare.wait_for_function(READY)
    for path in live_files(book):
        wrong[path.name] = how
        fails(bare, f"{re.escape(path.name)} cannot be loaded{SAID.get(how, '')}")
        wrong.clear()
        run_live(bare)
        expect(alert(bare)).to_be_hidden()
        assert run(bare, "6 * 7").text_content() == "42\n"
        press(bare, "Stop")
        wait_until("ended", bare)
        forget(bare)


@pytest.mark.full
@once
def test_what_is_wrong_with_all_files_at_once_is_met_alike(
    live: Woken, book: Path, wrong: dict[str, str]
) -> None:
    with opened(live, book) as page:
        # The worker asks for most of them.
        for bad in ["worker.js"], [path.name for path in live_files(book)][:-1]:
            forget(page)
            wrong.update(zip(bad, cycle(WRONG), strict=False))
            fails(page, "cannot be loaded")
            wrong.clear()
        run_live(page)
        expect(alert(page)).to_be_hidden()
        use_labs(page)


@pytest.mark.full
@once
def test_what_stood_still_once_is_asked_for_again_and_nobody_hears_of_it(
    live: Woken, book: Path, wrong: dict[str, str]
) -> None:
    with opened(live, book) as page:
        wrong |= {path.name: ONCE for path in live_files(book)}
        run_live(page)
        assert not wrong


# Press Stop at the first moment at which the bar is so.
STOP_WHEN = """() => {
  const bar = document.querySelector(".live-bar");
  const observer = new MutationObserver(() => {
    const [part, said] = [bar.querySelector("progress").value, bar.innerText];
    if (bar.dataset.state !== "starting" || !(CONDITION)) return;
    observer.disconnect();
    [...bar.querySelectorAll("button")].find(({textContent}) => textContent === "Stop").click();
  });
  observer.observe(bar, {attributes: true, childList: true, characterData: true, subtree: true});
}"""
STAGES = {
    "asking": "part === 0",
    "fetching": "part > 0 && part < 1",
    "starting Python": "part === 1 && !said.includes('waking')",
    "waking": "said.includes('waking')",
    "waking further": "said.includes('waking') && part > 0.5 && part < 1",
}


@pytest.mark.full
@pytest.mark.xdist_group("live")
def test_stop_stops_at_every_stage_and_then_python_starts(bare: Page) -> None:
    for stage, condition in STAGES.items():
        bare.evaluate(STOP_WHEN.replace("CONDITION", condition))
        press(bare, "Run live")
        expect(bar(bare).get_by_role("status"), stage).to_have_text(STOPPED, timeout=START)
        wait_until("ended", bare)
        expect(alert(bare)).to_be_hidden()
        wait_until_true(bare, lambda: not bare.workers)
        run_live(bare)
        use_labs(bare)
        press(bare, "Stop")
        wait_until("ended", bare)


@pytest.mark.full
@once
def test_nor_is_it_when_other_pages_were_live_before(
    stored: Kept, book: Path, wrong: dict[str, str]
) -> None:
    """Then the service worker answers, and has nothing of this folder yet."""
    page = stored.view.page
    page.evaluate(
        """async () => {
          for (const name of await caches.keys()) {
            const cache = await caches.open(name);
            for (const request of await cache.keys()) await cache.delete(request);
          }
        }"""
    )
    wrong.update((path.name, WRONG[0]) for path in live_files(book))
    with page.context.new_page() as other:
        forget(other)
        view = Visit(other)
        view.go(page.url)
        assert other.evaluate("navigator.serviceWorker.controller !== null")
        fails(other, "cannot be loaded")
        view.go(page.url)
        fails(other, "cannot be loaded")
        wrong.clear()
        run_live(other)
        kept(other)
        view.leave()


# A page in which all is kept, and one file of it is something else.
SPOIL = """async ([file, text]) => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const {url} of await cache.keys()) {
      if (!url.endsWith(`/${file}`)) continue;
      await cache.put(url, new Response(text, {headers: {"Content-Type": "text/html"}}));
    }
  }
}"""


@pytest.mark.full
@once
def test_what_is_kept_needs_no_server_and_what_is_wrong_of_it_is_loaded_anew(
    stored: Kept, book: Path
) -> None:
    page = stored.view.page
    for path in live_files(book):
        page.evaluate(SPOIL, [path.name, PORTAL.decode()])
    page.reload()
    page.wait_for_function(READY)
    stay_live(page)
    kept(page)
    page.context.set_offline(True)
    try:
        page.reload()
        page.wait_for_function(READY)
        stay_live(page)
        use_labs(page)
    finally:
        page.context.set_offline(False)


@pytest.mark.full
@once
def test_one_may_come_back(stored: Kept) -> None:
    view = stored.view
    view.go(f"{root_of(stored.http)}/{CHAPTERS[1]}.html")
    view.page.go_back()
    view.page.wait_for_function(READY)
    stay_live(view.page)
    use_labs(view.page)
    assert not view.errors


@once
def test_python_that_does_not_come_is_given_up(live: Woken, browser: Browser, site: str) -> None:
    with blank(browser) as page:  # of its own: all pages of a context have one clock
        page.clock.install()
        Visit(page).go(f"{site}/{live.name}.html")
        held = list[Route]()
        page.route("**/engine.packed", lambda route: held.append(route))
        press(page, "Run live")
        wait_until("starting", page)
        wait_until_true(page, lambda: bool(held))
        page.clock.fast_forward(60_000)
        wait_until("starting", page)
        page.clock.fast_forward(121_000)
        expect(alert(page)).to_contain_text("Python does not start")
        wait_until("ended", page)


# --- The memory of a Python that has started -----------------------------------------------------


# Keeps something else in its place, with the digest of one or the other.
MISREMEMBER = """async (digested) => {
  const cache = await caches.open("nim-with-a-twist");
  for (const {url} of await cache.keys()) {
    if (!url.includes("/memory/")) continue;
    const body = new Uint8Array(1 << 16);
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
    const is = digested ? `sha256-${btoa(String.fromCharCode(...digest))}` : "another";
    await cache.put(url, new Response(body, {headers: {Digest: is}}));
  }
}"""
FROM_MEMORY = "import kernel; kernel.installed.cache_info().hits"


def wakes(page: Page, from_memory: bool) -> None:
    """Load a page again, which then is live again, and see what it started from."""
    page.reload()
    page.wait_for_function(READY)
    wait_until("live", page)
    expect(run(page, FROM_MEMORY)).to_have_text(str(int(from_memory)))


@pytest.mark.full
@anywhere
def test_the_next_python_starts_from_a_memory_unless_it_is_not_as_it_was(
    live: Woken, book: Path
) -> None:
    with opened(live, book) as page:
        run_live(page)
        expect(run(page, FROM_MEMORY)).to_have_text("0")
        page.wait_for_function(REMEMBERED, timeout=START)
        wakes(page, from_memory=True)
        use_labs(page)
        run(page, "import asyncio\nt = asyncio.ensure_future(asyncio.sleep(0))")
        comes(page, "if t.done(): print('done', end='')", "done")
        page.evaluate(MISREMEMBER, False)  # it is dropped, and made again
        wakes(page, from_memory=False)
        page.wait_for_function(REMEMBERED, timeout=START)
        page.evaluate(MISREMEMBER, True)  # nothing can start from this one
        page.reload()
        page.wait_for_function(READY)
        wait_until("ended", page)
        expect(alert(page)).to_contain_text("Python has failed")
        run_live(page)
        expect(run(page, FROM_MEMORY)).to_have_text("0")


# --- A book that is published anew ---------------------------------------------------------------

ANEW = (
    "The book has been published anew since this page was opened. Reload the page to run it live; "
    "what you have written is kept."
)


def is_old(page: Page) -> None:
    """See that a page says that it is older than the book, and offers to be loaded again."""
    expect(alert(page)).to_have_text(ANEW, timeout=START)
    expect(bar(page).get_by_role("button", name="Reload")).to_be_visible()


@chapters_of(CHAPTERS[0], firefox_in_full=CHAPTERS[:1])
def test_a_page_older_than_the_book_says_to_reload_and_is_live_then(
    live: Woken, book: Path, publish: Callable[[], None]
) -> None:
    with opened(live, book) as page:
        publish()
        change = page.locator(".live-own").get_by_role("button", name="Change and run").first
        change.click()
        expect(page.locator(".live-own").get_by_role("status").first).to_have_text(ANEW)
        is_old(page)
        press(page, "Run live")
        is_old(page)
        press(page, "Reload")
        page.wait_for_function(READY)
        wait_until("live", page)
        expect(bar(page).get_by_role("button", name="Reload")).to_be_hidden()
        assert LATER in page.evaluate("document.getElementById('live-page').textContent")


@pytest.mark.full
@once
def test_what_was_written_in_a_page_older_than_the_book_is_there_after_it_was_loaded_again(
    live: Woken, book: Path, publish: Callable[[], None]
) -> None:
    with opened(live, book) as page:
        run_live(page)
        kept(page)
        use_labs(page)
        games = page.evaluate(GAMES)
        write(page, "'my own' * 2")
        [folder] = (book / "_static/live").iterdir()
        publish()
        with page.context.new_page() as other:  # which brings the new service worker
            other.goto(page.url)
            wait_until_true(page, lambda: not [u for u in kept_addresses(page) if folder.name in u])
        forget(page)
        assert run(page, "'my own' * 2").text_content() == "'my ownmy own'\n"  # it goes on
        press(page, "Restart")
        is_old(page)
        assert text(page) == "'my own' * 2"
        press(page, "Reload")
        page.wait_for_function(READY)
        wait_until("live", page)
        assert text(page) == "'my own' * 2"
        assert page.evaluate(GAMES) == games
        use_labs(page)
        page.wait_for_function(KEPT, timeout=START)
        live_ones = [url for url in kept_addresses(page) if "/_static/live/" in url]
        assert len(live_ones) >= len(live_files(book)) and all(LATER in url for url in live_ones)


@pytest.mark.full
@once
def test_a_page_that_a_network_sends_in_its_place_is_not_taken_for_a_new_one(
    live: Woken, book: Path, wrong: dict[str, str]
) -> None:
    with opened(live, book) as page:
        for how in "another page", "nothing":
            wrong |= dict.fromkeys([path.name for path in live_files(book)], how)
            wrong[f"{Path(live.name).name}.html"] = how
            fails(page, "cannot be loaded")
            expect(bar(page).get_by_role("button", name="Reload")).to_be_hidden()
            wrong.clear()
            forget(page)
        wrong[f"{Path(live.name).name}.html"] = "missing"  # the chapter has another name now
        wrong["worker.js"] = "missing"
        press(page, "Run live")
        is_old(page)


@pytest.mark.full
@once
def test_of_a_file_with_versions_the_last_one_is_kept(stored: Kept) -> None:
    page = stored.view.page
    page.evaluate(
        """async () => {
          for (let version = 0; version < 20; version++) await fetch(`?v=${version}`);
        }"""
    )
    there = kept_addresses(page)
    assert page.url in there and not [url for url in there if "?" in url]
    page.context.set_offline(True)
    try:
        assert page.evaluate("async () => (await fetch('?v=unheard-of')).ok")
    finally:
        page.context.set_offline(False)


# --- A browser without room ----------------------------------------------------------------------

USAGE = "async () => (await navigator.storage.estimate()).usage"
FULL = """async () => {
  const cache = await caches.open("full");
  return cache.put("x", new Response("x".repeat(1e6))).then(() => "", String);
}"""
DROP = """async (file) => {
  const cache = await caches.open("nim-with-a-twist");
  for (const {url} of await cache.keys()) if (url.endsWith(`/${file}`)) await cache.delete(url);
}"""


@pytest.mark.full
@once
def test_who_is_online_reads_on_when_there_is_no_room(stored: Kept) -> None:
    page, root = stored.view.page, root_of(stored.http)
    with little_room(page, page.evaluate(USAGE) + 1000):
        assert "Quota" in page.evaluate(FULL)
        page.goto(f"{root}/{CHAPTERS[1]}.html")
        page.wait_for_function(READY)
        run_live(page)


@pytest.mark.full
@once
def test_a_file_for_which_there_is_no_room_is_loaded_each_time_and_all_else_is_kept(
    stored: Kept, book: Path
) -> None:
    page = stored.view.page
    for path in live_files(book):
        page.evaluate(DROP, path.name)
        with little_room(page, 1000):
            assert "Quota" in page.evaluate(FULL)
            page.reload()
            page.wait_for_function(READY)
            stay_live(page)
            use_labs(page)
            there = {url.rpartition("/")[2] for url in kept_addresses(page)}
            others = {other.name for other in live_files(book)} - {path.name}
            assert path.name not in there and others <= there
        page.reload()
        page.wait_for_function(READY)
        stay_live(page)
        kept(page)


@pytest.mark.full
@once
def test_what_cannot_be_kept_spoils_nothing_else(lasting: Kept) -> None:
    assert len([url for url in lasting.asked if url.endswith(STRANGE)]) == len(STRANGE)
    wanted = {url for url in lasting.asked if not url.endswith(STRANGE)}
    assert wanted and lasting.there >= wanted
    assert not [url for url in lasting.there if url.endswith(STRANGE)]


# --- The reader's own code -----------------------------------------------------------------------

OUT_OF_REACH = """
import js
from pyodide.ffi import jsnull
names = '''caches indexedDB cookieStore Worker SharedWorker importScripts
    BroadcastChannel Notification createObjectURL
    webkitRequestFileSystem webkitRequestFileSystemSync webkitResolveLocalFileSystemURL
    webkitResolveLocalFileSystemSyncURL storage storageBuckets locks serviceWorker'''.split()
def chain(holder):
    while holder is not jsnull:
        yield from js.Object.getOwnPropertyNames(holder)
        holder = js.Object.getPrototypeOf(holder)
found = [{*chain(start)} for start in (js.self, js.navigator, js.URL)]
# What is looked for in this way is found, if it is there.
for there, name in zip(found, ('fetch', 'userAgent', 'canParse')):
    assert name in there
sorted(set.union(*found) & {*names})
"""


@anywhere
def test_what_outlasts_a_run_is_out_of_a_reader_s_reach(live: Woken) -> None:
    expect(run(live.page, OUT_OF_REACH)).to_have_text("[]")


def comes(page: Page, source: str, outcome: str) -> None:
    """Run a source until it shows something; what it looks at is done between two runs."""
    for _ in range(200):
        shown = run(page, source).text_content()
        if shown:
            assert shown == outcome
            return
    pytest.fail(f"{source} shows nothing")


@contextmanager
def elsewhere() -> Iterator[tuple[str, list[bytes]]]:
    """Listen at another origin; yield its host and what arrives, one entry per connection."""
    arrived: list[bytes] = []

    class Listener(BaseRequestHandler):
        def handle(self) -> None:
            arrived.append(b"a connection")
            arrived[-1] = self.request.recv(1000)

    with ThreadingTCPServer((HOST, 0), Listener) as listener:
        threading.Thread(target=listener.serve_forever, args=[0.05], daemon=True).start()
        try:
            yield f"{HOST}:{listener.server_address[1]}", arrived
        finally:
            listener.shutdown()


# Each line is one way to reach another host: for code, for HTML, and for what widgets show.
OF_CODE = """
js.fetch("http://HOST/fetch")
request = js.XMLHttpRequest.new(); request.open("GET", "http://HOST/xhr"); request.send()
js.WebSocket.new("ws://HOST/socket")
js.EventSource.new("http://HOST/events")
js.FontFace.new("a", "url(http://HOST/font)").load()
js.eval("import('http://HOST/eval.js')")
js.Function.new("import('http://HOST/function.js')")()
js.setTimeout("import('http://HOST/timeout.js')", 0)
js.Worker.new("data:text/javascript,fetch('http://HOST/worker')")
"""
OF_HTML = """
<meta http-equiv="refresh" content="0; url=http://HOST/refresh">
<iframe srcdoc="<script src='../_static/grids.js'></script>"></iframe>
<iframe src="http://HOST/frame"></iframe>
<object data="http://HOST/object"></object><embed src="http://HOST/embed">
<link rel="preconnect" href="http://HOST"><link rel="stylesheet" href="http://HOST/link">
<style>@import "http://HOST/import"; .live-output { background: url(http://HOST/style) }</style>
<svg><image href="http://HOST/image" /><use href="http://HOST/use#a" /></svg>
<img src="http://HOST/img"><video src="http://HOST/video" poster="http://HOST/poster"></video>
<base href="http://HOST/">
<script>hacked = 1</script><img src="data:," onerror="hacked = 1">
"""
BY = """
import ipywidgets, js, json
def shown(html): return type("Html", (), {{"_repr_html_": lambda self: html}})()
def of_another(html): return ipywidgets.Label(html, _view_name="HTMLView")
def described(html): return ipywidgets.Checkbox(description=html, description_allow_html=True)
def unknown(html): return ipywidgets.Label(_view_name=html)
def forged(html):
    output = {{"type": "output", "cell": "try-it", "kind": "html", "value": html}}
    js.postMessage(json.dumps(output))
for line in {html}:
    for show in shown, ipywidgets.HTML, ipywidgets.HTMLMath, of_another, described, unknown, forged:
        display(show(line))
for line in {code}:
    try: exec(line)
    except Exception as error: print(type(error).__name__)
"""


@anywhere
def test_a_reader_s_code_reaches_no_other_host_and_its_html_does_nothing(live: Woken) -> None:
    page, before = live.page, live.page.url
    with elsewhere() as (host, arrived):
        code, html = [x.strip().replace("HOST", host).splitlines() for x in (OF_CODE, OF_HTML)]
        output = run(page, BY.format(html=html, code=code))
        expect(output.locator("[class^=widget-html][class$=-content] img")).to_have_count(3 * 2)
        expect(output.get_by_text("Failed to load view class")).to_have_count(len(html))
        page.wait_for_timeout(1_500)
        assert arrived == []
        assert page.url == before and len(page.frames) == 1
        assert page.evaluate("typeof hacked") == "undefined"
        forbidden = "meta, iframe, object, embed, link, base, script"
        expect(output.locator(f":is({forbidden})")).to_have_count(0)
        # Whoever asks is heard.
        socket.create_connection(tuple(host.split(":"))).close()  # type: ignore[arg-type]
        wait_until_true(page, lambda: len(arrived) == 1)
        expect(run(page, "6 * 7")).to_have_text("42")
    live.errors.clear()  # the browser tells of all that it has refused
    live.requests[:] = [url for url in live.requests if host not in url]


FETCH = """
import asyncio
from pyodide.http import pyfetch
task = asyncio.ensure_future(pyfetch({!r}))
"""


def absent(page: Page) -> str:
    """Return the address of a file that is not there."""
    return f"{page.url.partition('#')[0]}/absent.html"


@anywhere
def test_what_a_reader_fetches_in_vain_is_an_error_of_the_cell(live: Woken) -> None:
    page = live.page
    run(page, FETCH.format(absent(page)))
    comes(page, "if task.done(): print(task.result().status, end='')", "404")
    expect(run(page, "task.result().raise_for_status()").get_by_role("alert")).to_contain_text(
        "404"
    )
    run(page, FETCH.format("http://127.0.0.1:9/"))
    comes(page, "if task.done(): print(bool(task.exception()), end='')", "True")
    expect(run(page, "task.result()").get_by_role("alert")).to_be_visible()
    expect(bar(page)).to_have_attribute("data-state", "live")
    expect(run(page, "6 * 7")).to_have_text("42")
    # The browser complains of both.
    live.errors[:] = [error for error in live.errors if not re.search("404|:9/|ERR_", error)]
    live.requests[:] = [url for url in live.requests if ":9/" not in url]


# Fails when no cell runs.
LATE = """
import js
from pyodide.ffi import create_once_callable
_ = js.setTimeout(create_once_callable(lambda: 1 / 0), 0)
"""


@once
def test_what_a_reader_s_code_does_later_ends_no_session(live: Woken) -> None:
    for source in (FETCH.format(absent(live.page)), LATE):
        run(live.page, source)
    comes(live.page, "if task.done(): print(task.result().status, end='')", "404")
    expect(run(live.page, "6 * 7")).to_have_text("42")
    expect(bar(live.page)).to_have_attribute("data-state", "live")
    # The browser complains of it.
    live.errors[:] = [error for error in live.errors if not re.search("404|ZeroDivision", error)]


# What takes more memory than there is, all at once and in what a function holds.
GREEDY = [
    "rows = []\nwhile True: rows.append(bytearray(10**8))",
    "def take():\n    rows = []\n    while True: rows.append('a' * 1000)\ntake()",
    "rows, n = {}, 0\nwhile True:\n    n += 1\n    rows[n] = str(n)",
]


# What is said of it is looked at in tests/book/test_kernel.py, without a page.
@pytest.mark.full
@anywhere
@pytest.mark.parametrize("source", GREEDY)
def test_code_that_takes_all_memory_ends_in_a_sentence_and_gives_it_back(
    live: Woken, source: str
) -> None:
    page = live.page
    write(page, source)
    page.keyboard.press("Shift+Enter")
    error = try_it(page).locator(".live-output").get_by_role("alert")
    expect(error).to_contain_text(
        "MemoryError: this needs more memory than Python has in a page.", timeout=START
    )
    expect(run(page, "rows").get_by_role("alert")).to_contain_text("NameError")
    half = "len([bytearray(10**6) for _ in range(500)])"
    expect(run(page, half)).to_have_text("500")
    use_labs(page)
    press(page, "Restart")
    wait_until("live", page)
    expect(run(page, "6 * 7")).to_have_text("42")


@pytest.mark.full
@once
def test_a_python_that_does_not_survive_ends_in_a_sentence_and_can_be_started_again(
    live: Woken,
) -> None:
    page = live.page
    write(page, "rows = []\nfor _ in range(10**6): rows = [rows]\ndel rows")
    page.keyboard.press("Shift+Enter")
    expect(alert(page)).to_have_text(
        "Python has failed: Maximum call stack size exceeded. Run live starts it again.",
        timeout=START,
    )
    live.errors.clear()  # what Python says of it to its makers
    run_live(page)
    expect(run(page, "6 * 7")).to_have_text("42")


@pytest.mark.full
@once
def test_what_python_says_that_cannot_be_read_is_its_end(live: Woken) -> None:
    page = live.page
    [worker] = page.workers
    worker.evaluate("postMessage('\\u001b')")
    expect(alert(page)).to_contain_text("Python has failed: what it says cannot be read.")
    run_live(page)
    use_labs(page)


# --- Many pages at once --------------------------------------------------------------------------


def await_keeping(page: Page, before: list[str | None]) -> None:
    """Wait until other games are kept of a page than before."""
    wait_until_true(page, lambda: page.evaluate(GAMES) != before)


@pytest.mark.full
@once
def test_five_chapters_that_are_live_at_once_do_not_disturb_one_another(
    live: Woken, book: Path
) -> None:
    live.leave()
    with served(book) as http, ExitStack() as opened:
        views = []
        for name in CHAPTERS[:5]:
            views.append(Visit(opened.enter_context(live.page.context.new_page())))
            views[-1].go(f"{root_of(http)}/{name}.html")
        for view in views:
            press(view.page, "Run live")
        for number, view in enumerate(views):
            wait_until("live", view.page)
            run(view.page, f"mine = {number}")
        before = [view.page.evaluate(GAMES) for view in views]
        for number, view in enumerate(views):
            assert run(view.page, "mine").text_content() == f"{number}\n"
            name = CHAPTERS[number]
            change(controls(lab_of(view.page, next(iter(labs(name)))))[0])
            await_keeping(view.page, before[number])
            after = [other.page.evaluate(GAMES) for other in views]
            assert [i for i in range(5) if after[i] != before[i]] == [number]
            before = after
        press(views[0].page, "Stop")
        for view in views[1:]:
            assert run(view.page, "6 * 7").text_content() == "42\n"
        for view in views:
            assert not view.errors
            view.page.goto("about:blank")
            view.leave()
    live.hear()


LOUD = "class Loud:\n    _repr_html_ = lambda self: '<b>loud</b>'\n"
FLOODS = {
    "HTML": f"{LOUD}while True: display(Loud())",
    "widgets": "import ipywidgets as ipw\nwhile True: display(ipw.IntSlider())",
    "changes": "import ipywidgets as ipw\ns = ipw.IntSlider(max=10**9)\nwhile True: s.value += 1",
}


# Each meets its limit in tests/book/test_kernel.py, without a page.
@once
@pytest.mark.parametrize("kind", ["widgets", *map(in_full, ("HTML", "changes"))])
def test_a_loop_that_shows_without_end_ends_in_a_sentence(live: Woken, kind: str) -> None:
    error = run(live.page, FLOODS[kind]).get_by_role("alert")
    expect(error).to_contain_text("RuntimeError: a run can show the page at most")
    expect(run(live.page, "6 * 7")).to_have_text("42")
