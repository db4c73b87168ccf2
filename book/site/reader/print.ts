// Prepares a page for printing: switches to the light theme, opens all folds, shrinks wide tables to
// fit, and adds a link to each lab and explorer. Restores the page afterwards.
import { element } from "../runtime/element";

// Interactive elements. Each is printed with a link to the same element on the website.
const INTERACTIVE = ".nt-lab, .nt-explorer, .atlas, .door";
// Those that are printed as a link only
const GAMES = ".nt-written, :has(.nt-desk), .door";
// Boxes that shrink if their content is wider than the paper.
const SHRINKABLE = ".nt-scroll:has(> table)";
const PAPER_WIDTH = 640; // in pixels

let undo: (() => void)[] = [];

function addressOf(part: Element): string {
  const name = [...part.classList].find((name) => name.startsWith("lab-"));
  const url = new URL(location.href);
  url.hash = name ?? part.closest("[id]")?.id ?? "";
  return url.href;
}

function prepareForPrint(): void {
  const root = document.documentElement;
  const theme = root.dataset["theme"];
  root.dataset["theme"] = "light";
  undo.push(() => (root.dataset["theme"] = theme));
  const folds = document.querySelectorAll<HTMLDetailsElement>("details.nt-fold:not([open])");
  for (const fold of folds) {
    fold.open = true;
    undo.push(() => (fold.open = false));
  }
  for (const part of document.querySelectorAll(INTERACTIVE)) {
    const href = addressOf(part);
    const before = part.matches(GAMES) ? "Playable at " : "Try it at ";
    const line = element("p", { className: "on-paper" }, before);
    line.append(element("a", { href, textContent: href }));
    part.append(line);
    undo.push(() => line.remove());
  }
  for (const box of document.querySelectorAll<HTMLElement>(SHRINKABLE)) {
    const { width } = box.style;
    box.style.width = "min-content";
    const needed = box.scrollWidth;
    box.style.width = width;
    if (needed <= PAPER_WIDTH) continue;
    box.style.zoom = String(PAPER_WIDTH / needed);
    undo.push(() => (box.style.zoom = ""));
  }
}

function restorePage(): void {
  for (const step of undo.reverse()) step();
  undo = [];
}

addEventListener("beforeprint", prepareForPrint);
addEventListener("afterprint", restorePage);
