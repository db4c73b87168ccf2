// The ledger: a filter, a search, and the claim that an address names. The map: what hangs together.
"use strict";

function watchLedger(form) {
  const count = form.querySelector("output");
  const sources = [...document.querySelectorAll(".nt-source")];
  const claims = [...document.querySelectorAll("details.nt-claim")].map((entry) => ({
    entry,
    text: entry.textContent.toLowerCase(),
  }));

  function filter() {
    const { words, ...chosen } = Object.fromEntries(new FormData(form));
    const asked = words.toLowerCase().split(/\s+/);
    let shown = 0;
    for (const { entry, text } of claims) {
      const fits =
        Object.entries(chosen).every(([name, value]) => !value || entry.dataset[name] === value) &&
        asked.every((word) => text.includes(word));
      entry.hidden = !fits;
      shown += fits;
    }
    for (const source of sources) {
      source.hidden = !source.querySelector("details.nt-claim:not([hidden])");
    }
    const all = claims.length;
    count.value = shown === all ? `${all} claims` : `${shown} of ${all} claims`;
  }

  // What is linked to is open and in sight, whatever was filtered before.
  function open() {
    const target = document.getElementById(location.hash.slice(1));
    if (!target) return;
    if (target.closest("[hidden]")) {
      form.reset();
      filter();
    }
    const opens = target.matches("details") ? target : target.querySelector(".nt-errata");
    if (opens) opens.open = true;
    target.scrollIntoView();
  }

  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  document.querySelector(".nt-totals").addEventListener("click", (event) => {
    const { source, verdict = "" } = event.target.closest("a")?.dataset ?? {};
    if (!source) return;
    event.preventDefault();
    form.reset();
    form.elements.source.value = source;
    form.elements.verdict.value = verdict;
    filter();
    form.scrollIntoView({ block: "start" });
    form.elements.verdict.focus({ preventScroll: true });
  });
  window.addEventListener("hashchange", open);
  document.addEventListener("click", ({ target }) => {
    const again = target.closest("a")?.getAttribute("href") === location.hash;
    if (again && location.hash) open();
  });
  open();
}

function watchMap(map) {
  const lines = [...map.querySelectorAll("path[data-from]")].map((line) => ({
    line,
    ...line.dataset,
  }));

  // Everything that a claim rests on, and everything that rests on it, near or far.
  function reach(claim, here, there) {
    const found = new Set([claim]);
    for (const one of found) {
      for (const each of lines) if (each[here] === one) found.add(each[there]);
    }
    return found;
  }

  function light(box) {
    const claim = box?.dataset.claim;
    map.classList.toggle("nt-lit", !!claim);
    if (!claim) return;
    const below = reach(claim, "to", "from");
    const above = reach(claim, "from", "to");
    for (const other of map.querySelectorAll("a")) {
      other.classList.toggle(
        "nt-on",
        [below, above].some((set) => set.has(other.dataset.claim)),
      );
    }
    for (const { line, from, to } of lines) {
      const on = [below, above].some((set) => set.has(from) && set.has(to));
      line.classList.toggle("nt-on", on);
    }
  }

  const boxOf = ({ target }) => target.closest?.("a[data-claim]");
  map.addEventListener("pointerover", (event) => light(boxOf(event)));
  map.addEventListener("pointerleave", () => light(boxOf({ target: document.activeElement })));
  map.addEventListener("focusin", (event) => light(boxOf(event)));
  map.addEventListener("focusout", () => light(null));

  // What an address names is brought into sight inside the box, too.
  const named = location.hash && document.getElementById(location.hash.slice(1));
  if (named && map.contains(named)) {
    light(named);
    named.scrollIntoView({ block: "center", inline: "center" });
  }
}

document.querySelectorAll(".nt-filter").forEach(watchLedger);
document.querySelectorAll(".nt-map-of-claims").forEach(watchMap);
