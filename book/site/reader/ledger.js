// Filters, search and claim links for the ledger.
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

document.querySelectorAll(".nt-filter").forEach(setUpLedger);
