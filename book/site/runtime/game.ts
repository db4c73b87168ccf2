// A game on a page without Python: the reader's moves, the opponent's replies, hints, undo, the
// search for the reader's mistake, and the levels that the reader has beaten.

import { choose, LEVELS, message, type Level } from "./rules";
import { keepFocus } from "./patch";
import { levelsWon, recordWin } from "./won";

// The level of the opponent, or "two" if two people play against each other.
export type Opponent = Level | "two";

// What to show in addition to a state: a hint or a judgement, a move that was a mistake, another
// message, a phase of the opponent's last move, which is not complete yet, or that the reader has won
// before the game is over.
export interface Extras {
  help?: "hint" | "judge" | undefined;
  mistake?: Move;
  message?: string | undefined;
  phase?: string | undefined;
  won?: boolean;
  motion?: string;
}

// A state of the game in which the reader may act, or in which the game is over.
export interface State {
  readonly wins: boolean;
  readonly result: "won" | "lost" | "over" | undefined;
  // The message about the state, without what depends on the level of the opponent.
  readonly message: string;
  // The phases in which to show how the opponent made its last move, with their milliseconds.
  readonly phases: [phase: string, milliseconds: number][];
  draw(root: HTMLElement, extras: Extras): void;
  press(button: HTMLButtonElement, root: HTMLElement): Answer;
  // Selects the button that should have the keyboard focus if a move has begun.
  readonly focus?: string | undefined;
}

// A move: the states after the possible replies, the best reply first; the move in words, such as
// "take 2 from the heap of 4"; and whether it throws a better result away.
export interface Move {
  replies: State[];
  words: string;
  worse: boolean;
}

// What pressing a button of the board does: it makes a move, goes to a state in which a move has
// begun, shows something, or does nothing.
export type Answer = { move: Move } | { state: State } | { show: Extras } | null;

const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)");

export class Game {
  // The state at the beginning of each of the reader's turns so far, and the moves made from them.
  protected turns: State[];
  protected moves: Move[] = [];
  // The current state, in which a move may have begun.
  protected state: State;
  protected opponent: Opponent;
  // Phases of the opponent's move that have not been shown yet.
  private phases: State["phases"] = [];
  private timer = 0;
  // The CSS class for the board's animation. Moves alternate between two classes, because the
  // animation restarts only when the class changes.
  private motion = "nt-still";

  // `name` is the name under which the levels that the reader has beaten are saved.
  constructor(
    readonly root: HTMLElement,
    start: State,
    protected name = root.dataset["name"] ?? "",
  ) {
    this.turns = [start];
    this.state = start;
    this.opponent = this.firstLevel;
    root.addEventListener("click", ({ target }) => {
      const button = (target as Element).closest("button");
      if (button && !button.closest(".live-toolbar")) this.click(button);
    });
  }

  // The first level at which the reader has not won yet, or the highest one. An opponent that
  // follows a theory of its own has no levels.
  protected get firstLevel(): Level {
    return (this.hasLevels && LEVELS[levelsWon(this.name)]) || "perfect";
  }

  private get hasLevels(): boolean {
    return this.root.querySelector("[data-level]") !== null;
  }

  protected get nextLevel(): Level | undefined {
    return LEVELS[LEVELS.indexOf(this.opponent as Level) + 1];
  }

  protected get result(): State["result"] {
    return this.phases.length ? undefined : this.state.result;
  }

  protected get isBusy(): boolean {
    return this.phases.length > 0;
  }

  private click(button: HTMLButtonElement): void {
    const { tool, level } = button.dataset;
    const wasBusy = this.isBusy;
    if (wasBusy) this.finish();
    if (level) this.restart(level as Opponent);
    else if (tool) this.use(tool);
    // A tap on the board while the opponent moves only shows the rest of its move.
    else if (!wasBusy) this.press(button);
  }

  private press(button: HTMLButtonElement): void {
    const answer = this.state.press(button, this.root);
    if (!answer) return;
    if ("show" in answer) return this.show(answer.show);
    if ("state" in answer) this.state = answer.state;
    else this.move(answer.move);
    this.changed();
    this.advance();
  }

