// The puzzle of the day: find the only winning move.

import { loadObject, save } from "./storage";
import { Matches, part, type MatchesMove } from "./matches";
import { keepFocus } from "./patch";
import { after, Table, type Step, type Position } from "./table";
import { describe } from "./words";

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
  // The day whose puzzle is shown: today, or yesterday together with the solution.
  private day = today();
  // The puzzle, before and after the reader's move and, if it is wrong, the book's refutation.
  private first!: Matches;
  private state!: Matches;
  private help: "hint" | undefined;
  private message: string | undefined;

  constructor(
    private readonly root: HTMLElement,
    private readonly tables: Table[],
    // The puzzles for each day of the week, from Monday on.
    private readonly puzzles: Position[][],
  ) {
    root.addEventListener("click", ({ target }) => {
      const button = (target as Element).closest("button");
      if (!button) return;
      const { tool } = button.dataset;
      if (tool === "again") this.show(today());
      else if (tool === "hint") this.showHint();
      else if (tool === "yesterday") this.show(this.isToday ? today() - 1 : today());
      else if (tool === "share") void this.shareResult();
      else this.press(button);
    });
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

  private get solution(): Step {
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
    this.first = this.state = new Matches(this.table, this.start, false);
    this.help = undefined;
    // Show the solution of yesterday's puzzle, and of today's if it has been solved.
    if (!this.isToday || this.isSolved) this.state = this.first.with([this.solution]);
    this.tell();
  }

  private press(button: HTMLButtonElement): void {
    if (!this.isToday) return this.show(today());
    if (this.state.made.length) return this.state.made.length > 1 ? this.restart() : undefined;
    const answer = this.state.press(button);
    if (!answer) return;
    if ("move" in answer) this.try(answer.move as MatchesMove);
    else if ("state" in answer) this.state = answer.state as Matches;
    this.tell("show" in answer && !this.state.pending ? answer.show.message : undefined);
  }

  // Makes a move. If it is wrong, the book refutes it.
  private try({ step, replies }: MatchesMove): void {
    const solves = this.table.isLost(after(this.start, step));
    this.help = undefined;
    this.state = solves ? this.state.with([step]) : (replies[0] as Matches);
    const { solved, tries } = this.saved;
    // It may have been solved in another tab.
    if (!this.isSolved) {
      this.record({ tries: tries + 1, ...(solves && { solved: [...solved, this.day] }) });
    }
  }

  private showHint(): void {
    const { heap, taken, name } = this.solution;
    const { pending } = this.state;
    const hasTaken = pending?.heap === heap && pending.taken === taken;
    if (!hasTaken) this.restart();
    this.record({ helped: true });
    this.help = "hint";
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

  // Shows a message, or the usual one.
  private tell(text?: string): void {
    this.message = text;
    this.paint();
  }

  private get text(): string {
    if (this.message) return this.message;
    const { solution, start, state } = this;
    const [move, refutation] = state.made;
    if (!this.isToday) {
      return `The solution: ${describe("", solution, start.heaps[solution.heap])}.`;
    }
    if (state.pending) return state.message;
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
    keepFocus(this.root, this.state.focus, () => this.draw());
  }

  private draw(): void {
    const { root, start, state, isToday, streak } = this;
    const name = isToday ? title(this.day) : `yesterday, ${title(this.day)}`;
    const days = isToday && streak > 1 ? `, ${streak} days in a row` : "";
    const question = start.forbidden
      ? `You may not take ${start.forbidden}. Only one move wins, with one number to forbid. Which?`
      : "Plain Nim: only one move wins. Which?";
    part(root, "rule").textContent =
      `${name[0]!.toUpperCase()}${name.slice(1)}${days}. ${question}`;
    const solved = isToday && state.made.length === 1;
    const tool = (name: string) => root.querySelector<HTMLButtonElement>(`[data-tool=${name}]`)!;
    tool("yesterday").textContent = isToday ? "Yesterday’s" : "Back to today’s";
    tool("hint").disabled = !isToday || solved;
    tool("share").disabled = !solved;
    tool("again").disabled = !isToday || solved || state === this.first;
    // Yesterday's solution is shown as a move that is about to be made.
    const phase = isToday ? undefined : "taking";
    state.draw(root, { help: this.help, message: this.text, won: solved, phase });
  }
}
