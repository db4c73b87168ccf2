// The rules of the two games on the landing page. Who wins is looked up in a table that the engine
// computed when the book was built; there is no theory here.

// The heaps in the order of the board, and the forbidden number; in plain Nim it is 0.
export interface Position {
  heaps: number[];
  forbidden: number;
}

// Taking `taken` sticks from the heap with the index `heap`, then forbidding `name` (0: no number).
export interface Move {
  heap: number;
  taken: number;
  name: number;
}

// `lost` has a base-32 digit for each multiset of at most `heaps` heaps, none larger than
// `largest`. Bit i of the digit is set if the position with i + 1 forbidden is a P-position.
export interface TableData {
  heaps: number;
  largest: number;
  names: number;
  lost: string;
}

export class Table {
  private readonly lost = new Map<string, number>();

  constructor(readonly data: TableData) {
    const { heaps, largest, lost } = data;
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

  // The numbers that may be forbidden; [0] in plain Nim.
  get names(): number[] {
    return this.data.names ? upTo(this.data.names) : [0];
  }

  has({ heaps, forbidden }: Position): boolean {
    return this.lost.has(key(heaps)) && this.names.includes(forbidden);
  }

  // Whether this is a P-position: the player to move loses under optimal play.
  isLost({ heaps, forbidden }: Position): boolean {
    return ((this.lost.get(key(heaps)) ?? 0) >> Math.max(0, forbidden - 1)) % 2 === 1;
  }

  moves({ heaps, forbidden }: Position): Move[] {
    return heaps.flatMap((size, heap) =>
      upTo(size)
        .filter((taken) => taken !== forbidden)
        .flatMap((taken) => {
          // Taking the last stick ends the game, so no number is forbidden.
          const last = heaps.every((other, place) => place === heap || !other) && taken === size;
          return (last ? [0] : this.names).map((name) => ({ heap, taken, name }));
        }),
    );
  }

  winning(position: Position): Move[] {
    return this.moves(position).filter((move) => this.isLost(after(position, move)));
  }

  // The book's move. It wins if it can; otherwise it leaves as few winning replies as possible and
  // takes few sticks, so that the game goes on.
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

  // A random N-position with three heaps and at most `maximum` sticks.
  deal(maximum: number): Position {
    const sizes = upTo(this.data.largest);
    const triples = sizes.flatMap((a) => sizes.flatMap((b) => sizes.map((c) => [a, b, c])));
    const starts = triples
      .filter(([a = 0, b = 0, c = 0]) => a <= b && b <= c && a + b + c >= 8 && a + b + c <= maximum)
      .flatMap((heaps) => this.names.map((forbidden) => ({ heaps, forbidden })))
      .filter((start) => !this.isLost(start));
    return starts[Math.floor(Math.random() * starts.length)]!;
  }
}

export function after({ heaps }: Position, { heap, taken, name }: Move): Position {
  return { heaps: heaps.map((size, i) => (i === heap ? size - taken : size)), forbidden: name };
}

function upTo(maximum: number): number[] {
  return Array.from({ length: maximum }, (_, i) => i + 1);
}

function key(heaps: number[]): string {
  return heaps
    .filter(Boolean)
    .sort((a, b) => a - b)
    .join();
}
