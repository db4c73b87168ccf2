// Boards that are played without Python: all that can happen on one is written into the page, by
// `nimbook/play/_written.py`.

// What the board shows, as the numbers of the strings of its HTML.
type Look = number[];

// What a button does: it leads to another state, or takes back a move. Or the game stays as it is, and
// pieces of the look become other strings; they are listed by turns. Or it cannot be pressed.
type Answer = number | typeof UNDO | number[] | null;

type Table = { strings: string[]; states: [look: Look, answers: Answer[]][] };

const UNDO = -1;

// The piece of a look that says the position: choices leave it as it is, and moves do not.
const POSITION = 1;

export class Written {
  readonly #table: Table;
  #state = 0;
  // The states in which moves were made.
  readonly #earlier: number[] = [];
  // A class of the board: what it shows moves once, and again when the class changes.
  #motion = "nt-still";

  constructor(private readonly root: HTMLElement) {
    this.#table = JSON.parse(root.nextElementSibling?.textContent ?? "") as Table;
    root.addEventListener("click", ({ target }) => {
      const button = (target as Element).closest("button");
      if (button) this.#press(button);
    });
    root.inert = false;
  }

  #press(button: HTMLButtonElement): void {
    const [look, answers] = this.#at(this.#state);
    const answer = answers[[...this.root.querySelectorAll("button")].indexOf(button)] ?? null;
    if (answer === null) return;
    if (typeof answer === "number") this.#go(answer);
    else {
      const other = [...look];
      for (let i = 0; i < answer.length; i += 2) other[answer[i]!] = answer[i + 1]!;
      this.#show(other);
    }
    if (button.isConnected && !button.disabled) return;
    const beside = button.parentElement?.querySelectorAll<HTMLElement>("button:enabled") ?? [];
    const title = this.root.querySelector<HTMLElement>(".nt-position");
    ([...beside].at(-1) ?? title)?.focus({ preventScroll: true });
  }

  #go(answer: number): void {
    const before = this.#state;
    this.#state = answer === UNDO ? (this.#earlier.pop() ?? 0) : answer;
    const look = this.#at(this.#state)[0];
    if (answer === 0) this.#earlier.length = 0;
    if (answer === UNDO || answer === 0) this.#motion = "nt-still";
    else if (look[POSITION] !== this.#at(before)[0][POSITION]) {
      this.#earlier.push(before);
      this.#motion = this.#motion === "nt-turn" ? "nt-return" : "nt-turn";
    }
    this.#show(look);
  }

  #at(state: number): [Look, Answer[]] {
    return this.#table.states[state]!;
  }

  #show(look: Look): void {
    const html = look.map((piece) => this.#table.strings[piece]).join("");
    const template = document.createElement("template");
    template.innerHTML = html.replace("nt-still", this.#motion);
    change(this.root, template.content);
  }
}

// Make the contents of an element like others, and keep what is there: it may have the focus, or be
// in motion.
function change(old: Element, wanted: Element | DocumentFragment): void {
  const [were, are] = [[...old.childNodes], [...wanted.childNodes]];
  for (const [i, node] of are.entries()) {
    const before = were[i];
    if (!before) old.append(node);
    else if (before.isEqualNode(node)) continue;
    else if (
      before instanceof Element &&
      node instanceof Element &&
      before.tagName === node.tagName
    ) {
      for (const name of before.getAttributeNames()) {
        if (!node.hasAttribute(name)) before.removeAttribute(name);
      }
      for (const { name, value } of node.attributes) {
        if (before.getAttribute(name) !== value) before.setAttribute(name, value);
      }
      change(before, node);
    } else before.replaceWith(node);
  }
  for (const node of were.slice(are.length)) node.remove();
}
