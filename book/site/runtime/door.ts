// The script of the landing page: a game against the book, the puzzle of the day, and the reader's
// progress.

import { Game, type Move, type Opponent } from "./game";
import { Matches } from "./matches";
import { showProgress } from "./progress";
import { Puzzle } from "./puzzle";
import { LEVELS, message, type Level } from "./rules";
import { loadObject, save } from "./storage";
import { after, Table, type Position, type Step, type TableData } from "./table";
import { levelsWon } from "./won";

type Kind = "nim" | "twist";

interface Data {
  nim: TableData;
  twist: TableData;
  first: { nim: Position; twist: Position };
  // The puzzles for each day of the week, from Monday on.
  puzzles: string[][];
}

// The game that is saved in the browser.
interface Saved {
  kind: Kind;
  start: Position;
  moves: Step[];
  // A step whose sticks have been taken but for which no number has been forbidden yet.
  pending: Step | null;
  opponent: Opponent;
  // The number of finished games.
  ended: number;
}

const NAME = "door";

class Door extends Game {
  private kind: Kind = "nim";
  private finished = 0;

  constructor(
    root: HTMLElement,
    private readonly tables: Record<Kind, Table>,
    private readonly first: Record<Kind, Position>,
  ) {
    super(root, new Matches(tables.nim, first.nim, false), "door-nim");
    loadObject<Saved>(NAME, (saved) => this.restore(saved as Saved));
    this.show(this.praise);
  }

  // Restores a saved game, and returns whether it is valid.
  private restore({ kind, start, moves, pending, opponent, ended }: Saved): boolean {
    const [table, two] = [this.tables[kind], opponent === "two"];
    if (!table.has(start) || !start.heaps.every((size) => Number.isInteger(size) && size > 0)) {
      return false;
    }
    let position = start;
    for (const step of moves) {
      if (!table.allows(position, step)) return false;
      position = after(position, step);
    }
    const completes = (name: number) => name > 0 && table.allows(position, { ...pending!, name });
    if (pending && (pending.name !== 0 || !table.names.some(completes))) return false;
    if (opponent !== "two" && !LEVELS.includes(opponent)) return false;
    if (!Number.isInteger(ended) || ended < 0) return false;
    const turns = [new Matches(table, start, two)];
    const made: Move[] = [];
    for (let i = 0; i < moves.length; i += two ? 1 : 2) {
      made.push(turns.at(-1)!.move(moves[i]!));
      turns.push(turns[0]!.with(moves.slice(0, two ? i + 1 : i + 2)));
    }
    const last = turns.at(-1)!;
    // The book replies at once.
    if (!two && moves.length % 2 === 1 && !last.result) return false;
    Object.assign(this, { kind, opponent, finished: ended, turns, moves: made });
    this.name = `door-${kind}`;
    this.state = pending ? last.with(moves, pending) : last;
    return true;
  }

  protected override changed(): void {
    const { start, made, pending } = this.state as Matches;
    const { kind, opponent, finished: ended } = this;
    const saved: Saved = { kind, start, moves: made, pending, opponent, ended };
    save(NAME, JSON.stringify(saved));
  }

  protected override ended(games: number): void {
    this.finished += games;
  }

  protected override use(tool: string): void {
    if (tool === "new") this.deal();
    else if (tool === "twist") this.switchGame();
    else if (tool !== "go") super.use(tool);
    else if (this.result === "lost") super.use("wrong");
    else if (this.nextLevel) super.use("next");
    else document.getElementById("door-puzzle")?.scrollIntoView();
  }

  private switchGame(): void {
    this.kind = this.kind === "nim" ? "twist" : "nim";
    this.name = `door-${this.kind}`;
    if (this.opponent !== "two") this.opponent = this.firstLevel;
    this.begin(this.first[this.kind]);
  }

  // Changes the opponent, and starts a new game unless nobody has moved yet.
  protected override restart(opponent: Opponent): void {
    this.opponent = opponent;
    if (this.state === this.turns[0]) this.begin((this.state as Matches).start);
    else this.deal();
  }

  private deal(): void {
    this.begin(this.tables[this.kind].deal(11 + Math.min(4, this.finished)));
  }

  private begin(start: Position): void {
    this.turns = [new Matches(this.tables[this.kind], start, this.opponent === "two")];
    this.rewind(0);
  }

  // What to do after a game against the book: try the next level, or look for the mistake.
  private get nextStep(): string {
    const { result, nextLevel } = this;
    if (result === "lost") return message("wrong");
    if (result !== "won") return "";
    if (nextLevel) return message("next", { level: nextLevel });
    return this.kind === "nim" ? "" : "Try today’s puzzle";
  }

  // Buttons stay where they are, so that nothing moves during a game.
  protected override offer(tool: HTMLButtonElement, usable: boolean): void {
    tool.disabled = !usable;
  }

  protected override showTools(): void {
    super.showTools();
    const tool = (name: string) =>
      this.root.querySelector<HTMLButtonElement>(`[data-tool=${name}]`)!;
    const won = levelsWon(this.name);
    for (const button of this.root.querySelectorAll<HTMLElement>("[data-level]")) {
      const level = LEVELS.indexOf(button.dataset["level"] as Level);
      button.classList.toggle("door-beaten", 0 <= level && level < won);
    }
    const [go, twist] = [tool("go"), tool("twist")];
    const label = this.nextStep;
    go.hidden = go.disabled = !label;
    if (label) go.textContent = label;
    tool("undo").disabled = this.state === this.turns[0];
    const isNim = this.kind === "nim";
    const done = this.result === "won" && this.opponent === "perfect";
    twist.disabled = isNim && !this.finished;
    twist.toggleAttribute("data-main", isNim && done);
    if (!isNim) twist.textContent = "Back to plain Nim";
    else if (done) twist.textContent = "Now the twist";
    else twist.textContent = this.finished ? "Skip to the twist" : "After a game: the twist";
  }
}

const data = JSON.parse(document.getElementById("door-data")?.textContent ?? "") as Data;
const tables = { nim: new Table(data.nim), twist: new Table(data.twist) };

const game = document.getElementById("door-game");
if (game) new Door(game, tables, data.first);

// In the lists of puzzles, "1345" stands for heaps of 1, 3, 4 and 5, and "224:1" stands for heaps of
// 2, 2 and 4 with the number 1 forbidden.
const puzzle = document.getElementById("door-puzzle");
if (puzzle) {
  const parse = (text: string): Position => {
    const [heaps = "", forbidden = "0"] = text.split(":");
    return { heaps: [...heaps].map(Number), forbidden: Number(forbidden) };
  };
  const week = data.puzzles.map((texts) => texts.map(parse));
  new Puzzle(puzzle, [tables.nim, tables.twist], week);
}

showProgress();
