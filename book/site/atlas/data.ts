// Loads the data of all games, which `book/ext/atlas.py` packs into a script. A script
// element loads this script, because `fetch` does not work in a page opened from a local file.

import { element } from "../runtime/element";
import { format, type Game } from "./game";

export interface Facts {
  // The proportion of good pairs, from 0 to 1.
  share: number;
  // The period of the certificate; missing if there is no certificate.
  period?: number;
  // The row where the period begins; missing if there is no certificate.
  row?: number;
  // The slopes of the moving borders; missing if there is no certificate.
  slopes?: string;
  // The certificate as text, or "too long" if it does not fit on the page.
  certificate?: string;
  // The staircase of a counting game as text, or "too long" if it does not fit on the page.
  staircase?: string;
}

export interface Entry extends Game {
  name: string;
  kind: string;
  facts: Facts;
  // All games with the same pattern, including this one. They share this array.
  samePattern: Entry[];
}

export interface Atlas {
  // Maps the name of each class to its description.
  classes: Record<string, string>;
  entries: Entry[];
}

// The index of a game's pattern, followed by the game's facts in the order of `Facts`: share,
// period, row, slopes, certificate and staircase.
type PackedFacts = [
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
  known: PackedFacts[];
  // Contains four items for each modulus: the modulus itself; its families, separated by commas;
  // for each family, the index of its facts in `known`; and a string whose i-th digit stands for
  // the class of the i-th family.
  games: [number, string, number[], string][];
}

export function load(address: string): Promise<Atlas> {
  return new Promise((resolve, reject) => {
    const script = element("script", { src: address });
    script.onload = () => resolve(unpack((globalThis as unknown as { nimAtlas: Packed }).nimAtlas));
    script.onerror = () => reject(new Error("Could not load the list of games."));
    document.head.append(script);
  });
}

function unpack({ classes, known, games }: Packed): Atlas {
  const names = Object.keys(classes);
  const patterns: Entry[][] = [];
  const entries = games.flatMap(([modulus, families, indices, kinds]) =>
    families.split(",").map((text, i): Entry => {
      const family = text.split(" ").map((part) => (part === "0" ? [] : [...part].map(Number)));
      const [pattern, share, period, row, slopes, certificate, staircase] = known[indices[i]!]!;
      const proof = (
        staircase ? { staircase } : { period, row, slopes, certificate }
      ) as Partial<Facts>;
      const entry = {
        modulus,
        family,
        name: format({ modulus, family }),
        kind: names[Number(kinds[i])]!,
        facts: { share, ...proof },
        samePattern: (patterns[pattern] ??= []),
      };
      entry.samePattern.push(entry);
      return entry;
    }),
  );
  return { classes, entries };
}
