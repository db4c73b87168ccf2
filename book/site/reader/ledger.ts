// Filters, search and claim links for the ledger.

import { citation } from "./citation";

type Citations = { claim: string; sources: { [source: string]: string } };
type Claim = { entry: HTMLDetailsElement; text: string };

function addCitation({ claim, sources }: Citations, entry: HTMLDetailsElement): void {
  const { own, source } = entry.dataset;
  const text = claim
    .replaceAll("{id}", entry.querySelector("summary code")!.textContent)
    .replaceAll("{anchor}", entry.id);
  const whole = own === undefined ? `${sources[source!]}\n\n${text}` : text;
  entry.append(citation("Cite this claim", whole));
}

function setUp(form: HTMLFormElement): void {
  const output = form.querySelector("output")!;
  const sources = [...document.querySelectorAll<HTMLElement>(".nt-source")];
  const claims = [...document.querySelectorAll<HTMLDetailsElement>("details.nt-claim")].map(
    (entry): Claim => ({ entry, text: entry.textContent.toLowerCase() }),
  );
  const field = (name: string) =>
    form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement | null;
  const values = () => [...new FormData(form)].map(([name, value]) => [name, String(value)]);

  function filter(): void {
    const { words = "", ...filters } = Object.fromEntries(values()) as { [name: string]: string };
    const terms = words.toLowerCase().split(/\s+/);
    let count = 0;
    for (const { entry, text } of claims) {
      const matches =
        Object.entries(filters).every(([name, value]) => !value || entry.dataset[name] === value) &&
        terms.every((term) => text.includes(term));
      entry.hidden = !matches;
      if (matches) count++;
    }
    for (const source of sources) {
      source.hidden = !source.querySelector("details.nt-claim:not([hidden])");
    }
    const total = claims.length;
    output.value = count === total ? `${total} claims` : `${count} of ${total} claims`;
    // Keep the filters in the address, so that they remain when the page is loaded again.
    const chosen = values().filter(([, value]) => value);
    const query = chosen.length ? `?${new URLSearchParams(chosen)}` : location.pathname;
    history.replaceState(null, "", query + location.hash);
  }

  // Opens the element named in the page's URL and scrolls to it. Resets the filters if they hide
  // this element.
  function openTarget(): void {
    const target = document.getElementById(location.hash.slice(1));
    if (!target) return;
    if (target.closest("[hidden]")) {
      form.reset();
      filter();
    }
    const details = target.matches("details") ? target : target.querySelector(".nt-errata");
    if (details instanceof HTMLDetailsElement) details.open = true;
    target.scrollIntoView();
  }

  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  document.querySelector(".nt-totals")?.addEventListener("click", (event) => {
    const { source, verdict = "" } = (event.target as Element).closest("a")?.dataset ?? {};
    if (!source) return;
    event.preventDefault();
    form.reset();
    field("source")!.value = source;
    field("verdict")!.value = verdict;
    filter();
    form.scrollIntoView({ block: "start" });
    field("verdict")!.focus({ preventScroll: true });
  });
  // Adds the citation when a claim is opened, because most claims never are.
  const citations = JSON.parse(document.getElementById("citations")!.textContent) as Citations;
  for (const { entry } of claims) {
    entry.addEventListener("toggle", () => addCitation(citations, entry), { once: true });
  }
  window.addEventListener("hashchange", openTarget);
  document.addEventListener("click", ({ target }) => {
    const link = target instanceof Element ? target.closest("a") : null;
    if (location.hash && link?.getAttribute("href") === location.hash) openTarget();
  });
  for (const [name, value] of new URLSearchParams(location.search)) {
    const control = field(name);
    if (control) control.value = value;
  }
  if (location.search) filter();
  openTarget();
}

document.querySelectorAll<HTMLFormElement>(".nt-filter").forEach(setUp);
