// The game at the top of the landing page, played against the book or by two people.

import { loadObject, save } from "./storage";
import { LEVELS, levelsWon, recordWin, type Level } from "./won";
import { Board } from "./board";
import { after, Table, type Move, type Position } from "./table";
import { describe, whyForbidden } from "./words";

type Kind = "nim" | "twist";
type Opponent = Level | "two";

// The complete state of the game, which is saved in the browser.
interface State {
  kind: Kind;
  start: Position;
  moves: Move[];
  // A move whose sticks have been taken but for which no number has been forbidden yet.
  pending: Move | null;
  // The level of the book, or "two" if two people play against each other.
  opponent: Opponent;
  // The number of finished games.
  ended: number;
}

const NAME = "door";
// The delay in milliseconds between the reader's move and the announcement of the book's move.
const BEFORE = 350;
// The delay in milliseconds between announcing the book's move and removing the sticks.
const TAKING = 500;
const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)");

export class Game {
  private readonly board: Board;
  private readonly undo: HTMLButtonElement;
  private readonly hint: HTMLButtonElement;
  private readonly opponents: Map<Opponent, HTMLButtonElement>;
  private readonly twist: HTMLButtonElement;
  private readonly go: HTMLButtonElement;
  private state: State;
  private hinted: Move | undefined;
  // The move that threw the game away, while the board shows the position before it.
  private mistake: Move | undefined;
  // A message to show in place of the usual one, or "" to show the usual one.
  private message = "";
  // The phase of the animation of the book's move: "before" until the book announces its move, then
  // "taking" until the sticks are removed, and "all" when no animation is running.
  private phase: "all" | "before" | "taking" = "all";
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
    this.hint = this.board.tool("hint", () => this.showHint());
    this.undo = this.board.tool("undo", () => this.undoMove());
    this.board.tool("new", () => this.deal());
    const button = (opponent: Opponent) => this.board.tool(opponent, () => this.play(opponent));
    this.opponents = new Map([...LEVELS, "two" as const].map((name) => [name, button(name)]));
    this.go = this.board.tool("go", () => this.nextStep?.action());
    this.twist = this.board.tool("twist", () => {
      const { other } = this;
      if (!this.two) this.state.opponent = this.nextLevel(other);
      this.begin(other, this.first[other]);
    });
    this.state =
      loadObject<State>(NAME, (state) => this.isState(state as State)) ??
      this.newState("nim", first.nim, "beginner", 0);
    this.reply();
    this.finishAnimation();
  }

  // Returns the first level at which the reader has not won a game yet, or the last level.
  private nextLevel(kind: Kind): Level {
    return LEVELS[levelsWon(`door-${kind}`)] ?? "perfect";
  }

  private get other(): Kind {
    return this.state.kind === "nim" ? "twist" : "nim";
  }

  private get table(): Table {
    return this.tables[this.state.kind];
  }

  private newState(kind: Kind, start: Position, opponent: Opponent, ended: number): State {
    return { kind, start, moves: [], pending: null, opponent, ended };
  }

  private isState({ kind, start, moves, pending, opponent, ended }: State): boolean {
    const table = this.tables[kind];
    if (!table.has(start) || !start.heaps.every((size) => Number.isInteger(size) && size > 0)) {
      return false;
    }
    let position = start;
    for (const { heap, taken, name } of moves) {
      const same = (move: Move) => move.heap === heap && move.taken === taken && move.name === name;
      if (!table.moves(position).some(same)) return false;
      position = after(position, { heap, taken, name });
    }
    const completes = (move: Move) =>
      move.name > 0 && move.heap === pending!.heap && move.taken === pending!.taken;
    if (pending && (pending.name !== 0 || !table.moves(position).some(completes))) return false;
    return this.opponents.has(opponent) && Number.isInteger(ended) && ended >= 0;
  }

  // Returns the position after the first `moves` moves; by default, the current position.
  private position(moves = this.state.moves.length): Position {
    return this.state.moves.slice(0, moves).reduce(after, this.state.start);
  }

  private get seat(): number {
    return this.state.moves.length % 2;
  }

  private get over(): boolean {
    return !this.state.pending && !this.table.moves(this.position()).length;
  }

  private get two(): boolean {
    return this.state.opponent === "two";
  }

  private get isBooksTurn(): boolean {
    return this.seat === 1 && !this.two && !this.over;
  }

  private get won(): boolean {
    return this.over && this.seat === 1 && !this.two;
  }

  // What to do after a game against the book: try the next level, or look for the mistake.
  private get nextStep(): { label: string; action: () => void } | undefined {
    const { kind, opponent } = this.state;
    if (!this.over || this.phase !== "all" || opponent === "two") return undefined;
    if (!this.won) {
      return { label: "Where did I go wrong?", action: () => this.showMistake() };
    }
    const next = LEVELS[LEVELS.indexOf(opponent) + 1];
    if (next) return { label: `Next: ${next}`, action: () => this.play(next) };
    if (kind === "nim") return undefined;
    const action = () => document.getElementById("door-puzzle")?.scrollIntoView();
    return { label: "Try today’s puzzle", action };
  }

  // Goes back to the position before the reader's last move that threw a win away.
  private showMistake(): void {
    const { moves } = this.state;
    let i = moves.length;
    while (--i >= 0) {
      if (i % 2 || this.table.isLost(this.position(i))) continue;
      if (!this.table.isLost(this.position(i + 1))) break;
    }
    const mistake = moves[i];
    if (!mistake) return this.tell("You made no mistake: there was no way to win from this start.");
    moves.length = i;
    const heap = this.position().heaps[mistake.heap];
    const forbade = mistake.name ? ` and forbade ${mistake.name}` : "";
    this.message = `Here you took ${mistake.taken} from the heap of ${heap}${forbade}, and the win was gone. Play on from here.`;
    this.clearHint();
    this.mistake = mistake;
    this.save();
    this.paint();
  }

  // Changes the opponent, and starts a new game unless nobody has moved yet.
  private play(opponent: Opponent): void {
    this.state.opponent = opponent;
    if (this.state.moves.length || this.state.pending) this.deal();
    else this.begin(this.state.kind, this.state.start);
  }

  private player(seat: number): string {
    if (this.two) return seat ? "The second player" : "The first player";
    return seat ? "The book" : "You";
  }

  private take(heap: number, taken: number): void {
    if (this.phase !== "all") return this.finishAnimation();
    const position = this.position();
    if (this.over) return;
    if (this.state.pending) return this.tell("First forbid a number, or undo.");
    if (taken === position.forbidden) {
      const opponent = this.player(1 - this.seat);
      return this.tell(whyForbidden(opponent, position.forbidden, position.heaps));
    }
    const move = { heap, taken, name: 0 };
    const twist = this.state.kind === "twist";
    if (twist && after(position, move).heaps.some(Boolean)) this.state.pending = move;
    else this.state.moves.push(move);
    this.afterMove();
  }

  private name(number: number): void {
    const { pending } = this.state;
    if (!pending) return;
    this.state.moves.push({ ...pending, name: number });
    this.state.pending = null;
    this.afterMove();
  }

  // Lets the book reply to the reader's move, and animates its reply.
  private afterMove(): void {
    this.message = "";
    this.clearHint();
    const replied = this.reply();
    if (this.over) this.state.ended += 1;
    const { kind, opponent } = this.state;
    if (this.won) recordWin(`door-${kind}`, opponent as Level);
    this.save();
    if (!replied || reducedMotion.matches) return this.finishAnimation();
    this.phase = "before";
    this.paint();
    this.timer = window.setTimeout(() => {
      this.phase = "taking";
      this.paint();
      this.timer = window.setTimeout(() => this.finishAnimation(), TAKING);
    }, BEFORE);
  }

  private reply(): boolean {
    if (!this.isBooksTurn || this.state.pending) return false;
    const move = this.table.reply(this.position(), this.state.opponent as Level);
    if (move) this.state.moves.push(move);
    return !!move;
  }

  private finishAnimation(): void {
    window.clearTimeout(this.timer);
    this.phase = "all";
    this.paint();
  }

  private showHint(): void {
    if (this.phase !== "all") this.finishAnimation();
    if (this.over) return;
    const { pending } = this.state;
    const position = this.position();
    const winning = this.table.winning(position);
    const hint = winning.find(
      (move) => !pending || (move.heap === pending.heap && move.taken === pending.taken),
    );
    this.hinted = hint;
    if (!hint) {
      this.tell(
        pending
          ? "No number wins now. Undo, and take different sticks."
          : "There is no winning move here. Undo, or hope for a mistake.",
      );
    } else if (pending) this.tell(`Forbid ${hint.name}.`);
    else {
      const heap = position.heaps[hint.heap];
      this.tell(`To win, take ${hint.taken} from the heap of ${heap}.`);
    }
  }

  private clearHint(): void {
    this.hinted = this.mistake = undefined;
  }

  private undoMove(): void {
    const { moves } = this.state;
    if (this.over) this.state.ended -= 1;
    if (this.state.pending) this.state.pending = null;
    else {
      moves.pop();
      if (!this.two && this.seat === 1) moves.pop();
    }
    this.message = "";
    this.clearHint();
    this.save();
    this.finishAnimation();
  }

  private deal(): void {
    const maximum = 11 + Math.min(4, this.state.ended);
    this.begin(this.state.kind, this.table.deal(maximum));
  }

  private begin(kind: Kind, start: Position): void {
    const { opponent, ended } = this.state;
    this.state = this.newState(kind, start, opponent, ended);
    this.message = "";
    this.clearHint();
    this.save();
    this.finishAnimation();
  }

  private save(): void {
    save(NAME, JSON.stringify(this.state));
  }

  private tell(text: string): void {
    this.message = text;
    this.paint();
  }

  private get text(): string {
    const { moves, pending, opponent } = this.state;
    const { two } = this;
    if (this.message) return this.message;
    const sentences: string[] = [];
    if (this.phase === "before") return describe(this.player(0), moves.at(-2)!) + ".";
    const last = moves.at(-1);
    if (last) {
      const seat = 1 - this.seat;
      const previous = moves.at(-2);
      // Leave out the number that the reader forbade, which no longer matters once the book has
      // replied.
      if (seat === 1 && previous && !two) sentences.push(describe("You", { ...previous, name: 0 }));
      sentences.push(
        describe(this.player(seat), last, this.position(moves.length - 1).heaps[last.heap]),
      );
    }
    const { heaps, forbidden } = pending ? after(this.position(), pending) : this.position();
    if (pending) {
      return `${describe(this.player(this.seat), pending)}. Now forbid a number for ${
        two ? "your opponent" : "the book"
      }.`;
    }
    if (this.over) {
      if (heaps.some(Boolean)) sentences.push(`${this.player(this.seat)} cannot move`);
      const winner = this.player(1 - this.seat);
      const beaten = opponent === "beginner" ? "beginner" : `${opponent} player`;
      sentences.push(winner === "You" ? `You beat the ${beaten}!` : `${winner} wins.`);
      return sentences.join(". ");
    }
    const turn = two ? `${this.player(this.seat)} is to move` : "Your move";
    const instruction = forbidden
      ? `take any number except ${forbidden}`
      : "tap a stick to take it and all sticks to its right";
    sentences.push(last ? turn : `${turn}: ${instruction}`);
    return sentences.join(". ") + ".";
  }

  private paint(): void {
    const { state } = this;
    const count = state.moves.length - (this.phase === "all" ? 0 : 1);
    let position = this.position(count);
    const takers = state.start.heaps.map((size) => Array<number | undefined>(size).fill(undefined));
    const made = state.pending ? [...state.moves, state.pending] : state.moves.slice(0, count);
    const heaps = [...state.start.heaps];
    made.forEach(({ heap, taken }, number) => {
      const size = heaps[heap] ?? 0;
      takers[heap]?.fill(number % 2, size - taken, size);
      heaps[heap] = size - taken;
    });
    if (state.pending) position = after(position, state.pending);
    const over = this.over && this.phase === "all";
    const last = state.moves.at(-1);
    const root = this.board.root;
    root.dataset["game"] = state.kind;
    root.toggleAttribute("data-busy", this.phase !== "all");
    this.undo.disabled = !state.moves.length && !state.pending;
    this.hint.disabled = over;
    const levels = levelsWon(`door-${state.kind}`);
    for (const [name, button] of this.opponents) {
      button.setAttribute("aria-pressed", String(name === state.opponent));
      const star = LEVELS.indexOf(name as Level) < levels && name !== "two";
      button.classList.toggle("door-beaten", star);
    }
    const step = this.nextStep;
    this.go.disabled = !step;
    if (step) {
      this.go.hidden = false;
      this.go.textContent = step.label;
    }
    const done = over && this.won && state.opponent === "perfect";
    this.twist.disabled = !state.ended && state.kind === "nim";
    this.twist.toggleAttribute("data-main", done && state.kind === "nim");
    if (state.kind === "twist") this.twist.textContent = "Back to plain Nim";
    else if (done) this.twist.textContent = "Now the twist";
    else this.twist.textContent = state.ended ? "Skip to the twist" : "After a game: the twist";
    this.board.paint({
      start: state.start.heaps,
      position,
      takers,
      taking: this.phase === "taking" ? last : undefined,
      latest: this.phase === "all" && !state.pending && this.seat === 0 ? last : undefined,
      hint: this.hinted,
      mistake: this.mistake,
      naming: !!state.pending,
      winner: over ? 1 - this.seat : undefined,
      message: this.text,
    });
    // Hide the button only now, after the board has moved the focus if it was on the button.
    this.go.hidden = !step;
  }
}
