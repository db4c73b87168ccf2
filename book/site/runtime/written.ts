// Boards that are played without Python: `nimbook.play._written` precomputes all states of the game
// and writes them into the page.

import { element } from "./element";
import { EXTRA, frameHtml, isEmbedded } from "../live/embed";
import { Toolbar } from "../live/toolbar";
import { LEVELS as NAMES, levelsWon, recordWin, type Level } from "./won";

// The HTML of a board: a list of pieces, each given by its index in the table's strings. `OWN`
// stands for pieces that depend on the player's last move. The last of them is the sentence that
// describes the move; the next piece is the rest of the message.
type Look = number[];
const OWN = 0;

// Changes of a look, as a flat list of pairs: the index of a piece, and the index of the string that
// replaces it.
type Changes = number[];

// A state, followed by the strings that replace its `OWN` pieces.
type Visit = [state: number, ...own: number[]];

// The replies to a move, the best one first, and whether the move was a mistake.
type Move = { to: Visit[]; worse: boolean };

// What pressing a button of the board does: it makes a move, goes to a state in which the move is
// not complete yet, changes the look of the board, or does nothing.
type Answer = Move | number | Changes | null;

type State = { look: Look; wins: boolean; hint: Changes; judge: Changes; answers: Answer[] };
type Table = { strings: string[]; states: State[] };

// The levels of the opponent, with the probability that it plays the worse of its two replies.
const MISTAKES: Record<Level, number> = { beginner: 0.75, good: 0.25, perfect: 0 };

export class WrittenBoard {
  readonly #table: Table;
  // The state at the beginning of each of the player's turns so far, and the moves made from them.
  #turns: Visit[] = [[0]];
  #moves: Move[] = [];
  // The current state, in which a move may have been begun.
  #state = 0;
  #level: Level;
  // The CSS class for the board's animation. Moves alternate between two classes, because the
  // animation restarts only when the class changes.
  #motion = "nt-still";

  constructor(private readonly root: HTMLElement) {
    this.#table = JSON.parse(root.nextElementSibling?.textContent ?? "") as Table;
    this.#level = (this.#hasLevels && NAMES[levelsWon(this.#name)]) || "perfect";
    root.addEventListener("click", ({ target }) => {
      const button = (target as Element).closest("button");
      if (!button) return;
      const { tool, level } = button.dataset;
      if (level) this.#restart(level as Level);
      else if (tool) this.#use(tool);
      else this.#press(button);
      // Don't lose the keyboard focus if the button has disappeared or is disabled.
      if (canFocus(button)) return;
      const siblings = button.parentElement?.querySelectorAll<HTMLButtonElement>(":scope > button");
      const title = this.root.querySelector<HTMLElement>(".nt-position");
      ([...(siblings ?? [])].filter(canFocus).at(-1) ?? title)?.focus({ preventScroll: true });
    });
    const next = document.querySelector<HTMLAnchorElement>("a.right-next");
    const title = next?.querySelector(".prev-next-title")?.textContent;
    if (next && title) {
      const link = element("a", { href: next.href, textContent: title });
      root.querySelector(".nt-then")!.append("Next: ", link);
    }
    root.inert = false;
    if (this.#name && !isEmbedded()) this.#offerFrame();
    this.#showTools();
  }

  // Adds a button that copies the HTML with which another site shows the board.
  #offerFrame(): void {
    const more = this.root.querySelector(".nt-more");
    if (!more) return;
    const toolbar = new Toolbar();
    const copy = () => {
      const height = more.getBoundingClientRect().top - this.root.getBoundingClientRect().top;
      const html = frameHtml(`board-${this.#name}`, Math.ceil(height) + EXTRA);
      return toolbar.showLine(html, "HTML that embeds the game");
    };
    toolbar.show({ Embed: copy }, "");
    more.append(toolbar.element);
  }

