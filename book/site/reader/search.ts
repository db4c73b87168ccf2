// The search page, which lists matching places in the book as the reader types. `book/ext/search.py`
// generates `PLACES`, the list of all places that can be found.

import MiniSearch, { type Query, type SearchOptions, type SearchResult } from "minisearch";
import { element } from "../runtime/element";

interface Place {
  kind: string;
  title: string;
  text: string;
  label: string; // such as "Theorem 4.1"
  words: string; // other words by which the place is found
  where: string;
  to: string;
}

// For each page its title and its places; see `pack` in `book/ext/search.py`.
declare const PLACES: Record<string, [string, ...string[][]]>;

const MAX_RESULTS = 40;
const MAX_QUERY_LENGTH = 100; // characters; a very long query would freeze the page
const MAX_LEADING_TEXT = 60; // characters of a snippet before the first match
const MAX_SNIPPET_LENGTH = 220; // characters

// Words and phrases that find each other.
const SYNONYMS = [
  ["nim-sum", "nimsum", "xor", "exclusive or"],
  ["nim-product", "nimproduct", "nim multiplication", "nimber multiplication"],
  ["Grundy value", "nimber", "nim-value", "Sprague-Grundy value", "SG value", "Grundy number"],
  ["P-position", "previous player", "losing position"],
  ["N-position", "next player", "winning position"],
  ["partisan", "partizan"],
  ["podium rule", "podium"],
  ["take-and-break", "take and break"],
  ["Chinese remainder theorem", "Chinese remainder", "CRT"],
  ["consolidation", "consolidate", "consolidated", "merge", "merging"],
  ["modulo", "mod", "modulus"],
  ["normal play", "last player wins"],
  ["misère play", "last player loses", "misère"],
  ["colour", "color"],
  ["generalise", "generalize"],
  ["generalisation", "generalization"],
  ["neighbour", "neighbor"],
  ["prerequisite", "requirement", "background"],
  ["embed", "embedding", "iframe", "course page", "Moodle"],
  ["teacher", "teaching", "lecturer", "course", "classroom"],
  ["your own game", "own game", "workbench"],
  ["toolkit", "nimbook"],
  ["engine", "nimtwist", "API"],
];

// The order of kinds among results whose names match equally well. But a glossary term that matches
// exactly is the best answer, because it is the shortest.
const API = new Set(["class", "exception", "function", "method", "property", "attribute", "data"]);
const KINDS = [
  ...["theorem", "definition", "proposition", "lemma", "corollary", "term", "chapter", "section"],
  ...["observation", "remark", "figure", "table", ...API, "reference", "claim"],
];

// Weights that rank definitions above mere mentions. Kinds that are not listed have weight 1.
const WEIGHTS: Record<string, number> = {
  ...{ section: 0.6, chapter: 0.8, claim: 0.4, reference: 0.9, figure: 0.5, table: 0.5 },
  ...Object.fromEntries([...API].map((kind) => [kind, 0.4])),
};

