// The games of the landing page, played with matches: tapping a match takes it and all matches to
// its right.

import type { Answer, Extras, Move, State } from "./game";
import { patch } from "./patch";
import { after, type Position, type Step, type Table } from "./table";
import { message } from "./rules";
import { describe, whyForbidden } from "./words";

export interface MatchesMove extends Move {
  step: Step;
}

// A state of a game with matches, played against the book or by two people.
export class Matches implements State {
  readonly phases: State["phases"];
  readonly focus: string | undefined;

  constructor(
    readonly table: Table,
    readonly start: Position,
    readonly two: boolean,
    readonly made: Step[] = [],
    // A step whose matches have been taken but for which no number has been forbidden yet.
    readonly pending: Step | null = null,
  ) {
    // The book announces its move, and then takes the matches.
    const replied = made.length > 0 && made.length % 2 === 0 && !two && !pending;
    this.phases = replied ? [["before", 350], ["taking", 500]] : []; // prettier-ignore
    this.focus = pending ? ".door-chips button" : undefined;
  }

  // The position after the first `count` steps; by default, after all of them.
  position(count = this.made.length): Position {
    return this.made.slice(0, count).reduce(after, this.start);
  }

  get wins(): boolean {
    return !this.table.isLost(this.position());
  }

  private get seat(): number {
    return this.made.length % 2;
  }

  get result(): State["result"] {
    if (this.pending || this.table.moves(this.position()).length) return undefined;
    if (this.two) return "over";
    return this.seat === 1 ? "won" : "lost";
  }

  private player(seat: number): string {
    if (this.two) return seat ? "The second player" : "The first player";
    return seat ? "The book" : "You";
  }

  press(button: HTMLButtonElement): Answer {
    const { pending, table } = this;
    const row = button.closest(".door-heap");
    if (!row)
      return pending && { move: this.move({ ...pending, name: Number(button.textContent) }) };
    if (this.result) return null;
    if (pending) return { show: { message: "First forbid a number, or undo." } };
    const { forbidden, heaps } = this.position();
    const heap = [...row.parentElement!.children].indexOf(row);
    const step = { heap, taken: Number(button.dataset["n"]), name: 0 };
    if (step.taken === forbidden) {
      return { show: { message: whyForbidden(this.player(1 - this.seat), forbidden, heaps) } };
    }
    const goesOn = table.data.names && after({ heaps, forbidden }, step).heaps.some(Boolean);
    return goesOn ? { state: this.with(this.made, step) } : { move: this.move(step) };
  }

  // Returns the same game after other steps.
  with(made: Step[], pending: Step | null = null): Matches {
    return new Matches(this.table, this.start, this.two, made, pending);
  }

  move(step: Step): MatchesMove {
    const [position, made] = [this.position(), [...this.made, step]];
    const next = after(position, step);
    const replies = this.two ? [] : this.table.replies(next);
    return {
      step,
      words: describe("", step, position.heaps[step.heap]),
      worse: this.wins && !this.table.isLost(next),
      replies: replies.length
        ? replies.map((reply) => this.with([...made, reply]))
        : [this.with(made)],
    };
  }

  // Returns the winning step that a hint shows, if there is one.
  private get hint(): Step | undefined {
    const { pending } = this;
    const goesOn = (step: Step) =>
      !pending || (step.heap === pending.heap && step.taken === pending.taken);
    return this.table.winning(this.position()).find(goesOn);
  }

  private hintMessage(hint: Step | undefined): string {
    if (!hint) {
      return this.pending
        ? "No number wins now. Undo, and take different sticks."
        : "There is no winning move here. Undo, or hope for a mistake.";
    }
    if (this.pending) return `Forbid ${hint.name}.`;
    return message("to_win", {
      moves: describe("", { ...hint, name: 0 }, this.position().heaps[hint.heap]),
    });
  }

  get message(): string {
    const { made, pending, two } = this;
    const sentences: string[] = [];
    const last = made.at(-1);
    if (last) {
      const seat = 1 - this.seat;
      const previous = made.at(-2);
      // Leave out the number that the reader forbade, which no longer matters once the book has
      // replied.
      if (seat === 1 && previous && !two) sentences.push(describe("You", { ...previous, name: 0 }));
      sentences.push(
        describe(this.player(seat), last, this.position(made.length - 1).heaps[last.heap]),
      );
    }
    if (pending) {
      return `${describe(this.player(this.seat), pending)}. Now forbid a number for ${
        two ? "your opponent" : "the book"
      }.`;
    }
    const { heaps, forbidden } = this.position();
    const { result } = this;
    if (result) {
      if (heaps.some(Boolean)) sentences.push(`${this.player(this.seat)} cannot move`);
      if (result !== "won") sentences.push(`${this.player(1 - this.seat)} wins`);
    } else {
      const turn = two ? `${this.player(this.seat)} is to move` : "Your move";
      const instruction = forbidden
        ? `take any number except ${forbidden}`
        : "tap a stick to take it and all sticks to its right";
      sentences.push(last ? turn : `${turn}: ${instruction}`);
    }
    return sentences.join(". ") + ".";
  }

