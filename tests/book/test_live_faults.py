"""What live mode does when something on the way is wrong, and what a reader's code cannot do to it.

The browser keeps what servers call lasting, right or wrong, as any reader's does.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from benchmarks.live import KEPT, REMEMBERED
from tests.book import test_live
from tests.book.conftest import served
from tests.book.test_live import (
    CHAPTERS,
    START,
    Woken,
    alert,
    anywhere,
    bar,
    beside,
    chapters_of,
    in_full,
    live_files,
    once,
    press,
    root_of,
    run,
    run_live,
    stay_live,
    use_labs,
    wait_until,
    wait_until_true,
)
from tests.book.test_pages import READY, Visit, blank
from tools.serve import Handler, Server

woken, live = test_live.woken, test_live.live
# In Firefox, and only in full.
in_firefox = chapters_of(firefox_in_full=CHAPTERS[:1])

PORTAL = b"<!doctype html><title>Welcome</title><p>Enter the password of this network."
WRONG = ["another page", "half of it", "broken off", "nothing"]


@pytest.fixture
def wrong(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What is wrong with the answers of servers, by the name of the file; at first, nothing."""
    wrong: dict[str, str] = {}
    send_head = Handler.send_head

    def send(handler: Handler) -> io.BytesIO | None:
        path = Path(handler.translate_path(handler.path))
        how = wrong.get(path.name)
        if how is None:
            return send_head(handler)
        if how == "gone":
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
        return io.BytesIO(body)

    monkeypatch.setattr(Handler, "send_head", send)
    return wrong


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


def is_old(page: Page, wrong: dict[str, str], files: list[str]) -> None:
    """See that a page says so when it is older than the book."""
    wrong.update(dict.fromkeys(files, "gone"))
    fails(page, "^The book has been built anew. To run it live, reload this page.$")
    wrong.clear()


@once
@pytest.mark.full
@pytest.mark.parametrize("hows", [WRONG, *([how] for how in WRONG)], ids=["by turns", *WRONG])
def test_what_comes_in_the_place_of_a_file_is_not_believed_and_replaced_as_soon_as_it_comes(
    live: Woken, hows: list[str], book: Path, wrong: dict[str, str]
) -> None:
    with opened(live, book) as page:
        files = [path.name for path in live_files(book)]
        is_old(page, wrong, files)
        for file, how in zip(files, cycle(hows), strict=False):
            forget(page)
            wrong[file] = how
            fails(page, f"{re.escape(file)} cannot be loaded")
            wrong.clear()
        is_old(page, wrong, files)  # also when it has loaded the beginning
        # The worker asks for most of them.
        for bad in ["worker.js"], [file for file in files if file != "worker.js"]:
            forget(page)
            wrong.update(zip(bad, cycle(hows), strict=False))
            fails(page, "cannot be loaded")
            wrong.clear()
        run_live(page)
        expect(alert(page)).to_be_hidden()
        use_labs(page)


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


# --- A book that is built anew -------------------------------------------------------------------


@in_firefox
def test_a_page_older_than_the_book_says_to_reload(
    live: Woken, book: Path, wrong: dict[str, str]
) -> None:
    with opened(live, book) as page:
        is_old(page, wrong, [path.name for path in live_files(book)])
        run_live(page)


@pytest.mark.full
@once
@pytest.mark.parametrize("file", ["editor.js", "engine.packed"])
def test_so_does_one_that_has_loaded_the_beginning(
    live: Woken, file: str, book: Path, wrong: dict[str, str]
) -> None:
    with opened(live, book) as page:
        wrong[file] = WRONG[0]
        fails(page, "cannot be loaded")
        is_old(page, wrong, [path.name for path in live_files(book)])


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