const WORD = /[\p{L}\p{M}'’]+|\p{N}+(?:\.\p{N}+)*|[⊕⊗]/gu;

// Splits text into lower-case words, stripping accents, the possessive 's and the plural -s.
function tokenize(text: string): string[] {
  const words = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().match(WORD) ?? [];
  return words.map((word) => word.replace(/['’]s?$|(?<=\p{L}{2}[^sui])s$/u, ""));
}

// Returns the words of a text, and words with a hyphen also without it, so that "nimsum" is found.
function tokenizeText(text: string): string[] {
  const compounds = text.match(/\p{L}+(?:-\p{L}+)+/gu) ?? [];
  return tokenize([text, ...compounds.map((word) => word.replaceAll("-", ""))].join(" "));
}

// Splits a query or a name into words, without those that do not matter.
const UNIMPORTANT = new Set(["a", "an", "and", "of", "or", "the"]);
function significant(text: string): string[] {
  return tokenize(text).filter((word) => !UNIMPORTANT.has(word));
}

// The members of all groups of synonyms, longest first.
const synonyms = SYNONYMS.map((group) => group.map(significant))
  .flatMap((group) => group.map((words) => ({ words, group })))
  .sort((a, b) => b.words.length - a.words.length);

// Splits a list of words into parts: synonyms, each with its group, and single words.
function parts(words: string[]): { words: string[]; group: string[][] }[] {
  const result = [];
  for (let i = 0; i < words.length; i += result.at(-1)!.words.length) {
    const single = words.slice(i, i + 1);
    const found = synonyms.find((one) => one.words.every((word, j) => word === words[i + j]));
    result.push(found ?? { words: single, group: [single] });
  }
  return result;
}

// Returns a query for all words, or for synonyms of them. Only words that were typed are also found
// at the beginning of longer words.
function expand(query: string): Query {
  const queries: Query[] = parts(significant(query)).map(({ words, group }) => ({
    combineWith: "OR",
    queries: group.map((other) => ({
      combineWith: "AND",
      queries: other,
      ...(other === words ? {} : { prefix: false, fuzzy: false }),
    })),
  }));
  return { queries };
}

// Joins the words of a name, so that names can be compared.
const join = (words: string[]): string => ` ${words.join(" ")} `;
const literal = (text: string): string => join(significant(text));

// Does the same, and replaces each synonym by the first one in its group.
function canonical(text: string): string {
  return join(parts(significant(text)).flatMap(({ group: [first = []] }) => first));
}

// Returns the names of a place: its label, its title without its number, and its kind with this
// number, such as "chapter 2".
function names({ kind, label, title }: Place): string[] {
  const [, number, name = title] = /^([\d.]+)\. (.+)$/.exec(title) ?? [];
  return [label, name, number ? `${kind} ${number}` : ""].filter(Boolean);
}

interface NamedPlace extends Place {
  literal: string[];
  canonical: string[];
}

const places = new Map<string, NamedPlace>();
for (const [page, [pageTitle, ...rows]] of Object.entries(PLACES)) {
  for (const row of rows) {
    const [kind = "", id, title = "", text = "", label = "", words = "", where = ""] = row;
    const to = id ? `${page}#${id === "." ? `${where}.${title}` : id}` : page;
    const place = { kind, title, text, label, words, where: where || pageTitle, to };
    const all = names(place);
    places.set(to, { ...place, literal: all.map(literal), canonical: all.map(canonical) });
  }
}

const index = new MiniSearch<Place>({
  idField: "to",
  fields: ["label", "title", "words", "text"],
  extractField: (place, field) =>
    field === "words" ? `${place.kind} ${place.words}` : place[field as keyof Place],
  tokenize: tokenizeText,
  searchOptions: {
    tokenize,
    boost: { label: 4, title: 4, words: 2 },
    prefix: (word) => word.length > 2,
  },
});
index.addAll([...places.values()]);

// Returns how many words of a text occur in one of the names.
function overlap(text: string, names: string[]): number {
  const words = text.trim().split(" ");
  return words.filter((word) => names.some((name) => name.includes(` ${word} `))).length;
}

// Rates how well a query matches the names of a place; 0 is best.
function quality(query: string, place: NamedPlace): number {
  const wanted = canonical(query);
  // A name with an underscore can only be that of a function.
  if (API.has(place.kind) === query.includes("_")) {
    if (place.literal.includes(literal(query))) return 0;
    if (place.canonical.includes(wanted)) return 1;
  }
  if (place.canonical.some((name) => name.includes(wanted))) return 2;
  return overlap(wanted, place.canonical) === wanted.trim().split(" ").length ? 3 : 4;
}

// First search for places that contain all words of the query. If there are none, accept similar
// words in place of the words of the query. If there are still none, also accept places that
// contain only some of the words.
const fuzzy = (word: string) => (/^\p{L}{5,}$/u.test(word) ? 0.2 : false);
const STRATEGIES: SearchOptions[] = [
  { combineWith: "AND" },
  { combineWith: "AND", fuzzy },
  { combineWith: "OR", fuzzy },
];

function find(query: string): SearchResult[] {
  const boostDocument = (to: string) => WEIGHTS[places.get(to)!.kind] ?? 1;
  let results: SearchResult[] = [];
  for (const strategy of STRATEGIES) {
    results = index.search(expand(query), { ...strategy, boostDocument });
    if (results.length) break;
  }
  const ranked = results.map((result) => {
    const place = places.get(result.id)!;
    const match = quality(query, place);
    const exactTerm = place.kind === "term" && match < 2;
    const kind = exactTerm ? -1 : KINDS.indexOf(place.kind);
    const words = overlap(literal(query), place.literal);
    return { result, match, ...(match < 4 ? { kind, words } : { kind: 0, words: 0 }) };
  });
  ranked.sort(
    (a, b) =>
      a.match - b.match || a.kind - b.kind || b.words - a.words || b.result.score - a.result.score,
  );
  return ranked.map(({ result }) => result);
}

// Returns the parts of a text, in which the words that match the query are highlighted.
function highlighted(text: string, terms: Set<string>): (Node | string)[] {
  const parts = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!tokenize(word).some((token) => terms.has(token))) continue;
    parts.push(text.slice(end, index), element("mark", {}, word));
    end = index + word.length;
  }
  return [...parts, text.slice(end)];
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
  const name = [label, title].filter(Boolean).join(" · ");
  const parts = [label && kind !== "claim" ? "" : kind, kind === "chapter" ? "" : where];
  return element(
    "li",
    {},
    element("a", { href: to }, ...highlighted(name, terms)),
    " ",
    element("span", { className: "search-where" }, parts.filter(Boolean).join(" · ")),
    element("p", {}, ...highlighted(snippet(text, terms), terms)),
  );
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
