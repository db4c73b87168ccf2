// What is known of all games: written when the book is built, by `book/_ext/book_atlas.py`, into a
// script. It is loaded by an element, since a page that is read from a file may not fetch.

import { show, type Game } from "./game";

export interface Known {
  // The share of good pairs.
  share: number;
  // Of the certificate, if there is one.
  period?: number;
  row?: number;
  slopes?: string;
  // Its text, or "too long".
  certificate?: string;
  // The text of the staircase of a game that counts, or "too long".
  staircase?: string;
}

export interface Entry extends Game {
  name: string;
  kind: string;
  known: Known;
  // The games with the same pattern; the same array for all of them.
  alike: Entry[];
}

export interface Atlas {
  // The classes, and what they mean.
  classes: Record<string, string>;
  entries: Entry[];
}

// The number of a pattern, and what is known.
type Line = [
  number,
  number,
  (number | null)?,
  (number | null)?,
  (string | null)?,
  (string | null)?,
  string?,
];

interface Packed {
  classes: Record<string, string>;
  known: Line[];
  games: [number, string, number[], string][];
}

export function load(address: string): Promise<Atlas> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = () =>
      resolve(unpacked((globalThis as unknown as { nimAtlas: Packed }).nimAtlas));
    script.onerror = () => reject(new Error("The list could not be loaded."));
    document.head.append(script);
  });
}

function unpacked({ classes, known, games }: Packed): Atlas {
  const names = Object.keys(classes);
  const alike: Entry[][] = [];
  const entries = games.flatMap(([modulus, families, places, kinds]) =>
    families.split(",").map((brief, i): Entry => {
      const family = brief.split(" ").map((part) => (part === "0" ? [] : [...part].map(Number)));
      const [pattern, share, period, row, slopes, certificate, staircase] = known[places[i]!]!;
      const proved = (
        staircase ? { staircase } : { period, row, slopes, certificate }
      ) as Partial<Known>;
      const entry = {
        modulus,
        family,
        name: show({ modulus, family }),
        kind: names[Number(kinds[i])]!,
        known: { share, ...proved },
        alike: (alike[pattern] ??= []),
      };
      entry.alike.push(entry);
      return entry;
    }),
  );
  return { classes, entries };
}
