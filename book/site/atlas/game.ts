// A two-heap game, and its board, which is computed in the browser from the game's restrictions.

export interface Game {
  modulus: number;
  // The restrictions, each a list of residues.
  family: number[][];
}

// Returns the family as text, such as "1,3; 2,4". The empty restriction is written "nothing".
export function format({ family }: Game): string {
  return family.map((restriction) => restriction.join(",") || "nothing").join("; ");
}

// Returns a number for each pair of heaps below `size`, row by row: the number of different
// residues of the moves from this pair to good pairs, plus 8 if the pair itself is good. Sets of
// residues are represented by bit masks, in which bit r - 1 stands for the residue r.
export function board({ modulus, family }: Game, size: number): Uint8Array {
  const all = (1 << modulus) - 1;
  const masks = family.map((restriction) =>
    restriction.reduce((set, r) => set | (1 << (r - 1)), 0),
  );
  const sets = Array.from({ length: all + 1 }, (_, set) => set);
  const good = sets.map((set) => (masks.some((mask) => !(set & ~mask)) ? 1 : 0));
  const count = sets.map((set) => sets.filter((bit) => set & bit && !(bit & (bit - 1))).length);
  const rotate = (set: number) => ((set << 1) | (set >> (modulus - 1))) & all;
  // Entry y is a set of residues. It contains the residue of each move that takes from the first
  // heap and leads from the current pair (x, y) to a good pair.
  const first = new Uint8Array(size);
  const cells = new Uint8Array(size * size);
  for (let x = 0; x < size; x++) {
    let second = 0;
    for (let y = 0; y < size; y++) {
      const reached = first[y]! | second;
      const isGood = good[reached]!;
      cells[x * size + y] = count[reached]! + 8 * isGood;
      first[y] = rotate(first[y]!) | isGood;
      second = rotate(second) | isGood;
    }
  }
  return cells;
}

// Returns the shades of good pairs ("p") or of all other pairs ("n"), from light to dark. The more
// residues `board` counts for a pair, the darker its shade.
function shades(kind: "p" | "n"): number[] {
  const style = getComputedStyle(document.documentElement);
  return Array.from({ length: 7 }, (_, i) =>
    parseInt(style.getPropertyValue(`--nt-${kind}-${i}`).trim().slice(1), 16),
  );
}

// Paints a board with one pixel per pair and returns the number of good pairs.
export function paint(canvas: HTMLCanvasElement, game: Game, size: number): number {
  const cells = board(game, size);
  const image = new ImageData(size, size);
  const pixels = new DataView(image.data.buffer);
  const [others, goods] = [shades("n"), shades("p")];
  let good = 0;
  cells.forEach((cell, i) => {
    const shade = Math.floor((6 * (cell & 7)) / game.modulus);
    const colour = (cell & 8 ? goods : others)[shade]!;
    pixels.setUint32(4 * i, colour * 256 + 255);
    good += cell >> 3;
  });
  canvas.width = canvas.height = size;
  canvas.getContext("2d")!.putImageData(image, 0, 0);
  return good;
}
