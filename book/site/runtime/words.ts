// Moves with sticks, in words.

import type { Step } from "./table";

export function list(numbers: number[]): string {
  const last = numbers.at(-1);
  return numbers.length > 1 ? `${numbers.slice(0, -1).join(", ")} or ${last}` : `${last}`;
}

// Describes a move, as in "You take 2" or "The book takes 1 from the heap of 3 and forbids 2". The
// player "" gives "take 2".
export function describe(player: string, { taken, name }: Step, heap?: number): string {
  const s = /^(you)?$/i.test(player) ? "" : "s";
  const from = heap === undefined ? "" : ` from the heap of ${heap}`;
  return `${player} take${s} ${taken}${from}${name ? ` and forbid${s} ${name}` : ""}`.trimStart();
}

// Says which number was forbidden, by whom, and which numbers may be taken instead.
export function whyForbidden(player: string, forbidden: number, heaps: number[]): string {
  const largest = Math.max(...heaps);
  const legal = Array.from({ length: largest }, (_, i) => i + 1).filter((n) => n !== forbidden);
  return `${player} forbade ${forbidden}: take ${legal.length ? list(legal) : "nothing"} instead.`;
}
