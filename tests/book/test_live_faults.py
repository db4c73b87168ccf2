"""Tests of live mode under network faults or where Python cannot run, and of limits on code.

The browser's HTTP cache is active. It stores every response marked as immutable, even a faulty one.
"""

from __future__ import annotations

import io
import re
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from socketserver import BaseRequestHandler, ThreadingTCPServer
from typing import BinaryIO

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from benchmarks.live import OFFLINE_READY
from tests.lib.live import (
    CHAPTERS,
    Woken,
    alert,
    bar,
    live_files,
    once,
    press,
    run,
    run_live,
    second_page,
    stay_live,
    try_it,
    use_labs,
    wait_until,
    wait_until_true,
    write,
)
from tests.lib.pages import READY, Visit, assert_labs_asleep, blank_page, drawing, kept, visit
from tools.serve import HOST, Handler, served

# The name of the live mode folder in a simulated new release.
NEW_FOLDER = "f" * 16
LOGIN_PAGE = b"<!doctype html><title>Welcome</title><p>Enter the password of this network."
FAULTS = ["login page", "truncated", "broken off", "stalled"]


def respond(handler: Handler, body: bytes, headers: dict[str, str]) -> io.BytesIO:
    """Send the headers, and return the body as a file for the caller to send."""
    handler.send_response(200)
    for name, value in {"Content-Length": str(len(body)), **headers}.items():
        handler.send_header(name, value)
    handler.end_headers()
    return io.BytesIO(body)


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """Faults to simulate in responses, by file name. Initially there are none."""
    faults: dict[str, str] = {}
    finished = threading.Event()
    send_head = Handler.send_head

    def send(handler: Handler) -> BinaryIO | None:
        path = Path(handler.translate_path(handler.path))
        fault = faults.get(path.name)
        if fault is None:
            return send_head(handler)
        handler.close_connection = True
        whole = path.read_bytes()
        body = LOGIN_PAGE if fault == "login page" else whole[: len(whole) // 2]
        headers = {
            "Content-Type": "text/html" if fault == "login page" else handler.guess_type(path),
            "Cache-Control": "max-age=31536000, immutable",
        }
        if fault == "broken off":
            headers["Content-Length"] = str(len(whole))
        content = respond(handler, body, headers)
        if fault == "stalled":
            handler.wfile.write(body[:1000])
            finished.wait()
            return None
        return content

    monkeypatch.setattr(Handler, "send_head", send)
    yield faults
    finished.set()


@pytest.fixture
def publish(book: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """A function that simulates a new release, in which the live mode folder has a new name."""
    [folder] = (book / "_static/live").iterdir()
    translate_path, send_head = Handler.translate_path, Handler.send_head

    def translate(handler: Handler, path: str) -> str:
        return (
            ""
            if folder.name in path
            else translate_path(handler, path.replace(NEW_FOLDER, folder.name))
        )

    def send(handler: Handler) -> BinaryIO | None:
        path = Path(handler.translate_path(handler.path))
        if (path.name != "service_worker.js" and path.suffix != ".html") or not path.is_file():
            return send_head(handler)
        body = path.read_bytes().replace(folder.name.encode(), NEW_FOLDER.encode())
        return respond(handler, body, {"Content-Type": handler.guess_type(path)})

    def publish() -> None:
        monkeypatch.setattr(Handler, "translate_path", translate)
        monkeypatch.setattr(Handler, "send_head", send)

    return publish


def clear_http_cache(page: Page) -> None:
    """Clear the browser's own HTTP cache."""
    session = page.context.new_cdp_session(page)
    session.send("Network.clearBrowserCache")
    session.detach()


# --- Network faults ------------------------------------------------------------------------------


STOPPED = "Stopped. The labs are asleep again."


@contextmanager
def storage_quota(page: Page, size: int) -> Iterator[None]:
    """Limit the storage of a page to `size` bytes."""
    session = page.context.new_cdp_session(page)
    origin = {"origin": page.evaluate("location.origin")}
    session.send("Storage.overrideQuotaForOrigin", {**origin, "quotaSize": size})
    yield
    session.send("Storage.overrideQuotaForOrigin", origin)
    session.detach()


OUTDATED = (
    "A new version of the book has been published. Reload the page to run it live. "
    "Your work is saved."
)


def assert_outdated(page: Page) -> None:
    """Check that a page says that it is outdated, and that it has a *Reload* button."""
    expect(alert(page)).to_have_text(OUTDATED)
    expect(bar(page).get_by_role("button", name="Reload")).to_be_visible()


def assert_not_loaded(page: Page, file: Path) -> None:
    expect(alert(page)).to_contain_text(f"Could not load {file.name}")
    wait_until("ended", page)


# Files whose downloads never finish. For each file: the times in milliseconds after which the page
# must have stopped waiting for the file, and the error message that it must then show.
TIMEOUTS = {
    # The page requests this file twice.
    "worker.js": ([40_001, 40_001], "Could not load worker.js: no data for 40 seconds"),
    "engine.packed": ([121_000], "Python did not start"),
}


@pytest.mark.parametrize("file", TIMEOUTS)
def test_downloads_time_out(browser: Browser, site: str, file: str) -> None:
    """Start live mode while a file cannot be downloaded, and put the clock of the page forward."""
    held = list[Route]()
    timeouts, message = TIMEOUTS[file]
    with blank_page(browser) as page:
        page.clock.install(time=0)
        Visit(page).go(f"{site}/{CHAPTERS[0]}.html")
        page.clock.pause_at(3600)
        page.route(f"**/{file}", lambda route: held.append(route))
        press(page, "Run live")
        wait_until_true(page, lambda: bool(held))
        page.clock.fast_forward(timeouts[0] // 2)
        wait_until("starting", page)
        for request, timeout in enumerate(timeouts, 1):
            wait_until_true(page, lambda request=request: len(held) >= request)  # type: ignore[misc]
            page.clock.fast_forward(timeout)
        expect(alert(page)).to_contain_text(message)
        wait_until("ended", page)


def test_faults_are_reported_and_not_permanent(
    browser: Browser, book: Path, faults: dict[str, str], publish: Callable[[], None]
) -> None:
    """Publish a new release while a page is open, then let the downloads of its files fail.

    In the end, the page must run live. It has too little storage to cache any of these files.
    """
    with served(book) as address, blank_page(browser) as page:
        Visit(page).go(f"{address}/{CHAPTERS[0]}.html")
        publish()
        page.locator("details.nt-fold-code > summary").first.click()
        held = list[Route]()

        def hold(route: Route) -> None:
            """Hold the first two requests, with which Python starts."""
            if len(held) < 2:
                held.append(route)
            else:
                route.continue_()

        page.route(re.compile(r"/(worker|editor)\.js$"), hold)
        edit = page.get_by_role("button", name="Change and run")
        source = page.locator(".live-source").filter(has=edit, visible=True).first
        source.get_by_role("button").first.click()
        expect(source).to_contain_text(OUTDATED)  # the editor could not be loaded
        wait_until("starting", page)
        for route in held:
            route.continue_()
        page.unroute_all()
        assert_outdated(page)
        wait_until("ended", page)
        expect(source).to_contain_text(OUTDATED)
        press(page, "Run live")
        assert_outdated(page)
        with storage_quota(page, 1000):
            # The worker fetches all files after the first one in the same way.
            first, *others = live_files(book)[:3]
            kinds = iter(FAULTS)
            faults[first.name] = next(kinds)
            press(page, "Reload")  # the page that was live runs live again by itself
            assert_not_loaded(page, first)
            expect(bar(page).get_by_role("button", name="Reload")).to_be_hidden()
            assert NEW_FOLDER in page.evaluate("document.getElementById('live-page').textContent")
            for path in others:
                faults.clear()
                clear_http_cache(page)
                faults[path.name] = next(kinds)
                # By keyboard, because the button may move while the labs fall asleep.
                bar(page).get_by_role("button", name="Run live").press("Enter")
                assert_not_loaded(page, path)
            faults.clear()
            clear_http_cache(page)
            faults["engine.packed"] = next(kinds)
            clear_http_cache(page)
            press(page, "Run live")
            wait_until("starting", page)
            press(page, "Stop")
            expect(bar(page).get_by_role("status")).to_have_text(STOPPED)
            faults.clear()
            clear_http_cache(page)
            run_live(page)
            expect(alert(page)).to_be_hidden()
            use_labs(page)
            assert not [url for url in kept(page) if "/_static/live/" in url]


# Replaces the content of all cached copies of a file.
CORRUPT_CACHE = """async ([file, text]) => {
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
def test_chapter_works_offline_and_repairs_a_corrupt_cache(live: Woken, book: Path) -> None:
    # Open the chapter from another server, so that none of its files have been cached.
    with served(book) as address, second_page(live, f"{address}/{live.name}.html") as view:
        page = view.page
        run_live(page)
        page.wait_for_function(OFFLINE_READY)
        for path in live_files(book):
            page.evaluate(CORRUPT_CACHE, [path.name, LOGIN_PAGE.decode()])
        for offline in (False, True):
            page.context.set_offline(offline)
            page.reload()
            page.wait_for_function(READY)
            stay_live(page)
            use_labs(page)
            page.wait_for_function(OFFLINE_READY)
        page.context.set_offline(False)
        page.goto("about:blank")  # abort pending requests before errors are recorded again


# --- Pages where Python cannot run ---------------------------------------------------------------


def test_page_opened_as_a_file_explains_how_to_serve_it(browser: Browser, book: Path) -> None:
    with visit(browser, f"{book.as_uri()}/{CHAPTERS[0]}.html") as view:
        press(view.page, "Run live")
        expect(alert(view.page)).to_contain_text("make serve")
        wait_until("ended", view.page)


def forbid(policy: str) -> str:
    """Return a script that adds a content security policy to a page, as hosts may add one."""
    return f"""{{
      const policy = {{httpEquiv: "Content-Security-Policy", content: "{policy}"}};
      document.head.append(Object.assign(document.createElement("meta"), policy));
    }}"""


FORBIDDEN = "forbids what Python needs: see {}-src in its content security policy."
# Scripts that make a page unable to run Python, each with a part of the expected message. They are
# run on one page in this order, so that the page notices each before those above.
OBSTACLES = {
    """globalThis.Worker = class extends Worker {
      constructor(script) { super(script); }
    }; null""": "does not support module workers",
    "globalThis.Worker = Object.getPrototypeOf(Worker);"
    + forbid("script-src 'self'"): FORBIDDEN.format("worker"),
    forbid("connect-src 'none'"): FORBIDDEN.format("connect"),
    "delete globalThis.DecompressionStream": "too old to run Python",
    "delete globalThis.WebAssembly": "no WebAssembly",
    "Object.defineProperty(window, 'origin', {value: 'null'})": "in a sandboxed frame",
}


@once
def test_obstacles_are_explained_and_explorers_work(live: Woken, site: str) -> None:
    with second_page(live, f"{site}/{live.name}.html") as view:
        page = view.page
        for script, sentence in OBSTACLES.items():
            page.evaluate(script)
            press(page, "Run live")
            expect(alert(page)).to_contain_text(sentence)
            wait_until("ended", page)
            if script == next(iter(OBSTACLES)):  # the browser reports what policies forbid
                assert not view.errors
        assert_labs_asleep(view)
        explorer = page.locator(".nt-explorer:has([role=slider])").first
        before = drawing(explorer)
        explorer.get_by_role("slider").first.press("ArrowRight")
        page.wait_for_function(READY)
        assert drawing(explorer) != before


# --- The reader's own code -----------------------------------------------------------------------

OUT_OF_REACH = """
import js
from pyodide.ffi import jsnull
names = '''fetch fetchLater XMLHttpRequest EventSource
    WebSocket WebSocketStream WebTransport FontFace
    caches indexedDB cookieStore Worker SharedWorker importScripts
    BroadcastChannel Notification createObjectURL
    webkitRequestFileSystem webkitRequestFileSystemSync webkitResolveLocalFileSystemURL
    webkitResolveLocalFileSystemSyncURL storage storageBuckets locks serviceWorker'''.split()
def chain(holder):
    while holder is not jsnull:
        yield from js.Object.getOwnPropertyNames(holder)
        holder = js.Object.getPrototypeOf(holder)
reachable = [{*chain(start)} for start in (js.self, js.navigator, js.URL)]
# Check that the search finds names that do exist.
for present, name in zip(reachable, ('setTimeout', 'userAgent', 'canParse')):
    assert name in present
sorted(set.union(*reachable) & {*names})
"""


@contextmanager
def other_origin() -> Iterator[tuple[str, list[bytes]]]:
    """Listen on another port. Yield its address and a list that collects the data received."""
    received: list[bytes] = []

    class Listener(BaseRequestHandler):
        def handle(self) -> None:
            received.append(b"a connection")
            received[-1] = self.request.recv(1000)

    with ThreadingTCPServer((HOST, 0), Listener) as listener:
        threading.Thread(target=listener.serve_forever, args=[0.05], daemon=True).start()
        try:
            yield f"{HOST}:{listener.server_address[1]}", received
        finally:
            listener.shutdown()


# Attempts to contact another host: by Python code in `CODE_REQUESTS`, and by HTML in
# `HTML_REQUESTS`. `REQUESTS` is a cell that makes all of these attempts.
CODE_REQUESTS = """
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
HTML_REQUESTS = """
<meta http-equiv="refresh" content="0; url=http://HOST/refresh">
<iframe srcdoc="<script src='../_static/reader.js'></script>"></iframe>
<iframe src="http://HOST/frame"></iframe>
<object data="http://HOST/object"></object><embed src="http://HOST/embed">
<link rel="preconnect" href="http://HOST"><link rel="stylesheet" href="http://HOST/link">
<style>@import "http://HOST/import"; .live-output { background: url(http://HOST/style) }</style>
<svg><image href="http://HOST/image" /><use href="http://HOST/use#a" /></svg>
<img src="http://HOST/img"><video src="http://HOST/video" poster="http://HOST/poster"></video>
<base href="http://HOST/">
<script>hacked = 1</script><img src="data:," onerror="hacked = 1">
"""
REQUESTS = """
import ipywidgets, js, json
def plain(html): return type("Html", (), {{"_repr_html_": lambda self: html}})()
def wrong_view(html): return ipywidgets.Label(html, _view_name="HTMLView")
def described(html): return ipywidgets.Checkbox(description=html, description_allow_html=True)
def unknown(html): return ipywidgets.Label(_view_name=html)
def forged(html):
    output = {{"type": "output", "cell": "try-it", "kind": "html", "value": html}}
    js.postMessage(json.dumps(output))
for line in {html}:
    for show in plain, ipywidgets.HTML, ipywidgets.HTMLMath, wrong_view, described, unknown, forged:
        display(show(line))
for line in {code}:
    try: exec(line)
    except Exception as error: print(type(error).__name__)
"""


# All ways of reading a file of the same host that Python or Pyodide offers.
READ_FILE = """
import importlib, pyodide_js
from pyodide.code import run_js
from pyodide.http import open_url, pyfetch
read = {!r}
attempts = [
    lambda: open_url(read),
    lambda: pyfetch(read),
    lambda: pyodide_js.loadPackage(read),
    lambda: pyodide_js.FS.createLazyFile("/", "lazy", read, True, False).contents.length,
    lambda: pyodide_js.FS.createPreloadedFile("/", "preloaded", read, True, False),
    lambda: run_js(f"import('{{read}}')"),
]
for attempt in attempts:
    try:
        print(await attempt())
    except BaseException as error:
        print("failed")
"""


@once
def test_readers_code_reaches_no_storage_and_no_host(live: Woken) -> None:
    page, before = live.page, live.page.url
    expect(run(page, OUT_OF_REACH)).to_have_text("[]")
    output = run(page, READ_FILE.format(f"{before.partition('#')[0]}?read"))
    expect(output).to_have_text("failed\n" * 6)
    assert not [url for url in live.requests if "?read" in url]
    with other_origin() as (host, received):
        code, html = [
            requests.strip().replace("HOST", host).splitlines()
            for requests in (CODE_REQUESTS, HTML_REQUESTS)
        ]
        output = run(page, REQUESTS.format(html=html, code=code))
        expect(output.locator("[class^=widget-html][class$=-content] img")).to_have_count(3 * 2)
        expect(output.get_by_text("Failed to load view class")).to_have_count(len(html))
        # The next cell runs after everything that this one has scheduled.
        expect(run(page, "6 * 7")).to_have_text("42")
        assert received == []
        assert page.url == before and len(page.frames) == 1
        assert page.evaluate("typeof hacked") == "undefined"
        forbidden = "meta, iframe, object, embed, link, base, script"
        expect(output.locator(f":is({forbidden})")).to_have_count(0)
        # Check that the listener would have noticed a connection.
        with socket.create_connection(tuple(host.split(":"))) as own:  # type: ignore[arg-type]
            own.sendall(b"own")
        wait_until_true(page, lambda: b"own" in received)
        assert received == [b"own"]
    live.errors.clear()  # the browser logs an error for each blocked request
    live.requests[:] = [url for url in live.requests if host not in url]


# Raises an error after its cell has finished.
LATE_ERROR = """
import js
from pyodide.ffi import create_once_callable
_ = js.setTimeout(create_once_callable(lambda: 1 / 0), 0)
"""


@once
def test_late_errors_are_not_fatal(live: Woken) -> None:
    run(live.page, LATE_ERROR)
    expect(run(live.page, "6 * 7")).to_have_text("42")
    live.errors[:] = [error for error in live.errors if "ZeroDivision" not in error]


# tests/book/test_kernel.py checks that Python stops endless output.
@pytest.mark.full
@once
def test_floods_of_widgets_are_not_fatal(live: Woken) -> None:
    flood = "import ipywidgets as ipw\nwhile True: display(ipw.IntSlider())"
    error = run(live.page, flood).get_by_role("alert")
    expect(error).to_contain_text("RuntimeError: a run can show at most")
    expect(run(live.page, "6 * 7")).to_have_text("42")


GREEDY = "def take():\n    greedy = []\n    while True: greedy.append('a' * 1000)\ntake()"


@pytest.mark.full
@once
def test_memory_error_is_reported_and_the_memory_is_freed(live: Woken) -> None:
    page = live.page
    write(try_it(page), GREEDY)
    page.keyboard.press("Shift+Enter")
    error = try_it(page).locator(".live-output").get_by_role("alert")
    expect(error).to_contain_text("MemoryError: this needs more memory")
    half = "len([bytearray(10**6) for _ in range(500)])"
    expect(run(page, half)).to_have_text("500")
    use_labs(page)
