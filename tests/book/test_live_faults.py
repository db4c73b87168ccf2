"""What live mode does when something on the way is wrong, and what a reader's code cannot do to it.

The browser keeps what servers call lasting, right or wrong, as any reader's does.
"""

from __future__ import annotations

import io
import json
import re
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from socketserver import BaseRequestHandler, ThreadingTCPServer
from typing import BinaryIO
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from benchmarks.live import OFFLINE_READY
from tests.book import test_live
from tests.book.test_live import (
    START,
    Woken,
    alert,
    bar,
    beside,
    live_files,
    once,
    press,
    run,
    run_live,
    stay_live,
    try_it,
    use_labs,
    wait_until,
    wait_until_true,
    write,
)
from tests.book.test_pages import READY, Visit, blank
from tools.serve import HOST, Handler, served

live_window, woken, live = test_live.live_window, test_live.woken, test_live.live

# Another name of the folder of live mode, as when the book is published with other contents.
LATER = "f" * 16
PORTAL = b"<!doctype html><title>Welcome</title><p>Enter the password of this network."
WRONG = ["another page", "half of it", "broken off", "nothing", "missing", "stalled"]


def answer(handler: Handler, body: bytes, headers: dict[str, str]) -> io.BytesIO:
    """Send headers, and return the body to be sent."""
    handler.send_response(200)
    for name, value in {"Content-Length": str(len(body)), **headers}.items():
        handler.send_header(name, value)
    handler.end_headers()
    return io.BytesIO(body)


