// The puzzle of the day: find the only winning move.

import { loadObject, save } from "./storage";
import { Board } from "./board";
import { after, Table, type Move, type Position } from "./table";
import { describe, whyForbidden } from "./words";

const DAY = 86_400_000;
// The day of puzzle 1, in days since 1 January 1970.
const FIRST = Date.UTC(2026, 0, 1) / DAY;

// What the reader has done so far. `tries` and `helped` belong to the puzzle of `day`; they say how
// many moves the reader has tried, and whether a hint was shown.
interface Saved {
  solved: number[];
  day: number;
  tries: number;
  helped: boolean;
}

const NOTHING: Saved = { solved: [], day: 0, tries: 0, helped: false };

function isSaved({ solved, day, tries, helped }: Partial<Saved>): boolean {
  if (!Array.isArray(solved) || typeof helped !== "boolean") return false;
  return [...solved, day, tries].every(Number.isInteger);
}

// Returns the number of days since 1 January 1970 in the reader's time zone.
function today(): number {
  const now = new Date();
  return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / DAY;
}

// Returns the name of a puzzle, as in "puzzle 330 (Thursday)".
function title(day: number): string {
  const weekday = new Date(day * DAY).toLocaleDateString("en", {
    weekday: "long",
    timeZone: "UTC",
  });
  return `puzzle ${day - FIRST + 1} (${weekday})`;
}

export class Puzzle {
  private readonly board: Board;
  private readonly again: HTMLButtonElement;
  private readonly hint: HTMLButtonElement;
  private readonly yesterday: HTMLButtonElement;
  private readonly share: HTMLButtonElement;
  private readonly rule: HTMLElement;
  // The day whose puzzle is shown: today, or yesterday together with the solution.
  private day = today();
  // The moves made so far: the reader's move and, if it is wrong, the book's refutation.
  private moves: Move[] = [];
  private pending: Move | undefined;
  private hinted: Move | undefined;
  private message = "";

  constructor(
    root: HTMLElement,
    private readonly tables: Table[],
    // The puzzles for each day of the week, from Monday on.
    private readonly puzzles: Position[][],
  ) {
    this.board = new Board(
      root,
      (heap, taken) => this.take(heap, taken),
      (number) => this.name(number),
    );
    this.rule = this.board.part("rule");
    this.again = this.board.tool("again", () => this.show(today()));
    this.hint = this.board.tool("hint", () => this.showHint());
    this.yesterday = this.board.tool("yesterday", () =>
      this.show(this.isToday ? today() - 1 : today()),
    );
    this.share = this.board.tool("share", () => void this.shareResult());
    document.addEventListener("visibilitychange", () => {
      if (this.day !== today()) this.show(today());
    });
    this.restart();
  }

  private get start(): Position {
    // 1 January 1970 was a Thursday.
    const monday = this.day + 3;
    const list = this.puzzles[((monday % 7) + 7) % 7]!;
    const week = Math.floor(monday / 7) % list.length;
    return list[(week + list.length) % list.length]!;
  }

  private get isToday(): boolean {
    return this.day === today();
  }

  private get table(): Table {
    return this.tables[this.start.forbidden ? 1 : 0]!;
  }

  private get solution(): Move {
    return this.table.winning(this.start)[0]!;
  }

  private get saved(): Saved {
    const { solved, day, tries, helped } = loadObject<Saved>("puzzles", isSaved) ?? NOTHING;
    return day === this.day
      ? { solved, day, tries, helped }
      : { ...NOTHING, solved, day: this.day };
  }

  private record(change: Partial<Saved>): void {
    save("puzzles", JSON.stringify({ ...this.saved, ...change }));
  }

  private get isSolved(): boolean {
    return this.saved.solved.includes(this.day);
  }

  // The number of consecutive days on which puzzles were solved. Today's may still be missing.
  private get streak(): number {
    const days = new Set(this.saved.solved);
    let day = days.has(today()) ? today() : today() - 1;
    let count = 0;
    for (; days.has(day); day--) count++;
    return count;
  }

  private show(day: number): void {
    this.day = day;
    this.restart();
  }

