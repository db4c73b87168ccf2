// What the book keeps for a reader, on the reader's machine and nowhere else: games as they stand,
// code as it was changed, exercises that were solved.

import { name as book } from "./root";

const prefix = (): string => `${book()}:`;

// The event of the window after which something else is kept than before.
export const CHANGED = "nt-kept";

// A browser may forbid it, or have no room: then the page does without.
function storage(kind: "localStorage" | "sessionStorage" = "localStorage"): Storage | null {
  try {
    return window[kind];
  } catch {
    return null;
  }
}

// What was kept under a name, or nothing.
export function kept(name: string): string | null {
  return storage()?.getItem(prefix() + name) ?? null;
}

export function keep(name: string, text: string): void {
  put(storage(), prefix() + name, text);
  dispatchEvent(new Event(CHANGED));
}

function put(to: Storage | null, key: string, text: string): void {
  try {
    to?.setItem(key, text);
  } catch (error) {
    console.warn(error);
  }
}

export function drop(name: string): void {
  storage()?.removeItem(prefix() + name);
  dispatchEvent(new Event(CHANGED));
}

// The names under which something is kept.
export function keptNames(): string[] {
  return everyName()
    .filter((key) => key.startsWith(prefix()))
    .map((key) => key.slice(prefix().length));
}

// Those of all that is kept at the addresses of this host.
export function everyName(): string[] {
  return Object.keys(storage() ?? {});
}

// Under these the theme keeps which colours the reader has chosen.
const COLOURS = ["mode", "theme"];

export function forget(): void {
  for (const name of COLOURS) storage()?.removeItem(name);
  storage("sessionStorage")?.removeItem(live());
  for (const name of keptNames()) drop(name);
}

// Until its tab is closed, a page is known to be live, if it is.
const live = (): string => `${prefix()}live`;

export function isLive(page: string, is: boolean): void {
  if (is) put(storage("sessionStorage"), live(), page);
  else storage("sessionStorage")?.removeItem(live());
}

// Whether this page was live before it was loaded again.
export function wasLive(page: string): boolean {
  const [how] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return how?.type !== "navigate" && storage("sessionStorage")?.getItem(live()) === page;
}
