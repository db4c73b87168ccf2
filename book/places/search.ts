// The search page, which lists matching places in the book as the reader types. `book_search.py`
// generates `PLACES`, the list of all places that can be found.

import MiniSearch, { type SearchOptions, type SearchResult } from "minisearch";

interface Place {
  kind: string;
  label?: string; // such as "Theorem 4.1"
  title: string;
  text: string;
  words?: string; // synonyms
  where: string;
  to: string;
}

declare const PLACES: Place[];

const MAX_RESULTS = 40;
const MAX_QUERY_LENGTH = 100; // characters; a very long query would freeze the page
const MAX_LEADING_TEXT = 60; // characters of a snippet before the first match
const MAX_SNIPPET_LENGTH = 220; // characters

// Weights that rank definitions above mere mentions. Kinds that are not listed have weight 1.
const WEIGHTS: Record<string, number> = {
  ...{ section: 0.6, chapter: 0.8, claim: 0.6, reference: 0.9, figure: 0.5, table: 0.5 },
  ...{ class: 0.4, exception: 0.4, function: 0.4, method: 0.4, property: 0.4 },
};

const WORD = /[\p{L}\p{M}'’]+|\p{N}+(?:\.\p{N}+)*|[⊕⊗]/gu;

// Splits text into lower-case words, stripping accents and the plural -s.
function tokenize(text: string): string[] {
  const words = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().match(WORD) ?? [];
  return words.map((word) => word.replace(/(?<=\p{L}{2}[^sui])s$/u, ""));
}

// Returns the words of a text, and words with a hyphen also without it, so that "nimsum" is found.
function tokenizeText(text: string): string[] {
  const compounds = text.match(/\p{L}+(?:-\p{L}+)+/gu) ?? [];
  return tokenize([text, ...compounds.map((word) => word.replaceAll("-", ""))].join(" "));
}

const index = new MiniSearch<Place>({
  idField: "to",
  fields: ["label", "title", "words", "text"],
  tokenize: tokenizeText,
  searchOptions: {
    tokenize,
    boost: { label: 4, title: 4, words: 2 },
    prefix: (word) => word.length > 2,
  },
});
const places = new Map(PLACES.map((place) => [place.to, place]));
index.addAll([...places.values()]);

// First search for places that contain all words of the query. If there are none, accept similar
// words in place of the words of the query. If there are still none, also accept places that
// contain only some of the words.
const fuzzy = (word: string) => (/^\p{L}{5,}$/u.test(word) ? 0.2 : false);
const STRATEGIES: SearchOptions[] = [
  { combineWith: "AND" },
  { combineWith: "AND", fuzzy },
  { fuzzy },
];

function find(query: string): SearchResult[] {
  const boostDocument = (to: string) => WEIGHTS[places.get(to)!.kind] ?? 1;
  let results: SearchResult[] = [];
  for (const strategy of STRATEGIES) {
    results = index.search(query, { ...strategy, boostDocument });
    if (results.length) break;
  }
  // Put exact matches of a label or title first.
  const inexact = ({ id }: SearchResult) => {
    const { label = "", title } = places.get(id)!;
    return [label, title].some((name) => `${tokenize(name)}` === `${tokenize(query)}`) ? 0 : 1;
  };
  return results.sort((a, b) => inexact(a) - inexact(b) || b.score - a.score);
}

// Appends text to an element, highlighting the words that match the query.
function appendHighlighted(element: HTMLElement, text: string, terms: Set<string>): void {
  let end = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!tokenize(word).some((token) => terms.has(token))) continue;
    const mark = document.createElement("mark");
    mark.textContent = word;
    element.append(text.slice(end, index), mark);
    end = index + word.length;
  }
  element.append(text.slice(end));
}

// Returns an excerpt of the text around the first word that matches the query.
function snippet(text: string, terms: Set<string>): string {
  const first = [...text.matchAll(WORD)].find(([word]) =>
    tokenize(word).some((token) => terms.has(token)),
  );
  const start =
    (first?.index ?? 0) > MAX_LEADING_TEXT
      ? text.lastIndexOf(" ", first!.index - MAX_LEADING_TEXT) + 1
      : 0;
  const rest = text.slice(start);
  const excerpt =
    rest.length > MAX_SNIPPET_LENGTH
      ? `${rest.slice(0, rest.lastIndexOf(" ", MAX_SNIPPET_LENGTH))} …`
      : rest;
  return (start ? "… " : "") + excerpt;
}

function item(result: SearchResult): HTMLElement {
  const { kind, label, title, text, where, to } = places.get(result.id)!;
  const terms = new Set(result.terms);
  const li = document.createElement("li");
  const link = document.createElement("a");
  link.href = to;
  appendHighlighted(link, [label, title].filter(Boolean).join(" · "), terms);
  const context = document.createElement("span");
  context.className = "search-where";
  context.textContent = [label && kind !== "claim" ? "" : kind, where].filter(Boolean).join(" · ");
  const body = document.createElement("p");
  appendHighlighted(body, snippet(text, terms), terms);
  li.append(link, " ", context, body);
  return li;
}

const field = document.querySelector<HTMLInputElement>(".bd-search-container input[name=q]")!;
const status = document.querySelector<HTMLElement>("#search-status")!;
const list = document.querySelector<HTMLElement>("#search-results")!;

field.maxLength = MAX_QUERY_LENGTH;
const currentQuery = (): string => field.value.trim().slice(0, MAX_QUERY_LENGTH);

function show(): void {
  const query = currentQuery();
  const results = query ? find(query) : [];
  list.replaceChildren(...results.slice(0, MAX_RESULTS).map(item));
  const count = results.length === 1 ? "1 result" : `${results.length} results`;
  const more = results.length > MAX_RESULTS ? `; showing the first ${MAX_RESULTS}` : "";
  const none = `No results for “${query}”.`;
  status.textContent = !query ? "" : results.length ? `Found ${count}${more}.` : none;
}

field.form!.addEventListener("submit", (event) => event.preventDefault());
field.addEventListener("input", () => {
  const query = currentQuery();
  const address = query ? `?q=${encodeURIComponent(query)}` : location.pathname;
  history.replaceState(null, "", address);
  show();
});
field.value = new URLSearchParams(location.search).get("q") ?? "";
field.focus();
show();
