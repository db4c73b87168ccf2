// Boards whose states Python has written into the page; see `nimbook.play._written`.

import { element } from "./element";
import { EXTRA, frameHtml, isEmbedded } from "../live/embed";
import { Toolbar } from "../live/toolbar";
import { Game, type Answer, type Extras, type State } from "./game";
import { patch } from "./patch";

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

// What pressing a button of the board does: it makes a move, goes to a state in which the move is
// not complete yet, changes the look of the board, or does nothing. A move is given by the states
// after the replies, the best one first, and whether it was a mistake.
type Response = { to: Visit[]; worse: boolean } | number | Changes | null;

type Row = { look: Look; wins: boolean; hint: Changes; judge: Changes; answers: Response[] };
type Table = { strings: string[]; states: Row[] };

class WrittenState implements State {
  readonly phases = [];
  readonly #row: Row;

  constructor(
    private readonly table: Table,
    number: number,
    // The strings that replace the `OWN` pieces.
    private readonly own: number[] = [],
  ) {
    this.#row = table.states[number]!;
  }

  get wins(): boolean {
    return this.#row.wins;
  }

  get result(): "won" | "lost" | undefined {
    const [, end] = /class="[^"]*\bnt-(won|lost)\b/.exec(this.#pieces().join("")) ?? [];
    return end as "won" | "lost" | undefined;
  }

  get message(): string {
    return this.#pieces()
      .slice(this.#sentence, this.#sentence + 2)
      .join("");
  }

  get #sentence(): number {
    return this.#row.look.lastIndexOf(OWN);
  }

  #pieces(changes: Changes = []): string[] {
    const look = [...this.#row.look];
    const own = [...this.own];
    look.forEach((piece, i) => {
      if (piece === OWN) look[i] = own.shift() ?? OWN;
    });
    for (let i = 0; i < changes.length; i += 2) look[changes[i]!] = changes[i + 1]!;
    return look.map((piece) => this.table.strings[piece]!);
  }

  draw(
    root: HTMLElement,
    { help, changes, message, motion }: Extras & { changes?: Changes },
  ): void {
    const pieces = this.#pieces(help ? this.#row[help] : changes);
    if (message) pieces.splice(this.#sentence, 2, message);
    const template = document.createElement("template");
    template.innerHTML = pieces.join("").replace("nt-still", motion ?? "nt-still");
    patch(root.querySelector(".nt-game")!, template.content.firstElementChild!);
  }

  press(button: HTMLButtonElement, root: HTMLElement): Answer {
    const buttons = [...root.querySelectorAll(".nt-game button")];
    const response = this.#row.answers[buttons.indexOf(button)] ?? null;
    if (response === null) return null;
    const { table } = this;
    if (typeof response === "number") {
      return { state: new WrittenState(table, response, this.own) };
    }
    if (Array.isArray(response)) return { show: { changes: response } as Extras };
    const { to, worse } = response;
    const sentence = table.strings[to[0]!.at(-1)!]!;
    return {
      move: {
        replies: to.map(([number, ...own]) => new WrittenState(table, number, own)),
        words: sentence.replace(/^You /, "").replace(/\.$/, ""),
        worse,
      },
    };
  }
}

// Lets the reader play on a written board.
export function setUpWritten(root: HTMLElement): void {
  const table = JSON.parse(root.nextElementSibling?.textContent ?? "") as Table;
  new WrittenGame(root, new WrittenState(table, 0));
}

class WrittenGame extends Game {
  constructor(root: HTMLElement, start: State) {
    super(root, start);
    const next = document.querySelector<HTMLAnchorElement>("a.right-next");
    const title = next?.querySelector(".prev-next-title")?.textContent;
    if (next && title) {
      const link = element("a", { href: next.href, textContent: title });
      root.querySelector(".nt-then")!.append("Next: ", link);
    }
    root.inert = false;
    if (this.name && !isEmbedded()) this.offerFrame();
    this.showTools();
  }

  // Adds a button that copies the HTML with which another site shows the board.
  private offerFrame(): void {
    const more = this.root.querySelector(".nt-more");
    if (!more) return;
    const toolbar = new Toolbar();
    const copy = () => {
      const height = more.getBoundingClientRect().top - this.root.getBoundingClientRect().top;
      const html = frameHtml(`board-${this.name}`, Math.ceil(height) + EXTRA);
      return toolbar.showLine(html, "HTML that embeds the game");
    };
    toolbar.show({ Embed: copy }, "");
    more.append(toolbar.element);
  }
}