@pytest.mark.full
@once
def test_who_is_online_reads_on_when_there_is_no_room(stored: Kept) -> None:
    page, root = stored.view.page, root_of(stored.http)
    session = page.context.new_cdp_session(page)
    usage = page.evaluate("async () => (await navigator.storage.estimate()).usage")
    quota = {"origin": root, "quotaSize": usage + 1000}
    session.send("Storage.overrideQuotaForOrigin", quota)
    full = """async () => {
      const cache = await caches.open("full");
      return cache.put("x", new Response("x".repeat(1e6))).then(() => "", String);
    }"""
    assert "Quota" in page.evaluate(full)
    page.goto(f"{root}/{CHAPTERS[1]}.html")
    page.wait_for_function(READY)
    run_live(page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": root})


@once
def test_what_cannot_be_kept_spoils_nothing_else(lasting: Kept) -> None:
    assert len([url for url in lasting.asked if url.endswith(STRANGE)]) == len(STRANGE)
    wanted = {url for url in lasting.asked if not url.endswith(STRANGE)}
    assert wanted and lasting.there >= wanted
    assert not [url for url in lasting.there if url.endswith(STRANGE)]


# --- The reader's own code -----------------------------------------------------------------------

OUT_OF_REACH = """
import js
from pyodide.code import run_js
names = '''caches indexedDB cookieStore Worker SharedWorker importScripts
    BroadcastChannel Notification
    webkitRequestFileSystem webkitRequestFileSystemSync webkitResolveLocalFileSystemURL
    webkitResolveLocalFileSystemSyncURL'''.split()
of_navigator = 'storage storageBuckets locks serviceWorker'.split()
found = []
for name in names:
    found += [name] * hasattr(js, name)
    for code in (f'self.{name}', f'Function("return self.{name}")()', f'(0, eval)("self.{name}")'):
        found += [code] * (run_js(f'typeof ({code})') != 'undefined')
for name in of_navigator:
    found += [name] * hasattr(js.navigator, name)
chain = run_js('''(start) => {
  const names = [];
  for (let holder = start; holder; holder = Object.getPrototypeOf(holder)) {
    names.push(...Object.getOwnPropertyNames(holder));
  }
  return names;
}''')
for start in (js.self, js.navigator):
    found += sorted({*chain(start)} & {*names, *of_navigator})
found += [name for name in chain(js.URL) if name == 'createObjectURL']
# What is looked for in this way is found, if it is there.
assert 'fetch' in chain(js.self) and 'userAgent' in chain(js.navigator)
found
"""


@anywhere
def test_what_outlasts_a_run_is_out_of_a_reader_s_reach(live: Woken) -> None:
    expect(run(live.page, OUT_OF_REACH)).to_have_text("[]")


# As it was done: a script of the book is replaced where it is kept.
REPLACE = """
import asyncio, js
from pyodide.code import run_js
done = []
async def replace():
    try:
        done.append(await run_js('''(async () => {
          const scope = Object.getPrototypeOf(Object.getPrototypeOf(self));
          const cache = await (self.caches ?? scope.caches).open("nim-with-a-twist");
          for (const {url} of await cache.keys()) {
            if (!url.endsWith("/editor.js")) continue;
            await cache.put(url, new Response("hacked = 1",
              {headers: {"Content-Type": "text/javascript"}}));
          }
          return "replaced";
        })()'''))
    except Exception as error:
        done.append(type(error).__name__)
_ = asyncio.ensure_future(replace())
"""


def comes(page: Page, source: str, outcome: str) -> None:
    """Run a source until it shows something; what it looks at is done between two runs."""
    for _ in range(200):
        shown = run(page, source).text_content()
        if shown:
            assert shown == outcome
            return
    pytest.fail(f"{source} shows nothing")


@once
def test_a_reader_s_code_replaces_no_script_of_the_book(live: Woken) -> None:
    page = live.page
    page.wait_for_function(KEPT, timeout=START)
    run(page, REPLACE)
    comes(page, "if done: print(done[0], end='')", "JsException")
    code = """async () => {
      const {folder} = JSON.parse(document.getElementById("live-page").textContent);
      return (await (await caches.match(`${folder}editor.js`)).text()).length;
    }"""
    assert page.evaluate(code) > 10_000


NESTED = """
from pyodide.code import run_js
source = 'data:text/javascript,postMessage(typeof caches)'
try:
    run_js(f'new Worker("{source}")')
except Exception as error:
    print(error)
try:
    run_js('URL.createObjectURL(new Blob(["1"]))')
except Exception as error:
    print(error)
"""


@anywhere
def test_a_reader_s_code_begins_no_worker(live: Woken) -> None:
    output = run(live.page, NESTED)
    expect(output).to_contain_text(re.compile("Worker is not (defined|a constructor)"))
    expect(output).to_contain_text("createObjectURL is not a function")


FETCH = """
import asyncio
from pyodide.http import pyfetch
task = asyncio.ensure_future(pyfetch({!r}))
"""


@anywhere
def test_what_a_reader_fetches_in_vain_is_an_error_of_the_cell(live: Woken) -> None:
    page = live.page
    run(page, FETCH.format("absent.html"))
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
