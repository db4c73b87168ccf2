// Makes grids interactive: selecting a cell by tap, mouse or keyboard marks its moves and highlights
// those that decide its outcome. An explanation appears below the grid.

import { element } from "../runtime/element";
import { onAppearance } from "./appear";
import { explain, fill, gridOf, placeOf } from "./explain";

type Cell = HTMLTableCellElement;
type Table = HTMLTableElement;

const GRID = "table[data-answers]";
const POINTER = "button.nt-pointer";

// --- Marks and explanation -----------------------------------------------------------------------

// Returns the box around a grid; the explanation appears right below this box. Side-by-side grids
// share one box.
function frameOf(table: Table): Element {
  let box = table.closest(".nt-scroll")!;
  for (let up: Element | null | undefined = box; up; up = up.parentElement?.closest(".nt-panels")) {
    box = up;
  }
  return box;
}

function outputOf(table: Table): Element {
  const box = frameOf(table);
  const next = box.nextElementSibling;
  if (next?.matches(".nt-answer")) return next;
  const output = element("p", { className: "nt-answer", ariaLive: "polite" });
  box.after(output);
  return output;
}

// Splits a sentence so that tuples such as (3, 5) do not break across lines.
function unbroken(sentence: string): (Node | string)[] {
  return sentence
    .split(/(\([\d*, ]+\))/)
    .map((text, k) =>
      k % 2 === 0 ? text : element("span", { className: "nt-nowrap", textContent: text }),
    );
}

let selected: Cell | null = null; // the cell selected by tap or keyboard
let marked: Cell | null = null; // the cell whose moves are marked: the selected one, or one under the mouse

const tableOf = (cell: Cell): Table => cell.closest<Table>(GRID)!;

function unmark(): void {
  if (!marked) return;
  const table = tableOf(marked);
  for (const cell of table.querySelectorAll("[data-mark]")) cell.removeAttribute("data-mark");
  outputOf(table).replaceChildren();
  marked = null;
}

function mark(cell: Cell): void {
  if (marked === cell) return;
  unmark();
  if (!cell.isConnected) return;
  const table = tableOf(cell);
  const grid = gridOf(table);
  const place = placeOf(grid, cell);
  const { sentence, moves, decide } = explain(grid, place);
  for (const move of moves) move.dataset["mark"] = "move";
  for (const move of decide) move.dataset["mark"] = "decides";
  cell.dataset["mark"] = "here";
  const parts = unbroken(sentence);
  if (grid.formula && grid.law && cell.textContent) {
    const [law, label] = grid.law;
    const name = document.getElementById(label)
      ? element("a", { href: `#${label}`, textContent: law })
      : law;
    parts.push(" ", name, `: ${fill(grid.formula, grid, place)}.`);
  }
  outputOf(table).replaceChildren(...parts);
  marked = cell;
}

function select(cell: Cell): void {
  selected = cell;
  mark(cell);
  for (const other of tableOf(cell).querySelectorAll<Cell>("td[tabindex]")) other.tabIndex = -1;
  cell.tabIndex = 0;
}

function deselect(cell: Cell): void {
  cell.blur();
  selected = null;
  unmark();
}

const cellOf = (target: EventTarget | null): Cell | null =>
  target instanceof Element ? target.closest<Cell>(`${GRID} td:not(.nt-corner)`) : null;

// --- Events --------------------------------------------------------------------------------------

// Each grid is a single tab stop; the arrow keys move between its cells.
function prepare(table: Table): void {
  if (table.role === "grid") return;
  table.role = "grid";
  const [cell] = gridOf(table).cells.flat();
  if (cell) cell.tabIndex = 0;
  outputOf(table);
}

const STEPS: { [key: string]: [number, number] } = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

function onKey(event: KeyboardEvent): void {
  const cell = cellOf(event.target);
  if (!cell || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "Escape") {
    deselect(cell);
    return;
  }
  const grid = gridOf(tableOf(cell));
  const [i, j] = placeOf(grid, cell);
  const row = grid.cells[i]!;
  const step = STEPS[event.key];
  const next = step
    ? grid.cells[i + step[0]]?.[j + step[1]]
    : { Home: row[0], End: row.at(-1) }[event.key];
  if (!step && !next) return;
  event.preventDefault();
  if (!next) return;
  next.tabIndex = 0;
  next.focus(); // the focusin listener selects the cell
}

// Tapping the selected cell deselects it.
let wasSelected = false;

function onClick({ target }: MouseEvent): void {
  const cell = cellOf(target);
  if (cell && wasSelected) deselect(cell);
  else if (cell) {
    select(cell);
    cell.focus({ preventScroll: true });
  }
  const pointer = target instanceof Element ? target.closest<HTMLElement>(POINTER) : null;
  if (pointer) follow(pointer, true);
}

// The last position of the mouse. Cells that scroll under a mouse that does not move are not marked.
let mouse = "";

function onMove({ target, pointerType, clientX, clientY }: PointerEvent): void {
  const cell = cellOf(target);
  if (pointerType === "mouse") {
    const before = mouse;
    mouse = `${clientX},${clientY}`;
    if (mouse === before) return;
    if (cell) mark(cell);
    else if (marked !== selected && !(target instanceof Element && target.closest(".nt-answer"))) {
      if (selected?.isConnected) mark(selected);
      else unmark();
    }
  } else if (pointerType === "touch" && cell) {
    // A finger that slides sideways selects the cells under it, because small cells are hard to tap.
    const under = cellOf(document.elementFromPoint(clientX, clientY));
    if (under && under !== selected && tableOf(cell).contains(under)) select(under);
  }
}

// Selects the cell to which a button in the text points. If several visible grids have the name
// given by the button, the nearest of these grids is used.
function follow(pointer: HTMLElement, scroll: boolean): void {
  const tables = [...document.querySelectorAll<Table>(GRID)].filter(
    (table) => table.dataset["grid"] === pointer.dataset["grid"] && table.checkVisibility(),
  );
  const { top } = pointer.getBoundingClientRect();
  const distance = (table: Table) => Math.abs(table.getBoundingClientRect().top - top);
  const table = tables.sort((a, b) => distance(a) - distance(b))[0];
  if (!table) return;
  const grid = gridOf(table);
  const [row, column] = pointer.dataset["cell"]!.split(",");
  const cell = grid.cells
    .find((_, i) => grid.rowOf(i) === row)
    ?.find((_, j) => grid.columnOf(j) === column);
  if (!cell) return;
  select(cell);
  if (!scroll) return;
  const reduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
  table.scrollIntoView({ block: "nearest", behavior: reduced ? "instant" : "smooth" });
}

// Makes all grids of the document interactive, and any grids that are added later.
export function setUpGrids(): void {
  document.addEventListener("keydown", onKey);
  document.addEventListener("focusin", ({ target }) => {
    const cell = cellOf(target);
    if (cell && cell === target) select(cell);
    else if (target instanceof HTMLElement && target.matches(POINTER)) follow(target, false);
  });
  document.addEventListener("pointerdown", ({ target }) => {
    wasSelected = selected !== null && cellOf(target) === selected;
  });
  document.addEventListener("pointermove", onMove);
  document.addEventListener("click", onClick);
  onAppearance(GRID, prepare);
}
