// The best opponent that the reader has beaten in each game, saved as JSON: {"muller_twist": "good"}.

import { LEVELS, type Level } from "./rules";
import { loadObject, save } from "./storage";

function saved(): Record<string, unknown> {
  return loadObject("won", () => true) ?? {};
}

// Returns how many levels of a game the reader has won.
export function levelsWon(name: string): number {
  return LEVELS.indexOf(saved()[name] as Level) + 1;
}

export function recordWin(name: string, level: Level): void {
  if (LEVELS.indexOf(level) < levelsWon(name)) return;
  save("won", JSON.stringify({ ...saved(), [name]: level }));
}