  draw(root: HTMLElement, { help, message, mistake, phase, won }: Extras): void {
    const { pending, seat } = this;
    const made = phase ? this.made.slice(0, -1) : this.made;
    const last = this.made.at(-1);
    const hint = help && this.hint;
    const taken = pending ? [...made, pending] : made;
    const winner = won ? 0 : this.result && !phase ? 1 - seat : undefined;
    const look: Look = {
      taken,
      position: taken.reduce(after, this.start),
      naming: pending !== null,
      hint,
      mistake: (mistake as MatchesMove | undefined)?.step,
      announced: phase === "taking" ? last : undefined,
      latest: !phase && !pending && seat === 0 ? last : undefined,
      winner,
    };
    root.dataset["game"] = this.table.data.names ? "twist" : "nim";
    root.classList.toggle("door-naming", look.naming);
    root.classList.toggle("door-over", winner !== undefined);
    root.classList.toggle("door-won", winner === 0);
    const board = part(root, "board");
    const wanted = board.cloneNode() as HTMLElement;
    wanted.inert = false;
    wanted.innerHTML = this.start.heaps.map((size, heap) => heapHtml(look, heap, size)).join("");
    patch(board, wanted);
    const chips = part(root, "chips");
    chips.inert = false;
    [...chips.querySelectorAll("button")].forEach((chip, i) => {
      chip.disabled = !look.naming;
      chip.classList.toggle("nt-hint", look.naming && hint?.name === i + 1);
      chip.classList.toggle("nt-chosen", !look.naming && look.position.forbidden === i + 1);
    });
    const before = phase === "before" && `${describe(this.player(0), made.at(-1)!)}.`;
    const text = message ?? (help ? this.hintMessage(hint) : before || this.message);
    const status = part(root, "message");
    if (status.textContent !== text) status.textContent = text;
  }
}

// How a state looks.
interface Look {
  position: Position;
  // The steps whose matches are gone.
  taken: Step[];
  // Whether the player must now forbid a number.
  naming: boolean;
  hint: Step | undefined;
  // The reader's step that threw the game away.
  mistake: Step | undefined;
  // The step that the opponent has announced but not yet made.
  announced: Step | undefined;
  // The opponent's latest step. Outlines of the matches that it took are shown.
  latest: Step | undefined;
  // The seat of the winner, whose matches burn; undefined until the game is over.
  winner: number | undefined;
}

// Returns the HTML of a heap that had `start` matches at the beginning.
function heapHtml(look: Look, heap: number, start: number): string {
  const size = look.position.heaps[heap]!;
  // The seat of the player who took each match, from left to right.
  const takers: number[] = [];
  look.taken.forEach((step, number) => {
    if (step.heap === heap) takers.unshift(...Array<number>(step.taken).fill(number % 2));
  });
  const matches = Array.from({ length: start }, (_, i) =>
    matchHtml(look, heap, size - i, takers[i - size]),
  );
  return `<div class="door-heap" role="group" aria-label="heap of ${size}">${matches.join("")}</div>`;
}

// Returns the HTML of a match. A tap on it takes `number` matches; if `number` < 1, it is gone.
function matchHtml(look: Look, heap: number, number: number, taker: number | undefined): string {
  const { position, naming, latest, winner } = look;
  const here = number > 0;
  const illegal = here && number === position.forbidden && !naming;
  const isIn = (step: Step | undefined) => here && step?.heap === heap && number <= step.taken;
  const classes: [string, boolean][] = [
    ["door-stick", true],
    ["nt-forbidden", illegal],
    ["nt-hint", !naming && isIn(look.hint)],
    ["door-mistake", isIn(look.mistake)],
    ["door-taking", isIn(look.announced)],
    ["nt-gone", !here && latest?.heap === heap && -number < latest.taken],
    ["door-lit", winner !== undefined && taker === winner],
    ["door-burnt", winner !== undefined && !here && taker !== winner],
  ];
  const names = classes.filter(([, on]) => on).map(([name]) => name);
  const label = `take ${number} from the heap of ${position.heaps[heap]}`;
  return (
    `<button type="button" class="${names.join(" ")}" data-n="${here ? number : ""}"` +
    ` aria-label="${here ? label : "taken"}${illegal ? ": forbidden" : ""}"` +
    `${here ? "" : " disabled"}${illegal || naming ? ' aria-disabled="true"' : ""}><i></i></button>`
  );
}

export function part(root: HTMLElement, name: string): HTMLElement {
  return root.querySelector<HTMLElement>(`.door-${name}`)!;
}
