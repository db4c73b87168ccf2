// The game at the top of the page: a person against the book, or two persons.

import { keep, kept } from "../live/kept";
import { Board } from "./board";
import { after, Table, type Move, type Position } from "./table";
import { moved, whyForbidden } from "./words";

type Kind = "nim" | "twist";

// Everything else follows from this; it is kept as it stands.
interface State {
  kind: Kind;
  start: Position;
  moves: Move[];
  // Sticks that are taken while no number is named yet.
  pending: Move | null;
  two: boolean;
  // How many games have come to an end.
  ended: number;
}

const NAME = "door";
// Milliseconds, in which one sees first which sticks the book takes, and then that they go.
const BEFORE = 350;
const TAKING = 500;
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

export class Game {
  private readonly board: Board;
  private readonly undo: HTMLButtonElement;
  private readonly hint: HTMLButtonElement;
  private readonly two: HTMLButtonElement;
  private readonly twist: HTMLButtonElement;
  private state: State;
  private hinted: Move | undefined;
  // What has been answered beside the usual words.
  private told = "";
  // The book's move that is being seen to happen, and what will be done next.
  private shown: "all" | "before" | "taking" = "all";
  private timer = 0;

  constructor(
    root: HTMLElement,
    private readonly tables: Record<Kind, Table>,
    private readonly first: Record<Kind, Position>,
  ) {
    this.board = new Board(
      root,
      (heap, taken) => this.take(heap, taken),
      (number) => this.name(number),
    );
    this.hint = this.board.tool("hint", () => this.showMe());
    this.undo = this.board.tool("undo", () => this.takeBack());
    this.board.tool("new", () => this.deal(this.state.kind));
    this.two = this.board.tool("two", () => {
      this.state.two = !this.state.two;
      this.deal(this.state.kind);
    });
    this.twist = this.board.tool("twist", () => this.begin(this.other, this.first[this.other]));
    this.state = this.restored() ?? this.fresh("nim", first.nim, false, 0);
    this.answer();
    this.settle();
  }

  private get other(): Kind {
    return this.state.kind === "nim" ? "twist" : "nim";
  }

  private get table(): Table {
    return this.tables[this.state.kind];
  }

  private fresh(kind: Kind, start: Position, two: boolean, ended: number): State {
    return { kind, start, moves: [], pending: null, two, ended };
  }

  private restored(): State | null {
    try {
      const state = JSON.parse(kept(NAME) ?? "") as State;
      const { kind, start, moves, pending, two, ended } = state;
      const table = this.tables[kind];
      if (!table.has(start) || !start.heaps.every((size) => Number.isInteger(size) && size > 0)) {
        return null;
      }
      let position = start;
      for (const { heap, taken, name } of moves) {
        const legal = (other: Move) =>
          other.heap === heap && other.taken === taken && other.name === name;
        if (!table.moves(position).some(legal)) return null;
        position = after(position, { heap, taken, name });
      }
      const begun = (move: Move) =>
        move.name > 0 && move.heap === pending!.heap && move.taken === pending!.taken;
      if (pending && (pending.name !== 0 || !table.moves(position).some(begun))) return null;
      return typeof two === "boolean" && Number.isInteger(ended) && ended >= 0 ? state : null;
    } catch {
      return null; // nothing is kept, or nothing that can be read
    }
  }

  // The position after so many moves.
  private position(moves = this.state.moves.length): Position {
    return this.state.moves.slice(0, moves).reduce(after, this.state.start);
  }

  private get seat(): number {
    return this.state.moves.length % 2;
  }

  private get over(): boolean {
    return !this.state.pending && !this.table.moves(this.position()).length;
  }

  private get waits(): boolean {
    return this.seat === 1 && !this.state.two && !this.over;
  }

  private who(seat: number): string {
    if (this.state.two) return seat ? "The second player" : "The first player";
    return seat ? "The book" : "You";
  }

  private take(heap: number, taken: number): void {
    if (this.shown !== "all") return this.settle();
    const position = this.position();
    if (this.over) return;
    if (this.state.pending) return this.tell("First name a number, or undo.");
    if (taken === position.forbidden) {
      const by = this.who(1 - this.seat);
      return this.tell(whyForbidden(by, position.forbidden, position.heaps));
    }
    const move = { heap, taken, name: 0 };
    const names = this.state.kind === "twist";
    if (names && after(position, move).heaps.some(Boolean)) this.state.pending = move;
    else this.state.moves.push(move);
    this.went();
  }

  private name(number: number): void {
    const { pending } = this.state;
    if (!pending) return;
    this.state.moves.push({ ...pending, name: number });
    this.state.pending = null;
    this.went();
  }

  // Somebody has moved: the book answers, and one sees it.
  private went(): void {
    this.told = "";
    this.forgetHint();
    const answered = this.answer();
    if (this.over) this.state.ended += 1;
    this.save();
    if (!answered || calm.matches) return this.settle();
    this.shown = "before";
    this.paint();
    this.timer = window.setTimeout(() => {
      this.shown = "taking";
      this.paint();
      this.timer = window.setTimeout(() => this.settle(), TAKING);
    }, BEFORE);
  }

