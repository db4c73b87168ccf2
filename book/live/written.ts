// Boards that are played without Python: `nimbook.play._written` precomputes all states of the game
// and writes them into the page.

// The HTML of a board: a list of pieces, each given by its index in the table's strings.
type Look = number[];

// What pressing a button does:
// - a number: go to the state with this index;
// - `UNDO`: go back to the state before the last move;
// - an array: change the look of the board, but not the state. The array is a flat list of pairs:
//   the index of a piece of the look, and the index of the string that replaces it;
// - null: nothing, because the button is disabled.
type Answer = number | typeof UNDO | number[] | null;

type Table = { strings: string[]; states: [look: Look, answers: Answer[]][] };

const UNDO = -1;

// The index, within a look, of the string that shows the position. Completed moves change this
// string, but choices made during a move do not.
const POSITION = 1;

export class WrittenBoard {
  readonly #table: Table;
  #state = 0;
  // The state before each move, so that moves can be undone.
  readonly #history: number[] = [];
  // The CSS class for the board's animation. Moves alternate between two classes, because the
  // animation restarts only when the class changes.
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
    const [look, answers] = this.#stateAt(this.#state);
    const answer = answers[[...this.root.querySelectorAll("button")].indexOf(button)] ?? null;
    if (answer === null) return;
    if (typeof answer === "number") this.#go(answer);
    else {
      const changed = [...look];
      for (let i = 0; i < answer.length; i += 2) changed[answer[i]!] = answer[i + 1]!;
      this.#show(changed);
    }
    if (button.isConnected && !button.disabled) return;
    // Don't lose the keyboard focus if the button has disappeared or is disabled.
    const siblings = button.parentElement?.querySelectorAll<HTMLElement>("button:enabled") ?? [];
    const title = this.root.querySelector<HTMLElement>(".nt-position");
    ([...siblings].at(-1) ?? title)?.focus({ preventScroll: true });
  }

  #go(answer: number): void {
    const previous = this.#state;
    this.#state = answer === UNDO ? (this.#history.pop() ?? 0) : answer;
    const look = this.#stateAt(this.#state)[0];
    if (answer === 0) this.#history.length = 0;
    if (answer === UNDO || answer === 0) this.#motion = "nt-still";
    else if (look[POSITION] !== this.#stateAt(previous)[0][POSITION]) {
      this.#history.push(previous);
      this.#motion = this.#motion === "nt-turn" ? "nt-return" : "nt-turn";
    }
    this.#show(look);
  }

  #stateAt(state: number): [Look, Answer[]] {
    return this.#table.states[state]!;
  }

  #show(look: Look): void {
    const html = look.map((piece) => this.#table.strings[piece]).join("");
    const template = document.createElement("template");
    template.innerHTML = html.replace("nt-still", this.#motion);
    patch(this.root, template.content);
  }
}

// Updates the contents of an element to match new contents. Existing nodes are reused, because they
// may have the focus or be animated.
function patch(target: Element, wanted: Element | DocumentFragment): void {
  const [oldNodes, newNodes] = [[...target.childNodes], [...wanted.childNodes]];
  for (const [i, node] of newNodes.entries()) {
    const old = oldNodes[i];
    if (!old) target.append(node);
    else if (old.isEqualNode(node)) continue;
    else if (old instanceof Element && node instanceof Element && old.tagName === node.tagName) {
      for (const name of old.getAttributeNames()) {
        if (!node.hasAttribute(name)) old.removeAttribute(name);
      }
      for (const { name, value } of node.attributes) {
        if (old.getAttribute(name) !== value) old.setAttribute(name, value);
      }
      patch(old, node);
    } else old.replaceWith(node);
  }
  for (const node of oldNodes.slice(newNodes.length)) node.remove();
}
