// Prepares a page for printing: switches to the light theme, opens all folds, shrinks wide tables to
// fit, and adds a link to each lab and explorer. Restores the page afterwards.
"use strict";

// Interactive elements. Each is printed with a link to the same element on the website.
const INTERACTIVE = ".nt-lab, .nt-explorer, .atlas, .door";
// Those that are printed as a link only
const GAMES = ".nt-written, :has(.nt-desk), .door";
// Boxes that shrink if their content is wider than the paper.
const SHRINKABLE = ".nt-scroll:has(> table)";
const PAPER_WIDTH = 640; // in pixels

let undo = [];

function addressOf(element) {
  const name = [...element.classList].find((name) => name.startsWith("lab-"));
  const url = new URL(location.href);
  url.hash = name ?? element.closest("[id]")?.id ?? "";
  return url.href;
}

function prepareForPrint() {
  const root = document.documentElement;
  const { theme } = root.dataset;
  root.dataset.theme = "light";
  undo.push(() => (root.dataset.theme = theme));
  for (const fold of document.querySelectorAll("details.nt-fold:not([open])")) {
    fold.open = true;
    undo.push(() => (fold.open = false));
  }
  for (const element of document.querySelectorAll(INTERACTIVE)) {
    const link = document.createElement("a");
    link.href = link.textContent = addressOf(element);
    const line = document.createElement("p");
    line.className = "on-paper";
    line.append(element.matches(GAMES) ? "Playable at " : "Try it at ", link);
    element.append(line);
    undo.push(() => line.remove());
  }
  for (const box of document.querySelectorAll(SHRINKABLE)) {
    const { width } = box.style;
    box.style.width = "min-content";
    const needed = box.scrollWidth;
    box.style.width = width;
    if (needed <= PAPER_WIDTH) continue;
    box.style.zoom = PAPER_WIDTH / needed;
    undo.push(() => (box.style.zoom = ""));
  }
}

function restorePage() {
  for (const step of undo.reverse()) step();
  undo = [];
}

addEventListener("beforeprint", prepareForPrint);
addEventListener("afterprint", restorePage);