  private answer(): boolean {
    if (!this.waits || this.state.pending) return false;
    const move = this.table.answer(this.position());
    if (move) this.state.moves.push(move);
    return !!move;
  }

  private settle(): void {
    window.clearTimeout(this.timer);
    this.shown = "all";
    this.paint();
  }

  private showMe(): void {
    if (this.shown !== "all") this.settle();
    if (this.over) return;
    const { pending } = this.state;
    const before = this.position();
    const winning = this.table.winning(before);
    const fits = winning.find(
      (move) => !pending || (move.heap === pending.heap && move.taken === pending.taken),
    );
    this.hinted = fits;
    if (!fits) {
      this.tell(
        pending
          ? "No number wins now. Undo, and take other sticks."
          : "No move wins from here, if nobody errs. Undo, or go on and hope.",
      );
    } else if (pending) this.tell(`Forbid ${fits.name}.`);
    else {
      const heap = before.heaps[fits.heap];
      this.tell(`To win, take ${fits.taken} from the heap of ${heap}.`);
    }
  }

  private forgetHint(): void {
    this.hinted = undefined;
  }

  private takeBack(): void {
    const { moves, two } = this.state;
    if (this.over) this.state.ended -= 1;
    if (this.state.pending) this.state.pending = null;
    else {
      moves.pop();
      if (!two && this.seat === 1) moves.pop();
    }
    this.told = "";
    this.forgetHint();
    this.save();
    this.settle();
  }

  private deal(kind: Kind): void {
    const most = 11 + Math.min(4, this.state.ended);
    this.begin(kind, this.tables[kind].deal(most));
  }

  private begin(kind: Kind, start: Position): void {
    const { two, ended } = this.state;
    this.state = this.fresh(kind, start, two, ended);
    this.told = "";
    this.forgetHint();
    this.save();
    this.settle();
  }

  private save(): void {
    keep(NAME, JSON.stringify(this.state));
  }

  private tell(text: string): void {
    this.told = text;
    this.paint();
  }

  private get words(): string {
    const { moves, pending, two } = this.state;
    if (this.told) return this.told;
    const said: string[] = [];
    if (this.shown === "before") return moved(this.who(0), moves.at(-2)!) + ".";
    const last = moves.at(-1);
    if (last) {
      const by = 1 - this.seat;
      const before = moves.at(-2);
      // What the person has forbidden is past when the book has answered.
      if (by === 1 && before && !two) said.push(moved("You", { ...before, name: 0 }));
      said.push(moved(this.who(by), last, this.position(moves.length - 1).heaps[last.heap]));
    }
    const { heaps, forbidden } = pending ? after(this.position(), pending) : this.position();
    if (pending) {
      return `${moved(this.who(this.seat), pending)}. Now name a number that ${
        two ? "the other" : "the book"
      } may not take.`;
    }
    if (this.over) {
      if (heaps.some(Boolean)) said.push(`${this.who(this.seat)} cannot take any`);
      const winner = this.who(1 - this.seat);
      said.push(winner === "You" ? "You win!" : `${winner} wins.`);
      return said.join(". ").replace("!.", "!");
    }
    const turn = two ? `${this.who(this.seat)} is to move` : "Your move";
    const more = forbidden
      ? `take any number but ${forbidden}`
      : "tap a stick, and it goes with those to its right";
    said.push(last ? turn : `${turn}: ${more}`);
    return said.join(". ") + ".";
  }

  private paint(): void {
    const { state } = this;
    const seen = state.moves.length - (this.shown === "all" ? 0 : 1);
    let position = this.position(seen);
    const takers = state.start.heaps.map((size) => Array<number | undefined>(size).fill(undefined));
    const shown = state.pending ? [...state.moves, state.pending] : state.moves.slice(0, seen);
    const left = [...state.start.heaps];
    shown.forEach(({ heap, taken }, number) => {
      const size = left[heap] ?? 0;
      takers[heap]?.fill(number % 2, size - taken, size);
      left[heap] = size - taken;
    });
    if (state.pending) position = after(position, state.pending);
    const over = this.over && this.shown === "all";
    const last = state.moves.at(-1);
    const root = this.board.root;
    root.dataset["game"] = state.kind;
    root.toggleAttribute("data-busy", this.shown !== "all");
    this.undo.disabled = !state.moves.length && !state.pending;
    this.hint.disabled = over;
    this.two.setAttribute("aria-pressed", String(state.two));
    this.twist.disabled = !state.ended && state.kind === "nim";
    this.twist.textContent =
      state.kind === "twist"
        ? "Back to plain Nim"
        : state.ended
          ? "Now the twist"
          : "After a game: the twist";
    this.board.paint({
      start: state.start.heaps,
      position,
      takers,
      taking: this.shown === "taking" ? last : undefined,
      latest: this.shown === "all" && !state.pending && this.seat === 0 ? last : undefined,
      hint: this.hinted,
      naming: !!state.pending,
      winner: over ? 1 - this.seat : undefined,
      said: this.words,
    });
  }
}