  private restart(): void {
    this.moves = [];
    this.pending = this.hinted = undefined;
    this.message = "";
    // If today's puzzle has been solved, show its solution.
    if (this.isToday && this.isSolved) this.moves = [this.solution];
    this.paint();
  }

  private take(heap: number, taken: number): void {
    if (!this.isToday) return this.show(today());
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
    const { solved, tries } = this.saved;
    // It may have been solved in another tab.
    if (!this.isSolved) {
      this.record({ tries: tries + 1, ...(!refutation && { solved: [...solved, this.day] }) });
    }
    this.paint();
  }

  private showHint(): void {
    const { heap, taken, name } = this.solution;
    const hasTaken = this.pending?.heap === heap && this.pending.taken === taken;
    if (!hasTaken) this.restart();
    this.record({ helped: true });
    this.hinted = this.solution;
    this.tell(
      hasTaken ? `Forbid ${name}.` : `Take ${taken} from the heap of ${this.start.heaps[heap]}.`,
    );
  }

  // Shares the result, but not the solution.
  private async shareResult(): Promise<void> {
    const { tries, helped } = this.saved;
    const first = tries === 1 ? "at the first try" : `in ${tries} tries`;
    const how = helped ? "with a hint" : first;
    const days = this.streak > 1 ? `, ${this.streak} days in a row` : "";
    const [address] = location.href.split("#");
    const text = `Nim with a Twist, ${title(this.day)}: solved ${how}${days}.\n${address}`;
    try {
      if (navigator.share) return await navigator.share({ text });
      await navigator.clipboard.writeText(text);
      this.tell("Copied: paste it wherever you like.");
    } catch (error) {
      // The reader may have decided not to share it.
      if ((error as Error).name !== "AbortError") this.tell(text);
    }
  }

  private tell(text: string): void {
    this.message = text;
    this.paint();
  }

  private get text(): string {
    const [move, refutation] = this.moves;
    if (this.message) return this.message;
    const { solution, start } = this;
    if (!this.isToday) {
      return `The solution: ${describe("", solution, start.heaps[solution.heap])}.`;
    }
    if (!move) return "Which sticks?";
    if (refutation) {
      const heap = after(start, move).heaps[refutation.heap];
      const reply = describe("the book", refutation, heap);
      return `${describe("You", move)}. Then ${reply}, and you can no longer win. Try again.`;
    }
    const days = this.saved.solved.length;
    const count = days === 1 ? "Your first puzzle" : `${days} puzzles solved`;
    return `Solved! ${describe("You", move, start.heaps[move.heap])}. ${count}; the next one comes tomorrow.`;
  }

  private paint(): void {
    const moves = this.pending ? [this.pending] : this.moves;
    const { start, isToday, streak } = this;
    const takers = start.heaps.map((size) => Array<number | undefined>(size).fill(undefined));
    let position = start;
    moves.forEach((move, seat) => {
      const size = position.heaps[move.heap] ?? 0;
      takers[move.heap]?.fill(seat, size - move.taken, size);
      position = after(position, move);
    });
    this.board.root.dataset["game"] = start.forbidden ? "twist" : "nim";
    const name = isToday ? title(this.day) : `yesterday, ${title(this.day)}`;
    const days = isToday && streak > 1 ? `, ${streak} days in a row` : "";
    const question = start.forbidden
      ? `You may not take ${start.forbidden}. Only one move wins, with one number to forbid. Which?`
      : "Plain Nim: only one move wins. Which?";
    this.rule.textContent = `${name[0]!.toUpperCase()}${name.slice(1)}${days}. ${question}`;
    const solved = isToday && this.moves.length === 1;
    this.yesterday.textContent = isToday ? "Yesterday’s" : "Back to today’s";
    this.hint.disabled = !isToday || solved;
    this.share.disabled = !solved;
    this.again.disabled = !isToday || !moves.length || solved;
    this.board.paint({
      start: start.heaps,
      position,
      takers,
      taking: isToday ? undefined : this.solution,
      latest: this.moves[1],
      hint: this.hinted,
      naming: !!this.pending,
      winner: solved ? 0 : undefined,
      message: this.text,
    });
  }
}
