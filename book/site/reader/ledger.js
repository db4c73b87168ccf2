// Filters, search and claim links for the ledger; highlighted dependencies for the map of claims.
"use strict";

const citations = JSON.parse(document.getElementById("citations")?.textContent ?? "{}");

function addCitation(entry) {
  const { own, source } = entry.dataset;
  const claim = citations.claim
    .replaceAll("{id}", entry.querySelector("summary code").textContent)
    .replaceAll("{anchor}", entry.id);
  const text = own === undefined ? `${citations.sources[source]}\n\n${claim}` : claim;
  entry.append(nimCitation("Cite this claim", text));
}

function setUpLedger(form) {
  const output = form.querySelector("output");
  const sources = [...document.querySelectorAll(".nt-source")];
  const claims = [...document.querySelectorAll("details.nt-claim")].map((entry) => ({
    entry,
    text: entry.textContent.toLowerCase(),
  }));

  function filter() {
    const { words, ...filters } = Object.fromEntries(new FormData(form));
    const terms = words.toLowerCase().split(/\s+/);
    let count = 0;
    for (const { entry, text } of claims) {
      const matches =
        Object.entries(filters).every(([name, value]) => !value || entry.dataset[name] === value) &&
        terms.every((term) => text.includes(term));
      entry.hidden = !matches;
      count += matches;
    }
    for (const source of sources) {
      source.hidden = !source.querySelector("details.nt-claim:not([hidden])");
    }
    const total = claims.length;
    output.value = count === total ? `${total} claims` : `${count} of ${total} claims`;
    // Keep the filters in the address, so that they remain when the page is loaded again.
    const chosen = [...new FormData(form)].filter(([, value]) => value);
    const query = chosen.length ? `?${new URLSearchParams(chosen)}` : location.pathname;
    history.replaceState(null, "", query + location.hash);
  }

  // Opens the element named in the page's URL and scrolls to it. Resets the filters if they hide
  // this element.
  function openTarget() {
    const target = document.getElementById(location.hash.slice(1));
    if (!target) return;
    if (target.closest("[hidden]")) {
      form.reset();
      filter();
    }
    const details = target.matches("details") ? target : target.querySelector(".nt-errata");
    if (details) details.open = true;
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
  // Adds the citation when a claim is opened, because most claims never are.
  for (const { entry } of claims) {
    entry.addEventListener("toggle", () => addCitation(entry), { once: true });
  }
  window.addEventListener("hashchange", openTarget);
  document.addEventListener("click", ({ target }) => {
    const isCurrent = target.closest("a")?.getAttribute("href") === location.hash;
    if (isCurrent && location.hash) openTarget();
  });
  for (const [name, value] of new URLSearchParams(location.search)) {
    if (form.elements[name]) form.elements[name].value = value;
  }
  if (location.search) filter();
  openTarget();
}

function setUpMap(map) {
  const lines = [...map.querySelectorAll("path[data-from]")].map((line) => ({
    line,
    ...line.dataset,
  }));

  // Returns all claims that can be reached from a claim by following lines in one direction,
  // including the claim itself.
  function reachable(claim, start, end) {
    const reached = new Set([claim]);
    for (const current of reached) {
      for (const line of lines) if (line[start] === current) reached.add(line[end]);
    }
    return reached;
  }

  function highlight(box) {
    const claim = box?.dataset.claim;
    map.classList.toggle("nt-lit", !!claim);
    if (!claim) return;
    const below = reachable(claim, "to", "from");
    const above = reachable(claim, "from", "to");
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
  map.addEventListener("pointerover", (event) => highlight(boxOf(event)));
  map.addEventListener("pointerleave", () => highlight(boxOf({ target: document.activeElement })));
  map.addEventListener("focusin", (event) => highlight(boxOf(event)));
  map.addEventListener("focusout", () => highlight(null));

  // Unfolds the map if the page's URL names a claim on it. The map may scroll inside its box, so also
  // scroll the box.
  function openTarget() {
    const target = location.hash && document.getElementById(location.hash.slice(1));
    if (!target || !map.contains(target)) return;
    map.closest("details").open = true;
    highlight(target);
    target.scrollIntoView({ block: "center", inline: "center" });
  }
  window.addEventListener("hashchange", openTarget);
  openTarget();
}

document.querySelectorAll(".nt-filter").forEach(setUpLedger);
document.querySelectorAll(".nt-map-of-claims").forEach(setUpMap);
