// What the book keeps for a reader, on the reader's machine and nowhere else: games as they stand,
// code as it was changed, exercises that were solved.

const PREFIX = "nim-with-a-twist:";

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
  return storage()?.getItem(PREFIX + name) ?? null;
}

export function keep(name: string, text: string): void {
  try {
    storage()?.setItem(PREFIX + name, text);
    dispatchEvent(new Event(CHANGED));
  } catch (error) {
    console.warn(error);
  }
}

export function drop(name: string): void {
  storage()?.removeItem(PREFIX + name);
  dispatchEvent(new Event(CHANGED));
}

// The names under which something is kept that begin in this way.
export function keptNames(begin = ""): string[] {
  return Object.keys(storage() ?? {})
    .filter((key) => key.startsWith(PREFIX + begin))
    .map((key) => key.slice(PREFIX.length));
}

export function forget(): void {
  for (const name of keptNames()) drop(name);
  storage("sessionStorage")?.removeItem(LIVE);
}

// Until its tab is closed, a page is known to be live, if it is.
const LIVE = `${PREFIX}live`;

export function isLive(page: string, is: boolean): void {
  if (is) storage("sessionStorage")?.setItem(LIVE, page);
  else storage("sessionStorage")?.removeItem(LIVE);
}

// Whether this page was live before it was loaded again.
export function wasLive(page: string): boolean {
  const [how] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return how?.type !== "navigate" && storage("sessionStorage")?.getItem(LIVE) === page;
}
