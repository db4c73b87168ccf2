// The best opponent that the reader has beaten in each game, saved as JSON: {"muller_twist": "good"}.

import { load, save } from "./storage";

export const LEVELS = ["beginner", "good", "perfect"] as const;
export type Level = (typeof LEVELS)[number];

function saved(): Record<string, unknown> {
  try {
    const won: unknown = JSON.parse(load("won") ?? "{}");
    return Array.isArray(won) ? {} : Object(won);
  } catch {
    return {}; // not saved by this book
  }
}

// Returns how many levels of a game the reader has won.
export function levelsWon(name: string): number {
  return LEVELS.indexOf(saved()[name] as Level) + 1;
}

export function recordWin(name: string, level: Level): void {
  if (LEVELS.indexOf(level) < levelsWon(name)) return;
  save("won", JSON.stringify({ ...saved(), [name]: level }));
}