  get #name(): string {
    return this.root.dataset["name"] ?? "";
  }

  // Returns whether the opponent has levels; one that follows a theory of its own has none.
  get #hasLevels(): boolean {
    return this.#has("[data-level]");
  }

  get #turn(): Visit {
    return this.#turns.at(-1)!;
  }

  #press(button: HTMLButtonElement): void {
    const buttons = [...this.root.querySelectorAll(".nt-game button")];
    const answer = this.#answers[buttons.indexOf(button)] ?? null;
    if (answer === null) return;
    if (typeof answer === "number") {
      this.#state = answer;
      this.#show();
    } else if (Array.isArray(answer)) this.#show(answer);
    else this.#move(answer);
  }

  get #answers(): Answer[] {
    return this.#table.states[this.#state]!.answers;
  }

  #move(move: Move): void {
    const worse = Math.random() < MISTAKES[this.#level];
    this.#moves.push(move);
    this.#turns.push((worse && move.to[1]) || move.to[0]!);
    this.#motion = this.#motion === "nt-turn" ? "nt-return" : "nt-turn";
    this.#begin();
    if (this.#has(".nt-won")) this.#celebrate();
  }

  #use(tool: string): void {
    const { hint, judge } = this.#table.states[this.#state]!;
    if (tool === "hint") this.#show(hint);
    else if (tool === "judge") this.#show(judge);
    else if (tool === "undo") this.#undo();
    else if (tool === "wrong") this.#showMistake();
    else this.#restart(tool === "next" ? this.#nextLevel! : this.#level);
  }

  // Shows the state at the beginning of the current turn.
  #begin(message = ""): void {
    this.#state = this.#turn[0];
    this.#show([], message);
  }

  #restart(level: Level): void {
    this.#level = level;
    this.#rewind(0);
  }

  #rewind(moves: number, message = ""): void {
    this.#moves.length = moves;
    this.#turns.length = moves + 1;
    this.#motion = "nt-still";
    this.#begin(message);
  }

  #undo(): void {
    const unfinished = this.#state !== this.#turn[0];
    this.#rewind(Math.max(this.#moves.length - (unfinished ? 0 : 1), 0));
  }

  // Goes back to the position before the last move that threw a better result away.
  #showMistake(): void {
    const number = this.#moves.map(({ worse }) => worse).lastIndexOf(true);
    if (number < 0) {
      const reason = this.#table.states[0]!.wins
        ? ". The mistake of another player has cost you your place."
        : ": this start is lost if the opponent makes none either.";
      this.#show([], `You made no mistake${reason}`);
      return;
    }
    const sentence = this.#table.strings[this.#turns[number + 1]!.at(-1)!]!;
    const move = sentence.replace(/^You /, "").replace(/\.$/, "");
    const better = this.#table.states[this.#turns[number]![0]]!.wins ? "win" : "do better";
    this.#rewind(number, `Here you could still ${better}. It was a mistake to ${move}. Try again.`);
  }

  get #nextLevel(): Level | undefined {
    return NAMES[NAMES.indexOf(this.#level) + 1];
  }

  // Saves a win, and says so.
  #celebrate(): void {
    if (this.#name) recordWin(this.#name, this.#level);
    const { look } = this.#table.states[this.#state]!;
    const sentence = this.#table.strings[this.#turn.at(-1)!]!;
    const rest = this.#table.strings[look[look.lastIndexOf(OWN) + 1]!]!;
    const opponent = !this.#hasLevels
      ? "rival, who trusts a wrong theory"
      : this.#level === "beginner"
        ? "beginner"
        : `${this.#level} opponent`;
    this.#show([], `${sentence}${rest} You beat the ${opponent}.`);
  }

  #has(selector: string): boolean {
    return this.root.querySelector(selector) !== null;
  }

  // Shows the current state after the given changes, and with the given message if there is one.
  #show(changes: Changes = [], message = ""): void {
    const { strings, states } = this.#table;
    const look = [...states[this.#state]!.look];
    const sentence = look.lastIndexOf(OWN);
    const own = this.#turn.slice(1);
    look.forEach((piece, i) => {
      if (piece === OWN) look[i] = own.shift() ?? OWN;
    });
    for (let i = 0; i < changes.length; i += 2) {
      look[changes[i]!] = changes[i + 1]!;
    }
    const pieces = look.map((piece) => strings[piece]!);
    if (message) pieces.splice(sentence, 2, message);
    const template = document.createElement("template");
    template.innerHTML = pieces.join("").replace("nt-still", this.#motion);
    patch(this.root.querySelector(".nt-game")!, template.content.firstElementChild!);
    this.#showTools();
  }

  #showTools(): void {
    const [won, lost] = [this.#has(".nt-won"), this.#has(".nt-lost")];
    const next = won ? this.#nextLevel : undefined;
    for (const tool of this.root.querySelectorAll<HTMLElement>("[data-tool]")) {
      const name = tool.dataset["tool"];
      if (name === "hint") tool.hidden = won || lost;
      else if (name === "wrong") tool.hidden = !lost;
      else if (name === "next") {
        tool.hidden = !next;
        tool.textContent = `Next: ${next}`;
      }
    }
    for (const button of this.root.querySelectorAll<HTMLElement>("[data-level]")) {
      const chosen = button.dataset["level"] === this.#level;
      button.setAttribute("aria-pressed", String(chosen));
    }
    this.root.querySelector<HTMLElement>(".nt-then")!.hidden = !won || next !== undefined;
  }
}

function canFocus(button: HTMLButtonElement): boolean {
  const shown =
    button.getClientRects().length > 0 && getComputedStyle(button).visibility === "visible";
  return button.isConnected && !button.disabled && shown;
}

// Updates the attributes and contents of an element to match another one. Existing nodes are reused,
// because they may have the focus or be animated.
function patch(target: Element, wanted: Element): void {
  for (const name of target.getAttributeNames()) {
    if (!wanted.hasAttribute(name)) target.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (target.getAttribute(name) !== value) target.setAttribute(name, value);
  }
  const [oldNodes, newNodes] = [[...target.childNodes], [...wanted.childNodes]];
  for (const [i, node] of newNodes.entries()) {
    const old = oldNodes[i];
    if (!old) target.append(node);
    else if (old.isEqualNode(node)) continue;
    else if (old instanceof Element && node instanceof Element && old.tagName === node.tagName) {
      patch(old, node);
    } else old.replaceWith(node);
  }
  for (const node of oldNodes.slice(newNodes.length)) node.remove();
}
