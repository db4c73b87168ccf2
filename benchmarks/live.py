"""Measure how soon the labs of a live page wake up, and how fast they respond."""

from __future__ import annotations

import json
from collections.abc import Iterator
from statistics import median

from playwright.sync_api import BrowserContext, sync_playwright

from benchmarks.measure import Row
from tools import live, system
from tools.serve import BOOK, served
from tools.stills import READY

_CHAPTER = "notebooks/02_muller_twist.html"
_TIMEOUT = 90_000  # milliseconds
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


def measure() -> Iterator[Row]:
    """Yield rows for a chapter that is opened in Chromium five times."""
    cold, warm = list[float](), list[float]()
    with served(BOOK) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=system.chromium())
        address = f"{site}/{_CHAPTER}"
        for _ in range(5):
            with browser.new_context() as context:
                cold.append(time_to_wake(context, address))
                context.pages[0].close()
                warm.append(time_to_wake(context, address))
                [page] = context.pages
                lab = page.locator(".nt-lab.lab-family").element_handle()
                moves = page.evaluate(MOVE_TIMES, [lab, ["ArrowLeft", "ArrowRight"] * 10])
        browser.close()
    loaded = f"{json.loads(live.CONTENTS.read_text('utf8'))['megabytes']} MB loaded"
    first = "Labs awake, first visit"
    yield Row(first, "1 chapter", min(cold), note=loaded)
    yield Row("Labs awake, second visit", "1 chapter", min(warm), "first visit", min(cold))
    yield Row("Slider move to redraw", "1 lab", median(moves) / 1000, note="median of 20 moves")
