// A puzzle for each day: one move wins, and is to be found.

import { keep, kept } from "../live/kept";
import { Board } from "./board";
import { after, Table, type Move, type Position } from "./table";
import { moved, whyForbidden } from "./words";

const NAME = "puzzles";
const DAY = 86_400_000;

// How many days ago the calendar began, where the reader is.
function today(): number {
  const now = new Date();
  return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / DAY;
}

export class Puzzle {
  private readonly board: Board;
  private readonly again: HTMLButtonElement;
  private readonly rule: HTMLElement;
  private day = today();
  // The moves that are on the board: the reader's, and the book's that refutes it.
  private moves: Move[] = [];
  private pending: Move | undefined;
  private hinted: Move | undefined;
  private told = "";

  constructor(
    root: HTMLElement,
    private readonly tables: Table[],
    private readonly puzzles: Position[],
  ) {
    this.board = new Board(
      root,
      (heap, taken) => this.take(heap, taken),
      (number) => this.name(number),
    );
    this.rule = this.board.part("rule");
    this.again = this.board.tool("again", () => this.restart());
    this.board.tool("hint", () => {
      this.restart();
      this.hinted = this.solution;
      this.tell(
        `Take ${this.hinted.taken} from the heap of ${this.start.heaps[this.hinted.heap]}.`,
      );
    });
    document.addEventListener("visibilitychange", () => {
      if (this.day === today()) return;
      this.day = today();
      this.restart();
    });
    this.restart();
  }

  private get start(): Position {
    return this.puzzles[this.day % this.puzzles.length]!;
  }

  private get table(): Table {
    return this.tables[this.start.forbidden ? 1 : 0]!;
  }

  private get solution(): Move {
    return this.table.winning(this.start)[0]!;
  }

  private get solvedDays(): number[] {
    try {
      const days: unknown = JSON.parse(kept(NAME) ?? "[]");
      return Array.isArray(days) ? days.filter((day) => Number.isInteger(day)) : [];
    } catch {
      return [];
    }
  }

  private restart(): void {
    this.moves = [];
    this.pending = this.hinted = undefined;
    this.told = "";
    // What was solved today is shown as it was solved.
    if (this.solvedDays.includes(this.day)) this.moves = [this.solution];
    this.paint();
  }

  private take(heap: number, taken: number): void {
    if (this.moves.length) return this.moves.length > 1 ? this.restart() : undefined;
    if (this.pending) return this.tell("Now name a number that the book may not take.");
    const { forbidden, heaps } = this.start;
    if (taken === forbidden) return this.tell(whyForbidden("The book", forbidden, heaps));
    const move = { heap, taken, name: 0 };
    if (!forbidden) return this.try(move);
    this.pending = move;
    this.tell(`${moved("You", move)}. Now name a number that the book may not take.`);
  }

  private name(number: number): void {
    if (this.pending) this.try({ ...this.pending, name: number });
  }

  private try(move: Move): void {
    this.pending = this.hinted = undefined;
    this.told = "";
    const position = after(this.start, move);
    const refutation = this.table.isLost(position) ? undefined : this.table.answer(position);
    this.moves = refutation ? [move, refutation] : [move];
    if (!refutation) keep(NAME, JSON.stringify([...new Set([...this.solvedDays, this.day])]));
    this.paint();
  }

  private tell(text: string): void {
    this.told = text;
    this.paint();
  }

  private get words(): string {
    const [mine, books] = this.moves;
    if (!mine) return this.told || "Which sticks?";
    if (books) {
      const heap = after(this.start, mine).heaps[books.heap];
      const reply = moved("the book", books, heap);
      return `${moved("You", mine)}. Then ${reply}, and you cannot win any more. Try again.`;
    }
    const days = this.solvedDays.length;
    const solved = days === 1 ? "Your first puzzle" : `${days} puzzles solved`;
    return `Solved: ${moved("you", mine, this.start.heaps[mine.heap])}. ${solved}; the next one comes tomorrow.`;
  }

  private paint(): void {
    const moves = this.pending ? [this.pending] : this.moves;
    const { start } = this;
    const takers = start.heaps.map((size) => Array<number | undefined>(size).fill(undefined));
    let position = start;
    moves.forEach((move, number) => {
      const size = position.heaps[move.heap] ?? 0;
      takers[move.heap]?.fill(number, size - move.taken, size);
      position = after(position, move);
    });
    this.board.root.dataset["game"] = start.forbidden ? "twist" : "nim";
    this.rule.textContent = start.forbidden
      ? `With the twist: you may not take ${start.forbidden}. Only one move wins, with one number to name. Which?`
      : "Plain Nim: only one move wins. Which?";
    this.board.paint({
      start: start.heaps,
      position,
      takers,
      latest: this.moves[1],
      hint: this.hinted,
      naming: !!this.pending,
      winner: this.moves.length === 1 ? 0 : undefined,
      said: this.words,
    });
    this.again.disabled = !moves.length || this.moves.length === 1;
  }
}
