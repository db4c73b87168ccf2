// Before a page is printed it gets what paper needs, and gives it back after that: a light theme, the
// answers to its questions, drawings that fit, and below each experiment where it can be tried.
"use strict";

// What is tried, and where it is if it has no name of its own.
const EXPERIMENTS =
  ".nt-lab, .nt-explorer:not(:has(> .widget-toggle-buttons)), .tag_try-it, .atlas, .door";
// The buttons of a question whose answer is not shown.
const UNANSWERED = ".nt-explorer > .widget-toggle-buttons button:not(.mod-active):last-of-type";
// What is as wide as its contents, and how wide paper is.
const DRAWN = ".nt-scroll:has(> table)";
const PAPER = 640;

let undo = [];

function placeOf(experiment) {
  const name = [...experiment.classList].find((name) => name.startsWith("lab-"));
  const place = new URL(location.href);
  place.hash = name ?? experiment.closest("[id]")?.id ?? "";
  return place.href;
}

function toPaper() {
  const root = document.documentElement;
  const { theme } = root.dataset;
  root.dataset.theme = "light";
  undo.push(() => (root.dataset.theme = theme));
  for (const button of document.querySelectorAll(UNANSWERED)) {
    const shown = button.parentElement.querySelector(".mod-active");
    button.click();
    undo.push(() => shown.click());
  }
  for (const experiment of document.querySelectorAll(EXPERIMENTS)) {
    const link = document.createElement("a");
    link.href = link.textContent = placeOf(experiment);
    const line = document.createElement("p");
    line.className = "on-paper";
    line.append("To be tried at ", link);
    experiment.append(line);
    undo.push(() => line.remove());
  }
  for (const box of document.querySelectorAll(DRAWN)) {
    const { width } = box.style;
    box.style.width = "min-content";
    const needed = box.scrollWidth;
    box.style.width = width;
    if (needed <= PAPER) continue;
    box.style.zoom = PAPER / needed;
    undo.push(() => (box.style.zoom = ""));
  }
}

function fromPaper() {
  for (const step of undo.reverse()) step();
  undo = [];
}

addEventListener("beforeprint", toPaper);
addEventListener("afterprint", fromPaper);
