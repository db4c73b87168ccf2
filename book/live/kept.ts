// What the book keeps for a reader, on the reader's machine and nowhere else: games as they stand,
// code as it was changed, exercises that were solved.

const PREFIX = "nim-with-a-twist:";

// A browser may forbid it, or have no room: then the page does without.
function storage(): Storage | null {
  try {
    return window.localStorage;
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
  } catch (error) {
    console.warn(error);
  }
}

export function drop(name: string): void {
  storage()?.removeItem(PREFIX + name);
}

// The names under which something is kept that begin in this way.
export function keptNames(begin = ""): string[] {
  return Object.keys(storage() ?? {})
    .filter((key) => key.startsWith(PREFIX + begin))
    .map((key) => key.slice(PREFIX.length));
}

export function forget(): void {
  for (const name of keptNames()) drop(name);
}
