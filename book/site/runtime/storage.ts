// Saves the reader's games in progress, edited code and solved exercises. All of this stays on the
// reader's own device. If the browser denies storage, `colours.js` provides storage in memory.

import { element } from "./element";
import { storageName } from "./root";

// Stands before the names of things that could not be read.
const DAMAGED = "damaged:";

const prefix = (): string => `${storageName()}:`;

// The window event dispatched whenever the saved data changes.
export const CHANGED = "nt-saved";

// Returns the text saved under a name, or null if there is none.
export function load(name: string): string | null {
  return localStorage.getItem(prefix() + name);
}

// Returns the object saved as JSON under a name, or null if there is none. What is not JSON or not
// `valid`, perhaps from another version of the book, is renamed, and the page says so.
export function loadObject<T extends object>(
  name: string,
  valid: (saved: Partial<T>) => boolean,
): T | null {
  const text = load(name);
  if (text === null) return null;
  try {
    const saved = JSON.parse(text);
    if (saved instanceof Object && !Array.isArray(saved) && valid(saved)) return saved;
  } catch {} // treated like anything else that is not valid
  discard(name);
  save(`${DAMAGED}${name}`, text);
  const message =
    `What was saved as “${name}” on this device could not be read. It has been renamed ` +
    `“${DAMAGED}${name}”, and this page starts without it.`;
  const alert = element("p", { className: "broken", role: "alert", textContent: message });
  document.querySelector(".bd-article")?.prepend(alert);
  return null;
}

export function save(name: string, text: string): void {
  setItem(localStorage, prefix() + name, text);
  dispatchEvent(new Event(CHANGED));
}

function setItem(target: Storage, key: string, text: string): void {
  try {
    target.setItem(key, text);
  } catch (error) {
    console.warn(error);
  }
}

export function discard(name: string): void {
  localStorage.removeItem(prefix() + name);
  dispatchEvent(new Event(CHANGED));
}

// Calls `listener` with the text saved under a name, or null, when another tab has changed it.
export function onChangeElsewhere(name: string, listener: (text: string | null) => void): void {
  addEventListener("storage", ({ key, newValue }) => {
    if (key === prefix() + name) listener(newValue);
  });
  // A page in the browser's back/forward cache is told nothing.
  let before: string | null = null;
  addEventListener("pagehide", () => {
    before = load(name);
  });
  addEventListener("pageshow", ({ persisted }) => {
    const now = load(name);
    if (persisted && now !== before) listener(now);
  });
}

// Returns the names under which this book has saved something.
export function savedNames(): string[] {
  return allKeys()
    .filter((key) => key.startsWith(prefix()))
    .map((key) => key.slice(prefix().length));
}

// Returns the keys of everything saved by any page on this host.
export function allKeys(): string[] {
  return Object.keys(localStorage);
}

// The keys under which the theme saves the reader's colour mode.
const COLOURS = ["mode", "theme"];

export function discardAll(): void {
  for (const name of COLOURS) localStorage.removeItem(name);
  sessionStorage.removeItem(liveKey());
  for (const name of savedNames()) discard(name);
  setItem(sessionStorage, forgottenKey(), "yes");
}

// The key of a note in session storage that everything has been deleted in this tab.
const forgottenKey = (): string => `${prefix()}forgotten`;

export function wasForgotten(): boolean {
  return Boolean(sessionStorage.getItem(forgottenKey()));
}

// The key under which session storage holds the name of the page that is live in this tab.
const liveKey = (): string => `${prefix()}live`;

export function setLive(page: string, live: boolean): void {
  if (live) setItem(sessionStorage, liveKey(), page);
  else sessionStorage.removeItem(liveKey());
}

// Returns whether this page was live before it was reloaded.
export function wasLive(page: string): boolean {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return entry?.type !== "navigate" && sessionStorage.getItem(liveKey()) === page;
}
