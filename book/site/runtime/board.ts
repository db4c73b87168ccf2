// A board of sticks. Tapping a stick takes it and all sticks to its right. The method `paint`
// updates everything on the board and is called after every change.

import type { Move, Position } from "./table";

export interface View {
  start: number[];
  position: Position;
  // For each stick, the seat (0 or 1) of the player who took it; undefined if it is still there.
  takers: (number | undefined)[][];
  // The move that the opponent has announced but not yet made.
  taking?: Move | undefined;
  // The opponent's latest move. The board shows outlines of the sticks that it took.
  latest?: Move | undefined;
  hint?: Move | undefined;
  // The reader's move that threw the game away.
  mistake?: Move | undefined;
  // Whether the player must now forbid a number.
  naming: boolean;
  // The seat of the winner, whose sticks are shown burning; undefined until the game is over.
  winner?: number | undefined;
  message: string;
}

export class Board {
  private readonly sticks: HTMLElement;
  private readonly chips: HTMLElement;
  private readonly message: HTMLElement;
  private view: View | undefined;

  constructor(
    readonly root: HTMLElement,
    take: (heap: number, taken: number) => void,
    name: (number: number) => void,
  ) {
    this.sticks = this.part("board");
    this.chips = this.part("chips");
    this.message = this.part("message");
    this.sticks.inert = this.chips.inert = false;
    this.sticks.addEventListener("click", ({ target }) => {
      const stick = target instanceof Element ? target.closest(".door-stick") : null;
      const row = stick?.parentElement;
      if (!stick || !row || !this.view) return;
      const heap = [...this.sticks.children].indexOf(row);
      take(heap, (this.view.position.heaps[heap] ?? 0) - [...row.children].indexOf(stick));
    });
    this.chips.addEventListener("click", ({ target }) => {
      const chip = target instanceof Element ? target.closest("button") : null;
      if (chip) name([...this.chips.querySelectorAll("button")].indexOf(chip) + 1);
    });
  }

  part(name: string): HTMLElement {
    return this.root.querySelector<HTMLElement>(`.door-${name}`)!;
  }

  // Attaches an action to the named button below the board, and returns the button.
  tool(name: string, action: () => void): HTMLButtonElement {
    const button = this.root.querySelector<HTMLButtonElement>(`[data-tool=${name}]`)!;
    button.addEventListener("click", action);
    return button;
  }

  say(text: string): void {
    this.message.textContent = text;
  }

  paint(view: View): void {
    this.view = view;
    const focused = this.root.contains(document.activeElement) ? document.activeElement : null;
    this.layOut(view.start);
    const { heaps, forbidden } = view.position;
    [...this.sticks.children].forEach((row, heap) => {
      const size = heaps[heap] ?? 0;
      row.setAttribute("aria-label", `heap of ${size}`);
      [...row.children].forEach((place, i) => {
        const stick = place as HTMLButtonElement;
        const taken = size - i;
        const present = taken > 0;
        const illegal = present && taken === forbidden && !view.naming;
        const taker = view.takers[heap]?.[i];
        stick.disabled = !present;
        stick.dataset["n"] = present ? String(taken) : "";
        stick.setAttribute(
          "aria-label",
          present
            ? `take ${taken} from the heap of ${size}${illegal ? ": forbidden" : ""}`
            : "taken",
        );
        stick.toggleAttribute("aria-disabled", false);
        if (illegal || view.naming) stick.setAttribute("aria-disabled", "true");
        const classes: Record<string, boolean> = {
          "nt-forbidden": illegal,
          "nt-hint": present && !view.naming && includes(view.hint, heap, taken),
          "door-mistake": present && includes(view.mistake, heap, taken),
          "door-taking": present && includes(view.taking, heap, taken),
          "nt-gone": !present && view.latest?.heap === heap && i < size + view.latest.taken,
          "door-lit": view.winner !== undefined && taker === view.winner,
          "door-burnt": view.winner !== undefined && !present && taker !== view.winner,
        };
        for (const [name, on] of Object.entries(classes)) stick.classList.toggle(name, on);
      });
    });
    [...this.chips.querySelectorAll("button")].forEach((chip, i) => {
      chip.disabled = !view.naming;
      chip.classList.toggle("nt-hint", view.naming && view.hint?.name === i + 1);
      chip.classList.toggle("nt-chosen", !view.naming && forbidden === i + 1);
    });
    this.root.classList.toggle("door-naming", view.naming);
    this.root.classList.toggle("door-over", view.winner !== undefined);
    this.root.classList.toggle("door-won", view.winner === 0);
    if (this.message.textContent !== view.message) this.say(view.message);
    if (focused) this.restoreFocus(focused);
  }

  // Creates the sticks of all heaps, unless the board already has heaps with the sizes in `start`.
  private layOut(start: number[]): void {
    const rows = [...this.sticks.children];
    if (rows.map((row) => row.children.length).join() === start.join()) return;
    const stick = this.sticks.querySelector(".door-stick")!;
    const empty = rows[0]!.cloneNode(false) as Element;
    this.sticks.replaceChildren(
      ...start.map((size) => {
        const row = empty.cloneNode() as Element;
        row.append(...Array.from({ length: size }, () => stick.cloneNode(true)));
        return row;
      }),
    );
  }

  // Moves the focus if the focused button is gone or if it is a stick and the player must now forbid
  // a number. The new focus is the first of these that exists: a number that can be forbidden, the
  // last stick of the same heap, the last stick on the board, or another button.
  private restoreFocus(old: Element): void {
    const usable = "button:not(:disabled)";
    const naming = this.view?.naming && old.matches(".door-stick");
    if (old.isConnected && old.matches(usable) && !naming) return;
    const row = old.isConnected ? old.closest(".door-heap") : null;
    const last = (within: ParentNode | null) =>
      [...(within?.querySelectorAll<HTMLElement>(usable) ?? [])].at(-1);
    const number = this.chips.querySelector<HTMLElement>(usable);
    const tool = this.root.querySelector<HTMLElement>(`.door-tools ${usable}`);
    (number ?? last(row) ?? last(this.sticks) ?? tool)?.focus();
  }
}

function includes(move: Move | undefined, heap: number, taken: number): boolean {
  return move?.heap === heap && taken <= move.taken;
}
