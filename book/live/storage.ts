// Saves the reader's games in progress, edited code and solved exercises. All of this stays on the
// reader's own device.

import { storageName } from "./root";

const prefix = (): string => `${storageName()}:`;

// The window event dispatched whenever the saved data changes.
export const CHANGED = "nt-saved";

// Returns the browser's storage, or null if access is denied; the page then works without it.
function storage(kind: "localStorage" | "sessionStorage" = "localStorage"): Storage | null {
  try {
    return window[kind];
  } catch {
    return null;
  }
}

// Returns the text saved under a name, or null if there is none.
export function load(name: string): string | null {
  return storage()?.getItem(prefix() + name) ?? null;
}

export function save(name: string, text: string): void {
  setItem(storage(), prefix() + name, text);
  dispatchEvent(new Event(CHANGED));
}

function setItem(target: Storage | null, key: string, text: string): void {
  try {
    target?.setItem(key, text);
  } catch (error) {
    console.warn(error);
  }
}

export function discard(name: string): void {
  storage()?.removeItem(prefix() + name);
  dispatchEvent(new Event(CHANGED));
}

// Returns the names under which this book has saved something.
export function savedNames(): string[] {
  return allKeys()
    .filter((key) => key.startsWith(prefix()))
    .map((key) => key.slice(prefix().length));
}

// Returns the keys of everything saved by any page on this host.
export function allKeys(): string[] {
  return Object.keys(storage() ?? {});
}

// The keys under which the theme saves the reader's colour mode.
const COLOURS = ["mode", "theme"];

export function discardAll(): void {
  for (const name of COLOURS) storage()?.removeItem(name);
  storage("sessionStorage")?.removeItem(liveKey());
  for (const name of savedNames()) discard(name);
  setItem(storage("sessionStorage"), forgottenKey(), "yes");
}

// The key of a note in session storage that everything has been deleted in this tab.
const forgottenKey = (): string => `${prefix()}forgotten`;

export function wasForgotten(): boolean {
  return Boolean(storage("sessionStorage")?.getItem(forgottenKey()));
}

// The key under which session storage holds the name of the page that is live in this tab.
const liveKey = (): string => `${prefix()}live`;

export function setLive(page: string, live: boolean): void {
  if (live) setItem(storage("sessionStorage"), liveKey(), page);
  else storage("sessionStorage")?.removeItem(liveKey());
}

// Returns whether this page was live before it was reloaded.
export function wasLive(page: string): boolean {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return entry?.type !== "navigate" && storage("sessionStorage")?.getItem(liveKey()) === page;
}
