// The search page: finds places of the book, as `book_search.py` lists them in `PLACES`, while one
// types.

import MiniSearch, { type SearchOptions, type SearchResult } from "minisearch";

interface Place {
  kind: string;
  label?: string; // such as "Theorem 4.1"
  title: string;
  text: string;
  words?: string; // what else it may be called
  where: string;
  to: string;
}

declare const PLACES: Place[];

const MOST = 40;
const LONGEST_QUERY = 100; // letters; what is longer is cut, as it would take long to find
const BEFORE = 60; // letters of a snippet before what was found, and in all
const LONGEST = 220;

// What is looked up counts for more than where it is mentioned.
const WEIGHTS: Record<string, number> = {
  ...{ section: 0.6, chapter: 0.8, claim: 0.6, reference: 0.9 },
  ...{ class: 0.4, exception: 0.4, function: 0.4, method: 0.4, property: 0.4 },
};

const WORD = /[\p{L}\p{M}'’]+|\p{N}+(?:\.\p{N}+)*|[⊕⊗]/gu;

// The words of a text, in the singular.
function words(text: string): string[] {
  const found = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().match(WORD) ?? [];
  return found.map((word) => word.replace(/(?<=\p{L}{2}[^sui])s$/u, ""));
}

const index = new MiniSearch<Place>({
  idField: "to",
  fields: ["label", "title", "words", "text"],
  tokenize: words,
  searchOptions: {
    boost: { label: 4, title: 4, words: 2 },
    prefix: (word) => word.length > 2,
  },
});
const places = new Map(PLACES.map((place) => [place.to, place]));
index.addAll([...places.values()]);

// Places that have all of the words; or else words like them; or else some of these.
const fuzzy = (word: string) => (/^\p{L}{5,}$/u.test(word) ? 0.2 : false);
const WAYS: SearchOptions[] = [{ combineWith: "AND" }, { combineWith: "AND", fuzzy }, { fuzzy }];

function find(query: string): SearchResult[] {
  const boostDocument = (to: string) => WEIGHTS[places.get(to)!.kind] ?? 1;
  let found: SearchResult[] = [];
  for (const way of WAYS) {
    found = index.search(query, { ...way, boostDocument });
    if (found.length) break;
  }
  // What has just this name is what was meant.
  const named = ({ id }: SearchResult) => {
    const { label = "", title } = places.get(id)!;
    return [label, title].some((name) => `${words(name)}` === `${words(query)}`) ? 0 : 1;
  };
  return found.sort((one, other) => named(one) - named(other) || other.score - one.score);
}

// Adds a text to an element, with the words that were found marked.
function write(element: HTMLElement, text: string, found: Set<string>): void {
  let end = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!words(word).some((one) => found.has(one))) continue;
    const mark = document.createElement("mark");
    mark.textContent = word;
    element.append(text.slice(end, index), mark);
    end = index + word.length;
  }
  element.append(text.slice(end));
}

// The part of a text where the first of the words is.
function snippet(text: string, found: Set<string>): string {
  const first = [...text.matchAll(WORD)].find(([word]) =>
    words(word).some((one) => found.has(one)),
  );
  const from = (first?.index ?? 0) > BEFORE ? text.lastIndexOf(" ", first!.index - BEFORE) + 1 : 0;
  const rest = text.slice(from);
  const shown = rest.length > LONGEST ? `${rest.slice(0, rest.lastIndexOf(" ", LONGEST))} …` : rest;
  return (from ? "… " : "") + shown;
}

function item(result: SearchResult): HTMLElement {
  const { kind, label, title, text, where, to } = places.get(result.id)!;
  const found = new Set(result.terms);
  const li = document.createElement("li");
  const link = document.createElement("a");
  link.href = to;
  write(link, [label, title].filter(Boolean).join(" · "), found);
  const place = document.createElement("span");
  place.className = "search-where";
  place.textContent = [label && kind !== "claim" ? "" : kind, where].filter(Boolean).join(" · ");
  const body = document.createElement("p");
  write(body, snippet(text, found), found);
  li.append(link, " ", place, body);
  return li;
}

const field = document.querySelector<HTMLInputElement>(".bd-search-container input[name=q]")!;
const status = document.querySelector<HTMLElement>("#search-status")!;
const list = document.querySelector<HTMLElement>("#search-results")!;

field.maxLength = LONGEST_QUERY;
const asked = (): string => field.value.trim().slice(0, LONGEST_QUERY);

function show(): void {
  const query = asked();
  const found = query ? find(query) : [];
  list.replaceChildren(...found.slice(0, MOST).map(item));
  const count = found.length === 1 ? "one place" : `${found.length} places`;
  const more = found.length > MOST ? `; these are the first ${MOST}` : "";
  const none = `Nothing in the book is like “${query}”.`;
  status.textContent = !query ? "" : found.length ? `Found ${count}${more}.` : none;
}

field.form!.addEventListener("submit", (event) => event.preventDefault());
field.addEventListener("input", () => {
  const query = asked();
  const address = query ? `?q=${encodeURIComponent(query)}` : location.pathname;
  history.replaceState(null, "", address);
  show();
});
field.value = new URLSearchParams(location.search).get("q") ?? "";
field.focus();
show();