  private move(move: Move): void {
    const next = this.opponent === "two" ? move.replies[0]! : choose(move.replies, this.opponent);
    this.moves.push(move);
    this.turns.push(next);
    this.state = next;
    this.motion = this.motion === "nt-turn" ? "nt-return" : "nt-turn";
    if (next.result === "won" && this.name) recordWin(this.name, this.opponent as Level);
    this.ended(next.result ? 1 : 0);
    if (!reducedMotion.matches) this.phases = [...next.phases];
  }

  // Shows how the opponent moves, and then the state after its move.
  private advance(): void {
    const [phase] = this.phases;
    if (!phase) return this.finish();
    this.show({ phase: phase[0] });
    this.timer = window.setTimeout(() => {
      this.phases.shift();
      this.advance();
    }, phase[1]);
  }

  private finish(): void {
    window.clearTimeout(this.timer);
    this.phases = [];
    this.show(this.praise);
  }

  // After a win, says which opponent the reader has beaten.
  protected get praise(): Extras {
    const { state } = this;
    if (state.result !== "won") return {};
    const opponent = message(this.hasLevels ? this.opponent : "rival");
    return { message: `${state.message} ${message("beaten", { opponent })}` };
  }

  protected use(tool: string): void {
    if (tool === "hint" || tool === "judge") {
      if (tool === "judge" || !this.result) this.show({ help: tool });
    } else if (tool === "undo") this.undo();
    else if (tool === "wrong") this.showMistake();
    else if (tool === "next") this.restart(this.nextLevel!);
    else this.restart(this.opponent);
  }

  protected restart(opponent: Opponent): void {
    this.opponent = opponent;
    this.rewind(0);
  }

  // Goes back to the state before all but the given number of moves.
  protected rewind(moves: number, extras: Extras = {}): void {
    this.moves.length = moves;
    this.turns.length = moves + 1;
    this.state = this.turns[moves]!;
    this.motion = "nt-still";
    this.changed();
    this.show(extras);
  }

  private undo(): void {
    const isUnfinished = this.state !== this.turns.at(-1);
    this.ended(this.state.result ? -1 : 0);
    this.rewind(Math.max(this.moves.length - (isUnfinished ? 0 : 1), 0));
  }

  // Goes back to the position before the last move that threw a better result away.
  protected showMistake(): void {
    const number = this.moves.map(({ worse }) => worse).lastIndexOf(true);
    const mistake = this.moves[number];
    if (!mistake) {
      const reason = this.turns[0]!.wins ? "others_mistake" : "no_mistake";
      return this.show({ message: message(reason) });
    }
    const better = message(this.turns[number]!.wins ? "win" : "improve");
    const text = message("mistake", { better, move: mistake.words });
    this.rewind(number, { message: text, mistake });
  }

  // Called when the state has changed.
  protected changed(): void {}

  // Called with 1 when a game is over, and with -1 when its last move is undone.
  protected ended(_games: number): void {}

  protected show(extras: Extras = {}): void {
    keepFocus(this.root, this.state.focus, () => {
      this.state.draw(this.root, { motion: this.motion, ...extras });
      this.root.toggleAttribute("data-busy", this.isBusy);
      this.showTools();
    });
  }

  protected showTools(): void {
    const { result, nextLevel } = this;
    const next = result === "won" ? nextLevel : undefined;
    const usable: { [tool: string]: boolean } = {
      hint: result === undefined,
      wrong: result === "lost",
      next: next !== undefined,
    };
    for (const tool of this.root.querySelectorAll<HTMLButtonElement>("[data-tool]")) {
      const name = tool.dataset["tool"]!;
      if (name in usable) this.offer(tool, usable[name]!);
      if (name === "next" && next) tool.textContent = message("next", { level: next });
    }
    for (const button of this.root.querySelectorAll<HTMLElement>("[data-level]")) {
      button.setAttribute("aria-pressed", String(button.dataset["level"] === this.opponent));
    }
    const then = this.root.querySelector<HTMLElement>(".nt-then");
    if (then) then.hidden = result !== "won" || next !== undefined;
  }

  // Offers a button below the board only while it is usable.
  protected offer(tool: HTMLButtonElement, usable: boolean): void {
    tool.hidden = !usable;
  }
}
