// The rules of the two games on the landing page, and who wins: looked up in a table that the engine
// has written when the book was built. There is no theory here.

// Heaps as they lie on the board, and the number that may not be taken; in plain Nim it is 0.
export interface Position {
  heaps: number[];
  forbidden: number;
}

// So many sticks from the heap in this place; and the number that is named then, if any.
export interface Move {
  heap: number;
  taken: number;
  name: number;
}

// For each collection of at most so many heaps, none larger than the largest, a digit to base 32:
// its bits say which forbidden numbers make it lost for whoever is to move.
export interface Written {
  heaps: number;
  largest: number;
  names: number;
  lost: string;
}

export class Table {
  private readonly lost = new Map<string, number>();

  constructor(readonly written: Written) {
    const { heaps, largest, lost } = written;
    let index = 0;
    const visit = (chosen: number[]) => {
      if (chosen.length === heaps) {
        this.lost.set(key(chosen), parseInt(lost[index++] ?? "0", 32));
        return;
      }
      for (let heap = chosen.at(-1) ?? 0; heap <= largest; heap++) visit([...chosen, heap]);
    };
    visit([]);
  }

  // What may be named; 0 is nothing.
  get names(): number[] {
    return this.written.names ? upTo(this.written.names) : [0];
  }

  has({ heaps, forbidden }: Position): boolean {
    return this.lost.has(key(heaps)) && this.names.includes(forbidden);
  }

  // Whether the player who is to move loses, if the other one does not err.
  isLost({ heaps, forbidden }: Position): boolean {
    return ((this.lost.get(key(heaps)) ?? 0) >> Math.max(0, forbidden - 1)) % 2 === 1;
  }

  moves({ heaps, forbidden }: Position): Move[] {
    return heaps.flatMap((size, heap) =>
      upTo(size)
        .filter((taken) => taken !== forbidden)
        .flatMap((taken) => {
          // Who has taken the last stick has won, and need not name a number.
          const last = heaps.every((other, place) => place === heap || !other) && taken === size;
          return (last ? [0] : this.names).map((name) => ({ heap, taken, name }));
        }),
    );
  }

  winning(position: Position): Move[] {
    return this.moves(position).filter((move) => this.isLost(after(position, move)));
  }

  // The book wins if it can. If not, it makes it hard: it leaves few answers that win, and takes
  // few sticks, so that the game goes on.
  answer(position: Position): Move | undefined {
    const winning = this.winning(position);
    const cost = (move: Move) =>
      move.taken + (winning.length ? 0 : 100 * this.winning(after(position, move)).length);
    const moves = winning.length ? winning : this.moves(position);
    return moves.reduce<Move | undefined>(
      (best, move) => (best && cost(best) <= cost(move) ? best : move),
      undefined,
    );
  }

  // Three heaps from which the person to move can win; so many sticks at most.
  deal(most: number): Position {
    const sizes = upTo(this.written.largest);
    const all = sizes.flatMap((a) => sizes.flatMap((b) => sizes.map((c) => [a, b, c])));
    const starts = all
      .filter(([a = 0, b = 0, c = 0]) => a <= b && b <= c && a + b + c >= 8 && a + b + c <= most)
      .flatMap((heaps) => this.names.map((forbidden) => ({ heaps, forbidden })))
      .filter((start) => !this.isLost(start));
    return starts[Math.floor(Math.random() * starts.length)]!;
  }
}

export function after({ heaps }: Position, { heap, taken, name }: Move): Position {
  return { heaps: heaps.map((size, i) => (i === heap ? size - taken : size)), forbidden: name };
}

function upTo(most: number): number[] {
  return Array.from({ length: most }, (_, i) => i + 1);
}

function key(heaps: number[]): string {
  return heaps
    .filter(Boolean)
    .sort((a, b) => a - b)
    .join();
}
