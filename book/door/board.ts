// Sticks that one takes by touching them: a stick and those to its right go. What the board shows
// is said in one place, `paint`; it is called whenever something has changed.

import type { Move, Position } from "./table";

export interface View {
  start: number[];
  position: Position;
  // Who has taken the stick in a place: seat 0 or 1; undefined while it lies there.
  takers: (number | undefined)[][];
  // The sticks that are about to be taken, or have just been, by another than the reader.
  taking?: Move | undefined;
  latest?: Move | undefined;
  hint?: Move | undefined;
  // A number is to be named now.
  naming: boolean;
  // Whose sticks burn: the game is over.
  winner?: number | undefined;
  said: string;
}

export class Board {
  private readonly sticks: HTMLElement;
  private readonly chips: HTMLElement;
  private readonly said: HTMLElement;
  private view: View | undefined;

  constructor(
    readonly root: HTMLElement,
    take: (heap: number, taken: number) => void,
    name: (number: number) => void,
  ) {
    this.sticks = this.part("board");
    this.chips = this.part("chips");
    this.said = this.part("said");
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

  // A button below the board, by its name.
  tool(name: string, act: () => void): HTMLButtonElement {
    const button = this.root.querySelector<HTMLButtonElement>(`[data-tool=${name}]`)!;
    button.addEventListener("click", act);
    return button;
  }

  say(text: string): void {
    this.said.textContent = text;
  }

  paint(view: View): void {
    this.view = view;
    const focused = this.sticks.contains(document.activeElement) ? document.activeElement : null;
    this.lay(view.start);
    const { heaps, forbidden } = view.position;
    [...this.sticks.children].forEach((row, heap) => {
      const size = heaps[heap] ?? 0;
      row.setAttribute("aria-label", `heap of ${size}`);
      [...row.children].forEach((place, i) => {
        const stick = place as HTMLButtonElement;
        const taken = size - i;
        const there = taken > 0;
        const stop = there && taken === forbidden && !view.naming;
        const by = view.takers[heap]?.[i];
        stick.disabled = !there;
        stick.dataset["n"] = there ? String(taken) : "";
        stick.setAttribute(
          "aria-label",
          there ? `take ${taken} from the heap of ${size}${stop ? ": forbidden" : ""}` : "taken",
        );
        stick.toggleAttribute("aria-disabled", false);
        if (stop || view.naming) stick.setAttribute("aria-disabled", "true");
        const marks: Record<string, boolean> = {
          "nt-forbidden": stop,
          "nt-hint": there && !view.naming && hits(view.hint, heap, taken),
          "door-taking": there && hits(view.taking, heap, taken),
          "nt-gone": !there && view.latest?.heap === heap && i < size + view.latest.taken,
          "door-lit": view.winner !== undefined && by === view.winner,
          "door-burnt": view.winner !== undefined && !there && by !== view.winner,
        };
        for (const [mark, on] of Object.entries(marks)) stick.classList.toggle(mark, on);
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
    if (this.said.textContent !== view.said) this.say(view.said);
    if (focused) this.keep(focused);
  }

  // Lay so many places in each row; where the rows are as before, what is there stays.
  private lay(start: number[]): void {
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

  // Whoever was on a stick that is gone is on the nearest one that is left, or on a number to name.
  private keep(was: Element): void {
    if (was.isConnected && !(was as HTMLButtonElement).disabled && !this.view?.naming) return;
    const row = was.isConnected ? was.parentElement : null;
    const left = (within: ParentNode | null) =>
      [...(within?.querySelectorAll<HTMLElement>("button:not(:disabled)") ?? [])].at(-1);
    const first = this.chips.querySelector<HTMLElement>("button:not(:disabled)");
    const tools = this.root.querySelector<HTMLElement>(".door-tools button:not(:disabled)");
    (first ?? left(row) ?? left(this.sticks) ?? tools)?.focus();
  }
}

function hits(move: Move | undefined, heap: number, taken: number): boolean {
  return move?.heap === heap && taken <= move.taken;
}
