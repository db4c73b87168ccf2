// The puzzle of the day: find the only winning move.

import { load, save } from "../live/storage";
import { Board } from "./board";
import { after, Table, type Move, type Position } from "./table";
import { describe, whyForbidden } from "./words";

const NAME = "puzzles";
const DAY = 86_400_000;

// Returns the number of days since 1 January 1970 in the reader's time zone.
function today(): number {
  const now = new Date();
  return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / DAY;
}

export class Puzzle {
  private readonly board: Board;
  private readonly again: HTMLButtonElement;
  private readonly rule: HTMLElement;
  private day = today();
  // The moves made so far: the reader's move and, if it is wrong, the book's refutation.
  private moves: Move[] = [];
  private pending: Move | undefined;
  private hinted: Move | undefined;
  private message = "";

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
      const days: unknown = JSON.parse(load(NAME) ?? "[]");
      return Array.isArray(days) ? days.filter((day) => Number.isInteger(day)) : [];
    } catch {
      return [];
    }
  }

  private restart(): void {
    this.moves = [];
    this.pending = this.hinted = undefined;
    this.message = "";
    // If today's puzzle has been solved, show its solution.
    if (this.solvedDays.includes(this.day)) this.moves = [this.solution];
    this.paint();
  }

  private take(heap: number, taken: number): void {
    if (this.moves.length) return this.moves.length > 1 ? this.restart() : undefined;
    if (this.pending) return this.tell("Now forbid a number for the book.");
    const { forbidden, heaps } = this.start;
    if (taken === forbidden) return this.tell(whyForbidden("The book", forbidden, heaps));
    const move = { heap, taken, name: 0 };
    if (!forbidden) return this.try(move);
    this.pending = move;
    this.tell(`${describe("You", move)}. Now forbid a number for the book.`);
  }

  private name(number: number): void {
    if (this.pending) this.try({ ...this.pending, name: number });
  }

  private try(move: Move): void {
    this.pending = this.hinted = undefined;
    this.message = "";
    const position = after(this.start, move);
    const refutation = this.table.isLost(position) ? undefined : this.table.answer(position);
    this.moves = refutation ? [move, refutation] : [move];
    if (!refutation) save(NAME, JSON.stringify([...new Set([...this.solvedDays, this.day])]));
    this.paint();
  }

  private tell(text: string): void {
    this.message = text;
    this.paint();
  }

  private get text(): string {
    const [move, refutation] = this.moves;
    if (!move) return this.message || "Which sticks?";
    if (refutation) {
      const heap = after(this.start, move).heaps[refutation.heap];
      const reply = describe("the book", refutation, heap);
      return `${describe("You", move)}. Then ${reply}, and you can no longer win. Try again.`;
    }
    const days = this.solvedDays.length;
    const solved = days === 1 ? "Your first puzzle" : `${days} puzzles solved`;
    return `Solved! ${describe("You", move, this.start.heaps[move.heap])}. ${solved}; the next one comes tomorrow.`;
  }

  private paint(): void {
    const moves = this.pending ? [this.pending] : this.moves;
    const { start } = this;
    const takers = start.heaps.map((size) => Array<number | undefined>(size).fill(undefined));
    let position = start;
    moves.forEach((move, seat) => {
      const size = position.heaps[move.heap] ?? 0;
      takers[move.heap]?.fill(seat, size - move.taken, size);
      position = after(position, move);
    });
    this.board.root.dataset["game"] = start.forbidden ? "twist" : "nim";
    this.rule.textContent = start.forbidden
      ? `With the twist: you may not take ${start.forbidden}. Only one move wins, with one number to forbid. Which?`
      : "Plain Nim: only one move wins. Which?";
    this.board.paint({
      start: start.heaps,
      position,
      takers,
      latest: this.moves[1],
      hint: this.hinted,
      naming: !!this.pending,
      winner: this.moves.length === 1 ? 0 : undefined,
      message: this.text,
    });
    this.again.disabled = !moves.length || this.moves.length === 1;
  }
}