@pytest.fixture
def wrong(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """What is wrong with the answers of servers, by the name of the file; at first, nothing."""
    wrong: dict[str, str] = {}
    over = threading.Event()
    send_head = Handler.send_head

    def send(handler: Handler) -> BinaryIO | None:
        path = Path(handler.translate_path(handler.path))
        how = wrong.get(path.name)
        if how is None:
            return send_head(handler)
        handler.close_connection = True
        if how == "missing":
            handler.send_error(404)
        if how in ("missing", "nothing"):
            return None
        whole = path.read_bytes()
        body = PORTAL if how == "another page" else whole[: len(whole) // 2]
        headers = {
            "Content-Type": "text/html" if how == "another page" else handler.guess_type(path),
            "Cache-Control": "max-age=31536000, immutable",
        }
        if how == "broken off":
            headers["Content-Length"] = str(len(whole))
        sent = answer(handler, body, headers)
        if how == "stalled":
            handler.wfile.write(body[:1000])
            over.wait()
            return None
        return sent

    monkeypatch.setattr(Handler, "send_head", send)
    yield wrong
    over.set()


@pytest.fixture
def publish(book: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Simulate a new release: live mode is in a folder with another name from then on."""
    [folder] = (book / "_static/live").iterdir()
    translate_path, send_head = Handler.translate_path, Handler.send_head

    def translate(handler: Handler, path: str) -> str:
        return (
            "" if folder.name in path else translate_path(handler, path.replace(LATER, folder.name))
        )

    def send(handler: Handler) -> BinaryIO | None:
        path = Path(handler.translate_path(handler.path))
        if (path.name != "service_worker.js" and path.suffix != ".html") or not path.is_file():
            return send_head(handler)
        body = path.read_bytes().replace(folder.name.encode(), LATER.encode())
        return answer(handler, body, {"Content-Type": handler.guess_type(path)})

    def publish() -> None:
        monkeypatch.setattr(Handler, "translate_path", translate)
        monkeypatch.setattr(Handler, "send_head", send)

    return publish


def kept(page: Page) -> None:
    """Wait until all that the chapter needs is kept."""
    page.wait_for_function(OFFLINE_READY, timeout=START)


def kept_addresses(page: Page) -> list[str]:
    """Return the addresses of all that is kept for reading without a connection."""
    addresses: list[str] = page.evaluate(
        """async () => {
          const cache = await caches.open("nim-with-a-twist");
          return (await cache.keys()).map(({url}) => url);
        }"""
    )
    return addresses


@contextmanager
def opened(live: Woken, book: Path) -> Iterator[Page]:
    """Open the chapter at another address, where nothing was kept before."""
    with served(book) as address, beside(live) as view:
        view.go(f"{address}/{live.name}.html")
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
def test_a_chapter_that_was_live_needs_no_server_and_repairs_what_is_kept(
    live: Woken, book: Path
) -> None:
    with opened(live, book) as page:
        run_live(page)
        kept(page)
        for path in live_files(book):
            page.evaluate(SPOIL, [path.name, PORTAL.decode()])
        for offline in (False, True):
            page.context.set_offline(offline)
            page.reload()
            page.wait_for_function(READY)
            stay_live(page)
            use_labs(page)
            kept(page)
        page.context.set_offline(False)


# How long one waits for a file that does not come, in milliseconds, and what is said then.
GIVEN_UP = {
    "engine.packed": (121_000, "Python does not start"),
    "worker.js": (40_001, "worker.js cannot be loaded: nothing of it has come for 40 seconds"),
}


@once
@pytest.mark.parametrize("file", GIVEN_UP)
def test_what_does_not_come_is_given_up(
    file: str, live: Woken, browser: Browser, site: str
) -> None:
    time, sentence = GIVEN_UP[file]
    with blank(browser) as page:  # of its own: all pages of a context have one clock
        page.clock.install()
        Visit(page).go(f"{site}/{live.name}.html")
        held = list[Route]()
        page.route(f"**/{file}", lambda route: held.append(route))
        press(page, "Run live")
        wait_until("starting", page)
        wait_until_true(page, lambda: bool(held))
        page.clock.fast_forward(time // 2)
        wait_until("starting", page)
        page.clock.fast_forward(time)
        if file == "worker.js":  # it is asked for once more
            wait_until_true(page, lambda: len(held) == 2)
            page.clock.fast_forward(time)
        expect(alert(page)).to_contain_text(sentence)
        wait_until("ended", page)


# --- A book that is published anew ---------------------------------------------------------------

ANEW = (
    "The book has been published anew since this page was opened. Reload the page to run it live; "
    "what you have written is kept."
)


def is_old(page: Page) -> None:
    """See that a page says that it is older than the book, and offers to be loaded again."""
    expect(alert(page)).to_have_text(ANEW, timeout=START)
    expect(bar(page).get_by_role("button", name="Reload")).to_be_visible()


@once
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


# --- Reading without a connection -----------------------------------------------------------------

ASK = """async ([path, options]) => {
  const answer = await fetch(`/${path}`, options).catch(() => null);
  return answer?.status ?? null;
}"""
PUT = "async (path) => (await caches.open('nim-with-a-twist')).put(path, new Response())"


@pytest.mark.xdist_group("live")
def test_a_service_worker_keeps_what_is_published_and_answers_without_a_network(
    browser: Browser, book: Path, publish: Callable[[], None]
) -> None:
    worker = live_files(book)[-1].relative_to(book).as_posix()
    with served(book) as address, blank(browser) as page:
        root = f"{address}/"

        def ask(path: str, **options: str) -> object:
            return page.evaluate(ASK, [path, options])

        def keeps(*paths: str) -> None:
            expected = sorted(root + path for path in paths)
            wait_until_true(page, lambda: sorted(kept_addresses(page)) == expected)

        page.goto(f"{root}book/how_to_read.html")
        page.evaluate("navigator.serviceWorker.register('/service_worker.js')")
        page.wait_for_function("navigator.serviceWorker.controller !== null")
        for path in ("book/about.html?q=1", "book/about.html?q=2", worker):
            assert ask(path) == 200
        assert ask("absent.html") == 404
        told = ["_static/book.css?v=1", "_static/book.css?v=2#a", "absent.js", worker]
        tell = "all => navigator.serviceWorker.controller.postMessage(all)"
        page.evaluate(tell, [root + path for path in told])
        # What can never change is kept by the page, when it has checked it.
        keeps("book/about.html", "_static/book.css")

        page.context.set_offline(True)
        assert ask("book/about.html?q=3") == 200
        assert ask("book/about.html", method="POST") is None
        assert ask("absent.html") is ask(worker) is None
        page.evaluate(PUT, f"/{worker}")
        assert ask(worker) == 200
        page.context.set_offline(False)
        assert ask(worker, cache="reload") == 200  # it was found to be wrong
        keeps("book/about.html", "_static/book.css")

        memory = f"_static/live/{LATER}/memory/a%20browser"
        for path in (memory, worker, "old.html"):
            page.evaluate(PUT, f"/{path}")
        publish()
        page.evaluate("navigator.serviceWorker.ready.then((registered) => registered.update())")
        keeps("book/about.html", "_static/book.css", memory)


def test_a_service_worker_knows_the_files_of_this_book(book: Path) -> None:
    files, *_ = (book / "service_worker.js").read_text("utf8").splitlines()
    listed = json.loads(files.removeprefix("const FILES = ").removesuffix(";"))
    sums = (book / "SHA256SUMS").read_text("utf8").splitlines()
    names = [line.split("  ", 1)[1] for line in sums]
    added = (".pdf", "service_worker.js")
    assert listed == sorted(quote(name) for name in names if not name.endswith(added))


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


@once
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


@once
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


@once
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
FLOOD = "import ipywidgets as ipw\nwhile True: display(ipw.IntSlider())"


@once
def test_an_error_between_runs_and_a_flood_of_widgets_end_no_session(live: Woken) -> None:
    run(live.page, LATE)
    error = run(live.page, FLOOD).get_by_role("alert")
    expect(error).to_contain_text("RuntimeError: a run can show the page at most")
    expect(run(live.page, "6 * 7")).to_have_text("42")
    live.errors[:] = [error for error in live.errors if "ZeroDivision" not in error]


GREEDY = "def take():\n    greedy = []\n    while True: greedy.append('a' * 1000)\ntake()"


@pytest.mark.full
@once
def test_code_that_takes_all_memory_ends_in_a_sentence_and_gives_it_back(live: Woken) -> None:
    page = live.page
    write(try_it(page), GREEDY)
    page.keyboard.press("Shift+Enter")
    error = try_it(page).locator(".live-output").get_by_role("alert")
    expect(error).to_contain_text("MemoryError: this needs more memory", timeout=START)
    half = "len([bytearray(10**6) for _ in range(500)])"
    expect(run(page, half)).to_have_text("500")
    use_labs(page)
