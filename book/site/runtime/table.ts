// The rules of the two games on the landing page. The winner is looked up in a table that
// `nimbook.play.heaps_table` computed when the book was built, so no theory is needed here.

// The heaps in the order in which the board shows them, and the forbidden number, which is 0 in
// plain Nim.
export interface Position {
  heaps: number[];
  forbidden: number;
}

// A move that takes `taken` sticks from the heap with index `heap` and then forbids the number
// `name`, or no number if `name` is 0.
export interface Step {
  heap: number;
  taken: number;
  name: number;
}

// The outcomes of all multisets of at most `heaps` heaps with at most `largest` sticks each; see
// `heaps_table` in Python.
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

  // The numbers that a player may forbid; in plain Nim, only 0, which stands for no number.
  get names(): number[] {
    return this.data.names ? upTo(this.data.names) : [0];
  }

  has({ heaps, forbidden }: Position): boolean {
    return this.lost.has(key(heaps)) && this.names.includes(forbidden);
  }

  // Returns whether this is a P-position, in which the player to move loses under optimal play.
  isLost({ heaps, forbidden }: Position): boolean {
    return ((this.lost.get(key(heaps)) ?? 0) >> Math.max(0, forbidden - 1)) % 2 === 1;
  }

  moves({ heaps, forbidden }: Position): Step[] {
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

  allows(position: Position, { heap, taken, name }: Step): boolean {
    const same = (step: Step) => step.heap === heap && step.taken === taken && step.name === name;
    return this.moves(position).some(same);
  }

  winning(position: Position): Step[] {
    return this.moves(position).filter((move) => this.isLost(after(position, move)));
  }

  // Returns the replies from which an opponent chooses: the best one, followed by the mistakes, or
  // by all moves if all are equally good. Nobody misses a move that ends the game. These are the
  // same moves as in `Match.mistakes` in Python.
  replies(position: Position): Step[] {
    const [moves, best] = [this.moves(position), this.answer(position)];
    const option = (step: Step) => after(position, step);
    if (!best || moves.some((step) => !this.moves(option(step)).length)) return best ? [best] : [];
    const mistakes = moves.filter((step) => !this.isLost(option(step)));
    return [best, ...(mistakes.length ? mistakes : moves)];
  }

  // Returns a perfect move: a winning move if there is one, otherwise a move that leaves the
  // opponent as few winning replies as possible. Among equally good moves, it is one that takes
  // the fewest sticks, so that the game lasts longer.
  answer(position: Position): Step | undefined {
    const winning = this.winning(position);
    const cost = (move: Step) =>
      move.taken + (winning.length ? 0 : 100 * this.winning(after(position, move)).length);
    const moves = winning.length ? winning : this.moves(position);
    return moves.reduce<Step | undefined>(
      (best, move) => (best && cost(best) <= cost(move) ? best : move),
      undefined,
    );
  }

  // Returns a random N-position with three heaps and at most `maximum` sticks.
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

export function after({ heaps }: Position, { heap, taken, name }: Step): Position {
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
