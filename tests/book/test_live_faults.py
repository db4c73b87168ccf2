"""What live mode does when something on the way is wrong, and what a reader's code cannot do to it.

The browser keeps what servers call lasting, right or wrong, as any reader's does.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.book import test_live
from tests.book.conftest import served
from tests.book.test_live import (
    CHAPTERS,
    KEPT,
    START,
    Woken,
    alert,
    bar,
    beside,
    chapters_of,
    press,
    root_of,
    run,
    run_live,
    running,
    try_it,
    use_labs,
    wait_until,
    wait_until_true,
    write,
)
from tests.book.test_pages import READY, Visit, blank
from tools.serve import Handler, Server

awake, woken, live = test_live.awake, test_live.woken, test_live.live

once = chapters_of(browser=CHAPTERS[:1])
anywhere = chapters_of(browser=CHAPTERS[:1], firefox=CHAPTERS[:1])

PORTAL = b"<!doctype html><title>Welcome</title><p>Enter the password of this network."
WRONG = ["another page", "half of it", "broken off"]


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


@contextmanager
def opened(live: Woken, book: Path) -> Iterator[tuple[Visit, Server]]:
    """Open the chapter at another address, where nothing was kept before."""
    with served(book) as http, beside(live) as view:
        view.go(f"{root_of(http)}/{live.name}.html")
        yield view, http
        # What it still asks for breaks off while nobody listens to the other page.
        view.page.goto("about:blank")


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


def live_files(book: Path) -> list[str]:
    """Return the names of what live mode loads; a page that has the editor asks for it no more."""
    files = sorted(path.name for path in book.glob("_static/live/*/*"))
    assert len(files) == 8 and files[0] == "editor.js"
    return files


# --- A network that answers with something else --------------------------------------------------


@once
@pytest.mark.parametrize("how", WRONG)
def test_what_comes_in_the_place_of_a_file_is_not_believed(
    live: Woken, how: str, book: Path, wrong: dict[str, str]
) -> None:
    with opened(live, book) as (view, _):
        for file in live_files(book):
            forget(view.page)
            wrong[file] = how
            fails(view.page, f"{re.escape(file)} cannot be loaded")
            wrong.clear()


@once
@pytest.mark.parametrize("how", WRONG)
def test_it_is_replaced_as_soon_as_it_comes(
    live: Woken, how: str, book: Path, wrong: dict[str, str]
) -> None:
    with opened(live, book) as (view, _):
        files = live_files(book)
        for bad in ["worker.js"], set(files) - {"worker.js"}:  # it asks for most of them
            wrong.update(dict.fromkeys(bad, how))
            fails(view.page, "cannot be loaded")
            wrong.clear()
        run_live(view.page)
        expect(alert(view.page)).to_be_hidden()
        use_labs(view.page)


@once
def test_nor_is_it_when_other_pages_were_live_before(
    live: Woken, book: Path, wrong: dict[str, str]
) -> None:
    """Then the service worker answers, and has nothing of this folder yet."""
    with opened(live, book) as (view, _):
        page = view.page
        run_live(page)
        kept(page)
        page.evaluate(
            """async () => {
              for (const name of await caches.keys()) {
                const cache = await caches.open(name);
                for (const request of await cache.keys()) await cache.delete(request);
              }
            }"""
        )
        for file in live_files(book):
            wrong[file] = WRONG[0]
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


@once
def test_what_is_kept_and_wrong_is_loaded_anew(live: Woken, book: Path) -> None:
    with opened(live, book) as (view, _):
        page = view.page
        run_live(page)
        kept(page)
        for file in live_files(book):
            page.evaluate(SPOIL, [file, PORTAL.decode()])
        page.reload()
        page.wait_for_function(READY)
        run_live(page)
        kept(page)
        page.context.set_offline(True)
        try:
            page.reload()
            page.wait_for_function(READY)
            run_live(page)
        finally:
            page.context.set_offline(False)


@once
def test_python_that_does_not_come_is_given_up(live: Woken, browser: Browser, site: str) -> None:
    with blank(browser) as page:  # of its own: all pages of a context have one clock
        page.clock.install()
        Visit(page).go(f"{site}/{live.name}.html")
        held = list[Route]()
        page.route("**/*.wasm", lambda route: held.append(route))
        press(page, "Run live")
        wait_until("starting", page)
        wait_until_true(page, lambda: bool(held))
        page.clock.fast_forward(60_000)
        wait_until("starting", page)
        page.clock.fast_forward(121_000)
        expect(alert(page)).to_contain_text("Python does not start")
        wait_until("ended", page)


# --- A book that is built anew -------------------------------------------------------------------


@anywhere
def test_a_page_older_than_the_book_says_to_reload(
    live: Woken, book: Path, wrong: dict[str, str]
) -> None:
    with opened(live, book) as (view, _):
        wrong.update(dict.fromkeys(live_files(book), "gone"))
        fails(view.page, "^The book has been built anew. To run it live, reload this page.$")
        wrong.clear()
        run_live(view.page)


@once
@pytest.mark.parametrize("file", ["editor.js", "pyodide.asm.wasm"])
def test_so_does_one_that_has_loaded_the_beginning(
    live: Woken, file: str, book: Path, wrong: dict[str, str]
) -> None:
    with opened(live, book) as (view, _):
        wrong[file] = WRONG[0]
        fails(view.page, "cannot be loaded")
        wrong.update(dict.fromkeys(live_files(book), "gone"))
        fails(view.page, "^The book has been built anew.")


@once
def test_of_a_file_with_versions_the_last_one_is_kept(live: Woken, book: Path) -> None:
    with opened(live, book) as (view, _):
        page = view.page
        run_live(page)
        kept(page)
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


@once
def test_who_is_online_reads_on_when_there_is_no_room(live: Woken, book: Path) -> None:
    with opened(live, book) as (view, http):
        page = view.page
        run_live(page)
        kept(page)
        session = page.context.new_cdp_session(page)
        usage = page.evaluate("async () => (await navigator.storage.estimate()).usage")
        quota = {"origin": root_of(http), "quotaSize": usage + 1000}
        session.send("Storage.overrideQuotaForOrigin", quota)
        full = """async () => {
          const cache = await caches.open("full");
          return cache.put("x", new Response("x".repeat(1e6))).then(() => "", String);
        }"""
        assert "Quota" in page.evaluate(full)
        for name in CHAPTERS[1:3]:
            page.goto(f"{root_of(http)}/{name}.html")
            page.wait_for_function(READY)
        run_live(page)
        session.send("Storage.overrideQuotaForOrigin", {"origin": root_of(http)})


@once
def test_what_cannot_be_kept_spoils_nothing_else(live: Woken, book: Path) -> None:
    with opened(live, book) as (view, _):
        page = view.page
        strange = ["absent.png", "https://elsewhere.invalid/picture.png"]
        with page.expect_response("**/absent.png"):
            page.evaluate(
                """(strange) => strange.forEach((src) => {
                  document.body.append(Object.assign(new Image(), {src}));
                })""",
                strange,
            )
        run_live(page)
        kept(page)
        names = """() => performance.getEntriesByType("resource").map(({name}) => name)"""
        asked = {url.split("?")[0] for url in page.evaluate(names)}
        wanted = {url for url in asked if not url.endswith(tuple(strange))}
        there = set(kept_addresses(page))
        assert wanted and there >= wanted
        assert not [url for url in there if url.endswith(tuple(strange))]


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


@once
@pytest.mark.parametrize("kind", FLOODS)
def test_a_loop_that_shows_without_end_ends_in_a_sentence(live: Woken, kind: str) -> None:
    error = run(live.page, FLOODS[kind]).get_by_role("alert")
    expect(error).to_contain_text("RuntimeError: a run can show the page at most")
    expect(run(live.page, "6 * 7")).to_have_text("42")


@anywhere
def test_one_that_goes_on_can_be_stopped(live: Woken) -> None:
    page = live.page
    write(page, f"{LOUD}while True:\n    try: display(Loud())\n    except RuntimeError: pass")
    page.keyboard.press("Shift+Enter")
    expect(try_it(page).locator(".live-output b")).to_have_count(100)
    expect(running(page)).to_have_text("Running")
    press(page, "Stop")
    wait_until("ended", page)
    expect(try_it(page).locator(".live-output b")).to_have_count(0)
    run_live(page)
    expect(run(page, "6 * 7")).to_have_text("42")
